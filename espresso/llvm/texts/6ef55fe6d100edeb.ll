; ModuleID = "products"
target triple = "unknown-unknown-unknown"
target datalayout = ""

define internal void @"multiply_float32.0"(ptr %".1", ptr %".2", ptr noalias %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10", i64 %".11", i64 %".12", float %".13", i64 %".14", i64 %".15") noinline
{
entry:
  %"n" = alloca i64
  %"depth" = alloca i64
  %"a_row" = alloca i64
  %"a_inner" = alloca i64
  %"b_inner" = alloca i64
  %"b_column" = alloca i64
  %"c_row" = alloca i64
  %"c_column" = alloca i64
  %"keep" = alloca i64
  %"scale" = alloca float
  %"start.1" = alloca i64
  %"stop" = alloca i64
  %"i" = alloca i64
  %"j" = alloca i64
  %"p" = alloca i64
  %"x" = alloca float
  %"whole" = alloca i64
  %"s1" = alloca float
  %"s2" = alloca float
  %"s3" = alloca float
  %"s4" = alloca float
  %"at" = alloca i64
  %"total" = alloca float
  br label %"start"
start:
  store i64 %".4", i64* %"n"
  store i64 %".5", i64* %"depth"
  store i64 %".6", i64* %"a_row"
  store i64 %".7", i64* %"a_inner"
  store i64 %".8", i64* %"b_inner"
  store i64 %".9", i64* %"b_column"
  store i64 %".10", i64* %"c_row"
  store i64 %".11", i64* %"c_column"
  store i64 %".12", i64* %"keep"
  store float %".13", float* %"scale"
  store i64 %".14", i64* %"start.1"
  store i64 %".15", i64* %"stop"
  %".29" = load i64, i64* %"b_column"
  %".30" = icmp eq i64 %".29", 1
  %".31" = load i64, i64* %"c_column"
  %".32" = icmp eq i64 %".31", 1
  %".33" = and i1 %".30", %".32"
  br i1 %".33", label %"then", label %"else"
then:
  %".35" = load i64, i64* %"start.1"
  %".36" = load i64, i64* %"stop"
  br label %"loop"
else:
  %".118" = load i64, i64* %"start.1"
  %".119" = load i64, i64* %"stop"
  %".120" = load i64, i64* %"start.1"
  %".121" = sub i64 %".119", %".120"
  %".122" = icmp eq i64 4, 0
  %".123" = icmp eq i64 4, -1
  %".124" = or i1 %".122", %".123"
  %".125" = select  i1 %".124", i64 1, i64 4
  %".126" = sdiv i64 %".121", %".125"
  %".127" = srem i64 %".121", %".125"
  %".128" = sub i64 0, %".121"
  %".129" = select  i1 %".123", i64 %".128", i64 %".126"
  %".130" = xor i64 %".127", 4
  %".131" = icmp slt i64 %".130", 0
  %".132" = icmp ne i64 %".127", 0
  %".133" = and i1 %".132", %".131"
  %".134" = sub i64 %".129", 1
  %".135" = select  i1 %".133", i64 %".134", i64 %".129"
  %".136" = select  i1 %".122", i64 0, i64 %".135"
  %".137" = mul i64 %".136", 4
  %".138" = add i64 %".118", %".137"
  store i64 %".138", i64* %"whole"
  %".140" = load i64, i64* %"start.1"
  %".141" = load i64, i64* %"whole"
  br label %"loop.4"
end:
  ret void
loop:
  %".38" = phi  i64 [%".35", %"then"], [%".115", %"done.2"]
  %".39" = icmp slt i64 %".38", %".36"
  br i1 %".39", label %"body", label %"done"
body:
  store i64 %".38", i64* %"i"
  %".42" = load i64, i64* %"keep"
  %".43" = icmp eq i64 %".42", 0
  br i1 %".43", label %"then.1", label %"else.1"
done:
  br label %"end"
then.1:
  %".45" = load i64, i64* %"n"
  br label %"loop.1"
else.1:
  br label %"end.1"
end.1:
  %".63" = load i64, i64* %"depth"
  br label %"loop.2"
loop.1:
  %".47" = phi  i64 [0, %"then.1"], [%".59", %"body.1"]
  %".48" = icmp slt i64 %".47", %".45"
  br i1 %".48", label %"body.1", label %"done.1"
body.1:
  store i64 %".47", i64* %"j"
  %".51" = sitofp i64 0 to float
  %".52" = load i64, i64* %"i"
  %".53" = load i64, i64* %"c_row"
  %".54" = mul i64 %".52", %".53"
  %".55" = load i64, i64* %"j"
  %".56" = add i64 %".54", %".55"
  %".57" = getelementptr inbounds float, ptr %".3", i64 %".56"
  store float %".51", ptr %".57", align 4
  %".59" = add nsw i64 %".47", 1
  br label %"loop.1"
done.1:
  br label %"end.1"
loop.2:
  %".65" = phi  i64 [0, %"end.1"], [%".113", %"done.3"]
  %".66" = icmp slt i64 %".65", %".63"
  br i1 %".66", label %"body.2", label %"done.2"
body.2:
  store i64 %".65", i64* %"p"
  %".69" = load float, float* %"scale"
  %".70" = load i64, i64* %"i"
  %".71" = load i64, i64* %"a_row"
  %".72" = mul i64 %".70", %".71"
  %".73" = load i64, i64* %"p"
  %".74" = load i64, i64* %"a_inner"
  %".75" = mul i64 %".73", %".74"
  %".76" = add i64 %".72", %".75"
  %".77" = getelementptr inbounds float, ptr %".1", i64 %".76"
  %".78" = load float, ptr %".77", align 4
  %".79" = fmul contract float %".69", %".78"
  store float %".79", float* %"x"
  %".81" = load i64, i64* %"n"
  br label %"loop.3"
done.2:
  %".115" = add nsw i64 %".38", 1
  br label %"loop"
loop.3:
  %".83" = phi  i64 [0, %"body.2"], [%".111", %"body.3"]
  %".84" = icmp slt i64 %".83", %".81"
  br i1 %".84", label %"body.3", label %"done.3"
body.3:
  store i64 %".83", i64* %"j"
  %".87" = load i64, i64* %"i"
  %".88" = load i64, i64* %"c_row"
  %".89" = mul i64 %".87", %".88"
  %".90" = load i64, i64* %"j"
  %".91" = add i64 %".89", %".90"
  %".92" = getelementptr inbounds float, ptr %".3", i64 %".91"
  %".93" = load float, ptr %".92", align 4
  %".94" = load float, float* %"x"
  %".95" = load i64, i64* %"p"
  %".96" = load i64, i64* %"b_inner"
  %".97" = mul i64 %".95", %".96"
  %".98" = load i64, i64* %"j"
  %".99" = add i64 %".97", %".98"
  %".100" = getelementptr inbounds float, ptr %".2", i64 %".99"
  %".101" = load float, ptr %".100", align 4
  %".102" = fmul contract float %".94", %".101"
  %".103" = fadd contract float %".93", %".102"
  %".104" = load i64, i64* %"i"
  %".105" = load i64, i64* %"c_row"
  %".106" = mul i64 %".104", %".105"
  %".107" = load i64, i64* %"j"
  %".108" = add i64 %".106", %".107"
  %".109" = getelementptr inbounds float, ptr %".3", i64 %".108"
  store float %".103", ptr %".109", align 4
  %".111" = add nsw i64 %".83", 1
  br label %"loop.3"
done.3:
  %".113" = add nsw i64 %".65", 1
  br label %"loop.2"
loop.4:
  %".143" = phi  i64 [%".140", %"else"], [%".306", %"done.5"]
  %".144" = icmp slt i64 %".143", %".141"
  br i1 %".144", label %"body.4", label %"done.4"
body.4:
  store i64 %".143", i64* %"i"
  %".147" = load i64, i64* %"n"
  br label %"loop.5"
done.4:
  %".308" = load i64, i64* %"whole"
  %".309" = load i64, i64* %"stop"
  br label %"loop.7"
loop.5:
  %".149" = phi  i64 [0, %"body.4"], [%".304", %"end.2"]
  %".150" = icmp slt i64 %".149", %".147"
  br i1 %".150", label %"body.5", label %"done.5"
body.5:
  store i64 %".149", i64* %"j"
  %".153" = sitofp i64 0 to float
  %".154" = sitofp i64 0 to float
  %".155" = sitofp i64 0 to float
  %".156" = sitofp i64 0 to float
  store float %".153", float* %"s1"
  store float %".154", float* %"s2"
  store float %".155", float* %"s3"
  store float %".156", float* %"s4"
  %".161" = load i64, i64* %"depth"
  br label %"loop.6"
done.5:
  %".306" = add nsw i64 %".143", 4
  br label %"loop.4"
loop.6:
  %".163" = phi  i64 [0, %"body.5"], [%".233", %"body.6"]
  %".164" = icmp slt i64 %".163", %".161"
  br i1 %".164", label %"body.6", label %"done.6"
body.6:
  store i64 %".163", i64* %"p"
  %".167" = load i64, i64* %"p"
  %".168" = load i64, i64* %"b_inner"
  %".169" = mul i64 %".167", %".168"
  %".170" = load i64, i64* %"j"
  %".171" = load i64, i64* %"b_column"
  %".172" = mul i64 %".170", %".171"
  %".173" = add i64 %".169", %".172"
  %".174" = getelementptr inbounds float, ptr %".2", i64 %".173"
  %".175" = load float, ptr %".174", align 4
  store float %".175", float* %"x"
  %".177" = load i64, i64* %"i"
  %".178" = load i64, i64* %"a_row"
  %".179" = mul i64 %".177", %".178"
  %".180" = load i64, i64* %"p"
  %".181" = load i64, i64* %"a_inner"
  %".182" = mul i64 %".180", %".181"
  %".183" = add i64 %".179", %".182"
  store i64 %".183", i64* %"at"
  %".185" = load float, float* %"s1"
  %".186" = load float, float* %"scale"
  %".187" = load i64, i64* %"at"
  %".188" = getelementptr inbounds float, ptr %".1", i64 %".187"
  %".189" = load float, ptr %".188", align 4
  %".190" = fmul contract float %".186", %".189"
  %".191" = load float, float* %"x"
  %".192" = fmul contract float %".190", %".191"
  %".193" = fadd contract float %".185", %".192"
  store float %".193", float* %"s1"
  %".195" = load float, float* %"s2"
  %".196" = load float, float* %"scale"
  %".197" = load i64, i64* %"at"
  %".198" = load i64, i64* %"a_row"
  %".199" = add i64 %".197", %".198"
  %".200" = getelementptr inbounds float, ptr %".1", i64 %".199"
  %".201" = load float, ptr %".200", align 4
  %".202" = fmul contract float %".196", %".201"
  %".203" = load float, float* %"x"
  %".204" = fmul contract float %".202", %".203"
  %".205" = fadd contract float %".195", %".204"
  store float %".205", float* %"s2"
  %".207" = load float, float* %"s3"
  %".208" = load float, float* %"scale"
  %".209" = load i64, i64* %"at"
  %".210" = load i64, i64* %"a_row"
  %".211" = mul i64 2, %".210"
  %".212" = add i64 %".209", %".211"
  %".213" = getelementptr inbounds float, ptr %".1", i64 %".212"
  %".214" = load float, ptr %".213", align 4
  %".215" = fmul contract float %".208", %".214"
  %".216" = load float, float* %"x"
  %".217" = fmul contract float %".215", %".216"
  %".218" = fadd contract float %".207", %".217"
  store float %".218", float* %"s3"
  %".220" = load float, float* %"s4"
  %".221" = load float, float* %"scale"
  %".222" = load i64, i64* %"at"
  %".223" = load i64, i64* %"a_row"
  %".224" = mul i64 3, %".223"
  %".225" = add i64 %".222", %".224"
  %".226" = getelementptr inbounds float, ptr %".1", i64 %".225"
  %".227" = load float, ptr %".226", align 4
  %".228" = fmul contract float %".221", %".227"
  %".229" = load float, float* %"x"
  %".230" = fmul contract float %".228", %".229"
  %".231" = fadd contract float %".220", %".230"
  store float %".231", float* %"s4"
  %".233" = add nsw i64 %".163", 1
  br label %"loop.6"
done.6:
  %".235" = load i64, i64* %"i"
  %".236" = load i64, i64* %"c_row"
  %".237" = mul i64 %".235", %".236"
  %".238" = load i64, i64* %"j"
  %".239" = load i64, i64* %"c_column"
  %".240" = mul i64 %".238", %".239"
  %".241" = add i64 %".237", %".240"
  store i64 %".241", i64* %"at"
  %".243" = load i64, i64* %"keep"
  %".244" = icmp ne i64 %".243", 0
  br i1 %".244", label %"then.2", label %"else.2"
then.2:
  %".246" = load float, float* %"s1"
  %".247" = load i64, i64* %"at"
  %".248" = getelementptr inbounds float, ptr %".3", i64 %".247"
  %".249" = load float, ptr %".248", align 4
  %".250" = fadd contract float %".246", %".249"
  store float %".250", float* %"s1"
  %".252" = load float, float* %"s2"
  %".253" = load i64, i64* %"at"
  %".254" = load i64, i64* %"c_row"
  %".255" = add i64 %".253", %".254"
  %".256" = getelementptr inbounds float, ptr %".3", i64 %".255"
  %".257" = load float, ptr %".256", align 4
  %".258" = fadd contract float %".252", %".257"
  store float %".258", float* %"s2"
  %".260" = load float, float* %"s3"
  %".261" = load i64, i64* %"at"
  %".262" = load i64, i64* %"c_row"
  %".263" = mul i64 2, %".262"
  %".264" = add i64 %".261", %".263"
  %".265" = getelementptr inbounds float, ptr %".3", i64 %".264"
  %".266" = load float, ptr %".265", align 4
  %".267" = fadd contract float %".260", %".266"
  store float %".267", float* %"s3"
  %".269" = load float, float* %"s4"
  %".270" = load i64, i64* %"at"
  %".271" = load i64, i64* %"c_row"
  %".272" = mul i64 3, %".271"
  %".273" = add i64 %".270", %".272"
  %".274" = getelementptr inbounds float, ptr %".3", i64 %".273"
  %".275" = load float, ptr %".274", align 4
  %".276" = fadd contract float %".269", %".275"
  store float %".276", float* %"s4"
  br label %"end.2"
else.2:
  br label %"end.2"
end.2:
  %".280" = load float, float* %"s1"
  %".281" = load i64, i64* %"at"
  %".282" = getelementptr inbounds float, ptr %".3", i64 %".281"
  store float %".280", ptr %".282", align 4
  %".284" = load float, float* %"s2"
  %".285" = load i64, i64* %"at"
  %".286" = load i64, i64* %"c_row"
  %".287" = add i64 %".285", %".286"
  %".288" = getelementptr inbounds float, ptr %".3", i64 %".287"
  store float %".284", ptr %".288", align 4
  %".290" = load float, float* %"s3"
  %".291" = load i64, i64* %"at"
  %".292" = load i64, i64* %"c_row"
  %".293" = mul i64 2, %".292"
  %".294" = add i64 %".291", %".293"
  %".295" = getelementptr inbounds float, ptr %".3", i64 %".294"
  store float %".290", ptr %".295", align 4
  %".297" = load float, float* %"s4"
  %".298" = load i64, i64* %"at"
  %".299" = load i64, i64* %"c_row"
  %".300" = mul i64 3, %".299"
  %".301" = add i64 %".298", %".300"
  %".302" = getelementptr inbounds float, ptr %".3", i64 %".301"
  store float %".297", ptr %".302", align 4
  %".304" = add nsw i64 %".149", 1
  br label %"loop.5"
loop.7:
  %".311" = phi  i64 [%".308", %"done.4"], [%".384", %"done.8"]
  %".312" = icmp slt i64 %".311", %".309"
  br i1 %".312", label %"body.7", label %"done.7"
body.7:
  store i64 %".311", i64* %"i"
  %".315" = load i64, i64* %"n"
  br label %"loop.8"
done.7:
  br label %"end"
loop.8:
  %".317" = phi  i64 [0, %"body.7"], [%".382", %"end.3"]
  %".318" = icmp slt i64 %".317", %".315"
  br i1 %".318", label %"body.8", label %"done.8"
body.8:
  store i64 %".317", i64* %"j"
  %".321" = sitofp i64 0 to float
  store float %".321", float* %"total"
  %".323" = load i64, i64* %"depth"
  br label %"loop.9"
done.8:
  %".384" = add nsw i64 %".311", 1
  br label %"loop.7"
loop.9:
  %".325" = phi  i64 [0, %"body.8"], [%".353", %"body.9"]
  %".326" = icmp slt i64 %".325", %".323"
  br i1 %".326", label %"body.9", label %"done.9"
body.9:
  store i64 %".325", i64* %"p"
  %".329" = load float, float* %"total"
  %".330" = load float, float* %"scale"
  %".331" = load i64, i64* %"i"
  %".332" = load i64, i64* %"a_row"
  %".333" = mul i64 %".331", %".332"
  %".334" = load i64, i64* %"p"
  %".335" = load i64, i64* %"a_inner"
  %".336" = mul i64 %".334", %".335"
  %".337" = add i64 %".333", %".336"
  %".338" = getelementptr inbounds float, ptr %".1", i64 %".337"
  %".339" = load float, ptr %".338", align 4
  %".340" = fmul contract float %".330", %".339"
  %".341" = load i64, i64* %"p"
  %".342" = load i64, i64* %"b_inner"
  %".343" = mul i64 %".341", %".342"
  %".344" = load i64, i64* %"j"
  %".345" = load i64, i64* %"b_column"
  %".346" = mul i64 %".344", %".345"
  %".347" = add i64 %".343", %".346"
  %".348" = getelementptr inbounds float, ptr %".2", i64 %".347"
  %".349" = load float, ptr %".348", align 4
  %".350" = fmul contract float %".340", %".349"
  %".351" = fadd contract float %".329", %".350"
  store float %".351", float* %"total"
  %".353" = add nsw i64 %".325", 1
  br label %"loop.9"
done.9:
  %".355" = load i64, i64* %"keep"
  %".356" = icmp ne i64 %".355", 0
  br i1 %".356", label %"then.3", label %"else.3"
then.3:
  %".358" = load float, float* %"total"
  %".359" = load i64, i64* %"i"
  %".360" = load i64, i64* %"c_row"
  %".361" = mul i64 %".359", %".360"
  %".362" = load i64, i64* %"j"
  %".363" = load i64, i64* %"c_column"
  %".364" = mul i64 %".362", %".363"
  %".365" = add i64 %".361", %".364"
  %".366" = getelementptr inbounds float, ptr %".3", i64 %".365"
  %".367" = load float, ptr %".366", align 4
  %".368" = fadd contract float %".358", %".367"
  store float %".368", float* %"total"
  br label %"end.3"
else.3:
  br label %"end.3"
end.3:
  %".372" = load float, float* %"total"
  %".373" = load i64, i64* %"i"
  %".374" = load i64, i64* %"c_row"
  %".375" = mul i64 %".373", %".374"
  %".376" = load i64, i64* %"j"
  %".377" = load i64, i64* %"c_column"
  %".378" = mul i64 %".376", %".377"
  %".379" = add i64 %".375", %".378"
  %".380" = getelementptr inbounds float, ptr %".3", i64 %".379"
  store float %".372", ptr %".380", align 4
  %".382" = add nsw i64 %".317", 1
  br label %"loop.8"
}

define internal void @"mirror_float32.0"(ptr noalias %".1", i64 %".2", i64 %".3", i64 %".4") noinline
{
entry:
  %"c_row" = alloca i64
  %"first" = alloca i64
  %"last" = alloca i64
  %"left" = alloca i64
  %"i" = alloca i64
  %"j" = alloca i64
  br label %"start"
start:
  store i64 %".2", i64* %"c_row"
  store i64 %".3", i64* %"first"
  store i64 %".4", i64* %"last"
  %".9" = load i64, i64* %"last"
  br label %"loop"
loop:
  %".11" = phi  i64 [0, %"start"], [%".54", %"done.1"]
  %".12" = icmp slt i64 %".11", %".9"
  br i1 %".12", label %"body", label %"done"
body:
  store i64 %".11", i64* %"left"
  %".15" = load i64, i64* %"first"
  %".16" = load i64, i64* %"left"
  %".17" = icmp sgt i64 %".16", %".15"
  %".18" = select  i1 %".17", i64 %".16", i64 %".15"
  %".19" = load i64, i64* %"last"
  br label %"loop.1"
done:
  ret void
loop.1:
  %".21" = phi  i64 [%".18", %"body"], [%".52", %"done.2"]
  %".22" = icmp slt i64 %".21", %".19"
  br i1 %".22", label %"body.1", label %"done.1"
body.1:
  store i64 %".21", i64* %"i"
  %".25" = load i64, i64* %"left"
  %".26" = load i64, i64* %"left"
  %".27" = add i64 %".26", 16
  %".28" = load i64, i64* %"i"
  %".29" = icmp slt i64 %".28", %".27"
  %".30" = select  i1 %".29", i64 %".28", i64 %".27"
  br label %"loop.2"
done.1:
  %".54" = add nsw i64 %".11", 16
  br label %"loop"
loop.2:
  %".32" = phi  i64 [%".25", %"body.1"], [%".50", %"body.2"]
  %".33" = icmp slt i64 %".32", %".30"
  br i1 %".33", label %"body.2", label %"done.2"
body.2:
  store i64 %".32", i64* %"j"
  %".36" = load i64, i64* %"i"
  %".37" = load i64, i64* %"c_row"
  %".38" = mul i64 %".36", %".37"
  %".39" = load i64, i64* %"j"
  %".40" = add i64 %".38", %".39"
  %".41" = getelementptr inbounds float, ptr %".1", i64 %".40"
  %".42" = load float, ptr %".41", align 4
  %".43" = load i64, i64* %"j"
  %".44" = load i64, i64* %"c_row"
  %".45" = mul i64 %".43", %".44"
  %".46" = load i64, i64* %"i"
  %".47" = add i64 %".45", %".46"
  %".48" = getelementptr inbounds float, ptr %".1", i64 %".47"
  store float %".42", ptr %".48", align 4
  %".50" = add nsw i64 %".32", 1
  br label %"loop.2"
done.2:
  %".52" = add nsw i64 %".21", 1
  br label %"loop.1"
}

define internal void @"copy_float32.0"(ptr %".1", ptr noalias %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7") noinline
{
entry:
  %"m" = alloca i64
  %"n" = alloca i64
  %"row" = alloca i64
  %"column" = alloca i64
  %"c_row" = alloca i64
  %"i" = alloca i64
  %"j" = alloca i64
  %"left" = alloca i64
  br label %"start"
start:
  store i64 %".3", i64* %"m"
  store i64 %".4", i64* %"n"
  store i64 %".5", i64* %"row"
  store i64 %".6", i64* %"column"
  store i64 %".7", i64* %"c_row"
  %".14" = load i64, i64* %"column"
  %".15" = icmp eq i64 %".14", 1
  br i1 %".15", label %"then", label %"else"
then:
  %".17" = load i64, i64* %"m"
  br label %"loop"
else:
  %".48" = load i64, i64* %"n"
  br label %"loop.2"
end:
  ret void
loop:
  %".19" = phi  i64 [0, %"then"], [%".45", %"done.1"]
  %".20" = icmp slt i64 %".19", %".17"
  br i1 %".20", label %"body", label %"done"
body:
  store i64 %".19", i64* %"i"
  %".23" = load i64, i64* %"n"
  br label %"loop.1"
done:
  br label %"end"
loop.1:
  %".25" = phi  i64 [0, %"body"], [%".43", %"body.1"]
  %".26" = icmp slt i64 %".25", %".23"
  br i1 %".26", label %"body.1", label %"done.1"
body.1:
  store i64 %".25", i64* %"j"
  %".29" = load i64, i64* %"i"
  %".30" = load i64, i64* %"row"
  %".31" = mul i64 %".29", %".30"
  %".32" = load i64, i64* %"j"
  %".33" = add i64 %".31", %".32"
  %".34" = getelementptr inbounds float, ptr %".1", i64 %".33"
  %".35" = load float, ptr %".34", align 4
  %".36" = load i64, i64* %"i"
  %".37" = load i64, i64* %"c_row"
  %".38" = mul i64 %".36", %".37"
  %".39" = load i64, i64* %"j"
  %".40" = add i64 %".38", %".39"
  %".41" = getelementptr inbounds float, ptr %".2", i64 %".40"
  store float %".35", ptr %".41", align 4
  %".43" = add nsw i64 %".25", 1
  br label %"loop.1"
done.1:
  %".45" = add nsw i64 %".19", 1
  br label %"loop"
loop.2:
  %".50" = phi  i64 [0, %"else"], [%".91", %"done.3"]
  %".51" = icmp slt i64 %".50", %".48"
  br i1 %".51", label %"body.2", label %"done.2"
body.2:
  store i64 %".50", i64* %"left"
  %".54" = load i64, i64* %"m"
  br label %"loop.3"
done.2:
  br label %"end"
loop.3:
  %".56" = phi  i64 [0, %"body.2"], [%".89", %"done.4"]
  %".57" = icmp slt i64 %".56", %".54"
  br i1 %".57", label %"body.3", label %"done.3"
body.3:
  store i64 %".56", i64* %"i"
  %".60" = load i64, i64* %"left"
  %".61" = load i64, i64* %"left"
  %".62" = add i64 %".61", 16
  %".63" = load i64, i64* %"n"
  %".64" = icmp slt i64 %".63", %".62"
  %".65" = select  i1 %".64", i64 %".63", i64 %".62"
  br label %"loop.4"
done.3:
  %".91" = add nsw i64 %".50", 16
  br label %"loop.2"
loop.4:
  %".67" = phi  i64 [%".60", %"body.3"], [%".87", %"body.4"]
  %".68" = icmp slt i64 %".67", %".65"
  br i1 %".68", label %"body.4", label %"done.4"
body.4:
  store i64 %".67", i64* %"j"
  %".71" = load i64, i64* %"i"
  %".72" = load i64, i64* %"row"
  %".73" = mul i64 %".71", %".72"
  %".74" = load i64, i64* %"j"
  %".75" = load i64, i64* %"column"
  %".76" = mul i64 %".74", %".75"
  %".77" = add i64 %".73", %".76"
  %".78" = getelementptr inbounds float, ptr %".1", i64 %".77"
  %".79" = load float, ptr %".78", align 4
  %".80" = load i64, i64* %"i"
  %".81" = load i64, i64* %"c_row"
  %".82" = mul i64 %".80", %".81"
  %".83" = load i64, i64* %"j"
  %".84" = add i64 %".82", %".83"
  %".85" = getelementptr inbounds float, ptr %".2", i64 %".84"
  store float %".79", ptr %".85", align 4
  %".87" = add nsw i64 %".67", 1
  br label %"loop.4"
done.4:
  %".89" = add nsw i64 %".56", 1
  br label %"loop.3"
}

define internal void @"one_product"(ptr %".1", ptr %".2", ptr %".3", ptr %".4", ptr %".5", i64 %".6", i64 %".7") noinline
{
entry:
  %".9" = getelementptr inbounds i64, ptr %".5", i64 0
  %".10" = load i64, ptr %".9"
  %".11" = icmp eq i64 %".10", 7
  br i1 %".11", label %"skinny", label %"others"
loops:
  %".84" = getelementptr inbounds i64, ptr %".5", i64 4
  %".85" = load i64, ptr %".84"
  %".86" = getelementptr inbounds i64, ptr %".5", i64 5
  %".87" = load i64, ptr %".86"
  %".88" = getelementptr inbounds i64, ptr %".5", i64 6
  %".89" = load i64, ptr %".88"
  %".90" = getelementptr inbounds i64, ptr %".5", i64 7
  %".91" = load i64, ptr %".90"
  %".92" = getelementptr inbounds i64, ptr %".5", i64 8
  %".93" = load i64, ptr %".92"
  %".94" = getelementptr inbounds i64, ptr %".5", i64 9
  %".95" = load i64, ptr %".94"
  %".96" = getelementptr inbounds i64, ptr %".5", i64 18
  %".97" = load i64, ptr %".96"
  %".98" = getelementptr inbounds i64, ptr %".5", i64 19
  %".99" = load i64, ptr %".98"
  %".100" = bitcast i64 %".99" to double
  %".101" = fptrunc double %".100" to float
  %".102" = getelementptr inbounds i64, ptr %".5", i64 2
  %".103" = load i64, ptr %".102"
  %".104" = getelementptr inbounds i64, ptr %".5", i64 3
  %".105" = load i64, ptr %".104"
  call void @"multiply_float32.0"(ptr %".1", ptr %".2", ptr %".3", i64 %".103", i64 %".105", i64 %".85", i64 %".87", i64 %".89", i64 %".91", i64 %".93", i64 %".95", i64 %".97", float %".101", i64 %".6", i64 %".7")
  br label %"end"
gemm:
  %".108" = sub i64 %".7", %".6"
  %".109" = getelementptr inbounds i64, ptr %".5", i64 2
  %".110" = load i64, ptr %".109"
  %".111" = getelementptr inbounds i64, ptr %".5", i64 4
  %".112" = load i64, ptr %".111"
  %".113" = mul i64 %".6", %".112"
  %".114" = getelementptr float, ptr %".1", i64 %".113"
  %".115" = getelementptr inbounds i64, ptr %".5", i64 8
  %".116" = load i64, ptr %".115"
  %".117" = mul i64 %".6", %".116"
  %".118" = getelementptr float, ptr %".3", i64 %".117"
  %".119" = getelementptr inbounds i64, ptr %".5", i64 10
  %".120" = load i64, ptr %".119"
  %".121" = getelementptr inbounds i64, ptr %".5", i64 11
  %".122" = load i64, ptr %".121"
  %".123" = getelementptr inbounds i64, ptr %".5", i64 12
  %".124" = load i64, ptr %".123"
  %".125" = getelementptr inbounds i64, ptr %".5", i64 3
  %".126" = load i64, ptr %".125"
  %".127" = trunc i64 %".120" to i32
  %".128" = trunc i64 %".122" to i32
  %".129" = trunc i64 %".124" to i32
  %".130" = trunc i64 %".108" to i32
  %".131" = trunc i64 %".110" to i32
  %".132" = trunc i64 %".126" to i32
  %".133" = getelementptr inbounds i64, ptr %".5", i64 13
  %".134" = load i64, ptr %".133"
  %".135" = trunc i64 %".134" to i32
  %".136" = getelementptr inbounds i64, ptr %".5", i64 14
  %".137" = load i64, ptr %".136"
  %".138" = trunc i64 %".137" to i32
  %".139" = getelementptr inbounds i64, ptr %".5", i64 15
  %".140" = load i64, ptr %".139"
  %".141" = trunc i64 %".140" to i32
  %".142" = getelementptr inbounds i64, ptr %".5", i64 18
  %".143" = load i64, ptr %".142"
  %".144" = icmp ne i64 %".143", 0
  %".145" = select  i1 %".144", float 0x3ff0000000000000, float              0x0
  %".146" = getelementptr inbounds i64, ptr %".5", i64 19
  %".147" = load i64, ptr %".146"
  %".148" = bitcast i64 %".147" to double
  %".149" = fptrunc double %".148" to float
  %".150" = getelementptr inbounds i64, ptr %".5", i64 16
  %".151" = load i64, ptr %".150"
  %".152" = inttoptr i64 %".151" to ptr
  call void %".152"(i32 %".127", i32 %".128", i32 %".129", i32 %".130", i32 %".131", i32 %".132", float %".149", ptr %".114", i32 %".135", ptr %".2", i32 %".138", float %".145", ptr %".118", i32 %".141")
  br label %"end"
gemv:
  %".210" = getelementptr inbounds i64, ptr %".5", i64 4
  %".211" = load i64, ptr %".210"
  %".212" = mul i64 %".6", %".211"
  %".213" = getelementptr float, ptr %".1", i64 %".212"
  %".214" = getelementptr inbounds i64, ptr %".5", i64 8
  %".215" = load i64, ptr %".214"
  %".216" = mul i64 %".6", %".215"
  %".217" = getelementptr float, ptr %".3", i64 %".216"
  %".218" = sub i64 %".7", %".6"
  %".219" = getelementptr inbounds i64, ptr %".5", i64 3
  %".220" = load i64, ptr %".219"
  %".221" = getelementptr inbounds i64, ptr %".5", i64 11
  %".222" = load i64, ptr %".221"
  %".223" = icmp eq i64 %".222", 111
  %".224" = select  i1 %".223", i64 %".218", i64 %".220"
  %".225" = select  i1 %".223", i64 %".220", i64 %".218"
  %".226" = getelementptr inbounds i64, ptr %".5", i64 11
  %".227" = load i64, ptr %".226"
  %".228" = trunc i64 101 to i32
  %".229" = trunc i64 %".227" to i32
  %".230" = trunc i64 %".224" to i32
  %".231" = trunc i64 %".225" to i32
  %".232" = getelementptr inbounds i64, ptr %".5", i64 13
  %".233" = load i64, ptr %".232"
  %".234" = trunc i64 %".233" to i32
  %".235" = getelementptr inbounds i64, ptr %".5", i64 6
  %".236" = load i64, ptr %".235"
  %".237" = trunc i64 %".236" to i32
  %".238" = getelementptr inbounds i64, ptr %".5", i64 8
  %".239" = load i64, ptr %".238"
  %".240" = trunc i64 %".239" to i32
  %".241" = getelementptr inbounds i64, ptr %".5", i64 19
  %".242" = load i64, ptr %".241"
  %".243" = bitcast i64 %".242" to double
  %".244" = fptrunc double %".243" to float
  %".245" = getelementptr inbounds i64, ptr %".5", i64 18
  %".246" = load i64, ptr %".245"
  %".247" = icmp ne i64 %".246", 0
  %".248" = select  i1 %".247", float 0x3ff0000000000000, float              0x0
  %".249" = getelementptr inbounds i64, ptr %".5", i64 16
  %".250" = load i64, ptr %".249"
  %".251" = inttoptr i64 %".250" to ptr
  call void %".251"(i32 %".228", i32 %".229", i32 %".230", i32 %".231", float %".244", ptr %".213", i32 %".234", ptr %".2", i32 %".237", float %".248", ptr %".217", i32 %".240")
  br label %"end"
half:
  %".254" = getelementptr inbounds i64, ptr %".5", i64 17
  %".255" = load i64, ptr %".254"
  %".256" = getelementptr inbounds i64, ptr %".5", i64 1
  %".257" = load i64, ptr %".256"
  %".258" = sub i64 %".257", 1
  %".259" = sdiv i64 %".258", %".255"
  br label %"loop"
left:
  %".334" = sub i64 %".7", %".6"
  %".335" = getelementptr inbounds i64, ptr %".5", i64 1
  %".336" = load i64, ptr %".335"
  %".337" = getelementptr inbounds i64, ptr %".5", i64 7
  %".338" = load i64, ptr %".337"
  %".339" = mul i64 %".6", %".338"
  %".340" = getelementptr float, ptr %".2", i64 %".339"
  %".341" = getelementptr inbounds i64, ptr %".5", i64 9
  %".342" = load i64, ptr %".341"
  %".343" = mul i64 %".6", %".342"
  %".344" = getelementptr float, ptr %".3", i64 %".343"
  %".345" = getelementptr inbounds i64, ptr %".5", i64 6
  %".346" = load i64, ptr %".345"
  %".347" = getelementptr inbounds i64, ptr %".5", i64 7
  %".348" = load i64, ptr %".347"
  %".349" = getelementptr inbounds i64, ptr %".5", i64 8
  %".350" = load i64, ptr %".349"
  call void @"copy_float32.0"(ptr %".340", ptr %".344", i64 %".336", i64 %".334", i64 %".346", i64 %".348", i64 %".350")
  %".352" = getelementptr inbounds i64, ptr %".5", i64 10
  %".353" = load i64, ptr %".352"
  %".354" = getelementptr inbounds i64, ptr %".5", i64 17
  %".355" = load i64, ptr %".354"
  %".356" = getelementptr inbounds i64, ptr %".5", i64 11
  %".357" = load i64, ptr %".356"
  %".358" = trunc i64 %".353" to i32
  %".359" = trunc i64 141 to i32
  %".360" = trunc i64 %".355" to i32
  %".361" = trunc i64 %".357" to i32
  %".362" = trunc i64 131 to i32
  %".363" = trunc i64 %".336" to i32
  %".364" = trunc i64 %".334" to i32
  %".365" = getelementptr inbounds i64, ptr %".5", i64 13
  %".366" = load i64, ptr %".365"
  %".367" = trunc i64 %".366" to i32
  %".368" = getelementptr inbounds i64, ptr %".5", i64 15
  %".369" = load i64, ptr %".368"
  %".370" = trunc i64 %".369" to i32
  %".371" = getelementptr inbounds i64, ptr %".5", i64 16
  %".372" = load i64, ptr %".371"
  %".373" = inttoptr i64 %".372" to ptr
  call void %".373"(i32 %".358", i32 %".359", i32 %".360", i32 %".361", i32 %".362", i32 %".363", i32 %".364", float 0x3ff0000000000000, ptr %".1", i32 %".367", ptr %".344", i32 %".370")
  br label %"end"
right:
  %".376" = sub i64 %".7", %".6"
  %".377" = getelementptr inbounds i64, ptr %".5", i64 2
  %".378" = load i64, ptr %".377"
  %".379" = getelementptr inbounds i64, ptr %".5", i64 4
  %".380" = load i64, ptr %".379"
  %".381" = mul i64 %".6", %".380"
  %".382" = getelementptr float, ptr %".1", i64 %".381"
  %".383" = getelementptr inbounds i64, ptr %".5", i64 8
  %".384" = load i64, ptr %".383"
  %".385" = mul i64 %".6", %".384"
  %".386" = getelementptr float, ptr %".3", i64 %".385"
  %".387" = getelementptr inbounds i64, ptr %".5", i64 4
  %".388" = load i64, ptr %".387"
  %".389" = getelementptr inbounds i64, ptr %".5", i64 5
  %".390" = load i64, ptr %".389"
  %".391" = getelementptr inbounds i64, ptr %".5", i64 8
  %".392" = load i64, ptr %".391"
  call void @"copy_float32.0"(ptr %".382", ptr %".386", i64 %".376", i64 %".378", i64 %".388", i64 %".390", i64 %".392")
  %".394" = getelementptr inbounds i64, ptr %".5", i64 10
  %".395" = load i64, ptr %".394"
  %".396" = getelementptr inbounds i64, ptr %".5", i64 17
  %".397" = load i64, ptr %".396"
  %".398" = getelementptr inbounds i64, ptr %".5", i64 12
  %".399" = load i64, ptr %".398"
  %".400" = trunc i64 %".395" to i32
  %".401" = trunc i64 142 to i32
  %".402" = trunc i64 %".397" to i32
  %".403" = trunc i64 %".399" to i32
  %".404" = trunc i64 131 to i32
  %".405" = trunc i64 %".376" to i32
  %".406" = trunc i64 %".378" to i32
  %".407" = getelementptr inbounds i64, ptr %".5", i64 14
  %".408" = load i64, ptr %".407"
  %".409" = trunc i64 %".408" to i32
  %".410" = getelementptr inbounds i64, ptr %".5", i64 15
  %".411" = load i64, ptr %".410"
  %".412" = trunc i64 %".411" to i32
  %".413" = getelementptr inbounds i64, ptr %".5", i64 16
  %".414" = load i64, ptr %".413"
  %".415" = inttoptr i64 %".414" to ptr
  call void %".415"(i32 %".400", i32 %".401", i32 %".402", i32 %".403", i32 %".404", i32 %".405", i32 %".406", float 0x3ff0000000000000, ptr %".2", i32 %".409", ptr %".386", i32 %".412")
  br label %"end"
columns:
  %".155" = getelementptr inbounds i64, ptr %".5", i64 7
  %".156" = load i64, ptr %".155"
  %".157" = mul i64 %".6", %".156"
  %".158" = getelementptr float, ptr %".2", i64 %".157"
  %".159" = getelementptr inbounds i64, ptr %".5", i64 9
  %".160" = load i64, ptr %".159"
  %".161" = mul i64 %".6", %".160"
  %".162" = getelementptr float, ptr %".3", i64 %".161"
  %".163" = getelementptr inbounds i64, ptr %".5", i64 1
  %".164" = load i64, ptr %".163"
  %".165" = sub i64 %".7", %".6"
  %".166" = getelementptr inbounds i64, ptr %".5", i64 4
  %".167" = load i64, ptr %".166"
  %".168" = mul i64 0, %".167"
  %".169" = getelementptr float, ptr %".1", i64 %".168"
  %".170" = getelementptr inbounds i64, ptr %".5", i64 8
  %".171" = load i64, ptr %".170"
  %".172" = mul i64 0, %".171"
  %".173" = getelementptr float, ptr %".162", i64 %".172"
  %".174" = getelementptr inbounds i64, ptr %".5", i64 10
  %".175" = load i64, ptr %".174"
  %".176" = getelementptr inbounds i64, ptr %".5", i64 11
  %".177" = load i64, ptr %".176"
  %".178" = getelementptr inbounds i64, ptr %".5", i64 12
  %".179" = load i64, ptr %".178"
  %".180" = getelementptr inbounds i64, ptr %".5", i64 3
  %".181" = load i64, ptr %".180"
  %".182" = trunc i64 %".175" to i32
  %".183" = trunc i64 %".177" to i32
  %".184" = trunc i64 %".179" to i32
  %".185" = trunc i64 %".164" to i32
  %".186" = trunc i64 %".165" to i32
  %".187" = trunc i64 %".181" to i32
  %".188" = getelementptr inbounds i64, ptr %".5", i64 13
  %".189" = load i64, ptr %".188"
  %".190" = trunc i64 %".189" to i32
  %".191" = getelementptr inbounds i64, ptr %".5", i64 14
  %".192" = load i64, ptr %".191"
  %".193" = trunc i64 %".192" to i32
  %".194" = getelementptr inbounds i64, ptr %".5", i64 15
  %".195" = load i64, ptr %".194"
  %".196" = trunc i64 %".195" to i32
  %".197" = getelementptr inbounds i64, ptr %".5", i64 18
  %".198" = load i64, ptr %".197"
  %".199" = icmp ne i64 %".198", 0
  %".200" = select  i1 %".199", float 0x3ff0000000000000, float              0x0
  %".201" = getelementptr inbounds i64, ptr %".5", i64 19
  %".202" = load i64, ptr %".201"
  %".203" = bitcast i64 %".202" to double
  %".204" = fptrunc double %".203" to float
  %".205" = getelementptr inbounds i64, ptr %".5", i64 16
  %".206" = load i64, ptr %".205"
  %".207" = inttoptr i64 %".206" to ptr
  call void %".207"(i32 %".182", i32 %".183", i32 %".184", i32 %".185", i32 %".186", i32 %".187", float %".204", ptr %".169", i32 %".190", ptr %".158", i32 %".193", float %".200", ptr %".173", i32 %".196")
  br label %"end"
skinny:
  %".13" = getelementptr inbounds i64, ptr %".5", i64 4
  %".14" = load i64, ptr %".13"
  %".15" = getelementptr inbounds i64, ptr %".5", i64 5
  %".16" = load i64, ptr %".15"
  %".17" = getelementptr inbounds i64, ptr %".5", i64 6
  %".18" = load i64, ptr %".17"
  %".19" = getelementptr inbounds i64, ptr %".5", i64 7
  %".20" = load i64, ptr %".19"
  %".21" = getelementptr inbounds i64, ptr %".5", i64 8
  %".22" = load i64, ptr %".21"
  %".23" = getelementptr inbounds i64, ptr %".5", i64 9
  %".24" = load i64, ptr %".23"
  %".25" = getelementptr inbounds i64, ptr %".5", i64 20
  %".26" = load i64, ptr %".25"
  %".27" = getelementptr inbounds i64, ptr %".5", i64 21
  %".28" = load i64, ptr %".27"
  %".29" = getelementptr inbounds i64, ptr %".5", i64 1
  %".30" = load i64, ptr %".29"
  %".31" = getelementptr inbounds i64, ptr %".5", i64 2
  %".32" = load i64, ptr %".31"
  %".33" = getelementptr inbounds i64, ptr %".5", i64 3
  %".34" = load i64, ptr %".33"
  %".35" = getelementptr inbounds i64, ptr %".5", i64 18
  %".36" = load i64, ptr %".35"
  %".37" = getelementptr inbounds i64, ptr %".5", i64 17
  %".38" = load i64, ptr %".37"
  %".39" = getelementptr inbounds i64, ptr %".5", i64 19
  %".40" = load i64, ptr %".39"
  %".41" = bitcast i64 %".40" to double
  %".42" = fptrunc double %".41" to float
  %".43" = getelementptr inbounds i64, ptr %".5", i64 16
  %".44" = load i64, ptr %".43"
  %".45" = inttoptr i64 %".44" to ptr
  call void %".45"(ptr %".1", ptr %".2", ptr %".3", ptr %".4", i64 %".14", i64 %".16", i64 %".18", i64 %".20", i64 %".22", i64 %".24", i64 %".26", i64 %".28", i64 %".30", i64 %".32", i64 %".34", i64 %".36", i64 %".38", float %".42", i64 %".6", i64 %".7")
  br label %"end"
end:
  ret void
others:
  %".48" = getelementptr inbounds i64, ptr %".5", i64 22
  %".49" = load i64, ptr %".48"
  %".50" = icmp ne i64 %".49", 0
  br i1 %".50", label %"others.if", label %"others.endif"
others.if:
  %".52" = getelementptr inbounds i64, ptr %".5", i64 0
  %".53" = load i64, ptr %".52"
  %".54" = icmp eq i64 %".53", 6
  %".55" = getelementptr inbounds i64, ptr %".5", i64 20
  %".56" = load i64, ptr %".55"
  %".57" = getelementptr inbounds i64, ptr %".5", i64 21
  %".58" = load i64, ptr %".57"
  %".59" = getelementptr inbounds i64, ptr %".5", i64 8
  %".60" = load i64, ptr %".59"
  %".61" = getelementptr inbounds i64, ptr %".5", i64 9
  %".62" = load i64, ptr %".61"
  %".63" = select  i1 %".54", i64 %".58", i64 %".56"
  %".64" = mul i64 %".6", %".63"
  %".65" = getelementptr float, ptr %".4", i64 %".64"
  %".66" = select  i1 %".54", i64 %".62", i64 %".60"
  %".67" = mul i64 %".6", %".66"
  %".68" = getelementptr float, ptr %".3", i64 %".67"
  %".69" = sub i64 %".7", %".6"
  %".70" = getelementptr inbounds i64, ptr %".5", i64 1
  %".71" = load i64, ptr %".70"
  %".72" = select  i1 %".54", i64 %".71", i64 %".69"
  %".73" = getelementptr inbounds i64, ptr %".5", i64 2
  %".74" = load i64, ptr %".73"
  %".75" = select  i1 %".54", i64 %".69", i64 %".74"
  %".76" = getelementptr inbounds i64, ptr %".5", i64 22
  %".77" = load i64, ptr %".76"
  %".78" = inttoptr i64 %".77" to ptr
  call void %".78"(ptr %".65", ptr %".68", i64 %".72", i64 %".75", i64 %".56", i64 %".58", i64 %".60", i64 %".62")
  br label %"others.endif"
others.endif:
  %".81" = getelementptr inbounds i64, ptr %".5", i64 0
  %".82" = load i64, ptr %".81"
  switch i64 %".82", label %"loops" [i64 1, label %"gemm" i64 2, label %"gemv" i64 3, label %"half" i64 4, label %"left" i64 5, label %"right" i64 6, label %"columns"]
loop:
  %".261" = phi  i64 [%".6", %"half"], [%".331", %"done.1"]
  %".262" = icmp slt i64 %".261", %".7"
  br i1 %".262", label %"body", label %"done"
body:
  br label %"loop.1"
done:
  br label %"end"
loop.1:
  %".265" = phi  i64 [0, %"body"], [%".329", %"body.1.endif"]
  %".266" = icmp slt i64 %".265", 2
  br i1 %".266", label %"body.1", label %"done.1"
body.1:
  %".268" = sub i64 %".259", %".261"
  %".269" = icmp eq i64 %".265", 0
  %".270" = select  i1 %".269", i64 %".261", i64 %".268"
  %".271" = icmp eq i64 %".265", 1
  %".272" = icmp eq i64 %".261", %".268"
  %".273" = and i1 %".271", %".272"
  %".274" = mul i64 %".270", %".255"
  %".275" = add i64 %".274", %".255"
  %".276" = icmp slt i64 %".275", %".257"
  %".277" = select  i1 %".276", i64 %".275", i64 %".257"
  %".278" = select  i1 %".273", i64 %".274", i64 %".277"
  %".279" = icmp slt i64 %".274", %".278"
  br i1 %".279", label %"body.1.if", label %"body.1.endif"
done.1:
  %".331" = add nsw i64 %".261", 1
  br label %"loop"
body.1.if:
  %".281" = sub i64 %".278", %".274"
  %".282" = getelementptr inbounds i64, ptr %".5", i64 4
  %".283" = load i64, ptr %".282"
  %".284" = mul i64 %".274", %".283"
  %".285" = getelementptr float, ptr %".1", i64 %".284"
  %".286" = getelementptr inbounds i64, ptr %".5", i64 8
  %".287" = load i64, ptr %".286"
  %".288" = mul i64 %".274", %".287"
  %".289" = getelementptr float, ptr %".3", i64 %".288"
  %".290" = getelementptr inbounds i64, ptr %".5", i64 10
  %".291" = load i64, ptr %".290"
  %".292" = getelementptr inbounds i64, ptr %".5", i64 11
  %".293" = load i64, ptr %".292"
  %".294" = getelementptr inbounds i64, ptr %".5", i64 12
  %".295" = load i64, ptr %".294"
  %".296" = getelementptr inbounds i64, ptr %".5", i64 3
  %".297" = load i64, ptr %".296"
  %".298" = trunc i64 %".291" to i32
  %".299" = trunc i64 %".293" to i32
  %".300" = trunc i64 %".295" to i32
  %".301" = trunc i64 %".281" to i32
  %".302" = trunc i64 %".278" to i32
  %".303" = trunc i64 %".297" to i32
  %".304" = getelementptr inbounds i64, ptr %".5", i64 13
  %".305" = load i64, ptr %".304"
  %".306" = trunc i64 %".305" to i32
  %".307" = getelementptr inbounds i64, ptr %".5", i64 14
  %".308" = load i64, ptr %".307"
  %".309" = trunc i64 %".308" to i32
  %".310" = getelementptr inbounds i64, ptr %".5", i64 15
  %".311" = load i64, ptr %".310"
  %".312" = trunc i64 %".311" to i32
  %".313" = getelementptr inbounds i64, ptr %".5", i64 18
  %".314" = load i64, ptr %".313"
  %".315" = icmp ne i64 %".314", 0
  %".316" = select  i1 %".315", float 0x3ff0000000000000, float              0x0
  %".317" = getelementptr inbounds i64, ptr %".5", i64 19
  %".318" = load i64, ptr %".317"
  %".319" = bitcast i64 %".318" to double
  %".320" = fptrunc double %".319" to float
  %".321" = getelementptr inbounds i64, ptr %".5", i64 16
  %".322" = load i64, ptr %".321"
  %".323" = inttoptr i64 %".322" to ptr
  call void %".323"(i32 %".298", i32 %".299", i32 %".300", i32 %".301", i32 %".302", i32 %".303", float %".320", ptr %".285", i32 %".306", ptr %".2", i32 %".309", float %".316", ptr %".289", i32 %".312")
  %".325" = getelementptr inbounds i64, ptr %".5", i64 8
  %".326" = load i64, ptr %".325"
  call void @"mirror_float32.0"(ptr %".3", i64 %".326", i64 %".274", i64 %".278")
  br label %"body.1.endif"
body.1.endif:
  %".329" = add nsw i64 %".265", 1
  br label %"loop.1"
}

define void @"product"(ptr %".1", ptr %".2", ptr %".3", ptr %".4", ptr %".5", i64 %".6", i64 %".7")
{
entry:
  %".9" = getelementptr inbounds i64, ptr %".5", i64 23
  %".10" = load i64, ptr %".9"
  br label %"loop"
loop:
  %".12" = phi  i64 [0, %"entry"], [%".109", %"done.1"]
  %".13" = icmp slt i64 %".12", %".10"
  br i1 %".13", label %"body", label %"done"
body:
  %".15" = getelementptr inbounds i64, ptr %".5", i64 24
  %".16" = load i64, ptr %".15"
  %".17" = mul i64 %".12", %".16"
  %".18" = getelementptr float, ptr %".1", i64 %".17"
  %".19" = getelementptr inbounds i64, ptr %".5", i64 25
  %".20" = load i64, ptr %".19"
  %".21" = mul i64 %".12", %".20"
  %".22" = getelementptr float, ptr %".2", i64 %".21"
  %".23" = getelementptr inbounds i64, ptr %".5", i64 26
  %".24" = load i64, ptr %".23"
  %".25" = mul i64 %".12", %".24"
  %".26" = getelementptr float, ptr %".3", i64 %".25"
  %".27" = getelementptr inbounds i64, ptr %".5", i64 27
  %".28" = load i64, ptr %".27"
  %".29" = mul i64 %".12", %".28"
  %".30" = getelementptr float, ptr %".4", i64 %".29"
  %".31" = getelementptr inbounds i64, ptr %".5", i64 28
  %".32" = load i64, ptr %".31"
  br label %"loop.1"
done:
  ret void
loop.1:
  %".34" = phi  i64 [0, %"body"], [%".107", %"done.2"]
  %".35" = icmp slt i64 %".34", %".32"
  br i1 %".35", label %"body.1", label %"done.1"
body.1:
  %".37" = getelementptr inbounds i64, ptr %".5", i64 29
  %".38" = load i64, ptr %".37"
  %".39" = mul i64 %".34", %".38"
  %".40" = getelementptr float, ptr %".18", i64 %".39"
  %".41" = getelementptr inbounds i64, ptr %".5", i64 30
  %".42" = load i64, ptr %".41"
  %".43" = mul i64 %".34", %".42"
  %".44" = getelementptr float, ptr %".22", i64 %".43"
  %".45" = getelementptr inbounds i64, ptr %".5", i64 31
  %".46" = load i64, ptr %".45"
  %".47" = mul i64 %".34", %".46"
  %".48" = getelementptr float, ptr %".26", i64 %".47"
  %".49" = getelementptr inbounds i64, ptr %".5", i64 32
  %".50" = load i64, ptr %".49"
  %".51" = mul i64 %".34", %".50"
  %".52" = getelementptr float, ptr %".30", i64 %".51"
  %".53" = getelementptr inbounds i64, ptr %".5", i64 33
  %".54" = load i64, ptr %".53"
  br label %"loop.2"
done.1:
  %".109" = add nsw i64 %".12", 1
  br label %"loop", !llvm.loop !2
loop.2:
  %".56" = phi  i64 [0, %"body.1"], [%".105", %"done.3"]
  %".57" = icmp slt i64 %".56", %".54"
  br i1 %".57", label %"body.2", label %"done.2"
body.2:
  %".59" = getelementptr inbounds i64, ptr %".5", i64 34
  %".60" = load i64, ptr %".59"
  %".61" = mul i64 %".56", %".60"
  %".62" = getelementptr float, ptr %".40", i64 %".61"
  %".63" = getelementptr inbounds i64, ptr %".5", i64 35
  %".64" = load i64, ptr %".63"
  %".65" = mul i64 %".56", %".64"
  %".66" = getelementptr float, ptr %".44", i64 %".65"
  %".67" = getelementptr inbounds i64, ptr %".5", i64 36
  %".68" = load i64, ptr %".67"
  %".69" = mul i64 %".56", %".68"
  %".70" = getelementptr float, ptr %".48", i64 %".69"
  %".71" = getelementptr inbounds i64, ptr %".5", i64 37
  %".72" = load i64, ptr %".71"
  %".73" = mul i64 %".56", %".72"
  %".74" = getelementptr float, ptr %".52", i64 %".73"
  %".75" = getelementptr inbounds i64, ptr %".5", i64 38
  %".76" = load i64, ptr %".75"
  br label %"loop.3"
done.2:
  %".107" = add nsw i64 %".34", 1
  br label %"loop.1", !llvm.loop !2
loop.3:
  %".78" = phi  i64 [0, %"body.2"], [%".103", %"body.3"]
  %".79" = icmp slt i64 %".78", %".76"
  br i1 %".79", label %"body.3", label %"done.3"
body.3:
  %".81" = getelementptr inbounds i64, ptr %".5", i64 39
  %".82" = load i64, ptr %".81"
  %".83" = mul i64 %".78", %".82"
  %".84" = getelementptr float, ptr %".62", i64 %".83"
  %".85" = getelementptr inbounds i64, ptr %".5", i64 40
  %".86" = load i64, ptr %".85"
  %".87" = mul i64 %".78", %".86"
  %".88" = getelementptr float, ptr %".66", i64 %".87"
  %".89" = getelementptr inbounds i64, ptr %".5", i64 41
  %".90" = load i64, ptr %".89"
  %".91" = mul i64 %".78", %".90"
  %".92" = getelementptr float, ptr %".70", i64 %".91"
  %".93" = getelementptr inbounds i64, ptr %".5", i64 42
  %".94" = load i64, ptr %".93"
  %".95" = mul i64 %".78", %".94"
  %".96" = getelementptr float, ptr %".74", i64 %".95"
  %".97" = getelementptr inbounds i64, ptr %".5", i64 43
  %".98" = load i64, ptr %".97"
  %".99" = icmp ne i64 %".98", 0
  %".100" = select  i1 %".99", ptr %".88", ptr %".84"
  %".101" = select  i1 %".99", ptr %".84", ptr %".88"
  call void @"one_product"(ptr %".100", ptr %".101", ptr %".92", ptr %".96", ptr %".5", i64 %".6", i64 %".7")
  %".103" = add nsw i64 %".78", 1
  br label %"loop.3", !llvm.loop !2
done.3:
  %".105" = add nsw i64 %".56", 1
  br label %"loop.2", !llvm.loop !2
}

!0 = !{ !"llvm.loop.unroll.disable" }
!1 = !{ !"llvm.loop.vectorize.width", i32 1 }
!2 = !{ !2, !0, !1 }
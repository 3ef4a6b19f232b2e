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

define internal void @"copy_float32.0"(ptr %".1", ptr noalias %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8") noinline
{
entry:
  %"m" = alloca i64
  %"n" = alloca i64
  %"row" = alloca i64
  %"column" = alloca i64
  %"c_row" = alloca i64
  %"c_column" = alloca i64
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
  store i64 %".8", i64* %"c_column"
  %".16" = load i64, i64* %"column"
  %".17" = icmp eq i64 %".16", 1
  %".18" = load i64, i64* %"c_column"
  %".19" = icmp eq i64 %".18", 1
  %".20" = and i1 %".17", %".19"
  br i1 %".20", label %"then", label %"else"
then:
  %".22" = load i64, i64* %"m"
  br label %"loop"
else:
  %".53" = load i64, i64* %"n"
  br label %"loop.2"
end:
  ret void
loop:
  %".24" = phi  i64 [0, %"then"], [%".50", %"done.1"]
  %".25" = icmp slt i64 %".24", %".22"
  br i1 %".25", label %"body", label %"done"
body:
  store i64 %".24", i64* %"i"
  %".28" = load i64, i64* %"n"
  br label %"loop.1"
done:
  br label %"end"
loop.1:
  %".30" = phi  i64 [0, %"body"], [%".48", %"body.1"]
  %".31" = icmp slt i64 %".30", %".28"
  br i1 %".31", label %"body.1", label %"done.1"
body.1:
  store i64 %".30", i64* %"j"
  %".34" = load i64, i64* %"i"
  %".35" = load i64, i64* %"row"
  %".36" = mul i64 %".34", %".35"
  %".37" = load i64, i64* %"j"
  %".38" = add i64 %".36", %".37"
  %".39" = getelementptr inbounds float, ptr %".1", i64 %".38"
  %".40" = load float, ptr %".39", align 4
  %".41" = load i64, i64* %"i"
  %".42" = load i64, i64* %"c_row"
  %".43" = mul i64 %".41", %".42"
  %".44" = load i64, i64* %"j"
  %".45" = add i64 %".43", %".44"
  %".46" = getelementptr inbounds float, ptr %".2", i64 %".45"
  store float %".40", ptr %".46", align 4
  %".48" = add nsw i64 %".30", 1
  br label %"loop.1"
done.1:
  %".50" = add nsw i64 %".24", 1
  br label %"loop"
loop.2:
  %".55" = phi  i64 [0, %"else"], [%".98", %"done.3"]
  %".56" = icmp slt i64 %".55", %".53"
  br i1 %".56", label %"body.2", label %"done.2"
body.2:
  store i64 %".55", i64* %"left"
  %".59" = load i64, i64* %"m"
  br label %"loop.3"
done.2:
  br label %"end"
loop.3:
  %".61" = phi  i64 [0, %"body.2"], [%".96", %"done.4"]
  %".62" = icmp slt i64 %".61", %".59"
  br i1 %".62", label %"body.3", label %"done.3"
body.3:
  store i64 %".61", i64* %"i"
  %".65" = load i64, i64* %"left"
  %".66" = load i64, i64* %"left"
  %".67" = add i64 %".66", 16
  %".68" = load i64, i64* %"n"
  %".69" = icmp slt i64 %".68", %".67"
  %".70" = select  i1 %".69", i64 %".68", i64 %".67"
  br label %"loop.4"
done.3:
  %".98" = add nsw i64 %".55", 16
  br label %"loop.2"
loop.4:
  %".72" = phi  i64 [%".65", %"body.3"], [%".94", %"body.4"]
  %".73" = icmp slt i64 %".72", %".70"
  br i1 %".73", label %"body.4", label %"done.4"
body.4:
  store i64 %".72", i64* %"j"
  %".76" = load i64, i64* %"i"
  %".77" = load i64, i64* %"row"
  %".78" = mul i64 %".76", %".77"
  %".79" = load i64, i64* %"j"
  %".80" = load i64, i64* %"column"
  %".81" = mul i64 %".79", %".80"
  %".82" = add i64 %".78", %".81"
  %".83" = getelementptr inbounds float, ptr %".1", i64 %".82"
  %".84" = load float, ptr %".83", align 4
  %".85" = load i64, i64* %"i"
  %".86" = load i64, i64* %"c_row"
  %".87" = mul i64 %".85", %".86"
  %".88" = load i64, i64* %"j"
  %".89" = load i64, i64* %"c_column"
  %".90" = mul i64 %".88", %".89"
  %".91" = add i64 %".87", %".90"
  %".92" = getelementptr inbounds float, ptr %".2", i64 %".91"
  store float %".84", ptr %".92", align 4
  %".94" = add nsw i64 %".72", 1
  br label %"loop.4"
done.4:
  %".96" = add nsw i64 %".61", 1
  br label %"loop.3"
}

define internal void @"one_product"(ptr %".1", ptr %".2", ptr %".3", ptr %".4", ptr %".5", i64 %".6", i64 %".7") noinline
{
entry:
  %".9" = getelementptr inbounds i64, ptr %".5", i64 0
  %".10" = load i64, ptr %".9"
  %".11" = icmp eq i64 %".10", 7
  %".426" = alloca [1024 x float]
  br i1 %".11", label %"entry.if", label %"entry.else"
entry.if:
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
  br label %"entry.endif"
entry.else:
  %".48" = ptrtoint ptr %".4" to i64
  %".49" = ptrtoint ptr %".3" to i64
  %".50" = icmp ne i64 %".48", %".49"
  %".51" = getelementptr inbounds i64, ptr %".5", i64 18
  %".52" = load i64, ptr %".51"
  %".53" = icmp ne i64 %".52", 0
  %".54" = and i1 %".53", %".50"
  br i1 %".54", label %"entry.else.if", label %"entry.else.endif", !prof !0
entry.endif:
  ret void
entry.else.if:
  %".56" = icmp eq i64 %".10", 6
  %".57" = getelementptr inbounds i64, ptr %".5", i64 20
  %".58" = load i64, ptr %".57"
  %".59" = getelementptr inbounds i64, ptr %".5", i64 21
  %".60" = load i64, ptr %".59"
  %".61" = getelementptr inbounds i64, ptr %".5", i64 8
  %".62" = load i64, ptr %".61"
  %".63" = getelementptr inbounds i64, ptr %".5", i64 9
  %".64" = load i64, ptr %".63"
  %".65" = select  i1 %".56", i64 %".60", i64 %".58"
  %".66" = mul i64 %".6", %".65"
  %".67" = getelementptr float, ptr %".4", i64 %".66"
  %".68" = select  i1 %".56", i64 %".64", i64 %".62"
  %".69" = mul i64 %".6", %".68"
  %".70" = getelementptr float, ptr %".3", i64 %".69"
  %".71" = getelementptr inbounds i64, ptr %".5", i64 1
  %".72" = load i64, ptr %".71"
  %".73" = sub i64 %".7", %".6"
  %".74" = select  i1 %".56", i64 %".72", i64 %".73"
  %".75" = sub i64 %".7", %".6"
  %".76" = getelementptr inbounds i64, ptr %".5", i64 2
  %".77" = load i64, ptr %".76"
  %".78" = select  i1 %".56", i64 %".75", i64 %".77"
  call void @"copy_float32.0"(ptr %".67", ptr %".70", i64 %".74", i64 %".78", i64 %".58", i64 %".60", i64 %".62", i64 %".64")
  br label %"entry.else.endif"
entry.else.endif:
  switch i64 %".10", label %"case_0" [i64 1, label %"case_1" i64 2, label %"case_2" i64 3, label %"case_3" i64 4, label %"case_4" i64 5, label %"case_5" i64 6, label %"case_6" i64 8, label %"case_8"]
chosen:
  br label %"entry.endif"
case_0:
  %".82" = getelementptr inbounds i64, ptr %".5", i64 2
  %".83" = load i64, ptr %".82"
  %".84" = getelementptr inbounds i64, ptr %".5", i64 3
  %".85" = load i64, ptr %".84"
  %".86" = getelementptr inbounds i64, ptr %".5", i64 4
  %".87" = load i64, ptr %".86"
  %".88" = getelementptr inbounds i64, ptr %".5", i64 5
  %".89" = load i64, ptr %".88"
  %".90" = getelementptr inbounds i64, ptr %".5", i64 6
  %".91" = load i64, ptr %".90"
  %".92" = getelementptr inbounds i64, ptr %".5", i64 7
  %".93" = load i64, ptr %".92"
  %".94" = getelementptr inbounds i64, ptr %".5", i64 8
  %".95" = load i64, ptr %".94"
  %".96" = getelementptr inbounds i64, ptr %".5", i64 9
  %".97" = load i64, ptr %".96"
  %".98" = getelementptr inbounds i64, ptr %".5", i64 18
  %".99" = load i64, ptr %".98"
  %".100" = getelementptr inbounds i64, ptr %".5", i64 19
  %".101" = load i64, ptr %".100"
  %".102" = bitcast i64 %".101" to double
  %".103" = fptrunc double %".102" to float
  call void @"multiply_float32.0"(ptr %".1", ptr %".2", ptr %".3", i64 %".83", i64 %".85", i64 %".87", i64 %".89", i64 %".91", i64 %".93", i64 %".95", i64 %".97", i64 %".99", float %".103", i64 %".6", i64 %".7")
  br label %"chosen"
case_1:
  %".106" = getelementptr inbounds i64, ptr %".5", i64 4
  %".107" = load i64, ptr %".106"
  %".108" = mul i64 %".6", %".107"
  %".109" = getelementptr float, ptr %".1", i64 %".108"
  %".110" = getelementptr inbounds i64, ptr %".5", i64 8
  %".111" = load i64, ptr %".110"
  %".112" = mul i64 %".6", %".111"
  %".113" = getelementptr float, ptr %".3", i64 %".112"
  %".114" = sub i64 %".7", %".6"
  %".115" = getelementptr inbounds i64, ptr %".5", i64 2
  %".116" = load i64, ptr %".115"
  %".117" = getelementptr inbounds i64, ptr %".5", i64 10
  %".118" = load i64, ptr %".117"
  %".119" = trunc i64 %".118" to i32
  %".120" = getelementptr inbounds i64, ptr %".5", i64 11
  %".121" = load i64, ptr %".120"
  %".122" = trunc i64 %".121" to i32
  %".123" = getelementptr inbounds i64, ptr %".5", i64 12
  %".124" = load i64, ptr %".123"
  %".125" = trunc i64 %".124" to i32
  %".126" = trunc i64 %".114" to i32
  %".127" = trunc i64 %".116" to i32
  %".128" = getelementptr inbounds i64, ptr %".5", i64 3
  %".129" = load i64, ptr %".128"
  %".130" = trunc i64 %".129" to i32
  %".131" = getelementptr inbounds i64, ptr %".5", i64 13
  %".132" = load i64, ptr %".131"
  %".133" = trunc i64 %".132" to i32
  %".134" = getelementptr inbounds i64, ptr %".5", i64 14
  %".135" = load i64, ptr %".134"
  %".136" = trunc i64 %".135" to i32
  %".137" = getelementptr inbounds i64, ptr %".5", i64 15
  %".138" = load i64, ptr %".137"
  %".139" = trunc i64 %".138" to i32
  %".140" = getelementptr inbounds i64, ptr %".5", i64 19
  %".141" = load i64, ptr %".140"
  %".142" = bitcast i64 %".141" to double
  %".143" = fptrunc double %".142" to float
  %".144" = getelementptr inbounds i64, ptr %".5", i64 18
  %".145" = load i64, ptr %".144"
  %".146" = icmp ne i64 %".145", 0
  %".147" = select  i1 %".146", float 0x3ff0000000000000, float              0x0
  %".148" = getelementptr inbounds i64, ptr %".5", i64 16
  %".149" = load i64, ptr %".148"
  %".150" = inttoptr i64 %".149" to ptr
  call void %".150"(i32 %".119", i32 %".122", i32 %".125", i32 %".126", i32 %".127", i32 %".130", float %".143", ptr %".109", i32 %".133", ptr %".2", i32 %".136", float %".147", ptr %".113", i32 %".139")
  br label %"chosen"
case_2:
  %".153" = getelementptr inbounds i64, ptr %".5", i64 4
  %".154" = load i64, ptr %".153"
  %".155" = mul i64 %".6", %".154"
  %".156" = getelementptr float, ptr %".1", i64 %".155"
  %".157" = getelementptr inbounds i64, ptr %".5", i64 8
  %".158" = load i64, ptr %".157"
  %".159" = mul i64 %".6", %".158"
  %".160" = getelementptr float, ptr %".3", i64 %".159"
  %".161" = getelementptr inbounds i64, ptr %".5", i64 3
  %".162" = load i64, ptr %".161"
  %".163" = getelementptr inbounds i64, ptr %".5", i64 11
  %".164" = load i64, ptr %".163"
  %".165" = icmp eq i64 %".164", 111
  %".166" = sub i64 %".7", %".6"
  %".167" = select  i1 %".165", i64 %".166", i64 %".162"
  %".168" = sub i64 %".7", %".6"
  %".169" = select  i1 %".165", i64 %".162", i64 %".168"
  %".170" = trunc i64 101 to i32
  %".171" = getelementptr inbounds i64, ptr %".5", i64 11
  %".172" = load i64, ptr %".171"
  %".173" = trunc i64 %".172" to i32
  %".174" = trunc i64 %".167" to i32
  %".175" = trunc i64 %".169" to i32
  %".176" = getelementptr inbounds i64, ptr %".5", i64 13
  %".177" = load i64, ptr %".176"
  %".178" = trunc i64 %".177" to i32
  %".179" = getelementptr inbounds i64, ptr %".5", i64 6
  %".180" = load i64, ptr %".179"
  %".181" = trunc i64 %".180" to i32
  %".182" = getelementptr inbounds i64, ptr %".5", i64 8
  %".183" = load i64, ptr %".182"
  %".184" = trunc i64 %".183" to i32
  %".185" = getelementptr inbounds i64, ptr %".5", i64 19
  %".186" = load i64, ptr %".185"
  %".187" = bitcast i64 %".186" to double
  %".188" = fptrunc double %".187" to float
  %".189" = getelementptr inbounds i64, ptr %".5", i64 18
  %".190" = load i64, ptr %".189"
  %".191" = icmp ne i64 %".190", 0
  %".192" = select  i1 %".191", float 0x3ff0000000000000, float              0x0
  %".193" = getelementptr inbounds i64, ptr %".5", i64 16
  %".194" = load i64, ptr %".193"
  %".195" = inttoptr i64 %".194" to ptr
  call void %".195"(i32 %".170", i32 %".173", i32 %".174", i32 %".175", float %".188", ptr %".156", i32 %".178", ptr %".2", i32 %".181", float %".192", ptr %".160", i32 %".184")
  br label %"chosen"
case_3:
  %".198" = getelementptr inbounds i64, ptr %".5", i64 17
  %".199" = load i64, ptr %".198"
  %".200" = getelementptr inbounds i64, ptr %".5", i64 1
  %".201" = load i64, ptr %".200"
  %".202" = sub i64 %".201", 1
  %".203" = sdiv i64 %".202", %".199"
  br label %"loop"
case_4:
  %".278" = getelementptr inbounds i64, ptr %".5", i64 1
  %".279" = load i64, ptr %".278"
  %".280" = sub i64 %".7", %".6"
  %".281" = getelementptr inbounds i64, ptr %".5", i64 7
  %".282" = load i64, ptr %".281"
  %".283" = mul i64 %".6", %".282"
  %".284" = getelementptr float, ptr %".2", i64 %".283"
  %".285" = getelementptr inbounds i64, ptr %".5", i64 9
  %".286" = load i64, ptr %".285"
  %".287" = mul i64 %".6", %".286"
  %".288" = getelementptr float, ptr %".3", i64 %".287"
  %".289" = getelementptr inbounds i64, ptr %".5", i64 6
  %".290" = load i64, ptr %".289"
  %".291" = getelementptr inbounds i64, ptr %".5", i64 7
  %".292" = load i64, ptr %".291"
  %".293" = getelementptr inbounds i64, ptr %".5", i64 8
  %".294" = load i64, ptr %".293"
  call void @"copy_float32.0"(ptr %".284", ptr %".288", i64 %".279", i64 %".280", i64 %".290", i64 %".292", i64 %".294", i64 1)
  %".296" = getelementptr inbounds i64, ptr %".5", i64 10
  %".297" = load i64, ptr %".296"
  %".298" = trunc i64 %".297" to i32
  %".299" = trunc i64 141 to i32
  %".300" = getelementptr inbounds i64, ptr %".5", i64 17
  %".301" = load i64, ptr %".300"
  %".302" = trunc i64 %".301" to i32
  %".303" = getelementptr inbounds i64, ptr %".5", i64 11
  %".304" = load i64, ptr %".303"
  %".305" = trunc i64 %".304" to i32
  %".306" = trunc i64 131 to i32
  %".307" = trunc i64 %".279" to i32
  %".308" = trunc i64 %".280" to i32
  %".309" = getelementptr inbounds i64, ptr %".5", i64 13
  %".310" = load i64, ptr %".309"
  %".311" = trunc i64 %".310" to i32
  %".312" = getelementptr inbounds i64, ptr %".5", i64 15
  %".313" = load i64, ptr %".312"
  %".314" = trunc i64 %".313" to i32
  %".315" = getelementptr inbounds i64, ptr %".5", i64 16
  %".316" = load i64, ptr %".315"
  %".317" = inttoptr i64 %".316" to ptr
  call void %".317"(i32 %".298", i32 %".299", i32 %".302", i32 %".305", i32 %".306", i32 %".307", i32 %".308", float 0x3ff0000000000000, ptr %".1", i32 %".311", ptr %".288", i32 %".314")
  br label %"chosen"
case_5:
  %".320" = sub i64 %".7", %".6"
  %".321" = getelementptr inbounds i64, ptr %".5", i64 2
  %".322" = load i64, ptr %".321"
  %".323" = getelementptr inbounds i64, ptr %".5", i64 4
  %".324" = load i64, ptr %".323"
  %".325" = mul i64 %".6", %".324"
  %".326" = getelementptr float, ptr %".1", i64 %".325"
  %".327" = getelementptr inbounds i64, ptr %".5", i64 8
  %".328" = load i64, ptr %".327"
  %".329" = mul i64 %".6", %".328"
  %".330" = getelementptr float, ptr %".3", i64 %".329"
  %".331" = getelementptr inbounds i64, ptr %".5", i64 4
  %".332" = load i64, ptr %".331"
  %".333" = getelementptr inbounds i64, ptr %".5", i64 5
  %".334" = load i64, ptr %".333"
  %".335" = getelementptr inbounds i64, ptr %".5", i64 8
  %".336" = load i64, ptr %".335"
  call void @"copy_float32.0"(ptr %".326", ptr %".330", i64 %".320", i64 %".322", i64 %".332", i64 %".334", i64 %".336", i64 1)
  %".338" = getelementptr inbounds i64, ptr %".5", i64 10
  %".339" = load i64, ptr %".338"
  %".340" = trunc i64 %".339" to i32
  %".341" = trunc i64 142 to i32
  %".342" = getelementptr inbounds i64, ptr %".5", i64 17
  %".343" = load i64, ptr %".342"
  %".344" = trunc i64 %".343" to i32
  %".345" = getelementptr inbounds i64, ptr %".5", i64 12
  %".346" = load i64, ptr %".345"
  %".347" = trunc i64 %".346" to i32
  %".348" = trunc i64 131 to i32
  %".349" = trunc i64 %".320" to i32
  %".350" = trunc i64 %".322" to i32
  %".351" = getelementptr inbounds i64, ptr %".5", i64 14
  %".352" = load i64, ptr %".351"
  %".353" = trunc i64 %".352" to i32
  %".354" = getelementptr inbounds i64, ptr %".5", i64 15
  %".355" = load i64, ptr %".354"
  %".356" = trunc i64 %".355" to i32
  %".357" = getelementptr inbounds i64, ptr %".5", i64 16
  %".358" = load i64, ptr %".357"
  %".359" = inttoptr i64 %".358" to ptr
  call void %".359"(i32 %".340", i32 %".341", i32 %".344", i32 %".347", i32 %".348", i32 %".349", i32 %".350", float 0x3ff0000000000000, ptr %".2", i32 %".353", ptr %".330", i32 %".356")
  br label %"chosen"
case_6:
  %".362" = getelementptr inbounds i64, ptr %".5", i64 7
  %".363" = load i64, ptr %".362"
  %".364" = mul i64 %".6", %".363"
  %".365" = getelementptr float, ptr %".2", i64 %".364"
  %".366" = getelementptr inbounds i64, ptr %".5", i64 9
  %".367" = load i64, ptr %".366"
  %".368" = mul i64 %".6", %".367"
  %".369" = getelementptr float, ptr %".3", i64 %".368"
  %".370" = getelementptr inbounds i64, ptr %".5", i64 1
  %".371" = load i64, ptr %".370"
  %".372" = sub i64 %".7", %".6"
  %".373" = getelementptr inbounds i64, ptr %".5", i64 10
  %".374" = load i64, ptr %".373"
  %".375" = trunc i64 %".374" to i32
  %".376" = getelementptr inbounds i64, ptr %".5", i64 11
  %".377" = load i64, ptr %".376"
  %".378" = trunc i64 %".377" to i32
  %".379" = getelementptr inbounds i64, ptr %".5", i64 12
  %".380" = load i64, ptr %".379"
  %".381" = trunc i64 %".380" to i32
  %".382" = trunc i64 %".371" to i32
  %".383" = trunc i64 %".372" to i32
  %".384" = getelementptr inbounds i64, ptr %".5", i64 3
  %".385" = load i64, ptr %".384"
  %".386" = trunc i64 %".385" to i32
  %".387" = getelementptr inbounds i64, ptr %".5", i64 13
  %".388" = load i64, ptr %".387"
  %".389" = trunc i64 %".388" to i32
  %".390" = getelementptr inbounds i64, ptr %".5", i64 14
  %".391" = load i64, ptr %".390"
  %".392" = trunc i64 %".391" to i32
  %".393" = getelementptr inbounds i64, ptr %".5", i64 15
  %".394" = load i64, ptr %".393"
  %".395" = trunc i64 %".394" to i32
  %".396" = getelementptr inbounds i64, ptr %".5", i64 19
  %".397" = load i64, ptr %".396"
  %".398" = bitcast i64 %".397" to double
  %".399" = fptrunc double %".398" to float
  %".400" = getelementptr inbounds i64, ptr %".5", i64 18
  %".401" = load i64, ptr %".400"
  %".402" = icmp ne i64 %".401", 0
  %".403" = select  i1 %".402", float 0x3ff0000000000000, float              0x0
  %".404" = getelementptr inbounds i64, ptr %".5", i64 16
  %".405" = load i64, ptr %".404"
  %".406" = inttoptr i64 %".405" to ptr
  call void %".406"(i32 %".375", i32 %".378", i32 %".381", i32 %".382", i32 %".383", i32 %".386", float %".399", ptr %".1", i32 %".389", ptr %".365", i32 %".392", float %".403", ptr %".369", i32 %".395")
  br label %"chosen"
case_8:
  %".409" = getelementptr inbounds i64, ptr %".5", i64 2
  %".410" = load i64, ptr %".409"
  %".411" = getelementptr inbounds i64, ptr %".5", i64 3
  %".412" = load i64, ptr %".411"
  %".413" = getelementptr inbounds i64, ptr %".5", i64 4
  %".414" = load i64, ptr %".413"
  %".415" = getelementptr inbounds i64, ptr %".5", i64 5
  %".416" = load i64, ptr %".415"
  %".417" = getelementptr inbounds i64, ptr %".5", i64 8
  %".418" = load i64, ptr %".417"
  %".419" = getelementptr inbounds i64, ptr %".5", i64 6
  %".420" = load i64, ptr %".419"
  %".421" = getelementptr inbounds i64, ptr %".5", i64 7
  %".422" = load i64, ptr %".421"
  %".423" = getelementptr inbounds i64, ptr %".5", i64 12
  %".424" = load i64, ptr %".423"
  %".425" = icmp ne i64 %".424", 0
  br i1 %".425", label %"case_8.if", label %"case_8.endif"
loop:
  %".205" = phi  i64 [%".6", %"case_3"], [%".275", %"done.1"]
  %".206" = icmp slt i64 %".205", %".7"
  br i1 %".206", label %"body", label %"done"
body:
  br label %"loop.1"
done:
  br label %"chosen"
loop.1:
  %".209" = phi  i64 [0, %"body"], [%".273", %"body.1.endif"]
  %".210" = icmp slt i64 %".209", 2
  br i1 %".210", label %"body.1", label %"done.1"
body.1:
  %".212" = sub i64 %".203", %".205"
  %".213" = icmp eq i64 %".209", 0
  %".214" = select  i1 %".213", i64 %".205", i64 %".212"
  %".215" = icmp eq i64 %".209", 1
  %".216" = icmp eq i64 %".205", %".212"
  %".217" = and i1 %".215", %".216"
  %".218" = mul i64 %".214", %".199"
  %".219" = add i64 %".218", %".199"
  %".220" = icmp slt i64 %".219", %".201"
  %".221" = select  i1 %".220", i64 %".219", i64 %".201"
  %".222" = select  i1 %".217", i64 %".218", i64 %".221"
  %".223" = icmp slt i64 %".218", %".222"
  br i1 %".223", label %"body.1.if", label %"body.1.endif"
done.1:
  %".275" = add nsw i64 %".205", 1
  br label %"loop"
body.1.if:
  %".225" = getelementptr inbounds i64, ptr %".5", i64 4
  %".226" = load i64, ptr %".225"
  %".227" = mul i64 %".218", %".226"
  %".228" = getelementptr float, ptr %".1", i64 %".227"
  %".229" = getelementptr inbounds i64, ptr %".5", i64 8
  %".230" = load i64, ptr %".229"
  %".231" = mul i64 %".218", %".230"
  %".232" = getelementptr float, ptr %".3", i64 %".231"
  %".233" = sub i64 %".222", %".218"
  %".234" = getelementptr inbounds i64, ptr %".5", i64 10
  %".235" = load i64, ptr %".234"
  %".236" = trunc i64 %".235" to i32
  %".237" = getelementptr inbounds i64, ptr %".5", i64 11
  %".238" = load i64, ptr %".237"
  %".239" = trunc i64 %".238" to i32
  %".240" = getelementptr inbounds i64, ptr %".5", i64 12
  %".241" = load i64, ptr %".240"
  %".242" = trunc i64 %".241" to i32
  %".243" = trunc i64 %".233" to i32
  %".244" = trunc i64 %".222" to i32
  %".245" = getelementptr inbounds i64, ptr %".5", i64 3
  %".246" = load i64, ptr %".245"
  %".247" = trunc i64 %".246" to i32
  %".248" = getelementptr inbounds i64, ptr %".5", i64 13
  %".249" = load i64, ptr %".248"
  %".250" = trunc i64 %".249" to i32
  %".251" = getelementptr inbounds i64, ptr %".5", i64 14
  %".252" = load i64, ptr %".251"
  %".253" = trunc i64 %".252" to i32
  %".254" = getelementptr inbounds i64, ptr %".5", i64 15
  %".255" = load i64, ptr %".254"
  %".256" = trunc i64 %".255" to i32
  %".257" = getelementptr inbounds i64, ptr %".5", i64 19
  %".258" = load i64, ptr %".257"
  %".259" = bitcast i64 %".258" to double
  %".260" = fptrunc double %".259" to float
  %".261" = getelementptr inbounds i64, ptr %".5", i64 18
  %".262" = load i64, ptr %".261"
  %".263" = icmp ne i64 %".262", 0
  %".264" = select  i1 %".263", float 0x3ff0000000000000, float              0x0
  %".265" = getelementptr inbounds i64, ptr %".5", i64 16
  %".266" = load i64, ptr %".265"
  %".267" = inttoptr i64 %".266" to ptr
  call void %".267"(i32 %".236", i32 %".239", i32 %".242", i32 %".243", i32 %".244", i32 %".247", float %".260", ptr %".228", i32 %".250", ptr %".2", i32 %".253", float %".264", ptr %".232", i32 %".256")
  %".269" = getelementptr inbounds i64, ptr %".5", i64 8
  %".270" = load i64, ptr %".269"
  call void @"mirror_float32.0"(ptr %".3", i64 %".270", i64 %".218", i64 %".222")
  br label %"body.1.endif"
body.1.endif:
  %".273" = add nsw i64 %".209", 1
  br label %"loop.1"
case_8.if:
  call void @"copy_float32.0"(ptr %".2", [1024 x float]* %".426", i64 %".412", i64 %".410", i64 %".420", i64 %".422", i64 %".410", i64 1)
  br label %"case_8.endif"
case_8.endif:
  %".430" = select  i1 %".425", [1024 x float]* %".426", ptr %".2"
  %".431" = select  i1 %".425", i64 %".410", i64 %".420"
  %".432" = getelementptr inbounds i64, ptr %".5", i64 18
  %".433" = load i64, ptr %".432"
  %".434" = icmp ne i64 %".433", 0
  %".435" = sub i64 %".7", 1
  %".436" = getelementptr inbounds i64, ptr %".5", i64 19
  %".437" = load i64, ptr %".436"
  %".438" = bitcast i64 %".437" to double
  %".439" = fptrunc double %".438" to float
  %".440" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".439", i32 0
  %".441" = shufflevector <8 x float> %".440", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".442" = getelementptr inbounds i64, ptr %".5", i64 17
  %".443" = load i64, ptr %".442"
  switch i64 %".443", label %"case_0.1" [i64 1, label %"case_1.1" i64 2, label %"case_2.1"]
chosen.1:
  br label %"chosen"
case_0.1:
  br label %"loop.2"
case_1.1:
  br label %"loop.4"
case_2.1:
  br label %"loop.6"
loop.2:
  %".446" = phi  i64 [0, %"case_0.1"], [%".673", %"done.3"]
  %".447" = icmp slt i64 %".446", %".410"
  br i1 %".447", label %"body.2", label %"done.2"
body.2:
  %".449" = add i64 %".446", 0
  %".450" = sub i64 %".410", %".449"
  %".451" = trunc i64 %".450" to i32
  %".452" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".451", i32 0
  %".453" = shufflevector <8 x i32> %".452", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".454" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".453"
  br label %"loop.3"
done.2:
  br label %"chosen.1"
loop.3:
  %".456" = phi  i64 [%".6", %"body.2"], [%".671", %"summed.endif.endif.endif.endif.endif.endif.endif.endif"]
  %".457" = icmp slt i64 %".456", %".7"
  br i1 %".457", label %"body.3", label %"done.3"
body.3:
  %".459" = add i64 %".456", 0
  %".460" = add i64 %".456", 1
  %".461" = add i64 %".456", 2
  %".462" = add i64 %".456", 3
  %".463" = add i64 %".456", 4
  %".464" = add i64 %".456", 5
  %".465" = add i64 %".456", 6
  %".466" = add i64 %".456", 7
  %".467" = icmp sle i64 %".459", %".435"
  %".468" = icmp sle i64 %".460", %".435"
  %".469" = icmp sle i64 %".461", %".435"
  %".470" = icmp sle i64 %".462", %".435"
  %".471" = icmp sle i64 %".463", %".435"
  %".472" = icmp sle i64 %".464", %".435"
  %".473" = icmp sle i64 %".465", %".435"
  %".474" = icmp sle i64 %".466", %".435"
  %".475" = select  i1 %".467", i64 %".459", i64 %".435"
  %".476" = mul i64 %".475", %".414"
  %".477" = getelementptr inbounds float, ptr %".1", i64 %".476"
  %".478" = select  i1 %".468", i64 %".460", i64 %".435"
  %".479" = mul i64 %".478", %".414"
  %".480" = getelementptr inbounds float, ptr %".1", i64 %".479"
  %".481" = select  i1 %".469", i64 %".461", i64 %".435"
  %".482" = mul i64 %".481", %".414"
  %".483" = getelementptr inbounds float, ptr %".1", i64 %".482"
  %".484" = select  i1 %".470", i64 %".462", i64 %".435"
  %".485" = mul i64 %".484", %".414"
  %".486" = getelementptr inbounds float, ptr %".1", i64 %".485"
  %".487" = select  i1 %".471", i64 %".463", i64 %".435"
  %".488" = mul i64 %".487", %".414"
  %".489" = getelementptr inbounds float, ptr %".1", i64 %".488"
  %".490" = select  i1 %".472", i64 %".464", i64 %".435"
  %".491" = mul i64 %".490", %".414"
  %".492" = getelementptr inbounds float, ptr %".1", i64 %".491"
  %".493" = select  i1 %".473", i64 %".465", i64 %".435"
  %".494" = mul i64 %".493", %".414"
  %".495" = getelementptr inbounds float, ptr %".1", i64 %".494"
  %".496" = select  i1 %".474", i64 %".466", i64 %".435"
  %".497" = mul i64 %".496", %".414"
  %".498" = getelementptr inbounds float, ptr %".1", i64 %".497"
  br label %"terms"
done.3:
  %".673" = add nsw i64 %".446", 8
  br label %"loop.2", !llvm.loop !3
terms:
  %".500" = phi  i64 [0, %"body.3"], [%".557", %"term"]
  %".501" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".521", %"term"]
  %".502" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".526", %"term"]
  %".503" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".531", %"term"]
  %".504" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".536", %"term"]
  %".505" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".541", %"term"]
  %".506" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".546", %"term"]
  %".507" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".551", %"term"]
  %".508" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".556", %"term"]
  %".509" = icmp slt i64 %".500", %".412"
  br i1 %".509", label %"term", label %"summed"
term:
  %".511" = mul i64 %".500", %".431"
  %".512" = add i64 %".511", %".446"
  %".513" = getelementptr inbounds float, [1024 x float]* %".430", i64 %".512"
  %".514" = mul i64 %".500", %".416"
  %".515" = getelementptr inbounds float, [1024 x float]* %".513", i64 0
  %".516" = call <8 x float> @"llvm.masked.load.v8f32.p0"([1024 x float]* %".515", i32 4, <8 x i1> %".454", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".517" = getelementptr inbounds float, ptr %".477", i64 %".514"
  %".518" = load float, ptr %".517"
  %".519" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".518", i32 0
  %".520" = shufflevector <8 x float> %".519", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".521" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".520", <8 x float> %".516", <8 x float> %".501")
  %".522" = getelementptr inbounds float, ptr %".480", i64 %".514"
  %".523" = load float, ptr %".522"
  %".524" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".523", i32 0
  %".525" = shufflevector <8 x float> %".524", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".526" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".525", <8 x float> %".516", <8 x float> %".502")
  %".527" = getelementptr inbounds float, ptr %".483", i64 %".514"
  %".528" = load float, ptr %".527"
  %".529" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".528", i32 0
  %".530" = shufflevector <8 x float> %".529", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".531" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".530", <8 x float> %".516", <8 x float> %".503")
  %".532" = getelementptr inbounds float, ptr %".486", i64 %".514"
  %".533" = load float, ptr %".532"
  %".534" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".533", i32 0
  %".535" = shufflevector <8 x float> %".534", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".536" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".535", <8 x float> %".516", <8 x float> %".504")
  %".537" = getelementptr inbounds float, ptr %".489", i64 %".514"
  %".538" = load float, ptr %".537"
  %".539" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".538", i32 0
  %".540" = shufflevector <8 x float> %".539", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".541" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".540", <8 x float> %".516", <8 x float> %".505")
  %".542" = getelementptr inbounds float, ptr %".492", i64 %".514"
  %".543" = load float, ptr %".542"
  %".544" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".543", i32 0
  %".545" = shufflevector <8 x float> %".544", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".546" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".545", <8 x float> %".516", <8 x float> %".506")
  %".547" = getelementptr inbounds float, ptr %".495", i64 %".514"
  %".548" = load float, ptr %".547"
  %".549" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".548", i32 0
  %".550" = shufflevector <8 x float> %".549", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".551" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".550", <8 x float> %".516", <8 x float> %".507")
  %".552" = getelementptr inbounds float, ptr %".498", i64 %".514"
  %".553" = load float, ptr %".552"
  %".554" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".553", i32 0
  %".555" = shufflevector <8 x float> %".554", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".556" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".555", <8 x float> %".516", <8 x float> %".508")
  %".557" = add nsw i64 %".500", 1
  br label %"terms", !llvm.loop !3
summed:
  %".559" = fmul <8 x float> %".501", %".441"
  br i1 %".467", label %"summed.if", label %"summed.endif"
summed.if:
  %".561" = mul i64 %".459", %".418"
  %".562" = add i64 %".561", %".446"
  %".563" = getelementptr inbounds float, ptr %".3", i64 %".562"
  %".564" = getelementptr inbounds float, ptr %".563", i64 0
  br i1 %".434", label %"summed.if.if", label %"summed.if.else"
summed.endif:
  %".573" = fmul <8 x float> %".502", %".441"
  br i1 %".468", label %"summed.endif.if", label %"summed.endif.endif"
summed.if.if:
  %".566" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".564", i32 4, <8 x i1> %".454", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".567" = fadd <8 x float> %".566", %".559"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".567", ptr %".564", i32 4, <8 x i1> %".454")
  br label %"summed.if.endif"
summed.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".559", ptr %".564", i32 4, <8 x i1> %".454")
  br label %"summed.if.endif"
summed.if.endif:
  br label %"summed.endif"
summed.endif.if:
  %".575" = mul i64 %".460", %".418"
  %".576" = add i64 %".575", %".446"
  %".577" = getelementptr inbounds float, ptr %".3", i64 %".576"
  %".578" = getelementptr inbounds float, ptr %".577", i64 0
  br i1 %".434", label %"summed.endif.if.if", label %"summed.endif.if.else"
summed.endif.endif:
  %".587" = fmul <8 x float> %".503", %".441"
  br i1 %".469", label %"summed.endif.endif.if", label %"summed.endif.endif.endif"
summed.endif.if.if:
  %".580" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".578", i32 4, <8 x i1> %".454", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".581" = fadd <8 x float> %".580", %".573"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".581", ptr %".578", i32 4, <8 x i1> %".454")
  br label %"summed.endif.if.endif"
summed.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".573", ptr %".578", i32 4, <8 x i1> %".454")
  br label %"summed.endif.if.endif"
summed.endif.if.endif:
  br label %"summed.endif.endif"
summed.endif.endif.if:
  %".589" = mul i64 %".461", %".418"
  %".590" = add i64 %".589", %".446"
  %".591" = getelementptr inbounds float, ptr %".3", i64 %".590"
  %".592" = getelementptr inbounds float, ptr %".591", i64 0
  br i1 %".434", label %"summed.endif.endif.if.if", label %"summed.endif.endif.if.else"
summed.endif.endif.endif:
  %".601" = fmul <8 x float> %".504", %".441"
  br i1 %".470", label %"summed.endif.endif.endif.if", label %"summed.endif.endif.endif.endif"
summed.endif.endif.if.if:
  %".594" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".592", i32 4, <8 x i1> %".454", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".595" = fadd <8 x float> %".594", %".587"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".595", ptr %".592", i32 4, <8 x i1> %".454")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".587", ptr %".592", i32 4, <8 x i1> %".454")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.endif:
  br label %"summed.endif.endif.endif"
summed.endif.endif.endif.if:
  %".603" = mul i64 %".462", %".418"
  %".604" = add i64 %".603", %".446"
  %".605" = getelementptr inbounds float, ptr %".3", i64 %".604"
  %".606" = getelementptr inbounds float, ptr %".605", i64 0
  br i1 %".434", label %"summed.endif.endif.endif.if.if", label %"summed.endif.endif.endif.if.else"
summed.endif.endif.endif.endif:
  %".615" = fmul <8 x float> %".505", %".441"
  br i1 %".471", label %"summed.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.if.if:
  %".608" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".606", i32 4, <8 x i1> %".454", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".609" = fadd <8 x float> %".608", %".601"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".609", ptr %".606", i32 4, <8 x i1> %".454")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".601", ptr %".606", i32 4, <8 x i1> %".454")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if:
  %".617" = mul i64 %".463", %".418"
  %".618" = add i64 %".617", %".446"
  %".619" = getelementptr inbounds float, ptr %".3", i64 %".618"
  %".620" = getelementptr inbounds float, ptr %".619", i64 0
  br i1 %".434", label %"summed.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif:
  %".629" = fmul <8 x float> %".506", %".441"
  br i1 %".472", label %"summed.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if.if:
  %".622" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".620", i32 4, <8 x i1> %".454", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".623" = fadd <8 x float> %".622", %".615"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".623", ptr %".620", i32 4, <8 x i1> %".454")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".615", ptr %".620", i32 4, <8 x i1> %".454")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if:
  %".631" = mul i64 %".464", %".418"
  %".632" = add i64 %".631", %".446"
  %".633" = getelementptr inbounds float, ptr %".3", i64 %".632"
  %".634" = getelementptr inbounds float, ptr %".633", i64 0
  br i1 %".434", label %"summed.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif:
  %".643" = fmul <8 x float> %".507", %".441"
  br i1 %".473", label %"summed.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if.if:
  %".636" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".634", i32 4, <8 x i1> %".454", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".637" = fadd <8 x float> %".636", %".629"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".637", ptr %".634", i32 4, <8 x i1> %".454")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".629", ptr %".634", i32 4, <8 x i1> %".454")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if:
  %".645" = mul i64 %".465", %".418"
  %".646" = add i64 %".645", %".446"
  %".647" = getelementptr inbounds float, ptr %".3", i64 %".646"
  %".648" = getelementptr inbounds float, ptr %".647", i64 0
  br i1 %".434", label %"summed.endif.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif.endif:
  %".657" = fmul <8 x float> %".508", %".441"
  br i1 %".474", label %"summed.endif.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if.if:
  %".650" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".648", i32 4, <8 x i1> %".454", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".651" = fadd <8 x float> %".650", %".643"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".651", ptr %".648", i32 4, <8 x i1> %".454")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".643", ptr %".648", i32 4, <8 x i1> %".454")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.endif.if:
  %".659" = mul i64 %".466", %".418"
  %".660" = add i64 %".659", %".446"
  %".661" = getelementptr inbounds float, ptr %".3", i64 %".660"
  %".662" = getelementptr inbounds float, ptr %".661", i64 0
  br i1 %".434", label %"summed.endif.endif.endif....if", label %"summed.endif.endif.endif....else"
summed.endif.endif.endif.endif.endif.endif.endif.endif:
  %".671" = add nsw i64 %".456", 8
  br label %"loop.3", !llvm.loop !3
summed.endif.endif.endif....if:
  %".664" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".662", i32 4, <8 x i1> %".454", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".665" = fadd <8 x float> %".664", %".657"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".665", ptr %".662", i32 4, <8 x i1> %".454")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".657", ptr %".662", i32 4, <8 x i1> %".454")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
loop.4:
  %".677" = phi  i64 [0, %"case_1.1"], [%".804", %"done.5"]
  %".678" = icmp slt i64 %".677", %".410"
  br i1 %".678", label %"body.4", label %"done.4"
body.4:
  %".680" = add i64 %".677", 0
  %".681" = sub i64 %".410", %".680"
  %".682" = trunc i64 %".681" to i32
  %".683" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".682", i32 0
  %".684" = shufflevector <8 x i32> %".683", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".685" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".684"
  br label %"loop.5"
done.4:
  br label %"chosen.1"
loop.5:
  %".687" = phi  i64 [%".6", %"body.4"], [%".802", %"summed.1.endif.endif.endif.endif"]
  %".688" = icmp slt i64 %".687", %".7"
  br i1 %".688", label %"body.5", label %"done.5"
body.5:
  %".690" = add i64 %".687", 0
  %".691" = add i64 %".687", 1
  %".692" = add i64 %".687", 2
  %".693" = add i64 %".687", 3
  %".694" = icmp sle i64 %".690", %".435"
  %".695" = icmp sle i64 %".691", %".435"
  %".696" = icmp sle i64 %".692", %".435"
  %".697" = icmp sle i64 %".693", %".435"
  %".698" = select  i1 %".694", i64 %".690", i64 %".435"
  %".699" = mul i64 %".698", %".414"
  %".700" = getelementptr inbounds float, ptr %".1", i64 %".699"
  %".701" = select  i1 %".695", i64 %".691", i64 %".435"
  %".702" = mul i64 %".701", %".414"
  %".703" = getelementptr inbounds float, ptr %".1", i64 %".702"
  %".704" = select  i1 %".696", i64 %".692", i64 %".435"
  %".705" = mul i64 %".704", %".414"
  %".706" = getelementptr inbounds float, ptr %".1", i64 %".705"
  %".707" = select  i1 %".697", i64 %".693", i64 %".435"
  %".708" = mul i64 %".707", %".414"
  %".709" = getelementptr inbounds float, ptr %".1", i64 %".708"
  br label %"terms.1"
done.5:
  %".804" = add nsw i64 %".677", 8
  br label %"loop.4", !llvm.loop !3
terms.1:
  %".711" = phi  i64 [0, %"body.5"], [%".744", %"term.1"]
  %".712" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".728", %"term.1"]
  %".713" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".733", %"term.1"]
  %".714" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".738", %"term.1"]
  %".715" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".743", %"term.1"]
  %".716" = icmp slt i64 %".711", %".412"
  br i1 %".716", label %"term.1", label %"summed.1"
term.1:
  %".718" = mul i64 %".711", %".431"
  %".719" = add i64 %".718", %".677"
  %".720" = getelementptr inbounds float, [1024 x float]* %".430", i64 %".719"
  %".721" = mul i64 %".711", %".416"
  %".722" = getelementptr inbounds float, [1024 x float]* %".720", i64 0
  %".723" = call <8 x float> @"llvm.masked.load.v8f32.p0"([1024 x float]* %".722", i32 4, <8 x i1> %".685", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".724" = getelementptr inbounds float, ptr %".700", i64 %".721"
  %".725" = load float, ptr %".724"
  %".726" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".725", i32 0
  %".727" = shufflevector <8 x float> %".726", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".728" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".727", <8 x float> %".723", <8 x float> %".712")
  %".729" = getelementptr inbounds float, ptr %".703", i64 %".721"
  %".730" = load float, ptr %".729"
  %".731" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".730", i32 0
  %".732" = shufflevector <8 x float> %".731", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".733" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".732", <8 x float> %".723", <8 x float> %".713")
  %".734" = getelementptr inbounds float, ptr %".706", i64 %".721"
  %".735" = load float, ptr %".734"
  %".736" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".735", i32 0
  %".737" = shufflevector <8 x float> %".736", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".738" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".737", <8 x float> %".723", <8 x float> %".714")
  %".739" = getelementptr inbounds float, ptr %".709", i64 %".721"
  %".740" = load float, ptr %".739"
  %".741" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".740", i32 0
  %".742" = shufflevector <8 x float> %".741", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".743" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".742", <8 x float> %".723", <8 x float> %".715")
  %".744" = add nsw i64 %".711", 1
  br label %"terms.1", !llvm.loop !3
summed.1:
  %".746" = fmul <8 x float> %".712", %".441"
  br i1 %".694", label %"summed.1.if", label %"summed.1.endif"
summed.1.if:
  %".748" = mul i64 %".690", %".418"
  %".749" = add i64 %".748", %".677"
  %".750" = getelementptr inbounds float, ptr %".3", i64 %".749"
  %".751" = getelementptr inbounds float, ptr %".750", i64 0
  br i1 %".434", label %"summed.1.if.if", label %"summed.1.if.else"
summed.1.endif:
  %".760" = fmul <8 x float> %".713", %".441"
  br i1 %".695", label %"summed.1.endif.if", label %"summed.1.endif.endif"
summed.1.if.if:
  %".753" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".751", i32 4, <8 x i1> %".685", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".754" = fadd <8 x float> %".753", %".746"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".754", ptr %".751", i32 4, <8 x i1> %".685")
  br label %"summed.1.if.endif"
summed.1.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".746", ptr %".751", i32 4, <8 x i1> %".685")
  br label %"summed.1.if.endif"
summed.1.if.endif:
  br label %"summed.1.endif"
summed.1.endif.if:
  %".762" = mul i64 %".691", %".418"
  %".763" = add i64 %".762", %".677"
  %".764" = getelementptr inbounds float, ptr %".3", i64 %".763"
  %".765" = getelementptr inbounds float, ptr %".764", i64 0
  br i1 %".434", label %"summed.1.endif.if.if", label %"summed.1.endif.if.else"
summed.1.endif.endif:
  %".774" = fmul <8 x float> %".714", %".441"
  br i1 %".696", label %"summed.1.endif.endif.if", label %"summed.1.endif.endif.endif"
summed.1.endif.if.if:
  %".767" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".765", i32 4, <8 x i1> %".685", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".768" = fadd <8 x float> %".767", %".760"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".768", ptr %".765", i32 4, <8 x i1> %".685")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".760", ptr %".765", i32 4, <8 x i1> %".685")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.endif:
  br label %"summed.1.endif.endif"
summed.1.endif.endif.if:
  %".776" = mul i64 %".692", %".418"
  %".777" = add i64 %".776", %".677"
  %".778" = getelementptr inbounds float, ptr %".3", i64 %".777"
  %".779" = getelementptr inbounds float, ptr %".778", i64 0
  br i1 %".434", label %"summed.1.endif.endif.if.if", label %"summed.1.endif.endif.if.else"
summed.1.endif.endif.endif:
  %".788" = fmul <8 x float> %".715", %".441"
  br i1 %".697", label %"summed.1.endif.endif.endif.if", label %"summed.1.endif.endif.endif.endif"
summed.1.endif.endif.if.if:
  %".781" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".779", i32 4, <8 x i1> %".685", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".782" = fadd <8 x float> %".781", %".774"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".782", ptr %".779", i32 4, <8 x i1> %".685")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".774", ptr %".779", i32 4, <8 x i1> %".685")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif"
summed.1.endif.endif.endif.if:
  %".790" = mul i64 %".693", %".418"
  %".791" = add i64 %".790", %".677"
  %".792" = getelementptr inbounds float, ptr %".3", i64 %".791"
  %".793" = getelementptr inbounds float, ptr %".792", i64 0
  br i1 %".434", label %"summed.1.endif.endif.endif.if.if", label %"summed.1.endif.endif.endif.if.else"
summed.1.endif.endif.endif.endif:
  %".802" = add nsw i64 %".687", 4
  br label %"loop.5", !llvm.loop !3
summed.1.endif.endif.endif.if.if:
  %".795" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".793", i32 4, <8 x i1> %".685", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".796" = fadd <8 x float> %".795", %".788"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".796", ptr %".793", i32 4, <8 x i1> %".685")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".788", ptr %".793", i32 4, <8 x i1> %".685")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif.endif"
loop.6:
  %".808" = phi  i64 [0, %"case_2.1"], [%".975", %"done.7"]
  %".809" = icmp slt i64 %".808", %".410"
  br i1 %".809", label %"body.6", label %"done.6"
body.6:
  %".811" = add i64 %".808", 0
  %".812" = sub i64 %".410", %".811"
  %".813" = trunc i64 %".812" to i32
  %".814" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".813", i32 0
  %".815" = shufflevector <8 x i32> %".814", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".816" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".815"
  %".817" = add i64 %".808", 8
  %".818" = sub i64 %".410", %".817"
  %".819" = trunc i64 %".818" to i32
  %".820" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".819", i32 0
  %".821" = shufflevector <8 x i32> %".820", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".822" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".821"
  br label %"loop.7"
done.6:
  br label %"chosen.1"
loop.7:
  %".824" = phi  i64 [%".6", %"body.6"], [%".973", %"summed.2.endif.endif.endif.endif"]
  %".825" = icmp slt i64 %".824", %".7"
  br i1 %".825", label %"body.7", label %"done.7"
body.7:
  %".827" = add i64 %".824", 0
  %".828" = add i64 %".824", 1
  %".829" = add i64 %".824", 2
  %".830" = add i64 %".824", 3
  %".831" = icmp sle i64 %".827", %".435"
  %".832" = icmp sle i64 %".828", %".435"
  %".833" = icmp sle i64 %".829", %".435"
  %".834" = icmp sle i64 %".830", %".435"
  %".835" = select  i1 %".831", i64 %".827", i64 %".435"
  %".836" = mul i64 %".835", %".414"
  %".837" = getelementptr inbounds float, ptr %".1", i64 %".836"
  %".838" = select  i1 %".832", i64 %".828", i64 %".435"
  %".839" = mul i64 %".838", %".414"
  %".840" = getelementptr inbounds float, ptr %".1", i64 %".839"
  %".841" = select  i1 %".833", i64 %".829", i64 %".435"
  %".842" = mul i64 %".841", %".414"
  %".843" = getelementptr inbounds float, ptr %".1", i64 %".842"
  %".844" = select  i1 %".834", i64 %".830", i64 %".435"
  %".845" = mul i64 %".844", %".414"
  %".846" = getelementptr inbounds float, ptr %".1", i64 %".845"
  br label %"terms.2"
done.7:
  %".975" = add nsw i64 %".808", 16
  br label %"loop.6", !llvm.loop !3
terms.2:
  %".848" = phi  i64 [0, %"body.7"], [%".891", %"term.2"]
  %".849" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".871", %"term.2"]
  %".850" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".872", %"term.2"]
  %".851" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".877", %"term.2"]
  %".852" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".878", %"term.2"]
  %".853" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".883", %"term.2"]
  %".854" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".884", %"term.2"]
  %".855" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".889", %"term.2"]
  %".856" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".890", %"term.2"]
  %".857" = icmp slt i64 %".848", %".412"
  br i1 %".857", label %"term.2", label %"summed.2"
term.2:
  %".859" = mul i64 %".848", %".431"
  %".860" = add i64 %".859", %".808"
  %".861" = getelementptr inbounds float, [1024 x float]* %".430", i64 %".860"
  %".862" = mul i64 %".848", %".416"
  %".863" = getelementptr inbounds float, [1024 x float]* %".861", i64 0
  %".864" = getelementptr inbounds float, [1024 x float]* %".861", i64 8
  %".865" = call <8 x float> @"llvm.masked.load.v8f32.p0"([1024 x float]* %".863", i32 4, <8 x i1> %".816", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".866" = call <8 x float> @"llvm.masked.load.v8f32.p0"([1024 x float]* %".864", i32 4, <8 x i1> %".822", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".867" = getelementptr inbounds float, ptr %".837", i64 %".862"
  %".868" = load float, ptr %".867"
  %".869" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".868", i32 0
  %".870" = shufflevector <8 x float> %".869", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".871" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".870", <8 x float> %".865", <8 x float> %".849")
  %".872" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".870", <8 x float> %".866", <8 x float> %".850")
  %".873" = getelementptr inbounds float, ptr %".840", i64 %".862"
  %".874" = load float, ptr %".873"
  %".875" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".874", i32 0
  %".876" = shufflevector <8 x float> %".875", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".877" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".876", <8 x float> %".865", <8 x float> %".851")
  %".878" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".876", <8 x float> %".866", <8 x float> %".852")
  %".879" = getelementptr inbounds float, ptr %".843", i64 %".862"
  %".880" = load float, ptr %".879"
  %".881" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".880", i32 0
  %".882" = shufflevector <8 x float> %".881", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".883" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".882", <8 x float> %".865", <8 x float> %".853")
  %".884" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".882", <8 x float> %".866", <8 x float> %".854")
  %".885" = getelementptr inbounds float, ptr %".846", i64 %".862"
  %".886" = load float, ptr %".885"
  %".887" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".886", i32 0
  %".888" = shufflevector <8 x float> %".887", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".889" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".888", <8 x float> %".865", <8 x float> %".855")
  %".890" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".888", <8 x float> %".866", <8 x float> %".856")
  %".891" = add nsw i64 %".848", 1
  br label %"terms.2", !llvm.loop !3
summed.2:
  %".893" = fmul <8 x float> %".849", %".441"
  %".894" = fmul <8 x float> %".850", %".441"
  br i1 %".831", label %"summed.2.if", label %"summed.2.endif"
summed.2.if:
  %".896" = mul i64 %".827", %".418"
  %".897" = add i64 %".896", %".808"
  %".898" = getelementptr inbounds float, ptr %".3", i64 %".897"
  %".899" = getelementptr inbounds float, ptr %".898", i64 0
  %".900" = getelementptr inbounds float, ptr %".898", i64 8
  br i1 %".434", label %"summed.2.if.if", label %"summed.2.if.else"
summed.2.endif:
  %".913" = fmul <8 x float> %".851", %".441"
  %".914" = fmul <8 x float> %".852", %".441"
  br i1 %".832", label %"summed.2.endif.if", label %"summed.2.endif.endif"
summed.2.if.if:
  %".902" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".899", i32 4, <8 x i1> %".816", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".903" = fadd <8 x float> %".902", %".893"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".903", ptr %".899", i32 4, <8 x i1> %".816")
  %".905" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".900", i32 4, <8 x i1> %".822", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".906" = fadd <8 x float> %".905", %".894"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".906", ptr %".900", i32 4, <8 x i1> %".822")
  br label %"summed.2.if.endif"
summed.2.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".893", ptr %".899", i32 4, <8 x i1> %".816")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".894", ptr %".900", i32 4, <8 x i1> %".822")
  br label %"summed.2.if.endif"
summed.2.if.endif:
  br label %"summed.2.endif"
summed.2.endif.if:
  %".916" = mul i64 %".828", %".418"
  %".917" = add i64 %".916", %".808"
  %".918" = getelementptr inbounds float, ptr %".3", i64 %".917"
  %".919" = getelementptr inbounds float, ptr %".918", i64 0
  %".920" = getelementptr inbounds float, ptr %".918", i64 8
  br i1 %".434", label %"summed.2.endif.if.if", label %"summed.2.endif.if.else"
summed.2.endif.endif:
  %".933" = fmul <8 x float> %".853", %".441"
  %".934" = fmul <8 x float> %".854", %".441"
  br i1 %".833", label %"summed.2.endif.endif.if", label %"summed.2.endif.endif.endif"
summed.2.endif.if.if:
  %".922" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".919", i32 4, <8 x i1> %".816", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".923" = fadd <8 x float> %".922", %".913"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".923", ptr %".919", i32 4, <8 x i1> %".816")
  %".925" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".920", i32 4, <8 x i1> %".822", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".926" = fadd <8 x float> %".925", %".914"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".926", ptr %".920", i32 4, <8 x i1> %".822")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".913", ptr %".919", i32 4, <8 x i1> %".816")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".914", ptr %".920", i32 4, <8 x i1> %".822")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.endif:
  br label %"summed.2.endif.endif"
summed.2.endif.endif.if:
  %".936" = mul i64 %".829", %".418"
  %".937" = add i64 %".936", %".808"
  %".938" = getelementptr inbounds float, ptr %".3", i64 %".937"
  %".939" = getelementptr inbounds float, ptr %".938", i64 0
  %".940" = getelementptr inbounds float, ptr %".938", i64 8
  br i1 %".434", label %"summed.2.endif.endif.if.if", label %"summed.2.endif.endif.if.else"
summed.2.endif.endif.endif:
  %".953" = fmul <8 x float> %".855", %".441"
  %".954" = fmul <8 x float> %".856", %".441"
  br i1 %".834", label %"summed.2.endif.endif.endif.if", label %"summed.2.endif.endif.endif.endif"
summed.2.endif.endif.if.if:
  %".942" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".939", i32 4, <8 x i1> %".816", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".943" = fadd <8 x float> %".942", %".933"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".943", ptr %".939", i32 4, <8 x i1> %".816")
  %".945" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".940", i32 4, <8 x i1> %".822", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".946" = fadd <8 x float> %".945", %".934"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".946", ptr %".940", i32 4, <8 x i1> %".822")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".933", ptr %".939", i32 4, <8 x i1> %".816")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".934", ptr %".940", i32 4, <8 x i1> %".822")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif"
summed.2.endif.endif.endif.if:
  %".956" = mul i64 %".830", %".418"
  %".957" = add i64 %".956", %".808"
  %".958" = getelementptr inbounds float, ptr %".3", i64 %".957"
  %".959" = getelementptr inbounds float, ptr %".958", i64 0
  %".960" = getelementptr inbounds float, ptr %".958", i64 8
  br i1 %".434", label %"summed.2.endif.endif.endif.if.if", label %"summed.2.endif.endif.endif.if.else"
summed.2.endif.endif.endif.endif:
  %".973" = add nsw i64 %".824", 4
  br label %"loop.7", !llvm.loop !3
summed.2.endif.endif.endif.if.if:
  %".962" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".959", i32 4, <8 x i1> %".816", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".963" = fadd <8 x float> %".962", %".953"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".963", ptr %".959", i32 4, <8 x i1> %".816")
  %".965" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".960", i32 4, <8 x i1> %".822", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".966" = fadd <8 x float> %".965", %".954"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".966", ptr %".960", i32 4, <8 x i1> %".822")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".953", ptr %".959", i32 4, <8 x i1> %".816")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".954", ptr %".960", i32 4, <8 x i1> %".822")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif.endif"
}

declare <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".1", i32 %".2", <8 x i1> %".3", <8 x float> %".4")

declare <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".1", <8 x float> %".2", <8 x float> %".3")

declare void @"llvm.masked.store.v8f32.p0"(<8 x float> %".1", ptr %".2", i32 %".3", <8 x i1> %".4")

define void @"product"(ptr %".1", ptr %".2", ptr %".3", ptr %".4", ptr %".5", i64 %".6", i64 %".7")
{
entry:
  %".9" = getelementptr inbounds i64, ptr %".5", i64 22
  %".10" = load i64, ptr %".9"
  br label %"loop"
loop:
  %".12" = phi  i64 [0, %"entry"], [%".109", %"done.1"]
  %".13" = icmp slt i64 %".12", %".10"
  br i1 %".13", label %"body", label %"done"
body:
  %".15" = getelementptr inbounds i64, ptr %".5", i64 23
  %".16" = load i64, ptr %".15"
  %".17" = mul i64 %".12", %".16"
  %".18" = getelementptr float, ptr %".1", i64 %".17"
  %".19" = getelementptr inbounds i64, ptr %".5", i64 24
  %".20" = load i64, ptr %".19"
  %".21" = mul i64 %".12", %".20"
  %".22" = getelementptr float, ptr %".2", i64 %".21"
  %".23" = getelementptr inbounds i64, ptr %".5", i64 25
  %".24" = load i64, ptr %".23"
  %".25" = mul i64 %".12", %".24"
  %".26" = getelementptr float, ptr %".3", i64 %".25"
  %".27" = getelementptr inbounds i64, ptr %".5", i64 26
  %".28" = load i64, ptr %".27"
  %".29" = mul i64 %".12", %".28"
  %".30" = getelementptr float, ptr %".4", i64 %".29"
  %".31" = getelementptr inbounds i64, ptr %".5", i64 27
  %".32" = load i64, ptr %".31"
  br label %"loop.1"
done:
  ret void
loop.1:
  %".34" = phi  i64 [0, %"body"], [%".107", %"done.2"]
  %".35" = icmp slt i64 %".34", %".32"
  br i1 %".35", label %"body.1", label %"done.1"
body.1:
  %".37" = getelementptr inbounds i64, ptr %".5", i64 28
  %".38" = load i64, ptr %".37"
  %".39" = mul i64 %".34", %".38"
  %".40" = getelementptr float, ptr %".18", i64 %".39"
  %".41" = getelementptr inbounds i64, ptr %".5", i64 29
  %".42" = load i64, ptr %".41"
  %".43" = mul i64 %".34", %".42"
  %".44" = getelementptr float, ptr %".22", i64 %".43"
  %".45" = getelementptr inbounds i64, ptr %".5", i64 30
  %".46" = load i64, ptr %".45"
  %".47" = mul i64 %".34", %".46"
  %".48" = getelementptr float, ptr %".26", i64 %".47"
  %".49" = getelementptr inbounds i64, ptr %".5", i64 31
  %".50" = load i64, ptr %".49"
  %".51" = mul i64 %".34", %".50"
  %".52" = getelementptr float, ptr %".30", i64 %".51"
  %".53" = getelementptr inbounds i64, ptr %".5", i64 32
  %".54" = load i64, ptr %".53"
  br label %"loop.2"
done.1:
  %".109" = add nsw i64 %".12", 1
  br label %"loop", !llvm.loop !3
loop.2:
  %".56" = phi  i64 [0, %"body.1"], [%".105", %"done.3"]
  %".57" = icmp slt i64 %".56", %".54"
  br i1 %".57", label %"body.2", label %"done.2"
body.2:
  %".59" = getelementptr inbounds i64, ptr %".5", i64 33
  %".60" = load i64, ptr %".59"
  %".61" = mul i64 %".56", %".60"
  %".62" = getelementptr float, ptr %".40", i64 %".61"
  %".63" = getelementptr inbounds i64, ptr %".5", i64 34
  %".64" = load i64, ptr %".63"
  %".65" = mul i64 %".56", %".64"
  %".66" = getelementptr float, ptr %".44", i64 %".65"
  %".67" = getelementptr inbounds i64, ptr %".5", i64 35
  %".68" = load i64, ptr %".67"
  %".69" = mul i64 %".56", %".68"
  %".70" = getelementptr float, ptr %".48", i64 %".69"
  %".71" = getelementptr inbounds i64, ptr %".5", i64 36
  %".72" = load i64, ptr %".71"
  %".73" = mul i64 %".56", %".72"
  %".74" = getelementptr float, ptr %".52", i64 %".73"
  %".75" = getelementptr inbounds i64, ptr %".5", i64 37
  %".76" = load i64, ptr %".75"
  br label %"loop.3"
done.2:
  %".107" = add nsw i64 %".34", 1
  br label %"loop.1", !llvm.loop !3
loop.3:
  %".78" = phi  i64 [0, %"body.2"], [%".103", %"body.3"]
  %".79" = icmp slt i64 %".78", %".76"
  br i1 %".79", label %"body.3", label %"done.3"
body.3:
  %".81" = getelementptr inbounds i64, ptr %".5", i64 38
  %".82" = load i64, ptr %".81"
  %".83" = mul i64 %".78", %".82"
  %".84" = getelementptr float, ptr %".62", i64 %".83"
  %".85" = getelementptr inbounds i64, ptr %".5", i64 39
  %".86" = load i64, ptr %".85"
  %".87" = mul i64 %".78", %".86"
  %".88" = getelementptr float, ptr %".66", i64 %".87"
  %".89" = getelementptr inbounds i64, ptr %".5", i64 40
  %".90" = load i64, ptr %".89"
  %".91" = mul i64 %".78", %".90"
  %".92" = getelementptr float, ptr %".70", i64 %".91"
  %".93" = getelementptr inbounds i64, ptr %".5", i64 41
  %".94" = load i64, ptr %".93"
  %".95" = mul i64 %".78", %".94"
  %".96" = getelementptr float, ptr %".74", i64 %".95"
  %".97" = getelementptr inbounds i64, ptr %".5", i64 42
  %".98" = load i64, ptr %".97"
  %".99" = icmp ne i64 %".98", 0
  %".100" = select  i1 %".99", ptr %".88", ptr %".84"
  %".101" = select  i1 %".99", ptr %".84", ptr %".88"
  call void @"one_product"(ptr %".100", ptr %".101", ptr %".92", ptr %".96", ptr %".5", i64 %".6", i64 %".7")
  %".103" = add nsw i64 %".78", 1
  br label %"loop.3", !llvm.loop !3
done.3:
  %".105" = add nsw i64 %".56", 1
  br label %"loop.2", !llvm.loop !3
}

!0 = !{ !"branch_weights", i32 1, i32 99 }
!1 = !{ !"llvm.loop.unroll.disable" }
!2 = !{ !"llvm.loop.vectorize.width", i32 1 }
!3 = !{ !3, !1, !2 }
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
  %".667" = sub i64 %".7", %".6"
  %".668" = getelementptr inbounds i64, ptr %".5", i64 2
  %".669" = load i64, ptr %".668"
  %".670" = getelementptr inbounds i64, ptr %".5", i64 4
  %".671" = load i64, ptr %".670"
  %".672" = mul i64 %".6", %".671"
  %".673" = getelementptr float, ptr %".1", i64 %".672"
  %".674" = getelementptr inbounds i64, ptr %".5", i64 8
  %".675" = load i64, ptr %".674"
  %".676" = mul i64 %".6", %".675"
  %".677" = getelementptr float, ptr %".3", i64 %".676"
  %".678" = getelementptr inbounds i64, ptr %".5", i64 10
  %".679" = load i64, ptr %".678"
  %".680" = getelementptr inbounds i64, ptr %".5", i64 11
  %".681" = load i64, ptr %".680"
  %".682" = getelementptr inbounds i64, ptr %".5", i64 12
  %".683" = load i64, ptr %".682"
  %".684" = getelementptr inbounds i64, ptr %".5", i64 3
  %".685" = load i64, ptr %".684"
  %".686" = trunc i64 %".679" to i32
  %".687" = trunc i64 %".681" to i32
  %".688" = trunc i64 %".683" to i32
  %".689" = trunc i64 %".667" to i32
  %".690" = trunc i64 %".669" to i32
  %".691" = trunc i64 %".685" to i32
  %".692" = getelementptr inbounds i64, ptr %".5", i64 13
  %".693" = load i64, ptr %".692"
  %".694" = trunc i64 %".693" to i32
  %".695" = getelementptr inbounds i64, ptr %".5", i64 14
  %".696" = load i64, ptr %".695"
  %".697" = trunc i64 %".696" to i32
  %".698" = getelementptr inbounds i64, ptr %".5", i64 15
  %".699" = load i64, ptr %".698"
  %".700" = trunc i64 %".699" to i32
  %".701" = getelementptr inbounds i64, ptr %".5", i64 18
  %".702" = load i64, ptr %".701"
  %".703" = icmp ne i64 %".702", 0
  %".704" = select  i1 %".703", float 0x3ff0000000000000, float              0x0
  %".705" = getelementptr inbounds i64, ptr %".5", i64 19
  %".706" = load i64, ptr %".705"
  %".707" = bitcast i64 %".706" to double
  %".708" = fptrunc double %".707" to float
  %".709" = getelementptr inbounds i64, ptr %".5", i64 16
  %".710" = load i64, ptr %".709"
  %".711" = inttoptr i64 %".710" to ptr
  call void %".711"(i32 %".686", i32 %".687", i32 %".688", i32 %".689", i32 %".690", i32 %".691", float %".708", ptr %".673", i32 %".694", ptr %".2", i32 %".697", float %".704", ptr %".677", i32 %".700")
  br label %"end"
gemv:
  %".769" = getelementptr inbounds i64, ptr %".5", i64 4
  %".770" = load i64, ptr %".769"
  %".771" = mul i64 %".6", %".770"
  %".772" = getelementptr float, ptr %".1", i64 %".771"
  %".773" = getelementptr inbounds i64, ptr %".5", i64 8
  %".774" = load i64, ptr %".773"
  %".775" = mul i64 %".6", %".774"
  %".776" = getelementptr float, ptr %".3", i64 %".775"
  %".777" = sub i64 %".7", %".6"
  %".778" = getelementptr inbounds i64, ptr %".5", i64 3
  %".779" = load i64, ptr %".778"
  %".780" = getelementptr inbounds i64, ptr %".5", i64 11
  %".781" = load i64, ptr %".780"
  %".782" = icmp eq i64 %".781", 111
  %".783" = select  i1 %".782", i64 %".777", i64 %".779"
  %".784" = select  i1 %".782", i64 %".779", i64 %".777"
  %".785" = getelementptr inbounds i64, ptr %".5", i64 11
  %".786" = load i64, ptr %".785"
  %".787" = trunc i64 101 to i32
  %".788" = trunc i64 %".786" to i32
  %".789" = trunc i64 %".783" to i32
  %".790" = trunc i64 %".784" to i32
  %".791" = getelementptr inbounds i64, ptr %".5", i64 13
  %".792" = load i64, ptr %".791"
  %".793" = trunc i64 %".792" to i32
  %".794" = getelementptr inbounds i64, ptr %".5", i64 6
  %".795" = load i64, ptr %".794"
  %".796" = trunc i64 %".795" to i32
  %".797" = getelementptr inbounds i64, ptr %".5", i64 8
  %".798" = load i64, ptr %".797"
  %".799" = trunc i64 %".798" to i32
  %".800" = getelementptr inbounds i64, ptr %".5", i64 19
  %".801" = load i64, ptr %".800"
  %".802" = bitcast i64 %".801" to double
  %".803" = fptrunc double %".802" to float
  %".804" = getelementptr inbounds i64, ptr %".5", i64 18
  %".805" = load i64, ptr %".804"
  %".806" = icmp ne i64 %".805", 0
  %".807" = select  i1 %".806", float 0x3ff0000000000000, float              0x0
  %".808" = getelementptr inbounds i64, ptr %".5", i64 16
  %".809" = load i64, ptr %".808"
  %".810" = inttoptr i64 %".809" to ptr
  call void %".810"(i32 %".787", i32 %".788", i32 %".789", i32 %".790", float %".803", ptr %".772", i32 %".793", ptr %".2", i32 %".796", float %".807", ptr %".776", i32 %".799")
  br label %"end"
half:
  %".813" = getelementptr inbounds i64, ptr %".5", i64 17
  %".814" = load i64, ptr %".813"
  %".815" = getelementptr inbounds i64, ptr %".5", i64 1
  %".816" = load i64, ptr %".815"
  %".817" = sub i64 %".816", 1
  %".818" = sdiv i64 %".817", %".814"
  br label %"loop.6"
left:
  %".893" = sub i64 %".7", %".6"
  %".894" = getelementptr inbounds i64, ptr %".5", i64 1
  %".895" = load i64, ptr %".894"
  %".896" = getelementptr inbounds i64, ptr %".5", i64 7
  %".897" = load i64, ptr %".896"
  %".898" = mul i64 %".6", %".897"
  %".899" = getelementptr float, ptr %".2", i64 %".898"
  %".900" = getelementptr inbounds i64, ptr %".5", i64 9
  %".901" = load i64, ptr %".900"
  %".902" = mul i64 %".6", %".901"
  %".903" = getelementptr float, ptr %".3", i64 %".902"
  %".904" = getelementptr inbounds i64, ptr %".5", i64 6
  %".905" = load i64, ptr %".904"
  %".906" = getelementptr inbounds i64, ptr %".5", i64 7
  %".907" = load i64, ptr %".906"
  %".908" = getelementptr inbounds i64, ptr %".5", i64 8
  %".909" = load i64, ptr %".908"
  call void @"copy_float32.0"(ptr %".899", ptr %".903", i64 %".895", i64 %".893", i64 %".905", i64 %".907", i64 %".909")
  %".911" = getelementptr inbounds i64, ptr %".5", i64 10
  %".912" = load i64, ptr %".911"
  %".913" = getelementptr inbounds i64, ptr %".5", i64 17
  %".914" = load i64, ptr %".913"
  %".915" = getelementptr inbounds i64, ptr %".5", i64 11
  %".916" = load i64, ptr %".915"
  %".917" = trunc i64 %".912" to i32
  %".918" = trunc i64 141 to i32
  %".919" = trunc i64 %".914" to i32
  %".920" = trunc i64 %".916" to i32
  %".921" = trunc i64 131 to i32
  %".922" = trunc i64 %".895" to i32
  %".923" = trunc i64 %".893" to i32
  %".924" = getelementptr inbounds i64, ptr %".5", i64 13
  %".925" = load i64, ptr %".924"
  %".926" = trunc i64 %".925" to i32
  %".927" = getelementptr inbounds i64, ptr %".5", i64 15
  %".928" = load i64, ptr %".927"
  %".929" = trunc i64 %".928" to i32
  %".930" = getelementptr inbounds i64, ptr %".5", i64 16
  %".931" = load i64, ptr %".930"
  %".932" = inttoptr i64 %".931" to ptr
  call void %".932"(i32 %".917", i32 %".918", i32 %".919", i32 %".920", i32 %".921", i32 %".922", i32 %".923", float 0x3ff0000000000000, ptr %".1", i32 %".926", ptr %".903", i32 %".929")
  br label %"end"
right:
  %".935" = sub i64 %".7", %".6"
  %".936" = getelementptr inbounds i64, ptr %".5", i64 2
  %".937" = load i64, ptr %".936"
  %".938" = getelementptr inbounds i64, ptr %".5", i64 4
  %".939" = load i64, ptr %".938"
  %".940" = mul i64 %".6", %".939"
  %".941" = getelementptr float, ptr %".1", i64 %".940"
  %".942" = getelementptr inbounds i64, ptr %".5", i64 8
  %".943" = load i64, ptr %".942"
  %".944" = mul i64 %".6", %".943"
  %".945" = getelementptr float, ptr %".3", i64 %".944"
  %".946" = getelementptr inbounds i64, ptr %".5", i64 4
  %".947" = load i64, ptr %".946"
  %".948" = getelementptr inbounds i64, ptr %".5", i64 5
  %".949" = load i64, ptr %".948"
  %".950" = getelementptr inbounds i64, ptr %".5", i64 8
  %".951" = load i64, ptr %".950"
  call void @"copy_float32.0"(ptr %".941", ptr %".945", i64 %".935", i64 %".937", i64 %".947", i64 %".949", i64 %".951")
  %".953" = getelementptr inbounds i64, ptr %".5", i64 10
  %".954" = load i64, ptr %".953"
  %".955" = getelementptr inbounds i64, ptr %".5", i64 17
  %".956" = load i64, ptr %".955"
  %".957" = getelementptr inbounds i64, ptr %".5", i64 12
  %".958" = load i64, ptr %".957"
  %".959" = trunc i64 %".954" to i32
  %".960" = trunc i64 142 to i32
  %".961" = trunc i64 %".956" to i32
  %".962" = trunc i64 %".958" to i32
  %".963" = trunc i64 131 to i32
  %".964" = trunc i64 %".935" to i32
  %".965" = trunc i64 %".937" to i32
  %".966" = getelementptr inbounds i64, ptr %".5", i64 14
  %".967" = load i64, ptr %".966"
  %".968" = trunc i64 %".967" to i32
  %".969" = getelementptr inbounds i64, ptr %".5", i64 15
  %".970" = load i64, ptr %".969"
  %".971" = trunc i64 %".970" to i32
  %".972" = getelementptr inbounds i64, ptr %".5", i64 16
  %".973" = load i64, ptr %".972"
  %".974" = inttoptr i64 %".973" to ptr
  call void %".974"(i32 %".959", i32 %".960", i32 %".961", i32 %".962", i32 %".963", i32 %".964", i32 %".965", float 0x3ff0000000000000, ptr %".2", i32 %".968", ptr %".945", i32 %".971")
  br label %"end"
columns:
  %".714" = getelementptr inbounds i64, ptr %".5", i64 7
  %".715" = load i64, ptr %".714"
  %".716" = mul i64 %".6", %".715"
  %".717" = getelementptr float, ptr %".2", i64 %".716"
  %".718" = getelementptr inbounds i64, ptr %".5", i64 9
  %".719" = load i64, ptr %".718"
  %".720" = mul i64 %".6", %".719"
  %".721" = getelementptr float, ptr %".3", i64 %".720"
  %".722" = getelementptr inbounds i64, ptr %".5", i64 1
  %".723" = load i64, ptr %".722"
  %".724" = sub i64 %".7", %".6"
  %".725" = getelementptr inbounds i64, ptr %".5", i64 4
  %".726" = load i64, ptr %".725"
  %".727" = mul i64 0, %".726"
  %".728" = getelementptr float, ptr %".1", i64 %".727"
  %".729" = getelementptr inbounds i64, ptr %".5", i64 8
  %".730" = load i64, ptr %".729"
  %".731" = mul i64 0, %".730"
  %".732" = getelementptr float, ptr %".721", i64 %".731"
  %".733" = getelementptr inbounds i64, ptr %".5", i64 10
  %".734" = load i64, ptr %".733"
  %".735" = getelementptr inbounds i64, ptr %".5", i64 11
  %".736" = load i64, ptr %".735"
  %".737" = getelementptr inbounds i64, ptr %".5", i64 12
  %".738" = load i64, ptr %".737"
  %".739" = getelementptr inbounds i64, ptr %".5", i64 3
  %".740" = load i64, ptr %".739"
  %".741" = trunc i64 %".734" to i32
  %".742" = trunc i64 %".736" to i32
  %".743" = trunc i64 %".738" to i32
  %".744" = trunc i64 %".723" to i32
  %".745" = trunc i64 %".724" to i32
  %".746" = trunc i64 %".740" to i32
  %".747" = getelementptr inbounds i64, ptr %".5", i64 13
  %".748" = load i64, ptr %".747"
  %".749" = trunc i64 %".748" to i32
  %".750" = getelementptr inbounds i64, ptr %".5", i64 14
  %".751" = load i64, ptr %".750"
  %".752" = trunc i64 %".751" to i32
  %".753" = getelementptr inbounds i64, ptr %".5", i64 15
  %".754" = load i64, ptr %".753"
  %".755" = trunc i64 %".754" to i32
  %".756" = getelementptr inbounds i64, ptr %".5", i64 18
  %".757" = load i64, ptr %".756"
  %".758" = icmp ne i64 %".757", 0
  %".759" = select  i1 %".758", float 0x3ff0000000000000, float              0x0
  %".760" = getelementptr inbounds i64, ptr %".5", i64 19
  %".761" = load i64, ptr %".760"
  %".762" = bitcast i64 %".761" to double
  %".763" = fptrunc double %".762" to float
  %".764" = getelementptr inbounds i64, ptr %".5", i64 16
  %".765" = load i64, ptr %".764"
  %".766" = inttoptr i64 %".765" to ptr
  call void %".766"(i32 %".741", i32 %".742", i32 %".743", i32 %".744", i32 %".745", i32 %".746", float %".763", ptr %".728", i32 %".749", ptr %".717", i32 %".752", float %".759", ptr %".732", i32 %".755")
  br label %"end"
small:
  %".108" = getelementptr inbounds i64, ptr %".5", i64 2
  %".109" = load i64, ptr %".108"
  %".110" = getelementptr inbounds i64, ptr %".5", i64 3
  %".111" = load i64, ptr %".110"
  %".112" = getelementptr inbounds i64, ptr %".5", i64 4
  %".113" = load i64, ptr %".112"
  %".114" = getelementptr inbounds i64, ptr %".5", i64 5
  %".115" = load i64, ptr %".114"
  %".116" = getelementptr inbounds i64, ptr %".5", i64 6
  %".117" = load i64, ptr %".116"
  %".118" = getelementptr inbounds i64, ptr %".5", i64 8
  %".119" = load i64, ptr %".118"
  %".120" = getelementptr inbounds i64, ptr %".5", i64 18
  %".121" = load i64, ptr %".120"
  %".122" = icmp ne i64 %".121", 0
  %".123" = sub i64 %".7", 1
  %".124" = getelementptr inbounds i64, ptr %".5", i64 19
  %".125" = load i64, ptr %".124"
  %".126" = bitcast i64 %".125" to double
  %".127" = fptrunc double %".126" to float
  %".128" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".127", i32 0
  %".129" = shufflevector <8 x float> %".128", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".130" = getelementptr inbounds i64, ptr %".5", i64 17
  %".131" = load i64, ptr %".130"
  switch i64 %".131", label %"case_0" [i64 1, label %"case_1" i64 2, label %"case_2"]
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
  switch i64 %".82", label %"loops" [i64 1, label %"gemm" i64 2, label %"gemv" i64 3, label %"half" i64 4, label %"left" i64 5, label %"right" i64 6, label %"columns" i64 8, label %"small"]
chosen:
  br label %"end"
case_0:
  br label %"loop"
case_1:
  br label %"loop.2"
case_2:
  br label %"loop.4"
loop:
  %".134" = phi  i64 [0, %"case_0"], [%".361", %"done.1"]
  %".135" = icmp slt i64 %".134", %".109"
  br i1 %".135", label %"body", label %"done"
body:
  %".137" = add i64 %".134", 0
  %".138" = sub i64 %".109", %".137"
  %".139" = trunc i64 %".138" to i32
  %".140" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".139", i32 0
  %".141" = shufflevector <8 x i32> %".140", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".142" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".141"
  br label %"loop.1"
done:
  br label %"chosen"
loop.1:
  %".144" = phi  i64 [%".6", %"body"], [%".359", %"summed.endif.endif.endif.endif.endif.endif.endif.endif"]
  %".145" = icmp slt i64 %".144", %".7"
  br i1 %".145", label %"body.1", label %"done.1"
body.1:
  %".147" = add i64 %".144", 0
  %".148" = add i64 %".144", 1
  %".149" = add i64 %".144", 2
  %".150" = add i64 %".144", 3
  %".151" = add i64 %".144", 4
  %".152" = add i64 %".144", 5
  %".153" = add i64 %".144", 6
  %".154" = add i64 %".144", 7
  %".155" = icmp sle i64 %".147", %".123"
  %".156" = icmp sle i64 %".148", %".123"
  %".157" = icmp sle i64 %".149", %".123"
  %".158" = icmp sle i64 %".150", %".123"
  %".159" = icmp sle i64 %".151", %".123"
  %".160" = icmp sle i64 %".152", %".123"
  %".161" = icmp sle i64 %".153", %".123"
  %".162" = icmp sle i64 %".154", %".123"
  %".163" = select  i1 %".155", i64 %".147", i64 %".123"
  %".164" = mul i64 %".163", %".113"
  %".165" = getelementptr inbounds float, ptr %".1", i64 %".164"
  %".166" = select  i1 %".156", i64 %".148", i64 %".123"
  %".167" = mul i64 %".166", %".113"
  %".168" = getelementptr inbounds float, ptr %".1", i64 %".167"
  %".169" = select  i1 %".157", i64 %".149", i64 %".123"
  %".170" = mul i64 %".169", %".113"
  %".171" = getelementptr inbounds float, ptr %".1", i64 %".170"
  %".172" = select  i1 %".158", i64 %".150", i64 %".123"
  %".173" = mul i64 %".172", %".113"
  %".174" = getelementptr inbounds float, ptr %".1", i64 %".173"
  %".175" = select  i1 %".159", i64 %".151", i64 %".123"
  %".176" = mul i64 %".175", %".113"
  %".177" = getelementptr inbounds float, ptr %".1", i64 %".176"
  %".178" = select  i1 %".160", i64 %".152", i64 %".123"
  %".179" = mul i64 %".178", %".113"
  %".180" = getelementptr inbounds float, ptr %".1", i64 %".179"
  %".181" = select  i1 %".161", i64 %".153", i64 %".123"
  %".182" = mul i64 %".181", %".113"
  %".183" = getelementptr inbounds float, ptr %".1", i64 %".182"
  %".184" = select  i1 %".162", i64 %".154", i64 %".123"
  %".185" = mul i64 %".184", %".113"
  %".186" = getelementptr inbounds float, ptr %".1", i64 %".185"
  br label %"terms"
done.1:
  %".361" = add nsw i64 %".134", 8
  br label %"loop", !llvm.loop !2
terms:
  %".188" = phi  i64 [0, %"body.1"], [%".245", %"term"]
  %".189" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.1"], [%".209", %"term"]
  %".190" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.1"], [%".214", %"term"]
  %".191" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.1"], [%".219", %"term"]
  %".192" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.1"], [%".224", %"term"]
  %".193" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.1"], [%".229", %"term"]
  %".194" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.1"], [%".234", %"term"]
  %".195" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.1"], [%".239", %"term"]
  %".196" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.1"], [%".244", %"term"]
  %".197" = icmp slt i64 %".188", %".111"
  br i1 %".197", label %"term", label %"summed"
term:
  %".199" = mul i64 %".188", %".117"
  %".200" = add i64 %".199", %".134"
  %".201" = getelementptr inbounds float, ptr %".2", i64 %".200"
  %".202" = mul i64 %".188", %".115"
  %".203" = getelementptr inbounds float, ptr %".201", i64 0
  %".204" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".203", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".205" = getelementptr inbounds float, ptr %".165", i64 %".202"
  %".206" = load float, ptr %".205"
  %".207" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".206", i32 0
  %".208" = shufflevector <8 x float> %".207", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".209" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".208", <8 x float> %".204", <8 x float> %".189")
  %".210" = getelementptr inbounds float, ptr %".168", i64 %".202"
  %".211" = load float, ptr %".210"
  %".212" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".211", i32 0
  %".213" = shufflevector <8 x float> %".212", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".214" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".213", <8 x float> %".204", <8 x float> %".190")
  %".215" = getelementptr inbounds float, ptr %".171", i64 %".202"
  %".216" = load float, ptr %".215"
  %".217" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".216", i32 0
  %".218" = shufflevector <8 x float> %".217", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".219" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".218", <8 x float> %".204", <8 x float> %".191")
  %".220" = getelementptr inbounds float, ptr %".174", i64 %".202"
  %".221" = load float, ptr %".220"
  %".222" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".221", i32 0
  %".223" = shufflevector <8 x float> %".222", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".224" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".223", <8 x float> %".204", <8 x float> %".192")
  %".225" = getelementptr inbounds float, ptr %".177", i64 %".202"
  %".226" = load float, ptr %".225"
  %".227" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".226", i32 0
  %".228" = shufflevector <8 x float> %".227", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".229" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".228", <8 x float> %".204", <8 x float> %".193")
  %".230" = getelementptr inbounds float, ptr %".180", i64 %".202"
  %".231" = load float, ptr %".230"
  %".232" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".231", i32 0
  %".233" = shufflevector <8 x float> %".232", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".234" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".233", <8 x float> %".204", <8 x float> %".194")
  %".235" = getelementptr inbounds float, ptr %".183", i64 %".202"
  %".236" = load float, ptr %".235"
  %".237" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".236", i32 0
  %".238" = shufflevector <8 x float> %".237", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".239" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".238", <8 x float> %".204", <8 x float> %".195")
  %".240" = getelementptr inbounds float, ptr %".186", i64 %".202"
  %".241" = load float, ptr %".240"
  %".242" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".241", i32 0
  %".243" = shufflevector <8 x float> %".242", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".244" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".243", <8 x float> %".204", <8 x float> %".196")
  %".245" = add nsw i64 %".188", 1
  br label %"terms", !llvm.loop !2
summed:
  %".247" = fmul <8 x float> %".189", %".129"
  br i1 %".155", label %"summed.if", label %"summed.endif"
summed.if:
  %".249" = mul i64 %".147", %".119"
  %".250" = add i64 %".249", %".134"
  %".251" = getelementptr inbounds float, ptr %".3", i64 %".250"
  %".252" = getelementptr inbounds float, ptr %".251", i64 0
  br i1 %".122", label %"summed.if.if", label %"summed.if.else"
summed.endif:
  %".261" = fmul <8 x float> %".190", %".129"
  br i1 %".156", label %"summed.endif.if", label %"summed.endif.endif"
summed.if.if:
  %".254" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".252", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".255" = fadd <8 x float> %".254", %".247"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".255", ptr %".252", i32 4, <8 x i1> %".142")
  br label %"summed.if.endif"
summed.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".247", ptr %".252", i32 4, <8 x i1> %".142")
  br label %"summed.if.endif"
summed.if.endif:
  br label %"summed.endif"
summed.endif.if:
  %".263" = mul i64 %".148", %".119"
  %".264" = add i64 %".263", %".134"
  %".265" = getelementptr inbounds float, ptr %".3", i64 %".264"
  %".266" = getelementptr inbounds float, ptr %".265", i64 0
  br i1 %".122", label %"summed.endif.if.if", label %"summed.endif.if.else"
summed.endif.endif:
  %".275" = fmul <8 x float> %".191", %".129"
  br i1 %".157", label %"summed.endif.endif.if", label %"summed.endif.endif.endif"
summed.endif.if.if:
  %".268" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".266", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".269" = fadd <8 x float> %".268", %".261"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".269", ptr %".266", i32 4, <8 x i1> %".142")
  br label %"summed.endif.if.endif"
summed.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".261", ptr %".266", i32 4, <8 x i1> %".142")
  br label %"summed.endif.if.endif"
summed.endif.if.endif:
  br label %"summed.endif.endif"
summed.endif.endif.if:
  %".277" = mul i64 %".149", %".119"
  %".278" = add i64 %".277", %".134"
  %".279" = getelementptr inbounds float, ptr %".3", i64 %".278"
  %".280" = getelementptr inbounds float, ptr %".279", i64 0
  br i1 %".122", label %"summed.endif.endif.if.if", label %"summed.endif.endif.if.else"
summed.endif.endif.endif:
  %".289" = fmul <8 x float> %".192", %".129"
  br i1 %".158", label %"summed.endif.endif.endif.if", label %"summed.endif.endif.endif.endif"
summed.endif.endif.if.if:
  %".282" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".280", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".283" = fadd <8 x float> %".282", %".275"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".283", ptr %".280", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".275", ptr %".280", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.endif:
  br label %"summed.endif.endif.endif"
summed.endif.endif.endif.if:
  %".291" = mul i64 %".150", %".119"
  %".292" = add i64 %".291", %".134"
  %".293" = getelementptr inbounds float, ptr %".3", i64 %".292"
  %".294" = getelementptr inbounds float, ptr %".293", i64 0
  br i1 %".122", label %"summed.endif.endif.endif.if.if", label %"summed.endif.endif.endif.if.else"
summed.endif.endif.endif.endif:
  %".303" = fmul <8 x float> %".193", %".129"
  br i1 %".159", label %"summed.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.if.if:
  %".296" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".294", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".297" = fadd <8 x float> %".296", %".289"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".297", ptr %".294", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".289", ptr %".294", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if:
  %".305" = mul i64 %".151", %".119"
  %".306" = add i64 %".305", %".134"
  %".307" = getelementptr inbounds float, ptr %".3", i64 %".306"
  %".308" = getelementptr inbounds float, ptr %".307", i64 0
  br i1 %".122", label %"summed.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif:
  %".317" = fmul <8 x float> %".194", %".129"
  br i1 %".160", label %"summed.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if.if:
  %".310" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".308", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".311" = fadd <8 x float> %".310", %".303"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".311", ptr %".308", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".303", ptr %".308", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if:
  %".319" = mul i64 %".152", %".119"
  %".320" = add i64 %".319", %".134"
  %".321" = getelementptr inbounds float, ptr %".3", i64 %".320"
  %".322" = getelementptr inbounds float, ptr %".321", i64 0
  br i1 %".122", label %"summed.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif:
  %".331" = fmul <8 x float> %".195", %".129"
  br i1 %".161", label %"summed.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if.if:
  %".324" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".322", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".325" = fadd <8 x float> %".324", %".317"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".325", ptr %".322", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".317", ptr %".322", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if:
  %".333" = mul i64 %".153", %".119"
  %".334" = add i64 %".333", %".134"
  %".335" = getelementptr inbounds float, ptr %".3", i64 %".334"
  %".336" = getelementptr inbounds float, ptr %".335", i64 0
  br i1 %".122", label %"summed.endif.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif.endif:
  %".345" = fmul <8 x float> %".196", %".129"
  br i1 %".162", label %"summed.endif.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if.if:
  %".338" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".336", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".339" = fadd <8 x float> %".338", %".331"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".339", ptr %".336", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".331", ptr %".336", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.endif.if:
  %".347" = mul i64 %".154", %".119"
  %".348" = add i64 %".347", %".134"
  %".349" = getelementptr inbounds float, ptr %".3", i64 %".348"
  %".350" = getelementptr inbounds float, ptr %".349", i64 0
  br i1 %".122", label %"summed.endif.endif.endif....if", label %"summed.endif.endif.endif....else"
summed.endif.endif.endif.endif.endif.endif.endif.endif:
  %".359" = add nsw i64 %".144", 8
  br label %"loop.1", !llvm.loop !2
summed.endif.endif.endif....if:
  %".352" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".350", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".353" = fadd <8 x float> %".352", %".345"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".353", ptr %".350", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".345", ptr %".350", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
loop.2:
  %".365" = phi  i64 [0, %"case_1"], [%".492", %"done.3"]
  %".366" = icmp slt i64 %".365", %".109"
  br i1 %".366", label %"body.2", label %"done.2"
body.2:
  %".368" = add i64 %".365", 0
  %".369" = sub i64 %".109", %".368"
  %".370" = trunc i64 %".369" to i32
  %".371" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".370", i32 0
  %".372" = shufflevector <8 x i32> %".371", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".373" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".372"
  br label %"loop.3"
done.2:
  br label %"chosen"
loop.3:
  %".375" = phi  i64 [%".6", %"body.2"], [%".490", %"summed.1.endif.endif.endif.endif"]
  %".376" = icmp slt i64 %".375", %".7"
  br i1 %".376", label %"body.3", label %"done.3"
body.3:
  %".378" = add i64 %".375", 0
  %".379" = add i64 %".375", 1
  %".380" = add i64 %".375", 2
  %".381" = add i64 %".375", 3
  %".382" = icmp sle i64 %".378", %".123"
  %".383" = icmp sle i64 %".379", %".123"
  %".384" = icmp sle i64 %".380", %".123"
  %".385" = icmp sle i64 %".381", %".123"
  %".386" = select  i1 %".382", i64 %".378", i64 %".123"
  %".387" = mul i64 %".386", %".113"
  %".388" = getelementptr inbounds float, ptr %".1", i64 %".387"
  %".389" = select  i1 %".383", i64 %".379", i64 %".123"
  %".390" = mul i64 %".389", %".113"
  %".391" = getelementptr inbounds float, ptr %".1", i64 %".390"
  %".392" = select  i1 %".384", i64 %".380", i64 %".123"
  %".393" = mul i64 %".392", %".113"
  %".394" = getelementptr inbounds float, ptr %".1", i64 %".393"
  %".395" = select  i1 %".385", i64 %".381", i64 %".123"
  %".396" = mul i64 %".395", %".113"
  %".397" = getelementptr inbounds float, ptr %".1", i64 %".396"
  br label %"terms.1"
done.3:
  %".492" = add nsw i64 %".365", 8
  br label %"loop.2", !llvm.loop !2
terms.1:
  %".399" = phi  i64 [0, %"body.3"], [%".432", %"term.1"]
  %".400" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".416", %"term.1"]
  %".401" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".421", %"term.1"]
  %".402" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".426", %"term.1"]
  %".403" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".431", %"term.1"]
  %".404" = icmp slt i64 %".399", %".111"
  br i1 %".404", label %"term.1", label %"summed.1"
term.1:
  %".406" = mul i64 %".399", %".117"
  %".407" = add i64 %".406", %".365"
  %".408" = getelementptr inbounds float, ptr %".2", i64 %".407"
  %".409" = mul i64 %".399", %".115"
  %".410" = getelementptr inbounds float, ptr %".408", i64 0
  %".411" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".410", i32 4, <8 x i1> %".373", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".412" = getelementptr inbounds float, ptr %".388", i64 %".409"
  %".413" = load float, ptr %".412"
  %".414" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".413", i32 0
  %".415" = shufflevector <8 x float> %".414", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".416" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".415", <8 x float> %".411", <8 x float> %".400")
  %".417" = getelementptr inbounds float, ptr %".391", i64 %".409"
  %".418" = load float, ptr %".417"
  %".419" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".418", i32 0
  %".420" = shufflevector <8 x float> %".419", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".421" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".420", <8 x float> %".411", <8 x float> %".401")
  %".422" = getelementptr inbounds float, ptr %".394", i64 %".409"
  %".423" = load float, ptr %".422"
  %".424" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".423", i32 0
  %".425" = shufflevector <8 x float> %".424", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".426" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".425", <8 x float> %".411", <8 x float> %".402")
  %".427" = getelementptr inbounds float, ptr %".397", i64 %".409"
  %".428" = load float, ptr %".427"
  %".429" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".428", i32 0
  %".430" = shufflevector <8 x float> %".429", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".431" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".430", <8 x float> %".411", <8 x float> %".403")
  %".432" = add nsw i64 %".399", 1
  br label %"terms.1", !llvm.loop !2
summed.1:
  %".434" = fmul <8 x float> %".400", %".129"
  br i1 %".382", label %"summed.1.if", label %"summed.1.endif"
summed.1.if:
  %".436" = mul i64 %".378", %".119"
  %".437" = add i64 %".436", %".365"
  %".438" = getelementptr inbounds float, ptr %".3", i64 %".437"
  %".439" = getelementptr inbounds float, ptr %".438", i64 0
  br i1 %".122", label %"summed.1.if.if", label %"summed.1.if.else"
summed.1.endif:
  %".448" = fmul <8 x float> %".401", %".129"
  br i1 %".383", label %"summed.1.endif.if", label %"summed.1.endif.endif"
summed.1.if.if:
  %".441" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".439", i32 4, <8 x i1> %".373", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".442" = fadd <8 x float> %".441", %".434"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".442", ptr %".439", i32 4, <8 x i1> %".373")
  br label %"summed.1.if.endif"
summed.1.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".434", ptr %".439", i32 4, <8 x i1> %".373")
  br label %"summed.1.if.endif"
summed.1.if.endif:
  br label %"summed.1.endif"
summed.1.endif.if:
  %".450" = mul i64 %".379", %".119"
  %".451" = add i64 %".450", %".365"
  %".452" = getelementptr inbounds float, ptr %".3", i64 %".451"
  %".453" = getelementptr inbounds float, ptr %".452", i64 0
  br i1 %".122", label %"summed.1.endif.if.if", label %"summed.1.endif.if.else"
summed.1.endif.endif:
  %".462" = fmul <8 x float> %".402", %".129"
  br i1 %".384", label %"summed.1.endif.endif.if", label %"summed.1.endif.endif.endif"
summed.1.endif.if.if:
  %".455" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".453", i32 4, <8 x i1> %".373", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".456" = fadd <8 x float> %".455", %".448"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".456", ptr %".453", i32 4, <8 x i1> %".373")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".448", ptr %".453", i32 4, <8 x i1> %".373")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.endif:
  br label %"summed.1.endif.endif"
summed.1.endif.endif.if:
  %".464" = mul i64 %".380", %".119"
  %".465" = add i64 %".464", %".365"
  %".466" = getelementptr inbounds float, ptr %".3", i64 %".465"
  %".467" = getelementptr inbounds float, ptr %".466", i64 0
  br i1 %".122", label %"summed.1.endif.endif.if.if", label %"summed.1.endif.endif.if.else"
summed.1.endif.endif.endif:
  %".476" = fmul <8 x float> %".403", %".129"
  br i1 %".385", label %"summed.1.endif.endif.endif.if", label %"summed.1.endif.endif.endif.endif"
summed.1.endif.endif.if.if:
  %".469" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".467", i32 4, <8 x i1> %".373", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".470" = fadd <8 x float> %".469", %".462"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".470", ptr %".467", i32 4, <8 x i1> %".373")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".462", ptr %".467", i32 4, <8 x i1> %".373")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif"
summed.1.endif.endif.endif.if:
  %".478" = mul i64 %".381", %".119"
  %".479" = add i64 %".478", %".365"
  %".480" = getelementptr inbounds float, ptr %".3", i64 %".479"
  %".481" = getelementptr inbounds float, ptr %".480", i64 0
  br i1 %".122", label %"summed.1.endif.endif.endif.if.if", label %"summed.1.endif.endif.endif.if.else"
summed.1.endif.endif.endif.endif:
  %".490" = add nsw i64 %".375", 4
  br label %"loop.3", !llvm.loop !2
summed.1.endif.endif.endif.if.if:
  %".483" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".481", i32 4, <8 x i1> %".373", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".484" = fadd <8 x float> %".483", %".476"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".484", ptr %".481", i32 4, <8 x i1> %".373")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".476", ptr %".481", i32 4, <8 x i1> %".373")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif.endif"
loop.4:
  %".496" = phi  i64 [0, %"case_2"], [%".663", %"done.5"]
  %".497" = icmp slt i64 %".496", %".109"
  br i1 %".497", label %"body.4", label %"done.4"
body.4:
  %".499" = add i64 %".496", 0
  %".500" = sub i64 %".109", %".499"
  %".501" = trunc i64 %".500" to i32
  %".502" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".501", i32 0
  %".503" = shufflevector <8 x i32> %".502", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".504" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".503"
  %".505" = add i64 %".496", 8
  %".506" = sub i64 %".109", %".505"
  %".507" = trunc i64 %".506" to i32
  %".508" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".507", i32 0
  %".509" = shufflevector <8 x i32> %".508", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".510" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".509"
  br label %"loop.5"
done.4:
  br label %"chosen"
loop.5:
  %".512" = phi  i64 [%".6", %"body.4"], [%".661", %"summed.2.endif.endif.endif.endif"]
  %".513" = icmp slt i64 %".512", %".7"
  br i1 %".513", label %"body.5", label %"done.5"
body.5:
  %".515" = add i64 %".512", 0
  %".516" = add i64 %".512", 1
  %".517" = add i64 %".512", 2
  %".518" = add i64 %".512", 3
  %".519" = icmp sle i64 %".515", %".123"
  %".520" = icmp sle i64 %".516", %".123"
  %".521" = icmp sle i64 %".517", %".123"
  %".522" = icmp sle i64 %".518", %".123"
  %".523" = select  i1 %".519", i64 %".515", i64 %".123"
  %".524" = mul i64 %".523", %".113"
  %".525" = getelementptr inbounds float, ptr %".1", i64 %".524"
  %".526" = select  i1 %".520", i64 %".516", i64 %".123"
  %".527" = mul i64 %".526", %".113"
  %".528" = getelementptr inbounds float, ptr %".1", i64 %".527"
  %".529" = select  i1 %".521", i64 %".517", i64 %".123"
  %".530" = mul i64 %".529", %".113"
  %".531" = getelementptr inbounds float, ptr %".1", i64 %".530"
  %".532" = select  i1 %".522", i64 %".518", i64 %".123"
  %".533" = mul i64 %".532", %".113"
  %".534" = getelementptr inbounds float, ptr %".1", i64 %".533"
  br label %"terms.2"
done.5:
  %".663" = add nsw i64 %".496", 16
  br label %"loop.4", !llvm.loop !2
terms.2:
  %".536" = phi  i64 [0, %"body.5"], [%".579", %"term.2"]
  %".537" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".559", %"term.2"]
  %".538" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".560", %"term.2"]
  %".539" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".565", %"term.2"]
  %".540" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".566", %"term.2"]
  %".541" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".571", %"term.2"]
  %".542" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".572", %"term.2"]
  %".543" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".577", %"term.2"]
  %".544" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".578", %"term.2"]
  %".545" = icmp slt i64 %".536", %".111"
  br i1 %".545", label %"term.2", label %"summed.2"
term.2:
  %".547" = mul i64 %".536", %".117"
  %".548" = add i64 %".547", %".496"
  %".549" = getelementptr inbounds float, ptr %".2", i64 %".548"
  %".550" = mul i64 %".536", %".115"
  %".551" = getelementptr inbounds float, ptr %".549", i64 0
  %".552" = getelementptr inbounds float, ptr %".549", i64 8
  %".553" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".551", i32 4, <8 x i1> %".504", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".554" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".552", i32 4, <8 x i1> %".510", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".555" = getelementptr inbounds float, ptr %".525", i64 %".550"
  %".556" = load float, ptr %".555"
  %".557" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".556", i32 0
  %".558" = shufflevector <8 x float> %".557", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".559" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".558", <8 x float> %".553", <8 x float> %".537")
  %".560" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".558", <8 x float> %".554", <8 x float> %".538")
  %".561" = getelementptr inbounds float, ptr %".528", i64 %".550"
  %".562" = load float, ptr %".561"
  %".563" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".562", i32 0
  %".564" = shufflevector <8 x float> %".563", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".565" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".564", <8 x float> %".553", <8 x float> %".539")
  %".566" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".564", <8 x float> %".554", <8 x float> %".540")
  %".567" = getelementptr inbounds float, ptr %".531", i64 %".550"
  %".568" = load float, ptr %".567"
  %".569" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".568", i32 0
  %".570" = shufflevector <8 x float> %".569", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".571" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".570", <8 x float> %".553", <8 x float> %".541")
  %".572" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".570", <8 x float> %".554", <8 x float> %".542")
  %".573" = getelementptr inbounds float, ptr %".534", i64 %".550"
  %".574" = load float, ptr %".573"
  %".575" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".574", i32 0
  %".576" = shufflevector <8 x float> %".575", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".577" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".576", <8 x float> %".553", <8 x float> %".543")
  %".578" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".576", <8 x float> %".554", <8 x float> %".544")
  %".579" = add nsw i64 %".536", 1
  br label %"terms.2", !llvm.loop !2
summed.2:
  %".581" = fmul <8 x float> %".537", %".129"
  %".582" = fmul <8 x float> %".538", %".129"
  br i1 %".519", label %"summed.2.if", label %"summed.2.endif"
summed.2.if:
  %".584" = mul i64 %".515", %".119"
  %".585" = add i64 %".584", %".496"
  %".586" = getelementptr inbounds float, ptr %".3", i64 %".585"
  %".587" = getelementptr inbounds float, ptr %".586", i64 0
  %".588" = getelementptr inbounds float, ptr %".586", i64 8
  br i1 %".122", label %"summed.2.if.if", label %"summed.2.if.else"
summed.2.endif:
  %".601" = fmul <8 x float> %".539", %".129"
  %".602" = fmul <8 x float> %".540", %".129"
  br i1 %".520", label %"summed.2.endif.if", label %"summed.2.endif.endif"
summed.2.if.if:
  %".590" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".587", i32 4, <8 x i1> %".504", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".591" = fadd <8 x float> %".590", %".581"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".591", ptr %".587", i32 4, <8 x i1> %".504")
  %".593" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".588", i32 4, <8 x i1> %".510", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".594" = fadd <8 x float> %".593", %".582"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".594", ptr %".588", i32 4, <8 x i1> %".510")
  br label %"summed.2.if.endif"
summed.2.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".581", ptr %".587", i32 4, <8 x i1> %".504")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".582", ptr %".588", i32 4, <8 x i1> %".510")
  br label %"summed.2.if.endif"
summed.2.if.endif:
  br label %"summed.2.endif"
summed.2.endif.if:
  %".604" = mul i64 %".516", %".119"
  %".605" = add i64 %".604", %".496"
  %".606" = getelementptr inbounds float, ptr %".3", i64 %".605"
  %".607" = getelementptr inbounds float, ptr %".606", i64 0
  %".608" = getelementptr inbounds float, ptr %".606", i64 8
  br i1 %".122", label %"summed.2.endif.if.if", label %"summed.2.endif.if.else"
summed.2.endif.endif:
  %".621" = fmul <8 x float> %".541", %".129"
  %".622" = fmul <8 x float> %".542", %".129"
  br i1 %".521", label %"summed.2.endif.endif.if", label %"summed.2.endif.endif.endif"
summed.2.endif.if.if:
  %".610" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".607", i32 4, <8 x i1> %".504", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".611" = fadd <8 x float> %".610", %".601"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".611", ptr %".607", i32 4, <8 x i1> %".504")
  %".613" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".608", i32 4, <8 x i1> %".510", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".614" = fadd <8 x float> %".613", %".602"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".614", ptr %".608", i32 4, <8 x i1> %".510")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".601", ptr %".607", i32 4, <8 x i1> %".504")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".602", ptr %".608", i32 4, <8 x i1> %".510")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.endif:
  br label %"summed.2.endif.endif"
summed.2.endif.endif.if:
  %".624" = mul i64 %".517", %".119"
  %".625" = add i64 %".624", %".496"
  %".626" = getelementptr inbounds float, ptr %".3", i64 %".625"
  %".627" = getelementptr inbounds float, ptr %".626", i64 0
  %".628" = getelementptr inbounds float, ptr %".626", i64 8
  br i1 %".122", label %"summed.2.endif.endif.if.if", label %"summed.2.endif.endif.if.else"
summed.2.endif.endif.endif:
  %".641" = fmul <8 x float> %".543", %".129"
  %".642" = fmul <8 x float> %".544", %".129"
  br i1 %".522", label %"summed.2.endif.endif.endif.if", label %"summed.2.endif.endif.endif.endif"
summed.2.endif.endif.if.if:
  %".630" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".627", i32 4, <8 x i1> %".504", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".631" = fadd <8 x float> %".630", %".621"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".631", ptr %".627", i32 4, <8 x i1> %".504")
  %".633" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".628", i32 4, <8 x i1> %".510", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".634" = fadd <8 x float> %".633", %".622"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".634", ptr %".628", i32 4, <8 x i1> %".510")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".621", ptr %".627", i32 4, <8 x i1> %".504")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".622", ptr %".628", i32 4, <8 x i1> %".510")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif"
summed.2.endif.endif.endif.if:
  %".644" = mul i64 %".518", %".119"
  %".645" = add i64 %".644", %".496"
  %".646" = getelementptr inbounds float, ptr %".3", i64 %".645"
  %".647" = getelementptr inbounds float, ptr %".646", i64 0
  %".648" = getelementptr inbounds float, ptr %".646", i64 8
  br i1 %".122", label %"summed.2.endif.endif.endif.if.if", label %"summed.2.endif.endif.endif.if.else"
summed.2.endif.endif.endif.endif:
  %".661" = add nsw i64 %".512", 4
  br label %"loop.5", !llvm.loop !2
summed.2.endif.endif.endif.if.if:
  %".650" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".647", i32 4, <8 x i1> %".504", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".651" = fadd <8 x float> %".650", %".641"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".651", ptr %".647", i32 4, <8 x i1> %".504")
  %".653" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".648", i32 4, <8 x i1> %".510", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".654" = fadd <8 x float> %".653", %".642"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".654", ptr %".648", i32 4, <8 x i1> %".510")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".641", ptr %".647", i32 4, <8 x i1> %".504")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".642", ptr %".648", i32 4, <8 x i1> %".510")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif.endif"
loop.6:
  %".820" = phi  i64 [%".6", %"half"], [%".890", %"done.7"]
  %".821" = icmp slt i64 %".820", %".7"
  br i1 %".821", label %"body.6", label %"done.6"
body.6:
  br label %"loop.7"
done.6:
  br label %"end"
loop.7:
  %".824" = phi  i64 [0, %"body.6"], [%".888", %"body.7.endif"]
  %".825" = icmp slt i64 %".824", 2
  br i1 %".825", label %"body.7", label %"done.7"
body.7:
  %".827" = sub i64 %".818", %".820"
  %".828" = icmp eq i64 %".824", 0
  %".829" = select  i1 %".828", i64 %".820", i64 %".827"
  %".830" = icmp eq i64 %".824", 1
  %".831" = icmp eq i64 %".820", %".827"
  %".832" = and i1 %".830", %".831"
  %".833" = mul i64 %".829", %".814"
  %".834" = add i64 %".833", %".814"
  %".835" = icmp slt i64 %".834", %".816"
  %".836" = select  i1 %".835", i64 %".834", i64 %".816"
  %".837" = select  i1 %".832", i64 %".833", i64 %".836"
  %".838" = icmp slt i64 %".833", %".837"
  br i1 %".838", label %"body.7.if", label %"body.7.endif"
done.7:
  %".890" = add nsw i64 %".820", 1
  br label %"loop.6"
body.7.if:
  %".840" = sub i64 %".837", %".833"
  %".841" = getelementptr inbounds i64, ptr %".5", i64 4
  %".842" = load i64, ptr %".841"
  %".843" = mul i64 %".833", %".842"
  %".844" = getelementptr float, ptr %".1", i64 %".843"
  %".845" = getelementptr inbounds i64, ptr %".5", i64 8
  %".846" = load i64, ptr %".845"
  %".847" = mul i64 %".833", %".846"
  %".848" = getelementptr float, ptr %".3", i64 %".847"
  %".849" = getelementptr inbounds i64, ptr %".5", i64 10
  %".850" = load i64, ptr %".849"
  %".851" = getelementptr inbounds i64, ptr %".5", i64 11
  %".852" = load i64, ptr %".851"
  %".853" = getelementptr inbounds i64, ptr %".5", i64 12
  %".854" = load i64, ptr %".853"
  %".855" = getelementptr inbounds i64, ptr %".5", i64 3
  %".856" = load i64, ptr %".855"
  %".857" = trunc i64 %".850" to i32
  %".858" = trunc i64 %".852" to i32
  %".859" = trunc i64 %".854" to i32
  %".860" = trunc i64 %".840" to i32
  %".861" = trunc i64 %".837" to i32
  %".862" = trunc i64 %".856" to i32
  %".863" = getelementptr inbounds i64, ptr %".5", i64 13
  %".864" = load i64, ptr %".863"
  %".865" = trunc i64 %".864" to i32
  %".866" = getelementptr inbounds i64, ptr %".5", i64 14
  %".867" = load i64, ptr %".866"
  %".868" = trunc i64 %".867" to i32
  %".869" = getelementptr inbounds i64, ptr %".5", i64 15
  %".870" = load i64, ptr %".869"
  %".871" = trunc i64 %".870" to i32
  %".872" = getelementptr inbounds i64, ptr %".5", i64 18
  %".873" = load i64, ptr %".872"
  %".874" = icmp ne i64 %".873", 0
  %".875" = select  i1 %".874", float 0x3ff0000000000000, float              0x0
  %".876" = getelementptr inbounds i64, ptr %".5", i64 19
  %".877" = load i64, ptr %".876"
  %".878" = bitcast i64 %".877" to double
  %".879" = fptrunc double %".878" to float
  %".880" = getelementptr inbounds i64, ptr %".5", i64 16
  %".881" = load i64, ptr %".880"
  %".882" = inttoptr i64 %".881" to ptr
  call void %".882"(i32 %".857", i32 %".858", i32 %".859", i32 %".860", i32 %".861", i32 %".862", float %".879", ptr %".844", i32 %".865", ptr %".2", i32 %".868", float %".875", ptr %".848", i32 %".871")
  %".884" = getelementptr inbounds i64, ptr %".5", i64 8
  %".885" = load i64, ptr %".884"
  call void @"mirror_float32.0"(ptr %".3", i64 %".885", i64 %".833", i64 %".837")
  br label %"body.7.endif"
body.7.endif:
  %".888" = add nsw i64 %".824", 1
  br label %"loop.7"
}

declare <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".1", i32 %".2", <8 x i1> %".3", <8 x float> %".4")

declare <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".1", <8 x float> %".2", <8 x float> %".3")

declare void @"llvm.masked.store.v8f32.p0"(<8 x float> %".1", ptr %".2", i32 %".3", <8 x i1> %".4")

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
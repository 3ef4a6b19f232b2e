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
  %".687" = sub i64 %".7", %".6"
  %".688" = getelementptr inbounds i64, ptr %".5", i64 2
  %".689" = load i64, ptr %".688"
  %".690" = getelementptr inbounds i64, ptr %".5", i64 4
  %".691" = load i64, ptr %".690"
  %".692" = mul i64 %".6", %".691"
  %".693" = getelementptr float, ptr %".1", i64 %".692"
  %".694" = getelementptr inbounds i64, ptr %".5", i64 8
  %".695" = load i64, ptr %".694"
  %".696" = mul i64 %".6", %".695"
  %".697" = getelementptr float, ptr %".3", i64 %".696"
  %".698" = getelementptr inbounds i64, ptr %".5", i64 10
  %".699" = load i64, ptr %".698"
  %".700" = getelementptr inbounds i64, ptr %".5", i64 11
  %".701" = load i64, ptr %".700"
  %".702" = getelementptr inbounds i64, ptr %".5", i64 12
  %".703" = load i64, ptr %".702"
  %".704" = getelementptr inbounds i64, ptr %".5", i64 3
  %".705" = load i64, ptr %".704"
  %".706" = trunc i64 %".699" to i32
  %".707" = trunc i64 %".701" to i32
  %".708" = trunc i64 %".703" to i32
  %".709" = trunc i64 %".687" to i32
  %".710" = trunc i64 %".689" to i32
  %".711" = trunc i64 %".705" to i32
  %".712" = getelementptr inbounds i64, ptr %".5", i64 13
  %".713" = load i64, ptr %".712"
  %".714" = trunc i64 %".713" to i32
  %".715" = getelementptr inbounds i64, ptr %".5", i64 14
  %".716" = load i64, ptr %".715"
  %".717" = trunc i64 %".716" to i32
  %".718" = getelementptr inbounds i64, ptr %".5", i64 15
  %".719" = load i64, ptr %".718"
  %".720" = trunc i64 %".719" to i32
  %".721" = getelementptr inbounds i64, ptr %".5", i64 18
  %".722" = load i64, ptr %".721"
  %".723" = icmp ne i64 %".722", 0
  %".724" = select  i1 %".723", float 0x3ff0000000000000, float              0x0
  %".725" = getelementptr inbounds i64, ptr %".5", i64 19
  %".726" = load i64, ptr %".725"
  %".727" = bitcast i64 %".726" to double
  %".728" = fptrunc double %".727" to float
  %".729" = getelementptr inbounds i64, ptr %".5", i64 16
  %".730" = load i64, ptr %".729"
  %".731" = inttoptr i64 %".730" to ptr
  call void %".731"(i32 %".706", i32 %".707", i32 %".708", i32 %".709", i32 %".710", i32 %".711", float %".728", ptr %".693", i32 %".714", ptr %".2", i32 %".717", float %".724", ptr %".697", i32 %".720")
  br label %"end"
gemv:
  %".789" = getelementptr inbounds i64, ptr %".5", i64 4
  %".790" = load i64, ptr %".789"
  %".791" = mul i64 %".6", %".790"
  %".792" = getelementptr float, ptr %".1", i64 %".791"
  %".793" = getelementptr inbounds i64, ptr %".5", i64 8
  %".794" = load i64, ptr %".793"
  %".795" = mul i64 %".6", %".794"
  %".796" = getelementptr float, ptr %".3", i64 %".795"
  %".797" = sub i64 %".7", %".6"
  %".798" = getelementptr inbounds i64, ptr %".5", i64 3
  %".799" = load i64, ptr %".798"
  %".800" = getelementptr inbounds i64, ptr %".5", i64 11
  %".801" = load i64, ptr %".800"
  %".802" = icmp eq i64 %".801", 111
  %".803" = select  i1 %".802", i64 %".797", i64 %".799"
  %".804" = select  i1 %".802", i64 %".799", i64 %".797"
  %".805" = getelementptr inbounds i64, ptr %".5", i64 11
  %".806" = load i64, ptr %".805"
  %".807" = trunc i64 101 to i32
  %".808" = trunc i64 %".806" to i32
  %".809" = trunc i64 %".803" to i32
  %".810" = trunc i64 %".804" to i32
  %".811" = getelementptr inbounds i64, ptr %".5", i64 13
  %".812" = load i64, ptr %".811"
  %".813" = trunc i64 %".812" to i32
  %".814" = getelementptr inbounds i64, ptr %".5", i64 6
  %".815" = load i64, ptr %".814"
  %".816" = trunc i64 %".815" to i32
  %".817" = getelementptr inbounds i64, ptr %".5", i64 8
  %".818" = load i64, ptr %".817"
  %".819" = trunc i64 %".818" to i32
  %".820" = getelementptr inbounds i64, ptr %".5", i64 19
  %".821" = load i64, ptr %".820"
  %".822" = bitcast i64 %".821" to double
  %".823" = fptrunc double %".822" to float
  %".824" = getelementptr inbounds i64, ptr %".5", i64 18
  %".825" = load i64, ptr %".824"
  %".826" = icmp ne i64 %".825", 0
  %".827" = select  i1 %".826", float 0x3ff0000000000000, float              0x0
  %".828" = getelementptr inbounds i64, ptr %".5", i64 16
  %".829" = load i64, ptr %".828"
  %".830" = inttoptr i64 %".829" to ptr
  call void %".830"(i32 %".807", i32 %".808", i32 %".809", i32 %".810", float %".823", ptr %".792", i32 %".813", ptr %".2", i32 %".816", float %".827", ptr %".796", i32 %".819")
  br label %"end"
half:
  %".833" = getelementptr inbounds i64, ptr %".5", i64 17
  %".834" = load i64, ptr %".833"
  %".835" = getelementptr inbounds i64, ptr %".5", i64 1
  %".836" = load i64, ptr %".835"
  %".837" = sub i64 %".836", 1
  %".838" = sdiv i64 %".837", %".834"
  br label %"loop.6"
left:
  %".913" = sub i64 %".7", %".6"
  %".914" = getelementptr inbounds i64, ptr %".5", i64 1
  %".915" = load i64, ptr %".914"
  %".916" = getelementptr inbounds i64, ptr %".5", i64 7
  %".917" = load i64, ptr %".916"
  %".918" = mul i64 %".6", %".917"
  %".919" = getelementptr float, ptr %".2", i64 %".918"
  %".920" = getelementptr inbounds i64, ptr %".5", i64 9
  %".921" = load i64, ptr %".920"
  %".922" = mul i64 %".6", %".921"
  %".923" = getelementptr float, ptr %".3", i64 %".922"
  %".924" = getelementptr inbounds i64, ptr %".5", i64 6
  %".925" = load i64, ptr %".924"
  %".926" = getelementptr inbounds i64, ptr %".5", i64 7
  %".927" = load i64, ptr %".926"
  %".928" = getelementptr inbounds i64, ptr %".5", i64 8
  %".929" = load i64, ptr %".928"
  call void @"copy_float32.0"(ptr %".919", ptr %".923", i64 %".915", i64 %".913", i64 %".925", i64 %".927", i64 %".929")
  %".931" = getelementptr inbounds i64, ptr %".5", i64 10
  %".932" = load i64, ptr %".931"
  %".933" = getelementptr inbounds i64, ptr %".5", i64 17
  %".934" = load i64, ptr %".933"
  %".935" = getelementptr inbounds i64, ptr %".5", i64 11
  %".936" = load i64, ptr %".935"
  %".937" = trunc i64 %".932" to i32
  %".938" = trunc i64 141 to i32
  %".939" = trunc i64 %".934" to i32
  %".940" = trunc i64 %".936" to i32
  %".941" = trunc i64 131 to i32
  %".942" = trunc i64 %".915" to i32
  %".943" = trunc i64 %".913" to i32
  %".944" = getelementptr inbounds i64, ptr %".5", i64 13
  %".945" = load i64, ptr %".944"
  %".946" = trunc i64 %".945" to i32
  %".947" = getelementptr inbounds i64, ptr %".5", i64 15
  %".948" = load i64, ptr %".947"
  %".949" = trunc i64 %".948" to i32
  %".950" = getelementptr inbounds i64, ptr %".5", i64 16
  %".951" = load i64, ptr %".950"
  %".952" = inttoptr i64 %".951" to ptr
  call void %".952"(i32 %".937", i32 %".938", i32 %".939", i32 %".940", i32 %".941", i32 %".942", i32 %".943", float 0x3ff0000000000000, ptr %".1", i32 %".946", ptr %".923", i32 %".949")
  br label %"end"
right:
  %".955" = sub i64 %".7", %".6"
  %".956" = getelementptr inbounds i64, ptr %".5", i64 2
  %".957" = load i64, ptr %".956"
  %".958" = getelementptr inbounds i64, ptr %".5", i64 4
  %".959" = load i64, ptr %".958"
  %".960" = mul i64 %".6", %".959"
  %".961" = getelementptr float, ptr %".1", i64 %".960"
  %".962" = getelementptr inbounds i64, ptr %".5", i64 8
  %".963" = load i64, ptr %".962"
  %".964" = mul i64 %".6", %".963"
  %".965" = getelementptr float, ptr %".3", i64 %".964"
  %".966" = getelementptr inbounds i64, ptr %".5", i64 4
  %".967" = load i64, ptr %".966"
  %".968" = getelementptr inbounds i64, ptr %".5", i64 5
  %".969" = load i64, ptr %".968"
  %".970" = getelementptr inbounds i64, ptr %".5", i64 8
  %".971" = load i64, ptr %".970"
  call void @"copy_float32.0"(ptr %".961", ptr %".965", i64 %".955", i64 %".957", i64 %".967", i64 %".969", i64 %".971")
  %".973" = getelementptr inbounds i64, ptr %".5", i64 10
  %".974" = load i64, ptr %".973"
  %".975" = getelementptr inbounds i64, ptr %".5", i64 17
  %".976" = load i64, ptr %".975"
  %".977" = getelementptr inbounds i64, ptr %".5", i64 12
  %".978" = load i64, ptr %".977"
  %".979" = trunc i64 %".974" to i32
  %".980" = trunc i64 142 to i32
  %".981" = trunc i64 %".976" to i32
  %".982" = trunc i64 %".978" to i32
  %".983" = trunc i64 131 to i32
  %".984" = trunc i64 %".955" to i32
  %".985" = trunc i64 %".957" to i32
  %".986" = getelementptr inbounds i64, ptr %".5", i64 14
  %".987" = load i64, ptr %".986"
  %".988" = trunc i64 %".987" to i32
  %".989" = getelementptr inbounds i64, ptr %".5", i64 15
  %".990" = load i64, ptr %".989"
  %".991" = trunc i64 %".990" to i32
  %".992" = getelementptr inbounds i64, ptr %".5", i64 16
  %".993" = load i64, ptr %".992"
  %".994" = inttoptr i64 %".993" to ptr
  call void %".994"(i32 %".979", i32 %".980", i32 %".981", i32 %".982", i32 %".983", i32 %".984", i32 %".985", float 0x3ff0000000000000, ptr %".2", i32 %".988", ptr %".965", i32 %".991")
  br label %"end"
columns:
  %".734" = getelementptr inbounds i64, ptr %".5", i64 7
  %".735" = load i64, ptr %".734"
  %".736" = mul i64 %".6", %".735"
  %".737" = getelementptr float, ptr %".2", i64 %".736"
  %".738" = getelementptr inbounds i64, ptr %".5", i64 9
  %".739" = load i64, ptr %".738"
  %".740" = mul i64 %".6", %".739"
  %".741" = getelementptr float, ptr %".3", i64 %".740"
  %".742" = getelementptr inbounds i64, ptr %".5", i64 1
  %".743" = load i64, ptr %".742"
  %".744" = sub i64 %".7", %".6"
  %".745" = getelementptr inbounds i64, ptr %".5", i64 4
  %".746" = load i64, ptr %".745"
  %".747" = mul i64 0, %".746"
  %".748" = getelementptr float, ptr %".1", i64 %".747"
  %".749" = getelementptr inbounds i64, ptr %".5", i64 8
  %".750" = load i64, ptr %".749"
  %".751" = mul i64 0, %".750"
  %".752" = getelementptr float, ptr %".741", i64 %".751"
  %".753" = getelementptr inbounds i64, ptr %".5", i64 10
  %".754" = load i64, ptr %".753"
  %".755" = getelementptr inbounds i64, ptr %".5", i64 11
  %".756" = load i64, ptr %".755"
  %".757" = getelementptr inbounds i64, ptr %".5", i64 12
  %".758" = load i64, ptr %".757"
  %".759" = getelementptr inbounds i64, ptr %".5", i64 3
  %".760" = load i64, ptr %".759"
  %".761" = trunc i64 %".754" to i32
  %".762" = trunc i64 %".756" to i32
  %".763" = trunc i64 %".758" to i32
  %".764" = trunc i64 %".743" to i32
  %".765" = trunc i64 %".744" to i32
  %".766" = trunc i64 %".760" to i32
  %".767" = getelementptr inbounds i64, ptr %".5", i64 13
  %".768" = load i64, ptr %".767"
  %".769" = trunc i64 %".768" to i32
  %".770" = getelementptr inbounds i64, ptr %".5", i64 14
  %".771" = load i64, ptr %".770"
  %".772" = trunc i64 %".771" to i32
  %".773" = getelementptr inbounds i64, ptr %".5", i64 15
  %".774" = load i64, ptr %".773"
  %".775" = trunc i64 %".774" to i32
  %".776" = getelementptr inbounds i64, ptr %".5", i64 18
  %".777" = load i64, ptr %".776"
  %".778" = icmp ne i64 %".777", 0
  %".779" = select  i1 %".778", float 0x3ff0000000000000, float              0x0
  %".780" = getelementptr inbounds i64, ptr %".5", i64 19
  %".781" = load i64, ptr %".780"
  %".782" = bitcast i64 %".781" to double
  %".783" = fptrunc double %".782" to float
  %".784" = getelementptr inbounds i64, ptr %".5", i64 16
  %".785" = load i64, ptr %".784"
  %".786" = inttoptr i64 %".785" to ptr
  call void %".786"(i32 %".761", i32 %".762", i32 %".763", i32 %".764", i32 %".765", i32 %".766", float %".783", ptr %".748", i32 %".769", ptr %".737", i32 %".772", float %".779", ptr %".752", i32 %".775")
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
  %".134" = phi  i64 [0, %"case_0"], [%".369", %"done.1"]
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
  %".144" = phi  i64 [%".6", %"body"], [%".367", %"summed.endif.endif.endif.endif.endif.endif.endif.endif"]
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
  %".369" = add nsw i64 %".134", 8
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
  br i1 %".122", label %"summed.if.if", label %"summed.if.else"
summed.endif:
  %".262" = fmul <8 x float> %".190", %".129"
  br i1 %".156", label %"summed.endif.if", label %"summed.endif.endif"
summed.if.if:
  %".253" = getelementptr inbounds float, ptr %".251", i64 0
  %".254" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".253", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".255" = fadd <8 x float> %".254", %".247"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".255", ptr %".253", i32 4, <8 x i1> %".142")
  br label %"summed.if.endif"
summed.if.else:
  %".258" = getelementptr inbounds float, ptr %".251", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".247", ptr %".258", i32 4, <8 x i1> %".142")
  br label %"summed.if.endif"
summed.if.endif:
  br label %"summed.endif"
summed.endif.if:
  %".264" = mul i64 %".148", %".119"
  %".265" = add i64 %".264", %".134"
  %".266" = getelementptr inbounds float, ptr %".3", i64 %".265"
  br i1 %".122", label %"summed.endif.if.if", label %"summed.endif.if.else"
summed.endif.endif:
  %".277" = fmul <8 x float> %".191", %".129"
  br i1 %".157", label %"summed.endif.endif.if", label %"summed.endif.endif.endif"
summed.endif.if.if:
  %".268" = getelementptr inbounds float, ptr %".266", i64 0
  %".269" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".268", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".270" = fadd <8 x float> %".269", %".262"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".270", ptr %".268", i32 4, <8 x i1> %".142")
  br label %"summed.endif.if.endif"
summed.endif.if.else:
  %".273" = getelementptr inbounds float, ptr %".266", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".262", ptr %".273", i32 4, <8 x i1> %".142")
  br label %"summed.endif.if.endif"
summed.endif.if.endif:
  br label %"summed.endif.endif"
summed.endif.endif.if:
  %".279" = mul i64 %".149", %".119"
  %".280" = add i64 %".279", %".134"
  %".281" = getelementptr inbounds float, ptr %".3", i64 %".280"
  br i1 %".122", label %"summed.endif.endif.if.if", label %"summed.endif.endif.if.else"
summed.endif.endif.endif:
  %".292" = fmul <8 x float> %".192", %".129"
  br i1 %".158", label %"summed.endif.endif.endif.if", label %"summed.endif.endif.endif.endif"
summed.endif.endif.if.if:
  %".283" = getelementptr inbounds float, ptr %".281", i64 0
  %".284" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".283", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".285" = fadd <8 x float> %".284", %".277"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".285", ptr %".283", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.else:
  %".288" = getelementptr inbounds float, ptr %".281", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".277", ptr %".288", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.endif:
  br label %"summed.endif.endif.endif"
summed.endif.endif.endif.if:
  %".294" = mul i64 %".150", %".119"
  %".295" = add i64 %".294", %".134"
  %".296" = getelementptr inbounds float, ptr %".3", i64 %".295"
  br i1 %".122", label %"summed.endif.endif.endif.if.if", label %"summed.endif.endif.endif.if.else"
summed.endif.endif.endif.endif:
  %".307" = fmul <8 x float> %".193", %".129"
  br i1 %".159", label %"summed.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.if.if:
  %".298" = getelementptr inbounds float, ptr %".296", i64 0
  %".299" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".298", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".300" = fadd <8 x float> %".299", %".292"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".300", ptr %".298", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.else:
  %".303" = getelementptr inbounds float, ptr %".296", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".292", ptr %".303", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if:
  %".309" = mul i64 %".151", %".119"
  %".310" = add i64 %".309", %".134"
  %".311" = getelementptr inbounds float, ptr %".3", i64 %".310"
  br i1 %".122", label %"summed.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif:
  %".322" = fmul <8 x float> %".194", %".129"
  br i1 %".160", label %"summed.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if.if:
  %".313" = getelementptr inbounds float, ptr %".311", i64 0
  %".314" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".313", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".315" = fadd <8 x float> %".314", %".307"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".315", ptr %".313", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.else:
  %".318" = getelementptr inbounds float, ptr %".311", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".307", ptr %".318", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if:
  %".324" = mul i64 %".152", %".119"
  %".325" = add i64 %".324", %".134"
  %".326" = getelementptr inbounds float, ptr %".3", i64 %".325"
  br i1 %".122", label %"summed.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif:
  %".337" = fmul <8 x float> %".195", %".129"
  br i1 %".161", label %"summed.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if.if:
  %".328" = getelementptr inbounds float, ptr %".326", i64 0
  %".329" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".328", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".330" = fadd <8 x float> %".329", %".322"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".330", ptr %".328", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.else:
  %".333" = getelementptr inbounds float, ptr %".326", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".322", ptr %".333", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if:
  %".339" = mul i64 %".153", %".119"
  %".340" = add i64 %".339", %".134"
  %".341" = getelementptr inbounds float, ptr %".3", i64 %".340"
  br i1 %".122", label %"summed.endif.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif.endif:
  %".352" = fmul <8 x float> %".196", %".129"
  br i1 %".162", label %"summed.endif.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if.if:
  %".343" = getelementptr inbounds float, ptr %".341", i64 0
  %".344" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".343", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".345" = fadd <8 x float> %".344", %".337"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".345", ptr %".343", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.else:
  %".348" = getelementptr inbounds float, ptr %".341", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".337", ptr %".348", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.endif.if:
  %".354" = mul i64 %".154", %".119"
  %".355" = add i64 %".354", %".134"
  %".356" = getelementptr inbounds float, ptr %".3", i64 %".355"
  br i1 %".122", label %"summed.endif.endif.endif....if", label %"summed.endif.endif.endif....else"
summed.endif.endif.endif.endif.endif.endif.endif.endif:
  %".367" = add nsw i64 %".144", 8
  br label %"loop.1", !llvm.loop !2
summed.endif.endif.endif....if:
  %".358" = getelementptr inbounds float, ptr %".356", i64 0
  %".359" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".358", i32 4, <8 x i1> %".142", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".360" = fadd <8 x float> %".359", %".352"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".360", ptr %".358", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....else:
  %".363" = getelementptr inbounds float, ptr %".356", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".352", ptr %".363", i32 4, <8 x i1> %".142")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
loop.2:
  %".373" = phi  i64 [0, %"case_1"], [%".504", %"done.3"]
  %".374" = icmp slt i64 %".373", %".109"
  br i1 %".374", label %"body.2", label %"done.2"
body.2:
  %".376" = add i64 %".373", 0
  %".377" = sub i64 %".109", %".376"
  %".378" = trunc i64 %".377" to i32
  %".379" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".378", i32 0
  %".380" = shufflevector <8 x i32> %".379", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".381" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".380"
  br label %"loop.3"
done.2:
  br label %"chosen"
loop.3:
  %".383" = phi  i64 [%".6", %"body.2"], [%".502", %"summed.1.endif.endif.endif.endif"]
  %".384" = icmp slt i64 %".383", %".7"
  br i1 %".384", label %"body.3", label %"done.3"
body.3:
  %".386" = add i64 %".383", 0
  %".387" = add i64 %".383", 1
  %".388" = add i64 %".383", 2
  %".389" = add i64 %".383", 3
  %".390" = icmp sle i64 %".386", %".123"
  %".391" = icmp sle i64 %".387", %".123"
  %".392" = icmp sle i64 %".388", %".123"
  %".393" = icmp sle i64 %".389", %".123"
  %".394" = select  i1 %".390", i64 %".386", i64 %".123"
  %".395" = mul i64 %".394", %".113"
  %".396" = getelementptr inbounds float, ptr %".1", i64 %".395"
  %".397" = select  i1 %".391", i64 %".387", i64 %".123"
  %".398" = mul i64 %".397", %".113"
  %".399" = getelementptr inbounds float, ptr %".1", i64 %".398"
  %".400" = select  i1 %".392", i64 %".388", i64 %".123"
  %".401" = mul i64 %".400", %".113"
  %".402" = getelementptr inbounds float, ptr %".1", i64 %".401"
  %".403" = select  i1 %".393", i64 %".389", i64 %".123"
  %".404" = mul i64 %".403", %".113"
  %".405" = getelementptr inbounds float, ptr %".1", i64 %".404"
  br label %"terms.1"
done.3:
  %".504" = add nsw i64 %".373", 8
  br label %"loop.2", !llvm.loop !2
terms.1:
  %".407" = phi  i64 [0, %"body.3"], [%".440", %"term.1"]
  %".408" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".424", %"term.1"]
  %".409" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".429", %"term.1"]
  %".410" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".434", %"term.1"]
  %".411" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".439", %"term.1"]
  %".412" = icmp slt i64 %".407", %".111"
  br i1 %".412", label %"term.1", label %"summed.1"
term.1:
  %".414" = mul i64 %".407", %".117"
  %".415" = add i64 %".414", %".373"
  %".416" = getelementptr inbounds float, ptr %".2", i64 %".415"
  %".417" = mul i64 %".407", %".115"
  %".418" = getelementptr inbounds float, ptr %".416", i64 0
  %".419" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".418", i32 4, <8 x i1> %".381", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".420" = getelementptr inbounds float, ptr %".396", i64 %".417"
  %".421" = load float, ptr %".420"
  %".422" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".421", i32 0
  %".423" = shufflevector <8 x float> %".422", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".424" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".423", <8 x float> %".419", <8 x float> %".408")
  %".425" = getelementptr inbounds float, ptr %".399", i64 %".417"
  %".426" = load float, ptr %".425"
  %".427" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".426", i32 0
  %".428" = shufflevector <8 x float> %".427", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".429" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".428", <8 x float> %".419", <8 x float> %".409")
  %".430" = getelementptr inbounds float, ptr %".402", i64 %".417"
  %".431" = load float, ptr %".430"
  %".432" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".431", i32 0
  %".433" = shufflevector <8 x float> %".432", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".434" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".433", <8 x float> %".419", <8 x float> %".410")
  %".435" = getelementptr inbounds float, ptr %".405", i64 %".417"
  %".436" = load float, ptr %".435"
  %".437" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".436", i32 0
  %".438" = shufflevector <8 x float> %".437", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".439" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".438", <8 x float> %".419", <8 x float> %".411")
  %".440" = add nsw i64 %".407", 1
  br label %"terms.1", !llvm.loop !2
summed.1:
  %".442" = fmul <8 x float> %".408", %".129"
  br i1 %".390", label %"summed.1.if", label %"summed.1.endif"
summed.1.if:
  %".444" = mul i64 %".386", %".119"
  %".445" = add i64 %".444", %".373"
  %".446" = getelementptr inbounds float, ptr %".3", i64 %".445"
  br i1 %".122", label %"summed.1.if.if", label %"summed.1.if.else"
summed.1.endif:
  %".457" = fmul <8 x float> %".409", %".129"
  br i1 %".391", label %"summed.1.endif.if", label %"summed.1.endif.endif"
summed.1.if.if:
  %".448" = getelementptr inbounds float, ptr %".446", i64 0
  %".449" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".448", i32 4, <8 x i1> %".381", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".450" = fadd <8 x float> %".449", %".442"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".450", ptr %".448", i32 4, <8 x i1> %".381")
  br label %"summed.1.if.endif"
summed.1.if.else:
  %".453" = getelementptr inbounds float, ptr %".446", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".442", ptr %".453", i32 4, <8 x i1> %".381")
  br label %"summed.1.if.endif"
summed.1.if.endif:
  br label %"summed.1.endif"
summed.1.endif.if:
  %".459" = mul i64 %".387", %".119"
  %".460" = add i64 %".459", %".373"
  %".461" = getelementptr inbounds float, ptr %".3", i64 %".460"
  br i1 %".122", label %"summed.1.endif.if.if", label %"summed.1.endif.if.else"
summed.1.endif.endif:
  %".472" = fmul <8 x float> %".410", %".129"
  br i1 %".392", label %"summed.1.endif.endif.if", label %"summed.1.endif.endif.endif"
summed.1.endif.if.if:
  %".463" = getelementptr inbounds float, ptr %".461", i64 0
  %".464" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".463", i32 4, <8 x i1> %".381", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".465" = fadd <8 x float> %".464", %".457"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".465", ptr %".463", i32 4, <8 x i1> %".381")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.else:
  %".468" = getelementptr inbounds float, ptr %".461", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".457", ptr %".468", i32 4, <8 x i1> %".381")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.endif:
  br label %"summed.1.endif.endif"
summed.1.endif.endif.if:
  %".474" = mul i64 %".388", %".119"
  %".475" = add i64 %".474", %".373"
  %".476" = getelementptr inbounds float, ptr %".3", i64 %".475"
  br i1 %".122", label %"summed.1.endif.endif.if.if", label %"summed.1.endif.endif.if.else"
summed.1.endif.endif.endif:
  %".487" = fmul <8 x float> %".411", %".129"
  br i1 %".393", label %"summed.1.endif.endif.endif.if", label %"summed.1.endif.endif.endif.endif"
summed.1.endif.endif.if.if:
  %".478" = getelementptr inbounds float, ptr %".476", i64 0
  %".479" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".478", i32 4, <8 x i1> %".381", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".480" = fadd <8 x float> %".479", %".472"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".480", ptr %".478", i32 4, <8 x i1> %".381")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.else:
  %".483" = getelementptr inbounds float, ptr %".476", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".472", ptr %".483", i32 4, <8 x i1> %".381")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif"
summed.1.endif.endif.endif.if:
  %".489" = mul i64 %".389", %".119"
  %".490" = add i64 %".489", %".373"
  %".491" = getelementptr inbounds float, ptr %".3", i64 %".490"
  br i1 %".122", label %"summed.1.endif.endif.endif.if.if", label %"summed.1.endif.endif.endif.if.else"
summed.1.endif.endif.endif.endif:
  %".502" = add nsw i64 %".383", 4
  br label %"loop.3", !llvm.loop !2
summed.1.endif.endif.endif.if.if:
  %".493" = getelementptr inbounds float, ptr %".491", i64 0
  %".494" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".493", i32 4, <8 x i1> %".381", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".495" = fadd <8 x float> %".494", %".487"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".495", ptr %".493", i32 4, <8 x i1> %".381")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.else:
  %".498" = getelementptr inbounds float, ptr %".491", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".487", ptr %".498", i32 4, <8 x i1> %".381")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif.endif"
loop.4:
  %".508" = phi  i64 [0, %"case_2"], [%".683", %"done.5"]
  %".509" = icmp slt i64 %".508", %".109"
  br i1 %".509", label %"body.4", label %"done.4"
body.4:
  %".511" = add i64 %".508", 0
  %".512" = sub i64 %".109", %".511"
  %".513" = trunc i64 %".512" to i32
  %".514" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".513", i32 0
  %".515" = shufflevector <8 x i32> %".514", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".516" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".515"
  %".517" = add i64 %".508", 8
  %".518" = sub i64 %".109", %".517"
  %".519" = trunc i64 %".518" to i32
  %".520" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".519", i32 0
  %".521" = shufflevector <8 x i32> %".520", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".522" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".521"
  br label %"loop.5"
done.4:
  br label %"chosen"
loop.5:
  %".524" = phi  i64 [%".6", %"body.4"], [%".681", %"summed.2.endif.endif.endif.endif"]
  %".525" = icmp slt i64 %".524", %".7"
  br i1 %".525", label %"body.5", label %"done.5"
body.5:
  %".527" = add i64 %".524", 0
  %".528" = add i64 %".524", 1
  %".529" = add i64 %".524", 2
  %".530" = add i64 %".524", 3
  %".531" = icmp sle i64 %".527", %".123"
  %".532" = icmp sle i64 %".528", %".123"
  %".533" = icmp sle i64 %".529", %".123"
  %".534" = icmp sle i64 %".530", %".123"
  %".535" = select  i1 %".531", i64 %".527", i64 %".123"
  %".536" = mul i64 %".535", %".113"
  %".537" = getelementptr inbounds float, ptr %".1", i64 %".536"
  %".538" = select  i1 %".532", i64 %".528", i64 %".123"
  %".539" = mul i64 %".538", %".113"
  %".540" = getelementptr inbounds float, ptr %".1", i64 %".539"
  %".541" = select  i1 %".533", i64 %".529", i64 %".123"
  %".542" = mul i64 %".541", %".113"
  %".543" = getelementptr inbounds float, ptr %".1", i64 %".542"
  %".544" = select  i1 %".534", i64 %".530", i64 %".123"
  %".545" = mul i64 %".544", %".113"
  %".546" = getelementptr inbounds float, ptr %".1", i64 %".545"
  br label %"terms.2"
done.5:
  %".683" = add nsw i64 %".508", 16
  br label %"loop.4", !llvm.loop !2
terms.2:
  %".548" = phi  i64 [0, %"body.5"], [%".591", %"term.2"]
  %".549" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".571", %"term.2"]
  %".550" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".572", %"term.2"]
  %".551" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".577", %"term.2"]
  %".552" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".578", %"term.2"]
  %".553" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".583", %"term.2"]
  %".554" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".584", %"term.2"]
  %".555" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".589", %"term.2"]
  %".556" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".590", %"term.2"]
  %".557" = icmp slt i64 %".548", %".111"
  br i1 %".557", label %"term.2", label %"summed.2"
term.2:
  %".559" = mul i64 %".548", %".117"
  %".560" = add i64 %".559", %".508"
  %".561" = getelementptr inbounds float, ptr %".2", i64 %".560"
  %".562" = mul i64 %".548", %".115"
  %".563" = getelementptr inbounds float, ptr %".561", i64 0
  %".564" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".563", i32 4, <8 x i1> %".516", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".565" = getelementptr inbounds float, ptr %".561", i64 8
  %".566" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".565", i32 4, <8 x i1> %".522", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".567" = getelementptr inbounds float, ptr %".537", i64 %".562"
  %".568" = load float, ptr %".567"
  %".569" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".568", i32 0
  %".570" = shufflevector <8 x float> %".569", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".571" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".570", <8 x float> %".564", <8 x float> %".549")
  %".572" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".570", <8 x float> %".566", <8 x float> %".550")
  %".573" = getelementptr inbounds float, ptr %".540", i64 %".562"
  %".574" = load float, ptr %".573"
  %".575" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".574", i32 0
  %".576" = shufflevector <8 x float> %".575", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".577" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".576", <8 x float> %".564", <8 x float> %".551")
  %".578" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".576", <8 x float> %".566", <8 x float> %".552")
  %".579" = getelementptr inbounds float, ptr %".543", i64 %".562"
  %".580" = load float, ptr %".579"
  %".581" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".580", i32 0
  %".582" = shufflevector <8 x float> %".581", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".583" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".582", <8 x float> %".564", <8 x float> %".553")
  %".584" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".582", <8 x float> %".566", <8 x float> %".554")
  %".585" = getelementptr inbounds float, ptr %".546", i64 %".562"
  %".586" = load float, ptr %".585"
  %".587" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".586", i32 0
  %".588" = shufflevector <8 x float> %".587", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".589" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".588", <8 x float> %".564", <8 x float> %".555")
  %".590" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".588", <8 x float> %".566", <8 x float> %".556")
  %".591" = add nsw i64 %".548", 1
  br label %"terms.2", !llvm.loop !2
summed.2:
  %".593" = fmul <8 x float> %".549", %".129"
  %".594" = fmul <8 x float> %".550", %".129"
  br i1 %".531", label %"summed.2.if", label %"summed.2.endif"
summed.2.if:
  %".596" = mul i64 %".527", %".119"
  %".597" = add i64 %".596", %".508"
  %".598" = getelementptr inbounds float, ptr %".3", i64 %".597"
  br i1 %".122", label %"summed.2.if.if", label %"summed.2.if.else"
summed.2.endif:
  %".615" = fmul <8 x float> %".551", %".129"
  %".616" = fmul <8 x float> %".552", %".129"
  br i1 %".532", label %"summed.2.endif.if", label %"summed.2.endif.endif"
summed.2.if.if:
  %".600" = getelementptr inbounds float, ptr %".598", i64 0
  %".601" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".600", i32 4, <8 x i1> %".516", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".602" = fadd <8 x float> %".601", %".593"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".602", ptr %".600", i32 4, <8 x i1> %".516")
  %".604" = getelementptr inbounds float, ptr %".598", i64 8
  %".605" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".604", i32 4, <8 x i1> %".522", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".606" = fadd <8 x float> %".605", %".594"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".606", ptr %".604", i32 4, <8 x i1> %".522")
  br label %"summed.2.if.endif"
summed.2.if.else:
  %".609" = getelementptr inbounds float, ptr %".598", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".593", ptr %".609", i32 4, <8 x i1> %".516")
  %".611" = getelementptr inbounds float, ptr %".598", i64 8
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".594", ptr %".611", i32 4, <8 x i1> %".522")
  br label %"summed.2.if.endif"
summed.2.if.endif:
  br label %"summed.2.endif"
summed.2.endif.if:
  %".618" = mul i64 %".528", %".119"
  %".619" = add i64 %".618", %".508"
  %".620" = getelementptr inbounds float, ptr %".3", i64 %".619"
  br i1 %".122", label %"summed.2.endif.if.if", label %"summed.2.endif.if.else"
summed.2.endif.endif:
  %".637" = fmul <8 x float> %".553", %".129"
  %".638" = fmul <8 x float> %".554", %".129"
  br i1 %".533", label %"summed.2.endif.endif.if", label %"summed.2.endif.endif.endif"
summed.2.endif.if.if:
  %".622" = getelementptr inbounds float, ptr %".620", i64 0
  %".623" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".622", i32 4, <8 x i1> %".516", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".624" = fadd <8 x float> %".623", %".615"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".624", ptr %".622", i32 4, <8 x i1> %".516")
  %".626" = getelementptr inbounds float, ptr %".620", i64 8
  %".627" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".626", i32 4, <8 x i1> %".522", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".628" = fadd <8 x float> %".627", %".616"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".628", ptr %".626", i32 4, <8 x i1> %".522")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.else:
  %".631" = getelementptr inbounds float, ptr %".620", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".615", ptr %".631", i32 4, <8 x i1> %".516")
  %".633" = getelementptr inbounds float, ptr %".620", i64 8
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".616", ptr %".633", i32 4, <8 x i1> %".522")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.endif:
  br label %"summed.2.endif.endif"
summed.2.endif.endif.if:
  %".640" = mul i64 %".529", %".119"
  %".641" = add i64 %".640", %".508"
  %".642" = getelementptr inbounds float, ptr %".3", i64 %".641"
  br i1 %".122", label %"summed.2.endif.endif.if.if", label %"summed.2.endif.endif.if.else"
summed.2.endif.endif.endif:
  %".659" = fmul <8 x float> %".555", %".129"
  %".660" = fmul <8 x float> %".556", %".129"
  br i1 %".534", label %"summed.2.endif.endif.endif.if", label %"summed.2.endif.endif.endif.endif"
summed.2.endif.endif.if.if:
  %".644" = getelementptr inbounds float, ptr %".642", i64 0
  %".645" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".644", i32 4, <8 x i1> %".516", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".646" = fadd <8 x float> %".645", %".637"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".646", ptr %".644", i32 4, <8 x i1> %".516")
  %".648" = getelementptr inbounds float, ptr %".642", i64 8
  %".649" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".648", i32 4, <8 x i1> %".522", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".650" = fadd <8 x float> %".649", %".638"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".650", ptr %".648", i32 4, <8 x i1> %".522")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.else:
  %".653" = getelementptr inbounds float, ptr %".642", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".637", ptr %".653", i32 4, <8 x i1> %".516")
  %".655" = getelementptr inbounds float, ptr %".642", i64 8
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".638", ptr %".655", i32 4, <8 x i1> %".522")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif"
summed.2.endif.endif.endif.if:
  %".662" = mul i64 %".530", %".119"
  %".663" = add i64 %".662", %".508"
  %".664" = getelementptr inbounds float, ptr %".3", i64 %".663"
  br i1 %".122", label %"summed.2.endif.endif.endif.if.if", label %"summed.2.endif.endif.endif.if.else"
summed.2.endif.endif.endif.endif:
  %".681" = add nsw i64 %".524", 4
  br label %"loop.5", !llvm.loop !2
summed.2.endif.endif.endif.if.if:
  %".666" = getelementptr inbounds float, ptr %".664", i64 0
  %".667" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".666", i32 4, <8 x i1> %".516", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".668" = fadd <8 x float> %".667", %".659"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".668", ptr %".666", i32 4, <8 x i1> %".516")
  %".670" = getelementptr inbounds float, ptr %".664", i64 8
  %".671" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".670", i32 4, <8 x i1> %".522", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".672" = fadd <8 x float> %".671", %".660"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".672", ptr %".670", i32 4, <8 x i1> %".522")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.else:
  %".675" = getelementptr inbounds float, ptr %".664", i64 0
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".659", ptr %".675", i32 4, <8 x i1> %".516")
  %".677" = getelementptr inbounds float, ptr %".664", i64 8
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".660", ptr %".677", i32 4, <8 x i1> %".522")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif.endif"
loop.6:
  %".840" = phi  i64 [%".6", %"half"], [%".910", %"done.7"]
  %".841" = icmp slt i64 %".840", %".7"
  br i1 %".841", label %"body.6", label %"done.6"
body.6:
  br label %"loop.7"
done.6:
  br label %"end"
loop.7:
  %".844" = phi  i64 [0, %"body.6"], [%".908", %"body.7.endif"]
  %".845" = icmp slt i64 %".844", 2
  br i1 %".845", label %"body.7", label %"done.7"
body.7:
  %".847" = sub i64 %".838", %".840"
  %".848" = icmp eq i64 %".844", 0
  %".849" = select  i1 %".848", i64 %".840", i64 %".847"
  %".850" = icmp eq i64 %".844", 1
  %".851" = icmp eq i64 %".840", %".847"
  %".852" = and i1 %".850", %".851"
  %".853" = mul i64 %".849", %".834"
  %".854" = add i64 %".853", %".834"
  %".855" = icmp slt i64 %".854", %".836"
  %".856" = select  i1 %".855", i64 %".854", i64 %".836"
  %".857" = select  i1 %".852", i64 %".853", i64 %".856"
  %".858" = icmp slt i64 %".853", %".857"
  br i1 %".858", label %"body.7.if", label %"body.7.endif"
done.7:
  %".910" = add nsw i64 %".840", 1
  br label %"loop.6"
body.7.if:
  %".860" = sub i64 %".857", %".853"
  %".861" = getelementptr inbounds i64, ptr %".5", i64 4
  %".862" = load i64, ptr %".861"
  %".863" = mul i64 %".853", %".862"
  %".864" = getelementptr float, ptr %".1", i64 %".863"
  %".865" = getelementptr inbounds i64, ptr %".5", i64 8
  %".866" = load i64, ptr %".865"
  %".867" = mul i64 %".853", %".866"
  %".868" = getelementptr float, ptr %".3", i64 %".867"
  %".869" = getelementptr inbounds i64, ptr %".5", i64 10
  %".870" = load i64, ptr %".869"
  %".871" = getelementptr inbounds i64, ptr %".5", i64 11
  %".872" = load i64, ptr %".871"
  %".873" = getelementptr inbounds i64, ptr %".5", i64 12
  %".874" = load i64, ptr %".873"
  %".875" = getelementptr inbounds i64, ptr %".5", i64 3
  %".876" = load i64, ptr %".875"
  %".877" = trunc i64 %".870" to i32
  %".878" = trunc i64 %".872" to i32
  %".879" = trunc i64 %".874" to i32
  %".880" = trunc i64 %".860" to i32
  %".881" = trunc i64 %".857" to i32
  %".882" = trunc i64 %".876" to i32
  %".883" = getelementptr inbounds i64, ptr %".5", i64 13
  %".884" = load i64, ptr %".883"
  %".885" = trunc i64 %".884" to i32
  %".886" = getelementptr inbounds i64, ptr %".5", i64 14
  %".887" = load i64, ptr %".886"
  %".888" = trunc i64 %".887" to i32
  %".889" = getelementptr inbounds i64, ptr %".5", i64 15
  %".890" = load i64, ptr %".889"
  %".891" = trunc i64 %".890" to i32
  %".892" = getelementptr inbounds i64, ptr %".5", i64 18
  %".893" = load i64, ptr %".892"
  %".894" = icmp ne i64 %".893", 0
  %".895" = select  i1 %".894", float 0x3ff0000000000000, float              0x0
  %".896" = getelementptr inbounds i64, ptr %".5", i64 19
  %".897" = load i64, ptr %".896"
  %".898" = bitcast i64 %".897" to double
  %".899" = fptrunc double %".898" to float
  %".900" = getelementptr inbounds i64, ptr %".5", i64 16
  %".901" = load i64, ptr %".900"
  %".902" = inttoptr i64 %".901" to ptr
  call void %".902"(i32 %".877", i32 %".878", i32 %".879", i32 %".880", i32 %".881", i32 %".882", float %".899", ptr %".864", i32 %".885", ptr %".2", i32 %".888", float %".895", ptr %".868", i32 %".891")
  %".904" = getelementptr inbounds i64, ptr %".5", i64 8
  %".905" = load i64, ptr %".904"
  call void @"mirror_float32.0"(ptr %".3", i64 %".905", i64 %".853", i64 %".857")
  br label %"body.7.endif"
body.7.endif:
  %".908" = add nsw i64 %".844", 1
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
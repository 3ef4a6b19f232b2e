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
  %".417" = getelementptr inbounds i64, ptr %".5", i64 6
  %".418" = load i64, ptr %".417"
  %".419" = getelementptr inbounds i64, ptr %".5", i64 8
  %".420" = load i64, ptr %".419"
  %".421" = getelementptr inbounds i64, ptr %".5", i64 18
  %".422" = load i64, ptr %".421"
  %".423" = icmp ne i64 %".422", 0
  %".424" = sub i64 %".7", 1
  %".425" = getelementptr inbounds i64, ptr %".5", i64 19
  %".426" = load i64, ptr %".425"
  %".427" = bitcast i64 %".426" to double
  %".428" = fptrunc double %".427" to float
  %".429" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".428", i32 0
  %".430" = shufflevector <8 x float> %".429", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".431" = getelementptr inbounds i64, ptr %".5", i64 17
  %".432" = load i64, ptr %".431"
  switch i64 %".432", label %"case_0.1" [i64 1, label %"case_1.1" i64 2, label %"case_2.1"]
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
chosen.1:
  br label %"chosen"
case_0.1:
  br label %"loop.2"
case_1.1:
  br label %"loop.4"
case_2.1:
  br label %"loop.6"
loop.2:
  %".435" = phi  i64 [0, %"case_0.1"], [%".662", %"done.3"]
  %".436" = icmp slt i64 %".435", %".410"
  br i1 %".436", label %"body.2", label %"done.2"
body.2:
  %".438" = add i64 %".435", 0
  %".439" = sub i64 %".410", %".438"
  %".440" = trunc i64 %".439" to i32
  %".441" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".440", i32 0
  %".442" = shufflevector <8 x i32> %".441", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".443" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".442"
  br label %"loop.3"
done.2:
  br label %"chosen.1"
loop.3:
  %".445" = phi  i64 [%".6", %"body.2"], [%".660", %"summed.endif.endif.endif.endif.endif.endif.endif.endif"]
  %".446" = icmp slt i64 %".445", %".7"
  br i1 %".446", label %"body.3", label %"done.3"
body.3:
  %".448" = add i64 %".445", 0
  %".449" = add i64 %".445", 1
  %".450" = add i64 %".445", 2
  %".451" = add i64 %".445", 3
  %".452" = add i64 %".445", 4
  %".453" = add i64 %".445", 5
  %".454" = add i64 %".445", 6
  %".455" = add i64 %".445", 7
  %".456" = icmp sle i64 %".448", %".424"
  %".457" = icmp sle i64 %".449", %".424"
  %".458" = icmp sle i64 %".450", %".424"
  %".459" = icmp sle i64 %".451", %".424"
  %".460" = icmp sle i64 %".452", %".424"
  %".461" = icmp sle i64 %".453", %".424"
  %".462" = icmp sle i64 %".454", %".424"
  %".463" = icmp sle i64 %".455", %".424"
  %".464" = select  i1 %".456", i64 %".448", i64 %".424"
  %".465" = mul i64 %".464", %".414"
  %".466" = getelementptr inbounds float, ptr %".1", i64 %".465"
  %".467" = select  i1 %".457", i64 %".449", i64 %".424"
  %".468" = mul i64 %".467", %".414"
  %".469" = getelementptr inbounds float, ptr %".1", i64 %".468"
  %".470" = select  i1 %".458", i64 %".450", i64 %".424"
  %".471" = mul i64 %".470", %".414"
  %".472" = getelementptr inbounds float, ptr %".1", i64 %".471"
  %".473" = select  i1 %".459", i64 %".451", i64 %".424"
  %".474" = mul i64 %".473", %".414"
  %".475" = getelementptr inbounds float, ptr %".1", i64 %".474"
  %".476" = select  i1 %".460", i64 %".452", i64 %".424"
  %".477" = mul i64 %".476", %".414"
  %".478" = getelementptr inbounds float, ptr %".1", i64 %".477"
  %".479" = select  i1 %".461", i64 %".453", i64 %".424"
  %".480" = mul i64 %".479", %".414"
  %".481" = getelementptr inbounds float, ptr %".1", i64 %".480"
  %".482" = select  i1 %".462", i64 %".454", i64 %".424"
  %".483" = mul i64 %".482", %".414"
  %".484" = getelementptr inbounds float, ptr %".1", i64 %".483"
  %".485" = select  i1 %".463", i64 %".455", i64 %".424"
  %".486" = mul i64 %".485", %".414"
  %".487" = getelementptr inbounds float, ptr %".1", i64 %".486"
  br label %"terms"
done.3:
  %".662" = add nsw i64 %".435", 8
  br label %"loop.2", !llvm.loop !3
terms:
  %".489" = phi  i64 [0, %"body.3"], [%".546", %"term"]
  %".490" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".510", %"term"]
  %".491" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".515", %"term"]
  %".492" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".520", %"term"]
  %".493" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".525", %"term"]
  %".494" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".530", %"term"]
  %".495" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".535", %"term"]
  %".496" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".540", %"term"]
  %".497" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".545", %"term"]
  %".498" = icmp slt i64 %".489", %".412"
  br i1 %".498", label %"term", label %"summed"
term:
  %".500" = mul i64 %".489", %".418"
  %".501" = add i64 %".500", %".435"
  %".502" = getelementptr inbounds float, ptr %".2", i64 %".501"
  %".503" = mul i64 %".489", %".416"
  %".504" = getelementptr inbounds float, ptr %".502", i64 0
  %".505" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".504", i32 4, <8 x i1> %".443", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".506" = getelementptr inbounds float, ptr %".466", i64 %".503"
  %".507" = load float, ptr %".506"
  %".508" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".507", i32 0
  %".509" = shufflevector <8 x float> %".508", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".510" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".509", <8 x float> %".505", <8 x float> %".490")
  %".511" = getelementptr inbounds float, ptr %".469", i64 %".503"
  %".512" = load float, ptr %".511"
  %".513" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".512", i32 0
  %".514" = shufflevector <8 x float> %".513", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".515" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".514", <8 x float> %".505", <8 x float> %".491")
  %".516" = getelementptr inbounds float, ptr %".472", i64 %".503"
  %".517" = load float, ptr %".516"
  %".518" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".517", i32 0
  %".519" = shufflevector <8 x float> %".518", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".520" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".519", <8 x float> %".505", <8 x float> %".492")
  %".521" = getelementptr inbounds float, ptr %".475", i64 %".503"
  %".522" = load float, ptr %".521"
  %".523" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".522", i32 0
  %".524" = shufflevector <8 x float> %".523", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".525" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".524", <8 x float> %".505", <8 x float> %".493")
  %".526" = getelementptr inbounds float, ptr %".478", i64 %".503"
  %".527" = load float, ptr %".526"
  %".528" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".527", i32 0
  %".529" = shufflevector <8 x float> %".528", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".530" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".529", <8 x float> %".505", <8 x float> %".494")
  %".531" = getelementptr inbounds float, ptr %".481", i64 %".503"
  %".532" = load float, ptr %".531"
  %".533" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".532", i32 0
  %".534" = shufflevector <8 x float> %".533", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".535" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".534", <8 x float> %".505", <8 x float> %".495")
  %".536" = getelementptr inbounds float, ptr %".484", i64 %".503"
  %".537" = load float, ptr %".536"
  %".538" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".537", i32 0
  %".539" = shufflevector <8 x float> %".538", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".540" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".539", <8 x float> %".505", <8 x float> %".496")
  %".541" = getelementptr inbounds float, ptr %".487", i64 %".503"
  %".542" = load float, ptr %".541"
  %".543" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".542", i32 0
  %".544" = shufflevector <8 x float> %".543", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".545" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".544", <8 x float> %".505", <8 x float> %".497")
  %".546" = add nsw i64 %".489", 1
  br label %"terms", !llvm.loop !3
summed:
  %".548" = fmul <8 x float> %".490", %".430"
  br i1 %".456", label %"summed.if", label %"summed.endif"
summed.if:
  %".550" = mul i64 %".448", %".420"
  %".551" = add i64 %".550", %".435"
  %".552" = getelementptr inbounds float, ptr %".3", i64 %".551"
  %".553" = getelementptr inbounds float, ptr %".552", i64 0
  br i1 %".423", label %"summed.if.if", label %"summed.if.else"
summed.endif:
  %".562" = fmul <8 x float> %".491", %".430"
  br i1 %".457", label %"summed.endif.if", label %"summed.endif.endif"
summed.if.if:
  %".555" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".553", i32 4, <8 x i1> %".443", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".556" = fadd <8 x float> %".555", %".548"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".556", ptr %".553", i32 4, <8 x i1> %".443")
  br label %"summed.if.endif"
summed.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".548", ptr %".553", i32 4, <8 x i1> %".443")
  br label %"summed.if.endif"
summed.if.endif:
  br label %"summed.endif"
summed.endif.if:
  %".564" = mul i64 %".449", %".420"
  %".565" = add i64 %".564", %".435"
  %".566" = getelementptr inbounds float, ptr %".3", i64 %".565"
  %".567" = getelementptr inbounds float, ptr %".566", i64 0
  br i1 %".423", label %"summed.endif.if.if", label %"summed.endif.if.else"
summed.endif.endif:
  %".576" = fmul <8 x float> %".492", %".430"
  br i1 %".458", label %"summed.endif.endif.if", label %"summed.endif.endif.endif"
summed.endif.if.if:
  %".569" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".567", i32 4, <8 x i1> %".443", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".570" = fadd <8 x float> %".569", %".562"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".570", ptr %".567", i32 4, <8 x i1> %".443")
  br label %"summed.endif.if.endif"
summed.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".562", ptr %".567", i32 4, <8 x i1> %".443")
  br label %"summed.endif.if.endif"
summed.endif.if.endif:
  br label %"summed.endif.endif"
summed.endif.endif.if:
  %".578" = mul i64 %".450", %".420"
  %".579" = add i64 %".578", %".435"
  %".580" = getelementptr inbounds float, ptr %".3", i64 %".579"
  %".581" = getelementptr inbounds float, ptr %".580", i64 0
  br i1 %".423", label %"summed.endif.endif.if.if", label %"summed.endif.endif.if.else"
summed.endif.endif.endif:
  %".590" = fmul <8 x float> %".493", %".430"
  br i1 %".459", label %"summed.endif.endif.endif.if", label %"summed.endif.endif.endif.endif"
summed.endif.endif.if.if:
  %".583" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".581", i32 4, <8 x i1> %".443", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".584" = fadd <8 x float> %".583", %".576"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".584", ptr %".581", i32 4, <8 x i1> %".443")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".576", ptr %".581", i32 4, <8 x i1> %".443")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.endif:
  br label %"summed.endif.endif.endif"
summed.endif.endif.endif.if:
  %".592" = mul i64 %".451", %".420"
  %".593" = add i64 %".592", %".435"
  %".594" = getelementptr inbounds float, ptr %".3", i64 %".593"
  %".595" = getelementptr inbounds float, ptr %".594", i64 0
  br i1 %".423", label %"summed.endif.endif.endif.if.if", label %"summed.endif.endif.endif.if.else"
summed.endif.endif.endif.endif:
  %".604" = fmul <8 x float> %".494", %".430"
  br i1 %".460", label %"summed.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.if.if:
  %".597" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".595", i32 4, <8 x i1> %".443", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".598" = fadd <8 x float> %".597", %".590"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".598", ptr %".595", i32 4, <8 x i1> %".443")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".590", ptr %".595", i32 4, <8 x i1> %".443")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if:
  %".606" = mul i64 %".452", %".420"
  %".607" = add i64 %".606", %".435"
  %".608" = getelementptr inbounds float, ptr %".3", i64 %".607"
  %".609" = getelementptr inbounds float, ptr %".608", i64 0
  br i1 %".423", label %"summed.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif:
  %".618" = fmul <8 x float> %".495", %".430"
  br i1 %".461", label %"summed.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if.if:
  %".611" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".609", i32 4, <8 x i1> %".443", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".612" = fadd <8 x float> %".611", %".604"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".612", ptr %".609", i32 4, <8 x i1> %".443")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".604", ptr %".609", i32 4, <8 x i1> %".443")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if:
  %".620" = mul i64 %".453", %".420"
  %".621" = add i64 %".620", %".435"
  %".622" = getelementptr inbounds float, ptr %".3", i64 %".621"
  %".623" = getelementptr inbounds float, ptr %".622", i64 0
  br i1 %".423", label %"summed.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif:
  %".632" = fmul <8 x float> %".496", %".430"
  br i1 %".462", label %"summed.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if.if:
  %".625" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".623", i32 4, <8 x i1> %".443", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".626" = fadd <8 x float> %".625", %".618"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".626", ptr %".623", i32 4, <8 x i1> %".443")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".618", ptr %".623", i32 4, <8 x i1> %".443")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if:
  %".634" = mul i64 %".454", %".420"
  %".635" = add i64 %".634", %".435"
  %".636" = getelementptr inbounds float, ptr %".3", i64 %".635"
  %".637" = getelementptr inbounds float, ptr %".636", i64 0
  br i1 %".423", label %"summed.endif.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif.endif:
  %".646" = fmul <8 x float> %".497", %".430"
  br i1 %".463", label %"summed.endif.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if.if:
  %".639" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".637", i32 4, <8 x i1> %".443", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".640" = fadd <8 x float> %".639", %".632"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".640", ptr %".637", i32 4, <8 x i1> %".443")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".632", ptr %".637", i32 4, <8 x i1> %".443")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.endif.if:
  %".648" = mul i64 %".455", %".420"
  %".649" = add i64 %".648", %".435"
  %".650" = getelementptr inbounds float, ptr %".3", i64 %".649"
  %".651" = getelementptr inbounds float, ptr %".650", i64 0
  br i1 %".423", label %"summed.endif.endif.endif....if", label %"summed.endif.endif.endif....else"
summed.endif.endif.endif.endif.endif.endif.endif.endif:
  %".660" = add nsw i64 %".445", 8
  br label %"loop.3", !llvm.loop !3
summed.endif.endif.endif....if:
  %".653" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".651", i32 4, <8 x i1> %".443", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".654" = fadd <8 x float> %".653", %".646"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".654", ptr %".651", i32 4, <8 x i1> %".443")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".646", ptr %".651", i32 4, <8 x i1> %".443")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
loop.4:
  %".666" = phi  i64 [0, %"case_1.1"], [%".793", %"done.5"]
  %".667" = icmp slt i64 %".666", %".410"
  br i1 %".667", label %"body.4", label %"done.4"
body.4:
  %".669" = add i64 %".666", 0
  %".670" = sub i64 %".410", %".669"
  %".671" = trunc i64 %".670" to i32
  %".672" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".671", i32 0
  %".673" = shufflevector <8 x i32> %".672", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".674" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".673"
  br label %"loop.5"
done.4:
  br label %"chosen.1"
loop.5:
  %".676" = phi  i64 [%".6", %"body.4"], [%".791", %"summed.1.endif.endif.endif.endif"]
  %".677" = icmp slt i64 %".676", %".7"
  br i1 %".677", label %"body.5", label %"done.5"
body.5:
  %".679" = add i64 %".676", 0
  %".680" = add i64 %".676", 1
  %".681" = add i64 %".676", 2
  %".682" = add i64 %".676", 3
  %".683" = icmp sle i64 %".679", %".424"
  %".684" = icmp sle i64 %".680", %".424"
  %".685" = icmp sle i64 %".681", %".424"
  %".686" = icmp sle i64 %".682", %".424"
  %".687" = select  i1 %".683", i64 %".679", i64 %".424"
  %".688" = mul i64 %".687", %".414"
  %".689" = getelementptr inbounds float, ptr %".1", i64 %".688"
  %".690" = select  i1 %".684", i64 %".680", i64 %".424"
  %".691" = mul i64 %".690", %".414"
  %".692" = getelementptr inbounds float, ptr %".1", i64 %".691"
  %".693" = select  i1 %".685", i64 %".681", i64 %".424"
  %".694" = mul i64 %".693", %".414"
  %".695" = getelementptr inbounds float, ptr %".1", i64 %".694"
  %".696" = select  i1 %".686", i64 %".682", i64 %".424"
  %".697" = mul i64 %".696", %".414"
  %".698" = getelementptr inbounds float, ptr %".1", i64 %".697"
  br label %"terms.1"
done.5:
  %".793" = add nsw i64 %".666", 8
  br label %"loop.4", !llvm.loop !3
terms.1:
  %".700" = phi  i64 [0, %"body.5"], [%".733", %"term.1"]
  %".701" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".717", %"term.1"]
  %".702" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".722", %"term.1"]
  %".703" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".727", %"term.1"]
  %".704" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".732", %"term.1"]
  %".705" = icmp slt i64 %".700", %".412"
  br i1 %".705", label %"term.1", label %"summed.1"
term.1:
  %".707" = mul i64 %".700", %".418"
  %".708" = add i64 %".707", %".666"
  %".709" = getelementptr inbounds float, ptr %".2", i64 %".708"
  %".710" = mul i64 %".700", %".416"
  %".711" = getelementptr inbounds float, ptr %".709", i64 0
  %".712" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".711", i32 4, <8 x i1> %".674", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".713" = getelementptr inbounds float, ptr %".689", i64 %".710"
  %".714" = load float, ptr %".713"
  %".715" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".714", i32 0
  %".716" = shufflevector <8 x float> %".715", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".717" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".716", <8 x float> %".712", <8 x float> %".701")
  %".718" = getelementptr inbounds float, ptr %".692", i64 %".710"
  %".719" = load float, ptr %".718"
  %".720" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".719", i32 0
  %".721" = shufflevector <8 x float> %".720", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".722" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".721", <8 x float> %".712", <8 x float> %".702")
  %".723" = getelementptr inbounds float, ptr %".695", i64 %".710"
  %".724" = load float, ptr %".723"
  %".725" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".724", i32 0
  %".726" = shufflevector <8 x float> %".725", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".727" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".726", <8 x float> %".712", <8 x float> %".703")
  %".728" = getelementptr inbounds float, ptr %".698", i64 %".710"
  %".729" = load float, ptr %".728"
  %".730" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".729", i32 0
  %".731" = shufflevector <8 x float> %".730", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".732" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".731", <8 x float> %".712", <8 x float> %".704")
  %".733" = add nsw i64 %".700", 1
  br label %"terms.1", !llvm.loop !3
summed.1:
  %".735" = fmul <8 x float> %".701", %".430"
  br i1 %".683", label %"summed.1.if", label %"summed.1.endif"
summed.1.if:
  %".737" = mul i64 %".679", %".420"
  %".738" = add i64 %".737", %".666"
  %".739" = getelementptr inbounds float, ptr %".3", i64 %".738"
  %".740" = getelementptr inbounds float, ptr %".739", i64 0
  br i1 %".423", label %"summed.1.if.if", label %"summed.1.if.else"
summed.1.endif:
  %".749" = fmul <8 x float> %".702", %".430"
  br i1 %".684", label %"summed.1.endif.if", label %"summed.1.endif.endif"
summed.1.if.if:
  %".742" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".740", i32 4, <8 x i1> %".674", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".743" = fadd <8 x float> %".742", %".735"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".743", ptr %".740", i32 4, <8 x i1> %".674")
  br label %"summed.1.if.endif"
summed.1.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".735", ptr %".740", i32 4, <8 x i1> %".674")
  br label %"summed.1.if.endif"
summed.1.if.endif:
  br label %"summed.1.endif"
summed.1.endif.if:
  %".751" = mul i64 %".680", %".420"
  %".752" = add i64 %".751", %".666"
  %".753" = getelementptr inbounds float, ptr %".3", i64 %".752"
  %".754" = getelementptr inbounds float, ptr %".753", i64 0
  br i1 %".423", label %"summed.1.endif.if.if", label %"summed.1.endif.if.else"
summed.1.endif.endif:
  %".763" = fmul <8 x float> %".703", %".430"
  br i1 %".685", label %"summed.1.endif.endif.if", label %"summed.1.endif.endif.endif"
summed.1.endif.if.if:
  %".756" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".754", i32 4, <8 x i1> %".674", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".757" = fadd <8 x float> %".756", %".749"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".757", ptr %".754", i32 4, <8 x i1> %".674")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".749", ptr %".754", i32 4, <8 x i1> %".674")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.endif:
  br label %"summed.1.endif.endif"
summed.1.endif.endif.if:
  %".765" = mul i64 %".681", %".420"
  %".766" = add i64 %".765", %".666"
  %".767" = getelementptr inbounds float, ptr %".3", i64 %".766"
  %".768" = getelementptr inbounds float, ptr %".767", i64 0
  br i1 %".423", label %"summed.1.endif.endif.if.if", label %"summed.1.endif.endif.if.else"
summed.1.endif.endif.endif:
  %".777" = fmul <8 x float> %".704", %".430"
  br i1 %".686", label %"summed.1.endif.endif.endif.if", label %"summed.1.endif.endif.endif.endif"
summed.1.endif.endif.if.if:
  %".770" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".768", i32 4, <8 x i1> %".674", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".771" = fadd <8 x float> %".770", %".763"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".771", ptr %".768", i32 4, <8 x i1> %".674")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".763", ptr %".768", i32 4, <8 x i1> %".674")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif"
summed.1.endif.endif.endif.if:
  %".779" = mul i64 %".682", %".420"
  %".780" = add i64 %".779", %".666"
  %".781" = getelementptr inbounds float, ptr %".3", i64 %".780"
  %".782" = getelementptr inbounds float, ptr %".781", i64 0
  br i1 %".423", label %"summed.1.endif.endif.endif.if.if", label %"summed.1.endif.endif.endif.if.else"
summed.1.endif.endif.endif.endif:
  %".791" = add nsw i64 %".676", 4
  br label %"loop.5", !llvm.loop !3
summed.1.endif.endif.endif.if.if:
  %".784" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".782", i32 4, <8 x i1> %".674", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".785" = fadd <8 x float> %".784", %".777"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".785", ptr %".782", i32 4, <8 x i1> %".674")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".777", ptr %".782", i32 4, <8 x i1> %".674")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif.endif"
loop.6:
  %".797" = phi  i64 [0, %"case_2.1"], [%".964", %"done.7"]
  %".798" = icmp slt i64 %".797", %".410"
  br i1 %".798", label %"body.6", label %"done.6"
body.6:
  %".800" = add i64 %".797", 0
  %".801" = sub i64 %".410", %".800"
  %".802" = trunc i64 %".801" to i32
  %".803" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".802", i32 0
  %".804" = shufflevector <8 x i32> %".803", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".805" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".804"
  %".806" = add i64 %".797", 8
  %".807" = sub i64 %".410", %".806"
  %".808" = trunc i64 %".807" to i32
  %".809" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".808", i32 0
  %".810" = shufflevector <8 x i32> %".809", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".811" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".810"
  br label %"loop.7"
done.6:
  br label %"chosen.1"
loop.7:
  %".813" = phi  i64 [%".6", %"body.6"], [%".962", %"summed.2.endif.endif.endif.endif"]
  %".814" = icmp slt i64 %".813", %".7"
  br i1 %".814", label %"body.7", label %"done.7"
body.7:
  %".816" = add i64 %".813", 0
  %".817" = add i64 %".813", 1
  %".818" = add i64 %".813", 2
  %".819" = add i64 %".813", 3
  %".820" = icmp sle i64 %".816", %".424"
  %".821" = icmp sle i64 %".817", %".424"
  %".822" = icmp sle i64 %".818", %".424"
  %".823" = icmp sle i64 %".819", %".424"
  %".824" = select  i1 %".820", i64 %".816", i64 %".424"
  %".825" = mul i64 %".824", %".414"
  %".826" = getelementptr inbounds float, ptr %".1", i64 %".825"
  %".827" = select  i1 %".821", i64 %".817", i64 %".424"
  %".828" = mul i64 %".827", %".414"
  %".829" = getelementptr inbounds float, ptr %".1", i64 %".828"
  %".830" = select  i1 %".822", i64 %".818", i64 %".424"
  %".831" = mul i64 %".830", %".414"
  %".832" = getelementptr inbounds float, ptr %".1", i64 %".831"
  %".833" = select  i1 %".823", i64 %".819", i64 %".424"
  %".834" = mul i64 %".833", %".414"
  %".835" = getelementptr inbounds float, ptr %".1", i64 %".834"
  br label %"terms.2"
done.7:
  %".964" = add nsw i64 %".797", 16
  br label %"loop.6", !llvm.loop !3
terms.2:
  %".837" = phi  i64 [0, %"body.7"], [%".880", %"term.2"]
  %".838" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".860", %"term.2"]
  %".839" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".861", %"term.2"]
  %".840" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".866", %"term.2"]
  %".841" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".867", %"term.2"]
  %".842" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".872", %"term.2"]
  %".843" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".873", %"term.2"]
  %".844" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".878", %"term.2"]
  %".845" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".879", %"term.2"]
  %".846" = icmp slt i64 %".837", %".412"
  br i1 %".846", label %"term.2", label %"summed.2"
term.2:
  %".848" = mul i64 %".837", %".418"
  %".849" = add i64 %".848", %".797"
  %".850" = getelementptr inbounds float, ptr %".2", i64 %".849"
  %".851" = mul i64 %".837", %".416"
  %".852" = getelementptr inbounds float, ptr %".850", i64 0
  %".853" = getelementptr inbounds float, ptr %".850", i64 8
  %".854" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".852", i32 4, <8 x i1> %".805", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".855" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".853", i32 4, <8 x i1> %".811", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".856" = getelementptr inbounds float, ptr %".826", i64 %".851"
  %".857" = load float, ptr %".856"
  %".858" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".857", i32 0
  %".859" = shufflevector <8 x float> %".858", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".860" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".859", <8 x float> %".854", <8 x float> %".838")
  %".861" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".859", <8 x float> %".855", <8 x float> %".839")
  %".862" = getelementptr inbounds float, ptr %".829", i64 %".851"
  %".863" = load float, ptr %".862"
  %".864" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".863", i32 0
  %".865" = shufflevector <8 x float> %".864", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".866" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".865", <8 x float> %".854", <8 x float> %".840")
  %".867" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".865", <8 x float> %".855", <8 x float> %".841")
  %".868" = getelementptr inbounds float, ptr %".832", i64 %".851"
  %".869" = load float, ptr %".868"
  %".870" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".869", i32 0
  %".871" = shufflevector <8 x float> %".870", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".872" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".871", <8 x float> %".854", <8 x float> %".842")
  %".873" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".871", <8 x float> %".855", <8 x float> %".843")
  %".874" = getelementptr inbounds float, ptr %".835", i64 %".851"
  %".875" = load float, ptr %".874"
  %".876" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".875", i32 0
  %".877" = shufflevector <8 x float> %".876", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".878" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".877", <8 x float> %".854", <8 x float> %".844")
  %".879" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".877", <8 x float> %".855", <8 x float> %".845")
  %".880" = add nsw i64 %".837", 1
  br label %"terms.2", !llvm.loop !3
summed.2:
  %".882" = fmul <8 x float> %".838", %".430"
  %".883" = fmul <8 x float> %".839", %".430"
  br i1 %".820", label %"summed.2.if", label %"summed.2.endif"
summed.2.if:
  %".885" = mul i64 %".816", %".420"
  %".886" = add i64 %".885", %".797"
  %".887" = getelementptr inbounds float, ptr %".3", i64 %".886"
  %".888" = getelementptr inbounds float, ptr %".887", i64 0
  %".889" = getelementptr inbounds float, ptr %".887", i64 8
  br i1 %".423", label %"summed.2.if.if", label %"summed.2.if.else"
summed.2.endif:
  %".902" = fmul <8 x float> %".840", %".430"
  %".903" = fmul <8 x float> %".841", %".430"
  br i1 %".821", label %"summed.2.endif.if", label %"summed.2.endif.endif"
summed.2.if.if:
  %".891" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".888", i32 4, <8 x i1> %".805", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".892" = fadd <8 x float> %".891", %".882"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".892", ptr %".888", i32 4, <8 x i1> %".805")
  %".894" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".889", i32 4, <8 x i1> %".811", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".895" = fadd <8 x float> %".894", %".883"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".895", ptr %".889", i32 4, <8 x i1> %".811")
  br label %"summed.2.if.endif"
summed.2.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".882", ptr %".888", i32 4, <8 x i1> %".805")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".883", ptr %".889", i32 4, <8 x i1> %".811")
  br label %"summed.2.if.endif"
summed.2.if.endif:
  br label %"summed.2.endif"
summed.2.endif.if:
  %".905" = mul i64 %".817", %".420"
  %".906" = add i64 %".905", %".797"
  %".907" = getelementptr inbounds float, ptr %".3", i64 %".906"
  %".908" = getelementptr inbounds float, ptr %".907", i64 0
  %".909" = getelementptr inbounds float, ptr %".907", i64 8
  br i1 %".423", label %"summed.2.endif.if.if", label %"summed.2.endif.if.else"
summed.2.endif.endif:
  %".922" = fmul <8 x float> %".842", %".430"
  %".923" = fmul <8 x float> %".843", %".430"
  br i1 %".822", label %"summed.2.endif.endif.if", label %"summed.2.endif.endif.endif"
summed.2.endif.if.if:
  %".911" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".908", i32 4, <8 x i1> %".805", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".912" = fadd <8 x float> %".911", %".902"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".912", ptr %".908", i32 4, <8 x i1> %".805")
  %".914" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".909", i32 4, <8 x i1> %".811", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".915" = fadd <8 x float> %".914", %".903"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".915", ptr %".909", i32 4, <8 x i1> %".811")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".902", ptr %".908", i32 4, <8 x i1> %".805")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".903", ptr %".909", i32 4, <8 x i1> %".811")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.endif:
  br label %"summed.2.endif.endif"
summed.2.endif.endif.if:
  %".925" = mul i64 %".818", %".420"
  %".926" = add i64 %".925", %".797"
  %".927" = getelementptr inbounds float, ptr %".3", i64 %".926"
  %".928" = getelementptr inbounds float, ptr %".927", i64 0
  %".929" = getelementptr inbounds float, ptr %".927", i64 8
  br i1 %".423", label %"summed.2.endif.endif.if.if", label %"summed.2.endif.endif.if.else"
summed.2.endif.endif.endif:
  %".942" = fmul <8 x float> %".844", %".430"
  %".943" = fmul <8 x float> %".845", %".430"
  br i1 %".823", label %"summed.2.endif.endif.endif.if", label %"summed.2.endif.endif.endif.endif"
summed.2.endif.endif.if.if:
  %".931" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".928", i32 4, <8 x i1> %".805", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".932" = fadd <8 x float> %".931", %".922"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".932", ptr %".928", i32 4, <8 x i1> %".805")
  %".934" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".929", i32 4, <8 x i1> %".811", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".935" = fadd <8 x float> %".934", %".923"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".935", ptr %".929", i32 4, <8 x i1> %".811")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".922", ptr %".928", i32 4, <8 x i1> %".805")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".923", ptr %".929", i32 4, <8 x i1> %".811")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif"
summed.2.endif.endif.endif.if:
  %".945" = mul i64 %".819", %".420"
  %".946" = add i64 %".945", %".797"
  %".947" = getelementptr inbounds float, ptr %".3", i64 %".946"
  %".948" = getelementptr inbounds float, ptr %".947", i64 0
  %".949" = getelementptr inbounds float, ptr %".947", i64 8
  br i1 %".423", label %"summed.2.endif.endif.endif.if.if", label %"summed.2.endif.endif.endif.if.else"
summed.2.endif.endif.endif.endif:
  %".962" = add nsw i64 %".813", 4
  br label %"loop.7", !llvm.loop !3
summed.2.endif.endif.endif.if.if:
  %".951" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".948", i32 4, <8 x i1> %".805", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".952" = fadd <8 x float> %".951", %".942"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".952", ptr %".948", i32 4, <8 x i1> %".805")
  %".954" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".949", i32 4, <8 x i1> %".811", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".955" = fadd <8 x float> %".954", %".943"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".955", ptr %".949", i32 4, <8 x i1> %".811")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".942", ptr %".948", i32 4, <8 x i1> %".805")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".943", ptr %".949", i32 4, <8 x i1> %".811")
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
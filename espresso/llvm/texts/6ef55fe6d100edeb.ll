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
  %".9" = getelementptr inbounds i64, ptr %".5", i64 19
  %".10" = load i64, ptr %".9"
  %".11" = bitcast i64 %".10" to double
  %".12" = fptrunc double %".11" to float
  %".13" = getelementptr inbounds i64, ptr %".5", i64 18
  %".14" = load i64, ptr %".13"
  %".15" = icmp ne i64 %".14", 0
  %".16" = sub i64 %".7", %".6"
  %".17" = select  i1 %".15", float 0x3ff0000000000000, float              0x0
  %".18" = getelementptr inbounds i64, ptr %".5", i64 0
  %".19" = load i64, ptr %".18"
  %".20" = icmp eq i64 %".19", 7
  br i1 %".20", label %"entry.if", label %"entry.else"
entry.if:
  %".22" = getelementptr inbounds i64, ptr %".5", i64 4
  %".23" = load i64, ptr %".22"
  %".24" = getelementptr inbounds i64, ptr %".5", i64 5
  %".25" = load i64, ptr %".24"
  %".26" = getelementptr inbounds i64, ptr %".5", i64 6
  %".27" = load i64, ptr %".26"
  %".28" = getelementptr inbounds i64, ptr %".5", i64 7
  %".29" = load i64, ptr %".28"
  %".30" = getelementptr inbounds i64, ptr %".5", i64 8
  %".31" = load i64, ptr %".30"
  %".32" = getelementptr inbounds i64, ptr %".5", i64 9
  %".33" = load i64, ptr %".32"
  %".34" = getelementptr inbounds i64, ptr %".5", i64 20
  %".35" = load i64, ptr %".34"
  %".36" = getelementptr inbounds i64, ptr %".5", i64 21
  %".37" = load i64, ptr %".36"
  %".38" = getelementptr inbounds i64, ptr %".5", i64 1
  %".39" = load i64, ptr %".38"
  %".40" = getelementptr inbounds i64, ptr %".5", i64 2
  %".41" = load i64, ptr %".40"
  %".42" = getelementptr inbounds i64, ptr %".5", i64 3
  %".43" = load i64, ptr %".42"
  %".44" = getelementptr inbounds i64, ptr %".5", i64 18
  %".45" = load i64, ptr %".44"
  %".46" = getelementptr inbounds i64, ptr %".5", i64 17
  %".47" = load i64, ptr %".46"
  %".48" = getelementptr inbounds i64, ptr %".5", i64 16
  %".49" = load i64, ptr %".48"
  %".50" = inttoptr i64 %".49" to ptr
  call void %".50"(ptr %".1", ptr %".2", ptr %".3", ptr %".4", i64 %".23", i64 %".25", i64 %".27", i64 %".29", i64 %".31", i64 %".33", i64 %".35", i64 %".37", i64 %".39", i64 %".41", i64 %".43", i64 %".45", i64 %".47", float %".12", i64 %".6", i64 %".7")
  br label %"entry.endif"
entry.else:
  %".53" = ptrtoint ptr %".4" to i64
  %".54" = ptrtoint ptr %".3" to i64
  %".55" = icmp ne i64 %".53", %".54"
  %".56" = and i1 %".15", %".55"
  br i1 %".56", label %"entry.else.if", label %"entry.else.endif"
entry.endif:
  ret void
entry.else.if:
  %".58" = icmp eq i64 %".19", 6
  %".59" = getelementptr inbounds i64, ptr %".5", i64 20
  %".60" = load i64, ptr %".59"
  %".61" = getelementptr inbounds i64, ptr %".5", i64 21
  %".62" = load i64, ptr %".61"
  %".63" = getelementptr inbounds i64, ptr %".5", i64 8
  %".64" = load i64, ptr %".63"
  %".65" = getelementptr inbounds i64, ptr %".5", i64 9
  %".66" = load i64, ptr %".65"
  %".67" = select  i1 %".58", i64 %".62", i64 %".60"
  %".68" = mul i64 %".6", %".67"
  %".69" = getelementptr float, ptr %".4", i64 %".68"
  %".70" = select  i1 %".58", i64 %".66", i64 %".64"
  %".71" = mul i64 %".6", %".70"
  %".72" = getelementptr float, ptr %".3", i64 %".71"
  %".73" = getelementptr inbounds i64, ptr %".5", i64 1
  %".74" = load i64, ptr %".73"
  %".75" = select  i1 %".58", i64 %".74", i64 %".16"
  %".76" = getelementptr inbounds i64, ptr %".5", i64 2
  %".77" = load i64, ptr %".76"
  %".78" = select  i1 %".58", i64 %".16", i64 %".77"
  call void @"copy_float32.0"(ptr %".69", ptr %".72", i64 %".75", i64 %".78", i64 %".60", i64 %".62", i64 %".64", i64 %".66")
  br label %"entry.else.endif"
entry.else.endif:
  switch i64 %".19", label %"case_0" [i64 1, label %"case_1" i64 2, label %"case_2" i64 3, label %"case_3" i64 4, label %"case_4" i64 5, label %"case_5" i64 6, label %"case_6" i64 8, label %"case_8"]
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
  call void @"multiply_float32.0"(ptr %".1", ptr %".2", ptr %".3", i64 %".83", i64 %".85", i64 %".87", i64 %".89", i64 %".91", i64 %".93", i64 %".95", i64 %".97", i64 %".99", float %".12", i64 %".6", i64 %".7")
  br label %"chosen"
case_1:
  %".102" = getelementptr inbounds i64, ptr %".5", i64 4
  %".103" = load i64, ptr %".102"
  %".104" = mul i64 %".6", %".103"
  %".105" = getelementptr float, ptr %".1", i64 %".104"
  %".106" = getelementptr inbounds i64, ptr %".5", i64 8
  %".107" = load i64, ptr %".106"
  %".108" = mul i64 %".6", %".107"
  %".109" = getelementptr float, ptr %".3", i64 %".108"
  %".110" = getelementptr inbounds i64, ptr %".5", i64 2
  %".111" = load i64, ptr %".110"
  %".112" = getelementptr inbounds i64, ptr %".5", i64 10
  %".113" = load i64, ptr %".112"
  %".114" = trunc i64 %".113" to i32
  %".115" = getelementptr inbounds i64, ptr %".5", i64 11
  %".116" = load i64, ptr %".115"
  %".117" = trunc i64 %".116" to i32
  %".118" = getelementptr inbounds i64, ptr %".5", i64 12
  %".119" = load i64, ptr %".118"
  %".120" = trunc i64 %".119" to i32
  %".121" = trunc i64 %".16" to i32
  %".122" = trunc i64 %".111" to i32
  %".123" = getelementptr inbounds i64, ptr %".5", i64 3
  %".124" = load i64, ptr %".123"
  %".125" = trunc i64 %".124" to i32
  %".126" = getelementptr inbounds i64, ptr %".5", i64 13
  %".127" = load i64, ptr %".126"
  %".128" = trunc i64 %".127" to i32
  %".129" = getelementptr inbounds i64, ptr %".5", i64 14
  %".130" = load i64, ptr %".129"
  %".131" = trunc i64 %".130" to i32
  %".132" = getelementptr inbounds i64, ptr %".5", i64 15
  %".133" = load i64, ptr %".132"
  %".134" = trunc i64 %".133" to i32
  %".135" = getelementptr inbounds i64, ptr %".5", i64 16
  %".136" = load i64, ptr %".135"
  %".137" = inttoptr i64 %".136" to ptr
  call void %".137"(i32 %".114", i32 %".117", i32 %".120", i32 %".121", i32 %".122", i32 %".125", float %".12", ptr %".105", i32 %".128", ptr %".2", i32 %".131", float %".17", ptr %".109", i32 %".134")
  br label %"chosen"
case_2:
  %".140" = getelementptr inbounds i64, ptr %".5", i64 4
  %".141" = load i64, ptr %".140"
  %".142" = mul i64 %".6", %".141"
  %".143" = getelementptr float, ptr %".1", i64 %".142"
  %".144" = getelementptr inbounds i64, ptr %".5", i64 8
  %".145" = load i64, ptr %".144"
  %".146" = mul i64 %".6", %".145"
  %".147" = getelementptr float, ptr %".3", i64 %".146"
  %".148" = getelementptr inbounds i64, ptr %".5", i64 3
  %".149" = load i64, ptr %".148"
  %".150" = getelementptr inbounds i64, ptr %".5", i64 11
  %".151" = load i64, ptr %".150"
  %".152" = icmp eq i64 %".151", 111
  %".153" = select  i1 %".152", i64 %".16", i64 %".149"
  %".154" = select  i1 %".152", i64 %".149", i64 %".16"
  %".155" = trunc i64 101 to i32
  %".156" = getelementptr inbounds i64, ptr %".5", i64 11
  %".157" = load i64, ptr %".156"
  %".158" = trunc i64 %".157" to i32
  %".159" = trunc i64 %".153" to i32
  %".160" = trunc i64 %".154" to i32
  %".161" = getelementptr inbounds i64, ptr %".5", i64 13
  %".162" = load i64, ptr %".161"
  %".163" = trunc i64 %".162" to i32
  %".164" = getelementptr inbounds i64, ptr %".5", i64 6
  %".165" = load i64, ptr %".164"
  %".166" = trunc i64 %".165" to i32
  %".167" = getelementptr inbounds i64, ptr %".5", i64 8
  %".168" = load i64, ptr %".167"
  %".169" = trunc i64 %".168" to i32
  %".170" = getelementptr inbounds i64, ptr %".5", i64 16
  %".171" = load i64, ptr %".170"
  %".172" = inttoptr i64 %".171" to ptr
  call void %".172"(i32 %".155", i32 %".158", i32 %".159", i32 %".160", float %".12", ptr %".143", i32 %".163", ptr %".2", i32 %".166", float %".17", ptr %".147", i32 %".169")
  br label %"chosen"
case_3:
  %".175" = getelementptr inbounds i64, ptr %".5", i64 17
  %".176" = load i64, ptr %".175"
  %".177" = getelementptr inbounds i64, ptr %".5", i64 1
  %".178" = load i64, ptr %".177"
  %".179" = sub i64 %".178", 1
  %".180" = sdiv i64 %".179", %".176"
  br label %"loop"
case_4:
  %".247" = getelementptr inbounds i64, ptr %".5", i64 1
  %".248" = load i64, ptr %".247"
  %".249" = getelementptr inbounds i64, ptr %".5", i64 7
  %".250" = load i64, ptr %".249"
  %".251" = mul i64 %".6", %".250"
  %".252" = getelementptr float, ptr %".2", i64 %".251"
  %".253" = getelementptr inbounds i64, ptr %".5", i64 9
  %".254" = load i64, ptr %".253"
  %".255" = mul i64 %".6", %".254"
  %".256" = getelementptr float, ptr %".3", i64 %".255"
  %".257" = getelementptr inbounds i64, ptr %".5", i64 6
  %".258" = load i64, ptr %".257"
  %".259" = getelementptr inbounds i64, ptr %".5", i64 7
  %".260" = load i64, ptr %".259"
  %".261" = getelementptr inbounds i64, ptr %".5", i64 8
  %".262" = load i64, ptr %".261"
  call void @"copy_float32.0"(ptr %".252", ptr %".256", i64 %".248", i64 %".16", i64 %".258", i64 %".260", i64 %".262", i64 1)
  %".264" = getelementptr inbounds i64, ptr %".5", i64 10
  %".265" = load i64, ptr %".264"
  %".266" = trunc i64 %".265" to i32
  %".267" = trunc i64 141 to i32
  %".268" = getelementptr inbounds i64, ptr %".5", i64 17
  %".269" = load i64, ptr %".268"
  %".270" = trunc i64 %".269" to i32
  %".271" = getelementptr inbounds i64, ptr %".5", i64 11
  %".272" = load i64, ptr %".271"
  %".273" = trunc i64 %".272" to i32
  %".274" = trunc i64 131 to i32
  %".275" = trunc i64 %".248" to i32
  %".276" = trunc i64 %".16" to i32
  %".277" = getelementptr inbounds i64, ptr %".5", i64 13
  %".278" = load i64, ptr %".277"
  %".279" = trunc i64 %".278" to i32
  %".280" = getelementptr inbounds i64, ptr %".5", i64 15
  %".281" = load i64, ptr %".280"
  %".282" = trunc i64 %".281" to i32
  %".283" = getelementptr inbounds i64, ptr %".5", i64 16
  %".284" = load i64, ptr %".283"
  %".285" = inttoptr i64 %".284" to ptr
  call void %".285"(i32 %".266", i32 %".267", i32 %".270", i32 %".273", i32 %".274", i32 %".275", i32 %".276", float 0x3ff0000000000000, ptr %".1", i32 %".279", ptr %".256", i32 %".282")
  br label %"chosen"
case_5:
  %".288" = getelementptr inbounds i64, ptr %".5", i64 2
  %".289" = load i64, ptr %".288"
  %".290" = getelementptr inbounds i64, ptr %".5", i64 4
  %".291" = load i64, ptr %".290"
  %".292" = mul i64 %".6", %".291"
  %".293" = getelementptr float, ptr %".1", i64 %".292"
  %".294" = getelementptr inbounds i64, ptr %".5", i64 8
  %".295" = load i64, ptr %".294"
  %".296" = mul i64 %".6", %".295"
  %".297" = getelementptr float, ptr %".3", i64 %".296"
  %".298" = getelementptr inbounds i64, ptr %".5", i64 4
  %".299" = load i64, ptr %".298"
  %".300" = getelementptr inbounds i64, ptr %".5", i64 5
  %".301" = load i64, ptr %".300"
  %".302" = getelementptr inbounds i64, ptr %".5", i64 8
  %".303" = load i64, ptr %".302"
  call void @"copy_float32.0"(ptr %".293", ptr %".297", i64 %".16", i64 %".289", i64 %".299", i64 %".301", i64 %".303", i64 1)
  %".305" = getelementptr inbounds i64, ptr %".5", i64 10
  %".306" = load i64, ptr %".305"
  %".307" = trunc i64 %".306" to i32
  %".308" = trunc i64 142 to i32
  %".309" = getelementptr inbounds i64, ptr %".5", i64 17
  %".310" = load i64, ptr %".309"
  %".311" = trunc i64 %".310" to i32
  %".312" = getelementptr inbounds i64, ptr %".5", i64 12
  %".313" = load i64, ptr %".312"
  %".314" = trunc i64 %".313" to i32
  %".315" = trunc i64 131 to i32
  %".316" = trunc i64 %".16" to i32
  %".317" = trunc i64 %".289" to i32
  %".318" = getelementptr inbounds i64, ptr %".5", i64 14
  %".319" = load i64, ptr %".318"
  %".320" = trunc i64 %".319" to i32
  %".321" = getelementptr inbounds i64, ptr %".5", i64 15
  %".322" = load i64, ptr %".321"
  %".323" = trunc i64 %".322" to i32
  %".324" = getelementptr inbounds i64, ptr %".5", i64 16
  %".325" = load i64, ptr %".324"
  %".326" = inttoptr i64 %".325" to ptr
  call void %".326"(i32 %".307", i32 %".308", i32 %".311", i32 %".314", i32 %".315", i32 %".316", i32 %".317", float 0x3ff0000000000000, ptr %".2", i32 %".320", ptr %".297", i32 %".323")
  br label %"chosen"
case_6:
  %".329" = getelementptr inbounds i64, ptr %".5", i64 7
  %".330" = load i64, ptr %".329"
  %".331" = mul i64 %".6", %".330"
  %".332" = getelementptr float, ptr %".2", i64 %".331"
  %".333" = getelementptr inbounds i64, ptr %".5", i64 9
  %".334" = load i64, ptr %".333"
  %".335" = mul i64 %".6", %".334"
  %".336" = getelementptr float, ptr %".3", i64 %".335"
  %".337" = getelementptr inbounds i64, ptr %".5", i64 1
  %".338" = load i64, ptr %".337"
  %".339" = getelementptr inbounds i64, ptr %".5", i64 10
  %".340" = load i64, ptr %".339"
  %".341" = trunc i64 %".340" to i32
  %".342" = getelementptr inbounds i64, ptr %".5", i64 11
  %".343" = load i64, ptr %".342"
  %".344" = trunc i64 %".343" to i32
  %".345" = getelementptr inbounds i64, ptr %".5", i64 12
  %".346" = load i64, ptr %".345"
  %".347" = trunc i64 %".346" to i32
  %".348" = trunc i64 %".338" to i32
  %".349" = trunc i64 %".16" to i32
  %".350" = getelementptr inbounds i64, ptr %".5", i64 3
  %".351" = load i64, ptr %".350"
  %".352" = trunc i64 %".351" to i32
  %".353" = getelementptr inbounds i64, ptr %".5", i64 13
  %".354" = load i64, ptr %".353"
  %".355" = trunc i64 %".354" to i32
  %".356" = getelementptr inbounds i64, ptr %".5", i64 14
  %".357" = load i64, ptr %".356"
  %".358" = trunc i64 %".357" to i32
  %".359" = getelementptr inbounds i64, ptr %".5", i64 15
  %".360" = load i64, ptr %".359"
  %".361" = trunc i64 %".360" to i32
  %".362" = getelementptr inbounds i64, ptr %".5", i64 16
  %".363" = load i64, ptr %".362"
  %".364" = inttoptr i64 %".363" to ptr
  call void %".364"(i32 %".341", i32 %".344", i32 %".347", i32 %".348", i32 %".349", i32 %".352", float %".12", ptr %".1", i32 %".355", ptr %".332", i32 %".358", float %".17", ptr %".336", i32 %".361")
  br label %"chosen"
case_8:
  %".367" = getelementptr inbounds i64, ptr %".5", i64 2
  %".368" = load i64, ptr %".367"
  %".369" = getelementptr inbounds i64, ptr %".5", i64 3
  %".370" = load i64, ptr %".369"
  %".371" = getelementptr inbounds i64, ptr %".5", i64 4
  %".372" = load i64, ptr %".371"
  %".373" = getelementptr inbounds i64, ptr %".5", i64 5
  %".374" = load i64, ptr %".373"
  %".375" = getelementptr inbounds i64, ptr %".5", i64 6
  %".376" = load i64, ptr %".375"
  %".377" = getelementptr inbounds i64, ptr %".5", i64 8
  %".378" = load i64, ptr %".377"
  %".379" = sub i64 %".7", 1
  %".380" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".12", i32 0
  %".381" = shufflevector <8 x float> %".380", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".382" = getelementptr inbounds i64, ptr %".5", i64 17
  %".383" = load i64, ptr %".382"
  switch i64 %".383", label %"case_0.1" [i64 1, label %"case_1.1" i64 2, label %"case_2.1"]
loop:
  %".182" = phi  i64 [%".6", %"case_3"], [%".244", %"done.1"]
  %".183" = icmp slt i64 %".182", %".7"
  br i1 %".183", label %"body", label %"done"
body:
  br label %"loop.1"
done:
  br label %"chosen"
loop.1:
  %".186" = phi  i64 [0, %"body"], [%".242", %"body.1.endif"]
  %".187" = icmp slt i64 %".186", 2
  br i1 %".187", label %"body.1", label %"done.1"
body.1:
  %".189" = sub i64 %".180", %".182"
  %".190" = icmp eq i64 %".186", 0
  %".191" = select  i1 %".190", i64 %".182", i64 %".189"
  %".192" = icmp eq i64 %".186", 1
  %".193" = icmp eq i64 %".182", %".189"
  %".194" = and i1 %".192", %".193"
  %".195" = mul i64 %".191", %".176"
  %".196" = add i64 %".195", %".176"
  %".197" = icmp slt i64 %".196", %".178"
  %".198" = select  i1 %".197", i64 %".196", i64 %".178"
  %".199" = select  i1 %".194", i64 %".195", i64 %".198"
  %".200" = icmp slt i64 %".195", %".199"
  br i1 %".200", label %"body.1.if", label %"body.1.endif"
done.1:
  %".244" = add nsw i64 %".182", 1
  br label %"loop"
body.1.if:
  %".202" = getelementptr inbounds i64, ptr %".5", i64 4
  %".203" = load i64, ptr %".202"
  %".204" = mul i64 %".195", %".203"
  %".205" = getelementptr float, ptr %".1", i64 %".204"
  %".206" = getelementptr inbounds i64, ptr %".5", i64 8
  %".207" = load i64, ptr %".206"
  %".208" = mul i64 %".195", %".207"
  %".209" = getelementptr float, ptr %".3", i64 %".208"
  %".210" = sub i64 %".199", %".195"
  %".211" = getelementptr inbounds i64, ptr %".5", i64 10
  %".212" = load i64, ptr %".211"
  %".213" = trunc i64 %".212" to i32
  %".214" = getelementptr inbounds i64, ptr %".5", i64 11
  %".215" = load i64, ptr %".214"
  %".216" = trunc i64 %".215" to i32
  %".217" = getelementptr inbounds i64, ptr %".5", i64 12
  %".218" = load i64, ptr %".217"
  %".219" = trunc i64 %".218" to i32
  %".220" = trunc i64 %".210" to i32
  %".221" = trunc i64 %".199" to i32
  %".222" = getelementptr inbounds i64, ptr %".5", i64 3
  %".223" = load i64, ptr %".222"
  %".224" = trunc i64 %".223" to i32
  %".225" = getelementptr inbounds i64, ptr %".5", i64 13
  %".226" = load i64, ptr %".225"
  %".227" = trunc i64 %".226" to i32
  %".228" = getelementptr inbounds i64, ptr %".5", i64 14
  %".229" = load i64, ptr %".228"
  %".230" = trunc i64 %".229" to i32
  %".231" = getelementptr inbounds i64, ptr %".5", i64 15
  %".232" = load i64, ptr %".231"
  %".233" = trunc i64 %".232" to i32
  %".234" = getelementptr inbounds i64, ptr %".5", i64 16
  %".235" = load i64, ptr %".234"
  %".236" = inttoptr i64 %".235" to ptr
  call void %".236"(i32 %".213", i32 %".216", i32 %".219", i32 %".220", i32 %".221", i32 %".224", float %".12", ptr %".205", i32 %".227", ptr %".2", i32 %".230", float %".17", ptr %".209", i32 %".233")
  %".238" = getelementptr inbounds i64, ptr %".5", i64 8
  %".239" = load i64, ptr %".238"
  call void @"mirror_float32.0"(ptr %".3", i64 %".239", i64 %".195", i64 %".199")
  br label %"body.1.endif"
body.1.endif:
  %".242" = add nsw i64 %".186", 1
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
  %".386" = phi  i64 [0, %"case_0.1"], [%".621", %"done.3"]
  %".387" = icmp slt i64 %".386", %".368"
  br i1 %".387", label %"body.2", label %"done.2"
body.2:
  %".389" = add i64 %".386", 0
  %".390" = sub i64 %".368", %".389"
  %".391" = trunc i64 %".390" to i32
  %".392" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".391", i32 0
  %".393" = shufflevector <8 x i32> %".392", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".394" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".393"
  br label %"loop.3"
done.2:
  br label %"chosen.1"
loop.3:
  %".396" = phi  i64 [%".6", %"body.2"], [%".619", %"summed.endif.endif.endif.endif.endif.endif.endif.endif"]
  %".397" = icmp slt i64 %".396", %".7"
  br i1 %".397", label %"body.3", label %"done.3"
body.3:
  %".399" = add i64 %".396", 0
  %".400" = add i64 %".396", 1
  %".401" = add i64 %".396", 2
  %".402" = add i64 %".396", 3
  %".403" = add i64 %".396", 4
  %".404" = add i64 %".396", 5
  %".405" = add i64 %".396", 6
  %".406" = add i64 %".396", 7
  %".407" = icmp slt i64 %".399", %".379"
  %".408" = select  i1 %".407", i64 %".399", i64 %".379"
  %".409" = mul i64 %".408", %".372"
  %".410" = getelementptr inbounds float, ptr %".1", i64 %".409"
  %".411" = icmp slt i64 %".400", %".379"
  %".412" = select  i1 %".411", i64 %".400", i64 %".379"
  %".413" = mul i64 %".412", %".372"
  %".414" = getelementptr inbounds float, ptr %".1", i64 %".413"
  %".415" = icmp slt i64 %".401", %".379"
  %".416" = select  i1 %".415", i64 %".401", i64 %".379"
  %".417" = mul i64 %".416", %".372"
  %".418" = getelementptr inbounds float, ptr %".1", i64 %".417"
  %".419" = icmp slt i64 %".402", %".379"
  %".420" = select  i1 %".419", i64 %".402", i64 %".379"
  %".421" = mul i64 %".420", %".372"
  %".422" = getelementptr inbounds float, ptr %".1", i64 %".421"
  %".423" = icmp slt i64 %".403", %".379"
  %".424" = select  i1 %".423", i64 %".403", i64 %".379"
  %".425" = mul i64 %".424", %".372"
  %".426" = getelementptr inbounds float, ptr %".1", i64 %".425"
  %".427" = icmp slt i64 %".404", %".379"
  %".428" = select  i1 %".427", i64 %".404", i64 %".379"
  %".429" = mul i64 %".428", %".372"
  %".430" = getelementptr inbounds float, ptr %".1", i64 %".429"
  %".431" = icmp slt i64 %".405", %".379"
  %".432" = select  i1 %".431", i64 %".405", i64 %".379"
  %".433" = mul i64 %".432", %".372"
  %".434" = getelementptr inbounds float, ptr %".1", i64 %".433"
  %".435" = icmp slt i64 %".406", %".379"
  %".436" = select  i1 %".435", i64 %".406", i64 %".379"
  %".437" = mul i64 %".436", %".372"
  %".438" = getelementptr inbounds float, ptr %".1", i64 %".437"
  br label %"terms"
done.3:
  %".621" = add nsw i64 %".386", 8
  br label %"loop.2", !llvm.loop !2
terms:
  %".440" = phi  i64 [0, %"body.3"], [%".497", %"term"]
  %".441" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".461", %"term"]
  %".442" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".466", %"term"]
  %".443" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".471", %"term"]
  %".444" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".476", %"term"]
  %".445" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".481", %"term"]
  %".446" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".486", %"term"]
  %".447" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".491", %"term"]
  %".448" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.3"], [%".496", %"term"]
  %".449" = icmp slt i64 %".440", %".370"
  br i1 %".449", label %"term", label %"summed"
term:
  %".451" = mul i64 %".440", %".376"
  %".452" = add i64 %".451", %".386"
  %".453" = getelementptr inbounds float, ptr %".2", i64 %".452"
  %".454" = mul i64 %".440", %".374"
  %".455" = getelementptr inbounds float, ptr %".453", i64 0
  %".456" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".455", i32 4, <8 x i1> %".394", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".457" = getelementptr inbounds float, ptr %".410", i64 %".454"
  %".458" = load float, ptr %".457"
  %".459" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".458", i32 0
  %".460" = shufflevector <8 x float> %".459", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".461" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".460", <8 x float> %".456", <8 x float> %".441")
  %".462" = getelementptr inbounds float, ptr %".414", i64 %".454"
  %".463" = load float, ptr %".462"
  %".464" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".463", i32 0
  %".465" = shufflevector <8 x float> %".464", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".466" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".465", <8 x float> %".456", <8 x float> %".442")
  %".467" = getelementptr inbounds float, ptr %".418", i64 %".454"
  %".468" = load float, ptr %".467"
  %".469" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".468", i32 0
  %".470" = shufflevector <8 x float> %".469", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".471" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".470", <8 x float> %".456", <8 x float> %".443")
  %".472" = getelementptr inbounds float, ptr %".422", i64 %".454"
  %".473" = load float, ptr %".472"
  %".474" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".473", i32 0
  %".475" = shufflevector <8 x float> %".474", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".476" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".475", <8 x float> %".456", <8 x float> %".444")
  %".477" = getelementptr inbounds float, ptr %".426", i64 %".454"
  %".478" = load float, ptr %".477"
  %".479" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".478", i32 0
  %".480" = shufflevector <8 x float> %".479", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".481" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".480", <8 x float> %".456", <8 x float> %".445")
  %".482" = getelementptr inbounds float, ptr %".430", i64 %".454"
  %".483" = load float, ptr %".482"
  %".484" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".483", i32 0
  %".485" = shufflevector <8 x float> %".484", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".486" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".485", <8 x float> %".456", <8 x float> %".446")
  %".487" = getelementptr inbounds float, ptr %".434", i64 %".454"
  %".488" = load float, ptr %".487"
  %".489" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".488", i32 0
  %".490" = shufflevector <8 x float> %".489", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".491" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".490", <8 x float> %".456", <8 x float> %".447")
  %".492" = getelementptr inbounds float, ptr %".438", i64 %".454"
  %".493" = load float, ptr %".492"
  %".494" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".493", i32 0
  %".495" = shufflevector <8 x float> %".494", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".496" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".495", <8 x float> %".456", <8 x float> %".448")
  %".497" = add nsw i64 %".440", 1
  br label %"terms", !llvm.loop !2
summed:
  %".499" = fmul <8 x float> %".441", %".381"
  %".500" = icmp sle i64 %".399", %".379"
  br i1 %".500", label %"summed.if", label %"summed.endif"
summed.if:
  %".502" = mul i64 %".399", %".378"
  %".503" = add i64 %".502", %".386"
  %".504" = getelementptr inbounds float, ptr %".3", i64 %".503"
  %".505" = getelementptr inbounds float, ptr %".504", i64 0
  br i1 %".15", label %"summed.if.if", label %"summed.if.else"
summed.endif:
  %".514" = fmul <8 x float> %".442", %".381"
  %".515" = icmp sle i64 %".400", %".379"
  br i1 %".515", label %"summed.endif.if", label %"summed.endif.endif"
summed.if.if:
  %".507" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".505", i32 4, <8 x i1> %".394", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".508" = fadd <8 x float> %".507", %".499"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".508", ptr %".505", i32 4, <8 x i1> %".394")
  br label %"summed.if.endif"
summed.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".499", ptr %".505", i32 4, <8 x i1> %".394")
  br label %"summed.if.endif"
summed.if.endif:
  br label %"summed.endif"
summed.endif.if:
  %".517" = mul i64 %".400", %".378"
  %".518" = add i64 %".517", %".386"
  %".519" = getelementptr inbounds float, ptr %".3", i64 %".518"
  %".520" = getelementptr inbounds float, ptr %".519", i64 0
  br i1 %".15", label %"summed.endif.if.if", label %"summed.endif.if.else"
summed.endif.endif:
  %".529" = fmul <8 x float> %".443", %".381"
  %".530" = icmp sle i64 %".401", %".379"
  br i1 %".530", label %"summed.endif.endif.if", label %"summed.endif.endif.endif"
summed.endif.if.if:
  %".522" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".520", i32 4, <8 x i1> %".394", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".523" = fadd <8 x float> %".522", %".514"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".523", ptr %".520", i32 4, <8 x i1> %".394")
  br label %"summed.endif.if.endif"
summed.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".514", ptr %".520", i32 4, <8 x i1> %".394")
  br label %"summed.endif.if.endif"
summed.endif.if.endif:
  br label %"summed.endif.endif"
summed.endif.endif.if:
  %".532" = mul i64 %".401", %".378"
  %".533" = add i64 %".532", %".386"
  %".534" = getelementptr inbounds float, ptr %".3", i64 %".533"
  %".535" = getelementptr inbounds float, ptr %".534", i64 0
  br i1 %".15", label %"summed.endif.endif.if.if", label %"summed.endif.endif.if.else"
summed.endif.endif.endif:
  %".544" = fmul <8 x float> %".444", %".381"
  %".545" = icmp sle i64 %".402", %".379"
  br i1 %".545", label %"summed.endif.endif.endif.if", label %"summed.endif.endif.endif.endif"
summed.endif.endif.if.if:
  %".537" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".535", i32 4, <8 x i1> %".394", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".538" = fadd <8 x float> %".537", %".529"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".538", ptr %".535", i32 4, <8 x i1> %".394")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".529", ptr %".535", i32 4, <8 x i1> %".394")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.endif:
  br label %"summed.endif.endif.endif"
summed.endif.endif.endif.if:
  %".547" = mul i64 %".402", %".378"
  %".548" = add i64 %".547", %".386"
  %".549" = getelementptr inbounds float, ptr %".3", i64 %".548"
  %".550" = getelementptr inbounds float, ptr %".549", i64 0
  br i1 %".15", label %"summed.endif.endif.endif.if.if", label %"summed.endif.endif.endif.if.else"
summed.endif.endif.endif.endif:
  %".559" = fmul <8 x float> %".445", %".381"
  %".560" = icmp sle i64 %".403", %".379"
  br i1 %".560", label %"summed.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.if.if:
  %".552" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".550", i32 4, <8 x i1> %".394", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".553" = fadd <8 x float> %".552", %".544"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".553", ptr %".550", i32 4, <8 x i1> %".394")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".544", ptr %".550", i32 4, <8 x i1> %".394")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if:
  %".562" = mul i64 %".403", %".378"
  %".563" = add i64 %".562", %".386"
  %".564" = getelementptr inbounds float, ptr %".3", i64 %".563"
  %".565" = getelementptr inbounds float, ptr %".564", i64 0
  br i1 %".15", label %"summed.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif:
  %".574" = fmul <8 x float> %".446", %".381"
  %".575" = icmp sle i64 %".404", %".379"
  br i1 %".575", label %"summed.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if.if:
  %".567" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".565", i32 4, <8 x i1> %".394", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".568" = fadd <8 x float> %".567", %".559"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".568", ptr %".565", i32 4, <8 x i1> %".394")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".559", ptr %".565", i32 4, <8 x i1> %".394")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if:
  %".577" = mul i64 %".404", %".378"
  %".578" = add i64 %".577", %".386"
  %".579" = getelementptr inbounds float, ptr %".3", i64 %".578"
  %".580" = getelementptr inbounds float, ptr %".579", i64 0
  br i1 %".15", label %"summed.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif:
  %".589" = fmul <8 x float> %".447", %".381"
  %".590" = icmp sle i64 %".405", %".379"
  br i1 %".590", label %"summed.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if.if:
  %".582" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".580", i32 4, <8 x i1> %".394", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".583" = fadd <8 x float> %".582", %".574"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".583", ptr %".580", i32 4, <8 x i1> %".394")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".574", ptr %".580", i32 4, <8 x i1> %".394")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if:
  %".592" = mul i64 %".405", %".378"
  %".593" = add i64 %".592", %".386"
  %".594" = getelementptr inbounds float, ptr %".3", i64 %".593"
  %".595" = getelementptr inbounds float, ptr %".594", i64 0
  br i1 %".15", label %"summed.endif.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif.endif:
  %".604" = fmul <8 x float> %".448", %".381"
  %".605" = icmp sle i64 %".406", %".379"
  br i1 %".605", label %"summed.endif.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if.if:
  %".597" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".595", i32 4, <8 x i1> %".394", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".598" = fadd <8 x float> %".597", %".589"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".598", ptr %".595", i32 4, <8 x i1> %".394")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".589", ptr %".595", i32 4, <8 x i1> %".394")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.endif.if:
  %".607" = mul i64 %".406", %".378"
  %".608" = add i64 %".607", %".386"
  %".609" = getelementptr inbounds float, ptr %".3", i64 %".608"
  %".610" = getelementptr inbounds float, ptr %".609", i64 0
  br i1 %".15", label %"summed.endif.endif.endif....if", label %"summed.endif.endif.endif....else"
summed.endif.endif.endif.endif.endif.endif.endif.endif:
  %".619" = add nsw i64 %".396", 8
  br label %"loop.3", !llvm.loop !2
summed.endif.endif.endif....if:
  %".612" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".610", i32 4, <8 x i1> %".394", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".613" = fadd <8 x float> %".612", %".604"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".613", ptr %".610", i32 4, <8 x i1> %".394")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".604", ptr %".610", i32 4, <8 x i1> %".394")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
loop.4:
  %".625" = phi  i64 [0, %"case_1.1"], [%".756", %"done.5"]
  %".626" = icmp slt i64 %".625", %".368"
  br i1 %".626", label %"body.4", label %"done.4"
body.4:
  %".628" = add i64 %".625", 0
  %".629" = sub i64 %".368", %".628"
  %".630" = trunc i64 %".629" to i32
  %".631" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".630", i32 0
  %".632" = shufflevector <8 x i32> %".631", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".633" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".632"
  br label %"loop.5"
done.4:
  br label %"chosen.1"
loop.5:
  %".635" = phi  i64 [%".6", %"body.4"], [%".754", %"summed.1.endif.endif.endif.endif"]
  %".636" = icmp slt i64 %".635", %".7"
  br i1 %".636", label %"body.5", label %"done.5"
body.5:
  %".638" = add i64 %".635", 0
  %".639" = add i64 %".635", 1
  %".640" = add i64 %".635", 2
  %".641" = add i64 %".635", 3
  %".642" = icmp slt i64 %".638", %".379"
  %".643" = select  i1 %".642", i64 %".638", i64 %".379"
  %".644" = mul i64 %".643", %".372"
  %".645" = getelementptr inbounds float, ptr %".1", i64 %".644"
  %".646" = icmp slt i64 %".639", %".379"
  %".647" = select  i1 %".646", i64 %".639", i64 %".379"
  %".648" = mul i64 %".647", %".372"
  %".649" = getelementptr inbounds float, ptr %".1", i64 %".648"
  %".650" = icmp slt i64 %".640", %".379"
  %".651" = select  i1 %".650", i64 %".640", i64 %".379"
  %".652" = mul i64 %".651", %".372"
  %".653" = getelementptr inbounds float, ptr %".1", i64 %".652"
  %".654" = icmp slt i64 %".641", %".379"
  %".655" = select  i1 %".654", i64 %".641", i64 %".379"
  %".656" = mul i64 %".655", %".372"
  %".657" = getelementptr inbounds float, ptr %".1", i64 %".656"
  br label %"terms.1"
done.5:
  %".756" = add nsw i64 %".625", 8
  br label %"loop.4", !llvm.loop !2
terms.1:
  %".659" = phi  i64 [0, %"body.5"], [%".692", %"term.1"]
  %".660" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".676", %"term.1"]
  %".661" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".681", %"term.1"]
  %".662" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".686", %"term.1"]
  %".663" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.5"], [%".691", %"term.1"]
  %".664" = icmp slt i64 %".659", %".370"
  br i1 %".664", label %"term.1", label %"summed.1"
term.1:
  %".666" = mul i64 %".659", %".376"
  %".667" = add i64 %".666", %".625"
  %".668" = getelementptr inbounds float, ptr %".2", i64 %".667"
  %".669" = mul i64 %".659", %".374"
  %".670" = getelementptr inbounds float, ptr %".668", i64 0
  %".671" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".670", i32 4, <8 x i1> %".633", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".672" = getelementptr inbounds float, ptr %".645", i64 %".669"
  %".673" = load float, ptr %".672"
  %".674" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".673", i32 0
  %".675" = shufflevector <8 x float> %".674", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".676" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".675", <8 x float> %".671", <8 x float> %".660")
  %".677" = getelementptr inbounds float, ptr %".649", i64 %".669"
  %".678" = load float, ptr %".677"
  %".679" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".678", i32 0
  %".680" = shufflevector <8 x float> %".679", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".681" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".680", <8 x float> %".671", <8 x float> %".661")
  %".682" = getelementptr inbounds float, ptr %".653", i64 %".669"
  %".683" = load float, ptr %".682"
  %".684" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".683", i32 0
  %".685" = shufflevector <8 x float> %".684", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".686" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".685", <8 x float> %".671", <8 x float> %".662")
  %".687" = getelementptr inbounds float, ptr %".657", i64 %".669"
  %".688" = load float, ptr %".687"
  %".689" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".688", i32 0
  %".690" = shufflevector <8 x float> %".689", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".691" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".690", <8 x float> %".671", <8 x float> %".663")
  %".692" = add nsw i64 %".659", 1
  br label %"terms.1", !llvm.loop !2
summed.1:
  %".694" = fmul <8 x float> %".660", %".381"
  %".695" = icmp sle i64 %".638", %".379"
  br i1 %".695", label %"summed.1.if", label %"summed.1.endif"
summed.1.if:
  %".697" = mul i64 %".638", %".378"
  %".698" = add i64 %".697", %".625"
  %".699" = getelementptr inbounds float, ptr %".3", i64 %".698"
  %".700" = getelementptr inbounds float, ptr %".699", i64 0
  br i1 %".15", label %"summed.1.if.if", label %"summed.1.if.else"
summed.1.endif:
  %".709" = fmul <8 x float> %".661", %".381"
  %".710" = icmp sle i64 %".639", %".379"
  br i1 %".710", label %"summed.1.endif.if", label %"summed.1.endif.endif"
summed.1.if.if:
  %".702" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".700", i32 4, <8 x i1> %".633", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".703" = fadd <8 x float> %".702", %".694"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".703", ptr %".700", i32 4, <8 x i1> %".633")
  br label %"summed.1.if.endif"
summed.1.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".694", ptr %".700", i32 4, <8 x i1> %".633")
  br label %"summed.1.if.endif"
summed.1.if.endif:
  br label %"summed.1.endif"
summed.1.endif.if:
  %".712" = mul i64 %".639", %".378"
  %".713" = add i64 %".712", %".625"
  %".714" = getelementptr inbounds float, ptr %".3", i64 %".713"
  %".715" = getelementptr inbounds float, ptr %".714", i64 0
  br i1 %".15", label %"summed.1.endif.if.if", label %"summed.1.endif.if.else"
summed.1.endif.endif:
  %".724" = fmul <8 x float> %".662", %".381"
  %".725" = icmp sle i64 %".640", %".379"
  br i1 %".725", label %"summed.1.endif.endif.if", label %"summed.1.endif.endif.endif"
summed.1.endif.if.if:
  %".717" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".715", i32 4, <8 x i1> %".633", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".718" = fadd <8 x float> %".717", %".709"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".718", ptr %".715", i32 4, <8 x i1> %".633")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".709", ptr %".715", i32 4, <8 x i1> %".633")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.endif:
  br label %"summed.1.endif.endif"
summed.1.endif.endif.if:
  %".727" = mul i64 %".640", %".378"
  %".728" = add i64 %".727", %".625"
  %".729" = getelementptr inbounds float, ptr %".3", i64 %".728"
  %".730" = getelementptr inbounds float, ptr %".729", i64 0
  br i1 %".15", label %"summed.1.endif.endif.if.if", label %"summed.1.endif.endif.if.else"
summed.1.endif.endif.endif:
  %".739" = fmul <8 x float> %".663", %".381"
  %".740" = icmp sle i64 %".641", %".379"
  br i1 %".740", label %"summed.1.endif.endif.endif.if", label %"summed.1.endif.endif.endif.endif"
summed.1.endif.endif.if.if:
  %".732" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".730", i32 4, <8 x i1> %".633", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".733" = fadd <8 x float> %".732", %".724"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".733", ptr %".730", i32 4, <8 x i1> %".633")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".724", ptr %".730", i32 4, <8 x i1> %".633")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif"
summed.1.endif.endif.endif.if:
  %".742" = mul i64 %".641", %".378"
  %".743" = add i64 %".742", %".625"
  %".744" = getelementptr inbounds float, ptr %".3", i64 %".743"
  %".745" = getelementptr inbounds float, ptr %".744", i64 0
  br i1 %".15", label %"summed.1.endif.endif.endif.if.if", label %"summed.1.endif.endif.endif.if.else"
summed.1.endif.endif.endif.endif:
  %".754" = add nsw i64 %".635", 4
  br label %"loop.5", !llvm.loop !2
summed.1.endif.endif.endif.if.if:
  %".747" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".745", i32 4, <8 x i1> %".633", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".748" = fadd <8 x float> %".747", %".739"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".748", ptr %".745", i32 4, <8 x i1> %".633")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".739", ptr %".745", i32 4, <8 x i1> %".633")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif.endif"
loop.6:
  %".760" = phi  i64 [0, %"case_2.1"], [%".931", %"done.7"]
  %".761" = icmp slt i64 %".760", %".368"
  br i1 %".761", label %"body.6", label %"done.6"
body.6:
  %".763" = add i64 %".760", 0
  %".764" = sub i64 %".368", %".763"
  %".765" = trunc i64 %".764" to i32
  %".766" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".765", i32 0
  %".767" = shufflevector <8 x i32> %".766", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".768" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".767"
  %".769" = add i64 %".760", 8
  %".770" = sub i64 %".368", %".769"
  %".771" = trunc i64 %".770" to i32
  %".772" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".771", i32 0
  %".773" = shufflevector <8 x i32> %".772", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".774" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".773"
  br label %"loop.7"
done.6:
  br label %"chosen.1"
loop.7:
  %".776" = phi  i64 [%".6", %"body.6"], [%".929", %"summed.2.endif.endif.endif.endif"]
  %".777" = icmp slt i64 %".776", %".7"
  br i1 %".777", label %"body.7", label %"done.7"
body.7:
  %".779" = add i64 %".776", 0
  %".780" = add i64 %".776", 1
  %".781" = add i64 %".776", 2
  %".782" = add i64 %".776", 3
  %".783" = icmp slt i64 %".779", %".379"
  %".784" = select  i1 %".783", i64 %".779", i64 %".379"
  %".785" = mul i64 %".784", %".372"
  %".786" = getelementptr inbounds float, ptr %".1", i64 %".785"
  %".787" = icmp slt i64 %".780", %".379"
  %".788" = select  i1 %".787", i64 %".780", i64 %".379"
  %".789" = mul i64 %".788", %".372"
  %".790" = getelementptr inbounds float, ptr %".1", i64 %".789"
  %".791" = icmp slt i64 %".781", %".379"
  %".792" = select  i1 %".791", i64 %".781", i64 %".379"
  %".793" = mul i64 %".792", %".372"
  %".794" = getelementptr inbounds float, ptr %".1", i64 %".793"
  %".795" = icmp slt i64 %".782", %".379"
  %".796" = select  i1 %".795", i64 %".782", i64 %".379"
  %".797" = mul i64 %".796", %".372"
  %".798" = getelementptr inbounds float, ptr %".1", i64 %".797"
  br label %"terms.2"
done.7:
  %".931" = add nsw i64 %".760", 16
  br label %"loop.6", !llvm.loop !2
terms.2:
  %".800" = phi  i64 [0, %"body.7"], [%".843", %"term.2"]
  %".801" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".823", %"term.2"]
  %".802" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".824", %"term.2"]
  %".803" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".829", %"term.2"]
  %".804" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".830", %"term.2"]
  %".805" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".835", %"term.2"]
  %".806" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".836", %"term.2"]
  %".807" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".841", %"term.2"]
  %".808" = phi  <8 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body.7"], [%".842", %"term.2"]
  %".809" = icmp slt i64 %".800", %".370"
  br i1 %".809", label %"term.2", label %"summed.2"
term.2:
  %".811" = mul i64 %".800", %".376"
  %".812" = add i64 %".811", %".760"
  %".813" = getelementptr inbounds float, ptr %".2", i64 %".812"
  %".814" = mul i64 %".800", %".374"
  %".815" = getelementptr inbounds float, ptr %".813", i64 0
  %".816" = getelementptr inbounds float, ptr %".813", i64 8
  %".817" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".815", i32 4, <8 x i1> %".768", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".818" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".816", i32 4, <8 x i1> %".774", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".819" = getelementptr inbounds float, ptr %".786", i64 %".814"
  %".820" = load float, ptr %".819"
  %".821" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".820", i32 0
  %".822" = shufflevector <8 x float> %".821", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".823" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".822", <8 x float> %".817", <8 x float> %".801")
  %".824" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".822", <8 x float> %".818", <8 x float> %".802")
  %".825" = getelementptr inbounds float, ptr %".790", i64 %".814"
  %".826" = load float, ptr %".825"
  %".827" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".826", i32 0
  %".828" = shufflevector <8 x float> %".827", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".829" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".828", <8 x float> %".817", <8 x float> %".803")
  %".830" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".828", <8 x float> %".818", <8 x float> %".804")
  %".831" = getelementptr inbounds float, ptr %".794", i64 %".814"
  %".832" = load float, ptr %".831"
  %".833" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".832", i32 0
  %".834" = shufflevector <8 x float> %".833", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".835" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".834", <8 x float> %".817", <8 x float> %".805")
  %".836" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".834", <8 x float> %".818", <8 x float> %".806")
  %".837" = getelementptr inbounds float, ptr %".798", i64 %".814"
  %".838" = load float, ptr %".837"
  %".839" = insertelement <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".838", i32 0
  %".840" = shufflevector <8 x float> %".839", <8 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".841" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".840", <8 x float> %".817", <8 x float> %".807")
  %".842" = call <8 x float> @"llvm.fmuladd.v8f32"(<8 x float> %".840", <8 x float> %".818", <8 x float> %".808")
  %".843" = add nsw i64 %".800", 1
  br label %"terms.2", !llvm.loop !2
summed.2:
  %".845" = fmul <8 x float> %".801", %".381"
  %".846" = fmul <8 x float> %".802", %".381"
  %".847" = icmp sle i64 %".779", %".379"
  br i1 %".847", label %"summed.2.if", label %"summed.2.endif"
summed.2.if:
  %".849" = mul i64 %".779", %".378"
  %".850" = add i64 %".849", %".760"
  %".851" = getelementptr inbounds float, ptr %".3", i64 %".850"
  %".852" = getelementptr inbounds float, ptr %".851", i64 0
  %".853" = getelementptr inbounds float, ptr %".851", i64 8
  br i1 %".15", label %"summed.2.if.if", label %"summed.2.if.else"
summed.2.endif:
  %".866" = fmul <8 x float> %".803", %".381"
  %".867" = fmul <8 x float> %".804", %".381"
  %".868" = icmp sle i64 %".780", %".379"
  br i1 %".868", label %"summed.2.endif.if", label %"summed.2.endif.endif"
summed.2.if.if:
  %".855" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".852", i32 4, <8 x i1> %".768", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".856" = fadd <8 x float> %".855", %".845"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".856", ptr %".852", i32 4, <8 x i1> %".768")
  %".858" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".853", i32 4, <8 x i1> %".774", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".859" = fadd <8 x float> %".858", %".846"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".859", ptr %".853", i32 4, <8 x i1> %".774")
  br label %"summed.2.if.endif"
summed.2.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".845", ptr %".852", i32 4, <8 x i1> %".768")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".846", ptr %".853", i32 4, <8 x i1> %".774")
  br label %"summed.2.if.endif"
summed.2.if.endif:
  br label %"summed.2.endif"
summed.2.endif.if:
  %".870" = mul i64 %".780", %".378"
  %".871" = add i64 %".870", %".760"
  %".872" = getelementptr inbounds float, ptr %".3", i64 %".871"
  %".873" = getelementptr inbounds float, ptr %".872", i64 0
  %".874" = getelementptr inbounds float, ptr %".872", i64 8
  br i1 %".15", label %"summed.2.endif.if.if", label %"summed.2.endif.if.else"
summed.2.endif.endif:
  %".887" = fmul <8 x float> %".805", %".381"
  %".888" = fmul <8 x float> %".806", %".381"
  %".889" = icmp sle i64 %".781", %".379"
  br i1 %".889", label %"summed.2.endif.endif.if", label %"summed.2.endif.endif.endif"
summed.2.endif.if.if:
  %".876" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".873", i32 4, <8 x i1> %".768", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".877" = fadd <8 x float> %".876", %".866"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".877", ptr %".873", i32 4, <8 x i1> %".768")
  %".879" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".874", i32 4, <8 x i1> %".774", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".880" = fadd <8 x float> %".879", %".867"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".880", ptr %".874", i32 4, <8 x i1> %".774")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".866", ptr %".873", i32 4, <8 x i1> %".768")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".867", ptr %".874", i32 4, <8 x i1> %".774")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.endif:
  br label %"summed.2.endif.endif"
summed.2.endif.endif.if:
  %".891" = mul i64 %".781", %".378"
  %".892" = add i64 %".891", %".760"
  %".893" = getelementptr inbounds float, ptr %".3", i64 %".892"
  %".894" = getelementptr inbounds float, ptr %".893", i64 0
  %".895" = getelementptr inbounds float, ptr %".893", i64 8
  br i1 %".15", label %"summed.2.endif.endif.if.if", label %"summed.2.endif.endif.if.else"
summed.2.endif.endif.endif:
  %".908" = fmul <8 x float> %".807", %".381"
  %".909" = fmul <8 x float> %".808", %".381"
  %".910" = icmp sle i64 %".782", %".379"
  br i1 %".910", label %"summed.2.endif.endif.endif.if", label %"summed.2.endif.endif.endif.endif"
summed.2.endif.endif.if.if:
  %".897" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".894", i32 4, <8 x i1> %".768", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".898" = fadd <8 x float> %".897", %".887"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".898", ptr %".894", i32 4, <8 x i1> %".768")
  %".900" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".895", i32 4, <8 x i1> %".774", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".901" = fadd <8 x float> %".900", %".888"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".901", ptr %".895", i32 4, <8 x i1> %".774")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".887", ptr %".894", i32 4, <8 x i1> %".768")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".888", ptr %".895", i32 4, <8 x i1> %".774")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif"
summed.2.endif.endif.endif.if:
  %".912" = mul i64 %".782", %".378"
  %".913" = add i64 %".912", %".760"
  %".914" = getelementptr inbounds float, ptr %".3", i64 %".913"
  %".915" = getelementptr inbounds float, ptr %".914", i64 0
  %".916" = getelementptr inbounds float, ptr %".914", i64 8
  br i1 %".15", label %"summed.2.endif.endif.endif.if.if", label %"summed.2.endif.endif.endif.if.else"
summed.2.endif.endif.endif.endif:
  %".929" = add nsw i64 %".776", 4
  br label %"loop.7", !llvm.loop !2
summed.2.endif.endif.endif.if.if:
  %".918" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".915", i32 4, <8 x i1> %".768", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".919" = fadd <8 x float> %".918", %".908"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".919", ptr %".915", i32 4, <8 x i1> %".768")
  %".921" = call <8 x float> @"llvm.masked.load.v8f32.p0"(ptr %".916", i32 4, <8 x i1> %".774", <8 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".922" = fadd <8 x float> %".921", %".909"
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".922", ptr %".916", i32 4, <8 x i1> %".774")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".908", ptr %".915", i32 4, <8 x i1> %".768")
  call void @"llvm.masked.store.v8f32.p0"(<8 x float> %".909", ptr %".916", i32 4, <8 x i1> %".774")
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
  %".11" = getelementptr inbounds i64, ptr %".5", i64 23
  %".12" = load i64, ptr %".11"
  %".13" = getelementptr inbounds i64, ptr %".5", i64 24
  %".14" = load i64, ptr %".13"
  %".15" = getelementptr inbounds i64, ptr %".5", i64 25
  %".16" = load i64, ptr %".15"
  %".17" = getelementptr inbounds i64, ptr %".5", i64 26
  %".18" = load i64, ptr %".17"
  br label %"loop"
loop:
  %".20" = phi  i64 [0, %"entry"], [%".109", %"done.1"]
  %".21" = icmp slt i64 %".20", %".10"
  br i1 %".21", label %"body", label %"done"
body:
  %".23" = mul i64 %".20", %".12"
  %".24" = getelementptr float, ptr %".1", i64 %".23"
  %".25" = mul i64 %".20", %".14"
  %".26" = getelementptr float, ptr %".2", i64 %".25"
  %".27" = mul i64 %".20", %".16"
  %".28" = getelementptr float, ptr %".3", i64 %".27"
  %".29" = mul i64 %".20", %".18"
  %".30" = getelementptr float, ptr %".4", i64 %".29"
  %".31" = getelementptr inbounds i64, ptr %".5", i64 27
  %".32" = load i64, ptr %".31"
  %".33" = getelementptr inbounds i64, ptr %".5", i64 28
  %".34" = load i64, ptr %".33"
  %".35" = getelementptr inbounds i64, ptr %".5", i64 29
  %".36" = load i64, ptr %".35"
  %".37" = getelementptr inbounds i64, ptr %".5", i64 30
  %".38" = load i64, ptr %".37"
  %".39" = getelementptr inbounds i64, ptr %".5", i64 31
  %".40" = load i64, ptr %".39"
  br label %"loop.1"
done:
  ret void
loop.1:
  %".42" = phi  i64 [0, %"body"], [%".107", %"done.2"]
  %".43" = icmp slt i64 %".42", %".32"
  br i1 %".43", label %"body.1", label %"done.1"
body.1:
  %".45" = mul i64 %".42", %".34"
  %".46" = getelementptr float, ptr %".24", i64 %".45"
  %".47" = mul i64 %".42", %".36"
  %".48" = getelementptr float, ptr %".26", i64 %".47"
  %".49" = mul i64 %".42", %".38"
  %".50" = getelementptr float, ptr %".28", i64 %".49"
  %".51" = mul i64 %".42", %".40"
  %".52" = getelementptr float, ptr %".30", i64 %".51"
  %".53" = getelementptr inbounds i64, ptr %".5", i64 32
  %".54" = load i64, ptr %".53"
  %".55" = getelementptr inbounds i64, ptr %".5", i64 33
  %".56" = load i64, ptr %".55"
  %".57" = getelementptr inbounds i64, ptr %".5", i64 34
  %".58" = load i64, ptr %".57"
  %".59" = getelementptr inbounds i64, ptr %".5", i64 35
  %".60" = load i64, ptr %".59"
  %".61" = getelementptr inbounds i64, ptr %".5", i64 36
  %".62" = load i64, ptr %".61"
  br label %"loop.2"
done.1:
  %".109" = add nsw i64 %".20", 1
  br label %"loop", !llvm.loop !2
loop.2:
  %".64" = phi  i64 [0, %"body.1"], [%".105", %"done.3"]
  %".65" = icmp slt i64 %".64", %".54"
  br i1 %".65", label %"body.2", label %"done.2"
body.2:
  %".67" = mul i64 %".64", %".56"
  %".68" = getelementptr float, ptr %".46", i64 %".67"
  %".69" = mul i64 %".64", %".58"
  %".70" = getelementptr float, ptr %".48", i64 %".69"
  %".71" = mul i64 %".64", %".60"
  %".72" = getelementptr float, ptr %".50", i64 %".71"
  %".73" = mul i64 %".64", %".62"
  %".74" = getelementptr float, ptr %".52", i64 %".73"
  %".75" = getelementptr inbounds i64, ptr %".5", i64 37
  %".76" = load i64, ptr %".75"
  %".77" = getelementptr inbounds i64, ptr %".5", i64 38
  %".78" = load i64, ptr %".77"
  %".79" = getelementptr inbounds i64, ptr %".5", i64 39
  %".80" = load i64, ptr %".79"
  %".81" = getelementptr inbounds i64, ptr %".5", i64 40
  %".82" = load i64, ptr %".81"
  %".83" = getelementptr inbounds i64, ptr %".5", i64 41
  %".84" = load i64, ptr %".83"
  br label %"loop.3"
done.2:
  %".107" = add nsw i64 %".42", 1
  br label %"loop.1", !llvm.loop !2
loop.3:
  %".86" = phi  i64 [0, %"body.2"], [%".103", %"body.3"]
  %".87" = icmp slt i64 %".86", %".76"
  br i1 %".87", label %"body.3", label %"done.3"
body.3:
  %".89" = mul i64 %".86", %".78"
  %".90" = getelementptr float, ptr %".68", i64 %".89"
  %".91" = mul i64 %".86", %".80"
  %".92" = getelementptr float, ptr %".70", i64 %".91"
  %".93" = mul i64 %".86", %".82"
  %".94" = getelementptr float, ptr %".72", i64 %".93"
  %".95" = mul i64 %".86", %".84"
  %".96" = getelementptr float, ptr %".74", i64 %".95"
  %".97" = getelementptr inbounds i64, ptr %".5", i64 42
  %".98" = load i64, ptr %".97"
  %".99" = icmp ne i64 %".98", 0
  %".100" = select  i1 %".99", ptr %".92", ptr %".90"
  %".101" = select  i1 %".99", ptr %".90", ptr %".92"
  call void @"one_product"(ptr %".100", ptr %".101", ptr %".94", ptr %".96", ptr %".5", i64 %".6", i64 %".7")
  %".103" = add nsw i64 %".86", 1
  br label %"loop.3", !llvm.loop !2
done.3:
  %".105" = add nsw i64 %".64", 1
  br label %"loop.2", !llvm.loop !2
}

!0 = !{ !"llvm.loop.unroll.disable" }
!1 = !{ !"llvm.loop.vectorize.width", i32 1 }
!2 = !{ !2, !0, !1 }
; ModuleID = "products"
target triple = "unknown-unknown-unknown"
target datalayout = ""

define internal void @"multiply_float64.0"(ptr %".1", ptr %".2", ptr noalias %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10", i64 %".11", i64 %".12", double %".13", i64 %".14", i64 %".15") noinline
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
  %"scale" = alloca double
  %"start.1" = alloca i64
  %"stop" = alloca i64
  %"i" = alloca i64
  %"j" = alloca i64
  %"p" = alloca i64
  %"x" = alloca double
  %"whole" = alloca i64
  %"s1" = alloca double
  %"s2" = alloca double
  %"s3" = alloca double
  %"s4" = alloca double
  %"at" = alloca i64
  %"total" = alloca double
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
  store double %".13", double* %"scale"
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
  %".51" = sitofp i64 0 to double
  %".52" = load i64, i64* %"i"
  %".53" = load i64, i64* %"c_row"
  %".54" = mul i64 %".52", %".53"
  %".55" = load i64, i64* %"j"
  %".56" = add i64 %".54", %".55"
  %".57" = getelementptr inbounds double, ptr %".3", i64 %".56"
  store double %".51", ptr %".57", align 8
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
  %".69" = load double, double* %"scale"
  %".70" = load i64, i64* %"i"
  %".71" = load i64, i64* %"a_row"
  %".72" = mul i64 %".70", %".71"
  %".73" = load i64, i64* %"p"
  %".74" = load i64, i64* %"a_inner"
  %".75" = mul i64 %".73", %".74"
  %".76" = add i64 %".72", %".75"
  %".77" = getelementptr inbounds double, ptr %".1", i64 %".76"
  %".78" = load double, ptr %".77", align 8
  %".79" = fmul contract double %".69", %".78"
  store double %".79", double* %"x"
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
  %".92" = getelementptr inbounds double, ptr %".3", i64 %".91"
  %".93" = load double, ptr %".92", align 8
  %".94" = load double, double* %"x"
  %".95" = load i64, i64* %"p"
  %".96" = load i64, i64* %"b_inner"
  %".97" = mul i64 %".95", %".96"
  %".98" = load i64, i64* %"j"
  %".99" = add i64 %".97", %".98"
  %".100" = getelementptr inbounds double, ptr %".2", i64 %".99"
  %".101" = load double, ptr %".100", align 8
  %".102" = fmul contract double %".94", %".101"
  %".103" = fadd contract double %".93", %".102"
  %".104" = load i64, i64* %"i"
  %".105" = load i64, i64* %"c_row"
  %".106" = mul i64 %".104", %".105"
  %".107" = load i64, i64* %"j"
  %".108" = add i64 %".106", %".107"
  %".109" = getelementptr inbounds double, ptr %".3", i64 %".108"
  store double %".103", ptr %".109", align 8
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
  %".153" = sitofp i64 0 to double
  %".154" = sitofp i64 0 to double
  %".155" = sitofp i64 0 to double
  %".156" = sitofp i64 0 to double
  store double %".153", double* %"s1"
  store double %".154", double* %"s2"
  store double %".155", double* %"s3"
  store double %".156", double* %"s4"
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
  %".174" = getelementptr inbounds double, ptr %".2", i64 %".173"
  %".175" = load double, ptr %".174", align 8
  store double %".175", double* %"x"
  %".177" = load i64, i64* %"i"
  %".178" = load i64, i64* %"a_row"
  %".179" = mul i64 %".177", %".178"
  %".180" = load i64, i64* %"p"
  %".181" = load i64, i64* %"a_inner"
  %".182" = mul i64 %".180", %".181"
  %".183" = add i64 %".179", %".182"
  store i64 %".183", i64* %"at"
  %".185" = load double, double* %"s1"
  %".186" = load double, double* %"scale"
  %".187" = load i64, i64* %"at"
  %".188" = getelementptr inbounds double, ptr %".1", i64 %".187"
  %".189" = load double, ptr %".188", align 8
  %".190" = fmul contract double %".186", %".189"
  %".191" = load double, double* %"x"
  %".192" = fmul contract double %".190", %".191"
  %".193" = fadd contract double %".185", %".192"
  store double %".193", double* %"s1"
  %".195" = load double, double* %"s2"
  %".196" = load double, double* %"scale"
  %".197" = load i64, i64* %"at"
  %".198" = load i64, i64* %"a_row"
  %".199" = add i64 %".197", %".198"
  %".200" = getelementptr inbounds double, ptr %".1", i64 %".199"
  %".201" = load double, ptr %".200", align 8
  %".202" = fmul contract double %".196", %".201"
  %".203" = load double, double* %"x"
  %".204" = fmul contract double %".202", %".203"
  %".205" = fadd contract double %".195", %".204"
  store double %".205", double* %"s2"
  %".207" = load double, double* %"s3"
  %".208" = load double, double* %"scale"
  %".209" = load i64, i64* %"at"
  %".210" = load i64, i64* %"a_row"
  %".211" = mul i64 2, %".210"
  %".212" = add i64 %".209", %".211"
  %".213" = getelementptr inbounds double, ptr %".1", i64 %".212"
  %".214" = load double, ptr %".213", align 8
  %".215" = fmul contract double %".208", %".214"
  %".216" = load double, double* %"x"
  %".217" = fmul contract double %".215", %".216"
  %".218" = fadd contract double %".207", %".217"
  store double %".218", double* %"s3"
  %".220" = load double, double* %"s4"
  %".221" = load double, double* %"scale"
  %".222" = load i64, i64* %"at"
  %".223" = load i64, i64* %"a_row"
  %".224" = mul i64 3, %".223"
  %".225" = add i64 %".222", %".224"
  %".226" = getelementptr inbounds double, ptr %".1", i64 %".225"
  %".227" = load double, ptr %".226", align 8
  %".228" = fmul contract double %".221", %".227"
  %".229" = load double, double* %"x"
  %".230" = fmul contract double %".228", %".229"
  %".231" = fadd contract double %".220", %".230"
  store double %".231", double* %"s4"
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
  %".246" = load double, double* %"s1"
  %".247" = load i64, i64* %"at"
  %".248" = getelementptr inbounds double, ptr %".3", i64 %".247"
  %".249" = load double, ptr %".248", align 8
  %".250" = fadd contract double %".246", %".249"
  store double %".250", double* %"s1"
  %".252" = load double, double* %"s2"
  %".253" = load i64, i64* %"at"
  %".254" = load i64, i64* %"c_row"
  %".255" = add i64 %".253", %".254"
  %".256" = getelementptr inbounds double, ptr %".3", i64 %".255"
  %".257" = load double, ptr %".256", align 8
  %".258" = fadd contract double %".252", %".257"
  store double %".258", double* %"s2"
  %".260" = load double, double* %"s3"
  %".261" = load i64, i64* %"at"
  %".262" = load i64, i64* %"c_row"
  %".263" = mul i64 2, %".262"
  %".264" = add i64 %".261", %".263"
  %".265" = getelementptr inbounds double, ptr %".3", i64 %".264"
  %".266" = load double, ptr %".265", align 8
  %".267" = fadd contract double %".260", %".266"
  store double %".267", double* %"s3"
  %".269" = load double, double* %"s4"
  %".270" = load i64, i64* %"at"
  %".271" = load i64, i64* %"c_row"
  %".272" = mul i64 3, %".271"
  %".273" = add i64 %".270", %".272"
  %".274" = getelementptr inbounds double, ptr %".3", i64 %".273"
  %".275" = load double, ptr %".274", align 8
  %".276" = fadd contract double %".269", %".275"
  store double %".276", double* %"s4"
  br label %"end.2"
else.2:
  br label %"end.2"
end.2:
  %".280" = load double, double* %"s1"
  %".281" = load i64, i64* %"at"
  %".282" = getelementptr inbounds double, ptr %".3", i64 %".281"
  store double %".280", ptr %".282", align 8
  %".284" = load double, double* %"s2"
  %".285" = load i64, i64* %"at"
  %".286" = load i64, i64* %"c_row"
  %".287" = add i64 %".285", %".286"
  %".288" = getelementptr inbounds double, ptr %".3", i64 %".287"
  store double %".284", ptr %".288", align 8
  %".290" = load double, double* %"s3"
  %".291" = load i64, i64* %"at"
  %".292" = load i64, i64* %"c_row"
  %".293" = mul i64 2, %".292"
  %".294" = add i64 %".291", %".293"
  %".295" = getelementptr inbounds double, ptr %".3", i64 %".294"
  store double %".290", ptr %".295", align 8
  %".297" = load double, double* %"s4"
  %".298" = load i64, i64* %"at"
  %".299" = load i64, i64* %"c_row"
  %".300" = mul i64 3, %".299"
  %".301" = add i64 %".298", %".300"
  %".302" = getelementptr inbounds double, ptr %".3", i64 %".301"
  store double %".297", ptr %".302", align 8
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
  %".321" = sitofp i64 0 to double
  store double %".321", double* %"total"
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
  %".329" = load double, double* %"total"
  %".330" = load double, double* %"scale"
  %".331" = load i64, i64* %"i"
  %".332" = load i64, i64* %"a_row"
  %".333" = mul i64 %".331", %".332"
  %".334" = load i64, i64* %"p"
  %".335" = load i64, i64* %"a_inner"
  %".336" = mul i64 %".334", %".335"
  %".337" = add i64 %".333", %".336"
  %".338" = getelementptr inbounds double, ptr %".1", i64 %".337"
  %".339" = load double, ptr %".338", align 8
  %".340" = fmul contract double %".330", %".339"
  %".341" = load i64, i64* %"p"
  %".342" = load i64, i64* %"b_inner"
  %".343" = mul i64 %".341", %".342"
  %".344" = load i64, i64* %"j"
  %".345" = load i64, i64* %"b_column"
  %".346" = mul i64 %".344", %".345"
  %".347" = add i64 %".343", %".346"
  %".348" = getelementptr inbounds double, ptr %".2", i64 %".347"
  %".349" = load double, ptr %".348", align 8
  %".350" = fmul contract double %".340", %".349"
  %".351" = fadd contract double %".329", %".350"
  store double %".351", double* %"total"
  %".353" = add nsw i64 %".325", 1
  br label %"loop.9"
done.9:
  %".355" = load i64, i64* %"keep"
  %".356" = icmp ne i64 %".355", 0
  br i1 %".356", label %"then.3", label %"else.3"
then.3:
  %".358" = load double, double* %"total"
  %".359" = load i64, i64* %"i"
  %".360" = load i64, i64* %"c_row"
  %".361" = mul i64 %".359", %".360"
  %".362" = load i64, i64* %"j"
  %".363" = load i64, i64* %"c_column"
  %".364" = mul i64 %".362", %".363"
  %".365" = add i64 %".361", %".364"
  %".366" = getelementptr inbounds double, ptr %".3", i64 %".365"
  %".367" = load double, ptr %".366", align 8
  %".368" = fadd contract double %".358", %".367"
  store double %".368", double* %"total"
  br label %"end.3"
else.3:
  br label %"end.3"
end.3:
  %".372" = load double, double* %"total"
  %".373" = load i64, i64* %"i"
  %".374" = load i64, i64* %"c_row"
  %".375" = mul i64 %".373", %".374"
  %".376" = load i64, i64* %"j"
  %".377" = load i64, i64* %"c_column"
  %".378" = mul i64 %".376", %".377"
  %".379" = add i64 %".375", %".378"
  %".380" = getelementptr inbounds double, ptr %".3", i64 %".379"
  store double %".372", ptr %".380", align 8
  %".382" = add nsw i64 %".317", 1
  br label %"loop.8"
}

define internal void @"mirror_float64.0"(ptr noalias %".1", i64 %".2", i64 %".3", i64 %".4") noinline
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
  %".41" = getelementptr inbounds double, ptr %".1", i64 %".40"
  %".42" = load double, ptr %".41", align 8
  %".43" = load i64, i64* %"j"
  %".44" = load i64, i64* %"c_row"
  %".45" = mul i64 %".43", %".44"
  %".46" = load i64, i64* %"i"
  %".47" = add i64 %".45", %".46"
  %".48" = getelementptr inbounds double, ptr %".1", i64 %".47"
  store double %".42", ptr %".48", align 8
  %".50" = add nsw i64 %".32", 1
  br label %"loop.2"
done.2:
  %".52" = add nsw i64 %".21", 1
  br label %"loop.1"
}

define internal void @"copy_float64.0"(ptr %".1", ptr noalias %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8") noinline
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
  %".39" = getelementptr inbounds double, ptr %".1", i64 %".38"
  %".40" = load double, ptr %".39", align 8
  %".41" = load i64, i64* %"i"
  %".42" = load i64, i64* %"c_row"
  %".43" = mul i64 %".41", %".42"
  %".44" = load i64, i64* %"j"
  %".45" = add i64 %".43", %".44"
  %".46" = getelementptr inbounds double, ptr %".2", i64 %".45"
  store double %".40", ptr %".46", align 8
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
  %".83" = getelementptr inbounds double, ptr %".1", i64 %".82"
  %".84" = load double, ptr %".83", align 8
  %".85" = load i64, i64* %"i"
  %".86" = load i64, i64* %"c_row"
  %".87" = mul i64 %".85", %".86"
  %".88" = load i64, i64* %"j"
  %".89" = load i64, i64* %"c_column"
  %".90" = mul i64 %".88", %".89"
  %".91" = add i64 %".87", %".90"
  %".92" = getelementptr inbounds double, ptr %".2", i64 %".91"
  store double %".84", ptr %".92", align 8
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
  %".420" = alloca [1024 x double]
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
  %".42" = getelementptr inbounds i64, ptr %".5", i64 16
  %".43" = load i64, ptr %".42"
  %".44" = inttoptr i64 %".43" to ptr
  call void %".44"(ptr %".1", ptr %".2", ptr %".3", ptr %".4", i64 %".14", i64 %".16", i64 %".18", i64 %".20", i64 %".22", i64 %".24", i64 %".26", i64 %".28", i64 %".30", i64 %".32", i64 %".34", i64 %".36", i64 %".38", double %".41", i64 %".6", i64 %".7")
  br label %"entry.endif"
entry.else:
  %".47" = ptrtoint ptr %".4" to i64
  %".48" = ptrtoint ptr %".3" to i64
  %".49" = icmp ne i64 %".47", %".48"
  %".50" = getelementptr inbounds i64, ptr %".5", i64 18
  %".51" = load i64, ptr %".50"
  %".52" = icmp ne i64 %".51", 0
  %".53" = and i1 %".52", %".49"
  br i1 %".53", label %"entry.else.if", label %"entry.else.endif", !prof !0
entry.endif:
  ret void
entry.else.if:
  %".55" = icmp eq i64 %".10", 6
  %".56" = getelementptr inbounds i64, ptr %".5", i64 20
  %".57" = load i64, ptr %".56"
  %".58" = getelementptr inbounds i64, ptr %".5", i64 21
  %".59" = load i64, ptr %".58"
  %".60" = getelementptr inbounds i64, ptr %".5", i64 8
  %".61" = load i64, ptr %".60"
  %".62" = getelementptr inbounds i64, ptr %".5", i64 9
  %".63" = load i64, ptr %".62"
  %".64" = select  i1 %".55", i64 %".59", i64 %".57"
  %".65" = mul i64 %".6", %".64"
  %".66" = getelementptr double, ptr %".4", i64 %".65"
  %".67" = select  i1 %".55", i64 %".63", i64 %".61"
  %".68" = mul i64 %".6", %".67"
  %".69" = getelementptr double, ptr %".3", i64 %".68"
  %".70" = getelementptr inbounds i64, ptr %".5", i64 1
  %".71" = load i64, ptr %".70"
  %".72" = sub i64 %".7", %".6"
  %".73" = select  i1 %".55", i64 %".71", i64 %".72"
  %".74" = sub i64 %".7", %".6"
  %".75" = getelementptr inbounds i64, ptr %".5", i64 2
  %".76" = load i64, ptr %".75"
  %".77" = select  i1 %".55", i64 %".74", i64 %".76"
  call void @"copy_float64.0"(ptr %".66", ptr %".69", i64 %".73", i64 %".77", i64 %".57", i64 %".59", i64 %".61", i64 %".63")
  br label %"entry.else.endif"
entry.else.endif:
  switch i64 %".10", label %"case_0" [i64 1, label %"case_1" i64 2, label %"case_2" i64 3, label %"case_3" i64 4, label %"case_4" i64 5, label %"case_5" i64 6, label %"case_6" i64 8, label %"case_8"]
chosen:
  br label %"entry.endif"
case_0:
  %".81" = getelementptr inbounds i64, ptr %".5", i64 2
  %".82" = load i64, ptr %".81"
  %".83" = getelementptr inbounds i64, ptr %".5", i64 3
  %".84" = load i64, ptr %".83"
  %".85" = getelementptr inbounds i64, ptr %".5", i64 4
  %".86" = load i64, ptr %".85"
  %".87" = getelementptr inbounds i64, ptr %".5", i64 5
  %".88" = load i64, ptr %".87"
  %".89" = getelementptr inbounds i64, ptr %".5", i64 6
  %".90" = load i64, ptr %".89"
  %".91" = getelementptr inbounds i64, ptr %".5", i64 7
  %".92" = load i64, ptr %".91"
  %".93" = getelementptr inbounds i64, ptr %".5", i64 8
  %".94" = load i64, ptr %".93"
  %".95" = getelementptr inbounds i64, ptr %".5", i64 9
  %".96" = load i64, ptr %".95"
  %".97" = getelementptr inbounds i64, ptr %".5", i64 18
  %".98" = load i64, ptr %".97"
  %".99" = getelementptr inbounds i64, ptr %".5", i64 19
  %".100" = load i64, ptr %".99"
  %".101" = bitcast i64 %".100" to double
  call void @"multiply_float64.0"(ptr %".1", ptr %".2", ptr %".3", i64 %".82", i64 %".84", i64 %".86", i64 %".88", i64 %".90", i64 %".92", i64 %".94", i64 %".96", i64 %".98", double %".101", i64 %".6", i64 %".7")
  br label %"chosen"
case_1:
  %".104" = getelementptr inbounds i64, ptr %".5", i64 4
  %".105" = load i64, ptr %".104"
  %".106" = mul i64 %".6", %".105"
  %".107" = getelementptr double, ptr %".1", i64 %".106"
  %".108" = getelementptr inbounds i64, ptr %".5", i64 8
  %".109" = load i64, ptr %".108"
  %".110" = mul i64 %".6", %".109"
  %".111" = getelementptr double, ptr %".3", i64 %".110"
  %".112" = sub i64 %".7", %".6"
  %".113" = getelementptr inbounds i64, ptr %".5", i64 2
  %".114" = load i64, ptr %".113"
  %".115" = getelementptr inbounds i64, ptr %".5", i64 10
  %".116" = load i64, ptr %".115"
  %".117" = trunc i64 %".116" to i32
  %".118" = getelementptr inbounds i64, ptr %".5", i64 11
  %".119" = load i64, ptr %".118"
  %".120" = trunc i64 %".119" to i32
  %".121" = getelementptr inbounds i64, ptr %".5", i64 12
  %".122" = load i64, ptr %".121"
  %".123" = trunc i64 %".122" to i32
  %".124" = trunc i64 %".112" to i32
  %".125" = trunc i64 %".114" to i32
  %".126" = getelementptr inbounds i64, ptr %".5", i64 3
  %".127" = load i64, ptr %".126"
  %".128" = trunc i64 %".127" to i32
  %".129" = getelementptr inbounds i64, ptr %".5", i64 13
  %".130" = load i64, ptr %".129"
  %".131" = trunc i64 %".130" to i32
  %".132" = getelementptr inbounds i64, ptr %".5", i64 14
  %".133" = load i64, ptr %".132"
  %".134" = trunc i64 %".133" to i32
  %".135" = getelementptr inbounds i64, ptr %".5", i64 15
  %".136" = load i64, ptr %".135"
  %".137" = trunc i64 %".136" to i32
  %".138" = getelementptr inbounds i64, ptr %".5", i64 19
  %".139" = load i64, ptr %".138"
  %".140" = bitcast i64 %".139" to double
  %".141" = getelementptr inbounds i64, ptr %".5", i64 18
  %".142" = load i64, ptr %".141"
  %".143" = icmp ne i64 %".142", 0
  %".144" = select  i1 %".143", double 0x3ff0000000000000, double              0x0
  %".145" = getelementptr inbounds i64, ptr %".5", i64 16
  %".146" = load i64, ptr %".145"
  %".147" = inttoptr i64 %".146" to ptr
  call void %".147"(i32 %".117", i32 %".120", i32 %".123", i32 %".124", i32 %".125", i32 %".128", double %".140", ptr %".107", i32 %".131", ptr %".2", i32 %".134", double %".144", ptr %".111", i32 %".137")
  br label %"chosen"
case_2:
  %".150" = getelementptr inbounds i64, ptr %".5", i64 4
  %".151" = load i64, ptr %".150"
  %".152" = mul i64 %".6", %".151"
  %".153" = getelementptr double, ptr %".1", i64 %".152"
  %".154" = getelementptr inbounds i64, ptr %".5", i64 8
  %".155" = load i64, ptr %".154"
  %".156" = mul i64 %".6", %".155"
  %".157" = getelementptr double, ptr %".3", i64 %".156"
  %".158" = getelementptr inbounds i64, ptr %".5", i64 3
  %".159" = load i64, ptr %".158"
  %".160" = getelementptr inbounds i64, ptr %".5", i64 11
  %".161" = load i64, ptr %".160"
  %".162" = icmp eq i64 %".161", 111
  %".163" = sub i64 %".7", %".6"
  %".164" = select  i1 %".162", i64 %".163", i64 %".159"
  %".165" = sub i64 %".7", %".6"
  %".166" = select  i1 %".162", i64 %".159", i64 %".165"
  %".167" = trunc i64 101 to i32
  %".168" = getelementptr inbounds i64, ptr %".5", i64 11
  %".169" = load i64, ptr %".168"
  %".170" = trunc i64 %".169" to i32
  %".171" = trunc i64 %".164" to i32
  %".172" = trunc i64 %".166" to i32
  %".173" = getelementptr inbounds i64, ptr %".5", i64 13
  %".174" = load i64, ptr %".173"
  %".175" = trunc i64 %".174" to i32
  %".176" = getelementptr inbounds i64, ptr %".5", i64 6
  %".177" = load i64, ptr %".176"
  %".178" = trunc i64 %".177" to i32
  %".179" = getelementptr inbounds i64, ptr %".5", i64 8
  %".180" = load i64, ptr %".179"
  %".181" = trunc i64 %".180" to i32
  %".182" = getelementptr inbounds i64, ptr %".5", i64 19
  %".183" = load i64, ptr %".182"
  %".184" = bitcast i64 %".183" to double
  %".185" = getelementptr inbounds i64, ptr %".5", i64 18
  %".186" = load i64, ptr %".185"
  %".187" = icmp ne i64 %".186", 0
  %".188" = select  i1 %".187", double 0x3ff0000000000000, double              0x0
  %".189" = getelementptr inbounds i64, ptr %".5", i64 16
  %".190" = load i64, ptr %".189"
  %".191" = inttoptr i64 %".190" to ptr
  call void %".191"(i32 %".167", i32 %".170", i32 %".171", i32 %".172", double %".184", ptr %".153", i32 %".175", ptr %".2", i32 %".178", double %".188", ptr %".157", i32 %".181")
  br label %"chosen"
case_3:
  %".194" = getelementptr inbounds i64, ptr %".5", i64 17
  %".195" = load i64, ptr %".194"
  %".196" = getelementptr inbounds i64, ptr %".5", i64 1
  %".197" = load i64, ptr %".196"
  %".198" = sub i64 %".197", 1
  %".199" = sdiv i64 %".198", %".195"
  br label %"loop"
case_4:
  %".273" = getelementptr inbounds i64, ptr %".5", i64 1
  %".274" = load i64, ptr %".273"
  %".275" = sub i64 %".7", %".6"
  %".276" = getelementptr inbounds i64, ptr %".5", i64 7
  %".277" = load i64, ptr %".276"
  %".278" = mul i64 %".6", %".277"
  %".279" = getelementptr double, ptr %".2", i64 %".278"
  %".280" = getelementptr inbounds i64, ptr %".5", i64 9
  %".281" = load i64, ptr %".280"
  %".282" = mul i64 %".6", %".281"
  %".283" = getelementptr double, ptr %".3", i64 %".282"
  %".284" = getelementptr inbounds i64, ptr %".5", i64 6
  %".285" = load i64, ptr %".284"
  %".286" = getelementptr inbounds i64, ptr %".5", i64 7
  %".287" = load i64, ptr %".286"
  %".288" = getelementptr inbounds i64, ptr %".5", i64 8
  %".289" = load i64, ptr %".288"
  call void @"copy_float64.0"(ptr %".279", ptr %".283", i64 %".274", i64 %".275", i64 %".285", i64 %".287", i64 %".289", i64 1)
  %".291" = getelementptr inbounds i64, ptr %".5", i64 10
  %".292" = load i64, ptr %".291"
  %".293" = trunc i64 %".292" to i32
  %".294" = trunc i64 141 to i32
  %".295" = getelementptr inbounds i64, ptr %".5", i64 17
  %".296" = load i64, ptr %".295"
  %".297" = trunc i64 %".296" to i32
  %".298" = getelementptr inbounds i64, ptr %".5", i64 11
  %".299" = load i64, ptr %".298"
  %".300" = trunc i64 %".299" to i32
  %".301" = trunc i64 131 to i32
  %".302" = trunc i64 %".274" to i32
  %".303" = trunc i64 %".275" to i32
  %".304" = getelementptr inbounds i64, ptr %".5", i64 13
  %".305" = load i64, ptr %".304"
  %".306" = trunc i64 %".305" to i32
  %".307" = getelementptr inbounds i64, ptr %".5", i64 15
  %".308" = load i64, ptr %".307"
  %".309" = trunc i64 %".308" to i32
  %".310" = getelementptr inbounds i64, ptr %".5", i64 16
  %".311" = load i64, ptr %".310"
  %".312" = inttoptr i64 %".311" to ptr
  call void %".312"(i32 %".293", i32 %".294", i32 %".297", i32 %".300", i32 %".301", i32 %".302", i32 %".303", double 0x3ff0000000000000, ptr %".1", i32 %".306", ptr %".283", i32 %".309")
  br label %"chosen"
case_5:
  %".315" = sub i64 %".7", %".6"
  %".316" = getelementptr inbounds i64, ptr %".5", i64 2
  %".317" = load i64, ptr %".316"
  %".318" = getelementptr inbounds i64, ptr %".5", i64 4
  %".319" = load i64, ptr %".318"
  %".320" = mul i64 %".6", %".319"
  %".321" = getelementptr double, ptr %".1", i64 %".320"
  %".322" = getelementptr inbounds i64, ptr %".5", i64 8
  %".323" = load i64, ptr %".322"
  %".324" = mul i64 %".6", %".323"
  %".325" = getelementptr double, ptr %".3", i64 %".324"
  %".326" = getelementptr inbounds i64, ptr %".5", i64 4
  %".327" = load i64, ptr %".326"
  %".328" = getelementptr inbounds i64, ptr %".5", i64 5
  %".329" = load i64, ptr %".328"
  %".330" = getelementptr inbounds i64, ptr %".5", i64 8
  %".331" = load i64, ptr %".330"
  call void @"copy_float64.0"(ptr %".321", ptr %".325", i64 %".315", i64 %".317", i64 %".327", i64 %".329", i64 %".331", i64 1)
  %".333" = getelementptr inbounds i64, ptr %".5", i64 10
  %".334" = load i64, ptr %".333"
  %".335" = trunc i64 %".334" to i32
  %".336" = trunc i64 142 to i32
  %".337" = getelementptr inbounds i64, ptr %".5", i64 17
  %".338" = load i64, ptr %".337"
  %".339" = trunc i64 %".338" to i32
  %".340" = getelementptr inbounds i64, ptr %".5", i64 12
  %".341" = load i64, ptr %".340"
  %".342" = trunc i64 %".341" to i32
  %".343" = trunc i64 131 to i32
  %".344" = trunc i64 %".315" to i32
  %".345" = trunc i64 %".317" to i32
  %".346" = getelementptr inbounds i64, ptr %".5", i64 14
  %".347" = load i64, ptr %".346"
  %".348" = trunc i64 %".347" to i32
  %".349" = getelementptr inbounds i64, ptr %".5", i64 15
  %".350" = load i64, ptr %".349"
  %".351" = trunc i64 %".350" to i32
  %".352" = getelementptr inbounds i64, ptr %".5", i64 16
  %".353" = load i64, ptr %".352"
  %".354" = inttoptr i64 %".353" to ptr
  call void %".354"(i32 %".335", i32 %".336", i32 %".339", i32 %".342", i32 %".343", i32 %".344", i32 %".345", double 0x3ff0000000000000, ptr %".2", i32 %".348", ptr %".325", i32 %".351")
  br label %"chosen"
case_6:
  %".357" = getelementptr inbounds i64, ptr %".5", i64 7
  %".358" = load i64, ptr %".357"
  %".359" = mul i64 %".6", %".358"
  %".360" = getelementptr double, ptr %".2", i64 %".359"
  %".361" = getelementptr inbounds i64, ptr %".5", i64 9
  %".362" = load i64, ptr %".361"
  %".363" = mul i64 %".6", %".362"
  %".364" = getelementptr double, ptr %".3", i64 %".363"
  %".365" = getelementptr inbounds i64, ptr %".5", i64 1
  %".366" = load i64, ptr %".365"
  %".367" = sub i64 %".7", %".6"
  %".368" = getelementptr inbounds i64, ptr %".5", i64 10
  %".369" = load i64, ptr %".368"
  %".370" = trunc i64 %".369" to i32
  %".371" = getelementptr inbounds i64, ptr %".5", i64 11
  %".372" = load i64, ptr %".371"
  %".373" = trunc i64 %".372" to i32
  %".374" = getelementptr inbounds i64, ptr %".5", i64 12
  %".375" = load i64, ptr %".374"
  %".376" = trunc i64 %".375" to i32
  %".377" = trunc i64 %".366" to i32
  %".378" = trunc i64 %".367" to i32
  %".379" = getelementptr inbounds i64, ptr %".5", i64 3
  %".380" = load i64, ptr %".379"
  %".381" = trunc i64 %".380" to i32
  %".382" = getelementptr inbounds i64, ptr %".5", i64 13
  %".383" = load i64, ptr %".382"
  %".384" = trunc i64 %".383" to i32
  %".385" = getelementptr inbounds i64, ptr %".5", i64 14
  %".386" = load i64, ptr %".385"
  %".387" = trunc i64 %".386" to i32
  %".388" = getelementptr inbounds i64, ptr %".5", i64 15
  %".389" = load i64, ptr %".388"
  %".390" = trunc i64 %".389" to i32
  %".391" = getelementptr inbounds i64, ptr %".5", i64 19
  %".392" = load i64, ptr %".391"
  %".393" = bitcast i64 %".392" to double
  %".394" = getelementptr inbounds i64, ptr %".5", i64 18
  %".395" = load i64, ptr %".394"
  %".396" = icmp ne i64 %".395", 0
  %".397" = select  i1 %".396", double 0x3ff0000000000000, double              0x0
  %".398" = getelementptr inbounds i64, ptr %".5", i64 16
  %".399" = load i64, ptr %".398"
  %".400" = inttoptr i64 %".399" to ptr
  call void %".400"(i32 %".370", i32 %".373", i32 %".376", i32 %".377", i32 %".378", i32 %".381", double %".393", ptr %".1", i32 %".384", ptr %".360", i32 %".387", double %".397", ptr %".364", i32 %".390")
  br label %"chosen"
case_8:
  %".403" = getelementptr inbounds i64, ptr %".5", i64 2
  %".404" = load i64, ptr %".403"
  %".405" = getelementptr inbounds i64, ptr %".5", i64 3
  %".406" = load i64, ptr %".405"
  %".407" = getelementptr inbounds i64, ptr %".5", i64 4
  %".408" = load i64, ptr %".407"
  %".409" = getelementptr inbounds i64, ptr %".5", i64 5
  %".410" = load i64, ptr %".409"
  %".411" = getelementptr inbounds i64, ptr %".5", i64 8
  %".412" = load i64, ptr %".411"
  %".413" = getelementptr inbounds i64, ptr %".5", i64 6
  %".414" = load i64, ptr %".413"
  %".415" = getelementptr inbounds i64, ptr %".5", i64 7
  %".416" = load i64, ptr %".415"
  %".417" = getelementptr inbounds i64, ptr %".5", i64 12
  %".418" = load i64, ptr %".417"
  %".419" = icmp ne i64 %".418", 0
  br i1 %".419", label %"case_8.if", label %"case_8.endif"
loop:
  %".201" = phi  i64 [%".6", %"case_3"], [%".270", %"done.1"]
  %".202" = icmp slt i64 %".201", %".7"
  br i1 %".202", label %"body", label %"done"
body:
  br label %"loop.1"
done:
  br label %"chosen"
loop.1:
  %".205" = phi  i64 [0, %"body"], [%".268", %"body.1.endif"]
  %".206" = icmp slt i64 %".205", 2
  br i1 %".206", label %"body.1", label %"done.1"
body.1:
  %".208" = sub i64 %".199", %".201"
  %".209" = icmp eq i64 %".205", 0
  %".210" = select  i1 %".209", i64 %".201", i64 %".208"
  %".211" = icmp eq i64 %".205", 1
  %".212" = icmp eq i64 %".201", %".208"
  %".213" = and i1 %".211", %".212"
  %".214" = mul i64 %".210", %".195"
  %".215" = add i64 %".214", %".195"
  %".216" = icmp slt i64 %".215", %".197"
  %".217" = select  i1 %".216", i64 %".215", i64 %".197"
  %".218" = select  i1 %".213", i64 %".214", i64 %".217"
  %".219" = icmp slt i64 %".214", %".218"
  br i1 %".219", label %"body.1.if", label %"body.1.endif"
done.1:
  %".270" = add nsw i64 %".201", 1
  br label %"loop"
body.1.if:
  %".221" = getelementptr inbounds i64, ptr %".5", i64 4
  %".222" = load i64, ptr %".221"
  %".223" = mul i64 %".214", %".222"
  %".224" = getelementptr double, ptr %".1", i64 %".223"
  %".225" = getelementptr inbounds i64, ptr %".5", i64 8
  %".226" = load i64, ptr %".225"
  %".227" = mul i64 %".214", %".226"
  %".228" = getelementptr double, ptr %".3", i64 %".227"
  %".229" = sub i64 %".218", %".214"
  %".230" = getelementptr inbounds i64, ptr %".5", i64 10
  %".231" = load i64, ptr %".230"
  %".232" = trunc i64 %".231" to i32
  %".233" = getelementptr inbounds i64, ptr %".5", i64 11
  %".234" = load i64, ptr %".233"
  %".235" = trunc i64 %".234" to i32
  %".236" = getelementptr inbounds i64, ptr %".5", i64 12
  %".237" = load i64, ptr %".236"
  %".238" = trunc i64 %".237" to i32
  %".239" = trunc i64 %".229" to i32
  %".240" = trunc i64 %".218" to i32
  %".241" = getelementptr inbounds i64, ptr %".5", i64 3
  %".242" = load i64, ptr %".241"
  %".243" = trunc i64 %".242" to i32
  %".244" = getelementptr inbounds i64, ptr %".5", i64 13
  %".245" = load i64, ptr %".244"
  %".246" = trunc i64 %".245" to i32
  %".247" = getelementptr inbounds i64, ptr %".5", i64 14
  %".248" = load i64, ptr %".247"
  %".249" = trunc i64 %".248" to i32
  %".250" = getelementptr inbounds i64, ptr %".5", i64 15
  %".251" = load i64, ptr %".250"
  %".252" = trunc i64 %".251" to i32
  %".253" = getelementptr inbounds i64, ptr %".5", i64 19
  %".254" = load i64, ptr %".253"
  %".255" = bitcast i64 %".254" to double
  %".256" = getelementptr inbounds i64, ptr %".5", i64 18
  %".257" = load i64, ptr %".256"
  %".258" = icmp ne i64 %".257", 0
  %".259" = select  i1 %".258", double 0x3ff0000000000000, double              0x0
  %".260" = getelementptr inbounds i64, ptr %".5", i64 16
  %".261" = load i64, ptr %".260"
  %".262" = inttoptr i64 %".261" to ptr
  call void %".262"(i32 %".232", i32 %".235", i32 %".238", i32 %".239", i32 %".240", i32 %".243", double %".255", ptr %".224", i32 %".246", ptr %".2", i32 %".249", double %".259", ptr %".228", i32 %".252")
  %".264" = getelementptr inbounds i64, ptr %".5", i64 8
  %".265" = load i64, ptr %".264"
  call void @"mirror_float64.0"(ptr %".3", i64 %".265", i64 %".214", i64 %".218")
  br label %"body.1.endif"
body.1.endif:
  %".268" = add nsw i64 %".205", 1
  br label %"loop.1"
case_8.if:
  call void @"copy_float64.0"(ptr %".2", [1024 x double]* %".420", i64 %".406", i64 %".404", i64 %".414", i64 %".416", i64 %".404", i64 1)
  br label %"case_8.endif"
case_8.endif:
  %".424" = select  i1 %".419", [1024 x double]* %".420", ptr %".2"
  %".425" = select  i1 %".419", i64 %".404", i64 %".414"
  %".426" = getelementptr inbounds i64, ptr %".5", i64 18
  %".427" = load i64, ptr %".426"
  %".428" = icmp ne i64 %".427", 0
  %".429" = sub i64 %".7", 1
  %".430" = getelementptr inbounds i64, ptr %".5", i64 19
  %".431" = load i64, ptr %".430"
  %".432" = bitcast i64 %".431" to double
  %".433" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".432", i32 0
  %".434" = shufflevector <4 x double> %".433", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".435" = getelementptr inbounds i64, ptr %".5", i64 17
  %".436" = load i64, ptr %".435"
  switch i64 %".436", label %"case_0.1" [i64 1, label %"case_1.1" i64 2, label %"case_2.1"]
chosen.1:
  br label %"chosen"
case_0.1:
  br label %"loop.2"
case_1.1:
  br label %"loop.4"
case_2.1:
  br label %"loop.6"
loop.2:
  %".439" = phi  i64 [0, %"case_0.1"], [%".666", %"done.3"]
  %".440" = icmp slt i64 %".439", %".404"
  br i1 %".440", label %"body.2", label %"done.2"
body.2:
  %".442" = add i64 %".439", 0
  %".443" = sub i64 %".404", %".442"
  %".444" = trunc i64 %".443" to i32
  %".445" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".444", i32 0
  %".446" = shufflevector <4 x i32> %".445", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".447" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".446"
  br label %"loop.3"
done.2:
  br label %"chosen.1"
loop.3:
  %".449" = phi  i64 [%".6", %"body.2"], [%".664", %"summed.endif.endif.endif.endif.endif.endif.endif.endif"]
  %".450" = icmp slt i64 %".449", %".7"
  br i1 %".450", label %"body.3", label %"done.3"
body.3:
  %".452" = add i64 %".449", 0
  %".453" = add i64 %".449", 1
  %".454" = add i64 %".449", 2
  %".455" = add i64 %".449", 3
  %".456" = add i64 %".449", 4
  %".457" = add i64 %".449", 5
  %".458" = add i64 %".449", 6
  %".459" = add i64 %".449", 7
  %".460" = icmp sle i64 %".452", %".429"
  %".461" = icmp sle i64 %".453", %".429"
  %".462" = icmp sle i64 %".454", %".429"
  %".463" = icmp sle i64 %".455", %".429"
  %".464" = icmp sle i64 %".456", %".429"
  %".465" = icmp sle i64 %".457", %".429"
  %".466" = icmp sle i64 %".458", %".429"
  %".467" = icmp sle i64 %".459", %".429"
  %".468" = select  i1 %".460", i64 %".452", i64 %".429"
  %".469" = mul i64 %".468", %".408"
  %".470" = getelementptr inbounds double, ptr %".1", i64 %".469"
  %".471" = select  i1 %".461", i64 %".453", i64 %".429"
  %".472" = mul i64 %".471", %".408"
  %".473" = getelementptr inbounds double, ptr %".1", i64 %".472"
  %".474" = select  i1 %".462", i64 %".454", i64 %".429"
  %".475" = mul i64 %".474", %".408"
  %".476" = getelementptr inbounds double, ptr %".1", i64 %".475"
  %".477" = select  i1 %".463", i64 %".455", i64 %".429"
  %".478" = mul i64 %".477", %".408"
  %".479" = getelementptr inbounds double, ptr %".1", i64 %".478"
  %".480" = select  i1 %".464", i64 %".456", i64 %".429"
  %".481" = mul i64 %".480", %".408"
  %".482" = getelementptr inbounds double, ptr %".1", i64 %".481"
  %".483" = select  i1 %".465", i64 %".457", i64 %".429"
  %".484" = mul i64 %".483", %".408"
  %".485" = getelementptr inbounds double, ptr %".1", i64 %".484"
  %".486" = select  i1 %".466", i64 %".458", i64 %".429"
  %".487" = mul i64 %".486", %".408"
  %".488" = getelementptr inbounds double, ptr %".1", i64 %".487"
  %".489" = select  i1 %".467", i64 %".459", i64 %".429"
  %".490" = mul i64 %".489", %".408"
  %".491" = getelementptr inbounds double, ptr %".1", i64 %".490"
  br label %"terms"
done.3:
  %".666" = add nsw i64 %".439", 4
  br label %"loop.2", !llvm.loop !3
terms:
  %".493" = phi  i64 [0, %"body.3"], [%".550", %"term"]
  %".494" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".514", %"term"]
  %".495" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".519", %"term"]
  %".496" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".524", %"term"]
  %".497" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".529", %"term"]
  %".498" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".534", %"term"]
  %".499" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".539", %"term"]
  %".500" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".544", %"term"]
  %".501" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".549", %"term"]
  %".502" = icmp slt i64 %".493", %".406"
  br i1 %".502", label %"term", label %"summed"
term:
  %".504" = mul i64 %".493", %".425"
  %".505" = add i64 %".504", %".439"
  %".506" = getelementptr inbounds double, [1024 x double]* %".424", i64 %".505"
  %".507" = mul i64 %".493", %".410"
  %".508" = getelementptr inbounds double, [1024 x double]* %".506", i64 0
  %".509" = call <4 x double> @"llvm.masked.load.v4f64.p0"([1024 x double]* %".508", i32 8, <4 x i1> %".447", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".510" = getelementptr inbounds double, ptr %".470", i64 %".507"
  %".511" = load double, ptr %".510"
  %".512" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".511", i32 0
  %".513" = shufflevector <4 x double> %".512", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".514" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".513", <4 x double> %".509", <4 x double> %".494")
  %".515" = getelementptr inbounds double, ptr %".473", i64 %".507"
  %".516" = load double, ptr %".515"
  %".517" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".516", i32 0
  %".518" = shufflevector <4 x double> %".517", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".519" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".518", <4 x double> %".509", <4 x double> %".495")
  %".520" = getelementptr inbounds double, ptr %".476", i64 %".507"
  %".521" = load double, ptr %".520"
  %".522" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".521", i32 0
  %".523" = shufflevector <4 x double> %".522", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".524" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".523", <4 x double> %".509", <4 x double> %".496")
  %".525" = getelementptr inbounds double, ptr %".479", i64 %".507"
  %".526" = load double, ptr %".525"
  %".527" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".526", i32 0
  %".528" = shufflevector <4 x double> %".527", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".529" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".528", <4 x double> %".509", <4 x double> %".497")
  %".530" = getelementptr inbounds double, ptr %".482", i64 %".507"
  %".531" = load double, ptr %".530"
  %".532" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".531", i32 0
  %".533" = shufflevector <4 x double> %".532", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".534" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".533", <4 x double> %".509", <4 x double> %".498")
  %".535" = getelementptr inbounds double, ptr %".485", i64 %".507"
  %".536" = load double, ptr %".535"
  %".537" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".536", i32 0
  %".538" = shufflevector <4 x double> %".537", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".539" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".538", <4 x double> %".509", <4 x double> %".499")
  %".540" = getelementptr inbounds double, ptr %".488", i64 %".507"
  %".541" = load double, ptr %".540"
  %".542" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".541", i32 0
  %".543" = shufflevector <4 x double> %".542", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".544" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".543", <4 x double> %".509", <4 x double> %".500")
  %".545" = getelementptr inbounds double, ptr %".491", i64 %".507"
  %".546" = load double, ptr %".545"
  %".547" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".546", i32 0
  %".548" = shufflevector <4 x double> %".547", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".549" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".548", <4 x double> %".509", <4 x double> %".501")
  %".550" = add nsw i64 %".493", 1
  br label %"terms", !llvm.loop !3
summed:
  %".552" = fmul <4 x double> %".494", %".434"
  br i1 %".460", label %"summed.if", label %"summed.endif"
summed.if:
  %".554" = mul i64 %".452", %".412"
  %".555" = add i64 %".554", %".439"
  %".556" = getelementptr inbounds double, ptr %".3", i64 %".555"
  %".557" = getelementptr inbounds double, ptr %".556", i64 0
  br i1 %".428", label %"summed.if.if", label %"summed.if.else"
summed.endif:
  %".566" = fmul <4 x double> %".495", %".434"
  br i1 %".461", label %"summed.endif.if", label %"summed.endif.endif"
summed.if.if:
  %".559" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".557", i32 8, <4 x i1> %".447", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".560" = fadd <4 x double> %".559", %".552"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".560", ptr %".557", i32 8, <4 x i1> %".447")
  br label %"summed.if.endif"
summed.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".552", ptr %".557", i32 8, <4 x i1> %".447")
  br label %"summed.if.endif"
summed.if.endif:
  br label %"summed.endif"
summed.endif.if:
  %".568" = mul i64 %".453", %".412"
  %".569" = add i64 %".568", %".439"
  %".570" = getelementptr inbounds double, ptr %".3", i64 %".569"
  %".571" = getelementptr inbounds double, ptr %".570", i64 0
  br i1 %".428", label %"summed.endif.if.if", label %"summed.endif.if.else"
summed.endif.endif:
  %".580" = fmul <4 x double> %".496", %".434"
  br i1 %".462", label %"summed.endif.endif.if", label %"summed.endif.endif.endif"
summed.endif.if.if:
  %".573" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".571", i32 8, <4 x i1> %".447", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".574" = fadd <4 x double> %".573", %".566"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".574", ptr %".571", i32 8, <4 x i1> %".447")
  br label %"summed.endif.if.endif"
summed.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".566", ptr %".571", i32 8, <4 x i1> %".447")
  br label %"summed.endif.if.endif"
summed.endif.if.endif:
  br label %"summed.endif.endif"
summed.endif.endif.if:
  %".582" = mul i64 %".454", %".412"
  %".583" = add i64 %".582", %".439"
  %".584" = getelementptr inbounds double, ptr %".3", i64 %".583"
  %".585" = getelementptr inbounds double, ptr %".584", i64 0
  br i1 %".428", label %"summed.endif.endif.if.if", label %"summed.endif.endif.if.else"
summed.endif.endif.endif:
  %".594" = fmul <4 x double> %".497", %".434"
  br i1 %".463", label %"summed.endif.endif.endif.if", label %"summed.endif.endif.endif.endif"
summed.endif.endif.if.if:
  %".587" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".585", i32 8, <4 x i1> %".447", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".588" = fadd <4 x double> %".587", %".580"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".588", ptr %".585", i32 8, <4 x i1> %".447")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".580", ptr %".585", i32 8, <4 x i1> %".447")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.endif:
  br label %"summed.endif.endif.endif"
summed.endif.endif.endif.if:
  %".596" = mul i64 %".455", %".412"
  %".597" = add i64 %".596", %".439"
  %".598" = getelementptr inbounds double, ptr %".3", i64 %".597"
  %".599" = getelementptr inbounds double, ptr %".598", i64 0
  br i1 %".428", label %"summed.endif.endif.endif.if.if", label %"summed.endif.endif.endif.if.else"
summed.endif.endif.endif.endif:
  %".608" = fmul <4 x double> %".498", %".434"
  br i1 %".464", label %"summed.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.if.if:
  %".601" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".599", i32 8, <4 x i1> %".447", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".602" = fadd <4 x double> %".601", %".594"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".602", ptr %".599", i32 8, <4 x i1> %".447")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".594", ptr %".599", i32 8, <4 x i1> %".447")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if:
  %".610" = mul i64 %".456", %".412"
  %".611" = add i64 %".610", %".439"
  %".612" = getelementptr inbounds double, ptr %".3", i64 %".611"
  %".613" = getelementptr inbounds double, ptr %".612", i64 0
  br i1 %".428", label %"summed.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif:
  %".622" = fmul <4 x double> %".499", %".434"
  br i1 %".465", label %"summed.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if.if:
  %".615" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".613", i32 8, <4 x i1> %".447", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".616" = fadd <4 x double> %".615", %".608"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".616", ptr %".613", i32 8, <4 x i1> %".447")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".608", ptr %".613", i32 8, <4 x i1> %".447")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if:
  %".624" = mul i64 %".457", %".412"
  %".625" = add i64 %".624", %".439"
  %".626" = getelementptr inbounds double, ptr %".3", i64 %".625"
  %".627" = getelementptr inbounds double, ptr %".626", i64 0
  br i1 %".428", label %"summed.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif:
  %".636" = fmul <4 x double> %".500", %".434"
  br i1 %".466", label %"summed.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if.if:
  %".629" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".627", i32 8, <4 x i1> %".447", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".630" = fadd <4 x double> %".629", %".622"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".630", ptr %".627", i32 8, <4 x i1> %".447")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".622", ptr %".627", i32 8, <4 x i1> %".447")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if:
  %".638" = mul i64 %".458", %".412"
  %".639" = add i64 %".638", %".439"
  %".640" = getelementptr inbounds double, ptr %".3", i64 %".639"
  %".641" = getelementptr inbounds double, ptr %".640", i64 0
  br i1 %".428", label %"summed.endif.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif.endif:
  %".650" = fmul <4 x double> %".501", %".434"
  br i1 %".467", label %"summed.endif.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if.if:
  %".643" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".641", i32 8, <4 x i1> %".447", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".644" = fadd <4 x double> %".643", %".636"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".644", ptr %".641", i32 8, <4 x i1> %".447")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".636", ptr %".641", i32 8, <4 x i1> %".447")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.endif.if:
  %".652" = mul i64 %".459", %".412"
  %".653" = add i64 %".652", %".439"
  %".654" = getelementptr inbounds double, ptr %".3", i64 %".653"
  %".655" = getelementptr inbounds double, ptr %".654", i64 0
  br i1 %".428", label %"summed.endif.endif.endif....if", label %"summed.endif.endif.endif....else"
summed.endif.endif.endif.endif.endif.endif.endif.endif:
  %".664" = add nsw i64 %".449", 8
  br label %"loop.3", !llvm.loop !3
summed.endif.endif.endif....if:
  %".657" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".655", i32 8, <4 x i1> %".447", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".658" = fadd <4 x double> %".657", %".650"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".658", ptr %".655", i32 8, <4 x i1> %".447")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".650", ptr %".655", i32 8, <4 x i1> %".447")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
loop.4:
  %".670" = phi  i64 [0, %"case_1.1"], [%".797", %"done.5"]
  %".671" = icmp slt i64 %".670", %".404"
  br i1 %".671", label %"body.4", label %"done.4"
body.4:
  %".673" = add i64 %".670", 0
  %".674" = sub i64 %".404", %".673"
  %".675" = trunc i64 %".674" to i32
  %".676" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".675", i32 0
  %".677" = shufflevector <4 x i32> %".676", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".678" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".677"
  br label %"loop.5"
done.4:
  br label %"chosen.1"
loop.5:
  %".680" = phi  i64 [%".6", %"body.4"], [%".795", %"summed.1.endif.endif.endif.endif"]
  %".681" = icmp slt i64 %".680", %".7"
  br i1 %".681", label %"body.5", label %"done.5"
body.5:
  %".683" = add i64 %".680", 0
  %".684" = add i64 %".680", 1
  %".685" = add i64 %".680", 2
  %".686" = add i64 %".680", 3
  %".687" = icmp sle i64 %".683", %".429"
  %".688" = icmp sle i64 %".684", %".429"
  %".689" = icmp sle i64 %".685", %".429"
  %".690" = icmp sle i64 %".686", %".429"
  %".691" = select  i1 %".687", i64 %".683", i64 %".429"
  %".692" = mul i64 %".691", %".408"
  %".693" = getelementptr inbounds double, ptr %".1", i64 %".692"
  %".694" = select  i1 %".688", i64 %".684", i64 %".429"
  %".695" = mul i64 %".694", %".408"
  %".696" = getelementptr inbounds double, ptr %".1", i64 %".695"
  %".697" = select  i1 %".689", i64 %".685", i64 %".429"
  %".698" = mul i64 %".697", %".408"
  %".699" = getelementptr inbounds double, ptr %".1", i64 %".698"
  %".700" = select  i1 %".690", i64 %".686", i64 %".429"
  %".701" = mul i64 %".700", %".408"
  %".702" = getelementptr inbounds double, ptr %".1", i64 %".701"
  br label %"terms.1"
done.5:
  %".797" = add nsw i64 %".670", 4
  br label %"loop.4", !llvm.loop !3
terms.1:
  %".704" = phi  i64 [0, %"body.5"], [%".737", %"term.1"]
  %".705" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".721", %"term.1"]
  %".706" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".726", %"term.1"]
  %".707" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".731", %"term.1"]
  %".708" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".736", %"term.1"]
  %".709" = icmp slt i64 %".704", %".406"
  br i1 %".709", label %"term.1", label %"summed.1"
term.1:
  %".711" = mul i64 %".704", %".425"
  %".712" = add i64 %".711", %".670"
  %".713" = getelementptr inbounds double, [1024 x double]* %".424", i64 %".712"
  %".714" = mul i64 %".704", %".410"
  %".715" = getelementptr inbounds double, [1024 x double]* %".713", i64 0
  %".716" = call <4 x double> @"llvm.masked.load.v4f64.p0"([1024 x double]* %".715", i32 8, <4 x i1> %".678", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".717" = getelementptr inbounds double, ptr %".693", i64 %".714"
  %".718" = load double, ptr %".717"
  %".719" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".718", i32 0
  %".720" = shufflevector <4 x double> %".719", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".721" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".720", <4 x double> %".716", <4 x double> %".705")
  %".722" = getelementptr inbounds double, ptr %".696", i64 %".714"
  %".723" = load double, ptr %".722"
  %".724" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".723", i32 0
  %".725" = shufflevector <4 x double> %".724", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".726" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".725", <4 x double> %".716", <4 x double> %".706")
  %".727" = getelementptr inbounds double, ptr %".699", i64 %".714"
  %".728" = load double, ptr %".727"
  %".729" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".728", i32 0
  %".730" = shufflevector <4 x double> %".729", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".731" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".730", <4 x double> %".716", <4 x double> %".707")
  %".732" = getelementptr inbounds double, ptr %".702", i64 %".714"
  %".733" = load double, ptr %".732"
  %".734" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".733", i32 0
  %".735" = shufflevector <4 x double> %".734", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".736" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".735", <4 x double> %".716", <4 x double> %".708")
  %".737" = add nsw i64 %".704", 1
  br label %"terms.1", !llvm.loop !3
summed.1:
  %".739" = fmul <4 x double> %".705", %".434"
  br i1 %".687", label %"summed.1.if", label %"summed.1.endif"
summed.1.if:
  %".741" = mul i64 %".683", %".412"
  %".742" = add i64 %".741", %".670"
  %".743" = getelementptr inbounds double, ptr %".3", i64 %".742"
  %".744" = getelementptr inbounds double, ptr %".743", i64 0
  br i1 %".428", label %"summed.1.if.if", label %"summed.1.if.else"
summed.1.endif:
  %".753" = fmul <4 x double> %".706", %".434"
  br i1 %".688", label %"summed.1.endif.if", label %"summed.1.endif.endif"
summed.1.if.if:
  %".746" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".744", i32 8, <4 x i1> %".678", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".747" = fadd <4 x double> %".746", %".739"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".747", ptr %".744", i32 8, <4 x i1> %".678")
  br label %"summed.1.if.endif"
summed.1.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".739", ptr %".744", i32 8, <4 x i1> %".678")
  br label %"summed.1.if.endif"
summed.1.if.endif:
  br label %"summed.1.endif"
summed.1.endif.if:
  %".755" = mul i64 %".684", %".412"
  %".756" = add i64 %".755", %".670"
  %".757" = getelementptr inbounds double, ptr %".3", i64 %".756"
  %".758" = getelementptr inbounds double, ptr %".757", i64 0
  br i1 %".428", label %"summed.1.endif.if.if", label %"summed.1.endif.if.else"
summed.1.endif.endif:
  %".767" = fmul <4 x double> %".707", %".434"
  br i1 %".689", label %"summed.1.endif.endif.if", label %"summed.1.endif.endif.endif"
summed.1.endif.if.if:
  %".760" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".758", i32 8, <4 x i1> %".678", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".761" = fadd <4 x double> %".760", %".753"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".761", ptr %".758", i32 8, <4 x i1> %".678")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".753", ptr %".758", i32 8, <4 x i1> %".678")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.endif:
  br label %"summed.1.endif.endif"
summed.1.endif.endif.if:
  %".769" = mul i64 %".685", %".412"
  %".770" = add i64 %".769", %".670"
  %".771" = getelementptr inbounds double, ptr %".3", i64 %".770"
  %".772" = getelementptr inbounds double, ptr %".771", i64 0
  br i1 %".428", label %"summed.1.endif.endif.if.if", label %"summed.1.endif.endif.if.else"
summed.1.endif.endif.endif:
  %".781" = fmul <4 x double> %".708", %".434"
  br i1 %".690", label %"summed.1.endif.endif.endif.if", label %"summed.1.endif.endif.endif.endif"
summed.1.endif.endif.if.if:
  %".774" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".772", i32 8, <4 x i1> %".678", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".775" = fadd <4 x double> %".774", %".767"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".775", ptr %".772", i32 8, <4 x i1> %".678")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".767", ptr %".772", i32 8, <4 x i1> %".678")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif"
summed.1.endif.endif.endif.if:
  %".783" = mul i64 %".686", %".412"
  %".784" = add i64 %".783", %".670"
  %".785" = getelementptr inbounds double, ptr %".3", i64 %".784"
  %".786" = getelementptr inbounds double, ptr %".785", i64 0
  br i1 %".428", label %"summed.1.endif.endif.endif.if.if", label %"summed.1.endif.endif.endif.if.else"
summed.1.endif.endif.endif.endif:
  %".795" = add nsw i64 %".680", 4
  br label %"loop.5", !llvm.loop !3
summed.1.endif.endif.endif.if.if:
  %".788" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".786", i32 8, <4 x i1> %".678", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".789" = fadd <4 x double> %".788", %".781"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".789", ptr %".786", i32 8, <4 x i1> %".678")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".781", ptr %".786", i32 8, <4 x i1> %".678")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif.endif"
loop.6:
  %".801" = phi  i64 [0, %"case_2.1"], [%".968", %"done.7"]
  %".802" = icmp slt i64 %".801", %".404"
  br i1 %".802", label %"body.6", label %"done.6"
body.6:
  %".804" = add i64 %".801", 0
  %".805" = sub i64 %".404", %".804"
  %".806" = trunc i64 %".805" to i32
  %".807" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".806", i32 0
  %".808" = shufflevector <4 x i32> %".807", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".809" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".808"
  %".810" = add i64 %".801", 4
  %".811" = sub i64 %".404", %".810"
  %".812" = trunc i64 %".811" to i32
  %".813" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".812", i32 0
  %".814" = shufflevector <4 x i32> %".813", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".815" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".814"
  br label %"loop.7"
done.6:
  br label %"chosen.1"
loop.7:
  %".817" = phi  i64 [%".6", %"body.6"], [%".966", %"summed.2.endif.endif.endif.endif"]
  %".818" = icmp slt i64 %".817", %".7"
  br i1 %".818", label %"body.7", label %"done.7"
body.7:
  %".820" = add i64 %".817", 0
  %".821" = add i64 %".817", 1
  %".822" = add i64 %".817", 2
  %".823" = add i64 %".817", 3
  %".824" = icmp sle i64 %".820", %".429"
  %".825" = icmp sle i64 %".821", %".429"
  %".826" = icmp sle i64 %".822", %".429"
  %".827" = icmp sle i64 %".823", %".429"
  %".828" = select  i1 %".824", i64 %".820", i64 %".429"
  %".829" = mul i64 %".828", %".408"
  %".830" = getelementptr inbounds double, ptr %".1", i64 %".829"
  %".831" = select  i1 %".825", i64 %".821", i64 %".429"
  %".832" = mul i64 %".831", %".408"
  %".833" = getelementptr inbounds double, ptr %".1", i64 %".832"
  %".834" = select  i1 %".826", i64 %".822", i64 %".429"
  %".835" = mul i64 %".834", %".408"
  %".836" = getelementptr inbounds double, ptr %".1", i64 %".835"
  %".837" = select  i1 %".827", i64 %".823", i64 %".429"
  %".838" = mul i64 %".837", %".408"
  %".839" = getelementptr inbounds double, ptr %".1", i64 %".838"
  br label %"terms.2"
done.7:
  %".968" = add nsw i64 %".801", 8
  br label %"loop.6", !llvm.loop !3
terms.2:
  %".841" = phi  i64 [0, %"body.7"], [%".884", %"term.2"]
  %".842" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".864", %"term.2"]
  %".843" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".865", %"term.2"]
  %".844" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".870", %"term.2"]
  %".845" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".871", %"term.2"]
  %".846" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".876", %"term.2"]
  %".847" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".877", %"term.2"]
  %".848" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".882", %"term.2"]
  %".849" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".883", %"term.2"]
  %".850" = icmp slt i64 %".841", %".406"
  br i1 %".850", label %"term.2", label %"summed.2"
term.2:
  %".852" = mul i64 %".841", %".425"
  %".853" = add i64 %".852", %".801"
  %".854" = getelementptr inbounds double, [1024 x double]* %".424", i64 %".853"
  %".855" = mul i64 %".841", %".410"
  %".856" = getelementptr inbounds double, [1024 x double]* %".854", i64 0
  %".857" = getelementptr inbounds double, [1024 x double]* %".854", i64 4
  %".858" = call <4 x double> @"llvm.masked.load.v4f64.p0"([1024 x double]* %".856", i32 8, <4 x i1> %".809", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".859" = call <4 x double> @"llvm.masked.load.v4f64.p0"([1024 x double]* %".857", i32 8, <4 x i1> %".815", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".860" = getelementptr inbounds double, ptr %".830", i64 %".855"
  %".861" = load double, ptr %".860"
  %".862" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".861", i32 0
  %".863" = shufflevector <4 x double> %".862", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".864" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".863", <4 x double> %".858", <4 x double> %".842")
  %".865" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".863", <4 x double> %".859", <4 x double> %".843")
  %".866" = getelementptr inbounds double, ptr %".833", i64 %".855"
  %".867" = load double, ptr %".866"
  %".868" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".867", i32 0
  %".869" = shufflevector <4 x double> %".868", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".870" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".869", <4 x double> %".858", <4 x double> %".844")
  %".871" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".869", <4 x double> %".859", <4 x double> %".845")
  %".872" = getelementptr inbounds double, ptr %".836", i64 %".855"
  %".873" = load double, ptr %".872"
  %".874" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".873", i32 0
  %".875" = shufflevector <4 x double> %".874", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".876" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".875", <4 x double> %".858", <4 x double> %".846")
  %".877" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".875", <4 x double> %".859", <4 x double> %".847")
  %".878" = getelementptr inbounds double, ptr %".839", i64 %".855"
  %".879" = load double, ptr %".878"
  %".880" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".879", i32 0
  %".881" = shufflevector <4 x double> %".880", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".882" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".881", <4 x double> %".858", <4 x double> %".848")
  %".883" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".881", <4 x double> %".859", <4 x double> %".849")
  %".884" = add nsw i64 %".841", 1
  br label %"terms.2", !llvm.loop !3
summed.2:
  %".886" = fmul <4 x double> %".842", %".434"
  %".887" = fmul <4 x double> %".843", %".434"
  br i1 %".824", label %"summed.2.if", label %"summed.2.endif"
summed.2.if:
  %".889" = mul i64 %".820", %".412"
  %".890" = add i64 %".889", %".801"
  %".891" = getelementptr inbounds double, ptr %".3", i64 %".890"
  %".892" = getelementptr inbounds double, ptr %".891", i64 0
  %".893" = getelementptr inbounds double, ptr %".891", i64 4
  br i1 %".428", label %"summed.2.if.if", label %"summed.2.if.else"
summed.2.endif:
  %".906" = fmul <4 x double> %".844", %".434"
  %".907" = fmul <4 x double> %".845", %".434"
  br i1 %".825", label %"summed.2.endif.if", label %"summed.2.endif.endif"
summed.2.if.if:
  %".895" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".892", i32 8, <4 x i1> %".809", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".896" = fadd <4 x double> %".895", %".886"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".896", ptr %".892", i32 8, <4 x i1> %".809")
  %".898" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".893", i32 8, <4 x i1> %".815", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".899" = fadd <4 x double> %".898", %".887"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".899", ptr %".893", i32 8, <4 x i1> %".815")
  br label %"summed.2.if.endif"
summed.2.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".886", ptr %".892", i32 8, <4 x i1> %".809")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".887", ptr %".893", i32 8, <4 x i1> %".815")
  br label %"summed.2.if.endif"
summed.2.if.endif:
  br label %"summed.2.endif"
summed.2.endif.if:
  %".909" = mul i64 %".821", %".412"
  %".910" = add i64 %".909", %".801"
  %".911" = getelementptr inbounds double, ptr %".3", i64 %".910"
  %".912" = getelementptr inbounds double, ptr %".911", i64 0
  %".913" = getelementptr inbounds double, ptr %".911", i64 4
  br i1 %".428", label %"summed.2.endif.if.if", label %"summed.2.endif.if.else"
summed.2.endif.endif:
  %".926" = fmul <4 x double> %".846", %".434"
  %".927" = fmul <4 x double> %".847", %".434"
  br i1 %".826", label %"summed.2.endif.endif.if", label %"summed.2.endif.endif.endif"
summed.2.endif.if.if:
  %".915" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".912", i32 8, <4 x i1> %".809", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".916" = fadd <4 x double> %".915", %".906"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".916", ptr %".912", i32 8, <4 x i1> %".809")
  %".918" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".913", i32 8, <4 x i1> %".815", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".919" = fadd <4 x double> %".918", %".907"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".919", ptr %".913", i32 8, <4 x i1> %".815")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".906", ptr %".912", i32 8, <4 x i1> %".809")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".907", ptr %".913", i32 8, <4 x i1> %".815")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.endif:
  br label %"summed.2.endif.endif"
summed.2.endif.endif.if:
  %".929" = mul i64 %".822", %".412"
  %".930" = add i64 %".929", %".801"
  %".931" = getelementptr inbounds double, ptr %".3", i64 %".930"
  %".932" = getelementptr inbounds double, ptr %".931", i64 0
  %".933" = getelementptr inbounds double, ptr %".931", i64 4
  br i1 %".428", label %"summed.2.endif.endif.if.if", label %"summed.2.endif.endif.if.else"
summed.2.endif.endif.endif:
  %".946" = fmul <4 x double> %".848", %".434"
  %".947" = fmul <4 x double> %".849", %".434"
  br i1 %".827", label %"summed.2.endif.endif.endif.if", label %"summed.2.endif.endif.endif.endif"
summed.2.endif.endif.if.if:
  %".935" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".932", i32 8, <4 x i1> %".809", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".936" = fadd <4 x double> %".935", %".926"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".936", ptr %".932", i32 8, <4 x i1> %".809")
  %".938" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".933", i32 8, <4 x i1> %".815", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".939" = fadd <4 x double> %".938", %".927"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".939", ptr %".933", i32 8, <4 x i1> %".815")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".926", ptr %".932", i32 8, <4 x i1> %".809")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".927", ptr %".933", i32 8, <4 x i1> %".815")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif"
summed.2.endif.endif.endif.if:
  %".949" = mul i64 %".823", %".412"
  %".950" = add i64 %".949", %".801"
  %".951" = getelementptr inbounds double, ptr %".3", i64 %".950"
  %".952" = getelementptr inbounds double, ptr %".951", i64 0
  %".953" = getelementptr inbounds double, ptr %".951", i64 4
  br i1 %".428", label %"summed.2.endif.endif.endif.if.if", label %"summed.2.endif.endif.endif.if.else"
summed.2.endif.endif.endif.endif:
  %".966" = add nsw i64 %".817", 4
  br label %"loop.7", !llvm.loop !3
summed.2.endif.endif.endif.if.if:
  %".955" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".952", i32 8, <4 x i1> %".809", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".956" = fadd <4 x double> %".955", %".946"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".956", ptr %".952", i32 8, <4 x i1> %".809")
  %".958" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".953", i32 8, <4 x i1> %".815", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".959" = fadd <4 x double> %".958", %".947"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".959", ptr %".953", i32 8, <4 x i1> %".815")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".946", ptr %".952", i32 8, <4 x i1> %".809")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".947", ptr %".953", i32 8, <4 x i1> %".815")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif.endif"
}

declare <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".1", i32 %".2", <4 x i1> %".3", <4 x double> %".4")

declare <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".1", <4 x double> %".2", <4 x double> %".3")

declare void @"llvm.masked.store.v4f64.p0"(<4 x double> %".1", ptr %".2", i32 %".3", <4 x i1> %".4")

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
  %".18" = getelementptr double, ptr %".1", i64 %".17"
  %".19" = getelementptr inbounds i64, ptr %".5", i64 24
  %".20" = load i64, ptr %".19"
  %".21" = mul i64 %".12", %".20"
  %".22" = getelementptr double, ptr %".2", i64 %".21"
  %".23" = getelementptr inbounds i64, ptr %".5", i64 25
  %".24" = load i64, ptr %".23"
  %".25" = mul i64 %".12", %".24"
  %".26" = getelementptr double, ptr %".3", i64 %".25"
  %".27" = getelementptr inbounds i64, ptr %".5", i64 26
  %".28" = load i64, ptr %".27"
  %".29" = mul i64 %".12", %".28"
  %".30" = getelementptr double, ptr %".4", i64 %".29"
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
  %".40" = getelementptr double, ptr %".18", i64 %".39"
  %".41" = getelementptr inbounds i64, ptr %".5", i64 29
  %".42" = load i64, ptr %".41"
  %".43" = mul i64 %".34", %".42"
  %".44" = getelementptr double, ptr %".22", i64 %".43"
  %".45" = getelementptr inbounds i64, ptr %".5", i64 30
  %".46" = load i64, ptr %".45"
  %".47" = mul i64 %".34", %".46"
  %".48" = getelementptr double, ptr %".26", i64 %".47"
  %".49" = getelementptr inbounds i64, ptr %".5", i64 31
  %".50" = load i64, ptr %".49"
  %".51" = mul i64 %".34", %".50"
  %".52" = getelementptr double, ptr %".30", i64 %".51"
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
  %".62" = getelementptr double, ptr %".40", i64 %".61"
  %".63" = getelementptr inbounds i64, ptr %".5", i64 34
  %".64" = load i64, ptr %".63"
  %".65" = mul i64 %".56", %".64"
  %".66" = getelementptr double, ptr %".44", i64 %".65"
  %".67" = getelementptr inbounds i64, ptr %".5", i64 35
  %".68" = load i64, ptr %".67"
  %".69" = mul i64 %".56", %".68"
  %".70" = getelementptr double, ptr %".48", i64 %".69"
  %".71" = getelementptr inbounds i64, ptr %".5", i64 36
  %".72" = load i64, ptr %".71"
  %".73" = mul i64 %".56", %".72"
  %".74" = getelementptr double, ptr %".52", i64 %".73"
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
  %".84" = getelementptr double, ptr %".62", i64 %".83"
  %".85" = getelementptr inbounds i64, ptr %".5", i64 39
  %".86" = load i64, ptr %".85"
  %".87" = mul i64 %".78", %".86"
  %".88" = getelementptr double, ptr %".66", i64 %".87"
  %".89" = getelementptr inbounds i64, ptr %".5", i64 40
  %".90" = load i64, ptr %".89"
  %".91" = mul i64 %".78", %".90"
  %".92" = getelementptr double, ptr %".70", i64 %".91"
  %".93" = getelementptr inbounds i64, ptr %".5", i64 41
  %".94" = load i64, ptr %".93"
  %".95" = mul i64 %".78", %".94"
  %".96" = getelementptr double, ptr %".74", i64 %".95"
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
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
  %".9" = getelementptr inbounds i64, ptr %".5", i64 19
  %".10" = load i64, ptr %".9"
  %".11" = bitcast i64 %".10" to double
  %".12" = getelementptr inbounds i64, ptr %".5", i64 18
  %".13" = load i64, ptr %".12"
  %".14" = icmp ne i64 %".13", 0
  %".15" = sub i64 %".7", %".6"
  %".16" = select  i1 %".14", double 0x3ff0000000000000, double              0x0
  %".17" = getelementptr inbounds i64, ptr %".5", i64 0
  %".18" = load i64, ptr %".17"
  %".19" = icmp eq i64 %".18", 7
  br i1 %".19", label %"entry.if", label %"entry.else"
entry.if:
  %".21" = getelementptr inbounds i64, ptr %".5", i64 4
  %".22" = load i64, ptr %".21"
  %".23" = getelementptr inbounds i64, ptr %".5", i64 5
  %".24" = load i64, ptr %".23"
  %".25" = getelementptr inbounds i64, ptr %".5", i64 6
  %".26" = load i64, ptr %".25"
  %".27" = getelementptr inbounds i64, ptr %".5", i64 7
  %".28" = load i64, ptr %".27"
  %".29" = getelementptr inbounds i64, ptr %".5", i64 8
  %".30" = load i64, ptr %".29"
  %".31" = getelementptr inbounds i64, ptr %".5", i64 9
  %".32" = load i64, ptr %".31"
  %".33" = getelementptr inbounds i64, ptr %".5", i64 20
  %".34" = load i64, ptr %".33"
  %".35" = getelementptr inbounds i64, ptr %".5", i64 21
  %".36" = load i64, ptr %".35"
  %".37" = getelementptr inbounds i64, ptr %".5", i64 1
  %".38" = load i64, ptr %".37"
  %".39" = getelementptr inbounds i64, ptr %".5", i64 2
  %".40" = load i64, ptr %".39"
  %".41" = getelementptr inbounds i64, ptr %".5", i64 3
  %".42" = load i64, ptr %".41"
  %".43" = getelementptr inbounds i64, ptr %".5", i64 18
  %".44" = load i64, ptr %".43"
  %".45" = getelementptr inbounds i64, ptr %".5", i64 17
  %".46" = load i64, ptr %".45"
  %".47" = getelementptr inbounds i64, ptr %".5", i64 16
  %".48" = load i64, ptr %".47"
  %".49" = inttoptr i64 %".48" to ptr
  call void %".49"(ptr %".1", ptr %".2", ptr %".3", ptr %".4", i64 %".22", i64 %".24", i64 %".26", i64 %".28", i64 %".30", i64 %".32", i64 %".34", i64 %".36", i64 %".38", i64 %".40", i64 %".42", i64 %".44", i64 %".46", double %".11", i64 %".6", i64 %".7")
  br label %"entry.endif"
entry.else:
  %".52" = ptrtoint ptr %".4" to i64
  %".53" = ptrtoint ptr %".3" to i64
  %".54" = icmp ne i64 %".52", %".53"
  %".55" = and i1 %".14", %".54"
  br i1 %".55", label %"entry.else.if", label %"entry.else.endif"
entry.endif:
  ret void
entry.else.if:
  %".57" = icmp eq i64 %".18", 6
  %".58" = getelementptr inbounds i64, ptr %".5", i64 20
  %".59" = load i64, ptr %".58"
  %".60" = getelementptr inbounds i64, ptr %".5", i64 21
  %".61" = load i64, ptr %".60"
  %".62" = getelementptr inbounds i64, ptr %".5", i64 8
  %".63" = load i64, ptr %".62"
  %".64" = getelementptr inbounds i64, ptr %".5", i64 9
  %".65" = load i64, ptr %".64"
  %".66" = select  i1 %".57", i64 %".61", i64 %".59"
  %".67" = mul i64 %".6", %".66"
  %".68" = getelementptr double, ptr %".4", i64 %".67"
  %".69" = select  i1 %".57", i64 %".65", i64 %".63"
  %".70" = mul i64 %".6", %".69"
  %".71" = getelementptr double, ptr %".3", i64 %".70"
  %".72" = getelementptr inbounds i64, ptr %".5", i64 1
  %".73" = load i64, ptr %".72"
  %".74" = select  i1 %".57", i64 %".73", i64 %".15"
  %".75" = getelementptr inbounds i64, ptr %".5", i64 2
  %".76" = load i64, ptr %".75"
  %".77" = select  i1 %".57", i64 %".15", i64 %".76"
  call void @"copy_float64.0"(ptr %".68", ptr %".71", i64 %".74", i64 %".77", i64 %".59", i64 %".61", i64 %".63", i64 %".65")
  br label %"entry.else.endif"
entry.else.endif:
  switch i64 %".18", label %"case_0" [i64 1, label %"case_1" i64 2, label %"case_2" i64 3, label %"case_3" i64 4, label %"case_4" i64 5, label %"case_5" i64 6, label %"case_6" i64 8, label %"case_8"]
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
  call void @"multiply_float64.0"(ptr %".1", ptr %".2", ptr %".3", i64 %".82", i64 %".84", i64 %".86", i64 %".88", i64 %".90", i64 %".92", i64 %".94", i64 %".96", i64 %".98", double %".11", i64 %".6", i64 %".7")
  br label %"chosen"
case_1:
  %".101" = getelementptr inbounds i64, ptr %".5", i64 4
  %".102" = load i64, ptr %".101"
  %".103" = mul i64 %".6", %".102"
  %".104" = getelementptr double, ptr %".1", i64 %".103"
  %".105" = getelementptr inbounds i64, ptr %".5", i64 8
  %".106" = load i64, ptr %".105"
  %".107" = mul i64 %".6", %".106"
  %".108" = getelementptr double, ptr %".3", i64 %".107"
  %".109" = getelementptr inbounds i64, ptr %".5", i64 2
  %".110" = load i64, ptr %".109"
  %".111" = getelementptr inbounds i64, ptr %".5", i64 10
  %".112" = load i64, ptr %".111"
  %".113" = trunc i64 %".112" to i32
  %".114" = getelementptr inbounds i64, ptr %".5", i64 11
  %".115" = load i64, ptr %".114"
  %".116" = trunc i64 %".115" to i32
  %".117" = getelementptr inbounds i64, ptr %".5", i64 12
  %".118" = load i64, ptr %".117"
  %".119" = trunc i64 %".118" to i32
  %".120" = trunc i64 %".15" to i32
  %".121" = trunc i64 %".110" to i32
  %".122" = getelementptr inbounds i64, ptr %".5", i64 3
  %".123" = load i64, ptr %".122"
  %".124" = trunc i64 %".123" to i32
  %".125" = getelementptr inbounds i64, ptr %".5", i64 13
  %".126" = load i64, ptr %".125"
  %".127" = trunc i64 %".126" to i32
  %".128" = getelementptr inbounds i64, ptr %".5", i64 14
  %".129" = load i64, ptr %".128"
  %".130" = trunc i64 %".129" to i32
  %".131" = getelementptr inbounds i64, ptr %".5", i64 15
  %".132" = load i64, ptr %".131"
  %".133" = trunc i64 %".132" to i32
  %".134" = getelementptr inbounds i64, ptr %".5", i64 16
  %".135" = load i64, ptr %".134"
  %".136" = inttoptr i64 %".135" to ptr
  call void %".136"(i32 %".113", i32 %".116", i32 %".119", i32 %".120", i32 %".121", i32 %".124", double %".11", ptr %".104", i32 %".127", ptr %".2", i32 %".130", double %".16", ptr %".108", i32 %".133")
  br label %"chosen"
case_2:
  %".139" = getelementptr inbounds i64, ptr %".5", i64 4
  %".140" = load i64, ptr %".139"
  %".141" = mul i64 %".6", %".140"
  %".142" = getelementptr double, ptr %".1", i64 %".141"
  %".143" = getelementptr inbounds i64, ptr %".5", i64 8
  %".144" = load i64, ptr %".143"
  %".145" = mul i64 %".6", %".144"
  %".146" = getelementptr double, ptr %".3", i64 %".145"
  %".147" = getelementptr inbounds i64, ptr %".5", i64 3
  %".148" = load i64, ptr %".147"
  %".149" = getelementptr inbounds i64, ptr %".5", i64 11
  %".150" = load i64, ptr %".149"
  %".151" = icmp eq i64 %".150", 111
  %".152" = select  i1 %".151", i64 %".15", i64 %".148"
  %".153" = select  i1 %".151", i64 %".148", i64 %".15"
  %".154" = trunc i64 101 to i32
  %".155" = getelementptr inbounds i64, ptr %".5", i64 11
  %".156" = load i64, ptr %".155"
  %".157" = trunc i64 %".156" to i32
  %".158" = trunc i64 %".152" to i32
  %".159" = trunc i64 %".153" to i32
  %".160" = getelementptr inbounds i64, ptr %".5", i64 13
  %".161" = load i64, ptr %".160"
  %".162" = trunc i64 %".161" to i32
  %".163" = getelementptr inbounds i64, ptr %".5", i64 6
  %".164" = load i64, ptr %".163"
  %".165" = trunc i64 %".164" to i32
  %".166" = getelementptr inbounds i64, ptr %".5", i64 8
  %".167" = load i64, ptr %".166"
  %".168" = trunc i64 %".167" to i32
  %".169" = getelementptr inbounds i64, ptr %".5", i64 16
  %".170" = load i64, ptr %".169"
  %".171" = inttoptr i64 %".170" to ptr
  call void %".171"(i32 %".154", i32 %".157", i32 %".158", i32 %".159", double %".11", ptr %".142", i32 %".162", ptr %".2", i32 %".165", double %".16", ptr %".146", i32 %".168")
  br label %"chosen"
case_3:
  %".174" = getelementptr inbounds i64, ptr %".5", i64 17
  %".175" = load i64, ptr %".174"
  %".176" = getelementptr inbounds i64, ptr %".5", i64 1
  %".177" = load i64, ptr %".176"
  %".178" = sub i64 %".177", 1
  %".179" = sdiv i64 %".178", %".175"
  br label %"loop"
case_4:
  %".246" = getelementptr inbounds i64, ptr %".5", i64 1
  %".247" = load i64, ptr %".246"
  %".248" = getelementptr inbounds i64, ptr %".5", i64 7
  %".249" = load i64, ptr %".248"
  %".250" = mul i64 %".6", %".249"
  %".251" = getelementptr double, ptr %".2", i64 %".250"
  %".252" = getelementptr inbounds i64, ptr %".5", i64 9
  %".253" = load i64, ptr %".252"
  %".254" = mul i64 %".6", %".253"
  %".255" = getelementptr double, ptr %".3", i64 %".254"
  %".256" = getelementptr inbounds i64, ptr %".5", i64 6
  %".257" = load i64, ptr %".256"
  %".258" = getelementptr inbounds i64, ptr %".5", i64 7
  %".259" = load i64, ptr %".258"
  %".260" = getelementptr inbounds i64, ptr %".5", i64 8
  %".261" = load i64, ptr %".260"
  call void @"copy_float64.0"(ptr %".251", ptr %".255", i64 %".247", i64 %".15", i64 %".257", i64 %".259", i64 %".261", i64 1)
  %".263" = getelementptr inbounds i64, ptr %".5", i64 10
  %".264" = load i64, ptr %".263"
  %".265" = trunc i64 %".264" to i32
  %".266" = trunc i64 141 to i32
  %".267" = getelementptr inbounds i64, ptr %".5", i64 17
  %".268" = load i64, ptr %".267"
  %".269" = trunc i64 %".268" to i32
  %".270" = getelementptr inbounds i64, ptr %".5", i64 11
  %".271" = load i64, ptr %".270"
  %".272" = trunc i64 %".271" to i32
  %".273" = trunc i64 131 to i32
  %".274" = trunc i64 %".247" to i32
  %".275" = trunc i64 %".15" to i32
  %".276" = getelementptr inbounds i64, ptr %".5", i64 13
  %".277" = load i64, ptr %".276"
  %".278" = trunc i64 %".277" to i32
  %".279" = getelementptr inbounds i64, ptr %".5", i64 15
  %".280" = load i64, ptr %".279"
  %".281" = trunc i64 %".280" to i32
  %".282" = getelementptr inbounds i64, ptr %".5", i64 16
  %".283" = load i64, ptr %".282"
  %".284" = inttoptr i64 %".283" to ptr
  call void %".284"(i32 %".265", i32 %".266", i32 %".269", i32 %".272", i32 %".273", i32 %".274", i32 %".275", double 0x3ff0000000000000, ptr %".1", i32 %".278", ptr %".255", i32 %".281")
  br label %"chosen"
case_5:
  %".287" = getelementptr inbounds i64, ptr %".5", i64 2
  %".288" = load i64, ptr %".287"
  %".289" = getelementptr inbounds i64, ptr %".5", i64 4
  %".290" = load i64, ptr %".289"
  %".291" = mul i64 %".6", %".290"
  %".292" = getelementptr double, ptr %".1", i64 %".291"
  %".293" = getelementptr inbounds i64, ptr %".5", i64 8
  %".294" = load i64, ptr %".293"
  %".295" = mul i64 %".6", %".294"
  %".296" = getelementptr double, ptr %".3", i64 %".295"
  %".297" = getelementptr inbounds i64, ptr %".5", i64 4
  %".298" = load i64, ptr %".297"
  %".299" = getelementptr inbounds i64, ptr %".5", i64 5
  %".300" = load i64, ptr %".299"
  %".301" = getelementptr inbounds i64, ptr %".5", i64 8
  %".302" = load i64, ptr %".301"
  call void @"copy_float64.0"(ptr %".292", ptr %".296", i64 %".15", i64 %".288", i64 %".298", i64 %".300", i64 %".302", i64 1)
  %".304" = getelementptr inbounds i64, ptr %".5", i64 10
  %".305" = load i64, ptr %".304"
  %".306" = trunc i64 %".305" to i32
  %".307" = trunc i64 142 to i32
  %".308" = getelementptr inbounds i64, ptr %".5", i64 17
  %".309" = load i64, ptr %".308"
  %".310" = trunc i64 %".309" to i32
  %".311" = getelementptr inbounds i64, ptr %".5", i64 12
  %".312" = load i64, ptr %".311"
  %".313" = trunc i64 %".312" to i32
  %".314" = trunc i64 131 to i32
  %".315" = trunc i64 %".15" to i32
  %".316" = trunc i64 %".288" to i32
  %".317" = getelementptr inbounds i64, ptr %".5", i64 14
  %".318" = load i64, ptr %".317"
  %".319" = trunc i64 %".318" to i32
  %".320" = getelementptr inbounds i64, ptr %".5", i64 15
  %".321" = load i64, ptr %".320"
  %".322" = trunc i64 %".321" to i32
  %".323" = getelementptr inbounds i64, ptr %".5", i64 16
  %".324" = load i64, ptr %".323"
  %".325" = inttoptr i64 %".324" to ptr
  call void %".325"(i32 %".306", i32 %".307", i32 %".310", i32 %".313", i32 %".314", i32 %".315", i32 %".316", double 0x3ff0000000000000, ptr %".2", i32 %".319", ptr %".296", i32 %".322")
  br label %"chosen"
case_6:
  %".328" = getelementptr inbounds i64, ptr %".5", i64 7
  %".329" = load i64, ptr %".328"
  %".330" = mul i64 %".6", %".329"
  %".331" = getelementptr double, ptr %".2", i64 %".330"
  %".332" = getelementptr inbounds i64, ptr %".5", i64 9
  %".333" = load i64, ptr %".332"
  %".334" = mul i64 %".6", %".333"
  %".335" = getelementptr double, ptr %".3", i64 %".334"
  %".336" = getelementptr inbounds i64, ptr %".5", i64 1
  %".337" = load i64, ptr %".336"
  %".338" = getelementptr inbounds i64, ptr %".5", i64 10
  %".339" = load i64, ptr %".338"
  %".340" = trunc i64 %".339" to i32
  %".341" = getelementptr inbounds i64, ptr %".5", i64 11
  %".342" = load i64, ptr %".341"
  %".343" = trunc i64 %".342" to i32
  %".344" = getelementptr inbounds i64, ptr %".5", i64 12
  %".345" = load i64, ptr %".344"
  %".346" = trunc i64 %".345" to i32
  %".347" = trunc i64 %".337" to i32
  %".348" = trunc i64 %".15" to i32
  %".349" = getelementptr inbounds i64, ptr %".5", i64 3
  %".350" = load i64, ptr %".349"
  %".351" = trunc i64 %".350" to i32
  %".352" = getelementptr inbounds i64, ptr %".5", i64 13
  %".353" = load i64, ptr %".352"
  %".354" = trunc i64 %".353" to i32
  %".355" = getelementptr inbounds i64, ptr %".5", i64 14
  %".356" = load i64, ptr %".355"
  %".357" = trunc i64 %".356" to i32
  %".358" = getelementptr inbounds i64, ptr %".5", i64 15
  %".359" = load i64, ptr %".358"
  %".360" = trunc i64 %".359" to i32
  %".361" = getelementptr inbounds i64, ptr %".5", i64 16
  %".362" = load i64, ptr %".361"
  %".363" = inttoptr i64 %".362" to ptr
  call void %".363"(i32 %".340", i32 %".343", i32 %".346", i32 %".347", i32 %".348", i32 %".351", double %".11", ptr %".1", i32 %".354", ptr %".331", i32 %".357", double %".16", ptr %".335", i32 %".360")
  br label %"chosen"
case_8:
  %".366" = getelementptr inbounds i64, ptr %".5", i64 2
  %".367" = load i64, ptr %".366"
  %".368" = getelementptr inbounds i64, ptr %".5", i64 3
  %".369" = load i64, ptr %".368"
  %".370" = getelementptr inbounds i64, ptr %".5", i64 4
  %".371" = load i64, ptr %".370"
  %".372" = getelementptr inbounds i64, ptr %".5", i64 5
  %".373" = load i64, ptr %".372"
  %".374" = getelementptr inbounds i64, ptr %".5", i64 6
  %".375" = load i64, ptr %".374"
  %".376" = getelementptr inbounds i64, ptr %".5", i64 8
  %".377" = load i64, ptr %".376"
  %".378" = sub i64 %".7", 1
  %".379" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".11", i32 0
  %".380" = shufflevector <4 x double> %".379", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".381" = getelementptr inbounds i64, ptr %".5", i64 17
  %".382" = load i64, ptr %".381"
  switch i64 %".382", label %"case_0.1" [i64 1, label %"case_1.1" i64 2, label %"case_2.1"]
loop:
  %".181" = phi  i64 [%".6", %"case_3"], [%".243", %"done.1"]
  %".182" = icmp slt i64 %".181", %".7"
  br i1 %".182", label %"body", label %"done"
body:
  br label %"loop.1"
done:
  br label %"chosen"
loop.1:
  %".185" = phi  i64 [0, %"body"], [%".241", %"body.1.endif"]
  %".186" = icmp slt i64 %".185", 2
  br i1 %".186", label %"body.1", label %"done.1"
body.1:
  %".188" = sub i64 %".179", %".181"
  %".189" = icmp eq i64 %".185", 0
  %".190" = select  i1 %".189", i64 %".181", i64 %".188"
  %".191" = icmp eq i64 %".185", 1
  %".192" = icmp eq i64 %".181", %".188"
  %".193" = and i1 %".191", %".192"
  %".194" = mul i64 %".190", %".175"
  %".195" = add i64 %".194", %".175"
  %".196" = icmp slt i64 %".195", %".177"
  %".197" = select  i1 %".196", i64 %".195", i64 %".177"
  %".198" = select  i1 %".193", i64 %".194", i64 %".197"
  %".199" = icmp slt i64 %".194", %".198"
  br i1 %".199", label %"body.1.if", label %"body.1.endif"
done.1:
  %".243" = add nsw i64 %".181", 1
  br label %"loop"
body.1.if:
  %".201" = getelementptr inbounds i64, ptr %".5", i64 4
  %".202" = load i64, ptr %".201"
  %".203" = mul i64 %".194", %".202"
  %".204" = getelementptr double, ptr %".1", i64 %".203"
  %".205" = getelementptr inbounds i64, ptr %".5", i64 8
  %".206" = load i64, ptr %".205"
  %".207" = mul i64 %".194", %".206"
  %".208" = getelementptr double, ptr %".3", i64 %".207"
  %".209" = sub i64 %".198", %".194"
  %".210" = getelementptr inbounds i64, ptr %".5", i64 10
  %".211" = load i64, ptr %".210"
  %".212" = trunc i64 %".211" to i32
  %".213" = getelementptr inbounds i64, ptr %".5", i64 11
  %".214" = load i64, ptr %".213"
  %".215" = trunc i64 %".214" to i32
  %".216" = getelementptr inbounds i64, ptr %".5", i64 12
  %".217" = load i64, ptr %".216"
  %".218" = trunc i64 %".217" to i32
  %".219" = trunc i64 %".209" to i32
  %".220" = trunc i64 %".198" to i32
  %".221" = getelementptr inbounds i64, ptr %".5", i64 3
  %".222" = load i64, ptr %".221"
  %".223" = trunc i64 %".222" to i32
  %".224" = getelementptr inbounds i64, ptr %".5", i64 13
  %".225" = load i64, ptr %".224"
  %".226" = trunc i64 %".225" to i32
  %".227" = getelementptr inbounds i64, ptr %".5", i64 14
  %".228" = load i64, ptr %".227"
  %".229" = trunc i64 %".228" to i32
  %".230" = getelementptr inbounds i64, ptr %".5", i64 15
  %".231" = load i64, ptr %".230"
  %".232" = trunc i64 %".231" to i32
  %".233" = getelementptr inbounds i64, ptr %".5", i64 16
  %".234" = load i64, ptr %".233"
  %".235" = inttoptr i64 %".234" to ptr
  call void %".235"(i32 %".212", i32 %".215", i32 %".218", i32 %".219", i32 %".220", i32 %".223", double %".11", ptr %".204", i32 %".226", ptr %".2", i32 %".229", double %".16", ptr %".208", i32 %".232")
  %".237" = getelementptr inbounds i64, ptr %".5", i64 8
  %".238" = load i64, ptr %".237"
  call void @"mirror_float64.0"(ptr %".3", i64 %".238", i64 %".194", i64 %".198")
  br label %"body.1.endif"
body.1.endif:
  %".241" = add nsw i64 %".185", 1
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
  %".385" = phi  i64 [0, %"case_0.1"], [%".620", %"done.3"]
  %".386" = icmp slt i64 %".385", %".367"
  br i1 %".386", label %"body.2", label %"done.2"
body.2:
  %".388" = add i64 %".385", 0
  %".389" = sub i64 %".367", %".388"
  %".390" = trunc i64 %".389" to i32
  %".391" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".390", i32 0
  %".392" = shufflevector <4 x i32> %".391", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".393" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".392"
  br label %"loop.3"
done.2:
  br label %"chosen.1"
loop.3:
  %".395" = phi  i64 [%".6", %"body.2"], [%".618", %"summed.endif.endif.endif.endif.endif.endif.endif.endif"]
  %".396" = icmp slt i64 %".395", %".7"
  br i1 %".396", label %"body.3", label %"done.3"
body.3:
  %".398" = add i64 %".395", 0
  %".399" = add i64 %".395", 1
  %".400" = add i64 %".395", 2
  %".401" = add i64 %".395", 3
  %".402" = add i64 %".395", 4
  %".403" = add i64 %".395", 5
  %".404" = add i64 %".395", 6
  %".405" = add i64 %".395", 7
  %".406" = icmp slt i64 %".398", %".378"
  %".407" = select  i1 %".406", i64 %".398", i64 %".378"
  %".408" = mul i64 %".407", %".371"
  %".409" = getelementptr inbounds double, ptr %".1", i64 %".408"
  %".410" = icmp slt i64 %".399", %".378"
  %".411" = select  i1 %".410", i64 %".399", i64 %".378"
  %".412" = mul i64 %".411", %".371"
  %".413" = getelementptr inbounds double, ptr %".1", i64 %".412"
  %".414" = icmp slt i64 %".400", %".378"
  %".415" = select  i1 %".414", i64 %".400", i64 %".378"
  %".416" = mul i64 %".415", %".371"
  %".417" = getelementptr inbounds double, ptr %".1", i64 %".416"
  %".418" = icmp slt i64 %".401", %".378"
  %".419" = select  i1 %".418", i64 %".401", i64 %".378"
  %".420" = mul i64 %".419", %".371"
  %".421" = getelementptr inbounds double, ptr %".1", i64 %".420"
  %".422" = icmp slt i64 %".402", %".378"
  %".423" = select  i1 %".422", i64 %".402", i64 %".378"
  %".424" = mul i64 %".423", %".371"
  %".425" = getelementptr inbounds double, ptr %".1", i64 %".424"
  %".426" = icmp slt i64 %".403", %".378"
  %".427" = select  i1 %".426", i64 %".403", i64 %".378"
  %".428" = mul i64 %".427", %".371"
  %".429" = getelementptr inbounds double, ptr %".1", i64 %".428"
  %".430" = icmp slt i64 %".404", %".378"
  %".431" = select  i1 %".430", i64 %".404", i64 %".378"
  %".432" = mul i64 %".431", %".371"
  %".433" = getelementptr inbounds double, ptr %".1", i64 %".432"
  %".434" = icmp slt i64 %".405", %".378"
  %".435" = select  i1 %".434", i64 %".405", i64 %".378"
  %".436" = mul i64 %".435", %".371"
  %".437" = getelementptr inbounds double, ptr %".1", i64 %".436"
  br label %"terms"
done.3:
  %".620" = add nsw i64 %".385", 4
  br label %"loop.2", !llvm.loop !2
terms:
  %".439" = phi  i64 [0, %"body.3"], [%".496", %"term"]
  %".440" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".460", %"term"]
  %".441" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".465", %"term"]
  %".442" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".470", %"term"]
  %".443" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".475", %"term"]
  %".444" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".480", %"term"]
  %".445" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".485", %"term"]
  %".446" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".490", %"term"]
  %".447" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".495", %"term"]
  %".448" = icmp slt i64 %".439", %".369"
  br i1 %".448", label %"term", label %"summed"
term:
  %".450" = mul i64 %".439", %".375"
  %".451" = add i64 %".450", %".385"
  %".452" = getelementptr inbounds double, ptr %".2", i64 %".451"
  %".453" = mul i64 %".439", %".373"
  %".454" = getelementptr inbounds double, ptr %".452", i64 0
  %".455" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".454", i32 8, <4 x i1> %".393", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".456" = getelementptr inbounds double, ptr %".409", i64 %".453"
  %".457" = load double, ptr %".456"
  %".458" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".457", i32 0
  %".459" = shufflevector <4 x double> %".458", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".460" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".459", <4 x double> %".455", <4 x double> %".440")
  %".461" = getelementptr inbounds double, ptr %".413", i64 %".453"
  %".462" = load double, ptr %".461"
  %".463" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".462", i32 0
  %".464" = shufflevector <4 x double> %".463", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".465" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".464", <4 x double> %".455", <4 x double> %".441")
  %".466" = getelementptr inbounds double, ptr %".417", i64 %".453"
  %".467" = load double, ptr %".466"
  %".468" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".467", i32 0
  %".469" = shufflevector <4 x double> %".468", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".470" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".469", <4 x double> %".455", <4 x double> %".442")
  %".471" = getelementptr inbounds double, ptr %".421", i64 %".453"
  %".472" = load double, ptr %".471"
  %".473" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".472", i32 0
  %".474" = shufflevector <4 x double> %".473", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".475" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".474", <4 x double> %".455", <4 x double> %".443")
  %".476" = getelementptr inbounds double, ptr %".425", i64 %".453"
  %".477" = load double, ptr %".476"
  %".478" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".477", i32 0
  %".479" = shufflevector <4 x double> %".478", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".480" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".479", <4 x double> %".455", <4 x double> %".444")
  %".481" = getelementptr inbounds double, ptr %".429", i64 %".453"
  %".482" = load double, ptr %".481"
  %".483" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".482", i32 0
  %".484" = shufflevector <4 x double> %".483", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".485" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".484", <4 x double> %".455", <4 x double> %".445")
  %".486" = getelementptr inbounds double, ptr %".433", i64 %".453"
  %".487" = load double, ptr %".486"
  %".488" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".487", i32 0
  %".489" = shufflevector <4 x double> %".488", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".490" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".489", <4 x double> %".455", <4 x double> %".446")
  %".491" = getelementptr inbounds double, ptr %".437", i64 %".453"
  %".492" = load double, ptr %".491"
  %".493" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".492", i32 0
  %".494" = shufflevector <4 x double> %".493", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".495" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".494", <4 x double> %".455", <4 x double> %".447")
  %".496" = add nsw i64 %".439", 1
  br label %"terms", !llvm.loop !2
summed:
  %".498" = fmul <4 x double> %".440", %".380"
  %".499" = icmp sle i64 %".398", %".378"
  br i1 %".499", label %"summed.if", label %"summed.endif"
summed.if:
  %".501" = mul i64 %".398", %".377"
  %".502" = add i64 %".501", %".385"
  %".503" = getelementptr inbounds double, ptr %".3", i64 %".502"
  %".504" = getelementptr inbounds double, ptr %".503", i64 0
  br i1 %".14", label %"summed.if.if", label %"summed.if.else"
summed.endif:
  %".513" = fmul <4 x double> %".441", %".380"
  %".514" = icmp sle i64 %".399", %".378"
  br i1 %".514", label %"summed.endif.if", label %"summed.endif.endif"
summed.if.if:
  %".506" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".504", i32 8, <4 x i1> %".393", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".507" = fadd <4 x double> %".506", %".498"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".507", ptr %".504", i32 8, <4 x i1> %".393")
  br label %"summed.if.endif"
summed.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".498", ptr %".504", i32 8, <4 x i1> %".393")
  br label %"summed.if.endif"
summed.if.endif:
  br label %"summed.endif"
summed.endif.if:
  %".516" = mul i64 %".399", %".377"
  %".517" = add i64 %".516", %".385"
  %".518" = getelementptr inbounds double, ptr %".3", i64 %".517"
  %".519" = getelementptr inbounds double, ptr %".518", i64 0
  br i1 %".14", label %"summed.endif.if.if", label %"summed.endif.if.else"
summed.endif.endif:
  %".528" = fmul <4 x double> %".442", %".380"
  %".529" = icmp sle i64 %".400", %".378"
  br i1 %".529", label %"summed.endif.endif.if", label %"summed.endif.endif.endif"
summed.endif.if.if:
  %".521" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".519", i32 8, <4 x i1> %".393", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".522" = fadd <4 x double> %".521", %".513"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".522", ptr %".519", i32 8, <4 x i1> %".393")
  br label %"summed.endif.if.endif"
summed.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".513", ptr %".519", i32 8, <4 x i1> %".393")
  br label %"summed.endif.if.endif"
summed.endif.if.endif:
  br label %"summed.endif.endif"
summed.endif.endif.if:
  %".531" = mul i64 %".400", %".377"
  %".532" = add i64 %".531", %".385"
  %".533" = getelementptr inbounds double, ptr %".3", i64 %".532"
  %".534" = getelementptr inbounds double, ptr %".533", i64 0
  br i1 %".14", label %"summed.endif.endif.if.if", label %"summed.endif.endif.if.else"
summed.endif.endif.endif:
  %".543" = fmul <4 x double> %".443", %".380"
  %".544" = icmp sle i64 %".401", %".378"
  br i1 %".544", label %"summed.endif.endif.endif.if", label %"summed.endif.endif.endif.endif"
summed.endif.endif.if.if:
  %".536" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".534", i32 8, <4 x i1> %".393", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".537" = fadd <4 x double> %".536", %".528"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".537", ptr %".534", i32 8, <4 x i1> %".393")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".528", ptr %".534", i32 8, <4 x i1> %".393")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.endif:
  br label %"summed.endif.endif.endif"
summed.endif.endif.endif.if:
  %".546" = mul i64 %".401", %".377"
  %".547" = add i64 %".546", %".385"
  %".548" = getelementptr inbounds double, ptr %".3", i64 %".547"
  %".549" = getelementptr inbounds double, ptr %".548", i64 0
  br i1 %".14", label %"summed.endif.endif.endif.if.if", label %"summed.endif.endif.endif.if.else"
summed.endif.endif.endif.endif:
  %".558" = fmul <4 x double> %".444", %".380"
  %".559" = icmp sle i64 %".402", %".378"
  br i1 %".559", label %"summed.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.if.if:
  %".551" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".549", i32 8, <4 x i1> %".393", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".552" = fadd <4 x double> %".551", %".543"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".552", ptr %".549", i32 8, <4 x i1> %".393")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".543", ptr %".549", i32 8, <4 x i1> %".393")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if:
  %".561" = mul i64 %".402", %".377"
  %".562" = add i64 %".561", %".385"
  %".563" = getelementptr inbounds double, ptr %".3", i64 %".562"
  %".564" = getelementptr inbounds double, ptr %".563", i64 0
  br i1 %".14", label %"summed.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif:
  %".573" = fmul <4 x double> %".445", %".380"
  %".574" = icmp sle i64 %".403", %".378"
  br i1 %".574", label %"summed.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if.if:
  %".566" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".564", i32 8, <4 x i1> %".393", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".567" = fadd <4 x double> %".566", %".558"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".567", ptr %".564", i32 8, <4 x i1> %".393")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".558", ptr %".564", i32 8, <4 x i1> %".393")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if:
  %".576" = mul i64 %".403", %".377"
  %".577" = add i64 %".576", %".385"
  %".578" = getelementptr inbounds double, ptr %".3", i64 %".577"
  %".579" = getelementptr inbounds double, ptr %".578", i64 0
  br i1 %".14", label %"summed.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif:
  %".588" = fmul <4 x double> %".446", %".380"
  %".589" = icmp sle i64 %".404", %".378"
  br i1 %".589", label %"summed.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if.if:
  %".581" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".579", i32 8, <4 x i1> %".393", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".582" = fadd <4 x double> %".581", %".573"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".582", ptr %".579", i32 8, <4 x i1> %".393")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".573", ptr %".579", i32 8, <4 x i1> %".393")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if:
  %".591" = mul i64 %".404", %".377"
  %".592" = add i64 %".591", %".385"
  %".593" = getelementptr inbounds double, ptr %".3", i64 %".592"
  %".594" = getelementptr inbounds double, ptr %".593", i64 0
  br i1 %".14", label %"summed.endif.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif.endif:
  %".603" = fmul <4 x double> %".447", %".380"
  %".604" = icmp sle i64 %".405", %".378"
  br i1 %".604", label %"summed.endif.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if.if:
  %".596" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".594", i32 8, <4 x i1> %".393", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".597" = fadd <4 x double> %".596", %".588"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".597", ptr %".594", i32 8, <4 x i1> %".393")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".588", ptr %".594", i32 8, <4 x i1> %".393")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.endif.if:
  %".606" = mul i64 %".405", %".377"
  %".607" = add i64 %".606", %".385"
  %".608" = getelementptr inbounds double, ptr %".3", i64 %".607"
  %".609" = getelementptr inbounds double, ptr %".608", i64 0
  br i1 %".14", label %"summed.endif.endif.endif....if", label %"summed.endif.endif.endif....else"
summed.endif.endif.endif.endif.endif.endif.endif.endif:
  %".618" = add nsw i64 %".395", 8
  br label %"loop.3", !llvm.loop !2
summed.endif.endif.endif....if:
  %".611" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".609", i32 8, <4 x i1> %".393", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".612" = fadd <4 x double> %".611", %".603"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".612", ptr %".609", i32 8, <4 x i1> %".393")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".603", ptr %".609", i32 8, <4 x i1> %".393")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
loop.4:
  %".624" = phi  i64 [0, %"case_1.1"], [%".755", %"done.5"]
  %".625" = icmp slt i64 %".624", %".367"
  br i1 %".625", label %"body.4", label %"done.4"
body.4:
  %".627" = add i64 %".624", 0
  %".628" = sub i64 %".367", %".627"
  %".629" = trunc i64 %".628" to i32
  %".630" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".629", i32 0
  %".631" = shufflevector <4 x i32> %".630", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".632" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".631"
  br label %"loop.5"
done.4:
  br label %"chosen.1"
loop.5:
  %".634" = phi  i64 [%".6", %"body.4"], [%".753", %"summed.1.endif.endif.endif.endif"]
  %".635" = icmp slt i64 %".634", %".7"
  br i1 %".635", label %"body.5", label %"done.5"
body.5:
  %".637" = add i64 %".634", 0
  %".638" = add i64 %".634", 1
  %".639" = add i64 %".634", 2
  %".640" = add i64 %".634", 3
  %".641" = icmp slt i64 %".637", %".378"
  %".642" = select  i1 %".641", i64 %".637", i64 %".378"
  %".643" = mul i64 %".642", %".371"
  %".644" = getelementptr inbounds double, ptr %".1", i64 %".643"
  %".645" = icmp slt i64 %".638", %".378"
  %".646" = select  i1 %".645", i64 %".638", i64 %".378"
  %".647" = mul i64 %".646", %".371"
  %".648" = getelementptr inbounds double, ptr %".1", i64 %".647"
  %".649" = icmp slt i64 %".639", %".378"
  %".650" = select  i1 %".649", i64 %".639", i64 %".378"
  %".651" = mul i64 %".650", %".371"
  %".652" = getelementptr inbounds double, ptr %".1", i64 %".651"
  %".653" = icmp slt i64 %".640", %".378"
  %".654" = select  i1 %".653", i64 %".640", i64 %".378"
  %".655" = mul i64 %".654", %".371"
  %".656" = getelementptr inbounds double, ptr %".1", i64 %".655"
  br label %"terms.1"
done.5:
  %".755" = add nsw i64 %".624", 4
  br label %"loop.4", !llvm.loop !2
terms.1:
  %".658" = phi  i64 [0, %"body.5"], [%".691", %"term.1"]
  %".659" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".675", %"term.1"]
  %".660" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".680", %"term.1"]
  %".661" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".685", %"term.1"]
  %".662" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".690", %"term.1"]
  %".663" = icmp slt i64 %".658", %".369"
  br i1 %".663", label %"term.1", label %"summed.1"
term.1:
  %".665" = mul i64 %".658", %".375"
  %".666" = add i64 %".665", %".624"
  %".667" = getelementptr inbounds double, ptr %".2", i64 %".666"
  %".668" = mul i64 %".658", %".373"
  %".669" = getelementptr inbounds double, ptr %".667", i64 0
  %".670" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".669", i32 8, <4 x i1> %".632", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".671" = getelementptr inbounds double, ptr %".644", i64 %".668"
  %".672" = load double, ptr %".671"
  %".673" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".672", i32 0
  %".674" = shufflevector <4 x double> %".673", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".675" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".674", <4 x double> %".670", <4 x double> %".659")
  %".676" = getelementptr inbounds double, ptr %".648", i64 %".668"
  %".677" = load double, ptr %".676"
  %".678" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".677", i32 0
  %".679" = shufflevector <4 x double> %".678", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".680" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".679", <4 x double> %".670", <4 x double> %".660")
  %".681" = getelementptr inbounds double, ptr %".652", i64 %".668"
  %".682" = load double, ptr %".681"
  %".683" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".682", i32 0
  %".684" = shufflevector <4 x double> %".683", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".685" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".684", <4 x double> %".670", <4 x double> %".661")
  %".686" = getelementptr inbounds double, ptr %".656", i64 %".668"
  %".687" = load double, ptr %".686"
  %".688" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".687", i32 0
  %".689" = shufflevector <4 x double> %".688", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".690" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".689", <4 x double> %".670", <4 x double> %".662")
  %".691" = add nsw i64 %".658", 1
  br label %"terms.1", !llvm.loop !2
summed.1:
  %".693" = fmul <4 x double> %".659", %".380"
  %".694" = icmp sle i64 %".637", %".378"
  br i1 %".694", label %"summed.1.if", label %"summed.1.endif"
summed.1.if:
  %".696" = mul i64 %".637", %".377"
  %".697" = add i64 %".696", %".624"
  %".698" = getelementptr inbounds double, ptr %".3", i64 %".697"
  %".699" = getelementptr inbounds double, ptr %".698", i64 0
  br i1 %".14", label %"summed.1.if.if", label %"summed.1.if.else"
summed.1.endif:
  %".708" = fmul <4 x double> %".660", %".380"
  %".709" = icmp sle i64 %".638", %".378"
  br i1 %".709", label %"summed.1.endif.if", label %"summed.1.endif.endif"
summed.1.if.if:
  %".701" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".699", i32 8, <4 x i1> %".632", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".702" = fadd <4 x double> %".701", %".693"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".702", ptr %".699", i32 8, <4 x i1> %".632")
  br label %"summed.1.if.endif"
summed.1.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".693", ptr %".699", i32 8, <4 x i1> %".632")
  br label %"summed.1.if.endif"
summed.1.if.endif:
  br label %"summed.1.endif"
summed.1.endif.if:
  %".711" = mul i64 %".638", %".377"
  %".712" = add i64 %".711", %".624"
  %".713" = getelementptr inbounds double, ptr %".3", i64 %".712"
  %".714" = getelementptr inbounds double, ptr %".713", i64 0
  br i1 %".14", label %"summed.1.endif.if.if", label %"summed.1.endif.if.else"
summed.1.endif.endif:
  %".723" = fmul <4 x double> %".661", %".380"
  %".724" = icmp sle i64 %".639", %".378"
  br i1 %".724", label %"summed.1.endif.endif.if", label %"summed.1.endif.endif.endif"
summed.1.endif.if.if:
  %".716" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".714", i32 8, <4 x i1> %".632", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".717" = fadd <4 x double> %".716", %".708"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".717", ptr %".714", i32 8, <4 x i1> %".632")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".708", ptr %".714", i32 8, <4 x i1> %".632")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.endif:
  br label %"summed.1.endif.endif"
summed.1.endif.endif.if:
  %".726" = mul i64 %".639", %".377"
  %".727" = add i64 %".726", %".624"
  %".728" = getelementptr inbounds double, ptr %".3", i64 %".727"
  %".729" = getelementptr inbounds double, ptr %".728", i64 0
  br i1 %".14", label %"summed.1.endif.endif.if.if", label %"summed.1.endif.endif.if.else"
summed.1.endif.endif.endif:
  %".738" = fmul <4 x double> %".662", %".380"
  %".739" = icmp sle i64 %".640", %".378"
  br i1 %".739", label %"summed.1.endif.endif.endif.if", label %"summed.1.endif.endif.endif.endif"
summed.1.endif.endif.if.if:
  %".731" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".729", i32 8, <4 x i1> %".632", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".732" = fadd <4 x double> %".731", %".723"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".732", ptr %".729", i32 8, <4 x i1> %".632")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".723", ptr %".729", i32 8, <4 x i1> %".632")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif"
summed.1.endif.endif.endif.if:
  %".741" = mul i64 %".640", %".377"
  %".742" = add i64 %".741", %".624"
  %".743" = getelementptr inbounds double, ptr %".3", i64 %".742"
  %".744" = getelementptr inbounds double, ptr %".743", i64 0
  br i1 %".14", label %"summed.1.endif.endif.endif.if.if", label %"summed.1.endif.endif.endif.if.else"
summed.1.endif.endif.endif.endif:
  %".753" = add nsw i64 %".634", 4
  br label %"loop.5", !llvm.loop !2
summed.1.endif.endif.endif.if.if:
  %".746" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".744", i32 8, <4 x i1> %".632", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".747" = fadd <4 x double> %".746", %".738"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".747", ptr %".744", i32 8, <4 x i1> %".632")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".738", ptr %".744", i32 8, <4 x i1> %".632")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif.endif"
loop.6:
  %".759" = phi  i64 [0, %"case_2.1"], [%".930", %"done.7"]
  %".760" = icmp slt i64 %".759", %".367"
  br i1 %".760", label %"body.6", label %"done.6"
body.6:
  %".762" = add i64 %".759", 0
  %".763" = sub i64 %".367", %".762"
  %".764" = trunc i64 %".763" to i32
  %".765" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".764", i32 0
  %".766" = shufflevector <4 x i32> %".765", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".767" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".766"
  %".768" = add i64 %".759", 4
  %".769" = sub i64 %".367", %".768"
  %".770" = trunc i64 %".769" to i32
  %".771" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".770", i32 0
  %".772" = shufflevector <4 x i32> %".771", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".773" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".772"
  br label %"loop.7"
done.6:
  br label %"chosen.1"
loop.7:
  %".775" = phi  i64 [%".6", %"body.6"], [%".928", %"summed.2.endif.endif.endif.endif"]
  %".776" = icmp slt i64 %".775", %".7"
  br i1 %".776", label %"body.7", label %"done.7"
body.7:
  %".778" = add i64 %".775", 0
  %".779" = add i64 %".775", 1
  %".780" = add i64 %".775", 2
  %".781" = add i64 %".775", 3
  %".782" = icmp slt i64 %".778", %".378"
  %".783" = select  i1 %".782", i64 %".778", i64 %".378"
  %".784" = mul i64 %".783", %".371"
  %".785" = getelementptr inbounds double, ptr %".1", i64 %".784"
  %".786" = icmp slt i64 %".779", %".378"
  %".787" = select  i1 %".786", i64 %".779", i64 %".378"
  %".788" = mul i64 %".787", %".371"
  %".789" = getelementptr inbounds double, ptr %".1", i64 %".788"
  %".790" = icmp slt i64 %".780", %".378"
  %".791" = select  i1 %".790", i64 %".780", i64 %".378"
  %".792" = mul i64 %".791", %".371"
  %".793" = getelementptr inbounds double, ptr %".1", i64 %".792"
  %".794" = icmp slt i64 %".781", %".378"
  %".795" = select  i1 %".794", i64 %".781", i64 %".378"
  %".796" = mul i64 %".795", %".371"
  %".797" = getelementptr inbounds double, ptr %".1", i64 %".796"
  br label %"terms.2"
done.7:
  %".930" = add nsw i64 %".759", 8
  br label %"loop.6", !llvm.loop !2
terms.2:
  %".799" = phi  i64 [0, %"body.7"], [%".842", %"term.2"]
  %".800" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".822", %"term.2"]
  %".801" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".823", %"term.2"]
  %".802" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".828", %"term.2"]
  %".803" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".829", %"term.2"]
  %".804" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".834", %"term.2"]
  %".805" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".835", %"term.2"]
  %".806" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".840", %"term.2"]
  %".807" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".841", %"term.2"]
  %".808" = icmp slt i64 %".799", %".369"
  br i1 %".808", label %"term.2", label %"summed.2"
term.2:
  %".810" = mul i64 %".799", %".375"
  %".811" = add i64 %".810", %".759"
  %".812" = getelementptr inbounds double, ptr %".2", i64 %".811"
  %".813" = mul i64 %".799", %".373"
  %".814" = getelementptr inbounds double, ptr %".812", i64 0
  %".815" = getelementptr inbounds double, ptr %".812", i64 4
  %".816" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".814", i32 8, <4 x i1> %".767", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".817" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".815", i32 8, <4 x i1> %".773", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".818" = getelementptr inbounds double, ptr %".785", i64 %".813"
  %".819" = load double, ptr %".818"
  %".820" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".819", i32 0
  %".821" = shufflevector <4 x double> %".820", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".822" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".821", <4 x double> %".816", <4 x double> %".800")
  %".823" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".821", <4 x double> %".817", <4 x double> %".801")
  %".824" = getelementptr inbounds double, ptr %".789", i64 %".813"
  %".825" = load double, ptr %".824"
  %".826" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".825", i32 0
  %".827" = shufflevector <4 x double> %".826", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".828" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".827", <4 x double> %".816", <4 x double> %".802")
  %".829" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".827", <4 x double> %".817", <4 x double> %".803")
  %".830" = getelementptr inbounds double, ptr %".793", i64 %".813"
  %".831" = load double, ptr %".830"
  %".832" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".831", i32 0
  %".833" = shufflevector <4 x double> %".832", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".834" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".833", <4 x double> %".816", <4 x double> %".804")
  %".835" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".833", <4 x double> %".817", <4 x double> %".805")
  %".836" = getelementptr inbounds double, ptr %".797", i64 %".813"
  %".837" = load double, ptr %".836"
  %".838" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".837", i32 0
  %".839" = shufflevector <4 x double> %".838", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".840" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".839", <4 x double> %".816", <4 x double> %".806")
  %".841" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".839", <4 x double> %".817", <4 x double> %".807")
  %".842" = add nsw i64 %".799", 1
  br label %"terms.2", !llvm.loop !2
summed.2:
  %".844" = fmul <4 x double> %".800", %".380"
  %".845" = fmul <4 x double> %".801", %".380"
  %".846" = icmp sle i64 %".778", %".378"
  br i1 %".846", label %"summed.2.if", label %"summed.2.endif"
summed.2.if:
  %".848" = mul i64 %".778", %".377"
  %".849" = add i64 %".848", %".759"
  %".850" = getelementptr inbounds double, ptr %".3", i64 %".849"
  %".851" = getelementptr inbounds double, ptr %".850", i64 0
  %".852" = getelementptr inbounds double, ptr %".850", i64 4
  br i1 %".14", label %"summed.2.if.if", label %"summed.2.if.else"
summed.2.endif:
  %".865" = fmul <4 x double> %".802", %".380"
  %".866" = fmul <4 x double> %".803", %".380"
  %".867" = icmp sle i64 %".779", %".378"
  br i1 %".867", label %"summed.2.endif.if", label %"summed.2.endif.endif"
summed.2.if.if:
  %".854" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".851", i32 8, <4 x i1> %".767", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".855" = fadd <4 x double> %".854", %".844"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".855", ptr %".851", i32 8, <4 x i1> %".767")
  %".857" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".852", i32 8, <4 x i1> %".773", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".858" = fadd <4 x double> %".857", %".845"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".858", ptr %".852", i32 8, <4 x i1> %".773")
  br label %"summed.2.if.endif"
summed.2.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".844", ptr %".851", i32 8, <4 x i1> %".767")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".845", ptr %".852", i32 8, <4 x i1> %".773")
  br label %"summed.2.if.endif"
summed.2.if.endif:
  br label %"summed.2.endif"
summed.2.endif.if:
  %".869" = mul i64 %".779", %".377"
  %".870" = add i64 %".869", %".759"
  %".871" = getelementptr inbounds double, ptr %".3", i64 %".870"
  %".872" = getelementptr inbounds double, ptr %".871", i64 0
  %".873" = getelementptr inbounds double, ptr %".871", i64 4
  br i1 %".14", label %"summed.2.endif.if.if", label %"summed.2.endif.if.else"
summed.2.endif.endif:
  %".886" = fmul <4 x double> %".804", %".380"
  %".887" = fmul <4 x double> %".805", %".380"
  %".888" = icmp sle i64 %".780", %".378"
  br i1 %".888", label %"summed.2.endif.endif.if", label %"summed.2.endif.endif.endif"
summed.2.endif.if.if:
  %".875" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".872", i32 8, <4 x i1> %".767", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".876" = fadd <4 x double> %".875", %".865"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".876", ptr %".872", i32 8, <4 x i1> %".767")
  %".878" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".873", i32 8, <4 x i1> %".773", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".879" = fadd <4 x double> %".878", %".866"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".879", ptr %".873", i32 8, <4 x i1> %".773")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".865", ptr %".872", i32 8, <4 x i1> %".767")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".866", ptr %".873", i32 8, <4 x i1> %".773")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.endif:
  br label %"summed.2.endif.endif"
summed.2.endif.endif.if:
  %".890" = mul i64 %".780", %".377"
  %".891" = add i64 %".890", %".759"
  %".892" = getelementptr inbounds double, ptr %".3", i64 %".891"
  %".893" = getelementptr inbounds double, ptr %".892", i64 0
  %".894" = getelementptr inbounds double, ptr %".892", i64 4
  br i1 %".14", label %"summed.2.endif.endif.if.if", label %"summed.2.endif.endif.if.else"
summed.2.endif.endif.endif:
  %".907" = fmul <4 x double> %".806", %".380"
  %".908" = fmul <4 x double> %".807", %".380"
  %".909" = icmp sle i64 %".781", %".378"
  br i1 %".909", label %"summed.2.endif.endif.endif.if", label %"summed.2.endif.endif.endif.endif"
summed.2.endif.endif.if.if:
  %".896" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".893", i32 8, <4 x i1> %".767", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".897" = fadd <4 x double> %".896", %".886"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".897", ptr %".893", i32 8, <4 x i1> %".767")
  %".899" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".894", i32 8, <4 x i1> %".773", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".900" = fadd <4 x double> %".899", %".887"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".900", ptr %".894", i32 8, <4 x i1> %".773")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".886", ptr %".893", i32 8, <4 x i1> %".767")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".887", ptr %".894", i32 8, <4 x i1> %".773")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif"
summed.2.endif.endif.endif.if:
  %".911" = mul i64 %".781", %".377"
  %".912" = add i64 %".911", %".759"
  %".913" = getelementptr inbounds double, ptr %".3", i64 %".912"
  %".914" = getelementptr inbounds double, ptr %".913", i64 0
  %".915" = getelementptr inbounds double, ptr %".913", i64 4
  br i1 %".14", label %"summed.2.endif.endif.endif.if.if", label %"summed.2.endif.endif.endif.if.else"
summed.2.endif.endif.endif.endif:
  %".928" = add nsw i64 %".775", 4
  br label %"loop.7", !llvm.loop !2
summed.2.endif.endif.endif.if.if:
  %".917" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".914", i32 8, <4 x i1> %".767", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".918" = fadd <4 x double> %".917", %".907"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".918", ptr %".914", i32 8, <4 x i1> %".767")
  %".920" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".915", i32 8, <4 x i1> %".773", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".921" = fadd <4 x double> %".920", %".908"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".921", ptr %".915", i32 8, <4 x i1> %".773")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".907", ptr %".914", i32 8, <4 x i1> %".767")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".908", ptr %".915", i32 8, <4 x i1> %".773")
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
  %".24" = getelementptr double, ptr %".1", i64 %".23"
  %".25" = mul i64 %".20", %".14"
  %".26" = getelementptr double, ptr %".2", i64 %".25"
  %".27" = mul i64 %".20", %".16"
  %".28" = getelementptr double, ptr %".3", i64 %".27"
  %".29" = mul i64 %".20", %".18"
  %".30" = getelementptr double, ptr %".4", i64 %".29"
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
  %".46" = getelementptr double, ptr %".24", i64 %".45"
  %".47" = mul i64 %".42", %".36"
  %".48" = getelementptr double, ptr %".26", i64 %".47"
  %".49" = mul i64 %".42", %".38"
  %".50" = getelementptr double, ptr %".28", i64 %".49"
  %".51" = mul i64 %".42", %".40"
  %".52" = getelementptr double, ptr %".30", i64 %".51"
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
  %".68" = getelementptr double, ptr %".46", i64 %".67"
  %".69" = mul i64 %".64", %".58"
  %".70" = getelementptr double, ptr %".48", i64 %".69"
  %".71" = mul i64 %".64", %".60"
  %".72" = getelementptr double, ptr %".50", i64 %".71"
  %".73" = mul i64 %".64", %".62"
  %".74" = getelementptr double, ptr %".52", i64 %".73"
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
  %".90" = getelementptr double, ptr %".68", i64 %".89"
  %".91" = mul i64 %".86", %".80"
  %".92" = getelementptr double, ptr %".70", i64 %".91"
  %".93" = mul i64 %".86", %".82"
  %".94" = getelementptr double, ptr %".72", i64 %".93"
  %".95" = mul i64 %".86", %".84"
  %".96" = getelementptr double, ptr %".74", i64 %".95"
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
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

define internal void @"copy_float64.0"(ptr %".1", ptr noalias %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7") noinline
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
  %".34" = getelementptr inbounds double, ptr %".1", i64 %".33"
  %".35" = load double, ptr %".34", align 8
  %".36" = load i64, i64* %"i"
  %".37" = load i64, i64* %"c_row"
  %".38" = mul i64 %".36", %".37"
  %".39" = load i64, i64* %"j"
  %".40" = add i64 %".38", %".39"
  %".41" = getelementptr inbounds double, ptr %".2", i64 %".40"
  store double %".35", ptr %".41", align 8
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
  %".78" = getelementptr inbounds double, ptr %".1", i64 %".77"
  %".79" = load double, ptr %".78", align 8
  %".80" = load i64, i64* %"i"
  %".81" = load i64, i64* %"c_row"
  %".82" = mul i64 %".80", %".81"
  %".83" = load i64, i64* %"j"
  %".84" = add i64 %".82", %".83"
  %".85" = getelementptr inbounds double, ptr %".2", i64 %".84"
  store double %".79", ptr %".85", align 8
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
  %".83" = getelementptr inbounds i64, ptr %".5", i64 4
  %".84" = load i64, ptr %".83"
  %".85" = getelementptr inbounds i64, ptr %".5", i64 5
  %".86" = load i64, ptr %".85"
  %".87" = getelementptr inbounds i64, ptr %".5", i64 6
  %".88" = load i64, ptr %".87"
  %".89" = getelementptr inbounds i64, ptr %".5", i64 7
  %".90" = load i64, ptr %".89"
  %".91" = getelementptr inbounds i64, ptr %".5", i64 8
  %".92" = load i64, ptr %".91"
  %".93" = getelementptr inbounds i64, ptr %".5", i64 9
  %".94" = load i64, ptr %".93"
  %".95" = getelementptr inbounds i64, ptr %".5", i64 18
  %".96" = load i64, ptr %".95"
  %".97" = getelementptr inbounds i64, ptr %".5", i64 19
  %".98" = load i64, ptr %".97"
  %".99" = bitcast i64 %".98" to double
  %".100" = getelementptr inbounds i64, ptr %".5", i64 2
  %".101" = load i64, ptr %".100"
  %".102" = getelementptr inbounds i64, ptr %".5", i64 3
  %".103" = load i64, ptr %".102"
  call void @"multiply_float64.0"(ptr %".1", ptr %".2", ptr %".3", i64 %".101", i64 %".103", i64 %".84", i64 %".86", i64 %".88", i64 %".90", i64 %".92", i64 %".94", i64 %".96", double %".99", i64 %".6", i64 %".7")
  br label %"end"
gemm:
  %".664" = sub i64 %".7", %".6"
  %".665" = getelementptr inbounds i64, ptr %".5", i64 2
  %".666" = load i64, ptr %".665"
  %".667" = getelementptr inbounds i64, ptr %".5", i64 4
  %".668" = load i64, ptr %".667"
  %".669" = mul i64 %".6", %".668"
  %".670" = getelementptr double, ptr %".1", i64 %".669"
  %".671" = getelementptr inbounds i64, ptr %".5", i64 8
  %".672" = load i64, ptr %".671"
  %".673" = mul i64 %".6", %".672"
  %".674" = getelementptr double, ptr %".3", i64 %".673"
  %".675" = getelementptr inbounds i64, ptr %".5", i64 10
  %".676" = load i64, ptr %".675"
  %".677" = getelementptr inbounds i64, ptr %".5", i64 11
  %".678" = load i64, ptr %".677"
  %".679" = getelementptr inbounds i64, ptr %".5", i64 12
  %".680" = load i64, ptr %".679"
  %".681" = getelementptr inbounds i64, ptr %".5", i64 3
  %".682" = load i64, ptr %".681"
  %".683" = trunc i64 %".676" to i32
  %".684" = trunc i64 %".678" to i32
  %".685" = trunc i64 %".680" to i32
  %".686" = trunc i64 %".664" to i32
  %".687" = trunc i64 %".666" to i32
  %".688" = trunc i64 %".682" to i32
  %".689" = getelementptr inbounds i64, ptr %".5", i64 13
  %".690" = load i64, ptr %".689"
  %".691" = trunc i64 %".690" to i32
  %".692" = getelementptr inbounds i64, ptr %".5", i64 14
  %".693" = load i64, ptr %".692"
  %".694" = trunc i64 %".693" to i32
  %".695" = getelementptr inbounds i64, ptr %".5", i64 15
  %".696" = load i64, ptr %".695"
  %".697" = trunc i64 %".696" to i32
  %".698" = getelementptr inbounds i64, ptr %".5", i64 18
  %".699" = load i64, ptr %".698"
  %".700" = icmp ne i64 %".699", 0
  %".701" = select  i1 %".700", double 0x3ff0000000000000, double              0x0
  %".702" = getelementptr inbounds i64, ptr %".5", i64 19
  %".703" = load i64, ptr %".702"
  %".704" = bitcast i64 %".703" to double
  %".705" = getelementptr inbounds i64, ptr %".5", i64 16
  %".706" = load i64, ptr %".705"
  %".707" = inttoptr i64 %".706" to ptr
  call void %".707"(i32 %".683", i32 %".684", i32 %".685", i32 %".686", i32 %".687", i32 %".688", double %".704", ptr %".670", i32 %".691", ptr %".2", i32 %".694", double %".701", ptr %".674", i32 %".697")
  br label %"end"
gemv:
  %".764" = getelementptr inbounds i64, ptr %".5", i64 4
  %".765" = load i64, ptr %".764"
  %".766" = mul i64 %".6", %".765"
  %".767" = getelementptr double, ptr %".1", i64 %".766"
  %".768" = getelementptr inbounds i64, ptr %".5", i64 8
  %".769" = load i64, ptr %".768"
  %".770" = mul i64 %".6", %".769"
  %".771" = getelementptr double, ptr %".3", i64 %".770"
  %".772" = sub i64 %".7", %".6"
  %".773" = getelementptr inbounds i64, ptr %".5", i64 3
  %".774" = load i64, ptr %".773"
  %".775" = getelementptr inbounds i64, ptr %".5", i64 11
  %".776" = load i64, ptr %".775"
  %".777" = icmp eq i64 %".776", 111
  %".778" = select  i1 %".777", i64 %".772", i64 %".774"
  %".779" = select  i1 %".777", i64 %".774", i64 %".772"
  %".780" = getelementptr inbounds i64, ptr %".5", i64 11
  %".781" = load i64, ptr %".780"
  %".782" = trunc i64 101 to i32
  %".783" = trunc i64 %".781" to i32
  %".784" = trunc i64 %".778" to i32
  %".785" = trunc i64 %".779" to i32
  %".786" = getelementptr inbounds i64, ptr %".5", i64 13
  %".787" = load i64, ptr %".786"
  %".788" = trunc i64 %".787" to i32
  %".789" = getelementptr inbounds i64, ptr %".5", i64 6
  %".790" = load i64, ptr %".789"
  %".791" = trunc i64 %".790" to i32
  %".792" = getelementptr inbounds i64, ptr %".5", i64 8
  %".793" = load i64, ptr %".792"
  %".794" = trunc i64 %".793" to i32
  %".795" = getelementptr inbounds i64, ptr %".5", i64 19
  %".796" = load i64, ptr %".795"
  %".797" = bitcast i64 %".796" to double
  %".798" = getelementptr inbounds i64, ptr %".5", i64 18
  %".799" = load i64, ptr %".798"
  %".800" = icmp ne i64 %".799", 0
  %".801" = select  i1 %".800", double 0x3ff0000000000000, double              0x0
  %".802" = getelementptr inbounds i64, ptr %".5", i64 16
  %".803" = load i64, ptr %".802"
  %".804" = inttoptr i64 %".803" to ptr
  call void %".804"(i32 %".782", i32 %".783", i32 %".784", i32 %".785", double %".797", ptr %".767", i32 %".788", ptr %".2", i32 %".791", double %".801", ptr %".771", i32 %".794")
  br label %"end"
half:
  %".807" = getelementptr inbounds i64, ptr %".5", i64 17
  %".808" = load i64, ptr %".807"
  %".809" = getelementptr inbounds i64, ptr %".5", i64 1
  %".810" = load i64, ptr %".809"
  %".811" = sub i64 %".810", 1
  %".812" = sdiv i64 %".811", %".808"
  br label %"loop.6"
left:
  %".886" = sub i64 %".7", %".6"
  %".887" = getelementptr inbounds i64, ptr %".5", i64 1
  %".888" = load i64, ptr %".887"
  %".889" = getelementptr inbounds i64, ptr %".5", i64 7
  %".890" = load i64, ptr %".889"
  %".891" = mul i64 %".6", %".890"
  %".892" = getelementptr double, ptr %".2", i64 %".891"
  %".893" = getelementptr inbounds i64, ptr %".5", i64 9
  %".894" = load i64, ptr %".893"
  %".895" = mul i64 %".6", %".894"
  %".896" = getelementptr double, ptr %".3", i64 %".895"
  %".897" = getelementptr inbounds i64, ptr %".5", i64 6
  %".898" = load i64, ptr %".897"
  %".899" = getelementptr inbounds i64, ptr %".5", i64 7
  %".900" = load i64, ptr %".899"
  %".901" = getelementptr inbounds i64, ptr %".5", i64 8
  %".902" = load i64, ptr %".901"
  call void @"copy_float64.0"(ptr %".892", ptr %".896", i64 %".888", i64 %".886", i64 %".898", i64 %".900", i64 %".902")
  %".904" = getelementptr inbounds i64, ptr %".5", i64 10
  %".905" = load i64, ptr %".904"
  %".906" = getelementptr inbounds i64, ptr %".5", i64 17
  %".907" = load i64, ptr %".906"
  %".908" = getelementptr inbounds i64, ptr %".5", i64 11
  %".909" = load i64, ptr %".908"
  %".910" = trunc i64 %".905" to i32
  %".911" = trunc i64 141 to i32
  %".912" = trunc i64 %".907" to i32
  %".913" = trunc i64 %".909" to i32
  %".914" = trunc i64 131 to i32
  %".915" = trunc i64 %".888" to i32
  %".916" = trunc i64 %".886" to i32
  %".917" = getelementptr inbounds i64, ptr %".5", i64 13
  %".918" = load i64, ptr %".917"
  %".919" = trunc i64 %".918" to i32
  %".920" = getelementptr inbounds i64, ptr %".5", i64 15
  %".921" = load i64, ptr %".920"
  %".922" = trunc i64 %".921" to i32
  %".923" = getelementptr inbounds i64, ptr %".5", i64 16
  %".924" = load i64, ptr %".923"
  %".925" = inttoptr i64 %".924" to ptr
  call void %".925"(i32 %".910", i32 %".911", i32 %".912", i32 %".913", i32 %".914", i32 %".915", i32 %".916", double 0x3ff0000000000000, ptr %".1", i32 %".919", ptr %".896", i32 %".922")
  br label %"end"
right:
  %".928" = sub i64 %".7", %".6"
  %".929" = getelementptr inbounds i64, ptr %".5", i64 2
  %".930" = load i64, ptr %".929"
  %".931" = getelementptr inbounds i64, ptr %".5", i64 4
  %".932" = load i64, ptr %".931"
  %".933" = mul i64 %".6", %".932"
  %".934" = getelementptr double, ptr %".1", i64 %".933"
  %".935" = getelementptr inbounds i64, ptr %".5", i64 8
  %".936" = load i64, ptr %".935"
  %".937" = mul i64 %".6", %".936"
  %".938" = getelementptr double, ptr %".3", i64 %".937"
  %".939" = getelementptr inbounds i64, ptr %".5", i64 4
  %".940" = load i64, ptr %".939"
  %".941" = getelementptr inbounds i64, ptr %".5", i64 5
  %".942" = load i64, ptr %".941"
  %".943" = getelementptr inbounds i64, ptr %".5", i64 8
  %".944" = load i64, ptr %".943"
  call void @"copy_float64.0"(ptr %".934", ptr %".938", i64 %".928", i64 %".930", i64 %".940", i64 %".942", i64 %".944")
  %".946" = getelementptr inbounds i64, ptr %".5", i64 10
  %".947" = load i64, ptr %".946"
  %".948" = getelementptr inbounds i64, ptr %".5", i64 17
  %".949" = load i64, ptr %".948"
  %".950" = getelementptr inbounds i64, ptr %".5", i64 12
  %".951" = load i64, ptr %".950"
  %".952" = trunc i64 %".947" to i32
  %".953" = trunc i64 142 to i32
  %".954" = trunc i64 %".949" to i32
  %".955" = trunc i64 %".951" to i32
  %".956" = trunc i64 131 to i32
  %".957" = trunc i64 %".928" to i32
  %".958" = trunc i64 %".930" to i32
  %".959" = getelementptr inbounds i64, ptr %".5", i64 14
  %".960" = load i64, ptr %".959"
  %".961" = trunc i64 %".960" to i32
  %".962" = getelementptr inbounds i64, ptr %".5", i64 15
  %".963" = load i64, ptr %".962"
  %".964" = trunc i64 %".963" to i32
  %".965" = getelementptr inbounds i64, ptr %".5", i64 16
  %".966" = load i64, ptr %".965"
  %".967" = inttoptr i64 %".966" to ptr
  call void %".967"(i32 %".952", i32 %".953", i32 %".954", i32 %".955", i32 %".956", i32 %".957", i32 %".958", double 0x3ff0000000000000, ptr %".2", i32 %".961", ptr %".938", i32 %".964")
  br label %"end"
columns:
  %".710" = getelementptr inbounds i64, ptr %".5", i64 7
  %".711" = load i64, ptr %".710"
  %".712" = mul i64 %".6", %".711"
  %".713" = getelementptr double, ptr %".2", i64 %".712"
  %".714" = getelementptr inbounds i64, ptr %".5", i64 9
  %".715" = load i64, ptr %".714"
  %".716" = mul i64 %".6", %".715"
  %".717" = getelementptr double, ptr %".3", i64 %".716"
  %".718" = getelementptr inbounds i64, ptr %".5", i64 1
  %".719" = load i64, ptr %".718"
  %".720" = sub i64 %".7", %".6"
  %".721" = getelementptr inbounds i64, ptr %".5", i64 4
  %".722" = load i64, ptr %".721"
  %".723" = mul i64 0, %".722"
  %".724" = getelementptr double, ptr %".1", i64 %".723"
  %".725" = getelementptr inbounds i64, ptr %".5", i64 8
  %".726" = load i64, ptr %".725"
  %".727" = mul i64 0, %".726"
  %".728" = getelementptr double, ptr %".717", i64 %".727"
  %".729" = getelementptr inbounds i64, ptr %".5", i64 10
  %".730" = load i64, ptr %".729"
  %".731" = getelementptr inbounds i64, ptr %".5", i64 11
  %".732" = load i64, ptr %".731"
  %".733" = getelementptr inbounds i64, ptr %".5", i64 12
  %".734" = load i64, ptr %".733"
  %".735" = getelementptr inbounds i64, ptr %".5", i64 3
  %".736" = load i64, ptr %".735"
  %".737" = trunc i64 %".730" to i32
  %".738" = trunc i64 %".732" to i32
  %".739" = trunc i64 %".734" to i32
  %".740" = trunc i64 %".719" to i32
  %".741" = trunc i64 %".720" to i32
  %".742" = trunc i64 %".736" to i32
  %".743" = getelementptr inbounds i64, ptr %".5", i64 13
  %".744" = load i64, ptr %".743"
  %".745" = trunc i64 %".744" to i32
  %".746" = getelementptr inbounds i64, ptr %".5", i64 14
  %".747" = load i64, ptr %".746"
  %".748" = trunc i64 %".747" to i32
  %".749" = getelementptr inbounds i64, ptr %".5", i64 15
  %".750" = load i64, ptr %".749"
  %".751" = trunc i64 %".750" to i32
  %".752" = getelementptr inbounds i64, ptr %".5", i64 18
  %".753" = load i64, ptr %".752"
  %".754" = icmp ne i64 %".753", 0
  %".755" = select  i1 %".754", double 0x3ff0000000000000, double              0x0
  %".756" = getelementptr inbounds i64, ptr %".5", i64 19
  %".757" = load i64, ptr %".756"
  %".758" = bitcast i64 %".757" to double
  %".759" = getelementptr inbounds i64, ptr %".5", i64 16
  %".760" = load i64, ptr %".759"
  %".761" = inttoptr i64 %".760" to ptr
  call void %".761"(i32 %".737", i32 %".738", i32 %".739", i32 %".740", i32 %".741", i32 %".742", double %".758", ptr %".724", i32 %".745", ptr %".713", i32 %".748", double %".755", ptr %".728", i32 %".751")
  br label %"end"
small:
  %".106" = getelementptr inbounds i64, ptr %".5", i64 2
  %".107" = load i64, ptr %".106"
  %".108" = getelementptr inbounds i64, ptr %".5", i64 3
  %".109" = load i64, ptr %".108"
  %".110" = getelementptr inbounds i64, ptr %".5", i64 4
  %".111" = load i64, ptr %".110"
  %".112" = getelementptr inbounds i64, ptr %".5", i64 5
  %".113" = load i64, ptr %".112"
  %".114" = getelementptr inbounds i64, ptr %".5", i64 6
  %".115" = load i64, ptr %".114"
  %".116" = getelementptr inbounds i64, ptr %".5", i64 8
  %".117" = load i64, ptr %".116"
  %".118" = getelementptr inbounds i64, ptr %".5", i64 18
  %".119" = load i64, ptr %".118"
  %".120" = icmp ne i64 %".119", 0
  %".121" = sub i64 %".7", 1
  %".122" = getelementptr inbounds i64, ptr %".5", i64 19
  %".123" = load i64, ptr %".122"
  %".124" = bitcast i64 %".123" to double
  %".125" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".124", i32 0
  %".126" = shufflevector <4 x double> %".125", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".127" = getelementptr inbounds i64, ptr %".5", i64 17
  %".128" = load i64, ptr %".127"
  switch i64 %".128", label %"case_0" [i64 1, label %"case_1" i64 2, label %"case_2"]
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
  %".42" = getelementptr inbounds i64, ptr %".5", i64 16
  %".43" = load i64, ptr %".42"
  %".44" = inttoptr i64 %".43" to ptr
  call void %".44"(ptr %".1", ptr %".2", ptr %".3", ptr %".4", i64 %".14", i64 %".16", i64 %".18", i64 %".20", i64 %".22", i64 %".24", i64 %".26", i64 %".28", i64 %".30", i64 %".32", i64 %".34", i64 %".36", i64 %".38", double %".41", i64 %".6", i64 %".7")
  br label %"end"
end:
  ret void
others:
  %".47" = getelementptr inbounds i64, ptr %".5", i64 22
  %".48" = load i64, ptr %".47"
  %".49" = icmp ne i64 %".48", 0
  br i1 %".49", label %"others.if", label %"others.endif"
others.if:
  %".51" = getelementptr inbounds i64, ptr %".5", i64 0
  %".52" = load i64, ptr %".51"
  %".53" = icmp eq i64 %".52", 6
  %".54" = getelementptr inbounds i64, ptr %".5", i64 20
  %".55" = load i64, ptr %".54"
  %".56" = getelementptr inbounds i64, ptr %".5", i64 21
  %".57" = load i64, ptr %".56"
  %".58" = getelementptr inbounds i64, ptr %".5", i64 8
  %".59" = load i64, ptr %".58"
  %".60" = getelementptr inbounds i64, ptr %".5", i64 9
  %".61" = load i64, ptr %".60"
  %".62" = select  i1 %".53", i64 %".57", i64 %".55"
  %".63" = mul i64 %".6", %".62"
  %".64" = getelementptr double, ptr %".4", i64 %".63"
  %".65" = select  i1 %".53", i64 %".61", i64 %".59"
  %".66" = mul i64 %".6", %".65"
  %".67" = getelementptr double, ptr %".3", i64 %".66"
  %".68" = sub i64 %".7", %".6"
  %".69" = getelementptr inbounds i64, ptr %".5", i64 1
  %".70" = load i64, ptr %".69"
  %".71" = select  i1 %".53", i64 %".70", i64 %".68"
  %".72" = getelementptr inbounds i64, ptr %".5", i64 2
  %".73" = load i64, ptr %".72"
  %".74" = select  i1 %".53", i64 %".68", i64 %".73"
  %".75" = getelementptr inbounds i64, ptr %".5", i64 22
  %".76" = load i64, ptr %".75"
  %".77" = inttoptr i64 %".76" to ptr
  call void %".77"(ptr %".64", ptr %".67", i64 %".71", i64 %".74", i64 %".55", i64 %".57", i64 %".59", i64 %".61")
  br label %"others.endif"
others.endif:
  %".80" = getelementptr inbounds i64, ptr %".5", i64 0
  %".81" = load i64, ptr %".80"
  switch i64 %".81", label %"loops" [i64 1, label %"gemm" i64 2, label %"gemv" i64 3, label %"half" i64 4, label %"left" i64 5, label %"right" i64 6, label %"columns" i64 8, label %"small"]
chosen:
  br label %"end"
case_0:
  br label %"loop"
case_1:
  br label %"loop.2"
case_2:
  br label %"loop.4"
loop:
  %".131" = phi  i64 [0, %"case_0"], [%".358", %"done.1"]
  %".132" = icmp slt i64 %".131", %".107"
  br i1 %".132", label %"body", label %"done"
body:
  %".134" = add i64 %".131", 0
  %".135" = sub i64 %".107", %".134"
  %".136" = trunc i64 %".135" to i32
  %".137" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".136", i32 0
  %".138" = shufflevector <4 x i32> %".137", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".139" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".138"
  br label %"loop.1"
done:
  br label %"chosen"
loop.1:
  %".141" = phi  i64 [%".6", %"body"], [%".356", %"summed.endif.endif.endif.endif.endif.endif.endif.endif"]
  %".142" = icmp slt i64 %".141", %".7"
  br i1 %".142", label %"body.1", label %"done.1"
body.1:
  %".144" = add i64 %".141", 0
  %".145" = add i64 %".141", 1
  %".146" = add i64 %".141", 2
  %".147" = add i64 %".141", 3
  %".148" = add i64 %".141", 4
  %".149" = add i64 %".141", 5
  %".150" = add i64 %".141", 6
  %".151" = add i64 %".141", 7
  %".152" = icmp sle i64 %".144", %".121"
  %".153" = icmp sle i64 %".145", %".121"
  %".154" = icmp sle i64 %".146", %".121"
  %".155" = icmp sle i64 %".147", %".121"
  %".156" = icmp sle i64 %".148", %".121"
  %".157" = icmp sle i64 %".149", %".121"
  %".158" = icmp sle i64 %".150", %".121"
  %".159" = icmp sle i64 %".151", %".121"
  %".160" = select  i1 %".152", i64 %".144", i64 %".121"
  %".161" = mul i64 %".160", %".111"
  %".162" = getelementptr inbounds double, ptr %".1", i64 %".161"
  %".163" = select  i1 %".153", i64 %".145", i64 %".121"
  %".164" = mul i64 %".163", %".111"
  %".165" = getelementptr inbounds double, ptr %".1", i64 %".164"
  %".166" = select  i1 %".154", i64 %".146", i64 %".121"
  %".167" = mul i64 %".166", %".111"
  %".168" = getelementptr inbounds double, ptr %".1", i64 %".167"
  %".169" = select  i1 %".155", i64 %".147", i64 %".121"
  %".170" = mul i64 %".169", %".111"
  %".171" = getelementptr inbounds double, ptr %".1", i64 %".170"
  %".172" = select  i1 %".156", i64 %".148", i64 %".121"
  %".173" = mul i64 %".172", %".111"
  %".174" = getelementptr inbounds double, ptr %".1", i64 %".173"
  %".175" = select  i1 %".157", i64 %".149", i64 %".121"
  %".176" = mul i64 %".175", %".111"
  %".177" = getelementptr inbounds double, ptr %".1", i64 %".176"
  %".178" = select  i1 %".158", i64 %".150", i64 %".121"
  %".179" = mul i64 %".178", %".111"
  %".180" = getelementptr inbounds double, ptr %".1", i64 %".179"
  %".181" = select  i1 %".159", i64 %".151", i64 %".121"
  %".182" = mul i64 %".181", %".111"
  %".183" = getelementptr inbounds double, ptr %".1", i64 %".182"
  br label %"terms"
done.1:
  %".358" = add nsw i64 %".131", 4
  br label %"loop", !llvm.loop !2
terms:
  %".185" = phi  i64 [0, %"body.1"], [%".242", %"term"]
  %".186" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.1"], [%".206", %"term"]
  %".187" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.1"], [%".211", %"term"]
  %".188" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.1"], [%".216", %"term"]
  %".189" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.1"], [%".221", %"term"]
  %".190" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.1"], [%".226", %"term"]
  %".191" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.1"], [%".231", %"term"]
  %".192" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.1"], [%".236", %"term"]
  %".193" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.1"], [%".241", %"term"]
  %".194" = icmp slt i64 %".185", %".109"
  br i1 %".194", label %"term", label %"summed"
term:
  %".196" = mul i64 %".185", %".115"
  %".197" = add i64 %".196", %".131"
  %".198" = getelementptr inbounds double, ptr %".2", i64 %".197"
  %".199" = mul i64 %".185", %".113"
  %".200" = getelementptr inbounds double, ptr %".198", i64 0
  %".201" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".200", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".202" = getelementptr inbounds double, ptr %".162", i64 %".199"
  %".203" = load double, ptr %".202"
  %".204" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".203", i32 0
  %".205" = shufflevector <4 x double> %".204", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".206" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".205", <4 x double> %".201", <4 x double> %".186")
  %".207" = getelementptr inbounds double, ptr %".165", i64 %".199"
  %".208" = load double, ptr %".207"
  %".209" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".208", i32 0
  %".210" = shufflevector <4 x double> %".209", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".211" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".210", <4 x double> %".201", <4 x double> %".187")
  %".212" = getelementptr inbounds double, ptr %".168", i64 %".199"
  %".213" = load double, ptr %".212"
  %".214" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".213", i32 0
  %".215" = shufflevector <4 x double> %".214", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".216" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".215", <4 x double> %".201", <4 x double> %".188")
  %".217" = getelementptr inbounds double, ptr %".171", i64 %".199"
  %".218" = load double, ptr %".217"
  %".219" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".218", i32 0
  %".220" = shufflevector <4 x double> %".219", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".221" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".220", <4 x double> %".201", <4 x double> %".189")
  %".222" = getelementptr inbounds double, ptr %".174", i64 %".199"
  %".223" = load double, ptr %".222"
  %".224" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".223", i32 0
  %".225" = shufflevector <4 x double> %".224", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".226" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".225", <4 x double> %".201", <4 x double> %".190")
  %".227" = getelementptr inbounds double, ptr %".177", i64 %".199"
  %".228" = load double, ptr %".227"
  %".229" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".228", i32 0
  %".230" = shufflevector <4 x double> %".229", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".231" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".230", <4 x double> %".201", <4 x double> %".191")
  %".232" = getelementptr inbounds double, ptr %".180", i64 %".199"
  %".233" = load double, ptr %".232"
  %".234" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".233", i32 0
  %".235" = shufflevector <4 x double> %".234", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".236" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".235", <4 x double> %".201", <4 x double> %".192")
  %".237" = getelementptr inbounds double, ptr %".183", i64 %".199"
  %".238" = load double, ptr %".237"
  %".239" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".238", i32 0
  %".240" = shufflevector <4 x double> %".239", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".241" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".240", <4 x double> %".201", <4 x double> %".193")
  %".242" = add nsw i64 %".185", 1
  br label %"terms", !llvm.loop !2
summed:
  %".244" = fmul <4 x double> %".186", %".126"
  br i1 %".152", label %"summed.if", label %"summed.endif"
summed.if:
  %".246" = mul i64 %".144", %".117"
  %".247" = add i64 %".246", %".131"
  %".248" = getelementptr inbounds double, ptr %".3", i64 %".247"
  %".249" = getelementptr inbounds double, ptr %".248", i64 0
  br i1 %".120", label %"summed.if.if", label %"summed.if.else"
summed.endif:
  %".258" = fmul <4 x double> %".187", %".126"
  br i1 %".153", label %"summed.endif.if", label %"summed.endif.endif"
summed.if.if:
  %".251" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".249", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".252" = fadd <4 x double> %".251", %".244"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".252", ptr %".249", i32 8, <4 x i1> %".139")
  br label %"summed.if.endif"
summed.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".244", ptr %".249", i32 8, <4 x i1> %".139")
  br label %"summed.if.endif"
summed.if.endif:
  br label %"summed.endif"
summed.endif.if:
  %".260" = mul i64 %".145", %".117"
  %".261" = add i64 %".260", %".131"
  %".262" = getelementptr inbounds double, ptr %".3", i64 %".261"
  %".263" = getelementptr inbounds double, ptr %".262", i64 0
  br i1 %".120", label %"summed.endif.if.if", label %"summed.endif.if.else"
summed.endif.endif:
  %".272" = fmul <4 x double> %".188", %".126"
  br i1 %".154", label %"summed.endif.endif.if", label %"summed.endif.endif.endif"
summed.endif.if.if:
  %".265" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".263", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".266" = fadd <4 x double> %".265", %".258"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".266", ptr %".263", i32 8, <4 x i1> %".139")
  br label %"summed.endif.if.endif"
summed.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".258", ptr %".263", i32 8, <4 x i1> %".139")
  br label %"summed.endif.if.endif"
summed.endif.if.endif:
  br label %"summed.endif.endif"
summed.endif.endif.if:
  %".274" = mul i64 %".146", %".117"
  %".275" = add i64 %".274", %".131"
  %".276" = getelementptr inbounds double, ptr %".3", i64 %".275"
  %".277" = getelementptr inbounds double, ptr %".276", i64 0
  br i1 %".120", label %"summed.endif.endif.if.if", label %"summed.endif.endif.if.else"
summed.endif.endif.endif:
  %".286" = fmul <4 x double> %".189", %".126"
  br i1 %".155", label %"summed.endif.endif.endif.if", label %"summed.endif.endif.endif.endif"
summed.endif.endif.if.if:
  %".279" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".277", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".280" = fadd <4 x double> %".279", %".272"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".280", ptr %".277", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".272", ptr %".277", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.endif:
  br label %"summed.endif.endif.endif"
summed.endif.endif.endif.if:
  %".288" = mul i64 %".147", %".117"
  %".289" = add i64 %".288", %".131"
  %".290" = getelementptr inbounds double, ptr %".3", i64 %".289"
  %".291" = getelementptr inbounds double, ptr %".290", i64 0
  br i1 %".120", label %"summed.endif.endif.endif.if.if", label %"summed.endif.endif.endif.if.else"
summed.endif.endif.endif.endif:
  %".300" = fmul <4 x double> %".190", %".126"
  br i1 %".156", label %"summed.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.if.if:
  %".293" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".291", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".294" = fadd <4 x double> %".293", %".286"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".294", ptr %".291", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".286", ptr %".291", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if:
  %".302" = mul i64 %".148", %".117"
  %".303" = add i64 %".302", %".131"
  %".304" = getelementptr inbounds double, ptr %".3", i64 %".303"
  %".305" = getelementptr inbounds double, ptr %".304", i64 0
  br i1 %".120", label %"summed.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif:
  %".314" = fmul <4 x double> %".191", %".126"
  br i1 %".157", label %"summed.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if.if:
  %".307" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".305", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".308" = fadd <4 x double> %".307", %".300"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".308", ptr %".305", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".300", ptr %".305", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if:
  %".316" = mul i64 %".149", %".117"
  %".317" = add i64 %".316", %".131"
  %".318" = getelementptr inbounds double, ptr %".3", i64 %".317"
  %".319" = getelementptr inbounds double, ptr %".318", i64 0
  br i1 %".120", label %"summed.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif:
  %".328" = fmul <4 x double> %".192", %".126"
  br i1 %".158", label %"summed.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if.if:
  %".321" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".319", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".322" = fadd <4 x double> %".321", %".314"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".322", ptr %".319", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".314", ptr %".319", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if:
  %".330" = mul i64 %".150", %".117"
  %".331" = add i64 %".330", %".131"
  %".332" = getelementptr inbounds double, ptr %".3", i64 %".331"
  %".333" = getelementptr inbounds double, ptr %".332", i64 0
  br i1 %".120", label %"summed.endif.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif.endif:
  %".342" = fmul <4 x double> %".193", %".126"
  br i1 %".159", label %"summed.endif.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if.if:
  %".335" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".333", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".336" = fadd <4 x double> %".335", %".328"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".336", ptr %".333", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".328", ptr %".333", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.endif.if:
  %".344" = mul i64 %".151", %".117"
  %".345" = add i64 %".344", %".131"
  %".346" = getelementptr inbounds double, ptr %".3", i64 %".345"
  %".347" = getelementptr inbounds double, ptr %".346", i64 0
  br i1 %".120", label %"summed.endif.endif.endif....if", label %"summed.endif.endif.endif....else"
summed.endif.endif.endif.endif.endif.endif.endif.endif:
  %".356" = add nsw i64 %".141", 8
  br label %"loop.1", !llvm.loop !2
summed.endif.endif.endif....if:
  %".349" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".347", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".350" = fadd <4 x double> %".349", %".342"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".350", ptr %".347", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".342", ptr %".347", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
loop.2:
  %".362" = phi  i64 [0, %"case_1"], [%".489", %"done.3"]
  %".363" = icmp slt i64 %".362", %".107"
  br i1 %".363", label %"body.2", label %"done.2"
body.2:
  %".365" = add i64 %".362", 0
  %".366" = sub i64 %".107", %".365"
  %".367" = trunc i64 %".366" to i32
  %".368" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".367", i32 0
  %".369" = shufflevector <4 x i32> %".368", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".370" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".369"
  br label %"loop.3"
done.2:
  br label %"chosen"
loop.3:
  %".372" = phi  i64 [%".6", %"body.2"], [%".487", %"summed.1.endif.endif.endif.endif"]
  %".373" = icmp slt i64 %".372", %".7"
  br i1 %".373", label %"body.3", label %"done.3"
body.3:
  %".375" = add i64 %".372", 0
  %".376" = add i64 %".372", 1
  %".377" = add i64 %".372", 2
  %".378" = add i64 %".372", 3
  %".379" = icmp sle i64 %".375", %".121"
  %".380" = icmp sle i64 %".376", %".121"
  %".381" = icmp sle i64 %".377", %".121"
  %".382" = icmp sle i64 %".378", %".121"
  %".383" = select  i1 %".379", i64 %".375", i64 %".121"
  %".384" = mul i64 %".383", %".111"
  %".385" = getelementptr inbounds double, ptr %".1", i64 %".384"
  %".386" = select  i1 %".380", i64 %".376", i64 %".121"
  %".387" = mul i64 %".386", %".111"
  %".388" = getelementptr inbounds double, ptr %".1", i64 %".387"
  %".389" = select  i1 %".381", i64 %".377", i64 %".121"
  %".390" = mul i64 %".389", %".111"
  %".391" = getelementptr inbounds double, ptr %".1", i64 %".390"
  %".392" = select  i1 %".382", i64 %".378", i64 %".121"
  %".393" = mul i64 %".392", %".111"
  %".394" = getelementptr inbounds double, ptr %".1", i64 %".393"
  br label %"terms.1"
done.3:
  %".489" = add nsw i64 %".362", 4
  br label %"loop.2", !llvm.loop !2
terms.1:
  %".396" = phi  i64 [0, %"body.3"], [%".429", %"term.1"]
  %".397" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".413", %"term.1"]
  %".398" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".418", %"term.1"]
  %".399" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".423", %"term.1"]
  %".400" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".428", %"term.1"]
  %".401" = icmp slt i64 %".396", %".109"
  br i1 %".401", label %"term.1", label %"summed.1"
term.1:
  %".403" = mul i64 %".396", %".115"
  %".404" = add i64 %".403", %".362"
  %".405" = getelementptr inbounds double, ptr %".2", i64 %".404"
  %".406" = mul i64 %".396", %".113"
  %".407" = getelementptr inbounds double, ptr %".405", i64 0
  %".408" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".407", i32 8, <4 x i1> %".370", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".409" = getelementptr inbounds double, ptr %".385", i64 %".406"
  %".410" = load double, ptr %".409"
  %".411" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".410", i32 0
  %".412" = shufflevector <4 x double> %".411", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".413" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".412", <4 x double> %".408", <4 x double> %".397")
  %".414" = getelementptr inbounds double, ptr %".388", i64 %".406"
  %".415" = load double, ptr %".414"
  %".416" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".415", i32 0
  %".417" = shufflevector <4 x double> %".416", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".418" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".417", <4 x double> %".408", <4 x double> %".398")
  %".419" = getelementptr inbounds double, ptr %".391", i64 %".406"
  %".420" = load double, ptr %".419"
  %".421" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".420", i32 0
  %".422" = shufflevector <4 x double> %".421", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".423" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".422", <4 x double> %".408", <4 x double> %".399")
  %".424" = getelementptr inbounds double, ptr %".394", i64 %".406"
  %".425" = load double, ptr %".424"
  %".426" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".425", i32 0
  %".427" = shufflevector <4 x double> %".426", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".428" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".427", <4 x double> %".408", <4 x double> %".400")
  %".429" = add nsw i64 %".396", 1
  br label %"terms.1", !llvm.loop !2
summed.1:
  %".431" = fmul <4 x double> %".397", %".126"
  br i1 %".379", label %"summed.1.if", label %"summed.1.endif"
summed.1.if:
  %".433" = mul i64 %".375", %".117"
  %".434" = add i64 %".433", %".362"
  %".435" = getelementptr inbounds double, ptr %".3", i64 %".434"
  %".436" = getelementptr inbounds double, ptr %".435", i64 0
  br i1 %".120", label %"summed.1.if.if", label %"summed.1.if.else"
summed.1.endif:
  %".445" = fmul <4 x double> %".398", %".126"
  br i1 %".380", label %"summed.1.endif.if", label %"summed.1.endif.endif"
summed.1.if.if:
  %".438" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".436", i32 8, <4 x i1> %".370", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".439" = fadd <4 x double> %".438", %".431"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".439", ptr %".436", i32 8, <4 x i1> %".370")
  br label %"summed.1.if.endif"
summed.1.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".431", ptr %".436", i32 8, <4 x i1> %".370")
  br label %"summed.1.if.endif"
summed.1.if.endif:
  br label %"summed.1.endif"
summed.1.endif.if:
  %".447" = mul i64 %".376", %".117"
  %".448" = add i64 %".447", %".362"
  %".449" = getelementptr inbounds double, ptr %".3", i64 %".448"
  %".450" = getelementptr inbounds double, ptr %".449", i64 0
  br i1 %".120", label %"summed.1.endif.if.if", label %"summed.1.endif.if.else"
summed.1.endif.endif:
  %".459" = fmul <4 x double> %".399", %".126"
  br i1 %".381", label %"summed.1.endif.endif.if", label %"summed.1.endif.endif.endif"
summed.1.endif.if.if:
  %".452" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".450", i32 8, <4 x i1> %".370", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".453" = fadd <4 x double> %".452", %".445"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".453", ptr %".450", i32 8, <4 x i1> %".370")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".445", ptr %".450", i32 8, <4 x i1> %".370")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.endif:
  br label %"summed.1.endif.endif"
summed.1.endif.endif.if:
  %".461" = mul i64 %".377", %".117"
  %".462" = add i64 %".461", %".362"
  %".463" = getelementptr inbounds double, ptr %".3", i64 %".462"
  %".464" = getelementptr inbounds double, ptr %".463", i64 0
  br i1 %".120", label %"summed.1.endif.endif.if.if", label %"summed.1.endif.endif.if.else"
summed.1.endif.endif.endif:
  %".473" = fmul <4 x double> %".400", %".126"
  br i1 %".382", label %"summed.1.endif.endif.endif.if", label %"summed.1.endif.endif.endif.endif"
summed.1.endif.endif.if.if:
  %".466" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".464", i32 8, <4 x i1> %".370", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".467" = fadd <4 x double> %".466", %".459"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".467", ptr %".464", i32 8, <4 x i1> %".370")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".459", ptr %".464", i32 8, <4 x i1> %".370")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif"
summed.1.endif.endif.endif.if:
  %".475" = mul i64 %".378", %".117"
  %".476" = add i64 %".475", %".362"
  %".477" = getelementptr inbounds double, ptr %".3", i64 %".476"
  %".478" = getelementptr inbounds double, ptr %".477", i64 0
  br i1 %".120", label %"summed.1.endif.endif.endif.if.if", label %"summed.1.endif.endif.endif.if.else"
summed.1.endif.endif.endif.endif:
  %".487" = add nsw i64 %".372", 4
  br label %"loop.3", !llvm.loop !2
summed.1.endif.endif.endif.if.if:
  %".480" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".478", i32 8, <4 x i1> %".370", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".481" = fadd <4 x double> %".480", %".473"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".481", ptr %".478", i32 8, <4 x i1> %".370")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".473", ptr %".478", i32 8, <4 x i1> %".370")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif.endif"
loop.4:
  %".493" = phi  i64 [0, %"case_2"], [%".660", %"done.5"]
  %".494" = icmp slt i64 %".493", %".107"
  br i1 %".494", label %"body.4", label %"done.4"
body.4:
  %".496" = add i64 %".493", 0
  %".497" = sub i64 %".107", %".496"
  %".498" = trunc i64 %".497" to i32
  %".499" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".498", i32 0
  %".500" = shufflevector <4 x i32> %".499", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".501" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".500"
  %".502" = add i64 %".493", 4
  %".503" = sub i64 %".107", %".502"
  %".504" = trunc i64 %".503" to i32
  %".505" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".504", i32 0
  %".506" = shufflevector <4 x i32> %".505", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".507" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".506"
  br label %"loop.5"
done.4:
  br label %"chosen"
loop.5:
  %".509" = phi  i64 [%".6", %"body.4"], [%".658", %"summed.2.endif.endif.endif.endif"]
  %".510" = icmp slt i64 %".509", %".7"
  br i1 %".510", label %"body.5", label %"done.5"
body.5:
  %".512" = add i64 %".509", 0
  %".513" = add i64 %".509", 1
  %".514" = add i64 %".509", 2
  %".515" = add i64 %".509", 3
  %".516" = icmp sle i64 %".512", %".121"
  %".517" = icmp sle i64 %".513", %".121"
  %".518" = icmp sle i64 %".514", %".121"
  %".519" = icmp sle i64 %".515", %".121"
  %".520" = select  i1 %".516", i64 %".512", i64 %".121"
  %".521" = mul i64 %".520", %".111"
  %".522" = getelementptr inbounds double, ptr %".1", i64 %".521"
  %".523" = select  i1 %".517", i64 %".513", i64 %".121"
  %".524" = mul i64 %".523", %".111"
  %".525" = getelementptr inbounds double, ptr %".1", i64 %".524"
  %".526" = select  i1 %".518", i64 %".514", i64 %".121"
  %".527" = mul i64 %".526", %".111"
  %".528" = getelementptr inbounds double, ptr %".1", i64 %".527"
  %".529" = select  i1 %".519", i64 %".515", i64 %".121"
  %".530" = mul i64 %".529", %".111"
  %".531" = getelementptr inbounds double, ptr %".1", i64 %".530"
  br label %"terms.2"
done.5:
  %".660" = add nsw i64 %".493", 8
  br label %"loop.4", !llvm.loop !2
terms.2:
  %".533" = phi  i64 [0, %"body.5"], [%".576", %"term.2"]
  %".534" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".556", %"term.2"]
  %".535" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".557", %"term.2"]
  %".536" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".562", %"term.2"]
  %".537" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".563", %"term.2"]
  %".538" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".568", %"term.2"]
  %".539" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".569", %"term.2"]
  %".540" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".574", %"term.2"]
  %".541" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".575", %"term.2"]
  %".542" = icmp slt i64 %".533", %".109"
  br i1 %".542", label %"term.2", label %"summed.2"
term.2:
  %".544" = mul i64 %".533", %".115"
  %".545" = add i64 %".544", %".493"
  %".546" = getelementptr inbounds double, ptr %".2", i64 %".545"
  %".547" = mul i64 %".533", %".113"
  %".548" = getelementptr inbounds double, ptr %".546", i64 0
  %".549" = getelementptr inbounds double, ptr %".546", i64 4
  %".550" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".548", i32 8, <4 x i1> %".501", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".551" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".549", i32 8, <4 x i1> %".507", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".552" = getelementptr inbounds double, ptr %".522", i64 %".547"
  %".553" = load double, ptr %".552"
  %".554" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".553", i32 0
  %".555" = shufflevector <4 x double> %".554", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".556" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".555", <4 x double> %".550", <4 x double> %".534")
  %".557" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".555", <4 x double> %".551", <4 x double> %".535")
  %".558" = getelementptr inbounds double, ptr %".525", i64 %".547"
  %".559" = load double, ptr %".558"
  %".560" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".559", i32 0
  %".561" = shufflevector <4 x double> %".560", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".562" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".561", <4 x double> %".550", <4 x double> %".536")
  %".563" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".561", <4 x double> %".551", <4 x double> %".537")
  %".564" = getelementptr inbounds double, ptr %".528", i64 %".547"
  %".565" = load double, ptr %".564"
  %".566" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".565", i32 0
  %".567" = shufflevector <4 x double> %".566", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".568" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".567", <4 x double> %".550", <4 x double> %".538")
  %".569" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".567", <4 x double> %".551", <4 x double> %".539")
  %".570" = getelementptr inbounds double, ptr %".531", i64 %".547"
  %".571" = load double, ptr %".570"
  %".572" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".571", i32 0
  %".573" = shufflevector <4 x double> %".572", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".574" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".573", <4 x double> %".550", <4 x double> %".540")
  %".575" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".573", <4 x double> %".551", <4 x double> %".541")
  %".576" = add nsw i64 %".533", 1
  br label %"terms.2", !llvm.loop !2
summed.2:
  %".578" = fmul <4 x double> %".534", %".126"
  %".579" = fmul <4 x double> %".535", %".126"
  br i1 %".516", label %"summed.2.if", label %"summed.2.endif"
summed.2.if:
  %".581" = mul i64 %".512", %".117"
  %".582" = add i64 %".581", %".493"
  %".583" = getelementptr inbounds double, ptr %".3", i64 %".582"
  %".584" = getelementptr inbounds double, ptr %".583", i64 0
  %".585" = getelementptr inbounds double, ptr %".583", i64 4
  br i1 %".120", label %"summed.2.if.if", label %"summed.2.if.else"
summed.2.endif:
  %".598" = fmul <4 x double> %".536", %".126"
  %".599" = fmul <4 x double> %".537", %".126"
  br i1 %".517", label %"summed.2.endif.if", label %"summed.2.endif.endif"
summed.2.if.if:
  %".587" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".584", i32 8, <4 x i1> %".501", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".588" = fadd <4 x double> %".587", %".578"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".588", ptr %".584", i32 8, <4 x i1> %".501")
  %".590" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".585", i32 8, <4 x i1> %".507", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".591" = fadd <4 x double> %".590", %".579"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".591", ptr %".585", i32 8, <4 x i1> %".507")
  br label %"summed.2.if.endif"
summed.2.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".578", ptr %".584", i32 8, <4 x i1> %".501")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".579", ptr %".585", i32 8, <4 x i1> %".507")
  br label %"summed.2.if.endif"
summed.2.if.endif:
  br label %"summed.2.endif"
summed.2.endif.if:
  %".601" = mul i64 %".513", %".117"
  %".602" = add i64 %".601", %".493"
  %".603" = getelementptr inbounds double, ptr %".3", i64 %".602"
  %".604" = getelementptr inbounds double, ptr %".603", i64 0
  %".605" = getelementptr inbounds double, ptr %".603", i64 4
  br i1 %".120", label %"summed.2.endif.if.if", label %"summed.2.endif.if.else"
summed.2.endif.endif:
  %".618" = fmul <4 x double> %".538", %".126"
  %".619" = fmul <4 x double> %".539", %".126"
  br i1 %".518", label %"summed.2.endif.endif.if", label %"summed.2.endif.endif.endif"
summed.2.endif.if.if:
  %".607" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".604", i32 8, <4 x i1> %".501", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".608" = fadd <4 x double> %".607", %".598"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".608", ptr %".604", i32 8, <4 x i1> %".501")
  %".610" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".605", i32 8, <4 x i1> %".507", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".611" = fadd <4 x double> %".610", %".599"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".611", ptr %".605", i32 8, <4 x i1> %".507")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".598", ptr %".604", i32 8, <4 x i1> %".501")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".599", ptr %".605", i32 8, <4 x i1> %".507")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.endif:
  br label %"summed.2.endif.endif"
summed.2.endif.endif.if:
  %".621" = mul i64 %".514", %".117"
  %".622" = add i64 %".621", %".493"
  %".623" = getelementptr inbounds double, ptr %".3", i64 %".622"
  %".624" = getelementptr inbounds double, ptr %".623", i64 0
  %".625" = getelementptr inbounds double, ptr %".623", i64 4
  br i1 %".120", label %"summed.2.endif.endif.if.if", label %"summed.2.endif.endif.if.else"
summed.2.endif.endif.endif:
  %".638" = fmul <4 x double> %".540", %".126"
  %".639" = fmul <4 x double> %".541", %".126"
  br i1 %".519", label %"summed.2.endif.endif.endif.if", label %"summed.2.endif.endif.endif.endif"
summed.2.endif.endif.if.if:
  %".627" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".624", i32 8, <4 x i1> %".501", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".628" = fadd <4 x double> %".627", %".618"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".628", ptr %".624", i32 8, <4 x i1> %".501")
  %".630" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".625", i32 8, <4 x i1> %".507", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".631" = fadd <4 x double> %".630", %".619"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".631", ptr %".625", i32 8, <4 x i1> %".507")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".618", ptr %".624", i32 8, <4 x i1> %".501")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".619", ptr %".625", i32 8, <4 x i1> %".507")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif"
summed.2.endif.endif.endif.if:
  %".641" = mul i64 %".515", %".117"
  %".642" = add i64 %".641", %".493"
  %".643" = getelementptr inbounds double, ptr %".3", i64 %".642"
  %".644" = getelementptr inbounds double, ptr %".643", i64 0
  %".645" = getelementptr inbounds double, ptr %".643", i64 4
  br i1 %".120", label %"summed.2.endif.endif.endif.if.if", label %"summed.2.endif.endif.endif.if.else"
summed.2.endif.endif.endif.endif:
  %".658" = add nsw i64 %".509", 4
  br label %"loop.5", !llvm.loop !2
summed.2.endif.endif.endif.if.if:
  %".647" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".644", i32 8, <4 x i1> %".501", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".648" = fadd <4 x double> %".647", %".638"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".648", ptr %".644", i32 8, <4 x i1> %".501")
  %".650" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".645", i32 8, <4 x i1> %".507", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".651" = fadd <4 x double> %".650", %".639"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".651", ptr %".645", i32 8, <4 x i1> %".507")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".638", ptr %".644", i32 8, <4 x i1> %".501")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".639", ptr %".645", i32 8, <4 x i1> %".507")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif.endif"
loop.6:
  %".814" = phi  i64 [%".6", %"half"], [%".883", %"done.7"]
  %".815" = icmp slt i64 %".814", %".7"
  br i1 %".815", label %"body.6", label %"done.6"
body.6:
  br label %"loop.7"
done.6:
  br label %"end"
loop.7:
  %".818" = phi  i64 [0, %"body.6"], [%".881", %"body.7.endif"]
  %".819" = icmp slt i64 %".818", 2
  br i1 %".819", label %"body.7", label %"done.7"
body.7:
  %".821" = sub i64 %".812", %".814"
  %".822" = icmp eq i64 %".818", 0
  %".823" = select  i1 %".822", i64 %".814", i64 %".821"
  %".824" = icmp eq i64 %".818", 1
  %".825" = icmp eq i64 %".814", %".821"
  %".826" = and i1 %".824", %".825"
  %".827" = mul i64 %".823", %".808"
  %".828" = add i64 %".827", %".808"
  %".829" = icmp slt i64 %".828", %".810"
  %".830" = select  i1 %".829", i64 %".828", i64 %".810"
  %".831" = select  i1 %".826", i64 %".827", i64 %".830"
  %".832" = icmp slt i64 %".827", %".831"
  br i1 %".832", label %"body.7.if", label %"body.7.endif"
done.7:
  %".883" = add nsw i64 %".814", 1
  br label %"loop.6"
body.7.if:
  %".834" = sub i64 %".831", %".827"
  %".835" = getelementptr inbounds i64, ptr %".5", i64 4
  %".836" = load i64, ptr %".835"
  %".837" = mul i64 %".827", %".836"
  %".838" = getelementptr double, ptr %".1", i64 %".837"
  %".839" = getelementptr inbounds i64, ptr %".5", i64 8
  %".840" = load i64, ptr %".839"
  %".841" = mul i64 %".827", %".840"
  %".842" = getelementptr double, ptr %".3", i64 %".841"
  %".843" = getelementptr inbounds i64, ptr %".5", i64 10
  %".844" = load i64, ptr %".843"
  %".845" = getelementptr inbounds i64, ptr %".5", i64 11
  %".846" = load i64, ptr %".845"
  %".847" = getelementptr inbounds i64, ptr %".5", i64 12
  %".848" = load i64, ptr %".847"
  %".849" = getelementptr inbounds i64, ptr %".5", i64 3
  %".850" = load i64, ptr %".849"
  %".851" = trunc i64 %".844" to i32
  %".852" = trunc i64 %".846" to i32
  %".853" = trunc i64 %".848" to i32
  %".854" = trunc i64 %".834" to i32
  %".855" = trunc i64 %".831" to i32
  %".856" = trunc i64 %".850" to i32
  %".857" = getelementptr inbounds i64, ptr %".5", i64 13
  %".858" = load i64, ptr %".857"
  %".859" = trunc i64 %".858" to i32
  %".860" = getelementptr inbounds i64, ptr %".5", i64 14
  %".861" = load i64, ptr %".860"
  %".862" = trunc i64 %".861" to i32
  %".863" = getelementptr inbounds i64, ptr %".5", i64 15
  %".864" = load i64, ptr %".863"
  %".865" = trunc i64 %".864" to i32
  %".866" = getelementptr inbounds i64, ptr %".5", i64 18
  %".867" = load i64, ptr %".866"
  %".868" = icmp ne i64 %".867", 0
  %".869" = select  i1 %".868", double 0x3ff0000000000000, double              0x0
  %".870" = getelementptr inbounds i64, ptr %".5", i64 19
  %".871" = load i64, ptr %".870"
  %".872" = bitcast i64 %".871" to double
  %".873" = getelementptr inbounds i64, ptr %".5", i64 16
  %".874" = load i64, ptr %".873"
  %".875" = inttoptr i64 %".874" to ptr
  call void %".875"(i32 %".851", i32 %".852", i32 %".853", i32 %".854", i32 %".855", i32 %".856", double %".872", ptr %".838", i32 %".859", ptr %".2", i32 %".862", double %".869", ptr %".842", i32 %".865")
  %".877" = getelementptr inbounds i64, ptr %".5", i64 8
  %".878" = load i64, ptr %".877"
  call void @"mirror_float64.0"(ptr %".3", i64 %".878", i64 %".827", i64 %".831")
  br label %"body.7.endif"
body.7.endif:
  %".881" = add nsw i64 %".818", 1
  br label %"loop.7"
}

declare <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".1", i32 %".2", <4 x i1> %".3", <4 x double> %".4")

declare <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".1", <4 x double> %".2", <4 x double> %".3")

declare void @"llvm.masked.store.v4f64.p0"(<4 x double> %".1", ptr %".2", i32 %".3", <4 x i1> %".4")

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
  %".18" = getelementptr double, ptr %".1", i64 %".17"
  %".19" = getelementptr inbounds i64, ptr %".5", i64 25
  %".20" = load i64, ptr %".19"
  %".21" = mul i64 %".12", %".20"
  %".22" = getelementptr double, ptr %".2", i64 %".21"
  %".23" = getelementptr inbounds i64, ptr %".5", i64 26
  %".24" = load i64, ptr %".23"
  %".25" = mul i64 %".12", %".24"
  %".26" = getelementptr double, ptr %".3", i64 %".25"
  %".27" = getelementptr inbounds i64, ptr %".5", i64 27
  %".28" = load i64, ptr %".27"
  %".29" = mul i64 %".12", %".28"
  %".30" = getelementptr double, ptr %".4", i64 %".29"
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
  %".40" = getelementptr double, ptr %".18", i64 %".39"
  %".41" = getelementptr inbounds i64, ptr %".5", i64 30
  %".42" = load i64, ptr %".41"
  %".43" = mul i64 %".34", %".42"
  %".44" = getelementptr double, ptr %".22", i64 %".43"
  %".45" = getelementptr inbounds i64, ptr %".5", i64 31
  %".46" = load i64, ptr %".45"
  %".47" = mul i64 %".34", %".46"
  %".48" = getelementptr double, ptr %".26", i64 %".47"
  %".49" = getelementptr inbounds i64, ptr %".5", i64 32
  %".50" = load i64, ptr %".49"
  %".51" = mul i64 %".34", %".50"
  %".52" = getelementptr double, ptr %".30", i64 %".51"
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
  %".62" = getelementptr double, ptr %".40", i64 %".61"
  %".63" = getelementptr inbounds i64, ptr %".5", i64 35
  %".64" = load i64, ptr %".63"
  %".65" = mul i64 %".56", %".64"
  %".66" = getelementptr double, ptr %".44", i64 %".65"
  %".67" = getelementptr inbounds i64, ptr %".5", i64 36
  %".68" = load i64, ptr %".67"
  %".69" = mul i64 %".56", %".68"
  %".70" = getelementptr double, ptr %".48", i64 %".69"
  %".71" = getelementptr inbounds i64, ptr %".5", i64 37
  %".72" = load i64, ptr %".71"
  %".73" = mul i64 %".56", %".72"
  %".74" = getelementptr double, ptr %".52", i64 %".73"
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
  %".84" = getelementptr double, ptr %".62", i64 %".83"
  %".85" = getelementptr inbounds i64, ptr %".5", i64 40
  %".86" = load i64, ptr %".85"
  %".87" = mul i64 %".78", %".86"
  %".88" = getelementptr double, ptr %".66", i64 %".87"
  %".89" = getelementptr inbounds i64, ptr %".5", i64 41
  %".90" = load i64, ptr %".89"
  %".91" = mul i64 %".78", %".90"
  %".92" = getelementptr double, ptr %".70", i64 %".91"
  %".93" = getelementptr inbounds i64, ptr %".5", i64 42
  %".94" = load i64, ptr %".93"
  %".95" = mul i64 %".78", %".94"
  %".96" = getelementptr double, ptr %".74", i64 %".95"
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
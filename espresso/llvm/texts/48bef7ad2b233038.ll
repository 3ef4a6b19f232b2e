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
  %".684" = sub i64 %".7", %".6"
  %".685" = getelementptr inbounds i64, ptr %".5", i64 2
  %".686" = load i64, ptr %".685"
  %".687" = getelementptr inbounds i64, ptr %".5", i64 4
  %".688" = load i64, ptr %".687"
  %".689" = mul i64 %".6", %".688"
  %".690" = getelementptr double, ptr %".1", i64 %".689"
  %".691" = getelementptr inbounds i64, ptr %".5", i64 8
  %".692" = load i64, ptr %".691"
  %".693" = mul i64 %".6", %".692"
  %".694" = getelementptr double, ptr %".3", i64 %".693"
  %".695" = getelementptr inbounds i64, ptr %".5", i64 10
  %".696" = load i64, ptr %".695"
  %".697" = getelementptr inbounds i64, ptr %".5", i64 11
  %".698" = load i64, ptr %".697"
  %".699" = getelementptr inbounds i64, ptr %".5", i64 12
  %".700" = load i64, ptr %".699"
  %".701" = getelementptr inbounds i64, ptr %".5", i64 3
  %".702" = load i64, ptr %".701"
  %".703" = trunc i64 %".696" to i32
  %".704" = trunc i64 %".698" to i32
  %".705" = trunc i64 %".700" to i32
  %".706" = trunc i64 %".684" to i32
  %".707" = trunc i64 %".686" to i32
  %".708" = trunc i64 %".702" to i32
  %".709" = getelementptr inbounds i64, ptr %".5", i64 13
  %".710" = load i64, ptr %".709"
  %".711" = trunc i64 %".710" to i32
  %".712" = getelementptr inbounds i64, ptr %".5", i64 14
  %".713" = load i64, ptr %".712"
  %".714" = trunc i64 %".713" to i32
  %".715" = getelementptr inbounds i64, ptr %".5", i64 15
  %".716" = load i64, ptr %".715"
  %".717" = trunc i64 %".716" to i32
  %".718" = getelementptr inbounds i64, ptr %".5", i64 18
  %".719" = load i64, ptr %".718"
  %".720" = icmp ne i64 %".719", 0
  %".721" = select  i1 %".720", double 0x3ff0000000000000, double              0x0
  %".722" = getelementptr inbounds i64, ptr %".5", i64 19
  %".723" = load i64, ptr %".722"
  %".724" = bitcast i64 %".723" to double
  %".725" = getelementptr inbounds i64, ptr %".5", i64 16
  %".726" = load i64, ptr %".725"
  %".727" = inttoptr i64 %".726" to ptr
  call void %".727"(i32 %".703", i32 %".704", i32 %".705", i32 %".706", i32 %".707", i32 %".708", double %".724", ptr %".690", i32 %".711", ptr %".2", i32 %".714", double %".721", ptr %".694", i32 %".717")
  br label %"end"
gemv:
  %".784" = getelementptr inbounds i64, ptr %".5", i64 4
  %".785" = load i64, ptr %".784"
  %".786" = mul i64 %".6", %".785"
  %".787" = getelementptr double, ptr %".1", i64 %".786"
  %".788" = getelementptr inbounds i64, ptr %".5", i64 8
  %".789" = load i64, ptr %".788"
  %".790" = mul i64 %".6", %".789"
  %".791" = getelementptr double, ptr %".3", i64 %".790"
  %".792" = sub i64 %".7", %".6"
  %".793" = getelementptr inbounds i64, ptr %".5", i64 3
  %".794" = load i64, ptr %".793"
  %".795" = getelementptr inbounds i64, ptr %".5", i64 11
  %".796" = load i64, ptr %".795"
  %".797" = icmp eq i64 %".796", 111
  %".798" = select  i1 %".797", i64 %".792", i64 %".794"
  %".799" = select  i1 %".797", i64 %".794", i64 %".792"
  %".800" = getelementptr inbounds i64, ptr %".5", i64 11
  %".801" = load i64, ptr %".800"
  %".802" = trunc i64 101 to i32
  %".803" = trunc i64 %".801" to i32
  %".804" = trunc i64 %".798" to i32
  %".805" = trunc i64 %".799" to i32
  %".806" = getelementptr inbounds i64, ptr %".5", i64 13
  %".807" = load i64, ptr %".806"
  %".808" = trunc i64 %".807" to i32
  %".809" = getelementptr inbounds i64, ptr %".5", i64 6
  %".810" = load i64, ptr %".809"
  %".811" = trunc i64 %".810" to i32
  %".812" = getelementptr inbounds i64, ptr %".5", i64 8
  %".813" = load i64, ptr %".812"
  %".814" = trunc i64 %".813" to i32
  %".815" = getelementptr inbounds i64, ptr %".5", i64 19
  %".816" = load i64, ptr %".815"
  %".817" = bitcast i64 %".816" to double
  %".818" = getelementptr inbounds i64, ptr %".5", i64 18
  %".819" = load i64, ptr %".818"
  %".820" = icmp ne i64 %".819", 0
  %".821" = select  i1 %".820", double 0x3ff0000000000000, double              0x0
  %".822" = getelementptr inbounds i64, ptr %".5", i64 16
  %".823" = load i64, ptr %".822"
  %".824" = inttoptr i64 %".823" to ptr
  call void %".824"(i32 %".802", i32 %".803", i32 %".804", i32 %".805", double %".817", ptr %".787", i32 %".808", ptr %".2", i32 %".811", double %".821", ptr %".791", i32 %".814")
  br label %"end"
half:
  %".827" = getelementptr inbounds i64, ptr %".5", i64 17
  %".828" = load i64, ptr %".827"
  %".829" = getelementptr inbounds i64, ptr %".5", i64 1
  %".830" = load i64, ptr %".829"
  %".831" = sub i64 %".830", 1
  %".832" = sdiv i64 %".831", %".828"
  br label %"loop.6"
left:
  %".906" = sub i64 %".7", %".6"
  %".907" = getelementptr inbounds i64, ptr %".5", i64 1
  %".908" = load i64, ptr %".907"
  %".909" = getelementptr inbounds i64, ptr %".5", i64 7
  %".910" = load i64, ptr %".909"
  %".911" = mul i64 %".6", %".910"
  %".912" = getelementptr double, ptr %".2", i64 %".911"
  %".913" = getelementptr inbounds i64, ptr %".5", i64 9
  %".914" = load i64, ptr %".913"
  %".915" = mul i64 %".6", %".914"
  %".916" = getelementptr double, ptr %".3", i64 %".915"
  %".917" = getelementptr inbounds i64, ptr %".5", i64 6
  %".918" = load i64, ptr %".917"
  %".919" = getelementptr inbounds i64, ptr %".5", i64 7
  %".920" = load i64, ptr %".919"
  %".921" = getelementptr inbounds i64, ptr %".5", i64 8
  %".922" = load i64, ptr %".921"
  call void @"copy_float64.0"(ptr %".912", ptr %".916", i64 %".908", i64 %".906", i64 %".918", i64 %".920", i64 %".922")
  %".924" = getelementptr inbounds i64, ptr %".5", i64 10
  %".925" = load i64, ptr %".924"
  %".926" = getelementptr inbounds i64, ptr %".5", i64 17
  %".927" = load i64, ptr %".926"
  %".928" = getelementptr inbounds i64, ptr %".5", i64 11
  %".929" = load i64, ptr %".928"
  %".930" = trunc i64 %".925" to i32
  %".931" = trunc i64 141 to i32
  %".932" = trunc i64 %".927" to i32
  %".933" = trunc i64 %".929" to i32
  %".934" = trunc i64 131 to i32
  %".935" = trunc i64 %".908" to i32
  %".936" = trunc i64 %".906" to i32
  %".937" = getelementptr inbounds i64, ptr %".5", i64 13
  %".938" = load i64, ptr %".937"
  %".939" = trunc i64 %".938" to i32
  %".940" = getelementptr inbounds i64, ptr %".5", i64 15
  %".941" = load i64, ptr %".940"
  %".942" = trunc i64 %".941" to i32
  %".943" = getelementptr inbounds i64, ptr %".5", i64 16
  %".944" = load i64, ptr %".943"
  %".945" = inttoptr i64 %".944" to ptr
  call void %".945"(i32 %".930", i32 %".931", i32 %".932", i32 %".933", i32 %".934", i32 %".935", i32 %".936", double 0x3ff0000000000000, ptr %".1", i32 %".939", ptr %".916", i32 %".942")
  br label %"end"
right:
  %".948" = sub i64 %".7", %".6"
  %".949" = getelementptr inbounds i64, ptr %".5", i64 2
  %".950" = load i64, ptr %".949"
  %".951" = getelementptr inbounds i64, ptr %".5", i64 4
  %".952" = load i64, ptr %".951"
  %".953" = mul i64 %".6", %".952"
  %".954" = getelementptr double, ptr %".1", i64 %".953"
  %".955" = getelementptr inbounds i64, ptr %".5", i64 8
  %".956" = load i64, ptr %".955"
  %".957" = mul i64 %".6", %".956"
  %".958" = getelementptr double, ptr %".3", i64 %".957"
  %".959" = getelementptr inbounds i64, ptr %".5", i64 4
  %".960" = load i64, ptr %".959"
  %".961" = getelementptr inbounds i64, ptr %".5", i64 5
  %".962" = load i64, ptr %".961"
  %".963" = getelementptr inbounds i64, ptr %".5", i64 8
  %".964" = load i64, ptr %".963"
  call void @"copy_float64.0"(ptr %".954", ptr %".958", i64 %".948", i64 %".950", i64 %".960", i64 %".962", i64 %".964")
  %".966" = getelementptr inbounds i64, ptr %".5", i64 10
  %".967" = load i64, ptr %".966"
  %".968" = getelementptr inbounds i64, ptr %".5", i64 17
  %".969" = load i64, ptr %".968"
  %".970" = getelementptr inbounds i64, ptr %".5", i64 12
  %".971" = load i64, ptr %".970"
  %".972" = trunc i64 %".967" to i32
  %".973" = trunc i64 142 to i32
  %".974" = trunc i64 %".969" to i32
  %".975" = trunc i64 %".971" to i32
  %".976" = trunc i64 131 to i32
  %".977" = trunc i64 %".948" to i32
  %".978" = trunc i64 %".950" to i32
  %".979" = getelementptr inbounds i64, ptr %".5", i64 14
  %".980" = load i64, ptr %".979"
  %".981" = trunc i64 %".980" to i32
  %".982" = getelementptr inbounds i64, ptr %".5", i64 15
  %".983" = load i64, ptr %".982"
  %".984" = trunc i64 %".983" to i32
  %".985" = getelementptr inbounds i64, ptr %".5", i64 16
  %".986" = load i64, ptr %".985"
  %".987" = inttoptr i64 %".986" to ptr
  call void %".987"(i32 %".972", i32 %".973", i32 %".974", i32 %".975", i32 %".976", i32 %".977", i32 %".978", double 0x3ff0000000000000, ptr %".2", i32 %".981", ptr %".958", i32 %".984")
  br label %"end"
columns:
  %".730" = getelementptr inbounds i64, ptr %".5", i64 7
  %".731" = load i64, ptr %".730"
  %".732" = mul i64 %".6", %".731"
  %".733" = getelementptr double, ptr %".2", i64 %".732"
  %".734" = getelementptr inbounds i64, ptr %".5", i64 9
  %".735" = load i64, ptr %".734"
  %".736" = mul i64 %".6", %".735"
  %".737" = getelementptr double, ptr %".3", i64 %".736"
  %".738" = getelementptr inbounds i64, ptr %".5", i64 1
  %".739" = load i64, ptr %".738"
  %".740" = sub i64 %".7", %".6"
  %".741" = getelementptr inbounds i64, ptr %".5", i64 4
  %".742" = load i64, ptr %".741"
  %".743" = mul i64 0, %".742"
  %".744" = getelementptr double, ptr %".1", i64 %".743"
  %".745" = getelementptr inbounds i64, ptr %".5", i64 8
  %".746" = load i64, ptr %".745"
  %".747" = mul i64 0, %".746"
  %".748" = getelementptr double, ptr %".737", i64 %".747"
  %".749" = getelementptr inbounds i64, ptr %".5", i64 10
  %".750" = load i64, ptr %".749"
  %".751" = getelementptr inbounds i64, ptr %".5", i64 11
  %".752" = load i64, ptr %".751"
  %".753" = getelementptr inbounds i64, ptr %".5", i64 12
  %".754" = load i64, ptr %".753"
  %".755" = getelementptr inbounds i64, ptr %".5", i64 3
  %".756" = load i64, ptr %".755"
  %".757" = trunc i64 %".750" to i32
  %".758" = trunc i64 %".752" to i32
  %".759" = trunc i64 %".754" to i32
  %".760" = trunc i64 %".739" to i32
  %".761" = trunc i64 %".740" to i32
  %".762" = trunc i64 %".756" to i32
  %".763" = getelementptr inbounds i64, ptr %".5", i64 13
  %".764" = load i64, ptr %".763"
  %".765" = trunc i64 %".764" to i32
  %".766" = getelementptr inbounds i64, ptr %".5", i64 14
  %".767" = load i64, ptr %".766"
  %".768" = trunc i64 %".767" to i32
  %".769" = getelementptr inbounds i64, ptr %".5", i64 15
  %".770" = load i64, ptr %".769"
  %".771" = trunc i64 %".770" to i32
  %".772" = getelementptr inbounds i64, ptr %".5", i64 18
  %".773" = load i64, ptr %".772"
  %".774" = icmp ne i64 %".773", 0
  %".775" = select  i1 %".774", double 0x3ff0000000000000, double              0x0
  %".776" = getelementptr inbounds i64, ptr %".5", i64 19
  %".777" = load i64, ptr %".776"
  %".778" = bitcast i64 %".777" to double
  %".779" = getelementptr inbounds i64, ptr %".5", i64 16
  %".780" = load i64, ptr %".779"
  %".781" = inttoptr i64 %".780" to ptr
  call void %".781"(i32 %".757", i32 %".758", i32 %".759", i32 %".760", i32 %".761", i32 %".762", double %".778", ptr %".744", i32 %".765", ptr %".733", i32 %".768", double %".775", ptr %".748", i32 %".771")
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
  %".131" = phi  i64 [0, %"case_0"], [%".366", %"done.1"]
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
  %".141" = phi  i64 [%".6", %"body"], [%".364", %"summed.endif.endif.endif.endif.endif.endif.endif.endif"]
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
  %".366" = add nsw i64 %".131", 4
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
  br i1 %".120", label %"summed.if.if", label %"summed.if.else"
summed.endif:
  %".259" = fmul <4 x double> %".187", %".126"
  br i1 %".153", label %"summed.endif.if", label %"summed.endif.endif"
summed.if.if:
  %".250" = getelementptr inbounds double, ptr %".248", i64 0
  %".251" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".250", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".252" = fadd <4 x double> %".251", %".244"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".252", ptr %".250", i32 8, <4 x i1> %".139")
  br label %"summed.if.endif"
summed.if.else:
  %".255" = getelementptr inbounds double, ptr %".248", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".244", ptr %".255", i32 8, <4 x i1> %".139")
  br label %"summed.if.endif"
summed.if.endif:
  br label %"summed.endif"
summed.endif.if:
  %".261" = mul i64 %".145", %".117"
  %".262" = add i64 %".261", %".131"
  %".263" = getelementptr inbounds double, ptr %".3", i64 %".262"
  br i1 %".120", label %"summed.endif.if.if", label %"summed.endif.if.else"
summed.endif.endif:
  %".274" = fmul <4 x double> %".188", %".126"
  br i1 %".154", label %"summed.endif.endif.if", label %"summed.endif.endif.endif"
summed.endif.if.if:
  %".265" = getelementptr inbounds double, ptr %".263", i64 0
  %".266" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".265", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".267" = fadd <4 x double> %".266", %".259"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".267", ptr %".265", i32 8, <4 x i1> %".139")
  br label %"summed.endif.if.endif"
summed.endif.if.else:
  %".270" = getelementptr inbounds double, ptr %".263", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".259", ptr %".270", i32 8, <4 x i1> %".139")
  br label %"summed.endif.if.endif"
summed.endif.if.endif:
  br label %"summed.endif.endif"
summed.endif.endif.if:
  %".276" = mul i64 %".146", %".117"
  %".277" = add i64 %".276", %".131"
  %".278" = getelementptr inbounds double, ptr %".3", i64 %".277"
  br i1 %".120", label %"summed.endif.endif.if.if", label %"summed.endif.endif.if.else"
summed.endif.endif.endif:
  %".289" = fmul <4 x double> %".189", %".126"
  br i1 %".155", label %"summed.endif.endif.endif.if", label %"summed.endif.endif.endif.endif"
summed.endif.endif.if.if:
  %".280" = getelementptr inbounds double, ptr %".278", i64 0
  %".281" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".280", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".282" = fadd <4 x double> %".281", %".274"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".282", ptr %".280", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.else:
  %".285" = getelementptr inbounds double, ptr %".278", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".274", ptr %".285", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.endif:
  br label %"summed.endif.endif.endif"
summed.endif.endif.endif.if:
  %".291" = mul i64 %".147", %".117"
  %".292" = add i64 %".291", %".131"
  %".293" = getelementptr inbounds double, ptr %".3", i64 %".292"
  br i1 %".120", label %"summed.endif.endif.endif.if.if", label %"summed.endif.endif.endif.if.else"
summed.endif.endif.endif.endif:
  %".304" = fmul <4 x double> %".190", %".126"
  br i1 %".156", label %"summed.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.if.if:
  %".295" = getelementptr inbounds double, ptr %".293", i64 0
  %".296" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".295", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".297" = fadd <4 x double> %".296", %".289"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".297", ptr %".295", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.else:
  %".300" = getelementptr inbounds double, ptr %".293", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".289", ptr %".300", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if:
  %".306" = mul i64 %".148", %".117"
  %".307" = add i64 %".306", %".131"
  %".308" = getelementptr inbounds double, ptr %".3", i64 %".307"
  br i1 %".120", label %"summed.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif:
  %".319" = fmul <4 x double> %".191", %".126"
  br i1 %".157", label %"summed.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if.if:
  %".310" = getelementptr inbounds double, ptr %".308", i64 0
  %".311" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".310", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".312" = fadd <4 x double> %".311", %".304"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".312", ptr %".310", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.else:
  %".315" = getelementptr inbounds double, ptr %".308", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".304", ptr %".315", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if:
  %".321" = mul i64 %".149", %".117"
  %".322" = add i64 %".321", %".131"
  %".323" = getelementptr inbounds double, ptr %".3", i64 %".322"
  br i1 %".120", label %"summed.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif:
  %".334" = fmul <4 x double> %".192", %".126"
  br i1 %".158", label %"summed.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if.if:
  %".325" = getelementptr inbounds double, ptr %".323", i64 0
  %".326" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".325", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".327" = fadd <4 x double> %".326", %".319"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".327", ptr %".325", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.else:
  %".330" = getelementptr inbounds double, ptr %".323", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".319", ptr %".330", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if:
  %".336" = mul i64 %".150", %".117"
  %".337" = add i64 %".336", %".131"
  %".338" = getelementptr inbounds double, ptr %".3", i64 %".337"
  br i1 %".120", label %"summed.endif.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif.endif:
  %".349" = fmul <4 x double> %".193", %".126"
  br i1 %".159", label %"summed.endif.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if.if:
  %".340" = getelementptr inbounds double, ptr %".338", i64 0
  %".341" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".340", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".342" = fadd <4 x double> %".341", %".334"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".342", ptr %".340", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.else:
  %".345" = getelementptr inbounds double, ptr %".338", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".334", ptr %".345", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.endif.if:
  %".351" = mul i64 %".151", %".117"
  %".352" = add i64 %".351", %".131"
  %".353" = getelementptr inbounds double, ptr %".3", i64 %".352"
  br i1 %".120", label %"summed.endif.endif.endif....if", label %"summed.endif.endif.endif....else"
summed.endif.endif.endif.endif.endif.endif.endif.endif:
  %".364" = add nsw i64 %".141", 8
  br label %"loop.1", !llvm.loop !2
summed.endif.endif.endif....if:
  %".355" = getelementptr inbounds double, ptr %".353", i64 0
  %".356" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".355", i32 8, <4 x i1> %".139", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".357" = fadd <4 x double> %".356", %".349"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".357", ptr %".355", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....else:
  %".360" = getelementptr inbounds double, ptr %".353", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".349", ptr %".360", i32 8, <4 x i1> %".139")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
loop.2:
  %".370" = phi  i64 [0, %"case_1"], [%".501", %"done.3"]
  %".371" = icmp slt i64 %".370", %".107"
  br i1 %".371", label %"body.2", label %"done.2"
body.2:
  %".373" = add i64 %".370", 0
  %".374" = sub i64 %".107", %".373"
  %".375" = trunc i64 %".374" to i32
  %".376" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".375", i32 0
  %".377" = shufflevector <4 x i32> %".376", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".378" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".377"
  br label %"loop.3"
done.2:
  br label %"chosen"
loop.3:
  %".380" = phi  i64 [%".6", %"body.2"], [%".499", %"summed.1.endif.endif.endif.endif"]
  %".381" = icmp slt i64 %".380", %".7"
  br i1 %".381", label %"body.3", label %"done.3"
body.3:
  %".383" = add i64 %".380", 0
  %".384" = add i64 %".380", 1
  %".385" = add i64 %".380", 2
  %".386" = add i64 %".380", 3
  %".387" = icmp sle i64 %".383", %".121"
  %".388" = icmp sle i64 %".384", %".121"
  %".389" = icmp sle i64 %".385", %".121"
  %".390" = icmp sle i64 %".386", %".121"
  %".391" = select  i1 %".387", i64 %".383", i64 %".121"
  %".392" = mul i64 %".391", %".111"
  %".393" = getelementptr inbounds double, ptr %".1", i64 %".392"
  %".394" = select  i1 %".388", i64 %".384", i64 %".121"
  %".395" = mul i64 %".394", %".111"
  %".396" = getelementptr inbounds double, ptr %".1", i64 %".395"
  %".397" = select  i1 %".389", i64 %".385", i64 %".121"
  %".398" = mul i64 %".397", %".111"
  %".399" = getelementptr inbounds double, ptr %".1", i64 %".398"
  %".400" = select  i1 %".390", i64 %".386", i64 %".121"
  %".401" = mul i64 %".400", %".111"
  %".402" = getelementptr inbounds double, ptr %".1", i64 %".401"
  br label %"terms.1"
done.3:
  %".501" = add nsw i64 %".370", 4
  br label %"loop.2", !llvm.loop !2
terms.1:
  %".404" = phi  i64 [0, %"body.3"], [%".437", %"term.1"]
  %".405" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".421", %"term.1"]
  %".406" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".426", %"term.1"]
  %".407" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".431", %"term.1"]
  %".408" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".436", %"term.1"]
  %".409" = icmp slt i64 %".404", %".109"
  br i1 %".409", label %"term.1", label %"summed.1"
term.1:
  %".411" = mul i64 %".404", %".115"
  %".412" = add i64 %".411", %".370"
  %".413" = getelementptr inbounds double, ptr %".2", i64 %".412"
  %".414" = mul i64 %".404", %".113"
  %".415" = getelementptr inbounds double, ptr %".413", i64 0
  %".416" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".415", i32 8, <4 x i1> %".378", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".417" = getelementptr inbounds double, ptr %".393", i64 %".414"
  %".418" = load double, ptr %".417"
  %".419" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".418", i32 0
  %".420" = shufflevector <4 x double> %".419", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".421" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".420", <4 x double> %".416", <4 x double> %".405")
  %".422" = getelementptr inbounds double, ptr %".396", i64 %".414"
  %".423" = load double, ptr %".422"
  %".424" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".423", i32 0
  %".425" = shufflevector <4 x double> %".424", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".426" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".425", <4 x double> %".416", <4 x double> %".406")
  %".427" = getelementptr inbounds double, ptr %".399", i64 %".414"
  %".428" = load double, ptr %".427"
  %".429" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".428", i32 0
  %".430" = shufflevector <4 x double> %".429", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".431" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".430", <4 x double> %".416", <4 x double> %".407")
  %".432" = getelementptr inbounds double, ptr %".402", i64 %".414"
  %".433" = load double, ptr %".432"
  %".434" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".433", i32 0
  %".435" = shufflevector <4 x double> %".434", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".436" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".435", <4 x double> %".416", <4 x double> %".408")
  %".437" = add nsw i64 %".404", 1
  br label %"terms.1", !llvm.loop !2
summed.1:
  %".439" = fmul <4 x double> %".405", %".126"
  br i1 %".387", label %"summed.1.if", label %"summed.1.endif"
summed.1.if:
  %".441" = mul i64 %".383", %".117"
  %".442" = add i64 %".441", %".370"
  %".443" = getelementptr inbounds double, ptr %".3", i64 %".442"
  br i1 %".120", label %"summed.1.if.if", label %"summed.1.if.else"
summed.1.endif:
  %".454" = fmul <4 x double> %".406", %".126"
  br i1 %".388", label %"summed.1.endif.if", label %"summed.1.endif.endif"
summed.1.if.if:
  %".445" = getelementptr inbounds double, ptr %".443", i64 0
  %".446" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".445", i32 8, <4 x i1> %".378", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".447" = fadd <4 x double> %".446", %".439"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".447", ptr %".445", i32 8, <4 x i1> %".378")
  br label %"summed.1.if.endif"
summed.1.if.else:
  %".450" = getelementptr inbounds double, ptr %".443", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".439", ptr %".450", i32 8, <4 x i1> %".378")
  br label %"summed.1.if.endif"
summed.1.if.endif:
  br label %"summed.1.endif"
summed.1.endif.if:
  %".456" = mul i64 %".384", %".117"
  %".457" = add i64 %".456", %".370"
  %".458" = getelementptr inbounds double, ptr %".3", i64 %".457"
  br i1 %".120", label %"summed.1.endif.if.if", label %"summed.1.endif.if.else"
summed.1.endif.endif:
  %".469" = fmul <4 x double> %".407", %".126"
  br i1 %".389", label %"summed.1.endif.endif.if", label %"summed.1.endif.endif.endif"
summed.1.endif.if.if:
  %".460" = getelementptr inbounds double, ptr %".458", i64 0
  %".461" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".460", i32 8, <4 x i1> %".378", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".462" = fadd <4 x double> %".461", %".454"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".462", ptr %".460", i32 8, <4 x i1> %".378")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.else:
  %".465" = getelementptr inbounds double, ptr %".458", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".454", ptr %".465", i32 8, <4 x i1> %".378")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.endif:
  br label %"summed.1.endif.endif"
summed.1.endif.endif.if:
  %".471" = mul i64 %".385", %".117"
  %".472" = add i64 %".471", %".370"
  %".473" = getelementptr inbounds double, ptr %".3", i64 %".472"
  br i1 %".120", label %"summed.1.endif.endif.if.if", label %"summed.1.endif.endif.if.else"
summed.1.endif.endif.endif:
  %".484" = fmul <4 x double> %".408", %".126"
  br i1 %".390", label %"summed.1.endif.endif.endif.if", label %"summed.1.endif.endif.endif.endif"
summed.1.endif.endif.if.if:
  %".475" = getelementptr inbounds double, ptr %".473", i64 0
  %".476" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".475", i32 8, <4 x i1> %".378", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".477" = fadd <4 x double> %".476", %".469"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".477", ptr %".475", i32 8, <4 x i1> %".378")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.else:
  %".480" = getelementptr inbounds double, ptr %".473", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".469", ptr %".480", i32 8, <4 x i1> %".378")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif"
summed.1.endif.endif.endif.if:
  %".486" = mul i64 %".386", %".117"
  %".487" = add i64 %".486", %".370"
  %".488" = getelementptr inbounds double, ptr %".3", i64 %".487"
  br i1 %".120", label %"summed.1.endif.endif.endif.if.if", label %"summed.1.endif.endif.endif.if.else"
summed.1.endif.endif.endif.endif:
  %".499" = add nsw i64 %".380", 4
  br label %"loop.3", !llvm.loop !2
summed.1.endif.endif.endif.if.if:
  %".490" = getelementptr inbounds double, ptr %".488", i64 0
  %".491" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".490", i32 8, <4 x i1> %".378", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".492" = fadd <4 x double> %".491", %".484"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".492", ptr %".490", i32 8, <4 x i1> %".378")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.else:
  %".495" = getelementptr inbounds double, ptr %".488", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".484", ptr %".495", i32 8, <4 x i1> %".378")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif.endif"
loop.4:
  %".505" = phi  i64 [0, %"case_2"], [%".680", %"done.5"]
  %".506" = icmp slt i64 %".505", %".107"
  br i1 %".506", label %"body.4", label %"done.4"
body.4:
  %".508" = add i64 %".505", 0
  %".509" = sub i64 %".107", %".508"
  %".510" = trunc i64 %".509" to i32
  %".511" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".510", i32 0
  %".512" = shufflevector <4 x i32> %".511", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".513" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".512"
  %".514" = add i64 %".505", 4
  %".515" = sub i64 %".107", %".514"
  %".516" = trunc i64 %".515" to i32
  %".517" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".516", i32 0
  %".518" = shufflevector <4 x i32> %".517", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".519" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".518"
  br label %"loop.5"
done.4:
  br label %"chosen"
loop.5:
  %".521" = phi  i64 [%".6", %"body.4"], [%".678", %"summed.2.endif.endif.endif.endif"]
  %".522" = icmp slt i64 %".521", %".7"
  br i1 %".522", label %"body.5", label %"done.5"
body.5:
  %".524" = add i64 %".521", 0
  %".525" = add i64 %".521", 1
  %".526" = add i64 %".521", 2
  %".527" = add i64 %".521", 3
  %".528" = icmp sle i64 %".524", %".121"
  %".529" = icmp sle i64 %".525", %".121"
  %".530" = icmp sle i64 %".526", %".121"
  %".531" = icmp sle i64 %".527", %".121"
  %".532" = select  i1 %".528", i64 %".524", i64 %".121"
  %".533" = mul i64 %".532", %".111"
  %".534" = getelementptr inbounds double, ptr %".1", i64 %".533"
  %".535" = select  i1 %".529", i64 %".525", i64 %".121"
  %".536" = mul i64 %".535", %".111"
  %".537" = getelementptr inbounds double, ptr %".1", i64 %".536"
  %".538" = select  i1 %".530", i64 %".526", i64 %".121"
  %".539" = mul i64 %".538", %".111"
  %".540" = getelementptr inbounds double, ptr %".1", i64 %".539"
  %".541" = select  i1 %".531", i64 %".527", i64 %".121"
  %".542" = mul i64 %".541", %".111"
  %".543" = getelementptr inbounds double, ptr %".1", i64 %".542"
  br label %"terms.2"
done.5:
  %".680" = add nsw i64 %".505", 8
  br label %"loop.4", !llvm.loop !2
terms.2:
  %".545" = phi  i64 [0, %"body.5"], [%".588", %"term.2"]
  %".546" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".568", %"term.2"]
  %".547" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".569", %"term.2"]
  %".548" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".574", %"term.2"]
  %".549" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".575", %"term.2"]
  %".550" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".580", %"term.2"]
  %".551" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".581", %"term.2"]
  %".552" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".586", %"term.2"]
  %".553" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".587", %"term.2"]
  %".554" = icmp slt i64 %".545", %".109"
  br i1 %".554", label %"term.2", label %"summed.2"
term.2:
  %".556" = mul i64 %".545", %".115"
  %".557" = add i64 %".556", %".505"
  %".558" = getelementptr inbounds double, ptr %".2", i64 %".557"
  %".559" = mul i64 %".545", %".113"
  %".560" = getelementptr inbounds double, ptr %".558", i64 0
  %".561" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".560", i32 8, <4 x i1> %".513", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".562" = getelementptr inbounds double, ptr %".558", i64 4
  %".563" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".562", i32 8, <4 x i1> %".519", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".564" = getelementptr inbounds double, ptr %".534", i64 %".559"
  %".565" = load double, ptr %".564"
  %".566" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".565", i32 0
  %".567" = shufflevector <4 x double> %".566", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".568" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".567", <4 x double> %".561", <4 x double> %".546")
  %".569" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".567", <4 x double> %".563", <4 x double> %".547")
  %".570" = getelementptr inbounds double, ptr %".537", i64 %".559"
  %".571" = load double, ptr %".570"
  %".572" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".571", i32 0
  %".573" = shufflevector <4 x double> %".572", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".574" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".573", <4 x double> %".561", <4 x double> %".548")
  %".575" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".573", <4 x double> %".563", <4 x double> %".549")
  %".576" = getelementptr inbounds double, ptr %".540", i64 %".559"
  %".577" = load double, ptr %".576"
  %".578" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".577", i32 0
  %".579" = shufflevector <4 x double> %".578", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".580" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".579", <4 x double> %".561", <4 x double> %".550")
  %".581" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".579", <4 x double> %".563", <4 x double> %".551")
  %".582" = getelementptr inbounds double, ptr %".543", i64 %".559"
  %".583" = load double, ptr %".582"
  %".584" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".583", i32 0
  %".585" = shufflevector <4 x double> %".584", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".586" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".585", <4 x double> %".561", <4 x double> %".552")
  %".587" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".585", <4 x double> %".563", <4 x double> %".553")
  %".588" = add nsw i64 %".545", 1
  br label %"terms.2", !llvm.loop !2
summed.2:
  %".590" = fmul <4 x double> %".546", %".126"
  %".591" = fmul <4 x double> %".547", %".126"
  br i1 %".528", label %"summed.2.if", label %"summed.2.endif"
summed.2.if:
  %".593" = mul i64 %".524", %".117"
  %".594" = add i64 %".593", %".505"
  %".595" = getelementptr inbounds double, ptr %".3", i64 %".594"
  br i1 %".120", label %"summed.2.if.if", label %"summed.2.if.else"
summed.2.endif:
  %".612" = fmul <4 x double> %".548", %".126"
  %".613" = fmul <4 x double> %".549", %".126"
  br i1 %".529", label %"summed.2.endif.if", label %"summed.2.endif.endif"
summed.2.if.if:
  %".597" = getelementptr inbounds double, ptr %".595", i64 0
  %".598" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".597", i32 8, <4 x i1> %".513", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".599" = fadd <4 x double> %".598", %".590"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".599", ptr %".597", i32 8, <4 x i1> %".513")
  %".601" = getelementptr inbounds double, ptr %".595", i64 4
  %".602" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".601", i32 8, <4 x i1> %".519", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".603" = fadd <4 x double> %".602", %".591"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".603", ptr %".601", i32 8, <4 x i1> %".519")
  br label %"summed.2.if.endif"
summed.2.if.else:
  %".606" = getelementptr inbounds double, ptr %".595", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".590", ptr %".606", i32 8, <4 x i1> %".513")
  %".608" = getelementptr inbounds double, ptr %".595", i64 4
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".591", ptr %".608", i32 8, <4 x i1> %".519")
  br label %"summed.2.if.endif"
summed.2.if.endif:
  br label %"summed.2.endif"
summed.2.endif.if:
  %".615" = mul i64 %".525", %".117"
  %".616" = add i64 %".615", %".505"
  %".617" = getelementptr inbounds double, ptr %".3", i64 %".616"
  br i1 %".120", label %"summed.2.endif.if.if", label %"summed.2.endif.if.else"
summed.2.endif.endif:
  %".634" = fmul <4 x double> %".550", %".126"
  %".635" = fmul <4 x double> %".551", %".126"
  br i1 %".530", label %"summed.2.endif.endif.if", label %"summed.2.endif.endif.endif"
summed.2.endif.if.if:
  %".619" = getelementptr inbounds double, ptr %".617", i64 0
  %".620" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".619", i32 8, <4 x i1> %".513", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".621" = fadd <4 x double> %".620", %".612"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".621", ptr %".619", i32 8, <4 x i1> %".513")
  %".623" = getelementptr inbounds double, ptr %".617", i64 4
  %".624" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".623", i32 8, <4 x i1> %".519", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".625" = fadd <4 x double> %".624", %".613"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".625", ptr %".623", i32 8, <4 x i1> %".519")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.else:
  %".628" = getelementptr inbounds double, ptr %".617", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".612", ptr %".628", i32 8, <4 x i1> %".513")
  %".630" = getelementptr inbounds double, ptr %".617", i64 4
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".613", ptr %".630", i32 8, <4 x i1> %".519")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.endif:
  br label %"summed.2.endif.endif"
summed.2.endif.endif.if:
  %".637" = mul i64 %".526", %".117"
  %".638" = add i64 %".637", %".505"
  %".639" = getelementptr inbounds double, ptr %".3", i64 %".638"
  br i1 %".120", label %"summed.2.endif.endif.if.if", label %"summed.2.endif.endif.if.else"
summed.2.endif.endif.endif:
  %".656" = fmul <4 x double> %".552", %".126"
  %".657" = fmul <4 x double> %".553", %".126"
  br i1 %".531", label %"summed.2.endif.endif.endif.if", label %"summed.2.endif.endif.endif.endif"
summed.2.endif.endif.if.if:
  %".641" = getelementptr inbounds double, ptr %".639", i64 0
  %".642" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".641", i32 8, <4 x i1> %".513", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".643" = fadd <4 x double> %".642", %".634"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".643", ptr %".641", i32 8, <4 x i1> %".513")
  %".645" = getelementptr inbounds double, ptr %".639", i64 4
  %".646" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".645", i32 8, <4 x i1> %".519", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".647" = fadd <4 x double> %".646", %".635"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".647", ptr %".645", i32 8, <4 x i1> %".519")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.else:
  %".650" = getelementptr inbounds double, ptr %".639", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".634", ptr %".650", i32 8, <4 x i1> %".513")
  %".652" = getelementptr inbounds double, ptr %".639", i64 4
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".635", ptr %".652", i32 8, <4 x i1> %".519")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif"
summed.2.endif.endif.endif.if:
  %".659" = mul i64 %".527", %".117"
  %".660" = add i64 %".659", %".505"
  %".661" = getelementptr inbounds double, ptr %".3", i64 %".660"
  br i1 %".120", label %"summed.2.endif.endif.endif.if.if", label %"summed.2.endif.endif.endif.if.else"
summed.2.endif.endif.endif.endif:
  %".678" = add nsw i64 %".521", 4
  br label %"loop.5", !llvm.loop !2
summed.2.endif.endif.endif.if.if:
  %".663" = getelementptr inbounds double, ptr %".661", i64 0
  %".664" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".663", i32 8, <4 x i1> %".513", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".665" = fadd <4 x double> %".664", %".656"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".665", ptr %".663", i32 8, <4 x i1> %".513")
  %".667" = getelementptr inbounds double, ptr %".661", i64 4
  %".668" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".667", i32 8, <4 x i1> %".519", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".669" = fadd <4 x double> %".668", %".657"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".669", ptr %".667", i32 8, <4 x i1> %".519")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.else:
  %".672" = getelementptr inbounds double, ptr %".661", i64 0
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".656", ptr %".672", i32 8, <4 x i1> %".513")
  %".674" = getelementptr inbounds double, ptr %".661", i64 4
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".657", ptr %".674", i32 8, <4 x i1> %".519")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif.endif"
loop.6:
  %".834" = phi  i64 [%".6", %"half"], [%".903", %"done.7"]
  %".835" = icmp slt i64 %".834", %".7"
  br i1 %".835", label %"body.6", label %"done.6"
body.6:
  br label %"loop.7"
done.6:
  br label %"end"
loop.7:
  %".838" = phi  i64 [0, %"body.6"], [%".901", %"body.7.endif"]
  %".839" = icmp slt i64 %".838", 2
  br i1 %".839", label %"body.7", label %"done.7"
body.7:
  %".841" = sub i64 %".832", %".834"
  %".842" = icmp eq i64 %".838", 0
  %".843" = select  i1 %".842", i64 %".834", i64 %".841"
  %".844" = icmp eq i64 %".838", 1
  %".845" = icmp eq i64 %".834", %".841"
  %".846" = and i1 %".844", %".845"
  %".847" = mul i64 %".843", %".828"
  %".848" = add i64 %".847", %".828"
  %".849" = icmp slt i64 %".848", %".830"
  %".850" = select  i1 %".849", i64 %".848", i64 %".830"
  %".851" = select  i1 %".846", i64 %".847", i64 %".850"
  %".852" = icmp slt i64 %".847", %".851"
  br i1 %".852", label %"body.7.if", label %"body.7.endif"
done.7:
  %".903" = add nsw i64 %".834", 1
  br label %"loop.6"
body.7.if:
  %".854" = sub i64 %".851", %".847"
  %".855" = getelementptr inbounds i64, ptr %".5", i64 4
  %".856" = load i64, ptr %".855"
  %".857" = mul i64 %".847", %".856"
  %".858" = getelementptr double, ptr %".1", i64 %".857"
  %".859" = getelementptr inbounds i64, ptr %".5", i64 8
  %".860" = load i64, ptr %".859"
  %".861" = mul i64 %".847", %".860"
  %".862" = getelementptr double, ptr %".3", i64 %".861"
  %".863" = getelementptr inbounds i64, ptr %".5", i64 10
  %".864" = load i64, ptr %".863"
  %".865" = getelementptr inbounds i64, ptr %".5", i64 11
  %".866" = load i64, ptr %".865"
  %".867" = getelementptr inbounds i64, ptr %".5", i64 12
  %".868" = load i64, ptr %".867"
  %".869" = getelementptr inbounds i64, ptr %".5", i64 3
  %".870" = load i64, ptr %".869"
  %".871" = trunc i64 %".864" to i32
  %".872" = trunc i64 %".866" to i32
  %".873" = trunc i64 %".868" to i32
  %".874" = trunc i64 %".854" to i32
  %".875" = trunc i64 %".851" to i32
  %".876" = trunc i64 %".870" to i32
  %".877" = getelementptr inbounds i64, ptr %".5", i64 13
  %".878" = load i64, ptr %".877"
  %".879" = trunc i64 %".878" to i32
  %".880" = getelementptr inbounds i64, ptr %".5", i64 14
  %".881" = load i64, ptr %".880"
  %".882" = trunc i64 %".881" to i32
  %".883" = getelementptr inbounds i64, ptr %".5", i64 15
  %".884" = load i64, ptr %".883"
  %".885" = trunc i64 %".884" to i32
  %".886" = getelementptr inbounds i64, ptr %".5", i64 18
  %".887" = load i64, ptr %".886"
  %".888" = icmp ne i64 %".887", 0
  %".889" = select  i1 %".888", double 0x3ff0000000000000, double              0x0
  %".890" = getelementptr inbounds i64, ptr %".5", i64 19
  %".891" = load i64, ptr %".890"
  %".892" = bitcast i64 %".891" to double
  %".893" = getelementptr inbounds i64, ptr %".5", i64 16
  %".894" = load i64, ptr %".893"
  %".895" = inttoptr i64 %".894" to ptr
  call void %".895"(i32 %".871", i32 %".872", i32 %".873", i32 %".874", i32 %".875", i32 %".876", double %".892", ptr %".858", i32 %".879", ptr %".2", i32 %".882", double %".889", ptr %".862", i32 %".885")
  %".897" = getelementptr inbounds i64, ptr %".5", i64 8
  %".898" = load i64, ptr %".897"
  call void @"mirror_float64.0"(ptr %".3", i64 %".898", i64 %".847", i64 %".851")
  br label %"body.7.endif"
body.7.endif:
  %".901" = add nsw i64 %".838", 1
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
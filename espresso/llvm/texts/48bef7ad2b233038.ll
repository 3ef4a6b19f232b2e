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
  %".106" = sub i64 %".7", %".6"
  %".107" = getelementptr inbounds i64, ptr %".5", i64 2
  %".108" = load i64, ptr %".107"
  %".109" = getelementptr inbounds i64, ptr %".5", i64 4
  %".110" = load i64, ptr %".109"
  %".111" = mul i64 %".6", %".110"
  %".112" = getelementptr double, ptr %".1", i64 %".111"
  %".113" = getelementptr inbounds i64, ptr %".5", i64 8
  %".114" = load i64, ptr %".113"
  %".115" = mul i64 %".6", %".114"
  %".116" = getelementptr double, ptr %".3", i64 %".115"
  %".117" = getelementptr inbounds i64, ptr %".5", i64 10
  %".118" = load i64, ptr %".117"
  %".119" = getelementptr inbounds i64, ptr %".5", i64 11
  %".120" = load i64, ptr %".119"
  %".121" = getelementptr inbounds i64, ptr %".5", i64 12
  %".122" = load i64, ptr %".121"
  %".123" = getelementptr inbounds i64, ptr %".5", i64 3
  %".124" = load i64, ptr %".123"
  %".125" = trunc i64 %".118" to i32
  %".126" = trunc i64 %".120" to i32
  %".127" = trunc i64 %".122" to i32
  %".128" = trunc i64 %".106" to i32
  %".129" = trunc i64 %".108" to i32
  %".130" = trunc i64 %".124" to i32
  %".131" = getelementptr inbounds i64, ptr %".5", i64 13
  %".132" = load i64, ptr %".131"
  %".133" = trunc i64 %".132" to i32
  %".134" = getelementptr inbounds i64, ptr %".5", i64 14
  %".135" = load i64, ptr %".134"
  %".136" = trunc i64 %".135" to i32
  %".137" = getelementptr inbounds i64, ptr %".5", i64 15
  %".138" = load i64, ptr %".137"
  %".139" = trunc i64 %".138" to i32
  %".140" = getelementptr inbounds i64, ptr %".5", i64 18
  %".141" = load i64, ptr %".140"
  %".142" = icmp ne i64 %".141", 0
  %".143" = select  i1 %".142", double 0x3ff0000000000000, double              0x0
  %".144" = getelementptr inbounds i64, ptr %".5", i64 19
  %".145" = load i64, ptr %".144"
  %".146" = bitcast i64 %".145" to double
  %".147" = getelementptr inbounds i64, ptr %".5", i64 16
  %".148" = load i64, ptr %".147"
  %".149" = inttoptr i64 %".148" to ptr
  call void %".149"(i32 %".125", i32 %".126", i32 %".127", i32 %".128", i32 %".129", i32 %".130", double %".146", ptr %".112", i32 %".133", ptr %".2", i32 %".136", double %".143", ptr %".116", i32 %".139")
  br label %"end"
gemv:
  %".206" = getelementptr inbounds i64, ptr %".5", i64 4
  %".207" = load i64, ptr %".206"
  %".208" = mul i64 %".6", %".207"
  %".209" = getelementptr double, ptr %".1", i64 %".208"
  %".210" = getelementptr inbounds i64, ptr %".5", i64 8
  %".211" = load i64, ptr %".210"
  %".212" = mul i64 %".6", %".211"
  %".213" = getelementptr double, ptr %".3", i64 %".212"
  %".214" = sub i64 %".7", %".6"
  %".215" = getelementptr inbounds i64, ptr %".5", i64 3
  %".216" = load i64, ptr %".215"
  %".217" = getelementptr inbounds i64, ptr %".5", i64 11
  %".218" = load i64, ptr %".217"
  %".219" = icmp eq i64 %".218", 111
  %".220" = select  i1 %".219", i64 %".214", i64 %".216"
  %".221" = select  i1 %".219", i64 %".216", i64 %".214"
  %".222" = getelementptr inbounds i64, ptr %".5", i64 11
  %".223" = load i64, ptr %".222"
  %".224" = trunc i64 101 to i32
  %".225" = trunc i64 %".223" to i32
  %".226" = trunc i64 %".220" to i32
  %".227" = trunc i64 %".221" to i32
  %".228" = getelementptr inbounds i64, ptr %".5", i64 13
  %".229" = load i64, ptr %".228"
  %".230" = trunc i64 %".229" to i32
  %".231" = getelementptr inbounds i64, ptr %".5", i64 6
  %".232" = load i64, ptr %".231"
  %".233" = trunc i64 %".232" to i32
  %".234" = getelementptr inbounds i64, ptr %".5", i64 8
  %".235" = load i64, ptr %".234"
  %".236" = trunc i64 %".235" to i32
  %".237" = getelementptr inbounds i64, ptr %".5", i64 19
  %".238" = load i64, ptr %".237"
  %".239" = bitcast i64 %".238" to double
  %".240" = getelementptr inbounds i64, ptr %".5", i64 18
  %".241" = load i64, ptr %".240"
  %".242" = icmp ne i64 %".241", 0
  %".243" = select  i1 %".242", double 0x3ff0000000000000, double              0x0
  %".244" = getelementptr inbounds i64, ptr %".5", i64 16
  %".245" = load i64, ptr %".244"
  %".246" = inttoptr i64 %".245" to ptr
  call void %".246"(i32 %".224", i32 %".225", i32 %".226", i32 %".227", double %".239", ptr %".209", i32 %".230", ptr %".2", i32 %".233", double %".243", ptr %".213", i32 %".236")
  br label %"end"
half:
  %".249" = getelementptr inbounds i64, ptr %".5", i64 17
  %".250" = load i64, ptr %".249"
  %".251" = getelementptr inbounds i64, ptr %".5", i64 1
  %".252" = load i64, ptr %".251"
  %".253" = sub i64 %".252", 1
  %".254" = sdiv i64 %".253", %".250"
  br label %"loop"
left:
  %".328" = sub i64 %".7", %".6"
  %".329" = getelementptr inbounds i64, ptr %".5", i64 1
  %".330" = load i64, ptr %".329"
  %".331" = getelementptr inbounds i64, ptr %".5", i64 7
  %".332" = load i64, ptr %".331"
  %".333" = mul i64 %".6", %".332"
  %".334" = getelementptr double, ptr %".2", i64 %".333"
  %".335" = getelementptr inbounds i64, ptr %".5", i64 9
  %".336" = load i64, ptr %".335"
  %".337" = mul i64 %".6", %".336"
  %".338" = getelementptr double, ptr %".3", i64 %".337"
  %".339" = getelementptr inbounds i64, ptr %".5", i64 6
  %".340" = load i64, ptr %".339"
  %".341" = getelementptr inbounds i64, ptr %".5", i64 7
  %".342" = load i64, ptr %".341"
  %".343" = getelementptr inbounds i64, ptr %".5", i64 8
  %".344" = load i64, ptr %".343"
  call void @"copy_float64.0"(ptr %".334", ptr %".338", i64 %".330", i64 %".328", i64 %".340", i64 %".342", i64 %".344")
  %".346" = getelementptr inbounds i64, ptr %".5", i64 10
  %".347" = load i64, ptr %".346"
  %".348" = getelementptr inbounds i64, ptr %".5", i64 17
  %".349" = load i64, ptr %".348"
  %".350" = getelementptr inbounds i64, ptr %".5", i64 11
  %".351" = load i64, ptr %".350"
  %".352" = trunc i64 %".347" to i32
  %".353" = trunc i64 141 to i32
  %".354" = trunc i64 %".349" to i32
  %".355" = trunc i64 %".351" to i32
  %".356" = trunc i64 131 to i32
  %".357" = trunc i64 %".330" to i32
  %".358" = trunc i64 %".328" to i32
  %".359" = getelementptr inbounds i64, ptr %".5", i64 13
  %".360" = load i64, ptr %".359"
  %".361" = trunc i64 %".360" to i32
  %".362" = getelementptr inbounds i64, ptr %".5", i64 15
  %".363" = load i64, ptr %".362"
  %".364" = trunc i64 %".363" to i32
  %".365" = getelementptr inbounds i64, ptr %".5", i64 16
  %".366" = load i64, ptr %".365"
  %".367" = inttoptr i64 %".366" to ptr
  call void %".367"(i32 %".352", i32 %".353", i32 %".354", i32 %".355", i32 %".356", i32 %".357", i32 %".358", double 0x3ff0000000000000, ptr %".1", i32 %".361", ptr %".338", i32 %".364")
  br label %"end"
right:
  %".370" = sub i64 %".7", %".6"
  %".371" = getelementptr inbounds i64, ptr %".5", i64 2
  %".372" = load i64, ptr %".371"
  %".373" = getelementptr inbounds i64, ptr %".5", i64 4
  %".374" = load i64, ptr %".373"
  %".375" = mul i64 %".6", %".374"
  %".376" = getelementptr double, ptr %".1", i64 %".375"
  %".377" = getelementptr inbounds i64, ptr %".5", i64 8
  %".378" = load i64, ptr %".377"
  %".379" = mul i64 %".6", %".378"
  %".380" = getelementptr double, ptr %".3", i64 %".379"
  %".381" = getelementptr inbounds i64, ptr %".5", i64 4
  %".382" = load i64, ptr %".381"
  %".383" = getelementptr inbounds i64, ptr %".5", i64 5
  %".384" = load i64, ptr %".383"
  %".385" = getelementptr inbounds i64, ptr %".5", i64 8
  %".386" = load i64, ptr %".385"
  call void @"copy_float64.0"(ptr %".376", ptr %".380", i64 %".370", i64 %".372", i64 %".382", i64 %".384", i64 %".386")
  %".388" = getelementptr inbounds i64, ptr %".5", i64 10
  %".389" = load i64, ptr %".388"
  %".390" = getelementptr inbounds i64, ptr %".5", i64 17
  %".391" = load i64, ptr %".390"
  %".392" = getelementptr inbounds i64, ptr %".5", i64 12
  %".393" = load i64, ptr %".392"
  %".394" = trunc i64 %".389" to i32
  %".395" = trunc i64 142 to i32
  %".396" = trunc i64 %".391" to i32
  %".397" = trunc i64 %".393" to i32
  %".398" = trunc i64 131 to i32
  %".399" = trunc i64 %".370" to i32
  %".400" = trunc i64 %".372" to i32
  %".401" = getelementptr inbounds i64, ptr %".5", i64 14
  %".402" = load i64, ptr %".401"
  %".403" = trunc i64 %".402" to i32
  %".404" = getelementptr inbounds i64, ptr %".5", i64 15
  %".405" = load i64, ptr %".404"
  %".406" = trunc i64 %".405" to i32
  %".407" = getelementptr inbounds i64, ptr %".5", i64 16
  %".408" = load i64, ptr %".407"
  %".409" = inttoptr i64 %".408" to ptr
  call void %".409"(i32 %".394", i32 %".395", i32 %".396", i32 %".397", i32 %".398", i32 %".399", i32 %".400", double 0x3ff0000000000000, ptr %".2", i32 %".403", ptr %".380", i32 %".406")
  br label %"end"
columns:
  %".152" = getelementptr inbounds i64, ptr %".5", i64 7
  %".153" = load i64, ptr %".152"
  %".154" = mul i64 %".6", %".153"
  %".155" = getelementptr double, ptr %".2", i64 %".154"
  %".156" = getelementptr inbounds i64, ptr %".5", i64 9
  %".157" = load i64, ptr %".156"
  %".158" = mul i64 %".6", %".157"
  %".159" = getelementptr double, ptr %".3", i64 %".158"
  %".160" = getelementptr inbounds i64, ptr %".5", i64 1
  %".161" = load i64, ptr %".160"
  %".162" = sub i64 %".7", %".6"
  %".163" = getelementptr inbounds i64, ptr %".5", i64 4
  %".164" = load i64, ptr %".163"
  %".165" = mul i64 0, %".164"
  %".166" = getelementptr double, ptr %".1", i64 %".165"
  %".167" = getelementptr inbounds i64, ptr %".5", i64 8
  %".168" = load i64, ptr %".167"
  %".169" = mul i64 0, %".168"
  %".170" = getelementptr double, ptr %".159", i64 %".169"
  %".171" = getelementptr inbounds i64, ptr %".5", i64 10
  %".172" = load i64, ptr %".171"
  %".173" = getelementptr inbounds i64, ptr %".5", i64 11
  %".174" = load i64, ptr %".173"
  %".175" = getelementptr inbounds i64, ptr %".5", i64 12
  %".176" = load i64, ptr %".175"
  %".177" = getelementptr inbounds i64, ptr %".5", i64 3
  %".178" = load i64, ptr %".177"
  %".179" = trunc i64 %".172" to i32
  %".180" = trunc i64 %".174" to i32
  %".181" = trunc i64 %".176" to i32
  %".182" = trunc i64 %".161" to i32
  %".183" = trunc i64 %".162" to i32
  %".184" = trunc i64 %".178" to i32
  %".185" = getelementptr inbounds i64, ptr %".5", i64 13
  %".186" = load i64, ptr %".185"
  %".187" = trunc i64 %".186" to i32
  %".188" = getelementptr inbounds i64, ptr %".5", i64 14
  %".189" = load i64, ptr %".188"
  %".190" = trunc i64 %".189" to i32
  %".191" = getelementptr inbounds i64, ptr %".5", i64 15
  %".192" = load i64, ptr %".191"
  %".193" = trunc i64 %".192" to i32
  %".194" = getelementptr inbounds i64, ptr %".5", i64 18
  %".195" = load i64, ptr %".194"
  %".196" = icmp ne i64 %".195", 0
  %".197" = select  i1 %".196", double 0x3ff0000000000000, double              0x0
  %".198" = getelementptr inbounds i64, ptr %".5", i64 19
  %".199" = load i64, ptr %".198"
  %".200" = bitcast i64 %".199" to double
  %".201" = getelementptr inbounds i64, ptr %".5", i64 16
  %".202" = load i64, ptr %".201"
  %".203" = inttoptr i64 %".202" to ptr
  call void %".203"(i32 %".179", i32 %".180", i32 %".181", i32 %".182", i32 %".183", i32 %".184", double %".200", ptr %".166", i32 %".187", ptr %".155", i32 %".190", double %".197", ptr %".170", i32 %".193")
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
  switch i64 %".81", label %"loops" [i64 1, label %"gemm" i64 2, label %"gemv" i64 3, label %"half" i64 4, label %"left" i64 5, label %"right" i64 6, label %"columns"]
loop:
  %".256" = phi  i64 [%".6", %"half"], [%".325", %"done.1"]
  %".257" = icmp slt i64 %".256", %".7"
  br i1 %".257", label %"body", label %"done"
body:
  br label %"loop.1"
done:
  br label %"end"
loop.1:
  %".260" = phi  i64 [0, %"body"], [%".323", %"body.1.endif"]
  %".261" = icmp slt i64 %".260", 2
  br i1 %".261", label %"body.1", label %"done.1"
body.1:
  %".263" = sub i64 %".254", %".256"
  %".264" = icmp eq i64 %".260", 0
  %".265" = select  i1 %".264", i64 %".256", i64 %".263"
  %".266" = icmp eq i64 %".260", 1
  %".267" = icmp eq i64 %".256", %".263"
  %".268" = and i1 %".266", %".267"
  %".269" = mul i64 %".265", %".250"
  %".270" = add i64 %".269", %".250"
  %".271" = icmp slt i64 %".270", %".252"
  %".272" = select  i1 %".271", i64 %".270", i64 %".252"
  %".273" = select  i1 %".268", i64 %".269", i64 %".272"
  %".274" = icmp slt i64 %".269", %".273"
  br i1 %".274", label %"body.1.if", label %"body.1.endif"
done.1:
  %".325" = add nsw i64 %".256", 1
  br label %"loop"
body.1.if:
  %".276" = sub i64 %".273", %".269"
  %".277" = getelementptr inbounds i64, ptr %".5", i64 4
  %".278" = load i64, ptr %".277"
  %".279" = mul i64 %".269", %".278"
  %".280" = getelementptr double, ptr %".1", i64 %".279"
  %".281" = getelementptr inbounds i64, ptr %".5", i64 8
  %".282" = load i64, ptr %".281"
  %".283" = mul i64 %".269", %".282"
  %".284" = getelementptr double, ptr %".3", i64 %".283"
  %".285" = getelementptr inbounds i64, ptr %".5", i64 10
  %".286" = load i64, ptr %".285"
  %".287" = getelementptr inbounds i64, ptr %".5", i64 11
  %".288" = load i64, ptr %".287"
  %".289" = getelementptr inbounds i64, ptr %".5", i64 12
  %".290" = load i64, ptr %".289"
  %".291" = getelementptr inbounds i64, ptr %".5", i64 3
  %".292" = load i64, ptr %".291"
  %".293" = trunc i64 %".286" to i32
  %".294" = trunc i64 %".288" to i32
  %".295" = trunc i64 %".290" to i32
  %".296" = trunc i64 %".276" to i32
  %".297" = trunc i64 %".273" to i32
  %".298" = trunc i64 %".292" to i32
  %".299" = getelementptr inbounds i64, ptr %".5", i64 13
  %".300" = load i64, ptr %".299"
  %".301" = trunc i64 %".300" to i32
  %".302" = getelementptr inbounds i64, ptr %".5", i64 14
  %".303" = load i64, ptr %".302"
  %".304" = trunc i64 %".303" to i32
  %".305" = getelementptr inbounds i64, ptr %".5", i64 15
  %".306" = load i64, ptr %".305"
  %".307" = trunc i64 %".306" to i32
  %".308" = getelementptr inbounds i64, ptr %".5", i64 18
  %".309" = load i64, ptr %".308"
  %".310" = icmp ne i64 %".309", 0
  %".311" = select  i1 %".310", double 0x3ff0000000000000, double              0x0
  %".312" = getelementptr inbounds i64, ptr %".5", i64 19
  %".313" = load i64, ptr %".312"
  %".314" = bitcast i64 %".313" to double
  %".315" = getelementptr inbounds i64, ptr %".5", i64 16
  %".316" = load i64, ptr %".315"
  %".317" = inttoptr i64 %".316" to ptr
  call void %".317"(i32 %".293", i32 %".294", i32 %".295", i32 %".296", i32 %".297", i32 %".298", double %".314", ptr %".280", i32 %".301", ptr %".2", i32 %".304", double %".311", ptr %".284", i32 %".307")
  %".319" = getelementptr inbounds i64, ptr %".5", i64 8
  %".320" = load i64, ptr %".319"
  call void @"mirror_float64.0"(ptr %".3", i64 %".320", i64 %".269", i64 %".273")
  br label %"body.1.endif"
body.1.endif:
  %".323" = add nsw i64 %".260", 1
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
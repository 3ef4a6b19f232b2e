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
  %".411" = getelementptr inbounds i64, ptr %".5", i64 6
  %".412" = load i64, ptr %".411"
  %".413" = getelementptr inbounds i64, ptr %".5", i64 8
  %".414" = load i64, ptr %".413"
  %".415" = getelementptr inbounds i64, ptr %".5", i64 18
  %".416" = load i64, ptr %".415"
  %".417" = icmp ne i64 %".416", 0
  %".418" = sub i64 %".7", 1
  %".419" = getelementptr inbounds i64, ptr %".5", i64 19
  %".420" = load i64, ptr %".419"
  %".421" = bitcast i64 %".420" to double
  %".422" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".421", i32 0
  %".423" = shufflevector <4 x double> %".422", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".424" = getelementptr inbounds i64, ptr %".5", i64 17
  %".425" = load i64, ptr %".424"
  switch i64 %".425", label %"case_0.1" [i64 1, label %"case_1.1" i64 2, label %"case_2.1"]
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
chosen.1:
  br label %"chosen"
case_0.1:
  br label %"loop.2"
case_1.1:
  br label %"loop.4"
case_2.1:
  br label %"loop.6"
loop.2:
  %".428" = phi  i64 [0, %"case_0.1"], [%".655", %"done.3"]
  %".429" = icmp slt i64 %".428", %".404"
  br i1 %".429", label %"body.2", label %"done.2"
body.2:
  %".431" = add i64 %".428", 0
  %".432" = sub i64 %".404", %".431"
  %".433" = trunc i64 %".432" to i32
  %".434" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".433", i32 0
  %".435" = shufflevector <4 x i32> %".434", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".436" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".435"
  br label %"loop.3"
done.2:
  br label %"chosen.1"
loop.3:
  %".438" = phi  i64 [%".6", %"body.2"], [%".653", %"summed.endif.endif.endif.endif.endif.endif.endif.endif"]
  %".439" = icmp slt i64 %".438", %".7"
  br i1 %".439", label %"body.3", label %"done.3"
body.3:
  %".441" = add i64 %".438", 0
  %".442" = add i64 %".438", 1
  %".443" = add i64 %".438", 2
  %".444" = add i64 %".438", 3
  %".445" = add i64 %".438", 4
  %".446" = add i64 %".438", 5
  %".447" = add i64 %".438", 6
  %".448" = add i64 %".438", 7
  %".449" = icmp sle i64 %".441", %".418"
  %".450" = icmp sle i64 %".442", %".418"
  %".451" = icmp sle i64 %".443", %".418"
  %".452" = icmp sle i64 %".444", %".418"
  %".453" = icmp sle i64 %".445", %".418"
  %".454" = icmp sle i64 %".446", %".418"
  %".455" = icmp sle i64 %".447", %".418"
  %".456" = icmp sle i64 %".448", %".418"
  %".457" = select  i1 %".449", i64 %".441", i64 %".418"
  %".458" = mul i64 %".457", %".408"
  %".459" = getelementptr inbounds double, ptr %".1", i64 %".458"
  %".460" = select  i1 %".450", i64 %".442", i64 %".418"
  %".461" = mul i64 %".460", %".408"
  %".462" = getelementptr inbounds double, ptr %".1", i64 %".461"
  %".463" = select  i1 %".451", i64 %".443", i64 %".418"
  %".464" = mul i64 %".463", %".408"
  %".465" = getelementptr inbounds double, ptr %".1", i64 %".464"
  %".466" = select  i1 %".452", i64 %".444", i64 %".418"
  %".467" = mul i64 %".466", %".408"
  %".468" = getelementptr inbounds double, ptr %".1", i64 %".467"
  %".469" = select  i1 %".453", i64 %".445", i64 %".418"
  %".470" = mul i64 %".469", %".408"
  %".471" = getelementptr inbounds double, ptr %".1", i64 %".470"
  %".472" = select  i1 %".454", i64 %".446", i64 %".418"
  %".473" = mul i64 %".472", %".408"
  %".474" = getelementptr inbounds double, ptr %".1", i64 %".473"
  %".475" = select  i1 %".455", i64 %".447", i64 %".418"
  %".476" = mul i64 %".475", %".408"
  %".477" = getelementptr inbounds double, ptr %".1", i64 %".476"
  %".478" = select  i1 %".456", i64 %".448", i64 %".418"
  %".479" = mul i64 %".478", %".408"
  %".480" = getelementptr inbounds double, ptr %".1", i64 %".479"
  br label %"terms"
done.3:
  %".655" = add nsw i64 %".428", 4
  br label %"loop.2", !llvm.loop !3
terms:
  %".482" = phi  i64 [0, %"body.3"], [%".539", %"term"]
  %".483" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".503", %"term"]
  %".484" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".508", %"term"]
  %".485" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".513", %"term"]
  %".486" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".518", %"term"]
  %".487" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".523", %"term"]
  %".488" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".528", %"term"]
  %".489" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".533", %"term"]
  %".490" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.3"], [%".538", %"term"]
  %".491" = icmp slt i64 %".482", %".406"
  br i1 %".491", label %"term", label %"summed"
term:
  %".493" = mul i64 %".482", %".412"
  %".494" = add i64 %".493", %".428"
  %".495" = getelementptr inbounds double, ptr %".2", i64 %".494"
  %".496" = mul i64 %".482", %".410"
  %".497" = getelementptr inbounds double, ptr %".495", i64 0
  %".498" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".497", i32 8, <4 x i1> %".436", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".499" = getelementptr inbounds double, ptr %".459", i64 %".496"
  %".500" = load double, ptr %".499"
  %".501" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".500", i32 0
  %".502" = shufflevector <4 x double> %".501", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".503" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".502", <4 x double> %".498", <4 x double> %".483")
  %".504" = getelementptr inbounds double, ptr %".462", i64 %".496"
  %".505" = load double, ptr %".504"
  %".506" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".505", i32 0
  %".507" = shufflevector <4 x double> %".506", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".508" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".507", <4 x double> %".498", <4 x double> %".484")
  %".509" = getelementptr inbounds double, ptr %".465", i64 %".496"
  %".510" = load double, ptr %".509"
  %".511" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".510", i32 0
  %".512" = shufflevector <4 x double> %".511", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".513" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".512", <4 x double> %".498", <4 x double> %".485")
  %".514" = getelementptr inbounds double, ptr %".468", i64 %".496"
  %".515" = load double, ptr %".514"
  %".516" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".515", i32 0
  %".517" = shufflevector <4 x double> %".516", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".518" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".517", <4 x double> %".498", <4 x double> %".486")
  %".519" = getelementptr inbounds double, ptr %".471", i64 %".496"
  %".520" = load double, ptr %".519"
  %".521" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".520", i32 0
  %".522" = shufflevector <4 x double> %".521", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".523" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".522", <4 x double> %".498", <4 x double> %".487")
  %".524" = getelementptr inbounds double, ptr %".474", i64 %".496"
  %".525" = load double, ptr %".524"
  %".526" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".525", i32 0
  %".527" = shufflevector <4 x double> %".526", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".528" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".527", <4 x double> %".498", <4 x double> %".488")
  %".529" = getelementptr inbounds double, ptr %".477", i64 %".496"
  %".530" = load double, ptr %".529"
  %".531" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".530", i32 0
  %".532" = shufflevector <4 x double> %".531", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".533" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".532", <4 x double> %".498", <4 x double> %".489")
  %".534" = getelementptr inbounds double, ptr %".480", i64 %".496"
  %".535" = load double, ptr %".534"
  %".536" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".535", i32 0
  %".537" = shufflevector <4 x double> %".536", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".538" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".537", <4 x double> %".498", <4 x double> %".490")
  %".539" = add nsw i64 %".482", 1
  br label %"terms", !llvm.loop !3
summed:
  %".541" = fmul <4 x double> %".483", %".423"
  br i1 %".449", label %"summed.if", label %"summed.endif"
summed.if:
  %".543" = mul i64 %".441", %".414"
  %".544" = add i64 %".543", %".428"
  %".545" = getelementptr inbounds double, ptr %".3", i64 %".544"
  %".546" = getelementptr inbounds double, ptr %".545", i64 0
  br i1 %".417", label %"summed.if.if", label %"summed.if.else"
summed.endif:
  %".555" = fmul <4 x double> %".484", %".423"
  br i1 %".450", label %"summed.endif.if", label %"summed.endif.endif"
summed.if.if:
  %".548" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".546", i32 8, <4 x i1> %".436", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".549" = fadd <4 x double> %".548", %".541"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".549", ptr %".546", i32 8, <4 x i1> %".436")
  br label %"summed.if.endif"
summed.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".541", ptr %".546", i32 8, <4 x i1> %".436")
  br label %"summed.if.endif"
summed.if.endif:
  br label %"summed.endif"
summed.endif.if:
  %".557" = mul i64 %".442", %".414"
  %".558" = add i64 %".557", %".428"
  %".559" = getelementptr inbounds double, ptr %".3", i64 %".558"
  %".560" = getelementptr inbounds double, ptr %".559", i64 0
  br i1 %".417", label %"summed.endif.if.if", label %"summed.endif.if.else"
summed.endif.endif:
  %".569" = fmul <4 x double> %".485", %".423"
  br i1 %".451", label %"summed.endif.endif.if", label %"summed.endif.endif.endif"
summed.endif.if.if:
  %".562" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".560", i32 8, <4 x i1> %".436", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".563" = fadd <4 x double> %".562", %".555"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".563", ptr %".560", i32 8, <4 x i1> %".436")
  br label %"summed.endif.if.endif"
summed.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".555", ptr %".560", i32 8, <4 x i1> %".436")
  br label %"summed.endif.if.endif"
summed.endif.if.endif:
  br label %"summed.endif.endif"
summed.endif.endif.if:
  %".571" = mul i64 %".443", %".414"
  %".572" = add i64 %".571", %".428"
  %".573" = getelementptr inbounds double, ptr %".3", i64 %".572"
  %".574" = getelementptr inbounds double, ptr %".573", i64 0
  br i1 %".417", label %"summed.endif.endif.if.if", label %"summed.endif.endif.if.else"
summed.endif.endif.endif:
  %".583" = fmul <4 x double> %".486", %".423"
  br i1 %".452", label %"summed.endif.endif.endif.if", label %"summed.endif.endif.endif.endif"
summed.endif.endif.if.if:
  %".576" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".574", i32 8, <4 x i1> %".436", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".577" = fadd <4 x double> %".576", %".569"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".577", ptr %".574", i32 8, <4 x i1> %".436")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".569", ptr %".574", i32 8, <4 x i1> %".436")
  br label %"summed.endif.endif.if.endif"
summed.endif.endif.if.endif:
  br label %"summed.endif.endif.endif"
summed.endif.endif.endif.if:
  %".585" = mul i64 %".444", %".414"
  %".586" = add i64 %".585", %".428"
  %".587" = getelementptr inbounds double, ptr %".3", i64 %".586"
  %".588" = getelementptr inbounds double, ptr %".587", i64 0
  br i1 %".417", label %"summed.endif.endif.endif.if.if", label %"summed.endif.endif.endif.if.else"
summed.endif.endif.endif.endif:
  %".597" = fmul <4 x double> %".487", %".423"
  br i1 %".453", label %"summed.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.if.if:
  %".590" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".588", i32 8, <4 x i1> %".436", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".591" = fadd <4 x double> %".590", %".583"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".591", ptr %".588", i32 8, <4 x i1> %".436")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".583", ptr %".588", i32 8, <4 x i1> %".436")
  br label %"summed.endif.endif.endif.if.endif"
summed.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if:
  %".599" = mul i64 %".445", %".414"
  %".600" = add i64 %".599", %".428"
  %".601" = getelementptr inbounds double, ptr %".3", i64 %".600"
  %".602" = getelementptr inbounds double, ptr %".601", i64 0
  br i1 %".417", label %"summed.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif:
  %".611" = fmul <4 x double> %".488", %".423"
  br i1 %".454", label %"summed.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.if.if:
  %".604" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".602", i32 8, <4 x i1> %".436", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".605" = fadd <4 x double> %".604", %".597"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".605", ptr %".602", i32 8, <4 x i1> %".436")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".597", ptr %".602", i32 8, <4 x i1> %".436")
  br label %"summed.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if:
  %".613" = mul i64 %".446", %".414"
  %".614" = add i64 %".613", %".428"
  %".615" = getelementptr inbounds double, ptr %".3", i64 %".614"
  %".616" = getelementptr inbounds double, ptr %".615", i64 0
  br i1 %".417", label %"summed.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif:
  %".625" = fmul <4 x double> %".489", %".423"
  br i1 %".455", label %"summed.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.if.if:
  %".618" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".616", i32 8, <4 x i1> %".436", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".619" = fadd <4 x double> %".618", %".611"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".619", ptr %".616", i32 8, <4 x i1> %".436")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".611", ptr %".616", i32 8, <4 x i1> %".436")
  br label %"summed.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if:
  %".627" = mul i64 %".447", %".414"
  %".628" = add i64 %".627", %".428"
  %".629" = getelementptr inbounds double, ptr %".3", i64 %".628"
  %".630" = getelementptr inbounds double, ptr %".629", i64 0
  br i1 %".417", label %"summed.endif.endif.endif.endif.endif.endif.if.if", label %"summed.endif.endif.endif.endif.endif.endif.if.else"
summed.endif.endif.endif.endif.endif.endif.endif:
  %".639" = fmul <4 x double> %".490", %".423"
  br i1 %".456", label %"summed.endif.endif.endif.endif.endif.endif.endif.if", label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.if.if:
  %".632" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".630", i32 8, <4 x i1> %".436", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".633" = fadd <4 x double> %".632", %".625"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".633", ptr %".630", i32 8, <4 x i1> %".436")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".625", ptr %".630", i32 8, <4 x i1> %".436")
  br label %"summed.endif.endif.endif.endif.endif.endif.if.endif"
summed.endif.endif.endif.endif.endif.endif.if.endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif"
summed.endif.endif.endif.endif.endif.endif.endif.if:
  %".641" = mul i64 %".448", %".414"
  %".642" = add i64 %".641", %".428"
  %".643" = getelementptr inbounds double, ptr %".3", i64 %".642"
  %".644" = getelementptr inbounds double, ptr %".643", i64 0
  br i1 %".417", label %"summed.endif.endif.endif....if", label %"summed.endif.endif.endif....else"
summed.endif.endif.endif.endif.endif.endif.endif.endif:
  %".653" = add nsw i64 %".438", 8
  br label %"loop.3", !llvm.loop !3
summed.endif.endif.endif....if:
  %".646" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".644", i32 8, <4 x i1> %".436", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".647" = fadd <4 x double> %".646", %".639"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".647", ptr %".644", i32 8, <4 x i1> %".436")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".639", ptr %".644", i32 8, <4 x i1> %".436")
  br label %"summed.endif.endif.endif....endif"
summed.endif.endif.endif....endif:
  br label %"summed.endif.endif.endif.endif.endif.endif.endif.endif"
loop.4:
  %".659" = phi  i64 [0, %"case_1.1"], [%".786", %"done.5"]
  %".660" = icmp slt i64 %".659", %".404"
  br i1 %".660", label %"body.4", label %"done.4"
body.4:
  %".662" = add i64 %".659", 0
  %".663" = sub i64 %".404", %".662"
  %".664" = trunc i64 %".663" to i32
  %".665" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".664", i32 0
  %".666" = shufflevector <4 x i32> %".665", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".667" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".666"
  br label %"loop.5"
done.4:
  br label %"chosen.1"
loop.5:
  %".669" = phi  i64 [%".6", %"body.4"], [%".784", %"summed.1.endif.endif.endif.endif"]
  %".670" = icmp slt i64 %".669", %".7"
  br i1 %".670", label %"body.5", label %"done.5"
body.5:
  %".672" = add i64 %".669", 0
  %".673" = add i64 %".669", 1
  %".674" = add i64 %".669", 2
  %".675" = add i64 %".669", 3
  %".676" = icmp sle i64 %".672", %".418"
  %".677" = icmp sle i64 %".673", %".418"
  %".678" = icmp sle i64 %".674", %".418"
  %".679" = icmp sle i64 %".675", %".418"
  %".680" = select  i1 %".676", i64 %".672", i64 %".418"
  %".681" = mul i64 %".680", %".408"
  %".682" = getelementptr inbounds double, ptr %".1", i64 %".681"
  %".683" = select  i1 %".677", i64 %".673", i64 %".418"
  %".684" = mul i64 %".683", %".408"
  %".685" = getelementptr inbounds double, ptr %".1", i64 %".684"
  %".686" = select  i1 %".678", i64 %".674", i64 %".418"
  %".687" = mul i64 %".686", %".408"
  %".688" = getelementptr inbounds double, ptr %".1", i64 %".687"
  %".689" = select  i1 %".679", i64 %".675", i64 %".418"
  %".690" = mul i64 %".689", %".408"
  %".691" = getelementptr inbounds double, ptr %".1", i64 %".690"
  br label %"terms.1"
done.5:
  %".786" = add nsw i64 %".659", 4
  br label %"loop.4", !llvm.loop !3
terms.1:
  %".693" = phi  i64 [0, %"body.5"], [%".726", %"term.1"]
  %".694" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".710", %"term.1"]
  %".695" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".715", %"term.1"]
  %".696" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".720", %"term.1"]
  %".697" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.5"], [%".725", %"term.1"]
  %".698" = icmp slt i64 %".693", %".406"
  br i1 %".698", label %"term.1", label %"summed.1"
term.1:
  %".700" = mul i64 %".693", %".412"
  %".701" = add i64 %".700", %".659"
  %".702" = getelementptr inbounds double, ptr %".2", i64 %".701"
  %".703" = mul i64 %".693", %".410"
  %".704" = getelementptr inbounds double, ptr %".702", i64 0
  %".705" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".704", i32 8, <4 x i1> %".667", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".706" = getelementptr inbounds double, ptr %".682", i64 %".703"
  %".707" = load double, ptr %".706"
  %".708" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".707", i32 0
  %".709" = shufflevector <4 x double> %".708", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".710" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".709", <4 x double> %".705", <4 x double> %".694")
  %".711" = getelementptr inbounds double, ptr %".685", i64 %".703"
  %".712" = load double, ptr %".711"
  %".713" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".712", i32 0
  %".714" = shufflevector <4 x double> %".713", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".715" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".714", <4 x double> %".705", <4 x double> %".695")
  %".716" = getelementptr inbounds double, ptr %".688", i64 %".703"
  %".717" = load double, ptr %".716"
  %".718" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".717", i32 0
  %".719" = shufflevector <4 x double> %".718", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".720" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".719", <4 x double> %".705", <4 x double> %".696")
  %".721" = getelementptr inbounds double, ptr %".691", i64 %".703"
  %".722" = load double, ptr %".721"
  %".723" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".722", i32 0
  %".724" = shufflevector <4 x double> %".723", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".725" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".724", <4 x double> %".705", <4 x double> %".697")
  %".726" = add nsw i64 %".693", 1
  br label %"terms.1", !llvm.loop !3
summed.1:
  %".728" = fmul <4 x double> %".694", %".423"
  br i1 %".676", label %"summed.1.if", label %"summed.1.endif"
summed.1.if:
  %".730" = mul i64 %".672", %".414"
  %".731" = add i64 %".730", %".659"
  %".732" = getelementptr inbounds double, ptr %".3", i64 %".731"
  %".733" = getelementptr inbounds double, ptr %".732", i64 0
  br i1 %".417", label %"summed.1.if.if", label %"summed.1.if.else"
summed.1.endif:
  %".742" = fmul <4 x double> %".695", %".423"
  br i1 %".677", label %"summed.1.endif.if", label %"summed.1.endif.endif"
summed.1.if.if:
  %".735" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".733", i32 8, <4 x i1> %".667", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".736" = fadd <4 x double> %".735", %".728"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".736", ptr %".733", i32 8, <4 x i1> %".667")
  br label %"summed.1.if.endif"
summed.1.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".728", ptr %".733", i32 8, <4 x i1> %".667")
  br label %"summed.1.if.endif"
summed.1.if.endif:
  br label %"summed.1.endif"
summed.1.endif.if:
  %".744" = mul i64 %".673", %".414"
  %".745" = add i64 %".744", %".659"
  %".746" = getelementptr inbounds double, ptr %".3", i64 %".745"
  %".747" = getelementptr inbounds double, ptr %".746", i64 0
  br i1 %".417", label %"summed.1.endif.if.if", label %"summed.1.endif.if.else"
summed.1.endif.endif:
  %".756" = fmul <4 x double> %".696", %".423"
  br i1 %".678", label %"summed.1.endif.endif.if", label %"summed.1.endif.endif.endif"
summed.1.endif.if.if:
  %".749" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".747", i32 8, <4 x i1> %".667", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".750" = fadd <4 x double> %".749", %".742"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".750", ptr %".747", i32 8, <4 x i1> %".667")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".742", ptr %".747", i32 8, <4 x i1> %".667")
  br label %"summed.1.endif.if.endif"
summed.1.endif.if.endif:
  br label %"summed.1.endif.endif"
summed.1.endif.endif.if:
  %".758" = mul i64 %".674", %".414"
  %".759" = add i64 %".758", %".659"
  %".760" = getelementptr inbounds double, ptr %".3", i64 %".759"
  %".761" = getelementptr inbounds double, ptr %".760", i64 0
  br i1 %".417", label %"summed.1.endif.endif.if.if", label %"summed.1.endif.endif.if.else"
summed.1.endif.endif.endif:
  %".770" = fmul <4 x double> %".697", %".423"
  br i1 %".679", label %"summed.1.endif.endif.endif.if", label %"summed.1.endif.endif.endif.endif"
summed.1.endif.endif.if.if:
  %".763" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".761", i32 8, <4 x i1> %".667", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".764" = fadd <4 x double> %".763", %".756"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".764", ptr %".761", i32 8, <4 x i1> %".667")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".756", ptr %".761", i32 8, <4 x i1> %".667")
  br label %"summed.1.endif.endif.if.endif"
summed.1.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif"
summed.1.endif.endif.endif.if:
  %".772" = mul i64 %".675", %".414"
  %".773" = add i64 %".772", %".659"
  %".774" = getelementptr inbounds double, ptr %".3", i64 %".773"
  %".775" = getelementptr inbounds double, ptr %".774", i64 0
  br i1 %".417", label %"summed.1.endif.endif.endif.if.if", label %"summed.1.endif.endif.endif.if.else"
summed.1.endif.endif.endif.endif:
  %".784" = add nsw i64 %".669", 4
  br label %"loop.5", !llvm.loop !3
summed.1.endif.endif.endif.if.if:
  %".777" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".775", i32 8, <4 x i1> %".667", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".778" = fadd <4 x double> %".777", %".770"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".778", ptr %".775", i32 8, <4 x i1> %".667")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".770", ptr %".775", i32 8, <4 x i1> %".667")
  br label %"summed.1.endif.endif.endif.if.endif"
summed.1.endif.endif.endif.if.endif:
  br label %"summed.1.endif.endif.endif.endif"
loop.6:
  %".790" = phi  i64 [0, %"case_2.1"], [%".957", %"done.7"]
  %".791" = icmp slt i64 %".790", %".404"
  br i1 %".791", label %"body.6", label %"done.6"
body.6:
  %".793" = add i64 %".790", 0
  %".794" = sub i64 %".404", %".793"
  %".795" = trunc i64 %".794" to i32
  %".796" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".795", i32 0
  %".797" = shufflevector <4 x i32> %".796", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".798" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".797"
  %".799" = add i64 %".790", 4
  %".800" = sub i64 %".404", %".799"
  %".801" = trunc i64 %".800" to i32
  %".802" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".801", i32 0
  %".803" = shufflevector <4 x i32> %".802", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".804" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".803"
  br label %"loop.7"
done.6:
  br label %"chosen.1"
loop.7:
  %".806" = phi  i64 [%".6", %"body.6"], [%".955", %"summed.2.endif.endif.endif.endif"]
  %".807" = icmp slt i64 %".806", %".7"
  br i1 %".807", label %"body.7", label %"done.7"
body.7:
  %".809" = add i64 %".806", 0
  %".810" = add i64 %".806", 1
  %".811" = add i64 %".806", 2
  %".812" = add i64 %".806", 3
  %".813" = icmp sle i64 %".809", %".418"
  %".814" = icmp sle i64 %".810", %".418"
  %".815" = icmp sle i64 %".811", %".418"
  %".816" = icmp sle i64 %".812", %".418"
  %".817" = select  i1 %".813", i64 %".809", i64 %".418"
  %".818" = mul i64 %".817", %".408"
  %".819" = getelementptr inbounds double, ptr %".1", i64 %".818"
  %".820" = select  i1 %".814", i64 %".810", i64 %".418"
  %".821" = mul i64 %".820", %".408"
  %".822" = getelementptr inbounds double, ptr %".1", i64 %".821"
  %".823" = select  i1 %".815", i64 %".811", i64 %".418"
  %".824" = mul i64 %".823", %".408"
  %".825" = getelementptr inbounds double, ptr %".1", i64 %".824"
  %".826" = select  i1 %".816", i64 %".812", i64 %".418"
  %".827" = mul i64 %".826", %".408"
  %".828" = getelementptr inbounds double, ptr %".1", i64 %".827"
  br label %"terms.2"
done.7:
  %".957" = add nsw i64 %".790", 8
  br label %"loop.6", !llvm.loop !3
terms.2:
  %".830" = phi  i64 [0, %"body.7"], [%".873", %"term.2"]
  %".831" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".853", %"term.2"]
  %".832" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".854", %"term.2"]
  %".833" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".859", %"term.2"]
  %".834" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".860", %"term.2"]
  %".835" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".865", %"term.2"]
  %".836" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".866", %"term.2"]
  %".837" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".871", %"term.2"]
  %".838" = phi  <4 x double> [<double              0x0, double              0x0, double              0x0, double              0x0>, %"body.7"], [%".872", %"term.2"]
  %".839" = icmp slt i64 %".830", %".406"
  br i1 %".839", label %"term.2", label %"summed.2"
term.2:
  %".841" = mul i64 %".830", %".412"
  %".842" = add i64 %".841", %".790"
  %".843" = getelementptr inbounds double, ptr %".2", i64 %".842"
  %".844" = mul i64 %".830", %".410"
  %".845" = getelementptr inbounds double, ptr %".843", i64 0
  %".846" = getelementptr inbounds double, ptr %".843", i64 4
  %".847" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".845", i32 8, <4 x i1> %".798", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".848" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".846", i32 8, <4 x i1> %".804", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".849" = getelementptr inbounds double, ptr %".819", i64 %".844"
  %".850" = load double, ptr %".849"
  %".851" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".850", i32 0
  %".852" = shufflevector <4 x double> %".851", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".853" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".852", <4 x double> %".847", <4 x double> %".831")
  %".854" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".852", <4 x double> %".848", <4 x double> %".832")
  %".855" = getelementptr inbounds double, ptr %".822", i64 %".844"
  %".856" = load double, ptr %".855"
  %".857" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".856", i32 0
  %".858" = shufflevector <4 x double> %".857", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".859" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".858", <4 x double> %".847", <4 x double> %".833")
  %".860" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".858", <4 x double> %".848", <4 x double> %".834")
  %".861" = getelementptr inbounds double, ptr %".825", i64 %".844"
  %".862" = load double, ptr %".861"
  %".863" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".862", i32 0
  %".864" = shufflevector <4 x double> %".863", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".865" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".864", <4 x double> %".847", <4 x double> %".835")
  %".866" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".864", <4 x double> %".848", <4 x double> %".836")
  %".867" = getelementptr inbounds double, ptr %".828", i64 %".844"
  %".868" = load double, ptr %".867"
  %".869" = insertelement <4 x double> <double undef, double undef, double undef, double undef>, double %".868", i32 0
  %".870" = shufflevector <4 x double> %".869", <4 x double> <double undef, double undef, double undef, double undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".871" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".870", <4 x double> %".847", <4 x double> %".837")
  %".872" = call <4 x double> @"llvm.fmuladd.v4f64"(<4 x double> %".870", <4 x double> %".848", <4 x double> %".838")
  %".873" = add nsw i64 %".830", 1
  br label %"terms.2", !llvm.loop !3
summed.2:
  %".875" = fmul <4 x double> %".831", %".423"
  %".876" = fmul <4 x double> %".832", %".423"
  br i1 %".813", label %"summed.2.if", label %"summed.2.endif"
summed.2.if:
  %".878" = mul i64 %".809", %".414"
  %".879" = add i64 %".878", %".790"
  %".880" = getelementptr inbounds double, ptr %".3", i64 %".879"
  %".881" = getelementptr inbounds double, ptr %".880", i64 0
  %".882" = getelementptr inbounds double, ptr %".880", i64 4
  br i1 %".417", label %"summed.2.if.if", label %"summed.2.if.else"
summed.2.endif:
  %".895" = fmul <4 x double> %".833", %".423"
  %".896" = fmul <4 x double> %".834", %".423"
  br i1 %".814", label %"summed.2.endif.if", label %"summed.2.endif.endif"
summed.2.if.if:
  %".884" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".881", i32 8, <4 x i1> %".798", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".885" = fadd <4 x double> %".884", %".875"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".885", ptr %".881", i32 8, <4 x i1> %".798")
  %".887" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".882", i32 8, <4 x i1> %".804", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".888" = fadd <4 x double> %".887", %".876"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".888", ptr %".882", i32 8, <4 x i1> %".804")
  br label %"summed.2.if.endif"
summed.2.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".875", ptr %".881", i32 8, <4 x i1> %".798")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".876", ptr %".882", i32 8, <4 x i1> %".804")
  br label %"summed.2.if.endif"
summed.2.if.endif:
  br label %"summed.2.endif"
summed.2.endif.if:
  %".898" = mul i64 %".810", %".414"
  %".899" = add i64 %".898", %".790"
  %".900" = getelementptr inbounds double, ptr %".3", i64 %".899"
  %".901" = getelementptr inbounds double, ptr %".900", i64 0
  %".902" = getelementptr inbounds double, ptr %".900", i64 4
  br i1 %".417", label %"summed.2.endif.if.if", label %"summed.2.endif.if.else"
summed.2.endif.endif:
  %".915" = fmul <4 x double> %".835", %".423"
  %".916" = fmul <4 x double> %".836", %".423"
  br i1 %".815", label %"summed.2.endif.endif.if", label %"summed.2.endif.endif.endif"
summed.2.endif.if.if:
  %".904" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".901", i32 8, <4 x i1> %".798", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".905" = fadd <4 x double> %".904", %".895"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".905", ptr %".901", i32 8, <4 x i1> %".798")
  %".907" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".902", i32 8, <4 x i1> %".804", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".908" = fadd <4 x double> %".907", %".896"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".908", ptr %".902", i32 8, <4 x i1> %".804")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".895", ptr %".901", i32 8, <4 x i1> %".798")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".896", ptr %".902", i32 8, <4 x i1> %".804")
  br label %"summed.2.endif.if.endif"
summed.2.endif.if.endif:
  br label %"summed.2.endif.endif"
summed.2.endif.endif.if:
  %".918" = mul i64 %".811", %".414"
  %".919" = add i64 %".918", %".790"
  %".920" = getelementptr inbounds double, ptr %".3", i64 %".919"
  %".921" = getelementptr inbounds double, ptr %".920", i64 0
  %".922" = getelementptr inbounds double, ptr %".920", i64 4
  br i1 %".417", label %"summed.2.endif.endif.if.if", label %"summed.2.endif.endif.if.else"
summed.2.endif.endif.endif:
  %".935" = fmul <4 x double> %".837", %".423"
  %".936" = fmul <4 x double> %".838", %".423"
  br i1 %".816", label %"summed.2.endif.endif.endif.if", label %"summed.2.endif.endif.endif.endif"
summed.2.endif.endif.if.if:
  %".924" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".921", i32 8, <4 x i1> %".798", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".925" = fadd <4 x double> %".924", %".915"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".925", ptr %".921", i32 8, <4 x i1> %".798")
  %".927" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".922", i32 8, <4 x i1> %".804", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".928" = fadd <4 x double> %".927", %".916"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".928", ptr %".922", i32 8, <4 x i1> %".804")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".915", ptr %".921", i32 8, <4 x i1> %".798")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".916", ptr %".922", i32 8, <4 x i1> %".804")
  br label %"summed.2.endif.endif.if.endif"
summed.2.endif.endif.if.endif:
  br label %"summed.2.endif.endif.endif"
summed.2.endif.endif.endif.if:
  %".938" = mul i64 %".812", %".414"
  %".939" = add i64 %".938", %".790"
  %".940" = getelementptr inbounds double, ptr %".3", i64 %".939"
  %".941" = getelementptr inbounds double, ptr %".940", i64 0
  %".942" = getelementptr inbounds double, ptr %".940", i64 4
  br i1 %".417", label %"summed.2.endif.endif.endif.if.if", label %"summed.2.endif.endif.endif.if.else"
summed.2.endif.endif.endif.endif:
  %".955" = add nsw i64 %".806", 4
  br label %"loop.7", !llvm.loop !3
summed.2.endif.endif.endif.if.if:
  %".944" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".941", i32 8, <4 x i1> %".798", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".945" = fadd <4 x double> %".944", %".935"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".945", ptr %".941", i32 8, <4 x i1> %".798")
  %".947" = call <4 x double> @"llvm.masked.load.v4f64.p0"(ptr %".942", i32 8, <4 x i1> %".804", <4 x double> <double              0x0, double              0x0, double              0x0, double              0x0>)
  %".948" = fadd <4 x double> %".947", %".936"
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".948", ptr %".942", i32 8, <4 x i1> %".804")
  br label %"summed.2.endif.endif.endif.if.endif"
summed.2.endif.endif.endif.if.else:
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".935", ptr %".941", i32 8, <4 x i1> %".798")
  call void @"llvm.masked.store.v4f64.p0"(<4 x double> %".936", ptr %".942", i32 8, <4 x i1> %".804")
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
; ModuleID = "espresso"
target triple = "unknown-unknown-unknown"
target datalayout = ""

define internal i64 @"gather.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5") noimplicitfloat noinline nounwind optsize
{
entry:
  %"target" = alloca i64
  %"source" = alloca i64
  %"rows" = alloca i64
  %"columns" = alloca i64
  %"depth" = alloca i64
  %"r" = alloca i64
  %"low" = alloca i64
  %"p" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"target"
  store i64 %".2", i64* %"source"
  store i64 %".3", i64* %"rows"
  store i64 %".4", i64* %"columns"
  store i64 %".5", i64* %"depth"
  br label %"loop"
loop:
  %".13" = phi  i64 [0, %"start"], [%".50", %"done.1"]
  %".14" = icmp slt i64 %".13", 4
  br i1 %".14", label %"body", label %"done"
body:
  store i64 %".13", i64* %"r"
  %".17" = load i64, i64* %"rows"
  %".18" = load i64, i64* %"r"
  %".19" = inttoptr i64 %".17" to ptr
  %".20" = getelementptr inbounds i64, ptr %".19", i64 %".18"
  %".21" = load i64, ptr %".20"
  store i64 %".21", i64* %"low"
  %".23" = load i64, i64* %"depth"
  br label %"loop.1"
done:
  ret i64 0
loop.1:
  %".25" = phi  i64 [0, %"body"], [%".48", %"body.1"]
  %".26" = icmp slt i64 %".25", %".23"
  br i1 %".26", label %"body.1", label %"done.1"
body.1:
  store i64 %".25", i64* %"p"
  %".29" = load i64, i64* %"target"
  %".30" = load i64, i64* %"p"
  %".31" = mul i64 %".30", 4
  %".32" = load i64, i64* %"r"
  %".33" = add i64 %".31", %".32"
  %".34" = load i64, i64* %"source"
  %".35" = load i64, i64* %"low"
  %".36" = load i64, i64* %"columns"
  %".37" = load i64, i64* %"p"
  %".38" = inttoptr i64 %".36" to ptr
  %".39" = getelementptr inbounds i64, ptr %".38", i64 %".37"
  %".40" = load i64, ptr %".39"
  %".41" = add i64 %".35", %".40"
  %".42" = inttoptr i64 %".34" to ptr
  %".43" = getelementptr inbounds double, ptr %".42", i64 %".41"
  %".44" = load double, ptr %".43"
  %".45" = inttoptr i64 %".29" to ptr
  %".46" = getelementptr inbounds double, ptr %".45", i64 %".33"
  store double %".44", ptr %".46"
  %".48" = add nsw i64 %".25", 1
  br label %"loop.1"
done.1:
  %".50" = add nsw i64 %".13", 1
  br label %"loop"
}

define internal i64 @"filters.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5") noimplicitfloat noinline nounwind optsize
{
entry:
  %"record" = alloca i64
  %"source" = alloca i64
  %"scratch" = alloca i64
  %"start.1" = alloca i64
  %"stop" = alloca i64
  %"rows" = alloca i64
  %"groups" = alloca i64
  %"unit" = alloca i64
  %"which" = alloca i64
  %"g" = alloca i64
  %"kind" = alloca i64
  %"depth" = alloca i64
  %"to" = alloca i64
  %"mine" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"source"
  store i64 %".3", i64* %"scratch"
  store i64 %".4", i64* %"start.1"
  store i64 %".5", i64* %"stop"
  %".12" = load i64, i64* %"record"
  %".13" = inttoptr i64 %".12" to ptr
  %".14" = getelementptr inbounds i64, ptr %".13", i64 6
  %".15" = load i64, ptr %".14"
  %".16" = load i64, i64* %"record"
  %".17" = inttoptr i64 %".16" to ptr
  %".18" = getelementptr inbounds i64, ptr %".17", i64 3
  %".19" = load i64, ptr %".18"
  store i64 %".15", i64* %"rows"
  store i64 %".19", i64* %"groups"
  %".22" = load i64, i64* %"start.1"
  %".23" = load i64, i64* %"stop"
  br label %"loop"
loop:
  %".25" = phi  i64 [%".22", %"start"], [%".166", %"body"]
  %".26" = icmp slt i64 %".25", %".23"
  br i1 %".26", label %"body", label %"done"
body:
  store i64 %".25", i64* %"unit"
  %".29" = load i64, i64* %"unit"
  %".30" = load i64, i64* %"rows"
  %".31" = icmp eq i64 %".30", 0
  %".32" = icmp eq i64 %".30", -1
  %".33" = or i1 %".31", %".32"
  %".34" = select  i1 %".33", i64 1, i64 %".30"
  %".35" = sdiv i64 %".29", %".34"
  %".36" = srem i64 %".29", %".34"
  %".37" = sub i64 0, %".29"
  %".38" = select  i1 %".32", i64 %".37", i64 %".35"
  %".39" = xor i64 %".36", %".30"
  %".40" = icmp slt i64 %".39", 0
  %".41" = icmp ne i64 %".36", 0
  %".42" = and i1 %".41", %".40"
  %".43" = sub i64 %".38", 1
  %".44" = select  i1 %".42", i64 %".43", i64 %".38"
  %".45" = select  i1 %".31", i64 0, i64 %".44"
  store i64 %".45", i64* %"which"
  %".47" = load i64, i64* %"which"
  %".48" = load i64, i64* %"groups"
  %".49" = icmp eq i64 %".48", 0
  %".50" = icmp eq i64 %".48", -1
  %".51" = or i1 %".49", %".50"
  %".52" = select  i1 %".51", i64 1, i64 %".48"
  %".53" = sdiv i64 %".47", %".52"
  %".54" = srem i64 %".47", %".52"
  %".55" = sub i64 0, %".47"
  %".56" = select  i1 %".50", i64 %".55", i64 %".53"
  %".57" = xor i64 %".54", %".48"
  %".58" = icmp slt i64 %".57", 0
  %".59" = icmp ne i64 %".54", 0
  %".60" = and i1 %".59", %".58"
  %".61" = add i64 %".54", %".48"
  %".62" = select  i1 %".60", i64 %".61", i64 %".54"
  %".63" = select  i1 %".49", i64 0, i64 %".62"
  store i64 %".63", i64* %"g"
  %".65" = load i64, i64* %"record"
  %".66" = inttoptr i64 %".65" to ptr
  %".67" = getelementptr inbounds i64, ptr %".66", i64 8
  %".68" = load i64, ptr %".67"
  %".69" = mul i64 8, 6
  %".70" = load i64, i64* %"which"
  %".71" = load i64, i64* %"groups"
  %".72" = icmp eq i64 %".71", 0
  %".73" = icmp eq i64 %".71", -1
  %".74" = or i1 %".72", %".73"
  %".75" = select  i1 %".74", i64 1, i64 %".71"
  %".76" = sdiv i64 %".70", %".75"
  %".77" = srem i64 %".70", %".75"
  %".78" = sub i64 0, %".70"
  %".79" = select  i1 %".73", i64 %".78", i64 %".76"
  %".80" = xor i64 %".77", %".71"
  %".81" = icmp slt i64 %".80", 0
  %".82" = icmp ne i64 %".77", 0
  %".83" = and i1 %".82", %".81"
  %".84" = sub i64 %".79", 1
  %".85" = select  i1 %".83", i64 %".84", i64 %".79"
  %".86" = select  i1 %".72", i64 0, i64 %".85"
  %".87" = mul i64 %".69", %".86"
  %".88" = add i64 %".68", %".87"
  store i64 %".88", i64* %"kind"
  %".90" = load i64, i64* %"kind"
  %".91" = inttoptr i64 %".90" to ptr
  %".92" = getelementptr inbounds i64, ptr %".91", i64 0
  %".93" = load i64, ptr %".92"
  store i64 %".93", i64* %"depth"
  %".95" = load i64, i64* %"scratch"
  %".96" = load i64, i64* %"kind"
  %".97" = inttoptr i64 %".96" to ptr
  %".98" = getelementptr inbounds i64, ptr %".97", i64 3
  %".99" = load i64, ptr %".98"
  %".100" = load i64, i64* %"unit"
  %".101" = load i64, i64* %"rows"
  %".102" = icmp eq i64 %".101", 0
  %".103" = icmp eq i64 %".101", -1
  %".104" = or i1 %".102", %".103"
  %".105" = select  i1 %".104", i64 1, i64 %".101"
  %".106" = sdiv i64 %".100", %".105"
  %".107" = srem i64 %".100", %".105"
  %".108" = sub i64 0, %".100"
  %".109" = select  i1 %".103", i64 %".108", i64 %".106"
  %".110" = xor i64 %".107", %".101"
  %".111" = icmp slt i64 %".110", 0
  %".112" = icmp ne i64 %".107", 0
  %".113" = and i1 %".112", %".111"
  %".114" = add i64 %".107", %".101"
  %".115" = select  i1 %".113", i64 %".114", i64 %".107"
  %".116" = select  i1 %".102", i64 0, i64 %".115"
  %".117" = load i64, i64* %"g"
  %".118" = load i64, i64* %"rows"
  %".119" = mul i64 %".117", %".118"
  %".120" = add i64 %".116", %".119"
  %".121" = load i64, i64* %"depth"
  %".122" = mul i64 %".120", %".121"
  %".123" = mul i64 %".122", 4
  %".124" = add i64 %".99", %".123"
  %".125" = mul i64 8, %".124"
  %".126" = add i64 %".95", %".125"
  store i64 %".126", i64* %"to"
  %".128" = load i64, i64* %"record"
  %".129" = inttoptr i64 %".128" to ptr
  %".130" = getelementptr inbounds i64, ptr %".129", i64 10
  %".131" = load i64, ptr %".130"
  %".132" = mul i64 8, 4
  %".133" = load i64, i64* %"unit"
  %".134" = load i64, i64* %"rows"
  %".135" = icmp eq i64 %".134", 0
  %".136" = icmp eq i64 %".134", -1
  %".137" = or i1 %".135", %".136"
  %".138" = select  i1 %".137", i64 1, i64 %".134"
  %".139" = sdiv i64 %".133", %".138"
  %".140" = srem i64 %".133", %".138"
  %".141" = sub i64 0, %".133"
  %".142" = select  i1 %".136", i64 %".141", i64 %".139"
  %".143" = xor i64 %".140", %".134"
  %".144" = icmp slt i64 %".143", 0
  %".145" = icmp ne i64 %".140", 0
  %".146" = and i1 %".145", %".144"
  %".147" = add i64 %".140", %".134"
  %".148" = select  i1 %".146", i64 %".147", i64 %".140"
  %".149" = select  i1 %".135", i64 0, i64 %".148"
  %".150" = load i64, i64* %"g"
  %".151" = load i64, i64* %"rows"
  %".152" = mul i64 %".150", %".151"
  %".153" = add i64 %".149", %".152"
  %".154" = mul i64 %".132", %".153"
  %".155" = add i64 %".131", %".154"
  store i64 %".155", i64* %"mine"
  %".157" = load i64, i64* %"to"
  %".158" = load i64, i64* %"source"
  %".159" = load i64, i64* %"mine"
  %".160" = load i64, i64* %"kind"
  %".161" = inttoptr i64 %".160" to ptr
  %".162" = getelementptr inbounds i64, ptr %".161", i64 2
  %".163" = load i64, ptr %".162"
  %".164" = load i64, i64* %"depth"
  %".165" = call i64 @"gather.int64.int64.int64.int64.int64.1"(i64 %".157", i64 %".158", i64 %".159", i64 %".163", i64 %".164")
  %".166" = add nsw i64 %".25", 1
  br label %"loop"
done:
  ret i64 0
}

define i64 @"filters"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5") nounwind
{
entry:
  %".7" = call i64 @"filters.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5")
  ret i64 %".7"
}

define internal i64 @"conv_clear"(i64 %".1", i64 %".2") noinline
{
entry:
  br label %"loop"
loop:
  %".5" = phi  i64 [0, %"entry"], [%".11", %"body"]
  %".6" = icmp slt i64 %".5", %".2"
  br i1 %".6", label %"body", label %"done"
body:
  %".8" = inttoptr i64 %".1" to ptr
  %".9" = getelementptr inbounds double, ptr %".8", i64 %".5"
  store double              0x0, ptr %".9"
  %".11" = add nsw i64 %".5", 1
  br label %"loop"
done:
  ret i64 0
}

define internal i64 @"conv_move"(i64 %".1", i64 %".2", i64 %".3") noinline
{
entry:
  %".5" = inttoptr i64 %".1" to ptr
  %".6" = inttoptr i64 %".2" to ptr
  %".7" = icmp sgt i64 %".3", 64
  br i1 %".7", label %"entry.if", label %"entry.else"
entry.if:
  %".9" = mul i64 %".3", 8
  %".10" = call ptr @"memcpy"(ptr %".5", ptr %".6", i64 %".9")
  br label %"entry.endif"
entry.else:
  %".12" = sdiv i64 %".3", 2
  %".13" = mul i64 %".12", 2
  br label %"loop"
entry.endif:
  ret i64 0
loop:
  %".15" = phi  i64 [0, %"entry.else"], [%".22", %"body"]
  %".16" = icmp slt i64 %".15", %".13"
  br i1 %".16", label %"body", label %"done"
body:
  %".18" = getelementptr inbounds double, ptr %".6", i64 %".15"
  %".19" = load <2 x double>, ptr %".18", align 8
  %".20" = getelementptr inbounds double, ptr %".5", i64 %".15"
  store <2 x double> %".19", ptr %".20", align 8
  %".22" = add nsw i64 %".15", 2
  br label %"loop"
done:
  %".24" = sub i64 %".3", %".13"
  %".25" = trunc i64 %".24" to i32
  %".26" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".25", i32 0
  %".27" = shufflevector <2 x i32> %".26", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".28" = icmp slt <2 x i32> <i32 0, i32 1>, %".27"
  %".29" = getelementptr inbounds double, ptr %".6", i64 %".13"
  %".30" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".29", i32 8, <2 x i1> %".28", <2 x double> <double              0x0, double              0x0>)
  %".31" = getelementptr inbounds double, ptr %".5", i64 %".13"
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".30", ptr %".31", i32 8, <2 x i1> %".28")
  br label %"entry.endif"
}

declare ptr @"memcpy"(ptr %".1", ptr %".2", i64 %".3")

declare <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".1", i32 %".2", <2 x i1> %".3", <2 x double> %".4")

declare void @"llvm.masked.store.v2f64.p0"(<2 x double> %".1", ptr %".2", i32 %".3", <2 x i1> %".4")

define internal i64 @"conv_pick"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noinline
{
entry:
  %".6" = inttoptr i64 %".1" to ptr
  %".7" = inttoptr i64 %".2" to ptr
  %".8" = icmp sgt i64 %".3", 0
  %".9" = icmp eq i64 %".4", 2
  %".10" = and i1 %".8", %".9"
  br i1 %".10", label %"entry.if", label %"entry.endif"
entry.if:
  %".12" = sub i64 %".3", 1
  %".13" = sdiv i64 %".12", 2
  %".14" = mul i64 %".13", 2
  br label %"loop"
entry.endif:
  %".64" = icmp eq i64 %".4", 3
  %".65" = and i1 %".8", %".64"
  br i1 %".65", label %"entry.endif.if", label %"entry.endif.endif"
loop:
  %".16" = phi  i64 [0, %"entry.if"], [%".31", %"body"]
  %".17" = icmp slt i64 %".16", %".14"
  br i1 %".17", label %"body", label %"done"
body:
  %".19" = mul i64 %".16", 2
  %".20" = add i64 %".19", 0
  %".21" = getelementptr inbounds double, ptr %".7", i64 %".20"
  %".22" = load <2 x double>, ptr %".21", align 8
  %".23" = shufflevector <2 x double> %".22", <2 x double> %".22", <2 x i32> <i32 2, i32 1>
  %".24" = mul i64 %".16", 2
  %".25" = add i64 %".24", 2
  %".26" = getelementptr inbounds double, ptr %".7", i64 %".25"
  %".27" = load <2 x double>, ptr %".26", align 8
  %".28" = shufflevector <2 x double> %".23", <2 x double> %".27", <2 x i32> <i32 0, i32 2>
  %".29" = getelementptr inbounds double, ptr %".6", i64 %".16"
  store <2 x double> %".28", ptr %".29", align 8
  %".31" = add nsw i64 %".16", 2
  br label %"loop"
done:
  %".33" = sub i64 %".3", %".14"
  %".34" = sub i64 %".33", 1
  %".35" = mul i64 %".34", 2
  %".36" = add i64 %".35", 1
  %".37" = trunc i64 %".33" to i32
  %".38" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".37", i32 0
  %".39" = shufflevector <2 x i32> %".38", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".40" = icmp slt <2 x i32> <i32 0, i32 1>, %".39"
  %".41" = mul i64 %".14", 2
  %".42" = add i64 %".41", 0
  %".43" = getelementptr inbounds double, ptr %".7", i64 %".42"
  %".44" = sub i64 %".36", 0
  %".45" = trunc i64 %".44" to i32
  %".46" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".45", i32 0
  %".47" = shufflevector <2 x i32> %".46", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".48" = icmp slt <2 x i32> <i32 0, i32 1>, %".47"
  %".49" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".43", i32 8, <2 x i1> %".48", <2 x double> <double              0x0, double              0x0>)
  %".50" = shufflevector <2 x double> %".49", <2 x double> %".49", <2 x i32> <i32 2, i32 1>
  %".51" = mul i64 %".14", 2
  %".52" = add i64 %".51", 2
  %".53" = getelementptr inbounds double, ptr %".7", i64 %".52"
  %".54" = sub i64 %".36", 2
  %".55" = trunc i64 %".54" to i32
  %".56" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".55", i32 0
  %".57" = shufflevector <2 x i32> %".56", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".58" = icmp slt <2 x i32> <i32 0, i32 1>, %".57"
  %".59" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".53", i32 8, <2 x i1> %".58", <2 x double> <double              0x0, double              0x0>)
  %".60" = shufflevector <2 x double> %".50", <2 x double> %".59", <2 x i32> <i32 0, i32 2>
  %".61" = getelementptr inbounds double, ptr %".6", i64 %".14"
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".60", ptr %".61", i32 8, <2 x i1> %".40")
  br label %"entry.endif"
entry.endif.if:
  %".67" = sub i64 %".3", 1
  %".68" = sdiv i64 %".67", 2
  %".69" = mul i64 %".68", 2
  br label %"loop.1"
entry.endif.endif:
  %".134" = icmp eq i64 %".4", 4
  %".135" = and i1 %".8", %".134"
  br i1 %".135", label %"entry.endif.endif.if", label %"entry.endif.endif.endif"
loop.1:
  %".71" = phi  i64 [0, %"entry.endif.if"], [%".91", %"body.1"]
  %".72" = icmp slt i64 %".71", %".69"
  br i1 %".72", label %"body.1", label %"done.1"
body.1:
  %".74" = mul i64 %".71", 3
  %".75" = add i64 %".74", 0
  %".76" = getelementptr inbounds double, ptr %".7", i64 %".75"
  %".77" = load <2 x double>, ptr %".76", align 8
  %".78" = shufflevector <2 x double> %".77", <2 x double> %".77", <2 x i32> <i32 2, i32 1>
  %".79" = mul i64 %".71", 3
  %".80" = add i64 %".79", 2
  %".81" = getelementptr inbounds double, ptr %".7", i64 %".80"
  %".82" = load <2 x double>, ptr %".81", align 8
  %".83" = shufflevector <2 x double> %".78", <2 x double> %".82", <2 x i32> <i32 0, i32 3>
  %".84" = mul i64 %".71", 3
  %".85" = add i64 %".84", 4
  %".86" = getelementptr inbounds double, ptr %".7", i64 %".85"
  %".87" = load <2 x double>, ptr %".86", align 8
  %".88" = shufflevector <2 x double> %".83", <2 x double> %".87", <2 x i32> <i32 0, i32 1>
  %".89" = getelementptr inbounds double, ptr %".6", i64 %".71"
  store <2 x double> %".88", ptr %".89", align 8
  %".91" = add nsw i64 %".71", 2
  br label %"loop.1"
done.1:
  %".93" = sub i64 %".3", %".69"
  %".94" = sub i64 %".93", 1
  %".95" = mul i64 %".94", 3
  %".96" = add i64 %".95", 1
  %".97" = trunc i64 %".93" to i32
  %".98" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".97", i32 0
  %".99" = shufflevector <2 x i32> %".98", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".100" = icmp slt <2 x i32> <i32 0, i32 1>, %".99"
  %".101" = mul i64 %".69", 3
  %".102" = add i64 %".101", 0
  %".103" = getelementptr inbounds double, ptr %".7", i64 %".102"
  %".104" = sub i64 %".96", 0
  %".105" = trunc i64 %".104" to i32
  %".106" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".105", i32 0
  %".107" = shufflevector <2 x i32> %".106", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".108" = icmp slt <2 x i32> <i32 0, i32 1>, %".107"
  %".109" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".103", i32 8, <2 x i1> %".108", <2 x double> <double              0x0, double              0x0>)
  %".110" = shufflevector <2 x double> %".109", <2 x double> %".109", <2 x i32> <i32 2, i32 1>
  %".111" = mul i64 %".69", 3
  %".112" = add i64 %".111", 2
  %".113" = getelementptr inbounds double, ptr %".7", i64 %".112"
  %".114" = sub i64 %".96", 2
  %".115" = trunc i64 %".114" to i32
  %".116" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".115", i32 0
  %".117" = shufflevector <2 x i32> %".116", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".118" = icmp slt <2 x i32> <i32 0, i32 1>, %".117"
  %".119" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".113", i32 8, <2 x i1> %".118", <2 x double> <double              0x0, double              0x0>)
  %".120" = shufflevector <2 x double> %".110", <2 x double> %".119", <2 x i32> <i32 0, i32 3>
  %".121" = mul i64 %".69", 3
  %".122" = add i64 %".121", 4
  %".123" = getelementptr inbounds double, ptr %".7", i64 %".122"
  %".124" = sub i64 %".96", 4
  %".125" = trunc i64 %".124" to i32
  %".126" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".125", i32 0
  %".127" = shufflevector <2 x i32> %".126", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".128" = icmp slt <2 x i32> <i32 0, i32 1>, %".127"
  %".129" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".123", i32 8, <2 x i1> %".128", <2 x double> <double              0x0, double              0x0>)
  %".130" = shufflevector <2 x double> %".120", <2 x double> %".129", <2 x i32> <i32 0, i32 1>
  %".131" = getelementptr inbounds double, ptr %".6", i64 %".69"
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".130", ptr %".131", i32 8, <2 x i1> %".100")
  br label %"entry.endif.endif"
entry.endif.endif.if:
  %".137" = sub i64 %".3", 1
  %".138" = sdiv i64 %".137", 2
  %".139" = mul i64 %".138", 2
  br label %"loop.2"
entry.endif.endif.endif:
  %".219" = icmp sgt i64 %".4", 4
  %".220" = icmp slt i64 %".4", 2
  %".221" = or i1 %".219", %".220"
  br i1 %".221", label %"entry.endif.endif.endif.if", label %"entry.endif.endif.endif.endif"
loop.2:
  %".141" = phi  i64 [0, %"entry.endif.endif.if"], [%".166", %"body.2"]
  %".142" = icmp slt i64 %".141", %".139"
  br i1 %".142", label %"body.2", label %"done.2"
body.2:
  %".144" = mul i64 %".141", 4
  %".145" = add i64 %".144", 0
  %".146" = getelementptr inbounds double, ptr %".7", i64 %".145"
  %".147" = load <2 x double>, ptr %".146", align 8
  %".148" = shufflevector <2 x double> %".147", <2 x double> %".147", <2 x i32> <i32 2, i32 1>
  %".149" = mul i64 %".141", 4
  %".150" = add i64 %".149", 2
  %".151" = getelementptr inbounds double, ptr %".7", i64 %".150"
  %".152" = load <2 x double>, ptr %".151", align 8
  %".153" = shufflevector <2 x double> %".148", <2 x double> %".152", <2 x i32> <i32 0, i32 1>
  %".154" = mul i64 %".141", 4
  %".155" = add i64 %".154", 4
  %".156" = getelementptr inbounds double, ptr %".7", i64 %".155"
  %".157" = load <2 x double>, ptr %".156", align 8
  %".158" = shufflevector <2 x double> %".153", <2 x double> %".157", <2 x i32> <i32 0, i32 2>
  %".159" = mul i64 %".141", 4
  %".160" = add i64 %".159", 6
  %".161" = getelementptr inbounds double, ptr %".7", i64 %".160"
  %".162" = load <2 x double>, ptr %".161", align 8
  %".163" = shufflevector <2 x double> %".158", <2 x double> %".162", <2 x i32> <i32 0, i32 1>
  %".164" = getelementptr inbounds double, ptr %".6", i64 %".141"
  store <2 x double> %".163", ptr %".164", align 8
  %".166" = add nsw i64 %".141", 2
  br label %"loop.2"
done.2:
  %".168" = sub i64 %".3", %".139"
  %".169" = sub i64 %".168", 1
  %".170" = mul i64 %".169", 4
  %".171" = add i64 %".170", 1
  %".172" = trunc i64 %".168" to i32
  %".173" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".172", i32 0
  %".174" = shufflevector <2 x i32> %".173", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".175" = icmp slt <2 x i32> <i32 0, i32 1>, %".174"
  %".176" = mul i64 %".139", 4
  %".177" = add i64 %".176", 0
  %".178" = getelementptr inbounds double, ptr %".7", i64 %".177"
  %".179" = sub i64 %".171", 0
  %".180" = trunc i64 %".179" to i32
  %".181" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".180", i32 0
  %".182" = shufflevector <2 x i32> %".181", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".183" = icmp slt <2 x i32> <i32 0, i32 1>, %".182"
  %".184" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".178", i32 8, <2 x i1> %".183", <2 x double> <double              0x0, double              0x0>)
  %".185" = shufflevector <2 x double> %".184", <2 x double> %".184", <2 x i32> <i32 2, i32 1>
  %".186" = mul i64 %".139", 4
  %".187" = add i64 %".186", 2
  %".188" = getelementptr inbounds double, ptr %".7", i64 %".187"
  %".189" = sub i64 %".171", 2
  %".190" = trunc i64 %".189" to i32
  %".191" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".190", i32 0
  %".192" = shufflevector <2 x i32> %".191", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".193" = icmp slt <2 x i32> <i32 0, i32 1>, %".192"
  %".194" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".188", i32 8, <2 x i1> %".193", <2 x double> <double              0x0, double              0x0>)
  %".195" = shufflevector <2 x double> %".185", <2 x double> %".194", <2 x i32> <i32 0, i32 1>
  %".196" = mul i64 %".139", 4
  %".197" = add i64 %".196", 4
  %".198" = getelementptr inbounds double, ptr %".7", i64 %".197"
  %".199" = sub i64 %".171", 4
  %".200" = trunc i64 %".199" to i32
  %".201" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".200", i32 0
  %".202" = shufflevector <2 x i32> %".201", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".203" = icmp slt <2 x i32> <i32 0, i32 1>, %".202"
  %".204" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".198", i32 8, <2 x i1> %".203", <2 x double> <double              0x0, double              0x0>)
  %".205" = shufflevector <2 x double> %".195", <2 x double> %".204", <2 x i32> <i32 0, i32 2>
  %".206" = mul i64 %".139", 4
  %".207" = add i64 %".206", 6
  %".208" = getelementptr inbounds double, ptr %".7", i64 %".207"
  %".209" = sub i64 %".171", 6
  %".210" = trunc i64 %".209" to i32
  %".211" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".210", i32 0
  %".212" = shufflevector <2 x i32> %".211", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".213" = icmp slt <2 x i32> <i32 0, i32 1>, %".212"
  %".214" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".208", i32 8, <2 x i1> %".213", <2 x double> <double              0x0, double              0x0>)
  %".215" = shufflevector <2 x double> %".205", <2 x double> %".214", <2 x i32> <i32 0, i32 1>
  %".216" = getelementptr inbounds double, ptr %".6", i64 %".139"
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".215", ptr %".216", i32 8, <2 x i1> %".175")
  br label %"entry.endif.endif.endif"
entry.endif.endif.endif.if:
  br label %"loop.3"
entry.endif.endif.endif.endif:
  ret i64 0
loop.3:
  %".224" = phi  i64 [0, %"entry.endif.endif.endif.if"], [%".232", %"body.3"]
  %".225" = icmp slt i64 %".224", %".3"
  br i1 %".225", label %"body.3", label %"done.3"
body.3:
  %".227" = mul i64 %".224", %".4"
  %".228" = getelementptr inbounds double, ptr %".7", i64 %".227"
  %".229" = load double, ptr %".228"
  %".230" = getelementptr inbounds double, ptr %".6", i64 %".224"
  store double %".229", ptr %".230"
  %".232" = add nsw i64 %".224", 1
  br label %"loop.3"
done.3:
  br label %"entry.endif.endif.endif.endif"
}

define internal i64 @"planes.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7") noimplicitfloat noinline nounwind optsize
{
entry:
  %"record" = alloca i64
  %"at" = alloca i64
  %"source" = alloca i64
  %"scratch" = alloca i64
  %"image" = alloca i64
  %"start.1" = alloca i64
  %"stop" = alloca i64
  %"channels" = alloca i64
  %"total" = alloca i64
  %"step" = alloca i64
  %"pieces" = alloca i64
  %"count" = alloca i64
  %"to" = alloca i64
  %"unit" = alloca i64
  %"n" = alloca i64
  %"low" = alloca i64
  %"done.1" = alloca i64
  %"k" = alloca i64
  %"begin" = alloca i64
  %"length" = alloca i64
  %"here" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"at"
  store i64 %".3", i64* %"source"
  store i64 %".4", i64* %"scratch"
  store i64 %".5", i64* %"image"
  store i64 %".6", i64* %"start.1"
  store i64 %".7", i64* %"stop"
  %".16" = load i64, i64* %"record"
  %".17" = load i64, i64* %"at"
  %".18" = add i64 %".17", 1
  %".19" = inttoptr i64 %".16" to ptr
  %".20" = getelementptr inbounds i64, ptr %".19", i64 %".18"
  %".21" = load i64, ptr %".20"
  %".22" = load i64, i64* %"record"
  %".23" = load i64, i64* %"at"
  %".24" = add i64 %".23", 2
  %".25" = inttoptr i64 %".22" to ptr
  %".26" = getelementptr inbounds i64, ptr %".25", i64 %".24"
  %".27" = load i64, ptr %".26"
  %".28" = load i64, i64* %"record"
  %".29" = load i64, i64* %"at"
  %".30" = add i64 %".29", 6
  %".31" = inttoptr i64 %".28" to ptr
  %".32" = getelementptr inbounds i64, ptr %".31", i64 %".30"
  %".33" = load i64, ptr %".32"
  store i64 %".21", i64* %"channels"
  store i64 %".27", i64* %"total"
  store i64 %".33", i64* %"step"
  %".37" = load i64, i64* %"record"
  %".38" = load i64, i64* %"at"
  %".39" = add i64 %".38", 4
  %".40" = inttoptr i64 %".37" to ptr
  %".41" = getelementptr inbounds i64, ptr %".40", i64 %".39"
  %".42" = load i64, ptr %".41"
  %".43" = load i64, i64* %"record"
  %".44" = load i64, i64* %"at"
  %".45" = add i64 %".44", 5
  %".46" = inttoptr i64 %".43" to ptr
  %".47" = getelementptr inbounds i64, ptr %".46", i64 %".45"
  %".48" = load i64, ptr %".47"
  store i64 %".42", i64* %"pieces"
  store i64 %".48", i64* %"count"
  %".51" = load i64, i64* %"scratch"
  %".52" = load i64, i64* %"record"
  %".53" = load i64, i64* %"at"
  %".54" = add i64 %".53", 3
  %".55" = inttoptr i64 %".52" to ptr
  %".56" = getelementptr inbounds i64, ptr %".55", i64 %".54"
  %".57" = load i64, ptr %".56"
  %".58" = load i64, i64* %"start.1"
  %".59" = load i64, i64* %"total"
  %".60" = mul i64 %".58", %".59"
  %".61" = add i64 %".57", %".60"
  %".62" = mul i64 8, %".61"
  %".63" = add i64 %".51", %".62"
  store i64 %".63", i64* %"to"
  %".65" = load i64, i64* %"start.1"
  %".66" = load i64, i64* %"stop"
  br label %"loop"
loop:
  %".68" = phi  i64 [%".65", %"start"], [%".200", %"done.2"]
  %".69" = icmp slt i64 %".68", %".66"
  br i1 %".69", label %"body", label %"done"
body:
  store i64 %".68", i64* %"unit"
  %".72" = load i64, i64* %"unit"
  %".73" = load i64, i64* %"channels"
  %".74" = icmp eq i64 %".73", 0
  %".75" = icmp eq i64 %".73", -1
  %".76" = or i1 %".74", %".75"
  %".77" = select  i1 %".76", i64 1, i64 %".73"
  %".78" = sdiv i64 %".72", %".77"
  %".79" = srem i64 %".72", %".77"
  %".80" = sub i64 0, %".72"
  %".81" = select  i1 %".75", i64 %".80", i64 %".78"
  %".82" = xor i64 %".79", %".73"
  %".83" = icmp slt i64 %".82", 0
  %".84" = icmp ne i64 %".79", 0
  %".85" = and i1 %".84", %".83"
  %".86" = sub i64 %".81", 1
  %".87" = select  i1 %".85", i64 %".86", i64 %".81"
  %".88" = select  i1 %".74", i64 0, i64 %".87"
  store i64 %".88", i64* %"n"
  %".90" = load i64, i64* %"record"
  %".91" = load i64, i64* %"at"
  %".92" = add i64 %".91", 7
  %".93" = inttoptr i64 %".90" to ptr
  %".94" = getelementptr inbounds i64, ptr %".93", i64 %".92"
  %".95" = load i64, ptr %".94"
  %".96" = load i64, i64* %"image"
  %".97" = load i64, i64* %"n"
  %".98" = add i64 %".96", %".97"
  %".99" = inttoptr i64 %".95" to ptr
  %".100" = getelementptr inbounds i64, ptr %".99", i64 %".98"
  %".101" = load i64, ptr %".100"
  %".102" = load i64, i64* %"record"
  %".103" = load i64, i64* %"at"
  %".104" = add i64 %".103", 8
  %".105" = inttoptr i64 %".102" to ptr
  %".106" = getelementptr inbounds i64, ptr %".105", i64 %".104"
  %".107" = load i64, ptr %".106"
  %".108" = load i64, i64* %"unit"
  %".109" = load i64, i64* %"n"
  %".110" = load i64, i64* %"channels"
  %".111" = mul i64 %".109", %".110"
  %".112" = sub i64 %".108", %".111"
  %".113" = inttoptr i64 %".107" to ptr
  %".114" = getelementptr inbounds i64, ptr %".113", i64 %".112"
  %".115" = load i64, ptr %".114"
  %".116" = add i64 %".101", %".115"
  store i64 %".116", i64* %"low"
  store i64 0, i64* %"done.1"
  %".119" = load i64, i64* %"count"
  br label %"loop.1"
done:
  ret i64 0
loop.1:
  %".121" = phi  i64 [0, %"body"], [%".185", %"end"]
  %".122" = icmp slt i64 %".121", %".119"
  br i1 %".122", label %"body.1", label %"done.2"
body.1:
  store i64 %".121", i64* %"k"
  %".125" = load i64, i64* %"pieces"
  %".126" = load i64, i64* %"k"
  %".127" = mul i64 3, %".126"
  %".128" = inttoptr i64 %".125" to ptr
  %".129" = getelementptr inbounds i64, ptr %".128", i64 %".127"
  %".130" = load i64, ptr %".129"
  %".131" = load i64, i64* %"pieces"
  %".132" = load i64, i64* %"k"
  %".133" = mul i64 3, %".132"
  %".134" = add i64 %".133", 2
  %".135" = inttoptr i64 %".131" to ptr
  %".136" = getelementptr inbounds i64, ptr %".135", i64 %".134"
  %".137" = load i64, ptr %".136"
  store i64 %".130", i64* %"begin"
  store i64 %".137", i64* %"length"
  %".140" = load i64, i64* %"to"
  %".141" = load i64, i64* %"done.1"
  %".142" = mul i64 8, %".141"
  %".143" = add i64 %".140", %".142"
  %".144" = load i64, i64* %"begin"
  %".145" = load i64, i64* %"done.1"
  %".146" = sub i64 %".144", %".145"
  %".147" = call i64 @"conv_clear"(i64 %".143", i64 %".146")
  %".148" = load i64, i64* %"source"
  %".149" = load i64, i64* %"low"
  %".150" = load i64, i64* %"pieces"
  %".151" = load i64, i64* %"k"
  %".152" = mul i64 3, %".151"
  %".153" = add i64 %".152", 1
  %".154" = inttoptr i64 %".150" to ptr
  %".155" = getelementptr inbounds i64, ptr %".154", i64 %".153"
  %".156" = load i64, ptr %".155"
  %".157" = add i64 %".149", %".156"
  %".158" = mul i64 8, %".157"
  %".159" = add i64 %".148", %".158"
  store i64 %".159", i64* %"here"
  %".161" = load i64, i64* %"step"
  %".162" = icmp eq i64 %".161", 1
  br i1 %".162", label %"then", label %"else"
done.2:
  %".187" = load i64, i64* %"to"
  %".188" = load i64, i64* %"done.1"
  %".189" = mul i64 8, %".188"
  %".190" = add i64 %".187", %".189"
  %".191" = load i64, i64* %"total"
  %".192" = load i64, i64* %"done.1"
  %".193" = sub i64 %".191", %".192"
  %".194" = call i64 @"conv_clear"(i64 %".190", i64 %".193")
  %".195" = load i64, i64* %"to"
  %".196" = load i64, i64* %"total"
  %".197" = mul i64 8, %".196"
  %".198" = add i64 %".195", %".197"
  store i64 %".198", i64* %"to"
  %".200" = add nsw i64 %".68", 1
  br label %"loop"
then:
  %".164" = load i64, i64* %"to"
  %".165" = load i64, i64* %"begin"
  %".166" = mul i64 8, %".165"
  %".167" = add i64 %".164", %".166"
  %".168" = load i64, i64* %"here"
  %".169" = load i64, i64* %"length"
  %".170" = call i64 @"conv_move"(i64 %".167", i64 %".168", i64 %".169")
  br label %"end"
else:
  %".172" = load i64, i64* %"to"
  %".173" = load i64, i64* %"begin"
  %".174" = mul i64 8, %".173"
  %".175" = add i64 %".172", %".174"
  %".176" = load i64, i64* %"here"
  %".177" = load i64, i64* %"length"
  %".178" = load i64, i64* %"step"
  %".179" = call i64 @"conv_pick"(i64 %".175", i64 %".176", i64 %".177", i64 %".178")
  br label %"end"
end:
  %".181" = load i64, i64* %"begin"
  %".182" = load i64, i64* %"length"
  %".183" = add i64 %".181", %".182"
  store i64 %".183", i64* %"done.1"
  %".185" = add nsw i64 %".121", 1
  br label %"loop.1"
}

define i64 @"planes"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7") nounwind
{
entry:
  %".9" = call i64 @"planes.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7")
  ret i64 %".9"
}

define internal i64 @"conv_reserve"(i64 %".1")
{
entry:
  %".3" = inttoptr i64 %".1" to ptr
  %".4" = call ptr @"take_area"(ptr %".3")
  %".5" = ptrtoint ptr %".4" to i64
  ret i64 %".5"
}

define internal ptr @"take_area"(ptr %".1") noinline nounwind
{
entry:
  %".3" = load i64, ptr %".1"
  %".4" = getelementptr inbounds i64, ptr %".1", i64 1
  %".5" = load i64, ptr %".4"
  %".6" = getelementptr inbounds i8, ptr %".1", i64 64
  br label %"look"
look:
  %".8" = phi  i64 [0, %"entry"], [%".16", %"next"]
  %".9" = mul i64 %".8", %".5"
  %".10" = getelementptr inbounds i8, ptr %".6", i64 %".9"
  %".11" = cmpxchg ptr %".10", i64 0, i64 1 acquire monotonic
  %".12" = extractvalue {i64, i1} %".11", 1
  br i1 %".12", label %"found", label %"next"
next:
  %".14" = add i64 %".8", 1
  %".15" = icmp slt i64 %".14", %".3"
  %".16" = select  i1 %".15", i64 %".14", i64 0
  br label %"look"
found:
  %".18" = getelementptr inbounds i8, ptr %".10", i64 64
  ret ptr %".18"
}

define internal i64 @"base.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7") noimplicitfloat noinline nounwind optsize
{
entry:
  %"record" = alloca i64
  %"at" = alloca i64
  %"source" = alloca i64
  %"scratch" = alloca i64
  %"image" = alloca i64
  %"n" = alloca i64
  %"channel" = alloca i64
  %"planes" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"at"
  store i64 %".3", i64* %"source"
  store i64 %".4", i64* %"scratch"
  store i64 %".5", i64* %"image"
  store i64 %".6", i64* %"n"
  store i64 %".7", i64* %"channel"
  %".16" = load i64, i64* %"record"
  %".17" = load i64, i64* %"at"
  %".18" = add i64 %".17", 0
  %".19" = inttoptr i64 %".16" to ptr
  %".20" = getelementptr inbounds i64, ptr %".19", i64 %".18"
  %".21" = load i64, ptr %".20"
  %".22" = icmp ne i64 %".21", 0
  br i1 %".22", label %"then", label %"else"
then:
  %".24" = load i64, i64* %"record"
  %".25" = load i64, i64* %"at"
  %".26" = add i64 %".25", 3
  %".27" = inttoptr i64 %".24" to ptr
  %".28" = getelementptr inbounds i64, ptr %".27", i64 %".26"
  %".29" = load i64, ptr %".28"
  %".30" = load i64, i64* %"n"
  %".31" = load i64, i64* %"record"
  %".32" = load i64, i64* %"at"
  %".33" = add i64 %".32", 1
  %".34" = inttoptr i64 %".31" to ptr
  %".35" = getelementptr inbounds i64, ptr %".34", i64 %".33"
  %".36" = load i64, ptr %".35"
  %".37" = mul i64 %".30", %".36"
  %".38" = load i64, i64* %"channel"
  %".39" = add i64 %".37", %".38"
  %".40" = load i64, i64* %"record"
  %".41" = load i64, i64* %"at"
  %".42" = add i64 %".41", 2
  %".43" = inttoptr i64 %".40" to ptr
  %".44" = getelementptr inbounds i64, ptr %".43", i64 %".42"
  %".45" = load i64, ptr %".44"
  %".46" = mul i64 %".39", %".45"
  %".47" = add i64 %".29", %".46"
  store i64 %".47", i64* %"planes"
  %".49" = load i64, i64* %"scratch"
  %".50" = load i64, i64* %"planes"
  %".51" = mul i64 8, %".50"
  %".52" = add i64 %".49", %".51"
  ret i64 %".52"
else:
  br label %"end"
end:
  %".55" = load i64, i64* %"source"
  %".56" = load i64, i64* %"record"
  %".57" = load i64, i64* %"at"
  %".58" = add i64 %".57", 7
  %".59" = inttoptr i64 %".56" to ptr
  %".60" = getelementptr inbounds i64, ptr %".59", i64 %".58"
  %".61" = load i64, ptr %".60"
  %".62" = load i64, i64* %"image"
  %".63" = load i64, i64* %"n"
  %".64" = add i64 %".62", %".63"
  %".65" = inttoptr i64 %".61" to ptr
  %".66" = getelementptr inbounds i64, ptr %".65", i64 %".64"
  %".67" = load i64, ptr %".66"
  %".68" = load i64, i64* %"record"
  %".69" = load i64, i64* %"at"
  %".70" = add i64 %".69", 8
  %".71" = inttoptr i64 %".68" to ptr
  %".72" = getelementptr inbounds i64, ptr %".71", i64 %".70"
  %".73" = load i64, ptr %".72"
  %".74" = load i64, i64* %"channel"
  %".75" = inttoptr i64 %".73" to ptr
  %".76" = getelementptr inbounds i64, ptr %".75", i64 %".74"
  %".77" = load i64, ptr %".76"
  %".78" = add i64 %".67", %".77"
  %".79" = mul i64 8, %".78"
  %".80" = add i64 %".55", %".79"
  ret i64 %".80"
}

define internal i64 @"conv_tile"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9")
{
entry:
  %".11" = sub i64 %".8", 1
  %".12" = sdiv i64 %".11", 2
  %".13" = icmp eq i64 %".8", 4
  %".14" = select  i1 %".13", i64 2, i64 %".12"
  switch i64 %".14", label %"case_2" [i64 0, label %"case_0" i64 1, label %"case_1"]
chosen:
  ret i64 0
case_0:
  call void @"conv_tile_1_masked"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9")
  br label %"chosen"
case_1:
  call void @"conv_tile_2_masked"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9")
  br label %"chosen"
case_2:
  call void @"conv_tile_2"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9")
  br label %"chosen"
}

define internal void @"conv_tile_1_masked"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9") noinline
{
entry:
  %".11" = inttoptr i64 %".1" to ptr
  %".12" = inttoptr i64 %".2" to ptr
  %".13" = inttoptr i64 %".3" to ptr
  %".14" = inttoptr i64 %".5" to ptr
  %".15" = alloca <2 x double>, i64 4, align 64
  %".16" = sub i64 %".8", 0
  %".17" = trunc i64 %".16" to i32
  %".18" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".17", i32 0
  %".19" = shufflevector <2 x i32> %".18", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".20" = icmp slt <2 x i32> <i32 0, i32 1>, %".19"
  %".21" = getelementptr inbounds double, ptr %".15", i64 0
  %".22" = getelementptr inbounds double, ptr %".15", i64 2
  %".23" = getelementptr inbounds double, ptr %".15", i64 4
  %".24" = getelementptr inbounds double, ptr %".15", i64 6
  %".25" = add i64 0, 1
  %".26" = icmp slt i64 %".4", %".25"
  %".27" = select  i1 %".26", i64 %".25", i64 %".4"
  br label %"loop"
loop:
  %".29" = phi  i64 [0, %"entry"], [%".94", %"summed.endif"]
  %".30" = icmp slt i64 %".29", %".27"
  br i1 %".30", label %"body", label %"done"
body:
  %".32" = add i64 %".29", 1099511627776
  %".33" = icmp slt i64 %".32", %".27"
  %".34" = select  i1 %".33", i64 %".32", i64 %".27"
  %".35" = icmp slt i64 %".34", %".4"
  %".36" = select  i1 %".35", i64 %".34", i64 %".4"
  br label %"terms"
done:
  %".96" = load <2 x double>, ptr %".21", align 8
  %".97" = load <2 x double>, ptr %".22", align 8
  %".98" = load <2 x double>, ptr %".23", align 8
  %".99" = load <2 x double>, ptr %".24", align 8
  %".100" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".38" = phi  i64 [%".29", %"body"], [%".72", %"term"]
  %".39" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".59", %"term"]
  %".40" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".63", %"term"]
  %".41" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".67", %"term"]
  %".42" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".71", %"term"]
  %".43" = icmp slt i64 %".38", %".36"
  br i1 %".43", label %"term", label %"summed"
term:
  %".45" = getelementptr inbounds i64, ptr %".13", i64 %".38"
  %".46" = load i64, ptr %".45"
  %".47" = mul i64 %".38", 4
  %".48" = getelementptr inbounds double, ptr %".11", i64 %".47"
  %".49" = getelementptr inbounds double, ptr %".12", i64 %".46"
  %".50" = getelementptr inbounds double, ptr %".48", i64 0
  %".51" = getelementptr inbounds double, ptr %".48", i64 1
  %".52" = getelementptr inbounds double, ptr %".48", i64 2
  %".53" = getelementptr inbounds double, ptr %".48", i64 3
  %".54" = getelementptr inbounds double, ptr %".49", i64 0
  %".55" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".54", i32 8, <2 x i1> %".20", <2 x double> <double              0x0, double              0x0>)
  %".56" = load double, ptr %".50"
  %".57" = insertelement <2 x double> <double undef, double undef>, double %".56", i32 0
  %".58" = shufflevector <2 x double> %".57", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  %".59" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".58", <2 x double> %".55", <2 x double> %".39")
  %".60" = load double, ptr %".51"
  %".61" = insertelement <2 x double> <double undef, double undef>, double %".60", i32 0
  %".62" = shufflevector <2 x double> %".61", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  %".63" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".62", <2 x double> %".55", <2 x double> %".40")
  %".64" = load double, ptr %".52"
  %".65" = insertelement <2 x double> <double undef, double undef>, double %".64", i32 0
  %".66" = shufflevector <2 x double> %".65", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  %".67" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".66", <2 x double> %".55", <2 x double> %".41")
  %".68" = load double, ptr %".53"
  %".69" = insertelement <2 x double> <double undef, double undef>, double %".68", i32 0
  %".70" = shufflevector <2 x double> %".69", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  %".71" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".70", <2 x double> %".55", <2 x double> %".42")
  %".72" = add nsw i64 %".38", 1
  br label %"terms", !llvm.loop !2
summed:
  %".74" = icmp sgt i64 %".29", 0
  br i1 %".74", label %"summed.if", label %"summed.else"
summed.if:
  %".76" = load <2 x double>, ptr %".21", align 8
  %".77" = fadd <2 x double> %".76", %".39"
  store <2 x double> %".77", ptr %".21", align 8
  %".79" = load <2 x double>, ptr %".22", align 8
  %".80" = fadd <2 x double> %".79", %".40"
  store <2 x double> %".80", ptr %".22", align 8
  %".82" = load <2 x double>, ptr %".23", align 8
  %".83" = fadd <2 x double> %".82", %".41"
  store <2 x double> %".83", ptr %".23", align 8
  %".85" = load <2 x double>, ptr %".24", align 8
  %".86" = fadd <2 x double> %".85", %".42"
  store <2 x double> %".86", ptr %".24", align 8
  br label %"summed.endif"
summed.else:
  store <2 x double> %".39", ptr %".21", align 8
  store <2 x double> %".40", ptr %".22", align 8
  store <2 x double> %".41", ptr %".23", align 8
  store <2 x double> %".42", ptr %".24", align 8
  br label %"summed.endif"
summed.endif:
  %".94" = add nsw i64 %".29", 1099511627776
  br label %"loop"
loop.1:
  %".102" = phi  i64 [0, %"done"], [%".119", %"body.1.endif"]
  %".103" = icmp slt i64 %".102", %".7"
  br i1 %".103", label %"body.1", label %"done.1"
body.1:
  %".105" = mul i64 %".102", 2
  %".106" = getelementptr inbounds double, ptr %".15", i64 %".105"
  %".107" = getelementptr inbounds double, ptr %".106", i64 0
  %".108" = load <2 x double>, ptr %".107", align 8
  %".109" = mul i64 %".6", %".102"
  %".110" = getelementptr inbounds double, ptr %".14", i64 %".109"
  %".111" = getelementptr inbounds double, ptr %".110", i64 0
  br i1 %".100", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".113" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".111", i32 8, <2 x i1> %".20", <2 x double> <double              0x0, double              0x0>)
  %".114" = fadd <2 x double> %".113", %".108"
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".114", ptr %".111", i32 8, <2 x i1> %".20")
  br label %"body.1.endif"
body.1.else:
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".108", ptr %".111", i32 8, <2 x i1> %".20")
  br label %"body.1.endif"
body.1.endif:
  %".119" = add nsw i64 %".102", 1
  br label %"loop.1"
}

declare <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".1", <2 x double> %".2", <2 x double> %".3")

define internal void @"conv_tile_2_masked"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9") noinline
{
entry:
  %".11" = inttoptr i64 %".1" to ptr
  %".12" = inttoptr i64 %".2" to ptr
  %".13" = inttoptr i64 %".3" to ptr
  %".14" = inttoptr i64 %".5" to ptr
  %".15" = alloca <2 x double>, i64 8, align 64
  %".16" = sub i64 %".8", 2
  %".17" = trunc i64 %".16" to i32
  %".18" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".17", i32 0
  %".19" = shufflevector <2 x i32> %".18", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".20" = icmp slt <2 x i32> <i32 0, i32 1>, %".19"
  %".21" = getelementptr inbounds double, ptr %".15", i64 0
  %".22" = getelementptr inbounds double, ptr %".15", i64 2
  %".23" = getelementptr inbounds double, ptr %".15", i64 4
  %".24" = getelementptr inbounds double, ptr %".15", i64 6
  %".25" = getelementptr inbounds double, ptr %".15", i64 8
  %".26" = getelementptr inbounds double, ptr %".15", i64 10
  %".27" = getelementptr inbounds double, ptr %".15", i64 12
  %".28" = getelementptr inbounds double, ptr %".15", i64 14
  %".29" = add i64 0, 1
  %".30" = icmp slt i64 %".4", %".29"
  %".31" = select  i1 %".30", i64 %".29", i64 %".4"
  br label %"loop"
loop:
  %".33" = phi  i64 [0, %"entry"], [%".124", %"summed.endif"]
  %".34" = icmp slt i64 %".33", %".31"
  br i1 %".34", label %"body", label %"done"
body:
  %".36" = add i64 %".33", 1099511627776
  %".37" = icmp slt i64 %".36", %".31"
  %".38" = select  i1 %".37", i64 %".36", i64 %".31"
  %".39" = icmp slt i64 %".38", %".4"
  %".40" = select  i1 %".39", i64 %".38", i64 %".4"
  br label %"terms"
done:
  %".126" = load <2 x double>, ptr %".21", align 8
  %".127" = load <2 x double>, ptr %".22", align 8
  %".128" = load <2 x double>, ptr %".23", align 8
  %".129" = load <2 x double>, ptr %".24", align 8
  %".130" = load <2 x double>, ptr %".25", align 8
  %".131" = load <2 x double>, ptr %".26", align 8
  %".132" = load <2 x double>, ptr %".27", align 8
  %".133" = load <2 x double>, ptr %".28", align 8
  %".134" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".42" = phi  i64 [%".33", %"body"], [%".86", %"term"]
  %".43" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".69", %"term"]
  %".44" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".70", %"term"]
  %".45" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".74", %"term"]
  %".46" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".75", %"term"]
  %".47" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".79", %"term"]
  %".48" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".80", %"term"]
  %".49" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".84", %"term"]
  %".50" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".85", %"term"]
  %".51" = icmp slt i64 %".42", %".40"
  br i1 %".51", label %"term", label %"summed"
term:
  %".53" = getelementptr inbounds i64, ptr %".13", i64 %".42"
  %".54" = load i64, ptr %".53"
  %".55" = mul i64 %".42", 4
  %".56" = getelementptr inbounds double, ptr %".11", i64 %".55"
  %".57" = getelementptr inbounds double, ptr %".12", i64 %".54"
  %".58" = getelementptr inbounds double, ptr %".56", i64 0
  %".59" = getelementptr inbounds double, ptr %".56", i64 1
  %".60" = getelementptr inbounds double, ptr %".56", i64 2
  %".61" = getelementptr inbounds double, ptr %".56", i64 3
  %".62" = getelementptr inbounds double, ptr %".57", i64 0
  %".63" = getelementptr inbounds double, ptr %".57", i64 2
  %".64" = load <2 x double>, ptr %".62", align 8
  %".65" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".63", i32 8, <2 x i1> %".20", <2 x double> <double              0x0, double              0x0>)
  %".66" = load double, ptr %".58"
  %".67" = insertelement <2 x double> <double undef, double undef>, double %".66", i32 0
  %".68" = shufflevector <2 x double> %".67", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  %".69" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".68", <2 x double> %".64", <2 x double> %".43")
  %".70" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".68", <2 x double> %".65", <2 x double> %".44")
  %".71" = load double, ptr %".59"
  %".72" = insertelement <2 x double> <double undef, double undef>, double %".71", i32 0
  %".73" = shufflevector <2 x double> %".72", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  %".74" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".73", <2 x double> %".64", <2 x double> %".45")
  %".75" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".73", <2 x double> %".65", <2 x double> %".46")
  %".76" = load double, ptr %".60"
  %".77" = insertelement <2 x double> <double undef, double undef>, double %".76", i32 0
  %".78" = shufflevector <2 x double> %".77", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  %".79" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".78", <2 x double> %".64", <2 x double> %".47")
  %".80" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".78", <2 x double> %".65", <2 x double> %".48")
  %".81" = load double, ptr %".61"
  %".82" = insertelement <2 x double> <double undef, double undef>, double %".81", i32 0
  %".83" = shufflevector <2 x double> %".82", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  %".84" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".83", <2 x double> %".64", <2 x double> %".49")
  %".85" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".83", <2 x double> %".65", <2 x double> %".50")
  %".86" = add nsw i64 %".42", 1
  br label %"terms", !llvm.loop !2
summed:
  %".88" = icmp sgt i64 %".33", 0
  br i1 %".88", label %"summed.if", label %"summed.else"
summed.if:
  %".90" = load <2 x double>, ptr %".21", align 8
  %".91" = fadd <2 x double> %".90", %".43"
  store <2 x double> %".91", ptr %".21", align 8
  %".93" = load <2 x double>, ptr %".22", align 8
  %".94" = fadd <2 x double> %".93", %".44"
  store <2 x double> %".94", ptr %".22", align 8
  %".96" = load <2 x double>, ptr %".23", align 8
  %".97" = fadd <2 x double> %".96", %".45"
  store <2 x double> %".97", ptr %".23", align 8
  %".99" = load <2 x double>, ptr %".24", align 8
  %".100" = fadd <2 x double> %".99", %".46"
  store <2 x double> %".100", ptr %".24", align 8
  %".102" = load <2 x double>, ptr %".25", align 8
  %".103" = fadd <2 x double> %".102", %".47"
  store <2 x double> %".103", ptr %".25", align 8
  %".105" = load <2 x double>, ptr %".26", align 8
  %".106" = fadd <2 x double> %".105", %".48"
  store <2 x double> %".106", ptr %".26", align 8
  %".108" = load <2 x double>, ptr %".27", align 8
  %".109" = fadd <2 x double> %".108", %".49"
  store <2 x double> %".109", ptr %".27", align 8
  %".111" = load <2 x double>, ptr %".28", align 8
  %".112" = fadd <2 x double> %".111", %".50"
  store <2 x double> %".112", ptr %".28", align 8
  br label %"summed.endif"
summed.else:
  store <2 x double> %".43", ptr %".21", align 8
  store <2 x double> %".44", ptr %".22", align 8
  store <2 x double> %".45", ptr %".23", align 8
  store <2 x double> %".46", ptr %".24", align 8
  store <2 x double> %".47", ptr %".25", align 8
  store <2 x double> %".48", ptr %".26", align 8
  store <2 x double> %".49", ptr %".27", align 8
  store <2 x double> %".50", ptr %".28", align 8
  br label %"summed.endif"
summed.endif:
  %".124" = add nsw i64 %".33", 1099511627776
  br label %"loop"
loop.1:
  %".136" = phi  i64 [0, %"done"], [%".160", %"body.1.endif"]
  %".137" = icmp slt i64 %".136", %".7"
  br i1 %".137", label %"body.1", label %"done.1"
body.1:
  %".139" = mul i64 %".136", 4
  %".140" = getelementptr inbounds double, ptr %".15", i64 %".139"
  %".141" = getelementptr inbounds double, ptr %".140", i64 0
  %".142" = getelementptr inbounds double, ptr %".140", i64 2
  %".143" = load <2 x double>, ptr %".141", align 8
  %".144" = load <2 x double>, ptr %".142", align 8
  %".145" = mul i64 %".6", %".136"
  %".146" = getelementptr inbounds double, ptr %".14", i64 %".145"
  %".147" = getelementptr inbounds double, ptr %".146", i64 0
  %".148" = getelementptr inbounds double, ptr %".146", i64 2
  br i1 %".134", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".150" = load <2 x double>, ptr %".147", align 8
  %".151" = fadd <2 x double> %".150", %".143"
  store <2 x double> %".151", ptr %".147", align 8
  %".153" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".148", i32 8, <2 x i1> %".20", <2 x double> <double              0x0, double              0x0>)
  %".154" = fadd <2 x double> %".153", %".144"
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".154", ptr %".148", i32 8, <2 x i1> %".20")
  br label %"body.1.endif"
body.1.else:
  store <2 x double> %".143", ptr %".147", align 8
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".144", ptr %".148", i32 8, <2 x i1> %".20")
  br label %"body.1.endif"
body.1.endif:
  %".160" = add nsw i64 %".136", 1
  br label %"loop.1"
}

define internal void @"conv_tile_2"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9") noinline
{
entry:
  %".11" = inttoptr i64 %".1" to ptr
  %".12" = inttoptr i64 %".2" to ptr
  %".13" = inttoptr i64 %".3" to ptr
  %".14" = inttoptr i64 %".5" to ptr
  %".15" = alloca <2 x double>, i64 8, align 64
  %".16" = getelementptr inbounds double, ptr %".15", i64 0
  %".17" = getelementptr inbounds double, ptr %".15", i64 2
  %".18" = getelementptr inbounds double, ptr %".15", i64 4
  %".19" = getelementptr inbounds double, ptr %".15", i64 6
  %".20" = getelementptr inbounds double, ptr %".15", i64 8
  %".21" = getelementptr inbounds double, ptr %".15", i64 10
  %".22" = getelementptr inbounds double, ptr %".15", i64 12
  %".23" = getelementptr inbounds double, ptr %".15", i64 14
  %".24" = add i64 0, 1
  %".25" = icmp slt i64 %".4", %".24"
  %".26" = select  i1 %".25", i64 %".24", i64 %".4"
  br label %"loop"
loop:
  %".28" = phi  i64 [0, %"entry"], [%".119", %"summed.endif"]
  %".29" = icmp slt i64 %".28", %".26"
  br i1 %".29", label %"body", label %"done"
body:
  %".31" = add i64 %".28", 1099511627776
  %".32" = icmp slt i64 %".31", %".26"
  %".33" = select  i1 %".32", i64 %".31", i64 %".26"
  %".34" = icmp slt i64 %".33", %".4"
  %".35" = select  i1 %".34", i64 %".33", i64 %".4"
  br label %"terms"
done:
  %".121" = load <2 x double>, ptr %".16", align 8
  %".122" = load <2 x double>, ptr %".17", align 8
  %".123" = load <2 x double>, ptr %".18", align 8
  %".124" = load <2 x double>, ptr %".19", align 8
  %".125" = load <2 x double>, ptr %".20", align 8
  %".126" = load <2 x double>, ptr %".21", align 8
  %".127" = load <2 x double>, ptr %".22", align 8
  %".128" = load <2 x double>, ptr %".23", align 8
  %".129" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".37" = phi  i64 [%".28", %"body"], [%".81", %"term"]
  %".38" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".64", %"term"]
  %".39" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".65", %"term"]
  %".40" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".69", %"term"]
  %".41" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".70", %"term"]
  %".42" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".74", %"term"]
  %".43" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".75", %"term"]
  %".44" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".79", %"term"]
  %".45" = phi  <2 x double> [<double              0x0, double              0x0>, %"body"], [%".80", %"term"]
  %".46" = icmp slt i64 %".37", %".35"
  br i1 %".46", label %"term", label %"summed"
term:
  %".48" = getelementptr inbounds i64, ptr %".13", i64 %".37"
  %".49" = load i64, ptr %".48"
  %".50" = mul i64 %".37", 4
  %".51" = getelementptr inbounds double, ptr %".11", i64 %".50"
  %".52" = getelementptr inbounds double, ptr %".12", i64 %".49"
  %".53" = getelementptr inbounds double, ptr %".51", i64 0
  %".54" = getelementptr inbounds double, ptr %".51", i64 1
  %".55" = getelementptr inbounds double, ptr %".51", i64 2
  %".56" = getelementptr inbounds double, ptr %".51", i64 3
  %".57" = getelementptr inbounds double, ptr %".52", i64 0
  %".58" = getelementptr inbounds double, ptr %".52", i64 2
  %".59" = load <2 x double>, ptr %".57", align 8
  %".60" = load <2 x double>, ptr %".58", align 8
  %".61" = load double, ptr %".53"
  %".62" = insertelement <2 x double> <double undef, double undef>, double %".61", i32 0
  %".63" = shufflevector <2 x double> %".62", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  %".64" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".63", <2 x double> %".59", <2 x double> %".38")
  %".65" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".63", <2 x double> %".60", <2 x double> %".39")
  %".66" = load double, ptr %".54"
  %".67" = insertelement <2 x double> <double undef, double undef>, double %".66", i32 0
  %".68" = shufflevector <2 x double> %".67", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  %".69" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".68", <2 x double> %".59", <2 x double> %".40")
  %".70" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".68", <2 x double> %".60", <2 x double> %".41")
  %".71" = load double, ptr %".55"
  %".72" = insertelement <2 x double> <double undef, double undef>, double %".71", i32 0
  %".73" = shufflevector <2 x double> %".72", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  %".74" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".73", <2 x double> %".59", <2 x double> %".42")
  %".75" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".73", <2 x double> %".60", <2 x double> %".43")
  %".76" = load double, ptr %".56"
  %".77" = insertelement <2 x double> <double undef, double undef>, double %".76", i32 0
  %".78" = shufflevector <2 x double> %".77", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  %".79" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".78", <2 x double> %".59", <2 x double> %".44")
  %".80" = call <2 x double> @"llvm.fmuladd.v2f64"(<2 x double> %".78", <2 x double> %".60", <2 x double> %".45")
  %".81" = add nsw i64 %".37", 1
  br label %"terms", !llvm.loop !2
summed:
  %".83" = icmp sgt i64 %".28", 0
  br i1 %".83", label %"summed.if", label %"summed.else"
summed.if:
  %".85" = load <2 x double>, ptr %".16", align 8
  %".86" = fadd <2 x double> %".85", %".38"
  store <2 x double> %".86", ptr %".16", align 8
  %".88" = load <2 x double>, ptr %".17", align 8
  %".89" = fadd <2 x double> %".88", %".39"
  store <2 x double> %".89", ptr %".17", align 8
  %".91" = load <2 x double>, ptr %".18", align 8
  %".92" = fadd <2 x double> %".91", %".40"
  store <2 x double> %".92", ptr %".18", align 8
  %".94" = load <2 x double>, ptr %".19", align 8
  %".95" = fadd <2 x double> %".94", %".41"
  store <2 x double> %".95", ptr %".19", align 8
  %".97" = load <2 x double>, ptr %".20", align 8
  %".98" = fadd <2 x double> %".97", %".42"
  store <2 x double> %".98", ptr %".20", align 8
  %".100" = load <2 x double>, ptr %".21", align 8
  %".101" = fadd <2 x double> %".100", %".43"
  store <2 x double> %".101", ptr %".21", align 8
  %".103" = load <2 x double>, ptr %".22", align 8
  %".104" = fadd <2 x double> %".103", %".44"
  store <2 x double> %".104", ptr %".22", align 8
  %".106" = load <2 x double>, ptr %".23", align 8
  %".107" = fadd <2 x double> %".106", %".45"
  store <2 x double> %".107", ptr %".23", align 8
  br label %"summed.endif"
summed.else:
  store <2 x double> %".38", ptr %".16", align 8
  store <2 x double> %".39", ptr %".17", align 8
  store <2 x double> %".40", ptr %".18", align 8
  store <2 x double> %".41", ptr %".19", align 8
  store <2 x double> %".42", ptr %".20", align 8
  store <2 x double> %".43", ptr %".21", align 8
  store <2 x double> %".44", ptr %".22", align 8
  store <2 x double> %".45", ptr %".23", align 8
  br label %"summed.endif"
summed.endif:
  %".119" = add nsw i64 %".28", 1099511627776
  br label %"loop"
loop.1:
  %".131" = phi  i64 [0, %"done"], [%".155", %"body.1.endif"]
  %".132" = icmp slt i64 %".131", %".7"
  br i1 %".132", label %"body.1", label %"done.1"
body.1:
  %".134" = mul i64 %".131", 4
  %".135" = getelementptr inbounds double, ptr %".15", i64 %".134"
  %".136" = getelementptr inbounds double, ptr %".135", i64 0
  %".137" = getelementptr inbounds double, ptr %".135", i64 2
  %".138" = load <2 x double>, ptr %".136", align 8
  %".139" = load <2 x double>, ptr %".137", align 8
  %".140" = mul i64 %".6", %".131"
  %".141" = getelementptr inbounds double, ptr %".14", i64 %".140"
  %".142" = getelementptr inbounds double, ptr %".141", i64 0
  %".143" = getelementptr inbounds double, ptr %".141", i64 2
  br i1 %".129", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".145" = load <2 x double>, ptr %".142", align 8
  %".146" = fadd <2 x double> %".145", %".138"
  store <2 x double> %".146", ptr %".142", align 8
  %".148" = load <2 x double>, ptr %".143", align 8
  %".149" = fadd <2 x double> %".148", %".139"
  store <2 x double> %".149", ptr %".143", align 8
  br label %"body.1.endif"
body.1.else:
  store <2 x double> %".138", ptr %".142", align 8
  store <2 x double> %".139", ptr %".143", align 8
  br label %"body.1.endif"
body.1.endif:
  %".155" = add nsw i64 %".131", 1
  br label %"loop.1"
}

define internal i64 @"block.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7") noimplicitfloat noinline nounwind optsize
{
entry:
  %"record" = alloca i64
  %"kind" = alloca i64
  %"packed" = alloca i64
  %"own" = alloca i64
  %"target" = alloca i64
  %"lead" = alloca i64
  %"positions" = alloca i64
  %"outer" = alloca i64
  %"rows" = alloca i64
  %"depth" = alloca i64
  %"begin" = alloca i64
  %"here" = alloca i64
  %"q" = alloca i64
  %"wide" = alloca i64
  %"i" = alloca i64
  %"a" = alloca i64
  %"c" = alloca i64
  %"distances" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"kind"
  store i64 %".3", i64* %"packed"
  store i64 %".4", i64* %"own"
  store i64 %".5", i64* %"target"
  store i64 %".6", i64* %"lead"
  store i64 %".7", i64* %"positions"
  %".16" = load i64, i64* %"record"
  %".17" = inttoptr i64 %".16" to ptr
  %".18" = getelementptr inbounds i64, ptr %".17", i64 5
  %".19" = load i64, ptr %".18"
  %".20" = load i64, i64* %"record"
  %".21" = inttoptr i64 %".20" to ptr
  %".22" = getelementptr inbounds i64, ptr %".21", i64 6
  %".23" = load i64, ptr %".22"
  %".24" = load i64, i64* %"kind"
  %".25" = inttoptr i64 %".24" to ptr
  %".26" = getelementptr inbounds i64, ptr %".25", i64 0
  %".27" = load i64, ptr %".26"
  store i64 %".19", i64* %"outer"
  store i64 %".23", i64* %"rows"
  store i64 %".27", i64* %"depth"
  store i64 0, i64* %"begin"
  br label %"while"
while:
  %".33" = load i64, i64* %"begin"
  %".34" = load i64, i64* %"depth"
  %".35" = icmp sgt i64 1, %".34"
  %".36" = select  i1 %".35", i64 1, i64 %".34"
  %".37" = icmp slt i64 %".33", %".36"
  br i1 %".37", label %"while_body", label %"while_end"
while_body:
  %".39" = load i64, i64* %"record"
  %".40" = inttoptr i64 %".39" to ptr
  %".41" = getelementptr inbounds i64, ptr %".40", i64 14
  %".42" = load i64, ptr %".41"
  %".43" = load i64, i64* %"depth"
  %".44" = load i64, i64* %"begin"
  %".45" = sub i64 %".43", %".44"
  %".46" = icmp slt i64 %".45", %".42"
  %".47" = select  i1 %".46", i64 %".45", i64 %".42"
  store i64 %".47", i64* %"here"
  %".49" = load i64, i64* %"positions"
  br label %"loop"
while_end:
  ret i64 0
loop:
  %".51" = phi  i64 [0, %"while_body"], [%".115", %"done.1"]
  %".52" = icmp slt i64 %".51", %".49"
  br i1 %".52", label %"body", label %"done"
body:
  store i64 %".51", i64* %"q"
  %".55" = load i64, i64* %"positions"
  %".56" = load i64, i64* %"q"
  %".57" = sub i64 %".55", %".56"
  %".58" = icmp slt i64 4, %".57"
  %".59" = select  i1 %".58", i64 4, i64 %".57"
  store i64 %".59", i64* %"wide"
  %".61" = load i64, i64* %"rows"
  br label %"loop.1"
done:
  %".117" = load i64, i64* %"begin"
  %".118" = load i64, i64* %"here"
  %".119" = icmp sgt i64 1, %".118"
  %".120" = select  i1 %".119", i64 1, i64 %".118"
  %".121" = add i64 %".117", %".120"
  store i64 %".121", i64* %"begin"
  br label %"while"
loop.1:
  %".63" = phi  i64 [0, %"body"], [%".113", %"body.1"]
  %".64" = icmp slt i64 %".63", %".61"
  br i1 %".64", label %"body.1", label %"done.1"
body.1:
  store i64 %".63", i64* %"i"
  %".67" = load i64, i64* %"packed"
  %".68" = mul i64 8, 4
  %".69" = load i64, i64* %"i"
  %".70" = load i64, i64* %"depth"
  %".71" = mul i64 %".69", %".70"
  %".72" = load i64, i64* %"begin"
  %".73" = add i64 %".71", %".72"
  %".74" = mul i64 %".68", %".73"
  %".75" = add i64 %".67", %".74"
  %".76" = load i64, i64* %"target"
  %".77" = load i64, i64* %"i"
  %".78" = mul i64 %".77", 4
  %".79" = load i64, i64* %"lead"
  %".80" = mul i64 %".78", %".79"
  %".81" = load i64, i64* %"q"
  %".82" = add i64 %".80", %".81"
  %".83" = mul i64 8, %".82"
  %".84" = add i64 %".76", %".83"
  store i64 %".75", i64* %"a"
  store i64 %".84", i64* %"c"
  %".87" = load i64, i64* %"kind"
  %".88" = inttoptr i64 %".87" to ptr
  %".89" = getelementptr inbounds i64, ptr %".88", i64 1
  %".90" = load i64, ptr %".89"
  %".91" = load i64, i64* %"begin"
  %".92" = mul i64 8, %".91"
  %".93" = add i64 %".90", %".92"
  store i64 %".93", i64* %"distances"
  %".95" = load i64, i64* %"a"
  %".96" = load i64, i64* %"own"
  %".97" = load i64, i64* %"q"
  %".98" = mul i64 8, %".97"
  %".99" = add i64 %".96", %".98"
  %".100" = load i64, i64* %"distances"
  %".101" = load i64, i64* %"here"
  %".102" = load i64, i64* %"c"
  %".103" = load i64, i64* %"lead"
  %".104" = load i64, i64* %"outer"
  %".105" = load i64, i64* %"i"
  %".106" = mul i64 %".105", 4
  %".107" = sub i64 %".104", %".106"
  %".108" = icmp slt i64 %".107", 4
  %".109" = select  i1 %".108", i64 %".107", i64 4
  %".110" = load i64, i64* %"wide"
  %".111" = load i64, i64* %"begin"
  %".112" = call i64 @"conv_tile"(i64 %".95", i64 %".99", i64 %".100", i64 %".101", i64 %".102", i64 %".103", i64 %".109", i64 %".110", i64 %".111")
  %".113" = add nsw i64 %".63", 1
  br label %"loop.1"
done.1:
  %".115" = add nsw i64 %".51", 4
  br label %"loop"
}

define internal i64 @"conv_epilogue"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6")
{
entry:
  %".8" = inttoptr i64 %".1" to ptr
  %".9" = alloca <2 x double>
  store <2 x double> <double 0x8000000000000000, double 0x8000000000000000>, <2 x double>* %".9"
  %".11" = icmp ne i64 %".3", 0
  br i1 %".11", label %"entry.if", label %"entry.endif"
entry.if:
  %".13" = inttoptr i64 %".3" to ptr
  %".14" = load double, ptr %".13"
  %".15" = insertelement <2 x double> <double undef, double undef>, double %".14", i32 0
  %".16" = shufflevector <2 x double> %".15", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  store <2 x double> %".16", <2 x double>* %".9"
  br label %"entry.endif"
entry.endif:
  %".19" = load <2 x double>, <2 x double>* %".9"
  %".20" = alloca <2 x double>
  store <2 x double> <double 0x3ff0000000000000, double 0x3ff0000000000000>, <2 x double>* %".20"
  %".22" = icmp ne i64 %".4", 0
  br i1 %".22", label %"entry.endif.if", label %"entry.endif.endif"
entry.endif.if:
  %".24" = inttoptr i64 %".4" to ptr
  %".25" = load double, ptr %".24"
  %".26" = insertelement <2 x double> <double undef, double undef>, double %".25", i32 0
  %".27" = shufflevector <2 x double> %".26", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  store <2 x double> %".27", <2 x double>* %".20"
  br label %"entry.endif.endif"
entry.endif.endif:
  %".30" = load <2 x double>, <2 x double>* %".20"
  %".31" = alloca <2 x double>
  store <2 x double> <double 0x8000000000000000, double 0x8000000000000000>, <2 x double>* %".31"
  %".33" = icmp ne i64 %".5", 0
  br i1 %".33", label %"entry.endif.endif.if", label %"entry.endif.endif.endif"
entry.endif.endif.if:
  %".35" = inttoptr i64 %".5" to ptr
  %".36" = load double, ptr %".35"
  %".37" = insertelement <2 x double> <double undef, double undef>, double %".36", i32 0
  %".38" = shufflevector <2 x double> %".37", <2 x double> <double undef, double undef>, <2 x i32> <i32 0, i32 0>
  store <2 x double> %".38", <2 x double>* %".31"
  br label %"entry.endif.endif.endif"
entry.endif.endif.endif:
  %".41" = load <2 x double>, <2 x double>* %".31"
  %".42" = or i64 %".4", %".5"
  %".43" = or i64 %".3", %".42"
  %".44" = icmp ne i64 %".43", 0
  switch i64 %".6", label %"case_0" [i64 1, label %"case_1" i64 2, label %"case_2" i64 3, label %"case_3"]
chosen:
  ret i64 0
case_0:
  br i1 %".44", label %"case_0.if", label %"case_0.endif"
case_1:
  br label %"loop.1"
case_2:
  br label %"loop.2"
case_3:
  br label %"loop.3"
case_0.if:
  br label %"loop"
case_0.endif:
  br label %"chosen"
loop:
  %".48" = phi  i64 [0, %"case_0.if"], [%".62", %"body"]
  %".49" = icmp slt i64 %".48", %".2"
  br i1 %".49", label %"body", label %"done"
body:
  %".51" = sub i64 %".2", %".48"
  %".52" = trunc i64 %".51" to i32
  %".53" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".52", i32 0
  %".54" = shufflevector <2 x i32> %".53", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".55" = icmp slt <2 x i32> <i32 0, i32 1>, %".54"
  %".56" = getelementptr inbounds double, ptr %".8", i64 %".48"
  %".57" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".56", i32 8, <2 x i1> %".55", <2 x double> <double              0x0, double              0x0>)
  %".58" = fadd <2 x double> %".57", %".19"
  %".59" = fmul <2 x double> %".58", %".30"
  %".60" = fadd <2 x double> %".59", %".41"
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".60", ptr %".56", i32 8, <2 x i1> %".55")
  %".62" = add nsw i64 %".48", 2
  br label %"loop"
done:
  br label %"case_0.endif"
loop.1:
  %".67" = phi  i64 [0, %"case_1"], [%".83", %"body.1"]
  %".68" = icmp slt i64 %".67", %".2"
  br i1 %".68", label %"body.1", label %"done.1"
body.1:
  %".70" = sub i64 %".2", %".67"
  %".71" = trunc i64 %".70" to i32
  %".72" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".71", i32 0
  %".73" = shufflevector <2 x i32> %".72", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".74" = icmp slt <2 x i32> <i32 0, i32 1>, %".73"
  %".75" = getelementptr inbounds double, ptr %".8", i64 %".67"
  %".76" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".75", i32 8, <2 x i1> %".74", <2 x double> <double              0x0, double              0x0>)
  %".77" = fadd <2 x double> %".76", %".19"
  %".78" = fmul <2 x double> %".77", %".30"
  %".79" = fadd <2 x double> %".78", %".41"
  %".80" = fcmp olt <2 x double> %".79", <double              0x0, double              0x0>
  %".81" = select  <2 x i1> %".80", <2 x double> <double              0x0, double              0x0>, <2 x double> %".79"
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".81", ptr %".75", i32 8, <2 x i1> %".74")
  %".83" = add nsw i64 %".67", 2
  br label %"loop.1"
done.1:
  br label %"chosen"
loop.2:
  %".87" = phi  i64 [0, %"case_2"], [%".105", %"body.2"]
  %".88" = icmp slt i64 %".87", %".2"
  br i1 %".88", label %"body.2", label %"done.2"
body.2:
  %".90" = sub i64 %".2", %".87"
  %".91" = trunc i64 %".90" to i32
  %".92" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".91", i32 0
  %".93" = shufflevector <2 x i32> %".92", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".94" = icmp slt <2 x i32> <i32 0, i32 1>, %".93"
  %".95" = getelementptr inbounds double, ptr %".8", i64 %".87"
  %".96" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".95", i32 8, <2 x i1> %".94", <2 x double> <double              0x0, double              0x0>)
  %".97" = fadd <2 x double> %".96", %".19"
  %".98" = fmul <2 x double> %".97", %".30"
  %".99" = fadd <2 x double> %".98", %".41"
  %".100" = fcmp olt <2 x double> %".99", <double              0x0, double              0x0>
  %".101" = select  <2 x i1> %".100", <2 x double> <double              0x0, double              0x0>, <2 x double> %".99"
  %".102" = fcmp ogt <2 x double> %".101", <double 0x4018000000000000, double 0x4018000000000000>
  %".103" = select  <2 x i1> %".102", <2 x double> <double 0x4018000000000000, double 0x4018000000000000>, <2 x double> %".101"
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".103", ptr %".95", i32 8, <2 x i1> %".94")
  %".105" = add nsw i64 %".87", 2
  br label %"loop.2"
done.2:
  br label %"chosen"
loop.3:
  %".109" = phi  i64 [0, %"case_3"], [%".130", %"body.3"]
  %".110" = icmp slt i64 %".109", %".2"
  br i1 %".110", label %"body.3", label %"done.3"
body.3:
  %".112" = sub i64 %".2", %".109"
  %".113" = trunc i64 %".112" to i32
  %".114" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".113", i32 0
  %".115" = shufflevector <2 x i32> %".114", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".116" = icmp slt <2 x i32> <i32 0, i32 1>, %".115"
  %".117" = getelementptr inbounds double, ptr %".8", i64 %".109"
  %".118" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".117", i32 8, <2 x i1> %".116", <2 x double> <double              0x0, double              0x0>)
  %".119" = fadd <2 x double> %".118", %".19"
  %".120" = fmul <2 x double> %".119", %".30"
  %".121" = fadd <2 x double> %".120", %".41"
  %".122" = fadd <2 x double> %".121", <double 0x4008000000000000, double 0x4008000000000000>
  %".123" = fcmp olt <2 x double> %".122", <double              0x0, double              0x0>
  %".124" = select  <2 x i1> %".123", <2 x double> <double              0x0, double              0x0>, <2 x double> %".122"
  %".125" = fcmp ogt <2 x double> %".124", <double 0x4018000000000000, double 0x4018000000000000>
  %".126" = select  <2 x i1> %".125", <2 x double> <double 0x4018000000000000, double 0x4018000000000000>, <2 x double> %".124"
  %".127" = fmul <2 x double> %".121", %".126"
  %".128" = fdiv <2 x double> %".127", <double 0x4018000000000000, double 0x4018000000000000>
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".128", ptr %".117", i32 8, <2 x i1> %".116")
  %".130" = add nsw i64 %".109", 2
  br label %"loop.3"
done.3:
  br label %"chosen"
}

define internal i64 @"conv_join"(i64 %".1", i64 %".2", i64 %".3", i64 %".4")
{
entry:
  %".6" = inttoptr i64 %".1" to ptr
  %".7" = inttoptr i64 %".2" to ptr
  %".8" = icmp eq i64 %".4", 1
  br i1 %".8", label %"entry.if", label %"entry.else"
entry.if:
  br label %"loop"
entry.else:
  br label %"loop.1"
entry.endif:
  ret i64 0
loop:
  %".11" = phi  i64 [0, %"entry.if"], [%".26", %"body"]
  %".12" = icmp slt i64 %".11", %".3"
  br i1 %".12", label %"body", label %"done"
body:
  %".14" = sub i64 %".3", %".11"
  %".15" = trunc i64 %".14" to i32
  %".16" = insertelement <2 x i32> <i32 undef, i32 undef>, i32 %".15", i32 0
  %".17" = shufflevector <2 x i32> %".16", <2 x i32> <i32 undef, i32 undef>, <2 x i32> <i32 0, i32 0>
  %".18" = icmp slt <2 x i32> <i32 0, i32 1>, %".17"
  %".19" = getelementptr inbounds double, ptr %".6", i64 %".11"
  %".20" = mul i64 %".11", %".4"
  %".21" = getelementptr inbounds double, ptr %".7", i64 %".20"
  %".22" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".21", i32 8, <2 x i1> %".18", <2 x double> <double              0x0, double              0x0>)
  %".23" = call <2 x double> @"llvm.masked.load.v2f64.p0"(ptr %".19", i32 8, <2 x i1> %".18", <2 x double> <double              0x0, double              0x0>)
  %".24" = fadd <2 x double> %".23", %".22"
  call void @"llvm.masked.store.v2f64.p0"(<2 x double> %".24", ptr %".19", i32 8, <2 x i1> %".18")
  %".26" = add nsw i64 %".11", 2
  br label %"loop"
done:
  br label %"entry.endif"
loop.1:
  %".30" = phi  i64 [0, %"entry.else"], [%".40", %"body.1"]
  %".31" = icmp slt i64 %".30", %".3"
  br i1 %".31", label %"body.1", label %"done.1"
body.1:
  %".33" = getelementptr inbounds double, ptr %".6", i64 %".30"
  %".34" = mul i64 %".30", %".4"
  %".35" = getelementptr inbounds double, ptr %".7", i64 %".34"
  %".36" = load <1 x double>, ptr %".35", align 8
  %".37" = load <1 x double>, ptr %".33", align 8
  %".38" = fadd <1 x double> %".37", %".36"
  store <1 x double> %".38", ptr %".33", align 8
  %".40" = add nsw i64 %".30", 1
  br label %"loop.1"
done.1:
  br label %"entry.endif"
}

define internal i64 @"after.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7") noimplicitfloat noinline nounwind optsize
{
entry:
  %"record" = alloca i64
  %"given" = alloca i64
  %"here" = alloca i64
  %"count" = alloca i64
  %"channel" = alloca i64
  %"added" = alloca i64
  %"step" = alloca i64
  %"bias" = alloca i64
  %"scale" = alloca i64
  %"shift" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"given"
  store i64 %".3", i64* %"here"
  store i64 %".4", i64* %"count"
  store i64 %".5", i64* %"channel"
  store i64 %".6", i64* %"added"
  store i64 %".7", i64* %"step"
  %".16" = load i64, i64* %"given"
  %".17" = inttoptr i64 %".16" to ptr
  %".18" = getelementptr inbounds i64, ptr %".17", i64 8
  %".19" = load i64, ptr %".18"
  %".20" = load i64, i64* %"given"
  %".21" = inttoptr i64 %".20" to ptr
  %".22" = getelementptr inbounds i64, ptr %".21", i64 9
  %".23" = load i64, ptr %".22"
  %".24" = load i64, i64* %"given"
  %".25" = inttoptr i64 %".24" to ptr
  %".26" = getelementptr inbounds i64, ptr %".25", i64 10
  %".27" = load i64, ptr %".26"
  store i64 %".19", i64* %"bias"
  store i64 %".23", i64* %"scale"
  store i64 %".27", i64* %"shift"
  %".31" = load i64, i64* %"bias"
  %".32" = icmp ne i64 %".31", 0
  br i1 %".32", label %"then", label %"else"
then:
  %".34" = load i64, i64* %"bias"
  %".35" = load i64, i64* %"record"
  %".36" = inttoptr i64 %".35" to ptr
  %".37" = getelementptr inbounds i64, ptr %".36", i64 18
  %".38" = load i64, ptr %".37"
  %".39" = load i64, i64* %"channel"
  %".40" = inttoptr i64 %".38" to ptr
  %".41" = getelementptr inbounds i64, ptr %".40", i64 %".39"
  %".42" = load i64, ptr %".41"
  %".43" = mul i64 8, %".42"
  %".44" = add i64 %".34", %".43"
  store i64 %".44", i64* %"bias"
  br label %"end"
else:
  br label %"end"
end:
  %".48" = load i64, i64* %"scale"
  %".49" = icmp ne i64 %".48", 0
  br i1 %".49", label %"then.1", label %"else.1"
then.1:
  %".51" = load i64, i64* %"scale"
  %".52" = load i64, i64* %"record"
  %".53" = inttoptr i64 %".52" to ptr
  %".54" = getelementptr inbounds i64, ptr %".53", i64 19
  %".55" = load i64, ptr %".54"
  %".56" = load i64, i64* %"channel"
  %".57" = inttoptr i64 %".55" to ptr
  %".58" = getelementptr inbounds i64, ptr %".57", i64 %".56"
  %".59" = load i64, ptr %".58"
  %".60" = mul i64 8, %".59"
  %".61" = add i64 %".51", %".60"
  store i64 %".61", i64* %"scale"
  br label %"end.1"
else.1:
  br label %"end.1"
end.1:
  %".65" = load i64, i64* %"shift"
  %".66" = icmp ne i64 %".65", 0
  br i1 %".66", label %"then.2", label %"else.2"
then.2:
  %".68" = load i64, i64* %"shift"
  %".69" = load i64, i64* %"record"
  %".70" = inttoptr i64 %".69" to ptr
  %".71" = getelementptr inbounds i64, ptr %".70", i64 20
  %".72" = load i64, ptr %".71"
  %".73" = load i64, i64* %"channel"
  %".74" = inttoptr i64 %".72" to ptr
  %".75" = getelementptr inbounds i64, ptr %".74", i64 %".73"
  %".76" = load i64, ptr %".75"
  %".77" = mul i64 8, %".76"
  %".78" = add i64 %".68", %".77"
  store i64 %".78", i64* %"shift"
  br label %"end.2"
else.2:
  br label %"end.2"
end.2:
  %".82" = load i64, i64* %"added"
  %".83" = icmp ne i64 %".82", 0
  br i1 %".83", label %"then.3", label %"else.3"
then.3:
  %".85" = load i64, i64* %"here"
  %".86" = load i64, i64* %"count"
  %".87" = load i64, i64* %"bias"
  %".88" = load i64, i64* %"scale"
  %".89" = load i64, i64* %"shift"
  %".90" = call i64 @"conv_epilogue"(i64 %".85", i64 %".86", i64 %".87", i64 %".88", i64 %".89", i64 0)
  %".91" = load i64, i64* %"here"
  %".92" = load i64, i64* %"added"
  %".93" = load i64, i64* %"count"
  %".94" = load i64, i64* %"step"
  %".95" = call i64 @"conv_join"(i64 %".91", i64 %".92", i64 %".93", i64 %".94")
  %".96" = load i64, i64* %"here"
  %".97" = load i64, i64* %"count"
  %".98" = load i64, i64* %"record"
  %".99" = inttoptr i64 %".98" to ptr
  %".100" = getelementptr inbounds i64, ptr %".99", i64 21
  %".101" = load i64, ptr %".100"
  %".102" = call i64 @"conv_epilogue"(i64 %".96", i64 %".97", i64 0, i64 0, i64 0, i64 %".101")
  br label %"end.3"
else.3:
  %".104" = load i64, i64* %"here"
  %".105" = load i64, i64* %"count"
  %".106" = load i64, i64* %"bias"
  %".107" = load i64, i64* %"scale"
  %".108" = load i64, i64* %"shift"
  %".109" = load i64, i64* %"record"
  %".110" = inttoptr i64 %".109" to ptr
  %".111" = getelementptr inbounds i64, ptr %".110", i64 21
  %".112" = load i64, ptr %".111"
  %".113" = call i64 @"conv_epilogue"(i64 %".104", i64 %".105", i64 %".106", i64 %".107", i64 %".108", i64 %".112")
  br label %"end.3"
end.3:
  ret i64 0
}

define internal i64 @"conv_spread"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noinline
{
entry:
  %".6" = inttoptr i64 %".1" to ptr
  %".7" = inttoptr i64 %".2" to ptr
  %".8" = icmp sgt i64 %".3", 0
  %".9" = icmp sgt i64 %".4", 0
  %".10" = icmp slt i64 %".4", 2
  %".11" = or i1 %".9", %".10"
  br i1 %".11", label %"entry.if", label %"entry.endif"
entry.if:
  br label %"loop"
entry.endif:
  ret i64 0
loop:
  %".14" = phi  i64 [0, %"entry.if"], [%".22", %"body"]
  %".15" = icmp slt i64 %".14", %".3"
  br i1 %".15", label %"body", label %"done"
body:
  %".17" = mul i64 %".14", %".4"
  %".18" = getelementptr inbounds double, ptr %".7", i64 %".14"
  %".19" = load double, ptr %".18"
  %".20" = getelementptr inbounds double, ptr %".6", i64 %".17"
  store double %".19", ptr %".20"
  %".22" = add nsw i64 %".14", 1
  br label %"loop"
done:
  br label %"entry.endif"
}

define internal i64 @"conv_release"(i64 %".1")
{
entry:
  %".3" = inttoptr i64 %".1" to ptr
  %".4" = getelementptr inbounds i8, ptr %".3", i64 -64
  %".5" = atomicrmw xchg ptr %".4", i64 0 release
  ret i64 0
}

define internal i64 @"tiles.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noimplicitfloat noinline nounwind optsize
{
entry:
  %"record" = alloca i64
  %"given" = alloca i64
  %"start.1" = alloca i64
  %"stop" = alloca i64
  %"source" = alloca i64
  %"out" = alloca i64
  %"scratch" = alloca i64
  %"areas" = alloca i64
  %"image" = alloca i64
  %"added" = alloca i64
  %"blocks" = alloca i64
  %"groups" = alloca i64
  %"size" = alloca i64
  %"rows" = alloca i64
  %"outer" = alloca i64
  %"step" = alloca i64
  %"dense" = alloca i64
  %"room" = alloca i64
  %"inner" = alloca i64
  %"total" = alloca i64
  %"unit" = alloca i64
  %"which" = alloca i64
  %"first" = alloca i64
  %"n" = alloca i64
  %"g" = alloca i64
  %"own" = alloca i64
  %"plane" = alloca i64
  %"behind" = alloca i64
  %"low" = alloca i64
  %"channels" = alloca i64
  %"target" = alloca i64
  %"lead" = alloca i64
  %"k" = alloca i64
  %"kind" = alloca i64
  %"packed" = alloca i64
  %"count" = alloca i64
  %"parts" = alloca i64
  %"places" = alloca i64
  %"m" = alloca i64
  %"mine" = alloca i64
  %"other" = alloca i64
  %"to" = alloca i64
  %"s" = alloca i64
  %"here" = alloca i64
  %"length" = alloca i64
  %"place" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"given"
  store i64 %".3", i64* %"start.1"
  store i64 %".4", i64* %"stop"
  %".10" = load i64, i64* %"given"
  %".11" = inttoptr i64 %".10" to ptr
  %".12" = getelementptr inbounds i64, ptr %".11", i64 0
  %".13" = load i64, ptr %".12"
  %".14" = load i64, i64* %"given"
  %".15" = inttoptr i64 %".14" to ptr
  %".16" = getelementptr inbounds i64, ptr %".15", i64 2
  %".17" = load i64, ptr %".16"
  %".18" = load i64, i64* %"given"
  %".19" = inttoptr i64 %".18" to ptr
  %".20" = getelementptr inbounds i64, ptr %".19", i64 3
  %".21" = load i64, ptr %".20"
  store i64 %".13", i64* %"source"
  store i64 %".17", i64* %"out"
  store i64 %".21", i64* %"scratch"
  %".25" = load i64, i64* %"given"
  %".26" = inttoptr i64 %".25" to ptr
  %".27" = getelementptr inbounds i64, ptr %".26", i64 4
  %".28" = load i64, ptr %".27"
  %".29" = load i64, i64* %"given"
  %".30" = inttoptr i64 %".29" to ptr
  %".31" = getelementptr inbounds i64, ptr %".30", i64 5
  %".32" = load i64, ptr %".31"
  %".33" = load i64, i64* %"given"
  %".34" = inttoptr i64 %".33" to ptr
  %".35" = getelementptr inbounds i64, ptr %".34", i64 11
  %".36" = load i64, ptr %".35"
  store i64 %".28", i64* %"areas"
  store i64 %".32", i64* %"image"
  store i64 %".36", i64* %"added"
  %".40" = load i64, i64* %"record"
  %".41" = inttoptr i64 %".40" to ptr
  %".42" = getelementptr inbounds i64, ptr %".41", i64 11
  %".43" = load i64, ptr %".42"
  %".44" = load i64, i64* %"record"
  %".45" = inttoptr i64 %".44" to ptr
  %".46" = getelementptr inbounds i64, ptr %".45", i64 3
  %".47" = load i64, ptr %".46"
  %".48" = load i64, i64* %"record"
  %".49" = inttoptr i64 %".48" to ptr
  %".50" = getelementptr inbounds i64, ptr %".49", i64 12
  %".51" = load i64, ptr %".50"
  store i64 %".43", i64* %"blocks"
  store i64 %".47", i64* %"groups"
  store i64 %".51", i64* %"size"
  %".55" = load i64, i64* %"record"
  %".56" = inttoptr i64 %".55" to ptr
  %".57" = getelementptr inbounds i64, ptr %".56", i64 6
  %".58" = load i64, ptr %".57"
  %".59" = load i64, i64* %"record"
  %".60" = inttoptr i64 %".59" to ptr
  %".61" = getelementptr inbounds i64, ptr %".60", i64 5
  %".62" = load i64, ptr %".61"
  %".63" = load i64, i64* %"record"
  %".64" = inttoptr i64 %".63" to ptr
  %".65" = getelementptr inbounds i64, ptr %".64", i64 27
  %".66" = load i64, ptr %".65"
  store i64 %".58", i64* %"rows"
  store i64 %".62", i64* %"outer"
  store i64 %".66", i64* %"step"
  %".70" = load i64, i64* %"record"
  %".71" = inttoptr i64 %".70" to ptr
  %".72" = getelementptr inbounds i64, ptr %".71", i64 16
  %".73" = load i64, ptr %".72"
  store i64 %".73", i64* %"dense"
  %".75" = load i64, i64* %"areas"
  %".76" = call i64 @"conv_reserve"(i64 %".75")
  %".77" = load i64, i64* %"record"
  %".78" = inttoptr i64 %".77" to ptr
  %".79" = getelementptr inbounds i64, ptr %".78", i64 4
  %".80" = load i64, ptr %".79"
  %".81" = load i64, i64* %"record"
  %".82" = inttoptr i64 %".81" to ptr
  %".83" = getelementptr inbounds i64, ptr %".82", i64 44
  %".84" = load i64, ptr %".83"
  store i64 %".76", i64* %"room"
  store i64 %".80", i64* %"inner"
  store i64 %".84", i64* %"total"
  %".88" = load i64, i64* %"start.1"
  %".89" = load i64, i64* %"stop"
  br label %"loop"
loop:
  %".91" = phi  i64 [%".88", %"start"], [%".539", %"done.1"]
  %".92" = icmp slt i64 %".91", %".89"
  br i1 %".92", label %"body", label %"done"
body:
  store i64 %".91", i64* %"unit"
  %".95" = load i64, i64* %"unit"
  %".96" = load i64, i64* %"blocks"
  %".97" = icmp eq i64 %".96", 0
  %".98" = icmp eq i64 %".96", -1
  %".99" = or i1 %".97", %".98"
  %".100" = select  i1 %".99", i64 1, i64 %".96"
  %".101" = sdiv i64 %".95", %".100"
  %".102" = srem i64 %".95", %".100"
  %".103" = sub i64 0, %".95"
  %".104" = select  i1 %".98", i64 %".103", i64 %".101"
  %".105" = xor i64 %".102", %".96"
  %".106" = icmp slt i64 %".105", 0
  %".107" = icmp ne i64 %".102", 0
  %".108" = and i1 %".107", %".106"
  %".109" = sub i64 %".104", 1
  %".110" = select  i1 %".108", i64 %".109", i64 %".104"
  %".111" = select  i1 %".97", i64 0, i64 %".110"
  store i64 %".111", i64* %"which"
  %".113" = load i64, i64* %"unit"
  %".114" = load i64, i64* %"which"
  %".115" = load i64, i64* %"blocks"
  %".116" = mul i64 %".114", %".115"
  %".117" = sub i64 %".113", %".116"
  %".118" = load i64, i64* %"size"
  %".119" = mul i64 %".117", %".118"
  store i64 %".119", i64* %"first"
  %".121" = load i64, i64* %"which"
  %".122" = load i64, i64* %"groups"
  %".123" = icmp eq i64 %".122", 0
  %".124" = icmp eq i64 %".122", -1
  %".125" = or i1 %".123", %".124"
  %".126" = select  i1 %".125", i64 1, i64 %".122"
  %".127" = sdiv i64 %".121", %".126"
  %".128" = srem i64 %".121", %".126"
  %".129" = sub i64 0, %".121"
  %".130" = select  i1 %".124", i64 %".129", i64 %".127"
  %".131" = xor i64 %".128", %".122"
  %".132" = icmp slt i64 %".131", 0
  %".133" = icmp ne i64 %".128", 0
  %".134" = and i1 %".133", %".132"
  %".135" = sub i64 %".130", 1
  %".136" = select  i1 %".134", i64 %".135", i64 %".130"
  %".137" = select  i1 %".123", i64 0, i64 %".136"
  %".138" = load i64, i64* %"which"
  %".139" = load i64, i64* %"groups"
  %".140" = icmp eq i64 %".139", 0
  %".141" = icmp eq i64 %".139", -1
  %".142" = or i1 %".140", %".141"
  %".143" = select  i1 %".142", i64 1, i64 %".139"
  %".144" = sdiv i64 %".138", %".143"
  %".145" = srem i64 %".138", %".143"
  %".146" = sub i64 0, %".138"
  %".147" = select  i1 %".141", i64 %".146", i64 %".144"
  %".148" = xor i64 %".145", %".139"
  %".149" = icmp slt i64 %".148", 0
  %".150" = icmp ne i64 %".145", 0
  %".151" = and i1 %".150", %".149"
  %".152" = add i64 %".145", %".139"
  %".153" = select  i1 %".151", i64 %".152", i64 %".145"
  %".154" = select  i1 %".140", i64 0, i64 %".153"
  store i64 %".137", i64* %"n"
  store i64 %".154", i64* %"g"
  %".157" = load i64, i64* %"record"
  %".158" = inttoptr i64 %".157" to ptr
  %".159" = getelementptr inbounds i64, ptr %".158", i64 17
  %".160" = load i64, ptr %".159"
  %".161" = icmp ne i64 %".160", 0
  br i1 %".161", label %"then", label %"else"
done:
  %".541" = load i64, i64* %"room"
  %".542" = call i64 @"conv_release"(i64 %".541")
  ret i64 0
then:
  %".163" = load i64, i64* %"room"
  %".164" = load i64, i64* %"record"
  %".165" = inttoptr i64 %".164" to ptr
  %".166" = getelementptr inbounds i64, ptr %".165", i64 17
  %".167" = load i64, ptr %".166"
  %".168" = add i64 %".163", %".167"
  store i64 %".168", i64* %"own"
  %".170" = load i64, i64* %"n"
  %".171" = load i64, i64* %"record"
  %".172" = inttoptr i64 %".171" to ptr
  %".173" = getelementptr inbounds i64, ptr %".172", i64 43
  %".174" = load i64, ptr %".173"
  %".175" = mul i64 %".170", %".174"
  %".176" = load i64, i64* %"g"
  %".177" = load i64, i64* %"inner"
  %".178" = mul i64 %".176", %".177"
  %".179" = add i64 %".175", %".178"
  store i64 %".179", i64* %"plane"
  %".181" = load i64, i64* %"own"
  %".182" = load i64, i64* %"record"
  %".183" = inttoptr i64 %".182" to ptr
  %".184" = getelementptr inbounds i64, ptr %".183", i64 45
  %".185" = load i64, ptr %".184"
  %".186" = load i64, i64* %"plane"
  %".187" = load i64, i64* %"total"
  %".188" = mul i64 %".186", %".187"
  %".189" = add i64 %".185", %".188"
  %".190" = mul i64 8, %".189"
  %".191" = sub i64 %".181", %".190"
  store i64 %".191", i64* %"behind"
  %".193" = load i64, i64* %"record"
  %".194" = load i64, i64* %"source"
  %".195" = load i64, i64* %"behind"
  %".196" = load i64, i64* %"image"
  %".197" = load i64, i64* %"plane"
  %".198" = load i64, i64* %"plane"
  %".199" = load i64, i64* %"inner"
  %".200" = add i64 %".198", %".199"
  %".201" = call i64 @"planes.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".193", i64 42, i64 %".194", i64 %".195", i64 %".196", i64 %".197", i64 %".200")
  br label %"end"
else:
  %".203" = load i64, i64* %"record"
  %".204" = load i64, i64* %"source"
  %".205" = load i64, i64* %"scratch"
  %".206" = load i64, i64* %"image"
  %".207" = load i64, i64* %"n"
  %".208" = load i64, i64* %"g"
  %".209" = load i64, i64* %"inner"
  %".210" = mul i64 %".208", %".209"
  %".211" = call i64 @"base.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".203", i64 42, i64 %".204", i64 %".205", i64 %".206", i64 %".207", i64 %".210")
  store i64 %".211", i64* %"own"
  br label %"end"
end:
  %".214" = load i64, i64* %"record"
  %".215" = inttoptr i64 %".214" to ptr
  %".216" = getelementptr inbounds i64, ptr %".215", i64 28
  %".217" = load i64, ptr %".216"
  %".218" = load i64, i64* %"image"
  %".219" = load i64, i64* %"n"
  %".220" = add i64 %".218", %".219"
  %".221" = inttoptr i64 %".217" to ptr
  %".222" = getelementptr inbounds i64, ptr %".221", i64 %".220"
  %".223" = load i64, ptr %".222"
  store i64 %".223", i64* %"low"
  %".225" = load i64, i64* %"record"
  %".226" = inttoptr i64 %".225" to ptr
  %".227" = getelementptr inbounds i64, ptr %".226", i64 29
  %".228" = load i64, ptr %".227"
  %".229" = load i64, i64* %"g"
  %".230" = mul i64 8, %".229"
  %".231" = load i64, i64* %"outer"
  %".232" = mul i64 %".230", %".231"
  %".233" = add i64 %".228", %".232"
  store i64 %".233", i64* %"channels"
  %".235" = load i64, i64* %"room"
  %".236" = load i64, i64* %"size"
  store i64 %".235", i64* %"target"
  store i64 %".236", i64* %"lead"
  %".239" = load i64, i64* %"dense"
  %".240" = icmp ne i64 %".239", 0
  br i1 %".240", label %"then.1", label %"else.1"
then.1:
  %".242" = load i64, i64* %"out"
  %".243" = load i64, i64* %"low"
  %".244" = load i64, i64* %"channels"
  %".245" = inttoptr i64 %".244" to ptr
  %".246" = getelementptr inbounds i64, ptr %".245", i64 0
  %".247" = load i64, ptr %".246"
  %".248" = add i64 %".243", %".247"
  %".249" = load i64, i64* %"first"
  %".250" = add i64 %".248", %".249"
  %".251" = mul i64 8, %".250"
  %".252" = add i64 %".242", %".251"
  %".253" = load i64, i64* %"record"
  %".254" = inttoptr i64 %".253" to ptr
  %".255" = getelementptr inbounds i64, ptr %".254", i64 26
  %".256" = load i64, ptr %".255"
  store i64 %".252", i64* %"target"
  store i64 %".256", i64* %"lead"
  br label %"end.1"
else.1:
  br label %"end.1"
end.1:
  %".261" = load i64, i64* %"record"
  %".262" = inttoptr i64 %".261" to ptr
  %".263" = getelementptr inbounds i64, ptr %".262", i64 7
  %".264" = load i64, ptr %".263"
  br label %"loop.1"
loop.1:
  %".266" = phi  i64 [0, %"end.1"], [%".537", %"done.2"]
  %".267" = icmp slt i64 %".266", %".264"
  br i1 %".267", label %"body.1", label %"done.1"
body.1:
  store i64 %".266", i64* %"k"
  %".270" = load i64, i64* %"record"
  %".271" = inttoptr i64 %".270" to ptr
  %".272" = getelementptr inbounds i64, ptr %".271", i64 8
  %".273" = load i64, ptr %".272"
  %".274" = mul i64 8, 6
  %".275" = load i64, i64* %"k"
  %".276" = mul i64 %".274", %".275"
  %".277" = add i64 %".273", %".276"
  store i64 %".277", i64* %"kind"
  %".279" = load i64, i64* %"scratch"
  %".280" = load i64, i64* %"kind"
  %".281" = inttoptr i64 %".280" to ptr
  %".282" = getelementptr inbounds i64, ptr %".281", i64 3
  %".283" = load i64, ptr %".282"
  %".284" = load i64, i64* %"g"
  %".285" = load i64, i64* %"rows"
  %".286" = mul i64 %".284", %".285"
  %".287" = load i64, i64* %"kind"
  %".288" = inttoptr i64 %".287" to ptr
  %".289" = getelementptr inbounds i64, ptr %".288", i64 0
  %".290" = load i64, ptr %".289"
  %".291" = mul i64 %".286", %".290"
  %".292" = mul i64 %".291", 4
  %".293" = add i64 %".283", %".292"
  %".294" = mul i64 8, %".293"
  %".295" = add i64 %".279", %".294"
  store i64 %".295", i64* %"packed"
  %".297" = load i64, i64* %"size"
  %".298" = load i64, i64* %"record"
  %".299" = inttoptr i64 %".298" to ptr
  %".300" = getelementptr inbounds i64, ptr %".299", i64 13
  %".301" = load i64, ptr %".300"
  %".302" = load i64, i64* %"first"
  %".303" = sub i64 %".301", %".302"
  %".304" = icmp slt i64 %".303", %".297"
  %".305" = select  i1 %".304", i64 %".303", i64 %".297"
  store i64 %".305", i64* %"count"
  %".307" = load i64, i64* %"record"
  %".308" = load i64, i64* %"kind"
  %".309" = load i64, i64* %"packed"
  %".310" = load i64, i64* %"own"
  %".311" = load i64, i64* %"first"
  %".312" = mul i64 8, %".311"
  %".313" = add i64 %".310", %".312"
  %".314" = load i64, i64* %"target"
  %".315" = load i64, i64* %"lead"
  %".316" = load i64, i64* %"count"
  %".317" = call i64 @"block.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".307", i64 %".308", i64 %".309", i64 %".313", i64 %".314", i64 %".315", i64 %".316")
  %".318" = load i64, i64* %"kind"
  %".319" = inttoptr i64 %".318" to ptr
  %".320" = getelementptr inbounds i64, ptr %".319", i64 4
  %".321" = load i64, ptr %".320"
  %".322" = load i64, i64* %"kind"
  %".323" = inttoptr i64 %".322" to ptr
  %".324" = getelementptr inbounds i64, ptr %".323", i64 5
  %".325" = load i64, ptr %".324"
  %".326" = load i64, i64* %"unit"
  %".327" = load i64, i64* %"which"
  %".328" = load i64, i64* %"blocks"
  %".329" = mul i64 %".327", %".328"
  %".330" = sub i64 %".326", %".329"
  %".331" = mul i64 8, %".330"
  %".332" = add i64 %".325", %".331"
  store i64 %".321", i64* %"parts"
  store i64 %".332", i64* %"places"
  %".335" = load i64, i64* %"outer"
  br label %"loop.2"
done.1:
  %".539" = add nsw i64 %".91", 1
  br label %"loop"
loop.2:
  %".337" = phi  i64 [0, %"body.1"], [%".535", %"end.6"]
  %".338" = icmp slt i64 %".337", %".335"
  br i1 %".338", label %"body.2", label %"done.2"
body.2:
  store i64 %".337", i64* %"m"
  %".341" = load i64, i64* %"target"
  %".342" = load i64, i64* %"m"
  %".343" = mul i64 8, %".342"
  %".344" = load i64, i64* %"lead"
  %".345" = mul i64 %".343", %".344"
  %".346" = add i64 %".341", %".345"
  %".347" = load i64, i64* %"added"
  store i64 %".346", i64* %"mine"
  store i64 %".347", i64* %"other"
  %".350" = load i64, i64* %"added"
  %".351" = icmp ne i64 %".350", 0
  br i1 %".351", label %"then.2", label %"else.2"
done.2:
  %".537" = add nsw i64 %".266", 1
  br label %"loop.1"
then.2:
  %".353" = load i64, i64* %"other"
  %".354" = load i64, i64* %"record"
  %".355" = inttoptr i64 %".354" to ptr
  %".356" = getelementptr inbounds i64, ptr %".355", i64 23
  %".357" = load i64, ptr %".356"
  %".358" = load i64, i64* %"image"
  %".359" = load i64, i64* %"n"
  %".360" = add i64 %".358", %".359"
  %".361" = inttoptr i64 %".357" to ptr
  %".362" = getelementptr inbounds i64, ptr %".361", i64 %".360"
  %".363" = load i64, ptr %".362"
  %".364" = mul i64 8, %".363"
  %".365" = add i64 %".353", %".364"
  store i64 %".365", i64* %"other"
  %".367" = load i64, i64* %"other"
  %".368" = load i64, i64* %"record"
  %".369" = inttoptr i64 %".368" to ptr
  %".370" = getelementptr inbounds i64, ptr %".369", i64 24
  %".371" = load i64, ptr %".370"
  %".372" = load i64, i64* %"g"
  %".373" = load i64, i64* %"outer"
  %".374" = mul i64 %".372", %".373"
  %".375" = load i64, i64* %"m"
  %".376" = add i64 %".374", %".375"
  %".377" = inttoptr i64 %".371" to ptr
  %".378" = getelementptr inbounds i64, ptr %".377", i64 %".376"
  %".379" = load i64, ptr %".378"
  %".380" = mul i64 8, %".379"
  %".381" = add i64 %".367", %".380"
  store i64 %".381", i64* %"other"
  br label %"end.2"
else.2:
  br label %"end.2"
end.2:
  %".385" = load i64, i64* %"record"
  %".386" = inttoptr i64 %".385" to ptr
  %".387" = getelementptr inbounds i64, ptr %".386", i64 22
  %".388" = load i64, ptr %".387"
  %".389" = icmp ne i64 %".388", 0
  br i1 %".389", label %"then.3", label %"else.3"
then.3:
  %".391" = load i64, i64* %"added"
  %".392" = icmp eq i64 %".391", 0
  %".393" = load i64, i64* %"dense"
  %".394" = icmp ne i64 %".393", 0
  %".395" = or i1 %".392", %".394"
  br i1 %".395", label %"then.4", label %"else.4"
else.3:
  br label %"end.3"
end.3:
  %".422" = load i64, i64* %"dense"
  %".423" = icmp ne i64 %".422", 0
  %".424" = xor i1 %".423", -1
  br i1 %".424", label %"then.6", label %"else.6"
then.4:
  %".397" = load i64, i64* %"added"
  %".398" = icmp ne i64 %".397", 0
  br i1 %".398", label %"then.5", label %"else.5"
else.4:
  br label %"end.4"
end.4:
  br label %"end.3"
then.5:
  %".400" = load i64, i64* %"other"
  %".401" = load i64, i64* %"first"
  %".402" = mul i64 8, %".401"
  %".403" = add i64 %".400", %".402"
  store i64 %".403", i64* %"other"
  br label %"end.5"
else.5:
  br label %"end.5"
end.5:
  %".407" = load i64, i64* %"record"
  %".408" = load i64, i64* %"given"
  %".409" = load i64, i64* %"mine"
  %".410" = load i64, i64* %"count"
  %".411" = load i64, i64* %"g"
  %".412" = load i64, i64* %"outer"
  %".413" = mul i64 %".411", %".412"
  %".414" = load i64, i64* %"m"
  %".415" = add i64 %".413", %".414"
  %".416" = load i64, i64* %"other"
  %".417" = call i64 @"after.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".407", i64 %".408", i64 %".409", i64 %".410", i64 %".415", i64 %".416", i64 1)
  br label %"end.4"
then.6:
  %".426" = load i64, i64* %"out"
  %".427" = load i64, i64* %"low"
  %".428" = load i64, i64* %"channels"
  %".429" = load i64, i64* %"m"
  %".430" = inttoptr i64 %".428" to ptr
  %".431" = getelementptr inbounds i64, ptr %".430", i64 %".429"
  %".432" = load i64, ptr %".431"
  %".433" = add i64 %".427", %".432"
  %".434" = mul i64 8, %".433"
  %".435" = add i64 %".426", %".434"
  store i64 %".435", i64* %"to"
  %".437" = load i64, i64* %"places"
  %".438" = inttoptr i64 %".437" to ptr
  %".439" = getelementptr inbounds i64, ptr %".438", i64 0
  %".440" = load i64, ptr %".439"
  %".441" = load i64, i64* %"places"
  %".442" = inttoptr i64 %".441" to ptr
  %".443" = getelementptr inbounds i64, ptr %".442", i64 1
  %".444" = load i64, ptr %".443"
  br label %"loop.3"
else.6:
  br label %"end.6"
end.6:
  %".535" = add nsw i64 %".337", 1
  br label %"loop.2"
loop.3:
  %".446" = phi  i64 [%".440", %"then.6"], [%".531", %"end.8"]
  %".447" = icmp slt i64 %".446", %".444"
  br i1 %".447", label %"body.3", label %"done.3"
body.3:
  store i64 %".446", i64* %"s"
  %".450" = load i64, i64* %"mine"
  %".451" = load i64, i64* %"parts"
  %".452" = load i64, i64* %"s"
  %".453" = mul i64 4, %".452"
  %".454" = inttoptr i64 %".451" to ptr
  %".455" = getelementptr inbounds i64, ptr %".454", i64 %".453"
  %".456" = load i64, ptr %".455"
  %".457" = mul i64 8, %".456"
  %".458" = add i64 %".450", %".457"
  %".459" = load i64, i64* %"parts"
  %".460" = load i64, i64* %"s"
  %".461" = mul i64 4, %".460"
  %".462" = add i64 %".461", 2
  %".463" = inttoptr i64 %".459" to ptr
  %".464" = getelementptr inbounds i64, ptr %".463", i64 %".462"
  %".465" = load i64, ptr %".464"
  store i64 %".458", i64* %"here"
  store i64 %".465", i64* %"length"
  %".468" = load i64, i64* %"added"
  %".469" = icmp ne i64 %".468", 0
  br i1 %".469", label %"then.7", label %"else.7"
done.3:
  br label %"end.6"
then.7:
  %".471" = load i64, i64* %"other"
  %".472" = load i64, i64* %"parts"
  %".473" = load i64, i64* %"s"
  %".474" = mul i64 4, %".473"
  %".475" = add i64 %".474", 3
  %".476" = inttoptr i64 %".472" to ptr
  %".477" = getelementptr inbounds i64, ptr %".476", i64 %".475"
  %".478" = load i64, ptr %".477"
  %".479" = mul i64 8, %".478"
  %".480" = add i64 %".471", %".479"
  store i64 %".480", i64* %"place"
  %".482" = load i64, i64* %"record"
  %".483" = load i64, i64* %"given"
  %".484" = load i64, i64* %"here"
  %".485" = load i64, i64* %"length"
  %".486" = load i64, i64* %"g"
  %".487" = load i64, i64* %"outer"
  %".488" = mul i64 %".486", %".487"
  %".489" = load i64, i64* %"m"
  %".490" = add i64 %".488", %".489"
  %".491" = load i64, i64* %"place"
  %".492" = load i64, i64* %"record"
  %".493" = inttoptr i64 %".492" to ptr
  %".494" = getelementptr inbounds i64, ptr %".493", i64 25
  %".495" = load i64, ptr %".494"
  %".496" = call i64 @"after.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".482", i64 %".483", i64 %".484", i64 %".485", i64 %".490", i64 %".491", i64 %".495")
  br label %"end.7"
else.7:
  br label %"end.7"
end.7:
  %".499" = load i64, i64* %"step"
  %".500" = icmp eq i64 %".499", 1
  br i1 %".500", label %"then.8", label %"else.8"
then.8:
  %".502" = load i64, i64* %"to"
  %".503" = load i64, i64* %"parts"
  %".504" = load i64, i64* %"s"
  %".505" = mul i64 4, %".504"
  %".506" = add i64 %".505", 1
  %".507" = inttoptr i64 %".503" to ptr
  %".508" = getelementptr inbounds i64, ptr %".507", i64 %".506"
  %".509" = load i64, ptr %".508"
  %".510" = mul i64 8, %".509"
  %".511" = add i64 %".502", %".510"
  %".512" = load i64, i64* %"here"
  %".513" = load i64, i64* %"length"
  %".514" = call i64 @"conv_move"(i64 %".511", i64 %".512", i64 %".513")
  br label %"end.8"
else.8:
  %".516" = load i64, i64* %"to"
  %".517" = load i64, i64* %"parts"
  %".518" = load i64, i64* %"s"
  %".519" = mul i64 4, %".518"
  %".520" = add i64 %".519", 1
  %".521" = inttoptr i64 %".517" to ptr
  %".522" = getelementptr inbounds i64, ptr %".521", i64 %".520"
  %".523" = load i64, ptr %".522"
  %".524" = mul i64 8, %".523"
  %".525" = add i64 %".516", %".524"
  %".526" = load i64, i64* %"here"
  %".527" = load i64, i64* %"length"
  %".528" = load i64, i64* %"step"
  %".529" = call i64 @"conv_spread"(i64 %".525", i64 %".526", i64 %".527", i64 %".528")
  br label %"end.8"
end.8:
  %".531" = add nsw i64 %".446", 1
  br label %"loop.3"
}

define i64 @"tiles"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") nounwind
{
entry:
  %".6" = call i64 @"tiles.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4")
  ret i64 %".6"
}

!0 = !{ !"llvm.loop.unroll.disable" }
!1 = !{ !"llvm.loop.vectorize.width", i32 1 }
!2 = !{ !2, !0, !1 }
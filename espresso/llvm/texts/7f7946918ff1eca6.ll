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
  %".14" = icmp slt i64 %".13", 8
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
  %".31" = mul i64 %".30", 8
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
  %".123" = mul i64 %".122", 8
  %".124" = add i64 %".99", %".123"
  %".125" = mul i64 8, %".124"
  %".126" = add i64 %".95", %".125"
  store i64 %".126", i64* %"to"
  %".128" = load i64, i64* %"record"
  %".129" = inttoptr i64 %".128" to ptr
  %".130" = getelementptr inbounds i64, ptr %".129", i64 10
  %".131" = load i64, ptr %".130"
  %".132" = mul i64 8, 8
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
  %".7" = icmp sgt i64 %".3", 256
  br i1 %".7", label %"entry.if", label %"entry.else"
entry.if:
  %".9" = mul i64 %".3", 8
  %".10" = call ptr @"memcpy"(ptr %".5", ptr %".6", i64 %".9")
  br label %"entry.endif"
entry.else:
  %".12" = sdiv i64 %".3", 8
  %".13" = mul i64 %".12", 8
  br label %"loop"
entry.endif:
  ret i64 0
loop:
  %".15" = phi  i64 [0, %"entry.else"], [%".22", %"body"]
  %".16" = icmp slt i64 %".15", %".13"
  br i1 %".16", label %"body", label %"done"
body:
  %".18" = getelementptr inbounds double, ptr %".6", i64 %".15"
  %".19" = load <8 x double>, ptr %".18", align 8
  %".20" = getelementptr inbounds double, ptr %".5", i64 %".15"
  store <8 x double> %".19", ptr %".20", align 8
  %".22" = add nsw i64 %".15", 8
  br label %"loop"
done:
  %".24" = sub i64 %".3", %".13"
  %".25" = trunc i64 %".24" to i32
  %".26" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".25", i32 0
  %".27" = shufflevector <8 x i32> %".26", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".28" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".27"
  %".29" = getelementptr inbounds double, ptr %".6", i64 %".13"
  %".30" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".29", i32 8, <8 x i1> %".28", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".31" = getelementptr inbounds double, ptr %".5", i64 %".13"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".30", ptr %".31", i32 8, <8 x i1> %".28")
  br label %"entry.endif"
}

declare ptr @"memcpy"(ptr %".1", ptr %".2", i64 %".3")

declare <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".1", i32 %".2", <8 x i1> %".3", <8 x double> %".4")

declare void @"llvm.masked.store.v8f64.p0"(<8 x double> %".1", ptr %".2", i32 %".3", <8 x i1> %".4")

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
  %".13" = sdiv i64 %".12", 8
  %".14" = mul i64 %".13", 8
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
  %".22" = load <8 x double>, ptr %".21", align 8
  %".23" = shufflevector <8 x double> %".22", <8 x double> %".22", <8 x i32> <i32 8, i32 10, i32 12, i32 14, i32 4, i32 5, i32 6, i32 7>
  %".24" = mul i64 %".16", 2
  %".25" = add i64 %".24", 8
  %".26" = getelementptr inbounds double, ptr %".7", i64 %".25"
  %".27" = load <8 x double>, ptr %".26", align 8
  %".28" = shufflevector <8 x double> %".23", <8 x double> %".27", <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 10, i32 12, i32 14>
  %".29" = getelementptr inbounds double, ptr %".6", i64 %".16"
  store <8 x double> %".28", ptr %".29", align 8
  %".31" = add nsw i64 %".16", 8
  br label %"loop"
done:
  %".33" = sub i64 %".3", %".14"
  %".34" = sub i64 %".33", 1
  %".35" = mul i64 %".34", 2
  %".36" = add i64 %".35", 1
  %".37" = trunc i64 %".33" to i32
  %".38" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".37", i32 0
  %".39" = shufflevector <8 x i32> %".38", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".40" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".39"
  %".41" = mul i64 %".14", 2
  %".42" = add i64 %".41", 0
  %".43" = getelementptr inbounds double, ptr %".7", i64 %".42"
  %".44" = sub i64 %".36", 0
  %".45" = trunc i64 %".44" to i32
  %".46" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".45", i32 0
  %".47" = shufflevector <8 x i32> %".46", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".48" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".47"
  %".49" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".43", i32 8, <8 x i1> %".48", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".50" = shufflevector <8 x double> %".49", <8 x double> %".49", <8 x i32> <i32 8, i32 10, i32 12, i32 14, i32 4, i32 5, i32 6, i32 7>
  %".51" = mul i64 %".14", 2
  %".52" = add i64 %".51", 8
  %".53" = getelementptr inbounds double, ptr %".7", i64 %".52"
  %".54" = sub i64 %".36", 8
  %".55" = trunc i64 %".54" to i32
  %".56" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".55", i32 0
  %".57" = shufflevector <8 x i32> %".56", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".58" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".57"
  %".59" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".53", i32 8, <8 x i1> %".58", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".60" = shufflevector <8 x double> %".50", <8 x double> %".59", <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 10, i32 12, i32 14>
  %".61" = getelementptr inbounds double, ptr %".6", i64 %".14"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".60", ptr %".61", i32 8, <8 x i1> %".40")
  br label %"entry.endif"
entry.endif.if:
  %".67" = sub i64 %".3", 1
  %".68" = sdiv i64 %".67", 8
  %".69" = mul i64 %".68", 8
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
  %".77" = load <8 x double>, ptr %".76", align 8
  %".78" = shufflevector <8 x double> %".77", <8 x double> %".77", <8 x i32> <i32 8, i32 11, i32 14, i32 3, i32 4, i32 5, i32 6, i32 7>
  %".79" = mul i64 %".71", 3
  %".80" = add i64 %".79", 8
  %".81" = getelementptr inbounds double, ptr %".7", i64 %".80"
  %".82" = load <8 x double>, ptr %".81", align 8
  %".83" = shufflevector <8 x double> %".78", <8 x double> %".82", <8 x i32> <i32 0, i32 1, i32 2, i32 9, i32 12, i32 15, i32 6, i32 7>
  %".84" = mul i64 %".71", 3
  %".85" = add i64 %".84", 16
  %".86" = getelementptr inbounds double, ptr %".7", i64 %".85"
  %".87" = load <8 x double>, ptr %".86", align 8
  %".88" = shufflevector <8 x double> %".83", <8 x double> %".87", <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 10, i32 13>
  %".89" = getelementptr inbounds double, ptr %".6", i64 %".71"
  store <8 x double> %".88", ptr %".89", align 8
  %".91" = add nsw i64 %".71", 8
  br label %"loop.1"
done.1:
  %".93" = sub i64 %".3", %".69"
  %".94" = sub i64 %".93", 1
  %".95" = mul i64 %".94", 3
  %".96" = add i64 %".95", 1
  %".97" = trunc i64 %".93" to i32
  %".98" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".97", i32 0
  %".99" = shufflevector <8 x i32> %".98", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".100" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".99"
  %".101" = mul i64 %".69", 3
  %".102" = add i64 %".101", 0
  %".103" = getelementptr inbounds double, ptr %".7", i64 %".102"
  %".104" = sub i64 %".96", 0
  %".105" = trunc i64 %".104" to i32
  %".106" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".105", i32 0
  %".107" = shufflevector <8 x i32> %".106", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".108" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".107"
  %".109" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".103", i32 8, <8 x i1> %".108", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".110" = shufflevector <8 x double> %".109", <8 x double> %".109", <8 x i32> <i32 8, i32 11, i32 14, i32 3, i32 4, i32 5, i32 6, i32 7>
  %".111" = mul i64 %".69", 3
  %".112" = add i64 %".111", 8
  %".113" = getelementptr inbounds double, ptr %".7", i64 %".112"
  %".114" = sub i64 %".96", 8
  %".115" = trunc i64 %".114" to i32
  %".116" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".115", i32 0
  %".117" = shufflevector <8 x i32> %".116", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".118" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".117"
  %".119" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".113", i32 8, <8 x i1> %".118", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".120" = shufflevector <8 x double> %".110", <8 x double> %".119", <8 x i32> <i32 0, i32 1, i32 2, i32 9, i32 12, i32 15, i32 6, i32 7>
  %".121" = mul i64 %".69", 3
  %".122" = add i64 %".121", 16
  %".123" = getelementptr inbounds double, ptr %".7", i64 %".122"
  %".124" = sub i64 %".96", 16
  %".125" = trunc i64 %".124" to i32
  %".126" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".125", i32 0
  %".127" = shufflevector <8 x i32> %".126", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".128" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".127"
  %".129" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".123", i32 8, <8 x i1> %".128", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".130" = shufflevector <8 x double> %".120", <8 x double> %".129", <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 10, i32 13>
  %".131" = getelementptr inbounds double, ptr %".6", i64 %".69"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".130", ptr %".131", i32 8, <8 x i1> %".100")
  br label %"entry.endif.endif"
entry.endif.endif.if:
  %".137" = sub i64 %".3", 1
  %".138" = sdiv i64 %".137", 8
  %".139" = mul i64 %".138", 8
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
  %".147" = load <8 x double>, ptr %".146", align 8
  %".148" = shufflevector <8 x double> %".147", <8 x double> %".147", <8 x i32> <i32 8, i32 12, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %".149" = mul i64 %".141", 4
  %".150" = add i64 %".149", 8
  %".151" = getelementptr inbounds double, ptr %".7", i64 %".150"
  %".152" = load <8 x double>, ptr %".151", align 8
  %".153" = shufflevector <8 x double> %".148", <8 x double> %".152", <8 x i32> <i32 0, i32 1, i32 8, i32 12, i32 4, i32 5, i32 6, i32 7>
  %".154" = mul i64 %".141", 4
  %".155" = add i64 %".154", 16
  %".156" = getelementptr inbounds double, ptr %".7", i64 %".155"
  %".157" = load <8 x double>, ptr %".156", align 8
  %".158" = shufflevector <8 x double> %".153", <8 x double> %".157", <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 12, i32 6, i32 7>
  %".159" = mul i64 %".141", 4
  %".160" = add i64 %".159", 24
  %".161" = getelementptr inbounds double, ptr %".7", i64 %".160"
  %".162" = load <8 x double>, ptr %".161", align 8
  %".163" = shufflevector <8 x double> %".158", <8 x double> %".162", <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 8, i32 12>
  %".164" = getelementptr inbounds double, ptr %".6", i64 %".141"
  store <8 x double> %".163", ptr %".164", align 8
  %".166" = add nsw i64 %".141", 8
  br label %"loop.2"
done.2:
  %".168" = sub i64 %".3", %".139"
  %".169" = sub i64 %".168", 1
  %".170" = mul i64 %".169", 4
  %".171" = add i64 %".170", 1
  %".172" = trunc i64 %".168" to i32
  %".173" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".172", i32 0
  %".174" = shufflevector <8 x i32> %".173", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".175" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".174"
  %".176" = mul i64 %".139", 4
  %".177" = add i64 %".176", 0
  %".178" = getelementptr inbounds double, ptr %".7", i64 %".177"
  %".179" = sub i64 %".171", 0
  %".180" = trunc i64 %".179" to i32
  %".181" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".180", i32 0
  %".182" = shufflevector <8 x i32> %".181", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".183" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".182"
  %".184" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".178", i32 8, <8 x i1> %".183", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".185" = shufflevector <8 x double> %".184", <8 x double> %".184", <8 x i32> <i32 8, i32 12, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %".186" = mul i64 %".139", 4
  %".187" = add i64 %".186", 8
  %".188" = getelementptr inbounds double, ptr %".7", i64 %".187"
  %".189" = sub i64 %".171", 8
  %".190" = trunc i64 %".189" to i32
  %".191" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".190", i32 0
  %".192" = shufflevector <8 x i32> %".191", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".193" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".192"
  %".194" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".188", i32 8, <8 x i1> %".193", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".195" = shufflevector <8 x double> %".185", <8 x double> %".194", <8 x i32> <i32 0, i32 1, i32 8, i32 12, i32 4, i32 5, i32 6, i32 7>
  %".196" = mul i64 %".139", 4
  %".197" = add i64 %".196", 16
  %".198" = getelementptr inbounds double, ptr %".7", i64 %".197"
  %".199" = sub i64 %".171", 16
  %".200" = trunc i64 %".199" to i32
  %".201" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".200", i32 0
  %".202" = shufflevector <8 x i32> %".201", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".203" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".202"
  %".204" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".198", i32 8, <8 x i1> %".203", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".205" = shufflevector <8 x double> %".195", <8 x double> %".204", <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 12, i32 6, i32 7>
  %".206" = mul i64 %".139", 4
  %".207" = add i64 %".206", 24
  %".208" = getelementptr inbounds double, ptr %".7", i64 %".207"
  %".209" = sub i64 %".171", 24
  %".210" = trunc i64 %".209" to i32
  %".211" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".210", i32 0
  %".212" = shufflevector <8 x i32> %".211", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".213" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".212"
  %".214" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".208", i32 8, <8 x i1> %".213", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".215" = shufflevector <8 x double> %".205", <8 x double> %".214", <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 8, i32 12>
  %".216" = getelementptr inbounds double, ptr %".6", i64 %".139"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".215", ptr %".216", i32 8, <8 x i1> %".175")
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
  %".12" = sdiv i64 %".11", 8
  %".13" = icmp eq i64 %".8", 24
  %".14" = select  i1 %".13", i64 3, i64 %".12"
  switch i64 %".14", label %"case_3" [i64 0, label %"case_0" i64 1, label %"case_1" i64 2, label %"case_2"]
chosen:
  ret i64 0
case_0:
  call void @"conv_tile_1_masked"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9")
  br label %"chosen"
case_1:
  call void @"conv_tile_2_masked"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9")
  br label %"chosen"
case_2:
  call void @"conv_tile_3_masked"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9")
  br label %"chosen"
case_3:
  call void @"conv_tile_3"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9")
  br label %"chosen"
}

define internal void @"conv_tile_1_masked"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9") noinline
{
entry:
  %".11" = inttoptr i64 %".1" to ptr
  %".12" = inttoptr i64 %".2" to ptr
  %".13" = inttoptr i64 %".3" to ptr
  %".14" = inttoptr i64 %".5" to ptr
  %".15" = alloca <8 x double>, i64 8, align 64
  %".16" = sub i64 %".8", 0
  %".17" = trunc i64 %".16" to i32
  %".18" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".17", i32 0
  %".19" = shufflevector <8 x i32> %".18", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".20" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".19"
  %".21" = getelementptr inbounds double, ptr %".15", i64 0
  %".22" = getelementptr inbounds double, ptr %".15", i64 8
  %".23" = getelementptr inbounds double, ptr %".15", i64 16
  %".24" = getelementptr inbounds double, ptr %".15", i64 24
  %".25" = getelementptr inbounds double, ptr %".15", i64 32
  %".26" = getelementptr inbounds double, ptr %".15", i64 40
  %".27" = getelementptr inbounds double, ptr %".15", i64 48
  %".28" = getelementptr inbounds double, ptr %".15", i64 56
  %".29" = add i64 0, 1
  %".30" = icmp slt i64 %".4", %".29"
  %".31" = select  i1 %".30", i64 %".29", i64 %".4"
  br label %"loop"
loop:
  %".33" = phi  i64 [0, %"entry"], [%".138", %"summed.endif"]
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
  %".140" = load <8 x double>, ptr %".21", align 8
  %".141" = load <8 x double>, ptr %".22", align 8
  %".142" = load <8 x double>, ptr %".23", align 8
  %".143" = load <8 x double>, ptr %".24", align 8
  %".144" = load <8 x double>, ptr %".25", align 8
  %".145" = load <8 x double>, ptr %".26", align 8
  %".146" = load <8 x double>, ptr %".27", align 8
  %".147" = load <8 x double>, ptr %".28", align 8
  %".148" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".42" = phi  i64 [%".33", %"body"], [%".100", %"term"]
  %".43" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".71", %"term"]
  %".44" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".75", %"term"]
  %".45" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".79", %"term"]
  %".46" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".83", %"term"]
  %".47" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".87", %"term"]
  %".48" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".91", %"term"]
  %".49" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".95", %"term"]
  %".50" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".99", %"term"]
  %".51" = icmp slt i64 %".42", %".40"
  br i1 %".51", label %"term", label %"summed"
term:
  %".53" = getelementptr inbounds i64, ptr %".13", i64 %".42"
  %".54" = load i64, ptr %".53"
  %".55" = mul i64 %".42", 8
  %".56" = getelementptr inbounds double, ptr %".11", i64 %".55"
  %".57" = getelementptr inbounds double, ptr %".12", i64 %".54"
  %".58" = getelementptr inbounds double, ptr %".56", i64 0
  %".59" = getelementptr inbounds double, ptr %".56", i64 1
  %".60" = getelementptr inbounds double, ptr %".56", i64 2
  %".61" = getelementptr inbounds double, ptr %".56", i64 3
  %".62" = getelementptr inbounds double, ptr %".56", i64 4
  %".63" = getelementptr inbounds double, ptr %".56", i64 5
  %".64" = getelementptr inbounds double, ptr %".56", i64 6
  %".65" = getelementptr inbounds double, ptr %".56", i64 7
  %".66" = getelementptr inbounds double, ptr %".57", i64 0
  %".67" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".66", i32 8, <8 x i1> %".20", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".68" = load double, ptr %".58"
  %".69" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".68", i32 0
  %".70" = shufflevector <8 x double> %".69", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".71" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".70", <8 x double> %".67", <8 x double> %".43")
  %".72" = load double, ptr %".59"
  %".73" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".72", i32 0
  %".74" = shufflevector <8 x double> %".73", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".75" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".74", <8 x double> %".67", <8 x double> %".44")
  %".76" = load double, ptr %".60"
  %".77" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".76", i32 0
  %".78" = shufflevector <8 x double> %".77", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".79" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".78", <8 x double> %".67", <8 x double> %".45")
  %".80" = load double, ptr %".61"
  %".81" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".80", i32 0
  %".82" = shufflevector <8 x double> %".81", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".83" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".82", <8 x double> %".67", <8 x double> %".46")
  %".84" = load double, ptr %".62"
  %".85" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".84", i32 0
  %".86" = shufflevector <8 x double> %".85", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".87" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".86", <8 x double> %".67", <8 x double> %".47")
  %".88" = load double, ptr %".63"
  %".89" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".88", i32 0
  %".90" = shufflevector <8 x double> %".89", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".91" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".90", <8 x double> %".67", <8 x double> %".48")
  %".92" = load double, ptr %".64"
  %".93" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".92", i32 0
  %".94" = shufflevector <8 x double> %".93", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".95" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".94", <8 x double> %".67", <8 x double> %".49")
  %".96" = load double, ptr %".65"
  %".97" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".96", i32 0
  %".98" = shufflevector <8 x double> %".97", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".99" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".98", <8 x double> %".67", <8 x double> %".50")
  %".100" = add nsw i64 %".42", 1
  br label %"terms", !llvm.loop !2
summed:
  %".102" = icmp sgt i64 %".33", 0
  br i1 %".102", label %"summed.if", label %"summed.else"
summed.if:
  %".104" = load <8 x double>, ptr %".21", align 8
  %".105" = fadd <8 x double> %".104", %".43"
  store <8 x double> %".105", ptr %".21", align 8
  %".107" = load <8 x double>, ptr %".22", align 8
  %".108" = fadd <8 x double> %".107", %".44"
  store <8 x double> %".108", ptr %".22", align 8
  %".110" = load <8 x double>, ptr %".23", align 8
  %".111" = fadd <8 x double> %".110", %".45"
  store <8 x double> %".111", ptr %".23", align 8
  %".113" = load <8 x double>, ptr %".24", align 8
  %".114" = fadd <8 x double> %".113", %".46"
  store <8 x double> %".114", ptr %".24", align 8
  %".116" = load <8 x double>, ptr %".25", align 8
  %".117" = fadd <8 x double> %".116", %".47"
  store <8 x double> %".117", ptr %".25", align 8
  %".119" = load <8 x double>, ptr %".26", align 8
  %".120" = fadd <8 x double> %".119", %".48"
  store <8 x double> %".120", ptr %".26", align 8
  %".122" = load <8 x double>, ptr %".27", align 8
  %".123" = fadd <8 x double> %".122", %".49"
  store <8 x double> %".123", ptr %".27", align 8
  %".125" = load <8 x double>, ptr %".28", align 8
  %".126" = fadd <8 x double> %".125", %".50"
  store <8 x double> %".126", ptr %".28", align 8
  br label %"summed.endif"
summed.else:
  store <8 x double> %".43", ptr %".21", align 8
  store <8 x double> %".44", ptr %".22", align 8
  store <8 x double> %".45", ptr %".23", align 8
  store <8 x double> %".46", ptr %".24", align 8
  store <8 x double> %".47", ptr %".25", align 8
  store <8 x double> %".48", ptr %".26", align 8
  store <8 x double> %".49", ptr %".27", align 8
  store <8 x double> %".50", ptr %".28", align 8
  br label %"summed.endif"
summed.endif:
  %".138" = add nsw i64 %".33", 1099511627776
  br label %"loop"
loop.1:
  %".150" = phi  i64 [0, %"done"], [%".167", %"body.1.endif"]
  %".151" = icmp slt i64 %".150", %".7"
  br i1 %".151", label %"body.1", label %"done.1"
body.1:
  %".153" = mul i64 %".150", 8
  %".154" = getelementptr inbounds double, ptr %".15", i64 %".153"
  %".155" = getelementptr inbounds double, ptr %".154", i64 0
  %".156" = load <8 x double>, ptr %".155", align 8
  %".157" = mul i64 %".6", %".150"
  %".158" = getelementptr inbounds double, ptr %".14", i64 %".157"
  %".159" = getelementptr inbounds double, ptr %".158", i64 0
  br i1 %".148", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".161" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".159", i32 8, <8 x i1> %".20", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".162" = fadd <8 x double> %".161", %".156"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".162", ptr %".159", i32 8, <8 x i1> %".20")
  br label %"body.1.endif"
body.1.else:
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".156", ptr %".159", i32 8, <8 x i1> %".20")
  br label %"body.1.endif"
body.1.endif:
  %".167" = add nsw i64 %".150", 1
  br label %"loop.1"
}

declare <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".1", <8 x double> %".2", <8 x double> %".3")

define internal void @"conv_tile_2_masked"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9") noinline
{
entry:
  %".11" = inttoptr i64 %".1" to ptr
  %".12" = inttoptr i64 %".2" to ptr
  %".13" = inttoptr i64 %".3" to ptr
  %".14" = inttoptr i64 %".5" to ptr
  %".15" = alloca <8 x double>, i64 16, align 64
  %".16" = sub i64 %".8", 8
  %".17" = trunc i64 %".16" to i32
  %".18" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".17", i32 0
  %".19" = shufflevector <8 x i32> %".18", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".20" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".19"
  %".21" = getelementptr inbounds double, ptr %".15", i64 0
  %".22" = getelementptr inbounds double, ptr %".15", i64 8
  %".23" = getelementptr inbounds double, ptr %".15", i64 16
  %".24" = getelementptr inbounds double, ptr %".15", i64 24
  %".25" = getelementptr inbounds double, ptr %".15", i64 32
  %".26" = getelementptr inbounds double, ptr %".15", i64 40
  %".27" = getelementptr inbounds double, ptr %".15", i64 48
  %".28" = getelementptr inbounds double, ptr %".15", i64 56
  %".29" = getelementptr inbounds double, ptr %".15", i64 64
  %".30" = getelementptr inbounds double, ptr %".15", i64 72
  %".31" = getelementptr inbounds double, ptr %".15", i64 80
  %".32" = getelementptr inbounds double, ptr %".15", i64 88
  %".33" = getelementptr inbounds double, ptr %".15", i64 96
  %".34" = getelementptr inbounds double, ptr %".15", i64 104
  %".35" = getelementptr inbounds double, ptr %".15", i64 112
  %".36" = getelementptr inbounds double, ptr %".15", i64 120
  %".37" = add i64 0, 1
  %".38" = icmp slt i64 %".4", %".37"
  %".39" = select  i1 %".38", i64 %".37", i64 %".4"
  br label %"loop"
loop:
  %".41" = phi  i64 [0, %"entry"], [%".196", %"summed.endif"]
  %".42" = icmp slt i64 %".41", %".39"
  br i1 %".42", label %"body", label %"done"
body:
  %".44" = add i64 %".41", 1099511627776
  %".45" = icmp slt i64 %".44", %".39"
  %".46" = select  i1 %".45", i64 %".44", i64 %".39"
  %".47" = icmp slt i64 %".46", %".4"
  %".48" = select  i1 %".47", i64 %".46", i64 %".4"
  br label %"terms"
done:
  %".198" = load <8 x double>, ptr %".21", align 8
  %".199" = load <8 x double>, ptr %".22", align 8
  %".200" = load <8 x double>, ptr %".23", align 8
  %".201" = load <8 x double>, ptr %".24", align 8
  %".202" = load <8 x double>, ptr %".25", align 8
  %".203" = load <8 x double>, ptr %".26", align 8
  %".204" = load <8 x double>, ptr %".27", align 8
  %".205" = load <8 x double>, ptr %".28", align 8
  %".206" = load <8 x double>, ptr %".29", align 8
  %".207" = load <8 x double>, ptr %".30", align 8
  %".208" = load <8 x double>, ptr %".31", align 8
  %".209" = load <8 x double>, ptr %".32", align 8
  %".210" = load <8 x double>, ptr %".33", align 8
  %".211" = load <8 x double>, ptr %".34", align 8
  %".212" = load <8 x double>, ptr %".35", align 8
  %".213" = load <8 x double>, ptr %".36", align 8
  %".214" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".50" = phi  i64 [%".41", %"body"], [%".126", %"term"]
  %".51" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".89", %"term"]
  %".52" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".90", %"term"]
  %".53" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".94", %"term"]
  %".54" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".95", %"term"]
  %".55" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".99", %"term"]
  %".56" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".100", %"term"]
  %".57" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".104", %"term"]
  %".58" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".105", %"term"]
  %".59" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".109", %"term"]
  %".60" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".110", %"term"]
  %".61" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".114", %"term"]
  %".62" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".115", %"term"]
  %".63" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".119", %"term"]
  %".64" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".120", %"term"]
  %".65" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".124", %"term"]
  %".66" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".125", %"term"]
  %".67" = icmp slt i64 %".50", %".48"
  br i1 %".67", label %"term", label %"summed"
term:
  %".69" = getelementptr inbounds i64, ptr %".13", i64 %".50"
  %".70" = load i64, ptr %".69"
  %".71" = mul i64 %".50", 8
  %".72" = getelementptr inbounds double, ptr %".11", i64 %".71"
  %".73" = getelementptr inbounds double, ptr %".12", i64 %".70"
  %".74" = getelementptr inbounds double, ptr %".72", i64 0
  %".75" = getelementptr inbounds double, ptr %".72", i64 1
  %".76" = getelementptr inbounds double, ptr %".72", i64 2
  %".77" = getelementptr inbounds double, ptr %".72", i64 3
  %".78" = getelementptr inbounds double, ptr %".72", i64 4
  %".79" = getelementptr inbounds double, ptr %".72", i64 5
  %".80" = getelementptr inbounds double, ptr %".72", i64 6
  %".81" = getelementptr inbounds double, ptr %".72", i64 7
  %".82" = getelementptr inbounds double, ptr %".73", i64 0
  %".83" = getelementptr inbounds double, ptr %".73", i64 8
  %".84" = load <8 x double>, ptr %".82", align 8
  %".85" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".83", i32 8, <8 x i1> %".20", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".86" = load double, ptr %".74"
  %".87" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".86", i32 0
  %".88" = shufflevector <8 x double> %".87", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".89" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".88", <8 x double> %".84", <8 x double> %".51")
  %".90" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".88", <8 x double> %".85", <8 x double> %".52")
  %".91" = load double, ptr %".75"
  %".92" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".91", i32 0
  %".93" = shufflevector <8 x double> %".92", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".94" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".93", <8 x double> %".84", <8 x double> %".53")
  %".95" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".93", <8 x double> %".85", <8 x double> %".54")
  %".96" = load double, ptr %".76"
  %".97" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".96", i32 0
  %".98" = shufflevector <8 x double> %".97", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".99" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".98", <8 x double> %".84", <8 x double> %".55")
  %".100" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".98", <8 x double> %".85", <8 x double> %".56")
  %".101" = load double, ptr %".77"
  %".102" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".101", i32 0
  %".103" = shufflevector <8 x double> %".102", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".104" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".103", <8 x double> %".84", <8 x double> %".57")
  %".105" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".103", <8 x double> %".85", <8 x double> %".58")
  %".106" = load double, ptr %".78"
  %".107" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".106", i32 0
  %".108" = shufflevector <8 x double> %".107", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".109" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".108", <8 x double> %".84", <8 x double> %".59")
  %".110" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".108", <8 x double> %".85", <8 x double> %".60")
  %".111" = load double, ptr %".79"
  %".112" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".111", i32 0
  %".113" = shufflevector <8 x double> %".112", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".114" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".113", <8 x double> %".84", <8 x double> %".61")
  %".115" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".113", <8 x double> %".85", <8 x double> %".62")
  %".116" = load double, ptr %".80"
  %".117" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".116", i32 0
  %".118" = shufflevector <8 x double> %".117", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".119" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".118", <8 x double> %".84", <8 x double> %".63")
  %".120" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".118", <8 x double> %".85", <8 x double> %".64")
  %".121" = load double, ptr %".81"
  %".122" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".121", i32 0
  %".123" = shufflevector <8 x double> %".122", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".124" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".123", <8 x double> %".84", <8 x double> %".65")
  %".125" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".123", <8 x double> %".85", <8 x double> %".66")
  %".126" = add nsw i64 %".50", 1
  br label %"terms", !llvm.loop !2
summed:
  %".128" = icmp sgt i64 %".41", 0
  br i1 %".128", label %"summed.if", label %"summed.else"
summed.if:
  %".130" = load <8 x double>, ptr %".21", align 8
  %".131" = fadd <8 x double> %".130", %".51"
  store <8 x double> %".131", ptr %".21", align 8
  %".133" = load <8 x double>, ptr %".22", align 8
  %".134" = fadd <8 x double> %".133", %".52"
  store <8 x double> %".134", ptr %".22", align 8
  %".136" = load <8 x double>, ptr %".23", align 8
  %".137" = fadd <8 x double> %".136", %".53"
  store <8 x double> %".137", ptr %".23", align 8
  %".139" = load <8 x double>, ptr %".24", align 8
  %".140" = fadd <8 x double> %".139", %".54"
  store <8 x double> %".140", ptr %".24", align 8
  %".142" = load <8 x double>, ptr %".25", align 8
  %".143" = fadd <8 x double> %".142", %".55"
  store <8 x double> %".143", ptr %".25", align 8
  %".145" = load <8 x double>, ptr %".26", align 8
  %".146" = fadd <8 x double> %".145", %".56"
  store <8 x double> %".146", ptr %".26", align 8
  %".148" = load <8 x double>, ptr %".27", align 8
  %".149" = fadd <8 x double> %".148", %".57"
  store <8 x double> %".149", ptr %".27", align 8
  %".151" = load <8 x double>, ptr %".28", align 8
  %".152" = fadd <8 x double> %".151", %".58"
  store <8 x double> %".152", ptr %".28", align 8
  %".154" = load <8 x double>, ptr %".29", align 8
  %".155" = fadd <8 x double> %".154", %".59"
  store <8 x double> %".155", ptr %".29", align 8
  %".157" = load <8 x double>, ptr %".30", align 8
  %".158" = fadd <8 x double> %".157", %".60"
  store <8 x double> %".158", ptr %".30", align 8
  %".160" = load <8 x double>, ptr %".31", align 8
  %".161" = fadd <8 x double> %".160", %".61"
  store <8 x double> %".161", ptr %".31", align 8
  %".163" = load <8 x double>, ptr %".32", align 8
  %".164" = fadd <8 x double> %".163", %".62"
  store <8 x double> %".164", ptr %".32", align 8
  %".166" = load <8 x double>, ptr %".33", align 8
  %".167" = fadd <8 x double> %".166", %".63"
  store <8 x double> %".167", ptr %".33", align 8
  %".169" = load <8 x double>, ptr %".34", align 8
  %".170" = fadd <8 x double> %".169", %".64"
  store <8 x double> %".170", ptr %".34", align 8
  %".172" = load <8 x double>, ptr %".35", align 8
  %".173" = fadd <8 x double> %".172", %".65"
  store <8 x double> %".173", ptr %".35", align 8
  %".175" = load <8 x double>, ptr %".36", align 8
  %".176" = fadd <8 x double> %".175", %".66"
  store <8 x double> %".176", ptr %".36", align 8
  br label %"summed.endif"
summed.else:
  store <8 x double> %".51", ptr %".21", align 8
  store <8 x double> %".52", ptr %".22", align 8
  store <8 x double> %".53", ptr %".23", align 8
  store <8 x double> %".54", ptr %".24", align 8
  store <8 x double> %".55", ptr %".25", align 8
  store <8 x double> %".56", ptr %".26", align 8
  store <8 x double> %".57", ptr %".27", align 8
  store <8 x double> %".58", ptr %".28", align 8
  store <8 x double> %".59", ptr %".29", align 8
  store <8 x double> %".60", ptr %".30", align 8
  store <8 x double> %".61", ptr %".31", align 8
  store <8 x double> %".62", ptr %".32", align 8
  store <8 x double> %".63", ptr %".33", align 8
  store <8 x double> %".64", ptr %".34", align 8
  store <8 x double> %".65", ptr %".35", align 8
  store <8 x double> %".66", ptr %".36", align 8
  br label %"summed.endif"
summed.endif:
  %".196" = add nsw i64 %".41", 1099511627776
  br label %"loop"
loop.1:
  %".216" = phi  i64 [0, %"done"], [%".240", %"body.1.endif"]
  %".217" = icmp slt i64 %".216", %".7"
  br i1 %".217", label %"body.1", label %"done.1"
body.1:
  %".219" = mul i64 %".216", 16
  %".220" = getelementptr inbounds double, ptr %".15", i64 %".219"
  %".221" = getelementptr inbounds double, ptr %".220", i64 0
  %".222" = getelementptr inbounds double, ptr %".220", i64 8
  %".223" = load <8 x double>, ptr %".221", align 8
  %".224" = load <8 x double>, ptr %".222", align 8
  %".225" = mul i64 %".6", %".216"
  %".226" = getelementptr inbounds double, ptr %".14", i64 %".225"
  %".227" = getelementptr inbounds double, ptr %".226", i64 0
  %".228" = getelementptr inbounds double, ptr %".226", i64 8
  br i1 %".214", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".230" = load <8 x double>, ptr %".227", align 8
  %".231" = fadd <8 x double> %".230", %".223"
  store <8 x double> %".231", ptr %".227", align 8
  %".233" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".228", i32 8, <8 x i1> %".20", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".234" = fadd <8 x double> %".233", %".224"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".234", ptr %".228", i32 8, <8 x i1> %".20")
  br label %"body.1.endif"
body.1.else:
  store <8 x double> %".223", ptr %".227", align 8
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".224", ptr %".228", i32 8, <8 x i1> %".20")
  br label %"body.1.endif"
body.1.endif:
  %".240" = add nsw i64 %".216", 1
  br label %"loop.1"
}

define internal void @"conv_tile_3_masked"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9") noinline
{
entry:
  %".11" = inttoptr i64 %".1" to ptr
  %".12" = inttoptr i64 %".2" to ptr
  %".13" = inttoptr i64 %".3" to ptr
  %".14" = inttoptr i64 %".5" to ptr
  %".15" = alloca <8 x double>, i64 24, align 64
  %".16" = sub i64 %".8", 16
  %".17" = trunc i64 %".16" to i32
  %".18" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".17", i32 0
  %".19" = shufflevector <8 x i32> %".18", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".20" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".19"
  %".21" = getelementptr inbounds double, ptr %".15", i64 0
  %".22" = getelementptr inbounds double, ptr %".15", i64 8
  %".23" = getelementptr inbounds double, ptr %".15", i64 16
  %".24" = getelementptr inbounds double, ptr %".15", i64 24
  %".25" = getelementptr inbounds double, ptr %".15", i64 32
  %".26" = getelementptr inbounds double, ptr %".15", i64 40
  %".27" = getelementptr inbounds double, ptr %".15", i64 48
  %".28" = getelementptr inbounds double, ptr %".15", i64 56
  %".29" = getelementptr inbounds double, ptr %".15", i64 64
  %".30" = getelementptr inbounds double, ptr %".15", i64 72
  %".31" = getelementptr inbounds double, ptr %".15", i64 80
  %".32" = getelementptr inbounds double, ptr %".15", i64 88
  %".33" = getelementptr inbounds double, ptr %".15", i64 96
  %".34" = getelementptr inbounds double, ptr %".15", i64 104
  %".35" = getelementptr inbounds double, ptr %".15", i64 112
  %".36" = getelementptr inbounds double, ptr %".15", i64 120
  %".37" = getelementptr inbounds double, ptr %".15", i64 128
  %".38" = getelementptr inbounds double, ptr %".15", i64 136
  %".39" = getelementptr inbounds double, ptr %".15", i64 144
  %".40" = getelementptr inbounds double, ptr %".15", i64 152
  %".41" = getelementptr inbounds double, ptr %".15", i64 160
  %".42" = getelementptr inbounds double, ptr %".15", i64 168
  %".43" = getelementptr inbounds double, ptr %".15", i64 176
  %".44" = getelementptr inbounds double, ptr %".15", i64 184
  %".45" = add i64 0, 1
  %".46" = icmp slt i64 %".4", %".45"
  %".47" = select  i1 %".46", i64 %".45", i64 %".4"
  br label %"loop"
loop:
  %".49" = phi  i64 [0, %"entry"], [%".254", %"summed.endif"]
  %".50" = icmp slt i64 %".49", %".47"
  br i1 %".50", label %"body", label %"done"
body:
  %".52" = add i64 %".49", 1099511627776
  %".53" = icmp slt i64 %".52", %".47"
  %".54" = select  i1 %".53", i64 %".52", i64 %".47"
  %".55" = icmp slt i64 %".54", %".4"
  %".56" = select  i1 %".55", i64 %".54", i64 %".4"
  br label %"terms"
done:
  %".256" = load <8 x double>, ptr %".21", align 8
  %".257" = load <8 x double>, ptr %".22", align 8
  %".258" = load <8 x double>, ptr %".23", align 8
  %".259" = load <8 x double>, ptr %".24", align 8
  %".260" = load <8 x double>, ptr %".25", align 8
  %".261" = load <8 x double>, ptr %".26", align 8
  %".262" = load <8 x double>, ptr %".27", align 8
  %".263" = load <8 x double>, ptr %".28", align 8
  %".264" = load <8 x double>, ptr %".29", align 8
  %".265" = load <8 x double>, ptr %".30", align 8
  %".266" = load <8 x double>, ptr %".31", align 8
  %".267" = load <8 x double>, ptr %".32", align 8
  %".268" = load <8 x double>, ptr %".33", align 8
  %".269" = load <8 x double>, ptr %".34", align 8
  %".270" = load <8 x double>, ptr %".35", align 8
  %".271" = load <8 x double>, ptr %".36", align 8
  %".272" = load <8 x double>, ptr %".37", align 8
  %".273" = load <8 x double>, ptr %".38", align 8
  %".274" = load <8 x double>, ptr %".39", align 8
  %".275" = load <8 x double>, ptr %".40", align 8
  %".276" = load <8 x double>, ptr %".41", align 8
  %".277" = load <8 x double>, ptr %".42", align 8
  %".278" = load <8 x double>, ptr %".43", align 8
  %".279" = load <8 x double>, ptr %".44", align 8
  %".280" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".58" = phi  i64 [%".49", %"body"], [%".152", %"term"]
  %".59" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".107", %"term"]
  %".60" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".108", %"term"]
  %".61" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".109", %"term"]
  %".62" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".113", %"term"]
  %".63" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".114", %"term"]
  %".64" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".115", %"term"]
  %".65" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".119", %"term"]
  %".66" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".120", %"term"]
  %".67" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".121", %"term"]
  %".68" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".125", %"term"]
  %".69" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".126", %"term"]
  %".70" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".127", %"term"]
  %".71" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".131", %"term"]
  %".72" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".132", %"term"]
  %".73" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".133", %"term"]
  %".74" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".137", %"term"]
  %".75" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".138", %"term"]
  %".76" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".139", %"term"]
  %".77" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".143", %"term"]
  %".78" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".144", %"term"]
  %".79" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".145", %"term"]
  %".80" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".149", %"term"]
  %".81" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".150", %"term"]
  %".82" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".151", %"term"]
  %".83" = icmp slt i64 %".58", %".56"
  br i1 %".83", label %"term", label %"summed"
term:
  %".85" = getelementptr inbounds i64, ptr %".13", i64 %".58"
  %".86" = load i64, ptr %".85"
  %".87" = mul i64 %".58", 8
  %".88" = getelementptr inbounds double, ptr %".11", i64 %".87"
  %".89" = getelementptr inbounds double, ptr %".12", i64 %".86"
  %".90" = getelementptr inbounds double, ptr %".88", i64 0
  %".91" = getelementptr inbounds double, ptr %".88", i64 1
  %".92" = getelementptr inbounds double, ptr %".88", i64 2
  %".93" = getelementptr inbounds double, ptr %".88", i64 3
  %".94" = getelementptr inbounds double, ptr %".88", i64 4
  %".95" = getelementptr inbounds double, ptr %".88", i64 5
  %".96" = getelementptr inbounds double, ptr %".88", i64 6
  %".97" = getelementptr inbounds double, ptr %".88", i64 7
  %".98" = getelementptr inbounds double, ptr %".89", i64 0
  %".99" = getelementptr inbounds double, ptr %".89", i64 8
  %".100" = getelementptr inbounds double, ptr %".89", i64 16
  %".101" = load <8 x double>, ptr %".98", align 8
  %".102" = load <8 x double>, ptr %".99", align 8
  %".103" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".100", i32 8, <8 x i1> %".20", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".104" = load double, ptr %".90"
  %".105" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".104", i32 0
  %".106" = shufflevector <8 x double> %".105", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".107" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".106", <8 x double> %".101", <8 x double> %".59")
  %".108" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".106", <8 x double> %".102", <8 x double> %".60")
  %".109" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".106", <8 x double> %".103", <8 x double> %".61")
  %".110" = load double, ptr %".91"
  %".111" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".110", i32 0
  %".112" = shufflevector <8 x double> %".111", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".113" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".112", <8 x double> %".101", <8 x double> %".62")
  %".114" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".112", <8 x double> %".102", <8 x double> %".63")
  %".115" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".112", <8 x double> %".103", <8 x double> %".64")
  %".116" = load double, ptr %".92"
  %".117" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".116", i32 0
  %".118" = shufflevector <8 x double> %".117", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".119" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".118", <8 x double> %".101", <8 x double> %".65")
  %".120" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".118", <8 x double> %".102", <8 x double> %".66")
  %".121" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".118", <8 x double> %".103", <8 x double> %".67")
  %".122" = load double, ptr %".93"
  %".123" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".122", i32 0
  %".124" = shufflevector <8 x double> %".123", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".125" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".124", <8 x double> %".101", <8 x double> %".68")
  %".126" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".124", <8 x double> %".102", <8 x double> %".69")
  %".127" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".124", <8 x double> %".103", <8 x double> %".70")
  %".128" = load double, ptr %".94"
  %".129" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".128", i32 0
  %".130" = shufflevector <8 x double> %".129", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".131" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".130", <8 x double> %".101", <8 x double> %".71")
  %".132" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".130", <8 x double> %".102", <8 x double> %".72")
  %".133" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".130", <8 x double> %".103", <8 x double> %".73")
  %".134" = load double, ptr %".95"
  %".135" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".134", i32 0
  %".136" = shufflevector <8 x double> %".135", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".137" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".136", <8 x double> %".101", <8 x double> %".74")
  %".138" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".136", <8 x double> %".102", <8 x double> %".75")
  %".139" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".136", <8 x double> %".103", <8 x double> %".76")
  %".140" = load double, ptr %".96"
  %".141" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".140", i32 0
  %".142" = shufflevector <8 x double> %".141", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".143" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".142", <8 x double> %".101", <8 x double> %".77")
  %".144" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".142", <8 x double> %".102", <8 x double> %".78")
  %".145" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".142", <8 x double> %".103", <8 x double> %".79")
  %".146" = load double, ptr %".97"
  %".147" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".146", i32 0
  %".148" = shufflevector <8 x double> %".147", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".149" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".148", <8 x double> %".101", <8 x double> %".80")
  %".150" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".148", <8 x double> %".102", <8 x double> %".81")
  %".151" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".148", <8 x double> %".103", <8 x double> %".82")
  %".152" = add nsw i64 %".58", 1
  br label %"terms", !llvm.loop !2
summed:
  %".154" = icmp sgt i64 %".49", 0
  br i1 %".154", label %"summed.if", label %"summed.else"
summed.if:
  %".156" = load <8 x double>, ptr %".21", align 8
  %".157" = fadd <8 x double> %".156", %".59"
  store <8 x double> %".157", ptr %".21", align 8
  %".159" = load <8 x double>, ptr %".22", align 8
  %".160" = fadd <8 x double> %".159", %".60"
  store <8 x double> %".160", ptr %".22", align 8
  %".162" = load <8 x double>, ptr %".23", align 8
  %".163" = fadd <8 x double> %".162", %".61"
  store <8 x double> %".163", ptr %".23", align 8
  %".165" = load <8 x double>, ptr %".24", align 8
  %".166" = fadd <8 x double> %".165", %".62"
  store <8 x double> %".166", ptr %".24", align 8
  %".168" = load <8 x double>, ptr %".25", align 8
  %".169" = fadd <8 x double> %".168", %".63"
  store <8 x double> %".169", ptr %".25", align 8
  %".171" = load <8 x double>, ptr %".26", align 8
  %".172" = fadd <8 x double> %".171", %".64"
  store <8 x double> %".172", ptr %".26", align 8
  %".174" = load <8 x double>, ptr %".27", align 8
  %".175" = fadd <8 x double> %".174", %".65"
  store <8 x double> %".175", ptr %".27", align 8
  %".177" = load <8 x double>, ptr %".28", align 8
  %".178" = fadd <8 x double> %".177", %".66"
  store <8 x double> %".178", ptr %".28", align 8
  %".180" = load <8 x double>, ptr %".29", align 8
  %".181" = fadd <8 x double> %".180", %".67"
  store <8 x double> %".181", ptr %".29", align 8
  %".183" = load <8 x double>, ptr %".30", align 8
  %".184" = fadd <8 x double> %".183", %".68"
  store <8 x double> %".184", ptr %".30", align 8
  %".186" = load <8 x double>, ptr %".31", align 8
  %".187" = fadd <8 x double> %".186", %".69"
  store <8 x double> %".187", ptr %".31", align 8
  %".189" = load <8 x double>, ptr %".32", align 8
  %".190" = fadd <8 x double> %".189", %".70"
  store <8 x double> %".190", ptr %".32", align 8
  %".192" = load <8 x double>, ptr %".33", align 8
  %".193" = fadd <8 x double> %".192", %".71"
  store <8 x double> %".193", ptr %".33", align 8
  %".195" = load <8 x double>, ptr %".34", align 8
  %".196" = fadd <8 x double> %".195", %".72"
  store <8 x double> %".196", ptr %".34", align 8
  %".198" = load <8 x double>, ptr %".35", align 8
  %".199" = fadd <8 x double> %".198", %".73"
  store <8 x double> %".199", ptr %".35", align 8
  %".201" = load <8 x double>, ptr %".36", align 8
  %".202" = fadd <8 x double> %".201", %".74"
  store <8 x double> %".202", ptr %".36", align 8
  %".204" = load <8 x double>, ptr %".37", align 8
  %".205" = fadd <8 x double> %".204", %".75"
  store <8 x double> %".205", ptr %".37", align 8
  %".207" = load <8 x double>, ptr %".38", align 8
  %".208" = fadd <8 x double> %".207", %".76"
  store <8 x double> %".208", ptr %".38", align 8
  %".210" = load <8 x double>, ptr %".39", align 8
  %".211" = fadd <8 x double> %".210", %".77"
  store <8 x double> %".211", ptr %".39", align 8
  %".213" = load <8 x double>, ptr %".40", align 8
  %".214" = fadd <8 x double> %".213", %".78"
  store <8 x double> %".214", ptr %".40", align 8
  %".216" = load <8 x double>, ptr %".41", align 8
  %".217" = fadd <8 x double> %".216", %".79"
  store <8 x double> %".217", ptr %".41", align 8
  %".219" = load <8 x double>, ptr %".42", align 8
  %".220" = fadd <8 x double> %".219", %".80"
  store <8 x double> %".220", ptr %".42", align 8
  %".222" = load <8 x double>, ptr %".43", align 8
  %".223" = fadd <8 x double> %".222", %".81"
  store <8 x double> %".223", ptr %".43", align 8
  %".225" = load <8 x double>, ptr %".44", align 8
  %".226" = fadd <8 x double> %".225", %".82"
  store <8 x double> %".226", ptr %".44", align 8
  br label %"summed.endif"
summed.else:
  store <8 x double> %".59", ptr %".21", align 8
  store <8 x double> %".60", ptr %".22", align 8
  store <8 x double> %".61", ptr %".23", align 8
  store <8 x double> %".62", ptr %".24", align 8
  store <8 x double> %".63", ptr %".25", align 8
  store <8 x double> %".64", ptr %".26", align 8
  store <8 x double> %".65", ptr %".27", align 8
  store <8 x double> %".66", ptr %".28", align 8
  store <8 x double> %".67", ptr %".29", align 8
  store <8 x double> %".68", ptr %".30", align 8
  store <8 x double> %".69", ptr %".31", align 8
  store <8 x double> %".70", ptr %".32", align 8
  store <8 x double> %".71", ptr %".33", align 8
  store <8 x double> %".72", ptr %".34", align 8
  store <8 x double> %".73", ptr %".35", align 8
  store <8 x double> %".74", ptr %".36", align 8
  store <8 x double> %".75", ptr %".37", align 8
  store <8 x double> %".76", ptr %".38", align 8
  store <8 x double> %".77", ptr %".39", align 8
  store <8 x double> %".78", ptr %".40", align 8
  store <8 x double> %".79", ptr %".41", align 8
  store <8 x double> %".80", ptr %".42", align 8
  store <8 x double> %".81", ptr %".43", align 8
  store <8 x double> %".82", ptr %".44", align 8
  br label %"summed.endif"
summed.endif:
  %".254" = add nsw i64 %".49", 1099511627776
  br label %"loop"
loop.1:
  %".282" = phi  i64 [0, %"done"], [%".313", %"body.1.endif"]
  %".283" = icmp slt i64 %".282", %".7"
  br i1 %".283", label %"body.1", label %"done.1"
body.1:
  %".285" = mul i64 %".282", 24
  %".286" = getelementptr inbounds double, ptr %".15", i64 %".285"
  %".287" = getelementptr inbounds double, ptr %".286", i64 0
  %".288" = getelementptr inbounds double, ptr %".286", i64 8
  %".289" = getelementptr inbounds double, ptr %".286", i64 16
  %".290" = load <8 x double>, ptr %".287", align 8
  %".291" = load <8 x double>, ptr %".288", align 8
  %".292" = load <8 x double>, ptr %".289", align 8
  %".293" = mul i64 %".6", %".282"
  %".294" = getelementptr inbounds double, ptr %".14", i64 %".293"
  %".295" = getelementptr inbounds double, ptr %".294", i64 0
  %".296" = getelementptr inbounds double, ptr %".294", i64 8
  %".297" = getelementptr inbounds double, ptr %".294", i64 16
  br i1 %".280", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".299" = load <8 x double>, ptr %".295", align 8
  %".300" = fadd <8 x double> %".299", %".290"
  store <8 x double> %".300", ptr %".295", align 8
  %".302" = load <8 x double>, ptr %".296", align 8
  %".303" = fadd <8 x double> %".302", %".291"
  store <8 x double> %".303", ptr %".296", align 8
  %".305" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".297", i32 8, <8 x i1> %".20", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".306" = fadd <8 x double> %".305", %".292"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".306", ptr %".297", i32 8, <8 x i1> %".20")
  br label %"body.1.endif"
body.1.else:
  store <8 x double> %".290", ptr %".295", align 8
  store <8 x double> %".291", ptr %".296", align 8
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".292", ptr %".297", i32 8, <8 x i1> %".20")
  br label %"body.1.endif"
body.1.endif:
  %".313" = add nsw i64 %".282", 1
  br label %"loop.1"
}

define internal void @"conv_tile_3"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9") noinline
{
entry:
  %".11" = inttoptr i64 %".1" to ptr
  %".12" = inttoptr i64 %".2" to ptr
  %".13" = inttoptr i64 %".3" to ptr
  %".14" = inttoptr i64 %".5" to ptr
  %".15" = alloca <8 x double>, i64 24, align 64
  %".16" = getelementptr inbounds double, ptr %".15", i64 0
  %".17" = getelementptr inbounds double, ptr %".15", i64 8
  %".18" = getelementptr inbounds double, ptr %".15", i64 16
  %".19" = getelementptr inbounds double, ptr %".15", i64 24
  %".20" = getelementptr inbounds double, ptr %".15", i64 32
  %".21" = getelementptr inbounds double, ptr %".15", i64 40
  %".22" = getelementptr inbounds double, ptr %".15", i64 48
  %".23" = getelementptr inbounds double, ptr %".15", i64 56
  %".24" = getelementptr inbounds double, ptr %".15", i64 64
  %".25" = getelementptr inbounds double, ptr %".15", i64 72
  %".26" = getelementptr inbounds double, ptr %".15", i64 80
  %".27" = getelementptr inbounds double, ptr %".15", i64 88
  %".28" = getelementptr inbounds double, ptr %".15", i64 96
  %".29" = getelementptr inbounds double, ptr %".15", i64 104
  %".30" = getelementptr inbounds double, ptr %".15", i64 112
  %".31" = getelementptr inbounds double, ptr %".15", i64 120
  %".32" = getelementptr inbounds double, ptr %".15", i64 128
  %".33" = getelementptr inbounds double, ptr %".15", i64 136
  %".34" = getelementptr inbounds double, ptr %".15", i64 144
  %".35" = getelementptr inbounds double, ptr %".15", i64 152
  %".36" = getelementptr inbounds double, ptr %".15", i64 160
  %".37" = getelementptr inbounds double, ptr %".15", i64 168
  %".38" = getelementptr inbounds double, ptr %".15", i64 176
  %".39" = getelementptr inbounds double, ptr %".15", i64 184
  %".40" = add i64 0, 1
  %".41" = icmp slt i64 %".4", %".40"
  %".42" = select  i1 %".41", i64 %".40", i64 %".4"
  br label %"loop"
loop:
  %".44" = phi  i64 [0, %"entry"], [%".249", %"summed.endif"]
  %".45" = icmp slt i64 %".44", %".42"
  br i1 %".45", label %"body", label %"done"
body:
  %".47" = add i64 %".44", 1099511627776
  %".48" = icmp slt i64 %".47", %".42"
  %".49" = select  i1 %".48", i64 %".47", i64 %".42"
  %".50" = icmp slt i64 %".49", %".4"
  %".51" = select  i1 %".50", i64 %".49", i64 %".4"
  br label %"terms"
done:
  %".251" = load <8 x double>, ptr %".16", align 8
  %".252" = load <8 x double>, ptr %".17", align 8
  %".253" = load <8 x double>, ptr %".18", align 8
  %".254" = load <8 x double>, ptr %".19", align 8
  %".255" = load <8 x double>, ptr %".20", align 8
  %".256" = load <8 x double>, ptr %".21", align 8
  %".257" = load <8 x double>, ptr %".22", align 8
  %".258" = load <8 x double>, ptr %".23", align 8
  %".259" = load <8 x double>, ptr %".24", align 8
  %".260" = load <8 x double>, ptr %".25", align 8
  %".261" = load <8 x double>, ptr %".26", align 8
  %".262" = load <8 x double>, ptr %".27", align 8
  %".263" = load <8 x double>, ptr %".28", align 8
  %".264" = load <8 x double>, ptr %".29", align 8
  %".265" = load <8 x double>, ptr %".30", align 8
  %".266" = load <8 x double>, ptr %".31", align 8
  %".267" = load <8 x double>, ptr %".32", align 8
  %".268" = load <8 x double>, ptr %".33", align 8
  %".269" = load <8 x double>, ptr %".34", align 8
  %".270" = load <8 x double>, ptr %".35", align 8
  %".271" = load <8 x double>, ptr %".36", align 8
  %".272" = load <8 x double>, ptr %".37", align 8
  %".273" = load <8 x double>, ptr %".38", align 8
  %".274" = load <8 x double>, ptr %".39", align 8
  %".275" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".53" = phi  i64 [%".44", %"body"], [%".147", %"term"]
  %".54" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".102", %"term"]
  %".55" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".103", %"term"]
  %".56" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".104", %"term"]
  %".57" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".108", %"term"]
  %".58" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".109", %"term"]
  %".59" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".110", %"term"]
  %".60" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".114", %"term"]
  %".61" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".115", %"term"]
  %".62" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".116", %"term"]
  %".63" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".120", %"term"]
  %".64" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".121", %"term"]
  %".65" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".122", %"term"]
  %".66" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".126", %"term"]
  %".67" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".127", %"term"]
  %".68" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".128", %"term"]
  %".69" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".132", %"term"]
  %".70" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".133", %"term"]
  %".71" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".134", %"term"]
  %".72" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".138", %"term"]
  %".73" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".139", %"term"]
  %".74" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".140", %"term"]
  %".75" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".144", %"term"]
  %".76" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".145", %"term"]
  %".77" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".146", %"term"]
  %".78" = icmp slt i64 %".53", %".51"
  br i1 %".78", label %"term", label %"summed"
term:
  %".80" = getelementptr inbounds i64, ptr %".13", i64 %".53"
  %".81" = load i64, ptr %".80"
  %".82" = mul i64 %".53", 8
  %".83" = getelementptr inbounds double, ptr %".11", i64 %".82"
  %".84" = getelementptr inbounds double, ptr %".12", i64 %".81"
  %".85" = getelementptr inbounds double, ptr %".83", i64 0
  %".86" = getelementptr inbounds double, ptr %".83", i64 1
  %".87" = getelementptr inbounds double, ptr %".83", i64 2
  %".88" = getelementptr inbounds double, ptr %".83", i64 3
  %".89" = getelementptr inbounds double, ptr %".83", i64 4
  %".90" = getelementptr inbounds double, ptr %".83", i64 5
  %".91" = getelementptr inbounds double, ptr %".83", i64 6
  %".92" = getelementptr inbounds double, ptr %".83", i64 7
  %".93" = getelementptr inbounds double, ptr %".84", i64 0
  %".94" = getelementptr inbounds double, ptr %".84", i64 8
  %".95" = getelementptr inbounds double, ptr %".84", i64 16
  %".96" = load <8 x double>, ptr %".93", align 8
  %".97" = load <8 x double>, ptr %".94", align 8
  %".98" = load <8 x double>, ptr %".95", align 8
  %".99" = load double, ptr %".85"
  %".100" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".99", i32 0
  %".101" = shufflevector <8 x double> %".100", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".102" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".101", <8 x double> %".96", <8 x double> %".54")
  %".103" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".101", <8 x double> %".97", <8 x double> %".55")
  %".104" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".101", <8 x double> %".98", <8 x double> %".56")
  %".105" = load double, ptr %".86"
  %".106" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".105", i32 0
  %".107" = shufflevector <8 x double> %".106", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".108" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".107", <8 x double> %".96", <8 x double> %".57")
  %".109" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".107", <8 x double> %".97", <8 x double> %".58")
  %".110" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".107", <8 x double> %".98", <8 x double> %".59")
  %".111" = load double, ptr %".87"
  %".112" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".111", i32 0
  %".113" = shufflevector <8 x double> %".112", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".114" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".113", <8 x double> %".96", <8 x double> %".60")
  %".115" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".113", <8 x double> %".97", <8 x double> %".61")
  %".116" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".113", <8 x double> %".98", <8 x double> %".62")
  %".117" = load double, ptr %".88"
  %".118" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".117", i32 0
  %".119" = shufflevector <8 x double> %".118", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".120" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".119", <8 x double> %".96", <8 x double> %".63")
  %".121" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".119", <8 x double> %".97", <8 x double> %".64")
  %".122" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".119", <8 x double> %".98", <8 x double> %".65")
  %".123" = load double, ptr %".89"
  %".124" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".123", i32 0
  %".125" = shufflevector <8 x double> %".124", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".126" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".125", <8 x double> %".96", <8 x double> %".66")
  %".127" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".125", <8 x double> %".97", <8 x double> %".67")
  %".128" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".125", <8 x double> %".98", <8 x double> %".68")
  %".129" = load double, ptr %".90"
  %".130" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".129", i32 0
  %".131" = shufflevector <8 x double> %".130", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".132" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".131", <8 x double> %".96", <8 x double> %".69")
  %".133" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".131", <8 x double> %".97", <8 x double> %".70")
  %".134" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".131", <8 x double> %".98", <8 x double> %".71")
  %".135" = load double, ptr %".91"
  %".136" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".135", i32 0
  %".137" = shufflevector <8 x double> %".136", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".138" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".137", <8 x double> %".96", <8 x double> %".72")
  %".139" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".137", <8 x double> %".97", <8 x double> %".73")
  %".140" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".137", <8 x double> %".98", <8 x double> %".74")
  %".141" = load double, ptr %".92"
  %".142" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".141", i32 0
  %".143" = shufflevector <8 x double> %".142", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".144" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".143", <8 x double> %".96", <8 x double> %".75")
  %".145" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".143", <8 x double> %".97", <8 x double> %".76")
  %".146" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".143", <8 x double> %".98", <8 x double> %".77")
  %".147" = add nsw i64 %".53", 1
  br label %"terms", !llvm.loop !2
summed:
  %".149" = icmp sgt i64 %".44", 0
  br i1 %".149", label %"summed.if", label %"summed.else"
summed.if:
  %".151" = load <8 x double>, ptr %".16", align 8
  %".152" = fadd <8 x double> %".151", %".54"
  store <8 x double> %".152", ptr %".16", align 8
  %".154" = load <8 x double>, ptr %".17", align 8
  %".155" = fadd <8 x double> %".154", %".55"
  store <8 x double> %".155", ptr %".17", align 8
  %".157" = load <8 x double>, ptr %".18", align 8
  %".158" = fadd <8 x double> %".157", %".56"
  store <8 x double> %".158", ptr %".18", align 8
  %".160" = load <8 x double>, ptr %".19", align 8
  %".161" = fadd <8 x double> %".160", %".57"
  store <8 x double> %".161", ptr %".19", align 8
  %".163" = load <8 x double>, ptr %".20", align 8
  %".164" = fadd <8 x double> %".163", %".58"
  store <8 x double> %".164", ptr %".20", align 8
  %".166" = load <8 x double>, ptr %".21", align 8
  %".167" = fadd <8 x double> %".166", %".59"
  store <8 x double> %".167", ptr %".21", align 8
  %".169" = load <8 x double>, ptr %".22", align 8
  %".170" = fadd <8 x double> %".169", %".60"
  store <8 x double> %".170", ptr %".22", align 8
  %".172" = load <8 x double>, ptr %".23", align 8
  %".173" = fadd <8 x double> %".172", %".61"
  store <8 x double> %".173", ptr %".23", align 8
  %".175" = load <8 x double>, ptr %".24", align 8
  %".176" = fadd <8 x double> %".175", %".62"
  store <8 x double> %".176", ptr %".24", align 8
  %".178" = load <8 x double>, ptr %".25", align 8
  %".179" = fadd <8 x double> %".178", %".63"
  store <8 x double> %".179", ptr %".25", align 8
  %".181" = load <8 x double>, ptr %".26", align 8
  %".182" = fadd <8 x double> %".181", %".64"
  store <8 x double> %".182", ptr %".26", align 8
  %".184" = load <8 x double>, ptr %".27", align 8
  %".185" = fadd <8 x double> %".184", %".65"
  store <8 x double> %".185", ptr %".27", align 8
  %".187" = load <8 x double>, ptr %".28", align 8
  %".188" = fadd <8 x double> %".187", %".66"
  store <8 x double> %".188", ptr %".28", align 8
  %".190" = load <8 x double>, ptr %".29", align 8
  %".191" = fadd <8 x double> %".190", %".67"
  store <8 x double> %".191", ptr %".29", align 8
  %".193" = load <8 x double>, ptr %".30", align 8
  %".194" = fadd <8 x double> %".193", %".68"
  store <8 x double> %".194", ptr %".30", align 8
  %".196" = load <8 x double>, ptr %".31", align 8
  %".197" = fadd <8 x double> %".196", %".69"
  store <8 x double> %".197", ptr %".31", align 8
  %".199" = load <8 x double>, ptr %".32", align 8
  %".200" = fadd <8 x double> %".199", %".70"
  store <8 x double> %".200", ptr %".32", align 8
  %".202" = load <8 x double>, ptr %".33", align 8
  %".203" = fadd <8 x double> %".202", %".71"
  store <8 x double> %".203", ptr %".33", align 8
  %".205" = load <8 x double>, ptr %".34", align 8
  %".206" = fadd <8 x double> %".205", %".72"
  store <8 x double> %".206", ptr %".34", align 8
  %".208" = load <8 x double>, ptr %".35", align 8
  %".209" = fadd <8 x double> %".208", %".73"
  store <8 x double> %".209", ptr %".35", align 8
  %".211" = load <8 x double>, ptr %".36", align 8
  %".212" = fadd <8 x double> %".211", %".74"
  store <8 x double> %".212", ptr %".36", align 8
  %".214" = load <8 x double>, ptr %".37", align 8
  %".215" = fadd <8 x double> %".214", %".75"
  store <8 x double> %".215", ptr %".37", align 8
  %".217" = load <8 x double>, ptr %".38", align 8
  %".218" = fadd <8 x double> %".217", %".76"
  store <8 x double> %".218", ptr %".38", align 8
  %".220" = load <8 x double>, ptr %".39", align 8
  %".221" = fadd <8 x double> %".220", %".77"
  store <8 x double> %".221", ptr %".39", align 8
  br label %"summed.endif"
summed.else:
  store <8 x double> %".54", ptr %".16", align 8
  store <8 x double> %".55", ptr %".17", align 8
  store <8 x double> %".56", ptr %".18", align 8
  store <8 x double> %".57", ptr %".19", align 8
  store <8 x double> %".58", ptr %".20", align 8
  store <8 x double> %".59", ptr %".21", align 8
  store <8 x double> %".60", ptr %".22", align 8
  store <8 x double> %".61", ptr %".23", align 8
  store <8 x double> %".62", ptr %".24", align 8
  store <8 x double> %".63", ptr %".25", align 8
  store <8 x double> %".64", ptr %".26", align 8
  store <8 x double> %".65", ptr %".27", align 8
  store <8 x double> %".66", ptr %".28", align 8
  store <8 x double> %".67", ptr %".29", align 8
  store <8 x double> %".68", ptr %".30", align 8
  store <8 x double> %".69", ptr %".31", align 8
  store <8 x double> %".70", ptr %".32", align 8
  store <8 x double> %".71", ptr %".33", align 8
  store <8 x double> %".72", ptr %".34", align 8
  store <8 x double> %".73", ptr %".35", align 8
  store <8 x double> %".74", ptr %".36", align 8
  store <8 x double> %".75", ptr %".37", align 8
  store <8 x double> %".76", ptr %".38", align 8
  store <8 x double> %".77", ptr %".39", align 8
  br label %"summed.endif"
summed.endif:
  %".249" = add nsw i64 %".44", 1099511627776
  br label %"loop"
loop.1:
  %".277" = phi  i64 [0, %"done"], [%".308", %"body.1.endif"]
  %".278" = icmp slt i64 %".277", %".7"
  br i1 %".278", label %"body.1", label %"done.1"
body.1:
  %".280" = mul i64 %".277", 24
  %".281" = getelementptr inbounds double, ptr %".15", i64 %".280"
  %".282" = getelementptr inbounds double, ptr %".281", i64 0
  %".283" = getelementptr inbounds double, ptr %".281", i64 8
  %".284" = getelementptr inbounds double, ptr %".281", i64 16
  %".285" = load <8 x double>, ptr %".282", align 8
  %".286" = load <8 x double>, ptr %".283", align 8
  %".287" = load <8 x double>, ptr %".284", align 8
  %".288" = mul i64 %".6", %".277"
  %".289" = getelementptr inbounds double, ptr %".14", i64 %".288"
  %".290" = getelementptr inbounds double, ptr %".289", i64 0
  %".291" = getelementptr inbounds double, ptr %".289", i64 8
  %".292" = getelementptr inbounds double, ptr %".289", i64 16
  br i1 %".275", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".294" = load <8 x double>, ptr %".290", align 8
  %".295" = fadd <8 x double> %".294", %".285"
  store <8 x double> %".295", ptr %".290", align 8
  %".297" = load <8 x double>, ptr %".291", align 8
  %".298" = fadd <8 x double> %".297", %".286"
  store <8 x double> %".298", ptr %".291", align 8
  %".300" = load <8 x double>, ptr %".292", align 8
  %".301" = fadd <8 x double> %".300", %".287"
  store <8 x double> %".301", ptr %".292", align 8
  br label %"body.1.endif"
body.1.else:
  store <8 x double> %".285", ptr %".290", align 8
  store <8 x double> %".286", ptr %".291", align 8
  store <8 x double> %".287", ptr %".292", align 8
  br label %"body.1.endif"
body.1.endif:
  %".308" = add nsw i64 %".277", 1
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
  %".58" = icmp slt i64 24, %".57"
  %".59" = select  i1 %".58", i64 24, i64 %".57"
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
  %".68" = mul i64 8, 8
  %".69" = load i64, i64* %"i"
  %".70" = load i64, i64* %"depth"
  %".71" = mul i64 %".69", %".70"
  %".72" = load i64, i64* %"begin"
  %".73" = add i64 %".71", %".72"
  %".74" = mul i64 %".68", %".73"
  %".75" = add i64 %".67", %".74"
  %".76" = load i64, i64* %"target"
  %".77" = load i64, i64* %"i"
  %".78" = mul i64 %".77", 8
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
  %".106" = mul i64 %".105", 8
  %".107" = sub i64 %".104", %".106"
  %".108" = icmp slt i64 %".107", 8
  %".109" = select  i1 %".108", i64 %".107", i64 8
  %".110" = load i64, i64* %"wide"
  %".111" = load i64, i64* %"begin"
  %".112" = call i64 @"conv_tile"(i64 %".95", i64 %".99", i64 %".100", i64 %".101", i64 %".102", i64 %".103", i64 %".109", i64 %".110", i64 %".111")
  %".113" = add nsw i64 %".63", 1
  br label %"loop.1"
done.1:
  %".115" = add nsw i64 %".51", 24
  br label %"loop"
}

define internal i64 @"conv_epilogue"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6")
{
entry:
  %".8" = inttoptr i64 %".1" to ptr
  %".9" = alloca <8 x double>
  store <8 x double> <double 0x8000000000000000, double 0x8000000000000000, double 0x8000000000000000, double 0x8000000000000000, double 0x8000000000000000, double 0x8000000000000000, double 0x8000000000000000, double 0x8000000000000000>, <8 x double>* %".9"
  %".11" = icmp ne i64 %".3", 0
  br i1 %".11", label %"entry.if", label %"entry.endif"
entry.if:
  %".13" = inttoptr i64 %".3" to ptr
  %".14" = load double, ptr %".13"
  %".15" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".14", i32 0
  %".16" = shufflevector <8 x double> %".15", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  store <8 x double> %".16", <8 x double>* %".9"
  br label %"entry.endif"
entry.endif:
  %".19" = load <8 x double>, <8 x double>* %".9"
  %".20" = alloca <8 x double>
  store <8 x double> <double 0x3ff0000000000000, double 0x3ff0000000000000, double 0x3ff0000000000000, double 0x3ff0000000000000, double 0x3ff0000000000000, double 0x3ff0000000000000, double 0x3ff0000000000000, double 0x3ff0000000000000>, <8 x double>* %".20"
  %".22" = icmp ne i64 %".4", 0
  br i1 %".22", label %"entry.endif.if", label %"entry.endif.endif"
entry.endif.if:
  %".24" = inttoptr i64 %".4" to ptr
  %".25" = load double, ptr %".24"
  %".26" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".25", i32 0
  %".27" = shufflevector <8 x double> %".26", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  store <8 x double> %".27", <8 x double>* %".20"
  br label %"entry.endif.endif"
entry.endif.endif:
  %".30" = load <8 x double>, <8 x double>* %".20"
  %".31" = alloca <8 x double>
  store <8 x double> <double 0x8000000000000000, double 0x8000000000000000, double 0x8000000000000000, double 0x8000000000000000, double 0x8000000000000000, double 0x8000000000000000, double 0x8000000000000000, double 0x8000000000000000>, <8 x double>* %".31"
  %".33" = icmp ne i64 %".5", 0
  br i1 %".33", label %"entry.endif.endif.if", label %"entry.endif.endif.endif"
entry.endif.endif.if:
  %".35" = inttoptr i64 %".5" to ptr
  %".36" = load double, ptr %".35"
  %".37" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".36", i32 0
  %".38" = shufflevector <8 x double> %".37", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  store <8 x double> %".38", <8 x double>* %".31"
  br label %"entry.endif.endif.endif"
entry.endif.endif.endif:
  %".41" = load <8 x double>, <8 x double>* %".31"
  switch i64 %".6", label %"case_0" [i64 1, label %"case_1" i64 2, label %"case_2" i64 3, label %"case_3"]
chosen:
  ret i64 0
case_0:
  br label %"loop"
case_1:
  br label %"loop.1"
case_2:
  br label %"loop.2"
case_3:
  br label %"loop.3"
loop:
  %".44" = phi  i64 [0, %"case_0"], [%".58", %"body"]
  %".45" = icmp slt i64 %".44", %".2"
  br i1 %".45", label %"body", label %"done"
body:
  %".47" = sub i64 %".2", %".44"
  %".48" = trunc i64 %".47" to i32
  %".49" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".48", i32 0
  %".50" = shufflevector <8 x i32> %".49", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".51" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".50"
  %".52" = getelementptr inbounds double, ptr %".8", i64 %".44"
  %".53" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".52", i32 8, <8 x i1> %".51", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".54" = fadd <8 x double> %".53", %".19"
  %".55" = fmul <8 x double> %".54", %".30"
  %".56" = fadd <8 x double> %".55", %".41"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".56", ptr %".52", i32 8, <8 x i1> %".51")
  %".58" = add nsw i64 %".44", 8
  br label %"loop"
done:
  br label %"chosen"
loop.1:
  %".62" = phi  i64 [0, %"case_1"], [%".78", %"body.1"]
  %".63" = icmp slt i64 %".62", %".2"
  br i1 %".63", label %"body.1", label %"done.1"
body.1:
  %".65" = sub i64 %".2", %".62"
  %".66" = trunc i64 %".65" to i32
  %".67" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".66", i32 0
  %".68" = shufflevector <8 x i32> %".67", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".69" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".68"
  %".70" = getelementptr inbounds double, ptr %".8", i64 %".62"
  %".71" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".70", i32 8, <8 x i1> %".69", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".72" = fadd <8 x double> %".71", %".19"
  %".73" = fmul <8 x double> %".72", %".30"
  %".74" = fadd <8 x double> %".73", %".41"
  %".75" = fcmp olt <8 x double> %".74", <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>
  %".76" = select  <8 x i1> %".75", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, <8 x double> %".74"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".76", ptr %".70", i32 8, <8 x i1> %".69")
  %".78" = add nsw i64 %".62", 8
  br label %"loop.1"
done.1:
  br label %"chosen"
loop.2:
  %".82" = phi  i64 [0, %"case_2"], [%".100", %"body.2"]
  %".83" = icmp slt i64 %".82", %".2"
  br i1 %".83", label %"body.2", label %"done.2"
body.2:
  %".85" = sub i64 %".2", %".82"
  %".86" = trunc i64 %".85" to i32
  %".87" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".86", i32 0
  %".88" = shufflevector <8 x i32> %".87", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".89" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".88"
  %".90" = getelementptr inbounds double, ptr %".8", i64 %".82"
  %".91" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".90", i32 8, <8 x i1> %".89", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".92" = fadd <8 x double> %".91", %".19"
  %".93" = fmul <8 x double> %".92", %".30"
  %".94" = fadd <8 x double> %".93", %".41"
  %".95" = fcmp olt <8 x double> %".94", <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>
  %".96" = select  <8 x i1> %".95", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, <8 x double> %".94"
  %".97" = fcmp ogt <8 x double> %".96", <double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000>
  %".98" = select  <8 x i1> %".97", <8 x double> <double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000>, <8 x double> %".96"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".98", ptr %".90", i32 8, <8 x i1> %".89")
  %".100" = add nsw i64 %".82", 8
  br label %"loop.2"
done.2:
  br label %"chosen"
loop.3:
  %".104" = phi  i64 [0, %"case_3"], [%".125", %"body.3"]
  %".105" = icmp slt i64 %".104", %".2"
  br i1 %".105", label %"body.3", label %"done.3"
body.3:
  %".107" = sub i64 %".2", %".104"
  %".108" = trunc i64 %".107" to i32
  %".109" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".108", i32 0
  %".110" = shufflevector <8 x i32> %".109", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".111" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".110"
  %".112" = getelementptr inbounds double, ptr %".8", i64 %".104"
  %".113" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".112", i32 8, <8 x i1> %".111", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".114" = fadd <8 x double> %".113", %".19"
  %".115" = fmul <8 x double> %".114", %".30"
  %".116" = fadd <8 x double> %".115", %".41"
  %".117" = fadd <8 x double> %".116", <double 0x4008000000000000, double 0x4008000000000000, double 0x4008000000000000, double 0x4008000000000000, double 0x4008000000000000, double 0x4008000000000000, double 0x4008000000000000, double 0x4008000000000000>
  %".118" = fcmp olt <8 x double> %".117", <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>
  %".119" = select  <8 x i1> %".118", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, <8 x double> %".117"
  %".120" = fcmp ogt <8 x double> %".119", <double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000>
  %".121" = select  <8 x i1> %".120", <8 x double> <double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000>, <8 x double> %".119"
  %".122" = fmul <8 x double> %".116", %".121"
  %".123" = fdiv <8 x double> %".122", <double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000, double 0x4018000000000000>
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".123", ptr %".112", i32 8, <8 x i1> %".111")
  %".125" = add nsw i64 %".104", 8
  br label %"loop.3"
done.3:
  br label %"chosen"
}

define internal i64 @"after.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5") noimplicitfloat noinline nounwind optsize
{
entry:
  %"record" = alloca i64
  %"given" = alloca i64
  %"here" = alloca i64
  %"count" = alloca i64
  %"channel" = alloca i64
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
  %".12" = load i64, i64* %"given"
  %".13" = inttoptr i64 %".12" to ptr
  %".14" = getelementptr inbounds i64, ptr %".13", i64 8
  %".15" = load i64, ptr %".14"
  %".16" = load i64, i64* %"given"
  %".17" = inttoptr i64 %".16" to ptr
  %".18" = getelementptr inbounds i64, ptr %".17", i64 9
  %".19" = load i64, ptr %".18"
  %".20" = load i64, i64* %"given"
  %".21" = inttoptr i64 %".20" to ptr
  %".22" = getelementptr inbounds i64, ptr %".21", i64 10
  %".23" = load i64, ptr %".22"
  store i64 %".15", i64* %"bias"
  store i64 %".19", i64* %"scale"
  store i64 %".23", i64* %"shift"
  %".27" = load i64, i64* %"bias"
  %".28" = icmp ne i64 %".27", 0
  br i1 %".28", label %"then", label %"else"
then:
  %".30" = load i64, i64* %"bias"
  %".31" = load i64, i64* %"record"
  %".32" = inttoptr i64 %".31" to ptr
  %".33" = getelementptr inbounds i64, ptr %".32", i64 18
  %".34" = load i64, ptr %".33"
  %".35" = load i64, i64* %"channel"
  %".36" = inttoptr i64 %".34" to ptr
  %".37" = getelementptr inbounds i64, ptr %".36", i64 %".35"
  %".38" = load i64, ptr %".37"
  %".39" = mul i64 8, %".38"
  %".40" = add i64 %".30", %".39"
  store i64 %".40", i64* %"bias"
  br label %"end"
else:
  br label %"end"
end:
  %".44" = load i64, i64* %"scale"
  %".45" = icmp ne i64 %".44", 0
  br i1 %".45", label %"then.1", label %"else.1"
then.1:
  %".47" = load i64, i64* %"scale"
  %".48" = load i64, i64* %"record"
  %".49" = inttoptr i64 %".48" to ptr
  %".50" = getelementptr inbounds i64, ptr %".49", i64 19
  %".51" = load i64, ptr %".50"
  %".52" = load i64, i64* %"channel"
  %".53" = inttoptr i64 %".51" to ptr
  %".54" = getelementptr inbounds i64, ptr %".53", i64 %".52"
  %".55" = load i64, ptr %".54"
  %".56" = mul i64 8, %".55"
  %".57" = add i64 %".47", %".56"
  store i64 %".57", i64* %"scale"
  br label %"end.1"
else.1:
  br label %"end.1"
end.1:
  %".61" = load i64, i64* %"shift"
  %".62" = icmp ne i64 %".61", 0
  br i1 %".62", label %"then.2", label %"else.2"
then.2:
  %".64" = load i64, i64* %"shift"
  %".65" = load i64, i64* %"record"
  %".66" = inttoptr i64 %".65" to ptr
  %".67" = getelementptr inbounds i64, ptr %".66", i64 20
  %".68" = load i64, ptr %".67"
  %".69" = load i64, i64* %"channel"
  %".70" = inttoptr i64 %".68" to ptr
  %".71" = getelementptr inbounds i64, ptr %".70", i64 %".69"
  %".72" = load i64, ptr %".71"
  %".73" = mul i64 8, %".72"
  %".74" = add i64 %".64", %".73"
  store i64 %".74", i64* %"shift"
  br label %"end.2"
else.2:
  br label %"end.2"
end.2:
  %".78" = load i64, i64* %"here"
  %".79" = load i64, i64* %"count"
  %".80" = load i64, i64* %"bias"
  %".81" = load i64, i64* %"scale"
  %".82" = load i64, i64* %"shift"
  %".83" = load i64, i64* %"record"
  %".84" = inttoptr i64 %".83" to ptr
  %".85" = getelementptr inbounds i64, ptr %".84", i64 21
  %".86" = load i64, ptr %".85"
  %".87" = call i64 @"conv_epilogue"(i64 %".78", i64 %".79", i64 %".80", i64 %".81", i64 %".82", i64 %".86")
  ret i64 0
}

define internal i64 @"conv_spread"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noinline
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
  %".13" = sdiv i64 %".12", 8
  %".14" = mul i64 %".13", 8
  br label %"loop"
entry.endif:
  %".66" = icmp eq i64 %".4", 3
  %".67" = and i1 %".8", %".66"
  br i1 %".67", label %"entry.endif.if", label %"entry.endif.endif"
loop:
  %".16" = phi  i64 [0, %"entry.if"], [%".31", %"body"]
  %".17" = icmp slt i64 %".16", %".14"
  br i1 %".17", label %"body", label %"done"
body:
  %".19" = getelementptr inbounds double, ptr %".7", i64 %".16"
  %".20" = load <8 x double>, ptr %".19", align 8
  %".21" = shufflevector <8 x double> %".20", <8 x double> %".20", <8 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3>
  %".22" = mul i64 %".16", 2
  %".23" = add i64 %".22", 0
  %".24" = getelementptr inbounds double, ptr %".6", i64 %".23"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".21", ptr %".24", i32 8, <8 x i1> <i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false>)
  %".26" = shufflevector <8 x double> %".20", <8 x double> %".20", <8 x i32> <i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7>
  %".27" = mul i64 %".16", 2
  %".28" = add i64 %".27", 8
  %".29" = getelementptr inbounds double, ptr %".6", i64 %".28"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".26", ptr %".29", i32 8, <8 x i1> <i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false>)
  %".31" = add nsw i64 %".16", 8
  br label %"loop"
done:
  %".33" = sub i64 %".3", %".14"
  %".34" = sub i64 %".33", 1
  %".35" = mul i64 %".34", 2
  %".36" = add i64 %".35", 1
  %".37" = trunc i64 %".33" to i32
  %".38" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".37", i32 0
  %".39" = shufflevector <8 x i32> %".38", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".40" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".39"
  %".41" = getelementptr inbounds double, ptr %".7", i64 %".14"
  %".42" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".41", i32 8, <8 x i1> %".40", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".43" = sub i64 %".36", 0
  %".44" = trunc i64 %".43" to i32
  %".45" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".44", i32 0
  %".46" = shufflevector <8 x i32> %".45", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".47" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".46"
  %".48" = shufflevector <8 x double> %".42", <8 x double> %".42", <8 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3>
  %".49" = mul i64 %".14", 2
  %".50" = add i64 %".49", 0
  %".51" = getelementptr inbounds double, ptr %".6", i64 %".50"
  %".52" = and <8 x i1> <i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false>, %".47"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".48", ptr %".51", i32 8, <8 x i1> %".52")
  %".54" = sub i64 %".36", 8
  %".55" = trunc i64 %".54" to i32
  %".56" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".55", i32 0
  %".57" = shufflevector <8 x i32> %".56", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".58" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".57"
  %".59" = shufflevector <8 x double> %".42", <8 x double> %".42", <8 x i32> <i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7>
  %".60" = mul i64 %".14", 2
  %".61" = add i64 %".60", 8
  %".62" = getelementptr inbounds double, ptr %".6", i64 %".61"
  %".63" = and <8 x i1> <i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false>, %".58"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".59", ptr %".62", i32 8, <8 x i1> %".63")
  br label %"entry.endif"
entry.endif.if:
  %".69" = sub i64 %".3", 1
  %".70" = sdiv i64 %".69", 8
  %".71" = mul i64 %".70", 8
  br label %"loop.1"
entry.endif.endif:
  %".139" = icmp eq i64 %".4", 4
  %".140" = and i1 %".8", %".139"
  br i1 %".140", label %"entry.endif.endif.if", label %"entry.endif.endif.endif"
loop.1:
  %".73" = phi  i64 [0, %"entry.endif.if"], [%".93", %"body.1"]
  %".74" = icmp slt i64 %".73", %".71"
  br i1 %".74", label %"body.1", label %"done.1"
body.1:
  %".76" = getelementptr inbounds double, ptr %".7", i64 %".73"
  %".77" = load <8 x double>, ptr %".76", align 8
  %".78" = shufflevector <8 x double> %".77", <8 x double> %".77", <8 x i32> <i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 2, i32 2>
  %".79" = mul i64 %".73", 3
  %".80" = add i64 %".79", 0
  %".81" = getelementptr inbounds double, ptr %".6", i64 %".80"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".78", ptr %".81", i32 8, <8 x i1> <i1 true, i1 false, i1 false, i1 true, i1 false, i1 false, i1 true, i1 false>)
  %".83" = shufflevector <8 x double> %".77", <8 x double> %".77", <8 x i32> <i32 2, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 5>
  %".84" = mul i64 %".73", 3
  %".85" = add i64 %".84", 8
  %".86" = getelementptr inbounds double, ptr %".6", i64 %".85"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".83", ptr %".86", i32 8, <8 x i1> <i1 false, i1 true, i1 false, i1 false, i1 true, i1 false, i1 false, i1 true>)
  %".88" = shufflevector <8 x double> %".77", <8 x double> %".77", <8 x i32> <i32 5, i32 5, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7>
  %".89" = mul i64 %".73", 3
  %".90" = add i64 %".89", 16
  %".91" = getelementptr inbounds double, ptr %".6", i64 %".90"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".88", ptr %".91", i32 8, <8 x i1> <i1 false, i1 false, i1 true, i1 false, i1 false, i1 true, i1 false, i1 false>)
  %".93" = add nsw i64 %".73", 8
  br label %"loop.1"
done.1:
  %".95" = sub i64 %".3", %".71"
  %".96" = sub i64 %".95", 1
  %".97" = mul i64 %".96", 3
  %".98" = add i64 %".97", 1
  %".99" = trunc i64 %".95" to i32
  %".100" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".99", i32 0
  %".101" = shufflevector <8 x i32> %".100", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".102" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".101"
  %".103" = getelementptr inbounds double, ptr %".7", i64 %".71"
  %".104" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".103", i32 8, <8 x i1> %".102", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".105" = sub i64 %".98", 0
  %".106" = trunc i64 %".105" to i32
  %".107" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".106", i32 0
  %".108" = shufflevector <8 x i32> %".107", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".109" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".108"
  %".110" = shufflevector <8 x double> %".104", <8 x double> %".104", <8 x i32> <i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 2, i32 2>
  %".111" = mul i64 %".71", 3
  %".112" = add i64 %".111", 0
  %".113" = getelementptr inbounds double, ptr %".6", i64 %".112"
  %".114" = and <8 x i1> <i1 true, i1 false, i1 false, i1 true, i1 false, i1 false, i1 true, i1 false>, %".109"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".110", ptr %".113", i32 8, <8 x i1> %".114")
  %".116" = sub i64 %".98", 8
  %".117" = trunc i64 %".116" to i32
  %".118" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".117", i32 0
  %".119" = shufflevector <8 x i32> %".118", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".120" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".119"
  %".121" = shufflevector <8 x double> %".104", <8 x double> %".104", <8 x i32> <i32 2, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 5>
  %".122" = mul i64 %".71", 3
  %".123" = add i64 %".122", 8
  %".124" = getelementptr inbounds double, ptr %".6", i64 %".123"
  %".125" = and <8 x i1> <i1 false, i1 true, i1 false, i1 false, i1 true, i1 false, i1 false, i1 true>, %".120"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".121", ptr %".124", i32 8, <8 x i1> %".125")
  %".127" = sub i64 %".98", 16
  %".128" = trunc i64 %".127" to i32
  %".129" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".128", i32 0
  %".130" = shufflevector <8 x i32> %".129", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".131" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".130"
  %".132" = shufflevector <8 x double> %".104", <8 x double> %".104", <8 x i32> <i32 5, i32 5, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7>
  %".133" = mul i64 %".71", 3
  %".134" = add i64 %".133", 16
  %".135" = getelementptr inbounds double, ptr %".6", i64 %".134"
  %".136" = and <8 x i1> <i1 false, i1 false, i1 true, i1 false, i1 false, i1 true, i1 false, i1 false>, %".131"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".132", ptr %".135", i32 8, <8 x i1> %".136")
  br label %"entry.endif.endif"
entry.endif.endif.if:
  %".142" = sub i64 %".3", 1
  %".143" = sdiv i64 %".142", 8
  %".144" = mul i64 %".143", 8
  br label %"loop.2"
entry.endif.endif.endif:
  %".228" = icmp sgt i64 %".4", 4
  %".229" = icmp slt i64 %".4", 2
  %".230" = or i1 %".228", %".229"
  br i1 %".230", label %"entry.endif.endif.endif.if", label %"entry.endif.endif.endif.endif"
loop.2:
  %".146" = phi  i64 [0, %"entry.endif.endif.if"], [%".171", %"body.2"]
  %".147" = icmp slt i64 %".146", %".144"
  br i1 %".147", label %"body.2", label %"done.2"
body.2:
  %".149" = getelementptr inbounds double, ptr %".7", i64 %".146"
  %".150" = load <8 x double>, ptr %".149", align 8
  %".151" = shufflevector <8 x double> %".150", <8 x double> %".150", <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
  %".152" = mul i64 %".146", 4
  %".153" = add i64 %".152", 0
  %".154" = getelementptr inbounds double, ptr %".6", i64 %".153"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".151", ptr %".154", i32 8, <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false>)
  %".156" = shufflevector <8 x double> %".150", <8 x double> %".150", <8 x i32> <i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3>
  %".157" = mul i64 %".146", 4
  %".158" = add i64 %".157", 8
  %".159" = getelementptr inbounds double, ptr %".6", i64 %".158"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".156", ptr %".159", i32 8, <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false>)
  %".161" = shufflevector <8 x double> %".150", <8 x double> %".150", <8 x i32> <i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5>
  %".162" = mul i64 %".146", 4
  %".163" = add i64 %".162", 16
  %".164" = getelementptr inbounds double, ptr %".6", i64 %".163"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".161", ptr %".164", i32 8, <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false>)
  %".166" = shufflevector <8 x double> %".150", <8 x double> %".150", <8 x i32> <i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %".167" = mul i64 %".146", 4
  %".168" = add i64 %".167", 24
  %".169" = getelementptr inbounds double, ptr %".6", i64 %".168"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".166", ptr %".169", i32 8, <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false>)
  %".171" = add nsw i64 %".146", 8
  br label %"loop.2"
done.2:
  %".173" = sub i64 %".3", %".144"
  %".174" = sub i64 %".173", 1
  %".175" = mul i64 %".174", 4
  %".176" = add i64 %".175", 1
  %".177" = trunc i64 %".173" to i32
  %".178" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".177", i32 0
  %".179" = shufflevector <8 x i32> %".178", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".180" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".179"
  %".181" = getelementptr inbounds double, ptr %".7", i64 %".144"
  %".182" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".181", i32 8, <8 x i1> %".180", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".183" = sub i64 %".176", 0
  %".184" = trunc i64 %".183" to i32
  %".185" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".184", i32 0
  %".186" = shufflevector <8 x i32> %".185", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".187" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".186"
  %".188" = shufflevector <8 x double> %".182", <8 x double> %".182", <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
  %".189" = mul i64 %".144", 4
  %".190" = add i64 %".189", 0
  %".191" = getelementptr inbounds double, ptr %".6", i64 %".190"
  %".192" = and <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false>, %".187"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".188", ptr %".191", i32 8, <8 x i1> %".192")
  %".194" = sub i64 %".176", 8
  %".195" = trunc i64 %".194" to i32
  %".196" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".195", i32 0
  %".197" = shufflevector <8 x i32> %".196", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".198" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".197"
  %".199" = shufflevector <8 x double> %".182", <8 x double> %".182", <8 x i32> <i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3>
  %".200" = mul i64 %".144", 4
  %".201" = add i64 %".200", 8
  %".202" = getelementptr inbounds double, ptr %".6", i64 %".201"
  %".203" = and <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false>, %".198"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".199", ptr %".202", i32 8, <8 x i1> %".203")
  %".205" = sub i64 %".176", 16
  %".206" = trunc i64 %".205" to i32
  %".207" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".206", i32 0
  %".208" = shufflevector <8 x i32> %".207", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".209" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".208"
  %".210" = shufflevector <8 x double> %".182", <8 x double> %".182", <8 x i32> <i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5>
  %".211" = mul i64 %".144", 4
  %".212" = add i64 %".211", 16
  %".213" = getelementptr inbounds double, ptr %".6", i64 %".212"
  %".214" = and <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false>, %".209"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".210", ptr %".213", i32 8, <8 x i1> %".214")
  %".216" = sub i64 %".176", 24
  %".217" = trunc i64 %".216" to i32
  %".218" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".217", i32 0
  %".219" = shufflevector <8 x i32> %".218", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".220" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".219"
  %".221" = shufflevector <8 x double> %".182", <8 x double> %".182", <8 x i32> <i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %".222" = mul i64 %".144", 4
  %".223" = add i64 %".222", 24
  %".224" = getelementptr inbounds double, ptr %".6", i64 %".223"
  %".225" = and <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 true, i1 false, i1 false, i1 false>, %".220"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".221", ptr %".224", i32 8, <8 x i1> %".225")
  br label %"entry.endif.endif.endif"
entry.endif.endif.endif.if:
  br label %"loop.3"
entry.endif.endif.endif.endif:
  ret i64 0
loop.3:
  %".233" = phi  i64 [0, %"entry.endif.endif.endif.if"], [%".241", %"body.3"]
  %".234" = icmp slt i64 %".233", %".3"
  br i1 %".234", label %"body.3", label %"done.3"
body.3:
  %".236" = mul i64 %".233", %".4"
  %".237" = getelementptr inbounds double, ptr %".7", i64 %".233"
  %".238" = load double, ptr %".237"
  %".239" = getelementptr inbounds double, ptr %".6", i64 %".236"
  store double %".238", ptr %".239"
  %".241" = add nsw i64 %".233", 1
  br label %"loop.3"
done.3:
  br label %"entry.endif.endif.endif.endif"
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
  %"to" = alloca i64
  %"s" = alloca i64
  %"here" = alloca i64
  %"length" = alloca i64
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
  store i64 %".28", i64* %"areas"
  store i64 %".32", i64* %"image"
  %".35" = load i64, i64* %"record"
  %".36" = inttoptr i64 %".35" to ptr
  %".37" = getelementptr inbounds i64, ptr %".36", i64 11
  %".38" = load i64, ptr %".37"
  %".39" = load i64, i64* %"record"
  %".40" = inttoptr i64 %".39" to ptr
  %".41" = getelementptr inbounds i64, ptr %".40", i64 3
  %".42" = load i64, ptr %".41"
  %".43" = load i64, i64* %"record"
  %".44" = inttoptr i64 %".43" to ptr
  %".45" = getelementptr inbounds i64, ptr %".44", i64 12
  %".46" = load i64, ptr %".45"
  store i64 %".38", i64* %"blocks"
  store i64 %".42", i64* %"groups"
  store i64 %".46", i64* %"size"
  %".50" = load i64, i64* %"record"
  %".51" = inttoptr i64 %".50" to ptr
  %".52" = getelementptr inbounds i64, ptr %".51", i64 6
  %".53" = load i64, ptr %".52"
  %".54" = load i64, i64* %"record"
  %".55" = inttoptr i64 %".54" to ptr
  %".56" = getelementptr inbounds i64, ptr %".55", i64 5
  %".57" = load i64, ptr %".56"
  %".58" = load i64, i64* %"record"
  %".59" = inttoptr i64 %".58" to ptr
  %".60" = getelementptr inbounds i64, ptr %".59", i64 24
  %".61" = load i64, ptr %".60"
  store i64 %".53", i64* %"rows"
  store i64 %".57", i64* %"outer"
  store i64 %".61", i64* %"step"
  %".65" = load i64, i64* %"record"
  %".66" = inttoptr i64 %".65" to ptr
  %".67" = getelementptr inbounds i64, ptr %".66", i64 16
  %".68" = load i64, ptr %".67"
  store i64 %".68", i64* %"dense"
  %".70" = load i64, i64* %"areas"
  %".71" = call i64 @"conv_reserve"(i64 %".70")
  %".72" = load i64, i64* %"record"
  %".73" = inttoptr i64 %".72" to ptr
  %".74" = getelementptr inbounds i64, ptr %".73", i64 4
  %".75" = load i64, ptr %".74"
  %".76" = load i64, i64* %"record"
  %".77" = inttoptr i64 %".76" to ptr
  %".78" = getelementptr inbounds i64, ptr %".77", i64 41
  %".79" = load i64, ptr %".78"
  store i64 %".71", i64* %"room"
  store i64 %".75", i64* %"inner"
  store i64 %".79", i64* %"total"
  %".83" = load i64, i64* %"start.1"
  %".84" = load i64, i64* %"stop"
  br label %"loop"
loop:
  %".86" = phi  i64 [%".83", %"start"], [%".447", %"done.1"]
  %".87" = icmp slt i64 %".86", %".84"
  br i1 %".87", label %"body", label %"done"
body:
  store i64 %".86", i64* %"unit"
  %".90" = load i64, i64* %"unit"
  %".91" = load i64, i64* %"blocks"
  %".92" = icmp eq i64 %".91", 0
  %".93" = icmp eq i64 %".91", -1
  %".94" = or i1 %".92", %".93"
  %".95" = select  i1 %".94", i64 1, i64 %".91"
  %".96" = sdiv i64 %".90", %".95"
  %".97" = srem i64 %".90", %".95"
  %".98" = sub i64 0, %".90"
  %".99" = select  i1 %".93", i64 %".98", i64 %".96"
  %".100" = xor i64 %".97", %".91"
  %".101" = icmp slt i64 %".100", 0
  %".102" = icmp ne i64 %".97", 0
  %".103" = and i1 %".102", %".101"
  %".104" = sub i64 %".99", 1
  %".105" = select  i1 %".103", i64 %".104", i64 %".99"
  %".106" = select  i1 %".92", i64 0, i64 %".105"
  store i64 %".106", i64* %"which"
  %".108" = load i64, i64* %"unit"
  %".109" = load i64, i64* %"which"
  %".110" = load i64, i64* %"blocks"
  %".111" = mul i64 %".109", %".110"
  %".112" = sub i64 %".108", %".111"
  %".113" = load i64, i64* %"size"
  %".114" = mul i64 %".112", %".113"
  store i64 %".114", i64* %"first"
  %".116" = load i64, i64* %"which"
  %".117" = load i64, i64* %"groups"
  %".118" = icmp eq i64 %".117", 0
  %".119" = icmp eq i64 %".117", -1
  %".120" = or i1 %".118", %".119"
  %".121" = select  i1 %".120", i64 1, i64 %".117"
  %".122" = sdiv i64 %".116", %".121"
  %".123" = srem i64 %".116", %".121"
  %".124" = sub i64 0, %".116"
  %".125" = select  i1 %".119", i64 %".124", i64 %".122"
  %".126" = xor i64 %".123", %".117"
  %".127" = icmp slt i64 %".126", 0
  %".128" = icmp ne i64 %".123", 0
  %".129" = and i1 %".128", %".127"
  %".130" = sub i64 %".125", 1
  %".131" = select  i1 %".129", i64 %".130", i64 %".125"
  %".132" = select  i1 %".118", i64 0, i64 %".131"
  %".133" = load i64, i64* %"which"
  %".134" = load i64, i64* %"groups"
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
  store i64 %".132", i64* %"n"
  store i64 %".149", i64* %"g"
  %".152" = load i64, i64* %"record"
  %".153" = inttoptr i64 %".152" to ptr
  %".154" = getelementptr inbounds i64, ptr %".153", i64 17
  %".155" = load i64, ptr %".154"
  %".156" = icmp ne i64 %".155", 0
  br i1 %".156", label %"then", label %"else"
done:
  %".449" = load i64, i64* %"room"
  %".450" = call i64 @"conv_release"(i64 %".449")
  ret i64 0
then:
  %".158" = load i64, i64* %"room"
  %".159" = load i64, i64* %"record"
  %".160" = inttoptr i64 %".159" to ptr
  %".161" = getelementptr inbounds i64, ptr %".160", i64 17
  %".162" = load i64, ptr %".161"
  %".163" = add i64 %".158", %".162"
  store i64 %".163", i64* %"own"
  %".165" = load i64, i64* %"n"
  %".166" = load i64, i64* %"record"
  %".167" = inttoptr i64 %".166" to ptr
  %".168" = getelementptr inbounds i64, ptr %".167", i64 40
  %".169" = load i64, ptr %".168"
  %".170" = mul i64 %".165", %".169"
  %".171" = load i64, i64* %"g"
  %".172" = load i64, i64* %"inner"
  %".173" = mul i64 %".171", %".172"
  %".174" = add i64 %".170", %".173"
  store i64 %".174", i64* %"plane"
  %".176" = load i64, i64* %"own"
  %".177" = load i64, i64* %"record"
  %".178" = inttoptr i64 %".177" to ptr
  %".179" = getelementptr inbounds i64, ptr %".178", i64 42
  %".180" = load i64, ptr %".179"
  %".181" = load i64, i64* %"plane"
  %".182" = load i64, i64* %"total"
  %".183" = mul i64 %".181", %".182"
  %".184" = add i64 %".180", %".183"
  %".185" = mul i64 8, %".184"
  %".186" = sub i64 %".176", %".185"
  store i64 %".186", i64* %"behind"
  %".188" = load i64, i64* %"record"
  %".189" = load i64, i64* %"source"
  %".190" = load i64, i64* %"behind"
  %".191" = load i64, i64* %"image"
  %".192" = load i64, i64* %"plane"
  %".193" = load i64, i64* %"plane"
  %".194" = load i64, i64* %"inner"
  %".195" = add i64 %".193", %".194"
  %".196" = call i64 @"planes.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".188", i64 39, i64 %".189", i64 %".190", i64 %".191", i64 %".192", i64 %".195")
  br label %"end"
else:
  %".198" = load i64, i64* %"record"
  %".199" = load i64, i64* %"source"
  %".200" = load i64, i64* %"scratch"
  %".201" = load i64, i64* %"image"
  %".202" = load i64, i64* %"n"
  %".203" = load i64, i64* %"g"
  %".204" = load i64, i64* %"inner"
  %".205" = mul i64 %".203", %".204"
  %".206" = call i64 @"base.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".198", i64 39, i64 %".199", i64 %".200", i64 %".201", i64 %".202", i64 %".205")
  store i64 %".206", i64* %"own"
  br label %"end"
end:
  %".209" = load i64, i64* %"record"
  %".210" = inttoptr i64 %".209" to ptr
  %".211" = getelementptr inbounds i64, ptr %".210", i64 25
  %".212" = load i64, ptr %".211"
  %".213" = load i64, i64* %"image"
  %".214" = load i64, i64* %"n"
  %".215" = add i64 %".213", %".214"
  %".216" = inttoptr i64 %".212" to ptr
  %".217" = getelementptr inbounds i64, ptr %".216", i64 %".215"
  %".218" = load i64, ptr %".217"
  store i64 %".218", i64* %"low"
  %".220" = load i64, i64* %"record"
  %".221" = inttoptr i64 %".220" to ptr
  %".222" = getelementptr inbounds i64, ptr %".221", i64 26
  %".223" = load i64, ptr %".222"
  %".224" = load i64, i64* %"g"
  %".225" = mul i64 8, %".224"
  %".226" = load i64, i64* %"outer"
  %".227" = mul i64 %".225", %".226"
  %".228" = add i64 %".223", %".227"
  store i64 %".228", i64* %"channels"
  %".230" = load i64, i64* %"room"
  %".231" = load i64, i64* %"size"
  store i64 %".230", i64* %"target"
  store i64 %".231", i64* %"lead"
  %".234" = load i64, i64* %"dense"
  %".235" = icmp ne i64 %".234", 0
  br i1 %".235", label %"then.1", label %"else.1"
then.1:
  %".237" = load i64, i64* %"out"
  %".238" = load i64, i64* %"low"
  %".239" = load i64, i64* %"channels"
  %".240" = inttoptr i64 %".239" to ptr
  %".241" = getelementptr inbounds i64, ptr %".240", i64 0
  %".242" = load i64, ptr %".241"
  %".243" = add i64 %".238", %".242"
  %".244" = load i64, i64* %"first"
  %".245" = add i64 %".243", %".244"
  %".246" = mul i64 8, %".245"
  %".247" = add i64 %".237", %".246"
  %".248" = load i64, i64* %"record"
  %".249" = inttoptr i64 %".248" to ptr
  %".250" = getelementptr inbounds i64, ptr %".249", i64 23
  %".251" = load i64, ptr %".250"
  store i64 %".247", i64* %"target"
  store i64 %".251", i64* %"lead"
  br label %"end.1"
else.1:
  br label %"end.1"
end.1:
  %".256" = load i64, i64* %"record"
  %".257" = inttoptr i64 %".256" to ptr
  %".258" = getelementptr inbounds i64, ptr %".257", i64 7
  %".259" = load i64, ptr %".258"
  br label %"loop.1"
loop.1:
  %".261" = phi  i64 [0, %"end.1"], [%".445", %"done.2"]
  %".262" = icmp slt i64 %".261", %".259"
  br i1 %".262", label %"body.1", label %"done.1"
body.1:
  store i64 %".261", i64* %"k"
  %".265" = load i64, i64* %"record"
  %".266" = inttoptr i64 %".265" to ptr
  %".267" = getelementptr inbounds i64, ptr %".266", i64 8
  %".268" = load i64, ptr %".267"
  %".269" = mul i64 8, 6
  %".270" = load i64, i64* %"k"
  %".271" = mul i64 %".269", %".270"
  %".272" = add i64 %".268", %".271"
  store i64 %".272", i64* %"kind"
  %".274" = load i64, i64* %"scratch"
  %".275" = load i64, i64* %"kind"
  %".276" = inttoptr i64 %".275" to ptr
  %".277" = getelementptr inbounds i64, ptr %".276", i64 3
  %".278" = load i64, ptr %".277"
  %".279" = load i64, i64* %"g"
  %".280" = load i64, i64* %"rows"
  %".281" = mul i64 %".279", %".280"
  %".282" = load i64, i64* %"kind"
  %".283" = inttoptr i64 %".282" to ptr
  %".284" = getelementptr inbounds i64, ptr %".283", i64 0
  %".285" = load i64, ptr %".284"
  %".286" = mul i64 %".281", %".285"
  %".287" = mul i64 %".286", 8
  %".288" = add i64 %".278", %".287"
  %".289" = mul i64 8, %".288"
  %".290" = add i64 %".274", %".289"
  store i64 %".290", i64* %"packed"
  %".292" = load i64, i64* %"size"
  %".293" = load i64, i64* %"record"
  %".294" = inttoptr i64 %".293" to ptr
  %".295" = getelementptr inbounds i64, ptr %".294", i64 13
  %".296" = load i64, ptr %".295"
  %".297" = load i64, i64* %"first"
  %".298" = sub i64 %".296", %".297"
  %".299" = icmp slt i64 %".298", %".292"
  %".300" = select  i1 %".299", i64 %".298", i64 %".292"
  store i64 %".300", i64* %"count"
  %".302" = load i64, i64* %"record"
  %".303" = load i64, i64* %"kind"
  %".304" = load i64, i64* %"packed"
  %".305" = load i64, i64* %"own"
  %".306" = load i64, i64* %"first"
  %".307" = mul i64 8, %".306"
  %".308" = add i64 %".305", %".307"
  %".309" = load i64, i64* %"target"
  %".310" = load i64, i64* %"lead"
  %".311" = load i64, i64* %"count"
  %".312" = call i64 @"block.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".302", i64 %".303", i64 %".304", i64 %".308", i64 %".309", i64 %".310", i64 %".311")
  %".313" = load i64, i64* %"kind"
  %".314" = inttoptr i64 %".313" to ptr
  %".315" = getelementptr inbounds i64, ptr %".314", i64 4
  %".316" = load i64, ptr %".315"
  %".317" = load i64, i64* %"kind"
  %".318" = inttoptr i64 %".317" to ptr
  %".319" = getelementptr inbounds i64, ptr %".318", i64 5
  %".320" = load i64, ptr %".319"
  %".321" = load i64, i64* %"unit"
  %".322" = load i64, i64* %"which"
  %".323" = load i64, i64* %"blocks"
  %".324" = mul i64 %".322", %".323"
  %".325" = sub i64 %".321", %".324"
  %".326" = mul i64 8, %".325"
  %".327" = add i64 %".320", %".326"
  store i64 %".316", i64* %"parts"
  store i64 %".327", i64* %"places"
  %".330" = load i64, i64* %"outer"
  br label %"loop.2"
done.1:
  %".447" = add nsw i64 %".86", 1
  br label %"loop"
loop.2:
  %".332" = phi  i64 [0, %"body.1"], [%".443", %"end.3"]
  %".333" = icmp slt i64 %".332", %".330"
  br i1 %".333", label %"body.2", label %"done.2"
body.2:
  store i64 %".332", i64* %"m"
  %".336" = load i64, i64* %"target"
  %".337" = load i64, i64* %"m"
  %".338" = mul i64 8, %".337"
  %".339" = load i64, i64* %"lead"
  %".340" = mul i64 %".338", %".339"
  %".341" = add i64 %".336", %".340"
  store i64 %".341", i64* %"mine"
  %".343" = load i64, i64* %"record"
  %".344" = inttoptr i64 %".343" to ptr
  %".345" = getelementptr inbounds i64, ptr %".344", i64 22
  %".346" = load i64, ptr %".345"
  %".347" = icmp ne i64 %".346", 0
  br i1 %".347", label %"then.2", label %"else.2"
done.2:
  %".445" = add nsw i64 %".261", 1
  br label %"loop.1"
then.2:
  %".349" = load i64, i64* %"record"
  %".350" = load i64, i64* %"given"
  %".351" = load i64, i64* %"mine"
  %".352" = load i64, i64* %"count"
  %".353" = load i64, i64* %"g"
  %".354" = load i64, i64* %"outer"
  %".355" = mul i64 %".353", %".354"
  %".356" = load i64, i64* %"m"
  %".357" = add i64 %".355", %".356"
  %".358" = call i64 @"after.int64.int64.int64.int64.int64.1"(i64 %".349", i64 %".350", i64 %".351", i64 %".352", i64 %".357")
  br label %"end.2"
else.2:
  br label %"end.2"
end.2:
  %".361" = load i64, i64* %"dense"
  %".362" = icmp ne i64 %".361", 0
  %".363" = xor i1 %".362", -1
  br i1 %".363", label %"then.3", label %"else.3"
then.3:
  %".365" = load i64, i64* %"out"
  %".366" = load i64, i64* %"low"
  %".367" = load i64, i64* %"channels"
  %".368" = load i64, i64* %"m"
  %".369" = inttoptr i64 %".367" to ptr
  %".370" = getelementptr inbounds i64, ptr %".369", i64 %".368"
  %".371" = load i64, ptr %".370"
  %".372" = add i64 %".366", %".371"
  %".373" = mul i64 8, %".372"
  %".374" = add i64 %".365", %".373"
  store i64 %".374", i64* %"to"
  %".376" = load i64, i64* %"places"
  %".377" = inttoptr i64 %".376" to ptr
  %".378" = getelementptr inbounds i64, ptr %".377", i64 0
  %".379" = load i64, ptr %".378"
  %".380" = load i64, i64* %"places"
  %".381" = inttoptr i64 %".380" to ptr
  %".382" = getelementptr inbounds i64, ptr %".381", i64 1
  %".383" = load i64, ptr %".382"
  br label %"loop.3"
else.3:
  br label %"end.3"
end.3:
  %".443" = add nsw i64 %".332", 1
  br label %"loop.2"
loop.3:
  %".385" = phi  i64 [%".379", %"then.3"], [%".439", %"end.4"]
  %".386" = icmp slt i64 %".385", %".383"
  br i1 %".386", label %"body.3", label %"done.3"
body.3:
  store i64 %".385", i64* %"s"
  %".389" = load i64, i64* %"mine"
  %".390" = load i64, i64* %"parts"
  %".391" = load i64, i64* %"s"
  %".392" = mul i64 3, %".391"
  %".393" = inttoptr i64 %".390" to ptr
  %".394" = getelementptr inbounds i64, ptr %".393", i64 %".392"
  %".395" = load i64, ptr %".394"
  %".396" = mul i64 8, %".395"
  %".397" = add i64 %".389", %".396"
  %".398" = load i64, i64* %"parts"
  %".399" = load i64, i64* %"s"
  %".400" = mul i64 3, %".399"
  %".401" = add i64 %".400", 2
  %".402" = inttoptr i64 %".398" to ptr
  %".403" = getelementptr inbounds i64, ptr %".402", i64 %".401"
  %".404" = load i64, ptr %".403"
  store i64 %".397", i64* %"here"
  store i64 %".404", i64* %"length"
  %".407" = load i64, i64* %"step"
  %".408" = icmp eq i64 %".407", 1
  br i1 %".408", label %"then.4", label %"else.4"
done.3:
  br label %"end.3"
then.4:
  %".410" = load i64, i64* %"to"
  %".411" = load i64, i64* %"parts"
  %".412" = load i64, i64* %"s"
  %".413" = mul i64 3, %".412"
  %".414" = add i64 %".413", 1
  %".415" = inttoptr i64 %".411" to ptr
  %".416" = getelementptr inbounds i64, ptr %".415", i64 %".414"
  %".417" = load i64, ptr %".416"
  %".418" = mul i64 8, %".417"
  %".419" = add i64 %".410", %".418"
  %".420" = load i64, i64* %"here"
  %".421" = load i64, i64* %"length"
  %".422" = call i64 @"conv_move"(i64 %".419", i64 %".420", i64 %".421")
  br label %"end.4"
else.4:
  %".424" = load i64, i64* %"to"
  %".425" = load i64, i64* %"parts"
  %".426" = load i64, i64* %"s"
  %".427" = mul i64 3, %".426"
  %".428" = add i64 %".427", 1
  %".429" = inttoptr i64 %".425" to ptr
  %".430" = getelementptr inbounds i64, ptr %".429", i64 %".428"
  %".431" = load i64, ptr %".430"
  %".432" = mul i64 8, %".431"
  %".433" = add i64 %".424", %".432"
  %".434" = load i64, i64* %"here"
  %".435" = load i64, i64* %"length"
  %".436" = load i64, i64* %"step"
  %".437" = call i64 @"conv_spread"(i64 %".433", i64 %".434", i64 %".435", i64 %".436")
  br label %"end.4"
end.4:
  %".439" = add nsw i64 %".385", 1
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
; ModuleID = "espresso"
target triple = "unknown-unknown-unknown"
target datalayout = ""

declare i32 @"clock_gettime"(i64 %".1", i64 %".2")

define internal i64 @"now.1"() alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %".2" = alloca i64, i64 2
  %"time" = alloca i64
  br label %"start"
start:
  %".3" = ptrtoint i64* %".2" to i64
  store i64 %".3", i64* %"time"
  %".5" = load i64, i64* %"time"
  %".6" = call i32 @"clock_gettime"(i64 1, i64 %".5")
  %".7" = sext i32 %".6" to i64
  %".8" = load i64, i64* %"time"
  %".9" = inttoptr i64 %".8" to ptr
  %".10" = getelementptr inbounds i64, ptr %".9", i64 0
  %".11" = load i64, ptr %".10"
  %".12" = mul i64 1000000000, %".11"
  %".13" = load i64, i64* %"time"
  %".14" = inttoptr i64 %".13" to ptr
  %".15" = getelementptr inbounds i64, ptr %".14", i64 1
  %".16" = load i64, ptr %".15"
  %".17" = add i64 %".12", %".16"
  ret i64 %".17"
}

define internal i1 @"is_near.int64.1"(i64 %".1") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"state" = alloca i64
  %"at" = alloca i64
  %"last" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"state"
  %".4" = call i64 @"now.1"()
  store i64 %".4", i64* %"at"
  %".6" = load i64, i64* %"state"
  %".7" = add i64 %".6", 576
  %".8" = inttoptr i64 %".7" to ptr
  %".9" = load atomic i64, ptr %".8" seq_cst, align 8
  store i64 %".9", i64* %"last"
  %".11" = load i64, i64* %"state"
  %".12" = add i64 %".11", 576
  %".13" = load i64, i64* %"at"
  %".14" = inttoptr i64 %".12" to ptr
  store atomic i64 %".13", ptr %".14" release, align 8
  %".16" = load i64, i64* %"at"
  %".17" = load i64, i64* %"last"
  %".18" = sub i64 %".16", %".17"
  %".19" = icmp slt i64 %".18", 100000
  ret i1 %".19"
}

declare i32 @"pthread_sigmask"(i64 %".1", i64 %".2", i64 %".3")

declare void @"llvm.x86.sse.ldmxcsr"(ptr %".1")

declare void @"llvm.x86.sse2.pause"()

define internal i64 @"look.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3") noimplicitfloat nounwind optsize
{
entry:
  %"place" = alloca i64
  %"seen" = alloca i64
  %"long" = alloca i64
  %"found" = alloca i64
  %"start.1" = alloca i64
  %"k" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"place"
  store i64 %".2", i64* %"seen"
  store i64 %".3", i64* %"long"
  %".8" = load i64, i64* %"place"
  %".9" = inttoptr i64 %".8" to ptr
  %".10" = load atomic i64, ptr %".9" seq_cst, align 8
  store i64 %".10", i64* %"found"
  %".12" = load i64, i64* %"found"
  %".13" = load i64, i64* %"seen"
  %".14" = icmp eq i64 %".12", %".13"
  br i1 %".14", label %"then", label %"else"
then:
  %".16" = call i64 @"now.1"()
  store i64 %".16", i64* %"start.1"
  br label %"while"
else:
  br label %"end"
end:
  %".52" = load i64, i64* %"found"
  ret i64 %".52"
while:
  %".19" = load i64, i64* %"found"
  %".20" = load i64, i64* %"seen"
  %".21" = icmp eq i64 %".19", %".20"
  br i1 %".21", label %"more", label %"decided"
while_body:
  store i64 0, i64* %"k"
  br label %"while.1"
while_end:
  br label %"end"
more:
  %".23" = call i64 @"now.1"()
  %".24" = load i64, i64* %"start.1"
  %".25" = sub i64 %".23", %".24"
  %".26" = load i64, i64* %"long"
  %".27" = icmp sle i64 %".25", %".26"
  br label %"decided"
decided:
  %".29" = phi  i1 [0, %"while"], [%".27", %"more"]
  br i1 %".29", label %"while_body", label %"while_end"
while.1:
  %".33" = load i64, i64* %"found"
  %".34" = load i64, i64* %"seen"
  %".35" = icmp eq i64 %".33", %".34"
  %".36" = load i64, i64* %"k"
  %".37" = icmp slt i64 %".36", 16
  %".38" = and i1 %".35", %".37"
  br i1 %".38", label %"while_body.1", label %"while_end.1"
while_body.1:
  call void @"llvm.x86.sse2.pause"()
  %".41" = load i64, i64* %"place"
  %".42" = inttoptr i64 %".41" to ptr
  %".43" = load atomic i64, ptr %".42" seq_cst, align 8
  store i64 %".43", i64* %"found"
  %".45" = load i64, i64* %"k"
  %".46" = add i64 %".45", 1
  store i64 %".46", i64* %"k"
  br label %"while.1"
while_end.1:
  br label %"while"
}

declare i64 @"syscall"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7")

define internal i64 @"sleep.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"place" = alloca i64
  %"seen" = alloca i64
  %"bits" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"place"
  store i64 %".2", i64* %"seen"
  store i64 %".3", i64* %"bits"
  %".8" = load i64, i64* %"place"
  %".9" = load i64, i64* %"seen"
  %".10" = load i64, i64* %"bits"
  %".11" = call i64 @"syscall"(i64 202, i64 %".8", i64 137, i64 %".9", i64 0, i64 0, i64 %".10")
  ret i64 %".11"
}

declare i32 @"sched_getcpu"()

declare i32 @"sched_getaffinity"(i64 %".1", i64 %".2", i64 %".3")

declare i32 @"sched_setaffinity"(i64 %".1", i64 %".2", i64 %".3")

define internal i64 @"leave.int64.1"(i64 %".1") noimplicitfloat noinline nounwind optnone
{
entry:
  %"cpu" = alloca i64
  %"every" = alloca i64
  %"others" = alloca i64
  %"k" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"cpu"
  %".4" = icmp eq i64 8, 0
  %".5" = icmp eq i64 8, -1
  %".6" = or i1 %".4", %".5"
  %".7" = select  i1 %".6", i64 1, i64 8
  %".8" = sdiv i64 1024, %".7"
  %".9" = srem i64 1024, %".7"
  %".10" = sub i64 0, 1024
  %".11" = select  i1 %".5", i64 %".10", i64 %".8"
  %".12" = xor i64 %".9", 8
  %".13" = icmp slt i64 %".12", 0
  %".14" = icmp ne i64 %".9", 0
  %".15" = and i1 %".14", %".13"
  %".16" = sub i64 %".11", 1
  %".17" = select  i1 %".15", i64 %".16", i64 %".11"
  %".18" = select  i1 %".4", i64 0, i64 %".17"
  %".19" = alloca i64, i64 %".18"
  %".20" = ptrtoint i64* %".19" to i64
  %".21" = icmp eq i64 8, 0
  %".22" = icmp eq i64 8, -1
  %".23" = or i1 %".21", %".22"
  %".24" = select  i1 %".23", i64 1, i64 8
  %".25" = sdiv i64 1024, %".24"
  %".26" = srem i64 1024, %".24"
  %".27" = sub i64 0, 1024
  %".28" = select  i1 %".22", i64 %".27", i64 %".25"
  %".29" = xor i64 %".26", 8
  %".30" = icmp slt i64 %".29", 0
  %".31" = icmp ne i64 %".26", 0
  %".32" = and i1 %".31", %".30"
  %".33" = sub i64 %".28", 1
  %".34" = select  i1 %".32", i64 %".33", i64 %".28"
  %".35" = select  i1 %".21", i64 0, i64 %".34"
  %".36" = alloca i64, i64 %".35"
  %".37" = ptrtoint i64* %".36" to i64
  store i64 %".20", i64* %"every"
  store i64 %".37", i64* %"others"
  %".40" = icmp eq i64 8, 0
  %".41" = icmp eq i64 8, -1
  %".42" = or i1 %".40", %".41"
  %".43" = select  i1 %".42", i64 1, i64 8
  %".44" = sdiv i64 1024, %".43"
  %".45" = srem i64 1024, %".43"
  %".46" = sub i64 0, 1024
  %".47" = select  i1 %".41", i64 %".46", i64 %".44"
  %".48" = xor i64 %".45", 8
  %".49" = icmp slt i64 %".48", 0
  %".50" = icmp ne i64 %".45", 0
  %".51" = and i1 %".50", %".49"
  %".52" = sub i64 %".47", 1
  %".53" = select  i1 %".51", i64 %".52", i64 %".47"
  %".54" = select  i1 %".40", i64 0, i64 %".53"
  br label %"loop"
loop:
  %".56" = phi  i64 [0, %"start"], [%".65", %"body"]
  %".57" = icmp slt i64 %".56", %".54"
  br i1 %".57", label %"body", label %"done"
body:
  store i64 %".56", i64* %"k"
  %".60" = load i64, i64* %"every"
  %".61" = load i64, i64* %"k"
  %".62" = inttoptr i64 %".60" to ptr
  %".63" = getelementptr inbounds i64, ptr %".62", i64 %".61"
  store i64 0, ptr %".63"
  %".65" = add nsw i64 %".56", 1
  br label %"loop"
done:
  %".67" = load i64, i64* %"every"
  %".68" = call i32 @"sched_getaffinity"(i64 0, i64 1024, i64 %".67")
  %".69" = sext i32 %".68" to i64
  %".70" = icmp eq i64 %".69", 0
  %".71" = load i64, i64* %"cpu"
  %".72" = mul i64 8, 1024
  %".73" = icmp slt i64 %".71", %".72"
  %".74" = and i1 %".70", %".73"
  br i1 %".74", label %"then", label %"else"
then:
  %".76" = icmp eq i64 8, 0
  %".77" = icmp eq i64 8, -1
  %".78" = or i1 %".76", %".77"
  %".79" = select  i1 %".78", i64 1, i64 8
  %".80" = sdiv i64 1024, %".79"
  %".81" = srem i64 1024, %".79"
  %".82" = sub i64 0, 1024
  %".83" = select  i1 %".77", i64 %".82", i64 %".80"
  %".84" = xor i64 %".81", 8
  %".85" = icmp slt i64 %".84", 0
  %".86" = icmp ne i64 %".81", 0
  %".87" = and i1 %".86", %".85"
  %".88" = sub i64 %".83", 1
  %".89" = select  i1 %".87", i64 %".88", i64 %".83"
  %".90" = select  i1 %".76", i64 0, i64 %".89"
  br label %"loop.1"
else:
  br label %"end"
end:
  ret i64 0
loop.1:
  %".92" = phi  i64 [0, %"then"], [%".106", %"body.1"]
  %".93" = icmp slt i64 %".92", %".90"
  br i1 %".93", label %"body.1", label %"done.1"
body.1:
  store i64 %".92", i64* %"k"
  %".96" = load i64, i64* %"others"
  %".97" = load i64, i64* %"k"
  %".98" = load i64, i64* %"every"
  %".99" = load i64, i64* %"k"
  %".100" = inttoptr i64 %".98" to ptr
  %".101" = getelementptr inbounds i64, ptr %".100", i64 %".99"
  %".102" = load i64, ptr %".101"
  %".103" = inttoptr i64 %".96" to ptr
  %".104" = getelementptr inbounds i64, ptr %".103", i64 %".97"
  store i64 %".102", ptr %".104"
  %".106" = add nsw i64 %".92", 1
  br label %"loop.1"
done.1:
  %".108" = load i64, i64* %"others"
  %".109" = load i64, i64* %"cpu"
  %".110" = icmp eq i64 64, 0
  %".111" = icmp eq i64 64, -1
  %".112" = or i1 %".110", %".111"
  %".113" = select  i1 %".112", i64 1, i64 64
  %".114" = sdiv i64 %".109", %".113"
  %".115" = srem i64 %".109", %".113"
  %".116" = sub i64 0, %".109"
  %".117" = select  i1 %".111", i64 %".116", i64 %".114"
  %".118" = xor i64 %".115", 64
  %".119" = icmp slt i64 %".118", 0
  %".120" = icmp ne i64 %".115", 0
  %".121" = and i1 %".120", %".119"
  %".122" = sub i64 %".117", 1
  %".123" = select  i1 %".121", i64 %".122", i64 %".117"
  %".124" = select  i1 %".110", i64 0, i64 %".123"
  %".125" = load i64, i64* %"every"
  %".126" = load i64, i64* %"cpu"
  %".127" = icmp eq i64 64, 0
  %".128" = icmp eq i64 64, -1
  %".129" = or i1 %".127", %".128"
  %".130" = select  i1 %".129", i64 1, i64 64
  %".131" = sdiv i64 %".126", %".130"
  %".132" = srem i64 %".126", %".130"
  %".133" = sub i64 0, %".126"
  %".134" = select  i1 %".128", i64 %".133", i64 %".131"
  %".135" = xor i64 %".132", 64
  %".136" = icmp slt i64 %".135", 0
  %".137" = icmp ne i64 %".132", 0
  %".138" = and i1 %".137", %".136"
  %".139" = sub i64 %".134", 1
  %".140" = select  i1 %".138", i64 %".139", i64 %".134"
  %".141" = select  i1 %".127", i64 0, i64 %".140"
  %".142" = inttoptr i64 %".125" to ptr
  %".143" = getelementptr inbounds i64, ptr %".142", i64 %".141"
  %".144" = load i64, ptr %".143"
  %".145" = load i64, i64* %"cpu"
  %".146" = and i64 %".145", 63
  %".147" = shl i64 1, %".146"
  %".148" = sub i64 -1, %".147"
  %".149" = and i64 %".144", %".148"
  %".150" = inttoptr i64 %".108" to ptr
  %".151" = getelementptr inbounds i64, ptr %".150", i64 %".124"
  store i64 %".149", ptr %".151"
  %".153" = load i64, i64* %"others"
  %".154" = call i32 @"sched_setaffinity"(i64 0, i64 1024, i64 %".153")
  %".155" = sext i32 %".154" to i64
  %".156" = icmp eq i64 %".155", 0
  br i1 %".156", label %"then.1", label %"else.1"
then.1:
  %".158" = load i64, i64* %"every"
  %".159" = call i32 @"sched_setaffinity"(i64 0, i64 1024, i64 %".158")
  %".160" = sext i32 %".159" to i64
  br label %"end.1"
else.1:
  br label %"end.1"
end.1:
  br label %"end"
}

define internal i64 @"part.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6") noimplicitfloat nounwind optsize
{
entry:
  %"function" = alloca i64
  %"addresses" = alloca i64
  %"numbers" = alloca i64
  %"extent" = alloca i64
  %"count" = alloca i64
  %"slice" = alloca i64
  %"each" = alloca i64
  %"unit" = alloca i64
  %"start.1" = alloca i64
  %"stop" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"function"
  store i64 %".2", i64* %"addresses"
  store i64 %".3", i64* %"numbers"
  store i64 %".4", i64* %"extent"
  store i64 %".5", i64* %"count"
  store i64 %".6", i64* %"slice"
  %".14" = load i64, i64* %"extent"
  %".15" = load i64, i64* %"count"
  %".16" = icmp eq i64 %".15", 0
  %".17" = icmp eq i64 %".15", -1
  %".18" = or i1 %".16", %".17"
  %".19" = select  i1 %".18", i64 1, i64 %".15"
  %".20" = sdiv i64 %".14", %".19"
  %".21" = srem i64 %".14", %".19"
  %".22" = sub i64 0, %".14"
  %".23" = select  i1 %".17", i64 %".22", i64 %".20"
  %".24" = xor i64 %".21", %".15"
  %".25" = icmp slt i64 %".24", 0
  %".26" = icmp ne i64 %".21", 0
  %".27" = and i1 %".26", %".25"
  %".28" = sub i64 %".23", 1
  %".29" = select  i1 %".27", i64 %".28", i64 %".23"
  %".30" = select  i1 %".16", i64 0, i64 %".29"
  store i64 %".30", i64* %"each"
  %".32" = load i64, i64* %"each"
  %".33" = icmp sge i64 %".32", 6400
  %".34" = load i64, i64* %"each"
  %".35" = icmp sge i64 %".34", 256
  %".36" = select  i1 %".35", i64 16, i64 1
  %".37" = select  i1 %".33", i64 64, i64 %".36"
  store i64 %".37", i64* %"unit"
  %".39" = load i64, i64* %"slice"
  %".40" = load i64, i64* %"extent"
  %".41" = mul i64 %".39", %".40"
  %".42" = load i64, i64* %"count"
  %".43" = icmp eq i64 %".42", 0
  %".44" = icmp eq i64 %".42", -1
  %".45" = or i1 %".43", %".44"
  %".46" = select  i1 %".45", i64 1, i64 %".42"
  %".47" = sdiv i64 %".41", %".46"
  %".48" = srem i64 %".41", %".46"
  %".49" = sub i64 0, %".41"
  %".50" = select  i1 %".44", i64 %".49", i64 %".47"
  %".51" = xor i64 %".48", %".42"
  %".52" = icmp slt i64 %".51", 0
  %".53" = icmp ne i64 %".48", 0
  %".54" = and i1 %".53", %".52"
  %".55" = sub i64 %".50", 1
  %".56" = select  i1 %".54", i64 %".55", i64 %".50"
  %".57" = select  i1 %".43", i64 0, i64 %".56"
  %".58" = load i64, i64* %"unit"
  %".59" = icmp eq i64 2, 0
  %".60" = icmp eq i64 2, -1
  %".61" = or i1 %".59", %".60"
  %".62" = select  i1 %".61", i64 1, i64 2
  %".63" = sdiv i64 %".58", %".62"
  %".64" = srem i64 %".58", %".62"
  %".65" = sub i64 0, %".58"
  %".66" = select  i1 %".60", i64 %".65", i64 %".63"
  %".67" = xor i64 %".64", 2
  %".68" = icmp slt i64 %".67", 0
  %".69" = icmp ne i64 %".64", 0
  %".70" = and i1 %".69", %".68"
  %".71" = sub i64 %".66", 1
  %".72" = select  i1 %".70", i64 %".71", i64 %".66"
  %".73" = select  i1 %".59", i64 0, i64 %".72"
  %".74" = add i64 %".57", %".73"
  %".75" = load i64, i64* %"unit"
  %".76" = sub i64 0, %".75"
  %".77" = and i64 %".74", %".76"
  store i64 %".77", i64* %"start.1"
  %".79" = load i64, i64* %"slice"
  %".80" = add i64 %".79", 1
  %".81" = load i64, i64* %"extent"
  %".82" = mul i64 %".80", %".81"
  %".83" = load i64, i64* %"count"
  %".84" = icmp eq i64 %".83", 0
  %".85" = icmp eq i64 %".83", -1
  %".86" = or i1 %".84", %".85"
  %".87" = select  i1 %".86", i64 1, i64 %".83"
  %".88" = sdiv i64 %".82", %".87"
  %".89" = srem i64 %".82", %".87"
  %".90" = sub i64 0, %".82"
  %".91" = select  i1 %".85", i64 %".90", i64 %".88"
  %".92" = xor i64 %".89", %".83"
  %".93" = icmp slt i64 %".92", 0
  %".94" = icmp ne i64 %".89", 0
  %".95" = and i1 %".94", %".93"
  %".96" = sub i64 %".91", 1
  %".97" = select  i1 %".95", i64 %".96", i64 %".91"
  %".98" = select  i1 %".84", i64 0, i64 %".97"
  %".99" = load i64, i64* %"unit"
  %".100" = icmp eq i64 2, 0
  %".101" = icmp eq i64 2, -1
  %".102" = or i1 %".100", %".101"
  %".103" = select  i1 %".102", i64 1, i64 2
  %".104" = sdiv i64 %".99", %".103"
  %".105" = srem i64 %".99", %".103"
  %".106" = sub i64 0, %".99"
  %".107" = select  i1 %".101", i64 %".106", i64 %".104"
  %".108" = xor i64 %".105", 2
  %".109" = icmp slt i64 %".108", 0
  %".110" = icmp ne i64 %".105", 0
  %".111" = and i1 %".110", %".109"
  %".112" = sub i64 %".107", 1
  %".113" = select  i1 %".111", i64 %".112", i64 %".107"
  %".114" = select  i1 %".100", i64 0, i64 %".113"
  %".115" = add i64 %".98", %".114"
  %".116" = load i64, i64* %"unit"
  %".117" = sub i64 0, %".116"
  %".118" = and i64 %".115", %".117"
  store i64 %".118", i64* %"stop"
  %".120" = load i64, i64* %"slice"
  %".121" = add i64 %".120", 1
  %".122" = load i64, i64* %"count"
  %".123" = icmp eq i64 %".121", %".122"
  br i1 %".123", label %"then", label %"else"
then:
  %".125" = load i64, i64* %"extent"
  store i64 %".125", i64* %"stop"
  br label %"end"
else:
  br label %"end"
end:
  %".129" = load i64, i64* %"function"
  %".130" = load i64, i64* %"addresses"
  %".131" = load i64, i64* %"numbers"
  %".132" = load i64, i64* %"start.1"
  %".133" = load i64, i64* %"stop"
  %".134" = load i64, i64* %"slice"
  %".135" = inttoptr i64 %".129" to ptr
  call void %".135"(i64 %".130", i64 %".131", i64 %".132", i64 %".133", i64 %".134")
  ret i64 0
}

define internal i64 @"rouse.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"place" = alloca i64
  %"most" = alloca i64
  %"bits" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"place"
  store i64 %".2", i64* %"most"
  store i64 %".3", i64* %"bits"
  %".8" = load i64, i64* %"place"
  %".9" = load i64, i64* %"most"
  %".10" = load i64, i64* %"bits"
  %".11" = call i64 @"syscall"(i64 202, i64 %".8", i64 138, i64 %".9", i64 0, i64 0, i64 %".10")
  ret i64 %".11"
}

define internal i64 @"work.int64.int64.1"(i64 %".1", i64 %".2") noimplicitfloat nounwind optsize
{
entry:
  %"state" = alloca i64
  %"own" = alloca i64
  %"k" = alloca i64
  %"threads" = alloca i64
  %"share" = alloca i64
  %"place" = alloca i64
  %"ticket" = alloca i64
  %"count" = alloca i64
  %"slice" = alloca i64
  %"stop" = alloca i64
  %"function" = alloca i64
  %"addresses" = alloca i64
  %"numbers" = alloca i64
  %"extent" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"state"
  store i64 %".2", i64* %"own"
  %".6" = load i64, i64* %"state"
  %".7" = add i64 %".6", 424
  %".8" = inttoptr i64 %".7" to ptr
  %".9" = load atomic i64, ptr %".8" seq_cst, align 8
  store i64 0, i64* %"k"
  store i64 %".9", i64* %"threads"
  br label %"while"
while:
  %".13" = load i64, i64* %"k"
  %".14" = load i64, i64* %"threads"
  %".15" = icmp slt i64 %".13", %".14"
  br i1 %".15", label %"while_body", label %"while_end"
while_body:
  %".17" = load i64, i64* %"own"
  %".18" = load i64, i64* %"k"
  %".19" = add i64 %".17", %".18"
  %".20" = load i64, i64* %"threads"
  %".21" = icmp eq i64 %".20", 0
  %".22" = icmp eq i64 %".20", -1
  %".23" = or i1 %".21", %".22"
  %".24" = select  i1 %".23", i64 1, i64 %".20"
  %".25" = sdiv i64 %".19", %".24"
  %".26" = srem i64 %".19", %".24"
  %".27" = sub i64 0, %".19"
  %".28" = select  i1 %".22", i64 %".27", i64 %".25"
  %".29" = xor i64 %".26", %".20"
  %".30" = icmp slt i64 %".29", 0
  %".31" = icmp ne i64 %".26", 0
  %".32" = and i1 %".31", %".30"
  %".33" = add i64 %".26", %".20"
  %".34" = select  i1 %".32", i64 %".33", i64 %".26"
  %".35" = select  i1 %".21", i64 0, i64 %".34"
  store i64 %".35", i64* %"share"
  %".37" = load i64, i64* %"state"
  %".38" = add i64 %".37", 1024
  %".39" = load i64, i64* %"share"
  %".40" = mul i64 64, %".39"
  %".41" = add i64 %".38", %".40"
  store i64 %".41", i64* %"place"
  %".43" = load i64, i64* %"place"
  %".44" = inttoptr i64 %".43" to ptr
  %".45" = load atomic i64, ptr %".44" seq_cst, align 8
  store i64 %".45", i64* %"ticket"
  %".47" = load i64, i64* %"state"
  %".48" = add i64 %".47", 416
  %".49" = inttoptr i64 %".48" to ptr
  %".50" = load atomic i64, ptr %".49" seq_cst, align 8
  %".51" = load i64, i64* %"state"
  %".52" = add i64 %".51", 424
  %".53" = inttoptr i64 %".52" to ptr
  %".54" = load atomic i64, ptr %".53" seq_cst, align 8
  store i64 %".50", i64* %"count"
  store i64 %".54", i64* %"threads"
  %".57" = load i64, i64* %"ticket"
  %".58" = and i64 %".57", 4294967295
  %".59" = load i64, i64* %"share"
  %".60" = add i64 %".59", 1
  %".61" = load i64, i64* %"count"
  %".62" = mul i64 %".60", %".61"
  %".63" = load i64, i64* %"threads"
  %".64" = icmp eq i64 %".63", 0
  %".65" = icmp eq i64 %".63", -1
  %".66" = or i1 %".64", %".65"
  %".67" = select  i1 %".66", i64 1, i64 %".63"
  %".68" = sdiv i64 %".62", %".67"
  %".69" = srem i64 %".62", %".67"
  %".70" = sub i64 0, %".62"
  %".71" = select  i1 %".65", i64 %".70", i64 %".68"
  %".72" = xor i64 %".69", %".63"
  %".73" = icmp slt i64 %".72", 0
  %".74" = icmp ne i64 %".69", 0
  %".75" = and i1 %".74", %".73"
  %".76" = sub i64 %".71", 1
  %".77" = select  i1 %".75", i64 %".76", i64 %".71"
  %".78" = select  i1 %".64", i64 0, i64 %".77"
  store i64 %".58", i64* %"slice"
  store i64 %".78", i64* %"stop"
  %".81" = load i64, i64* %"slice"
  %".82" = load i64, i64* %"stop"
  %".83" = icmp slt i64 %".81", %".82"
  br i1 %".83", label %"then", label %"else"
while_end:
  ret i64 0
then:
  %".85" = load i64, i64* %"state"
  %".86" = add i64 %".85", 384
  %".87" = inttoptr i64 %".86" to ptr
  %".88" = load atomic i64, ptr %".87" seq_cst, align 8
  %".89" = load i64, i64* %"state"
  %".90" = add i64 %".89", 392
  %".91" = inttoptr i64 %".90" to ptr
  %".92" = load atomic i64, ptr %".91" seq_cst, align 8
  store i64 %".88", i64* %"function"
  store i64 %".92", i64* %"addresses"
  %".95" = load i64, i64* %"state"
  %".96" = add i64 %".95", 400
  %".97" = inttoptr i64 %".96" to ptr
  %".98" = load atomic i64, ptr %".97" seq_cst, align 8
  %".99" = load i64, i64* %"state"
  %".100" = add i64 %".99", 408
  %".101" = inttoptr i64 %".100" to ptr
  %".102" = load atomic i64, ptr %".101" seq_cst, align 8
  store i64 %".98", i64* %"numbers"
  store i64 %".102", i64* %"extent"
  %".105" = load i64, i64* %"place"
  %".106" = load i64, i64* %"ticket"
  %".107" = load i64, i64* %"slice"
  %".108" = add i64 %".107", 1
  %".109" = load i64, i64* %"stop"
  %".110" = icmp slt i64 %".108", %".109"
  %".111" = load i64, i64* %"ticket"
  %".112" = add i64 %".111", 1
  %".113" = load i64, i64* %"ticket"
  %".114" = or i64 %".113", 4294967295
  %".115" = select  i1 %".110", i64 %".112", i64 %".114"
  %".116" = inttoptr i64 %".105" to ptr
  %".117" = cmpxchg ptr %".116", i64 %".106", i64 %".115" seq_cst seq_cst
  %".118" = extractvalue {i64, i1} %".117", 1
  br i1 %".118", label %"then.1", label %"else.1"
else:
  %".151" = load i64, i64* %"k"
  %".152" = add i64 %".151", 1
  store i64 %".152", i64* %"k"
  br label %"end"
end:
  br label %"while"
then.1:
  %".120" = load i64, i64* %"function"
  %".121" = load i64, i64* %"addresses"
  %".122" = load i64, i64* %"numbers"
  %".123" = load i64, i64* %"extent"
  %".124" = load i64, i64* %"count"
  %".125" = load i64, i64* %"slice"
  %".126" = call i64 @"part.int64.int64.int64.int64.int64.int64.1"(i64 %".120", i64 %".121", i64 %".122", i64 %".123", i64 %".124", i64 %".125")
  %".127" = load i64, i64* %"state"
  %".128" = add i64 %".127", 192
  %".129" = inttoptr i64 %".128" to ptr
  %".130" = atomicrmw add ptr %".129", i64 1 seq_cst
  %".131" = add i64 %".130", 1
  %".132" = load i64, i64* %"count"
  %".133" = icmp eq i64 %".131", %".132"
  br i1 %".133", label %"then.2", label %"else.2"
else.1:
  br label %"end.1"
end.1:
  br label %"end"
then.2:
  %".135" = load i64, i64* %"state"
  %".136" = add i64 %".135", 256
  %".137" = inttoptr i64 %".136" to ptr
  %".138" = load atomic i64, ptr %".137" seq_cst, align 8
  %".139" = icmp ne i64 %".138", 0
  br i1 %".139", label %"then.3", label %"else.3"
else.2:
  br label %"end.2"
end.2:
  br label %"end.1"
then.3:
  %".141" = load i64, i64* %"state"
  %".142" = add i64 %".141", 192
  %".143" = call i64 @"rouse.int64.int64.int64.1"(i64 %".142", i64 1, i64 4294967295)
  br label %"end.3"
else.3:
  br label %"end.3"
end.3:
  br label %"end.2"
}

define internal i1 @"watch.int64.int64.1"(i64 %".1", i64 %".2") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"state" = alloca i64
  %"wake" = alloca i64
  %"done" = alloca i64
  %"later" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"state"
  store i64 %".2", i64* %"wake"
  %".6" = load i64, i64* %"state"
  %".7" = add i64 %".6", 192
  %".8" = inttoptr i64 %".7" to ptr
  %".9" = load atomic i64, ptr %".8" seq_cst, align 8
  store i64 %".9", i64* %"done"
  br label %"while"
while:
  %".12" = load i64, i64* %"done"
  %".13" = load i64, i64* %"state"
  %".14" = add i64 %".13", 416
  %".15" = inttoptr i64 %".14" to ptr
  %".16" = load atomic i64, ptr %".15" seq_cst, align 8
  %".17" = icmp ne i64 %".12", %".16"
  br i1 %".17", label %"more", label %"decided"
while_body:
  %".28" = load i64, i64* %"state"
  %".29" = add i64 %".28", 192
  %".30" = load i64, i64* %"done"
  %".31" = call i64 @"look.int64.int64.int64.1"(i64 %".29", i64 %".30", i64 200000)
  store i64 %".31", i64* %"later"
  %".33" = load i64, i64* %"later"
  %".34" = load i64, i64* %"done"
  %".35" = icmp eq i64 %".33", %".34"
  br i1 %".35", label %"then", label %"else"
while_end:
  ret i1 1
more:
  %".19" = load i64, i64* %"state"
  %".20" = add i64 %".19", 64
  %".21" = inttoptr i64 %".20" to ptr
  %".22" = load atomic i64, ptr %".21" seq_cst, align 8
  %".23" = load i64, i64* %"wake"
  %".24" = icmp eq i64 %".22", %".23"
  br label %"decided"
decided:
  %".26" = phi  i1 [0, %"while"], [%".24", %"more"]
  br i1 %".26", label %"while_body", label %"while_end"
then:
  ret i1 0
else:
  br label %"end"
end:
  %".39" = load i64, i64* %"later"
  store i64 %".39", i64* %"done"
  br label %"while"
}

define internal i64 @"worker.int64.1"(i64 %".1") noimplicitfloat nounwind optsize
{
entry:
  %"state" = alloca i64
  %".4" = alloca i64, i64 1
  %"settings" = alloca i64
  %"own" = alloca i64
  %"seen" = alloca i64
  %"useful" = alloca i1
  %"found" = alloca i64
  %"cpu" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"state"
  %".5" = ptrtoint i64* %".4" to i64
  store i64 %".5", i64* %"settings"
  %".7" = load i64, i64* %"settings"
  %".8" = inttoptr i64 %".7" to ptr
  %".9" = getelementptr inbounds i64, ptr %".8", i64 0
  store i64 8064, ptr %".9"
  %".11" = load i64, i64* %"settings"
  %".12" = inttoptr i64 %".11" to ptr
  call void @"llvm.x86.sse.ldmxcsr"(ptr %".12")
  %".14" = load i64, i64* %"state"
  %".15" = add i64 %".14", 512
  %".16" = inttoptr i64 %".15" to ptr
  %".17" = atomicrmw add ptr %".16", i64 1 seq_cst
  %".18" = add i64 %".17", 1
  store i64 %".18", i64* %"own"
  store i64 0, i64* %"seen"
  store i1 0, i1* %"useful"
  br label %"while"
while:
  br i1 1, label %"while_body", label %"while_end"
while_body:
  %".24" = load i1, i1* %"useful"
  br i1 %".24", label %"then", label %"else"
while_end:
  ret i64 0
then:
  %".26" = load i64, i64* %"state"
  %".27" = add i64 %".26", 64
  %".28" = load i64, i64* %"seen"
  %".29" = call i64 @"look.int64.int64.int64.1"(i64 %".27", i64 %".28", i64 100000)
  br label %"chosen"
else:
  %".30" = load i64, i64* %"state"
  %".31" = add i64 %".30", 64
  %".32" = inttoptr i64 %".31" to ptr
  %".33" = load atomic i64, ptr %".32" seq_cst, align 8
  br label %"chosen"
chosen:
  %".36" = phi  i64 [%".29", %"then"], [%".33", %"else"]
  store i64 %".36", i64* %"found"
  store i1 0, i1* %"useful"
  %".39" = load i64, i64* %"found"
  %".40" = load i64, i64* %"seen"
  %".41" = icmp eq i64 %".39", %".40"
  br i1 %".41", label %"then.1", label %"else.1"
then.1:
  %".43" = load i64, i64* %"state"
  %".44" = add i64 %".43", 128
  %".45" = inttoptr i64 %".44" to ptr
  %".46" = atomicrmw add ptr %".45", i64 1 seq_cst
  %".47" = load i64, i64* %"state"
  %".48" = add i64 %".47", 64
  %".49" = load i64, i64* %"seen"
  %".50" = load i64, i64* %"own"
  %".51" = and i64 %".50", 31
  %".52" = shl i64 1, %".51"
  %".53" = call i64 @"sleep.int64.int64.int64.1"(i64 %".48", i64 %".49", i64 %".52")
  %".54" = load i64, i64* %"state"
  %".55" = add i64 %".54", 128
  %".56" = inttoptr i64 %".55" to ptr
  %".57" = atomicrmw add ptr %".56", i64 -1 seq_cst
  br label %"end"
else.1:
  %".59" = load i64, i64* %"found"
  store i64 %".59", i64* %"seen"
  %".61" = load i64, i64* %"own"
  %".62" = load i64, i64* %"state"
  %".63" = add i64 %".62", 424
  %".64" = inttoptr i64 %".63" to ptr
  %".65" = load atomic i64, ptr %".64" seq_cst, align 8
  %".66" = icmp slt i64 %".61", %".65"
  br i1 %".66", label %"then.2", label %"else.2"
end:
  br label %"while"
then.2:
  %".68" = call i32 @"sched_getcpu"()
  %".69" = sext i32 %".68" to i64
  store i64 %".69", i64* %"cpu"
  %".71" = load i64, i64* %"cpu"
  %".72" = load i64, i64* %"state"
  %".73" = add i64 %".72", 432
  %".74" = inttoptr i64 %".73" to ptr
  %".75" = load atomic i64, ptr %".74" seq_cst, align 8
  %".76" = icmp eq i64 %".71", %".75"
  br i1 %".76", label %"then.3", label %"else.3"
else.2:
  br label %"end.1"
end.1:
  br label %"end"
then.3:
  %".78" = load i64, i64* %"cpu"
  %".79" = call i64 @"leave.int64.1"(i64 %".78")
  br label %"end.2"
else.3:
  br label %"end.2"
end.2:
  %".82" = load i64, i64* %"state"
  %".83" = load i64, i64* %"own"
  %".84" = call i64 @"work.int64.int64.1"(i64 %".82", i64 %".83")
  %".85" = call i32 @"sched_getcpu"()
  %".86" = sext i32 %".85" to i64
  %".87" = load i64, i64* %"state"
  %".88" = add i64 %".87", 432
  %".89" = inttoptr i64 %".88" to ptr
  %".90" = load atomic i64, ptr %".89" seq_cst, align 8
  %".91" = icmp ne i64 %".86", %".90"
  br i1 %".91", label %"more", label %"decided"
more:
  %".93" = load i64, i64* %"state"
  %".94" = load i64, i64* %"found"
  %".95" = call i1 @"watch.int64.int64.1"(i64 %".93", i64 %".94")
  br label %"decided"
decided:
  %".97" = phi  i1 [0, %"end.2"], [%".95", %"more"]
  store i1 %".97", i1* %"useful"
  br label %"end.1"
}

declare i32 @"pthread_create"(i64 %".1", i64 %".2", i64 %".3", i64 %".4")

declare i32 @"pthread_detach"(i64 %".1")

define internal i64 @"start.int64.int64.1"(i64 %".1", i64 %".2") noimplicitfloat noinline nounwind optnone
{
entry:
  %"state" = alloca i64
  %"threads" = alloca i64
  %".18" = alloca i64, i64 16
  %".20" = alloca i64, i64 16
  %".22" = alloca i64, i64 1
  %"signals" = alloca i64
  %"old" = alloca i64
  %"thread" = alloca i64
  %"k" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"state"
  store i64 %".2", i64* %"threads"
  %".6" = load i64, i64* %"threads"
  %".7" = icmp slt i64 255, %".6"
  %".8" = select  i1 %".7", i64 255, i64 %".6"
  store i64 %".8", i64* %"threads"
  %".10" = load i64, i64* %"state"
  %".11" = add i64 %".10", 448
  %".12" = inttoptr i64 %".11" to ptr
  %".13" = getelementptr inbounds i64, ptr %".12", i64 0
  %".14" = load i64, ptr %".13"
  %".15" = load i64, i64* %"threads"
  %".16" = icmp slt i64 %".14", %".15"
  br i1 %".16", label %"then", label %"else"
then:
  %".19" = ptrtoint i64* %".18" to i64
  %".21" = ptrtoint i64* %".20" to i64
  %".23" = ptrtoint i64* %".22" to i64
  store i64 %".19", i64* %"signals"
  store i64 %".21", i64* %"old"
  store i64 %".23", i64* %"thread"
  br label %"loop"
else:
  br label %"end"
end:
  ret i64 0
loop:
  %".28" = phi  i64 [0, %"then"], [%".37", %"body"]
  %".29" = icmp slt i64 %".28", 16
  br i1 %".29", label %"body", label %"done"
body:
  store i64 %".28", i64* %"k"
  %".32" = load i64, i64* %"signals"
  %".33" = load i64, i64* %"k"
  %".34" = inttoptr i64 %".32" to ptr
  %".35" = getelementptr inbounds i64, ptr %".34", i64 %".33"
  store i64 -1, ptr %".35"
  %".37" = add nsw i64 %".28", 1
  br label %"loop"
done:
  %".39" = load i64, i64* %"signals"
  %".40" = load i64, i64* %"old"
  %".41" = call i32 @"pthread_sigmask"(i64 2, i64 %".39", i64 %".40")
  %".42" = sext i32 %".41" to i64
  br label %"while"
while:
  %".44" = load i64, i64* %"state"
  %".45" = add i64 %".44", 448
  %".46" = inttoptr i64 %".45" to ptr
  %".47" = getelementptr inbounds i64, ptr %".46", i64 0
  %".48" = load i64, ptr %".47"
  %".49" = load i64, i64* %"threads"
  %".50" = icmp slt i64 %".48", %".49"
  br i1 %".50", label %"more", label %"decided"
while_body:
  %".61" = load i64, i64* %"thread"
  %".62" = inttoptr i64 %".61" to ptr
  %".63" = getelementptr inbounds i64, ptr %".62", i64 0
  %".64" = load i64, ptr %".63"
  %".65" = call i32 @"pthread_detach"(i64 %".64")
  %".66" = sext i32 %".65" to i64
  %".67" = load i64, i64* %"state"
  %".68" = add i64 %".67", 448
  %".69" = load i64, i64* %"state"
  %".70" = add i64 %".69", 448
  %".71" = inttoptr i64 %".70" to ptr
  %".72" = getelementptr inbounds i64, ptr %".71", i64 0
  %".73" = load i64, ptr %".72"
  %".74" = add i64 %".73", 1
  %".75" = inttoptr i64 %".68" to ptr
  %".76" = getelementptr inbounds i64, ptr %".75", i64 0
  store i64 %".74", ptr %".76"
  br label %"while"
while_end:
  %".79" = load i64, i64* %"old"
  %".80" = call i32 @"pthread_sigmask"(i64 2, i64 %".79", i64 0)
  %".81" = sext i32 %".80" to i64
  br label %"end"
more:
  %".52" = load i64, i64* %"thread"
  %".53" = ptrtoint i64 (i64)* @"worker.int64.1" to i64
  %".54" = load i64, i64* %"state"
  %".55" = call i32 @"pthread_create"(i64 %".52", i64 0, i64 %".53", i64 %".54")
  %".56" = sext i32 %".55" to i64
  %".57" = icmp eq i64 %".56", 0
  br label %"decided"
decided:
  %".59" = phi  i1 [0, %"while"], [%".57", %"more"]
  br i1 %".59", label %"while_body", label %"while_end"
}

define internal i64 @"together.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"state" = alloca i64
  %"function" = alloca i64
  %"addresses" = alloca i64
  %"numbers" = alloca i64
  %"extent" = alloca i64
  %"count" = alloca i64
  %"given" = alloca i64
  %"threads" = alloca i64
  %"job" = alloca i64
  %"share" = alloca i64
  %"slice" = alloca i64
  %"done.2" = alloca i64
  %"later" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"state"
  store i64 %".2", i64* %"function"
  store i64 %".3", i64* %"addresses"
  store i64 %".4", i64* %"numbers"
  store i64 %".5", i64* %"extent"
  store i64 %".6", i64* %"count"
  store i64 %".7", i64* %"given"
  %".16" = load i64, i64* %"given"
  %".17" = icmp slt i64 %".16", 4294967296
  br i1 %".17", label %"decided", label %"more"
more:
  %".19" = load i64, i64* %"state"
  %".20" = call i1 @"is_near.int64.1"(i64 %".19")
  br label %"decided"
decided:
  %".22" = phi  i1 [1, %"start"], [%".20", %"more"]
  br i1 %".22", label %"more.1", label %"decided.1"
more.1:
  %".24" = load i64, i64* %"state"
  %".25" = add i64 %".24", 320
  %".26" = inttoptr i64 %".25" to ptr
  %".27" = cmpxchg ptr %".26", i64 0, i64 1 seq_cst seq_cst
  %".28" = extractvalue {i64, i1} %".27", 1
  br label %"decided.1"
decided.1:
  %".30" = phi  i1 [0, %"decided"], [%".28", %"more.1"]
  br i1 %".30", label %"then", label %"else"
then:
  %".32" = load i64, i64* %"given"
  %".33" = and i64 %".32", 4294967295
  %".34" = add i64 255, 1
  %".35" = icmp slt i64 %".34", %".33"
  %".36" = select  i1 %".35", i64 %".34", i64 %".33"
  store i64 %".36", i64* %"threads"
  %".38" = load i64, i64* %"state"
  %".39" = load i64, i64* %"threads"
  %".40" = sub i64 %".39", 1
  %".41" = call i64 @"start.int64.int64.1"(i64 %".38", i64 %".40")
  %".42" = load i64, i64* %"state"
  %".43" = add i64 %".42", 0
  %".44" = inttoptr i64 %".43" to ptr
  %".45" = load atomic i64, ptr %".44" seq_cst, align 8
  store i64 %".45", i64* %"job"
  %".47" = load i64, i64* %"job"
  %".48" = icmp eq i64 %".47", 0
  br i1 %".48", label %"then.1", label %"else.1"
else:
  %".271" = load i64, i64* %"count"
  br label %"loop.2"
end:
  ret i64 0
then.1:
  br label %"loop"
else.1:
  br label %"end.1"
end.1:
  %".66" = load i64, i64* %"job"
  %".67" = add i64 4294967295, 1
  %".68" = add i64 %".66", %".67"
  store i64 %".68", i64* %"job"
  %".70" = load i64, i64* %"state"
  %".71" = add i64 %".70", 0
  %".72" = load i64, i64* %"job"
  %".73" = inttoptr i64 %".71" to ptr
  store atomic i64 %".72", ptr %".73" release, align 8
  %".75" = load i64, i64* %"state"
  %".76" = add i64 %".75", 432
  %".77" = call i32 @"sched_getcpu"()
  %".78" = sext i32 %".77" to i64
  %".79" = inttoptr i64 %".76" to ptr
  store atomic i64 %".78", ptr %".79" release, align 8
  %".81" = load i64, i64* %"state"
  %".82" = add i64 %".81", 384
  %".83" = load i64, i64* %"function"
  %".84" = inttoptr i64 %".82" to ptr
  store atomic i64 %".83", ptr %".84" release, align 8
  %".86" = load i64, i64* %"state"
  %".87" = add i64 %".86", 392
  %".88" = load i64, i64* %"addresses"
  %".89" = inttoptr i64 %".87" to ptr
  store atomic i64 %".88", ptr %".89" release, align 8
  %".91" = load i64, i64* %"state"
  %".92" = add i64 %".91", 400
  %".93" = load i64, i64* %"numbers"
  %".94" = inttoptr i64 %".92" to ptr
  store atomic i64 %".93", ptr %".94" release, align 8
  %".96" = load i64, i64* %"state"
  %".97" = add i64 %".96", 408
  %".98" = load i64, i64* %"extent"
  %".99" = inttoptr i64 %".97" to ptr
  store atomic i64 %".98", ptr %".99" release, align 8
  %".101" = load i64, i64* %"state"
  %".102" = add i64 %".101", 416
  %".103" = load i64, i64* %"count"
  %".104" = inttoptr i64 %".102" to ptr
  store atomic i64 %".103", ptr %".104" release, align 8
  %".106" = load i64, i64* %"state"
  %".107" = add i64 %".106", 424
  %".108" = load i64, i64* %"threads"
  %".109" = inttoptr i64 %".107" to ptr
  store atomic i64 %".108", ptr %".109" release, align 8
  %".111" = load i64, i64* %"state"
  %".112" = add i64 %".111", 192
  %".113" = inttoptr i64 %".112" to ptr
  store atomic i64 0, ptr %".113" release, align 8
  %".115" = load i64, i64* %"threads"
  br label %"loop.1"
loop:
  %".51" = phi  i64 [0, %"then.1"], [%".62", %"body"]
  %".52" = icmp slt i64 %".51", 256
  br i1 %".52", label %"body", label %"done"
body:
  store i64 %".51", i64* %"share"
  %".55" = load i64, i64* %"state"
  %".56" = add i64 %".55", 1024
  %".57" = load i64, i64* %"share"
  %".58" = mul i64 64, %".57"
  %".59" = add i64 %".56", %".58"
  %".60" = inttoptr i64 %".59" to ptr
  store atomic i64 4294967295, ptr %".60" release, align 8
  %".62" = add nsw i64 %".51", 1
  br label %"loop"
done:
  br label %"end.1"
loop.1:
  %".117" = phi  i64 [0, %"end.1"], [%".176", %"end.2"]
  %".118" = icmp slt i64 %".117", %".115"
  br i1 %".118", label %"body.1", label %"done.1"
body.1:
  store i64 %".117", i64* %"share"
  %".121" = load i64, i64* %"share"
  %".122" = load i64, i64* %"count"
  %".123" = mul i64 %".121", %".122"
  %".124" = load i64, i64* %"threads"
  %".125" = icmp eq i64 %".124", 0
  %".126" = icmp eq i64 %".124", -1
  %".127" = or i1 %".125", %".126"
  %".128" = select  i1 %".127", i64 1, i64 %".124"
  %".129" = sdiv i64 %".123", %".128"
  %".130" = srem i64 %".123", %".128"
  %".131" = sub i64 0, %".123"
  %".132" = select  i1 %".126", i64 %".131", i64 %".129"
  %".133" = xor i64 %".130", %".124"
  %".134" = icmp slt i64 %".133", 0
  %".135" = icmp ne i64 %".130", 0
  %".136" = and i1 %".135", %".134"
  %".137" = sub i64 %".132", 1
  %".138" = select  i1 %".136", i64 %".137", i64 %".132"
  %".139" = select  i1 %".125", i64 0, i64 %".138"
  store i64 %".139", i64* %"slice"
  %".141" = load i64, i64* %"slice"
  %".142" = load i64, i64* %"share"
  %".143" = add i64 %".142", 1
  %".144" = load i64, i64* %"count"
  %".145" = mul i64 %".143", %".144"
  %".146" = load i64, i64* %"threads"
  %".147" = icmp eq i64 %".146", 0
  %".148" = icmp eq i64 %".146", -1
  %".149" = or i1 %".147", %".148"
  %".150" = select  i1 %".149", i64 1, i64 %".146"
  %".151" = sdiv i64 %".145", %".150"
  %".152" = srem i64 %".145", %".150"
  %".153" = sub i64 0, %".145"
  %".154" = select  i1 %".148", i64 %".153", i64 %".151"
  %".155" = xor i64 %".152", %".146"
  %".156" = icmp slt i64 %".155", 0
  %".157" = icmp ne i64 %".152", 0
  %".158" = and i1 %".157", %".156"
  %".159" = sub i64 %".154", 1
  %".160" = select  i1 %".158", i64 %".159", i64 %".154"
  %".161" = select  i1 %".147", i64 0, i64 %".160"
  %".162" = icmp slt i64 %".141", %".161"
  br i1 %".162", label %"then.2", label %"else.2"
done.1:
  %".178" = load i64, i64* %"state"
  %".179" = add i64 %".178", 64
  %".180" = inttoptr i64 %".179" to ptr
  %".181" = atomicrmw add ptr %".180", i64 1 seq_cst
  %".182" = load i64, i64* %"state"
  %".183" = add i64 %".182", 128
  %".184" = inttoptr i64 %".183" to ptr
  %".185" = load atomic i64, ptr %".184" seq_cst, align 8
  %".186" = icmp sgt i64 %".185", 0
  br i1 %".186", label %"then.3", label %"else.3"
then.2:
  %".164" = load i64, i64* %"state"
  %".165" = add i64 %".164", 1024
  %".166" = load i64, i64* %"share"
  %".167" = mul i64 64, %".166"
  %".168" = add i64 %".165", %".167"
  %".169" = load i64, i64* %"job"
  %".170" = load i64, i64* %"slice"
  %".171" = add i64 %".169", %".170"
  %".172" = inttoptr i64 %".168" to ptr
  %".173" = atomicrmw xchg ptr %".172", i64 %".171" seq_cst
  br label %"end.2"
else.2:
  br label %"end.2"
end.2:
  %".176" = add nsw i64 %".117", 1
  br label %"loop.1"
then.3:
  %".188" = load i64, i64* %"state"
  %".189" = add i64 %".188", 64
  %".190" = load i64, i64* %"threads"
  %".191" = icmp slt i64 %".190", 32
  br i1 %".191", label %"then.4", label %"else.4"
else.3:
  br label %"end.3"
end.3:
  %".202" = load i64, i64* %"state"
  %".203" = call i64 @"work.int64.int64.1"(i64 %".202", i64 0)
  %".204" = load i64, i64* %"state"
  %".205" = add i64 %".204", 192
  %".206" = inttoptr i64 %".205" to ptr
  %".207" = load atomic i64, ptr %".206" seq_cst, align 8
  store i64 -1, i64* %"done.2"
  store i64 %".207", i64* %"later"
  br label %"while"
then.4:
  %".193" = load i64, i64* %"threads"
  %".194" = shl i64 1, %".193"
  %".195" = sub i64 %".194", 2
  br label %"chosen"
else.4:
  br label %"chosen"
chosen:
  %".198" = phi  i64 [%".195", %"then.4"], [4294967295, %"else.4"]
  %".199" = call i64 @"rouse.int64.int64.int64.1"(i64 %".189", i64 255, i64 %".198")
  br label %"end.3"
while:
  %".211" = load i64, i64* %"later"
  %".212" = load i64, i64* %"count"
  %".213" = icmp ne i64 %".211", %".212"
  %".214" = load i64, i64* %"later"
  %".215" = load i64, i64* %"done.2"
  %".216" = icmp ne i64 %".214", %".215"
  %".217" = and i1 %".213", %".216"
  br i1 %".217", label %"while_body", label %"while_end"
while_body:
  %".219" = load i64, i64* %"later"
  store i64 %".219", i64* %"done.2"
  %".221" = load i64, i64* %"state"
  %".222" = add i64 %".221", 192
  %".223" = load i64, i64* %"done.2"
  %".224" = call i64 @"look.int64.int64.int64.1"(i64 %".222", i64 %".223", i64 200000)
  store i64 %".224", i64* %"later"
  br label %"while"
while_end:
  %".227" = load i64, i64* %"later"
  %".228" = load i64, i64* %"count"
  %".229" = icmp ne i64 %".227", %".228"
  br i1 %".229", label %"then.5", label %"else.5"
then.5:
  %".231" = load i64, i64* %"state"
  %".232" = add i64 %".231", 256
  %".233" = inttoptr i64 %".232" to ptr
  %".234" = atomicrmw xchg ptr %".233", i64 1 seq_cst
  %".235" = load i64, i64* %"state"
  %".236" = add i64 %".235", 192
  %".237" = inttoptr i64 %".236" to ptr
  %".238" = load atomic i64, ptr %".237" seq_cst, align 8
  store i64 %".238", i64* %"later"
  br label %"while.1"
else.5:
  br label %"end.4"
end.4:
  %".261" = load i64, i64* %"state"
  %".262" = add i64 %".261", 576
  %".263" = call i64 @"now.1"()
  %".264" = inttoptr i64 %".262" to ptr
  store atomic i64 %".263", ptr %".264" release, align 8
  %".266" = load i64, i64* %"state"
  %".267" = add i64 %".266", 320
  %".268" = inttoptr i64 %".267" to ptr
  store atomic i64 0, ptr %".268" release, align 8
  br label %"end"
while.1:
  %".241" = load i64, i64* %"later"
  %".242" = load i64, i64* %"count"
  %".243" = icmp ne i64 %".241", %".242"
  br i1 %".243", label %"while_body.1", label %"while_end.1"
while_body.1:
  %".245" = load i64, i64* %"state"
  %".246" = add i64 %".245", 192
  %".247" = load i64, i64* %"later"
  %".248" = call i64 @"sleep.int64.int64.int64.1"(i64 %".246", i64 %".247", i64 4294967295)
  %".249" = load i64, i64* %"state"
  %".250" = add i64 %".249", 192
  %".251" = inttoptr i64 %".250" to ptr
  %".252" = load atomic i64, ptr %".251" seq_cst, align 8
  store i64 %".252", i64* %"later"
  br label %"while.1"
while_end.1:
  %".255" = load i64, i64* %"state"
  %".256" = add i64 %".255", 256
  %".257" = inttoptr i64 %".256" to ptr
  %".258" = atomicrmw xchg ptr %".257", i64 0 seq_cst
  br label %"end.4"
loop.2:
  %".273" = phi  i64 [0, %"else"], [%".284", %"body.2"]
  %".274" = icmp slt i64 %".273", %".271"
  br i1 %".274", label %"body.2", label %"done.3"
body.2:
  store i64 %".273", i64* %"slice"
  %".277" = load i64, i64* %"function"
  %".278" = load i64, i64* %"addresses"
  %".279" = load i64, i64* %"numbers"
  %".280" = load i64, i64* %"extent"
  %".281" = load i64, i64* %"count"
  %".282" = load i64, i64* %"slice"
  %".283" = call i64 @"part.int64.int64.int64.int64.int64.int64.1"(i64 %".277", i64 %".278", i64 %".279", i64 %".280", i64 %".281", i64 %".282")
  %".284" = add nsw i64 %".273", 1
  br label %"loop.2"
done.3:
  br label %"end"
}

define i64 @"together"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7") nounwind
{
entry:
  %".9" = call i64 @"together.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7")
  ret i64 %".9"
}

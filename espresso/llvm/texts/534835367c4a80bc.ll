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

define internal i64 @"sleep.int64.int64.1"(i64 %".1", i64 %".2") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"place" = alloca i64
  %"seen" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"place"
  store i64 %".2", i64* %"seen"
  %".6" = load i64, i64* %"place"
  %".7" = load i64, i64* %"seen"
  %".8" = call i64 @"syscall"(i64 202, i64 %".6", i64 128, i64 %".7", i64 0, i64 0, i64 0)
  ret i64 %".8"
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

define internal i64 @"rouse.int64.int64.1"(i64 %".1", i64 %".2") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"place" = alloca i64
  %"most" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"place"
  store i64 %".2", i64* %"most"
  %".6" = load i64, i64* %"place"
  %".7" = load i64, i64* %"most"
  %".8" = call i64 @"syscall"(i64 202, i64 %".6", i64 129, i64 %".7", i64 0, i64 0, i64 0)
  ret i64 %".8"
}

define internal i64 @"work.int64.1"(i64 %".1") noimplicitfloat nounwind optsize
{
entry:
  %"state" = alloca i64
  %"ticket" = alloca i64
  %"count" = alloca i64
  %"slice" = alloca i64
  %"function" = alloca i64
  %"addresses" = alloca i64
  %"numbers" = alloca i64
  %"extent" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"state"
  %".4" = load i64, i64* %"state"
  %".5" = add i64 %".4", 0
  %".6" = inttoptr i64 %".5" to ptr
  %".7" = load atomic i64, ptr %".6" seq_cst, align 8
  %".8" = load i64, i64* %"state"
  %".9" = add i64 %".8", 416
  %".10" = inttoptr i64 %".9" to ptr
  %".11" = load atomic i64, ptr %".10" seq_cst, align 8
  store i64 %".7", i64* %"ticket"
  store i64 %".11", i64* %"count"
  %".14" = load i64, i64* %"ticket"
  %".15" = and i64 %".14", 4294967295
  store i64 %".15", i64* %"slice"
  br label %"while"
while:
  %".18" = load i64, i64* %"slice"
  %".19" = load i64, i64* %"count"
  %".20" = icmp slt i64 %".18", %".19"
  br i1 %".20", label %"while_body", label %"while_end"
while_body:
  %".22" = load i64, i64* %"state"
  %".23" = add i64 %".22", 384
  %".24" = inttoptr i64 %".23" to ptr
  %".25" = load atomic i64, ptr %".24" seq_cst, align 8
  %".26" = load i64, i64* %"state"
  %".27" = add i64 %".26", 392
  %".28" = inttoptr i64 %".27" to ptr
  %".29" = load atomic i64, ptr %".28" seq_cst, align 8
  store i64 %".25", i64* %"function"
  store i64 %".29", i64* %"addresses"
  %".32" = load i64, i64* %"state"
  %".33" = add i64 %".32", 400
  %".34" = inttoptr i64 %".33" to ptr
  %".35" = load atomic i64, ptr %".34" seq_cst, align 8
  %".36" = load i64, i64* %"state"
  %".37" = add i64 %".36", 408
  %".38" = inttoptr i64 %".37" to ptr
  %".39" = load atomic i64, ptr %".38" seq_cst, align 8
  store i64 %".35", i64* %"numbers"
  store i64 %".39", i64* %"extent"
  %".42" = load i64, i64* %"state"
  %".43" = add i64 %".42", 0
  %".44" = load i64, i64* %"ticket"
  %".45" = load i64, i64* %"ticket"
  %".46" = add i64 %".45", 1
  %".47" = inttoptr i64 %".43" to ptr
  %".48" = cmpxchg ptr %".47", i64 %".44", i64 %".46" seq_cst seq_cst
  %".49" = extractvalue {i64, i1} %".48", 1
  br i1 %".49", label %"then", label %"else"
while_end:
  ret i64 0
then:
  %".51" = load i64, i64* %"function"
  %".52" = load i64, i64* %"addresses"
  %".53" = load i64, i64* %"numbers"
  %".54" = load i64, i64* %"extent"
  %".55" = load i64, i64* %"count"
  %".56" = load i64, i64* %"slice"
  %".57" = call i64 @"part.int64.int64.int64.int64.int64.int64.1"(i64 %".51", i64 %".52", i64 %".53", i64 %".54", i64 %".55", i64 %".56")
  %".58" = load i64, i64* %"state"
  %".59" = add i64 %".58", 192
  %".60" = inttoptr i64 %".59" to ptr
  %".61" = atomicrmw add ptr %".60", i64 1 seq_cst
  %".62" = add i64 %".61", 1
  %".63" = load i64, i64* %"count"
  %".64" = icmp eq i64 %".62", %".63"
  br i1 %".64", label %"then.1", label %"else.1"
else:
  br label %"end"
end:
  %".81" = load i64, i64* %"state"
  %".82" = add i64 %".81", 0
  %".83" = inttoptr i64 %".82" to ptr
  %".84" = load atomic i64, ptr %".83" seq_cst, align 8
  %".85" = load i64, i64* %"state"
  %".86" = add i64 %".85", 416
  %".87" = inttoptr i64 %".86" to ptr
  %".88" = load atomic i64, ptr %".87" seq_cst, align 8
  store i64 %".84", i64* %"ticket"
  store i64 %".88", i64* %"count"
  %".91" = load i64, i64* %"ticket"
  %".92" = and i64 %".91", 4294967295
  store i64 %".92", i64* %"slice"
  br label %"while"
then.1:
  %".66" = load i64, i64* %"state"
  %".67" = add i64 %".66", 256
  %".68" = inttoptr i64 %".67" to ptr
  %".69" = load atomic i64, ptr %".68" seq_cst, align 8
  %".70" = icmp ne i64 %".69", 0
  br i1 %".70", label %"then.2", label %"else.2"
else.1:
  br label %"end.1"
end.1:
  br label %"end"
then.2:
  %".72" = load i64, i64* %"state"
  %".73" = add i64 %".72", 192
  %".74" = call i64 @"rouse.int64.int64.1"(i64 %".73", i64 1)
  br label %"end.2"
else.2:
  br label %"end.2"
end.2:
  br label %"end.1"
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
  %".50" = call i64 @"sleep.int64.int64.1"(i64 %".48", i64 %".49")
  %".51" = load i64, i64* %"state"
  %".52" = add i64 %".51", 128
  %".53" = inttoptr i64 %".52" to ptr
  %".54" = atomicrmw add ptr %".53", i64 -1 seq_cst
  br label %"end"
else.1:
  %".56" = load i64, i64* %"found"
  store i64 %".56", i64* %"seen"
  %".58" = load i64, i64* %"own"
  %".59" = load i64, i64* %"state"
  %".60" = add i64 %".59", 424
  %".61" = inttoptr i64 %".60" to ptr
  %".62" = load atomic i64, ptr %".61" seq_cst, align 8
  %".63" = icmp slt i64 %".58", %".62"
  br i1 %".63", label %"then.2", label %"else.2"
end:
  br label %"while"
then.2:
  %".65" = call i32 @"sched_getcpu"()
  %".66" = sext i32 %".65" to i64
  store i64 %".66", i64* %"cpu"
  %".68" = load i64, i64* %"cpu"
  %".69" = load i64, i64* %"state"
  %".70" = add i64 %".69", 432
  %".71" = inttoptr i64 %".70" to ptr
  %".72" = load atomic i64, ptr %".71" seq_cst, align 8
  %".73" = icmp eq i64 %".68", %".72"
  br i1 %".73", label %"then.3", label %"else.3"
else.2:
  br label %"end.1"
end.1:
  br label %"end"
then.3:
  %".75" = load i64, i64* %"cpu"
  %".76" = call i64 @"leave.int64.1"(i64 %".75")
  br label %"end.2"
else.3:
  br label %"end.2"
end.2:
  %".79" = load i64, i64* %"state"
  %".80" = call i64 @"work.int64.1"(i64 %".79")
  %".81" = call i32 @"sched_getcpu"()
  %".82" = sext i32 %".81" to i64
  %".83" = load i64, i64* %"state"
  %".84" = add i64 %".83", 432
  %".85" = inttoptr i64 %".84" to ptr
  %".86" = load atomic i64, ptr %".85" seq_cst, align 8
  %".87" = icmp ne i64 %".82", %".86"
  br i1 %".87", label %"more", label %"decided"
more:
  %".89" = load i64, i64* %"state"
  %".90" = load i64, i64* %"found"
  %".91" = call i1 @"watch.int64.int64.1"(i64 %".89", i64 %".90")
  br label %"decided"
decided:
  %".93" = phi  i1 [0, %"end.2"], [%".91", %"more"]
  store i1 %".93", i1* %"useful"
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
  %"closed" = alloca i64
  %"done" = alloca i64
  %"later" = alloca i64
  %"slice" = alloca i64
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
  store i64 %".33", i64* %"threads"
  %".35" = load i64, i64* %"state"
  %".36" = load i64, i64* %"threads"
  %".37" = sub i64 %".36", 1
  %".38" = call i64 @"start.int64.int64.1"(i64 %".35", i64 %".37")
  %".39" = load i64, i64* %"state"
  %".40" = add i64 %".39", 0
  %".41" = inttoptr i64 %".40" to ptr
  %".42" = load atomic i64, ptr %".41" seq_cst, align 8
  %".43" = or i64 %".42", 4294967295
  %".44" = add i64 %".43", 1
  %".45" = or i64 %".44", 4294967295
  store i64 %".45", i64* %"closed"
  %".47" = load i64, i64* %"state"
  %".48" = add i64 %".47", 0
  %".49" = load i64, i64* %"closed"
  %".50" = inttoptr i64 %".48" to ptr
  %".51" = atomicrmw xchg ptr %".50", i64 %".49" seq_cst
  %".52" = load i64, i64* %"state"
  %".53" = add i64 %".52", 432
  %".54" = call i32 @"sched_getcpu"()
  %".55" = sext i32 %".54" to i64
  %".56" = inttoptr i64 %".53" to ptr
  store atomic i64 %".55", ptr %".56" release, align 8
  %".58" = load i64, i64* %"state"
  %".59" = add i64 %".58", 384
  %".60" = load i64, i64* %"function"
  %".61" = inttoptr i64 %".59" to ptr
  store atomic i64 %".60", ptr %".61" release, align 8
  %".63" = load i64, i64* %"state"
  %".64" = add i64 %".63", 392
  %".65" = load i64, i64* %"addresses"
  %".66" = inttoptr i64 %".64" to ptr
  store atomic i64 %".65", ptr %".66" release, align 8
  %".68" = load i64, i64* %"state"
  %".69" = add i64 %".68", 400
  %".70" = load i64, i64* %"numbers"
  %".71" = inttoptr i64 %".69" to ptr
  store atomic i64 %".70", ptr %".71" release, align 8
  %".73" = load i64, i64* %"state"
  %".74" = add i64 %".73", 408
  %".75" = load i64, i64* %"extent"
  %".76" = inttoptr i64 %".74" to ptr
  store atomic i64 %".75", ptr %".76" release, align 8
  %".78" = load i64, i64* %"state"
  %".79" = add i64 %".78", 416
  %".80" = load i64, i64* %"count"
  %".81" = inttoptr i64 %".79" to ptr
  store atomic i64 %".80", ptr %".81" release, align 8
  %".83" = load i64, i64* %"state"
  %".84" = add i64 %".83", 424
  %".85" = load i64, i64* %"threads"
  %".86" = inttoptr i64 %".84" to ptr
  store atomic i64 %".85", ptr %".86" release, align 8
  %".88" = load i64, i64* %"state"
  %".89" = add i64 %".88", 192
  %".90" = inttoptr i64 %".89" to ptr
  store atomic i64 0, ptr %".90" release, align 8
  %".92" = load i64, i64* %"state"
  %".93" = add i64 %".92", 0
  %".94" = load i64, i64* %"closed"
  %".95" = sub i64 %".94", 4294967295
  %".96" = inttoptr i64 %".93" to ptr
  %".97" = atomicrmw xchg ptr %".96", i64 %".95" seq_cst
  %".98" = load i64, i64* %"state"
  %".99" = add i64 %".98", 64
  %".100" = inttoptr i64 %".99" to ptr
  %".101" = atomicrmw add ptr %".100", i64 1 seq_cst
  %".102" = load i64, i64* %"state"
  %".103" = add i64 %".102", 128
  %".104" = inttoptr i64 %".103" to ptr
  %".105" = load atomic i64, ptr %".104" seq_cst, align 8
  %".106" = icmp sgt i64 %".105", 0
  br i1 %".106", label %"then.1", label %"else.1"
else:
  %".184" = load i64, i64* %"count"
  br label %"loop"
end:
  ret i64 0
then.1:
  %".108" = load i64, i64* %"state"
  %".109" = add i64 %".108", 64
  %".110" = load i64, i64* %"threads"
  %".111" = sub i64 %".110", 1
  %".112" = call i64 @"rouse.int64.int64.1"(i64 %".109", i64 %".111")
  br label %"end.1"
else.1:
  br label %"end.1"
end.1:
  %".115" = load i64, i64* %"state"
  %".116" = call i64 @"work.int64.1"(i64 %".115")
  %".117" = load i64, i64* %"state"
  %".118" = add i64 %".117", 192
  %".119" = inttoptr i64 %".118" to ptr
  %".120" = load atomic i64, ptr %".119" seq_cst, align 8
  store i64 -1, i64* %"done"
  store i64 %".120", i64* %"later"
  br label %"while"
while:
  %".124" = load i64, i64* %"later"
  %".125" = load i64, i64* %"count"
  %".126" = icmp ne i64 %".124", %".125"
  %".127" = load i64, i64* %"later"
  %".128" = load i64, i64* %"done"
  %".129" = icmp ne i64 %".127", %".128"
  %".130" = and i1 %".126", %".129"
  br i1 %".130", label %"while_body", label %"while_end"
while_body:
  %".132" = load i64, i64* %"later"
  store i64 %".132", i64* %"done"
  %".134" = load i64, i64* %"state"
  %".135" = add i64 %".134", 192
  %".136" = load i64, i64* %"done"
  %".137" = call i64 @"look.int64.int64.int64.1"(i64 %".135", i64 %".136", i64 200000)
  store i64 %".137", i64* %"later"
  br label %"while"
while_end:
  %".140" = load i64, i64* %"later"
  %".141" = load i64, i64* %"count"
  %".142" = icmp ne i64 %".140", %".141"
  br i1 %".142", label %"then.2", label %"else.2"
then.2:
  %".144" = load i64, i64* %"state"
  %".145" = add i64 %".144", 256
  %".146" = inttoptr i64 %".145" to ptr
  %".147" = atomicrmw xchg ptr %".146", i64 1 seq_cst
  %".148" = load i64, i64* %"state"
  %".149" = add i64 %".148", 192
  %".150" = inttoptr i64 %".149" to ptr
  %".151" = load atomic i64, ptr %".150" seq_cst, align 8
  store i64 %".151", i64* %"later"
  br label %"while.1"
else.2:
  br label %"end.2"
end.2:
  %".174" = load i64, i64* %"state"
  %".175" = add i64 %".174", 576
  %".176" = call i64 @"now.1"()
  %".177" = inttoptr i64 %".175" to ptr
  store atomic i64 %".176", ptr %".177" release, align 8
  %".179" = load i64, i64* %"state"
  %".180" = add i64 %".179", 320
  %".181" = inttoptr i64 %".180" to ptr
  store atomic i64 0, ptr %".181" release, align 8
  br label %"end"
while.1:
  %".154" = load i64, i64* %"later"
  %".155" = load i64, i64* %"count"
  %".156" = icmp ne i64 %".154", %".155"
  br i1 %".156", label %"while_body.1", label %"while_end.1"
while_body.1:
  %".158" = load i64, i64* %"state"
  %".159" = add i64 %".158", 192
  %".160" = load i64, i64* %"later"
  %".161" = call i64 @"sleep.int64.int64.1"(i64 %".159", i64 %".160")
  %".162" = load i64, i64* %"state"
  %".163" = add i64 %".162", 192
  %".164" = inttoptr i64 %".163" to ptr
  %".165" = load atomic i64, ptr %".164" seq_cst, align 8
  store i64 %".165", i64* %"later"
  br label %"while.1"
while_end.1:
  %".168" = load i64, i64* %"state"
  %".169" = add i64 %".168", 256
  %".170" = inttoptr i64 %".169" to ptr
  %".171" = atomicrmw xchg ptr %".170", i64 0 seq_cst
  br label %"end.2"
loop:
  %".186" = phi  i64 [0, %"else"], [%".197", %"body"]
  %".187" = icmp slt i64 %".186", %".184"
  br i1 %".187", label %"body", label %"done.1"
body:
  store i64 %".186", i64* %"slice"
  %".190" = load i64, i64* %"function"
  %".191" = load i64, i64* %"addresses"
  %".192" = load i64, i64* %"numbers"
  %".193" = load i64, i64* %"extent"
  %".194" = load i64, i64* %"count"
  %".195" = load i64, i64* %"slice"
  %".196" = call i64 @"part.int64.int64.int64.int64.int64.int64.1"(i64 %".190", i64 %".191", i64 %".192", i64 %".193", i64 %".194", i64 %".195")
  %".197" = add nsw i64 %".186", 1
  br label %"loop"
done.1:
  br label %"end"
}

define i64 @"together"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7") nounwind
{
entry:
  %".9" = call i64 @"together.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7")
  ret i64 %".9"
}

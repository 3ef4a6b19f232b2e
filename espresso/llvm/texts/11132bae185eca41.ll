; ModuleID = "espresso"
target triple = "unknown-unknown-unknown"
target datalayout = ""

define internal i64 @"frame_size.int64.1"(i64 %".1") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"count" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  %".4" = load i64, i64* %"record"
  %".5" = inttoptr i64 %".4" to ptr
  %".6" = getelementptr inbounds i64, ptr %".5", i64 2
  %".7" = load i64, ptr %".6"
  %".8" = load i64, i64* %"record"
  %".9" = inttoptr i64 %".8" to ptr
  %".10" = getelementptr inbounds i64, ptr %".9", i64 3
  %".11" = load i64, ptr %".10"
  %".12" = add i64 %".7", %".11"
  store i64 %".12", i64* %"count"
  %".14" = load i64, i64* %"count"
  %".15" = mul i64 9, %".14"
  %".16" = load i64, i64* %"count"
  %".17" = add i64 %".15", %".16"
  %".18" = load i64, i64* %"record"
  %".19" = inttoptr i64 %".18" to ptr
  %".20" = getelementptr inbounds i64, ptr %".19", i64 4
  %".21" = load i64, ptr %".20"
  %".22" = add i64 %".17", %".21"
  %".23" = add i64 %".22", 1
  ret i64 %".23"
}

define internal i64 @"begin.int64.int64.1"(i64 %".1", i64 %".2") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"k" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  %".6" = load i64, i64* %"record"
  %".7" = inttoptr i64 %".6" to ptr
  %".8" = getelementptr inbounds i64, ptr %".7", i64 2
  %".9" = load i64, ptr %".8"
  %".10" = load i64, i64* %"record"
  %".11" = inttoptr i64 %".10" to ptr
  %".12" = getelementptr inbounds i64, ptr %".11", i64 3
  %".13" = load i64, ptr %".12"
  %".14" = add i64 %".9", %".13"
  %".15" = mul i64 3, %".14"
  br label %"loop"
loop:
  %".17" = phi  i64 [0, %"start"], [%".26", %"body"]
  %".18" = icmp slt i64 %".17", %".15"
  br i1 %".18", label %"body", label %"done"
body:
  store i64 %".17", i64* %"k"
  %".21" = load i64, i64* %"frame"
  %".22" = load i64, i64* %"k"
  %".23" = inttoptr i64 %".21" to ptr
  %".24" = getelementptr inbounds i64, ptr %".23", i64 %".22"
  store i64 0, ptr %".24"
  %".26" = add nsw i64 %".17", 1
  br label %"loop"
done:
  ret i64 0
}

define internal i64 @"table.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"which" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  store i64 %".3", i64* %"which"
  %".8" = load i64, i64* %"frame"
  %".9" = load i64, i64* %"which"
  %".10" = mul i64 8, %".9"
  %".11" = load i64, i64* %"record"
  %".12" = inttoptr i64 %".11" to ptr
  %".13" = getelementptr inbounds i64, ptr %".12", i64 2
  %".14" = load i64, ptr %".13"
  %".15" = load i64, i64* %"record"
  %".16" = inttoptr i64 %".15" to ptr
  %".17" = getelementptr inbounds i64, ptr %".16", i64 3
  %".18" = load i64, ptr %".17"
  %".19" = add i64 %".14", %".18"
  %".20" = mul i64 %".10", %".19"
  %".21" = add i64 %".8", %".20"
  ret i64 %".21"
}

define internal i64 @"nth.int64.int64.1"(i64 %".1", i64 %".2") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"of" = alloca i64
  %"k" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"of"
  store i64 %".2", i64* %"k"
  %".6" = load i64, i64* %"of"
  %".7" = load i64, i64* %"k"
  %".8" = add i64 3, %".7"
  %".9" = inttoptr i64 %".6" to ptr
  %".10" = getelementptr inbounds i64, ptr %".9", i64 %".8"
  %".11" = load i64, ptr %".10"
  ret i64 %".11"
}

define internal i64 @"array_of.int64.int64.1"(i64 %".1", i64 %".2") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"k" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"k"
  %".6" = load i64, i64* %"record"
  %".7" = load i64, i64* %"k"
  %".8" = mul i64 %".7", 11
  %".9" = add i64 37, %".8"
  %".10" = mul i64 8, %".9"
  %".11" = add i64 %".6", %".10"
  ret i64 %".11"
}

define internal i1 @"fits.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noimplicitfloat nounwind optsize
{
entry:
  %"thing" = alloca i64
  %"flags" = alloca i64
  %"kind" = alloca i64
  %"array" = alloca i64
  %"strides" = alloca i64
  %"rank" = alloca i64
  %"lengths" = alloca i64
  %"wanted" = alloca i64
  %"axis" = alloca i64
  %"steps" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"thing"
  store i64 %".2", i64* %"flags"
  store i64 %".3", i64* %"kind"
  store i64 %".4", i64* %"array"
  %".10" = load i64, i64* %"array"
  %".11" = inttoptr i64 %".10" to ptr
  %".12" = getelementptr inbounds i64, ptr %".11", i64 5
  %".13" = load i64, ptr %".12"
  %".14" = load i64, i64* %"array"
  %".15" = inttoptr i64 %".14" to ptr
  %".16" = getelementptr inbounds i64, ptr %".15", i64 1
  %".17" = load i64, ptr %".16"
  store i64 %".13", i64* %"strides"
  store i64 %".17", i64* %"rank"
  %".20" = load i64, i64* %"strides"
  %".21" = icmp ne i64 %".20", 0
  br i1 %".21", label %"then", label %"else"
then:
  %".23" = load i64, i64* %"flags"
  %".24" = load i64, i64* %"flags"
  %".25" = and i64 %".24", 1
  %".26" = sub i64 %".23", %".25"
  store i64 %".26", i64* %"flags"
  br label %"end"
else:
  br label %"end"
end:
  %".30" = load i64, i64* %"thing"
  %".31" = inttoptr i64 %".30" to ptr
  %".32" = getelementptr inbounds i64, ptr %".31", i64 1
  %".33" = load i64, ptr %".32"
  %".34" = load i64, i64* %"kind"
  %".35" = icmp ne i64 %".33", %".34"
  br i1 %".35", label %"decided", label %"more"
more:
  %".37" = load i64, i64* %"thing"
  %".38" = inttoptr i64 %".37" to ptr
  %".39" = getelementptr inbounds i64, ptr %".38", i64 7
  %".40" = load i64, ptr %".39"
  %".41" = load i64, i64* %"array"
  %".42" = inttoptr i64 %".41" to ptr
  %".43" = getelementptr inbounds i64, ptr %".42", i64 0
  %".44" = load i64, ptr %".43"
  %".45" = icmp ne i64 %".40", %".44"
  br label %"decided"
decided:
  %".47" = phi  i1 [1, %"end"], [%".45", %"more"]
  br i1 %".47", label %"then.1", label %"else.1"
then.1:
  ret i1 0
else.1:
  br label %"end.1"
end.1:
  %".51" = load i64, i64* %"thing"
  %".52" = inttoptr i64 %".51" to ptr
  %".53" = getelementptr inbounds i32, ptr %".52", i64 6
  %".54" = load i32, ptr %".53"
  %".55" = zext i32 %".54" to i64
  %".56" = load i64, i64* %"rank"
  %".57" = icmp ne i64 %".55", %".56"
  br i1 %".57", label %"decided.1", label %"more.1"
more.1:
  %".59" = load i64, i64* %"thing"
  %".60" = inttoptr i64 %".59" to ptr
  %".61" = getelementptr inbounds i32, ptr %".60", i64 16
  %".62" = load i32, ptr %".61"
  %".63" = zext i32 %".62" to i64
  %".64" = load i64, i64* %"flags"
  %".65" = and i64 %".63", %".64"
  %".66" = load i64, i64* %"flags"
  %".67" = icmp ne i64 %".65", %".66"
  br label %"decided.1"
decided.1:
  %".69" = phi  i1 [1, %"end.1"], [%".67", %"more.1"]
  br i1 %".69", label %"then.2", label %"else.2"
then.2:
  ret i1 0
else.2:
  br label %"end.2"
end.2:
  %".73" = load i64, i64* %"thing"
  %".74" = inttoptr i64 %".73" to ptr
  %".75" = getelementptr inbounds i64, ptr %".74", i64 4
  %".76" = load i64, ptr %".75"
  %".77" = load i64, i64* %"array"
  %".78" = inttoptr i64 %".77" to ptr
  %".79" = getelementptr inbounds i64, ptr %".78", i64 4
  %".80" = load i64, ptr %".79"
  store i64 %".76", i64* %"lengths"
  store i64 %".80", i64* %"wanted"
  %".83" = load i64, i64* %"rank"
  br label %"loop"
loop:
  %".85" = phi  i64 [0, %"end.2"], [%".103", %"end.3"]
  %".86" = icmp slt i64 %".85", %".83"
  br i1 %".86", label %"body", label %"done"
body:
  store i64 %".85", i64* %"axis"
  %".89" = load i64, i64* %"lengths"
  %".90" = load i64, i64* %"axis"
  %".91" = inttoptr i64 %".89" to ptr
  %".92" = getelementptr inbounds i64, ptr %".91", i64 %".90"
  %".93" = load i64, ptr %".92"
  %".94" = load i64, i64* %"wanted"
  %".95" = load i64, i64* %"axis"
  %".96" = inttoptr i64 %".94" to ptr
  %".97" = getelementptr inbounds i64, ptr %".96", i64 %".95"
  %".98" = load i64, ptr %".97"
  %".99" = icmp ne i64 %".93", %".98"
  br i1 %".99", label %"then.3", label %"else.3"
done:
  %".105" = load i64, i64* %"strides"
  %".106" = icmp ne i64 %".105", 0
  br i1 %".106", label %"then.4", label %"else.4"
then.3:
  ret i1 0
else.3:
  br label %"end.3"
end.3:
  %".103" = add nsw i64 %".85", 1
  br label %"loop"
then.4:
  %".108" = load i64, i64* %"thing"
  %".109" = inttoptr i64 %".108" to ptr
  %".110" = getelementptr inbounds i64, ptr %".109", i64 5
  %".111" = load i64, ptr %".110"
  store i64 %".111", i64* %"steps"
  %".113" = load i64, i64* %"rank"
  br label %"loop.1"
else.4:
  br label %"end.4"
end.4:
  ret i1 1
loop.1:
  %".115" = phi  i64 [0, %"then.4"], [%".133", %"end.5"]
  %".116" = icmp slt i64 %".115", %".113"
  br i1 %".116", label %"body.1", label %"done.1"
body.1:
  store i64 %".115", i64* %"axis"
  %".119" = load i64, i64* %"steps"
  %".120" = load i64, i64* %"axis"
  %".121" = inttoptr i64 %".119" to ptr
  %".122" = getelementptr inbounds i64, ptr %".121", i64 %".120"
  %".123" = load i64, ptr %".122"
  %".124" = load i64, i64* %"strides"
  %".125" = load i64, i64* %"axis"
  %".126" = inttoptr i64 %".124" to ptr
  %".127" = getelementptr inbounds i64, ptr %".126", i64 %".125"
  %".128" = load i64, ptr %".127"
  %".129" = icmp ne i64 %".123", %".128"
  br i1 %".129", label %"then.5", label %"else.5"
done.1:
  br label %"end.4"
then.5:
  ret i1 0
else.5:
  br label %"end.5"
end.5:
  %".133" = add nsw i64 %".115", 1
  br label %"loop.1"
}

define internal i1 @"inside.int64.int64.1"(i64 %".1", i64 %".2") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"elements" = alloca i64
  %"array" = alloca i64
  %"between" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"elements"
  store i64 %".2", i64* %"array"
  %".6" = load i64, i64* %"array"
  %".7" = inttoptr i64 %".6" to ptr
  %".8" = getelementptr inbounds i64, ptr %".7", i64 7
  %".9" = load i64, ptr %".8"
  store i64 %".9", i64* %"between"
  %".11" = load i64, i64* %"between"
  %".12" = icmp eq i64 %".11", 0
  br i1 %".12", label %"then", label %"else"
then:
  ret i1 1
else:
  br label %"end"
end:
  %".16" = load i64, i64* %"between"
  %".17" = load i64, i64* %"elements"
  %".18" = load i64, i64* %"array"
  %".19" = inttoptr i64 %".18" to ptr
  %".20" = getelementptr inbounds i64, ptr %".19", i64 8
  %".21" = load i64, ptr %".20"
  %".22" = load i64, i64* %"array"
  %".23" = inttoptr i64 %".22" to ptr
  %".24" = getelementptr inbounds i64, ptr %".23", i64 9
  %".25" = load i64, ptr %".24"
  %".26" = load i64, i64* %"array"
  %".27" = inttoptr i64 %".26" to ptr
  %".28" = getelementptr inbounds i64, ptr %".27", i64 10
  %".29" = load i64, ptr %".28"
  %".30" = inttoptr i64 %".16" to ptr
  %".31" = call i1 %".30"(i64 %".17", i64 %".21", i64 %".25", i64 %".29")
  ret i1 %".31"
}

define internal i1 @"is_array.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"k" = alloca i64
  %"thing" = alloca i64
  %"flags" = alloca i64
  %"array" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"k"
  store i64 %".3", i64* %"thing"
  store i64 %".4", i64* %"flags"
  %".10" = load i64, i64* %"record"
  %".11" = load i64, i64* %"k"
  %".12" = call i64 @"array_of.int64.int64.1"(i64 %".10", i64 %".11")
  store i64 %".12", i64* %"array"
  %".14" = load i64, i64* %"thing"
  %".15" = load i64, i64* %"flags"
  %".16" = load i64, i64* %"record"
  %".17" = inttoptr i64 %".16" to ptr
  %".18" = getelementptr inbounds i64, ptr %".17", i64 11
  %".19" = load i64, ptr %".18"
  %".20" = load i64, i64* %"array"
  %".21" = call i1 @"fits.int64.int64.int64.int64.1"(i64 %".14", i64 %".15", i64 %".19", i64 %".20")
  br i1 %".21", label %"more", label %"decided"
more:
  %".23" = load i64, i64* %"thing"
  %".24" = inttoptr i64 %".23" to ptr
  %".25" = getelementptr inbounds i64, ptr %".24", i64 2
  %".26" = load i64, ptr %".25"
  %".27" = load i64, i64* %"array"
  %".28" = call i1 @"inside.int64.int64.1"(i64 %".26", i64 %".27")
  br label %"decided"
decided:
  %".30" = phi  i1 [0, %"start"], [%".28", %"more"]
  ret i1 %".30"
}

define internal i1 @"take_array.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noimplicitfloat noinline nounwind optnone
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"k" = alloca i64
  %"thing" = alloca i64
  %"array" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  store i64 %".3", i64* %"k"
  store i64 %".4", i64* %"thing"
  %".10" = load i64, i64* %"record"
  %".11" = load i64, i64* %"k"
  %".12" = call i64 @"array_of.int64.int64.1"(i64 %".10", i64 %".11")
  store i64 %".12", i64* %"array"
  %".14" = load i64, i64* %"thing"
  %".15" = load i64, i64* %"record"
  %".16" = inttoptr i64 %".15" to ptr
  %".17" = getelementptr inbounds i64, ptr %".16", i64 11
  %".18" = load i64, ptr %".17"
  %".19" = load i64, i64* %"array"
  %".20" = call i1 @"fits.int64.int64.int64.int64.1"(i64 %".14", i64 0, i64 %".18", i64 %".19")
  %".21" = xor i1 %".20", -1
  br i1 %".21", label %"then", label %"else"
then:
  ret i1 0
else:
  br label %"end"
end:
  %".25" = load i64, i64* %"thing"
  %".26" = load i64, i64* %"record"
  %".27" = inttoptr i64 %".26" to ptr
  %".28" = getelementptr inbounds i64, ptr %".27", i64 11
  %".29" = load i64, ptr %".28"
  %".30" = load i64, i64* %"array"
  %".31" = call i1 @"fits.int64.int64.int64.int64.1"(i64 %".25", i64 257, i64 %".29", i64 %".30")
  br i1 %".31", label %"then.1", label %"else.1"
then.1:
  %".33" = load i64, i64* %"record"
  %".34" = load i64, i64* %"frame"
  %".35" = load i64, i64* %"k"
  %".36" = load i64, i64* %"thing"
  %".37" = call i1 @"hold.int64.int64.int64.int64.1"(i64 %".33", i64 %".34", i64 %".35", i64 %".36")
  ret i1 %".37"
else.1:
  br label %"end.1"
end.1:
  %".40" = load i64, i64* %"array"
  %".41" = inttoptr i64 %".40" to ptr
  %".42" = getelementptr inbounds i64, ptr %".41", i64 2
  %".43" = load i64, ptr %".42"
  %".44" = load i64, i64* %"record"
  %".45" = inttoptr i64 %".44" to ptr
  %".46" = getelementptr inbounds i64, ptr %".45", i64 9
  %".47" = load i64, ptr %".46"
  %".48" = icmp sgt i64 %".43", %".47"
  br i1 %".48", label %"decided", label %"more"
more:
  %".50" = load i64, i64* %"thing"
  %".51" = load i64, i64* %"array"
  %".52" = call i1 @"is_direct.int64.int64.1"(i64 %".50", i64 %".51")
  br label %"decided"
decided:
  %".54" = phi  i1 [1, %"end.1"], [%".52", %"more"]
  br i1 %".54", label %"decided.1", label %"more.1"
more.1:
  %".56" = load i64, i64* %"thing"
  %".57" = load i64, i64* %"array"
  %".58" = call i1 @"is_across.int64.int64.1"(i64 %".56", i64 %".57")
  br label %"decided.1"
decided.1:
  %".60" = phi  i1 [1, %"decided"], [%".58", %"more.1"]
  br i1 %".60", label %"then.2", label %"else.2"
then.2:
  ret i1 0
else.2:
  br label %"end.2"
end.2:
  %".64" = load i64, i64* %"record"
  %".65" = load i64, i64* %"frame"
  %".66" = load i64, i64* %"k"
  %".67" = load i64, i64* %"record"
  %".68" = load i64, i64* %"thing"
  %".69" = inttoptr i64 %".67" to ptr
  %".70" = getelementptr inbounds i64, ptr %".69", i64 35
  %".71" = load i64, ptr %".70"
  %".72" = inttoptr i64 %".71" to ptr
  %".73" = call i64 %".72"(i64 %".68", i64 0)
  %".74" = call i1 @"keep.int64.int64.int64.int64.1"(i64 %".64", i64 %".65", i64 %".66", i64 %".73")
  ret i1 %".74"
}

define internal i1 @"hold.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noimplicitfloat noinline nounwind optnone
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"k" = alloca i64
  %"thing" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  store i64 %".3", i64* %"k"
  store i64 %".4", i64* %"thing"
  %".10" = load i64, i64* %"record"
  %".11" = load i64, i64* %"k"
  %".12" = load i64, i64* %"thing"
  %".13" = call i1 @"is_array.int64.int64.int64.int64.1"(i64 %".10", i64 %".11", i64 %".12", i64 257)
  %".14" = xor i1 %".13", -1
  br i1 %".14", label %"then", label %"else"
then:
  ret i1 0
else:
  br label %"end"
end:
  %".18" = load i64, i64* %"record"
  %".19" = load i64, i64* %"frame"
  %".20" = call i64 @"table.int64.int64.int64.1"(i64 %".18", i64 %".19", i64 9)
  %".21" = load i64, i64* %"k"
  %".22" = load i64, i64* %"thing"
  %".23" = inttoptr i64 %".22" to ptr
  %".24" = getelementptr inbounds i64, ptr %".23", i64 2
  %".25" = load i64, ptr %".24"
  %".26" = inttoptr i64 %".20" to ptr
  %".27" = getelementptr inbounds i64, ptr %".26", i64 %".21"
  store i64 %".25", ptr %".27"
  ret i1 1
}

define internal i1 @"is_direct.int64.int64.1"(i64 %".1", i64 %".2") noimplicitfloat noinline nounwind optnone
{
entry:
  %"thing" = alloca i64
  %"array" = alloca i64
  %"direct" = alloca i64
  %"adjacent" = alloca i1
  %"lengths" = alloca i64
  %"strides" = alloca i64
  %"axis" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"thing"
  store i64 %".2", i64* %"array"
  %".6" = load i64, i64* %"array"
  %".7" = inttoptr i64 %".6" to ptr
  %".8" = getelementptr inbounds i64, ptr %".7", i64 6
  %".9" = load i64, ptr %".8"
  store i64 %".9", i64* %"direct"
  store i1 0, i1* %"adjacent"
  %".12" = load i64, i64* %"direct"
  %".13" = icmp eq i64 %".12", 0
  br i1 %".13", label %"decided", label %"more"
more:
  %".15" = load i64, i64* %"array"
  %".16" = inttoptr i64 %".15" to ptr
  %".17" = getelementptr inbounds i64, ptr %".16", i64 2
  %".18" = load i64, ptr %".17"
  %".19" = load i64, i64* %"direct"
  %".20" = icmp slt i64 %".18", %".19"
  br label %"decided"
decided:
  %".22" = phi  i1 [1, %"start"], [%".20", %"more"]
  br i1 %".22", label %"then", label %"else"
then:
  ret i1 0
else:
  br label %"end"
end:
  %".26" = load i64, i64* %"thing"
  %".27" = inttoptr i64 %".26" to ptr
  %".28" = getelementptr inbounds i64, ptr %".27", i64 4
  %".29" = load i64, ptr %".28"
  %".30" = load i64, i64* %"thing"
  %".31" = inttoptr i64 %".30" to ptr
  %".32" = getelementptr inbounds i64, ptr %".31", i64 5
  %".33" = load i64, ptr %".32"
  store i64 %".29", i64* %"lengths"
  store i64 %".33", i64* %"strides"
  %".36" = load i64, i64* %"array"
  %".37" = inttoptr i64 %".36" to ptr
  %".38" = getelementptr inbounds i64, ptr %".37", i64 1
  %".39" = load i64, ptr %".38"
  br label %"loop"
loop:
  %".41" = phi  i64 [0, %"end"], [%".77", %"end.1"]
  %".42" = icmp slt i64 %".41", %".39"
  br i1 %".42", label %"body", label %"done"
body:
  store i64 %".41", i64* %"axis"
  %".45" = load i64, i64* %"lengths"
  %".46" = load i64, i64* %"axis"
  %".47" = inttoptr i64 %".45" to ptr
  %".48" = getelementptr inbounds i64, ptr %".47", i64 %".46"
  %".49" = load i64, ptr %".48"
  %".50" = icmp sgt i64 %".49", 1
  br i1 %".50", label %"then.1", label %"else.1"
done:
  %".79" = load i1, i1* %"adjacent"
  ret i1 %".79"
then.1:
  %".52" = load i64, i64* %"strides"
  %".53" = load i64, i64* %"axis"
  %".54" = inttoptr i64 %".52" to ptr
  %".55" = getelementptr inbounds i64, ptr %".54", i64 %".53"
  %".56" = load i64, ptr %".55"
  %".57" = icmp sle i64 %".56", 0
  br i1 %".57", label %"then.2", label %"else.2"
else.1:
  br label %"end.1"
end.1:
  %".77" = add nsw i64 %".41", 1
  br label %"loop"
then.2:
  ret i1 0
else.2:
  br label %"end.2"
end.2:
  %".61" = load i64, i64* %"strides"
  %".62" = load i64, i64* %"axis"
  %".63" = inttoptr i64 %".61" to ptr
  %".64" = getelementptr inbounds i64, ptr %".63", i64 %".62"
  %".65" = load i64, ptr %".64"
  %".66" = load i64, i64* %"array"
  %".67" = inttoptr i64 %".66" to ptr
  %".68" = getelementptr inbounds i64, ptr %".67", i64 3
  %".69" = load i64, ptr %".68"
  %".70" = icmp eq i64 %".65", %".69"
  br i1 %".70", label %"then.3", label %"else.3"
then.3:
  store i1 1, i1* %"adjacent"
  br label %"end.3"
else.3:
  br label %"end.3"
end.3:
  br label %"end.1"
}

define internal i1 @"is_across.int64.int64.1"(i64 %".1", i64 %".2") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"thing" = alloca i64
  %"array" = alloca i64
  %"last" = alloca i64
  %"lengths" = alloca i64
  %"strides" = alloca i64
  %"axis" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"thing"
  store i64 %".2", i64* %"array"
  %".6" = load i64, i64* %"array"
  %".7" = inttoptr i64 %".6" to ptr
  %".8" = getelementptr inbounds i64, ptr %".7", i64 1
  %".9" = load i64, ptr %".8"
  %".10" = sub i64 %".9", 1
  store i64 %".10", i64* %"last"
  %".12" = load i64, i64* %"array"
  %".13" = inttoptr i64 %".12" to ptr
  %".14" = getelementptr inbounds i64, ptr %".13", i64 2
  %".15" = load i64, ptr %".14"
  %".16" = icmp slt i64 %".15", 131072
  %".17" = load i64, i64* %"last"
  %".18" = icmp slt i64 %".17", 1
  %".19" = or i1 %".16", %".18"
  br i1 %".19", label %"then", label %"else"
then:
  ret i1 0
else:
  br label %"end"
end:
  %".23" = load i64, i64* %"thing"
  %".24" = inttoptr i64 %".23" to ptr
  %".25" = getelementptr inbounds i64, ptr %".24", i64 4
  %".26" = load i64, ptr %".25"
  %".27" = load i64, i64* %"thing"
  %".28" = inttoptr i64 %".27" to ptr
  %".29" = getelementptr inbounds i64, ptr %".28", i64 5
  %".30" = load i64, ptr %".29"
  store i64 %".26", i64* %"lengths"
  store i64 %".30", i64* %"strides"
  %".33" = load i64, i64* %"last"
  br label %"loop"
loop:
  %".35" = phi  i64 [0, %"end"], [%".68", %"end.1"]
  %".36" = icmp slt i64 %".35", %".33"
  br i1 %".36", label %"body", label %"done"
body:
  store i64 %".35", i64* %"axis"
  %".39" = load i64, i64* %"lengths"
  %".40" = load i64, i64* %"axis"
  %".41" = inttoptr i64 %".39" to ptr
  %".42" = getelementptr inbounds i64, ptr %".41", i64 %".40"
  %".43" = load i64, ptr %".42"
  %".44" = icmp sgt i64 %".43", 1
  br i1 %".44", label %"more", label %"decided"
done:
  ret i1 0
more:
  %".46" = load i64, i64* %"strides"
  %".47" = load i64, i64* %"axis"
  %".48" = inttoptr i64 %".46" to ptr
  %".49" = getelementptr inbounds i64, ptr %".48", i64 %".47"
  %".50" = load i64, ptr %".49"
  %".51" = icmp slt i64 %".50", 0
  %".52" = sub i64 0, %".50"
  %".53" = select  i1 %".51", i64 %".52", i64 %".50"
  %".54" = load i64, i64* %"strides"
  %".55" = load i64, i64* %"last"
  %".56" = inttoptr i64 %".54" to ptr
  %".57" = getelementptr inbounds i64, ptr %".56", i64 %".55"
  %".58" = load i64, ptr %".57"
  %".59" = icmp slt i64 %".58", 0
  %".60" = sub i64 0, %".58"
  %".61" = select  i1 %".59", i64 %".60", i64 %".58"
  %".62" = icmp slt i64 %".53", %".61"
  br label %"decided"
decided:
  %".64" = phi  i1 [0, %"body"], [%".62", %"more"]
  br i1 %".64", label %"then.1", label %"else.1"
then.1:
  ret i1 1
else.1:
  br label %"end.1"
end.1:
  %".68" = add nsw i64 %".35", 1
  br label %"loop"
}

define internal i1 @"keep.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noimplicitfloat noinline nounwind optnone
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"k" = alloca i64
  %"made" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  store i64 %".3", i64* %"k"
  store i64 %".4", i64* %"made"
  %".10" = load i64, i64* %"made"
  %".11" = icmp eq i64 %".10", 0
  br i1 %".11", label %"then", label %"else"
then:
  ret i1 0
else:
  br label %"end"
end:
  %".15" = load i64, i64* %"record"
  %".16" = load i64, i64* %"frame"
  %".17" = call i64 @"table.int64.int64.int64.1"(i64 %".15", i64 %".16", i64 0)
  %".18" = load i64, i64* %"k"
  %".19" = load i64, i64* %"made"
  %".20" = inttoptr i64 %".17" to ptr
  %".21" = getelementptr inbounds i64, ptr %".20", i64 %".18"
  store i64 %".19", ptr %".21"
  %".23" = load i64, i64* %"record"
  %".24" = load i64, i64* %"frame"
  %".25" = load i64, i64* %"k"
  %".26" = load i64, i64* %"made"
  %".27" = call i1 @"hold.int64.int64.int64.int64.1"(i64 %".23", i64 %".24", i64 %".25", i64 %".26")
  ret i1 %".27"
}

define internal i1 @"convert.int64.int64.1"(i64 %".1", i64 %".2") noimplicitfloat noinline nounwind optnone
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"given" = alloca i64
  %"types" = alloca i64
  %"others" = alloca i1
  %"k" = alloca i64
  %"kind" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  %".6" = load i64, i64* %"record"
  %".7" = load i64, i64* %"frame"
  %".8" = call i64 @"table.int64.int64.int64.1"(i64 %".6", i64 %".7", i64 3)
  %".9" = load i64, i64* %"record"
  %".10" = load i64, i64* %"frame"
  %".11" = call i64 @"table.int64.int64.int64.1"(i64 %".9", i64 %".10", i64 4)
  store i64 %".8", i64* %"given"
  store i64 %".11", i64* %"types"
  store i1 0, i1* %"others"
  %".15" = load i64, i64* %"record"
  %".16" = inttoptr i64 %".15" to ptr
  %".17" = getelementptr inbounds i64, ptr %".16", i64 2
  %".18" = load i64, ptr %".17"
  br label %"loop"
loop:
  %".20" = phi  i64 [0, %"start"], [%".67", %"end"]
  %".21" = icmp slt i64 %".20", %".18"
  br i1 %".21", label %"body", label %"done"
body:
  store i64 %".20", i64* %"k"
  %".24" = load i64, i64* %"given"
  %".25" = load i64, i64* %"k"
  %".26" = inttoptr i64 %".24" to ptr
  %".27" = getelementptr inbounds i64, ptr %".26", i64 %".25"
  %".28" = load i64, ptr %".27"
  %".29" = inttoptr i64 %".28" to ptr
  %".30" = getelementptr inbounds i64, ptr %".29", i64 1
  %".31" = load i64, ptr %".30"
  store i64 %".31", i64* %"kind"
  %".33" = load i64, i64* %"types"
  %".34" = load i64, i64* %"k"
  %".35" = load i64, i64* %"kind"
  %".36" = inttoptr i64 %".33" to ptr
  %".37" = getelementptr inbounds i64, ptr %".36", i64 %".34"
  store i64 %".35", ptr %".37"
  %".39" = load i64, i64* %"kind"
  %".40" = load i64, i64* %"record"
  %".41" = inttoptr i64 %".40" to ptr
  %".42" = getelementptr inbounds i64, ptr %".41", i64 11
  %".43" = load i64, ptr %".42"
  %".44" = icmp eq i64 %".39", %".43"
  br i1 %".44", label %"then", label %"else"
done:
  %".69" = load i1, i1* %"others"
  %".70" = xor i1 %".69", -1
  br i1 %".70", label %"decided", label %"more"
then:
  %".46" = load i64, i64* %"types"
  %".47" = load i64, i64* %"k"
  %".48" = inttoptr i64 %".46" to ptr
  %".49" = getelementptr inbounds i64, ptr %".48", i64 %".47"
  store i64 0, ptr %".49"
  %".51" = load i64, i64* %"record"
  %".52" = load i64, i64* %"frame"
  %".53" = load i64, i64* %"k"
  %".54" = load i64, i64* %"given"
  %".55" = load i64, i64* %"k"
  %".56" = inttoptr i64 %".54" to ptr
  %".57" = getelementptr inbounds i64, ptr %".56", i64 %".55"
  %".58" = load i64, ptr %".57"
  %".59" = call i1 @"take_array.int64.int64.int64.int64.1"(i64 %".51", i64 %".52", i64 %".53", i64 %".58")
  %".60" = xor i1 %".59", -1
  br i1 %".60", label %"then.1", label %"else.1"
else:
  store i1 1, i1* %"others"
  br label %"end"
end:
  %".67" = add nsw i64 %".20", 1
  br label %"loop"
then.1:
  ret i1 0
else.1:
  br label %"end.1"
end.1:
  br label %"end"
more:
  %".72" = load i64, i64* %"record"
  %".73" = load i64, i64* %"frame"
  %".74" = call i1 @"take_others.int64.int64.1"(i64 %".72", i64 %".73")
  br label %"decided"
decided:
  %".76" = phi  i1 [1, %"done"], [%".74", %"more"]
  ret i1 %".76"
}

define internal i64 @"pattern_of.int64.int64.1"(i64 %".1", i64 %".2") noimplicitfloat noinline nounwind optnone
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"patterns" = alloca i64
  %"types" = alloca i64
  %"inputs" = alloca i64
  %"row" = alloca i64
  %"r" = alloca i64
  %"k" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  %".6" = load i64, i64* %"record"
  %".7" = inttoptr i64 %".6" to ptr
  %".8" = getelementptr inbounds i64, ptr %".7", i64 10
  %".9" = load i64, ptr %".8"
  %".10" = load i64, i64* %"record"
  %".11" = load i64, i64* %"frame"
  %".12" = call i64 @"table.int64.int64.int64.1"(i64 %".10", i64 %".11", i64 4)
  %".13" = load i64, i64* %"record"
  %".14" = inttoptr i64 %".13" to ptr
  %".15" = getelementptr inbounds i64, ptr %".14", i64 2
  %".16" = load i64, ptr %".15"
  store i64 %".9", i64* %"patterns"
  store i64 %".12", i64* %"types"
  store i64 %".16", i64* %"inputs"
  %".20" = load i64, i64* %"patterns"
  %".21" = add i64 %".20", 8
  store i64 %".21", i64* %"row"
  %".23" = load i64, i64* %"patterns"
  %".24" = inttoptr i64 %".23" to ptr
  %".25" = getelementptr inbounds i64, ptr %".24", i64 0
  %".26" = load i64, ptr %".25"
  br label %"loop"
loop:
  %".28" = phi  i64 [0, %"start"], [%".70", %"end"]
  %".29" = icmp slt i64 %".28", %".26"
  br i1 %".29", label %"body", label %"done"
body:
  store i64 %".28", i64* %"r"
  store i64 0, i64* %"k"
  br label %"while"
done:
  ret i64 0
while:
  %".34" = load i64, i64* %"k"
  %".35" = load i64, i64* %"inputs"
  %".36" = icmp slt i64 %".34", %".35"
  br i1 %".36", label %"more", label %"decided"
while_body:
  %".53" = load i64, i64* %"k"
  %".54" = add i64 %".53", 1
  store i64 %".54", i64* %"k"
  br label %"while"
while_end:
  %".57" = load i64, i64* %"k"
  %".58" = load i64, i64* %"inputs"
  %".59" = icmp eq i64 %".57", %".58"
  br i1 %".59", label %"then", label %"else"
more:
  %".38" = load i64, i64* %"row"
  %".39" = load i64, i64* %"k"
  %".40" = mul i64 %".39", 5
  %".41" = inttoptr i64 %".38" to ptr
  %".42" = getelementptr inbounds i64, ptr %".41", i64 %".40"
  %".43" = load i64, ptr %".42"
  %".44" = load i64, i64* %"types"
  %".45" = load i64, i64* %"k"
  %".46" = inttoptr i64 %".44" to ptr
  %".47" = getelementptr inbounds i64, ptr %".46", i64 %".45"
  %".48" = load i64, ptr %".47"
  %".49" = icmp eq i64 %".43", %".48"
  br label %"decided"
decided:
  %".51" = phi  i1 [0, %"while"], [%".49", %"more"]
  br i1 %".51", label %"while_body", label %"while_end"
then:
  %".61" = load i64, i64* %"row"
  ret i64 %".61"
else:
  br label %"end"
end:
  %".64" = load i64, i64* %"row"
  %".65" = load i64, i64* %"inputs"
  %".66" = mul i64 8, %".65"
  %".67" = mul i64 %".66", 5
  %".68" = add i64 %".64", %".67"
  store i64 %".68", i64* %"row"
  %".70" = add nsw i64 %".28", 1
  br label %"loop"
}

define internal i1 @"take_others.int64.int64.1"(i64 %".1", i64 %".2") noimplicitfloat noinline nounwind optnone
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"row" = alloca i64
  %"k" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  %".6" = load i64, i64* %"record"
  %".7" = load i64, i64* %"frame"
  %".8" = call i64 @"pattern_of.int64.int64.1"(i64 %".6", i64 %".7")
  store i64 %".8", i64* %"row"
  %".10" = load i64, i64* %"row"
  %".11" = icmp eq i64 %".10", 0
  br i1 %".11", label %"then", label %"else"
then:
  ret i1 0
else:
  br label %"end"
end:
  %".15" = load i64, i64* %"record"
  %".16" = inttoptr i64 %".15" to ptr
  %".17" = getelementptr inbounds i64, ptr %".16", i64 2
  %".18" = load i64, ptr %".17"
  br label %"loop"
loop:
  %".20" = phi  i64 [0, %"end"], [%".45", %"end.1"]
  %".21" = icmp slt i64 %".20", %".18"
  br i1 %".21", label %"body", label %"done"
body:
  store i64 %".20", i64* %"k"
  %".24" = load i64, i64* %"row"
  %".25" = inttoptr i64 %".24" to ptr
  %".26" = getelementptr inbounds i64, ptr %".25", i64 0
  %".27" = load i64, ptr %".26"
  %".28" = icmp ne i64 %".27", 0
  br i1 %".28", label %"more", label %"decided"
done:
  ret i1 1
more:
  %".30" = load i64, i64* %"record"
  %".31" = load i64, i64* %"frame"
  %".32" = load i64, i64* %"k"
  %".33" = load i64, i64* %"row"
  %".34" = call i1 @"take_other.int64.int64.int64.int64.1"(i64 %".30", i64 %".31", i64 %".32", i64 %".33")
  %".35" = xor i1 %".34", -1
  br label %"decided"
decided:
  %".37" = phi  i1 [0, %"body"], [%".35", %"more"]
  br i1 %".37", label %"then.1", label %"else.1"
then.1:
  ret i1 0
else.1:
  br label %"end.1"
end.1:
  %".41" = load i64, i64* %"row"
  %".42" = mul i64 8, 5
  %".43" = add i64 %".41", %".42"
  store i64 %".43", i64* %"row"
  %".45" = add nsw i64 %".20", 1
  br label %"loop"
}

define internal i1 @"take_other.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noimplicitfloat noinline nounwind optnone
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"k" = alloca i64
  %"row" = alloca i64
  %"thing" = alloca i64
  %"source" = alloca i64
  %"elements" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  store i64 %".3", i64* %"k"
  store i64 %".4", i64* %"row"
  %".10" = load i64, i64* %"record"
  %".11" = load i64, i64* %"frame"
  %".12" = call i64 @"table.int64.int64.int64.1"(i64 %".10", i64 %".11", i64 3)
  %".13" = load i64, i64* %"k"
  %".14" = inttoptr i64 %".12" to ptr
  %".15" = getelementptr inbounds i64, ptr %".14", i64 %".13"
  %".16" = load i64, ptr %".15"
  %".17" = load i64, i64* %"row"
  %".18" = inttoptr i64 %".17" to ptr
  %".19" = getelementptr inbounds i64, ptr %".18", i64 1
  %".20" = load i64, ptr %".19"
  store i64 %".16", i64* %"thing"
  store i64 %".20", i64* %"source"
  %".23" = load i64, i64* %"thing"
  %".24" = add i64 %".23", 16
  store i64 %".24", i64* %"elements"
  %".26" = load i64, i64* %"source"
  %".27" = icmp eq i64 %".26", 2
  br i1 %".27", label %"then", label %"else"
then:
  %".29" = load i64, i64* %"record"
  %".30" = load i64, i64* %"frame"
  %".31" = load i64, i64* %"k"
  %".32" = load i64, i64* %"record"
  %".33" = load i64, i64* %"record"
  %".34" = inttoptr i64 %".33" to ptr
  %".35" = getelementptr inbounds i64, ptr %".34", i64 16
  %".36" = load i64, ptr %".35"
  %".37" = load i64, i64* %"thing"
  %".38" = inttoptr i64 %".32" to ptr
  %".39" = getelementptr inbounds i64, ptr %".38", i64 30
  %".40" = load i64, ptr %".39"
  %".41" = inttoptr i64 %".40" to ptr
  %".42" = call i64 %".41"(i64 %".36", i64 %".37")
  %".43" = call i1 @"keep.int64.int64.int64.int64.1"(i64 %".29", i64 %".30", i64 %".31", i64 %".42")
  ret i1 %".43"
else:
  br label %"end"
end:
  %".46" = load i64, i64* %"source"
  %".47" = icmp sge i64 %".46", 3
  br i1 %".47", label %"then.1", label %"else.1"
then.1:
  %".49" = load i64, i64* %"record"
  %".50" = load i64, i64* %"frame"
  %".51" = call i64 @"table.int64.int64.int64.1"(i64 %".49", i64 %".50", i64 7)
  %".52" = load i64, i64* %"k"
  %".53" = mul i64 16, %".52"
  %".54" = add i64 %".51", %".53"
  store i64 %".54", i64* %"elements"
  %".56" = load i64, i64* %"record"
  %".57" = load i64, i64* %"thing"
  %".58" = load i64, i64* %"row"
  %".59" = load i64, i64* %"elements"
  %".60" = call i1 @"store_number.int64.int64.int64.int64.1"(i64 %".56", i64 %".57", i64 %".58", i64 %".59")
  %".61" = xor i1 %".60", -1
  br i1 %".61", label %"then.2", label %"else.2"
else.1:
  %".66" = load i64, i64* %"source"
  %".67" = icmp ne i64 %".66", 1
  br i1 %".67", label %"then.3", label %"else.3"
end.1:
  %".90" = load i64, i64* %"elements"
  %".91" = load i64, i64* %"record"
  %".92" = load i64, i64* %"k"
  %".93" = call i64 @"array_of.int64.int64.1"(i64 %".91", i64 %".92")
  %".94" = call i1 @"inside.int64.int64.1"(i64 %".90", i64 %".93")
  %".95" = xor i1 %".94", -1
  br i1 %".95", label %"then.5", label %"else.5"
then.2:
  ret i1 0
else.2:
  br label %"end.2"
end.2:
  br label %"end.1"
then.3:
  %".69" = load i64, i64* %"thing"
  %".70" = load i64, i64* %"row"
  %".71" = inttoptr i64 %".70" to ptr
  %".72" = getelementptr inbounds i64, ptr %".71", i64 0
  %".73" = load i64, ptr %".72"
  %".74" = load i64, i64* %"record"
  %".75" = load i64, i64* %"k"
  %".76" = call i64 @"array_of.int64.int64.1"(i64 %".74", i64 %".75")
  %".77" = call i1 @"fits.int64.int64.int64.int64.1"(i64 %".69", i64 257, i64 %".73", i64 %".76")
  %".78" = xor i1 %".77", -1
  br i1 %".78", label %"then.4", label %"else.4"
else.3:
  br label %"end.3"
end.3:
  br label %"end.1"
then.4:
  ret i1 0
else.4:
  br label %"end.4"
end.4:
  %".82" = load i64, i64* %"thing"
  %".83" = inttoptr i64 %".82" to ptr
  %".84" = getelementptr inbounds i64, ptr %".83", i64 2
  %".85" = load i64, ptr %".84"
  store i64 %".85", i64* %"elements"
  br label %"end.3"
then.5:
  ret i1 0
else.5:
  br label %"end.5"
end.5:
  %".99" = load i64, i64* %"record"
  %".100" = load i64, i64* %"frame"
  %".101" = call i64 @"table.int64.int64.int64.1"(i64 %".99", i64 %".100", i64 9)
  %".102" = load i64, i64* %"k"
  %".103" = load i64, i64* %"elements"
  %".104" = inttoptr i64 %".101" to ptr
  %".105" = getelementptr inbounds i64, ptr %".104", i64 %".102"
  store i64 %".103", ptr %".105"
  ret i1 1
}

define internal i1 @"store_number.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noimplicitfloat noinline nounwind optnone
{
entry:
  %"record" = alloca i64
  %"thing" = alloca i64
  %"row" = alloca i64
  %"cell" = alloca i64
  %".18" = alloca i64, i64 1
  %"source" = alloca i64
  %"target" = alloca i64
  %"over" = alloca i64
  %"whole" = alloca i64
  %"imaginary" = alloca double
  %"real" = alloca double
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"thing"
  store i64 %".3", i64* %"row"
  store i64 %".4", i64* %"cell"
  %".10" = load i64, i64* %"row"
  %".11" = inttoptr i64 %".10" to ptr
  %".12" = getelementptr inbounds i64, ptr %".11", i64 1
  %".13" = load i64, ptr %".12"
  %".14" = load i64, i64* %"row"
  %".15" = inttoptr i64 %".14" to ptr
  %".16" = getelementptr inbounds i64, ptr %".15", i64 2
  %".17" = load i64, ptr %".16"
  %".19" = ptrtoint i64* %".18" to i64
  store i64 %".13", i64* %"source"
  store i64 %".17", i64* %"target"
  store i64 %".19", i64* %"over"
  store i64 0, i64* %"whole"
  store double              0x0, double* %"imaginary"
  %".25" = load i64, i64* %"source"
  %".26" = icmp eq i64 %".25", 5
  br i1 %".26", label %"then", label %"else"
then:
  %".28" = load i64, i64* %"record"
  %".29" = load i64, i64* %"thing"
  %".30" = load i64, i64* %"over"
  %".31" = inttoptr i64 %".28" to ptr
  %".32" = getelementptr inbounds i64, ptr %".31", i64 36
  %".33" = load i64, ptr %".32"
  %".34" = inttoptr i64 %".33" to ptr
  %".35" = call i64 %".34"(i64 %".29", i64 %".30")
  store i64 %".35", i64* %"whole"
  %".37" = load i64, i64* %"over"
  %".38" = inttoptr i64 %".37" to ptr
  %".39" = getelementptr inbounds i32, ptr %".38", i64 0
  %".40" = load i32, ptr %".39"
  %".41" = zext i32 %".40" to i64
  %".42" = icmp ne i64 %".41", 0
  br i1 %".42", label %"then.1", label %"else.1"
else:
  %".50" = load i64, i64* %"source"
  %".51" = icmp eq i64 %".50", 4
  br i1 %".51", label %"then.2", label %"else.2"
end:
  %".80" = load i64, i64* %"target"
  %".81" = icmp eq i64 %".80", 5
  br i1 %".81", label %"then.3", label %"else.3"
then.1:
  ret i1 0
else.1:
  br label %"end.1"
end.1:
  %".46" = load i64, i64* %"whole"
  %".47" = sitofp i64 %".46" to double
  store double %".47", double* %"real"
  br label %"end"
then.2:
  %".53" = load i64, i64* %"record"
  %".54" = load i64, i64* %"thing"
  %".55" = inttoptr i64 %".53" to ptr
  %".56" = getelementptr inbounds i64, ptr %".55", i64 25
  %".57" = load i64, ptr %".56"
  %".58" = inttoptr i64 %".57" to ptr
  %".59" = call double %".58"(i64 %".54")
  store double %".59", double* %"real"
  %".61" = load i64, i64* %"record"
  %".62" = load i64, i64* %"thing"
  %".63" = inttoptr i64 %".61" to ptr
  %".64" = getelementptr inbounds i64, ptr %".63", i64 26
  %".65" = load i64, ptr %".64"
  %".66" = inttoptr i64 %".65" to ptr
  %".67" = call double %".66"(i64 %".62")
  store double %".67", double* %"imaginary"
  br label %"end.2"
else.2:
  %".70" = load i64, i64* %"record"
  %".71" = load i64, i64* %"thing"
  %".72" = inttoptr i64 %".70" to ptr
  %".73" = getelementptr inbounds i64, ptr %".72", i64 24
  %".74" = load i64, ptr %".73"
  %".75" = inttoptr i64 %".74" to ptr
  %".76" = call double %".75"(i64 %".71")
  store double %".76", double* %"real"
  br label %"end.2"
end.2:
  br label %"end"
then.3:
  %".83" = load i64, i64* %"cell"
  %".84" = load i64, i64* %"whole"
  %".85" = inttoptr i64 %".83" to ptr
  %".86" = getelementptr inbounds i64, ptr %".85", i64 0
  store i64 %".84", ptr %".86"
  %".88" = load i64, i64* %"row"
  %".89" = inttoptr i64 %".88" to ptr
  %".90" = getelementptr inbounds i64, ptr %".89", i64 3
  %".91" = load i64, ptr %".90"
  %".92" = load i64, i64* %"whole"
  %".93" = load i64, i64* %"row"
  %".94" = inttoptr i64 %".93" to ptr
  %".95" = getelementptr inbounds i64, ptr %".94", i64 4
  %".96" = load i64, ptr %".95"
  %".97" = icmp sle i64 %".91", %".92"
  %".98" = icmp sle i64 %".92", %".96"
  %".99" = and i1 %".97", %".98"
  ret i1 %".99"
else.3:
  br label %"end.3"
end.3:
  %".102" = load i64, i64* %"target"
  %".103" = icmp eq i64 %".102", 6
  br i1 %".103", label %"then.4", label %"else.4"
then.4:
  %".105" = load i64, i64* %"cell"
  %".106" = load double, double* %"real"
  %".107" = fptrunc double %".106" to float
  %".108" = inttoptr i64 %".105" to ptr
  %".109" = getelementptr inbounds float, ptr %".108", i64 0
  store float %".107", ptr %".109"
  %".111" = load i64, i64* %"cell"
  %".112" = load double, double* %"imaginary"
  %".113" = fptrunc double %".112" to float
  %".114" = inttoptr i64 %".111" to ptr
  %".115" = getelementptr inbounds float, ptr %".114", i64 1
  store float %".113", ptr %".115"
  %".117" = load double, double* %"real"
  %".118" = call i1 @"overflows.float64.1"(double %".117")
  %".119" = xor i1 %".118", -1
  br i1 %".119", label %"more", label %"decided"
else.4:
  br label %"end.4"
end.4:
  %".128" = load i64, i64* %"cell"
  %".129" = load double, double* %"real"
  %".130" = inttoptr i64 %".128" to ptr
  %".131" = getelementptr inbounds double, ptr %".130", i64 0
  store double %".129", ptr %".131"
  %".133" = load i64, i64* %"cell"
  %".134" = load double, double* %"imaginary"
  %".135" = inttoptr i64 %".133" to ptr
  %".136" = getelementptr inbounds double, ptr %".135", i64 1
  store double %".134", ptr %".136"
  ret i1 1
more:
  %".121" = load double, double* %"imaginary"
  %".122" = call i1 @"overflows.float64.1"(double %".121")
  %".123" = xor i1 %".122", -1
  br label %"decided"
decided:
  %".125" = phi  i1 [0, %"then.4"], [%".123", %"more"]
  ret i1 %".125"
}

declare double @"llvm.fabs.f64"(double %".1")

define internal i1 @"overflows.float64.1"(double %".1") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"x" = alloca double
  br label %"start"
start:
  store double %".1", double* %"x"
  %".4" = load double, double* %"x"
  %".5" = fptrunc double %".4" to float
  %".6" = fpext float %".5" to double
  %".7" = call double @"llvm.fabs.f64"(double %".6")
  %".8" = fcmp oeq double %".7", 0x7ff0000000000000
  br i1 %".8", label %"more", label %"decided"
more:
  %".10" = load double, double* %"x"
  %".11" = call double @"llvm.fabs.f64"(double %".10")
  %".12" = fcmp une double %".11", 0x7ff0000000000000
  br label %"decided"
decided:
  %".14" = phi  i1 [0, %"start"], [%".12", %"more"]
  ret i1 %".14"
}

define internal i1 @"take_inputs.int64.int64.1"(i64 %".1", i64 %".2") noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"given" = alloca i64
  %"addresses" = alloca i64
  %"k" = alloca i64
  %"converted" = alloca i1
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  %".6" = load i64, i64* %"record"
  %".7" = load i64, i64* %"frame"
  %".8" = call i64 @"table.int64.int64.int64.1"(i64 %".6", i64 %".7", i64 3)
  %".9" = load i64, i64* %"record"
  %".10" = load i64, i64* %"frame"
  %".11" = call i64 @"table.int64.int64.int64.1"(i64 %".9", i64 %".10", i64 9)
  store i64 %".8", i64* %"given"
  store i64 %".11", i64* %"addresses"
  %".14" = load i64, i64* %"record"
  %".15" = inttoptr i64 %".14" to ptr
  %".16" = getelementptr inbounds i64, ptr %".15", i64 2
  %".17" = load i64, ptr %".16"
  br label %"loop"
loop:
  %".19" = phi  i64 [0, %"start"], [%".64", %"end"]
  %".20" = icmp slt i64 %".19", %".17"
  br i1 %".20", label %"body", label %"done"
body:
  store i64 %".19", i64* %"k"
  %".23" = load i64, i64* %"record"
  %".24" = load i64, i64* %"k"
  %".25" = load i64, i64* %"given"
  %".26" = load i64, i64* %"k"
  %".27" = inttoptr i64 %".25" to ptr
  %".28" = getelementptr inbounds i64, ptr %".27", i64 %".26"
  %".29" = load i64, ptr %".28"
  %".30" = call i1 @"is_array.int64.int64.int64.int64.1"(i64 %".23", i64 %".24", i64 %".29", i64 257)
  %".31" = xor i1 %".30", -1
  br i1 %".31", label %"then", label %"else"
done:
  ret i1 1
then:
  %".33" = load i64, i64* %"record"
  %".34" = load i64, i64* %"frame"
  %".35" = call i1 @"convert.int64.int64.1"(i64 %".33", i64 %".34")
  store i1 %".35", i1* %"converted"
  %".37" = load i1, i1* %"converted"
  %".38" = xor i1 %".37", -1
  br i1 %".38", label %"then.1", label %"else.1"
else:
  br label %"end"
end:
  %".51" = load i64, i64* %"addresses"
  %".52" = load i64, i64* %"k"
  %".53" = load i64, i64* %"given"
  %".54" = load i64, i64* %"k"
  %".55" = inttoptr i64 %".53" to ptr
  %".56" = getelementptr inbounds i64, ptr %".55", i64 %".54"
  %".57" = load i64, ptr %".56"
  %".58" = inttoptr i64 %".57" to ptr
  %".59" = getelementptr inbounds i64, ptr %".58", i64 2
  %".60" = load i64, ptr %".59"
  %".61" = inttoptr i64 %".51" to ptr
  %".62" = getelementptr inbounds i64, ptr %".61", i64 %".52"
  store i64 %".60", ptr %".62"
  %".64" = add nsw i64 %".19", 1
  br label %"loop"
then.1:
  %".40" = load i64, i64* %"record"
  %".41" = inttoptr i64 %".40" to ptr
  %".42" = getelementptr inbounds i64, ptr %".41", i64 20
  %".43" = load i64, ptr %".42"
  %".44" = inttoptr i64 %".43" to ptr
  call void %".44"()
  br label %"end.1"
else.1:
  br label %"end.1"
end.1:
  %".48" = load i1, i1* %"converted"
  ret i1 %".48"
}

define internal i64 @"note_range.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"k" = alloca i64
  %"elements" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  store i64 %".3", i64* %"k"
  store i64 %".4", i64* %"elements"
  %".10" = load i64, i64* %"record"
  %".11" = load i64, i64* %"frame"
  %".12" = call i64 @"table.int64.int64.int64.1"(i64 %".10", i64 %".11", i64 5)
  %".13" = load i64, i64* %"k"
  %".14" = load i64, i64* %"elements"
  %".15" = inttoptr i64 %".12" to ptr
  %".16" = getelementptr inbounds i64, ptr %".15", i64 %".13"
  store i64 %".14", ptr %".16"
  %".18" = load i64, i64* %"record"
  %".19" = load i64, i64* %"frame"
  %".20" = call i64 @"table.int64.int64.int64.1"(i64 %".18", i64 %".19", i64 6)
  %".21" = load i64, i64* %"k"
  %".22" = load i64, i64* %"elements"
  %".23" = load i64, i64* %"record"
  %".24" = load i64, i64* %"k"
  %".25" = call i64 @"array_of.int64.int64.1"(i64 %".23", i64 %".24")
  %".26" = inttoptr i64 %".25" to ptr
  %".27" = getelementptr inbounds i64, ptr %".26", i64 2
  %".28" = load i64, ptr %".27"
  %".29" = add i64 %".22", %".28"
  %".30" = inttoptr i64 %".20" to ptr
  %".31" = getelementptr inbounds i64, ptr %".30", i64 %".21"
  store i64 %".29", ptr %".31"
  ret i64 0
}

define internal i1 @"take_results.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3") noimplicitfloat noinline nounwind optnone
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"results" = alloca i64
  %"inputs" = alloca i64
  %"addresses" = alloca i64
  %"k" = alloca i64
  %"array" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  store i64 %".3", i64* %"results"
  %".8" = load i64, i64* %"record"
  %".9" = inttoptr i64 %".8" to ptr
  %".10" = getelementptr inbounds i64, ptr %".9", i64 2
  %".11" = load i64, ptr %".10"
  %".12" = load i64, i64* %"record"
  %".13" = load i64, i64* %"frame"
  %".14" = call i64 @"table.int64.int64.int64.1"(i64 %".12", i64 %".13", i64 9)
  store i64 %".11", i64* %"inputs"
  store i64 %".14", i64* %"addresses"
  %".17" = load i64, i64* %"inputs"
  br label %"loop"
loop:
  %".19" = phi  i64 [0, %"start"], [%".32", %"body"]
  %".20" = icmp slt i64 %".19", %".17"
  br i1 %".20", label %"body", label %"done"
body:
  store i64 %".19", i64* %"k"
  %".23" = load i64, i64* %"record"
  %".24" = load i64, i64* %"frame"
  %".25" = load i64, i64* %"k"
  %".26" = load i64, i64* %"addresses"
  %".27" = load i64, i64* %"k"
  %".28" = inttoptr i64 %".26" to ptr
  %".29" = getelementptr inbounds i64, ptr %".28", i64 %".27"
  %".30" = load i64, ptr %".29"
  %".31" = call i64 @"note_range.int64.int64.int64.int64.1"(i64 %".23", i64 %".24", i64 %".25", i64 %".30")
  %".32" = add nsw i64 %".19", 1
  br label %"loop"
done:
  %".34" = load i64, i64* %"inputs"
  %".35" = load i64, i64* %"inputs"
  %".36" = load i64, i64* %"record"
  %".37" = inttoptr i64 %".36" to ptr
  %".38" = getelementptr inbounds i64, ptr %".37", i64 3
  %".39" = load i64, ptr %".38"
  %".40" = add i64 %".35", %".39"
  br label %"loop.1"
loop.1:
  %".42" = phi  i64 [%".34", %"done"], [%".85", %"end.1"]
  %".43" = icmp slt i64 %".42", %".40"
  br i1 %".43", label %"body.1", label %"done.1"
body.1:
  store i64 %".42", i64* %"k"
  %".46" = load i64, i64* %"results"
  %".47" = load i64, i64* %"k"
  %".48" = load i64, i64* %"inputs"
  %".49" = sub i64 %".47", %".48"
  %".50" = call i64 @"nth.int64.int64.1"(i64 %".46", i64 %".49")
  store i64 %".50", i64* %"array"
  %".52" = load i64, i64* %"record"
  %".53" = load i64, i64* %"k"
  %".54" = load i64, i64* %"array"
  %".55" = call i1 @"is_array.int64.int64.int64.int64.1"(i64 %".52", i64 %".53", i64 %".54", i64 1281)
  %".56" = xor i1 %".55", -1
  br i1 %".56", label %"then", label %"else"
done.1:
  ret i1 1
then:
  ret i1 0
else:
  br label %"end"
end:
  %".60" = load i64, i64* %"addresses"
  %".61" = load i64, i64* %"k"
  %".62" = load i64, i64* %"array"
  %".63" = inttoptr i64 %".62" to ptr
  %".64" = getelementptr inbounds i64, ptr %".63", i64 2
  %".65" = load i64, ptr %".64"
  %".66" = inttoptr i64 %".60" to ptr
  %".67" = getelementptr inbounds i64, ptr %".66", i64 %".61"
  store i64 %".65", ptr %".67"
  %".69" = load i64, i64* %"record"
  %".70" = load i64, i64* %"frame"
  %".71" = load i64, i64* %"k"
  %".72" = load i64, i64* %"array"
  %".73" = inttoptr i64 %".72" to ptr
  %".74" = getelementptr inbounds i64, ptr %".73", i64 2
  %".75" = load i64, ptr %".74"
  %".76" = call i64 @"note_range.int64.int64.int64.int64.1"(i64 %".69", i64 %".70", i64 %".71", i64 %".75")
  %".77" = load i64, i64* %"record"
  %".78" = load i64, i64* %"frame"
  %".79" = load i64, i64* %"k"
  %".80" = load i64, i64* %"k"
  %".81" = call i1 @"meets.int64.int64.int64.int64.int64.1"(i64 %".77", i64 %".78", i64 %".79", i64 0, i64 %".80")
  br i1 %".81", label %"then.1", label %"else.1"
then.1:
  ret i1 0
else.1:
  br label %"end.1"
end.1:
  %".85" = add nsw i64 %".42", 1
  br label %"loop.1"
}

define internal i1 @"meets.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5") noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"k" = alloca i64
  %"start.1" = alloca i64
  %"stop" = alloca i64
  %"firsts" = alloca i64
  %"lasts" = alloca i64
  %"other" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  store i64 %".3", i64* %"k"
  store i64 %".4", i64* %"start.1"
  store i64 %".5", i64* %"stop"
  %".12" = load i64, i64* %"record"
  %".13" = load i64, i64* %"frame"
  %".14" = call i64 @"table.int64.int64.int64.1"(i64 %".12", i64 %".13", i64 5)
  %".15" = load i64, i64* %"record"
  %".16" = load i64, i64* %"frame"
  %".17" = call i64 @"table.int64.int64.int64.1"(i64 %".15", i64 %".16", i64 6)
  store i64 %".14", i64* %"firsts"
  store i64 %".17", i64* %"lasts"
  %".20" = load i64, i64* %"start.1"
  %".21" = load i64, i64* %"stop"
  br label %"loop"
loop:
  %".23" = phi  i64 [%".20", %"start"], [%".55", %"end"]
  %".24" = icmp slt i64 %".23", %".21"
  br i1 %".24", label %"body", label %"done"
body:
  store i64 %".23", i64* %"other"
  %".27" = load i64, i64* %"firsts"
  %".28" = load i64, i64* %"k"
  %".29" = inttoptr i64 %".27" to ptr
  %".30" = getelementptr inbounds i64, ptr %".29", i64 %".28"
  %".31" = load i64, ptr %".30"
  %".32" = load i64, i64* %"lasts"
  %".33" = load i64, i64* %"other"
  %".34" = inttoptr i64 %".32" to ptr
  %".35" = getelementptr inbounds i64, ptr %".34", i64 %".33"
  %".36" = load i64, ptr %".35"
  %".37" = icmp slt i64 %".31", %".36"
  br i1 %".37", label %"more", label %"decided"
done:
  ret i1 0
more:
  %".39" = load i64, i64* %"firsts"
  %".40" = load i64, i64* %"other"
  %".41" = inttoptr i64 %".39" to ptr
  %".42" = getelementptr inbounds i64, ptr %".41", i64 %".40"
  %".43" = load i64, ptr %".42"
  %".44" = load i64, i64* %"lasts"
  %".45" = load i64, i64* %"k"
  %".46" = inttoptr i64 %".44" to ptr
  %".47" = getelementptr inbounds i64, ptr %".46", i64 %".45"
  %".48" = load i64, ptr %".47"
  %".49" = icmp slt i64 %".43", %".48"
  br label %"decided"
decided:
  %".51" = phi  i1 [0, %"body"], [%".49", %"more"]
  br i1 %".51", label %"then", label %"else"
then:
  ret i1 1
else:
  br label %"end"
end:
  %".55" = add nsw i64 %".23", 1
  br label %"loop"
}

define internal i64 @"run.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"arena" = alloca i64
  %"addresses" = alloca i64
  %"offsets" = alloca i64
  %"count" = alloca i64
  %"temporaries" = alloca i64
  %"k" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  store i64 %".3", i64* %"arena"
  %".8" = load i64, i64* %"record"
  %".9" = load i64, i64* %"frame"
  %".10" = call i64 @"table.int64.int64.int64.1"(i64 %".8", i64 %".9", i64 9)
  %".11" = load i64, i64* %"record"
  %".12" = inttoptr i64 %".11" to ptr
  %".13" = getelementptr inbounds i64, ptr %".12", i64 5
  %".14" = load i64, ptr %".13"
  store i64 %".10", i64* %"addresses"
  store i64 %".14", i64* %"offsets"
  %".17" = load i64, i64* %"record"
  %".18" = inttoptr i64 %".17" to ptr
  %".19" = getelementptr inbounds i64, ptr %".18", i64 2
  %".20" = load i64, ptr %".19"
  %".21" = load i64, i64* %"record"
  %".22" = inttoptr i64 %".21" to ptr
  %".23" = getelementptr inbounds i64, ptr %".22", i64 3
  %".24" = load i64, ptr %".23"
  %".25" = add i64 %".20", %".24"
  %".26" = load i64, i64* %"record"
  %".27" = inttoptr i64 %".26" to ptr
  %".28" = getelementptr inbounds i64, ptr %".27", i64 4
  %".29" = load i64, ptr %".28"
  store i64 %".25", i64* %"count"
  store i64 %".29", i64* %"temporaries"
  %".32" = load i64, i64* %"temporaries"
  br label %"loop"
loop:
  %".34" = phi  i64 [0, %"start"], [%".52", %"body"]
  %".35" = icmp slt i64 %".34", %".32"
  br i1 %".35", label %"body", label %"done"
body:
  store i64 %".34", i64* %"k"
  %".38" = load i64, i64* %"addresses"
  %".39" = load i64, i64* %"count"
  %".40" = load i64, i64* %"k"
  %".41" = add i64 %".39", %".40"
  %".42" = load i64, i64* %"arena"
  %".43" = load i64, i64* %"offsets"
  %".44" = load i64, i64* %"k"
  %".45" = inttoptr i64 %".43" to ptr
  %".46" = getelementptr inbounds i64, ptr %".45", i64 %".44"
  %".47" = load i64, ptr %".46"
  %".48" = add i64 %".42", %".47"
  %".49" = inttoptr i64 %".38" to ptr
  %".50" = getelementptr inbounds i64, ptr %".49", i64 %".41"
  store i64 %".48", ptr %".50"
  %".52" = add nsw i64 %".34", 1
  br label %"loop"
done:
  %".54" = load i64, i64* %"addresses"
  %".55" = load i64, i64* %"count"
  %".56" = load i64, i64* %"temporaries"
  %".57" = add i64 %".55", %".56"
  %".58" = load i64, i64* %"arena"
  %".59" = load i64, i64* %"record"
  %".60" = inttoptr i64 %".59" to ptr
  %".61" = getelementptr inbounds i64, ptr %".60", i64 6
  %".62" = load i64, ptr %".61"
  %".63" = add i64 %".58", %".62"
  %".64" = inttoptr i64 %".54" to ptr
  %".65" = getelementptr inbounds i64, ptr %".64", i64 %".57"
  store i64 %".63", ptr %".65"
  %".67" = load i64, i64* %"record"
  %".68" = inttoptr i64 %".67" to ptr
  %".69" = getelementptr inbounds i64, ptr %".68", i64 0
  %".70" = load i64, ptr %".69"
  %".71" = load i64, i64* %"addresses"
  %".72" = load i64, i64* %"record"
  %".73" = inttoptr i64 %".72" to ptr
  %".74" = getelementptr inbounds i64, ptr %".73", i64 1
  %".75" = load i64, ptr %".74"
  %".76" = inttoptr i64 %".70" to ptr
  call void %".76"(i64 %".71", i64 %".75")
  ret i64 0
}

declare i64 @"memcpy"(i64 %".1", i64 %".2", i64 %".3")

define internal i64 @"compute.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"arena" = alloca i64
  %"spare" = alloca i64
  %"given" = alloca i64
  %"inputs" = alloca i64
  %"long" = alloca i64
  %"state" = alloca i64
  %"k" = alloca i64
  %"firsts" = alloca i64
  %"lasts" = alloca i64
  %"first" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  store i64 %".3", i64* %"arena"
  store i64 %".4", i64* %"spare"
  %".10" = load i64, i64* %"record"
  %".11" = load i64, i64* %"frame"
  %".12" = call i64 @"table.int64.int64.int64.1"(i64 %".10", i64 %".11", i64 3)
  %".13" = load i64, i64* %"record"
  %".14" = inttoptr i64 %".13" to ptr
  %".15" = getelementptr inbounds i64, ptr %".14", i64 2
  %".16" = load i64, ptr %".15"
  %".17" = load i64, i64* %"record"
  %".18" = inttoptr i64 %".17" to ptr
  %".19" = getelementptr inbounds i64, ptr %".18", i64 8
  %".20" = load i64, ptr %".19"
  store i64 %".12", i64* %"given"
  store i64 %".16", i64* %"inputs"
  store i64 %".20", i64* %"long"
  store i64 0, i64* %"state"
  %".25" = load i64, i64* %"long"
  %".26" = icmp ne i64 %".25", 0
  br i1 %".26", label %"then", label %"else"
then:
  %".28" = load i64, i64* %"inputs"
  br label %"loop"
else:
  br label %"end"
end:
  %".56" = load i64, i64* %"record"
  %".57" = load i64, i64* %"frame"
  %".58" = load i64, i64* %"arena"
  %".59" = call i64 @"run.int64.int64.int64.1"(i64 %".56", i64 %".57", i64 %".58")
  %".60" = load i64, i64* %"spare"
  %".61" = icmp ne i64 %".60", 0
  br i1 %".61", label %"then.1", label %"else.1"
loop:
  %".30" = phi  i64 [0, %"then"], [%".45", %"body"]
  %".31" = icmp slt i64 %".30", %".28"
  br i1 %".31", label %"body", label %"done"
body:
  store i64 %".30", i64* %"k"
  %".34" = load i64, i64* %"record"
  %".35" = load i64, i64* %"given"
  %".36" = load i64, i64* %"k"
  %".37" = inttoptr i64 %".35" to ptr
  %".38" = getelementptr inbounds i64, ptr %".37", i64 %".36"
  %".39" = load i64, ptr %".38"
  %".40" = inttoptr i64 %".34" to ptr
  %".41" = getelementptr inbounds i64, ptr %".40", i64 17
  %".42" = load i64, ptr %".41"
  %".43" = inttoptr i64 %".42" to ptr
  call void %".43"(i64 %".39")
  %".45" = add nsw i64 %".30", 1
  br label %"loop"
done:
  %".47" = load i64, i64* %"record"
  %".48" = inttoptr i64 %".47" to ptr
  %".49" = getelementptr inbounds i64, ptr %".48", i64 28
  %".50" = load i64, ptr %".49"
  %".51" = inttoptr i64 %".50" to ptr
  %".52" = call i64 %".51"()
  store i64 %".52", i64* %"state"
  br label %"end"
then.1:
  %".63" = load i64, i64* %"record"
  %".64" = load i64, i64* %"frame"
  %".65" = call i64 @"table.int64.int64.int64.1"(i64 %".63", i64 %".64", i64 5)
  %".66" = load i64, i64* %"record"
  %".67" = load i64, i64* %"frame"
  %".68" = call i64 @"table.int64.int64.int64.1"(i64 %".66", i64 %".67", i64 6)
  store i64 %".65", i64* %"firsts"
  store i64 %".68", i64* %"lasts"
  %".71" = load i64, i64* %"record"
  %".72" = inttoptr i64 %".71" to ptr
  %".73" = getelementptr inbounds i64, ptr %".72", i64 3
  %".74" = load i64, ptr %".73"
  br label %"loop.1"
else.1:
  br label %"end.1"
end.1:
  %".120" = load i64, i64* %"long"
  %".121" = icmp ne i64 %".120", 0
  br i1 %".121", label %"then.3", label %"else.3"
loop.1:
  %".76" = phi  i64 [0, %"then.1"], [%".116", %"end.2"]
  %".77" = icmp slt i64 %".76", %".74"
  br i1 %".77", label %"body.1", label %"done.1"
body.1:
  store i64 %".76", i64* %"k"
  %".80" = load i64, i64* %"record"
  %".81" = load i64, i64* %"frame"
  %".82" = call i64 @"table.int64.int64.int64.1"(i64 %".80", i64 %".81", i64 2)
  %".83" = load i64, i64* %"k"
  %".84" = inttoptr i64 %".82" to ptr
  %".85" = getelementptr inbounds i64, ptr %".84", i64 %".83"
  %".86" = load i64, ptr %".85"
  %".87" = icmp ne i64 %".86", 0
  br i1 %".87", label %"then.2", label %"else.2"
done.1:
  br label %"end.1"
then.2:
  %".89" = load i64, i64* %"firsts"
  %".90" = load i64, i64* %"inputs"
  %".91" = load i64, i64* %"k"
  %".92" = add i64 %".90", %".91"
  %".93" = inttoptr i64 %".89" to ptr
  %".94" = getelementptr inbounds i64, ptr %".93", i64 %".92"
  %".95" = load i64, ptr %".94"
  store i64 %".95", i64* %"first"
  %".97" = load i64, i64* %"first"
  %".98" = load i64, i64* %"spare"
  %".99" = load i64, i64* %"k"
  %".100" = call i64 @"nth.int64.int64.1"(i64 %".98", i64 %".99")
  %".101" = inttoptr i64 %".100" to ptr
  %".102" = getelementptr inbounds i64, ptr %".101", i64 2
  %".103" = load i64, ptr %".102"
  %".104" = load i64, i64* %"lasts"
  %".105" = load i64, i64* %"inputs"
  %".106" = load i64, i64* %"k"
  %".107" = add i64 %".105", %".106"
  %".108" = inttoptr i64 %".104" to ptr
  %".109" = getelementptr inbounds i64, ptr %".108", i64 %".107"
  %".110" = load i64, ptr %".109"
  %".111" = load i64, i64* %"first"
  %".112" = sub i64 %".110", %".111"
  %".113" = call i64 @"memcpy"(i64 %".97", i64 %".103", i64 %".112")
  br label %"end.2"
else.2:
  br label %"end.2"
end.2:
  %".116" = add nsw i64 %".76", 1
  br label %"loop.1"
then.3:
  %".123" = load i64, i64* %"record"
  %".124" = load i64, i64* %"state"
  %".125" = inttoptr i64 %".123" to ptr
  %".126" = getelementptr inbounds i64, ptr %".125", i64 19
  %".127" = load i64, ptr %".126"
  %".128" = inttoptr i64 %".127" to ptr
  call void %".128"(i64 %".124")
  %".130" = load i64, i64* %"inputs"
  br label %"loop.2"
else.3:
  br label %"end.3"
end.3:
  ret i64 0
loop.2:
  %".132" = phi  i64 [0, %"then.3"], [%".147", %"body.2"]
  %".133" = icmp slt i64 %".132", %".130"
  br i1 %".133", label %"body.2", label %"done.2"
body.2:
  store i64 %".132", i64* %"k"
  %".136" = load i64, i64* %"record"
  %".137" = load i64, i64* %"given"
  %".138" = load i64, i64* %"k"
  %".139" = inttoptr i64 %".137" to ptr
  %".140" = getelementptr inbounds i64, ptr %".139", i64 %".138"
  %".141" = load i64, ptr %".140"
  %".142" = inttoptr i64 %".136" to ptr
  %".143" = getelementptr inbounds i64, ptr %".142", i64 18
  %".144" = load i64, ptr %".143"
  %".145" = inttoptr i64 %".144" to ptr
  call void %".145"(i64 %".141")
  %".147" = add nsw i64 %".132", 1
  br label %"loop.2"
done.2:
  br label %"end.3"
}

define internal i64 @"give_back.int64.int64.1"(i64 %".1", i64 %".2") noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"owned" = alloca i64
  %"k" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  %".6" = load i64, i64* %"record"
  %".7" = load i64, i64* %"frame"
  %".8" = call i64 @"table.int64.int64.int64.1"(i64 %".6", i64 %".7", i64 0)
  store i64 %".8", i64* %"owned"
  %".10" = load i64, i64* %"record"
  %".11" = inttoptr i64 %".10" to ptr
  %".12" = getelementptr inbounds i64, ptr %".11", i64 2
  %".13" = load i64, ptr %".12"
  br label %"loop"
loop:
  %".15" = phi  i64 [0, %"start"], [%".39", %"end"]
  %".16" = icmp slt i64 %".15", %".13"
  br i1 %".16", label %"body", label %"done"
body:
  store i64 %".15", i64* %"k"
  %".19" = load i64, i64* %"owned"
  %".20" = load i64, i64* %"k"
  %".21" = inttoptr i64 %".19" to ptr
  %".22" = getelementptr inbounds i64, ptr %".21", i64 %".20"
  %".23" = load i64, ptr %".22"
  %".24" = icmp ne i64 %".23", 0
  br i1 %".24", label %"then", label %"else"
done:
  ret i64 0
then:
  %".26" = load i64, i64* %"record"
  %".27" = load i64, i64* %"owned"
  %".28" = load i64, i64* %"k"
  %".29" = inttoptr i64 %".27" to ptr
  %".30" = getelementptr inbounds i64, ptr %".29", i64 %".28"
  %".31" = load i64, ptr %".30"
  %".32" = inttoptr i64 %".26" to ptr
  %".33" = getelementptr inbounds i64, ptr %".32", i64 18
  %".34" = load i64, ptr %".33"
  %".35" = inttoptr i64 %".34" to ptr
  call void %".35"(i64 %".31")
  br label %"end"
else:
  br label %"end"
end:
  %".39" = add nsw i64 %".15", 1
  br label %"loop"
}

define internal i64 @"call.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noimplicitfloat noinline nounwind optnone
{
entry:
  %"arguments" = alloca i64
  %"results" = alloca i64
  %"record" = alloca i64
  %"arena" = alloca i64
  %"frame" = alloca i64
  %"given" = alloca i64
  %"k" = alloca i64
  %"good" = alloca i1
  br label %"start"
start:
  store i64 %".1", i64* %"arguments"
  store i64 %".2", i64* %"results"
  store i64 %".3", i64* %"record"
  store i64 %".4", i64* %"arena"
  %".10" = load i64, i64* %"record"
  %".11" = call i64 @"frame_size.int64.1"(i64 %".10")
  %".12" = alloca i64, i64 %".11"
  %".13" = ptrtoint i64* %".12" to i64
  store i64 %".13", i64* %"frame"
  %".15" = load i64, i64* %"record"
  %".16" = load i64, i64* %"frame"
  %".17" = call i64 @"begin.int64.int64.1"(i64 %".15", i64 %".16")
  %".18" = load i64, i64* %"record"
  %".19" = load i64, i64* %"frame"
  %".20" = call i64 @"table.int64.int64.int64.1"(i64 %".18", i64 %".19", i64 3)
  store i64 %".20", i64* %"given"
  %".22" = load i64, i64* %"record"
  %".23" = inttoptr i64 %".22" to ptr
  %".24" = getelementptr inbounds i64, ptr %".23", i64 2
  %".25" = load i64, ptr %".24"
  br label %"loop"
loop:
  %".27" = phi  i64 [0, %"start"], [%".39", %"body"]
  %".28" = icmp slt i64 %".27", %".25"
  br i1 %".28", label %"body", label %"done"
body:
  store i64 %".27", i64* %"k"
  %".31" = load i64, i64* %"given"
  %".32" = load i64, i64* %"k"
  %".33" = load i64, i64* %"arguments"
  %".34" = load i64, i64* %"k"
  %".35" = call i64 @"nth.int64.int64.1"(i64 %".33", i64 %".34")
  %".36" = inttoptr i64 %".31" to ptr
  %".37" = getelementptr inbounds i64, ptr %".36", i64 %".32"
  store i64 %".35", ptr %".37"
  %".39" = add nsw i64 %".27", 1
  br label %"loop"
done:
  %".41" = load i64, i64* %"record"
  %".42" = load i64, i64* %"frame"
  %".43" = call i1 @"take_inputs.int64.int64.1"(i64 %".41", i64 %".42")
  br i1 %".43", label %"more", label %"decided"
more:
  %".45" = load i64, i64* %"record"
  %".46" = load i64, i64* %"frame"
  %".47" = load i64, i64* %"results"
  %".48" = call i1 @"take_results.int64.int64.int64.1"(i64 %".45", i64 %".46", i64 %".47")
  br label %"decided"
decided:
  %".50" = phi  i1 [0, %"done"], [%".48", %"more"]
  store i1 %".50", i1* %"good"
  %".52" = load i1, i1* %"good"
  br i1 %".52", label %"then", label %"else"
then:
  %".54" = load i64, i64* %"record"
  %".55" = load i64, i64* %"frame"
  %".56" = load i64, i64* %"arena"
  %".57" = call i64 @"compute.int64.int64.int64.int64.1"(i64 %".54", i64 %".55", i64 %".56", i64 0)
  br label %"end"
else:
  br label %"end"
end:
  %".60" = load i64, i64* %"record"
  %".61" = load i64, i64* %"frame"
  %".62" = call i64 @"give_back.int64.int64.1"(i64 %".60", i64 %".61")
  %".63" = load i1, i1* %"good"
  %".64" = select  i1 %".63", i64 1, i64 0
  ret i64 %".64"
}

define i64 @"call"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") nounwind
{
entry:
  %".6" = call i64 @"call.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4")
  ret i64 %".6"
}

define internal i64 @"enter.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"own" = alloca i64
  %"positional" = alloca i64
  %"named" = alloca i64
  %"record" = alloca i64
  %".20" = alloca i64, i64 1
  %"none" = alloca i64
  %"variable" = alloca i64
  %"region" = alloca i64
  %"frame" = alloca i64
  %"ready" = alloca i64
  %"inputs" = alloca i64
  %"outputs" = alloca i64
  %"items" = alloca i64
  %"workspace" = alloca i64
  %"arena" = alloca i64
  %"spare" = alloca i64
  %"made" = alloca i64
  %"good" = alloca i1
  %"k" = alloca i64
  %"array" = alloca i64
  %"built" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"own"
  store i64 %".2", i64* %"positional"
  store i64 %".3", i64* %"named"
  %".8" = load i64, i64* %"own"
  %".9" = call i64 @"nth.int64.int64.1"(i64 %".8", i64 0)
  %".10" = inttoptr i64 %".9" to ptr
  %".11" = getelementptr inbounds i64, ptr %".10", i64 2
  %".12" = load i64, ptr %".11"
  store i64 %".12", i64* %"record"
  %".14" = load i64, i64* %"record"
  %".15" = inttoptr i64 %".14" to ptr
  %".16" = getelementptr inbounds i64, ptr %".15", i64 12
  %".17" = load i64, ptr %".16"
  %".18" = load i64, i64* %"own"
  %".19" = call i64 @"nth.int64.int64.1"(i64 %".18", i64 4)
  %".21" = ptrtoint i64* %".20" to i64
  store i64 %".17", i64* %"none"
  store i64 %".19", i64* %"variable"
  store i64 %".21", i64* %"region"
  %".25" = load i64, i64* %"record"
  %".26" = call i64 @"frame_size.int64.1"(i64 %".25")
  %".27" = alloca i64, i64 %".26"
  %".28" = ptrtoint i64* %".27" to i64
  store i64 %".28", i64* %"frame"
  %".30" = load i64, i64* %"record"
  %".31" = load i64, i64* %"frame"
  %".32" = call i64 @"begin.int64.int64.1"(i64 %".30", i64 %".31")
  %".33" = load i64, i64* %"region"
  %".34" = load i64, i64* %"none"
  %".35" = inttoptr i64 %".33" to ptr
  %".36" = getelementptr inbounds i64, ptr %".35", i64 0
  store i64 %".34", ptr %".36"
  %".38" = load i64, i64* %"variable"
  %".39" = load i64, i64* %"none"
  %".40" = icmp ne i64 %".38", %".39"
  br i1 %".40", label %"then", label %"else"
then:
  %".42" = load i64, i64* %"record"
  %".43" = load i64, i64* %"variable"
  %".44" = load i64, i64* %"none"
  %".45" = load i64, i64* %"region"
  %".46" = inttoptr i64 %".42" to ptr
  %".47" = getelementptr inbounds i64, ptr %".46", i64 23
  %".48" = load i64, ptr %".47"
  %".49" = inttoptr i64 %".48" to ptr
  %".50" = call i32 %".49"(i64 %".43", i64 %".44", i64 %".45")
  %".51" = sext i32 %".50" to i64
  %".52" = icmp slt i64 %".51", 0
  br i1 %".52", label %"then.1", label %"else.1"
else:
  br label %"end"
end:
  %".68" = load i64, i64* %"region"
  %".69" = inttoptr i64 %".68" to ptr
  %".70" = getelementptr inbounds i64, ptr %".69", i64 0
  %".71" = load i64, ptr %".70"
  %".72" = load i64, i64* %"none"
  %".73" = icmp eq i64 %".71", %".72"
  br i1 %".73", label %"then.2", label %"else.2"
then.1:
  ret i64 0
else.1:
  br label %"end.1"
end.1:
  %".56" = load i64, i64* %"record"
  %".57" = load i64, i64* %"region"
  %".58" = inttoptr i64 %".57" to ptr
  %".59" = getelementptr inbounds i64, ptr %".58", i64 0
  %".60" = load i64, ptr %".59"
  %".61" = inttoptr i64 %".56" to ptr
  %".62" = getelementptr inbounds i64, ptr %".61", i64 18
  %".63" = load i64, ptr %".62"
  %".64" = inttoptr i64 %".63" to ptr
  call void %".64"(i64 %".60")
  br label %"end"
then.2:
  %".75" = load i64, i64* %"own"
  %".76" = load i64, i64* %"record"
  %".77" = load i64, i64* %"frame"
  %".78" = load i64, i64* %"positional"
  %".79" = load i64, i64* %"named"
  %".80" = call i64 @"prepare.int64.int64.int64.int64.int64.1"(i64 %".75", i64 %".76", i64 %".77", i64 %".78", i64 %".79")
  br label %"chosen"
else.2:
  br label %"chosen"
chosen:
  %".83" = phi  i64 [%".80", %"then.2"], [0, %"else.2"]
  store i64 %".83", i64* %"ready"
  %".85" = load i64, i64* %"ready"
  %".86" = icmp eq i64 %".85", 0
  br i1 %".86", label %"then.3", label %"else.3"
then.3:
  %".88" = load i64, i64* %"record"
  %".89" = load i64, i64* %"frame"
  %".90" = call i64 @"give_back.int64.int64.1"(i64 %".88", i64 %".89")
  %".91" = load i64, i64* %"record"
  %".92" = load i64, i64* %"own"
  %".93" = call i64 @"nth.int64.int64.1"(i64 %".92", i64 1)
  %".94" = load i64, i64* %"positional"
  %".95" = load i64, i64* %"named"
  %".96" = inttoptr i64 %".91" to ptr
  %".97" = getelementptr inbounds i64, ptr %".96", i64 29
  %".98" = load i64, ptr %".97"
  %".99" = inttoptr i64 %".98" to ptr
  %".100" = call i64 %".99"(i64 %".93", i64 %".94", i64 %".95")
  ret i64 %".100"
else.3:
  br label %"end.2"
end.2:
  %".103" = load i64, i64* %"record"
  %".104" = inttoptr i64 %".103" to ptr
  %".105" = getelementptr inbounds i64, ptr %".104", i64 2
  %".106" = load i64, ptr %".105"
  %".107" = load i64, i64* %"record"
  %".108" = inttoptr i64 %".107" to ptr
  %".109" = getelementptr inbounds i64, ptr %".108", i64 3
  %".110" = load i64, ptr %".109"
  %".111" = load i64, i64* %"record"
  %".112" = load i64, i64* %"frame"
  %".113" = call i64 @"table.int64.int64.int64.1"(i64 %".111", i64 %".112", i64 1)
  store i64 %".106", i64* %"inputs"
  store i64 %".110", i64* %"outputs"
  store i64 %".113", i64* %"items"
  store i64 0, i64* %"workspace"
  store i64 0, i64* %"arena"
  store i64 0, i64* %"spare"
  store i64 0, i64* %"made"
  %".121" = load i64, i64* %"record"
  %".122" = inttoptr i64 %".121" to ptr
  %".123" = getelementptr inbounds i64, ptr %".122", i64 7
  %".124" = load i64, ptr %".123"
  %".125" = icmp ne i64 %".124", 0
  br i1 %".125", label %"then.4", label %"else.4"
then.4:
  %".127" = load i64, i64* %"record"
  %".128" = load i64, i64* %"own"
  %".129" = call i64 @"nth.int64.int64.1"(i64 %".128", i64 3)
  %".130" = call i64 @"take_last.int64.int64.1"(i64 %".127", i64 %".129")
  store i64 %".130", i64* %"workspace"
  %".132" = load i64, i64* %"workspace"
  %".133" = call i64 @"nth.int64.int64.1"(i64 %".132", i64 0)
  %".134" = inttoptr i64 %".133" to ptr
  %".135" = getelementptr inbounds i64, ptr %".134", i64 2
  %".136" = load i64, ptr %".135"
  store i64 %".136", i64* %"arena"
  br label %"end.3"
else.4:
  br label %"end.3"
end.3:
  %".140" = load i64, i64* %"outputs"
  %".141" = icmp ne i64 %".140", 1
  br i1 %".141", label %"then.5", label %"else.5"
then.5:
  %".143" = load i64, i64* %"record"
  %".144" = load i64, i64* %"outputs"
  %".145" = inttoptr i64 %".143" to ptr
  %".146" = getelementptr inbounds i64, ptr %".145", i64 27
  %".147" = load i64, ptr %".146"
  %".148" = inttoptr i64 %".147" to ptr
  %".149" = call i64 %".148"(i64 %".144")
  store i64 %".149", i64* %"made"
  br label %"end.4"
else.5:
  br label %"end.4"
end.4:
  %".153" = load i64, i64* %"outputs"
  %".154" = icmp eq i64 %".153", 1
  %".155" = load i64, i64* %"made"
  %".156" = icmp ne i64 %".155", 0
  %".157" = or i1 %".154", %".156"
  store i1 %".157", i1* %"good"
  %".159" = load i1, i1* %"good"
  br i1 %".159", label %"then.6", label %"else.6"
then.6:
  %".161" = load i64, i64* %"record"
  %".162" = load i64, i64* %"frame"
  %".163" = load i64, i64* %"made"
  %".164" = call i1 @"make_results.int64.int64.int64.1"(i64 %".161", i64 %".162", i64 %".163")
  store i1 %".164", i1* %"good"
  br label %"end.5"
else.6:
  br label %"end.5"
end.5:
  %".168" = load i1, i1* %"good"
  br i1 %".168", label %"then.7", label %"else.7"
then.7:
  %".170" = load i64, i64* %"ready"
  %".171" = icmp eq i64 %".170", 2
  br i1 %".171", label %"then.8", label %"else.8"
else.7:
  br label %"end.6"
end.6:
  %".234" = load i64, i64* %"record"
  %".235" = load i64, i64* %"own"
  %".236" = call i64 @"nth.int64.int64.1"(i64 %".235", i64 3)
  %".237" = load i64, i64* %"workspace"
  %".238" = call i64 @"append.int64.int64.int64.1"(i64 %".234", i64 %".236", i64 %".237")
  %".239" = load i64, i64* %"record"
  %".240" = load i64, i64* %"frame"
  %".241" = call i64 @"give_back.int64.int64.1"(i64 %".239", i64 %".240")
  %".242" = load i64, i64* %"outputs"
  %".243" = icmp eq i64 %".242", 1
  br i1 %".243", label %"then.10", label %"else.10"
then.8:
  %".173" = load i64, i64* %"record"
  %".174" = load i64, i64* %"own"
  %".175" = call i64 @"nth.int64.int64.1"(i64 %".174", i64 6)
  %".176" = call i64 @"take_last.int64.int64.1"(i64 %".173", i64 %".175")
  store i64 %".176", i64* %"spare"
  br label %"end.7"
else.8:
  br label %"end.7"
end.7:
  %".180" = load i64, i64* %"outputs"
  br label %"loop"
loop:
  %".182" = phi  i64 [0, %"end.7"], [%".220", %"chosen.1"]
  %".183" = icmp slt i64 %".182", %".180"
  br i1 %".183", label %"body", label %"done"
body:
  store i64 %".182", i64* %"k"
  %".186" = load i64, i64* %"record"
  %".187" = load i64, i64* %"frame"
  %".188" = call i64 @"table.int64.int64.int64.1"(i64 %".186", i64 %".187", i64 2)
  %".189" = load i64, i64* %"k"
  %".190" = inttoptr i64 %".188" to ptr
  %".191" = getelementptr inbounds i64, ptr %".190", i64 %".189"
  %".192" = load i64, ptr %".191"
  %".193" = icmp ne i64 %".192", 0
  br i1 %".193", label %"then.9", label %"else.9"
done:
  %".222" = load i64, i64* %"record"
  %".223" = load i64, i64* %"frame"
  %".224" = load i64, i64* %"arena"
  %".225" = load i64, i64* %"spare"
  %".226" = call i64 @"compute.int64.int64.int64.int64.1"(i64 %".222", i64 %".223", i64 %".224", i64 %".225")
  %".227" = load i64, i64* %"record"
  %".228" = load i64, i64* %"own"
  %".229" = call i64 @"nth.int64.int64.1"(i64 %".228", i64 6)
  %".230" = load i64, i64* %"spare"
  %".231" = call i64 @"append.int64.int64.int64.1"(i64 %".227", i64 %".229", i64 %".230")
  br label %"end.6"
then.9:
  %".195" = load i64, i64* %"spare"
  %".196" = load i64, i64* %"k"
  %".197" = call i64 @"nth.int64.int64.1"(i64 %".195", i64 %".196")
  br label %"chosen.1"
else.9:
  %".198" = load i64, i64* %"items"
  %".199" = load i64, i64* %"k"
  %".200" = inttoptr i64 %".198" to ptr
  %".201" = getelementptr inbounds i64, ptr %".200", i64 %".199"
  %".202" = load i64, ptr %".201"
  br label %"chosen.1"
chosen.1:
  %".205" = phi  i64 [%".197", %"then.9"], [%".202", %"else.9"]
  store i64 %".205", i64* %"array"
  %".207" = load i64, i64* %"record"
  %".208" = load i64, i64* %"frame"
  %".209" = call i64 @"table.int64.int64.int64.1"(i64 %".207", i64 %".208", i64 9)
  %".210" = load i64, i64* %"inputs"
  %".211" = load i64, i64* %"k"
  %".212" = add i64 %".210", %".211"
  %".213" = load i64, i64* %"array"
  %".214" = inttoptr i64 %".213" to ptr
  %".215" = getelementptr inbounds i64, ptr %".214", i64 2
  %".216" = load i64, ptr %".215"
  %".217" = inttoptr i64 %".209" to ptr
  %".218" = getelementptr inbounds i64, ptr %".217", i64 %".212"
  store i64 %".216", ptr %".218"
  %".220" = add nsw i64 %".182", 1
  br label %"loop"
then.10:
  %".245" = load i64, i64* %"items"
  %".246" = inttoptr i64 %".245" to ptr
  %".247" = getelementptr inbounds i64, ptr %".246", i64 0
  %".248" = load i64, ptr %".247"
  ret i64 %".248"
else.10:
  br label %"end.8"
end.8:
  %".251" = load i1, i1* %"good"
  br i1 %".251", label %"then.11", label %"else.11"
then.11:
  %".253" = load i64, i64* %"record"
  %".254" = load i64, i64* %"own"
  %".255" = call i64 @"nth.int64.int64.1"(i64 %".254", i64 2)
  %".256" = load i64, i64* %"made"
  %".257" = inttoptr i64 %".253" to ptr
  %".258" = getelementptr inbounds i64, ptr %".257", i64 30
  %".259" = load i64, ptr %".258"
  %".260" = inttoptr i64 %".259" to ptr
  %".261" = call i64 %".260"(i64 %".255", i64 %".256")
  br label %"chosen.2"
else.11:
  br label %"chosen.2"
chosen.2:
  %".264" = phi  i64 [%".261", %"then.11"], [0, %"else.11"]
  store i64 %".264", i64* %"built"
  %".266" = load i64, i64* %"made"
  %".267" = icmp ne i64 %".266", 0
  br i1 %".267", label %"then.12", label %"else.12"
then.12:
  %".269" = load i64, i64* %"record"
  %".270" = load i64, i64* %"made"
  %".271" = inttoptr i64 %".269" to ptr
  %".272" = getelementptr inbounds i64, ptr %".271", i64 18
  %".273" = load i64, ptr %".272"
  %".274" = inttoptr i64 %".273" to ptr
  call void %".274"(i64 %".270")
  br label %"end.9"
else.12:
  br label %"end.9"
end.9:
  %".278" = load i64, i64* %"built"
  ret i64 %".278"
}

define internal i1 @"find_inputs.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"own" = alloca i64
  %"record" = alloca i64
  %"frame" = alloca i64
  %"positional" = alloca i64
  %"named" = alloca i64
  %"out" = alloca i64
  %"given" = alloca i64
  %"inputs" = alloca i64
  %"others" = alloca i64
  %"k" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"own"
  store i64 %".2", i64* %"record"
  store i64 %".3", i64* %"frame"
  store i64 %".4", i64* %"positional"
  store i64 %".5", i64* %"named"
  store i64 %".6", i64* %"out"
  %".14" = load i64, i64* %"record"
  %".15" = load i64, i64* %"frame"
  %".16" = call i64 @"table.int64.int64.int64.1"(i64 %".14", i64 %".15", i64 3)
  %".17" = load i64, i64* %"record"
  %".18" = inttoptr i64 %".17" to ptr
  %".19" = getelementptr inbounds i64, ptr %".18", i64 2
  %".20" = load i64, ptr %".19"
  store i64 %".16", i64* %"given"
  store i64 %".20", i64* %"inputs"
  store i64 0, i64* %"others"
  %".24" = load i64, i64* %"named"
  %".25" = icmp ne i64 %".24", 0
  br i1 %".25", label %"then", label %"else"
then:
  %".27" = load i64, i64* %"record"
  %".28" = load i64, i64* %"named"
  %".29" = inttoptr i64 %".27" to ptr
  %".30" = getelementptr inbounds i64, ptr %".29", i64 31
  %".31" = load i64, ptr %".30"
  %".32" = inttoptr i64 %".31" to ptr
  %".33" = call i64 %".32"(i64 %".28")
  %".34" = load i64, i64* %"out"
  %".35" = icmp ne i64 %".34", 0
  %".36" = select  i1 %".35", i64 1, i64 0
  %".37" = sub i64 %".33", %".36"
  store i64 %".37", i64* %"others"
  br label %"end"
else:
  br label %"end"
end:
  %".41" = load i64, i64* %"others"
  %".42" = icmp eq i64 %".41", 0
  br i1 %".42", label %"then.1", label %"else.1"
then.1:
  %".44" = load i64, i64* %"positional"
  %".45" = inttoptr i64 %".44" to ptr
  %".46" = getelementptr inbounds i64, ptr %".45", i64 2
  %".47" = load i64, ptr %".46"
  %".48" = load i64, i64* %"inputs"
  %".49" = icmp ne i64 %".47", %".48"
  br i1 %".49", label %"then.2", label %"else.2"
else.1:
  br label %"end.1"
end.1:
  %".71" = load i64, i64* %"others"
  %".72" = load i64, i64* %"inputs"
  %".73" = icmp ne i64 %".71", %".72"
  br i1 %".73", label %"decided", label %"more"
then.2:
  ret i1 0
else.2:
  br label %"end.2"
end.2:
  %".53" = load i64, i64* %"inputs"
  br label %"loop"
loop:
  %".55" = phi  i64 [0, %"end.2"], [%".67", %"body"]
  %".56" = icmp slt i64 %".55", %".53"
  br i1 %".56", label %"body", label %"done"
body:
  store i64 %".55", i64* %"k"
  %".59" = load i64, i64* %"given"
  %".60" = load i64, i64* %"k"
  %".61" = load i64, i64* %"positional"
  %".62" = load i64, i64* %"k"
  %".63" = call i64 @"nth.int64.int64.1"(i64 %".61", i64 %".62")
  %".64" = inttoptr i64 %".59" to ptr
  %".65" = getelementptr inbounds i64, ptr %".64", i64 %".60"
  store i64 %".63", ptr %".65"
  %".67" = add nsw i64 %".55", 1
  br label %"loop"
done:
  ret i1 1
more:
  %".75" = load i64, i64* %"positional"
  %".76" = inttoptr i64 %".75" to ptr
  %".77" = getelementptr inbounds i64, ptr %".76", i64 2
  %".78" = load i64, ptr %".77"
  %".79" = icmp ne i64 %".78", 0
  br label %"decided"
decided:
  %".81" = phi  i1 [1, %"end.1"], [%".79", %"more"]
  br i1 %".81", label %"then.3", label %"else.3"
then.3:
  ret i1 0
else.3:
  br label %"end.3"
end.3:
  %".85" = load i64, i64* %"record"
  %".86" = load i64, i64* %"given"
  %".87" = load i64, i64* %"named"
  %".88" = load i64, i64* %"own"
  %".89" = call i64 @"nth.int64.int64.1"(i64 %".88", i64 5)
  %".90" = load i64, i64* %"inputs"
  %".91" = call i1 @"take_keys.int64.int64.int64.int64.int64.1"(i64 %".85", i64 %".86", i64 %".87", i64 %".89", i64 %".90")
  ret i1 %".91"
}

define internal i1 @"take_keys.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5") noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"places" = alloca i64
  %"named" = alloca i64
  %"keys" = alloca i64
  %"count" = alloca i64
  %"k" = alloca i64
  %"found" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"places"
  store i64 %".3", i64* %"named"
  store i64 %".4", i64* %"keys"
  store i64 %".5", i64* %"count"
  %".12" = load i64, i64* %"count"
  br label %"loop"
loop:
  %".14" = phi  i64 [0, %"start"], [%".40", %"end"]
  %".15" = icmp slt i64 %".14", %".12"
  br i1 %".15", label %"body", label %"done"
body:
  store i64 %".14", i64* %"k"
  %".18" = load i64, i64* %"record"
  %".19" = load i64, i64* %"named"
  %".20" = load i64, i64* %"keys"
  %".21" = load i64, i64* %"k"
  %".22" = call i64 @"nth.int64.int64.1"(i64 %".20", i64 %".21")
  %".23" = inttoptr i64 %".18" to ptr
  %".24" = getelementptr inbounds i64, ptr %".23", i64 32
  %".25" = load i64, ptr %".24"
  %".26" = inttoptr i64 %".25" to ptr
  %".27" = call i64 %".26"(i64 %".19", i64 %".22")
  store i64 %".27", i64* %"found"
  %".29" = load i64, i64* %"found"
  %".30" = icmp eq i64 %".29", 0
  br i1 %".30", label %"then", label %"else"
done:
  ret i1 1
then:
  ret i1 0
else:
  br label %"end"
end:
  %".34" = load i64, i64* %"places"
  %".35" = load i64, i64* %"k"
  %".36" = load i64, i64* %"found"
  %".37" = inttoptr i64 %".34" to ptr
  %".38" = getelementptr inbounds i64, ptr %".37", i64 %".35"
  store i64 %".36", ptr %".38"
  %".40" = add nsw i64 %".14", 1
  br label %"loop"
}

define internal i64 @"prepare.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"own" = alloca i64
  %"record" = alloca i64
  %"frame" = alloca i64
  %"positional" = alloca i64
  %"named" = alloca i64
  %"out" = alloca i64
  %"ready" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"own"
  store i64 %".2", i64* %"record"
  store i64 %".3", i64* %"frame"
  store i64 %".4", i64* %"positional"
  store i64 %".5", i64* %"named"
  store i64 0, i64* %"out"
  store i64 1, i64* %"ready"
  %".14" = load i64, i64* %"named"
  %".15" = icmp ne i64 %".14", 0
  br i1 %".15", label %"then", label %"else"
then:
  %".17" = load i64, i64* %"record"
  %".18" = load i64, i64* %"named"
  %".19" = load i64, i64* %"own"
  %".20" = call i64 @"nth.int64.int64.1"(i64 %".19", i64 5)
  %".21" = load i64, i64* %"record"
  %".22" = inttoptr i64 %".21" to ptr
  %".23" = getelementptr inbounds i64, ptr %".22", i64 2
  %".24" = load i64, ptr %".23"
  %".25" = call i64 @"nth.int64.int64.1"(i64 %".20", i64 %".24")
  %".26" = inttoptr i64 %".17" to ptr
  %".27" = getelementptr inbounds i64, ptr %".26", i64 32
  %".28" = load i64, ptr %".27"
  %".29" = inttoptr i64 %".28" to ptr
  %".30" = call i64 %".29"(i64 %".18", i64 %".25")
  store i64 %".30", i64* %"out"
  br label %"end"
else:
  br label %"end"
end:
  %".34" = load i64, i64* %"own"
  %".35" = load i64, i64* %"record"
  %".36" = load i64, i64* %"frame"
  %".37" = load i64, i64* %"positional"
  %".38" = load i64, i64* %"named"
  %".39" = load i64, i64* %"out"
  %".40" = call i1 @"find_inputs.int64.int64.int64.int64.int64.int64.1"(i64 %".34", i64 %".35", i64 %".36", i64 %".37", i64 %".38", i64 %".39")
  %".41" = xor i1 %".40", -1
  br i1 %".41", label %"decided", label %"more"
more:
  %".43" = load i64, i64* %"record"
  %".44" = load i64, i64* %"frame"
  %".45" = call i1 @"take_inputs.int64.int64.1"(i64 %".43", i64 %".44")
  %".46" = xor i1 %".45", -1
  br label %"decided"
decided:
  %".48" = phi  i1 [1, %"end"], [%".46", %"more"]
  br i1 %".48", label %"then.1", label %"else.1"
then.1:
  ret i64 0
else.1:
  br label %"end.1"
end.1:
  %".52" = load i64, i64* %"out"
  %".53" = icmp ne i64 %".52", 0
  br i1 %".53", label %"then.2", label %"else.2"
then.2:
  %".55" = load i64, i64* %"own"
  %".56" = load i64, i64* %"record"
  %".57" = load i64, i64* %"frame"
  %".58" = load i64, i64* %"out"
  %".59" = call i64 @"check_out.int64.int64.int64.int64.1"(i64 %".55", i64 %".56", i64 %".57", i64 %".58")
  store i64 %".59", i64* %"ready"
  br label %"end.2"
else.2:
  br label %"end.2"
end.2:
  %".63" = load i64, i64* %"record"
  %".64" = inttoptr i64 %".63" to ptr
  %".65" = getelementptr inbounds i64, ptr %".64", i64 7
  %".66" = load i64, ptr %".65"
  %".67" = icmp ne i64 %".66", 0
  br i1 %".67", label %"more.1", label %"decided.1"
more.1:
  %".69" = load i64, i64* %"own"
  %".70" = call i64 @"nth.int64.int64.1"(i64 %".69", i64 3)
  %".71" = inttoptr i64 %".70" to ptr
  %".72" = getelementptr inbounds i64, ptr %".71", i64 2
  %".73" = load i64, ptr %".72"
  %".74" = icmp sle i64 %".73", 0
  br label %"decided.1"
decided.1:
  %".76" = phi  i1 [0, %"end.2"], [%".74", %"more.1"]
  br i1 %".76", label %"then.3", label %"else.3"
then.3:
  ret i64 0
else.3:
  br label %"end.3"
end.3:
  %".80" = load i64, i64* %"ready"
  ret i64 %".80"
}

define internal i1 @"take_apart.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noimplicitfloat noinline nounwind optnone
{
entry:
  %"own" = alloca i64
  %"record" = alloca i64
  %"items" = alloca i64
  %"out" = alloca i64
  %"kind" = alloca i64
  %"keys" = alloca i64
  %"outputs" = alloca i64
  %"listed" = alloca i1
  %"k" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"own"
  store i64 %".2", i64* %"record"
  store i64 %".3", i64* %"items"
  store i64 %".4", i64* %"out"
  %".10" = load i64, i64* %"out"
  %".11" = inttoptr i64 %".10" to ptr
  %".12" = getelementptr inbounds i64, ptr %".11", i64 1
  %".13" = load i64, ptr %".12"
  %".14" = load i64, i64* %"own"
  %".15" = call i64 @"nth.int64.int64.1"(i64 %".14", i64 7)
  %".16" = load i64, i64* %"record"
  %".17" = inttoptr i64 %".16" to ptr
  %".18" = getelementptr inbounds i64, ptr %".17", i64 3
  %".19" = load i64, ptr %".18"
  store i64 %".13", i64* %"kind"
  store i64 %".15", i64* %"keys"
  store i64 %".19", i64* %"outputs"
  %".23" = load i64, i64* %"keys"
  %".24" = load i64, i64* %"record"
  %".25" = inttoptr i64 %".24" to ptr
  %".26" = getelementptr inbounds i64, ptr %".25", i64 12
  %".27" = load i64, ptr %".26"
  %".28" = icmp eq i64 %".23", %".27"
  br i1 %".28", label %"then", label %"else"
then:
  ret i1 0
else:
  br label %"end"
end:
  %".32" = load i64, i64* %"keys"
  %".33" = inttoptr i64 %".32" to ptr
  %".34" = getelementptr inbounds i64, ptr %".33", i64 2
  %".35" = load i64, ptr %".34"
  %".36" = icmp sgt i64 %".35", 0
  br i1 %".36", label %"then.1", label %"else.1"
then.1:
  %".38" = load i64, i64* %"kind"
  %".39" = load i64, i64* %"record"
  %".40" = inttoptr i64 %".39" to ptr
  %".41" = getelementptr inbounds i64, ptr %".40", i64 13
  %".42" = load i64, ptr %".41"
  %".43" = icmp ne i64 %".38", %".42"
  br i1 %".43", label %"decided", label %"more"
else.1:
  br label %"end.1"
end.1:
  %".67" = load i64, i64* %"kind"
  %".68" = load i64, i64* %"record"
  %".69" = inttoptr i64 %".68" to ptr
  %".70" = getelementptr inbounds i64, ptr %".69", i64 14
  %".71" = load i64, ptr %".70"
  %".72" = icmp eq i64 %".67", %".71"
  store i1 %".72", i1* %"listed"
  %".74" = load i1, i1* %"listed"
  %".75" = xor i1 %".74", -1
  br i1 %".75", label %"more.1", label %"decided.1"
more:
  %".45" = load i64, i64* %"record"
  %".46" = load i64, i64* %"out"
  %".47" = inttoptr i64 %".45" to ptr
  %".48" = getelementptr inbounds i64, ptr %".47", i64 31
  %".49" = load i64, ptr %".48"
  %".50" = inttoptr i64 %".49" to ptr
  %".51" = call i64 %".50"(i64 %".46")
  %".52" = load i64, i64* %"outputs"
  %".53" = icmp ne i64 %".51", %".52"
  br label %"decided"
decided:
  %".55" = phi  i1 [1, %"then.1"], [%".53", %"more"]
  br i1 %".55", label %"then.2", label %"else.2"
then.2:
  ret i1 0
else.2:
  br label %"end.2"
end.2:
  %".59" = load i64, i64* %"record"
  %".60" = load i64, i64* %"items"
  %".61" = load i64, i64* %"out"
  %".62" = load i64, i64* %"keys"
  %".63" = load i64, i64* %"outputs"
  %".64" = call i1 @"take_keys.int64.int64.int64.int64.int64.1"(i64 %".59", i64 %".60", i64 %".61", i64 %".62", i64 %".63")
  ret i1 %".64"
more.1:
  %".77" = load i64, i64* %"kind"
  %".78" = load i64, i64* %"record"
  %".79" = inttoptr i64 %".78" to ptr
  %".80" = getelementptr inbounds i64, ptr %".79", i64 15
  %".81" = load i64, ptr %".80"
  %".82" = icmp ne i64 %".77", %".81"
  br label %"decided.1"
decided.1:
  %".84" = phi  i1 [0, %"end.1"], [%".82", %"more.1"]
  br i1 %".84", label %"decided.2", label %"more.2"
more.2:
  %".86" = load i64, i64* %"out"
  %".87" = inttoptr i64 %".86" to ptr
  %".88" = getelementptr inbounds i64, ptr %".87", i64 2
  %".89" = load i64, ptr %".88"
  %".90" = load i64, i64* %"outputs"
  %".91" = icmp ne i64 %".89", %".90"
  br label %"decided.2"
decided.2:
  %".93" = phi  i1 [1, %"decided.1"], [%".91", %"more.2"]
  br i1 %".93", label %"then.3", label %"else.3"
then.3:
  ret i1 0
else.3:
  br label %"end.3"
end.3:
  %".97" = load i64, i64* %"outputs"
  br label %"loop"
loop:
  %".99" = phi  i64 [0, %"end.3"], [%".124", %"chosen"]
  %".100" = icmp slt i64 %".99", %".97"
  br i1 %".100", label %"body", label %"done"
body:
  store i64 %".99", i64* %"k"
  %".103" = load i64, i64* %"items"
  %".104" = load i64, i64* %"k"
  %".105" = load i1, i1* %"listed"
  br i1 %".105", label %"then.4", label %"else.4"
done:
  ret i1 1
then.4:
  %".107" = load i64, i64* %"record"
  %".108" = load i64, i64* %"out"
  %".109" = load i64, i64* %"k"
  %".110" = inttoptr i64 %".107" to ptr
  %".111" = getelementptr inbounds i64, ptr %".110", i64 33
  %".112" = load i64, ptr %".111"
  %".113" = inttoptr i64 %".112" to ptr
  %".114" = call i64 %".113"(i64 %".108", i64 %".109")
  br label %"chosen"
else.4:
  %".115" = load i64, i64* %"out"
  %".116" = load i64, i64* %"k"
  %".117" = call i64 @"nth.int64.int64.1"(i64 %".115", i64 %".116")
  br label %"chosen"
chosen:
  %".120" = phi  i64 [%".114", %"then.4"], [%".117", %"else.4"]
  %".121" = inttoptr i64 %".103" to ptr
  %".122" = getelementptr inbounds i64, ptr %".121", i64 %".104"
  store i64 %".120", ptr %".122"
  %".124" = add nsw i64 %".99", 1
  br label %"loop"
}

define internal i64 @"check_out.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4") noimplicitfloat noinline nounwind optnone
{
entry:
  %"own" = alloca i64
  %"record" = alloca i64
  %"frame" = alloca i64
  %"out" = alloca i64
  %"items" = alloca i64
  %"apart" = alloca i64
  %"addresses" = alloca i64
  %"inputs" = alloca i64
  %"outputs" = alloca i64
  %"k" = alloca i64
  %"spares" = alloca i64
  %"last" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"own"
  store i64 %".2", i64* %"record"
  store i64 %".3", i64* %"frame"
  store i64 %".4", i64* %"out"
  %".10" = load i64, i64* %"record"
  %".11" = load i64, i64* %"frame"
  %".12" = call i64 @"table.int64.int64.int64.1"(i64 %".10", i64 %".11", i64 1)
  %".13" = load i64, i64* %"record"
  %".14" = load i64, i64* %"frame"
  %".15" = call i64 @"table.int64.int64.int64.1"(i64 %".13", i64 %".14", i64 2)
  store i64 %".12", i64* %"items"
  store i64 %".15", i64* %"apart"
  %".18" = load i64, i64* %"record"
  %".19" = load i64, i64* %"frame"
  %".20" = call i64 @"table.int64.int64.int64.1"(i64 %".18", i64 %".19", i64 9)
  %".21" = load i64, i64* %"record"
  %".22" = inttoptr i64 %".21" to ptr
  %".23" = getelementptr inbounds i64, ptr %".22", i64 2
  %".24" = load i64, ptr %".23"
  %".25" = load i64, i64* %"record"
  %".26" = inttoptr i64 %".25" to ptr
  %".27" = getelementptr inbounds i64, ptr %".26", i64 3
  %".28" = load i64, ptr %".27"
  store i64 %".20", i64* %"addresses"
  store i64 %".24", i64* %"inputs"
  store i64 %".28", i64* %"outputs"
  %".32" = load i64, i64* %"outputs"
  %".33" = icmp eq i64 %".32", 1
  br i1 %".33", label %"then", label %"else"
then:
  %".35" = load i64, i64* %"items"
  %".36" = load i64, i64* %"out"
  %".37" = inttoptr i64 %".35" to ptr
  %".38" = getelementptr inbounds i64, ptr %".37", i64 0
  store i64 %".36", ptr %".38"
  br label %"end"
else:
  %".41" = load i64, i64* %"own"
  %".42" = load i64, i64* %"record"
  %".43" = load i64, i64* %"items"
  %".44" = load i64, i64* %"out"
  %".45" = call i1 @"take_apart.int64.int64.int64.int64.1"(i64 %".41", i64 %".42", i64 %".43", i64 %".44")
  %".46" = xor i1 %".45", -1
  br i1 %".46", label %"then.1", label %"else.1"
end:
  %".51" = load i64, i64* %"inputs"
  br label %"loop"
then.1:
  ret i64 0
else.1:
  br label %"end.1"
end.1:
  br label %"end"
loop:
  %".53" = phi  i64 [0, %"end"], [%".66", %"body"]
  %".54" = icmp slt i64 %".53", %".51"
  br i1 %".54", label %"body", label %"done"
body:
  store i64 %".53", i64* %"k"
  %".57" = load i64, i64* %"record"
  %".58" = load i64, i64* %"frame"
  %".59" = load i64, i64* %"k"
  %".60" = load i64, i64* %"addresses"
  %".61" = load i64, i64* %"k"
  %".62" = inttoptr i64 %".60" to ptr
  %".63" = getelementptr inbounds i64, ptr %".62", i64 %".61"
  %".64" = load i64, ptr %".63"
  %".65" = call i64 @"note_range.int64.int64.int64.int64.1"(i64 %".57", i64 %".58", i64 %".59", i64 %".64")
  %".66" = add nsw i64 %".53", 1
  br label %"loop"
done:
  %".68" = load i64, i64* %"outputs"
  br label %"loop.1"
loop.1:
  %".70" = phi  i64 [0, %"done"], [%".102", %"end.2"]
  %".71" = icmp slt i64 %".70", %".68"
  br i1 %".71", label %"body.1", label %"done.1"
body.1:
  store i64 %".70", i64* %"k"
  %".74" = load i64, i64* %"record"
  %".75" = load i64, i64* %"inputs"
  %".76" = load i64, i64* %"k"
  %".77" = add i64 %".75", %".76"
  %".78" = load i64, i64* %"items"
  %".79" = load i64, i64* %"k"
  %".80" = inttoptr i64 %".78" to ptr
  %".81" = getelementptr inbounds i64, ptr %".80", i64 %".79"
  %".82" = load i64, ptr %".81"
  %".83" = call i1 @"is_array.int64.int64.int64.int64.1"(i64 %".74", i64 %".77", i64 %".82", i64 1281)
  %".84" = xor i1 %".83", -1
  br i1 %".84", label %"then.2", label %"else.2"
done.1:
  %".104" = load i64, i64* %"own"
  %".105" = call i64 @"nth.int64.int64.1"(i64 %".104", i64 6)
  store i64 %".105", i64* %"spares"
  store i64 0, i64* %"last"
  %".108" = load i64, i64* %"outputs"
  br label %"loop.2"
then.2:
  ret i64 0
else.2:
  br label %"end.2"
end.2:
  %".88" = load i64, i64* %"record"
  %".89" = load i64, i64* %"frame"
  %".90" = load i64, i64* %"inputs"
  %".91" = load i64, i64* %"k"
  %".92" = add i64 %".90", %".91"
  %".93" = load i64, i64* %"items"
  %".94" = load i64, i64* %"k"
  %".95" = inttoptr i64 %".93" to ptr
  %".96" = getelementptr inbounds i64, ptr %".95", i64 %".94"
  %".97" = load i64, ptr %".96"
  %".98" = inttoptr i64 %".97" to ptr
  %".99" = getelementptr inbounds i64, ptr %".98", i64 2
  %".100" = load i64, ptr %".99"
  %".101" = call i64 @"note_range.int64.int64.int64.int64.1"(i64 %".88", i64 %".89", i64 %".92", i64 %".100")
  %".102" = add nsw i64 %".70", 1
  br label %"loop.1"
loop.2:
  %".110" = phi  i64 [0, %"done.1"], [%".179", %"end.4"]
  %".111" = icmp slt i64 %".110", %".108"
  br i1 %".111", label %"body.2", label %"done.2"
body.2:
  store i64 %".110", i64* %"k"
  %".114" = load i64, i64* %"record"
  %".115" = load i64, i64* %"frame"
  %".116" = load i64, i64* %"inputs"
  %".117" = load i64, i64* %"k"
  %".118" = add i64 %".116", %".117"
  %".119" = load i64, i64* %"inputs"
  %".120" = load i64, i64* %"inputs"
  %".121" = load i64, i64* %"k"
  %".122" = add i64 %".120", %".121"
  %".123" = call i1 @"meets.int64.int64.int64.int64.int64.1"(i64 %".114", i64 %".115", i64 %".118", i64 %".119", i64 %".122")
  br i1 %".123", label %"then.3", label %"else.3"
done.2:
  %".181" = load i64, i64* %"last"
  %".182" = icmp ne i64 %".181", 0
  %".183" = select  i1 %".182", i64 2, i64 1
  ret i64 %".183"
then.3:
  ret i64 0
else.3:
  br label %"end.3"
end.3:
  %".127" = load i64, i64* %"record"
  %".128" = load i64, i64* %"frame"
  %".129" = load i64, i64* %"inputs"
  %".130" = load i64, i64* %"k"
  %".131" = add i64 %".129", %".130"
  %".132" = load i64, i64* %"inputs"
  %".133" = call i1 @"meets.int64.int64.int64.int64.int64.1"(i64 %".127", i64 %".128", i64 %".131", i64 0, i64 %".132")
  br i1 %".133", label %"then.4", label %"else.4"
then.4:
  %".135" = load i64, i64* %"last"
  %".136" = icmp eq i64 %".135", 0
  br i1 %".136", label %"then.5", label %"else.5"
else.4:
  br label %"end.4"
end.4:
  %".179" = add nsw i64 %".110", 1
  br label %"loop.2"
then.5:
  %".138" = load i64, i64* %"spares"
  %".139" = inttoptr i64 %".138" to ptr
  %".140" = getelementptr inbounds i64, ptr %".139", i64 2
  %".141" = load i64, ptr %".140"
  %".142" = icmp sle i64 %".141", 0
  br i1 %".142", label %"then.6", label %"else.6"
else.5:
  br label %"end.5"
end.5:
  %".161" = load i64, i64* %"last"
  %".162" = load i64, i64* %"k"
  %".163" = call i64 @"nth.int64.int64.1"(i64 %".161", i64 %".162")
  %".164" = load i64, i64* %"record"
  %".165" = inttoptr i64 %".164" to ptr
  %".166" = getelementptr inbounds i64, ptr %".165", i64 12
  %".167" = load i64, ptr %".166"
  %".168" = icmp eq i64 %".163", %".167"
  br i1 %".168", label %"then.7", label %"else.7"
then.6:
  ret i64 0
else.6:
  br label %"end.6"
end.6:
  %".146" = load i64, i64* %"record"
  %".147" = load i64, i64* %"spares"
  %".148" = load i64, i64* %"spares"
  %".149" = inttoptr i64 %".148" to ptr
  %".150" = getelementptr inbounds i64, ptr %".149", i64 2
  %".151" = load i64, ptr %".150"
  %".152" = sub i64 %".151", 1
  %".153" = inttoptr i64 %".146" to ptr
  %".154" = getelementptr inbounds i64, ptr %".153", i64 33
  %".155" = load i64, ptr %".154"
  %".156" = inttoptr i64 %".155" to ptr
  %".157" = call i64 %".156"(i64 %".147", i64 %".152")
  store i64 %".157", i64* %"last"
  br label %"end.5"
then.7:
  ret i64 0
else.7:
  br label %"end.7"
end.7:
  %".172" = load i64, i64* %"apart"
  %".173" = load i64, i64* %"k"
  %".174" = inttoptr i64 %".172" to ptr
  %".175" = getelementptr inbounds i64, ptr %".174", i64 %".173"
  store i64 1, ptr %".175"
  br label %"end.4"
}

define internal i64 @"take_last.int64.int64.1"(i64 %".1", i64 %".2") noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"free" = alloca i64
  %"count" = alloca i64
  %"taken" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"free"
  %".6" = load i64, i64* %"free"
  %".7" = inttoptr i64 %".6" to ptr
  %".8" = getelementptr inbounds i64, ptr %".7", i64 2
  %".9" = load i64, ptr %".8"
  store i64 %".9", i64* %"count"
  %".11" = load i64, i64* %"record"
  %".12" = load i64, i64* %"free"
  %".13" = load i64, i64* %"count"
  %".14" = sub i64 %".13", 1
  %".15" = inttoptr i64 %".11" to ptr
  %".16" = getelementptr inbounds i64, ptr %".15", i64 33
  %".17" = load i64, ptr %".16"
  %".18" = inttoptr i64 %".17" to ptr
  %".19" = call i64 %".18"(i64 %".12", i64 %".14")
  store i64 %".19", i64* %"taken"
  %".21" = load i64, i64* %"record"
  %".22" = load i64, i64* %"taken"
  %".23" = inttoptr i64 %".21" to ptr
  %".24" = getelementptr inbounds i64, ptr %".23", i64 17
  %".25" = load i64, ptr %".24"
  %".26" = inttoptr i64 %".25" to ptr
  call void %".26"(i64 %".22")
  %".28" = load i64, i64* %"record"
  %".29" = load i64, i64* %"free"
  %".30" = load i64, i64* %"count"
  %".31" = sub i64 %".30", 1
  %".32" = load i64, i64* %"count"
  %".33" = inttoptr i64 %".28" to ptr
  %".34" = getelementptr inbounds i64, ptr %".33", i64 21
  %".35" = load i64, ptr %".34"
  %".36" = inttoptr i64 %".35" to ptr
  %".37" = call i32 %".36"(i64 %".29", i64 %".31", i64 %".32", i64 0)
  %".38" = sext i32 %".37" to i64
  %".39" = load i64, i64* %"taken"
  ret i64 %".39"
}

define internal i64 @"new_array.int64.int64.1"(i64 %".1", i64 %".2") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"array" = alloca i64
  %"dtype" = alloca i64
  %"rank" = alloca i64
  %"lengths" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"array"
  %".6" = load i64, i64* %"array"
  %".7" = inttoptr i64 %".6" to ptr
  %".8" = getelementptr inbounds i64, ptr %".7", i64 0
  %".9" = load i64, ptr %".8"
  %".10" = load i64, i64* %"array"
  %".11" = inttoptr i64 %".10" to ptr
  %".12" = getelementptr inbounds i64, ptr %".11", i64 1
  %".13" = load i64, ptr %".12"
  %".14" = load i64, i64* %"array"
  %".15" = inttoptr i64 %".14" to ptr
  %".16" = getelementptr inbounds i64, ptr %".15", i64 4
  %".17" = load i64, ptr %".16"
  store i64 %".9", i64* %"dtype"
  store i64 %".13", i64* %"rank"
  store i64 %".17", i64* %"lengths"
  %".21" = load i64, i64* %"record"
  %".22" = load i64, i64* %"dtype"
  %".23" = inttoptr i64 %".21" to ptr
  %".24" = getelementptr inbounds i64, ptr %".23", i64 17
  %".25" = load i64, ptr %".24"
  %".26" = inttoptr i64 %".25" to ptr
  call void %".26"(i64 %".22")
  %".28" = load i64, i64* %"record"
  %".29" = load i64, i64* %"record"
  %".30" = inttoptr i64 %".29" to ptr
  %".31" = getelementptr inbounds i64, ptr %".30", i64 11
  %".32" = load i64, ptr %".31"
  %".33" = load i64, i64* %"dtype"
  %".34" = load i64, i64* %"rank"
  %".35" = load i64, i64* %"lengths"
  %".36" = inttoptr i64 %".28" to ptr
  %".37" = getelementptr inbounds i64, ptr %".36", i64 34
  %".38" = load i64, ptr %".37"
  %".39" = inttoptr i64 %".38" to ptr
  %".40" = call i64 %".39"(i64 %".32", i64 %".33", i64 %".34", i64 %".35", i64 0, i64 0, i64 0, i64 0)
  ret i64 %".40"
}

define internal i1 @"make_results.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"frame" = alloca i64
  %"made" = alloca i64
  %"items" = alloca i64
  %"k" = alloca i64
  %"array" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"frame"
  store i64 %".3", i64* %"made"
  %".8" = load i64, i64* %"record"
  %".9" = load i64, i64* %"frame"
  %".10" = call i64 @"table.int64.int64.int64.1"(i64 %".8", i64 %".9", i64 1)
  store i64 %".10", i64* %"items"
  %".12" = load i64, i64* %"record"
  %".13" = inttoptr i64 %".12" to ptr
  %".14" = getelementptr inbounds i64, ptr %".13", i64 3
  %".15" = load i64, ptr %".14"
  br label %"loop"
loop:
  %".17" = phi  i64 [0, %"start"], [%".73", %"end.2"]
  %".18" = icmp slt i64 %".17", %".15"
  br i1 %".18", label %"body", label %"done"
body:
  store i64 %".17", i64* %"k"
  %".21" = load i64, i64* %"items"
  %".22" = load i64, i64* %"k"
  %".23" = inttoptr i64 %".21" to ptr
  %".24" = getelementptr inbounds i64, ptr %".23", i64 %".22"
  %".25" = load i64, ptr %".24"
  store i64 %".25", i64* %"array"
  %".27" = load i64, i64* %"array"
  %".28" = icmp ne i64 %".27", 0
  br i1 %".28", label %"then", label %"else"
done:
  ret i1 1
then:
  %".30" = load i64, i64* %"record"
  %".31" = load i64, i64* %"array"
  %".32" = inttoptr i64 %".30" to ptr
  %".33" = getelementptr inbounds i64, ptr %".32", i64 17
  %".34" = load i64, ptr %".33"
  %".35" = inttoptr i64 %".34" to ptr
  call void %".35"(i64 %".31")
  br label %"end"
else:
  %".38" = load i64, i64* %"record"
  %".39" = load i64, i64* %"record"
  %".40" = load i64, i64* %"record"
  %".41" = inttoptr i64 %".40" to ptr
  %".42" = getelementptr inbounds i64, ptr %".41", i64 2
  %".43" = load i64, ptr %".42"
  %".44" = load i64, i64* %"k"
  %".45" = add i64 %".43", %".44"
  %".46" = call i64 @"array_of.int64.int64.1"(i64 %".39", i64 %".45")
  %".47" = call i64 @"new_array.int64.int64.1"(i64 %".38", i64 %".46")
  store i64 %".47", i64* %"array"
  %".49" = load i64, i64* %"array"
  %".50" = icmp eq i64 %".49", 0
  br i1 %".50", label %"then.1", label %"else.1"
end:
  %".61" = load i64, i64* %"made"
  %".62" = icmp ne i64 %".61", 0
  br i1 %".62", label %"then.2", label %"else.2"
then.1:
  ret i1 0
else.1:
  br label %"end.1"
end.1:
  %".54" = load i64, i64* %"items"
  %".55" = load i64, i64* %"k"
  %".56" = load i64, i64* %"array"
  %".57" = inttoptr i64 %".54" to ptr
  %".58" = getelementptr inbounds i64, ptr %".57", i64 %".55"
  store i64 %".56", ptr %".58"
  br label %"end"
then.2:
  %".64" = load i64, i64* %"made"
  %".65" = load i64, i64* %"k"
  %".66" = add i64 3, %".65"
  %".67" = load i64, i64* %"array"
  %".68" = inttoptr i64 %".64" to ptr
  %".69" = getelementptr inbounds i64, ptr %".68", i64 %".66"
  store i64 %".67", ptr %".69"
  br label %"end.2"
else.2:
  br label %"end.2"
end.2:
  %".73" = add nsw i64 %".17", 1
  br label %"loop"
}

define internal i64 @"append.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3") alwaysinline noimplicitfloat nounwind optsize
{
entry:
  %"record" = alloca i64
  %"free" = alloca i64
  %"taken" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"free"
  store i64 %".3", i64* %"taken"
  %".8" = load i64, i64* %"taken"
  %".9" = icmp ne i64 %".8", 0
  br i1 %".9", label %"then", label %"else"
then:
  %".11" = load i64, i64* %"record"
  %".12" = load i64, i64* %"free"
  %".13" = load i64, i64* %"taken"
  %".14" = inttoptr i64 %".11" to ptr
  %".15" = getelementptr inbounds i64, ptr %".14", i64 22
  %".16" = load i64, ptr %".15"
  %".17" = inttoptr i64 %".16" to ptr
  %".18" = call i32 %".17"(i64 %".12", i64 %".13")
  %".19" = sext i32 %".18" to i64
  %".20" = icmp ne i64 %".19", 0
  br i1 %".20", label %"then.1", label %"else.1"
else:
  br label %"end"
end:
  ret i64 0
then.1:
  %".22" = load i64, i64* %"record"
  %".23" = inttoptr i64 %".22" to ptr
  %".24" = getelementptr inbounds i64, ptr %".23", i64 20
  %".25" = load i64, ptr %".24"
  %".26" = inttoptr i64 %".25" to ptr
  call void %".26"()
  br label %"end.1"
else.1:
  br label %"end.1"
end.1:
  %".30" = load i64, i64* %"record"
  %".31" = load i64, i64* %"taken"
  %".32" = inttoptr i64 %".30" to ptr
  %".33" = getelementptr inbounds i64, ptr %".32", i64 18
  %".34" = load i64, ptr %".33"
  %".35" = inttoptr i64 %".34" to ptr
  call void %".35"(i64 %".31")
  br label %"end"
}

define i64 @"enter"(i64 %".1", i64 %".2", i64 %".3") nounwind
{
entry:
  %".5" = call i64 @"enter.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3")
  ret i64 %".5"
}

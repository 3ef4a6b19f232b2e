; ModuleID = "espresso"
target triple = "unknown-unknown-unknown"
target datalayout = ""

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
  %".9" = getelementptr inbounds float, ptr %".8", i64 %".5"
  store float              0x0, ptr %".9"
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
  %".7" = icmp sgt i64 %".3", 512
  br i1 %".7", label %"entry.if", label %"entry.else"
entry.if:
  %".9" = mul i64 %".3", 4
  %".10" = call ptr @"memcpy"(ptr %".5", ptr %".6", i64 %".9")
  br label %"entry.endif"
entry.else:
  %".12" = sdiv i64 %".3", 16
  %".13" = mul i64 %".12", 16
  br label %"loop"
entry.endif:
  ret i64 0
loop:
  %".15" = phi  i64 [0, %"entry.else"], [%".22", %"body"]
  %".16" = icmp slt i64 %".15", %".13"
  br i1 %".16", label %"body", label %"done"
body:
  %".18" = getelementptr inbounds float, ptr %".6", i64 %".15"
  %".19" = load <16 x float>, ptr %".18", align 4
  %".20" = getelementptr inbounds float, ptr %".5", i64 %".15"
  store <16 x float> %".19", ptr %".20", align 4
  %".22" = add nsw i64 %".15", 16
  br label %"loop"
done:
  %".24" = sub i64 %".3", %".13"
  %".25" = trunc i64 %".24" to i32
  %".26" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".25", i32 0
  %".27" = shufflevector <16 x i32> %".26", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".28" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".27"
  %".29" = getelementptr inbounds float, ptr %".6", i64 %".13"
  %".30" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".29", i32 4, <16 x i1> %".28", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".31" = getelementptr inbounds float, ptr %".5", i64 %".13"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".30", ptr %".31", i32 4, <16 x i1> %".28")
  br label %"entry.endif"
}

declare ptr @"memcpy"(ptr %".1", ptr %".2", i64 %".3")

declare <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".1", i32 %".2", <16 x i1> %".3", <16 x float> %".4")

declare void @"llvm.masked.store.v16f32.p0"(<16 x float> %".1", ptr %".2", i32 %".3", <16 x i1> %".4")

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
  %".13" = sdiv i64 %".12", 16
  %".14" = mul i64 %".13", 16
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
  %".21" = getelementptr inbounds float, ptr %".7", i64 %".20"
  %".22" = load <16 x float>, ptr %".21", align 4
  %".23" = shufflevector <16 x float> %".22", <16 x float> %".22", <16 x i32> <i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %".24" = mul i64 %".16", 2
  %".25" = add i64 %".24", 16
  %".26" = getelementptr inbounds float, ptr %".7", i64 %".25"
  %".27" = load <16 x float>, ptr %".26", align 4
  %".28" = shufflevector <16 x float> %".23", <16 x float> %".27", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %".29" = getelementptr inbounds float, ptr %".6", i64 %".16"
  store <16 x float> %".28", ptr %".29", align 4
  %".31" = add nsw i64 %".16", 16
  br label %"loop"
done:
  %".33" = sub i64 %".3", %".14"
  %".34" = sub i64 %".33", 1
  %".35" = mul i64 %".34", 2
  %".36" = add i64 %".35", 1
  %".37" = trunc i64 %".33" to i32
  %".38" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".37", i32 0
  %".39" = shufflevector <16 x i32> %".38", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".40" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".39"
  %".41" = mul i64 %".14", 2
  %".42" = add i64 %".41", 0
  %".43" = getelementptr inbounds float, ptr %".7", i64 %".42"
  %".44" = sub i64 %".36", 0
  %".45" = trunc i64 %".44" to i32
  %".46" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".45", i32 0
  %".47" = shufflevector <16 x i32> %".46", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".48" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".47"
  %".49" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".43", i32 4, <16 x i1> %".48", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".50" = shufflevector <16 x float> %".49", <16 x float> %".49", <16 x i32> <i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %".51" = mul i64 %".14", 2
  %".52" = add i64 %".51", 16
  %".53" = getelementptr inbounds float, ptr %".7", i64 %".52"
  %".54" = sub i64 %".36", 16
  %".55" = trunc i64 %".54" to i32
  %".56" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".55", i32 0
  %".57" = shufflevector <16 x i32> %".56", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".58" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".57"
  %".59" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".53", i32 4, <16 x i1> %".58", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".60" = shufflevector <16 x float> %".50", <16 x float> %".59", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %".61" = getelementptr inbounds float, ptr %".6", i64 %".14"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".60", ptr %".61", i32 4, <16 x i1> %".40")
  br label %"entry.endif"
entry.endif.if:
  %".67" = sub i64 %".3", 1
  %".68" = sdiv i64 %".67", 16
  %".69" = mul i64 %".68", 16
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
  %".76" = getelementptr inbounds float, ptr %".7", i64 %".75"
  %".77" = load <16 x float>, ptr %".76", align 4
  %".78" = shufflevector <16 x float> %".77", <16 x float> %".77", <16 x i32> <i32 16, i32 19, i32 22, i32 25, i32 28, i32 31, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %".79" = mul i64 %".71", 3
  %".80" = add i64 %".79", 16
  %".81" = getelementptr inbounds float, ptr %".7", i64 %".80"
  %".82" = load <16 x float>, ptr %".81", align 4
  %".83" = shufflevector <16 x float> %".78", <16 x float> %".82", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 18, i32 21, i32 24, i32 27, i32 30, i32 11, i32 12, i32 13, i32 14, i32 15>
  %".84" = mul i64 %".71", 3
  %".85" = add i64 %".84", 32
  %".86" = getelementptr inbounds float, ptr %".7", i64 %".85"
  %".87" = load <16 x float>, ptr %".86", align 4
  %".88" = shufflevector <16 x float> %".83", <16 x float> %".87", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 17, i32 20, i32 23, i32 26, i32 29>
  %".89" = getelementptr inbounds float, ptr %".6", i64 %".71"
  store <16 x float> %".88", ptr %".89", align 4
  %".91" = add nsw i64 %".71", 16
  br label %"loop.1"
done.1:
  %".93" = sub i64 %".3", %".69"
  %".94" = sub i64 %".93", 1
  %".95" = mul i64 %".94", 3
  %".96" = add i64 %".95", 1
  %".97" = trunc i64 %".93" to i32
  %".98" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".97", i32 0
  %".99" = shufflevector <16 x i32> %".98", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".100" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".99"
  %".101" = mul i64 %".69", 3
  %".102" = add i64 %".101", 0
  %".103" = getelementptr inbounds float, ptr %".7", i64 %".102"
  %".104" = sub i64 %".96", 0
  %".105" = trunc i64 %".104" to i32
  %".106" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".105", i32 0
  %".107" = shufflevector <16 x i32> %".106", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".108" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".107"
  %".109" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".103", i32 4, <16 x i1> %".108", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".110" = shufflevector <16 x float> %".109", <16 x float> %".109", <16 x i32> <i32 16, i32 19, i32 22, i32 25, i32 28, i32 31, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %".111" = mul i64 %".69", 3
  %".112" = add i64 %".111", 16
  %".113" = getelementptr inbounds float, ptr %".7", i64 %".112"
  %".114" = sub i64 %".96", 16
  %".115" = trunc i64 %".114" to i32
  %".116" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".115", i32 0
  %".117" = shufflevector <16 x i32> %".116", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".118" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".117"
  %".119" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".113", i32 4, <16 x i1> %".118", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".120" = shufflevector <16 x float> %".110", <16 x float> %".119", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 18, i32 21, i32 24, i32 27, i32 30, i32 11, i32 12, i32 13, i32 14, i32 15>
  %".121" = mul i64 %".69", 3
  %".122" = add i64 %".121", 32
  %".123" = getelementptr inbounds float, ptr %".7", i64 %".122"
  %".124" = sub i64 %".96", 32
  %".125" = trunc i64 %".124" to i32
  %".126" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".125", i32 0
  %".127" = shufflevector <16 x i32> %".126", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".128" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".127"
  %".129" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".123", i32 4, <16 x i1> %".128", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".130" = shufflevector <16 x float> %".120", <16 x float> %".129", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 17, i32 20, i32 23, i32 26, i32 29>
  %".131" = getelementptr inbounds float, ptr %".6", i64 %".69"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".130", ptr %".131", i32 4, <16 x i1> %".100")
  br label %"entry.endif.endif"
entry.endif.endif.if:
  %".137" = sub i64 %".3", 1
  %".138" = sdiv i64 %".137", 16
  %".139" = mul i64 %".138", 16
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
  %".146" = getelementptr inbounds float, ptr %".7", i64 %".145"
  %".147" = load <16 x float>, ptr %".146", align 4
  %".148" = shufflevector <16 x float> %".147", <16 x float> %".147", <16 x i32> <i32 16, i32 20, i32 24, i32 28, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %".149" = mul i64 %".141", 4
  %".150" = add i64 %".149", 16
  %".151" = getelementptr inbounds float, ptr %".7", i64 %".150"
  %".152" = load <16 x float>, ptr %".151", align 4
  %".153" = shufflevector <16 x float> %".148", <16 x float> %".152", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 20, i32 24, i32 28, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %".154" = mul i64 %".141", 4
  %".155" = add i64 %".154", 32
  %".156" = getelementptr inbounds float, ptr %".7", i64 %".155"
  %".157" = load <16 x float>, ptr %".156", align 4
  %".158" = shufflevector <16 x float> %".153", <16 x float> %".157", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 20, i32 24, i32 28, i32 12, i32 13, i32 14, i32 15>
  %".159" = mul i64 %".141", 4
  %".160" = add i64 %".159", 48
  %".161" = getelementptr inbounds float, ptr %".7", i64 %".160"
  %".162" = load <16 x float>, ptr %".161", align 4
  %".163" = shufflevector <16 x float> %".158", <16 x float> %".162", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 20, i32 24, i32 28>
  %".164" = getelementptr inbounds float, ptr %".6", i64 %".141"
  store <16 x float> %".163", ptr %".164", align 4
  %".166" = add nsw i64 %".141", 16
  br label %"loop.2"
done.2:
  %".168" = sub i64 %".3", %".139"
  %".169" = sub i64 %".168", 1
  %".170" = mul i64 %".169", 4
  %".171" = add i64 %".170", 1
  %".172" = trunc i64 %".168" to i32
  %".173" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".172", i32 0
  %".174" = shufflevector <16 x i32> %".173", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".175" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".174"
  %".176" = mul i64 %".139", 4
  %".177" = add i64 %".176", 0
  %".178" = getelementptr inbounds float, ptr %".7", i64 %".177"
  %".179" = sub i64 %".171", 0
  %".180" = trunc i64 %".179" to i32
  %".181" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".180", i32 0
  %".182" = shufflevector <16 x i32> %".181", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".183" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".182"
  %".184" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".178", i32 4, <16 x i1> %".183", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".185" = shufflevector <16 x float> %".184", <16 x float> %".184", <16 x i32> <i32 16, i32 20, i32 24, i32 28, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %".186" = mul i64 %".139", 4
  %".187" = add i64 %".186", 16
  %".188" = getelementptr inbounds float, ptr %".7", i64 %".187"
  %".189" = sub i64 %".171", 16
  %".190" = trunc i64 %".189" to i32
  %".191" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".190", i32 0
  %".192" = shufflevector <16 x i32> %".191", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".193" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".192"
  %".194" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".188", i32 4, <16 x i1> %".193", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".195" = shufflevector <16 x float> %".185", <16 x float> %".194", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 20, i32 24, i32 28, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %".196" = mul i64 %".139", 4
  %".197" = add i64 %".196", 32
  %".198" = getelementptr inbounds float, ptr %".7", i64 %".197"
  %".199" = sub i64 %".171", 32
  %".200" = trunc i64 %".199" to i32
  %".201" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".200", i32 0
  %".202" = shufflevector <16 x i32> %".201", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".203" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".202"
  %".204" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".198", i32 4, <16 x i1> %".203", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".205" = shufflevector <16 x float> %".195", <16 x float> %".204", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 20, i32 24, i32 28, i32 12, i32 13, i32 14, i32 15>
  %".206" = mul i64 %".139", 4
  %".207" = add i64 %".206", 48
  %".208" = getelementptr inbounds float, ptr %".7", i64 %".207"
  %".209" = sub i64 %".171", 48
  %".210" = trunc i64 %".209" to i32
  %".211" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".210", i32 0
  %".212" = shufflevector <16 x i32> %".211", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".213" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".212"
  %".214" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".208", i32 4, <16 x i1> %".213", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".215" = shufflevector <16 x float> %".205", <16 x float> %".214", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 16, i32 20, i32 24, i32 28>
  %".216" = getelementptr inbounds float, ptr %".6", i64 %".139"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".215", ptr %".216", i32 4, <16 x i1> %".175")
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
  %".228" = getelementptr inbounds float, ptr %".7", i64 %".227"
  %".229" = load float, ptr %".228"
  %".230" = getelementptr inbounds float, ptr %".6", i64 %".224"
  store float %".229", ptr %".230"
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
  %".62" = mul i64 4, %".61"
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
  %".142" = mul i64 4, %".141"
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
  %".158" = mul i64 4, %".157"
  %".159" = add i64 %".148", %".158"
  store i64 %".159", i64* %"here"
  %".161" = load i64, i64* %"step"
  %".162" = icmp eq i64 %".161", 1
  br i1 %".162", label %"then", label %"else"
done.2:
  %".187" = load i64, i64* %"to"
  %".188" = load i64, i64* %"done.1"
  %".189" = mul i64 4, %".188"
  %".190" = add i64 %".187", %".189"
  %".191" = load i64, i64* %"total"
  %".192" = load i64, i64* %"done.1"
  %".193" = sub i64 %".191", %".192"
  %".194" = call i64 @"conv_clear"(i64 %".190", i64 %".193")
  %".195" = load i64, i64* %"to"
  %".196" = load i64, i64* %"total"
  %".197" = mul i64 4, %".196"
  %".198" = add i64 %".195", %".197"
  store i64 %".198", i64* %"to"
  %".200" = add nsw i64 %".68", 1
  br label %"loop"
then:
  %".164" = load i64, i64* %"to"
  %".165" = load i64, i64* %"begin"
  %".166" = mul i64 4, %".165"
  %".167" = add i64 %".164", %".166"
  %".168" = load i64, i64* %"here"
  %".169" = load i64, i64* %"length"
  %".170" = call i64 @"conv_move"(i64 %".167", i64 %".168", i64 %".169")
  br label %"end"
else:
  %".172" = load i64, i64* %"to"
  %".173" = load i64, i64* %"begin"
  %".174" = mul i64 4, %".173"
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
  %".51" = mul i64 4, %".50"
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
  %".79" = mul i64 4, %".78"
  %".80" = add i64 %".55", %".79"
  ret i64 %".80"
}

define internal i64 @"conv_transpose_square"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6")
{
entry:
  %".8" = inttoptr i64 %".1" to ptr
  %".9" = inttoptr i64 %".5" to ptr
  %".10" = trunc i64 %".4" to i32
  %".11" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".10", i32 0
  %".12" = shufflevector <16 x i32> %".11", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".13" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".12"
  %".14" = sub i64 %".3", 1
  %".15" = icmp slt i64 0, %".14"
  %".16" = select  i1 %".15", i64 0, i64 %".14"
  %".17" = mul i64 %".2", %".16"
  %".18" = getelementptr inbounds float, ptr %".8", i64 %".17"
  %".19" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".18", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".20" = icmp slt i64 1, %".14"
  %".21" = select  i1 %".20", i64 1, i64 %".14"
  %".22" = mul i64 %".2", %".21"
  %".23" = getelementptr inbounds float, ptr %".8", i64 %".22"
  %".24" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".23", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".25" = icmp slt i64 2, %".14"
  %".26" = select  i1 %".25", i64 2, i64 %".14"
  %".27" = mul i64 %".2", %".26"
  %".28" = getelementptr inbounds float, ptr %".8", i64 %".27"
  %".29" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".28", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".30" = icmp slt i64 3, %".14"
  %".31" = select  i1 %".30", i64 3, i64 %".14"
  %".32" = mul i64 %".2", %".31"
  %".33" = getelementptr inbounds float, ptr %".8", i64 %".32"
  %".34" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".33", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".35" = icmp slt i64 4, %".14"
  %".36" = select  i1 %".35", i64 4, i64 %".14"
  %".37" = mul i64 %".2", %".36"
  %".38" = getelementptr inbounds float, ptr %".8", i64 %".37"
  %".39" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".38", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".40" = icmp slt i64 5, %".14"
  %".41" = select  i1 %".40", i64 5, i64 %".14"
  %".42" = mul i64 %".2", %".41"
  %".43" = getelementptr inbounds float, ptr %".8", i64 %".42"
  %".44" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".43", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".45" = icmp slt i64 6, %".14"
  %".46" = select  i1 %".45", i64 6, i64 %".14"
  %".47" = mul i64 %".2", %".46"
  %".48" = getelementptr inbounds float, ptr %".8", i64 %".47"
  %".49" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".48", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".50" = icmp slt i64 7, %".14"
  %".51" = select  i1 %".50", i64 7, i64 %".14"
  %".52" = mul i64 %".2", %".51"
  %".53" = getelementptr inbounds float, ptr %".8", i64 %".52"
  %".54" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".53", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".55" = icmp slt i64 8, %".14"
  %".56" = select  i1 %".55", i64 8, i64 %".14"
  %".57" = mul i64 %".2", %".56"
  %".58" = getelementptr inbounds float, ptr %".8", i64 %".57"
  %".59" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".58", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".60" = icmp slt i64 9, %".14"
  %".61" = select  i1 %".60", i64 9, i64 %".14"
  %".62" = mul i64 %".2", %".61"
  %".63" = getelementptr inbounds float, ptr %".8", i64 %".62"
  %".64" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".63", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".65" = icmp slt i64 10, %".14"
  %".66" = select  i1 %".65", i64 10, i64 %".14"
  %".67" = mul i64 %".2", %".66"
  %".68" = getelementptr inbounds float, ptr %".8", i64 %".67"
  %".69" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".68", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".70" = icmp slt i64 11, %".14"
  %".71" = select  i1 %".70", i64 11, i64 %".14"
  %".72" = mul i64 %".2", %".71"
  %".73" = getelementptr inbounds float, ptr %".8", i64 %".72"
  %".74" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".73", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".75" = icmp slt i64 12, %".14"
  %".76" = select  i1 %".75", i64 12, i64 %".14"
  %".77" = mul i64 %".2", %".76"
  %".78" = getelementptr inbounds float, ptr %".8", i64 %".77"
  %".79" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".78", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".80" = icmp slt i64 13, %".14"
  %".81" = select  i1 %".80", i64 13, i64 %".14"
  %".82" = mul i64 %".2", %".81"
  %".83" = getelementptr inbounds float, ptr %".8", i64 %".82"
  %".84" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".83", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".85" = icmp slt i64 14, %".14"
  %".86" = select  i1 %".85", i64 14, i64 %".14"
  %".87" = mul i64 %".2", %".86"
  %".88" = getelementptr inbounds float, ptr %".8", i64 %".87"
  %".89" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".88", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".90" = icmp slt i64 15, %".14"
  %".91" = select  i1 %".90", i64 15, i64 %".14"
  %".92" = mul i64 %".2", %".91"
  %".93" = getelementptr inbounds float, ptr %".8", i64 %".92"
  %".94" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".93", i32 4, <16 x i1> %".13", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".95" = trunc i64 %".3" to i32
  %".96" = insertelement <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".95", i32 0
  %".97" = shufflevector <16 x i32> %".96", <16 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".98" = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %".97"
  %".99" = shufflevector <16 x float> %".19", <16 x float> %".24", <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %".100" = shufflevector <16 x float> %".19", <16 x float> %".24", <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %".101" = shufflevector <16 x float> %".29", <16 x float> %".34", <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %".102" = shufflevector <16 x float> %".29", <16 x float> %".34", <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %".103" = shufflevector <16 x float> %".39", <16 x float> %".44", <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %".104" = shufflevector <16 x float> %".39", <16 x float> %".44", <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %".105" = shufflevector <16 x float> %".49", <16 x float> %".54", <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %".106" = shufflevector <16 x float> %".49", <16 x float> %".54", <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %".107" = shufflevector <16 x float> %".59", <16 x float> %".64", <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %".108" = shufflevector <16 x float> %".59", <16 x float> %".64", <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %".109" = shufflevector <16 x float> %".69", <16 x float> %".74", <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %".110" = shufflevector <16 x float> %".69", <16 x float> %".74", <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %".111" = shufflevector <16 x float> %".79", <16 x float> %".84", <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %".112" = shufflevector <16 x float> %".79", <16 x float> %".84", <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %".113" = shufflevector <16 x float> %".89", <16 x float> %".94", <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %".114" = shufflevector <16 x float> %".89", <16 x float> %".94", <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %".115" = shufflevector <16 x float> %".99", <16 x float> %".101", <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %".116" = shufflevector <16 x float> %".99", <16 x float> %".101", <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %".117" = shufflevector <16 x float> %".100", <16 x float> %".102", <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %".118" = shufflevector <16 x float> %".100", <16 x float> %".102", <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %".119" = shufflevector <16 x float> %".103", <16 x float> %".105", <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %".120" = shufflevector <16 x float> %".103", <16 x float> %".105", <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %".121" = shufflevector <16 x float> %".104", <16 x float> %".106", <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %".122" = shufflevector <16 x float> %".104", <16 x float> %".106", <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %".123" = shufflevector <16 x float> %".107", <16 x float> %".109", <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %".124" = shufflevector <16 x float> %".107", <16 x float> %".109", <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %".125" = shufflevector <16 x float> %".108", <16 x float> %".110", <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %".126" = shufflevector <16 x float> %".108", <16 x float> %".110", <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %".127" = shufflevector <16 x float> %".111", <16 x float> %".113", <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %".128" = shufflevector <16 x float> %".111", <16 x float> %".113", <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %".129" = shufflevector <16 x float> %".112", <16 x float> %".114", <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %".130" = shufflevector <16 x float> %".112", <16 x float> %".114", <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %".131" = shufflevector <16 x float> %".115", <16 x float> %".119", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %".132" = shufflevector <16 x float> %".115", <16 x float> %".119", <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %".133" = shufflevector <16 x float> %".117", <16 x float> %".121", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %".134" = shufflevector <16 x float> %".117", <16 x float> %".121", <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %".135" = shufflevector <16 x float> %".116", <16 x float> %".120", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %".136" = shufflevector <16 x float> %".116", <16 x float> %".120", <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %".137" = shufflevector <16 x float> %".118", <16 x float> %".122", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %".138" = shufflevector <16 x float> %".118", <16 x float> %".122", <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %".139" = shufflevector <16 x float> %".123", <16 x float> %".127", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %".140" = shufflevector <16 x float> %".123", <16 x float> %".127", <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %".141" = shufflevector <16 x float> %".125", <16 x float> %".129", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %".142" = shufflevector <16 x float> %".125", <16 x float> %".129", <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %".143" = shufflevector <16 x float> %".124", <16 x float> %".128", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %".144" = shufflevector <16 x float> %".124", <16 x float> %".128", <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %".145" = shufflevector <16 x float> %".126", <16 x float> %".130", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %".146" = shufflevector <16 x float> %".126", <16 x float> %".130", <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %".147" = shufflevector <16 x float> %".131", <16 x float> %".139", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %".148" = shufflevector <16 x float> %".131", <16 x float> %".139", <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %".149" = shufflevector <16 x float> %".133", <16 x float> %".141", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %".150" = shufflevector <16 x float> %".133", <16 x float> %".141", <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %".151" = shufflevector <16 x float> %".135", <16 x float> %".143", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %".152" = shufflevector <16 x float> %".135", <16 x float> %".143", <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %".153" = shufflevector <16 x float> %".137", <16 x float> %".145", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %".154" = shufflevector <16 x float> %".137", <16 x float> %".145", <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %".155" = shufflevector <16 x float> %".132", <16 x float> %".140", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %".156" = shufflevector <16 x float> %".132", <16 x float> %".140", <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %".157" = shufflevector <16 x float> %".134", <16 x float> %".142", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %".158" = shufflevector <16 x float> %".134", <16 x float> %".142", <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %".159" = shufflevector <16 x float> %".136", <16 x float> %".144", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %".160" = shufflevector <16 x float> %".136", <16 x float> %".144", <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %".161" = shufflevector <16 x float> %".138", <16 x float> %".146", <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %".162" = shufflevector <16 x float> %".138", <16 x float> %".146", <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %".163" = icmp slt i64 0, %".4"
  br i1 %".163", label %"entry.if", label %"entry.endif"
entry.if:
  %".165" = mul i64 %".6", 0
  %".166" = getelementptr inbounds float, ptr %".9", i64 %".165"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".147", ptr %".166", i32 4, <16 x i1> %".98")
  br label %"entry.endif"
entry.endif:
  %".169" = icmp slt i64 1, %".4"
  br i1 %".169", label %"entry.endif.if", label %"entry.endif.endif"
entry.endif.if:
  %".171" = mul i64 %".6", 1
  %".172" = getelementptr inbounds float, ptr %".9", i64 %".171"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".149", ptr %".172", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif"
entry.endif.endif:
  %".175" = icmp slt i64 2, %".4"
  br i1 %".175", label %"entry.endif.endif.if", label %"entry.endif.endif.endif"
entry.endif.endif.if:
  %".177" = mul i64 %".6", 2
  %".178" = getelementptr inbounds float, ptr %".9", i64 %".177"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".151", ptr %".178", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif"
entry.endif.endif.endif:
  %".181" = icmp slt i64 3, %".4"
  br i1 %".181", label %"entry.endif.endif.endif.if", label %"entry.endif.endif.endif.endif"
entry.endif.endif.endif.if:
  %".183" = mul i64 %".6", 3
  %".184" = getelementptr inbounds float, ptr %".9", i64 %".183"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".153", ptr %".184", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.endif"
entry.endif.endif.endif.endif:
  %".187" = icmp slt i64 4, %".4"
  br i1 %".187", label %"entry.endif.endif.endif.endif.if", label %"entry.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.if:
  %".189" = mul i64 %".6", 4
  %".190" = getelementptr inbounds float, ptr %".9", i64 %".189"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".155", ptr %".190", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif:
  %".193" = icmp slt i64 5, %".4"
  br i1 %".193", label %"entry.endif.endif.endif.endif.endif.if", label %"entry.endif.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif.if:
  %".195" = mul i64 %".6", 5
  %".196" = getelementptr inbounds float, ptr %".9", i64 %".195"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".157", ptr %".196", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif.endif:
  %".199" = icmp slt i64 6, %".4"
  br i1 %".199", label %"entry.endif.endif.endif.endif.endif.endif.if", label %"entry.endif.endif.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif.endif.if:
  %".201" = mul i64 %".6", 6
  %".202" = getelementptr inbounds float, ptr %".9", i64 %".201"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".159", ptr %".202", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif.endif.endif:
  %".205" = icmp slt i64 7, %".4"
  br i1 %".205", label %"entry.endif.endif.endif.endif.endif.endif.endif.if", label %"entry.endif.endif.endif.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif.endif.endif.if:
  %".207" = mul i64 %".6", 7
  %".208" = getelementptr inbounds float, ptr %".9", i64 %".207"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".161", ptr %".208", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif.endif.endif.endif:
  %".211" = icmp slt i64 8, %".4"
  br i1 %".211", label %"entry.endif.endif.endif.e...if", label %"entry.endif.endif.endif.e...endif"
entry.endif.endif.endif.e...if:
  %".213" = mul i64 %".6", 8
  %".214" = getelementptr inbounds float, ptr %".9", i64 %".213"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".148", ptr %".214", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.e...endif"
entry.endif.endif.endif.e...endif:
  %".217" = icmp slt i64 9, %".4"
  br i1 %".217", label %"entry.endif.endif.endif.e...endif.if", label %"entry.endif.endif.endif.e...endif.endif"
entry.endif.endif.endif.e...endif.if:
  %".219" = mul i64 %".6", 9
  %".220" = getelementptr inbounds float, ptr %".9", i64 %".219"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".150", ptr %".220", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.e...endif.endif"
entry.endif.endif.endif.e...endif.endif:
  %".223" = icmp slt i64 10, %".4"
  br i1 %".223", label %"entry.endif.endif.endif.e...endif.endif.if", label %"entry.endif.endif.endif.e...endif.endif.endif"
entry.endif.endif.endif.e...endif.endif.if:
  %".225" = mul i64 %".6", 10
  %".226" = getelementptr inbounds float, ptr %".9", i64 %".225"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".152", ptr %".226", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.e...endif.endif.endif"
entry.endif.endif.endif.e...endif.endif.endif:
  %".229" = icmp slt i64 11, %".4"
  br i1 %".229", label %"entry.endif.endif.endif.e...endif.endif.endif.if", label %"entry.endif.endif.endif.e...endif.endif.endif.endif"
entry.endif.endif.endif.e...endif.endif.endif.if:
  %".231" = mul i64 %".6", 11
  %".232" = getelementptr inbounds float, ptr %".9", i64 %".231"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".154", ptr %".232", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.e...endif.endif.endif.endif"
entry.endif.endif.endif.e...endif.endif.endif.endif:
  %".235" = icmp slt i64 12, %".4"
  br i1 %".235", label %"entry.endif.endif.endif.e...if.1", label %"entry.endif.endif.endif.e...endif.1"
entry.endif.endif.endif.e...if.1:
  %".237" = mul i64 %".6", 12
  %".238" = getelementptr inbounds float, ptr %".9", i64 %".237"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".156", ptr %".238", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.e...endif.1"
entry.endif.endif.endif.e...endif.1:
  %".241" = icmp slt i64 13, %".4"
  br i1 %".241", label %"entry.endif.endif.endif.e...endif.1.if", label %"entry.endif.endif.endif.e...endif.1.endif"
entry.endif.endif.endif.e...endif.1.if:
  %".243" = mul i64 %".6", 13
  %".244" = getelementptr inbounds float, ptr %".9", i64 %".243"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".158", ptr %".244", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.e...endif.1.endif"
entry.endif.endif.endif.e...endif.1.endif:
  %".247" = icmp slt i64 14, %".4"
  br i1 %".247", label %"entry.endif.endif.endif.e...endif.1.endif.if", label %"entry.endif.endif.endif.e...endif.1.endif.endif"
entry.endif.endif.endif.e...endif.1.endif.if:
  %".249" = mul i64 %".6", 14
  %".250" = getelementptr inbounds float, ptr %".9", i64 %".249"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".160", ptr %".250", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.e...endif.1.endif.endif"
entry.endif.endif.endif.e...endif.1.endif.endif:
  %".253" = icmp slt i64 15, %".4"
  br i1 %".253", label %"entry.endif.endif.endif.e...endif.1.endif.endif.if", label %"entry.endif.endif.endif.e...endif.1.endif.endif.endif"
entry.endif.endif.endif.e...endif.1.endif.endif.if:
  %".255" = mul i64 %".6", 15
  %".256" = getelementptr inbounds float, ptr %".9", i64 %".255"
  call void @"llvm.masked.store.v16f32.p0"(<16 x float> %".162", ptr %".256", i32 4, <16 x i1> %".98")
  br label %"entry.endif.endif.endif.e...endif.1.endif.endif.endif"
entry.endif.endif.endif.e...endif.1.endif.endif.endif:
  ret i64 0
}

define internal i64 @"panels.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6") noimplicitfloat noinline nounwind optsize
{
entry:
  %"record" = alloca i64
  %"y" = alloca i64
  %"scratch" = alloca i64
  %"image" = alloca i64
  %"start.1" = alloca i64
  %"stop" = alloca i64
  %"rows" = alloca i64
  %"wide" = alloca i64
  %"outer" = alloca i64
  %"kind" = alloca i64
  %"every" = alloca i64
  %"channel" = alloca i64
  %"pieces" = alloca i64
  %"count" = alloca i64
  %"many" = alloca i64
  %"unit" = alloca i64
  %"n" = alloca i64
  %"which" = alloca i64
  %"first" = alloca i64
  %"own" = alloca i64
  %"to" = alloca i64
  %"k" = alloca i64
  %"source" = alloca i64
  %"length" = alloca i64
  %"c" = alloca i64
  %"high" = alloca i64
  %"q" = alloca i64
  %"target" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"y"
  store i64 %".3", i64* %"scratch"
  store i64 %".4", i64* %"image"
  store i64 %".5", i64* %"start.1"
  store i64 %".6", i64* %"stop"
  %".14" = load i64, i64* %"record"
  %".15" = inttoptr i64 %".14" to ptr
  %".16" = getelementptr inbounds i64, ptr %".15", i64 6
  %".17" = load i64, ptr %".16"
  %".18" = load i64, i64* %"record"
  %".19" = inttoptr i64 %".18" to ptr
  %".20" = getelementptr inbounds i64, ptr %".19", i64 12
  %".21" = load i64, ptr %".20"
  %".22" = load i64, i64* %"record"
  %".23" = inttoptr i64 %".22" to ptr
  %".24" = getelementptr inbounds i64, ptr %".23", i64 5
  %".25" = load i64, ptr %".24"
  store i64 %".17", i64* %"rows"
  store i64 %".21", i64* %"wide"
  store i64 %".25", i64* %"outer"
  %".29" = load i64, i64* %"record"
  %".30" = inttoptr i64 %".29" to ptr
  %".31" = getelementptr inbounds i64, ptr %".30", i64 8
  %".32" = load i64, ptr %".31"
  %".33" = load i64, i64* %"record"
  %".34" = inttoptr i64 %".33" to ptr
  %".35" = getelementptr inbounds i64, ptr %".34", i64 13
  %".36" = load i64, ptr %".35"
  %".37" = load i64, i64* %"record"
  %".38" = inttoptr i64 %".37" to ptr
  %".39" = getelementptr inbounds i64, ptr %".38", i64 34
  %".40" = load i64, ptr %".39"
  store i64 %".32", i64* %"kind"
  store i64 %".36", i64* %"every"
  store i64 %".40", i64* %"channel"
  %".44" = load i64, i64* %"kind"
  %".45" = inttoptr i64 %".44" to ptr
  %".46" = getelementptr inbounds i64, ptr %".45", i64 4
  %".47" = load i64, ptr %".46"
  %".48" = load i64, i64* %"kind"
  %".49" = inttoptr i64 %".48" to ptr
  %".50" = getelementptr inbounds i64, ptr %".49", i64 5
  %".51" = load i64, ptr %".50"
  store i64 %".47", i64* %"pieces"
  store i64 %".51", i64* %"count"
  %".54" = load i64, i64* %"record"
  %".55" = inttoptr i64 %".54" to ptr
  %".56" = getelementptr inbounds i64, ptr %".55", i64 3
  %".57" = load i64, ptr %".56"
  %".58" = load i64, i64* %"rows"
  %".59" = mul i64 %".57", %".58"
  store i64 %".59", i64* %"many"
  %".61" = load i64, i64* %"start.1"
  %".62" = load i64, i64* %"stop"
  br label %"loop"
loop:
  %".64" = phi  i64 [%".61", %"start"], [%".255", %"done.1"]
  %".65" = icmp slt i64 %".64", %".62"
  br i1 %".65", label %"body", label %"done"
body:
  store i64 %".64", i64* %"unit"
  %".68" = load i64, i64* %"unit"
  %".69" = load i64, i64* %"many"
  %".70" = icmp eq i64 %".69", 0
  %".71" = icmp eq i64 %".69", -1
  %".72" = or i1 %".70", %".71"
  %".73" = select  i1 %".72", i64 1, i64 %".69"
  %".74" = sdiv i64 %".68", %".73"
  %".75" = srem i64 %".68", %".73"
  %".76" = sub i64 0, %".68"
  %".77" = select  i1 %".71", i64 %".76", i64 %".74"
  %".78" = xor i64 %".75", %".69"
  %".79" = icmp slt i64 %".78", 0
  %".80" = icmp ne i64 %".75", 0
  %".81" = and i1 %".80", %".79"
  %".82" = sub i64 %".77", 1
  %".83" = select  i1 %".81", i64 %".82", i64 %".77"
  %".84" = select  i1 %".70", i64 0, i64 %".83"
  %".85" = load i64, i64* %"unit"
  %".86" = load i64, i64* %"many"
  %".87" = icmp eq i64 %".86", 0
  %".88" = icmp eq i64 %".86", -1
  %".89" = or i1 %".87", %".88"
  %".90" = select  i1 %".89", i64 1, i64 %".86"
  %".91" = sdiv i64 %".85", %".90"
  %".92" = srem i64 %".85", %".90"
  %".93" = sub i64 0, %".85"
  %".94" = select  i1 %".88", i64 %".93", i64 %".91"
  %".95" = xor i64 %".92", %".86"
  %".96" = icmp slt i64 %".95", 0
  %".97" = icmp ne i64 %".92", 0
  %".98" = and i1 %".97", %".96"
  %".99" = add i64 %".92", %".86"
  %".100" = select  i1 %".98", i64 %".99", i64 %".92"
  %".101" = select  i1 %".87", i64 0, i64 %".100"
  store i64 %".84", i64* %"n"
  store i64 %".101", i64* %"which"
  %".104" = load i64, i64* %"which"
  %".105" = load i64, i64* %"rows"
  %".106" = icmp eq i64 %".105", 0
  %".107" = icmp eq i64 %".105", -1
  %".108" = or i1 %".106", %".107"
  %".109" = select  i1 %".108", i64 1, i64 %".105"
  %".110" = sdiv i64 %".104", %".109"
  %".111" = srem i64 %".104", %".109"
  %".112" = sub i64 0, %".104"
  %".113" = select  i1 %".107", i64 %".112", i64 %".110"
  %".114" = xor i64 %".111", %".105"
  %".115" = icmp slt i64 %".114", 0
  %".116" = icmp ne i64 %".111", 0
  %".117" = and i1 %".116", %".115"
  %".118" = add i64 %".111", %".105"
  %".119" = select  i1 %".117", i64 %".118", i64 %".111"
  %".120" = select  i1 %".106", i64 0, i64 %".119"
  %".121" = load i64, i64* %"wide"
  %".122" = mul i64 %".120", %".121"
  store i64 %".122", i64* %"first"
  %".124" = load i64, i64* %"record"
  %".125" = load i64, i64* %"y"
  %".126" = load i64, i64* %"scratch"
  %".127" = load i64, i64* %"image"
  %".128" = load i64, i64* %"n"
  %".129" = load i64, i64* %"which"
  %".130" = load i64, i64* %"rows"
  %".131" = icmp eq i64 %".130", 0
  %".132" = icmp eq i64 %".130", -1
  %".133" = or i1 %".131", %".132"
  %".134" = select  i1 %".133", i64 1, i64 %".130"
  %".135" = sdiv i64 %".129", %".134"
  %".136" = srem i64 %".129", %".134"
  %".137" = sub i64 0, %".129"
  %".138" = select  i1 %".132", i64 %".137", i64 %".135"
  %".139" = xor i64 %".136", %".130"
  %".140" = icmp slt i64 %".139", 0
  %".141" = icmp ne i64 %".136", 0
  %".142" = and i1 %".141", %".140"
  %".143" = sub i64 %".138", 1
  %".144" = select  i1 %".142", i64 %".143", i64 %".138"
  %".145" = select  i1 %".131", i64 0, i64 %".144"
  %".146" = load i64, i64* %"outer"
  %".147" = mul i64 %".145", %".146"
  %".148" = load i64, i64* %"first"
  %".149" = add i64 %".147", %".148"
  %".150" = call i64 @"base.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".124", i64 52, i64 %".125", i64 %".126", i64 %".127", i64 %".128", i64 %".149")
  store i64 %".150", i64* %"own"
  %".152" = load i64, i64* %"scratch"
  %".153" = load i64, i64* %"kind"
  %".154" = inttoptr i64 %".153" to ptr
  %".155" = getelementptr inbounds i64, ptr %".154", i64 3
  %".156" = load i64, ptr %".155"
  %".157" = load i64, i64* %"unit"
  %".158" = load i64, i64* %"every"
  %".159" = mul i64 %".157", %".158"
  %".160" = load i64, i64* %"wide"
  %".161" = mul i64 %".159", %".160"
  %".162" = add i64 %".156", %".161"
  %".163" = mul i64 4, %".162"
  %".164" = add i64 %".152", %".163"
  store i64 %".164", i64* %"to"
  %".166" = load i64, i64* %"count"
  br label %"loop.1"
done:
  ret i64 0
loop.1:
  %".168" = phi  i64 [0, %"body"], [%".253", %"done.2"]
  %".169" = icmp slt i64 %".168", %".166"
  br i1 %".169", label %"body.1", label %"done.1"
body.1:
  store i64 %".168", i64* %"k"
  %".172" = load i64, i64* %"own"
  %".173" = load i64, i64* %"pieces"
  %".174" = load i64, i64* %"k"
  %".175" = mul i64 2, %".174"
  %".176" = inttoptr i64 %".173" to ptr
  %".177" = getelementptr inbounds i64, ptr %".176", i64 %".175"
  %".178" = load i64, ptr %".177"
  %".179" = mul i64 4, %".178"
  %".180" = add i64 %".172", %".179"
  %".181" = load i64, i64* %"pieces"
  %".182" = load i64, i64* %"k"
  %".183" = mul i64 2, %".182"
  %".184" = add i64 %".183", 1
  %".185" = inttoptr i64 %".181" to ptr
  %".186" = getelementptr inbounds i64, ptr %".185", i64 %".184"
  %".187" = load i64, ptr %".186"
  store i64 %".180", i64* %"source"
  store i64 %".187", i64* %"length"
  %".190" = load i64, i64* %"wide"
  %".191" = load i64, i64* %"outer"
  %".192" = load i64, i64* %"first"
  %".193" = sub i64 %".191", %".192"
  %".194" = icmp slt i64 %".193", %".190"
  %".195" = select  i1 %".194", i64 %".193", i64 %".190"
  br label %"loop.2"
done.1:
  %".255" = add nsw i64 %".64", 1
  br label %"loop"
loop.2:
  %".197" = phi  i64 [0, %"body.1"], [%".244", %"done.3"]
  %".198" = icmp slt i64 %".197", %".195"
  br i1 %".198", label %"body.2", label %"done.2"
body.2:
  store i64 %".197", i64* %"c"
  %".201" = load i64, i64* %"outer"
  %".202" = load i64, i64* %"first"
  %".203" = sub i64 %".201", %".202"
  %".204" = load i64, i64* %"c"
  %".205" = sub i64 %".203", %".204"
  %".206" = icmp slt i64 %".205", 16
  %".207" = select  i1 %".206", i64 %".205", i64 16
  store i64 %".207", i64* %"high"
  %".209" = load i64, i64* %"length"
  br label %"loop.3"
done.2:
  %".246" = load i64, i64* %"to"
  %".247" = load i64, i64* %"length"
  %".248" = mul i64 4, %".247"
  %".249" = load i64, i64* %"wide"
  %".250" = mul i64 %".248", %".249"
  %".251" = add i64 %".246", %".250"
  store i64 %".251", i64* %"to"
  %".253" = add nsw i64 %".168", 1
  br label %"loop.1"
loop.3:
  %".211" = phi  i64 [0, %"body.2"], [%".242", %"body.3"]
  %".212" = icmp slt i64 %".211", %".209"
  br i1 %".212", label %"body.3", label %"done.3"
body.3:
  store i64 %".211", i64* %"q"
  %".215" = load i64, i64* %"to"
  %".216" = load i64, i64* %"q"
  %".217" = load i64, i64* %"wide"
  %".218" = mul i64 %".216", %".217"
  %".219" = load i64, i64* %"c"
  %".220" = add i64 %".218", %".219"
  %".221" = mul i64 4, %".220"
  %".222" = add i64 %".215", %".221"
  store i64 %".222", i64* %"target"
  %".224" = load i64, i64* %"source"
  %".225" = load i64, i64* %"c"
  %".226" = load i64, i64* %"channel"
  %".227" = mul i64 %".225", %".226"
  %".228" = load i64, i64* %"q"
  %".229" = add i64 %".227", %".228"
  %".230" = mul i64 4, %".229"
  %".231" = add i64 %".224", %".230"
  %".232" = load i64, i64* %"channel"
  %".233" = load i64, i64* %"high"
  %".234" = load i64, i64* %"length"
  %".235" = load i64, i64* %"q"
  %".236" = sub i64 %".234", %".235"
  %".237" = icmp slt i64 %".236", 16
  %".238" = select  i1 %".237", i64 %".236", i64 16
  %".239" = load i64, i64* %"target"
  %".240" = load i64, i64* %"wide"
  %".241" = call i64 @"conv_transpose_square"(i64 %".231", i64 %".232", i64 %".233", i64 %".238", i64 %".239", i64 %".240")
  %".242" = add nsw i64 %".211", 16
  br label %"loop.3"
done.3:
  %".244" = add nsw i64 %".197", 16
  br label %"loop.2"
}

define i64 @"panels"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6") nounwind
{
entry:
  %".8" = call i64 @"panels.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6")
  ret i64 %".8"
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

define internal i64 @"conv_update"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10")
{
entry:
  %".12" = sdiv i64 %".8", 16
  switch i64 %".12", label %"case_3" [i64 1, label %"case_1" i64 2, label %"case_2"]
chosen:
  ret i64 0
case_1:
  call void @"conv_update_1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10")
  br label %"chosen"
case_2:
  call void @"conv_update_2"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10")
  br label %"chosen"
case_3:
  call void @"conv_update_3"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10")
  br label %"chosen"
}

define internal void @"conv_update_1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10") noinline
{
entry:
  %".12" = inttoptr i64 %".1" to ptr
  %".13" = inttoptr i64 %".2" to ptr
  %".14" = inttoptr i64 %".3" to ptr
  %".15" = inttoptr i64 %".5" to ptr
  %".16" = inttoptr i64 %".10" to ptr
  %".17" = getelementptr inbounds i64, ptr %".16", i64 0
  %".18" = load i64, ptr %".17"
  %".19" = getelementptr inbounds float, ptr %".12", i64 %".18"
  %".20" = getelementptr inbounds i64, ptr %".16", i64 1
  %".21" = load i64, ptr %".20"
  %".22" = getelementptr inbounds float, ptr %".12", i64 %".21"
  %".23" = getelementptr inbounds i64, ptr %".16", i64 2
  %".24" = load i64, ptr %".23"
  %".25" = getelementptr inbounds float, ptr %".12", i64 %".24"
  %".26" = getelementptr inbounds i64, ptr %".16", i64 3
  %".27" = load i64, ptr %".26"
  %".28" = getelementptr inbounds float, ptr %".12", i64 %".27"
  %".29" = getelementptr inbounds i64, ptr %".16", i64 4
  %".30" = load i64, ptr %".29"
  %".31" = getelementptr inbounds float, ptr %".12", i64 %".30"
  %".32" = getelementptr inbounds i64, ptr %".16", i64 5
  %".33" = load i64, ptr %".32"
  %".34" = getelementptr inbounds float, ptr %".12", i64 %".33"
  %".35" = getelementptr inbounds i64, ptr %".16", i64 6
  %".36" = load i64, ptr %".35"
  %".37" = getelementptr inbounds float, ptr %".12", i64 %".36"
  %".38" = getelementptr inbounds i64, ptr %".16", i64 7
  %".39" = load i64, ptr %".38"
  %".40" = getelementptr inbounds float, ptr %".12", i64 %".39"
  %".41" = alloca <16 x float>, i64 8, align 64
  %".42" = getelementptr inbounds float, ptr %".41", i64 0
  %".43" = getelementptr inbounds float, ptr %".41", i64 16
  %".44" = getelementptr inbounds float, ptr %".41", i64 32
  %".45" = getelementptr inbounds float, ptr %".41", i64 48
  %".46" = getelementptr inbounds float, ptr %".41", i64 64
  %".47" = getelementptr inbounds float, ptr %".41", i64 80
  %".48" = getelementptr inbounds float, ptr %".41", i64 96
  %".49" = getelementptr inbounds float, ptr %".41", i64 112
  %".50" = add i64 0, 1
  %".51" = icmp slt i64 %".4", %".50"
  %".52" = select  i1 %".51", i64 %".50", i64 %".4"
  br label %"loop"
loop:
  %".54" = phi  i64 [0, %"entry"], [%".158", %"summed.endif"]
  %".55" = icmp slt i64 %".54", %".52"
  br i1 %".55", label %"body", label %"done"
body:
  %".57" = add i64 %".54", 32
  %".58" = icmp slt i64 %".57", %".52"
  %".59" = select  i1 %".58", i64 %".57", i64 %".52"
  %".60" = icmp slt i64 %".59", %".4"
  %".61" = select  i1 %".60", i64 %".59", i64 %".4"
  br label %"terms"
done:
  %".160" = load <16 x float>, ptr %".42", align 4
  %".161" = load <16 x float>, ptr %".43", align 4
  %".162" = load <16 x float>, ptr %".44", align 4
  %".163" = load <16 x float>, ptr %".45", align 4
  %".164" = load <16 x float>, ptr %".46", align 4
  %".165" = load <16 x float>, ptr %".47", align 4
  %".166" = load <16 x float>, ptr %".48", align 4
  %".167" = load <16 x float>, ptr %".49", align 4
  %".168" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".63" = phi  i64 [%".54", %"body"], [%".120", %"term"]
  %".64" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".91", %"term"]
  %".65" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".95", %"term"]
  %".66" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".99", %"term"]
  %".67" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".103", %"term"]
  %".68" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".107", %"term"]
  %".69" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".111", %"term"]
  %".70" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".115", %"term"]
  %".71" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".119", %"term"]
  %".72" = icmp slt i64 %".63", %".61"
  br i1 %".72", label %"term", label %"summed"
term:
  %".74" = getelementptr inbounds i64, ptr %".14", i64 %".63"
  %".75" = load i64, ptr %".74"
  %".76" = mul i64 %".63", %".6"
  %".77" = getelementptr inbounds float, ptr %".13", i64 %".76"
  %".78" = getelementptr inbounds float, ptr %".19", i64 %".75"
  %".79" = getelementptr inbounds float, ptr %".22", i64 %".75"
  %".80" = getelementptr inbounds float, ptr %".25", i64 %".75"
  %".81" = getelementptr inbounds float, ptr %".28", i64 %".75"
  %".82" = getelementptr inbounds float, ptr %".31", i64 %".75"
  %".83" = getelementptr inbounds float, ptr %".34", i64 %".75"
  %".84" = getelementptr inbounds float, ptr %".37", i64 %".75"
  %".85" = getelementptr inbounds float, ptr %".40", i64 %".75"
  %".86" = getelementptr inbounds float, ptr %".77", i64 0
  %".87" = load <16 x float>, ptr %".86", align 4
  %".88" = load float, ptr %".78"
  %".89" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".88", i32 0
  %".90" = shufflevector <16 x float> %".89", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".91" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".90", <16 x float> %".87", <16 x float> %".64")
  %".92" = load float, ptr %".79"
  %".93" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".92", i32 0
  %".94" = shufflevector <16 x float> %".93", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".95" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".94", <16 x float> %".87", <16 x float> %".65")
  %".96" = load float, ptr %".80"
  %".97" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".96", i32 0
  %".98" = shufflevector <16 x float> %".97", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".99" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".98", <16 x float> %".87", <16 x float> %".66")
  %".100" = load float, ptr %".81"
  %".101" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".100", i32 0
  %".102" = shufflevector <16 x float> %".101", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".103" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".102", <16 x float> %".87", <16 x float> %".67")
  %".104" = load float, ptr %".82"
  %".105" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".104", i32 0
  %".106" = shufflevector <16 x float> %".105", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".107" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".106", <16 x float> %".87", <16 x float> %".68")
  %".108" = load float, ptr %".83"
  %".109" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".108", i32 0
  %".110" = shufflevector <16 x float> %".109", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".111" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".110", <16 x float> %".87", <16 x float> %".69")
  %".112" = load float, ptr %".84"
  %".113" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".112", i32 0
  %".114" = shufflevector <16 x float> %".113", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".115" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".114", <16 x float> %".87", <16 x float> %".70")
  %".116" = load float, ptr %".85"
  %".117" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".116", i32 0
  %".118" = shufflevector <16 x float> %".117", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".119" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".118", <16 x float> %".87", <16 x float> %".71")
  %".120" = add nsw i64 %".63", 1
  br label %"terms", !llvm.loop !2
summed:
  %".122" = icmp sgt i64 %".54", 0
  br i1 %".122", label %"summed.if", label %"summed.else"
summed.if:
  %".124" = load <16 x float>, ptr %".42", align 4
  %".125" = fadd <16 x float> %".124", %".64"
  store <16 x float> %".125", ptr %".42", align 4
  %".127" = load <16 x float>, ptr %".43", align 4
  %".128" = fadd <16 x float> %".127", %".65"
  store <16 x float> %".128", ptr %".43", align 4
  %".130" = load <16 x float>, ptr %".44", align 4
  %".131" = fadd <16 x float> %".130", %".66"
  store <16 x float> %".131", ptr %".44", align 4
  %".133" = load <16 x float>, ptr %".45", align 4
  %".134" = fadd <16 x float> %".133", %".67"
  store <16 x float> %".134", ptr %".45", align 4
  %".136" = load <16 x float>, ptr %".46", align 4
  %".137" = fadd <16 x float> %".136", %".68"
  store <16 x float> %".137", ptr %".46", align 4
  %".139" = load <16 x float>, ptr %".47", align 4
  %".140" = fadd <16 x float> %".139", %".69"
  store <16 x float> %".140", ptr %".47", align 4
  %".142" = load <16 x float>, ptr %".48", align 4
  %".143" = fadd <16 x float> %".142", %".70"
  store <16 x float> %".143", ptr %".48", align 4
  %".145" = load <16 x float>, ptr %".49", align 4
  %".146" = fadd <16 x float> %".145", %".71"
  store <16 x float> %".146", ptr %".49", align 4
  br label %"summed.endif"
summed.else:
  store <16 x float> %".64", ptr %".42", align 4
  store <16 x float> %".65", ptr %".43", align 4
  store <16 x float> %".66", ptr %".44", align 4
  store <16 x float> %".67", ptr %".45", align 4
  store <16 x float> %".68", ptr %".46", align 4
  store <16 x float> %".69", ptr %".47", align 4
  store <16 x float> %".70", ptr %".48", align 4
  store <16 x float> %".71", ptr %".49", align 4
  br label %"summed.endif"
summed.endif:
  %".158" = add nsw i64 %".54", 32
  br label %"loop"
loop.1:
  %".170" = phi  i64 [0, %"done"], [%".187", %"body.1.endif"]
  %".171" = icmp slt i64 %".170", %".7"
  br i1 %".171", label %"body.1", label %"done.1"
body.1:
  %".173" = mul i64 %".170", 16
  %".174" = getelementptr inbounds float, ptr %".41", i64 %".173"
  %".175" = getelementptr inbounds float, ptr %".174", i64 0
  %".176" = load <16 x float>, ptr %".175", align 4
  %".177" = mul i64 %".6", %".170"
  %".178" = getelementptr inbounds float, ptr %".15", i64 %".177"
  %".179" = getelementptr inbounds float, ptr %".178", i64 0
  br i1 %".168", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".181" = load <16 x float>, ptr %".179", align 4
  %".182" = fadd <16 x float> %".181", %".176"
  store <16 x float> %".182", ptr %".179", align 4
  br label %"body.1.endif"
body.1.else:
  store <16 x float> %".176", ptr %".179", align 4
  br label %"body.1.endif"
body.1.endif:
  %".187" = add nsw i64 %".170", 1
  br label %"loop.1"
}

declare <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".1", <16 x float> %".2", <16 x float> %".3")

define internal void @"conv_update_2"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10") noinline
{
entry:
  %".12" = inttoptr i64 %".1" to ptr
  %".13" = inttoptr i64 %".2" to ptr
  %".14" = inttoptr i64 %".3" to ptr
  %".15" = inttoptr i64 %".5" to ptr
  %".16" = inttoptr i64 %".10" to ptr
  %".17" = getelementptr inbounds i64, ptr %".16", i64 0
  %".18" = load i64, ptr %".17"
  %".19" = getelementptr inbounds float, ptr %".12", i64 %".18"
  %".20" = getelementptr inbounds i64, ptr %".16", i64 1
  %".21" = load i64, ptr %".20"
  %".22" = getelementptr inbounds float, ptr %".12", i64 %".21"
  %".23" = getelementptr inbounds i64, ptr %".16", i64 2
  %".24" = load i64, ptr %".23"
  %".25" = getelementptr inbounds float, ptr %".12", i64 %".24"
  %".26" = getelementptr inbounds i64, ptr %".16", i64 3
  %".27" = load i64, ptr %".26"
  %".28" = getelementptr inbounds float, ptr %".12", i64 %".27"
  %".29" = getelementptr inbounds i64, ptr %".16", i64 4
  %".30" = load i64, ptr %".29"
  %".31" = getelementptr inbounds float, ptr %".12", i64 %".30"
  %".32" = getelementptr inbounds i64, ptr %".16", i64 5
  %".33" = load i64, ptr %".32"
  %".34" = getelementptr inbounds float, ptr %".12", i64 %".33"
  %".35" = getelementptr inbounds i64, ptr %".16", i64 6
  %".36" = load i64, ptr %".35"
  %".37" = getelementptr inbounds float, ptr %".12", i64 %".36"
  %".38" = getelementptr inbounds i64, ptr %".16", i64 7
  %".39" = load i64, ptr %".38"
  %".40" = getelementptr inbounds float, ptr %".12", i64 %".39"
  %".41" = alloca <16 x float>, i64 16, align 64
  %".42" = getelementptr inbounds float, ptr %".41", i64 0
  %".43" = getelementptr inbounds float, ptr %".41", i64 16
  %".44" = getelementptr inbounds float, ptr %".41", i64 32
  %".45" = getelementptr inbounds float, ptr %".41", i64 48
  %".46" = getelementptr inbounds float, ptr %".41", i64 64
  %".47" = getelementptr inbounds float, ptr %".41", i64 80
  %".48" = getelementptr inbounds float, ptr %".41", i64 96
  %".49" = getelementptr inbounds float, ptr %".41", i64 112
  %".50" = getelementptr inbounds float, ptr %".41", i64 128
  %".51" = getelementptr inbounds float, ptr %".41", i64 144
  %".52" = getelementptr inbounds float, ptr %".41", i64 160
  %".53" = getelementptr inbounds float, ptr %".41", i64 176
  %".54" = getelementptr inbounds float, ptr %".41", i64 192
  %".55" = getelementptr inbounds float, ptr %".41", i64 208
  %".56" = getelementptr inbounds float, ptr %".41", i64 224
  %".57" = getelementptr inbounds float, ptr %".41", i64 240
  %".58" = add i64 0, 1
  %".59" = icmp slt i64 %".4", %".58"
  %".60" = select  i1 %".59", i64 %".58", i64 %".4"
  br label %"loop"
loop:
  %".62" = phi  i64 [0, %"entry"], [%".216", %"summed.endif"]
  %".63" = icmp slt i64 %".62", %".60"
  br i1 %".63", label %"body", label %"done"
body:
  %".65" = add i64 %".62", 32
  %".66" = icmp slt i64 %".65", %".60"
  %".67" = select  i1 %".66", i64 %".65", i64 %".60"
  %".68" = icmp slt i64 %".67", %".4"
  %".69" = select  i1 %".68", i64 %".67", i64 %".4"
  br label %"terms"
done:
  %".218" = load <16 x float>, ptr %".42", align 4
  %".219" = load <16 x float>, ptr %".43", align 4
  %".220" = load <16 x float>, ptr %".44", align 4
  %".221" = load <16 x float>, ptr %".45", align 4
  %".222" = load <16 x float>, ptr %".46", align 4
  %".223" = load <16 x float>, ptr %".47", align 4
  %".224" = load <16 x float>, ptr %".48", align 4
  %".225" = load <16 x float>, ptr %".49", align 4
  %".226" = load <16 x float>, ptr %".50", align 4
  %".227" = load <16 x float>, ptr %".51", align 4
  %".228" = load <16 x float>, ptr %".52", align 4
  %".229" = load <16 x float>, ptr %".53", align 4
  %".230" = load <16 x float>, ptr %".54", align 4
  %".231" = load <16 x float>, ptr %".55", align 4
  %".232" = load <16 x float>, ptr %".56", align 4
  %".233" = load <16 x float>, ptr %".57", align 4
  %".234" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".71" = phi  i64 [%".62", %"body"], [%".146", %"term"]
  %".72" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".109", %"term"]
  %".73" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".110", %"term"]
  %".74" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".114", %"term"]
  %".75" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".115", %"term"]
  %".76" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".119", %"term"]
  %".77" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".120", %"term"]
  %".78" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".124", %"term"]
  %".79" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".125", %"term"]
  %".80" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".129", %"term"]
  %".81" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".130", %"term"]
  %".82" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".134", %"term"]
  %".83" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".135", %"term"]
  %".84" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".139", %"term"]
  %".85" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".140", %"term"]
  %".86" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".144", %"term"]
  %".87" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".145", %"term"]
  %".88" = icmp slt i64 %".71", %".69"
  br i1 %".88", label %"term", label %"summed"
term:
  %".90" = getelementptr inbounds i64, ptr %".14", i64 %".71"
  %".91" = load i64, ptr %".90"
  %".92" = mul i64 %".71", %".6"
  %".93" = getelementptr inbounds float, ptr %".13", i64 %".92"
  %".94" = getelementptr inbounds float, ptr %".19", i64 %".91"
  %".95" = getelementptr inbounds float, ptr %".22", i64 %".91"
  %".96" = getelementptr inbounds float, ptr %".25", i64 %".91"
  %".97" = getelementptr inbounds float, ptr %".28", i64 %".91"
  %".98" = getelementptr inbounds float, ptr %".31", i64 %".91"
  %".99" = getelementptr inbounds float, ptr %".34", i64 %".91"
  %".100" = getelementptr inbounds float, ptr %".37", i64 %".91"
  %".101" = getelementptr inbounds float, ptr %".40", i64 %".91"
  %".102" = getelementptr inbounds float, ptr %".93", i64 0
  %".103" = getelementptr inbounds float, ptr %".93", i64 16
  %".104" = load <16 x float>, ptr %".102", align 4
  %".105" = load <16 x float>, ptr %".103", align 4
  %".106" = load float, ptr %".94"
  %".107" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".106", i32 0
  %".108" = shufflevector <16 x float> %".107", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".109" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".108", <16 x float> %".104", <16 x float> %".72")
  %".110" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".108", <16 x float> %".105", <16 x float> %".73")
  %".111" = load float, ptr %".95"
  %".112" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".111", i32 0
  %".113" = shufflevector <16 x float> %".112", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".114" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".113", <16 x float> %".104", <16 x float> %".74")
  %".115" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".113", <16 x float> %".105", <16 x float> %".75")
  %".116" = load float, ptr %".96"
  %".117" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".116", i32 0
  %".118" = shufflevector <16 x float> %".117", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".119" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".118", <16 x float> %".104", <16 x float> %".76")
  %".120" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".118", <16 x float> %".105", <16 x float> %".77")
  %".121" = load float, ptr %".97"
  %".122" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".121", i32 0
  %".123" = shufflevector <16 x float> %".122", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".124" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".123", <16 x float> %".104", <16 x float> %".78")
  %".125" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".123", <16 x float> %".105", <16 x float> %".79")
  %".126" = load float, ptr %".98"
  %".127" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".126", i32 0
  %".128" = shufflevector <16 x float> %".127", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".129" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".128", <16 x float> %".104", <16 x float> %".80")
  %".130" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".128", <16 x float> %".105", <16 x float> %".81")
  %".131" = load float, ptr %".99"
  %".132" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".131", i32 0
  %".133" = shufflevector <16 x float> %".132", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".134" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".133", <16 x float> %".104", <16 x float> %".82")
  %".135" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".133", <16 x float> %".105", <16 x float> %".83")
  %".136" = load float, ptr %".100"
  %".137" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".136", i32 0
  %".138" = shufflevector <16 x float> %".137", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".139" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".138", <16 x float> %".104", <16 x float> %".84")
  %".140" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".138", <16 x float> %".105", <16 x float> %".85")
  %".141" = load float, ptr %".101"
  %".142" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".141", i32 0
  %".143" = shufflevector <16 x float> %".142", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".144" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".143", <16 x float> %".104", <16 x float> %".86")
  %".145" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".143", <16 x float> %".105", <16 x float> %".87")
  %".146" = add nsw i64 %".71", 1
  br label %"terms", !llvm.loop !2
summed:
  %".148" = icmp sgt i64 %".62", 0
  br i1 %".148", label %"summed.if", label %"summed.else"
summed.if:
  %".150" = load <16 x float>, ptr %".42", align 4
  %".151" = fadd <16 x float> %".150", %".72"
  store <16 x float> %".151", ptr %".42", align 4
  %".153" = load <16 x float>, ptr %".43", align 4
  %".154" = fadd <16 x float> %".153", %".73"
  store <16 x float> %".154", ptr %".43", align 4
  %".156" = load <16 x float>, ptr %".44", align 4
  %".157" = fadd <16 x float> %".156", %".74"
  store <16 x float> %".157", ptr %".44", align 4
  %".159" = load <16 x float>, ptr %".45", align 4
  %".160" = fadd <16 x float> %".159", %".75"
  store <16 x float> %".160", ptr %".45", align 4
  %".162" = load <16 x float>, ptr %".46", align 4
  %".163" = fadd <16 x float> %".162", %".76"
  store <16 x float> %".163", ptr %".46", align 4
  %".165" = load <16 x float>, ptr %".47", align 4
  %".166" = fadd <16 x float> %".165", %".77"
  store <16 x float> %".166", ptr %".47", align 4
  %".168" = load <16 x float>, ptr %".48", align 4
  %".169" = fadd <16 x float> %".168", %".78"
  store <16 x float> %".169", ptr %".48", align 4
  %".171" = load <16 x float>, ptr %".49", align 4
  %".172" = fadd <16 x float> %".171", %".79"
  store <16 x float> %".172", ptr %".49", align 4
  %".174" = load <16 x float>, ptr %".50", align 4
  %".175" = fadd <16 x float> %".174", %".80"
  store <16 x float> %".175", ptr %".50", align 4
  %".177" = load <16 x float>, ptr %".51", align 4
  %".178" = fadd <16 x float> %".177", %".81"
  store <16 x float> %".178", ptr %".51", align 4
  %".180" = load <16 x float>, ptr %".52", align 4
  %".181" = fadd <16 x float> %".180", %".82"
  store <16 x float> %".181", ptr %".52", align 4
  %".183" = load <16 x float>, ptr %".53", align 4
  %".184" = fadd <16 x float> %".183", %".83"
  store <16 x float> %".184", ptr %".53", align 4
  %".186" = load <16 x float>, ptr %".54", align 4
  %".187" = fadd <16 x float> %".186", %".84"
  store <16 x float> %".187", ptr %".54", align 4
  %".189" = load <16 x float>, ptr %".55", align 4
  %".190" = fadd <16 x float> %".189", %".85"
  store <16 x float> %".190", ptr %".55", align 4
  %".192" = load <16 x float>, ptr %".56", align 4
  %".193" = fadd <16 x float> %".192", %".86"
  store <16 x float> %".193", ptr %".56", align 4
  %".195" = load <16 x float>, ptr %".57", align 4
  %".196" = fadd <16 x float> %".195", %".87"
  store <16 x float> %".196", ptr %".57", align 4
  br label %"summed.endif"
summed.else:
  store <16 x float> %".72", ptr %".42", align 4
  store <16 x float> %".73", ptr %".43", align 4
  store <16 x float> %".74", ptr %".44", align 4
  store <16 x float> %".75", ptr %".45", align 4
  store <16 x float> %".76", ptr %".46", align 4
  store <16 x float> %".77", ptr %".47", align 4
  store <16 x float> %".78", ptr %".48", align 4
  store <16 x float> %".79", ptr %".49", align 4
  store <16 x float> %".80", ptr %".50", align 4
  store <16 x float> %".81", ptr %".51", align 4
  store <16 x float> %".82", ptr %".52", align 4
  store <16 x float> %".83", ptr %".53", align 4
  store <16 x float> %".84", ptr %".54", align 4
  store <16 x float> %".85", ptr %".55", align 4
  store <16 x float> %".86", ptr %".56", align 4
  store <16 x float> %".87", ptr %".57", align 4
  br label %"summed.endif"
summed.endif:
  %".216" = add nsw i64 %".62", 32
  br label %"loop"
loop.1:
  %".236" = phi  i64 [0, %"done"], [%".260", %"body.1.endif"]
  %".237" = icmp slt i64 %".236", %".7"
  br i1 %".237", label %"body.1", label %"done.1"
body.1:
  %".239" = mul i64 %".236", 32
  %".240" = getelementptr inbounds float, ptr %".41", i64 %".239"
  %".241" = getelementptr inbounds float, ptr %".240", i64 0
  %".242" = getelementptr inbounds float, ptr %".240", i64 16
  %".243" = load <16 x float>, ptr %".241", align 4
  %".244" = load <16 x float>, ptr %".242", align 4
  %".245" = mul i64 %".6", %".236"
  %".246" = getelementptr inbounds float, ptr %".15", i64 %".245"
  %".247" = getelementptr inbounds float, ptr %".246", i64 0
  %".248" = getelementptr inbounds float, ptr %".246", i64 16
  br i1 %".234", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".250" = load <16 x float>, ptr %".247", align 4
  %".251" = fadd <16 x float> %".250", %".243"
  store <16 x float> %".251", ptr %".247", align 4
  %".253" = load <16 x float>, ptr %".248", align 4
  %".254" = fadd <16 x float> %".253", %".244"
  store <16 x float> %".254", ptr %".248", align 4
  br label %"body.1.endif"
body.1.else:
  store <16 x float> %".243", ptr %".247", align 4
  store <16 x float> %".244", ptr %".248", align 4
  br label %"body.1.endif"
body.1.endif:
  %".260" = add nsw i64 %".236", 1
  br label %"loop.1"
}

define internal void @"conv_update_3"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10") noinline
{
entry:
  %".12" = inttoptr i64 %".1" to ptr
  %".13" = inttoptr i64 %".2" to ptr
  %".14" = inttoptr i64 %".3" to ptr
  %".15" = inttoptr i64 %".5" to ptr
  %".16" = inttoptr i64 %".10" to ptr
  %".17" = getelementptr inbounds i64, ptr %".16", i64 0
  %".18" = load i64, ptr %".17"
  %".19" = getelementptr inbounds float, ptr %".12", i64 %".18"
  %".20" = getelementptr inbounds i64, ptr %".16", i64 1
  %".21" = load i64, ptr %".20"
  %".22" = getelementptr inbounds float, ptr %".12", i64 %".21"
  %".23" = getelementptr inbounds i64, ptr %".16", i64 2
  %".24" = load i64, ptr %".23"
  %".25" = getelementptr inbounds float, ptr %".12", i64 %".24"
  %".26" = getelementptr inbounds i64, ptr %".16", i64 3
  %".27" = load i64, ptr %".26"
  %".28" = getelementptr inbounds float, ptr %".12", i64 %".27"
  %".29" = getelementptr inbounds i64, ptr %".16", i64 4
  %".30" = load i64, ptr %".29"
  %".31" = getelementptr inbounds float, ptr %".12", i64 %".30"
  %".32" = getelementptr inbounds i64, ptr %".16", i64 5
  %".33" = load i64, ptr %".32"
  %".34" = getelementptr inbounds float, ptr %".12", i64 %".33"
  %".35" = getelementptr inbounds i64, ptr %".16", i64 6
  %".36" = load i64, ptr %".35"
  %".37" = getelementptr inbounds float, ptr %".12", i64 %".36"
  %".38" = getelementptr inbounds i64, ptr %".16", i64 7
  %".39" = load i64, ptr %".38"
  %".40" = getelementptr inbounds float, ptr %".12", i64 %".39"
  %".41" = alloca <16 x float>, i64 24, align 64
  %".42" = getelementptr inbounds float, ptr %".41", i64 0
  %".43" = getelementptr inbounds float, ptr %".41", i64 16
  %".44" = getelementptr inbounds float, ptr %".41", i64 32
  %".45" = getelementptr inbounds float, ptr %".41", i64 48
  %".46" = getelementptr inbounds float, ptr %".41", i64 64
  %".47" = getelementptr inbounds float, ptr %".41", i64 80
  %".48" = getelementptr inbounds float, ptr %".41", i64 96
  %".49" = getelementptr inbounds float, ptr %".41", i64 112
  %".50" = getelementptr inbounds float, ptr %".41", i64 128
  %".51" = getelementptr inbounds float, ptr %".41", i64 144
  %".52" = getelementptr inbounds float, ptr %".41", i64 160
  %".53" = getelementptr inbounds float, ptr %".41", i64 176
  %".54" = getelementptr inbounds float, ptr %".41", i64 192
  %".55" = getelementptr inbounds float, ptr %".41", i64 208
  %".56" = getelementptr inbounds float, ptr %".41", i64 224
  %".57" = getelementptr inbounds float, ptr %".41", i64 240
  %".58" = getelementptr inbounds float, ptr %".41", i64 256
  %".59" = getelementptr inbounds float, ptr %".41", i64 272
  %".60" = getelementptr inbounds float, ptr %".41", i64 288
  %".61" = getelementptr inbounds float, ptr %".41", i64 304
  %".62" = getelementptr inbounds float, ptr %".41", i64 320
  %".63" = getelementptr inbounds float, ptr %".41", i64 336
  %".64" = getelementptr inbounds float, ptr %".41", i64 352
  %".65" = getelementptr inbounds float, ptr %".41", i64 368
  %".66" = add i64 0, 1
  %".67" = icmp slt i64 %".4", %".66"
  %".68" = select  i1 %".67", i64 %".66", i64 %".4"
  br label %"loop"
loop:
  %".70" = phi  i64 [0, %"entry"], [%".274", %"summed.endif"]
  %".71" = icmp slt i64 %".70", %".68"
  br i1 %".71", label %"body", label %"done"
body:
  %".73" = add i64 %".70", 32
  %".74" = icmp slt i64 %".73", %".68"
  %".75" = select  i1 %".74", i64 %".73", i64 %".68"
  %".76" = icmp slt i64 %".75", %".4"
  %".77" = select  i1 %".76", i64 %".75", i64 %".4"
  br label %"terms"
done:
  %".276" = load <16 x float>, ptr %".42", align 4
  %".277" = load <16 x float>, ptr %".43", align 4
  %".278" = load <16 x float>, ptr %".44", align 4
  %".279" = load <16 x float>, ptr %".45", align 4
  %".280" = load <16 x float>, ptr %".46", align 4
  %".281" = load <16 x float>, ptr %".47", align 4
  %".282" = load <16 x float>, ptr %".48", align 4
  %".283" = load <16 x float>, ptr %".49", align 4
  %".284" = load <16 x float>, ptr %".50", align 4
  %".285" = load <16 x float>, ptr %".51", align 4
  %".286" = load <16 x float>, ptr %".52", align 4
  %".287" = load <16 x float>, ptr %".53", align 4
  %".288" = load <16 x float>, ptr %".54", align 4
  %".289" = load <16 x float>, ptr %".55", align 4
  %".290" = load <16 x float>, ptr %".56", align 4
  %".291" = load <16 x float>, ptr %".57", align 4
  %".292" = load <16 x float>, ptr %".58", align 4
  %".293" = load <16 x float>, ptr %".59", align 4
  %".294" = load <16 x float>, ptr %".60", align 4
  %".295" = load <16 x float>, ptr %".61", align 4
  %".296" = load <16 x float>, ptr %".62", align 4
  %".297" = load <16 x float>, ptr %".63", align 4
  %".298" = load <16 x float>, ptr %".64", align 4
  %".299" = load <16 x float>, ptr %".65", align 4
  %".300" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".79" = phi  i64 [%".70", %"body"], [%".172", %"term"]
  %".80" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".127", %"term"]
  %".81" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".128", %"term"]
  %".82" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".129", %"term"]
  %".83" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".133", %"term"]
  %".84" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".134", %"term"]
  %".85" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".135", %"term"]
  %".86" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".139", %"term"]
  %".87" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".140", %"term"]
  %".88" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".141", %"term"]
  %".89" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".145", %"term"]
  %".90" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".146", %"term"]
  %".91" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".147", %"term"]
  %".92" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".151", %"term"]
  %".93" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".152", %"term"]
  %".94" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".153", %"term"]
  %".95" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".157", %"term"]
  %".96" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".158", %"term"]
  %".97" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".159", %"term"]
  %".98" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".163", %"term"]
  %".99" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".164", %"term"]
  %".100" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".165", %"term"]
  %".101" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".169", %"term"]
  %".102" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".170", %"term"]
  %".103" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".171", %"term"]
  %".104" = icmp slt i64 %".79", %".77"
  br i1 %".104", label %"term", label %"summed"
term:
  %".106" = getelementptr inbounds i64, ptr %".14", i64 %".79"
  %".107" = load i64, ptr %".106"
  %".108" = mul i64 %".79", %".6"
  %".109" = getelementptr inbounds float, ptr %".13", i64 %".108"
  %".110" = getelementptr inbounds float, ptr %".19", i64 %".107"
  %".111" = getelementptr inbounds float, ptr %".22", i64 %".107"
  %".112" = getelementptr inbounds float, ptr %".25", i64 %".107"
  %".113" = getelementptr inbounds float, ptr %".28", i64 %".107"
  %".114" = getelementptr inbounds float, ptr %".31", i64 %".107"
  %".115" = getelementptr inbounds float, ptr %".34", i64 %".107"
  %".116" = getelementptr inbounds float, ptr %".37", i64 %".107"
  %".117" = getelementptr inbounds float, ptr %".40", i64 %".107"
  %".118" = getelementptr inbounds float, ptr %".109", i64 0
  %".119" = getelementptr inbounds float, ptr %".109", i64 16
  %".120" = getelementptr inbounds float, ptr %".109", i64 32
  %".121" = load <16 x float>, ptr %".118", align 4
  %".122" = load <16 x float>, ptr %".119", align 4
  %".123" = load <16 x float>, ptr %".120", align 4
  %".124" = load float, ptr %".110"
  %".125" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".124", i32 0
  %".126" = shufflevector <16 x float> %".125", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".127" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".126", <16 x float> %".121", <16 x float> %".80")
  %".128" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".126", <16 x float> %".122", <16 x float> %".81")
  %".129" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".126", <16 x float> %".123", <16 x float> %".82")
  %".130" = load float, ptr %".111"
  %".131" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".130", i32 0
  %".132" = shufflevector <16 x float> %".131", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".133" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".132", <16 x float> %".121", <16 x float> %".83")
  %".134" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".132", <16 x float> %".122", <16 x float> %".84")
  %".135" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".132", <16 x float> %".123", <16 x float> %".85")
  %".136" = load float, ptr %".112"
  %".137" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".136", i32 0
  %".138" = shufflevector <16 x float> %".137", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".139" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".138", <16 x float> %".121", <16 x float> %".86")
  %".140" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".138", <16 x float> %".122", <16 x float> %".87")
  %".141" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".138", <16 x float> %".123", <16 x float> %".88")
  %".142" = load float, ptr %".113"
  %".143" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".142", i32 0
  %".144" = shufflevector <16 x float> %".143", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".145" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".144", <16 x float> %".121", <16 x float> %".89")
  %".146" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".144", <16 x float> %".122", <16 x float> %".90")
  %".147" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".144", <16 x float> %".123", <16 x float> %".91")
  %".148" = load float, ptr %".114"
  %".149" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".148", i32 0
  %".150" = shufflevector <16 x float> %".149", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".151" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".150", <16 x float> %".121", <16 x float> %".92")
  %".152" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".150", <16 x float> %".122", <16 x float> %".93")
  %".153" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".150", <16 x float> %".123", <16 x float> %".94")
  %".154" = load float, ptr %".115"
  %".155" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".154", i32 0
  %".156" = shufflevector <16 x float> %".155", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".157" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".156", <16 x float> %".121", <16 x float> %".95")
  %".158" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".156", <16 x float> %".122", <16 x float> %".96")
  %".159" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".156", <16 x float> %".123", <16 x float> %".97")
  %".160" = load float, ptr %".116"
  %".161" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".160", i32 0
  %".162" = shufflevector <16 x float> %".161", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".163" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".162", <16 x float> %".121", <16 x float> %".98")
  %".164" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".162", <16 x float> %".122", <16 x float> %".99")
  %".165" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".162", <16 x float> %".123", <16 x float> %".100")
  %".166" = load float, ptr %".117"
  %".167" = insertelement <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, float %".166", i32 0
  %".168" = shufflevector <16 x float> %".167", <16 x float> <float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef, float undef>, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".169" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".168", <16 x float> %".121", <16 x float> %".101")
  %".170" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".168", <16 x float> %".122", <16 x float> %".102")
  %".171" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".168", <16 x float> %".123", <16 x float> %".103")
  %".172" = add nsw i64 %".79", 1
  br label %"terms", !llvm.loop !2
summed:
  %".174" = icmp sgt i64 %".70", 0
  br i1 %".174", label %"summed.if", label %"summed.else"
summed.if:
  %".176" = load <16 x float>, ptr %".42", align 4
  %".177" = fadd <16 x float> %".176", %".80"
  store <16 x float> %".177", ptr %".42", align 4
  %".179" = load <16 x float>, ptr %".43", align 4
  %".180" = fadd <16 x float> %".179", %".81"
  store <16 x float> %".180", ptr %".43", align 4
  %".182" = load <16 x float>, ptr %".44", align 4
  %".183" = fadd <16 x float> %".182", %".82"
  store <16 x float> %".183", ptr %".44", align 4
  %".185" = load <16 x float>, ptr %".45", align 4
  %".186" = fadd <16 x float> %".185", %".83"
  store <16 x float> %".186", ptr %".45", align 4
  %".188" = load <16 x float>, ptr %".46", align 4
  %".189" = fadd <16 x float> %".188", %".84"
  store <16 x float> %".189", ptr %".46", align 4
  %".191" = load <16 x float>, ptr %".47", align 4
  %".192" = fadd <16 x float> %".191", %".85"
  store <16 x float> %".192", ptr %".47", align 4
  %".194" = load <16 x float>, ptr %".48", align 4
  %".195" = fadd <16 x float> %".194", %".86"
  store <16 x float> %".195", ptr %".48", align 4
  %".197" = load <16 x float>, ptr %".49", align 4
  %".198" = fadd <16 x float> %".197", %".87"
  store <16 x float> %".198", ptr %".49", align 4
  %".200" = load <16 x float>, ptr %".50", align 4
  %".201" = fadd <16 x float> %".200", %".88"
  store <16 x float> %".201", ptr %".50", align 4
  %".203" = load <16 x float>, ptr %".51", align 4
  %".204" = fadd <16 x float> %".203", %".89"
  store <16 x float> %".204", ptr %".51", align 4
  %".206" = load <16 x float>, ptr %".52", align 4
  %".207" = fadd <16 x float> %".206", %".90"
  store <16 x float> %".207", ptr %".52", align 4
  %".209" = load <16 x float>, ptr %".53", align 4
  %".210" = fadd <16 x float> %".209", %".91"
  store <16 x float> %".210", ptr %".53", align 4
  %".212" = load <16 x float>, ptr %".54", align 4
  %".213" = fadd <16 x float> %".212", %".92"
  store <16 x float> %".213", ptr %".54", align 4
  %".215" = load <16 x float>, ptr %".55", align 4
  %".216" = fadd <16 x float> %".215", %".93"
  store <16 x float> %".216", ptr %".55", align 4
  %".218" = load <16 x float>, ptr %".56", align 4
  %".219" = fadd <16 x float> %".218", %".94"
  store <16 x float> %".219", ptr %".56", align 4
  %".221" = load <16 x float>, ptr %".57", align 4
  %".222" = fadd <16 x float> %".221", %".95"
  store <16 x float> %".222", ptr %".57", align 4
  %".224" = load <16 x float>, ptr %".58", align 4
  %".225" = fadd <16 x float> %".224", %".96"
  store <16 x float> %".225", ptr %".58", align 4
  %".227" = load <16 x float>, ptr %".59", align 4
  %".228" = fadd <16 x float> %".227", %".97"
  store <16 x float> %".228", ptr %".59", align 4
  %".230" = load <16 x float>, ptr %".60", align 4
  %".231" = fadd <16 x float> %".230", %".98"
  store <16 x float> %".231", ptr %".60", align 4
  %".233" = load <16 x float>, ptr %".61", align 4
  %".234" = fadd <16 x float> %".233", %".99"
  store <16 x float> %".234", ptr %".61", align 4
  %".236" = load <16 x float>, ptr %".62", align 4
  %".237" = fadd <16 x float> %".236", %".100"
  store <16 x float> %".237", ptr %".62", align 4
  %".239" = load <16 x float>, ptr %".63", align 4
  %".240" = fadd <16 x float> %".239", %".101"
  store <16 x float> %".240", ptr %".63", align 4
  %".242" = load <16 x float>, ptr %".64", align 4
  %".243" = fadd <16 x float> %".242", %".102"
  store <16 x float> %".243", ptr %".64", align 4
  %".245" = load <16 x float>, ptr %".65", align 4
  %".246" = fadd <16 x float> %".245", %".103"
  store <16 x float> %".246", ptr %".65", align 4
  br label %"summed.endif"
summed.else:
  store <16 x float> %".80", ptr %".42", align 4
  store <16 x float> %".81", ptr %".43", align 4
  store <16 x float> %".82", ptr %".44", align 4
  store <16 x float> %".83", ptr %".45", align 4
  store <16 x float> %".84", ptr %".46", align 4
  store <16 x float> %".85", ptr %".47", align 4
  store <16 x float> %".86", ptr %".48", align 4
  store <16 x float> %".87", ptr %".49", align 4
  store <16 x float> %".88", ptr %".50", align 4
  store <16 x float> %".89", ptr %".51", align 4
  store <16 x float> %".90", ptr %".52", align 4
  store <16 x float> %".91", ptr %".53", align 4
  store <16 x float> %".92", ptr %".54", align 4
  store <16 x float> %".93", ptr %".55", align 4
  store <16 x float> %".94", ptr %".56", align 4
  store <16 x float> %".95", ptr %".57", align 4
  store <16 x float> %".96", ptr %".58", align 4
  store <16 x float> %".97", ptr %".59", align 4
  store <16 x float> %".98", ptr %".60", align 4
  store <16 x float> %".99", ptr %".61", align 4
  store <16 x float> %".100", ptr %".62", align 4
  store <16 x float> %".101", ptr %".63", align 4
  store <16 x float> %".102", ptr %".64", align 4
  store <16 x float> %".103", ptr %".65", align 4
  br label %"summed.endif"
summed.endif:
  %".274" = add nsw i64 %".70", 32
  br label %"loop"
loop.1:
  %".302" = phi  i64 [0, %"done"], [%".333", %"body.1.endif"]
  %".303" = icmp slt i64 %".302", %".7"
  br i1 %".303", label %"body.1", label %"done.1"
body.1:
  %".305" = mul i64 %".302", 48
  %".306" = getelementptr inbounds float, ptr %".41", i64 %".305"
  %".307" = getelementptr inbounds float, ptr %".306", i64 0
  %".308" = getelementptr inbounds float, ptr %".306", i64 16
  %".309" = getelementptr inbounds float, ptr %".306", i64 32
  %".310" = load <16 x float>, ptr %".307", align 4
  %".311" = load <16 x float>, ptr %".308", align 4
  %".312" = load <16 x float>, ptr %".309", align 4
  %".313" = mul i64 %".6", %".302"
  %".314" = getelementptr inbounds float, ptr %".15", i64 %".313"
  %".315" = getelementptr inbounds float, ptr %".314", i64 0
  %".316" = getelementptr inbounds float, ptr %".314", i64 16
  %".317" = getelementptr inbounds float, ptr %".314", i64 32
  br i1 %".300", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".319" = load <16 x float>, ptr %".315", align 4
  %".320" = fadd <16 x float> %".319", %".310"
  store <16 x float> %".320", ptr %".315", align 4
  %".322" = load <16 x float>, ptr %".316", align 4
  %".323" = fadd <16 x float> %".322", %".311"
  store <16 x float> %".323", ptr %".316", align 4
  %".325" = load <16 x float>, ptr %".317", align 4
  %".326" = fadd <16 x float> %".325", %".312"
  store <16 x float> %".326", ptr %".317", align 4
  br label %"body.1.endif"
body.1.else:
  store <16 x float> %".310", ptr %".315", align 4
  store <16 x float> %".311", ptr %".316", align 4
  store <16 x float> %".312", ptr %".317", align 4
  br label %"body.1.endif"
body.1.endif:
  %".333" = add nsw i64 %".302", 1
  br label %"loop.1"
}

define internal i64 @"add.int64.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8") noimplicitfloat noinline nounwind optsize
{
entry:
  %"target" = alloca i64
  %"source" = alloca i64
  %"rows" = alloca i64
  %"columns" = alloca i64
  %"m" = alloca i64
  %"n" = alloca i64
  %"apart" = alloca i64
  %"keep" = alloca i64
  %"i" = alloca i64
  %"j" = alloca i64
  %"place" = alloca i64
  %"more" = alloca float
  br label %"start"
start:
  store i64 %".1", i64* %"target"
  store i64 %".2", i64* %"source"
  store i64 %".3", i64* %"rows"
  store i64 %".4", i64* %"columns"
  store i64 %".5", i64* %"m"
  store i64 %".6", i64* %"n"
  store i64 %".7", i64* %"apart"
  store i64 %".8", i64* %"keep"
  %".18" = load i64, i64* %"m"
  br label %"loop"
loop:
  %".20" = phi  i64 [0, %"start"], [%".73", %"done.1"]
  %".21" = icmp slt i64 %".20", %".18"
  br i1 %".21", label %"body", label %"done"
body:
  store i64 %".20", i64* %"i"
  %".24" = load i64, i64* %"n"
  br label %"loop.1"
done:
  ret i64 0
loop.1:
  %".26" = phi  i64 [0, %"body"], [%".71", %"chosen"]
  %".27" = icmp slt i64 %".26", %".24"
  br i1 %".27", label %"body.1", label %"done.1"
body.1:
  store i64 %".26", i64* %"j"
  %".30" = load i64, i64* %"rows"
  %".31" = load i64, i64* %"i"
  %".32" = inttoptr i64 %".30" to ptr
  %".33" = getelementptr inbounds i64, ptr %".32", i64 %".31"
  %".34" = load i64, ptr %".33"
  %".35" = load i64, i64* %"columns"
  %".36" = load i64, i64* %"j"
  %".37" = inttoptr i64 %".35" to ptr
  %".38" = getelementptr inbounds i64, ptr %".37", i64 %".36"
  %".39" = load i64, ptr %".38"
  %".40" = add i64 %".34", %".39"
  %".41" = load i64, i64* %"source"
  %".42" = load i64, i64* %"i"
  %".43" = load i64, i64* %"apart"
  %".44" = mul i64 %".42", %".43"
  %".45" = load i64, i64* %"j"
  %".46" = add i64 %".44", %".45"
  %".47" = inttoptr i64 %".41" to ptr
  %".48" = getelementptr inbounds float, ptr %".47", i64 %".46"
  %".49" = load float, ptr %".48"
  store i64 %".40", i64* %"place"
  store float %".49", float* %"more"
  %".52" = load i64, i64* %"target"
  %".53" = load i64, i64* %"place"
  %".54" = load i64, i64* %"keep"
  %".55" = icmp ne i64 %".54", 0
  br i1 %".55", label %"then", label %"else"
done.1:
  %".73" = add nsw i64 %".20", 1
  br label %"loop"
then:
  %".57" = load i64, i64* %"target"
  %".58" = load i64, i64* %"place"
  %".59" = inttoptr i64 %".57" to ptr
  %".60" = getelementptr inbounds float, ptr %".59", i64 %".58"
  %".61" = load float, ptr %".60"
  %".62" = load float, float* %"more"
  %".63" = fadd float %".61", %".62"
  br label %"chosen"
else:
  %".64" = load float, float* %"more"
  br label %"chosen"
chosen:
  %".67" = phi  float [%".63", %"then"], [%".64", %"else"]
  %".68" = inttoptr i64 %".52" to ptr
  %".69" = getelementptr inbounds float, ptr %".68", i64 %".53"
  store float %".67", ptr %".69"
  %".71" = add nsw i64 %".26", 1
  br label %"loop.1"
}

define internal i64 @"conv_release"(i64 %".1")
{
entry:
  %".3" = inttoptr i64 %".1" to ptr
  %".4" = getelementptr inbounds i8, ptr %".3", i64 -64
  %".5" = atomicrmw xchg ptr %".4", i64 0 release
  ret i64 0
}

define internal i64 @"updates.int64.int64.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9") noimplicitfloat noinline nounwind optsize
{
entry:
  %"record" = alloca i64
  %"x" = alloca i64
  %"out" = alloca i64
  %"scratch" = alloca i64
  %"areas" = alloca i64
  %"image" = alloca i64
  %"images" = alloca i64
  %"start.1" = alloca i64
  %"stop" = alloca i64
  %"parts" = alloca i64
  %"rows" = alloca i64
  %"outer" = alloca i64
  %"kind" = alloca i64
  %"part" = alloca i64
  %"columns" = alloca i64
  %"wide" = alloca i64
  %"every" = alloca i64
  %"groups" = alloca i64
  %"room" = alloca i64
  %"unit" = alloca i64
  %"which" = alloca i64
  %"j" = alloca i64
  %"g" = alloca i64
  %"first" = alloca i64
  %"last" = alloca i64
  %"count" = alloca i64
  %"n" = alloca i64
  %"own" = alloca i64
  %"mine" = alloca i64
  %"q" = alloca i64
  %"depth" = alloca i64
  %"t" = alloca i64
  %"to" = alloca i64
  %"here" = alloca i64
  %"distances" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"x"
  store i64 %".3", i64* %"out"
  store i64 %".4", i64* %"scratch"
  store i64 %".5", i64* %"areas"
  store i64 %".6", i64* %"image"
  store i64 %".7", i64* %"images"
  store i64 %".8", i64* %"start.1"
  store i64 %".9", i64* %"stop"
  %".20" = load i64, i64* %"record"
  %".21" = inttoptr i64 %".20" to ptr
  %".22" = getelementptr inbounds i64, ptr %".21", i64 27
  %".23" = load i64, ptr %".22"
  %".24" = load i64, i64* %"record"
  %".25" = inttoptr i64 %".24" to ptr
  %".26" = getelementptr inbounds i64, ptr %".25", i64 6
  %".27" = load i64, ptr %".26"
  %".28" = load i64, i64* %"record"
  %".29" = inttoptr i64 %".28" to ptr
  %".30" = getelementptr inbounds i64, ptr %".29", i64 5
  %".31" = load i64, ptr %".30"
  store i64 %".23", i64* %"parts"
  store i64 %".27", i64* %"rows"
  store i64 %".31", i64* %"outer"
  %".35" = load i64, i64* %"record"
  %".36" = inttoptr i64 %".35" to ptr
  %".37" = getelementptr inbounds i64, ptr %".36", i64 8
  %".38" = load i64, ptr %".37"
  %".39" = load i64, i64* %"record"
  %".40" = inttoptr i64 %".39" to ptr
  %".41" = getelementptr inbounds i64, ptr %".40", i64 28
  %".42" = load i64, ptr %".41"
  %".43" = load i64, i64* %"record"
  %".44" = inttoptr i64 %".43" to ptr
  %".45" = getelementptr inbounds i64, ptr %".44", i64 29
  %".46" = load i64, ptr %".45"
  store i64 %".38", i64* %"kind"
  store i64 %".42", i64* %"part"
  store i64 %".46", i64* %"columns"
  %".50" = load i64, i64* %"record"
  %".51" = inttoptr i64 %".50" to ptr
  %".52" = getelementptr inbounds i64, ptr %".51", i64 12
  %".53" = load i64, ptr %".52"
  %".54" = load i64, i64* %"record"
  %".55" = inttoptr i64 %".54" to ptr
  %".56" = getelementptr inbounds i64, ptr %".55", i64 13
  %".57" = load i64, ptr %".56"
  %".58" = load i64, i64* %"record"
  %".59" = inttoptr i64 %".58" to ptr
  %".60" = getelementptr inbounds i64, ptr %".59", i64 3
  %".61" = load i64, ptr %".60"
  store i64 %".53", i64* %"wide"
  store i64 %".57", i64* %"every"
  store i64 %".61", i64* %"groups"
  %".65" = load i64, i64* %"areas"
  %".66" = call i64 @"conv_reserve"(i64 %".65")
  store i64 %".66", i64* %"room"
  %".68" = load i64, i64* %"start.1"
  %".69" = load i64, i64* %"stop"
  br label %"loop"
loop:
  %".71" = phi  i64 [%".68", %"start"], [%".302", %"done.1"]
  %".72" = icmp slt i64 %".71", %".69"
  br i1 %".72", label %"body", label %"done"
body:
  store i64 %".71", i64* %"unit"
  %".75" = load i64, i64* %"unit"
  %".76" = load i64, i64* %"parts"
  %".77" = icmp eq i64 %".76", 0
  %".78" = icmp eq i64 %".76", -1
  %".79" = or i1 %".77", %".78"
  %".80" = select  i1 %".79", i64 1, i64 %".76"
  %".81" = sdiv i64 %".75", %".80"
  %".82" = srem i64 %".75", %".80"
  %".83" = sub i64 0, %".75"
  %".84" = select  i1 %".78", i64 %".83", i64 %".81"
  %".85" = xor i64 %".82", %".76"
  %".86" = icmp slt i64 %".85", 0
  %".87" = icmp ne i64 %".82", 0
  %".88" = and i1 %".87", %".86"
  %".89" = sub i64 %".84", 1
  %".90" = select  i1 %".88", i64 %".89", i64 %".84"
  %".91" = select  i1 %".77", i64 0, i64 %".90"
  store i64 %".91", i64* %"which"
  %".93" = load i64, i64* %"which"
  %".94" = load i64, i64* %"rows"
  %".95" = icmp eq i64 %".94", 0
  %".96" = icmp eq i64 %".94", -1
  %".97" = or i1 %".95", %".96"
  %".98" = select  i1 %".97", i64 1, i64 %".94"
  %".99" = sdiv i64 %".93", %".98"
  %".100" = srem i64 %".93", %".98"
  %".101" = sub i64 0, %".93"
  %".102" = select  i1 %".96", i64 %".101", i64 %".99"
  %".103" = xor i64 %".100", %".94"
  %".104" = icmp slt i64 %".103", 0
  %".105" = icmp ne i64 %".100", 0
  %".106" = and i1 %".105", %".104"
  %".107" = add i64 %".100", %".94"
  %".108" = select  i1 %".106", i64 %".107", i64 %".100"
  %".109" = select  i1 %".95", i64 0, i64 %".108"
  %".110" = load i64, i64* %"wide"
  %".111" = mul i64 %".109", %".110"
  %".112" = load i64, i64* %"which"
  %".113" = load i64, i64* %"rows"
  %".114" = icmp eq i64 %".113", 0
  %".115" = icmp eq i64 %".113", -1
  %".116" = or i1 %".114", %".115"
  %".117" = select  i1 %".116", i64 1, i64 %".113"
  %".118" = sdiv i64 %".112", %".117"
  %".119" = srem i64 %".112", %".117"
  %".120" = sub i64 0, %".112"
  %".121" = select  i1 %".115", i64 %".120", i64 %".118"
  %".122" = xor i64 %".119", %".113"
  %".123" = icmp slt i64 %".122", 0
  %".124" = icmp ne i64 %".119", 0
  %".125" = and i1 %".124", %".123"
  %".126" = sub i64 %".121", 1
  %".127" = select  i1 %".125", i64 %".126", i64 %".121"
  %".128" = select  i1 %".114", i64 0, i64 %".127"
  store i64 %".111", i64* %"j"
  store i64 %".128", i64* %"g"
  %".131" = load i64, i64* %"unit"
  %".132" = load i64, i64* %"which"
  %".133" = load i64, i64* %"parts"
  %".134" = mul i64 %".132", %".133"
  %".135" = sub i64 %".131", %".134"
  %".136" = load i64, i64* %"part"
  %".137" = mul i64 %".135", %".136"
  store i64 %".137", i64* %"first"
  %".139" = load i64, i64* %"first"
  %".140" = load i64, i64* %"part"
  %".141" = add i64 %".139", %".140"
  %".142" = load i64, i64* %"columns"
  %".143" = icmp slt i64 %".142", %".141"
  %".144" = select  i1 %".143", i64 %".142", i64 %".141"
  %".145" = load i64, i64* %"wide"
  %".146" = load i64, i64* %"outer"
  %".147" = load i64, i64* %"j"
  %".148" = sub i64 %".146", %".147"
  %".149" = icmp slt i64 %".148", %".145"
  %".150" = select  i1 %".149", i64 %".148", i64 %".145"
  store i64 %".144", i64* %"last"
  store i64 %".150", i64* %"count"
  %".153" = load i64, i64* %"images"
  br label %"loop.1"
done:
  %".304" = load i64, i64* %"room"
  %".305" = call i64 @"conv_release"(i64 %".304")
  ret i64 0
loop.1:
  %".155" = phi  i64 [0, %"body"], [%".271", %"while_end"]
  %".156" = icmp slt i64 %".155", %".153"
  br i1 %".156", label %"body.1", label %"done.1"
body.1:
  store i64 %".155", i64* %"n"
  %".159" = load i64, i64* %"record"
  %".160" = load i64, i64* %"x"
  %".161" = load i64, i64* %"scratch"
  %".162" = load i64, i64* %"image"
  %".163" = load i64, i64* %"n"
  %".164" = load i64, i64* %"g"
  %".165" = load i64, i64* %"record"
  %".166" = inttoptr i64 %".165" to ptr
  %".167" = getelementptr inbounds i64, ptr %".166", i64 4
  %".168" = load i64, ptr %".167"
  %".169" = mul i64 %".164", %".168"
  %".170" = call i64 @"base.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".159", i64 39, i64 %".160", i64 %".161", i64 %".162", i64 %".163", i64 %".169")
  store i64 %".170", i64* %"own"
  %".172" = load i64, i64* %"scratch"
  %".173" = load i64, i64* %"kind"
  %".174" = inttoptr i64 %".173" to ptr
  %".175" = getelementptr inbounds i64, ptr %".174", i64 3
  %".176" = load i64, ptr %".175"
  %".177" = load i64, i64* %"n"
  %".178" = load i64, i64* %"groups"
  %".179" = mul i64 %".177", %".178"
  %".180" = load i64, i64* %"rows"
  %".181" = mul i64 %".179", %".180"
  %".182" = load i64, i64* %"which"
  %".183" = add i64 %".181", %".182"
  %".184" = load i64, i64* %"every"
  %".185" = mul i64 %".183", %".184"
  %".186" = load i64, i64* %"wide"
  %".187" = mul i64 %".185", %".186"
  %".188" = add i64 %".176", %".187"
  %".189" = mul i64 4, %".188"
  %".190" = add i64 %".172", %".189"
  store i64 %".190", i64* %"mine"
  store i64 0, i64* %"q"
  br label %"while"
done.1:
  %".273" = load i64, i64* %"record"
  %".274" = inttoptr i64 %".273" to ptr
  %".275" = getelementptr inbounds i64, ptr %".274", i64 10
  %".276" = load i64, ptr %".275"
  %".277" = load i64, i64* %"g"
  %".278" = load i64, i64* %"outer"
  %".279" = mul i64 %".277", %".278"
  %".280" = load i64, i64* %"j"
  %".281" = add i64 %".279", %".280"
  %".282" = mul i64 8, %".281"
  %".283" = add i64 %".276", %".282"
  store i64 %".283", i64* %"mine"
  %".285" = load i64, i64* %"out"
  %".286" = load i64, i64* %"room"
  %".287" = load i64, i64* %"kind"
  %".288" = inttoptr i64 %".287" to ptr
  %".289" = getelementptr inbounds i64, ptr %".288", i64 2
  %".290" = load i64, ptr %".289"
  %".291" = load i64, i64* %"first"
  %".292" = mul i64 8, %".291"
  %".293" = add i64 %".290", %".292"
  %".294" = load i64, i64* %"mine"
  %".295" = load i64, i64* %"last"
  %".296" = load i64, i64* %"first"
  %".297" = sub i64 %".295", %".296"
  %".298" = load i64, i64* %"count"
  %".299" = load i64, i64* %"wide"
  %".300" = load i64, i64* %"image"
  %".301" = call i64 @"add.int64.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".285", i64 %".286", i64 %".293", i64 %".294", i64 %".297", i64 %".298", i64 %".299", i64 %".300")
  %".302" = add nsw i64 %".71", 1
  br label %"loop"
while:
  %".194" = load i64, i64* %"q"
  %".195" = load i64, i64* %"every"
  %".196" = icmp slt i64 %".194", %".195"
  br i1 %".196", label %"while_body", label %"while_end"
while_body:
  %".198" = load i64, i64* %"record"
  %".199" = inttoptr i64 %".198" to ptr
  %".200" = getelementptr inbounds i64, ptr %".199", i64 14
  %".201" = load i64, ptr %".200"
  %".202" = load i64, i64* %"every"
  %".203" = load i64, i64* %"q"
  %".204" = sub i64 %".202", %".203"
  %".205" = icmp slt i64 %".204", %".201"
  %".206" = select  i1 %".205", i64 %".204", i64 %".201"
  store i64 %".206", i64* %"depth"
  %".208" = load i64, i64* %"first"
  %".209" = load i64, i64* %"last"
  br label %"loop.2"
while_end:
  %".271" = add nsw i64 %".155", 1
  br label %"loop.1"
loop.2:
  %".211" = phi  i64 [%".208", %"while_body"], [%".264", %"body.2"]
  %".212" = icmp slt i64 %".211", %".209"
  br i1 %".212", label %"body.2", label %"done.2"
body.2:
  store i64 %".211", i64* %"t"
  %".215" = load i64, i64* %"room"
  %".216" = load i64, i64* %"t"
  %".217" = load i64, i64* %"first"
  %".218" = sub i64 %".216", %".217"
  %".219" = mul i64 4, %".218"
  %".220" = load i64, i64* %"wide"
  %".221" = mul i64 %".219", %".220"
  %".222" = add i64 %".215", %".221"
  %".223" = load i64, i64* %"kind"
  %".224" = inttoptr i64 %".223" to ptr
  %".225" = getelementptr inbounds i64, ptr %".224", i64 2
  %".226" = load i64, ptr %".225"
  %".227" = load i64, i64* %"columns"
  %".228" = load i64, i64* %"q"
  %".229" = add i64 %".227", %".228"
  %".230" = mul i64 8, %".229"
  %".231" = add i64 %".226", %".230"
  store i64 %".222", i64* %"to"
  store i64 %".231", i64* %"here"
  %".234" = load i64, i64* %"kind"
  %".235" = inttoptr i64 %".234" to ptr
  %".236" = getelementptr inbounds i64, ptr %".235", i64 1
  %".237" = load i64, ptr %".236"
  %".238" = load i64, i64* %"t"
  %".239" = mul i64 8, %".238"
  %".240" = add i64 %".237", %".239"
  store i64 %".240", i64* %"distances"
  %".242" = load i64, i64* %"own"
  %".243" = load i64, i64* %"mine"
  %".244" = load i64, i64* %"q"
  %".245" = mul i64 4, %".244"
  %".246" = load i64, i64* %"wide"
  %".247" = mul i64 %".245", %".246"
  %".248" = add i64 %".243", %".247"
  %".249" = load i64, i64* %"here"
  %".250" = load i64, i64* %"depth"
  %".251" = load i64, i64* %"to"
  %".252" = load i64, i64* %"wide"
  %".253" = load i64, i64* %"last"
  %".254" = load i64, i64* %"t"
  %".255" = sub i64 %".253", %".254"
  %".256" = icmp slt i64 %".255", 8
  %".257" = select  i1 %".256", i64 %".255", i64 8
  %".258" = load i64, i64* %"wide"
  %".259" = load i64, i64* %"n"
  %".260" = load i64, i64* %"q"
  %".261" = add i64 %".259", %".260"
  %".262" = load i64, i64* %"distances"
  %".263" = call i64 @"conv_update"(i64 %".242", i64 %".248", i64 %".249", i64 %".250", i64 %".251", i64 %".252", i64 %".257", i64 %".258", i64 %".261", i64 %".262")
  %".264" = add nsw i64 %".211", 8
  br label %"loop.2"
done.2:
  %".266" = load i64, i64* %"q"
  %".267" = load i64, i64* %"depth"
  %".268" = add i64 %".266", %".267"
  store i64 %".268", i64* %"q"
  br label %"while"
}

define internal i64 @"taps.int64.int64.int64.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10") noimplicitfloat noinline nounwind optsize
{
entry:
  %"record" = alloca i64
  %"x" = alloca i64
  %"y" = alloca i64
  %"out" = alloca i64
  %"scratch" = alloca i64
  %"areas" = alloca i64
  %"image" = alloca i64
  %"images" = alloca i64
  %"start.1" = alloca i64
  %"stop" = alloca i64
  %"parts" = alloca i64
  %"rows" = alloca i64
  %"outer" = alloca i64
  %"kind" = alloca i64
  %"part" = alloca i64
  %"columns" = alloca i64
  %"masks" = alloca i64
  %"vectors" = alloca i64
  %"channel" = alloca i64
  %"next_x" = alloca i64
  %"next_y" = alloca i64
  %"room" = alloca i64
  %"unit" = alloca i64
  %"which" = alloca i64
  %"j" = alloca i64
  %"g" = alloca i64
  %"own" = alloca i64
  %"other" = alloca i64
  %"first" = alloca i64
  %"t" = alloca i64
  %"count" = alloca i64
  %"distances" = alloca i64
  %"mine" = alloca i64
  br label %"start"
start:
  store i64 %".1", i64* %"record"
  store i64 %".2", i64* %"x"
  store i64 %".3", i64* %"y"
  store i64 %".4", i64* %"out"
  store i64 %".5", i64* %"scratch"
  store i64 %".6", i64* %"areas"
  store i64 %".7", i64* %"image"
  store i64 %".8", i64* %"images"
  store i64 %".9", i64* %"start.1"
  store i64 %".10", i64* %"stop"
  %".22" = load i64, i64* %"record"
  %".23" = inttoptr i64 %".22" to ptr
  %".24" = getelementptr inbounds i64, ptr %".23", i64 12
  %".25" = load i64, ptr %".24"
  %".26" = icmp ne i64 %".25", 0
  br i1 %".26", label %"then", label %"else"
then:
  %".28" = load i64, i64* %"record"
  %".29" = load i64, i64* %"x"
  %".30" = load i64, i64* %"out"
  %".31" = load i64, i64* %"scratch"
  %".32" = load i64, i64* %"areas"
  %".33" = load i64, i64* %"image"
  %".34" = load i64, i64* %"images"
  %".35" = load i64, i64* %"start.1"
  %".36" = load i64, i64* %"stop"
  %".37" = call i64 @"updates.int64.int64.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".28", i64 %".29", i64 %".30", i64 %".31", i64 %".32", i64 %".33", i64 %".34", i64 %".35", i64 %".36")
  ret i64 %".37"
else:
  br label %"end"
end:
  %".40" = load i64, i64* %"record"
  %".41" = inttoptr i64 %".40" to ptr
  %".42" = getelementptr inbounds i64, ptr %".41", i64 27
  %".43" = load i64, ptr %".42"
  %".44" = load i64, i64* %"record"
  %".45" = inttoptr i64 %".44" to ptr
  %".46" = getelementptr inbounds i64, ptr %".45", i64 6
  %".47" = load i64, ptr %".46"
  %".48" = load i64, i64* %"record"
  %".49" = inttoptr i64 %".48" to ptr
  %".50" = getelementptr inbounds i64, ptr %".49", i64 5
  %".51" = load i64, ptr %".50"
  store i64 %".43", i64* %"parts"
  store i64 %".47", i64* %"rows"
  store i64 %".51", i64* %"outer"
  %".55" = load i64, i64* %"record"
  %".56" = inttoptr i64 %".55" to ptr
  %".57" = getelementptr inbounds i64, ptr %".56", i64 8
  %".58" = load i64, ptr %".57"
  %".59" = load i64, i64* %"record"
  %".60" = inttoptr i64 %".59" to ptr
  %".61" = getelementptr inbounds i64, ptr %".60", i64 28
  %".62" = load i64, ptr %".61"
  %".63" = load i64, i64* %"record"
  %".64" = inttoptr i64 %".63" to ptr
  %".65" = getelementptr inbounds i64, ptr %".64", i64 29
  %".66" = load i64, ptr %".65"
  store i64 %".58", i64* %"kind"
  store i64 %".62", i64* %"part"
  store i64 %".66", i64* %"columns"
  %".70" = load i64, i64* %"record"
  %".71" = inttoptr i64 %".70" to ptr
  %".72" = getelementptr inbounds i64, ptr %".71", i64 31
  %".73" = load i64, ptr %".72"
  %".74" = load i64, i64* %"record"
  %".75" = inttoptr i64 %".74" to ptr
  %".76" = getelementptr inbounds i64, ptr %".75", i64 30
  %".77" = load i64, ptr %".76"
  %".78" = load i64, i64* %"record"
  %".79" = inttoptr i64 %".78" to ptr
  %".80" = getelementptr inbounds i64, ptr %".79", i64 34
  %".81" = load i64, ptr %".80"
  store i64 %".73", i64* %"masks"
  store i64 %".77", i64* %"vectors"
  store i64 %".81", i64* %"channel"
  %".85" = load i64, i64* %"record"
  %".86" = inttoptr i64 %".85" to ptr
  %".87" = getelementptr inbounds i64, ptr %".86", i64 32
  %".88" = load i64, ptr %".87"
  %".89" = load i64, i64* %"record"
  %".90" = inttoptr i64 %".89" to ptr
  %".91" = getelementptr inbounds i64, ptr %".90", i64 33
  %".92" = load i64, ptr %".91"
  store i64 %".88", i64* %"next_x"
  store i64 %".92", i64* %"next_y"
  %".95" = load i64, i64* %"areas"
  %".96" = call i64 @"conv_reserve"(i64 %".95")
  store i64 %".96", i64* %"room"
  %".98" = load i64, i64* %"start.1"
  %".99" = load i64, i64* %"stop"
  br label %"loop"
loop:
  %".101" = phi  i64 [%".98", %"end"], [%".262", %"done.1"]
  %".102" = icmp slt i64 %".101", %".99"
  br i1 %".102", label %"body", label %"done"
body:
  store i64 %".101", i64* %"unit"
  %".105" = load i64, i64* %"unit"
  %".106" = load i64, i64* %"parts"
  %".107" = icmp eq i64 %".106", 0
  %".108" = icmp eq i64 %".106", -1
  %".109" = or i1 %".107", %".108"
  %".110" = select  i1 %".109", i64 1, i64 %".106"
  %".111" = sdiv i64 %".105", %".110"
  %".112" = srem i64 %".105", %".110"
  %".113" = sub i64 0, %".105"
  %".114" = select  i1 %".108", i64 %".113", i64 %".111"
  %".115" = xor i64 %".112", %".106"
  %".116" = icmp slt i64 %".115", 0
  %".117" = icmp ne i64 %".112", 0
  %".118" = and i1 %".117", %".116"
  %".119" = sub i64 %".114", 1
  %".120" = select  i1 %".118", i64 %".119", i64 %".114"
  %".121" = select  i1 %".107", i64 0, i64 %".120"
  store i64 %".121", i64* %"which"
  %".123" = load i64, i64* %"which"
  %".124" = load i64, i64* %"rows"
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
  %".137" = add i64 %".130", %".124"
  %".138" = select  i1 %".136", i64 %".137", i64 %".130"
  %".139" = select  i1 %".125", i64 0, i64 %".138"
  %".140" = mul i64 %".139", 4
  %".141" = load i64, i64* %"which"
  %".142" = load i64, i64* %"rows"
  %".143" = icmp eq i64 %".142", 0
  %".144" = icmp eq i64 %".142", -1
  %".145" = or i1 %".143", %".144"
  %".146" = select  i1 %".145", i64 1, i64 %".142"
  %".147" = sdiv i64 %".141", %".146"
  %".148" = srem i64 %".141", %".146"
  %".149" = sub i64 0, %".141"
  %".150" = select  i1 %".144", i64 %".149", i64 %".147"
  %".151" = xor i64 %".148", %".142"
  %".152" = icmp slt i64 %".151", 0
  %".153" = icmp ne i64 %".148", 0
  %".154" = and i1 %".153", %".152"
  %".155" = sub i64 %".150", 1
  %".156" = select  i1 %".154", i64 %".155", i64 %".150"
  %".157" = select  i1 %".143", i64 0, i64 %".156"
  store i64 %".140", i64* %"j"
  store i64 %".157", i64* %"g"
  %".160" = load i64, i64* %"record"
  %".161" = load i64, i64* %"x"
  %".162" = load i64, i64* %"scratch"
  %".163" = load i64, i64* %"image"
  %".164" = load i64, i64* %"g"
  %".165" = load i64, i64* %"record"
  %".166" = inttoptr i64 %".165" to ptr
  %".167" = getelementptr inbounds i64, ptr %".166", i64 4
  %".168" = load i64, ptr %".167"
  %".169" = mul i64 %".164", %".168"
  %".170" = call i64 @"base.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".160", i64 39, i64 %".161", i64 %".162", i64 %".163", i64 0, i64 %".169")
  store i64 %".170", i64* %"own"
  %".172" = load i64, i64* %"record"
  %".173" = load i64, i64* %"y"
  %".174" = load i64, i64* %"scratch"
  %".175" = load i64, i64* %"image"
  %".176" = load i64, i64* %"g"
  %".177" = load i64, i64* %"outer"
  %".178" = mul i64 %".176", %".177"
  %".179" = load i64, i64* %"j"
  %".180" = add i64 %".178", %".179"
  %".181" = call i64 @"base.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".172", i64 52, i64 %".173", i64 %".174", i64 %".175", i64 0, i64 %".180")
  store i64 %".181", i64* %"other"
  %".183" = load i64, i64* %"unit"
  %".184" = load i64, i64* %"which"
  %".185" = load i64, i64* %"parts"
  %".186" = mul i64 %".184", %".185"
  %".187" = sub i64 %".183", %".186"
  %".188" = load i64, i64* %"part"
  %".189" = mul i64 %".187", %".188"
  store i64 %".189", i64* %"first"
  %".191" = load i64, i64* %"first"
  %".192" = load i64, i64* %"first"
  %".193" = load i64, i64* %"part"
  %".194" = add i64 %".192", %".193"
  %".195" = load i64, i64* %"columns"
  %".196" = icmp slt i64 %".195", %".194"
  %".197" = select  i1 %".196", i64 %".195", i64 %".194"
  br label %"loop.1"
done:
  %".264" = load i64, i64* %"room"
  %".265" = call i64 @"conv_release"(i64 %".264")
  ret i64 0
loop.1:
  %".199" = phi  i64 [%".191", %"body"], [%".260", %"body.1"]
  %".200" = icmp slt i64 %".199", %".197"
  br i1 %".200", label %"body.1", label %"done.1"
body.1:
  store i64 %".199", i64* %"t"
  %".203" = load i64, i64* %"outer"
  %".204" = load i64, i64* %"j"
  %".205" = sub i64 %".203", %".204"
  %".206" = icmp slt i64 %".205", 4
  %".207" = select  i1 %".206", i64 %".205", i64 4
  %".208" = load i64, i64* %"kind"
  %".209" = inttoptr i64 %".208" to ptr
  %".210" = getelementptr inbounds i64, ptr %".209", i64 1
  %".211" = load i64, ptr %".210"
  %".212" = load i64, i64* %"t"
  %".213" = mul i64 8, %".212"
  %".214" = add i64 %".211", %".213"
  store i64 %".207", i64* %"count"
  store i64 %".214", i64* %"distances"
  %".217" = load i64, i64* %"other"
  %".218" = load i64, i64* %"channel"
  %".219" = load i64, i64* %"count"
  %".220" = sub i64 %".219", 1
  %".221" = load i64, i64* %"own"
  %".222" = load i64, i64* %"distances"
  %".223" = load i64, i64* %"masks"
  %".224" = load i64, i64* %"vectors"
  %".225" = load i64, i64* %"images"
  %".226" = load i64, i64* %"next_y"
  %".227" = load i64, i64* %"next_x"
  %".228" = load i64, i64* %"room"
  %".229" = call i64 @"conv_sums"(i64 %".217", i64 %".218", i64 %".220", i64 %".221", i64 %".222", i64 %".223", i64 %".224", i64 %".225", i64 %".226", i64 %".227", i64 %".228")
  %".230" = load i64, i64* %"record"
  %".231" = inttoptr i64 %".230" to ptr
  %".232" = getelementptr inbounds i64, ptr %".231", i64 10
  %".233" = load i64, ptr %".232"
  %".234" = load i64, i64* %"g"
  %".235" = load i64, i64* %"outer"
  %".236" = mul i64 %".234", %".235"
  %".237" = load i64, i64* %"j"
  %".238" = add i64 %".236", %".237"
  %".239" = mul i64 8, %".238"
  %".240" = add i64 %".233", %".239"
  store i64 %".240", i64* %"mine"
  %".242" = load i64, i64* %"out"
  %".243" = load i64, i64* %"room"
  %".244" = load i64, i64* %"mine"
  %".245" = load i64, i64* %"kind"
  %".246" = inttoptr i64 %".245" to ptr
  %".247" = getelementptr inbounds i64, ptr %".246", i64 2
  %".248" = load i64, ptr %".247"
  %".249" = load i64, i64* %"t"
  %".250" = mul i64 8, %".249"
  %".251" = add i64 %".248", %".250"
  %".252" = load i64, i64* %"count"
  %".253" = load i64, i64* %"columns"
  %".254" = load i64, i64* %"t"
  %".255" = sub i64 %".253", %".254"
  %".256" = icmp slt i64 %".255", 6
  %".257" = select  i1 %".256", i64 %".255", i64 6
  %".258" = load i64, i64* %"image"
  %".259" = call i64 @"add.int64.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".242", i64 %".243", i64 %".244", i64 %".251", i64 %".252", i64 %".257", i64 6, i64 %".258")
  %".260" = add nsw i64 %".199", 6
  br label %"loop.1"
done.1:
  %".262" = add nsw i64 %".101", 1
  br label %"loop"
}

define internal i64 @"conv_sums"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10", i64 %".11")
{
entry:
  %".13" = icmp slt i64 0, %".3"
  %".14" = select  i1 %".13", i64 0, i64 %".3"
  %".15" = mul i64 %".2", %".14"
  %".16" = mul i64 %".15", 4
  %".17" = add i64 %".1", %".16"
  %".18" = icmp slt i64 1, %".3"
  %".19" = select  i1 %".18", i64 1, i64 %".3"
  %".20" = mul i64 %".2", %".19"
  %".21" = mul i64 %".20", 4
  %".22" = add i64 %".1", %".21"
  %".23" = icmp slt i64 2, %".3"
  %".24" = select  i1 %".23", i64 2, i64 %".3"
  %".25" = mul i64 %".2", %".24"
  %".26" = mul i64 %".25", 4
  %".27" = add i64 %".1", %".26"
  %".28" = icmp slt i64 3, %".3"
  %".29" = select  i1 %".28", i64 3, i64 %".3"
  %".30" = mul i64 %".2", %".29"
  %".31" = mul i64 %".30", 4
  %".32" = add i64 %".1", %".31"
  %".33" = inttoptr i64 %".5" to ptr
  %".34" = getelementptr inbounds i64, ptr %".33", i64 0
  %".35" = load i64, ptr %".34"
  %".36" = mul i64 %".35", 4
  %".37" = add i64 %".4", %".36"
  %".38" = inttoptr i64 %".5" to ptr
  %".39" = getelementptr inbounds i64, ptr %".38", i64 1
  %".40" = load i64, ptr %".39"
  %".41" = mul i64 %".40", 4
  %".42" = add i64 %".4", %".41"
  %".43" = inttoptr i64 %".5" to ptr
  %".44" = getelementptr inbounds i64, ptr %".43", i64 2
  %".45" = load i64, ptr %".44"
  %".46" = mul i64 %".45", 4
  %".47" = add i64 %".4", %".46"
  %".48" = inttoptr i64 %".5" to ptr
  %".49" = getelementptr inbounds i64, ptr %".48", i64 3
  %".50" = load i64, ptr %".49"
  %".51" = mul i64 %".50", 4
  %".52" = add i64 %".4", %".51"
  %".53" = inttoptr i64 %".5" to ptr
  %".54" = getelementptr inbounds i64, ptr %".53", i64 4
  %".55" = load i64, ptr %".54"
  %".56" = mul i64 %".55", 4
  %".57" = add i64 %".4", %".56"
  %".58" = inttoptr i64 %".5" to ptr
  %".59" = getelementptr inbounds i64, ptr %".58", i64 5
  %".60" = load i64, ptr %".59"
  %".61" = mul i64 %".60", 4
  %".62" = add i64 %".4", %".61"
  %".63" = inttoptr i64 %".11" to ptr
  br label %"terms"
terms:
  %".65" = phi  i64 [0, %"entry"], [%".211", %"summed.1"]
  %".66" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".124", %"summed.1"]
  %".67" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".125", %"summed.1"]
  %".68" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".126", %"summed.1"]
  %".69" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".127", %"summed.1"]
  %".70" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".128", %"summed.1"]
  %".71" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".129", %"summed.1"]
  %".72" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".130", %"summed.1"]
  %".73" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".131", %"summed.1"]
  %".74" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".132", %"summed.1"]
  %".75" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".133", %"summed.1"]
  %".76" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".134", %"summed.1"]
  %".77" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".135", %"summed.1"]
  %".78" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".136", %"summed.1"]
  %".79" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".137", %"summed.1"]
  %".80" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".138", %"summed.1"]
  %".81" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".139", %"summed.1"]
  %".82" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".140", %"summed.1"]
  %".83" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".141", %"summed.1"]
  %".84" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".142", %"summed.1"]
  %".85" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".143", %"summed.1"]
  %".86" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".144", %"summed.1"]
  %".87" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".145", %"summed.1"]
  %".88" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".146", %"summed.1"]
  %".89" = phi  <16 x float> [<float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".147", %"summed.1"]
  %".90" = icmp slt i64 %".65", %".8"
  br i1 %".90", label %"term", label %"summed"
term:
  %".92" = mul i64 %".9", 4
  %".93" = mul i64 %".65", %".92"
  %".94" = add i64 %".17", %".93"
  %".95" = mul i64 %".9", 4
  %".96" = mul i64 %".65", %".95"
  %".97" = add i64 %".22", %".96"
  %".98" = mul i64 %".9", 4
  %".99" = mul i64 %".65", %".98"
  %".100" = add i64 %".27", %".99"
  %".101" = mul i64 %".9", 4
  %".102" = mul i64 %".65", %".101"
  %".103" = add i64 %".32", %".102"
  %".104" = mul i64 %".10", 4
  %".105" = mul i64 %".65", %".104"
  %".106" = add i64 %".37", %".105"
  %".107" = mul i64 %".10", 4
  %".108" = mul i64 %".65", %".107"
  %".109" = add i64 %".42", %".108"
  %".110" = mul i64 %".10", 4
  %".111" = mul i64 %".65", %".110"
  %".112" = add i64 %".47", %".111"
  %".113" = mul i64 %".10", 4
  %".114" = mul i64 %".65", %".113"
  %".115" = add i64 %".52", %".114"
  %".116" = mul i64 %".10", 4
  %".117" = mul i64 %".65", %".116"
  %".118" = add i64 %".57", %".117"
  %".119" = mul i64 %".10", 4
  %".120" = mul i64 %".65", %".119"
  %".121" = add i64 %".62", %".120"
  br label %"terms.1"
summed:
  %".213" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".66")
  %".214" = getelementptr inbounds float, ptr %".63", i64 0
  store float %".213", ptr %".214"
  %".216" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".70")
  %".217" = getelementptr inbounds float, ptr %".63", i64 1
  store float %".216", ptr %".217"
  %".219" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".74")
  %".220" = getelementptr inbounds float, ptr %".63", i64 2
  store float %".219", ptr %".220"
  %".222" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".78")
  %".223" = getelementptr inbounds float, ptr %".63", i64 3
  store float %".222", ptr %".223"
  %".225" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".82")
  %".226" = getelementptr inbounds float, ptr %".63", i64 4
  store float %".225", ptr %".226"
  %".228" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".86")
  %".229" = getelementptr inbounds float, ptr %".63", i64 5
  store float %".228", ptr %".229"
  %".231" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".67")
  %".232" = getelementptr inbounds float, ptr %".63", i64 6
  store float %".231", ptr %".232"
  %".234" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".71")
  %".235" = getelementptr inbounds float, ptr %".63", i64 7
  store float %".234", ptr %".235"
  %".237" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".75")
  %".238" = getelementptr inbounds float, ptr %".63", i64 8
  store float %".237", ptr %".238"
  %".240" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".79")
  %".241" = getelementptr inbounds float, ptr %".63", i64 9
  store float %".240", ptr %".241"
  %".243" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".83")
  %".244" = getelementptr inbounds float, ptr %".63", i64 10
  store float %".243", ptr %".244"
  %".246" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".87")
  %".247" = getelementptr inbounds float, ptr %".63", i64 11
  store float %".246", ptr %".247"
  %".249" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".68")
  %".250" = getelementptr inbounds float, ptr %".63", i64 12
  store float %".249", ptr %".250"
  %".252" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".72")
  %".253" = getelementptr inbounds float, ptr %".63", i64 13
  store float %".252", ptr %".253"
  %".255" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".76")
  %".256" = getelementptr inbounds float, ptr %".63", i64 14
  store float %".255", ptr %".256"
  %".258" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".80")
  %".259" = getelementptr inbounds float, ptr %".63", i64 15
  store float %".258", ptr %".259"
  %".261" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".84")
  %".262" = getelementptr inbounds float, ptr %".63", i64 16
  store float %".261", ptr %".262"
  %".264" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".88")
  %".265" = getelementptr inbounds float, ptr %".63", i64 17
  store float %".264", ptr %".265"
  %".267" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".69")
  %".268" = getelementptr inbounds float, ptr %".63", i64 18
  store float %".267", ptr %".268"
  %".270" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".73")
  %".271" = getelementptr inbounds float, ptr %".63", i64 19
  store float %".270", ptr %".271"
  %".273" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".77")
  %".274" = getelementptr inbounds float, ptr %".63", i64 20
  store float %".273", ptr %".274"
  %".276" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".81")
  %".277" = getelementptr inbounds float, ptr %".63", i64 21
  store float %".276", ptr %".277"
  %".279" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".85")
  %".280" = getelementptr inbounds float, ptr %".63", i64 22
  store float %".279", ptr %".280"
  %".282" = call reassoc float @"llvm.vector.reduce.fadd.v16f32"(float 0x8000000000000000, <16 x float> %".89")
  %".283" = getelementptr inbounds float, ptr %".63", i64 23
  store float %".282", ptr %".283"
  ret i64 0
terms.1:
  %".123" = phi  i64 [0, %"term"], [%".209", %"term.1"]
  %".124" = phi  <16 x float> [%".66", %"term"], [%".170", %"term.1"]
  %".125" = phi  <16 x float> [%".67", %"term"], [%".171", %"term.1"]
  %".126" = phi  <16 x float> [%".68", %"term"], [%".172", %"term.1"]
  %".127" = phi  <16 x float> [%".69", %"term"], [%".173", %"term.1"]
  %".128" = phi  <16 x float> [%".70", %"term"], [%".177", %"term.1"]
  %".129" = phi  <16 x float> [%".71", %"term"], [%".178", %"term.1"]
  %".130" = phi  <16 x float> [%".72", %"term"], [%".179", %"term.1"]
  %".131" = phi  <16 x float> [%".73", %"term"], [%".180", %"term.1"]
  %".132" = phi  <16 x float> [%".74", %"term"], [%".184", %"term.1"]
  %".133" = phi  <16 x float> [%".75", %"term"], [%".185", %"term.1"]
  %".134" = phi  <16 x float> [%".76", %"term"], [%".186", %"term.1"]
  %".135" = phi  <16 x float> [%".77", %"term"], [%".187", %"term.1"]
  %".136" = phi  <16 x float> [%".78", %"term"], [%".191", %"term.1"]
  %".137" = phi  <16 x float> [%".79", %"term"], [%".192", %"term.1"]
  %".138" = phi  <16 x float> [%".80", %"term"], [%".193", %"term.1"]
  %".139" = phi  <16 x float> [%".81", %"term"], [%".194", %"term.1"]
  %".140" = phi  <16 x float> [%".82", %"term"], [%".198", %"term.1"]
  %".141" = phi  <16 x float> [%".83", %"term"], [%".199", %"term.1"]
  %".142" = phi  <16 x float> [%".84", %"term"], [%".200", %"term.1"]
  %".143" = phi  <16 x float> [%".85", %"term"], [%".201", %"term.1"]
  %".144" = phi  <16 x float> [%".86", %"term"], [%".205", %"term.1"]
  %".145" = phi  <16 x float> [%".87", %"term"], [%".206", %"term.1"]
  %".146" = phi  <16 x float> [%".88", %"term"], [%".207", %"term.1"]
  %".147" = phi  <16 x float> [%".89", %"term"], [%".208", %"term.1"]
  %".148" = icmp slt i64 %".123", %".7"
  br i1 %".148", label %"term.1", label %"summed.1"
term.1:
  %".150" = inttoptr i64 %".6" to ptr
  %".151" = getelementptr inbounds i16, ptr %".150", i64 %".123"
  %".152" = load i16, ptr %".151"
  %".153" = bitcast i16 %".152" to <16 x i1>
  %".154" = mul i64 %".123", 64
  %".155" = add i64 %".94", %".154"
  %".156" = inttoptr i64 %".155" to ptr
  %".157" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".156", i32 4, <16 x i1> %".153", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".158" = add i64 %".97", %".154"
  %".159" = inttoptr i64 %".158" to ptr
  %".160" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".159", i32 4, <16 x i1> %".153", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".161" = add i64 %".100", %".154"
  %".162" = inttoptr i64 %".161" to ptr
  %".163" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".162", i32 4, <16 x i1> %".153", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".164" = add i64 %".103", %".154"
  %".165" = inttoptr i64 %".164" to ptr
  %".166" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".165", i32 4, <16 x i1> %".153", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".167" = add i64 %".106", %".154"
  %".168" = inttoptr i64 %".167" to ptr
  %".169" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".168", i32 4, <16 x i1> %".153", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".170" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".169", <16 x float> %".157", <16 x float> %".124")
  %".171" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".169", <16 x float> %".160", <16 x float> %".125")
  %".172" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".169", <16 x float> %".163", <16 x float> %".126")
  %".173" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".169", <16 x float> %".166", <16 x float> %".127")
  %".174" = add i64 %".109", %".154"
  %".175" = inttoptr i64 %".174" to ptr
  %".176" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".175", i32 4, <16 x i1> %".153", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".177" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".176", <16 x float> %".157", <16 x float> %".128")
  %".178" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".176", <16 x float> %".160", <16 x float> %".129")
  %".179" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".176", <16 x float> %".163", <16 x float> %".130")
  %".180" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".176", <16 x float> %".166", <16 x float> %".131")
  %".181" = add i64 %".112", %".154"
  %".182" = inttoptr i64 %".181" to ptr
  %".183" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".182", i32 4, <16 x i1> %".153", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".184" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".183", <16 x float> %".157", <16 x float> %".132")
  %".185" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".183", <16 x float> %".160", <16 x float> %".133")
  %".186" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".183", <16 x float> %".163", <16 x float> %".134")
  %".187" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".183", <16 x float> %".166", <16 x float> %".135")
  %".188" = add i64 %".115", %".154"
  %".189" = inttoptr i64 %".188" to ptr
  %".190" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".189", i32 4, <16 x i1> %".153", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".191" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".190", <16 x float> %".157", <16 x float> %".136")
  %".192" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".190", <16 x float> %".160", <16 x float> %".137")
  %".193" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".190", <16 x float> %".163", <16 x float> %".138")
  %".194" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".190", <16 x float> %".166", <16 x float> %".139")
  %".195" = add i64 %".118", %".154"
  %".196" = inttoptr i64 %".195" to ptr
  %".197" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".196", i32 4, <16 x i1> %".153", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".198" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".197", <16 x float> %".157", <16 x float> %".140")
  %".199" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".197", <16 x float> %".160", <16 x float> %".141")
  %".200" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".197", <16 x float> %".163", <16 x float> %".142")
  %".201" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".197", <16 x float> %".166", <16 x float> %".143")
  %".202" = add i64 %".121", %".154"
  %".203" = inttoptr i64 %".202" to ptr
  %".204" = call <16 x float> @"llvm.masked.load.v16f32.p0"(ptr %".203", i32 4, <16 x i1> %".153", <16 x float> <float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0, float              0x0>)
  %".205" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".204", <16 x float> %".157", <16 x float> %".144")
  %".206" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".204", <16 x float> %".160", <16 x float> %".145")
  %".207" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".204", <16 x float> %".163", <16 x float> %".146")
  %".208" = call <16 x float> @"llvm.fmuladd.v16f32"(<16 x float> %".204", <16 x float> %".166", <16 x float> %".147")
  %".209" = add nsw i64 %".123", 1
  br label %"terms.1", !llvm.loop !2
summed.1:
  %".211" = add nsw i64 %".65", 1
  br label %"terms", !llvm.loop !2
}

declare float @"llvm.vector.reduce.fadd.v16f32"(float %".1", <16 x float> %".2")

define i64 @"taps"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10") nounwind
{
entry:
  %".12" = call i64 @"taps.int64.int64.int64.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10")
  ret i64 %".12"
}

!0 = !{ !"llvm.loop.unroll.disable" }
!1 = !{ !"llvm.loop.vectorize.width", i32 1 }
!2 = !{ !2, !0, !1 }
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
  %".7" = icmp sgt i64 %".3", 128
  br i1 %".7", label %"entry.if", label %"entry.else"
entry.if:
  %".9" = mul i64 %".3", 4
  %".10" = call ptr @"memcpy"(ptr %".5", ptr %".6", i64 %".9")
  br label %"entry.endif"
entry.else:
  %".12" = sdiv i64 %".3", 4
  %".13" = mul i64 %".12", 4
  br label %"loop"
entry.endif:
  ret i64 0
loop:
  %".15" = phi  i64 [0, %"entry.else"], [%".22", %"body"]
  %".16" = icmp slt i64 %".15", %".13"
  br i1 %".16", label %"body", label %"done"
body:
  %".18" = getelementptr inbounds float, ptr %".6", i64 %".15"
  %".19" = load <4 x float>, ptr %".18", align 4
  %".20" = getelementptr inbounds float, ptr %".5", i64 %".15"
  store <4 x float> %".19", ptr %".20", align 4
  %".22" = add nsw i64 %".15", 4
  br label %"loop"
done:
  %".24" = sub i64 %".3", %".13"
  %".25" = trunc i64 %".24" to i32
  %".26" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".25", i32 0
  %".27" = shufflevector <4 x i32> %".26", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".28" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".27"
  %".29" = getelementptr inbounds float, ptr %".6", i64 %".13"
  %".30" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".29", i32 4, <4 x i1> %".28", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".31" = getelementptr inbounds float, ptr %".5", i64 %".13"
  call void @"llvm.masked.store.v4f32.p0"(<4 x float> %".30", ptr %".31", i32 4, <4 x i1> %".28")
  br label %"entry.endif"
}

declare ptr @"memcpy"(ptr %".1", ptr %".2", i64 %".3")

declare <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".1", i32 %".2", <4 x i1> %".3", <4 x float> %".4")

declare void @"llvm.masked.store.v4f32.p0"(<4 x float> %".1", ptr %".2", i32 %".3", <4 x i1> %".4")

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
  %".13" = sdiv i64 %".12", 4
  %".14" = mul i64 %".13", 4
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
  %".22" = load <4 x float>, ptr %".21", align 4
  %".23" = shufflevector <4 x float> %".22", <4 x float> %".22", <4 x i32> <i32 4, i32 6, i32 2, i32 3>
  %".24" = mul i64 %".16", 2
  %".25" = add i64 %".24", 4
  %".26" = getelementptr inbounds float, ptr %".7", i64 %".25"
  %".27" = load <4 x float>, ptr %".26", align 4
  %".28" = shufflevector <4 x float> %".23", <4 x float> %".27", <4 x i32> <i32 0, i32 1, i32 4, i32 6>
  %".29" = getelementptr inbounds float, ptr %".6", i64 %".16"
  store <4 x float> %".28", ptr %".29", align 4
  %".31" = add nsw i64 %".16", 4
  br label %"loop"
done:
  %".33" = sub i64 %".3", %".14"
  %".34" = sub i64 %".33", 1
  %".35" = mul i64 %".34", 2
  %".36" = add i64 %".35", 1
  %".37" = trunc i64 %".33" to i32
  %".38" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".37", i32 0
  %".39" = shufflevector <4 x i32> %".38", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".40" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".39"
  %".41" = mul i64 %".14", 2
  %".42" = add i64 %".41", 0
  %".43" = getelementptr inbounds float, ptr %".7", i64 %".42"
  %".44" = sub i64 %".36", 0
  %".45" = trunc i64 %".44" to i32
  %".46" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".45", i32 0
  %".47" = shufflevector <4 x i32> %".46", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".48" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".47"
  %".49" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".43", i32 4, <4 x i1> %".48", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".50" = shufflevector <4 x float> %".49", <4 x float> %".49", <4 x i32> <i32 4, i32 6, i32 2, i32 3>
  %".51" = mul i64 %".14", 2
  %".52" = add i64 %".51", 4
  %".53" = getelementptr inbounds float, ptr %".7", i64 %".52"
  %".54" = sub i64 %".36", 4
  %".55" = trunc i64 %".54" to i32
  %".56" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".55", i32 0
  %".57" = shufflevector <4 x i32> %".56", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".58" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".57"
  %".59" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".53", i32 4, <4 x i1> %".58", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".60" = shufflevector <4 x float> %".50", <4 x float> %".59", <4 x i32> <i32 0, i32 1, i32 4, i32 6>
  %".61" = getelementptr inbounds float, ptr %".6", i64 %".14"
  call void @"llvm.masked.store.v4f32.p0"(<4 x float> %".60", ptr %".61", i32 4, <4 x i1> %".40")
  br label %"entry.endif"
entry.endif.if:
  %".67" = sub i64 %".3", 1
  %".68" = sdiv i64 %".67", 4
  %".69" = mul i64 %".68", 4
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
  %".77" = load <4 x float>, ptr %".76", align 4
  %".78" = shufflevector <4 x float> %".77", <4 x float> %".77", <4 x i32> <i32 4, i32 7, i32 2, i32 3>
  %".79" = mul i64 %".71", 3
  %".80" = add i64 %".79", 4
  %".81" = getelementptr inbounds float, ptr %".7", i64 %".80"
  %".82" = load <4 x float>, ptr %".81", align 4
  %".83" = shufflevector <4 x float> %".78", <4 x float> %".82", <4 x i32> <i32 0, i32 1, i32 6, i32 3>
  %".84" = mul i64 %".71", 3
  %".85" = add i64 %".84", 8
  %".86" = getelementptr inbounds float, ptr %".7", i64 %".85"
  %".87" = load <4 x float>, ptr %".86", align 4
  %".88" = shufflevector <4 x float> %".83", <4 x float> %".87", <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %".89" = getelementptr inbounds float, ptr %".6", i64 %".71"
  store <4 x float> %".88", ptr %".89", align 4
  %".91" = add nsw i64 %".71", 4
  br label %"loop.1"
done.1:
  %".93" = sub i64 %".3", %".69"
  %".94" = sub i64 %".93", 1
  %".95" = mul i64 %".94", 3
  %".96" = add i64 %".95", 1
  %".97" = trunc i64 %".93" to i32
  %".98" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".97", i32 0
  %".99" = shufflevector <4 x i32> %".98", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".100" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".99"
  %".101" = mul i64 %".69", 3
  %".102" = add i64 %".101", 0
  %".103" = getelementptr inbounds float, ptr %".7", i64 %".102"
  %".104" = sub i64 %".96", 0
  %".105" = trunc i64 %".104" to i32
  %".106" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".105", i32 0
  %".107" = shufflevector <4 x i32> %".106", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".108" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".107"
  %".109" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".103", i32 4, <4 x i1> %".108", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".110" = shufflevector <4 x float> %".109", <4 x float> %".109", <4 x i32> <i32 4, i32 7, i32 2, i32 3>
  %".111" = mul i64 %".69", 3
  %".112" = add i64 %".111", 4
  %".113" = getelementptr inbounds float, ptr %".7", i64 %".112"
  %".114" = sub i64 %".96", 4
  %".115" = trunc i64 %".114" to i32
  %".116" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".115", i32 0
  %".117" = shufflevector <4 x i32> %".116", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".118" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".117"
  %".119" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".113", i32 4, <4 x i1> %".118", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".120" = shufflevector <4 x float> %".110", <4 x float> %".119", <4 x i32> <i32 0, i32 1, i32 6, i32 3>
  %".121" = mul i64 %".69", 3
  %".122" = add i64 %".121", 8
  %".123" = getelementptr inbounds float, ptr %".7", i64 %".122"
  %".124" = sub i64 %".96", 8
  %".125" = trunc i64 %".124" to i32
  %".126" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".125", i32 0
  %".127" = shufflevector <4 x i32> %".126", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".128" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".127"
  %".129" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".123", i32 4, <4 x i1> %".128", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".130" = shufflevector <4 x float> %".120", <4 x float> %".129", <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %".131" = getelementptr inbounds float, ptr %".6", i64 %".69"
  call void @"llvm.masked.store.v4f32.p0"(<4 x float> %".130", ptr %".131", i32 4, <4 x i1> %".100")
  br label %"entry.endif.endif"
entry.endif.endif.if:
  %".137" = sub i64 %".3", 1
  %".138" = sdiv i64 %".137", 4
  %".139" = mul i64 %".138", 4
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
  %".147" = load <4 x float>, ptr %".146", align 4
  %".148" = shufflevector <4 x float> %".147", <4 x float> %".147", <4 x i32> <i32 4, i32 1, i32 2, i32 3>
  %".149" = mul i64 %".141", 4
  %".150" = add i64 %".149", 4
  %".151" = getelementptr inbounds float, ptr %".7", i64 %".150"
  %".152" = load <4 x float>, ptr %".151", align 4
  %".153" = shufflevector <4 x float> %".148", <4 x float> %".152", <4 x i32> <i32 0, i32 4, i32 2, i32 3>
  %".154" = mul i64 %".141", 4
  %".155" = add i64 %".154", 8
  %".156" = getelementptr inbounds float, ptr %".7", i64 %".155"
  %".157" = load <4 x float>, ptr %".156", align 4
  %".158" = shufflevector <4 x float> %".153", <4 x float> %".157", <4 x i32> <i32 0, i32 1, i32 4, i32 3>
  %".159" = mul i64 %".141", 4
  %".160" = add i64 %".159", 12
  %".161" = getelementptr inbounds float, ptr %".7", i64 %".160"
  %".162" = load <4 x float>, ptr %".161", align 4
  %".163" = shufflevector <4 x float> %".158", <4 x float> %".162", <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %".164" = getelementptr inbounds float, ptr %".6", i64 %".141"
  store <4 x float> %".163", ptr %".164", align 4
  %".166" = add nsw i64 %".141", 4
  br label %"loop.2"
done.2:
  %".168" = sub i64 %".3", %".139"
  %".169" = sub i64 %".168", 1
  %".170" = mul i64 %".169", 4
  %".171" = add i64 %".170", 1
  %".172" = trunc i64 %".168" to i32
  %".173" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".172", i32 0
  %".174" = shufflevector <4 x i32> %".173", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".175" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".174"
  %".176" = mul i64 %".139", 4
  %".177" = add i64 %".176", 0
  %".178" = getelementptr inbounds float, ptr %".7", i64 %".177"
  %".179" = sub i64 %".171", 0
  %".180" = trunc i64 %".179" to i32
  %".181" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".180", i32 0
  %".182" = shufflevector <4 x i32> %".181", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".183" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".182"
  %".184" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".178", i32 4, <4 x i1> %".183", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".185" = shufflevector <4 x float> %".184", <4 x float> %".184", <4 x i32> <i32 4, i32 1, i32 2, i32 3>
  %".186" = mul i64 %".139", 4
  %".187" = add i64 %".186", 4
  %".188" = getelementptr inbounds float, ptr %".7", i64 %".187"
  %".189" = sub i64 %".171", 4
  %".190" = trunc i64 %".189" to i32
  %".191" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".190", i32 0
  %".192" = shufflevector <4 x i32> %".191", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".193" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".192"
  %".194" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".188", i32 4, <4 x i1> %".193", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".195" = shufflevector <4 x float> %".185", <4 x float> %".194", <4 x i32> <i32 0, i32 4, i32 2, i32 3>
  %".196" = mul i64 %".139", 4
  %".197" = add i64 %".196", 8
  %".198" = getelementptr inbounds float, ptr %".7", i64 %".197"
  %".199" = sub i64 %".171", 8
  %".200" = trunc i64 %".199" to i32
  %".201" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".200", i32 0
  %".202" = shufflevector <4 x i32> %".201", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".203" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".202"
  %".204" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".198", i32 4, <4 x i1> %".203", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".205" = shufflevector <4 x float> %".195", <4 x float> %".204", <4 x i32> <i32 0, i32 1, i32 4, i32 3>
  %".206" = mul i64 %".139", 4
  %".207" = add i64 %".206", 12
  %".208" = getelementptr inbounds float, ptr %".7", i64 %".207"
  %".209" = sub i64 %".171", 12
  %".210" = trunc i64 %".209" to i32
  %".211" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".210", i32 0
  %".212" = shufflevector <4 x i32> %".211", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".213" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".212"
  %".214" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".208", i32 4, <4 x i1> %".213", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".215" = shufflevector <4 x float> %".205", <4 x float> %".214", <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %".216" = getelementptr inbounds float, ptr %".6", i64 %".139"
  call void @"llvm.masked.store.v4f32.p0"(<4 x float> %".215", ptr %".216", i32 4, <4 x i1> %".175")
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
  %".11" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".10", i32 0
  %".12" = shufflevector <4 x i32> %".11", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".13" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".12"
  %".14" = sub i64 %".3", 1
  %".15" = icmp slt i64 0, %".14"
  %".16" = select  i1 %".15", i64 0, i64 %".14"
  %".17" = mul i64 %".2", %".16"
  %".18" = getelementptr inbounds float, ptr %".8", i64 %".17"
  %".19" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".18", i32 4, <4 x i1> %".13", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".20" = icmp slt i64 1, %".14"
  %".21" = select  i1 %".20", i64 1, i64 %".14"
  %".22" = mul i64 %".2", %".21"
  %".23" = getelementptr inbounds float, ptr %".8", i64 %".22"
  %".24" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".23", i32 4, <4 x i1> %".13", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".25" = icmp slt i64 2, %".14"
  %".26" = select  i1 %".25", i64 2, i64 %".14"
  %".27" = mul i64 %".2", %".26"
  %".28" = getelementptr inbounds float, ptr %".8", i64 %".27"
  %".29" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".28", i32 4, <4 x i1> %".13", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".30" = icmp slt i64 3, %".14"
  %".31" = select  i1 %".30", i64 3, i64 %".14"
  %".32" = mul i64 %".2", %".31"
  %".33" = getelementptr inbounds float, ptr %".8", i64 %".32"
  %".34" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".33", i32 4, <4 x i1> %".13", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".35" = trunc i64 %".3" to i32
  %".36" = insertelement <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".35", i32 0
  %".37" = shufflevector <4 x i32> %".36", <4 x i32> <i32 undef, i32 undef, i32 undef, i32 undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".38" = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %".37"
  %".39" = shufflevector <4 x float> %".19", <4 x float> %".24", <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %".40" = shufflevector <4 x float> %".19", <4 x float> %".24", <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %".41" = shufflevector <4 x float> %".29", <4 x float> %".34", <4 x i32> <i32 0, i32 4, i32 2, i32 6>
  %".42" = shufflevector <4 x float> %".29", <4 x float> %".34", <4 x i32> <i32 1, i32 5, i32 3, i32 7>
  %".43" = shufflevector <4 x float> %".39", <4 x float> %".41", <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %".44" = shufflevector <4 x float> %".39", <4 x float> %".41", <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %".45" = shufflevector <4 x float> %".40", <4 x float> %".42", <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %".46" = shufflevector <4 x float> %".40", <4 x float> %".42", <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %".47" = icmp slt i64 0, %".4"
  br i1 %".47", label %"entry.if", label %"entry.endif"
entry.if:
  %".49" = mul i64 %".6", 0
  %".50" = getelementptr inbounds float, ptr %".9", i64 %".49"
  call void @"llvm.masked.store.v4f32.p0"(<4 x float> %".43", ptr %".50", i32 4, <4 x i1> %".38")
  br label %"entry.endif"
entry.endif:
  %".53" = icmp slt i64 1, %".4"
  br i1 %".53", label %"entry.endif.if", label %"entry.endif.endif"
entry.endif.if:
  %".55" = mul i64 %".6", 1
  %".56" = getelementptr inbounds float, ptr %".9", i64 %".55"
  call void @"llvm.masked.store.v4f32.p0"(<4 x float> %".45", ptr %".56", i32 4, <4 x i1> %".38")
  br label %"entry.endif.endif"
entry.endif.endif:
  %".59" = icmp slt i64 2, %".4"
  br i1 %".59", label %"entry.endif.endif.if", label %"entry.endif.endif.endif"
entry.endif.endif.if:
  %".61" = mul i64 %".6", 2
  %".62" = getelementptr inbounds float, ptr %".9", i64 %".61"
  call void @"llvm.masked.store.v4f32.p0"(<4 x float> %".44", ptr %".62", i32 4, <4 x i1> %".38")
  br label %"entry.endif.endif.endif"
entry.endif.endif.endif:
  %".65" = icmp slt i64 3, %".4"
  br i1 %".65", label %"entry.endif.endif.endif.if", label %"entry.endif.endif.endif.endif"
entry.endif.endif.endif.if:
  %".67" = mul i64 %".6", 3
  %".68" = getelementptr inbounds float, ptr %".9", i64 %".67"
  call void @"llvm.masked.store.v4f32.p0"(<4 x float> %".46", ptr %".68", i32 4, <4 x i1> %".38")
  br label %"entry.endif.endif.endif.endif"
entry.endif.endif.endif.endif:
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
  %".206" = icmp slt i64 %".205", 4
  %".207" = select  i1 %".206", i64 %".205", i64 4
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
  %".237" = icmp slt i64 %".236", 4
  %".238" = select  i1 %".237", i64 %".236", i64 4
  %".239" = load i64, i64* %"target"
  %".240" = load i64, i64* %"wide"
  %".241" = call i64 @"conv_transpose_square"(i64 %".231", i64 %".232", i64 %".233", i64 %".238", i64 %".239", i64 %".240")
  %".242" = add nsw i64 %".211", 4
  br label %"loop.3"
done.3:
  %".244" = add nsw i64 %".197", 4
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
  %".12" = sdiv i64 %".8", 4
  switch i64 %".12", label %"case_2" [i64 1, label %"case_1"]
chosen:
  ret i64 0
case_1:
  call void @"conv_update_1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10")
  br label %"chosen"
case_2:
  call void @"conv_update_2"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10")
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
  %".29" = alloca <4 x float>, i64 4, align 64
  %".30" = getelementptr inbounds float, ptr %".29", i64 0
  %".31" = getelementptr inbounds float, ptr %".29", i64 4
  %".32" = getelementptr inbounds float, ptr %".29", i64 8
  %".33" = getelementptr inbounds float, ptr %".29", i64 12
  %".34" = add i64 0, 1
  %".35" = icmp slt i64 %".4", %".34"
  %".36" = select  i1 %".35", i64 %".34", i64 %".4"
  br label %"loop"
loop:
  %".38" = phi  i64 [0, %"entry"], [%".102", %"summed.endif"]
  %".39" = icmp slt i64 %".38", %".36"
  br i1 %".39", label %"body", label %"done"
body:
  %".41" = add i64 %".38", 32
  %".42" = icmp slt i64 %".41", %".36"
  %".43" = select  i1 %".42", i64 %".41", i64 %".36"
  %".44" = icmp slt i64 %".43", %".4"
  %".45" = select  i1 %".44", i64 %".43", i64 %".4"
  br label %"terms"
done:
  %".104" = load <4 x float>, ptr %".30", align 4
  %".105" = load <4 x float>, ptr %".31", align 4
  %".106" = load <4 x float>, ptr %".32", align 4
  %".107" = load <4 x float>, ptr %".33", align 4
  %".108" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".47" = phi  i64 [%".38", %"body"], [%".80", %"term"]
  %".48" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".67", %"term"]
  %".49" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".71", %"term"]
  %".50" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".75", %"term"]
  %".51" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".79", %"term"]
  %".52" = icmp slt i64 %".47", %".45"
  br i1 %".52", label %"term", label %"summed"
term:
  %".54" = getelementptr inbounds i64, ptr %".14", i64 %".47"
  %".55" = load i64, ptr %".54"
  %".56" = mul i64 %".47", %".6"
  %".57" = getelementptr inbounds float, ptr %".13", i64 %".56"
  %".58" = getelementptr inbounds float, ptr %".19", i64 %".55"
  %".59" = getelementptr inbounds float, ptr %".22", i64 %".55"
  %".60" = getelementptr inbounds float, ptr %".25", i64 %".55"
  %".61" = getelementptr inbounds float, ptr %".28", i64 %".55"
  %".62" = getelementptr inbounds float, ptr %".57", i64 0
  %".63" = load <4 x float>, ptr %".62", align 4
  %".64" = load float, ptr %".58"
  %".65" = insertelement <4 x float> <float undef, float undef, float undef, float undef>, float %".64", i32 0
  %".66" = shufflevector <4 x float> %".65", <4 x float> <float undef, float undef, float undef, float undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".67" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".66", <4 x float> %".63", <4 x float> %".48")
  %".68" = load float, ptr %".59"
  %".69" = insertelement <4 x float> <float undef, float undef, float undef, float undef>, float %".68", i32 0
  %".70" = shufflevector <4 x float> %".69", <4 x float> <float undef, float undef, float undef, float undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".71" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".70", <4 x float> %".63", <4 x float> %".49")
  %".72" = load float, ptr %".60"
  %".73" = insertelement <4 x float> <float undef, float undef, float undef, float undef>, float %".72", i32 0
  %".74" = shufflevector <4 x float> %".73", <4 x float> <float undef, float undef, float undef, float undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".75" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".74", <4 x float> %".63", <4 x float> %".50")
  %".76" = load float, ptr %".61"
  %".77" = insertelement <4 x float> <float undef, float undef, float undef, float undef>, float %".76", i32 0
  %".78" = shufflevector <4 x float> %".77", <4 x float> <float undef, float undef, float undef, float undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".79" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".78", <4 x float> %".63", <4 x float> %".51")
  %".80" = add nsw i64 %".47", 1
  br label %"terms", !llvm.loop !2
summed:
  %".82" = icmp sgt i64 %".38", 0
  br i1 %".82", label %"summed.if", label %"summed.else"
summed.if:
  %".84" = load <4 x float>, ptr %".30", align 4
  %".85" = fadd <4 x float> %".84", %".48"
  store <4 x float> %".85", ptr %".30", align 4
  %".87" = load <4 x float>, ptr %".31", align 4
  %".88" = fadd <4 x float> %".87", %".49"
  store <4 x float> %".88", ptr %".31", align 4
  %".90" = load <4 x float>, ptr %".32", align 4
  %".91" = fadd <4 x float> %".90", %".50"
  store <4 x float> %".91", ptr %".32", align 4
  %".93" = load <4 x float>, ptr %".33", align 4
  %".94" = fadd <4 x float> %".93", %".51"
  store <4 x float> %".94", ptr %".33", align 4
  br label %"summed.endif"
summed.else:
  store <4 x float> %".48", ptr %".30", align 4
  store <4 x float> %".49", ptr %".31", align 4
  store <4 x float> %".50", ptr %".32", align 4
  store <4 x float> %".51", ptr %".33", align 4
  br label %"summed.endif"
summed.endif:
  %".102" = add nsw i64 %".38", 32
  br label %"loop"
loop.1:
  %".110" = phi  i64 [0, %"done"], [%".127", %"body.1.endif"]
  %".111" = icmp slt i64 %".110", %".7"
  br i1 %".111", label %"body.1", label %"done.1"
body.1:
  %".113" = mul i64 %".110", 4
  %".114" = getelementptr inbounds float, ptr %".29", i64 %".113"
  %".115" = getelementptr inbounds float, ptr %".114", i64 0
  %".116" = load <4 x float>, ptr %".115", align 4
  %".117" = mul i64 %".6", %".110"
  %".118" = getelementptr inbounds float, ptr %".15", i64 %".117"
  %".119" = getelementptr inbounds float, ptr %".118", i64 0
  br i1 %".108", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".121" = load <4 x float>, ptr %".119", align 4
  %".122" = fadd <4 x float> %".121", %".116"
  store <4 x float> %".122", ptr %".119", align 4
  br label %"body.1.endif"
body.1.else:
  store <4 x float> %".116", ptr %".119", align 4
  br label %"body.1.endif"
body.1.endif:
  %".127" = add nsw i64 %".110", 1
  br label %"loop.1"
}

declare <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".1", <4 x float> %".2", <4 x float> %".3")

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
  %".29" = alloca <4 x float>, i64 8, align 64
  %".30" = getelementptr inbounds float, ptr %".29", i64 0
  %".31" = getelementptr inbounds float, ptr %".29", i64 4
  %".32" = getelementptr inbounds float, ptr %".29", i64 8
  %".33" = getelementptr inbounds float, ptr %".29", i64 12
  %".34" = getelementptr inbounds float, ptr %".29", i64 16
  %".35" = getelementptr inbounds float, ptr %".29", i64 20
  %".36" = getelementptr inbounds float, ptr %".29", i64 24
  %".37" = getelementptr inbounds float, ptr %".29", i64 28
  %".38" = add i64 0, 1
  %".39" = icmp slt i64 %".4", %".38"
  %".40" = select  i1 %".39", i64 %".38", i64 %".4"
  br label %"loop"
loop:
  %".42" = phi  i64 [0, %"entry"], [%".132", %"summed.endif"]
  %".43" = icmp slt i64 %".42", %".40"
  br i1 %".43", label %"body", label %"done"
body:
  %".45" = add i64 %".42", 32
  %".46" = icmp slt i64 %".45", %".40"
  %".47" = select  i1 %".46", i64 %".45", i64 %".40"
  %".48" = icmp slt i64 %".47", %".4"
  %".49" = select  i1 %".48", i64 %".47", i64 %".4"
  br label %"terms"
done:
  %".134" = load <4 x float>, ptr %".30", align 4
  %".135" = load <4 x float>, ptr %".31", align 4
  %".136" = load <4 x float>, ptr %".32", align 4
  %".137" = load <4 x float>, ptr %".33", align 4
  %".138" = load <4 x float>, ptr %".34", align 4
  %".139" = load <4 x float>, ptr %".35", align 4
  %".140" = load <4 x float>, ptr %".36", align 4
  %".141" = load <4 x float>, ptr %".37", align 4
  %".142" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".51" = phi  i64 [%".42", %"body"], [%".94", %"term"]
  %".52" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".77", %"term"]
  %".53" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".78", %"term"]
  %".54" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".82", %"term"]
  %".55" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".83", %"term"]
  %".56" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".87", %"term"]
  %".57" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".88", %"term"]
  %".58" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".92", %"term"]
  %".59" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"body"], [%".93", %"term"]
  %".60" = icmp slt i64 %".51", %".49"
  br i1 %".60", label %"term", label %"summed"
term:
  %".62" = getelementptr inbounds i64, ptr %".14", i64 %".51"
  %".63" = load i64, ptr %".62"
  %".64" = mul i64 %".51", %".6"
  %".65" = getelementptr inbounds float, ptr %".13", i64 %".64"
  %".66" = getelementptr inbounds float, ptr %".19", i64 %".63"
  %".67" = getelementptr inbounds float, ptr %".22", i64 %".63"
  %".68" = getelementptr inbounds float, ptr %".25", i64 %".63"
  %".69" = getelementptr inbounds float, ptr %".28", i64 %".63"
  %".70" = getelementptr inbounds float, ptr %".65", i64 0
  %".71" = getelementptr inbounds float, ptr %".65", i64 4
  %".72" = load <4 x float>, ptr %".70", align 4
  %".73" = load <4 x float>, ptr %".71", align 4
  %".74" = load float, ptr %".66"
  %".75" = insertelement <4 x float> <float undef, float undef, float undef, float undef>, float %".74", i32 0
  %".76" = shufflevector <4 x float> %".75", <4 x float> <float undef, float undef, float undef, float undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".77" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".76", <4 x float> %".72", <4 x float> %".52")
  %".78" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".76", <4 x float> %".73", <4 x float> %".53")
  %".79" = load float, ptr %".67"
  %".80" = insertelement <4 x float> <float undef, float undef, float undef, float undef>, float %".79", i32 0
  %".81" = shufflevector <4 x float> %".80", <4 x float> <float undef, float undef, float undef, float undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".82" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".81", <4 x float> %".72", <4 x float> %".54")
  %".83" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".81", <4 x float> %".73", <4 x float> %".55")
  %".84" = load float, ptr %".68"
  %".85" = insertelement <4 x float> <float undef, float undef, float undef, float undef>, float %".84", i32 0
  %".86" = shufflevector <4 x float> %".85", <4 x float> <float undef, float undef, float undef, float undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".87" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".86", <4 x float> %".72", <4 x float> %".56")
  %".88" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".86", <4 x float> %".73", <4 x float> %".57")
  %".89" = load float, ptr %".69"
  %".90" = insertelement <4 x float> <float undef, float undef, float undef, float undef>, float %".89", i32 0
  %".91" = shufflevector <4 x float> %".90", <4 x float> <float undef, float undef, float undef, float undef>, <4 x i32> <i32 0, i32 0, i32 0, i32 0>
  %".92" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".91", <4 x float> %".72", <4 x float> %".58")
  %".93" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".91", <4 x float> %".73", <4 x float> %".59")
  %".94" = add nsw i64 %".51", 1
  br label %"terms", !llvm.loop !2
summed:
  %".96" = icmp sgt i64 %".42", 0
  br i1 %".96", label %"summed.if", label %"summed.else"
summed.if:
  %".98" = load <4 x float>, ptr %".30", align 4
  %".99" = fadd <4 x float> %".98", %".52"
  store <4 x float> %".99", ptr %".30", align 4
  %".101" = load <4 x float>, ptr %".31", align 4
  %".102" = fadd <4 x float> %".101", %".53"
  store <4 x float> %".102", ptr %".31", align 4
  %".104" = load <4 x float>, ptr %".32", align 4
  %".105" = fadd <4 x float> %".104", %".54"
  store <4 x float> %".105", ptr %".32", align 4
  %".107" = load <4 x float>, ptr %".33", align 4
  %".108" = fadd <4 x float> %".107", %".55"
  store <4 x float> %".108", ptr %".33", align 4
  %".110" = load <4 x float>, ptr %".34", align 4
  %".111" = fadd <4 x float> %".110", %".56"
  store <4 x float> %".111", ptr %".34", align 4
  %".113" = load <4 x float>, ptr %".35", align 4
  %".114" = fadd <4 x float> %".113", %".57"
  store <4 x float> %".114", ptr %".35", align 4
  %".116" = load <4 x float>, ptr %".36", align 4
  %".117" = fadd <4 x float> %".116", %".58"
  store <4 x float> %".117", ptr %".36", align 4
  %".119" = load <4 x float>, ptr %".37", align 4
  %".120" = fadd <4 x float> %".119", %".59"
  store <4 x float> %".120", ptr %".37", align 4
  br label %"summed.endif"
summed.else:
  store <4 x float> %".52", ptr %".30", align 4
  store <4 x float> %".53", ptr %".31", align 4
  store <4 x float> %".54", ptr %".32", align 4
  store <4 x float> %".55", ptr %".33", align 4
  store <4 x float> %".56", ptr %".34", align 4
  store <4 x float> %".57", ptr %".35", align 4
  store <4 x float> %".58", ptr %".36", align 4
  store <4 x float> %".59", ptr %".37", align 4
  br label %"summed.endif"
summed.endif:
  %".132" = add nsw i64 %".42", 32
  br label %"loop"
loop.1:
  %".144" = phi  i64 [0, %"done"], [%".168", %"body.1.endif"]
  %".145" = icmp slt i64 %".144", %".7"
  br i1 %".145", label %"body.1", label %"done.1"
body.1:
  %".147" = mul i64 %".144", 8
  %".148" = getelementptr inbounds float, ptr %".29", i64 %".147"
  %".149" = getelementptr inbounds float, ptr %".148", i64 0
  %".150" = getelementptr inbounds float, ptr %".148", i64 4
  %".151" = load <4 x float>, ptr %".149", align 4
  %".152" = load <4 x float>, ptr %".150", align 4
  %".153" = mul i64 %".6", %".144"
  %".154" = getelementptr inbounds float, ptr %".15", i64 %".153"
  %".155" = getelementptr inbounds float, ptr %".154", i64 0
  %".156" = getelementptr inbounds float, ptr %".154", i64 4
  br i1 %".142", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".158" = load <4 x float>, ptr %".155", align 4
  %".159" = fadd <4 x float> %".158", %".151"
  store <4 x float> %".159", ptr %".155", align 4
  %".161" = load <4 x float>, ptr %".156", align 4
  %".162" = fadd <4 x float> %".161", %".152"
  store <4 x float> %".162", ptr %".156", align 4
  br label %"body.1.endif"
body.1.else:
  store <4 x float> %".151", ptr %".155", align 4
  store <4 x float> %".152", ptr %".156", align 4
  br label %"body.1.endif"
body.1.endif:
  %".168" = add nsw i64 %".144", 1
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
  %".256" = icmp slt i64 %".255", 4
  %".257" = select  i1 %".256", i64 %".255", i64 4
  %".258" = load i64, i64* %"wide"
  %".259" = load i64, i64* %"n"
  %".260" = load i64, i64* %"q"
  %".261" = add i64 %".259", %".260"
  %".262" = load i64, i64* %"distances"
  %".263" = call i64 @"conv_update"(i64 %".242", i64 %".248", i64 %".249", i64 %".250", i64 %".251", i64 %".252", i64 %".257", i64 %".258", i64 %".261", i64 %".262")
  %".264" = add nsw i64 %".211", 4
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
  %".140" = mul i64 %".139", 2
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
  %".206" = icmp slt i64 %".205", 2
  %".207" = select  i1 %".206", i64 %".205", i64 2
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
  %".256" = icmp slt i64 %".255", 3
  %".257" = select  i1 %".256", i64 %".255", i64 3
  %".258" = load i64, i64* %"image"
  %".259" = call i64 @"add.int64.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".242", i64 %".243", i64 %".244", i64 %".251", i64 %".252", i64 %".257", i64 3, i64 %".258")
  %".260" = add nsw i64 %".199", 3
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
  %".23" = inttoptr i64 %".5" to ptr
  %".24" = getelementptr inbounds i64, ptr %".23", i64 0
  %".25" = load i64, ptr %".24"
  %".26" = mul i64 %".25", 4
  %".27" = add i64 %".4", %".26"
  %".28" = inttoptr i64 %".5" to ptr
  %".29" = getelementptr inbounds i64, ptr %".28", i64 1
  %".30" = load i64, ptr %".29"
  %".31" = mul i64 %".30", 4
  %".32" = add i64 %".4", %".31"
  %".33" = inttoptr i64 %".5" to ptr
  %".34" = getelementptr inbounds i64, ptr %".33", i64 2
  %".35" = load i64, ptr %".34"
  %".36" = mul i64 %".35", 4
  %".37" = add i64 %".4", %".36"
  %".38" = inttoptr i64 %".11" to ptr
  br label %"terms"
terms:
  %".40" = phi  i64 [0, %"entry"], [%".103", %"summed.1"]
  %".41" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".66", %"summed.1"]
  %".42" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".67", %"summed.1"]
  %".43" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".68", %"summed.1"]
  %".44" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".69", %"summed.1"]
  %".45" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".70", %"summed.1"]
  %".46" = phi  <4 x float> [<float              0x0, float              0x0, float              0x0, float              0x0>, %"entry"], [%".71", %"summed.1"]
  %".47" = icmp slt i64 %".40", %".8"
  br i1 %".47", label %"term", label %"summed"
term:
  %".49" = mul i64 %".9", 4
  %".50" = mul i64 %".40", %".49"
  %".51" = add i64 %".17", %".50"
  %".52" = mul i64 %".9", 4
  %".53" = mul i64 %".40", %".52"
  %".54" = add i64 %".22", %".53"
  %".55" = mul i64 %".10", 4
  %".56" = mul i64 %".40", %".55"
  %".57" = add i64 %".27", %".56"
  %".58" = mul i64 %".10", 4
  %".59" = mul i64 %".40", %".58"
  %".60" = add i64 %".32", %".59"
  %".61" = mul i64 %".10", 4
  %".62" = mul i64 %".40", %".61"
  %".63" = add i64 %".37", %".62"
  br label %"terms.1"
summed:
  %".105" = call reassoc float @"llvm.vector.reduce.fadd.v4f32"(float 0x8000000000000000, <4 x float> %".41")
  %".106" = getelementptr inbounds float, ptr %".38", i64 0
  store float %".105", ptr %".106"
  %".108" = call reassoc float @"llvm.vector.reduce.fadd.v4f32"(float 0x8000000000000000, <4 x float> %".43")
  %".109" = getelementptr inbounds float, ptr %".38", i64 1
  store float %".108", ptr %".109"
  %".111" = call reassoc float @"llvm.vector.reduce.fadd.v4f32"(float 0x8000000000000000, <4 x float> %".45")
  %".112" = getelementptr inbounds float, ptr %".38", i64 2
  store float %".111", ptr %".112"
  %".114" = call reassoc float @"llvm.vector.reduce.fadd.v4f32"(float 0x8000000000000000, <4 x float> %".42")
  %".115" = getelementptr inbounds float, ptr %".38", i64 3
  store float %".114", ptr %".115"
  %".117" = call reassoc float @"llvm.vector.reduce.fadd.v4f32"(float 0x8000000000000000, <4 x float> %".44")
  %".118" = getelementptr inbounds float, ptr %".38", i64 4
  store float %".117", ptr %".118"
  %".120" = call reassoc float @"llvm.vector.reduce.fadd.v4f32"(float 0x8000000000000000, <4 x float> %".46")
  %".121" = getelementptr inbounds float, ptr %".38", i64 5
  store float %".120", ptr %".121"
  ret i64 0
terms.1:
  %".65" = phi  i64 [0, %"term"], [%".101", %"term.1"]
  %".66" = phi  <4 x float> [%".41", %"term"], [%".89", %"term.1"]
  %".67" = phi  <4 x float> [%".42", %"term"], [%".90", %"term.1"]
  %".68" = phi  <4 x float> [%".43", %"term"], [%".94", %"term.1"]
  %".69" = phi  <4 x float> [%".44", %"term"], [%".95", %"term.1"]
  %".70" = phi  <4 x float> [%".45", %"term"], [%".99", %"term.1"]
  %".71" = phi  <4 x float> [%".46", %"term"], [%".100", %"term.1"]
  %".72" = icmp slt i64 %".65", %".7"
  br i1 %".72", label %"term.1", label %"summed.1"
term.1:
  %".74" = inttoptr i64 %".6" to ptr
  %".75" = getelementptr inbounds i8, ptr %".74", i64 %".65"
  %".76" = load i8, ptr %".75"
  %".77" = trunc i8 %".76" to i4
  %".78" = bitcast i4 %".77" to <4 x i1>
  %".79" = mul i64 %".65", 16
  %".80" = add i64 %".51", %".79"
  %".81" = inttoptr i64 %".80" to ptr
  %".82" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".81", i32 4, <4 x i1> %".78", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".83" = add i64 %".54", %".79"
  %".84" = inttoptr i64 %".83" to ptr
  %".85" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".84", i32 4, <4 x i1> %".78", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".86" = add i64 %".57", %".79"
  %".87" = inttoptr i64 %".86" to ptr
  %".88" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".87", i32 4, <4 x i1> %".78", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".89" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".88", <4 x float> %".82", <4 x float> %".66")
  %".90" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".88", <4 x float> %".85", <4 x float> %".67")
  %".91" = add i64 %".60", %".79"
  %".92" = inttoptr i64 %".91" to ptr
  %".93" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".92", i32 4, <4 x i1> %".78", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".94" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".93", <4 x float> %".82", <4 x float> %".68")
  %".95" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".93", <4 x float> %".85", <4 x float> %".69")
  %".96" = add i64 %".63", %".79"
  %".97" = inttoptr i64 %".96" to ptr
  %".98" = call <4 x float> @"llvm.masked.load.v4f32.p0"(ptr %".97", i32 4, <4 x i1> %".78", <4 x float> <float              0x0, float              0x0, float              0x0, float              0x0>)
  %".99" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".98", <4 x float> %".82", <4 x float> %".70")
  %".100" = call <4 x float> @"llvm.fmuladd.v4f32"(<4 x float> %".98", <4 x float> %".85", <4 x float> %".71")
  %".101" = add nsw i64 %".65", 1
  br label %"terms.1", !llvm.loop !2
summed.1:
  %".103" = add nsw i64 %".40", 1
  br label %"terms", !llvm.loop !2
}

declare float @"llvm.vector.reduce.fadd.v4f32"(float %".1", <4 x float> %".2")

define i64 @"taps"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10") nounwind
{
entry:
  %".12" = call i64 @"taps.int64.int64.int64.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10")
  ret i64 %".12"
}

!0 = !{ !"llvm.loop.unroll.disable" }
!1 = !{ !"llvm.loop.vectorize.width", i32 1 }
!2 = !{ !2, !0, !1 }
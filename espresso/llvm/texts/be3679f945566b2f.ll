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

define internal i64 @"conv_transpose_square"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6")
{
entry:
  %".8" = inttoptr i64 %".1" to ptr
  %".9" = inttoptr i64 %".5" to ptr
  %".10" = trunc i64 %".4" to i32
  %".11" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".10", i32 0
  %".12" = shufflevector <8 x i32> %".11", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".13" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".12"
  %".14" = sub i64 %".3", 1
  %".15" = icmp slt i64 0, %".14"
  %".16" = select  i1 %".15", i64 0, i64 %".14"
  %".17" = mul i64 %".2", %".16"
  %".18" = getelementptr inbounds double, ptr %".8", i64 %".17"
  %".19" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".18", i32 8, <8 x i1> %".13", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".20" = icmp slt i64 1, %".14"
  %".21" = select  i1 %".20", i64 1, i64 %".14"
  %".22" = mul i64 %".2", %".21"
  %".23" = getelementptr inbounds double, ptr %".8", i64 %".22"
  %".24" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".23", i32 8, <8 x i1> %".13", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".25" = icmp slt i64 2, %".14"
  %".26" = select  i1 %".25", i64 2, i64 %".14"
  %".27" = mul i64 %".2", %".26"
  %".28" = getelementptr inbounds double, ptr %".8", i64 %".27"
  %".29" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".28", i32 8, <8 x i1> %".13", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".30" = icmp slt i64 3, %".14"
  %".31" = select  i1 %".30", i64 3, i64 %".14"
  %".32" = mul i64 %".2", %".31"
  %".33" = getelementptr inbounds double, ptr %".8", i64 %".32"
  %".34" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".33", i32 8, <8 x i1> %".13", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".35" = icmp slt i64 4, %".14"
  %".36" = select  i1 %".35", i64 4, i64 %".14"
  %".37" = mul i64 %".2", %".36"
  %".38" = getelementptr inbounds double, ptr %".8", i64 %".37"
  %".39" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".38", i32 8, <8 x i1> %".13", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".40" = icmp slt i64 5, %".14"
  %".41" = select  i1 %".40", i64 5, i64 %".14"
  %".42" = mul i64 %".2", %".41"
  %".43" = getelementptr inbounds double, ptr %".8", i64 %".42"
  %".44" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".43", i32 8, <8 x i1> %".13", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".45" = icmp slt i64 6, %".14"
  %".46" = select  i1 %".45", i64 6, i64 %".14"
  %".47" = mul i64 %".2", %".46"
  %".48" = getelementptr inbounds double, ptr %".8", i64 %".47"
  %".49" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".48", i32 8, <8 x i1> %".13", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".50" = icmp slt i64 7, %".14"
  %".51" = select  i1 %".50", i64 7, i64 %".14"
  %".52" = mul i64 %".2", %".51"
  %".53" = getelementptr inbounds double, ptr %".8", i64 %".52"
  %".54" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".53", i32 8, <8 x i1> %".13", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".55" = trunc i64 %".3" to i32
  %".56" = insertelement <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, i32 %".55", i32 0
  %".57" = shufflevector <8 x i32> %".56", <8 x i32> <i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".58" = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %".57"
  %".59" = shufflevector <8 x double> %".19", <8 x double> %".24", <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
  %".60" = shufflevector <8 x double> %".19", <8 x double> %".24", <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
  %".61" = shufflevector <8 x double> %".29", <8 x double> %".34", <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
  %".62" = shufflevector <8 x double> %".29", <8 x double> %".34", <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
  %".63" = shufflevector <8 x double> %".39", <8 x double> %".44", <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
  %".64" = shufflevector <8 x double> %".39", <8 x double> %".44", <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
  %".65" = shufflevector <8 x double> %".49", <8 x double> %".54", <8 x i32> <i32 0, i32 8, i32 2, i32 10, i32 4, i32 12, i32 6, i32 14>
  %".66" = shufflevector <8 x double> %".49", <8 x double> %".54", <8 x i32> <i32 1, i32 9, i32 3, i32 11, i32 5, i32 13, i32 7, i32 15>
  %".67" = shufflevector <8 x double> %".59", <8 x double> %".61", <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %".68" = shufflevector <8 x double> %".59", <8 x double> %".61", <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %".69" = shufflevector <8 x double> %".60", <8 x double> %".62", <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %".70" = shufflevector <8 x double> %".60", <8 x double> %".62", <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %".71" = shufflevector <8 x double> %".63", <8 x double> %".65", <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %".72" = shufflevector <8 x double> %".63", <8 x double> %".65", <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %".73" = shufflevector <8 x double> %".64", <8 x double> %".66", <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
  %".74" = shufflevector <8 x double> %".64", <8 x double> %".66", <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
  %".75" = shufflevector <8 x double> %".67", <8 x double> %".71", <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %".76" = shufflevector <8 x double> %".67", <8 x double> %".71", <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %".77" = shufflevector <8 x double> %".69", <8 x double> %".73", <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %".78" = shufflevector <8 x double> %".69", <8 x double> %".73", <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %".79" = shufflevector <8 x double> %".68", <8 x double> %".72", <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %".80" = shufflevector <8 x double> %".68", <8 x double> %".72", <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %".81" = shufflevector <8 x double> %".70", <8 x double> %".74", <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
  %".82" = shufflevector <8 x double> %".70", <8 x double> %".74", <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
  %".83" = icmp slt i64 0, %".4"
  br i1 %".83", label %"entry.if", label %"entry.endif"
entry.if:
  %".85" = mul i64 %".6", 0
  %".86" = getelementptr inbounds double, ptr %".9", i64 %".85"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".75", ptr %".86", i32 8, <8 x i1> %".58")
  br label %"entry.endif"
entry.endif:
  %".89" = icmp slt i64 1, %".4"
  br i1 %".89", label %"entry.endif.if", label %"entry.endif.endif"
entry.endif.if:
  %".91" = mul i64 %".6", 1
  %".92" = getelementptr inbounds double, ptr %".9", i64 %".91"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".77", ptr %".92", i32 8, <8 x i1> %".58")
  br label %"entry.endif.endif"
entry.endif.endif:
  %".95" = icmp slt i64 2, %".4"
  br i1 %".95", label %"entry.endif.endif.if", label %"entry.endif.endif.endif"
entry.endif.endif.if:
  %".97" = mul i64 %".6", 2
  %".98" = getelementptr inbounds double, ptr %".9", i64 %".97"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".79", ptr %".98", i32 8, <8 x i1> %".58")
  br label %"entry.endif.endif.endif"
entry.endif.endif.endif:
  %".101" = icmp slt i64 3, %".4"
  br i1 %".101", label %"entry.endif.endif.endif.if", label %"entry.endif.endif.endif.endif"
entry.endif.endif.endif.if:
  %".103" = mul i64 %".6", 3
  %".104" = getelementptr inbounds double, ptr %".9", i64 %".103"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".81", ptr %".104", i32 8, <8 x i1> %".58")
  br label %"entry.endif.endif.endif.endif"
entry.endif.endif.endif.endif:
  %".107" = icmp slt i64 4, %".4"
  br i1 %".107", label %"entry.endif.endif.endif.endif.if", label %"entry.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.if:
  %".109" = mul i64 %".6", 4
  %".110" = getelementptr inbounds double, ptr %".9", i64 %".109"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".76", ptr %".110", i32 8, <8 x i1> %".58")
  br label %"entry.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif:
  %".113" = icmp slt i64 5, %".4"
  br i1 %".113", label %"entry.endif.endif.endif.endif.endif.if", label %"entry.endif.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif.if:
  %".115" = mul i64 %".6", 5
  %".116" = getelementptr inbounds double, ptr %".9", i64 %".115"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".78", ptr %".116", i32 8, <8 x i1> %".58")
  br label %"entry.endif.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif.endif:
  %".119" = icmp slt i64 6, %".4"
  br i1 %".119", label %"entry.endif.endif.endif.endif.endif.endif.if", label %"entry.endif.endif.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif.endif.if:
  %".121" = mul i64 %".6", 6
  %".122" = getelementptr inbounds double, ptr %".9", i64 %".121"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".80", ptr %".122", i32 8, <8 x i1> %".58")
  br label %"entry.endif.endif.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif.endif.endif:
  %".125" = icmp slt i64 7, %".4"
  br i1 %".125", label %"entry.endif.endif.endif.endif.endif.endif.endif.if", label %"entry.endif.endif.endif.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif.endif.endif.if:
  %".127" = mul i64 %".6", 7
  %".128" = getelementptr inbounds double, ptr %".9", i64 %".127"
  call void @"llvm.masked.store.v8f64.p0"(<8 x double> %".82", ptr %".128", i32 8, <8 x i1> %".58")
  br label %"entry.endif.endif.endif.endif.endif.endif.endif.endif"
entry.endif.endif.endif.endif.endif.endif.endif.endif:
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
  %".163" = mul i64 8, %".162"
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
  %".179" = mul i64 8, %".178"
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
  %".206" = icmp slt i64 %".205", 8
  %".207" = select  i1 %".206", i64 %".205", i64 8
  store i64 %".207", i64* %"high"
  %".209" = load i64, i64* %"length"
  br label %"loop.3"
done.2:
  %".246" = load i64, i64* %"to"
  %".247" = load i64, i64* %"length"
  %".248" = mul i64 8, %".247"
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
  %".221" = mul i64 8, %".220"
  %".222" = add i64 %".215", %".221"
  store i64 %".222", i64* %"target"
  %".224" = load i64, i64* %"source"
  %".225" = load i64, i64* %"c"
  %".226" = load i64, i64* %"channel"
  %".227" = mul i64 %".225", %".226"
  %".228" = load i64, i64* %"q"
  %".229" = add i64 %".227", %".228"
  %".230" = mul i64 8, %".229"
  %".231" = add i64 %".224", %".230"
  %".232" = load i64, i64* %"channel"
  %".233" = load i64, i64* %"high"
  %".234" = load i64, i64* %"length"
  %".235" = load i64, i64* %"q"
  %".236" = sub i64 %".234", %".235"
  %".237" = icmp slt i64 %".236", 8
  %".238" = select  i1 %".237", i64 %".236", i64 8
  %".239" = load i64, i64* %"target"
  %".240" = load i64, i64* %"wide"
  %".241" = call i64 @"conv_transpose_square"(i64 %".231", i64 %".232", i64 %".233", i64 %".238", i64 %".239", i64 %".240")
  %".242" = add nsw i64 %".211", 8
  br label %"loop.3"
done.3:
  %".244" = add nsw i64 %".197", 8
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
  %".12" = sdiv i64 %".8", 8
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
  %".19" = getelementptr inbounds double, ptr %".12", i64 %".18"
  %".20" = getelementptr inbounds i64, ptr %".16", i64 1
  %".21" = load i64, ptr %".20"
  %".22" = getelementptr inbounds double, ptr %".12", i64 %".21"
  %".23" = getelementptr inbounds i64, ptr %".16", i64 2
  %".24" = load i64, ptr %".23"
  %".25" = getelementptr inbounds double, ptr %".12", i64 %".24"
  %".26" = getelementptr inbounds i64, ptr %".16", i64 3
  %".27" = load i64, ptr %".26"
  %".28" = getelementptr inbounds double, ptr %".12", i64 %".27"
  %".29" = getelementptr inbounds i64, ptr %".16", i64 4
  %".30" = load i64, ptr %".29"
  %".31" = getelementptr inbounds double, ptr %".12", i64 %".30"
  %".32" = getelementptr inbounds i64, ptr %".16", i64 5
  %".33" = load i64, ptr %".32"
  %".34" = getelementptr inbounds double, ptr %".12", i64 %".33"
  %".35" = getelementptr inbounds i64, ptr %".16", i64 6
  %".36" = load i64, ptr %".35"
  %".37" = getelementptr inbounds double, ptr %".12", i64 %".36"
  %".38" = getelementptr inbounds i64, ptr %".16", i64 7
  %".39" = load i64, ptr %".38"
  %".40" = getelementptr inbounds double, ptr %".12", i64 %".39"
  %".41" = alloca <8 x double>, i64 8, align 64
  %".42" = getelementptr inbounds double, ptr %".41", i64 0
  %".43" = getelementptr inbounds double, ptr %".41", i64 8
  %".44" = getelementptr inbounds double, ptr %".41", i64 16
  %".45" = getelementptr inbounds double, ptr %".41", i64 24
  %".46" = getelementptr inbounds double, ptr %".41", i64 32
  %".47" = getelementptr inbounds double, ptr %".41", i64 40
  %".48" = getelementptr inbounds double, ptr %".41", i64 48
  %".49" = getelementptr inbounds double, ptr %".41", i64 56
  %".50" = add i64 0, 1
  %".51" = icmp slt i64 %".4", %".50"
  %".52" = select  i1 %".51", i64 %".50", i64 %".4"
  br label %"loop"
loop:
  %".54" = phi  i64 [0, %"entry"], [%".158", %"summed.endif"]
  %".55" = icmp slt i64 %".54", %".52"
  br i1 %".55", label %"body", label %"done"
body:
  %".57" = add i64 %".54", 1099511627776
  %".58" = icmp slt i64 %".57", %".52"
  %".59" = select  i1 %".58", i64 %".57", i64 %".52"
  %".60" = icmp slt i64 %".59", %".4"
  %".61" = select  i1 %".60", i64 %".59", i64 %".4"
  br label %"terms"
done:
  %".160" = load <8 x double>, ptr %".42", align 8
  %".161" = load <8 x double>, ptr %".43", align 8
  %".162" = load <8 x double>, ptr %".44", align 8
  %".163" = load <8 x double>, ptr %".45", align 8
  %".164" = load <8 x double>, ptr %".46", align 8
  %".165" = load <8 x double>, ptr %".47", align 8
  %".166" = load <8 x double>, ptr %".48", align 8
  %".167" = load <8 x double>, ptr %".49", align 8
  %".168" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".63" = phi  i64 [%".54", %"body"], [%".120", %"term"]
  %".64" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".91", %"term"]
  %".65" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".95", %"term"]
  %".66" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".99", %"term"]
  %".67" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".103", %"term"]
  %".68" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".107", %"term"]
  %".69" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".111", %"term"]
  %".70" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".115", %"term"]
  %".71" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".119", %"term"]
  %".72" = icmp slt i64 %".63", %".61"
  br i1 %".72", label %"term", label %"summed"
term:
  %".74" = getelementptr inbounds i64, ptr %".14", i64 %".63"
  %".75" = load i64, ptr %".74"
  %".76" = mul i64 %".63", %".6"
  %".77" = getelementptr inbounds double, ptr %".13", i64 %".76"
  %".78" = getelementptr inbounds double, ptr %".19", i64 %".75"
  %".79" = getelementptr inbounds double, ptr %".22", i64 %".75"
  %".80" = getelementptr inbounds double, ptr %".25", i64 %".75"
  %".81" = getelementptr inbounds double, ptr %".28", i64 %".75"
  %".82" = getelementptr inbounds double, ptr %".31", i64 %".75"
  %".83" = getelementptr inbounds double, ptr %".34", i64 %".75"
  %".84" = getelementptr inbounds double, ptr %".37", i64 %".75"
  %".85" = getelementptr inbounds double, ptr %".40", i64 %".75"
  %".86" = getelementptr inbounds double, ptr %".77", i64 0
  %".87" = load <8 x double>, ptr %".86", align 8
  %".88" = load double, ptr %".78"
  %".89" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".88", i32 0
  %".90" = shufflevector <8 x double> %".89", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".91" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".90", <8 x double> %".87", <8 x double> %".64")
  %".92" = load double, ptr %".79"
  %".93" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".92", i32 0
  %".94" = shufflevector <8 x double> %".93", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".95" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".94", <8 x double> %".87", <8 x double> %".65")
  %".96" = load double, ptr %".80"
  %".97" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".96", i32 0
  %".98" = shufflevector <8 x double> %".97", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".99" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".98", <8 x double> %".87", <8 x double> %".66")
  %".100" = load double, ptr %".81"
  %".101" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".100", i32 0
  %".102" = shufflevector <8 x double> %".101", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".103" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".102", <8 x double> %".87", <8 x double> %".67")
  %".104" = load double, ptr %".82"
  %".105" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".104", i32 0
  %".106" = shufflevector <8 x double> %".105", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".107" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".106", <8 x double> %".87", <8 x double> %".68")
  %".108" = load double, ptr %".83"
  %".109" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".108", i32 0
  %".110" = shufflevector <8 x double> %".109", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".111" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".110", <8 x double> %".87", <8 x double> %".69")
  %".112" = load double, ptr %".84"
  %".113" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".112", i32 0
  %".114" = shufflevector <8 x double> %".113", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".115" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".114", <8 x double> %".87", <8 x double> %".70")
  %".116" = load double, ptr %".85"
  %".117" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".116", i32 0
  %".118" = shufflevector <8 x double> %".117", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".119" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".118", <8 x double> %".87", <8 x double> %".71")
  %".120" = add nsw i64 %".63", 1
  br label %"terms", !llvm.loop !2
summed:
  %".122" = icmp sgt i64 %".54", 0
  br i1 %".122", label %"summed.if", label %"summed.else"
summed.if:
  %".124" = load <8 x double>, ptr %".42", align 8
  %".125" = fadd <8 x double> %".124", %".64"
  store <8 x double> %".125", ptr %".42", align 8
  %".127" = load <8 x double>, ptr %".43", align 8
  %".128" = fadd <8 x double> %".127", %".65"
  store <8 x double> %".128", ptr %".43", align 8
  %".130" = load <8 x double>, ptr %".44", align 8
  %".131" = fadd <8 x double> %".130", %".66"
  store <8 x double> %".131", ptr %".44", align 8
  %".133" = load <8 x double>, ptr %".45", align 8
  %".134" = fadd <8 x double> %".133", %".67"
  store <8 x double> %".134", ptr %".45", align 8
  %".136" = load <8 x double>, ptr %".46", align 8
  %".137" = fadd <8 x double> %".136", %".68"
  store <8 x double> %".137", ptr %".46", align 8
  %".139" = load <8 x double>, ptr %".47", align 8
  %".140" = fadd <8 x double> %".139", %".69"
  store <8 x double> %".140", ptr %".47", align 8
  %".142" = load <8 x double>, ptr %".48", align 8
  %".143" = fadd <8 x double> %".142", %".70"
  store <8 x double> %".143", ptr %".48", align 8
  %".145" = load <8 x double>, ptr %".49", align 8
  %".146" = fadd <8 x double> %".145", %".71"
  store <8 x double> %".146", ptr %".49", align 8
  br label %"summed.endif"
summed.else:
  store <8 x double> %".64", ptr %".42", align 8
  store <8 x double> %".65", ptr %".43", align 8
  store <8 x double> %".66", ptr %".44", align 8
  store <8 x double> %".67", ptr %".45", align 8
  store <8 x double> %".68", ptr %".46", align 8
  store <8 x double> %".69", ptr %".47", align 8
  store <8 x double> %".70", ptr %".48", align 8
  store <8 x double> %".71", ptr %".49", align 8
  br label %"summed.endif"
summed.endif:
  %".158" = add nsw i64 %".54", 1099511627776
  br label %"loop"
loop.1:
  %".170" = phi  i64 [0, %"done"], [%".187", %"body.1.endif"]
  %".171" = icmp slt i64 %".170", %".7"
  br i1 %".171", label %"body.1", label %"done.1"
body.1:
  %".173" = mul i64 %".170", 8
  %".174" = getelementptr inbounds double, ptr %".41", i64 %".173"
  %".175" = getelementptr inbounds double, ptr %".174", i64 0
  %".176" = load <8 x double>, ptr %".175", align 8
  %".177" = mul i64 %".6", %".170"
  %".178" = getelementptr inbounds double, ptr %".15", i64 %".177"
  %".179" = getelementptr inbounds double, ptr %".178", i64 0
  br i1 %".168", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".181" = load <8 x double>, ptr %".179", align 8
  %".182" = fadd <8 x double> %".181", %".176"
  store <8 x double> %".182", ptr %".179", align 8
  br label %"body.1.endif"
body.1.else:
  store <8 x double> %".176", ptr %".179", align 8
  br label %"body.1.endif"
body.1.endif:
  %".187" = add nsw i64 %".170", 1
  br label %"loop.1"
}

declare <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".1", <8 x double> %".2", <8 x double> %".3")

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
  %".19" = getelementptr inbounds double, ptr %".12", i64 %".18"
  %".20" = getelementptr inbounds i64, ptr %".16", i64 1
  %".21" = load i64, ptr %".20"
  %".22" = getelementptr inbounds double, ptr %".12", i64 %".21"
  %".23" = getelementptr inbounds i64, ptr %".16", i64 2
  %".24" = load i64, ptr %".23"
  %".25" = getelementptr inbounds double, ptr %".12", i64 %".24"
  %".26" = getelementptr inbounds i64, ptr %".16", i64 3
  %".27" = load i64, ptr %".26"
  %".28" = getelementptr inbounds double, ptr %".12", i64 %".27"
  %".29" = getelementptr inbounds i64, ptr %".16", i64 4
  %".30" = load i64, ptr %".29"
  %".31" = getelementptr inbounds double, ptr %".12", i64 %".30"
  %".32" = getelementptr inbounds i64, ptr %".16", i64 5
  %".33" = load i64, ptr %".32"
  %".34" = getelementptr inbounds double, ptr %".12", i64 %".33"
  %".35" = getelementptr inbounds i64, ptr %".16", i64 6
  %".36" = load i64, ptr %".35"
  %".37" = getelementptr inbounds double, ptr %".12", i64 %".36"
  %".38" = getelementptr inbounds i64, ptr %".16", i64 7
  %".39" = load i64, ptr %".38"
  %".40" = getelementptr inbounds double, ptr %".12", i64 %".39"
  %".41" = alloca <8 x double>, i64 16, align 64
  %".42" = getelementptr inbounds double, ptr %".41", i64 0
  %".43" = getelementptr inbounds double, ptr %".41", i64 8
  %".44" = getelementptr inbounds double, ptr %".41", i64 16
  %".45" = getelementptr inbounds double, ptr %".41", i64 24
  %".46" = getelementptr inbounds double, ptr %".41", i64 32
  %".47" = getelementptr inbounds double, ptr %".41", i64 40
  %".48" = getelementptr inbounds double, ptr %".41", i64 48
  %".49" = getelementptr inbounds double, ptr %".41", i64 56
  %".50" = getelementptr inbounds double, ptr %".41", i64 64
  %".51" = getelementptr inbounds double, ptr %".41", i64 72
  %".52" = getelementptr inbounds double, ptr %".41", i64 80
  %".53" = getelementptr inbounds double, ptr %".41", i64 88
  %".54" = getelementptr inbounds double, ptr %".41", i64 96
  %".55" = getelementptr inbounds double, ptr %".41", i64 104
  %".56" = getelementptr inbounds double, ptr %".41", i64 112
  %".57" = getelementptr inbounds double, ptr %".41", i64 120
  %".58" = add i64 0, 1
  %".59" = icmp slt i64 %".4", %".58"
  %".60" = select  i1 %".59", i64 %".58", i64 %".4"
  br label %"loop"
loop:
  %".62" = phi  i64 [0, %"entry"], [%".216", %"summed.endif"]
  %".63" = icmp slt i64 %".62", %".60"
  br i1 %".63", label %"body", label %"done"
body:
  %".65" = add i64 %".62", 1099511627776
  %".66" = icmp slt i64 %".65", %".60"
  %".67" = select  i1 %".66", i64 %".65", i64 %".60"
  %".68" = icmp slt i64 %".67", %".4"
  %".69" = select  i1 %".68", i64 %".67", i64 %".4"
  br label %"terms"
done:
  %".218" = load <8 x double>, ptr %".42", align 8
  %".219" = load <8 x double>, ptr %".43", align 8
  %".220" = load <8 x double>, ptr %".44", align 8
  %".221" = load <8 x double>, ptr %".45", align 8
  %".222" = load <8 x double>, ptr %".46", align 8
  %".223" = load <8 x double>, ptr %".47", align 8
  %".224" = load <8 x double>, ptr %".48", align 8
  %".225" = load <8 x double>, ptr %".49", align 8
  %".226" = load <8 x double>, ptr %".50", align 8
  %".227" = load <8 x double>, ptr %".51", align 8
  %".228" = load <8 x double>, ptr %".52", align 8
  %".229" = load <8 x double>, ptr %".53", align 8
  %".230" = load <8 x double>, ptr %".54", align 8
  %".231" = load <8 x double>, ptr %".55", align 8
  %".232" = load <8 x double>, ptr %".56", align 8
  %".233" = load <8 x double>, ptr %".57", align 8
  %".234" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".71" = phi  i64 [%".62", %"body"], [%".146", %"term"]
  %".72" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".109", %"term"]
  %".73" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".110", %"term"]
  %".74" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".114", %"term"]
  %".75" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".115", %"term"]
  %".76" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".119", %"term"]
  %".77" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".120", %"term"]
  %".78" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".124", %"term"]
  %".79" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".125", %"term"]
  %".80" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".129", %"term"]
  %".81" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".130", %"term"]
  %".82" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".134", %"term"]
  %".83" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".135", %"term"]
  %".84" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".139", %"term"]
  %".85" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".140", %"term"]
  %".86" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".144", %"term"]
  %".87" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".145", %"term"]
  %".88" = icmp slt i64 %".71", %".69"
  br i1 %".88", label %"term", label %"summed"
term:
  %".90" = getelementptr inbounds i64, ptr %".14", i64 %".71"
  %".91" = load i64, ptr %".90"
  %".92" = mul i64 %".71", %".6"
  %".93" = getelementptr inbounds double, ptr %".13", i64 %".92"
  %".94" = getelementptr inbounds double, ptr %".19", i64 %".91"
  %".95" = getelementptr inbounds double, ptr %".22", i64 %".91"
  %".96" = getelementptr inbounds double, ptr %".25", i64 %".91"
  %".97" = getelementptr inbounds double, ptr %".28", i64 %".91"
  %".98" = getelementptr inbounds double, ptr %".31", i64 %".91"
  %".99" = getelementptr inbounds double, ptr %".34", i64 %".91"
  %".100" = getelementptr inbounds double, ptr %".37", i64 %".91"
  %".101" = getelementptr inbounds double, ptr %".40", i64 %".91"
  %".102" = getelementptr inbounds double, ptr %".93", i64 0
  %".103" = getelementptr inbounds double, ptr %".93", i64 8
  %".104" = load <8 x double>, ptr %".102", align 8
  %".105" = load <8 x double>, ptr %".103", align 8
  %".106" = load double, ptr %".94"
  %".107" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".106", i32 0
  %".108" = shufflevector <8 x double> %".107", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".109" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".108", <8 x double> %".104", <8 x double> %".72")
  %".110" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".108", <8 x double> %".105", <8 x double> %".73")
  %".111" = load double, ptr %".95"
  %".112" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".111", i32 0
  %".113" = shufflevector <8 x double> %".112", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".114" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".113", <8 x double> %".104", <8 x double> %".74")
  %".115" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".113", <8 x double> %".105", <8 x double> %".75")
  %".116" = load double, ptr %".96"
  %".117" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".116", i32 0
  %".118" = shufflevector <8 x double> %".117", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".119" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".118", <8 x double> %".104", <8 x double> %".76")
  %".120" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".118", <8 x double> %".105", <8 x double> %".77")
  %".121" = load double, ptr %".97"
  %".122" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".121", i32 0
  %".123" = shufflevector <8 x double> %".122", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".124" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".123", <8 x double> %".104", <8 x double> %".78")
  %".125" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".123", <8 x double> %".105", <8 x double> %".79")
  %".126" = load double, ptr %".98"
  %".127" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".126", i32 0
  %".128" = shufflevector <8 x double> %".127", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".129" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".128", <8 x double> %".104", <8 x double> %".80")
  %".130" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".128", <8 x double> %".105", <8 x double> %".81")
  %".131" = load double, ptr %".99"
  %".132" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".131", i32 0
  %".133" = shufflevector <8 x double> %".132", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".134" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".133", <8 x double> %".104", <8 x double> %".82")
  %".135" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".133", <8 x double> %".105", <8 x double> %".83")
  %".136" = load double, ptr %".100"
  %".137" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".136", i32 0
  %".138" = shufflevector <8 x double> %".137", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".139" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".138", <8 x double> %".104", <8 x double> %".84")
  %".140" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".138", <8 x double> %".105", <8 x double> %".85")
  %".141" = load double, ptr %".101"
  %".142" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".141", i32 0
  %".143" = shufflevector <8 x double> %".142", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".144" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".143", <8 x double> %".104", <8 x double> %".86")
  %".145" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".143", <8 x double> %".105", <8 x double> %".87")
  %".146" = add nsw i64 %".71", 1
  br label %"terms", !llvm.loop !2
summed:
  %".148" = icmp sgt i64 %".62", 0
  br i1 %".148", label %"summed.if", label %"summed.else"
summed.if:
  %".150" = load <8 x double>, ptr %".42", align 8
  %".151" = fadd <8 x double> %".150", %".72"
  store <8 x double> %".151", ptr %".42", align 8
  %".153" = load <8 x double>, ptr %".43", align 8
  %".154" = fadd <8 x double> %".153", %".73"
  store <8 x double> %".154", ptr %".43", align 8
  %".156" = load <8 x double>, ptr %".44", align 8
  %".157" = fadd <8 x double> %".156", %".74"
  store <8 x double> %".157", ptr %".44", align 8
  %".159" = load <8 x double>, ptr %".45", align 8
  %".160" = fadd <8 x double> %".159", %".75"
  store <8 x double> %".160", ptr %".45", align 8
  %".162" = load <8 x double>, ptr %".46", align 8
  %".163" = fadd <8 x double> %".162", %".76"
  store <8 x double> %".163", ptr %".46", align 8
  %".165" = load <8 x double>, ptr %".47", align 8
  %".166" = fadd <8 x double> %".165", %".77"
  store <8 x double> %".166", ptr %".47", align 8
  %".168" = load <8 x double>, ptr %".48", align 8
  %".169" = fadd <8 x double> %".168", %".78"
  store <8 x double> %".169", ptr %".48", align 8
  %".171" = load <8 x double>, ptr %".49", align 8
  %".172" = fadd <8 x double> %".171", %".79"
  store <8 x double> %".172", ptr %".49", align 8
  %".174" = load <8 x double>, ptr %".50", align 8
  %".175" = fadd <8 x double> %".174", %".80"
  store <8 x double> %".175", ptr %".50", align 8
  %".177" = load <8 x double>, ptr %".51", align 8
  %".178" = fadd <8 x double> %".177", %".81"
  store <8 x double> %".178", ptr %".51", align 8
  %".180" = load <8 x double>, ptr %".52", align 8
  %".181" = fadd <8 x double> %".180", %".82"
  store <8 x double> %".181", ptr %".52", align 8
  %".183" = load <8 x double>, ptr %".53", align 8
  %".184" = fadd <8 x double> %".183", %".83"
  store <8 x double> %".184", ptr %".53", align 8
  %".186" = load <8 x double>, ptr %".54", align 8
  %".187" = fadd <8 x double> %".186", %".84"
  store <8 x double> %".187", ptr %".54", align 8
  %".189" = load <8 x double>, ptr %".55", align 8
  %".190" = fadd <8 x double> %".189", %".85"
  store <8 x double> %".190", ptr %".55", align 8
  %".192" = load <8 x double>, ptr %".56", align 8
  %".193" = fadd <8 x double> %".192", %".86"
  store <8 x double> %".193", ptr %".56", align 8
  %".195" = load <8 x double>, ptr %".57", align 8
  %".196" = fadd <8 x double> %".195", %".87"
  store <8 x double> %".196", ptr %".57", align 8
  br label %"summed.endif"
summed.else:
  store <8 x double> %".72", ptr %".42", align 8
  store <8 x double> %".73", ptr %".43", align 8
  store <8 x double> %".74", ptr %".44", align 8
  store <8 x double> %".75", ptr %".45", align 8
  store <8 x double> %".76", ptr %".46", align 8
  store <8 x double> %".77", ptr %".47", align 8
  store <8 x double> %".78", ptr %".48", align 8
  store <8 x double> %".79", ptr %".49", align 8
  store <8 x double> %".80", ptr %".50", align 8
  store <8 x double> %".81", ptr %".51", align 8
  store <8 x double> %".82", ptr %".52", align 8
  store <8 x double> %".83", ptr %".53", align 8
  store <8 x double> %".84", ptr %".54", align 8
  store <8 x double> %".85", ptr %".55", align 8
  store <8 x double> %".86", ptr %".56", align 8
  store <8 x double> %".87", ptr %".57", align 8
  br label %"summed.endif"
summed.endif:
  %".216" = add nsw i64 %".62", 1099511627776
  br label %"loop"
loop.1:
  %".236" = phi  i64 [0, %"done"], [%".260", %"body.1.endif"]
  %".237" = icmp slt i64 %".236", %".7"
  br i1 %".237", label %"body.1", label %"done.1"
body.1:
  %".239" = mul i64 %".236", 16
  %".240" = getelementptr inbounds double, ptr %".41", i64 %".239"
  %".241" = getelementptr inbounds double, ptr %".240", i64 0
  %".242" = getelementptr inbounds double, ptr %".240", i64 8
  %".243" = load <8 x double>, ptr %".241", align 8
  %".244" = load <8 x double>, ptr %".242", align 8
  %".245" = mul i64 %".6", %".236"
  %".246" = getelementptr inbounds double, ptr %".15", i64 %".245"
  %".247" = getelementptr inbounds double, ptr %".246", i64 0
  %".248" = getelementptr inbounds double, ptr %".246", i64 8
  br i1 %".234", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".250" = load <8 x double>, ptr %".247", align 8
  %".251" = fadd <8 x double> %".250", %".243"
  store <8 x double> %".251", ptr %".247", align 8
  %".253" = load <8 x double>, ptr %".248", align 8
  %".254" = fadd <8 x double> %".253", %".244"
  store <8 x double> %".254", ptr %".248", align 8
  br label %"body.1.endif"
body.1.else:
  store <8 x double> %".243", ptr %".247", align 8
  store <8 x double> %".244", ptr %".248", align 8
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
  %".19" = getelementptr inbounds double, ptr %".12", i64 %".18"
  %".20" = getelementptr inbounds i64, ptr %".16", i64 1
  %".21" = load i64, ptr %".20"
  %".22" = getelementptr inbounds double, ptr %".12", i64 %".21"
  %".23" = getelementptr inbounds i64, ptr %".16", i64 2
  %".24" = load i64, ptr %".23"
  %".25" = getelementptr inbounds double, ptr %".12", i64 %".24"
  %".26" = getelementptr inbounds i64, ptr %".16", i64 3
  %".27" = load i64, ptr %".26"
  %".28" = getelementptr inbounds double, ptr %".12", i64 %".27"
  %".29" = getelementptr inbounds i64, ptr %".16", i64 4
  %".30" = load i64, ptr %".29"
  %".31" = getelementptr inbounds double, ptr %".12", i64 %".30"
  %".32" = getelementptr inbounds i64, ptr %".16", i64 5
  %".33" = load i64, ptr %".32"
  %".34" = getelementptr inbounds double, ptr %".12", i64 %".33"
  %".35" = getelementptr inbounds i64, ptr %".16", i64 6
  %".36" = load i64, ptr %".35"
  %".37" = getelementptr inbounds double, ptr %".12", i64 %".36"
  %".38" = getelementptr inbounds i64, ptr %".16", i64 7
  %".39" = load i64, ptr %".38"
  %".40" = getelementptr inbounds double, ptr %".12", i64 %".39"
  %".41" = alloca <8 x double>, i64 24, align 64
  %".42" = getelementptr inbounds double, ptr %".41", i64 0
  %".43" = getelementptr inbounds double, ptr %".41", i64 8
  %".44" = getelementptr inbounds double, ptr %".41", i64 16
  %".45" = getelementptr inbounds double, ptr %".41", i64 24
  %".46" = getelementptr inbounds double, ptr %".41", i64 32
  %".47" = getelementptr inbounds double, ptr %".41", i64 40
  %".48" = getelementptr inbounds double, ptr %".41", i64 48
  %".49" = getelementptr inbounds double, ptr %".41", i64 56
  %".50" = getelementptr inbounds double, ptr %".41", i64 64
  %".51" = getelementptr inbounds double, ptr %".41", i64 72
  %".52" = getelementptr inbounds double, ptr %".41", i64 80
  %".53" = getelementptr inbounds double, ptr %".41", i64 88
  %".54" = getelementptr inbounds double, ptr %".41", i64 96
  %".55" = getelementptr inbounds double, ptr %".41", i64 104
  %".56" = getelementptr inbounds double, ptr %".41", i64 112
  %".57" = getelementptr inbounds double, ptr %".41", i64 120
  %".58" = getelementptr inbounds double, ptr %".41", i64 128
  %".59" = getelementptr inbounds double, ptr %".41", i64 136
  %".60" = getelementptr inbounds double, ptr %".41", i64 144
  %".61" = getelementptr inbounds double, ptr %".41", i64 152
  %".62" = getelementptr inbounds double, ptr %".41", i64 160
  %".63" = getelementptr inbounds double, ptr %".41", i64 168
  %".64" = getelementptr inbounds double, ptr %".41", i64 176
  %".65" = getelementptr inbounds double, ptr %".41", i64 184
  %".66" = add i64 0, 1
  %".67" = icmp slt i64 %".4", %".66"
  %".68" = select  i1 %".67", i64 %".66", i64 %".4"
  br label %"loop"
loop:
  %".70" = phi  i64 [0, %"entry"], [%".274", %"summed.endif"]
  %".71" = icmp slt i64 %".70", %".68"
  br i1 %".71", label %"body", label %"done"
body:
  %".73" = add i64 %".70", 1099511627776
  %".74" = icmp slt i64 %".73", %".68"
  %".75" = select  i1 %".74", i64 %".73", i64 %".68"
  %".76" = icmp slt i64 %".75", %".4"
  %".77" = select  i1 %".76", i64 %".75", i64 %".4"
  br label %"terms"
done:
  %".276" = load <8 x double>, ptr %".42", align 8
  %".277" = load <8 x double>, ptr %".43", align 8
  %".278" = load <8 x double>, ptr %".44", align 8
  %".279" = load <8 x double>, ptr %".45", align 8
  %".280" = load <8 x double>, ptr %".46", align 8
  %".281" = load <8 x double>, ptr %".47", align 8
  %".282" = load <8 x double>, ptr %".48", align 8
  %".283" = load <8 x double>, ptr %".49", align 8
  %".284" = load <8 x double>, ptr %".50", align 8
  %".285" = load <8 x double>, ptr %".51", align 8
  %".286" = load <8 x double>, ptr %".52", align 8
  %".287" = load <8 x double>, ptr %".53", align 8
  %".288" = load <8 x double>, ptr %".54", align 8
  %".289" = load <8 x double>, ptr %".55", align 8
  %".290" = load <8 x double>, ptr %".56", align 8
  %".291" = load <8 x double>, ptr %".57", align 8
  %".292" = load <8 x double>, ptr %".58", align 8
  %".293" = load <8 x double>, ptr %".59", align 8
  %".294" = load <8 x double>, ptr %".60", align 8
  %".295" = load <8 x double>, ptr %".61", align 8
  %".296" = load <8 x double>, ptr %".62", align 8
  %".297" = load <8 x double>, ptr %".63", align 8
  %".298" = load <8 x double>, ptr %".64", align 8
  %".299" = load <8 x double>, ptr %".65", align 8
  %".300" = icmp ne i64 %".9", 0
  br label %"loop.1"
terms:
  %".79" = phi  i64 [%".70", %"body"], [%".172", %"term"]
  %".80" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".127", %"term"]
  %".81" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".128", %"term"]
  %".82" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".129", %"term"]
  %".83" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".133", %"term"]
  %".84" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".134", %"term"]
  %".85" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".135", %"term"]
  %".86" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".139", %"term"]
  %".87" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".140", %"term"]
  %".88" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".141", %"term"]
  %".89" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".145", %"term"]
  %".90" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".146", %"term"]
  %".91" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".147", %"term"]
  %".92" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".151", %"term"]
  %".93" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".152", %"term"]
  %".94" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".153", %"term"]
  %".95" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".157", %"term"]
  %".96" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".158", %"term"]
  %".97" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".159", %"term"]
  %".98" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".163", %"term"]
  %".99" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".164", %"term"]
  %".100" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".165", %"term"]
  %".101" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".169", %"term"]
  %".102" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".170", %"term"]
  %".103" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"body"], [%".171", %"term"]
  %".104" = icmp slt i64 %".79", %".77"
  br i1 %".104", label %"term", label %"summed"
term:
  %".106" = getelementptr inbounds i64, ptr %".14", i64 %".79"
  %".107" = load i64, ptr %".106"
  %".108" = mul i64 %".79", %".6"
  %".109" = getelementptr inbounds double, ptr %".13", i64 %".108"
  %".110" = getelementptr inbounds double, ptr %".19", i64 %".107"
  %".111" = getelementptr inbounds double, ptr %".22", i64 %".107"
  %".112" = getelementptr inbounds double, ptr %".25", i64 %".107"
  %".113" = getelementptr inbounds double, ptr %".28", i64 %".107"
  %".114" = getelementptr inbounds double, ptr %".31", i64 %".107"
  %".115" = getelementptr inbounds double, ptr %".34", i64 %".107"
  %".116" = getelementptr inbounds double, ptr %".37", i64 %".107"
  %".117" = getelementptr inbounds double, ptr %".40", i64 %".107"
  %".118" = getelementptr inbounds double, ptr %".109", i64 0
  %".119" = getelementptr inbounds double, ptr %".109", i64 8
  %".120" = getelementptr inbounds double, ptr %".109", i64 16
  %".121" = load <8 x double>, ptr %".118", align 8
  %".122" = load <8 x double>, ptr %".119", align 8
  %".123" = load <8 x double>, ptr %".120", align 8
  %".124" = load double, ptr %".110"
  %".125" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".124", i32 0
  %".126" = shufflevector <8 x double> %".125", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".127" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".126", <8 x double> %".121", <8 x double> %".80")
  %".128" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".126", <8 x double> %".122", <8 x double> %".81")
  %".129" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".126", <8 x double> %".123", <8 x double> %".82")
  %".130" = load double, ptr %".111"
  %".131" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".130", i32 0
  %".132" = shufflevector <8 x double> %".131", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".133" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".132", <8 x double> %".121", <8 x double> %".83")
  %".134" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".132", <8 x double> %".122", <8 x double> %".84")
  %".135" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".132", <8 x double> %".123", <8 x double> %".85")
  %".136" = load double, ptr %".112"
  %".137" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".136", i32 0
  %".138" = shufflevector <8 x double> %".137", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".139" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".138", <8 x double> %".121", <8 x double> %".86")
  %".140" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".138", <8 x double> %".122", <8 x double> %".87")
  %".141" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".138", <8 x double> %".123", <8 x double> %".88")
  %".142" = load double, ptr %".113"
  %".143" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".142", i32 0
  %".144" = shufflevector <8 x double> %".143", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".145" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".144", <8 x double> %".121", <8 x double> %".89")
  %".146" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".144", <8 x double> %".122", <8 x double> %".90")
  %".147" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".144", <8 x double> %".123", <8 x double> %".91")
  %".148" = load double, ptr %".114"
  %".149" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".148", i32 0
  %".150" = shufflevector <8 x double> %".149", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".151" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".150", <8 x double> %".121", <8 x double> %".92")
  %".152" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".150", <8 x double> %".122", <8 x double> %".93")
  %".153" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".150", <8 x double> %".123", <8 x double> %".94")
  %".154" = load double, ptr %".115"
  %".155" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".154", i32 0
  %".156" = shufflevector <8 x double> %".155", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".157" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".156", <8 x double> %".121", <8 x double> %".95")
  %".158" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".156", <8 x double> %".122", <8 x double> %".96")
  %".159" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".156", <8 x double> %".123", <8 x double> %".97")
  %".160" = load double, ptr %".116"
  %".161" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".160", i32 0
  %".162" = shufflevector <8 x double> %".161", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".163" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".162", <8 x double> %".121", <8 x double> %".98")
  %".164" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".162", <8 x double> %".122", <8 x double> %".99")
  %".165" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".162", <8 x double> %".123", <8 x double> %".100")
  %".166" = load double, ptr %".117"
  %".167" = insertelement <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, double %".166", i32 0
  %".168" = shufflevector <8 x double> %".167", <8 x double> <double undef, double undef, double undef, double undef, double undef, double undef, double undef, double undef>, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %".169" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".168", <8 x double> %".121", <8 x double> %".101")
  %".170" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".168", <8 x double> %".122", <8 x double> %".102")
  %".171" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".168", <8 x double> %".123", <8 x double> %".103")
  %".172" = add nsw i64 %".79", 1
  br label %"terms", !llvm.loop !2
summed:
  %".174" = icmp sgt i64 %".70", 0
  br i1 %".174", label %"summed.if", label %"summed.else"
summed.if:
  %".176" = load <8 x double>, ptr %".42", align 8
  %".177" = fadd <8 x double> %".176", %".80"
  store <8 x double> %".177", ptr %".42", align 8
  %".179" = load <8 x double>, ptr %".43", align 8
  %".180" = fadd <8 x double> %".179", %".81"
  store <8 x double> %".180", ptr %".43", align 8
  %".182" = load <8 x double>, ptr %".44", align 8
  %".183" = fadd <8 x double> %".182", %".82"
  store <8 x double> %".183", ptr %".44", align 8
  %".185" = load <8 x double>, ptr %".45", align 8
  %".186" = fadd <8 x double> %".185", %".83"
  store <8 x double> %".186", ptr %".45", align 8
  %".188" = load <8 x double>, ptr %".46", align 8
  %".189" = fadd <8 x double> %".188", %".84"
  store <8 x double> %".189", ptr %".46", align 8
  %".191" = load <8 x double>, ptr %".47", align 8
  %".192" = fadd <8 x double> %".191", %".85"
  store <8 x double> %".192", ptr %".47", align 8
  %".194" = load <8 x double>, ptr %".48", align 8
  %".195" = fadd <8 x double> %".194", %".86"
  store <8 x double> %".195", ptr %".48", align 8
  %".197" = load <8 x double>, ptr %".49", align 8
  %".198" = fadd <8 x double> %".197", %".87"
  store <8 x double> %".198", ptr %".49", align 8
  %".200" = load <8 x double>, ptr %".50", align 8
  %".201" = fadd <8 x double> %".200", %".88"
  store <8 x double> %".201", ptr %".50", align 8
  %".203" = load <8 x double>, ptr %".51", align 8
  %".204" = fadd <8 x double> %".203", %".89"
  store <8 x double> %".204", ptr %".51", align 8
  %".206" = load <8 x double>, ptr %".52", align 8
  %".207" = fadd <8 x double> %".206", %".90"
  store <8 x double> %".207", ptr %".52", align 8
  %".209" = load <8 x double>, ptr %".53", align 8
  %".210" = fadd <8 x double> %".209", %".91"
  store <8 x double> %".210", ptr %".53", align 8
  %".212" = load <8 x double>, ptr %".54", align 8
  %".213" = fadd <8 x double> %".212", %".92"
  store <8 x double> %".213", ptr %".54", align 8
  %".215" = load <8 x double>, ptr %".55", align 8
  %".216" = fadd <8 x double> %".215", %".93"
  store <8 x double> %".216", ptr %".55", align 8
  %".218" = load <8 x double>, ptr %".56", align 8
  %".219" = fadd <8 x double> %".218", %".94"
  store <8 x double> %".219", ptr %".56", align 8
  %".221" = load <8 x double>, ptr %".57", align 8
  %".222" = fadd <8 x double> %".221", %".95"
  store <8 x double> %".222", ptr %".57", align 8
  %".224" = load <8 x double>, ptr %".58", align 8
  %".225" = fadd <8 x double> %".224", %".96"
  store <8 x double> %".225", ptr %".58", align 8
  %".227" = load <8 x double>, ptr %".59", align 8
  %".228" = fadd <8 x double> %".227", %".97"
  store <8 x double> %".228", ptr %".59", align 8
  %".230" = load <8 x double>, ptr %".60", align 8
  %".231" = fadd <8 x double> %".230", %".98"
  store <8 x double> %".231", ptr %".60", align 8
  %".233" = load <8 x double>, ptr %".61", align 8
  %".234" = fadd <8 x double> %".233", %".99"
  store <8 x double> %".234", ptr %".61", align 8
  %".236" = load <8 x double>, ptr %".62", align 8
  %".237" = fadd <8 x double> %".236", %".100"
  store <8 x double> %".237", ptr %".62", align 8
  %".239" = load <8 x double>, ptr %".63", align 8
  %".240" = fadd <8 x double> %".239", %".101"
  store <8 x double> %".240", ptr %".63", align 8
  %".242" = load <8 x double>, ptr %".64", align 8
  %".243" = fadd <8 x double> %".242", %".102"
  store <8 x double> %".243", ptr %".64", align 8
  %".245" = load <8 x double>, ptr %".65", align 8
  %".246" = fadd <8 x double> %".245", %".103"
  store <8 x double> %".246", ptr %".65", align 8
  br label %"summed.endif"
summed.else:
  store <8 x double> %".80", ptr %".42", align 8
  store <8 x double> %".81", ptr %".43", align 8
  store <8 x double> %".82", ptr %".44", align 8
  store <8 x double> %".83", ptr %".45", align 8
  store <8 x double> %".84", ptr %".46", align 8
  store <8 x double> %".85", ptr %".47", align 8
  store <8 x double> %".86", ptr %".48", align 8
  store <8 x double> %".87", ptr %".49", align 8
  store <8 x double> %".88", ptr %".50", align 8
  store <8 x double> %".89", ptr %".51", align 8
  store <8 x double> %".90", ptr %".52", align 8
  store <8 x double> %".91", ptr %".53", align 8
  store <8 x double> %".92", ptr %".54", align 8
  store <8 x double> %".93", ptr %".55", align 8
  store <8 x double> %".94", ptr %".56", align 8
  store <8 x double> %".95", ptr %".57", align 8
  store <8 x double> %".96", ptr %".58", align 8
  store <8 x double> %".97", ptr %".59", align 8
  store <8 x double> %".98", ptr %".60", align 8
  store <8 x double> %".99", ptr %".61", align 8
  store <8 x double> %".100", ptr %".62", align 8
  store <8 x double> %".101", ptr %".63", align 8
  store <8 x double> %".102", ptr %".64", align 8
  store <8 x double> %".103", ptr %".65", align 8
  br label %"summed.endif"
summed.endif:
  %".274" = add nsw i64 %".70", 1099511627776
  br label %"loop"
loop.1:
  %".302" = phi  i64 [0, %"done"], [%".333", %"body.1.endif"]
  %".303" = icmp slt i64 %".302", %".7"
  br i1 %".303", label %"body.1", label %"done.1"
body.1:
  %".305" = mul i64 %".302", 24
  %".306" = getelementptr inbounds double, ptr %".41", i64 %".305"
  %".307" = getelementptr inbounds double, ptr %".306", i64 0
  %".308" = getelementptr inbounds double, ptr %".306", i64 8
  %".309" = getelementptr inbounds double, ptr %".306", i64 16
  %".310" = load <8 x double>, ptr %".307", align 8
  %".311" = load <8 x double>, ptr %".308", align 8
  %".312" = load <8 x double>, ptr %".309", align 8
  %".313" = mul i64 %".6", %".302"
  %".314" = getelementptr inbounds double, ptr %".15", i64 %".313"
  %".315" = getelementptr inbounds double, ptr %".314", i64 0
  %".316" = getelementptr inbounds double, ptr %".314", i64 8
  %".317" = getelementptr inbounds double, ptr %".314", i64 16
  br i1 %".300", label %"body.1.if", label %"body.1.else"
done.1:
  ret void
body.1.if:
  %".319" = load <8 x double>, ptr %".315", align 8
  %".320" = fadd <8 x double> %".319", %".310"
  store <8 x double> %".320", ptr %".315", align 8
  %".322" = load <8 x double>, ptr %".316", align 8
  %".323" = fadd <8 x double> %".322", %".311"
  store <8 x double> %".323", ptr %".316", align 8
  %".325" = load <8 x double>, ptr %".317", align 8
  %".326" = fadd <8 x double> %".325", %".312"
  store <8 x double> %".326", ptr %".317", align 8
  br label %"body.1.endif"
body.1.else:
  store <8 x double> %".310", ptr %".315", align 8
  store <8 x double> %".311", ptr %".316", align 8
  store <8 x double> %".312", ptr %".317", align 8
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
  %"more" = alloca double
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
  %".48" = getelementptr inbounds double, ptr %".47", i64 %".46"
  %".49" = load double, ptr %".48"
  store i64 %".40", i64* %"place"
  store double %".49", double* %"more"
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
  %".60" = getelementptr inbounds double, ptr %".59", i64 %".58"
  %".61" = load double, ptr %".60"
  %".62" = load double, double* %"more"
  %".63" = fadd double %".61", %".62"
  br label %"chosen"
else:
  %".64" = load double, double* %"more"
  br label %"chosen"
chosen:
  %".67" = phi  double [%".63", %"then"], [%".64", %"else"]
  %".68" = inttoptr i64 %".52" to ptr
  %".69" = getelementptr inbounds double, ptr %".68", i64 %".53"
  store double %".67", ptr %".69"
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
  %".189" = mul i64 8, %".188"
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
  %".219" = mul i64 8, %".218"
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
  %".245" = mul i64 8, %".244"
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
  %".16" = mul i64 %".15", 8
  %".17" = add i64 %".1", %".16"
  %".18" = icmp slt i64 1, %".3"
  %".19" = select  i1 %".18", i64 1, i64 %".3"
  %".20" = mul i64 %".2", %".19"
  %".21" = mul i64 %".20", 8
  %".22" = add i64 %".1", %".21"
  %".23" = icmp slt i64 2, %".3"
  %".24" = select  i1 %".23", i64 2, i64 %".3"
  %".25" = mul i64 %".2", %".24"
  %".26" = mul i64 %".25", 8
  %".27" = add i64 %".1", %".26"
  %".28" = icmp slt i64 3, %".3"
  %".29" = select  i1 %".28", i64 3, i64 %".3"
  %".30" = mul i64 %".2", %".29"
  %".31" = mul i64 %".30", 8
  %".32" = add i64 %".1", %".31"
  %".33" = inttoptr i64 %".5" to ptr
  %".34" = getelementptr inbounds i64, ptr %".33", i64 0
  %".35" = load i64, ptr %".34"
  %".36" = mul i64 %".35", 8
  %".37" = add i64 %".4", %".36"
  %".38" = inttoptr i64 %".5" to ptr
  %".39" = getelementptr inbounds i64, ptr %".38", i64 1
  %".40" = load i64, ptr %".39"
  %".41" = mul i64 %".40", 8
  %".42" = add i64 %".4", %".41"
  %".43" = inttoptr i64 %".5" to ptr
  %".44" = getelementptr inbounds i64, ptr %".43", i64 2
  %".45" = load i64, ptr %".44"
  %".46" = mul i64 %".45", 8
  %".47" = add i64 %".4", %".46"
  %".48" = inttoptr i64 %".5" to ptr
  %".49" = getelementptr inbounds i64, ptr %".48", i64 3
  %".50" = load i64, ptr %".49"
  %".51" = mul i64 %".50", 8
  %".52" = add i64 %".4", %".51"
  %".53" = inttoptr i64 %".5" to ptr
  %".54" = getelementptr inbounds i64, ptr %".53", i64 4
  %".55" = load i64, ptr %".54"
  %".56" = mul i64 %".55", 8
  %".57" = add i64 %".4", %".56"
  %".58" = inttoptr i64 %".5" to ptr
  %".59" = getelementptr inbounds i64, ptr %".58", i64 5
  %".60" = load i64, ptr %".59"
  %".61" = mul i64 %".60", 8
  %".62" = add i64 %".4", %".61"
  %".63" = inttoptr i64 %".11" to ptr
  br label %"terms"
terms:
  %".65" = phi  i64 [0, %"entry"], [%".211", %"summed.1"]
  %".66" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".124", %"summed.1"]
  %".67" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".125", %"summed.1"]
  %".68" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".126", %"summed.1"]
  %".69" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".127", %"summed.1"]
  %".70" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".128", %"summed.1"]
  %".71" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".129", %"summed.1"]
  %".72" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".130", %"summed.1"]
  %".73" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".131", %"summed.1"]
  %".74" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".132", %"summed.1"]
  %".75" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".133", %"summed.1"]
  %".76" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".134", %"summed.1"]
  %".77" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".135", %"summed.1"]
  %".78" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".136", %"summed.1"]
  %".79" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".137", %"summed.1"]
  %".80" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".138", %"summed.1"]
  %".81" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".139", %"summed.1"]
  %".82" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".140", %"summed.1"]
  %".83" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".141", %"summed.1"]
  %".84" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".142", %"summed.1"]
  %".85" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".143", %"summed.1"]
  %".86" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".144", %"summed.1"]
  %".87" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".145", %"summed.1"]
  %".88" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".146", %"summed.1"]
  %".89" = phi  <8 x double> [<double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>, %"entry"], [%".147", %"summed.1"]
  %".90" = icmp slt i64 %".65", %".8"
  br i1 %".90", label %"term", label %"summed"
term:
  %".92" = mul i64 %".9", 8
  %".93" = mul i64 %".65", %".92"
  %".94" = add i64 %".17", %".93"
  %".95" = mul i64 %".9", 8
  %".96" = mul i64 %".65", %".95"
  %".97" = add i64 %".22", %".96"
  %".98" = mul i64 %".9", 8
  %".99" = mul i64 %".65", %".98"
  %".100" = add i64 %".27", %".99"
  %".101" = mul i64 %".9", 8
  %".102" = mul i64 %".65", %".101"
  %".103" = add i64 %".32", %".102"
  %".104" = mul i64 %".10", 8
  %".105" = mul i64 %".65", %".104"
  %".106" = add i64 %".37", %".105"
  %".107" = mul i64 %".10", 8
  %".108" = mul i64 %".65", %".107"
  %".109" = add i64 %".42", %".108"
  %".110" = mul i64 %".10", 8
  %".111" = mul i64 %".65", %".110"
  %".112" = add i64 %".47", %".111"
  %".113" = mul i64 %".10", 8
  %".114" = mul i64 %".65", %".113"
  %".115" = add i64 %".52", %".114"
  %".116" = mul i64 %".10", 8
  %".117" = mul i64 %".65", %".116"
  %".118" = add i64 %".57", %".117"
  %".119" = mul i64 %".10", 8
  %".120" = mul i64 %".65", %".119"
  %".121" = add i64 %".62", %".120"
  br label %"terms.1"
summed:
  %".213" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".66")
  %".214" = getelementptr inbounds double, ptr %".63", i64 0
  store double %".213", ptr %".214"
  %".216" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".70")
  %".217" = getelementptr inbounds double, ptr %".63", i64 1
  store double %".216", ptr %".217"
  %".219" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".74")
  %".220" = getelementptr inbounds double, ptr %".63", i64 2
  store double %".219", ptr %".220"
  %".222" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".78")
  %".223" = getelementptr inbounds double, ptr %".63", i64 3
  store double %".222", ptr %".223"
  %".225" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".82")
  %".226" = getelementptr inbounds double, ptr %".63", i64 4
  store double %".225", ptr %".226"
  %".228" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".86")
  %".229" = getelementptr inbounds double, ptr %".63", i64 5
  store double %".228", ptr %".229"
  %".231" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".67")
  %".232" = getelementptr inbounds double, ptr %".63", i64 6
  store double %".231", ptr %".232"
  %".234" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".71")
  %".235" = getelementptr inbounds double, ptr %".63", i64 7
  store double %".234", ptr %".235"
  %".237" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".75")
  %".238" = getelementptr inbounds double, ptr %".63", i64 8
  store double %".237", ptr %".238"
  %".240" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".79")
  %".241" = getelementptr inbounds double, ptr %".63", i64 9
  store double %".240", ptr %".241"
  %".243" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".83")
  %".244" = getelementptr inbounds double, ptr %".63", i64 10
  store double %".243", ptr %".244"
  %".246" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".87")
  %".247" = getelementptr inbounds double, ptr %".63", i64 11
  store double %".246", ptr %".247"
  %".249" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".68")
  %".250" = getelementptr inbounds double, ptr %".63", i64 12
  store double %".249", ptr %".250"
  %".252" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".72")
  %".253" = getelementptr inbounds double, ptr %".63", i64 13
  store double %".252", ptr %".253"
  %".255" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".76")
  %".256" = getelementptr inbounds double, ptr %".63", i64 14
  store double %".255", ptr %".256"
  %".258" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".80")
  %".259" = getelementptr inbounds double, ptr %".63", i64 15
  store double %".258", ptr %".259"
  %".261" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".84")
  %".262" = getelementptr inbounds double, ptr %".63", i64 16
  store double %".261", ptr %".262"
  %".264" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".88")
  %".265" = getelementptr inbounds double, ptr %".63", i64 17
  store double %".264", ptr %".265"
  %".267" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".69")
  %".268" = getelementptr inbounds double, ptr %".63", i64 18
  store double %".267", ptr %".268"
  %".270" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".73")
  %".271" = getelementptr inbounds double, ptr %".63", i64 19
  store double %".270", ptr %".271"
  %".273" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".77")
  %".274" = getelementptr inbounds double, ptr %".63", i64 20
  store double %".273", ptr %".274"
  %".276" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".81")
  %".277" = getelementptr inbounds double, ptr %".63", i64 21
  store double %".276", ptr %".277"
  %".279" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".85")
  %".280" = getelementptr inbounds double, ptr %".63", i64 22
  store double %".279", ptr %".280"
  %".282" = call reassoc double @"llvm.vector.reduce.fadd.v8f64"(double 0x8000000000000000, <8 x double> %".89")
  %".283" = getelementptr inbounds double, ptr %".63", i64 23
  store double %".282", ptr %".283"
  ret i64 0
terms.1:
  %".123" = phi  i64 [0, %"term"], [%".209", %"term.1"]
  %".124" = phi  <8 x double> [%".66", %"term"], [%".170", %"term.1"]
  %".125" = phi  <8 x double> [%".67", %"term"], [%".171", %"term.1"]
  %".126" = phi  <8 x double> [%".68", %"term"], [%".172", %"term.1"]
  %".127" = phi  <8 x double> [%".69", %"term"], [%".173", %"term.1"]
  %".128" = phi  <8 x double> [%".70", %"term"], [%".177", %"term.1"]
  %".129" = phi  <8 x double> [%".71", %"term"], [%".178", %"term.1"]
  %".130" = phi  <8 x double> [%".72", %"term"], [%".179", %"term.1"]
  %".131" = phi  <8 x double> [%".73", %"term"], [%".180", %"term.1"]
  %".132" = phi  <8 x double> [%".74", %"term"], [%".184", %"term.1"]
  %".133" = phi  <8 x double> [%".75", %"term"], [%".185", %"term.1"]
  %".134" = phi  <8 x double> [%".76", %"term"], [%".186", %"term.1"]
  %".135" = phi  <8 x double> [%".77", %"term"], [%".187", %"term.1"]
  %".136" = phi  <8 x double> [%".78", %"term"], [%".191", %"term.1"]
  %".137" = phi  <8 x double> [%".79", %"term"], [%".192", %"term.1"]
  %".138" = phi  <8 x double> [%".80", %"term"], [%".193", %"term.1"]
  %".139" = phi  <8 x double> [%".81", %"term"], [%".194", %"term.1"]
  %".140" = phi  <8 x double> [%".82", %"term"], [%".198", %"term.1"]
  %".141" = phi  <8 x double> [%".83", %"term"], [%".199", %"term.1"]
  %".142" = phi  <8 x double> [%".84", %"term"], [%".200", %"term.1"]
  %".143" = phi  <8 x double> [%".85", %"term"], [%".201", %"term.1"]
  %".144" = phi  <8 x double> [%".86", %"term"], [%".205", %"term.1"]
  %".145" = phi  <8 x double> [%".87", %"term"], [%".206", %"term.1"]
  %".146" = phi  <8 x double> [%".88", %"term"], [%".207", %"term.1"]
  %".147" = phi  <8 x double> [%".89", %"term"], [%".208", %"term.1"]
  %".148" = icmp slt i64 %".123", %".7"
  br i1 %".148", label %"term.1", label %"summed.1"
term.1:
  %".150" = inttoptr i64 %".6" to ptr
  %".151" = getelementptr inbounds i8, ptr %".150", i64 %".123"
  %".152" = load i8, ptr %".151"
  %".153" = bitcast i8 %".152" to <8 x i1>
  %".154" = mul i64 %".123", 64
  %".155" = add i64 %".94", %".154"
  %".156" = inttoptr i64 %".155" to ptr
  %".157" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".156", i32 8, <8 x i1> %".153", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".158" = add i64 %".97", %".154"
  %".159" = inttoptr i64 %".158" to ptr
  %".160" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".159", i32 8, <8 x i1> %".153", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".161" = add i64 %".100", %".154"
  %".162" = inttoptr i64 %".161" to ptr
  %".163" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".162", i32 8, <8 x i1> %".153", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".164" = add i64 %".103", %".154"
  %".165" = inttoptr i64 %".164" to ptr
  %".166" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".165", i32 8, <8 x i1> %".153", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".167" = add i64 %".106", %".154"
  %".168" = inttoptr i64 %".167" to ptr
  %".169" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".168", i32 8, <8 x i1> %".153", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".170" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".169", <8 x double> %".157", <8 x double> %".124")
  %".171" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".169", <8 x double> %".160", <8 x double> %".125")
  %".172" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".169", <8 x double> %".163", <8 x double> %".126")
  %".173" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".169", <8 x double> %".166", <8 x double> %".127")
  %".174" = add i64 %".109", %".154"
  %".175" = inttoptr i64 %".174" to ptr
  %".176" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".175", i32 8, <8 x i1> %".153", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".177" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".176", <8 x double> %".157", <8 x double> %".128")
  %".178" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".176", <8 x double> %".160", <8 x double> %".129")
  %".179" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".176", <8 x double> %".163", <8 x double> %".130")
  %".180" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".176", <8 x double> %".166", <8 x double> %".131")
  %".181" = add i64 %".112", %".154"
  %".182" = inttoptr i64 %".181" to ptr
  %".183" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".182", i32 8, <8 x i1> %".153", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".184" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".183", <8 x double> %".157", <8 x double> %".132")
  %".185" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".183", <8 x double> %".160", <8 x double> %".133")
  %".186" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".183", <8 x double> %".163", <8 x double> %".134")
  %".187" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".183", <8 x double> %".166", <8 x double> %".135")
  %".188" = add i64 %".115", %".154"
  %".189" = inttoptr i64 %".188" to ptr
  %".190" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".189", i32 8, <8 x i1> %".153", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".191" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".190", <8 x double> %".157", <8 x double> %".136")
  %".192" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".190", <8 x double> %".160", <8 x double> %".137")
  %".193" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".190", <8 x double> %".163", <8 x double> %".138")
  %".194" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".190", <8 x double> %".166", <8 x double> %".139")
  %".195" = add i64 %".118", %".154"
  %".196" = inttoptr i64 %".195" to ptr
  %".197" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".196", i32 8, <8 x i1> %".153", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".198" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".197", <8 x double> %".157", <8 x double> %".140")
  %".199" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".197", <8 x double> %".160", <8 x double> %".141")
  %".200" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".197", <8 x double> %".163", <8 x double> %".142")
  %".201" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".197", <8 x double> %".166", <8 x double> %".143")
  %".202" = add i64 %".121", %".154"
  %".203" = inttoptr i64 %".202" to ptr
  %".204" = call <8 x double> @"llvm.masked.load.v8f64.p0"(ptr %".203", i32 8, <8 x i1> %".153", <8 x double> <double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0, double              0x0>)
  %".205" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".204", <8 x double> %".157", <8 x double> %".144")
  %".206" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".204", <8 x double> %".160", <8 x double> %".145")
  %".207" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".204", <8 x double> %".163", <8 x double> %".146")
  %".208" = call <8 x double> @"llvm.fmuladd.v8f64"(<8 x double> %".204", <8 x double> %".166", <8 x double> %".147")
  %".209" = add nsw i64 %".123", 1
  br label %"terms.1", !llvm.loop !2
summed.1:
  %".211" = add nsw i64 %".65", 1
  br label %"terms", !llvm.loop !2
}

declare double @"llvm.vector.reduce.fadd.v8f64"(double %".1", <8 x double> %".2")

define i64 @"taps"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10") nounwind
{
entry:
  %".12" = call i64 @"taps.int64.int64.int64.int64.int64.int64.int64.int64.int64.int64.1"(i64 %".1", i64 %".2", i64 %".3", i64 %".4", i64 %".5", i64 %".6", i64 %".7", i64 %".8", i64 %".9", i64 %".10")
  ret i64 %".12"
}

!0 = !{ !"llvm.loop.unroll.disable" }
!1 = !{ !"llvm.loop.vectorize.width", i32 1 }
!2 = !{ !2, !0, !1 }
"""A small GPT in index notation, for the time that deriving and planning take."""

from __future__ import annotations

BLOCK = """\
m{k}[b,s] = mean[e](x{k}[b,s,e])
v{k}[b,s] = mean[e]((x{k}[b,s,e] - m{k}[b,s])**2)
n{k}[b,s,e] = g{k}[e]*(x{k}[b,s,e] - m{k}[b,s])*rsqrt(v{k}[b,s] + 1e-5) + c{k}[e]
q{k}[b,h,s,d] = sum[e](Wq{k}[h,d,e]*n{k}[b,s,e]) + bq{k}[h,d]
k{k}[b,h,s,d] = sum[e](Wk{k}[h,d,e]*n{k}[b,s,e]) + bk{k}[h,d]
u{k}[b,h,s,d] = sum[e](Wv{k}[h,d,e]*n{k}[b,s,e]) + bv{k}[h,d]
a{k}[b,h,s,t] = where(t <= s, sum[d](q{k}[b,h,s,d]*k{k}[b,h,t,d])/8, -inf)
p{k}[b,h,s,t] = softmax[t](a{k}[b,h,s,t])
o{k}[b,h,s,d] = sum[t](p{k}[b,h,s,t]*u{k}[b,h,t,d])
y{k}[b,s,e] = x{k}[b,s,e] + sum[h,d](Wo{k}[e,h,d]*o{k}[b,h,s,d]) + bo{k}[e]
r{k}[b,s] = mean[e](y{k}[b,s,e])
w{k}[b,s] = mean[e]((y{k}[b,s,e] - r{k}[b,s])**2)
z{k}[b,s,e] = G{k}[e]*(y{k}[b,s,e] - r{k}[b,s])*rsqrt(w{k}[b,s] + 1e-5) + C{k}[e]
f{k}[b,s,i] = gelu(sum[e](Wf{k}[i,e]*z{k}[b,s,e]) + bf{k}[i])
x{next}[b,s,e] = y{k}[b,s,e] + sum[i](Wp{k}[e,i]*f{k}[b,s,i]) + bp{k}[e]"""

HEAD = """\
mf[b,s] = mean[e](x{k}[b,s,e])
vf[b,s] = mean[e]((x{k}[b,s,e] - mf[b,s])**2)
nf[b,s,e] = gf[e]*(x{k}[b,s,e] - mf[b,s])*rsqrt(vf[b,s] + 1e-5) + cf[e]
lp[b,s,c] = log_softmax[c](sum[e](H[c,e]*nf[b,s,e]))
loss = -mean[b,s](lp[b,s,labels[b,s]])"""

OF_BLOCK = ["g", "c", "Wq", "bq", "Wk", "bk", "Wv", "bv", "Wo", "bo", "G", "C", "Wf", "bf", "Wp", "bp"]


def text(blocks: int) -> str:
    """The loss of a GPT with so many blocks."""
    start = "x0[b,s,e] = E[tokens[b,s],e] + P[s,e]"
    return "\n".join([start, *(BLOCK.format(k=k, next=k + 1) for k in range(blocks)), HEAD.format(k=blocks)])


def parameters(blocks: int) -> list[str]:
    """Its 5 + 16 parameters per block: 53 for three blocks."""
    return ["E", "P", *(f"{name}{k}" for k in range(blocks) for name in OF_BLOCK), "gf", "cf", "H"]

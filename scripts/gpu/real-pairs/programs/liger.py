"""Runs one operator of linkedin/Liger-Kernel, forward and backward, in this checkout."""

import sys
import types

import torch

from rounds import time_rounds

sys.path.insert(0, "src")
# Its __init__ patches models of the library transformers, which no operator needs.
package = types.ModuleType("liger_kernel.transformers")
package.__path__ = ["src/liger_kernel/transformers"]
sys.modules["liger_kernel.transformers"] = package

name, _, rounds = sys.argv[1:]
torch.manual_seed(0)
half = {"device": "cuda", "dtype": torch.bfloat16}


def load(path, symbol):
    module = __import__(f"liger_kernel.{path}", fromlist=[symbol])
    return getattr(module, symbol)


def leaf(*shape, **options):
    return torch.randn(*shape, **(options or half), requires_grad=True)


def distribution(*shape):
    return torch.softmax(torch.randn(*shape, device="cuda"), dim=-1)


def norm(layer, *inputs):
    return lambda: layer(*(value.clone() for value in inputs))


if name == "rms_norm":
    run = norm(load("transformers.rms_norm", "LigerRMSNorm")(4096).to(**half), leaf(8192, 4096))
elif name == "rms_norm_short":
    run = norm(load("transformers.rms_norm", "LigerRMSNorm")(128).to(**half), leaf(131072, 128))
elif name == "layer_norm":
    run = norm(load("transformers.layer_norm", "LigerLayerNorm")(4096).to(**half), leaf(8192, 4096))
elif name == "group_norm":
    run = norm(load("transformers.group_norm", "LigerGroupNorm")(512, 32).to(**half), leaf(32, 512, 4096))
elif name == "dyt":
    run = norm(load("transformers.dyt", "LigerDyT")(4096).to(**half), leaf(8192, 4096))
elif name == "fused_add_rms_norm":
    layer = load("transformers.fused_add_rms_norm", "LigerFusedAddRMSNorm")(4096).to(**half)
    hidden, residual = leaf(8192, 4096), leaf(8192, 4096)
    run = lambda: sum(layer(hidden.clone(), residual.clone()))
elif name in ("swiglu", "geglu"):
    operator = load(f"ops.{name}", {"swiglu": "LigerSiLUMulFunction", "geglu": "LigerGELUMulFunction"}[name])
    gate, up = leaf(4096, 11008), leaf(4096, 11008)
    run = lambda: operator.apply(gate.clone(), up.clone())
elif name == "cross_entropy":
    loss = load("transformers.cross_entropy", "LigerCrossEntropyLoss")()
    logits, target = leaf(4096, 32000), torch.randint(0, 32000, (4096,), device="cuda")
    run = lambda: loss(logits.clone(), target)
elif name == "fused_linear_cross_entropy":
    loss = load("transformers.fused_linear_cross_entropy", "LigerFusedLinearCrossEntropyLoss")()
    weight, hidden, target = leaf(32000, 2048), leaf(4096, 2048), torch.randint(0, 32000, (4096,), device="cuda")
    run = lambda: loss(weight, hidden, target)
elif name in ("kl_div", "jsd", "tvd"):
    path, symbol = {"kl_div": ("kl_div", "LigerKLDIVLoss"), "jsd": ("jsd", "LigerJSD"), "tvd": ("tvd", "LigerTVDLoss")}[name]
    loss = load(f"transformers.{path}", symbol)()
    given, wanted = distribution(4096, 32000), distribution(4096, 32000)
    given = (given if name == "tvd" else given.log()).requires_grad_()
    wanted = wanted.log() if name == "jsd" else wanted
    run = lambda: loss(given, wanted)
else:
    raise SystemExit(f"no operator {name}")


def step():
    value = run()
    value.backward(torch.ones_like(value))


time_rounds(step, int(rounds))

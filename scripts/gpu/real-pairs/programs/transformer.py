"""Trains a small model of lucidrains/x-transformers or lucidrains/vit-pytorch in this checkout."""

import sys

import torch

from rounds import time_rounds

sys.path[:0] = [".", "packages"]
name, _, rounds = sys.argv[1:]
torch.manual_seed(0)


def build_decoder(mixed=True, attention=None, **options):
    from x_transformers import Decoder, TransformerWrapper

    layers = Decoder(dim=512, depth=8, heads=8, **(attention or {}), **options)
    model = TransformerWrapper(num_tokens=20000, max_seq_len=1024, attn_layers=layers).cuda()
    tokens = torch.randint(0, 20000, (16, 1024), device="cuda")
    mask = torch.ones_like(tokens, dtype=torch.bool)

    def step():
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=mixed):
            loss = model(tokens, mask=mask).float().logsumexp(-1).mean()
        loss.backward()
        model.zero_grad(set_to_none=True)

    return step


def build_vit(path, symbol, pictures=64, **options):
    module = __import__(f"vit_pytorch.{path}", fromlist=[symbol])
    model = getattr(module, symbol)(image_size=256, patch_size=16, num_classes=1000, dim=512, depth=8, heads=8, mlp_dim=1024, **options).cuda()
    batch = torch.randn(pictures, 3, 256, 256, device="cuda")

    def step():
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = model(batch).float().square().mean()
        loss.backward()
        model.zero_grad(set_to_none=True)

    return step


def build_navit():
    from vit_pytorch.na_vit import NaViT

    model = NaViT(image_size=256, patch_size=16, num_classes=1000, dim=512, depth=6, heads=8, mlp_dim=1024, token_dropout_prob=None).cuda()
    groups = [[torch.randn(3, 256, 256, device="cuda"), torch.randn(3, 128, 256, device="cuda"), torch.randn(3, 128, 128, device="cuda")] for _ in range(16)]

    def step():
        loss = model(groups).square().mean()
        loss.backward()
        model.zero_grad(set_to_none=True)

    return step


step = {
    "decoder": build_decoder,
    "decoder_rotary": lambda: build_decoder(rotary_pos_emb=True),
    "decoder_flash": lambda: build_decoder(attention={"attn_flash": True}),
    "vit": lambda: build_vit("vit", "ViT"),
    "simple_vit": lambda: build_vit("simple_vit", "SimpleViT"),
    "navit": build_navit,
}[name]()

time_rounds(step, int(rounds))

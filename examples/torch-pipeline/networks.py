"""The two models: shapes of ESM-2 and BERT, made on the device they run on. Nothing is downloaded."""

import torch
from transformers import BertConfig, BertModel, EsmConfig, EsmModel

from model import Model
from tokens import DNA_FIRST_WORD, DNA_PADDING, ESM2_PADDING, WORD_LENGTH
from weights import fill_weights

DTYPES = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp32": torch.float32}


def make_network(embedder: str, model: Model, longest: int, placement: dict) -> torch.nn.Module:
    """`longest` is in tokens; `placement` holds `device`, `dtype` and `attention`."""
    make = _make_dnabert if embedder == "dnabert" else _make_esm2
    before = torch.get_default_dtype()
    torch.set_default_dtype(DTYPES[placement["dtype"]])
    try:
        with torch.device(placement["device"]):
            network = make(model.shapes[embedder], longest, placement["attention"])
    finally:
        torch.set_default_dtype(before)
    fill_weights(network, model.seed, embedder)
    return network.eval()


def _make_dnabert(shape: dict, longest: int, attention: str) -> BertModel:
    config = BertConfig(
        vocab_size=DNA_FIRST_WORD + 4**WORD_LENGTH,
        pad_token_id=DNA_PADDING,
        max_position_embeddings=max(512, longest),
        **_common(shape, attention),
    )
    return BertModel(config, add_pooling_layer=False)


def _make_esm2(shape: dict, longest: int, attention: str) -> EsmModel:
    config = EsmConfig(
        vocab_size=33,
        mask_token_id=32,
        pad_token_id=ESM2_PADDING,
        max_position_embeddings=max(1026, longest),
        position_embedding_type="rotary",
        emb_layer_norm_before=False,
        token_dropout=True,
        layer_norm_eps=1e-5,
        **_common(shape, attention),
    )
    return EsmModel(config, add_pooling_layer=False)


def _common(shape: dict, attention: str) -> dict:
    return {
        "hidden_size": shape["width"],
        "num_hidden_layers": shape["layers"],
        "num_attention_heads": shape["heads"],
        "intermediate_size": shape["inner"],
        "hidden_dropout_prob": 0.0,
        "attention_probs_dropout_prob": 0.0,
        "attn_implementation": attention,
    }

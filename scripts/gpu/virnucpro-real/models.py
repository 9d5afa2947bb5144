"""Writes models of random weights where VirNucPro's own loaders look for them; run with the program's Python, in its directory.

Usage: models.py DIRECTORY SIZE. SIZE `full` has the real architectures, `small` fits any GPU, `tiny` a CPU.
"""

import argparse
import importlib
import json
import os
import pathlib
import sys

import torch

# (layers of the first model, its width), (width and heads of the second model), (the same for its profiler)
SIZES = {"full": ((12, 768), (2560, 40), (1280, 20)), "small": ((12, 768), (640, 10), (640, 10)), "tiny": ((1, 64), (16, 2), (16, 2))}
NAME = "zhihan1996/DNABERT-S"
LETTERS = "ACGT"
# A module of the model itself, so that the program executes remote code as with the published model.
MODULE = "from transformers import BertModel\n\n\nclass RandomBertModel(BertModel):\n    pass\n"


def write_esm(checkpoints, name, layers, width, heads):
    """A checkpoint in the published format: state in half precision, architecture, and weights of contacts in a second file."""
    with torch.device("meta"):
        state = importlib.import_module("esm").ESM2(layers, width, heads).state_dict()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    weights = {}
    for key, tensor in state.items():
        if key.endswith("inv_freq"):
            weights[key] = 1.0 / 10000 ** (torch.arange(0, 2 * tensor.numel(), 2) / (2 * tensor.numel()))
        elif key.endswith("bias"):
            weights[key] = torch.zeros(tensor.shape, dtype=torch.half)
        elif "layer_norm" in key:
            weights[key] = torch.ones(tensor.shape, dtype=torch.half)
        else:
            weights[key] = (torch.randn(tensor.shape, device=device) * 0.02).half().cpu()
    contacts = {key: weights.pop(key) for key in list(weights) if key.startswith("contact_head.")}
    model = argparse.Namespace(encoder_layers=layers, encoder_embed_dim=width, encoder_attention_heads=heads, token_dropout=True)
    torch.save({"cfg": {"model": model}, "model": weights}, checkpoints / f"{name}.pt")
    torch.save({"model": contacts}, checkpoints / f"{name}-contact-regression.pt")


def write_bert(home, layers, width):
    """A model with a tokenizer of six letters per token, in the cache layout of Hugging Face."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, processors
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    words, level = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"], [""]
    for _ in range(6):
        level = [word + letter for word in level for letter in LETTERS]
        words += level
    tokenizer = Tokenizer(models.WordLevel({word: index for index, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(".{1,6}"), "isolated")
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    commit = "0" * 40
    repository = home / "hub" / ("models--" + NAME.replace("/", "--"))
    snapshot = repository / "snapshots" / commit
    snapshot.mkdir(parents=True)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(commit)
    special = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **special).save_pretrained(snapshot)
    config = BertConfig(vocab_size=len(words), hidden_size=width, num_hidden_layers=layers, num_attention_heads=width // 64 or 1, intermediate_size=4 * width)
    BertModel(config).save_pretrained(snapshot)
    written = json.loads((snapshot / "config.json").read_text())
    (snapshot / "config.json").write_text(json.dumps({**written, "auto_map": {"AutoModel": "random_bert.RandomBertModel"}}))
    (snapshot / "random_bert.py").write_text(MODULE)


def load_bert():
    """Fills the cache of remote code, as the one run outside warpgauge does that README.md of the example asks for."""
    from transformers import AutoModel, AutoTokenizer

    AutoTokenizer.from_pretrained(NAME, trust_remote_code=True)
    AutoModel.from_pretrained(NAME, trust_remote_code=True)


def write_classifier(directory, width):
    """The published classifiers are pickles of a class of `__main__`."""
    sys.path.insert(0, os.getcwd())
    classifier = importlib.import_module("virnucpro.pipeline.models").MLPClassifier
    classifier.__module__ = "__main__"
    sys.modules["__main__"].MLPClassifier = classifier
    for name in ("300_model.pth", "500_model.pth"):
        torch.save(classifier(width, 512, 2), directory / name)


def main():
    directory, size = pathlib.Path(sys.argv[1]), sys.argv[2]
    torch.manual_seed(1)
    bert, esm, profiled = SIZES[size]
    os.environ.update(HF_HOME=str(directory / "huggingface"), HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1")
    checkpoints = directory / "torch" / "hub" / "checkpoints"
    checkpoints.mkdir(parents=True)
    write_esm(checkpoints, "esm2_t36_3B_UR50D", 36, *esm)
    write_esm(checkpoints, "esm2_t33_650M_UR50D", 33, *profiled)
    write_bert(directory / "huggingface", *bert)
    load_bert()
    write_classifier(directory, bert[1] + esm[0])


main()

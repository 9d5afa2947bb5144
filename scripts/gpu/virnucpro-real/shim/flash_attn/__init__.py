"""The one function of flash-attn that VirNucPro calls, computed by the FlashAttention-2 kernel inside torch; for machines without flash-attn."""

import torch

__version__ = "2.6.0"


def flash_attn_varlen_func(
    q, k, v, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, dropout_p=0.0, softmax_scale=None, causal=False
):
    """Attention over packed sequences; q, k, v: tokens × heads × head size, in half precision."""
    output = torch.ops.aten._flash_attention_forward(
        q, k, v, cu_seqlens_q, cu_seqlens_k, int(max_seqlen_q), int(max_seqlen_k), dropout_p, causal, False, scale=softmax_scale
    )
    return output[0]

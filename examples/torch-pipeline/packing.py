"""Which sequences share a batch, so that little of it is padding."""

from collections.abc import Sequence


def plan_batches(lengths: Sequence[int], token_budget: int, max_sequences: int) -> list[list[int]]:
    """
    Row numbers of each batch: longest sequences first, as many as fit. A batch of n sequences takes n × its longest
    one in tokens, padding included; that stays within the budget unless a single sequence exceeds it.
    """
    order = sorted(range(len(lengths)), key=lambda row: (-lengths[row], row))
    batches: list[list[int]] = []
    start = 0
    while start < len(order):
        count = rows_that_fit(lengths[order[start]], token_budget, max_sequences)
        batches.append(order[start : start + count])
        start += count
    return batches


def rows_that_fit(longest: int, token_budget: int, max_sequences: int) -> int:
    return max(1, min(max_sequences, token_budget // max(1, longest)))


def shard_of(batches: list, rank: int, world: int) -> list:
    """
    Every world-th batch: neighbours in the plan cost about the same, so all shards do too. The batches themselves do
    not depend on the number of devices, and so neither do the results.
    """
    return batches[rank::world]


def packing_efficiency(tokens: int, padded_tokens: int) -> float:
    """Share of a batch that is not padding, 0 to 1. Raises ValueError for counts that cannot belong together."""
    if not 0 < tokens <= padded_tokens:
        raise ValueError(f"{tokens} tokens in {padded_tokens} padded tokens")
    return tokens / padded_tokens

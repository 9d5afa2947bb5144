"""New figures for several areas, with the results that the requirements ask for, computed without warpgauge.

    python3 expected_figures.py SEED...

Prints one JSON object: area -> list of sets, one per seed; each has `given` (logs, manifests, tables, times as a pipeline
would leave them) and `expected`. Sources: the requirement documents (limits) and the observed formats (logs, manifests).
"""

import json
import random
import sys
from fractions import Fraction

# Smallest speed-up by GPU count: the published profiles.
LIMITS = {"legacy-range": {2: "1.6", 4: "3", 8: "6"}, "realistic": {2: "1.8", 4: "3.5", 8: "6.8"}, "target": {2: "1.7", 4: "3.4", 8: "6.8"}}


def line(rank, message):
    return f"2026-11-20 14:21:54,839 - Worker {rank} - virnucpro.pipeline.async_inference - INFO - {message}\n"


def band_edges(rng):
    """A speed-up exactly at its limit passes, one just below fails. Powers of two keep the division exact."""
    profile, gpus = rng.choice(sorted(LIMITS)), rng.choice([2, 4, 8])
    limit = Fraction(LIMITS[profile][gpus])
    many = Fraction(rng.randint(50, 4000))
    one = limit * many
    cases = []
    for factor, status in ((Fraction(1), "pass"), (Fraction(999, 1000), "fail"), (Fraction(1001, 1000), "pass")):
        cases.append({"one": float(one), "many": float(many / factor), "status": status})
    # Rounding of the two times may move a value on the edge; the exact one is kept only if the floats meet it.
    if cases[0]["one"] / cases[0]["many"] < float(limit):
        cases = cases[1:]
    return {"profile": profile, "gpus": gpus, "runs": [{"one": case["one"], "many": case["many"]} for case in cases]}, [case["status"] for case in cases]


def packing(rng):
    """Every batch is in the log, so the share is exact whatever the rates round to; then only the rates are left."""
    budget = rng.choice([4096, 8192, 16384])
    tokens = [rng.randint(int(0.8 * budget), budget) for _ in range(rng.randint(12, 40))]
    seconds = rng.uniform(50, 400)
    sequences = 7 * len(tokens)
    rates = f"{sum(tokens) / seconds:,.0f} tok/s, {sequences / seconds:.1f} seq/s"
    last = line(0, f"Batch {len(tokens) - 1}: {sequences}/{sequences} (100.0%) | 358.0% pack eff, {rates}, ETA: unknown")
    start = line(0, f"Dynamic token budget: {budget}")
    batches = "".join(line(0, f"Batch {index}: wait=0.1ms, seqs=7, tokens={count}, queue_state=full") for index, count in enumerate(tokens))
    share = sum(tokens) / (len(tokens) * budget)
    return {"exact": start + batches + last, "rates": start + last}, {"share": share}


def sampled_packing(rng):
    """The program logs every tenth batch, its rates more rarely, and none of the batches of its last buffer.

    Waits over 50 ms are starved; the closing line has their mean and maximum over the batches of the loop.
    """
    budget, count, flushed = rng.choice([4096, 16384]), rng.randint(60, 400), rng.randint(0, 12)
    level, other = rng.uniform(0.6, 0.95), rng.uniform(0.6, 0.95)
    logged = lambda index: index < count and index % 10 == 0
    tokens = [min(budget, int(budget * (rng.uniform(-0.05, 0.05) + (level if logged(index) else other)))) for index in range(count + flushed)]
    late = rng.choice([0, 0, 0.05, 0.3])
    waits = [rng.uniform(51, 90) if rng.random() < late else rng.uniform(0, 4) for _ in range(count)]
    size = [rng.randint(1, 30) for _ in tokens]
    total, speed = sum(size), rng.choice([0.79, 3.01, 41.3, 321.0])
    log = [f"Dynamic token budget: {budget}"]
    for index in range(count):
        state = "starved" if waits[index] > 50 else "full" if waits[index] < 1 else "normal"
        if logged(index):
            log.append(f"Batch {index}: wait={waits[index]:.1f}ms, seqs={size[index]}, tokens={tokens[index]}, queue_state={state}")
        if index < 10 or (index < 100 and index % 10 == 0) or index % 100 == 0:
            done, seconds = sum(size[: index + 1]), sum(size[: index + 1]) / speed
            rates = f"{sum(tokens[: index + 1]) / seconds:,.0f} tok/s, {done / seconds:.1f} seq/s"
            log.append(f"Batch {index}: {done}/{total} ({100 * done / total:.1f}%) | 358.0% pack eff, {rates}, ETA: unknown")
    before = sum(size[:count])
    log.append(f"Flush called: buffer has {total - before} sequences, packed_queue has 0 batches, total received: {total}, total returned so far: {before}")
    log.append(f"Flush returned {flushed} batches")
    log.append(f"DataLoader stats: avg_wait={sum(waits) / count:.1f}ms, max_wait={max(waits):.1f}ms, packing_efficiency=0.00%")
    indexed = f"Worker 0/1: {total} sequences, {sum(tokens) - 2 * total:,} tokens"
    shares = [one / budget for one in tokens]
    expected = {
        "share": sum(shares) / len(shares),
        "worst": min(shares),
        "below80": sum(5 * one < 4 * budget for one in tokens),
        "batches": count + flushed,
        "logged": (count + 9) // 10,
        "starved": sum(wait > 50 for wait in waits) / count,
    }
    text = "".join(line(0, message) for message in log)
    return {"log": text, "indexed": line(0, indexed) + text}, expected


def starvation(rng):
    count = rng.choice([20, 40, 100])
    starved = rng.choice([count // 20, count // 10, count * 3 // 20, count // 5, count // 5 + 1, count // 2])
    states = ["starved"] * starved + ["full"] * (count - starved)
    rng.shuffle(states)
    log = "".join(line(0, f"Batch {index}: wait={80.0 if state == 'starved' else 0.2}ms, seqs=5, tokens=900, queue_state={state}") for index, state in enumerate(states))
    share = Fraction(starved, count)
    verdict = "pass" if share < Fraction(1, 10) else "warn" if share <= Fraction(1, 5) else "fail"
    return {"log": log}, {"share": float(share), "verdict": verdict}


def leaks(rng):
    """Memory of 14 rounds in MB, the growth over the rounds after the first four, and what follows from each shape.

    More than 100 MB that stay fail LEAK, more than 10 MB LEAK-slope. What one round alone shows is not evaluated.
    """
    rounds, base, step = 14, rng.randint(50, 4000), rng.randint(15, 40)
    height, period, at = rng.randint(150, 900), rng.randint(2, 5), rng.randint(6, 11)
    filled = rng.randint(3, 6)
    shapes = {
        "linear": ([base + step * index for index in range(rounds)], step * (rounds - 5)),
        "step": ([base + (height if index >= at else 0) for index in range(rounds)], height),
        "saw-tooth": ([base + height * (index % period) for index in range(rounds)], 0),
        "late": ([base + (height if index == rounds - 1 else 0) for index in range(rounds)], None),
        "plateau": ([base + height * min(index, filled) for index in range(rounds)], 0),
    }
    judge = lambda growth, limit: "not evaluated" if growth is None else "fail" if growth > limit else "pass"
    expected = {name: {"growth": growth, "LEAK": judge(growth, 100), "LEAK-slope": judge(growth, 10)} for name, (_, growth) in shapes.items()}
    return {name: levels for name, (levels, _) in shapes.items()}, expected


def balance(rng):
    workers = [(rng.randint(1000, 90000), round(rng.uniform(50, 400), 1)) for _ in range(rng.choice([2, 4, 8]))]
    log = "".join(line(rank, f"Async inference complete: {done} sequences, {rate} seq/s, 9000 tokens/s") + line(rank, f"Worker {rank} completed successfully") for rank, (done, rate) in enumerate(workers))
    seconds = [done / rate for done, rate in workers]
    imbalance = (max(seconds) - min(seconds)) / max(seconds)
    return {"log": log}, {"imbalance": imbalance, "passes": imbalance <= 0.1}


def shards(rng):
    size = rng.randint(2, 8)
    rows, faults = {}, 0
    for rank in range(size):
        kind = rng.choice(["complete", "complete", "retried", "failed", "moved", "open", "absent"])
        if kind != "complete":
            faults += 1
        if kind == "absent":
            continue
        rows[str(rank)] = {
            "status": {"failed": "failed", "open": "in_progress"}.get(kind, "complete"),
            "original_rank": rank,
            "assigned_rank": (rank + 1) % size if kind == "moved" else rank,
            "total_sequences": 100,
            "retry_count": 2 if kind == "retried" else 0,
            "error": "cuda_oom" if kind == "failed" else None,
            "completed_at": "2026-11-20T14:07:40+00:00",
        }
    absent = size - len(rows)
    # All absent shards are one sentence.
    sentences = faults - absent + (1 if absent else 0)
    manifest = {"version": "2.0", "world_size": size, "created_at": "2026-11-20T14:06:36+00:00", "shards": rows}
    return {"manifest": json.dumps(manifest)}, {"faults": sentences, "isValid": faults == 0, "isResumed": False}


def equivalence(rng):
    """Rows that only one side has, labels that differ, and scores beyond atol + rtol * |reference|, row by row."""
    rtol = atol = Fraction(1, 1000)
    names = [f"seq_{index}_chunk_1F1" for index in range(rng.randint(30, 200))]
    reference = {name: (rng.choice(["virus", "others"]), rng.randint(0, 10**6)) for name in names}
    table, expected = {}, {"unmatched": 0, "labels": 0, "scores": 0}
    for name, (label, score) in reference.items():
        change = rng.random()
        if change < 0.05:
            expected["unmatched"] += 1
            continue
        other = {"virus": "others", "others": "virus"}[label] if change > 0.9 else label
        moved = score + (rng.choice([0, 0, 500, 1500, 2500]) if 0.05 <= change < 0.6 else 0)
        expected["labels"] += other != label
        expected["scores"] += Fraction(abs(moved - score), 10**6) > atol + rtol * Fraction(score, 10**6)
        table[name] = (other, moved)
    for extra in range(rng.randint(0, 3)):
        table[f"new_{extra}"] = ("virus", 1)
        expected["unmatched"] += 1
    expected["joined"] = len(reference.keys() & table.keys())

    def write(rows):
        listed = [f"{name}\t{label}\t{score / 10**6:.6f}\n" for name, (label, score) in rows]
        return "Sequence_ID\tPrediction\tscore1\n" + "".join(listed)

    shuffled = list(table.items())
    rng.shuffle(shuffled)
    return {"subject": write(shuffled), "reference": write(reference.items())}, expected


def verdict(is_met, is_judged=True):
    return ("pass" if is_met else "fail") if is_judged else "not evaluated"


def goals(rng):
    """One goal gives the time limit and the throughput that this time needs; a smaller input is not judged by it."""
    sequences, hours = rng.randint(20_000, 8_000_000), rng.choice(["0.3", "1", "10", "24"])
    tolerance = rng.choice(["0", "0.1"])
    most = Fraction(hours) * (1 + Fraction(tolerance))
    runs, expected = [], []
    for factor in (Fraction(1, 2), Fraction(99, 100), Fraction(101, 100), Fraction(19, 10)):
        for size in (sequences, sequences - 1, 2 * sequences, 500):
            seconds = most * factor * 3600
            is_judged, rate = size >= sequences, size / (most * factor)
            runs.append({"sequences": size, "seconds": float(seconds)})
            expected.append({"PERF-01": verdict(factor < 1, is_judged), "PERF-04": verdict(rate > sequences / most, is_judged)})
    return {"goal": {"sequences": sequences, "hours": float(hours), "tolerance": float(tolerance)}, "runs": runs}, expected


def projections(rng):
    """The time at the goal size: proportional for one size, a line for two. Far beyond the measured sizes, single runs prove nothing."""
    fixed, each = Fraction(rng.randint(1, 100)), Fraction(rng.randint(1, 50), 1000)
    small, large = rng.randint(50, 400), rng.randint(1000, 5000)
    cases, expected = [], []
    for factor in (2, 9, 30, 80_000):
        for sizes, repeats in (([large], 1), ([large], 3), ([small, large], 1), ([small, large], 3)):
            goal = factor * large
            seconds = [fixed + each * size for size in sizes]
            hours = (fixed + each * goal if len(sizes) == 2 else seconds[0] * goal / large) / 3600
            for limit in (hours * Fraction(11, 10), hours * Fraction(9, 10)):
                cases.append({"sizes": [{"sequences": size, "seconds": [float(one)] * repeats} for size, one in zip(sizes, seconds)], "goal": {"sequences": goal, "hours": float(limit)}})
                status = verdict(hours < limit, factor <= 10 or repeats > 1)
                expected.append({"hours": float(hours), "perHour": float(goal / hours), "PERF-01": status, "PERF-04": status})
    return {"cases": cases}, expected


AREAS = {"goals": goals, "projections": projections, "band edges": band_edges, "packing": packing, "sampled packing": sampled_packing, "starvation": starvation, "leaks": leaks, "balance": balance, "shards": shards, "equivalence": equivalence}


def main():
    sets = {}
    for name, build in AREAS.items():
        sets[name] = []
        for seed in sys.argv[1:]:
            given, expected = build(random.Random(f"{name} {seed}"))
            sets[name].append({"seed": seed, "given": given, "expected": expected})
    print(json.dumps(sets))


main()

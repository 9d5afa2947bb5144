"""The second model: one worker per GPU, each with its batches, its log and its part of the work."""

import threading
import time
from collections import namedtuple

from .log import WorkerLog, say
from .options import REPLICA

Work = namedtuple("Work", "output frames gpus seconds_per_frame fill checkpoints")


class WorkerError(Exception):
    pass


def pack(frames, budget):
    batches, tokens = [[]], 0
    for frame in frames:
        size = frame[1] + 2
        if batches[-1] and tokens + size > budget:
            batches.append([])
            tokens = 0
        batches[-1].append(size)
        tokens += size
    return [batch for batch in batches if batch]


def infer(work, rank, failed):
    log = WorkerLog(rank, work.output / "esm_v2" / "logs")
    own = work.frames[rank :: work.gpus]
    log.say(f"Worker {rank}/{work.gpus} starting", f"gpu_worker_{rank}")
    log.say(f"Rank {rank}: Checkpointing enabled={work.checkpoints}, base_dir={work.output}", f"gpu_worker_{rank}")
    residues = sum(length for _, length in own)
    log.say(f"Worker {rank}/{work.gpus}: {len(own)} sequences, {residues:,} tokens", "virnucpro.data.shard_index")
    log.say(f"Assigned {len(own)} sequences", f"gpu_worker_{rank}")
    if REPLICA["failRank"] == rank:
        log.say(f"Rank {rank}: CUDA OOM error - CUDA out of memory. Tried to allocate 2.00 GiB", f"gpu_worker_{rank}", "ERROR")
        failed.append(rank)
        return
    budget = REPLICA["tokenBudget"]
    log.say(f"Dynamic token budget: {budget}", "virnucpro.data.dataloader_utils")
    time.sleep(REPLICA["loadSeconds"])
    slow = REPLICA["slowestRank"] if rank == work.gpus - 1 > 0 else 1
    start, done, tokens = time.perf_counter(), 0, 0
    counted = len(own) - min(REPLICA["lastBuffer"], len(own))
    for index, batch in enumerate(pack(own[:counted], int(budget * work.fill))):
        time.sleep(REPLICA["waitMs"] / 1000 + len(batch) * work.seconds_per_frame * slow)
        done, tokens = done + len(batch), tokens + sum(batch)
        seconds = time.perf_counter() - start
        state = "starved" if REPLICA["waitMs"] > 50 else "full" if REPLICA["waitMs"] < 1 else "normal"
        if index % 10 == 0:
            wait = f"wait={REPLICA['waitMs']:.1f}ms, seqs={len(batch)}, tokens={sum(batch)}, queue_state={state}"
            log.say(f"Batch {index}: {wait}", "virnucpro.utils.gpu_monitor")
        if index < 10 or (index < 100 and index % 10 == 0) or index % 100 == 0:
            share, rates = f"{done}/{len(own)} ({100 * done / len(own):.1f}%)", f"{tokens / seconds:,.0f} tok/s, {done / seconds:.1f} seq/s"
            log.say(f"Batch {index}: {share} | 358.0% pack eff, {rates}, ETA: unknown")
    left = f"buffer has {len(own) - done} sequences, packed_queue has 0 batches, total received: {len(own)}, total returned so far: {done}"
    log.say(f"Flush called: {left}", "virnucpro.data.collators")
    flushed = pack(own[counted:], int(budget * work.fill))
    log.say(f"Flush returned {len(flushed)} batches")
    for batch in flushed:
        time.sleep(len(batch) * work.seconds_per_frame * slow)
    seconds = max(time.perf_counter() - start, 1e-6)
    log.say(f"Async inference complete: {len(own)} sequences, {done / seconds:.1f} seq/s, {tokens / seconds:.0f} tokens/s")
    wait = REPLICA["waitMs"]
    log.say(f"DataLoader stats: avg_wait={wait:.1f}ms, max_wait={wait:.1f}ms, packing_efficiency=0.00%")
    log.say(f"Worker {rank} completed successfully", f"gpu_worker_{rank}")


def run_workers(work):
    failed = []
    threads = [threading.Thread(target=infer, args=(work, rank, failed)) for rank in range(work.gpus)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    say(f"Inference complete: {work.gpus - len(failed)} successful, {len(failed)} failed", "virnucpro.pipeline.multi_gpu_inference")
    if failed:
        where = work.output / "esm_v2" / "logs" / "worker_*.log"
        raise WorkerError(f"v2.0 ESM-2 inference failed on {len(failed)}/{work.gpus} workers: ranks {failed}. Check logs: {where}")

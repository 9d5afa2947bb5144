"""The nine stages of predict."""

import hashlib
import shutil
import time
from pathlib import Path

from .frames import cut, find_frames, read_fasta
from .log import say
from .options import REPLICA, read_options, read_switch
from .state import State
from .workers import Work, WorkerError, run_workers

CLI = "virnucpro.cli.predict"


class OutOfMemory(Exception):
    pass


def predict(given):
    gpus = len((given["gpus"] or "0").split(","))
    parallel = (given["parallel"] or gpus > 1) and not given["v1_fallback"]
    options = read_options(given, parallel, gpus)
    model = options["model_path"] or f"{options['model_type'] or '500'}_model.pth"
    if not Path(model).exists():
        say(f"Prediction failed: Could not open file '{model}': Model file not found.", CLI, "ERROR")
        return 1
    output = Path(options["output_dir"] or f"{Path(options['input_file']).stem}_predictions")
    if output.exists() and not options["force"] and not options["resume"]:
        # The original asks, and aborts without a terminal.
        print(f"Output directory {output} exists. Overwrite? [y/N]: Aborted!", flush=True)
        return 1
    say(f"  Model: {model}", CLI)
    say(f"  DNABERT batch size: {options['dnabert_batch_size'] or 256}", CLI)
    say(f"Architecture: {'v2.0 hybrid' if parallel else 'v1.0 (single-GPU or non-parallel mode)'}", CLI)
    output.mkdir(parents=True, exist_ok=True)
    try:
        run_stages(options, parallel, gpus, output)
    except OutOfMemory as error:
        for line in ("=" * 60, "OUT OF MEMORY ERROR", "=" * 60, f"Memory at failure: {error}"):
            say(line, level="ERROR")
        return 4
    except WorkerError as error:
        say(f"Pipeline failed with runtime error\nRuntimeError: {error}", level="ERROR")
        return 1
    say("Pipeline completed successfully!")
    return 0


def run_stages(options, parallel, gpus, output):
    length = options["expected_length"] or (300 if options["model_type"] == "300" else 500)
    stem = Path(options["input_file"]).stem
    state = State(output, options["resume"])
    sequences = list(read_fasta(options["input_file"]))
    counts = {"sequences": len(sequences)}
    with state.stage("CHUNKING", counts):
        chunks = cut(sequences, length)
    counts = {"sequences": len(chunks), "sequences_with_orfs": 0}
    with state.stage("TRANSLATION", counts):
        frames = find_frames(chunks)
        counts["sequences_with_orfs"] = len({name[:-2] for name, _ in frames})
        time.sleep(len(frames) * REPLICA["cpuSecondsPerFrame"] / min(options["threads"] or options["merge_threads"] or 4, 16))
    for key in ("NUCLEOTIDE_SPLITTING", "PROTEIN_SPLITTING"):
        with state.stage(key, {"files": 2 * gpus}):
            pass
    with state.stage("NUCLEOTIDE_FEATURES", {"files": 2 * gpus}):
        extract_dnabert(options, len(frames))
    switch = {name: read_switch(name, parallel, gpus) for name in ("VIRNUCPRO_DISABLE_PACKING", "VIRNUCPRO_V1_ATTENTION")}
    slower = 2 if switch["VIRNUCPRO_V1_ATTENTION"] or options["v1_attention"] else 1
    checkpoints = bool(options["resume"])
    seconds = REPLICA["esmSecondsPerFrame"] * slower + REPLICA["checkpointSecondsPerFrame"] * checkpoints
    with state.stage("PROTEIN_FEATURES", {"files": 2 * gpus, "architecture": "v2.0" if parallel else "v1.0"}):
        if parallel:
            run_workers(Work(output, frames, gpus, seconds, REPLICA["fill"], checkpoints))
            if switch["VIRNUCPRO_DISABLE_PACKING"]:
                # The original writes embeddings of a wrong shape, and fails when it joins them.
                raise WorkerError("Can't broadcast the embeddings of a shard")
        else:
            time.sleep(REPLICA["loadSeconds"] + len(frames) * seconds / min(options["esm_batch_size"] or 2048, 8192) * 2048)
    with state.stage("FEATURE_MERGING", {"files": 2 * gpus}):
        time.sleep(len(frames) * REPLICA["cpuSecondsPerFrame"] / min(options["threads"] or options["merge_threads"] or 4, 16))
    write_results(state, output / f"{stem}_merged", frames)
    state.summarize()
    shutil.rmtree(output / f"{stem}_nucleotide", ignore_errors=True)


def extract_dnabert(options, frames):
    size = options["dnabert_batch_size"] or 256
    megabytes = REPLICA["memoryMegabytes"] + REPLICA["batchMegabytes"] * size
    if megabytes > REPLICA["limitMegabytes"]:
        raise OutOfMemory(f"{megabytes / 1024:.2f}GB allocated, {megabytes / 1024:.2f}GB reserved, 0.00GB free")
    held = bytearray(int(megabytes * 1e6))
    gain = 1 - REPLICA["streamGain"] * bool(options["cuda_streams"]) - REPLICA["persistentGain"] * bool(options["persistent_models"])
    batches = -(-frames // max(1, size // 64))
    time.sleep(REPLICA["loadSeconds"] + gain * (frames * REPLICA["dnabertSecondsPerFrame"] + batches * REPLICA["dnabertSecondsPerBatch"]))
    del held


def write_results(state, merged, frames):
    merged.mkdir(parents=True, exist_ok=True)
    scores = {}
    for name, _ in frames:
        virus = int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) / 2**32
        scores[name] = min(1.0, max(0.0, virus + REPLICA["scoreShift"]))
    with state.stage("PREDICTION", {"predictions": len(scores)}):
        with (merged / "prediction_results.txt").open("w") as table:
            table.write("Sequence_ID\tPrediction\tscore1\tscore2\n")
            for name, virus in scores.items():
                table.write(f"{name}\t{'virus' if virus > 0.5 else 'others'}\t{1 - virus}\t{virus}\n")
    best = {}
    for name, virus in scores.items():
        low, high = best.get(name[:-2], (0.0, 0.0))
        best[name[:-2]] = (max(low, 1 - virus), max(high, virus))
    with state.stage("CONSENSUS", {"consensus_sequences": len(best)}):
        with (merged / "prediction_results_highestscore.csv").open("w") as table:
            table.write("Modified_ID\tIs_Virus\tmax_score_0\tmax_score_1\n")
            for name, (low, high) in best.items():
                table.write(f"{name}\t{high >= low}\t{low}\t{high}\n")

"""profile: throughput and memory by batch size, up to the memory limit."""

import json

from .log import say
from .options import REPLICA

CLI = "virnucpro.cli.profile"


def profile(options):
    step, largest = options["step"] or 512, options["max_batch"] or 8192
    sizes = list(range(options["min_batch"] or 512, largest + 1, step))
    rate = REPLICA["profileSeqPerSecond"] * (2 if options["model"] == "dnabert-s" else 1)
    results = {
        "optimal_batch_size": int(0.8 * sizes[-1] // step * step),
        "max_batch_size": sizes[-1],
        "throughput_curve": [[size, rate * size / (size + 1024)] for size in sizes],
        "memory_curve": [[size, (REPLICA["memoryMegabytes"] + REPLICA["batchMegabytes"] * size) / 1024] for size in sizes],
        "bf16_enabled": True,
        "device": options["device"] or "cuda:0",
    }
    say(f"Model: {options['model']}", CLI)
    if options["output"]:
        with open(options["output"], "w") as file:
            json.dump(results, file, indent=2)
    say("Profiling complete!", CLI)
    return 0

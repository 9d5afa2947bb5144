"""The command line. Wrong usage ends with exit code 2, as argparse has it."""

import argparse

SIZES = ("tiny", "650M", "3B")
EXIT_CODES = "Exit codes: 0 success, 1 failure, 2 some inputs or shards failed or wrong usage, 4 out of memory."

REPEAT_HELP = "predict so often in the same processes; all but the last in OUTPUT_DIR/repeat-<n> (default: 1)"


def read_options(argv: list[str]) -> argparse.Namespace:
    options = _parser().parse_args(argv)
    options.dtype = options.dtype or ("bf16" if options.device == "cuda" else "fp32")
    return options


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pipeline.py", description=__doc__, epilog=EXIT_CODES)
    predict = parser.add_subparsers(dest="command", required=True).add_parser(
        "predict", help="classify every chunk of the sequences in FASTA files", epilog=EXIT_CODES
    )
    predict.add_argument("inputs", nargs="+", metavar="INPUT", help="FASTA file")
    predict.add_argument("-o", "--output-dir", required=True, help="must not exist, or be empty")
    predict.add_argument("-e", "--expected-length", type=_count(1), help="longest chunk in base pairs (default: 150)")
    predict.add_argument("--model", help="model description (default: model.json beside this program)")
    predict.add_argument("--repeat", type=_count(1), default=1, metavar="N", help=REPEAT_HELP)
    _add_devices(predict)
    _add_loading(predict)
    return parser


def _add_devices(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("devices and models")
    add = group.add_argument
    add("--gpus", type=_device_ids, default=[0], metavar="IDS", help="comma-separated, one process each (default: 0)")
    add("--parallel", action="store_true", help="spread the work over all ids; without it the first does everything")
    add("--device", choices=("cuda", "cpu"), default="cuda", help="what the ids stand for (default: %(default)s)")
    add("--size", choices=SIZES, default="650M", help="shape of the ESM-2 model (default: %(default)s)")
    add("--dtype", choices=("bf16", "fp16", "fp32"), help="of the weights (default: bf16 on GPUs, fp32 on CPUs)")
    add("--attention", choices=("sdpa", "eager"), default="sdpa", help="(default: %(default)s)")
    add("--persistent-models", action="store_true", help="keep both models loaded, from the start of the run")
    add("--cuda-streams", action="store_true", help="copy the next batch while the current one is computed")
    add("--memory-limit-gb", type=_positive, metavar="N", help="most memory that each process may take, in GiB")


def _add_loading(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("batches and data loading")
    add = group.add_argument
    add("--token-budget", type=_count(1), default=16384, metavar="N", help="padded tokens in a batch (default: 16384)")
    add("-b", "--batch-size", type=_count(1), default=1024, metavar="N", help="sequences in a batch (default: 1024)")
    add("-w", "--num-workers", type=_count(0), default=4, metavar="N", help="loader processes per device (default: 4)")
    add("--prefetch-factor", type=_count(1), default=4, metavar="N", help="batches ready per loader (default: 4)")


def _device_ids(text: str) -> list[int]:
    ids = text.split(",")
    if not all(one.isascii() and one.isdigit() for one in ids) or len(set(ids)) != len(ids):
        raise argparse.ArgumentTypeError(f"{text}: give different whole numbers, separated by commas")
    return [int(one) for one in ids]


def _count(smallest: int):
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= smallest):
            raise argparse.ArgumentTypeError(f"{text}: give a whole number, at least {smallest}")
        return int(text)

    return read


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text}: give a number of GiB above 0")
    return value

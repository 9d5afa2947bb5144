"""Writes random DNA one base at a time and keeps all records until the end, as the pipeline's own generator does."""

import json
import random
import resource
import sys


def sequence(length):
    return "".join(random.choice("ACGT") for _ in range(length))


def records(count, shortest, longest):
    for index in range(count):
        name = f"synthetic_{index:06d} Synthetic test sequence {index}"
        yield name, sequence(random.randint(shortest, longest))


def lines(text, width=60):
    return [text[start : start + width] for start in range(0, len(text), width)]


def peak_kilobytes():
    """Of this program alone: ru_maxrss would count the process that started it."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))


def main():
    path, count = sys.argv[1], int(sys.argv[2])
    random.seed(1)
    made = list(records(count, 200, 2000))
    with open(path, "w", encoding="ascii") as file:
        for name, bases in made:
            file.write(f">{name}\n" + "\n".join(lines(bases)) + "\n")
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = {"cpuSeconds": used.ru_utime + used.ru_stime, "peakKilobytes": peak_kilobytes()}
    print(json.dumps(spent), file=sys.stderr)


main()

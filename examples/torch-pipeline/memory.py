"""Limits, figures and failures of memory, on a GPU and on a CPU."""

import resource

import torch

BYTES_PER_GB = 2**30


def limit_memory(device: torch.device, gigabytes: float | None) -> None:
    """A real limit: the allocator refuses what goes beyond it, as on a device with so much memory."""
    if gigabytes is None:
        return
    limit = int(gigabytes * BYTES_PER_GB)
    if device.type == "cuda":
        total = torch.cuda.get_device_properties(device).total_memory
        torch.cuda.set_per_process_memory_fraction(min(1.0, limit / total), device)
    else:
        # Beyond what torch itself has taken by now. Soft, so that the loader processes can put it off again.
        resource.setrlimit(resource.RLIMIT_DATA, (_data_bytes() + limit, resource.getrlimit(resource.RLIMIT_DATA)[1]))


def lift_limit(*_: object) -> None:
    """For a loader process, which inherits the limit of a worker on a CPU."""
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def memory_now(device: torch.device) -> dict | None:
    """Bytes on the device; None on a CPU, which has no allocator of torch's own to ask."""
    if device.type != "cuda":
        return None
    return {
        "allocated": torch.cuda.memory_allocated(device),
        "reserved": torch.cuda.memory_reserved(device),
        "free": torch.cuda.mem_get_info(device)[0],
        "peak-allocated": torch.cuda.max_memory_allocated(device),
        "peak-reserved": torch.cuda.max_memory_reserved(device),
    }


def allocator_bytes(device: torch.device) -> dict:
    """What torch's allocator holds, as the fields of an event. On a CPU it cannot be asked, and both are None."""
    is_cuda = device.type == "cuda"
    return {
        "allocatedBytes": torch.cuda.memory_allocated(device) if is_cuda else None,
        "reservedBytes": torch.cuda.memory_reserved(device) if is_cuda else None,
    }


def start_peak(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.reset_peak_memory_stats(device)


def release_cache(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.empty_cache()


def is_out_of_memory(error: BaseException) -> bool:
    """torch has a class of its own for GPUs; the CPU allocator says it in words."""
    if isinstance(error, (torch.OutOfMemoryError, MemoryError)):
        return True
    return isinstance(error, RuntimeError) and "can't allocate memory" in str(error)


def _data_bytes() -> int:
    """What counts against RLIMIT_DATA: see getrlimit(2) and proc_pid_status(5)."""
    with open("/proc/self/status", encoding="utf-8") as status:
        line = next(line for line in status if line.startswith("VmData:"))
    return int(line.split()[1]) * 1024

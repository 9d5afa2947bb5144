"""What an id in --gpus means."""

import re

from errors import PipelineError


def visible_devices(ids: list[int], setting: str | None) -> list[str]:
    """
    The value of CUDA_VISIBLE_DEVICES for the worker of each id. Ids count the devices that this process sees: with
    CUDA_VISIBLE_DEVICES=2,3 the ids are 0 and 1. `setting` is that variable's value, None when it is not set.
    """
    if setting is None:
        return [str(one) for one in ids]
    seen = _leading_devices(setting)
    for one in ids:
        if one >= len(seen):
            count = f"leaves {len(seen)} device{'' if len(seen) == 1 else 's'} to this process, numbered from 0"
            raise PipelineError(f"--gpus: there is no device {one}: CUDA_VISIBLE_DEVICES={setting} {count}")
    return [seen[one] for one in ids]


def _leading_devices(setting: str) -> list[str]:
    """CUDA takes the entries up to the first that names no device."""
    devices = []
    for entry in (part.strip() for part in setting.split(",")):
        if not re.fullmatch(r"\d+|(?:GPU|MIG)-\S+", entry):
            break
        devices.append(entry)
    return devices

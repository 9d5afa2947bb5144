"""Lets the worker of ESM-2, which always selects a GPU, run on a CPU; for trials of the kit without GPUs, found through PYTHONPATH."""

import importlib.abc
import importlib.util
import sys

WORKER = "virnucpro.pipeline.gpu_worker"


class Cuda:
    def __init__(self, cuda):
        self._cuda = cuda

    def __getattr__(self, name):
        return getattr(self._cuda, name)

    def set_device(self, device):
        pass

    def get_device_name(self, device):
        return "CPU"


class Torch:
    def __init__(self, torch):
        self._torch, self.cuda = torch, Cuda(torch.cuda)

    def __getattr__(self, name):
        return getattr(self._torch, name)

    def device(self, name):
        return self._torch.device("cpu")


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name != WORKER:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        execute = spec.loader.exec_module

        def execute_on_cpu(module):
            execute(module)
            module.torch = Torch(module.torch)

        spec.loader.exec_module = execute_on_cpu
        return spec


sys.meta_path.insert(0, Finder())

"""Training of a small convolutional network on images that loader processes prepare; the GPU waits for them in between."""

import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset

from support import StageEvents, is_extra, parse_arguments, print_calibration, require_output, write_results

# Every n-th batch is computed twice; 0: none.
REPEAT_EVERY = 0
# Every n-th batch is prepared twice by its loader process; 0: none.
LOADER_REPEAT_EVERY = 0

CLASSES = 10


class Images(Dataset):
    """One item is one batch: random images, blurred and normalized on the CPU. The same index gives the same batch."""

    def __init__(self, batches, shape):
        self.batches = batches
        self.shape = shape

    def __len__(self):
        return self.batches

    def __getitem__(self, index):
        for _ in range(2 if is_extra(index, LOADER_REPEAT_EVERY) else 1):
            item = self.prepare(index)
        return item

    def prepare(self, index):
        generator = torch.Generator().manual_seed(index)
        raw = torch.randint(0, 256, self.shape, dtype=torch.uint8, generator=generator)
        labels = torch.randint(0, CLASSES, self.shape[:1], generator=generator)
        images = functional.avg_pool2d(raw.float(), 3, stride=1, padding=1)
        images = images.flip(3) if index % 2 else images
        mean = images.mean(dim=(2, 3), keepdim=True)
        images = (images - mean) / (images.std(dim=(2, 3), keepdim=True) + 1)
        return images.half(), labels


def make_network(channels, depth):
    layers, last = [], 3
    for width in channels:
        for place in range(depth):
            stride = 2 if place == 0 else 1
            layers += [nn.Conv2d(last, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU()]
            last = width
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(last, CLASSES))


def build(device, tiny):
    """A function that takes one training step with a batch and returns its loss, a tensor on the device."""
    torch.manual_seed(1)
    channels, depth = ((4, 8), 1) if tiny else ((64, 128, 256), 4)
    network = make_network(channels, depth).to(device, memory_format=torch.channels_last)
    optimizer = torch.optim.SGD(network.parameters(), lr=1e-3, momentum=0.9)
    dtype = torch.float32 if device == "cpu" else torch.bfloat16

    def train_batch(batch):
        images = batch[0].to(device, non_blocking=True).to(torch.float32).contiguous(memory_format=torch.channels_last)
        labels = batch[1].to(device, non_blocking=True)
        with torch.autocast(device, dtype=dtype, enabled=device == "cuda"):
            loss = functional.cross_entropy(network(images), labels)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return train_batch


def make_loader(batches, arguments):
    shape = (4, 3, 16, 16) if arguments.tiny else (64, 3, 96, 96)
    return DataLoader(
        Images(batches, shape),
        batch_size=None,
        num_workers=arguments.workers,
        pin_memory=arguments.device == "cuda",
        worker_init_fn=limit_threads,
    )


def limit_threads(_worker):
    torch.set_num_threads(1)


def main():
    arguments = parse_arguments()
    events = StageEvents()
    events.emit("stage-start", "prepare")
    batches = 100_000 if arguments.calibrate else arguments.batches
    loader = iter(make_loader(batches, arguments))
    train_batch = build(arguments.device, arguments.tiny)
    if arguments.calibrate:
        synchronize = torch.cuda.synchronize if arguments.device == "cuda" else lambda: None
        return print_calibration(arguments.calibrate, lambda _index: train_batch(next(loader)), synchronize)
    require_output(arguments)
    events.emit("stage-end", "prepare")
    events.emit("stage-start", "train")
    losses = []
    for index, batch in enumerate(loader):
        for _ in range(2 if is_extra(index, REPEAT_EVERY) else 1):
            loss = train_batch(batch)
        losses.append(loss)
    values = torch.stack(losses).tolist()
    events.emit("stage-end", "train")
    write_results(arguments.output, values)


if __name__ == "__main__":
    main()

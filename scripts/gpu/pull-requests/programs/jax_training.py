"""Training steps of a dense network in JAX, compiled by XLA; JAX reserves most of the GPU's memory."""

import jax
import jax.numpy as jnp

from support import parse_arguments, print_calibration, require_output, run_batches, write_results

# Every n-th batch is computed twice; 0: none.
REPEAT_EVERY = 0

LAYERS = 6


def build(tiny):
    """A function from the index of a batch to its loss, an array on the device."""
    width, rows = (32, 16) if tiny else (2048, 2048)
    keys = jax.random.split(jax.random.key(1), LAYERS + 1)
    weights = [jax.random.normal(key, (width, width), jnp.bfloat16) * width**-0.5 for key in keys[:LAYERS]]
    images = jax.random.normal(keys[-1], (rows, width), jnp.bfloat16)

    def compute_loss(weights, shift):
        state = images + shift
        for weight in weights:
            state = jax.nn.gelu(state @ weight)
        return jnp.mean(jnp.square(state.astype(jnp.float32)))

    @jax.jit
    def take_step(weights, shift):
        loss, gradients = jax.value_and_grad(compute_loss)(weights, shift)
        return [weight - (0.01 * gradient).astype(weight.dtype) for weight, gradient in zip(weights, gradients)], loss

    def run_batch(index):
        nonlocal weights
        weights, loss = take_step(weights, jnp.bfloat16(index % 7))
        return loss

    return run_batch, lambda: jax.block_until_ready(weights)


def main():
    arguments = parse_arguments()
    run_batch, synchronize = build(arguments.tiny)
    if arguments.calibrate:
        return print_calibration(arguments.calibrate, run_batch, synchronize)
    require_output(arguments)
    losses = run_batches(run_batch, arguments.batches, REPEAT_EVERY)
    write_results(arguments.output, [float(loss) for loss in jax.device_get(losses)])


if __name__ == "__main__":
    main()

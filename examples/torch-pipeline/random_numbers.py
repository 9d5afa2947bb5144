"""
Numbers that are the same on every device and in every version of torch or numpy: number i of a stream is a hash of i
and the key of the stream, in whole-number arithmetic. torch's own generators differ between CPU and GPU.
"""

import zlib

MASK = 0xFFFFFFFF
GOLDEN = 0x9E3779B9


def stream_key(seed: int, name: str) -> int:
    return (zlib.crc32(name.encode()) ^ (seed * GOLDEN)) & MASK


def uniform_bits(index, key: int):
    """24 random bits for each element of `index`, a tensor or an array of 64-bit integers. 32-bit Murmur3 finaliser."""
    bits = (index * GOLDEN + key) & MASK
    bits = bits ^ (bits >> 16)
    bits = (bits * 0x85EBCA6B) & MASK
    bits = bits ^ (bits >> 13)
    bits = (bits * 0xC2B2AE35) & MASK
    return (bits ^ (bits >> 16)) >> 8

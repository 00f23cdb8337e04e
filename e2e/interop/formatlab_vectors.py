"""The workload of vectors by id in numpy: equal seed and knobs give the bytes of workers/workloads/keyedVectors.

Each formula has the operations of the TypeScript in the same order, since sums of floating-point numbers depend on it. What
`values.ts` there says of the random bits and of the model holds here as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from formatlab_data import SHIFT_32, Dataset, limits, philox, uniform53

# ── Normal numbers, as workers/model/normal.ts ───────────────────────────────────────────────────────────────────────

MIDDLE = (
    (
        3.3871328727963665,
        133.14166789178438,
        1971.5909503065513,
        13731.69376550946,
        45921.95393154987,
        67265.7709270087,
        33430.57558358813,
        2509.0809287301227,
    ),
    (
        1.0,
        42.31333070160091,
        687.1870074920579,
        5394.196021424751,
        21213.794301586597,
        39307.89580009271,
        28729.085735721943,
        5226.495278852854,
    ),
)
TAIL = (
    (
        1.4234371107496835,
        4.630337846156546,
        5.769497221460691,
        3.6478483247632045,
        1.2704582524523684,
        0.2417807251774506,
        0.022723844989269184,
        0.0007745450142783414,
    ),
    (
        1.0,
        2.053191626637759,
        1.6763848301838038,
        0.6897673349851,
        0.14810397642748008,
        0.015198666563616457,
        0.0005475938084995345,
        1.0507500716444169e-09,
    ),
)
FAR_TAIL = (
    (
        6.657904643501103,
        5.463784911164114,
        1.7848265399172913,
        0.29656057182850487,
        0.026532189526576124,
        0.0012426609473880784,
        2.7115555687434876e-05,
        2.0103343992922881e-07,
    ),
    (
        1.0,
        0.599832206555888,
        0.1369298809227358,
        0.014875361290850615,
        0.0007868691311456133,
        1.8463183175100548e-05,
        1.421511758316446e-07,
        2.0442631033899397e-15,
    ),
)


def polynomial(coefficients: Sequence[float], x: np.ndarray) -> np.ndarray:
    total = np.full(x.shape, coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        total = total * x + coefficient
    return total


def quotient(coefficients: tuple[Sequence[float], Sequence[float]], x: np.ndarray) -> np.ndarray:
    return polynomial(coefficients[0], x) / polynomial(coefficients[1], x)


def exact_log(values: np.ndarray) -> np.ndarray:
    mantissa, exponent = np.frexp(values)
    is_low = mantissa < 0.7071067811865476
    mantissa = np.where(is_low, mantissa * 2, mantissa)
    exponent = exponent - is_low
    s = (mantissa - 1) / (mantissa + 1)
    square = s * s
    total = np.full(s.shape, 1 / 21)
    for odd in range(19, 0, -2):
        total = total * square + 1 / odd
    return exponent * 0.6931471805599453 + 2 * s * total


def normal_quantile(probabilities: np.ndarray) -> np.ndarray:
    p = np.where(probabilities == 0, 2.0**-54, probabilities)
    q = p - 0.5
    result = np.empty(p.shape)
    near = np.abs(q) <= 0.425
    inner = q[near]
    result[near] = inner * quotient(MIDDLE, 0.180625 - inner * inner)
    outer = q[~near]
    r = np.sqrt(-exact_log(np.where(outer < 0, p[~near], 1 - p[~near])))
    size = np.where(r <= 5, quotient(TAIL, r - 1.6), quotient(FAR_TAIL, r - 5))
    result[~near] = np.where(outer < 0, -size, size)
    return result


# ── Values ───────────────────────────────────────────────────────────────────────────────────────────────────────────

COMPONENTS = 14
COMMON_DEVIATION = 0.9
OWN_DEVIATION = float(np.sqrt(1 - COMMON_DEVIATION * COMMON_DEVIATION))


def uniform_rows(rows: np.ndarray, count: int, purpose: int, seed: int) -> np.ndarray:
    """`count` uniform numbers for each of the rows."""
    blocks = np.arange((count + 1) // 2, dtype=np.uint64)[None, :]
    return uniform53(philox(blocks, rows[:, None], 0, purpose, (seed, 0)).reshape(len(rows), -1))[:, :count]


def as_float32(values: np.ndarray) -> np.ndarray:
    return values.astype(np.float32).astype(np.float64)


def like_embeddings(uniform: np.ndarray, rows: np.ndarray, seed: int) -> np.ndarray:
    dimension = uniform.shape[1]
    properties = uniform_rows(np.arange(COMPONENTS + 3, dtype=np.uint64), dimension, 4, seed)
    shares = normal_quantile(properties[:COMPONENTS]) * (1 / np.sqrt(COMPONENTS))
    is_large = properties[COMPONENTS + 1] < 1 / 256
    scales = 0.05 / (0.1 + properties[COMPONENTS]) * np.where(is_large, 20, 1)
    means = normal_quantile(properties[COMPONENTS + 2]) * 0.5 * scales
    weights = normal_quantile(uniform_rows(rows, COMPONENTS, 3, seed))
    common = np.zeros(uniform.shape)
    for component in range(COMPONENTS):
        common = common + weights[:, component, None] * shares[component]
    return as_float32(means + scales * (COMMON_DEVIATION * common + OWN_DEVIATION * normal_quantile(uniform)))


def quantised(uniform: np.ndarray) -> np.ndarray:
    return np.clip(np.floor(normal_quantile(uniform) * 32 + 0.5), -127, 127) / 32


def round_significant(values: np.ndarray, significant_bits: int) -> np.ndarray:
    dropped = 53 - significant_bits
    if dropped <= 0:
        return values
    bits = np.ascontiguousarray(values).view(np.uint64) + np.uint64(1 << (dropped - 1))
    return (bits & ~np.uint64((1 << dropped) - 1)).view(np.float64)


def keyed_vectors(
    seed: int,
    size: int,
    dimension: int = 1280,
    elementType: str = "float64",
    distribution: str = "uniform",
    zeroShare: float = 0,
    duplicateShare: float = 0,
    distinctValues: int = 256,
    decimals: str = "full",
    significantBits: int = 53,
    start: int = 0,
) -> Dataset:
    """Vectors [start, start + size) of the dataset of this seed."""

    def rounded(values: np.ndarray) -> np.ndarray:
        kept = round_significant(values, significantBits)
        if decimals == "full":
            return kept
        power = 10.0 ** int(decimals)
        return np.floor(kept * power + 0.5) / power

    def without_dimension(uniform: np.ndarray) -> np.ndarray:
        if distribution == "uniform":
            return uniform
        if distribution == "quantised":
            return quantised(uniform)
        normal = normal_quantile(uniform)
        return normal if distribution == "normal" else as_float32(0.1 * normal)

    rows = np.arange(start, start + size, dtype=np.uint64)
    blocks = np.arange((dimension + 1) // 2, dtype=np.uint64)[None, :]
    words = philox(blocks, rows[:, None], 0, 0, (seed, 0)).reshape(size, -1)
    uniform = uniform53(words)[:, :dimension]
    values = like_embeddings(uniform, rows, seed) if distribution == "realLike" else without_dimension(uniform)
    matrix = rounded(values)
    zero_limit, duplicate_limit = limits(zeroShare, duplicateShare)
    if duplicate_limit > 0:
        quarters = np.arange((dimension + 3) // 4, dtype=np.uint64)[None, :]
        choices = philox(quarters, rows[:, None], 0, 1, (seed, 0)).reshape(size, -1)[:, :dimension]
        if duplicateShare > 0:
            pool_words = philox(np.arange((distinctValues + 1) // 2, dtype=np.uint64), 0, 0, 2, (seed, 0)).reshape(-1)
            pool = rounded(without_dimension(uniform53(pool_words)))
            which = (words[:, 0::2][:, :dimension] * np.uint64(distinctValues)) >> SHIFT_32
            matrix = np.where(choices < duplicate_limit, pool[which], matrix)
        matrix = np.where(choices < zero_limit, 0.0, matrix)
    matrix = np.ascontiguousarray(matrix.astype(elementType))
    return Dataset(
        "keyedVectors",
        size,
        element_type=elementType,
        dimension=dimension,
        ids=[f"seq{i:010d}" for i in range(start, start + size)],
        values=matrix,
    )

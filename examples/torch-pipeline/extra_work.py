"""To see a regression found: raise one of these. Each pass is the whole computation once more, with the same results."""

EXTRA_PASSES = {"dnabert": 0, "esm2": 0}

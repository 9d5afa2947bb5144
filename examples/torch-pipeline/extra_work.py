"""To see a regression found, raise one of these. A pass is the whole computation once more; the results stay the same."""

EXTRA_PASSES = {"dnabert": 0, "esm2": 0}

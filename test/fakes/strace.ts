/** The tool that `doctor --trace-files` needs; tests that import this run only where it works (`unavailable-tests.ts`). */
export const tracer = 'strace'

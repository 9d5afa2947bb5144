/** Exit code of a command: 0 nothing failed, 1 a regression or a failed requirement, 2 not measured or not judged. */
export type ExitCode = 0 | 1 | 2

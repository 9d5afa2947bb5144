/** Exit code of a command: 0 judged and nothing failed, 1 judged and something failed, 2 could not be measured or judged. */
export type ExitCode = 0 | 1 | 2

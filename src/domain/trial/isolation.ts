import type { Launcher } from '../core/launcher.ts'

/** How the commands of a run were kept apart, and why not in a sandbox; the reason is null with one. */
export type IsolationRecord = { readonly mode: 'bubblewrap' | 'none'; readonly reason: string | null }

/** What to do on a machine where a sandbox does not work. */
export const enableSandbox =
  'Install the package bubblewrap and allow user namespaces (docs/security.md#the-sandbox lists containers and Ubuntu 24.04).'

const engines = ['docker', 'podman', 'nerdctl', 'enroot', 'kubectl', 'systemd-run', 'srun', 'sbatch', 'ssh']

/**
 * Why a sandbox would not hold what a command starts: a daemon outside of it starts the program, and the sandbox would only
 * keep the client from reaching that daemon. Null: it holds.
 */
export function explainOutsideStart(command: readonly string[], launcher: Launcher | undefined): string | null {
  const custom = launcher?.kind === 'custom' ? launcher.command[0] : undefined
  const starters = [launcher?.kind, launcher?.kind === 'torchrun' ? launcher.startedBy : undefined, custom, command[0]]
  const starter = starters.map((program) => program?.slice(program.lastIndexOf('/') + 1)).find(isEngine)
  return starter === undefined ? null : `${starter} has the program started by a service outside of any sandbox`
}

/** Absolute paths that arguments and values of variables name, also in lists and behind `=`. */
export function listAbsolutePaths(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => text.split(/[:=,;\s]+/)).filter((part) => /^\/[^/]/.test(part))
  return [...new Set(found)]
}

function isEngine(program: string | undefined): boolean {
  return program !== undefined && engines.includes(program)
}

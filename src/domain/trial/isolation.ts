import { splitStart } from '../core/command.ts'
import type { Launcher } from '../core/launcher.ts'

/** What to do if the sandbox does not work. */
export const enableSandbox =
  'Install the package bubblewrap and allow user namespaces (docs/security.md#the-sandbox lists containers and Ubuntu 24.04).'

const outside = 'outside the sandbox'

/** Whether `reason` is that a sandbox would not confine the pipeline, so that installing one does not help. */
export function isOutsideSandbox(reason: string | null): reason is string {
  return reason?.endsWith(outside) ?? false
}

const engines = ['docker', 'podman', 'nerdctl', 'enroot', 'kubectl', 'systemd-run', 'srun', 'salloc', 'sbatch', 'ssh']

/**
 * Explains why a sandbox cannot isolate a command: a service outside the sandbox starts the program, and the sandbox
 * would only block the client. Null: it can.
 */
export function explainOutsideStart(command: readonly string[], launcher: Launcher | undefined): string | null {
  const custom = launcher?.kind === 'custom' ? launcher.command[0] : undefined
  const { argv } = splitStart(command)
  const starters = [launcher?.kind, launcher?.kind === 'torchrun' ? launcher.startedBy : undefined, custom, argv[0]]
  const starter = starters.map((program) => program?.slice(program.lastIndexOf('/') + 1)).find(isEngine)
  if (starter !== undefined) return `${starter} starts the program through a service ${outside}`
  const spans = launcher !== undefined && launcher.nodes > 1 && starters.includes('mpirun')
  return spans ? `mpirun starts the program on other nodes, ${outside}` : null
}

/** Lists absolute paths in arguments and variable values, including lists and values after `=`. */
export function listAbsolutePaths(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => text.split(/[:=,;\s]+/)).filter((part) => /^\/[^/]/.test(part))
  return [...new Set(found)]
}

function isEngine(program: string | undefined): boolean {
  return program !== undefined && engines.includes(program)
}

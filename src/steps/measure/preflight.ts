import { isAbsolute, join } from 'node:path'
import { EnvironmentError, RevisionError } from '../../domain/core/errors.ts'
import { listLauncherPrograms } from '../../domain/core/launcher.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { HostFacts } from '../../ports/device-inventory.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { TrialInputs, Workplace } from './environment.ts'
import { getRevisionCommand } from '../../judging/plan/trial-command.ts'

const supportedArchitectures = ['x64', 'arm64']

/** Rejects an untested platform before anything else runs. */
export function requireSupportedPlatform(platform: string, host: Pick<HostFacts, 'architecture'>): void {
  if (platform === 'linux' && supportedArchitectures.includes(host.architecture)) return
  const hint = 'Measure on Linux x64 or arm64; a run folder can be reported on any platform.'
  throw new EnvironmentError(
    `warpgauge measures on Linux x64 and arm64 only, not on ${platform} ${host.architecture}`,
    hint,
  )
}

/** Detects commands that cannot start, before GPU time is spent. */
export async function preflight(
  plan: Plan,
  prepared: TrialInputs,
  workplace: Workplace,
  files: FileInspector,
): Promise<void> {
  for (const revision of new Set(plan.cases.map((planned) => planned.revision))) {
    for (const program of listPrograms(prepared, revision)) {
      const places = listCandidates(program, prepared.trees.get(revision) ?? '', workplace)
      const found = await Promise.all(places.map((place) => files.readStat(place)))
      if (found.some((item) => item !== null)) continue
      throw new RevisionError(
        revision,
        `${revision}: the program ${program} was not found (searched ${places.slice(0, 8).join(', ')})`,
        'Install it on the runner, create it in pipeline.setup, or correct the first item of pipeline.command or its launcher.',
      )
    }
  }
}

/** The argument of torchrun is a script, which need not be executable. */
function listPrograms({ config }: TrialInputs, revision: string): string[] {
  const { launcher } = config.pipeline
  const own = launcher?.kind === 'torchrun' ? [] : getRevisionCommand(config, revision).slice(0, 1)
  return [...listLauncherPrograms(launcher), ...own]
}

function listCandidates(program: string, tree: string, { environment }: Workplace): string[] {
  if (isAbsolute(program)) return [program]
  if (program.includes('/')) return [join(tree, program)]
  return (environment['PATH'] ?? '')
    .split(':')
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, program))
}

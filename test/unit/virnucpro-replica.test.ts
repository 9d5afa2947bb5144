import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/load.ts'
import { planRun } from '../../src/judging/plan/plan-run.ts'
import { buildCaseCommand } from '../../src/judging/plan/trial-command.ts'
import { headCommit, otherCommit, someDevices } from './a-run.ts'

type Path = 'always' | 'never' | 'parallel' | 'v1' | 'several-gpus' | 'fails'
type Options = Readonly<
  Record<string, { readonly takes: string | readonly string[]; readonly read: Path; readonly required?: true }>
>

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}

// The replica reads its options through this table, which was compared with the options and paths of the original.
const table = JSON.parse(read('test/fakes/virnucpro/options.json')) as {
  readonly predict: Options
  readonly profile: Options
  readonly environment: Readonly<Record<string, Path>>
}
const path = 'examples/virnucpro/warpgauge.yml'
const config = parseConfig(read(path), path)
const revisions = ['head', 'v1.0', 'v1.0-declared'].map((label) => ({
  label,
  ref: label,
  commit: label === 'head' ? headCommit : otherCommit,
  problem: null,
}))
const { cases } = planRun(config, someDevices(8), revisions)

/** Options of a command line that are given without effect, or that the program does not have. */
function findIdle(argv: readonly string[], gpus: number): string[] {
  const [options, isParallel] = [argv.includes('predict') ? table.predict : table.profile, argv.includes('--parallel')]
  const effective: Record<Path, boolean> = {
    always: true,
    never: false,
    parallel: isParallel,
    v1: !isParallel,
    'several-gpus': isParallel && gpus > 1,
    fails: false,
  }
  const given = argv.filter((word) => word.startsWith('--'))
  const missing = Object.entries(options).filter(([name, { required }]) => required && !given.includes(name))
  return [...given.filter((name) => !options[name] || !effective[options[name].read]), ...missing.map(([name]) => name)]
}

describe('the config for VirNucPro and the replica of its command line', () => {
  it.each(cases.map((planned) => [planned.id, planned] as const))(
    '%s: every option is read on its path',
    (_, planned) => {
      expect(findIdle(buildCaseCommand(planned, [], config), planned.gpus.length)).toEqual([])
      const variables = Object.keys(planned.options?.env ?? {})
      expect(variables.filter((name) => table.environment[name] !== 'parallel')).toEqual([])
    },
  )

  it('refuses what the first version of the config did', () => {
    const predict = config.pipeline.command.filter((word) => word !== '{options}')
    expect(findIdle([...predict, '--dataloader-workers', '4', '--esm-batch-size', '4096'], 1)).toEqual([
      '--dataloader-workers',
      '--esm-batch-size',
    ])
    expect(findIdle([...predict, '--cuda-streams'], 1)).toEqual(['--cuda-streams'])
    expect(findIdle(['python', '-m', 'virnucpro', 'profile', '--output', 'x'], 1)).toEqual(['--model'])
  })

  it('resumes with an option that is read', () => {
    expect(findIdle([...config.pipeline.command, ...(config.suites.production?.resume ?? [])], 2)).toEqual([])
  })
})

import { caseId } from '../core/case.ts'
import { comparedTogether } from './compared-together.ts'
import type { Plan, PlannedCase } from './plan.ts'

/** A kind of runner, as the config declares it. */
export type RunnerKind = {
  readonly name: string
  /** What `runs-on` asks for. */
  readonly labels: readonly string[]
  /** Devices of one runner. */
  readonly gpus: number
  /** How many runners of this kind there are. */
  readonly count: number
}

export const matrixKeys = ['suite', 'gpus', 'testbed'] as const
/** What the jobs of a matrix are told apart by. */
export type MatrixKey = (typeof matrixKeys)[number]

/** One job of `strategy.matrix`; its names are those that a workflow reads. */
export type MatrixJob = {
  readonly name: string
  /** Kind of runner. */
  readonly runner: string
  readonly 'runs-on': readonly string[]
  readonly gpus: number
  /** Patterns of case ids, one per line: the input `only`. */
  readonly only: string
  /** The input `shard`. */
  readonly shard: string
}

export type JobMatrix = {
  readonly jobs: readonly MatrixJob[]
  /** What no runner that is declared can measure, as sentences. */
  readonly problems: readonly string[]
}

/** Most jobs that GitHub takes from one matrix. */
export const mostJobs = 256

type Group = { readonly cases: readonly PlannedCase[]; readonly suite: string; readonly gpus: number }

/**
 * The jobs that measure a plan on these runners. A suite goes as a whole to the smallest kind of runner that has devices
 * for all of its cases: figures of one suite belong to one testbed.
 */
export function jobMatrix(whole: Plan, runners: readonly RunnerKind[], by: MatrixKey): JobMatrix {
  const groups = comparedTogether(whole).map(groupOf)
  const suites = [...Map.groupBy(groups, ({ suite }) => suite)]
  const placed = suites.map(([suite, own]) => ({ suite, groups: own, runner: runnerFor(own, runners) }))
  return {
    jobs: [...Map.groupBy(placed, ({ runner }) => runner)].flatMap(([runner, own]) =>
      runner === null ? [] : jobsOn(runner, own, by),
    ),
    problems: placed.flatMap(({ suite, groups: own, runner }) => shortage(suite, own, runner)),
  }
}

function groupOf(cases: readonly PlannedCase[]): Group {
  const suite = cases[0]?.key.suite ?? ''
  return { cases, suite, gpus: Math.max(1, ...cases.map(({ gpus }) => gpus.length)) }
}

function runnerFor(groups: readonly Group[], runners: readonly RunnerKind[]): RunnerKind | null {
  const needed = Math.max(...groups.map(({ gpus }) => gpus))
  const bySize = runners.toSorted((one, other) => one.gpus - other.gpus)
  return bySize.find(({ gpus }) => gpus >= needed) ?? bySize.at(-1) ?? null
}

function shortage(suite: string, groups: readonly Group[], runner: RunnerKind | null): string[] {
  const lacking = groups.filter(({ gpus }) => runner !== null && gpus > runner.gpus).flatMap(({ cases }) => cases)
  if (lacking.length === 0 || runner === null) return []
  const [first] = lacking
  const more = lacking.length > 1 ? ` and ${lacking.length - 1} more` : ''
  return [
    `${suite}: no runner that is declared has devices enough for ${first ? caseId(first.key) : ''}${more}; ${runner.name} has ${runner.gpus}, the report will list them as not tested`,
  ]
}

type Placed = { readonly suite: string; readonly groups: readonly Group[] }

function jobsOn(runner: RunnerKind, suites: readonly Placed[], by: MatrixKey): MatrixJob[] {
  switch (by) {
    case 'suite':
      return suites.map(({ suite, groups }) => jobOf(runner, suite, { groups, only: [`${suite}/*`] }))
    case 'gpus':
      return jobsByCount(runner, suites)
    case 'testbed':
      return shardsOn(runner, suites)
    default:
      return by satisfies never
  }
}

function jobsByCount(runner: RunnerKind, suites: readonly Placed[]): MatrixJob[] {
  const groups = suites.flatMap((placed) => placed.groups)
  const byCount = [...Map.groupBy(groups, ({ gpus }) => gpus)].toSorted(([one], [other]) => one - other)
  return byCount.map(([count, own]) =>
    jobOf(runner, `${runner.name}-${count}-gpus`, { groups: own, only: own.flatMap((group) => patternsOf(group)) }),
  )
}

/** One id is enough to mean its whole group. */
function patternsOf({ cases: [first] }: Group): string[] {
  return first ? [first.id] : []
}

function shardsOn(runner: RunnerKind, suites: readonly Placed[]): MatrixJob[] {
  const groups = suites.flatMap((placed) => placed.groups)
  const of = Math.min(runner.count, groups.length)
  const only = suites.map(({ suite }) => `${suite}/*`)
  return Array.from({ length: of }, (_, index) => {
    const name = of === 1 ? runner.name : `${runner.name}-${index + 1}`
    return { ...jobOf(runner, name, { groups, only }), shard: `${index + 1}/${of}` }
  })
}

function jobOf(
  runner: RunnerKind,
  name: string,
  { groups, only }: { readonly groups: readonly Group[]; readonly only: readonly string[] },
): MatrixJob {
  return {
    name,
    runner: runner.name,
    'runs-on': runner.labels,
    gpus: Math.min(runner.gpus, Math.max(...groups.map(({ gpus }) => gpus))),
    only: only.join('\n'),
    shard: '1/1',
  }
}

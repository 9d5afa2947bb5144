import { formatCaseId } from '../core/case.ts'
import { groupComparedCases } from './selection.ts'
import type { Plan, PlannedCase } from './plan.ts'
import { sumValues } from '../core/statistics.ts'

/** A kind of runner from the config. */
export type RunnerKind = {
  readonly name: string
  /** Labels for `runs-on`. */
  readonly labels: readonly string[]
  /** Devices per runner. */
  readonly gpus: number
  /** Number of runners of this kind. */
  readonly count: number
}

/** Dimensions by which a plan can be split into jobs. */
export const matrixKeys = ['suite', 'gpus', 'testbed'] as const
/** The dimension by which the plan is split into jobs. */
export type MatrixKey = (typeof matrixKeys)[number]

/** One job of `strategy.matrix`. Workflows read these property names. */
export type MatrixJob = {
  readonly name: string
  /** Name of the runner kind. */
  readonly runner: string
  readonly 'runs-on': readonly string[]
  readonly gpus: number
  /** Input `only`: patterns of case ids, one per line. */
  readonly only: string
}

/** The jobs of a matrix, and what they cannot measure. */
export type JobMatrix = {
  readonly jobs: readonly MatrixJob[]
  /** Cases that no declared runner can measure, as sentences. */
  readonly problems: readonly string[]
}

/** GitHub's limit of jobs per matrix. */
export const maxJobs = 256

type CaseBundle = { readonly cases: readonly PlannedCase[]; readonly suite: string; readonly gpus: number }

/**
 * Builds the jobs that measure a plan on these runners. A suite runs on one kind of runner, the smallest with enough
 * devices for all its cases, because its results belong to one testbed.
 */
export function buildJobMatrix(fullPlan: Plan, runners: readonly RunnerKind[], by: MatrixKey): JobMatrix {
  const groups = groupComparedCases(fullPlan).map((cases) => {
    const suite = cases[0]?.key.suite ?? ''
    return { cases, suite, gpus: Math.max(1, ...cases.map(({ gpus }) => gpus.length)) }
  })
  const suites = [...Map.groupBy(groups, ({ suite }) => suite)]
  const placed = suites.map(([suite, own]) => ({ suite, groups: own, runner: chooseRunner(own, runners) }))
  return {
    jobs: [...Map.groupBy(placed, ({ runner }) => runner)].flatMap(([runner, own]) =>
      runner === null ? [] : buildJobs(runner, own, by),
    ),
    problems: placed.flatMap(({ suite, groups: own, runner }) => describeShortage(suite, own, runner)),
  }
}

function chooseRunner(groups: readonly CaseBundle[], runners: readonly RunnerKind[]): RunnerKind | null {
  const needed = Math.max(...groups.map(({ gpus }) => gpus))
  const bySize = runners.toSorted((one, other) => one.gpus - other.gpus)
  return bySize.find(({ gpus }) => gpus >= needed) ?? bySize.at(-1) ?? null
}

function describeShortage(suite: string, groups: readonly CaseBundle[], runner: RunnerKind | null): string[] {
  const lacking = groups.filter(({ gpus }) => runner !== null && gpus > runner.gpus).flatMap(({ cases }) => cases)
  if (lacking.length === 0 || runner === null) return []
  const [first] = lacking
  const more = lacking.length > 1 ? ` and ${lacking.length - 1} more` : ''
  return [
    `${suite}: no declared runner has enough devices for ${first ? formatCaseId(first.key) : ''}${more}; ${runner.name} has ${runner.gpus}, so the report lists them as not tested`,
  ]
}

type SuiteBundles = { readonly suite: string; readonly groups: readonly CaseBundle[] }

function buildJobs(runner: RunnerKind, suites: readonly SuiteBundles[], by: MatrixKey): MatrixJob[] {
  switch (by) {
    case 'suite':
      return suites.map(({ suite, groups }) => buildJob(runner, suite, groups, [`${suite}/*`]))
    case 'gpus':
      return buildJobsByCount(runner, suites)
    case 'testbed':
      return buildJobsByRunner(runner, suites)
    default:
      return by satisfies never
  }
}

function buildJobsByCount(runner: RunnerKind, suites: readonly SuiteBundles[]): MatrixJob[] {
  const groups = suites.flatMap((placed) => placed.groups)
  const byCount = [...Map.groupBy(groups, ({ gpus }) => gpus)].toSorted(([one], [other]) => one - other)
  return byCount.map(([count, own]) => buildJob(runner, `${runner.name}-${count}-gpus`, own))
}

/** Divides the cases among the runners by their number of runs. */
function buildJobsByRunner(runner: RunnerKind, suites: readonly SuiteBundles[]): MatrixJob[] {
  const groups = suites
    .flatMap((placed) => placed.groups)
    .map((group) => ({
      ...group,
      weight: sumValues(group.cases.map(({ warmups, repeats }) => warmups + repeats)),
    }))
  const parts = partitionByWeight(groups, Math.min(runner.count, groups.length))
  return parts.map((own, index) =>
    buildJob(runner, parts.length === 1 ? runner.name : `${runner.name}-${index + 1}`, own),
  )
}

/**
 * Distributes weighted items over `count` parts, heaviest first, each to the lightest part (LPT scheduling). No part
 * exceeds the mean by more than one item. Ties follow the input order, so the result is deterministic.
 */
export function partitionByWeight<Item extends { readonly weight: number }>(
  items: readonly Item[],
  count: number,
): Item[][] {
  const hands = Array.from({ length: count }, () => ({ weight: 0, items: [] as Item[] }))
  for (const item of items.toSorted((one, other) => other.weight - one.weight)) {
    const lightest = hands.reduce((least, hand) => (hand.weight < least.weight ? hand : least))
    lightest.items.push(item)
    lightest.weight += item.weight
  }
  return hands.map((hand) => items.filter((item) => hand.items.includes(item)))
}

/** One id selects its complete bundle. */
function buildJob(
  runner: RunnerKind,
  name: string,
  groups: readonly CaseBundle[],
  only: readonly string[] = groups.flatMap(({ cases }) => cases[0]?.id ?? []),
): MatrixJob {
  return {
    name,
    runner: runner.name,
    'runs-on': runner.labels,
    gpus: Math.min(runner.gpus, Math.max(...groups.map(({ gpus }) => gpus))),
    only: only.join('\n'),
  }
}

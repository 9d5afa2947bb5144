import { describeDevices, formatCaseId } from '../../domain/core/case.ts'
import { formatCount, formatTransition, formatValue } from '../../domain/core/numbers.ts'
import type { Interval } from '../../domain/core/statistics.ts'
import { createList, createText, type Block } from '../../domain/report/block.ts'
import { joinContents, say, toCode, toCommand, toLink, toStatus, type Content } from '../../domain/report/content.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import { chooseHeadlined, describeOtherMedians, selectTitleReasons } from '../../domain/verdict/headlined.ts'
import { splitHeadline } from '../../domain/verdict/limit-sentence.ts'
import type { Finding, Report, VerdictReason } from '../../domain/verdict/report.ts'
import type { RequirementResult } from '../../domain/verdict/requirement.ts'
import { toPlain } from '../terminal/plain.ts'
import { createCaseNamer, formatCommit, formatOverallVerdict, joinFirst } from './labels.ts'

/** Reasons that no other block of a report states. */
const ownReasons: readonly VerdictReason['code'][] = [
  'run-incomplete',
  'config-from-head',
  'dataset-from-head',
  'rules-changed',
  'not-judged',
]

const mostReasons = 3

/**
 * Builds the headline: the verdict as a sentence, the values behind its figure with the number of results per verdict,
 * reasons that the sentence has no space for, and important cautions.
 */
export function buildHeadline(report: Report): Block {
  const { title, lead } = formatVerdict(report)
  const facts = [...lead, ...formatHeadlined(report), ...formatCounts(report)]
  const cautions = selectImportant(report).map(
    ({ subject, reason }) => say`${toStatus('⚠️', 'caution', 'unsure')}: ${subject} ${reason}.`,
  )
  return createList([...formatOtherReasons(report), ...cautions], {
    title,
    lead: facts.length > 0 ? [joinContents(facts, ' ')] : [],
    noun: 'remarks',
  })
}

/** Characters before the sentence in a headline; a longer title of the config is cut. */
const longestPrefix = 39

/**
 * Formats the verdict with the title of the config and the sentence, without repeating the verdict. What a headline has
 * no space for is the lead.
 */
export function formatVerdict({ verdict, title, sentence }: Pick<Report, 'verdict' | 'title' | 'sentence'>) {
  const label = formatOverallVerdict(verdict)
  const prefix = `${toPlain(label).toLowerCase()}: `
  const own = sentence.startsWith(prefix) ? sentence.slice(prefix.length) : sentence
  // Plain text has no icon.
  const start = `🟡 ${toPlain(label)} · `
  const space = longestPrefix - start.length - ': '.length
  const name = title.length > space ? `${title.slice(0, Math.max(0, space - 1))}…` : title
  const [headline, rest] = splitHeadline(own, `${start}${name}: `)
  return {
    title: say`${label} · ${name}: ${headline}`,
    lead: rest === '' ? [] : [say`${rest.charAt(0).toUpperCase() + rest.slice(1)}.`],
  }
}

/** Formats the values of the headlined comparison, or the name and reason of the headlined limit. */
function formatHeadlined(report: Report): Content[] {
  const headlined = chooseHeadlined(report)
  if (headlined?.kind === 'limit') return [formatLimit(headlined.item, report)]
  if (!headlined?.item.base || !headlined.item.head) return []
  const { base, head, unit, verdict, effect } = headlined.item
  // The reason of an inconclusive comparison states the runs.
  const runs = verdict === 'inconclusive' ? [] : say` (${base.count} against ${head.count} runs)`
  const other = describeOtherMedians(effect, unit, [base.median, head.median])
  const note = other === null ? [] : say`; ${other}: the change is estimated from all runs`
  return [say`Median ${formatTransition(base.median, head.median, unit)}${runs}${note}.`]
}

function formatLimit({ id, reason }: RequirementResult, { requirements }: Report): Content {
  const same = requirements.filter((item) => item.id === id && item.status === 'fail').length
  const name = same > 1 ? say`${id}, worst of ${same} cases` : say`${id}`
  return reason === '' ? say`Limit ${name}.` : say`${name}: ${reason}.`
}

function formatOtherReasons({ reasons }: Report): Content[] {
  const named = selectTitleReasons(reasons)
  const others = reasons.filter((reason) => ownReasons.includes(reason.code) && !named.includes(reason))
  const rest = others.length - mostReasons
  return [
    ...others.slice(0, mostReasons).map(({ text }) => say`${toStatus('🟡', 'not judged', 'unsure')}: ${text}.`),
    ...(rest > 0 ? [say`${formatCount(rest)} more reasons are in the JSON report.`] : []),
  ]
}

/** Counts the results; omitted if the sentence of a pass already states them. */
function formatCounts({ counts, verdict }: Report): Content[] {
  const compared = listCounts([
    [counts.regression, 'regression', 'regressions'],
    [counts.tolerated, 'tolerated slowdown', 'tolerated slowdowns'],
    [counts.improvement, 'improvement', 'improvements'],
    [counts.unchanged, 'not slower'],
    [counts.inconclusive, 'inconclusive'],
    [counts['not comparable'], 'not comparable'],
    [counts.missing, 'missing'],
  ])
  const limits = listCounts([
    [counts['requirements failed'], 'missed'],
    [counts['requirements not evaluated'], 'not evaluated'],
    [counts['requirements passed'], 'met'],
  ])
  const isPlainPass = verdict === 'pass' && compared.length <= 1 && counts['requirements not evaluated'] === 0
  if (isPlainPass && counts['requirements failed'] === 0) return []
  if (compared.length + limits.length === 0) return []
  const first = compared.length > 0 ? say`Compared: ${joinContents(compared, ' · ')}.` : say`Nothing was compared.`
  return limits.length > 0 ? [first, say`Limits: ${joinContents(limits, ' · ')}.`] : [first]
}

function listCounts(results: readonly (readonly [count: number, one: string, many?: string])[]): Content[] {
  return results
    .filter(([count]) => count > 0)
    .map(([count, one, many = one]) => say`${formatCount(count)} ${count === 1 ? one : many}`)
}

const kinds: Readonly<Record<Finding['kind'], { rank: number; label: Content }>> = {
  failed: { rank: 0, label: toStatus('❌', 'failed', 'bad') },
  contaminated: { rank: 1, label: toStatus('🟡', 'contaminated', 'unsure') },
  missing: { rank: 1, label: toStatus('🟡', 'missing', 'unsure') },
  caution: { rank: 2, label: toStatus('⚠️', 'caution', 'unsure') },
  'not-tested': { rank: 3, label: toStatus('⬜', 'not tested', 'quiet') },
}

/** A missing baseline explains no figure, so it never displaces another finding. */
const leastRank = 4
const mostOpen = 4
const mostImportant = 3

/**
 * Lists what was requested but not measured, and cautions, the most important first. Findings with the same reason share
 * a line. Findings that the headline states are left out; those beyond the first four are folded.
 */
export function buildFindings(report: Report): Block[] {
  const important = selectImportant(report)
  const others = report.findings.filter(
    (item) => !important.includes(item) && (item.reason === '' || !report.sentence.includes(item.reason)),
  )
  const groups = [...Map.groupBy(others, ({ kind, reason }) => `${kind}\0${shortenReason(reason)}`).values()]
  if (groups.length === 0) return []
  const names = formatCaseNames(report)
  const rows = groups.toSorted((a, b) => getRank(a) - getRank(b)).map((group) => formatFinding(group, names))
  const [open, folded] = [rows.slice(0, mostOpen), rows.slice(mostOpen)]
  const frame = { importance: 5, noun: 'findings' }
  const more = { ...frame, title: say`More findings`, isFolded: true }
  return [createList(open, frame), ...(folded.length > 0 ? [createList(folded, more)] : [])]
}

/** Selects the findings that may explain the verdict: they stand directly below it. */
function selectImportant({ findings }: Report): readonly Finding[] {
  return findings.filter(({ isProminent }) => isProminent === true).slice(0, mostImportant)
}

/** Names by case id. */
function formatCaseNames(report: Report): ReadonlyMap<string, Content> {
  const { cases, comparisons, requirements, derived } = report
  const formatCase = createCaseNamer(report)
  return new Map(
    [...cases, ...comparisons, ...requirements, ...derived].map((key) => [formatCaseId(key), formatCase(key)]),
  )
}

function formatFinding(group: readonly Finding[], names: ReadonlyMap<string, Content>): Content {
  const [first] = group
  if (!first) return []
  const isSame = group.every(({ reason }) => reason === first.reason)
  const reason = isSame ? first.reason : shortenReason(first.reason)
  const subjects = group.map(({ subject }) => names.get(subject) ?? toCode(subject))
  return say`${kinds[first.kind].label}: ${joinFirst(subjects, '; ')}: ${reason}`
}

/** Drops the trailing example in parentheses, such as a file path, from a reason. */
function shortenReason(reason: string): string {
  return reason.replace(/ \([^()]*\)$/, '')
}

function getRank([first]: readonly Finding[]): number {
  if (!first || first.isProminent === true) return 0
  return first.code === 'no-baseline' ? leastRank : kinds[first.kind].rank
}

/** Lists next steps, with commands where there are any. */
export function buildNextSteps({ nextSteps }: Report): Block[] {
  if (nextSteps.length === 0) return []
  const rows = nextSteps.map(({ text, command }) =>
    command === null ? say`${text}.` : say`${text}:${toCommand(command)}`,
  )
  return [createList(rows, { title: say`Next steps`, importance: 6, noun: 'steps' })]
}

/** Describes the hardware and what was measured; `runUrl` is null outside of GitHub. */
export function buildProvenance(report: Report, runUrl: string | null): Block {
  const { testbed, versions = {}, yardstick } = report
  const rules = yardstick.origin === 'head' ? [formatRuleSource(yardstick)] : []
  return createText({
    lead: [formatTestbed(testbed), ...formatVersions(versions), formatMeasured(report, runUrl), ...rules],
  })
}

/** Describes the config that the run was judged by, and who provided it. */
export function formatRuleSource({ ruleSet, path, sha256, origin, commit }: Report['yardstick']): Content {
  const set = ruleSet === undefined ? [] : say` with rule set ${toCode(ruleSet)}`
  const rules = say`${toCode(path)} (sha256 ${toCode(sha256.slice(0, 12))})${set}`
  switch (origin) {
    case 'base':
      return say`Config: ${rules} from the base branch at ${formatCommit(commit)}.`
    case 'head':
      return say`Config: ${rules} from the head itself at ${formatCommit(commit)}. Review it before you trust the verdict, because it is part of the change.`
    case 'local':
      return say`Config: ${rules} from this machine.`
    default:
      return origin satisfies never
  }
}

/** Names both parents of a test merge, because its own commit is temporary. */
function formatMeasured(report: Report, runUrl: string | null): Content {
  const { head, pullRequest, testMerge, runId, baseCommit } = report
  const run = runUrl === null ? say`run ${toCode(runId)}` : say`${toLink('run', runUrl)} ${toCode(runId)}`
  if (testMerge) {
    const pull = pullRequest === null ? [] : say` (pull request #${pullRequest})`
    const branch = testMerge.branch === null ? say`the base` : toCode(testMerge.branch)
    const sides = say`${formatCommit(testMerge.head)}${pull} into ${branch} at ${formatCommit(testMerge.base)}`
    return say`Measured: the merge of ${sides}, which is ${formatCommit(testMerge.commit)}, ${run}.`
  }
  const base = baseCommit === null ? [] : say`, compared with ${formatCommit(baseCommit)} of the base branch`
  return say`Measured: ${toCode(head.ref)} at ${formatCommit(head.commit)}${base}, ${run}.`
}

function formatTestbed(testbed: Testbed): Content {
  const { deviceKind, devices, driverVersion, cudaVersion, cpuModel, cpuCores, id } = testbed
  const cpu = cpuCores > 0 ? say`${cpuModel}, ${describeDevices(cpuCores, 'cpu')}` : say`CPU ${cpuModel}`
  if (deviceKind === 'cpu') return say`Hardware: ${cpu}, ${devices.length} used (testbed ${toCode(id)}).`
  const models = [...Map.groupBy(devices, (device) => device.model)]
  const facts = [
    devices.length === 0 ? say`no GPU` : joinFirst(models.map(([model, same]) => say`${same.length} × ${model}`)),
    ...(driverVersion === null ? [] : [say`driver ${driverVersion}`]),
    ...(cudaVersion === null ? [] : [say`CUDA ${cudaVersion}`]),
    cpu,
  ]
  return say`Hardware: ${joinContents(facts, ', ')} (testbed ${toCode(id)}).`
}

/** One line per set of versions; revisions with the same versions share it. */
function formatVersions(versions: NonNullable<Report['versions']>): Content[] {
  const sets = Map.groupBy(Object.entries(versions), ([, own]) => JSON.stringify(own))
  return [...sets.values()].flatMap((same) => {
    const facts = Object.entries(same[0]?.[1] ?? {}).map(([name, version]) => say`${name} ${toCode(version)}`)
    if (facts.length === 0) return []
    const labels = sets.size === 1 ? [] : say` of ${same.map(([label]) => label).join(', ')}`
    return [say`Versions${labels}: ${joinContents(facts, ', ')}.`]
  })
}

/** Describes in one line how busy the GPUs were; a table per GPU is in the details. Empty without telemetry. */
export function buildTelemetrySummary({ telemetry, testbed }: Report): Block[] {
  if (!telemetry || testbed.deviceKind !== 'gpu') return []
  const { gpus, utilizationPercent, memoryPeakBytes, powerWatts, hottestCelsius } = telemetry
  const facts = [
    ...formatRange(utilizationPercent, '%').map((text) => say`utilization ${text}`),
    ...(memoryPeakBytes === null ? [] : [say`memory up to ${formatValue(memoryPeakBytes, 'B')}`]),
    ...formatRange(powerWatts, 'W').map((text) => say`power ${text}`),
    ...(hottestCelsius === null ? [] : [say`temperature up to ${formatValue(hottestCelsius, '°C')}`]),
  ]
  if (facts.length === 0) return []
  const lead = [say`${gpus === 1 ? 'GPU' : 'GPUs'} during the run: ${joinContents(facts, ', ')}.`]
  return [createText({ importance: 9, isFolded: true, noun: 'GPUs', lead })]
}

function formatRange(range: Interval | null, unit: string): string[] {
  if (range === null) return []
  const [low, high] = range.map(Math.round)
  return [low === high ? `${low} ${unit}` : `${low} to ${high} ${unit}`]
}

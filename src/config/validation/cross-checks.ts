import type { z } from 'zod'
import { toCaseOptions, type WrittenOptions } from '../../domain/core/case-options.ts'
import { optionsPlaceholder } from '../../domain/core/command.ts'
import { formatShortJson } from '../../domain/core/errors.ts'
import { throughput } from '../../domain/core/metric.ts'
import { fewestExactPairs } from '../../domain/detection/pair/pair-rule.ts'
import { ruleSets } from '../../domain/rules/rule-sets.ts'
import { configSchema, flattenSuites, type DatasetConfig, type WrittenConfig } from '../schema/schema.ts'
import { formatSuggestion } from './find-nearest.ts'
import { listKnownPlaceholders } from './placeholders.ts'
import { createNameCheck, isMap, type Report } from './problem.ts'

type Path = readonly PropertyKey[]

const knownSuites = Object.keys(configSchema.shape.suites.shape)

/** Checks the relations between the parts of a config that are valid: those without `issues`. */
export function checkConfig(config: WrittenConfig, issues: readonly z.core.$ZodRawIssue[], report: Report): void {
  const parts = selectValidParts(config, issues)
  checkSuiteNames(parts, report)
  checkDatasetReferences(parts, report)
  checkRevisions(parts, report)
  checkSeverities(parts, report)
  checkComparedTables(parts, report)
  checkConfirmation(parts, report)
  for (const [path, argv] of listCommands(parts)) checkCommand(path, argv, parts, report)
  checkLauncher(parts, report)
  checkOptions(parts, report)
  checkSweep(parts, report)
  checkProductionTime(parts, report)
}

/** The valid parts of a config; null for a part that exists and is invalid. */
type ValidParts = ReturnType<typeof selectValidParts>

/**
 * Selects the valid parts of a config that has issues, so that one invalid value does not hide other problems. `config`
 * is what the schema made of it: under a path with an issue stands something else than the type says.
 */
function selectValidParts(config: WrittenConfig, issues: readonly z.core.$ZodRawIssue[]) {
  const invalid = issues.filter(({ code }) => code !== 'custom').map(({ path = [] }) => path)
  const isValid = (...path: PropertyKey[]) =>
    !invalid.some((other) => path.every((segment, index) => other[index] === segment))
  const select = <Part>(part: Part, ...path: PropertyKey[]): Part | null => (isValid(...path) ? part : null)
  const selectEntries = <Part>(entries: Readonly<Record<string, Part>>, key: string): Record<string, Part | null> =>
    Object.fromEntries(listEntries(entries).map(([name, part]) => [name, select(part, key, name)]))
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path?.join('.') === 'suites' ? issue.keys : [],
  )
  const suites = listEntries(config.suites)
  const requirements = Array.isArray(config.requirements) ? config.requirements : []
  return {
    pipeline: select(config.pipeline, 'pipeline'),
    datasets: isMap(config.datasets) ? selectEntries(config.datasets, 'datasets') : null,
    revisions: selectEntries(config.revisions, 'revisions'),
    suites: flattenSuites(Object.fromEntries(suites.filter(([name]) => isValid('suites', name)))),
    comparison: select(config.comparison, 'comparison'),
    ruleSet: select(config.ruleSet, 'ruleSet'),
    run: select(config.run, 'run'),
    /** All names under `suites`, also invalid and unknown ones. */
    suiteNames: [...suites.map(([name]) => name), ...unknown],
    /** In the order of the list. */
    requirements: requirements.map((item, index) => select(item, 'requirements', index)),
  }
}

/** The entries of what may be no mapping. */
function listEntries<Part>(value: Readonly<Record<string, Part>>): [string, Part][] {
  return isMap(value) ? Object.entries(value) : []
}

function checkSuiteNames({ suiteNames, pipeline, requirements }: ValidParts, report: Report): void {
  if (suiteNames.length === 0) report(['suites'], `configure at least one suite: ${knownSuites.join(', ')}`)
  // Every suite but `command` runs the pipeline, of each revision that has no command of its own.
  const suite = suiteNames.find((name) => name !== 'command' && knownSuites.includes(name))
  if (suite !== undefined && pipeline?.command.length === 0)
    report(['pipeline', 'command'], `required; suite ${suite} runs it`)
  for (const [index, requirement] of requirements.entries()) {
    if (requirement === null || suiteNames.includes(requirement.suite)) continue
    const text = knownSuites.includes(requirement.suite)
      ? 'is not configured under suites'
      : `is not a suite${formatSuggestion(requirement.suite, suiteNames)}`
    report(['requirements', index, 'suite'], `${formatShortJson(requirement.suite)} ${text}`)
  }
}

function checkDatasetReferences({ datasets, suites }: ValidParts, report: Report): void {
  if (datasets === null) return
  const check = createNameCheck('dataset', Object.keys(datasets), report)
  for (const [suite, config] of Object.entries(suites))
    if (config && 'dataset' in config) check(['suites', suite, 'run', 'dataset'], config.dataset)
  const { moreDatasets = [], sustained } = suites['end-to-end'] ?? {}
  for (const [index, name] of moreDatasets.entries()) check(['suites', 'end-to-end', 'moreDatasets', index], name)
  check(['suites', 'end-to-end', 'sustained', 'dataset'], sustained?.dataset)
  for (const [index, { dataset }] of (suites.command?.benchmarks ?? []).entries())
    check(['suites', 'command', 'benchmarks', index, 'run', 'dataset'], dataset)
}

function checkRevisions({ revisions, suites }: ValidParts, report: Report): void {
  const names = Object.keys(revisions)
  if (names.includes('head'))
    report(['revisions', 'head'], '"head" is reserved for the revision under test; use another name', 'key')
  const { against = [], minSpeedup = {} } = suites.revision ?? {}
  const check = createNameCheck('revision', names, report)
  const checkKey = createNameCheck('revision', names, (path, text) => report(path, text, 'key'))
  for (const [index, name] of against.entries()) check(['suites', 'revision', 'against', index], name)
  for (const name of Object.keys(minSpeedup)) {
    const path = ['suites', 'revision', 'minSpeedup', name]
    checkKey(path, name)
    if (names.includes(name) && !against.includes(name))
      report(path, `${formatShortJson(name)} is not in against, so it would not be compared`, 'key')
  }
}

/** Ids of the limits that the goal of a suite states, in whatever rule set. */
const goalRules = ['PERF-01', 'PERF-04']

function checkSeverities({ ruleSet }: ValidParts, report: Report): void {
  if (!ruleSet) return
  const rules = [...ruleSets[ruleSet.name].rules.map(({ id }) => id), ...goalRules]
  const check = createNameCheck(`rule of ${ruleSet.name}`, [...new Set(rules)], (path, text) =>
    report(path, text, 'key'),
  )
  for (const id of Object.keys(ruleSet.severities)) check(['ruleSet', 'severities', id], id)
}

function checkComparedTables({ pipeline, revisions, suites: { equivalence } }: ValidParts, report: Report): void {
  if (!equivalence) return
  const check = createNameCheck('revision', Object.keys(revisions), report)
  for (const [index, name] of equivalence.against.entries()) {
    const path = ['suites', 'equivalence', 'against', index]
    check(path, name)
    if (revisions[name]?.declared)
      report(path, `${formatShortJson(name)} is declared and does not run, so it has no table to compare`)
  }
  if (pipeline && !pipeline.proof?.results && Object.keys(equivalence.tables).length === 0)
    report(['suites', 'equivalence'], 'no table to compare; add tables, or results to pipeline.proof')
}

/** Checks that the limits allow the pairs of an exact confirmation. */
function checkConfirmation({ comparison, run, suites }: ValidParts, report: Report): void {
  if (comparison?.confirm !== 'exact') return
  const check = (path: Path, most = fewestExactPairs) => {
    if (most < fewestExactPairs) report(path, `is ${most}; comparison.confirm: exact needs ${fewestExactPairs} or more`)
  }
  check(['run', 'maxRepeats'], run ? Math.max(run.maxRepeats, run.repeats) : undefined)
  for (const [suite, config] of Object.entries(suites))
    check(['suites', suite, 'run', 'maxRepeats'], config?.maxRepeats)
}

function listCommands({ pipeline, revisions }: ValidParts): [Path, readonly string[]][] {
  const own: [Path, readonly string[]][] = pipeline ? [[['pipeline', 'command'], pipeline.command]] : []
  for (const [name, revision] of Object.entries(revisions))
    if (revision?.command) own.push([['revisions', name, 'command'], revision.command])
  return own
}

/** Checks that a command reads the datasets of the suites completely, and writes what the proof checks. */
function checkCommand(path: Path, argv: readonly string[], parts: ValidParts, report: Report): void {
  const inputs = Object.entries(parts.suites).filter(([suite]) => suite !== 'command')
  const lacking = inputs.filter(([, config]) => !hasDataset(config))
  const known = argv.map((argument) => listKnownPlaceholders(argument))
  const place = known.findIndex((names) => names.includes('{dataset}'))
  if (place === -1 && argv.length > 0 && lacking.length < inputs.length)
    report(path, '{dataset} is missing, so the command would not read the dataset')
  if (place >= 0 && lacking[0])
    report([...path, place], `{dataset} needs a dataset; set run.dataset of suite ${lacking[0][0]}`)
  if (!known.flat().includes('{output}') && hasProofInOutput(parts))
    report(path, '{output} is missing, but the proof checks files in it')
  // With only the first of several files, the timing would cover part of the work.
  const split = Object.entries(parts.datasets ?? {}).find(([, dataset]) => hasSeveralFiles(dataset))
  const isEmbedded = argv.some((argument, at) => argument !== '{dataset}' && known[at]?.includes('{dataset}'))
  const form = 'write {dataset} as a separate argument, so that every file is passed'
  if (split && (isEmbedded || !argv.includes('{dataset}')))
    report(path, `dataset ${split[0]} has several files; ${form}`)
}

function hasDataset(config: object = {}): boolean {
  return 'dataset' in config && config.dataset !== undefined
}

function hasProofInOutput({ pipeline, suites }: ValidParts): boolean {
  const isRun = Object.keys(suites).some((suite) => suite !== 'command')
  const { results, files = [] } = pipeline?.proof ?? {}
  return isRun && [...(results ? [results] : []), ...files].some(({ path }) => path.includes('{output}'))
}

function hasSeveralFiles(dataset: DatasetConfig | null): boolean {
  if (dataset === null) return false
  return ('files' in dataset && dataset.files > 1) || ('paths' in dataset && dataset.paths.length > 1)
}

/** Checks the launcher against the commands it starts and the suite that chooses its number of nodes. */
function checkLauncher(parts: ValidParts, report: Report): void {
  const { kind, nodes: most = 1 } = parts.pipeline?.launcher ?? {}
  const { nodes: counts = [] } = parts.suites.scaling ?? {}
  for (const [index, nodes] of counts.entries()) {
    const text = `${nodes} nodes are more than pipeline.launcher.nodes (${most}); set it to the nodes of the allocation`
    if (nodes > most) report(['suites', 'scaling', 'nodes', index], text)
  }
  for (const [path, [program = '']] of kind === 'torchrun' ? listCommands(parts) : [])
    if (/^(?:.*\/)?python[\d.]*$/.test(program))
      report([...path, 0], 'torchrun starts Python itself: begin with the script, or with -m')
}

/** Checks that the command reads the options that suites add to it. */
function checkOptions({ pipeline, suites: { variants, equivalence, memory } }: ValidParts, report: Report): void {
  const command = pipeline?.command ?? []
  if (!command.includes('--') || command.includes(optionsPlaceholder)) return
  const text = `the command ends its options with --, so these would be read as inputs; write "${optionsPlaceholder}" before it`
  const check = (path: Path, written: WrittenOptions = []) => {
    if (toCaseOptions(written).args.length > 0) report(['suites', ...path], text)
  }
  for (const [suite, config] of Object.entries({ variants, equivalence }))
    for (const [name, set] of Object.entries(config?.options ?? {})) check([suite, 'options', name], set)
  check(['memory', 'repeat', 'options'], memory?.repeat?.options)
  check(['memory', 'pressure'], memory?.pressure)
}

function checkSweep({ pipeline, suites: { sweep } }: ValidParts, report: Report): void {
  if (!sweep || !pipeline) return
  // An option that the command sets itself cannot be switched off.
  for (const [name, values] of Object.entries(sweep.options ? {} : sweep.parameters)) {
    const text = `pipeline.command already contains --${name}, so false has no effect; remove it there`
    if (values.includes(false) && pipeline.command.includes(`--${name}`))
      report(['suites', 'sweep', 'parameters', name], text, 'key')
  }
  const text = 'throughput needs pipeline.throughput, or the rows of pipeline.proof.results'
  if (sweep.objective === throughput.name && !pipeline.throughput && !pipeline.proof?.results)
    report(['suites', 'sweep', 'objective'], text)
}

/** Checks that the time limit allows a production run to reach its goal. */
function checkProductionTime({ pipeline, suites: { production } }: ValidParts, report: Report): void {
  const limit = production?.timeoutMinutes ?? pipeline?.timeoutMinutes
  if (!production?.goal || limit === undefined) return
  const { goal, timeoutMinutes } = production
  const goalMinutes = goal.hours * (1 + goal.tolerance) * 60
  const text = `would be stopped after ${limit} minutes, before its goal of ${goal.hours} h; set run.timeoutMinutes to ${Math.ceil(goalMinutes * 1.5)} or more`
  if (limit > goalMinutes) return
  if (timeoutMinutes === undefined) report(['suites', 'production'], text, 'key')
  else report(['suites', 'production', 'run', 'timeoutMinutes'], text)
}

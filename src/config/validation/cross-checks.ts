import { checkCommands } from './command-checks.ts'
import { checkConfirmation } from './confirm-checks.ts'
import { checkLauncher } from './launcher-checks.ts'
import { formatSuggestion } from './find-nearest.ts'
import { checkMemory } from './memory-checks.ts'
import { checkOptions } from './option-checks.ts'
import { checkReportFiles } from './report-file-checks.ts'
import { checkTools } from './tool-checks.ts'
import type { Problem } from './problem.ts'
import { formatValue } from '../../domain/core/format-value.ts'
import type { ValidParts } from './valid-parts.ts'
import { configSchema } from '../schema/schema.ts'
import { checkProduction } from './production-checks.ts'
import { checkSweep } from './sweep-checks.ts'

/** Checks the relations between the parts of a config, each of which is valid. */
export function checkConfig(parts: ValidParts): Problem[] {
  return [
    ...checkSuiteCount(parts),
    ...checkPipelineCommand(parts),
    ...checkDatasetReferences(parts),
    ...checkSizedInputs(parts),
    ...checkOpenFrames(parts),
    ...checkRevisionReferences(parts),
    ...checkRequirementReferences(parts),
    ...checkRepetitions(parts),
    ...checkRevisions(parts),
    ...checkConfirmation(parts),
    ...checkCommands(parts),
    ...checkLauncher(parts),
    ...checkTools(parts),
    ...checkOptions(parts),
    ...checkMemory(parts),
    ...checkReportFiles(parts),
    ...checkSweep(parts),
    ...checkProduction(parts),
  ]
}

const knownSuites = Object.keys(configSchema.shape.suites.shape)

function checkSuiteCount({ suiteNames }: ValidParts): Problem[] {
  if (suiteNames.length > 0) return []
  return [{ path: ['suites'], at: 'value', text: `configure at least one suite: ${knownSuites.join(', ')}` }]
}

/** Every suite but `command` runs the pipeline, of each revision that has no command of its own. */
function checkPipelineCommand({ pipeline, suiteNames }: ValidParts): Problem[] {
  const suite = suiteNames.find((name) => name !== 'command' && knownSuites.includes(name))
  if (suite === undefined || pipeline === null || pipeline.command.length > 0) return []
  return [{ path: ['pipeline', 'command'], at: 'value', text: `required; suite ${suite} runs it` }]
}

/** Checks options that relate to the size of the input. */
function checkSizedInputs({ suites: { production, ...suites } }: ValidParts): Problem[] {
  const endToEnd = suites['end-to-end']
  const sized = [
    { suite: 'end-to-end', option: 'moreDatasets', isSet: (endToEnd?.moreDatasets.length ?? 0) > 0, from: endToEnd },
    { suite: 'end-to-end', option: 'sustained', isSet: endToEnd?.sustained !== undefined, from: endToEnd },
    { suite: 'end-to-end', option: 'goal', isSet: endToEnd?.goal !== undefined, from: endToEnd },
    { suite: 'production', option: 'goal', isSet: production?.goal !== undefined, from: production },
  ]
  return sized.flatMap(({ suite, option, isSet, from }): Problem[] => {
    if (!isSet || from?.dataset !== undefined) return []
    return [{ path: ['suites', suite, option], at: 'key', text: 'needs a dataset; set dataset of this suite' }]
  })
}

function checkDatasetReferences({ datasets, suites }: ValidParts): Problem[] {
  if (datasets === null) return []
  const names = Object.keys(datasets)
  const single = Object.entries(suites).map(([suite, config]) => ({
    path: ['suites', suite, 'dataset'],
    name: config && 'dataset' in config ? config.dataset : undefined,
  }))
  const more = (suites['end-to-end']?.moreDatasets ?? []).map((name, index) => ({
    path: ['suites', 'end-to-end', 'moreDatasets', index],
    name,
  }))
  const large = {
    path: ['suites', 'end-to-end', 'sustained', 'dataset'],
    name: suites['end-to-end']?.sustained?.dataset,
  }
  return [...single, ...more, large].flatMap(({ path, name }) =>
    name === undefined ? [] : checkName('dataset', path, name, names),
  )
}

function checkOpenFrames({ datasets }: ValidParts): Problem[] {
  return Object.entries(datasets ?? {}).flatMap(([name, dataset]): Problem[] => {
    if (!dataset || !('orfLength' in dataset) || dataset.orfLength === undefined) return []
    if (dataset.orfShare !== undefined) return []
    return [{ path: ['datasets', name, 'orfLength'], at: 'key', text: 'has no effect without orfShare' }]
  })
}

function checkRevisionReferences({ revisions, suites: { revision } }: ValidParts): Problem[] {
  if (!revision) return []
  const names = Object.keys(revisions)
  const path = ['suites', 'revision']
  const against = revision.against.flatMap((name, index) =>
    checkName('revision', [...path, 'against', index], name, names),
  )
  const speedups = Object.keys(revision.minSpeedup).flatMap((name): Problem[] => {
    const unknown = checkName('revision', [...path, 'minSpeedup', name], name, names)
    if (unknown.length > 0 || revision.against.includes(name))
      return unknown.map((problem) => ({ ...problem, at: 'key' }))
    const text = `${formatValue(name)} is not in against, so it would not be compared`
    return [{ path: [...path, 'minSpeedup', name], at: 'key', text }]
  })
  return [...against, ...speedups]
}

function checkRequirementReferences({ requirements, suiteNames }: ValidParts): Problem[] {
  return requirements.flatMap((requirement, index) => {
    if (requirement === null || suiteNames.includes(requirement.suite)) return []
    const path = ['requirements', index, 'suite']
    const isKnown = knownSuites.includes(requirement.suite)
    const text = isKnown
      ? `is not configured under suites`
      : `is not a suite${formatSuggestion(requirement.suite, suiteNames)}`
    return [{ path, at: 'value', text: `${formatValue(requirement.suite)} ${text}` } as const]
  })
}

/** Checks for repeated items, which would give two cases the same name. */
function checkRepetitions({ suites }: ValidParts): Problem[] {
  const endToEnd = suites['end-to-end']
  const lists = [
    { path: ['suites', 'scaling', 'gpus'], items: suites.scaling?.gpus ?? [], before: [] },
    { path: ['suites', 'stages', 'gpus'], items: suites.stages?.gpus ?? [], before: [] },
    { path: ['suites', 'revision', 'against'], items: suites.revision?.against ?? [], before: [] },
    {
      path: ['suites', 'end-to-end', 'moreDatasets'],
      items: endToEnd?.moreDatasets ?? [],
      before: endToEnd?.dataset === undefined ? [] : [endToEnd.dataset],
    },
  ]
  return lists.flatMap(({ path, items, before }) =>
    items.flatMap((item, index): Problem[] => {
      const isRepeated = [...before, ...items.slice(0, index)].includes(item)
      return isRepeated ? [{ path: [...path, index], at: 'value', text: `${formatValue(item)} is repeated` }] : []
    }),
  )
}

function checkRevisions({ revisions }: ValidParts): Problem[] {
  return Object.entries(revisions).flatMap(([name, revision]): Problem[] => {
    const path = ['revisions', name]
    if (name === 'head')
      return [{ path, at: 'key', text: '"head" is reserved for the revision under test; use another name' }]
    if (!revision?.declared) return []
    return (['command', 'setup'] as const)
      .filter((key) => revision[key] !== undefined)
      .map((key) => ({
        path: [...path, key],
        at: 'key',
        text: 'has no effect, because a declared revision does not run',
      }))
  })
}

function checkName(kind: string, path: readonly PropertyKey[], name: string, names: readonly string[]): Problem[] {
  if (names.includes(name)) return []
  return [{ path, at: 'value', text: `unknown ${kind} ${formatValue(name)}${formatSuggestion(name, names)}` }]
}

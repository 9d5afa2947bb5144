import { commandChecks } from './command-checks.ts'
import { confirmChecks } from './confirm-checks.ts'
import { launcherChecks } from './launcher-checks.ts'
import { suggestion } from './nearest.ts'
import { memoryChecks } from './memory-checks.ts'
import { optionChecks } from './option-checks.ts'
import { toolChecks } from './tool-checks.ts'
import type { Problem } from './problem.ts'
import { shown } from '../../domain/core/shown.ts'
import type { SoundParts } from './salvage.ts'
import { configSchema } from '../schema/schema.ts'
import { productionChecks } from './production-checks.ts'
import { sweepChecks } from './sweep-checks.ts'

/** What is wrong between the parts of a config, each of which is sound by itself. */
export function crossChecks(parts: SoundParts): Problem[] {
  return [
    ...suiteCount(parts),
    ...datasetReferences(parts),
    ...revisionReferences(parts),
    ...requirementReferences(parts),
    ...repetitions(parts),
    ...revisionChecks(parts),
    ...confirmChecks(parts),
    ...commandChecks(parts),
    ...launcherChecks(parts),
    ...toolChecks(parts),
    ...optionChecks(parts),
    ...memoryChecks(parts),
    ...sweepChecks(parts),
    ...productionChecks(parts),
  ]
}

const knownSuites = Object.keys(configSchema.shape.suites.shape)

function suiteCount({ suiteNames }: SoundParts): Problem[] {
  if (suiteNames.length > 0) return []
  return [{ path: ['suites'], at: 'value', text: `configure at least one suite: ${knownSuites.join(', ')}` }]
}

function datasetReferences({ datasets, suites }: SoundParts): Problem[] {
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
    name === undefined ? [] : unknownName('dataset', path, name, names),
  )
}

function revisionReferences({ revisions, suites: { revision } }: SoundParts): Problem[] {
  if (!revision) return []
  const names = Object.keys(revisions)
  const path = ['suites', 'revision']
  const against = revision.against.flatMap((name, index) =>
    unknownName('revision', [...path, 'against', index], name, names),
  )
  const speedups = Object.keys(revision.minSpeedup).flatMap((name): Problem[] => {
    const unknown = unknownName('revision', [...path, 'minSpeedup', name], name, names)
    if (unknown.length > 0 || revision.against.includes(name))
      return unknown.map((problem) => ({ ...problem, at: 'key' }))
    const text = `${shown(name)} is not in against, so nothing would be compared with it`
    return [{ path: [...path, 'minSpeedup', name], at: 'key', text }]
  })
  return [...against, ...speedups]
}

function requirementReferences({ requirements, suiteNames }: SoundParts): Problem[] {
  return requirements.flatMap((requirement, index) => {
    if (requirement === null || suiteNames.includes(requirement.suite)) return []
    const path = ['requirements', index, 'suite']
    const isKnown = knownSuites.includes(requirement.suite)
    const text = isKnown ? `is not configured under suites` : `is no suite${suggestion(requirement.suite, suiteNames)}`
    return [{ path, at: 'value', text: `${shown(requirement.suite)} ${text}` } as const]
  })
}

/** The same point twice would give two cases one name. */
function repetitions({ suites }: SoundParts): Problem[] {
  const endToEnd = suites['end-to-end']
  const lists = [
    { path: ['suites', 'scaling', 'gpus'], items: suites.scaling?.gpus ?? [], before: [] },
    { path: ['suites', 'stages', 'gpus'], items: suites.stages?.gpus ?? [], before: [] },
    { path: ['suites', 'revision', 'against'], items: suites.revision?.against ?? [], before: [] },
    {
      path: ['suites', 'end-to-end', 'moreDatasets'],
      items: endToEnd?.moreDatasets ?? [],
      before: endToEnd ? [endToEnd.dataset] : [],
    },
  ]
  return lists.flatMap(({ path, items, before }) =>
    items.flatMap((item, index): Problem[] => {
      const isRepeated = [...before, ...items.slice(0, index)].includes(item)
      return isRepeated ? [{ path: [...path, index], at: 'value', text: `${shown(item)} is there already` }] : []
    }),
  )
}

function revisionChecks({ revisions }: SoundParts): Problem[] {
  return Object.entries(revisions).flatMap(([name, revision]): Problem[] => {
    const path = ['revisions', name]
    if (name === 'head')
      return [{ path, at: 'key', text: '"head" is the name of the revision under test; take another' }]
    if (!revision?.declared) return []
    return (['command', 'setup'] as const)
      .filter((key) => revision[key] !== undefined)
      .map((key) => ({
        path: [...path, key],
        at: 'key',
        text: 'has no use: a declared figure stands instead of a run',
      }))
  })
}

function unknownName(kind: string, path: readonly PropertyKey[], name: string, names: readonly string[]): Problem[] {
  if (names.includes(name)) return []
  return [{ path, at: 'value', text: `there is no ${kind} ${shown(name)}${suggestion(name, names)}` }]
}

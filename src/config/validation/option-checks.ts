import { isSameOptions, type CaseOptions } from '../../domain/core/case-options.ts'
import { optionsPlaceholder } from '../../domain/core/command.ts'
import { suggestion } from './nearest.ts'
import { placeholderProblems } from './placeholders.ts'
import type { Problem } from './problem.ts'
import { shown } from '../../domain/core/shown.ts'
import type { SoundParts } from './salvage.ts'
import type { SuiteConfigs } from '../schema/schema.ts'

type Variants = NonNullable<SuiteConfigs['variants']>
type Equivalence = NonNullable<SuiteConfigs['equivalence']>
type Written = Variants['options']
type Path = readonly PropertyKey[]

/** What is wrong with sets of options, and with the tables and sides whose answers must agree. */
export function optionChecks(parts: SoundParts): Problem[] {
  const { variants, equivalence } = parts.suites
  return [
    ...(variants ? variantChecks(variants, parts) : []),
    ...(equivalence ? equivalenceChecks(equivalence, parts) : []),
  ]
}

function variantChecks(variants: Variants, parts: SoundParts): Problem[] {
  const path = ['suites', 'variants']
  const names = Object.keys(variants.options)
  const references = [
    { path: [...path, 'base'], name: variants.base },
    ...variants.tradeOff.map((name, index) => ({ path: [...path, 'tradeOff', index], name })),
    ...(['with', 'without'] as const).flatMap((key) => {
      const name = variants.checkpointing?.[key]
      return name === undefined ? [] : [{ path: [...path, 'checkpointing', key], name }]
    }),
  ]
  return [
    ...(names.length > 1 ? [] : [value([...path, 'options'], 'name the base and at least one other variant')]),
    ...references.flatMap((reference) => unknown('variant', reference.name, names, reference.path)),
    ...sameAsBase(variants, [...path, 'tradeOff']),
    ...setChecks(variants.options, [...path, 'options'], parts),
  ]
}

function sameAsBase({ base, tradeOff, checkpointing }: Variants, path: Path): Problem[] {
  const place = tradeOff.indexOf(base)
  const isOne = checkpointing && checkpointing.with === checkpointing.without
  return [
    ...(place >= 0 ? [value([...path, place], `${shown(base)} is the base: it cannot be traded against itself`)] : []),
    ...(isOne
      ? [value([...path.slice(0, -1), 'checkpointing', 'without'], `${shown(checkpointing.without)} is with as well`)]
      : []),
  ]
}

function equivalenceChecks(equivalence: Equivalence, parts: SoundParts): Problem[] {
  const path = ['suites', 'equivalence']
  const { against, options, references, tables } = equivalence
  const sides = [...against, ...Object.keys(options), ...Object.keys(references)]
  const hasTable = Object.keys(tables).length > 0 || parts.pipeline === null || parts.pipeline.proof.results
  return [
    ...(sides.length > 0
      ? []
      : [
          value(
            path,
            'nothing to compare with: name revisions in against, option sets in options or stored references',
          ),
        ]),
    ...(hasTable ? [] : [value(path, 'no table to compare: add tables, or results to pipeline.proof')]),
    ...sides.flatMap((side, index) =>
      side === 'head' || sides.indexOf(side) !== index
        ? [value(path, `${shown(side)} stands for two sides; take another name`)]
        : [],
    ),
    ...against.flatMap((name, index) => revisionProblem(name, [...path, 'against', index], parts)),
    ...tableChecks(equivalence, path),
    ...setChecks(options, [...path, 'options'], parts, { args: [], env: {} }),
  ]
}

function revisionProblem(name: string, path: Path, { revisions }: SoundParts): Problem[] {
  const missing = unknown('revision', name, Object.keys(revisions), path)
  if (missing.length > 0 || !revisions[name]?.declared) return missing
  return [value(path, `${shown(name)} is declared, not run: it has no table to compare`)]
}

/** A table outside {output} may be there before the run, and be an earlier answer (W9). */
function tableChecks({ tables, references }: Equivalence, path: Path): Problem[] {
  const names = Object.keys(tables)
  const paths = Object.entries(tables).flatMap(([name, table]) => {
    const at = [...path, 'tables', name, 'path']
    const fresh = table.path.includes('{output}')
      ? []
      : [value(at, 'must hold {output}: elsewhere an old table could lie')]
    return [...fresh, ...placeholderProblems(table.path).map((problem) => value(at, problem))]
  })
  const answers = Object.entries(references).flatMap(([name, { table }]) => {
    const at = [...path, 'references', name]
    if (table !== undefined) return unknown('table', table, names, [...at, 'table'])
    return names.length > 1 ? [value(at, `say which table it is an answer to: ${names.join(', ')}`)] : []
  })
  return [...paths, ...answers]
}

/** Two sets that run the same command would be called a difference, or none, without one having been measured (W62). */
function setChecks(written: Written, path: Path, parts: SoundParts, ...others: readonly CaseOptions[]): Problem[] {
  const sets = Object.entries(written).map(([name, options]) => ({ name, options: optionsOf(options) }))
  const twins = sets.flatMap(({ name, options }, index) => {
    const twin = sets.slice(0, index).find((other) => isSameOptions(other.options, options))
    if (twin)
      return [value([...path, name], `has the options of ${shown(twin.name)}: it would run the same thing twice`)]
    const isPlain = others.some((other) => isSameOptions(other, options))
    return isPlain ? [value([...path, name], 'sets nothing: it would be the plain command again')] : []
  })
  return [...twins, ...sets.flatMap(({ name, options }) => setProblems(options, [...path, name], parts))]
}

/** What is wrong with one set of options, whichever suite it belongs to. */
export function setProblems({ args, env }: CaseOptions, path: Path, { pipeline }: SoundParts): Problem[] {
  const texts = [...args, ...Object.values(env)]
  const wrong = texts.flatMap(placeholderProblems).map((problem) => value(path, problem))
  const command = pipeline?.command ?? []
  const isHidden = args.length > 0 && command.includes('--') && !command.includes(optionsPlaceholder)
  const text = `the command ends its options with --, so these would be read as inputs; write "${optionsPlaceholder}" before it`
  return [...wrong, ...(isHidden ? [value(path, text)] : [])]
}

/** Both ways of writing a set of options as one. */
export function optionsOf(written: Written[string]): CaseOptions {
  return 'args' in written ? written : { args: written, env: {} }
}

function unknown(kind: string, name: string, names: readonly string[], path: Path): Problem[] {
  return names.includes(name) ? [] : [value(path, `there is no ${kind} ${shown(name)}${suggestion(name, names)}`)]
}

function value(path: Path, text: string): Problem {
  return { path, at: 'value', text }
}

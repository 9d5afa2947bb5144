import type { Config, SuiteConfig } from '../../config/schema/schema.ts'
import type { TableRule } from '../../record/tables.ts'

type TableConfig = SuiteConfig<'equivalence'>['tables'][string]

/** Builds the rules for comparing result tables from the suite `equivalence`; empty without it. */
export function buildTableRules({ suites: { equivalence }, pipeline }: Config): TableRule[] {
  if (!equivalence) return []
  const results = pipeline.proof?.results
  const tolerance = { rtol: equivalence.rtol, atol: equivalence.atol }
  const named = Object.entries(equivalence.tables)
  const usual: [string, TableConfig][] = results ? [['results', { path: results.path }]] : []
  return (named.length > 0 ? named : usual).map(([name, table]) => ({
    name,
    path: table.path,
    id: table.id ?? null,
    labels: table.labels ?? null,
    scores: listScoreColumns(table.scores),
    tolerance,
    tolerances: buildTolerances(table.scores, tolerance),
  }))
}

function listScoreColumns(scores: TableConfig['scores']): readonly string[] | null {
  if (scores === undefined) return null
  return Array.isArray(scores) ? scores : Object.keys(scores)
}

function buildTolerances(scores: TableConfig['scores'], common: TableRule['tolerance']): TableRule['tolerances'] {
  if (scores === undefined || Array.isArray(scores)) return {}
  return Object.fromEntries(
    Object.entries(scores).map(([column, own]) => [
      column,
      { rtol: own.rtol ?? common.rtol, atol: own.atol ?? common.atol },
    ]),
  )
}

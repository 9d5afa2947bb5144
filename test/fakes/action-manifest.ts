import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'

/** What the runner takes from an action.yml. */
export type ActionManifest = {
  readonly inputs?: Readonly<Record<string, { readonly default?: unknown } | null>>
  readonly outputs?: Readonly<Record<string, unknown>>
  readonly runs: { readonly using: string; readonly main: string; readonly pre?: string; readonly post?: string }
}

/** By their text: every step reads its manifest. */
const parsed = new Map<string, ActionManifest>()

/** The manifest of a JavaScript action for Node 24; throws for any other. */
export function readManifest(actionYml: string): ActionManifest {
  const text = readFileSync(actionYml, 'utf8')
  const manifest = parsed.get(text) ?? (parse(text) as ActionManifest)
  parsed.set(text, manifest)
  if (manifest.runs.using !== 'node24') throw new Error(`${actionYml} is run by ${manifest.runs.using}, not by node24`)
  return manifest
}

/** The file of an entry. */
export function entryPath(actionYml: string, entry: 'main' | 'post'): string {
  const relative = readManifest(actionYml).runs[entry]
  if (relative === undefined) throw new Error(`${actionYml} has no entry ${entry}`)
  return join(dirname(actionYml), relative)
}

/**
 * INPUT_* of a step: the defaults of action.yml with what the workflow gives over them. An input without either is
 * empty, names are upper case with spaces as underscores and hyphens kept. `expressions` are the values of the
 * expressions that defaults may hold, such as `github.token`.
 */
export function inputEnvironment(
  manifest: ActionManifest,
  given: Readonly<Record<string, string>>,
  expressions: Readonly<Record<string, string>>,
): Record<string, string> {
  const defaults = Object.entries(manifest.inputs ?? {}).map(
    ([name, input]) => [name, fill(input?.default, expressions)] as const,
  )
  const all = new Map(
    [...defaults, ...Object.entries(given)].map(([name, value]) => [name.replaceAll(' ', '_').toUpperCase(), value]),
  )
  return Object.fromEntries([...all].map(([name, value]) => [`INPUT_${name}`, value]))
}

/** Inputs that action.yml does not know: the runner warns and passes them on. */
export function unexpectedInputs(manifest: ActionManifest, given: Readonly<Record<string, string>>): string[] {
  const known = new Set(Object.keys(manifest.inputs ?? {}).map((name) => name.toLowerCase()))
  return Object.keys(given).filter((name) => !known.has(name.toLowerCase()))
}

function fill(value: unknown, expressions: Readonly<Record<string, string>>): string {
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/gu, (_, expression: string) => {
    const result = expressions[expression]
    if (result === undefined) throw new Error(`The mini-runner does not know the expression ${expression}`)
    return result
  })
}

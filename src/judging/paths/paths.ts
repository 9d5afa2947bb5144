import type { Config } from '../../config/schema/schema.ts'
import { splitStart } from '../../domain/core/command.ts'
import { decodePath, type TreeState } from '../../domain/core/tree-state.ts'

/**
 * Lists everything in a config that may be a path of the repository: its own path, and each text in it, also split into
 * words (`--model=weights/a.bin`). A text that is no path matches no file.
 */
export function listNamedPaths(config: Config, configPath: string): string[] {
  const { paths: _globs, ...pipeline } = config.pipeline
  return listMentionedPaths([configPath, ...collectTexts({ ...config, pipeline })])
}

/** Lists every text that may be a path of the repository, also split into words. */
export function listMentionedPaths(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => [text, ...text.split(/[\s=,;:'"()]+/u)])
  const paths = words.map(normalizePath).filter((path) => path !== '' && path !== '.' && !path.startsWith('/'))
  return [...new Set(paths)]
}

/** Every string in a value, at any depth; keys are left out. */
export function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(collectTexts)
}

/** `./a//b/` and `x/../a/b` are `a/b`. */
function normalizePath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0) parts.pop()
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part)
  }
  return parts.join('/')
}

/** Two checkouts after their setup, and the commands that run in both. */
export type InputTrees = {
  readonly commands: readonly (readonly string[])[]
  readonly base: TreeState
  readonly head: TreeState
}

/** Extensions of source code, which is what a comparison is about. */
const source =
  /\.(?:py|pyx|ipynb|[cm]?[jt]sx?|sh|bash|zsh|rb|pl|php|lua|jl|r|m|c|h|cc|cpp|cxx|hh|hpp|cu|cuh|hip|cl|f|f90|go|rs|java|kt|scala|cs|swift|zig|nim|mojo)$/iu

/**
 * Lists committed files that the commands name, directly or by a directory without source code, and that differ between
 * two checkouts. Programs and source code are left out.
 */
export function listChangedInputs({ commands, base, head }: InputTrees): string[] {
  const named = commands.flatMap(listCommandPaths)
  const changed = [...new Set([...base.keys(), ...head.keys()])]
    .filter((path) => isChangedData(path, base, head))
    .map(decodePath)
  const below = named
    .map((name) => `${name}/`)
    .filter((directory) => changed.some((path) => path.startsWith(directory)))
    .filter((directory) => !hasSource(directory, base) && !hasSource(directory, head))
  const isInput = (path: string): boolean =>
    named.includes(path) || below.some((directory) => path.startsWith(directory))
  return changed.filter(isInput).toSorted()
}

/** Paths are relative to the root of the checkout, or to the directory where the command starts. */
function listCommandPaths(command: readonly string[]): string[] {
  const { directory, argv } = splitStart(command)
  return listMentionedPaths(directory === '' ? argv : [...argv, ...argv.map((word) => `${directory}/${word}`)])
}

/** Untracked files have no id: a setup wrote them. */
function isChangedData(path: string, base: TreeState, head: TreeState): boolean {
  const [before, after] = [base.get(path), head.get(path)]
  if ((before?.id ?? null) === (after?.id ?? null)) return false
  return before?.kind !== 'program' && after?.kind !== 'program' && !source.test(path)
}

function hasSource(directory: string, tree: TreeState): boolean {
  return [...tree.keys()].some((path) => source.test(path) && decodePath(path).startsWith(directory))
}

/**
 * Lists the committed files and folders of the clone that a word names by absolute path, such as `/clone/train.py` or
 * `PYTHONPATH=/clone/src`: every revision uses those of the working tree instead of its own.
 */
export function listSharedInputs(words: readonly string[], clone: string, head: TreeState): string[] {
  const named = words
    .flatMap((word) => word.split(/[\s=,;:'"()]+/u))
    .filter((path) => path === clone || path.startsWith(`${clone}/`))
    .map((path) => path.slice(clone.length).replace(/^\/+|\/+$/g, ''))
  const tracked = [...head].flatMap(([path, { id }]) => (id === null ? [] : [path]))
  const isTracked = (path: string) => tracked.some((one) => path === '' || one === path || one.startsWith(`${path}/`))
  return [...new Set(named)].filter(isTracked).map((path) => path || '.')
}

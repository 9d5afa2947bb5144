import { getFolder, joinPath, type Project } from './project.ts'

/** Helpers that repeat a function until a time is up: of Triton, torch and timeit. */
const fixedTimeHelpers = /\b(?:do_bench(?:_cudagraph)?|blocked_autorange|adaptive_autorange|autorange)\s*\(/

/** What a program with a fixed duration needs, for people. */
export const fixedTimeNote =
  'Its duration does not show how fast it is: it repeats its work for a fixed time (do_bench or the like). Report its figures as metrics (docs/reporting-stages.md) and name them in comparison.gate.'

/** Whether a script, or a module next to it that it imports, repeats its work for a fixed time. */
export function doesRepeatForFixedTime({ texts }: Project, path: string): boolean {
  const source = texts.get(path) ?? ''
  const modules = [...source.matchAll(/^\s*(?:from|import)\s+(\w+)/gm)].map((match) => match[1] ?? '')
  const neighbours = modules.map((name) => texts.get(joinPath(getFolder(path), `${name}.py`)) ?? '')
  return [source, ...neighbours].some((text) => fixedTimeHelpers.test(text))
}

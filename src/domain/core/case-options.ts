import type { CaseOptions } from '../../record/tables.ts'

/** Arguments and variables of a case, as a config may write them; a list has arguments only. */
export type WrittenOptions = readonly string[] | CaseOptions

/** Converts both notations of a set of options. */
export function toCaseOptions(written: WrittenOptions): CaseOptions {
  return 'args' in written ? written : { args: written, env: {} }
}

/** Whether two sets of options have the same effect. */
export function isSameOptions(one: CaseOptions, other: CaseOptions): boolean {
  return formatOptionsKey(one) === formatOptionsKey(other)
}

/** `--batch-size 64 STREAMS=1`, or `(none)`. */
export function formatOptions({ args, env }: CaseOptions): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  return [...variables, ...args].join(' ') || '(none)'
}

function formatOptionsKey({ args, env }: CaseOptions): string {
  return JSON.stringify([args, Object.entries(env).toSorted(([one], [other]) => (one < other ? -1 : 1))])
}

/**
 * Returns the variants whose options, beyond those of the base, add up to exactly the options of `name`. Empty if
 * there is no such set, or more than one.
 */
export function findCombinedVariants(
  name: string,
  base: string,
  variants: Readonly<Record<string, CaseOptions>>,
): string[] {
  const [common, target] = [variants[base], variants[name]]
  if (!common || !target) return []
  const wanted = listAddedItems(target, common)
  const parts = Object.entries(variants)
    .filter(([other]) => other !== name && other !== base)
    .map(([other, options]) => ({ other, items: listAddedItems(options, common) }))
    .filter(({ items }) => items.length > 0 && items.length < wanted.length && isSubset(items, wanted))
  const all = parts.flatMap(({ items }) => items)
  const isWhole = parts.length > 1 && all.length === wanted.length && isSubset(all, wanted)
  return isWhole ? parts.map(({ other }) => other) : []
}

/** Arguments and variables that the base does not set. */
function listAddedItems(options: CaseOptions, base: CaseOptions): string[] {
  return without(listItems(options), listItems(base))
}

function listItems({ args, env }: CaseOptions): string[] {
  return [...args, ...Object.entries(env).map(([name, value]) => `\0${name}=${value}`)]
}

function isSubset(items: readonly string[], all: readonly string[]): boolean {
  return without(items, all).length === 0
}

/** Removes one occurrence for each item of `taken`. */
function without(items: readonly string[], taken: readonly string[]): string[] {
  const left = [...items]
  for (const item of taken) {
    const index = left.indexOf(item)
    if (index >= 0) left.splice(index, 1)
  }
  return left
}

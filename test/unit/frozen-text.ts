/** A value as text to compare: figures without the noise of a sum, lists and objects without others in one line. */
export function formatFrozen(value: unknown, indent = 1): string {
  const round = (_key: string, item: unknown): unknown => {
    if (typeof item === 'number') return Number(item.toPrecision(6))
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    return Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  const text = JSON.stringify(value, round, indent)
  return `${text.replaceAll(/[[{][^[\]{}]*[\]}]/g, (part) => part.replaceAll(/\s+/g, ' '))}\n`
}

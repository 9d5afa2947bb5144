/** A value as text to compare: figures without the noise of a sum, lists and objects without others in one line. */
export function formatFrozen(value: unknown, indent = 1): string {
  const round = (_key: string, item: unknown): unknown =>
    typeof item === 'number' ? Number(item.toPrecision(6)) : item
  const text = JSON.stringify(value, round, indent)
  return `${text.replaceAll(/[[{][^[\]{}]*[\]}]/g, (part) => part.replaceAll(/\s+/g, ' '))}\n`
}

const shownCharacters = 80
const shownNames = 5

/** Formats a value as one short line of JSON without control characters. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

/** Formats names in one line: the first five, and the number of the others. */
export function formatNames(names: readonly string[]): string {
  const more = names.length > shownNames ? ` and ${names.length - shownNames} more` : ''
  return `${names.slice(0, shownNames).join(', ')}${more}`
}

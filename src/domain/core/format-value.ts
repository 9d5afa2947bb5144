const shownCharacters = 80

/** A value as one short line of JSON, free of control characters. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

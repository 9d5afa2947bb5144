/** Formats JSON with sorted keys, so that the order of keys does not matter. */
export function formatCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}

/** Formats committed JSON for reviews, such as baselines: indented by two spaces, lists of plain values on one line. */
export function formatReviewedJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  const listOfPlainValues =
    /\[\n\s+((?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null)(?:,\n\s+(?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+|true|false|null))*)\n\s+\]/g
  return `${text.replaceAll(listOfPlainValues, (_, items: string) => `[${items.replaceAll(/,\n\s+/g, ', ')}]`)}\n`
}

/** The keys of a table, in its order. */
export function listKeys<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table) as Key[]
}

/** A value from parsed JSON of unknown shape. */
export type Json = unknown

const maxAttempts = 5

/**
 * Parses the JSON in a tool's output and ignores warnings on the lines before and after it. Undefined if there is no
 * complete JSON.
 */
export function parseEmbeddedJson(text: string): Json {
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}')) + 1
  const starts = [...text.matchAll(/^\s*[[{]/gm)].map(({ index }) => index)
  for (const start of starts.slice(0, maxAttempts)) {
    try {
      return JSON.parse(text.slice(start, end))
    } catch {
      // A warning in brackets; the JSON starts on a later line.
    }
  }
  return undefined
}

/** Returns the value under nested keys; undefined if a key is missing. */
export function getNested(value: Json, ...keys: readonly string[]): Json {
  let current = value
  for (const key of keys) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string, Json>)[key]
  }
  return current
}

/** Returns a text value; null for `N/A`, empty text and other types. */
export function toText(value: Json): string | null {
  return typeof value === 'string' && value !== '' && !/^N\/A\b/i.test(value) ? value : null
}

/** A number and the unit that the tool wrote; null: none. */
export type Amount = { readonly value: number; readonly unit: string | null }

/** Parses `42`, `"42"`, `"42 W"`, `"(1500Mhz)"` or `{"value": 42, "unit": "W"}`; null for everything else, including `N/A`. */
export function toAmount(value: Json): Amount | null {
  if (typeof value === 'number') return Number.isFinite(value) ? { value, unit: null } : null
  if (typeof value === 'string') return parseAmountText(value)
  const inner = getNested(value, 'value')
  const amount = typeof inner === 'number' || typeof inner === 'string' ? toAmount(inner) : null
  return amount && { ...amount, unit: toText(getNested(value, 'unit')) ?? amount.unit }
}

function parseAmountText(text: string): Amount | null {
  const [, digits, unit] = /^\(?(-?\d+(?:\.\d+)?) ?([a-zµ%°]+)?\)?$/i.exec(text.trim()) ?? []
  return digits === undefined ? null : { value: Number(digits), unit: unit ?? null }
}

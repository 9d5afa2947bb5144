const width = 118
/** Plain scalars that YAML does not read as text. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n|~|[-+.\d][\d_.eExXoO:+-]*)$/i
/** One word, possibly with leading dashes, or several plain words. */
const plainWord = /^(?:(?:--?(?=[A-Za-z]))?[\w./$][\w./:+=@%$-]*|[A-Za-z][\w./-]*(?: [\w./-]+)+)$/

/** Formats texts, numbers, lists and mappings of these on one line; texts are quoted only if needed. */
export function formatFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatFlow).join(', ')}]`
  if (typeof value !== 'string') {
    if (typeof value !== 'object') return JSON.stringify(value) ?? ''
    const entries = Object.entries(value ?? {}).map(([key, item]) => `${formatFlow(key)}: ${formatFlow(item)}`)
    return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}'
  }
  if (plainWord.test(value) && !reserved.test(value) && !value.endsWith(':')) return value
  return /^[\x20-\x7e\u00a0-\ud7ff]*$/.test(value) ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value)
}

/**
 * Formats a mapping, without the keys that are undefined: each value on one line if it fits and is no list of lists,
 * else its parts on lines of their own. `notes`: comments above keys.
 */
export function formatMapping(value: object, indent: string, notes: Readonly<Record<string, readonly string[]>> = {}) {
  return Object.entries(value).flatMap(([key, item]: [string, unknown]): string[] => {
    if (item === undefined) return []
    const start = `${indent}${formatFlow(key)}:`
    const comments = (notes[key] ?? []).map((note) => formatComment(note, indent))
    if (
      typeof item !== 'object' ||
      (`${start} ${formatFlow(item)}`.length <= width && !(Array.isArray(item) && item.some(Array.isArray)))
    )
      return [...comments, `${start} ${formatFlow(item)}`]
    return [...comments, start, ...formatParts(item, `${indent}  `)]
  })
}

function formatParts(value: object | null, indent: string): string[] {
  if (!Array.isArray(value)) return formatMapping(value ?? {}, indent)
  return value.flatMap((item: unknown) => {
    const line = `${indent}- ${formatFlow(item)}`
    if (typeof item !== 'object' || line.length <= width) return [line]
    const [first = '', ...rest] = formatParts(item, `${indent}  `)
    return [`${indent}- ${first.trimStart()}`, ...rest]
  })
}

/** Formats text as a comment; line breaks are removed so that they cannot end it. */
export function formatComment(text: string, indent = ''): string {
  const plain = text.replaceAll(/[\p{Cc}\u2028\u2029\ufeff]+/gu, ' ').trim()
  return `${indent}# ${plain.length > 200 ? `${plain.slice(0, 199)}…` : plain}`
}

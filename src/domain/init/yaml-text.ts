const width = 118
/** Plain scalars that YAML does not read as text. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n|~|[-+.\d][\d_.eExXoO:+-]*)$/i

/** One word, possibly with leading dashes, or several plain words. */
const plainWord = /^(?:(?:--?(?=[A-Za-z]))?[\w./$][\w./:+=@%$-]*|[A-Za-z][\w./-]*(?: [\w./-]+)+)$/

/** Formats a text as a one-line YAML scalar, quoted only if needed. */
export function formatScalar(text: string): string {
  if (plainWord.test(text) && !reserved.test(text) && !text.endsWith(':')) return text
  if (/^[\x20-\x7e\u00a0-\ud7ff]*$/.test(text)) return `'${text.replaceAll("'", "''")}'`
  return JSON.stringify(text)
}

/**
 * Formats a list with its key: on one line if it fits, else one item per line with block scalars for multi-line
 * texts.
 */
export function formatList(key: string, items: readonly string[], indent: string): string {
  const line = `${indent}${key}: [${items.map(formatFlowItem).join(', ')}]`
  if (line.length <= width && !items.some((item) => item.includes('\n'))) return line
  return [`${indent}${key}:`, ...items.map((item) => formatBlockItem(item, `${indent}  `))].join('\n')
}

/** Formats a list of lists with its key, one inner list per line if it fits. */
export function formatLists(key: string, items: readonly (readonly string[])[], indent: string): string {
  const lines = items.map((item) => {
    const line = `${indent}  - [${item.map(formatFlowItem).join(', ')}]`
    if (line.length <= width && !item.some((text) => text.includes('\n'))) return line
    const [first = '', ...rest] = item.map((text) => formatBlockItem(text, `${indent}    `))
    return [`${indent}  - ${first.trimStart()}`, ...rest].join('\n')
  })
  return [`${indent}${key}:`, ...lines].join('\n')
}

/** Formats a mapping of texts with its key. */
export function formatMapping(key: string, entries: Readonly<Record<string, string>>, indent: string): string {
  const lines = Object.entries(entries).map(
    ([name, value]) => `${indent}  ${formatScalar(name)}: ${formatScalar(value)}`,
  )
  return [`${indent}${key}:`, ...lines].join('\n')
}

/** Formats text as a comment; line breaks are removed so that they cannot end it. */
export function formatComment(text: string, indent = ''): string {
  const plain = text.replaceAll(/[\p{Cc}\u2028\u2029\ufeff]+/gu, ' ').trim()
  return `${indent}# ${plain.length > 200 ? `${plain.slice(0, 199)}…` : plain}`
}

/** Formats a text as an item of a list on one line. */
export function formatFlowItem(text: string): string {
  const plain = formatScalar(text)
  return plain.startsWith("'") || plain.startsWith('"') || !/[,[\]{}]/.test(plain) ? plain : `'${plain}'`
}

function formatBlockItem(text: string, indent: string): string {
  if (!text.includes('\n') || !isBlock(text)) return `${indent}- ${formatScalar(text)}`
  const lines = text.slice(0, -1).split('\n')
  return [`${indent}- |`, ...lines.map((line) => (line === '' ? '' : `${indent}  ${line}`))].join('\n')
}

/**
 * Whether a literal block preserves the text exactly: it starts unindented, ends with one line break, and has no
 * control characters.
 */
function isBlock(text: string): boolean {
  return /^\S/.test(text) && /[^\n]\n$/.test(text) && /^[\n\x20-\x7e]*$/.test(text) && !/[ \t]\n/.test(text)
}

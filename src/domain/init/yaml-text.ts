const width = 118
/** Words that YAML readers take for something else than text. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n|~|[-+.\d][\d_.eExXoO:+-]*)$/i

/** One word that may start with dashes, or several plain ones. */
const plainWord = /^(?:(?:--?(?=[A-Za-z]))?[\w./$][\w./:+=@%$-]*|[A-Za-z][\w./-]*(?: [\w./-]+)+)$/

/** A text as one YAML scalar on one line, quoted only where it has to be. */
export function formatScalar(text: string): string {
  if (plainWord.test(text) && !reserved.test(text) && !text.endsWith(':')) return text
  if (/^[\x20-\x7e\u00a0-\ud7ff]*$/.test(text)) return `'${text.replaceAll("'", "''")}'`
  return JSON.stringify(text)
}

/** A list behind its key: on the same line where it fits, else one line each, with texts of several lines as blocks. */
export function formatList(key: string, items: readonly string[], indent: string): string {
  const line = `${indent}${key}: [${items.map(formatFlowItem).join(', ')}]`
  if (line.length <= width && !items.some((item) => item.includes('\n'))) return line
  return [`${indent}${key}:`, ...items.map((item) => formatBlockItem(item, `${indent}  `))].join('\n')
}

/** A list of lists behind its key, one line each where they fit. */
export function formatLists(key: string, items: readonly (readonly string[])[], indent: string): string {
  const lines = items.map((item) => {
    const line = `${indent}  - [${item.map(formatFlowItem).join(', ')}]`
    if (line.length <= width && !item.some((text) => text.includes('\n'))) return line
    const [first = '', ...rest] = item.map((text) => formatBlockItem(text, `${indent}    `))
    return [`${indent}  - ${first.trimStart()}`, ...rest].join('\n')
  })
  return [`${indent}${key}:`, ...lines].join('\n')
}

/** A mapping of texts behind its key. */
export function formatMapping(key: string, entries: Readonly<Record<string, string>>, indent: string): string {
  const lines = Object.entries(entries).map(
    ([name, value]) => `${indent}  ${formatScalar(name)}: ${formatScalar(value)}`,
  )
  return [`${indent}${key}:`, ...lines].join('\n')
}

/** Text as comment lines: nothing in it can end the comment. */
export function formatComment(text: string, indent = ''): string {
  const plain = text.replaceAll(/[\p{Cc}\u2028\u2029\ufeff]+/gu, ' ').trim()
  return `${indent}# ${plain.length > 200 ? `${plain.slice(0, 199)}…` : plain}`
}

function formatFlowItem(text: string): string {
  const plain = formatScalar(text)
  return plain.startsWith("'") || plain.startsWith('"') || !/[,[\]{}]/.test(plain) ? plain : `'${plain}'`
}

function formatBlockItem(text: string, indent: string): string {
  if (!text.includes('\n') || !isBlock(text)) return `${indent}- ${formatScalar(text)}`
  const lines = text.slice(0, -1).split('\n')
  return [`${indent}- |`, ...lines.map((line) => (line === '' ? '' : `${indent}  ${line}`))].join('\n')
}

/**
 * A literal block keeps every byte of a text that starts at the margin, ends with one line end, and holds no control
 * character.
 */
function isBlock(text: string): boolean {
  return /^\S/.test(text) && /[^\n]\n$/.test(text) && /^[\n\x20-\x7e]*$/.test(text) && !/[ \t]\n/.test(text)
}

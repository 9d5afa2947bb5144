import { nameLength, toVisibleText } from '../visible-text.ts'

const zeroWidthSpace = '&#8203;'
/** As entities where a backslash would be ambiguous: table rows are split before backslashes are read. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '|': '&#124;',
  '\\': '&#92;',
  '`': '&#96;',
  $: '&#36;',
}
const special = /[&<>|\\`$]|[*_~[\]!]|[@#](?=\w)|(?<!\w)::|:(?=\/\/)|www(?=\.)|gh-(?=\d)|[0-9a-f]{6}(?=[0-9a-f])/giu
const webAddress = /^https?:\/\/[\w.-]+(:\d+)?(\/[\w./~%?=&#+-]*)?$/
const unsafeInCode = /[`|\\<>&]|(?<!\w)@|(?<!\w)::|##\[/

/**
 * Any text from outside, made inert for GitHub Markdown: one line that holds its place in a paragraph, list item or
 * table cell and neither formats, links, mentions nor refers to anything. At most `maxLength` characters are shown.
 */
export function escapeText(text: string, maxLength: number = nameLength): string {
  return escapeVisible(toVisibleText(text, maxLength))
}

/** A name from outside as code where that is safe, else as escaped text: a backtick or pipe would break out. */
export function formatCodeSpan(text: string, maxLength: number = nameLength): string {
  const visible = toVisibleText(text, maxLength)
  if (visible === '') return '(empty)'
  return unsafeInCode.test(visible) ? escapeVisible(visible) : `\`${visible}\``
}

/** A link when the address is an ordinary web address, else only its escaped text. */
export function formatLink(text: string, url: string): string {
  const isOrdinary = url.length <= 500 && webAddress.test(url)
  return isOrdinary ? `[${escapeText(text)}](${url})` : escapeText(text)
}

function escapeVisible(visible: string): string {
  return visible
    .replaceAll(special, (match) => entities[match] ?? disarm(match))
    .replace(/^([-+](?![\d.])|[=#:])/, String.raw`\$&`)
    .replace(/^(\d+)([.)])(?=\s|$)/, String.raw`$1\$2`)
}

/** A zero-width space ends what GitHub would link: it looks at rendered text, where an escape has already vanished. */
function disarm(match: string): string {
  if (match === '::') return ':&#58;'
  return /^[*_~[\]!]$/.test(match) ? `\\${match}` : `${match}${zeroWidthSpace}`
}

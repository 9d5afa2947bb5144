import { nameLength, toVisibleText } from '../terminal/plain.ts'

const zeroWidthSpace = '&#8203;'
/** Entities instead of backslashes: GitHub splits table rows before it interprets backslashes. */
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
 * Makes untrusted text inert in GitHub Markdown: one line that fits in a paragraph, list item or table cell, without
 * formatting, links, mentions or references. Shows at most `maxLength` characters.
 */
export function escapeText(text: string, maxLength: number = nameLength): string {
  return escapeVisible(toVisibleText(text, maxLength))
}

/** Formats untrusted text as a code span where that is safe, otherwise as escaped text. */
export function formatCodeSpan(text: string, maxLength: number = nameLength): string {
  const visible = toVisibleText(text, maxLength)
  if (visible === '') return '(empty)'
  return unsafeInCode.test(visible) ? escapeVisible(visible) : `\`${visible}\``
}

/** Formats a link for an ordinary web address, otherwise only the escaped text. */
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

/** Breaks GitHub's autolinks with a zero-width space: they act on rendered text, where escapes are gone. */
function disarm(match: string): string {
  if (match === '::') return ':&#58;'
  return /^[*_~[\]!]$/.test(match) ? `\\${match}` : `${match}${zeroWidthSpace}`
}

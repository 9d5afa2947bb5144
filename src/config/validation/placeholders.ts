import type { z } from 'zod'
import { formatSuggestion } from './find-nearest.ts'
import { refine } from './problem.ts'

const known = ['{dataset}', '{gpus}', '{gpuCount}', '{output}', '{nodes}', '{totalGpus}', '{host}'] as const

/** Schema check that reports the unknown placeholders of a text. */
export const placeholders = refine((text: string, report) => {
  for (const unknown of describeUnknownPlaceholders(text)) report([], unknown)
})

/** Checks that a path is in {output}; at another place `leftover` of an older run could be read. */
export function requireOutput(leftover: string): z.core.$ZodCheck<string> {
  return refine((path, report) => {
    if (!path.includes('{output}'))
      report([], `must contain {output}; another path could have ${leftover} of an older run`)
  })
}

/** Describes the unknown placeholders of a text. Ignores `${name}`, which belongs to the shell, and `{{name}}`. */
export function describeUnknownPlaceholders(text: string): string[] {
  return listPlaceholders(text)
    .filter((placeholder) => !isKnown(placeholder))
    .map((placeholder) => `${placeholder} is not a placeholder${formatSuggestion(placeholder, known)}`)
}

/** Adds braces to all but known placeholders, so that a command gets them as they are: `{{print}}` gives `{print}`. */
export function escapeUnknownPlaceholders(text: string): string {
  return text.replaceAll(placeholderForm, (all) => (isKnown(all) ? all : `{${all}}`))
}

/** Lists the placeholders of a text that warpgauge replaces. */
export function listKnownPlaceholders(text: string): string[] {
  return listPlaceholders(text).filter(isKnown)
}

/** A word in braces, or in double braces, which stand for the word in single ones. */
const placeholderForm = /(?<!\$)(?:\{\{[A-Za-z][\w-]{0,40}\}\}|\{[A-Za-z][\w-]{0,40}\})/g

/** Lists the words in braces that are not doubled. */
export function listPlaceholders(text: string): string[] {
  return (text.match(placeholderForm) ?? []).filter((placeholder) => !placeholder.startsWith('{{'))
}

function isKnown(placeholder: string): boolean {
  return known.some((name) => name === placeholder)
}

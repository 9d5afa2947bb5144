import { formatSuggestion } from './find-nearest.ts'

const known = ['{dataset}', '{gpus}', '{gpuCount}', '{output}', '{nodes}', '{totalGpus}', '{host}'] as const

/** What is wrong with the placeholders of a text, as sentences. `${name}` belongs to the shell and is left alone. */
export function describeUnknownPlaceholders(text: string): string[] {
  return listPlaceholders(text)
    .filter((placeholder) => !isKnown(placeholder))
    .map((placeholder) => `${placeholder} is no placeholder${formatSuggestion(placeholder, known)}`)
}

/** The placeholders of a text that would be filled in. */
export function listKnownPlaceholders(text: string): string[] {
  return listPlaceholders(text).filter(isKnown)
}

function listPlaceholders(text: string): string[] {
  return text.match(/(?<!\$)\{[A-Za-z][\w-]{0,40}\}/g) ?? []
}

function isKnown(placeholder: string): boolean {
  return known.some((name) => name === placeholder)
}

import { formatSuggestion } from './find-nearest.ts'

const known = ['{dataset}', '{gpus}', '{gpuCount}', '{output}', '{nodes}', '{totalGpus}', '{host}'] as const

/** Describes the unknown placeholders of a text. Ignores `${name}`, which belongs to the shell. */
export function describeUnknownPlaceholders(text: string): string[] {
  return listPlaceholders(text)
    .filter((placeholder) => !isKnown(placeholder))
    .map((placeholder) => `${placeholder} is not a placeholder${formatSuggestion(placeholder, known)}`)
}

/** Lists the placeholders of a text that warpgauge replaces. */
export function listKnownPlaceholders(text: string): string[] {
  return listPlaceholders(text).filter(isKnown)
}

function listPlaceholders(text: string): string[] {
  return text.match(/(?<!\$)\{[A-Za-z][\w-]{0,40}\}/g) ?? []
}

function isKnown(placeholder: string): boolean {
  return known.some((name) => name === placeholder)
}

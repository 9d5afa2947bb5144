import { distance } from 'fastest-levenshtein'

/** Finds the candidate closest to `word`; null when all need more edits than a third of its letters, or than two. */
export function findNearest(word: string, candidates: readonly string[]): string | null {
  if (!/\w/.test(word)) return null
  const limit = Math.max(2, Math.floor(word.length / 3))
  const near = candidates
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= limit && edits < candidate.length)
    .toSorted((a, b) => a.edits - b.edits)
  return near[0]?.candidate ?? null
}

/** Formats ` — did you mean "small"?`, or lists the candidates when none is close. */
export function formatSuggestion(word: string, candidates: readonly string[]): string {
  const near = findNearest(word, candidates)
  if (near !== null) return ` — did you mean ${JSON.stringify(near)}?`
  return candidates.length > 0 ? ` — known: ${candidates.join(', ')}` : ''
}

/** Finds the `count` candidates closest to `word`, closest first. */
export function findNearestFew(word: string, candidates: readonly string[], count: number): string[] {
  return candidates.toSorted((a, b) => distance(a, word) - distance(b, word)).slice(0, count)
}

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a power cut, a full disk or a hasty copy makes of a file. */
export type Tear = { readonly name: string; readonly apply: (path: string) => void }

const cutAt = (name: string, lengthOf: (size: number) => number): Tear => ({
  name,
  apply: (path) => {
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.subarray(0, Math.max(0, Math.floor(lengthOf(bytes.length)))))
  },
})

const zeroedFrom = (name: string, share: number): Tear => ({
  name,
  apply: (path) => {
    const bytes = readFileSync(path)
    writeFileSync(path, Buffer.from(bytes).fill(0, Math.floor(bytes.length * share)))
  },
})

/** Files without content, cut at several places, with blocks that were never written. The last line end is left out of it. */
export const tears: readonly Tear[] = [
  cutAt('empty', () => 0),
  cutAt('cut after its first byte', () => 1),
  ...[0.1, 0.25, 0.5, 0.75, 0.9].map((share) => cutAt(`cut at ${share * 100} %`, (size) => size * share)),
  cutAt('cut two bytes before its end', (size) => size - 2),
  {
    name: 'cut after its first half of lines',
    apply: (path) => {
      const lines = readFileSync(path, 'utf8').split('\n')
      writeFileSync(path, lines.slice(0, Math.ceil(lines.length / 2) - 1).join('\n'))
    },
  },
  zeroedFrom('all zeros', 0),
  zeroedFrom('with a half of zeros', 0.5),
]

export const missing: Tear = { name: 'missing', apply: (path) => rmSync(path) }

/** Paths of all files below, relative to the directory. */
export function filesBelow(directory: string, path = ''): string[] {
  return readdirSync(join(directory, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(directory, join(path, entry.name)) : [join(path, entry.name)],
  )
}

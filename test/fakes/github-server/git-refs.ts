import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gitFolder } from './git-objects.ts'

const sha = /^[0-9a-f]{40}$/u

/** The id that a ref holds; null when there is none. */
export function readRef(gitPath: string, ref: string): string | null {
  if (!/^refs\/(?:[\w.@+-]+\/)*[\w.@+-]+$/u.test(ref) || ref.includes('..')) return null
  const folder = gitFolder(gitPath)
  const packed = join(folder, 'packed-refs')
  const loose = readText(join(folder, ref))?.trim()
  if (loose !== undefined && sha.test(loose)) return loose
  const lines = readText(packed)?.split('\n') ?? []
  return lines.find((line) => line.slice(41) === ref)?.slice(0, 40) ?? null
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Moves a ref under git's own lock from where it was expected (null: nowhere); false when it is elsewhere. */
export function moveRef(
  gitPath: string,
  ref: string,
  move: { readonly from: string | null; readonly to: string },
): boolean {
  const file = join(gitFolder(gitPath), ref)
  const lock = `${file}.lock`
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(lock, `${move.to}\n`, { flag: 'wx' })
  } catch {
    return false
  }
  const isThere = readRef(gitPath, ref) === move.from
  if (isThere) renameSync(lock, file)
  else rmSync(lock)
  return isThere
}

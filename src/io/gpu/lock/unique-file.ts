import { existsSync, openSync } from 'node:fs'
import { extname } from 'node:path'

const maxAttempts = 1000

/** Creates a new file; appends a number when the name exists, so that two windows never share a file. */
export function createUniqueFile(path: string): { readonly path: string; readonly descriptor: number } {
  for (let number = 1; ; number += 1) {
    const candidate = buildNumberedPath(path, number)
    try {
      return { path: candidate, descriptor: openSync(candidate, 'wx') }
    } catch (error) {
      if (number >= maxAttempts || !existsSync(candidate)) throw error
    }
  }
}

function buildNumberedPath(path: string, number: number): string {
  if (number === 1) return path
  const extension = extname(path)
  return `${path.slice(0, path.length - extension.length)}-${number}${extension}`
}

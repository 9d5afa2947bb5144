import type { Config } from '../../config/schema/schema.ts'

/**
 * Lists everything in a config that may be a path of the repository: its own path, and each text in it, also split into
 * words (`--model=weights/a.bin`). A text that is no path matches no file.
 */
export function listNamedPaths(config: Config, configPath: string): string[] {
  const { paths: _globs, ...pipeline } = config.pipeline
  return listMentionedPaths([configPath, ...collectTexts({ ...config, pipeline })])
}

/** Lists every text that may be a path of the repository, also split into words. */
export function listMentionedPaths(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => [text, ...text.split(/[\s=,;:'"()]+/u)])
  const paths = words.map(normalizePath).filter((path) => path !== '' && path !== '.' && !path.startsWith('/'))
  return [...new Set(paths)]
}

export function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(collectTexts)
}

/** `./a//b/` and `x/../a/b` are `a/b`. */
function normalizePath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0) parts.pop()
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part)
  }
  return parts.join('/')
}

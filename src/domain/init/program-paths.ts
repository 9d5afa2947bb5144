import { getBaseName, type Project } from './project.ts'

const documentation = /\.(?:md|rst|adoc)$/i

/**
 * Proposes the globs of `pipeline.paths`: every file except documentation, because a forgotten source file would not be
 * measured, while an unneeded measurement only costs time. Empty: there is no documentation to leave out.
 */
export function proposeProgramPaths({ paths }: Project): string[] {
  const extensions = [...new Set(paths.flatMap((path) => documentation.exec(path)?.[0].slice(1) ?? []))]
  const hasDocs = paths.some((path) => path.startsWith('docs/'))
  const notices = paths.filter((path) => /^(?:LICEN[CS]E|NOTICE|AUTHORS|CHANGELOG|CODEOWNERS)\b/.test(path))
  const excluded = [
    ...extensions.map((extension) => `!**/*.${extension}`),
    ...(hasDocs ? ['!docs/**'] : []),
    ...notices.filter((path) => !documentation.test(getBaseName(path))).map((path) => `!${path}`),
  ]
  return excluded.length === 0 ? [] : ['**', ...excluded.slice(0, 20)]
}

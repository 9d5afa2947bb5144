import { existsSync, globSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { attempt } from '../../domain/core/errors.ts'

/** Programs that may start Python without naming it. */
const mayStartPython = /^(?:.*\/)?(?:(?:ba|da|z)?sh|env|python[\d.]*)$|\.(?:py|sh)$/
const maxPackages = 400

/**
 * Lists folders of Python packages most of which lack compiled files (`.pyc`), as uv installs them: Python compiles them
 * at each import where it cannot write. `commands` are argument lists; only their programs on `path` are searched.
 */
export function findUncompiledPackages(commands: readonly (readonly string[])[], path: string): string[] {
  const folders = commands.flatMap((argv) => {
    const own = argv.flatMap((word) => findPackageFolders(word, path))
    const isHidden = own.length === 0 && argv.some((word) => mayStartPython.test(word))
    return isHidden ? ['python3', 'python'].flatMap((word) => findPackageFolders(word, path)) : own
  })
  return [...new Set(folders)].filter(isUncompiled)
}

/** The folders of packages below the prefix of a program: `PREFIX/bin/python`, also of a virtual environment. */
function findPackageFolders(word: string, path: string): string[] {
  const places = isAbsolute(word) ? [word] : path.split(delimiter).map((folder) => join(folder, word))
  const program = word.includes('/') && !isAbsolute(word) ? undefined : places.find((place) => existsSync(place))
  if (program === undefined || word === '') return []
  const real = attempt(() => realpathSync(program)) ?? program
  const prefixes = [...new Set([program, real].map((place) => dirname(dirname(place))))]
  return prefixes.flatMap((prefix) => listMatches(prefix, 'lib/python3*/{site,dist}-packages'))
}

function isUncompiled(folder: string): boolean {
  const packages = listMatches(folder, '*/__init__.py').slice(0, maxPackages).map(dirname)
  const bare = packages.filter((place) => listMatches(place, '__pycache__/__init__.*.pyc').length === 0)
  return bare.length > packages.length / 2
}

/** The folder itself may have any name. */
function listMatches(folder: string, pattern: string): string[] {
  return globSync(pattern, { cwd: folder }).map((name) => join(folder, name))
}

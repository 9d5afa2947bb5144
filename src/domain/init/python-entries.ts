import { getNested } from '../core/json.ts'
import {
  getBaseName,
  getFolder,
  isBelow,
  isTest,
  joinPath,
  listFiles,
  listFolders,
  listManifests,
  type Project,
} from './project.ts'
import { listStrings, readBalanced } from './python-source.ts'

/** A console script of a Python package, or a package with a `__main__` module. */
export type PythonEntry = {
  readonly name: string
  /** The file that starts it; null: its module is not in the repository. */
  readonly file: string | null
  /** Module for `python -m`; null if it cannot be started this way. */
  readonly module: string | null
  /** Script that an installation creates, and its `module:function`; null if there is none. */
  readonly script: { readonly name: string; readonly target: string } | null
  readonly where: string
}

/** Lists the console scripts of every package in the repository, and the packages with a `__main__` module. */
export function listEntries(project: Project): PythonEntry[] {
  // setup.py and setup.cfg first: of scripts with one name the last one counts.
  const legacy = listFiles(project, /(?:^|\/)setup\.(?:py|cfg)$/).flatMap(({ path, text }) =>
    readConsoleScripts(text).flatMap((line) => {
      const [, name = '', target] = /^\s*([\w.-]+)\s*=\s*(.*)$/.exec(line) ?? []
      return buildScriptEntry(project, path, name, target)
    }),
  )
  const declared = listManifests(project, 'pyproject.toml').flatMap(({ path, manifest }) =>
    [getNested(manifest, 'project', 'scripts'), getNested(manifest, 'tool', 'poetry', 'scripts')]
      .flatMap((table) => Object.entries(table ?? {}))
      .flatMap(([name, value]) => buildScriptEntry(project, path, name, value)),
  )
  const all = [...legacy, ...declared].map((one) => [`${getFolder(one.where)} ${one.name}`, one] as const)
  const scripts = [...new Map(all).values()]
  const named = new Set(scripts.flatMap(({ file }) => (file === null ? [] : getFolder(file))))
  const mains = project.paths
    .filter((path) => getBaseName(path) === '__main__.py' && !isTest(path) && !named.has(getFolder(path)))
    .map((file): PythonEntry => {
      const module = getModuleName(project, getFolder(file))
      return { name: module, file, module, script: null, where: `${file} (python -m ${module})` }
    })
  return [...scripts, ...mains]
}

/** The entries of `console_scripts`: a list in setup.py, indented lines in setup.cfg. */
function readConsoleScripts(text: string): string[] {
  const place = /\bconsole_scripts\b["']?\s*[:=]\s*(\[)?/.exec(text)
  if (!place) return []
  const start = place.index + place[0].length
  if (place[1]) return listStrings(readBalanced(text, start).parts.join(','))
  return (text.slice(start).split(/\n(?=\S)/, 1)[0] ?? '').split('\n')
}

/** `package.module:function`, or poetry's table with `callable` or `reference`. */
function buildScriptEntry(project: Project, path: string, name: string, value: unknown): PythonEntry[] {
  const table = getNested(value, 'callable') ?? getNested(value, 'reference') ?? value
  const [target, module] = (typeof table === 'string' && /^\s*([\w.]+):[\w.]+/.exec(table)) || []
  if (target === undefined || module === undefined) return []
  const file = findModuleFile(project, getFolder(path), module)
  const entry = { name, file, script: { name, target: target.trim() }, where: `${path} (script ${name})` }
  if (file === null) return [{ ...entry, module: null }]
  const isGuarded = /__name__\s*==\s*["']__main__["']/.test(project.texts.get(file) ?? '')
  const isRunnable = project.paths.includes(joinPath(getFolder(file), '__main__.py'))
  return [{ ...entry, module: isGuarded ? module : isRunnable ? getModuleName(project, getFolder(file)) : null }]
}

/** The file of a module: below its manifest, or in any directory that a build maps to the package; the nearest one. */
function findModuleFile({ paths }: Project, folder: string, module: string): string | null {
  const inPackage = `/${module.replaceAll('.', '/')}`
  const ends = [`${inPackage}.py`, `${inPackage}/__init__.py`]
  const found = paths.filter((path) => ends.some((end) => `/${path}`.endsWith(end)))
  const below = found.filter((path) => isBelow(path, folder))
  return (below.length > 0 ? below : found).toSorted((a, b) => a.length - b.length)[0] ?? null
}

function getModuleName(project: Project, folder: string): string {
  const root = findSourceRoot(project, joinPath(folder, '__main__.py'))
  return folder.slice(root.length).replace(/^\//, '').replaceAll('/', '.')
}

/** Finds the directory for the module search path: the parent of the outermost package of a file. */
export function findSourceRoot({ paths }: Project, file: string): string {
  const above = listFolders(getFolder(getFolder(file)))
  return above.find((folder) => folder === '' || !paths.includes(`${folder}/__init__.py`)) ?? ''
}

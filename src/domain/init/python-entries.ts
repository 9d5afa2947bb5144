import { parseCommandLines } from './python-arguments.ts'
import { getBaseName, getFolder, getNested, isTest, joinPath, type Project } from './project.ts'

/** A program entry point of a Python package. */
export type PythonEntry = {
  readonly name: string
  /** The file that declares the arguments; null: its module is not in the repository. */
  readonly file: string | null
  /** Module for `python -m`; null if it cannot be started this way. */
  readonly module: string | null
  /** Script that an installation creates; null if there is none. */
  readonly script: string | null
  readonly where: string
}

type Script = { readonly path: string; readonly name: string; readonly target: string }

/** Lists the console scripts of every package in the repository, and the packages with a `__main__` module. */
export function listPythonEntries(project: Project): PythonEntry[] {
  const scripts = listScripts(project).map((script) => buildScriptEntry(project, script))
  const named = new Set(scripts.flatMap(({ file }) => (file === null ? [] : getFolder(file))))
  const mains = project.paths
    .filter((path) => getBaseName(path) === '__main__.py' && !isTest(path) && !named.has(getFolder(path)))
    .map((file): PythonEntry => {
      const module = getModuleName(project, getFolder(file))
      const where = `${file} (python -m ${module})`
      return { name: module, file: findArgumentsFile(project, file), module, script: null, where }
    })
  return [...scripts, ...mains]
}

/** Reads `project.scripts`, poetry's scripts, and `console_scripts` of setup.py and setup.cfg. */
function listScripts({ manifests, texts }: Project): Script[] {
  const declared = [...manifests]
    .filter(([path]) => getBaseName(path) === 'pyproject.toml')
    .flatMap(([path, manifest]) =>
      [getNested(manifest, 'project', 'scripts'), getNested(manifest, 'tool', 'poetry', 'scripts')]
        .flatMap((table) => Object.entries(table ?? {}))
        .flatMap(([name, target]) => (typeof target === 'string' ? [{ path, name, target }] : [])),
    )
  const legacy = [...texts]
    .filter(([path]) => /^setup\.(?:py|cfg)$/.test(getBaseName(path)))
    .flatMap(([path, text]) => {
      const section = /console_scripts\b[^\n]*\n?[^\][]*(?:\[[^\]]*\])?/.exec(text)?.[0] ?? ''
      return [...section.matchAll(/([\w.-]+)\s*=\s*([\w.]+:[\w.]+)/g)].map(([, name = '', target = '']) => ({
        path,
        name,
        target,
      }))
    })
  return [
    ...new Map([...legacy, ...declared].map((script) => [`${getFolder(script.path)} ${script.name}`, script])).values(),
  ]
}

function buildScriptEntry(project: Project, { path, name, target }: Script): PythonEntry {
  const where = `${path} (script ${name})`
  const module = target.split(':')[0] ?? ''
  const file = findModuleFile(project, getFolder(path), module)
  if (file === null) return { name, file, module: null, script: name, where }
  const isGuarded = /__name__\s*==\s*["']__main__["']/.test(project.texts.get(file) ?? '')
  const main = joinPath(getFolder(file), '__main__.py')
  const runnable = project.paths.includes(main) ? getModuleName(project, getFolder(file)) : null
  return { name, file: findArgumentsFile(project, file), module: isGuarded ? module : runnable, script: name, where }
}

/** Finds the file of a module: next to its manifest, in `src`, or in any directory that a build maps to the package. */
function findModuleFile({ paths }: Project, folder: string, module: string): string | null {
  const inPackage = module.replaceAll('.', '/')
  const direct = ['', 'src', 'python', 'lib'].flatMap((source) => {
    const candidate = joinPath(joinPath(folder, source), inPackage)
    return [`${candidate}.py`, `${candidate}/__init__.py`]
  })
  const ends = [`/${inPackage}.py`, `/${inPackage}/__init__.py`]
  const known = new Set(paths)
  return (
    direct.find((candidate) => known.has(candidate)) ??
    paths.find((path) => ends.some((end) => path.endsWith(end)) && path.startsWith(folder)) ??
    paths.find((path) => ends.some((end) => `/${path}`.endsWith(end))) ??
    null
  )
}

/** `__main__.py` often only calls another module of its package that declares the arguments. */
function findArgumentsFile({ texts }: Project, main: string): string {
  if (parseCommandLines(texts.get(main) ?? '').length > 0) return main
  const siblings = [...texts.keys()].filter((path) => getFolder(path) === getFolder(main) && path.endsWith('.py'))
  return siblings.find((path) => parseCommandLines(texts.get(path) ?? '').length > 0) ?? main
}

function getModuleName(project: Project, folder: string): string {
  return folder
    .slice(findSourceRoot(project, joinPath(folder, '__main__.py')).length)
    .replace(/^\//, '')
    .replaceAll('/', '.')
}

/** Finds the directory for the module search path: the parent of the outermost package of a file. */
export function findSourceRoot({ paths }: Project, file: string): string {
  let folder = getFolder(getFolder(file))
  while (folder !== '' && paths.includes(`${folder}/__init__.py`)) folder = getFolder(folder)
  return folder
}

/** Finds the directory whose pyproject.toml, requirements.txt or setup.py the file belongs to. */
export function findPackageFolder({ paths }: Project, file: string): string {
  let folder = getFolder(file)
  while (
    folder !== '' &&
    !['pyproject.toml', 'requirements.txt', 'setup.py'].some((name) => paths.includes(`${folder}/${name}`))
  )
    folder = getFolder(folder)
  return folder
}

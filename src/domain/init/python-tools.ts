import {
  getFolder,
  getNested,
  isBelow,
  joinPath,
  listFiles,
  listTexts,
  type Preparation,
  type Project,
} from './project.ts'

/** Interpreter and preparation for the Python code of one directory. */
export type PythonTools = Preparation & {
  readonly python: string
  /** Whether the package itself is installed, so that its modules can be imported from any directory. */
  readonly isInstalled: boolean
}

/**
 * Chooses the tool of the repository: uv, pixi or poetry by lock file, else pip in a virtual environment, or the
 * plain interpreter without dependencies.
 */
export function choosePythonTools(project: Project, folder: string, needs: readonly string[] = []): PythonTools {
  const has = (name: string): boolean => project.paths.includes(joinPath(folder, name))
  const hasAbove = (name: string): boolean => has(name) || project.paths.includes(name)
  const directory = folder === '' ? [] : ['--directory', folder]
  const extras = findExtras(project, folder, needs)
  if (hasAbove('uv.lock')) {
    const sync = ['uv', 'sync', '--frozen', ...directory, ...extras.flatMap(({ kind, name }) => [`--${kind}`, name])]
    return buildInstalledTools(joinPath(has('uv.lock') ? folder : '', '.venv'), [sync], {}, [
      'UV_CACHE_DIR',
      'UV_PYTHON_INSTALL_DIR',
    ])
  }
  if (has('pixi.lock')) {
    const install = ['pixi', 'install', '--frozen', ...(folder === '' ? [] : ['--manifest-path', folder])]
    return buildInstalledTools(joinPath(folder, '.pixi/envs/default'), [install], {}, ['PIXI_CACHE_DIR'])
  }
  if (has('poetry.lock')) {
    const install = ['poetry', 'install', '--no-interaction', ...directory]
    return buildInstalledTools(joinPath(folder, '.venv'), [install], { POETRY_VIRTUALENVS_IN_PROJECT: 'true' }, [
      'POETRY_CACHE_DIR',
    ])
  }
  return withPip(project, folder, needs)
}

function buildInstalledTools(
  environment: string,
  setup: Preparation['setup'],
  env: Preparation['env'],
  passEnv: Preparation['passEnv'],
): PythonTools {
  return { python: `${environment}/bin/python`, isInstalled: true, setup, env, passEnv }
}

function withPip(project: Project, folder: string, needs: readonly string[]): PythonTools {
  const requirements = joinPath(folder, 'requirements.txt')
  const hasRequirements = /^\s*[^#\s]/m.test(project.texts.get(requirements) ?? '')
  const { hasPackage, hasDependencies } = inspectPackage(project, folder)
  if (needs.length === 0 && !hasRequirements && !hasDependencies) return buildPlainTools(project, folder)
  const extras = findExtras(project, folder, needs).filter(({ kind }) => kind === 'extra')
  const wanted = extras.length > 0 ? `[${extras.map(({ name }) => name).join(',')}]` : ''
  const sources = [
    ...(hasRequirements ? ['-r', requirements] : []),
    ...(hasPackage ? buildPackageArguments(project, folder, wanted) : []),
    ...(extras.length > 0 ? [] : needs),
  ]
  const { setup, passEnv } = buildPipInstall(folder, sources)
  return { ...buildInstalledTools(joinPath(folder, '.venv'), setup, {}, passEnv), isInstalled: hasPackage }
}

/** Installs packages into a virtual environment of a directory. */
export function buildPipInstall(folder: string, packages: readonly string[]): Omit<Preparation, 'env'> {
  const venv = joinPath(folder, '.venv')
  const setup = [
    ['python3', '-m', 'venv', venv],
    [`${venv}/bin/python`, '-m', 'pip', 'install', '--disable-pip-version-check', ...packages],
  ]
  return { setup, passEnv: ['PIP_CACHE_DIR', 'PIP_INDEX_URL'] }
}

/**
 * Arguments of `pip install` for the package of a directory. Editable, as its developers install it, where the build
 * tool can do that without network at import: a regular installation leaves out what they forgot to declare.
 */
export function buildPackageArguments({ manifests }: Project, folder: string, extras = ''): string[] {
  const backend = getNested(manifests.get(joinPath(folder, 'pyproject.toml')), 'build-system', 'build-backend')
  const isEditable = typeof backend !== 'string' || /^(?:setuptools|hatchling|flit|poetry)\b/.test(backend)
  return [...(isEditable ? ['-e'] : []), `${folder === '' ? '.' : `./${folder}`}${extras}`]
}

/** Whether a directory is a package, and whether it declares dependencies: in pyproject.toml, or in setup.py. */
function inspectPackage({ manifests, texts }: Project, folder: string) {
  const manifest = manifests.get(joinPath(folder, 'pyproject.toml'))
  const script = texts.get(joinPath(folder, 'setup.py')) ?? ''
  return {
    hasPackage: getNested(manifest, 'project', 'name') !== undefined || /\bsetup\(/.test(script),
    hasDependencies:
      listTexts(getNested(manifest, 'project', 'dependencies')).length > 0 ||
      listTexts(getNested(manifest, 'project', 'dynamic')).includes('dependencies') ||
      script.includes('install_requires'),
  }
}

function buildPlainTools({ paths }: Project, folder: string): PythonTools {
  const hasSources = paths.some((path) => path.startsWith(`${joinPath(folder, 'src')}/`) && path.endsWith('.py'))
  const root = hasSources ? joinPath(folder, 'src') : folder
  const env: Record<string, string> = root === '' ? {} : { PYTHONPATH: root }
  return { python: 'python3', isInstalled: false, setup: [], env, passEnv: [] }
}

type Extra = { readonly kind: 'extra' | 'group'; readonly name: string }

/** Finds the optional dependency groups that provide the needed packages. */
function findExtras({ manifests }: Project, folder: string, needs: readonly string[]): Extra[] {
  const manifest = manifests.get(joinPath(folder, 'pyproject.toml'))
  const places = [
    { kind: 'extra', lists: getNested(manifest, 'project', 'optional-dependencies') },
    { kind: 'group', lists: getNested(manifest, 'dependency-groups') },
  ] as const
  return places.flatMap(({ kind, lists }) =>
    Object.entries(lists ?? {})
      .filter(([, list]) => listTexts(list).some((text) => needs.some((need) => text.startsWith(need))))
      .map(([name]) => ({ kind, name })),
  )
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

const gpuModules =
  'torch|pytorch_lightning|lightning|accelerate|deepspeed|cupy|cudf|cuml|jax|flax|tensorflow|keras|triton|numba\\.cuda|pycuda|onnxruntime|warp|taichi|tinygrad'
/** An import of a GPU library. */
export const gpuImports = new RegExp(
  `^\\s*(?:from\\s+|import\\s+(?:[\\w.]+(?:\\s+as\\s+\\w+)?\\s*,\\s*)*)(?:${gpuModules})\\b`,
  'm',
)

/** Whether Python code below a directory imports a GPU library. */
export function hasPythonGpuCode(project: Project, folder: string): boolean {
  return listFiles(project, /\.py$/).some(({ path, text }) => isBelow(path, folder) && gpuImports.test(text))
}

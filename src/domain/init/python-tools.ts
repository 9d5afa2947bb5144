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
 * Chooses the tool of the repository: uv, pixi or poetry by lock file, else pixi or conda by manifest, else pip in a
 * virtual environment, or the plain interpreter without dependencies.
 */
export function choosePythonTools(project: Project, folder: string, needs: PackageNeeds = noNeeds): PythonTools {
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
  const pixi = has('pixi.lock') ? folder : findPixiFolder(project, folder)
  if (has('pixi.lock') || (pixi !== null && !has('poetry.lock'))) return withPixi(project, folder, pixi ?? folder)
  if (has('poetry.lock')) {
    const install = ['poetry', 'install', '--no-interaction', ...directory]
    return buildInstalledTools(joinPath(folder, '.venv'), [install], { POETRY_VIRTUALENVS_IN_PROJECT: 'true' }, [
      'POETRY_CACHE_DIR',
    ])
  }
  const environment = ['environment.yml', 'environment.yaml'].flatMap((name) => [joinPath(folder, name), name])
  const file = environment.find((path) => /^dependencies\s*:/m.test(project.texts.get(path) ?? ''))
  return file === undefined ? withPip(project, folder, needs) : withConda(project, folder, file)
}

/** Packages that a command needs. */
export type PackageNeeds = {
  /** Found in optional dependencies, or installed by themselves if none has them. */
  readonly tools: readonly string[]
  /** Names of optional dependencies. */
  readonly extras: readonly string[]
}

const noNeeds: PackageNeeds = { tools: [], extras: [] }

/** The directory of the pixi manifest for a directory: in itself, or in the root; null: there is none. */
function findPixiFolder({ paths, manifests }: Project, folder: string): string | null {
  const isManifest = (place: string): boolean =>
    paths.includes(joinPath(place, 'pixi.toml')) ||
    getNested(manifests.get(joinPath(place, 'pyproject.toml')), 'tool', 'pixi') !== undefined
  return [folder, ''].find(isManifest) ?? null
}

/** An environment of pixi in the checkout, by its lock file if there is one. */
function withPixi({ paths, manifests }: Project, folder: string, place: string): PythonTools {
  const isLocked = paths.includes(joinPath(place, 'pixi.lock'))
  const install = [
    'pixi',
    'install',
    ...(isLocked ? ['--frozen'] : []),
    ...(place === '' ? [] : ['--manifest-path', place]),
  ]
  const own = manifests.get(joinPath(place, 'pixi.toml'))
  const manifest = own ?? getNested(manifests.get(joinPath(place, 'pyproject.toml')), 'tool', 'pixi')
  const packages = Object.values(getNested(manifest, 'pypi-dependencies') ?? {})
  const isInstalled = manifest === undefined || packages.some((one) => getNested(one, 'path') !== undefined)
  const tools = buildInstalledTools(joinPath(place, '.pixi/envs/default'), [install], {}, ['PIXI_CACHE_DIR'])
  return { ...tools, isInstalled, env: isInstalled ? {} : setSourcePath({ paths }, folder) }
}

/** An environment of conda in the checkout; the package itself is added to it. */
function withConda(project: Project, folder: string, file: string): PythonTools {
  const place = joinPath(getFolder(file), '.conda')
  const create = ['conda', 'env', 'create', '--quiet', '--prefix', place, '--file', file]
  const { hasPackage } = inspectPackage(project, folder)
  const isInstalled = /^\s*-\s*(?:-e|--editable)?\s*\.{1,2}(?:\[[^\]]*\])?\s*$/m.test(project.texts.get(file) ?? '')
  const python = `${place}/bin/python`
  const install = [python, '-m', 'pip', 'install', ...buildPackageArguments(project, folder)]
  const setup = [create, ...(hasPackage && !isInstalled ? [install] : [])]
  const tools = buildInstalledTools(place, setup, {}, ['CONDA_PKGS_DIRS', 'PIP_CACHE_DIR', 'PIP_INDEX_URL'])
  return hasPackage || isInstalled ? tools : { ...tools, isInstalled: false, env: setSourcePath(project, folder) }
}

function buildInstalledTools(
  environment: string,
  setup: Preparation['setup'],
  env: Preparation['env'],
  passEnv: Preparation['passEnv'],
): PythonTools {
  return { python: `${environment}/bin/python`, isInstalled: true, setup, env, passEnv }
}

function withPip(project: Project, folder: string, needs: PackageNeeds): PythonTools {
  const requirements = joinPath(folder, 'requirements.txt')
  const hasRequirements = /^\s*[^#\s]/m.test(project.texts.get(requirements) ?? '')
  const { hasPackage, hasDependencies } = inspectPackage(project, folder)
  const extras = findExtras(project, folder, needs).filter(({ kind }) => kind === 'extra')
  if (needs.tools.length === 0 && extras.length === 0 && !hasRequirements && !hasDependencies)
    return buildPlainTools(project, folder)
  const wanted = extras.length > 0 ? `[${extras.map(({ name }) => name).join(',')}]` : ''
  const sources = [
    ...(hasRequirements ? ['-r', requirements] : []),
    ...(hasPackage ? buildPackageArguments(project, folder, wanted) : []),
    ...(extras.length > 0 ? [] : needs.tools),
  ]
  const { setup, passEnv, cpuEnv } = buildPipInstall(project, folder, sources)
  const tools = buildInstalledTools(joinPath(folder, '.venv'), setup, {}, passEnv)
  return { ...tools, isInstalled: hasPackage, ...(cpuEnv && { cpuEnv }) }
}

/** Packages that import torch while they are built, so that pip must not build them apart. */
const builtWithTorch =
  /^[^#\n]*?\b(?:flash[-_]attn|mamba[-_]ssm|causal[-_]conv1d|transformer[-_]engine|pytorch3d|grouped[-_]gemm|natten)\b/im
const buildTools = ['torch', 'numpy', 'wheel', 'setuptools', 'packaging', 'ninja', 'psutil']

/** Variables by which such packages are installed without a CUDA compiler, of no use but to code for the CPU. */
const withoutCompiler: readonly (readonly [RegExp, string])[] = [
  [/\bflash[-_]attn\b/i, 'FLASH_ATTENTION_SKIP_CUDA_BUILD'],
  [/\bmamba[-_]ssm\b/i, 'MAMBA_SKIP_CUDA_BUILD'],
  [/\bcausal[-_]conv1d\b/i, 'CAUSAL_CONV1D_SKIP_CUDA_BUILD'],
]

/** Installs packages into a virtual environment of a directory. */
export function buildPipInstall(
  { texts, manifests }: Pick<Project, 'texts' | 'manifests'>,
  folder: string,
  packages: readonly string[],
): Omit<Preparation, 'env'> {
  const venv = joinPath(folder, '.venv')
  const install = [`${venv}/bin/python`, '-m', 'pip', 'install', '--disable-pip-version-check']
  const manifest = manifests.get(joinPath(folder, 'pyproject.toml'))
  const declared = [
    ...['requirements.txt', 'setup.py'].map((name) => texts.get(joinPath(folder, name)) ?? ''),
    ...listTexts(getNested(manifest, 'project', 'dependencies')),
  ]
  const isBuilt = declared.some((text) => builtWithTorch.test(text))
  const tools = [...new Set([...buildTools, ...listTexts(getNested(manifest, 'build-system', 'requires'))])]
  const setup = [
    ['python3', '-m', 'venv', venv],
    ...(isBuilt ? [[...install, ...tools]] : []),
    [...install, ...(isBuilt ? ['--no-build-isolation'] : []), ...packages],
  ]
  const skipped = withoutCompiler.filter(([form]) => isBuilt && declared.some((text) => form.test(text)))
  const cpuEnv = Object.fromEntries(skipped.map(([, name]) => [name, 'TRUE']))
  return { setup, passEnv: ['PIP_CACHE_DIR', 'PIP_INDEX_URL'], ...(skipped.length > 0 && { cpuEnv }) }
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

function buildPlainTools(project: Project, folder: string): PythonTools {
  return { python: 'python3', isInstalled: false, setup: [], env: setSourcePath(project, folder), passEnv: [] }
}

/** The search path of modules that are not installed. */
function setSourcePath({ paths }: Pick<Project, 'paths'>, folder: string): Record<string, string> {
  const hasSources = paths.some((path) => path.startsWith(`${joinPath(folder, 'src')}/`) && path.endsWith('.py'))
  const root = hasSources ? joinPath(folder, 'src') : folder
  return root === '' ? {} : { PYTHONPATH: root }
}

type Extra = { readonly kind: 'extra' | 'group'; readonly name: string }

/** Finds the optional dependencies that are named, or provide the needed packages. */
function findExtras({ manifests }: Project, folder: string, { tools, extras }: PackageNeeds): Extra[] {
  const manifest = manifests.get(joinPath(folder, 'pyproject.toml'))
  const places = [
    { kind: 'extra', lists: getNested(manifest, 'project', 'optional-dependencies') },
    { kind: 'group', lists: getNested(manifest, 'dependency-groups') },
  ] as const
  const found = places.flatMap(({ kind, lists }) =>
    Object.entries(lists ?? {})
      .filter(([, list]) => listTexts(list).some((text) => tools.some((need) => text.startsWith(need))))
      .map(([name]): Extra => ({ kind, name })),
  )
  const named = extras.filter((name) => !found.some((one) => one.name === name))
  return [...named.map((name): Extra => ({ kind: 'extra', name })), ...found]
}

/**
 * Optional dependencies that provide packages which the code imports and which nothing else declares, such as a GPU
 * library that only the extra `gpu` has.
 */
export function findImportedExtras(project: Project, folder: string): string[] {
  const { manifests, texts } = project
  const manifest = manifests.get(joinPath(folder, 'pyproject.toml'))
  const declared = listTexts(getNested(manifest, 'project', 'dependencies'))
  const required = texts.get(joinPath(folder, 'requirements.txt')) ?? ''
  const code = listFiles(project, /\.py$/).filter(({ path }) => isBelow(path, folder))
  const needed = ['torch', 'jax', 'tensorflow', 'cupy', 'click', 'typer', 'fire'].filter((name) => {
    const form = new RegExp(`^${name}(?![a-z])`, 'im')
    const isImported = new RegExp(`^\\s*(?:from|import)\\s+${name}\\b`, 'm')
    return ![...declared, required].some((text) => form.test(text)) && code.some(({ text }) => isImported.test(text))
  })
  const lists = Object.entries(getNested(manifest, 'project', 'optional-dependencies') ?? {})
  const providers = needed.flatMap((name) => {
    const form = new RegExp(`^${name}(?![a-z])`, 'i')
    return lists.find(([, list]) => listTexts(list).some((text) => form.test(text)))?.[0] ?? []
  })
  return [...new Set(providers)]
}

const packageFiles = [
  'pyproject.toml',
  'requirements.txt',
  'setup.py',
  'pixi.toml',
  'environment.yml',
  'environment.yaml',
]

/** Finds the directory whose manifest the file belongs to. */
export function findPackageFolder({ paths }: Project, file: string): string {
  let folder = getFolder(file)
  while (folder !== '' && !packageFiles.some((name) => paths.includes(`${folder}/${name}`))) folder = getFolder(folder)
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

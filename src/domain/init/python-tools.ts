import { getNested } from '../core/json.ts'
import {
  getFolder,
  isBelow,
  joinPath,
  listFiles,
  listFolders,
  listTexts,
  type Preparation,
  type Project,
} from './project.ts'
import { createPythonModules } from './python-modules.ts'

/** Interpreter and preparation for the Python code of one directory. */
export type PythonTools = {
  readonly python: string
  /** Whether the package itself is installed, so that its modules can be imported from any directory. */
  readonly isInstalled: boolean
  readonly preparation: Preparation
}

/** Packages that a command needs. */
export type PackageNeeds = {
  /** Found in optional dependencies, or installed by themselves if none has them. */
  readonly tools: readonly string[]
  /** Names of optional dependencies. */
  readonly extras: readonly string[]
}

/**
 * Chooses the tool of the repository: uv, pixi or poetry by lock file, else pixi or conda by manifest, else pip in a
 * virtual environment, or the plain interpreter without dependencies.
 */
export function preparePython(
  project: Project,
  folder: string,
  needs: PackageNeeds = { tools: [], extras: [] },
): PythonTools {
  const has = (name: string): boolean => project.paths.includes(joinPath(folder, name))
  const directory = folder === '' ? [] : ['--directory', folder]
  if (has('uv.lock') || project.paths.includes('uv.lock')) {
    const extras = findExtras(project, folder, needs).flatMap(({ kind, name }) => [`--${kind}`, name])
    const place = joinPath(has('uv.lock') ? folder : '', '.venv')
    const passEnv = ['UV_CACHE_DIR', 'UV_PYTHON_INSTALL_DIR']
    return buildTools(place, { setup: [['uv', 'sync', '--frozen', ...directory, ...extras]], env: {}, passEnv })
  }
  const isPixi = (place: string): boolean =>
    project.paths.includes(joinPath(place, 'pixi.toml')) ||
    getNested(readManifest(project, place), 'tool', 'pixi') !== undefined
  const pixi = has('pixi.lock') ? folder : [folder, ''].find(isPixi)
  if (pixi !== undefined && (has('pixi.lock') || !has('poetry.lock'))) return withPixi(project, folder, pixi)
  if (has('poetry.lock')) {
    const setup = [['poetry', 'install', '--no-interaction', ...directory]]
    const env = { POETRY_VIRTUALENVS_IN_PROJECT: 'true' }
    return buildTools(joinPath(folder, '.venv'), { setup, env, passEnv: ['POETRY_CACHE_DIR'] })
  }
  const environment = ['environment.yml', 'environment.yaml'].flatMap((name) => [joinPath(folder, name), name])
  const file = environment.find((path) => /^dependencies\s*:/m.test(project.texts.get(path) ?? ''))
  return file === undefined ? withPip(project, folder, needs) : withConda(project, folder, file)
}

/** Tools whose environment has the package, unless it has to be found by the path of its sources. */
function buildTools(environment: string, preparation: Preparation, sources?: Record<string, string>): PythonTools {
  const found = sources ? { ...preparation, env: sources } : preparation
  return { python: `${environment}/bin/python`, isInstalled: !sources, preparation: found }
}

function readManifest({ manifests }: Pick<Project, 'manifests'>, folder: string): unknown {
  return manifests.get(joinPath(folder, 'pyproject.toml'))
}

/** An environment of pixi in the checkout, by its lock file if there is one. */
function withPixi(project: Project, folder: string, place: string): PythonTools {
  const isLocked = project.paths.includes(joinPath(place, 'pixi.lock'))
  const options = [...(isLocked ? ['--frozen'] : []), ...(place === '' ? [] : ['--manifest-path', place])]
  const own = project.manifests.get(joinPath(place, 'pixi.toml'))
  const manifest = own ?? getNested(readManifest(project, place), 'tool', 'pixi')
  const packages = Object.values(getNested(manifest, 'pypi-dependencies') ?? {})
  const isInstalled = manifest === undefined || packages.some((one) => getNested(one, 'path') !== undefined)
  const preparation = { setup: [['pixi', 'install', ...options]], env: {}, passEnv: ['PIXI_CACHE_DIR'] }
  const sources = isInstalled ? undefined : setSourcePath(project, folder)
  return buildTools(joinPath(place, '.pixi/envs/default'), preparation, sources)
}

/** An environment of conda in the checkout; the package itself is added to it. */
function withConda(project: Project, folder: string, file: string): PythonTools {
  const place = joinPath(getFolder(file), '.conda')
  const create = ['conda', 'env', 'create', '--quiet', '--prefix', place, '--file', file]
  const { hasPackage } = inspectPackage(project, folder)
  const isInstalled = /^\s*-\s*(?:-e|--editable)?\s*\.{1,2}(?:\[[^\]]*\])?\s*$/m.test(project.texts.get(file) ?? '')
  const install = [`${place}/bin/python`, '-m', 'pip', 'install', ...buildPackageArguments(project, folder)]
  const setup = [create, ...(hasPackage && !isInstalled ? [install] : [])]
  const sources = hasPackage || isInstalled ? undefined : setSourcePath(project, folder)
  return buildTools(place, { setup, env: {}, passEnv: ['CONDA_PKGS_DIRS', 'PIP_CACHE_DIR', 'PIP_INDEX_URL'] }, sources)
}

function withPip(project: Project, folder: string, needs: PackageNeeds): PythonTools {
  const requirements = joinPath(folder, 'requirements.txt')
  const hasRequirements = /^\s*[^#\s]/m.test(project.texts.get(requirements) ?? '')
  const { hasPackage, hasDependencies } = inspectPackage(project, folder)
  const extras = findExtras(project, folder, needs).filter(({ kind }) => kind === 'extra')
  if (needs.tools.length === 0 && extras.length === 0 && !hasRequirements && !hasDependencies) {
    const preparation = { setup: [], env: setSourcePath(project, folder), passEnv: [] }
    return { python: 'python3', isInstalled: false, preparation }
  }
  const wanted = extras.length > 0 ? `[${extras.map(({ name }) => name).join(',')}]` : ''
  const preparation = buildPipInstall(project, folder, [
    ...(hasRequirements ? ['-r', requirements] : []),
    ...(hasPackage ? buildPackageArguments(project, folder, wanted) : []),
    ...(extras.length > 0 ? [] : needs.tools),
  ])
  return { ...buildTools(joinPath(folder, '.venv'), preparation), isInstalled: hasPackage }
}

/** Packages that import torch while they are built, so that pip must not build them apart. */
const builtWithTorch =
  /^[^#\n]*?\b(?:flash[-_]attn|mamba[-_]ssm|causal[-_]conv1d|transformer[-_]engine|pytorch3d|grouped[-_]gemm|natten)\b/im
const usualBuildTools = ['torch', 'numpy', 'wheel', 'setuptools', 'packaging', 'ninja', 'psutil']

/** Builds the setup commands that install packages into a virtual environment of a directory; runs nothing. */
export function buildPipInstall(
  project: Pick<Project, 'texts' | 'manifests'>,
  folder: string,
  packages: readonly string[],
): Preparation {
  const venv = joinPath(folder, '.venv')
  const install = [`${venv}/bin/python`, '-m', 'pip', 'install', '--disable-pip-version-check']
  const manifest = readManifest(project, folder)
  const declared = [
    ...['requirements.txt', 'setup.py'].map((name) => project.texts.get(joinPath(folder, name)) ?? ''),
    ...listTexts(getNested(manifest, 'project', 'dependencies')),
  ]
  const isBuilt = declared.some((text) => builtWithTorch.test(text))
  const tools = [...new Set([...usualBuildTools, ...listTexts(getNested(manifest, 'build-system', 'requires'))])]
  const setup = [
    ['python3', '-m', 'venv', venv],
    ...(isBuilt ? [[...install, ...tools]] : []),
    [...install, ...(isBuilt ? ['--no-build-isolation'] : []), ...packages],
  ]
  return { setup, env: {}, passEnv: ['PIP_CACHE_DIR', 'PIP_INDEX_URL'] }
}

/**
 * Arguments of `pip install` for the package of a directory. Editable, as its developers install it, where the build
 * tool can do that without network at import: a regular installation leaves out what they forgot to declare.
 */
export function buildPackageArguments(project: Project, folder: string, extras = ''): string[] {
  const backend = getNested(readManifest(project, folder), 'build-system', 'build-backend')
  const isEditable = typeof backend !== 'string' || /^(?:setuptools|hatchling|flit|poetry)\b/.test(backend)
  return [...(isEditable ? ['-e'] : []), `${folder === '' ? '.' : `./${folder}`}${extras}`]
}

/** Whether a directory is a package, and whether it declares dependencies: in pyproject.toml, or in setup.py. */
function inspectPackage(project: Project, folder: string) {
  const manifest = getNested(readManifest(project, folder), 'project')
  const script = project.texts.get(joinPath(folder, 'setup.py')) ?? ''
  return {
    hasPackage: getNested(manifest, 'name') !== undefined || /\bsetup\(/.test(script),
    hasDependencies:
      listTexts(getNested(manifest, 'dependencies')).length > 0 ||
      listTexts(getNested(manifest, 'dynamic')).includes('dependencies') ||
      script.includes('install_requires'),
  }
}

/** The search path of modules that are not installed. */
function setSourcePath({ paths }: Pick<Project, 'paths'>, folder: string): Record<string, string> {
  const hasSources = paths.some((path) => path.startsWith(`${joinPath(folder, 'src')}/`) && path.endsWith('.py'))
  const root = hasSources ? joinPath(folder, 'src') : folder
  return root === '' ? {} : { PYTHONPATH: root }
}

type Extra = { readonly kind: 'extra' | 'group'; readonly name: string }

/** Finds the optional dependencies that are named, or provide the needed packages. */
function findExtras(project: Project, folder: string, { tools, extras }: PackageNeeds): Extra[] {
  const manifest = readManifest(project, folder)
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
  const manifest = getNested(readManifest(project, folder), 'project')
  const declared = listTexts(getNested(manifest, 'dependencies'))
  const required = project.texts.get(joinPath(folder, 'requirements.txt')) ?? ''
  const code = listFiles(project, /\.py$/).filter(({ path }) => isBelow(path, folder))
  const lists = Object.entries(getNested(manifest, 'optional-dependencies') ?? {})
  const providers = ['torch', 'jax', 'tensorflow', 'cupy', 'click', 'typer', 'fire'].flatMap((name) => {
    const form = new RegExp(`^${name}(?![a-z])`, 'im')
    const isImported = new RegExp(`^\\s*(?:from|import)\\s+${name}\\b`, 'm')
    const isMissing = ![...declared, required].some((text) => form.test(text))
    if (!isMissing || !code.some(({ text }) => isImported.test(text))) return []
    return lists.find(([, list]) => listTexts(list).some((text) => new RegExp(form, 'i').test(text)))?.[0] ?? []
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
  const isPackage = (folder: string): boolean => packageFiles.some((name) => paths.includes(`${folder}/${name}`))
  return listFolders(getFolder(file)).find(isPackage) ?? ''
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

/** Variables that name the directories in which libraries keep downloaded models, and the code that fills these. */
const modelCaches: readonly (readonly [string, RegExp])[] = [
  [
    'HF_HOME',
    /\.from_pretrained\(|\b(?:hf_hub_download|snapshot_download|load_dataset|SentenceTransformer|InferencePipeline)\(|^\s*(?:from|import)\s+(?:vllm|diffusers|sentence_transformers|open_clip|faster_whisper)\b/m,
  ],
  [
    'TORCH_HOME',
    /\btorch\.hub\b|\bload_state_dict_from_url\(|\besm\.pretrained\b|\bfrom esm import pretrained\b|\btorchvision\.models\b|\bfrom torchvision(?:\.models)? import[^\n]*\b(?:models|resnet|vit)|\btorchaudio\.pipelines\b/,
  ],
  ['XDG_CACHE_HOME', /\bwhisper\.load_model\(/],
  ['KERAS_HOME', /\bkeras\.applications\b|\bkeras\.utils\.get_file\(/],
  ['TFHUB_CACHE_DIR', /\btensorflow_hub\b/],
  ['NLTK_DATA', /\bnltk\.(?:download|data|corpus)\b/],
]

/** Variables with the same purpose that count where the code itself reads them and has no default. */
const readCaches =
  /["'](TRANSFORMERS_CACHE|HF_HUB_CACHE|HUGGINGFACE_HUB_CACHE|HF_DATASETS_CACHE|SENTENCE_TRANSFORMERS_HOME|XDG_CACHE_HOME|TORCH_HOME|HF_HOME|[A-Z]+_(?:MODELS?|WEIGHTS|CHECKPOINTS?)_(?:DIR|PATH|CACHE))["']\s*\](?!\s*=[^=])/g

/**
 * Lists the variables that a program needs to find downloaded models: the home of a run is empty, so that it would
 * download them again. Its modules are those that it imports, and its package where it loads them by name.
 */
export function findModelCaches(project: Project, main: string): string[] {
  if (main === '') return []
  const modules = createPythonModules(project)
  const files = new Set([...modules.listReachable(main), ...(main.includes('/') ? modules.listPackage(main) : [])])
  const code = [...files].filter((path) => !/(?:^|\/)tests?\//.test(path)).map(modules.readSource)
  const usual = modelCaches.filter(([, form]) => code.some((text) => form.test(text))).map(([name]) => name)
  const read = code.flatMap((text) => [...text.matchAll(readCaches)].map((match) => match[1] ?? ''))
  // What the program sets itself needs no help.
  const isSet = (name: string): boolean =>
    code.some((text) => new RegExp(`environ\\[["']${name}["']\\]\\s*=[^=]`).test(text))
  return [...new Set([...usual, ...read])].filter((name) => !isSet(name))
}

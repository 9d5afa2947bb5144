import { createPythonModules } from './python-source.ts'
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

/** Interpreter and preparation for the Python code of one directory. */
export type PythonTools = {
  /** Path or name of the interpreter, from the root of the checkout. */
  readonly python: string
  /** Whether the package itself is installed, so that its modules can be imported from any directory. */
  readonly isInstalled: boolean
  readonly preparation: Preparation
}

/**
 * Chooses the tool of the repository: uv, pixi or poetry by lock file, else pixi or conda by manifest, else pip in a
 * virtual environment, or the plain interpreter without dependencies. `tool`: a package that the command needs too.
 */
export function preparePython(project: Project, folder: string, tool = ''): PythonTools {
  const has = (name: string): boolean => project.paths.includes(joinPath(folder, name))
  const directory = folder === '' ? [] : ['--directory', folder]
  if (has('uv.lock') || project.paths.includes('uv.lock'))
    return withUv(project, folder, has('uv.lock') ? folder : '', tool)
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
  return file === undefined ? withPip(project, folder, tool) : withConda(project, folder, file)
}

/** Tools whose environment has the package, unless it has to be found by the path of its sources. */
function buildTools(environment: string, preparation: Preparation, sources?: Record<string, string>): PythonTools {
  const env = sources ?? preparation.env
  return { python: `${environment}/bin/python`, isInstalled: !sources, preparation: { ...preparation, env } }
}

function readManifest({ manifests }: Pick<Project, 'manifests'>, folder: string): unknown {
  return manifests.get(joinPath(folder, 'pyproject.toml'))
}

/** The environment of a lock file of uv. uv installs the package only if its manifest says how to build it. */
function withUv(project: Project, folder: string, place: string, tool: string): PythonTools {
  const options = [
    ...(folder === '' ? [] : ['--directory', folder]),
    ...findExtras(project, folder, tool).flatMap(({ kind, name }) => [`--${kind}`, name]),
  ]
  const keys = [['build-system'], ['tool', 'uv', 'package'], ['project', 'scripts']]
  const isPackage = keys.some((key) => getNested(readManifest(project, place), ...key))
  const setup = [['uv', 'sync', '--frozen', ...options]]
  const preparation = { setup, env: {}, passEnv: ['UV_CACHE_DIR', 'UV_PYTHON_INSTALL_DIR'] }
  return buildTools(joinPath(place, '.venv'), preparation, isPackage ? undefined : setSourcePath(project, folder))
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

function withPip(project: Project, folder: string, tool: string): PythonTools {
  const requirements = joinPath(folder, 'requirements.txt')
  const hasRequirements = /^\s*[^#\s]/m.test(project.texts.get(requirements) ?? '')
  const { hasPackage, hasDependencies } = inspectPackage(project, folder)
  const extras = findExtras(project, folder, tool).filter(({ kind }) => kind === 'extra')
  if (tool === '' && extras.length === 0 && !hasRequirements && !hasDependencies) {
    const preparation = { setup: [], env: setSourcePath(project, folder), passEnv: [] }
    return { python: 'python3', isInstalled: false, preparation }
  }
  const wanted = extras.length > 0 ? `[${extras.map(({ name }) => name).join(',')}]` : ''
  const preparation = buildPipInstall(project, folder, [
    ...(hasRequirements ? ['-r', requirements] : []),
    ...(hasPackage ? buildPackageArguments(project, folder, wanted) : []),
    ...(tool === '' || extras.some(({ texts }) => hasRequirement(texts, tool)) ? [] : [tool]),
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

/** Packages that code imports and that only optional dependencies may declare, such as an extra `gpu`. */
const optionalPackages = ['torch', 'jax', 'tensorflow', 'cupy', 'click', 'typer', 'fire']

function hasRequirement(texts: readonly string[], name: string): boolean {
  return texts.some((text) => new RegExp(`^${name}(?![a-z])`, 'im').test(text))
}

/** Finds the optional dependencies that alone declare a tool, or a package that the code imports. */
function findExtras(project: Project, folder: string, tool: string) {
  const manifest = readManifest(project, folder)
  const required = project.texts.get(joinPath(folder, 'requirements.txt')) ?? ''
  const declared = [...listTexts(getNested(manifest, 'project', 'dependencies')), required]
  const isImported = (name: string): boolean =>
    listFiles(project, /\.py$/).some(
      ({ path, text }) => isBelow(path, folder) && new RegExp(`^\\s*(?:from|import)\\s+${name}\\b`, 'm').test(text),
    )
  const extras = Object.entries(getNested(manifest, 'project', 'optional-dependencies') ?? {})
  const groups = Object.entries(getNested(manifest, 'dependency-groups') ?? {})
  const lists = [
    ...extras.map(([name, list]) => ({ kind: 'extra', name, texts: listTexts(list) })),
    ...groups.map(([name, list]) => ({ kind: 'group', name, texts: listTexts(list) })),
  ]
  const found = [tool, ...optionalPackages].flatMap((name) => {
    const list =
      name === '' || hasRequirement(declared, name) ? undefined : lists.find(({ texts }) => hasRequirement(texts, name))
    return list && (name === tool || isImported(name)) ? [list] : []
  })
  return [...new Set(found)]
}

const packageFile = /(?:^|\/)(?:pyproject\.toml|requirements\.txt|setup\.py|pixi\.toml|environment\.ya?ml)$/

/** Finds the directory whose manifest the file belongs to. */
export function findPackageFolder({ paths }: Project, file: string): string {
  const folders = new Set(paths.filter((path) => packageFile.test(path)).map(getFolder))
  return listFolders(getFolder(file)).find((folder) => folder !== '' && folders.has(folder)) ?? ''
}

const gpuModules =
  'torch(?:vision|audio|text|tune|_geometric)?|pytorch_lightning|lightning|accelerate|deepspeed|cupy|cudf|cuml|jax|flax|optax|haiku|equinox|tensorflow|keras|triton|numba\\.cuda|pycuda|onnxruntime|warp|taichi|tinygrad|transformers|diffusers|vllm|sglang|peft|trl|ultralytics|sentence_transformers'
/** An import of a GPU library. */
export const gpuImports = new RegExp(
  `^\\s*(?:from\\s+|import\\s+(?:[\\w.]+(?:\\s+as\\s+\\w+)?\\s*,\\s*)*)(?:${gpuModules})\\b|\\bnumba\\.cuda\\b|^\\s*from\\s+numba\\s+import\\s[^\\n]*\\bcuda\\b`,
  'm',
)

/** Whether Python code below a directory imports a GPU library. */
export function hasPythonGpuCode(project: Project, folder: string): boolean {
  return listFiles(project, /\.py$/).some(({ path, text }) => isBelow(path, folder) && gpuImports.test(text))
}

/** Variables that name the directories in which libraries keep downloaded models, and the code that fills these. */
const modelCaches: Readonly<Record<string, RegExp>> = {
  HF_HOME:
    /\.from_pretrained\(|\b(?:hf_hub_download|snapshot_download|load_dataset|SentenceTransformer|InferencePipeline)\(|^\s*(?:from|import)\s+(?:vllm|diffusers|sentence_transformers|open_clip|faster_whisper)\b/m,
  TORCH_HOME:
    /\btorch\.hub\b|\bload_state_dict_from_url\(|\besm\.pretrained\b|\bfrom esm import pretrained\b|\btorchvision\.models\b|\bfrom torchvision(?:\.models)? import[^\n]*\b(?:models|resnet|vit)|\btorchaudio\.pipelines\b/,
  XDG_CACHE_HOME: /\bwhisper\.load_model\(/,
  KERAS_HOME: /\bkeras\.applications\b|\bkeras\.utils\.get_file\(/,
  TFHUB_CACHE_DIR: /\btensorflow_hub\b/,
  NLTK_DATA: /\bnltk\.(?:download|data|corpus)\b/,
}

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
  const usual = Object.keys(modelCaches).filter((name) => code.some((text) => modelCaches[name]?.test(text)))
  const read = code.flatMap((text) => [...text.matchAll(readCaches)].map((match) => match[1] ?? ''))
  // What the program sets itself needs no help.
  const isSet = (name: string): boolean =>
    code.some((text) => new RegExp(`environ\\[["']${name}["']\\]\\s*=[^=]`).test(text))
  return [...new Set([...usual, ...read])].filter((name) => !isSet(name))
}

import type { Project } from './project.ts'
import { createPythonModules } from './python-modules.ts'

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

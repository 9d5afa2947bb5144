import { readKeyword, splitBalanced } from './python-text.ts'
import { getFolder, joinPath, normalizePath, type Project } from './project.ts'

/** Overrides for a short run of a program with hydra. */
export type HydraArguments = { readonly args: readonly string[]; readonly limit: string | null }

const limits: readonly (readonly [RegExp, string])[] = [
  [/^(?:max_|num_|n_|total_|train_)*(?:steps|iters|iterations)$/, '100'],
  [/^(?:max_|num_|n_|total_)*epochs$/, '1'],
]

/** Builds the overrides of a hydra program: its output directory, and few steps or one epoch. Null: no hydra program. */
export function buildHydraArguments({ texts }: Project, file: string): HydraArguments | null {
  const source = texts.get(file) ?? ''
  const call = /@hydra\.main\(/.exec(source)
  if (!call) return null
  const parts = splitBalanced(source, call.index + call[0].length)
  const [folder, name] = [readKeyword(parts, 'config_path') ?? '.', readKeyword(parts, 'config_name') ?? 'config']
  const path = normalizePath(joinPath(getFolder(file), joinPath(folder, name))) ?? ''
  const text = texts.get(`${path}.yaml`) ?? texts.get(`${path}.yml`) ?? texts.get(path) ?? ''
  const limit = findLimit(listKeys(text))
  return { args: ['hydra.run.dir={output}', ...(limit === null ? [] : [limit])], limit }
}

function findLimit(keys: readonly string[]): string | null {
  const found = limits.flatMap(([form, value]) =>
    keys.filter((key) => form.test(key.split('.').at(-1) ?? '')).map((key) => `${key}=${value}`),
  )
  return found[0] ?? null
}

/** Lists the keys of a YAML mapping and of the mappings directly in it, as `outer.inner`. */
function listKeys(text: string): string[] {
  let outer = ''
  return text.split('\n').flatMap((line) => {
    const [, indent = '', key = '', value = ''] = /^( *)([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (key === '') return []
    if (indent === '') outer = key
    if (value === '') return []
    return indent === '' ? [key] : indent.length <= 4 ? [`${outer}.${key}`] : []
  })
}

import { getBaseName, toConfigName, type BenchmarkFinding, type Project } from './project.ts'
import { splitShellWords } from '../core/shell-words.ts'

const searchedFiles = /(?:^|\/)(?:Makefile|GNUmakefile|[Jj]ustfile|[^/]+\.(?:sh|bash|mk))$/

/** Finds hyperfine calls in Makefiles, justfiles and shell scripts that need no shell expansion. */
export function findHyperfineCalls({ texts }: Project): BenchmarkFinding[] {
  const found = [...texts]
    .filter(([path]) => searchedFiles.test(path))
    .flatMap(([path, text]) => parseCalls(text).map((words) => ({ path, words })))
  return found.map(({ path, words }, index) => ({
    setup: [],
    env: {},
    passEnv: [],
    name: toConfigName(found.length === 1 ? 'hyperfine' : `hyperfine-${index + 1}`),
    tool: 'hyperfine',
    adapter: 'hyperfine',
    command: ['hyperfine', '--export-json', '{output}/hyperfine.json', ...words],
    files: ['{output}/hyperfine.json'],
    usesGpu: false,
    evidence: `${path} (${getBaseName(path)} calls hyperfine)`,
  }))
}

function parseCalls(text: string): string[][] {
  const joined = text.replaceAll(/\\\n\s*/g, ' ')
  return joined.split('\n').flatMap((line) => {
    const call = /^\s*[@-]*hyperfine\s+(.*)$/.exec(line)
    const words = call ? splitShellWords(call[1] ?? '') : null
    const kept = words && !words.some(isParameter) ? withoutExports(words) : []
    return kept.some((word) => !word.startsWith('-')) ? [kept] : []
  })
}

/** Whether hyperfine replaces a part of the word, `{name}`, by each value of a parameter. */
function isParameter(word: string): boolean {
  return /\{[\w-]+\}/.test(word)
}

/** Removes export options, because they would write into the checkout. */
function withoutExports(words: readonly string[]): string[] {
  return words.filter(
    (word, index) => !word.startsWith('--export-') && !/^--export-[a-z-]+$/.test(words[index - 1] ?? ''),
  )
}

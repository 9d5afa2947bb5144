import { attempt, EnvironmentError, UserError } from '../../domain/core/errors.ts'
import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative, basename, dirname } from 'node:path'
import { parse } from 'smol-toml'
import { chooseTag } from '../../domain/init/find.ts'
import { getBaseName, isBelow, type Project } from '../../domain/init/project.ts'
import { createGitCommand, explainErrors, isOtherRepository } from './git-command.ts'
import { listCheckoutSettings } from './fill-tree.ts'
import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { createDirectory } from '../files/create-directory.ts'
import { openTemporaryDirectory } from '../files/owned-directory.ts'

/** Manifests, scripts and configs, which are read first. */
const relevantFile =
  /(?:^|\/)(?:pyproject\.toml|pixi\.toml|Project\.toml|setup\.cfg|requirements\.txt|environment\.ya?ml|Cargo\.toml|CMakeLists\.txt|(?:GNUm|[Mm])akefile|[Jj]ustfile|asv\.conf(?:\.\w+)?\.json|[^/]+\.(?:py|sh|bash|mk))$|(?:^|\/)benches\/[^/]+\.rs$|(?:^|\/)conf(?:ig|igs)?\/[^/]+\.ya?ml$/
/** Sources with a main function or benchmarks, which are read while the limit is not reached. */
const sourceFile = /\.(?:cu|cc|cpp|cxx|c)$|(?:^|\/)(?:src\/main|src\/bin\/[^/]+|main)\.rs$|_test\.go$/
const maxFileBytes = 256 * 1024
const maxTotalBytes = 32 * 1024 * 1024
const maxPaths = 200_000

/**
 * Reads the repository that contains `directory`, limited to that directory. Runs git only, follows no links and skips
 * files above 256 KiB and what exceeds 32 MiB or 200,000 paths. `problems`: of manifests that could not be parsed.
 * `untracked`: paths that git neither tracks nor ignores.
 *
 * @throws UserError outside a git repository, EnvironmentError when git fails
 */
export async function readProject(directory: string) {
  const root = await findRoot(directory)
  const git = createGitCommand(root)
  const inside = relative(root, realpathSync(directory)).replaceAll('\\', '/')
  const listPaths = async (...args: readonly string[]) => (await git(...args)).split('\0').filter(Boolean)
  const untracked = new Set(await listPaths('ls-files', '-z', '--others', '--exclude-standard'))
  const paths = [...new Set([...(await listPaths('ls-files', '-z', '--cached')), ...untracked])]
    .filter((path) => isBelow(path, inside))
    .toSorted()
    .slice(0, maxPaths)
  const texts = readTexts(root, paths)
  const { manifests, problems } = readManifests(texts)
  const tags = (await git('for-each-ref', '--format=%(refname:strip=2)', 'refs/tags')).split('\n').filter(Boolean)
  const tag = chooseTag(tags)
  const taggedPaths = tag === null ? [] : await listPaths('ls-tree', '-r', '-z', '--name-only', `refs/tags/${tag}`)
  // check-ignore fails with literal pathspecs.
  const lax = createGitCommand(root, process.env, [], { GIT_LITERAL_PATHSPECS: '0' })
  const ignoresRunFolders = (await lax('check-ignore', '.warpgauge/runs').catch(() => '')).trim() !== ''
  const checkoutSettings = await listCheckoutSettings(git)
  const about = { tags, taggedPaths, checkoutSettings, ignoresRunFolders }
  const project: Project = { paths, texts, manifests, ...about }
  return { root, project, problems, untracked }
}

async function findRoot(directory: string): Promise<string> {
  const action = `open ${directory}`
  try {
    const git = createGitCommand(realpathSync(directory))
    return await explainErrors(action, async () => (await git('rev-parse', '--show-toplevel')).trim())
  } catch (error) {
    const cause = error instanceof EnvironmentError ? error.cause : error
    const message = cause instanceof Error ? cause.message : String(cause)
    if (isOtherRepository(message)) throw error
    if (/ENOENT.*git|spawn git/.test(message) && !/realpath|lstat/.test(message))
      throw new EnvironmentError('git could not be started', 'Install git 2.31 or newer and add it to PATH', { cause })
    throw new UserError(
      `${directory} is not in a git repository: ${message}`,
      'Start inside a repository (`git init` creates one), or set --dir.',
      { cause },
    )
  }
}

function readTexts(root: string, paths: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>()
  let sum = 0
  const [relevant, sources] = [relevantFile, sourceFile].map((form) => paths.filter((path) => form.test(path)))
  for (const path of new Set([...(relevant ?? []), ...(sources ?? [])])) {
    const text = attempt(() => {
      const status = lstatSync(join(root, path))
      return status.isFile() && status.size <= maxFileBytes ? readFileSync(join(root, path), 'utf8') : null
    })
    if (text === null) continue
    sum += text.length
    if (sum > maxTotalBytes) break
    texts.set(path, text)
  }
  return texts
}

function readManifests(texts: ReadonlyMap<string, string>) {
  const manifests = new Map<string, unknown>()
  const problems: string[] = []
  for (const [path, text] of texts) {
    const read = readers[getBaseName(path)]
    if (!read) continue
    try {
      manifests.set(path, read(text))
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      problems.push(`${path} could not be read: ${reason}`)
    }
  }
  return { manifests, problems }
}

const readers: Readonly<Record<string, ((text: string) => unknown) | undefined>> = {
  'pyproject.toml': parse,
  'pixi.toml': parse,
  'Cargo.toml': parse,
  'Project.toml': parse,
}

/** Result of writing a new file. Existing files are never changed. */
export type NewFileOutcome = 'written' | 'same' | 'kept'

/**
 * Writes a file unless it exists. `same`: it exists with equal content; `kept`: it exists with different content.
 *
 * @throws EnvironmentError when the file system refuses
 */
export async function writeNewFile(path: string, text: string): Promise<NewFileOutcome> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
  try {
    await createDirectory(dirname(path))
    await writeFile(draft, text, { flag: 'wx' })
    // link(2) fails when the name exists, and a killed process leaves no partial file under this name.
    await link(draft, path)
    return 'written'
  } catch (error) {
    // mkdir refuses with the same code where a part of the path is a file.
    const { code, syscall }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error))
    if (syscall !== 'link' || code !== 'EEXIST')
      throw new EnvironmentError(`${path} could not be written`, 'Check the permissions of its directory.', {
        cause: error,
      })
    return (await predictOutcome(path, text)) === 'same' ? 'same' : 'kept'
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

/** What `writeNewFile` would return, without writing. */
export async function predictOutcome(path: string, text: string): Promise<NewFileOutcome> {
  const existing = await readFile(path, 'utf8').catch(() => null)
  return existing === null ? 'written' : existing === text ? 'same' : 'kept'
}

/** The diff from the existing file to the new text, as git formats it. */
export async function formatDifference(path: string, text: string): Promise<string> {
  await using folder = await openTemporaryDirectory('init')
  const newFile = join(folder.path, 'wanted')
  await writeFile(newFile, text)
  const shown = await createGitCommand(folder.path)('diff', '--no-index', '--no-color', '--', path, newFile)
  return shown.replace(/^(?:.*\n)*?(?=@@)/, '')
}

/**
 * The import rules of `src/`, in one table. `oxlint.config.ts` enforces them, `test/unit/house.test.ts` proves that
 * it does, and `npm run rules` writes the table of docs/architecture.md.
 */
export type ImportRule = {
  /** Folder below `src/`. */
  readonly folder: string
  readonly purpose: string
  /** Folders below `src/` whose files it may import, besides its own; `all` may have exceptions. */
  readonly folders: readonly string[] | 'all'
  /** Packages and `node:` modules that it may import; `any`: all that have no other home. */
  readonly packages: readonly string[] | 'any'
  /** Files below `src/` of which it may import types. */
  readonly types?: readonly string[]
  /** What a folder that may import `all` may not. */
  readonly except?: { readonly folders: readonly string[]; readonly packages: readonly string[] }
}

/**
 * What has one implementation needs no interface: its type is that of the class or object. Tests replace it at the wire,
 * or by an object with the same members.
 */
const typesOfIo = [
  'io/files/disk-file-inspector.ts',
  'io/files/disk-file-store.ts',
  'io/files/disk-tree-reader.ts',
  'io/files/file-claims.ts',
  'io/files/owned-directory.ts',
  'io/git/git-originals.ts',
  'io/git/simple-git-repository.ts',
  'io/github/conversations.ts',
  'io/github/github.ts',
  'io/gpu/lock/gpu-lock.ts',
  'io/machine/host-meter.ts',
  'io/machine/system-clock.ts',
  'io/machine/system-devices.ts',
  'io/sandbox/bubblewrap-sandbox.ts',
  'io/tables/disk-result-tables.ts',
]
/**
 * The folder of which every folder may import types, and the values of one file; config imports its schemas too. The
 * patterns of oxlint know no lookahead, hence the first letters of `limits.ts`.
 */
export const records = { folder: 'record', schemas: String.raw`^(?:\.\./)+record/(?:[^l]|l[^i])` } as const

export const importRules: readonly ImportRule[] = [
  {
    folder: 'record',
    purpose: 'schemas of what is stored, which are its types; every folder may import types and `limits.ts`',
    folders: [],
    packages: ['zod'],
  },
  {
    folder: 'domain',
    purpose: 'types and calculations without effects',
    folders: [],
    packages: ['jstat', 'picomatch'],
  },
  {
    folder: 'ports',
    purpose: 'interfaces of what has several implementations outside the process',
    folders: ['domain'],
    packages: [],
  },
  {
    folder: 'adapters',
    purpose: "parsers: a tool's output or a comment in, values out",
    folders: ['domain'],
    packages: ['@rgrove/parse-xml', 'commonmark', 'node:crypto', 'node:stream', 'node:zlib', 'zod'],
  },
  {
    folder: 'datasets',
    purpose: 'inputs of the measured programs: files of any type, and what a command generates; the cache of both',
    folders: ['domain', 'ports'],
    packages: ['node:*', 'node:*/**'],
    types: ['config/schema/schema.ts'],
  },
  {
    folder: 'programs',
    purpose: 'what is known of one program or format, in one folder each; others import the registry `index.ts`',
    folders: ['domain', 'adapters', 'datasets'],
    packages: ['zod', 'node:*', 'node:*/**'],
    types: ['config/schema/schema.ts'],
  },
  {
    folder: 'config',
    purpose: 'schema of the config, and readers of all files',
    folders: ['record', 'domain'],
    packages: ['zod', 'yaml', 'fastest-levenshtein'],
  },
  {
    folder: 'suites',
    purpose: 'which cases to run and what their outcomes mean',
    folders: ['domain', 'config'],
    packages: [],
  },
  {
    folder: 'judging',
    purpose: 'plans and verdicts without effects: a record and rules in, a report out',
    folders: ['domain', 'config', 'suites'],
    packages: ['node:path', 'node:crypto'],
  },
  {
    folder: 'reporters',
    purpose: 'a report as Markdown, terminal text, JSON, JUnit or HTML',
    folders: ['domain'],
    packages: ['markdown-table', 'string-width'],
  },
  {
    folder: 'page',
    purpose: 'the program of `report.html`, which runs in a browser',
    folders: ['domain'],
    packages: ['uplot'],
  },
  {
    folder: 'steps',
    purpose: 'parts of a run that use ports',
    folders: ['domain', 'ports', 'config', 'adapters', 'datasets', 'programs', 'suites', 'judging', 'reporters'],
    packages: ['node:path', 'node:crypto'],
    types: typesOfIo,
  },
  {
    folder: 'modes',
    purpose: 'what modes of the Action do; each file reads like a table of contents',
    folders: ['domain', 'ports', 'config', 'judging', 'steps', 'reporters', 'suites'],
    packages: [],
    types: typesOfIo,
  },
  { folder: 'io', purpose: 'implementations of ports', folders: ['domain', 'ports'], packages: 'any' },
  {
    folder: 'action',
    purpose: 'GitHub Actions: event, inputs, outputs, job summary',
    folders: ['domain', 'ports'],
    packages: ['@actions/**', 'zod'],
  },
  { folder: 'wiring', purpose: 'chooses an implementation for each port', folders: 'all', packages: 'any' },
  {
    folder: 'cli',
    purpose: 'commands of the terminal',
    folders: 'all',
    packages: 'any',
    except: { folders: ['action', 'wiring/action-*'], packages: ['@actions/**'] },
  },
]

/** Packages with effects or a large surface are imported in one place only. Paths below `src/`. */
export const packageHomes: readonly { readonly packages: readonly string[]; readonly files: readonly string[] }[] = [
  { packages: ['execa'], files: ['io/process/execa-process-runner.ts'] },
  { packages: ['simple-git'], files: ['io/git/git-command.ts'] },
  { packages: ['@octokit/**', '@actions/github/**'], files: ['io/github/*.ts'] },
  { packages: ['@actions/core'], files: ['action/*.ts'] },
  { packages: ['commander', 'log-update'], files: ['cli/**/*.ts'] },
  { packages: ['markdown-table'], files: ['reporters/**/*.ts'] },
]

/** What each bundle begins with. They import what they need, `index.ts` only `main.ts`, after the check of Node. */
export const entryPoints = ['index.ts', 'main.ts', 'post.ts', 'cli.ts', 'node-version.ts'] as const

/** How deep folders may be nested below `src/FOLDER/`. */
export const maxDepth = 3

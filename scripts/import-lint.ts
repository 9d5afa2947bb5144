import { entryPoints, importRules, maxDepth, packageHomes, records, type ImportRule } from './import-rules.ts'

type Pattern =
  | { readonly group: string[]; readonly message: string }
  | { readonly regex: string; readonly message: string; readonly allowTypeImports: true }
type ForbiddenPath = { readonly name: string; readonly allowTypeImports: true; readonly message: string }
type ImportOverride = {
  readonly files: string[]
  readonly rules: {
    readonly 'no-restricted-imports': ['error', { readonly patterns: Pattern[]; readonly paths?: ForbiddenPath[] }]
  }
}

/** Lint overrides that enforce the import rules: patterns are relative, so each depth of folders has its own. */
export function listImportOverrides(): ImportOverride[] {
  const depths = Array.from({ length: maxDepth }, (_, depth) => depth)
  return [
    ...importRules.flatMap((rule) => depths.map((depth) => restrictFolder(rule, depth))),
    ...packageHomes.flatMap(({ files }) => files.filter((file) => file.startsWith('io/')).map(restrictHome)),
    restrict(
      ['src/index.ts'],
      [
        {
          group: ['**', '!./main.ts', '!./node-version.ts'],
          message: 'index.ts imports main.ts and node-version.ts only',
        },
      ],
    ),
  ]
}

function restrictFolder(rule: ImportRule, depth: number): ImportOverride {
  const files = [`src/${rule.folder}/${'*/'.repeat(depth)}*.ts`]
  if (rule.folders !== 'all' && rule.packages !== 'any')
    return restrict(files, [...forbidSchemas(rule), allowOnly(rule, depth)], typesOnly(rule, depth))
  return restrict(files, [...forbidFolders(rule, depth), ...forbidPackages(rule, files[0] ?? '')])
}

/** The files of `io/` that are the home of a package. */
function restrictHome(file: string): ImportOverride {
  const rule = importRules.find(({ folder }) => folder === 'io')
  if (!rule) throw new Error('the table has no rule for io')
  const depth = file.split('/').length - 2
  return restrict([`src/${file}`], [...forbidFolders(rule, depth), ...forbidPackages(rule, `src/${file}`)])
}

function restrict(files: string[], patterns: Pattern[], paths: ForbiddenPath[] = []): ImportOverride {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns, ...(paths.length > 0 && { paths }) }] } }
}

/** Everything is forbidden but its own folder, some others, and some packages. */
function allowOnly(rule: ImportRule, depth: number): Pattern {
  const { folders, packages, types = [] } = rule
  const up = '../'.repeat(depth + 1)
  const others = Array.isArray(folders) ? [records.folder, ...folders].map((folder) => `!${up}${folder}/**`) : []
  const named = Array.isArray(packages) ? packages.map((name) => `!${name}`) : []
  const group = ['**', '!./**', ...ownFolders(depth), ...others, ...types.map((file) => `!${up}${file}`), ...named]
  return { group, message: describeRule(rule) }
}

/** Paths that lead up and stay inside of the folder below `src/`. */
function ownFolders(depth: number): string[] {
  if (depth === 0) return []
  const inside = Array.from({ length: depth }, (_, level) => `!${'../'.repeat(level + 1)}**`)
  return [...inside, `${'../'.repeat(depth + 1)}**`]
}

function typesOnly({ folder, types = [] }: ImportRule, depth: number): ForbiddenPath[] {
  const message = `${folder} imports only types of this file`
  return types.map((file) => ({ name: `${'../'.repeat(depth + 1)}${file}`, allowTypeImports: true, message }))
}

/** Comes first: oxlint skips a pattern after a group that lets an import pass. */
function forbidSchemas({ folder, folders }: ImportRule): Pattern[] {
  if (folder === records.folder || folders === 'all' || folders.includes(records.folder)) return []
  return [
    { regex: records.schemas, allowTypeImports: true, message: `${folder} imports only types and limits of records` },
  ]
}

function forbidFolders(rule: ImportRule, depth: number): Pattern[] {
  const up = '../'.repeat(depth + 1)
  const message = describeRule(rule)
  if (rule.folders !== 'all')
    return [
      ...forbidSchemas(rule),
      { group: [`${up}**`, ...[records.folder, ...rule.folders].map((folder) => `!${up}${folder}/**`)], message },
    ]
  if (!rule.except) return []
  const entries = entryPoints.map((file) => `${up}${file}`)
  return [
    {
      group: [...rule.except.folders.map((folder) => `${up}${folder}${folder.includes('*') ? '' : '/**'}`), ...entries],
      message,
    },
  ]
}

function forbidPackages(rule: ImportRule, path: string): Pattern[] {
  if (rule.folder === 'wiring') return []
  const homeless = packageHomes.filter(({ files }) => !files.some((file) => isIn(path, `src/${file}`)))
  const group = [...homeless.flatMap(({ packages }) => packages), ...(rule.except?.packages ?? [])]
  return [{ group, message: 'this package has another home: scripts/import-rules.ts' }]
}

/** Whether the files of one pattern are among those of another: `src/cli/*.ts` in `src/cli/**`. */
function isIn(path: string, home: string): boolean {
  if (home.endsWith('/**/*.ts')) return path.startsWith(home.slice(0, -'**/*.ts'.length))
  return path === home
}

/** One rule as a sentence. */
export function describeRule(rule: ImportRule): string {
  return `${rule.folder} imports ${describeImports(rule)}`
}

/** What a folder may import, for people. */
export function describeImports({ folders, packages, types = [], except }: ImportRule): string {
  if (folders === 'all') return except ? `everything but ${except.folders.join(', ')}` : 'everything'
  const named =
    packages === 'any'
      ? ['packages that have no other home']
      : packages
          .filter((name) => !name.endsWith('/**') || !packages.includes(name.slice(0, -3)))
          .map((name) => `\`${name.replace('/**', '/*')}\``)
  const parts = ['itself', ...folders, ...types.map((file) => `types of ${file}`), ...named]
  return parts.join(', ')
}

/** The table as Markdown. */
export function formatImportRules(): string {
  const rows = importRules.map((rule) => `| \`${rule.folder}/\` | ${rule.purpose} | ${describeImports(rule)} |`)
  return ['| folder | what it is | may import |', '| :- | :- | :- |', ...rows].join('\n')
}

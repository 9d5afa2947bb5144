import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Adds the entries of platform packages that the registry did not serve when the lockfile was written.
 *
 * A mirror often lacks builds for foreign platforms. npm then writes a lockfile without them, and `npm ci` refuses that
 * same lockfile ("Missing: @rolldown/binding-darwin-x64@ from lock file"). The entries below name what each package
 * itself declares, at the exact version it declares; npm never fetches them on another platform. They carry no
 * integrity, because nothing was downloaded to compute it from.
 */
type Entry = {
  version?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const operatingSystems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const path = process.argv[2] ?? 'package-lock.json'
const lockfile = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> }
const additions = missingPlatformPackages(lockfile.packages)
Object.assign(lockfile.packages, additions)
lockfile.packages = Object.fromEntries(
  Object.entries(lockfile.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')),
)
writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`)
process.stdout.write(`${Object.keys(additions).length} entries added to ${path}\n`)

function missingPlatformPackages(packages: Record<string, Entry>): Record<string, Entry> {
  const added: Record<string, Entry> = {}
  for (const [parent, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!/^\d/.test(version)) continue
      const place = placeOf(parent, name, version, { ...packages, ...added })
      if (place) added[place] = inert(name, version, dev)
    }
  }
  return added
}

/** Where npm would put a missing package: at the top, or beside its parent when the top holds another version. */
function placeOf(parent: string, name: string, version: string, packages: Record<string, Entry>): string | null {
  const places = foldersAbove(parent).map((folder) => `${folder}node_modules/${name}`)
  const found = places.find((place) => packages[place])
  if (found && packages[found]?.version === version) return null
  return (found ? places.at(0) : places.at(-1)) ?? null
}

/** `node_modules/vite/node_modules/rolldown` looks in itself, then in vite, then at the top. */
function foldersAbove(parent: string): string[] {
  const parts = parent.split(/\/?node_modules\//).slice(1)
  const paths = parts.map((_, index) => `node_modules/${parts.slice(0, index + 1).join('/node_modules/')}/`)
  return [...paths.toReversed(), '']
}

/** `@rolldown/binding-linux-arm64-musl` says where it runs: linux, arm64, musl. */
function inert(name: string, version: string, dev: boolean | undefined): Entry {
  const words = name.split(/[/-]/)
  const os = operatingSystems.filter((word) => words.includes(word))
  const cpu = processors.filter((word) => words.includes(word))
  if (cpu.length !== 1) throw new Error(`${name}@${version} is not in the lockfile and names no processor`)
  return { version, cpu, ...(dev && { dev }), ...libcOf(words), optional: true, ...(os.length > 0 && { os }) }
}

function libcOf(words: readonly string[]): { libc?: string[] } {
  const last = words.at(-1) ?? ''
  if (last.startsWith('gnu')) return { libc: ['glibc'] }
  return last.startsWith('musl') ? { libc: ['musl'] } : {}
}

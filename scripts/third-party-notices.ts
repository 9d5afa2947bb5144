import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'rolldown'

type Manifest = { name?: string; version?: string; license?: string; repository?: string | { url?: string } }
type BundledPackage = { name: string; version: string; license: string; homepage: string; texts: string[] }

const rule = '-'.repeat(80)

/**
 * A rolldown plugin that writes `fileName` into the bundle: the licence of every package of which code was bundled.
 * `others`: folders of packages that came in another way.
 */
export function thirdPartyNotices(fileName: string, others: readonly string[] = []): Plugin {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const folders = chunks.flatMap((chunk) => Object.keys(chunk.modules)).flatMap(packageFolder)
      const packages = [...new Set([...folders, ...others])].map(readPackage).toSorted(byNameAndVersion)
      this.emitFile({ type: 'asset', fileName, source: render(packages) })
    },
  }
}

/** The folder of the package that a module came from; none for our own modules. */
function packageFolder(moduleId: string): string[] {
  // The only code that rolldown adds itself is its own runtime.
  if (moduleId.includes('rolldown/runtime')) return [join(import.meta.dirname, '../node_modules/rolldown')]
  const path = moduleId.replaceAll('\0', '').replace(/\?.*$/, '')
  const match = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)
  return match && existsSync(join(match[0], 'package.json')) ? [match[0]] : unknown(path)
}

function unknown(path: string): string[] {
  if (path.includes('node_modules')) throw new Error(`no package.json found for the bundled file ${dirname(path)}`)
  return []
}

function readPackage(folder: string): BundledPackage {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const texts = licenceFiles(folder).map((file) =>
    readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim(),
  )
  const { name = folder, version = 'unknown', license = '' } = manifest
  if (texts.length === 0 && !license) throw new Error(`${name}@${version} is bundled but states no licence`)
  return { name, version, license: license || 'see below', homepage: homepageOf(manifest), texts }
}

function licenceFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .toSorted()
}

function homepageOf({ repository }: Manifest): string {
  const address = typeof repository === 'string' ? repository : (repository?.url ?? '')
  return address.replace(/^git\+/, '').replace(/\.git$/, '')
}

function byNameAndVersion(one: BundledPackage, other: BundledPackage): number {
  const [a, b] = [`${one.name}@${one.version}`, `${other.name}@${other.version}`]
  return a < b ? -1 : Number(a > b)
}

function render(packages: readonly BundledPackage[]): string {
  const head = `The files of this folder contain code of the following ${packages.length} packages.`
  return `${[head, ...packages.map(renderPackage)].join(`\n\n${rule}\n`)}\n`
}

function renderPackage({ name, version, license, homepage, texts }: BundledPackage): string {
  const title = [`${name} ${version}`, `Licence: ${license}`, homepage].filter(Boolean).join('\n')
  const body = texts.length > 0 ? texts : ['The package ships no licence file; the line above is what it declares.']
  return [title, ...body].join('\n\n')
}

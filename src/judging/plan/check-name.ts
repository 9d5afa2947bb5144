import { createHash } from 'node:crypto'
import { posix } from 'node:path'

const maxLength = 100

/**
 * The name of a config in checks and comments, known before it is read: `.github/warpgauge-nightly.yml` →
 * `warpgauge-nightly`, `services/a/warpgauge.yml` → `services/a/warpgauge`. A long one ends with its checksum.
 */
export function deriveCheckName(configPath: string): string {
  const { dir, name } = posix.parse(posix.normalize(configPath))
  const full = isUsualFolder(dir) ? name : `${dir}/${name}`
  return full.length <= maxLength ? full : `${full.slice(0, 90)}~${hashText(full)}`
}

/** Other paths whose config would have the same check name. */
export function listNamesakes(configPath: string): string[] {
  const { dir, name, base } = posix.parse(posix.normalize(configPath))
  const folders = isUsualFolder(dir) ? ['', '.github/'] : [`${dir}/`]
  const own = posix.join(dir, base)
  return folders
    .flatMap((folder) => ['.yml', '.yaml'].map((ending) => `${folder}${name}${ending}`))
    .filter((path) => path !== own)
}

/** The id of a testbed in the history: configs of other folders have a history of their own. */
export function formatHistoryTestbed(testbedId: string, configPath: string): string {
  const name = deriveCheckName(configPath)
  const isInFolder = name.includes('/') && !/^(?:\/|\.\.)/u.test(name)
  return isInFolder ? `${testbedId.slice(0, 70)}-${hashText(`${testbedId} ${name}`)}` : testbedId
}

function isUsualFolder(folder: string): boolean {
  return folder === '' || folder === '.github'
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

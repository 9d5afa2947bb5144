import { basename, extname } from 'node:path'

/** `.github/warpgauge-nightly.yml` → `warpgauge-nightly`: stable, and known before the config can be read. */
export function deriveCheckName(configPath: string): string {
  return basename(configPath, extname(configPath)).slice(0, 100)
}

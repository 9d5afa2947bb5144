import { basename, extname } from 'node:path'

/** `.github/warpgauge-nightly.yml` → `warpgauge-nightly`: known before the config is read. */
export function deriveCheckName(configPath: string): string {
  return basename(configPath, extname(configPath)).slice(0, 100)
}

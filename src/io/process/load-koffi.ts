import { createRequire } from 'node:module'
import type * as Koffi from 'koffi'

/**
 * Calls into shared libraries. Not by `import`, so that it is touched only when used and can be used without waiting,
 * and so that its loader stays beside its native part. Throws where it has none, which is everywhere but on glibc.
 */
export function loadKoffi(): typeof Koffi {
  // What `require` gives is what the package's own types say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return createRequire(import.meta.url)('koffi') as typeof Koffi
}

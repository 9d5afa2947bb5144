import { createRequire } from 'node:module'
import type * as Koffi from 'koffi'

/**
 * Calls into shared libraries. Uses `require`, so that koffi loads synchronously on first use and its loader stays next
 * to its native part. Throws except on glibc.
 */
export function loadKoffi(): typeof Koffi {
  // `require` returns what the types of the package declare.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return createRequire(import.meta.url)('koffi') as typeof Koffi
}

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Compresses bytes with gzip and encodes them as base64. */
export async function compressToBase64(bytes: Uint8Array): Promise<string> {
  return (await compress(bytes, { level: 6 })).toString('base64')
}

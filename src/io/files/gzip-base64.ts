import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Bytes as gzip in base64: what a text file can hold of them. */
export async function compressToBase64(bytes: Uint8Array): Promise<string> {
  return (await compress(bytes, { level: 6 })).toString('base64')
}

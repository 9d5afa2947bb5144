import { createHmac, timingSafeEqual } from 'node:crypto'

/** The text together with a mark that only who has the secret can make. */
export function seal(text: string, secret: string): string {
  return `${computeMark(text, secret)} ${text}`
}

/** The text that was sealed with this secret; null when it was not, or was changed since. */
export function unseal(sealed: string, secret: string): string | null {
  const [, mark, text] = /^([0-9a-f]{64}) (.+)$/su.exec(sealed) ?? []
  if (mark === undefined || text === undefined) return null
  return timingSafeEqual(Buffer.from(mark), Buffer.from(computeMark(text, secret))) ? text : null
}

function computeMark(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

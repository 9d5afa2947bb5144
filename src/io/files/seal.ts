import { createHmac, timingSafeEqual } from 'node:crypto'

/** Appends an authentication code that only the owner of the secret can create. */
export function seal(text: string, secret: string): string {
  return `${computeMark(text, secret)} ${text}`
}

/** Returns the text sealed with this secret; null when the seal is missing or invalid. */
export function unseal(sealed: string, secret: string): string | null {
  const [, mark, text] = /^([0-9a-f]{64}) (.+)$/su.exec(sealed) ?? []
  if (mark === undefined || text === undefined) return null
  return timingSafeEqual(Buffer.from(mark), Buffer.from(computeMark(text, secret))) ? text : null
}

function computeMark(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Reply } from './route.ts'

/** A reply and what the wire does to it. */
export type Outcome = { readonly reply: Reply; readonly delayMs: number; readonly isCutOff: boolean }

/** Puts a reply on the wire with the headers GitHub sends; an Enterprise Server sends no rate limit. */
export async function sendReply(response: ServerResponse, outcome: Outcome, isEnterprise: boolean): Promise<void> {
  const { reply } = outcome
  // A test that is over must not wait for a slow answer.
  if (outcome.delayMs > 0) await delay(outcome.delayMs, undefined, { ref: false })
  if (response.destroyed) return
  const body = reply.body === undefined ? null : toBytes(reply.body)
  const limits = isEnterprise ? {} : { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '900' }
  response.writeHead(reply.status, {
    'x-github-request-id': 'FAKE:0001',
    ...limits,
    ...(body === null
      ? {}
      : { 'content-type': reply.mediaType ?? 'application/json; charset=utf-8', 'content-length': body.length }),
    ...reply.headers,
  })
  if (outcome.isCutOff) cutOff(response, body ?? Buffer.alloc(0))
  else response.end(body ?? undefined)
}

function toBytes(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
}

/** Half of the body arrives, then the connection is gone. */
function cutOff(response: ServerResponse, body: Buffer): void {
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy())
}

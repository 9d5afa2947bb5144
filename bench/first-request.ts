import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Milliseconds from the start of node with `args` to the first request that reaches `server`; the process is then ended. */
export async function timeToFirstRequest(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  server: Server,
): Promise<number> {
  const firstRequest = once(server, 'request').then(() => performance.now())
  const started = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const exit = once(child, 'close').then(([exitCode]) => {
    throw new Error(
      `no request was made, exit code ${exitCode}: ${Buffer.concat(output).toString().trim().slice(-300)}`,
    )
  })
  try {
    return (await Promise.race([firstRequest, exit])) - started
  } finally {
    child.kill('SIGKILL')
    await exit.catch(() => undefined)
  }
}

/** Answers every request with 404: only the moment of the first one matters. */
export async function startServer(): Promise<
  AsyncDisposable & { readonly instance: Server; readonly address: string }
> {
  const instance = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not Found"}')
  })
  instance.listen(0, '127.0.0.1')
  await once(instance, 'listening')
  const { port } = instance.address() as AddressInfo
  return {
    instance,
    address: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      instance.closeAllConnections()
      instance.close()
      await once(instance, 'close')
    },
  }
}

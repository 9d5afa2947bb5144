import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * How the way to GitHub is: `open`; `refusing` (nobody listens); `resetting` (each connection is torn down);
 * `silent` (connections are taken and nothing is ever said); a number (every request gets this status).
 */
export type GatewayState = 'open' | 'refusing' | 'resetting' | 'silent' | number

/** A TCP gateway before the GitHub server, so that outages are real ones for real clients. */
export interface FaultyGateway extends AsyncDisposable {
  /** Base address to be used instead of the server's. */
  readonly url: string
  /** Ends what is open and meets all that comes as told. */
  become(state: GatewayState): Promise<void>
  /** Resolves when the next connection or request has met the present fault. */
  untilMet(): Promise<void>
}

export async function startFaultyGateway(target: string): Promise<FaultyGateway> {
  const { hostname, port, pathname } = new URL(target)
  const sockets = new Set<Socket>()
  const waiting: (() => void)[] = []
  let state: GatewayState = 'open'
  const meet = (): void => waiting.splice(0).forEach((tell) => tell())
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    if (state === 'open') return forward(socket, connect(Number(port), hostname))
    if (state === 'resetting') socket.resetAndDestroy()
    if (typeof state === 'number') answerAll(socket, state, meet)
    else meet()
  })
  const own = await listen(server, 0)
  return {
    url: `http://127.0.0.1:${own}${pathname === '/' ? '' : pathname}`,
    async become(next) {
      state = next
      for (const socket of sockets) socket.destroy()
      if (next === 'refusing') await close(server)
      else if (!server.listening) await listen(server, own)
    },
    untilMet: () => new Promise((resolve) => waiting.push(resolve)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await close(server)
    },
  }
}

function forward(socket: Socket, upstream: Socket): void {
  upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  socket.on('close', () => upstream.destroy())
  socket.pipe(upstream).pipe(socket)
}

function answerAll(socket: Socket, status: number, meet: () => void): void {
  const body = JSON.stringify({ message: status === 401 ? 'Bad credentials' : 'Server Error' })
  const head = `HTTP/1.1 ${status} Fault\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`
  socket.on('data', () => {
    socket.end(`${head}connection: close\r\n\r\n${body}`)
    meet()
  })
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function close(server: Server): Promise<void> {
  return server.listening ? new Promise((resolve) => server.close(() => resolve())) : Promise.resolve()
}

import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createProcessRunner } from '../../src/io/process/execa-process-runner.ts'
import type { Confinement } from '../../src/ports/process-runner.ts'
import { needsUser } from '../fakes/needs.ts'
import { aConfinement, lacksSandbox } from '../fakes/sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-walls-'))
const runner = createProcessRunner()
const isMissing = await lacksSandbox()
let count = 0

afterAll(() => rmSync(folder, { recursive: true }))

/** What a command in a sandbox says. */
async function say(argv: readonly string[], confinement: Confinement = aConfinement(folder)): Promise<string> {
  count += 1
  const stdoutPath = join(folder, `${count}.out`)
  const output = { stdoutPath, stderrPath: join(folder, `${count}.err`), maxOutputBytes: 1_000_000 }
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: confinement.home, TMPDIR: '/tmp' }
  const { signal } = new AbortController()
  await runner.run({ argv, cwd: join(folder, 'tree'), env, timeoutMs: 20_000, signal, ...output, confinement })
  return readFileSync(stdoutPath, 'utf8').trim()
}

const shell = (script: string): Promise<string> => say(['sh', '-c', script])

const hostDevices = ['/dev/fuse', '/dev/net/tun', '/dev/loop-control', '/dev/kmsg'].filter((path) => existsSync(path))

describe.skipIf(isMissing)('a command in a sandbox', () => {
  it.skipIf(needsUser('root'))(
    'T-51: changes no setting of the machine and leaves nothing in /dev, as root',
    async () => {
      const rewrite = (path: string): string => `v=$(cat ${path}) && echo "$v" > ${path} && echo changed ${path}`
      const settings = ['kernel/core_pattern', 'vm/swappiness', 'kernel/randomize_va_space', 'vm/overcommit_memory']
      expect(await shell(settings.map((name) => rewrite(`/proc/sys/${name}`)).join('\n'))).toBe('')
      expect(await shell('rm -f /dev/full; touch /dev/left-behind && echo x > /dev/null && echo works')).toBe('works')
      expect(['full', 'left-behind'].map((name) => existsSync(join('/dev', name)))).toEqual([true, false])
    },
  )

  it('T-51: sees no device of the host but accelerators, and those that the config names', async () => {
    const list = 'find /dev ! -path "/dev/pts/*" ! -type l -exec test -c {} \\; -print | sort'
    const standard = ['full', 'null', 'random', 'tty', 'urandom', 'zero', 'console'].map((name) => `/dev/${name}`)
    const seen = (await shell(list)).split('\n')
    const accelerators = /^\/dev\/(?:nvidia|dri\/|kfd|infiniband\/)/
    expect(seen.filter((path) => !standard.includes(path) && !accelerators.test(path))).toEqual([])
    const extra = hostDevices.find((path) => !seen.includes(path))
    if (extra === undefined) return
    const confinement = { ...aConfinement(folder), writable: [extra] }
    expect((await say(['sh', '-c', `${list}; ls ${extra}`], confinement)).split('\n')).toContain(extra)
  })

  it('T-51: inherits no file of whoever started warpgauge', async () => {
    const inherited = openSync(folder, 'r')
    const list = 'ls -l /proc/self/fd'
    try {
      expect(await shell(list)).not.toContain(`${folder}\n`)
      // What a shell gives to all its programs has no such flag.
      const argv = ['bash', '-c', `exec 30<"$0"; exec "$@"`, folder, process.execPath, '--input-type=module', '-e']
      const url = new URL('../../src/io/sandbox/bubblewrap-sandbox.ts', import.meta.url).href
      const script = (before: string): string => `
        import { registerHooks } from 'node:module'
        import { spawnSync } from 'node:child_process'
        ${before}
        const { createSandbox } = await import('${url}')
        console.log(await createSandbox('/', process.env).probe(${JSON.stringify(aConfinement(folder))}))
        spawnSync('sh', ['-c', ${JSON.stringify(list)}], { stdio: 'inherit' })`
      const said = await printed([...argv, script('')])
      expect(said).toMatch(/^null\n/u)
      expect(said).not.toContain(folder)
      const isLibcAbsent = `registerHooks({ resolve(name, context, next) {
        if (name === 'koffi') throw new Error('no native part')
        return next(name, context)
      } })`
      const refused = await printed([...argv, script(isLibcAbsent)])
      expect(refused).toMatch(/^descriptor 30 of .* would be open inside the sandbox/u)
    } finally {
      closeSync(inherited)
    }
  })

  it('T-51: reaches no service by a socket, wherever it lies, unless its path is given', async () => {
    const cache = join(import.meta.dirname, '../../node_modules/.cache')
    mkdirSync(cache, { recursive: true })
    const place = mkdtempSync(join(cache, 's-'))
    const path = join(place, 'engine')
    const server = createServer((socket) => socket.end()).listen(path)
    try {
      const script = `require('net').connect('${path}').on('connect', () => console.log('reached')).on('error', () => {})`
      expect(await say(['node', '-e', script])).toBe('')
      expect(await say(['node', '-e', script], aConfinement(folder, { named: [path] }))).toBe('reached')
    } finally {
      server.close()
      rmSync(place, { recursive: true })
    }
  })

  it('T-51: writes to no terminal of its user, and may open its own', async () => {
    const terminal = spawn('script', ['-qfc', 'echo open; sleep 2', '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] })
    let shown = ''
    terminal.stdout.on('data', (data: Buffer) => (shown += data.toString()))
    await expect.poll(() => shown).toContain('open')
    const told = await shell('for t in /dev/pts/[0-9]*; do echo FORGED > $t; done; script -qec "echo own" /dev/null')
    expect(told).toContain('own')
    await new Promise((resolve) => terminal.once('close', resolve))
    expect(shown).not.toContain('FORGED')
  })
})

function printed([program = '', ...args]: readonly string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (data: Buffer) => (text += data.toString()))
  child.once('close', () => resolve(text))
  return promise
}

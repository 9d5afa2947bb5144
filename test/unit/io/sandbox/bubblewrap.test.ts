import { describe, expect, it } from 'vitest'
import {
  buildBubblewrapArguments,
  hasForbiddenCapability,
  listKeptCapabilities,
  type SandboxMount,
} from '../../../../src/io/sandbox/bubblewrap.ts'

const empty = { capabilities: null, env: {}, places: [], devices: [], settings: [], statusDescriptor: 3 }

function mountsOf(places: readonly SandboxMount[]): string {
  const options = buildBubblewrapArguments({ ...empty, cwd: '/w/tree', env: { A: 'b c' }, places })
  return options.slice(options.indexOf('/proc') + 1).join(' ')
}

const hidden = (path: string, isDirectory = true): SandboxMount => ({ kind: 'hidden', path, isDirectory })

describe('the options of bwrap', () => {
  it('end the sandbox with this process, show the machine read-only and leave network and devices as they are', () => {
    const options = buildBubblewrapArguments({ ...empty, cwd: '/w' })
    expect(options.join(' ')).toBe(
      '--unshare-user --unshare-pid --unshare-ipc --die-with-parent --json-status-fd 3 --ro-bind / / --dev /dev --proc /proc --chdir /w',
    )
  })

  it('open places inside of hidden ones, whose directories are closed when all are made', () => {
    const places: SandboxMount[] = [
      { kind: 'writable', path: '/w/tree' },
      hidden('/w'),
      { kind: 'readable', path: '/w/cache/data' },
      hidden('/w/cache'),
      hidden('/etc/secret', false),
      { kind: 'temporary', path: '/tmp', source: '/w/tmp/head' },
      { kind: 'memory', path: '/dev/shm' },
    ]
    expect(mountsOf(places)).toBe(
      '--bind /w/tmp/head /tmp --tmpfs /w --tmpfs /dev/shm --ro-bind /dev/null /etc/secret --bind /w/tree /w/tree --ro-bind /w/cache/data /w/cache/data --remount-ro /w --setenv A b c --chdir /w/tree',
    )
  })

  it('hide what lies in a place that is shown again', () => {
    const places: SandboxMount[] = [hidden('/clone'), { kind: 'readable', path: '/clone' }, hidden('/clone/.git')]
    expect(mountsOf(places)).toContain('--ro-bind /clone /clone --tmpfs /clone/.git --remount-ro /clone/.git')
  })

  it('take from root what could undo the sandbox, and ask for nothing that root does not have', () => {
    const all = (1n << 41n) - 1n
    expect(listKeptCapabilities(all)).not.toContain('CAP_SYS_ADMIN')
    expect(listKeptCapabilities(all)).toContain('CAP_SYS_RESOURCE')
    expect(listKeptCapabilities(all & ~(1n << 24n))).not.toContain('CAP_SYS_RESOURCE')
    expect([hasForbiddenCapability(all), hasForbiddenCapability(0xa08065fbn)]).toEqual([true, false])
    const options = buildBubblewrapArguments({ ...empty, cwd: '/', capabilities: ['CAP_KILL'] })
    expect(options.join(' ')).toMatch(/^--cap-drop ALL --cap-add CAP_KILL --unshare-pid /)
  })
})

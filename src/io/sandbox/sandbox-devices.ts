import { accessSync, constants, readdirSync, readlinkSync, type Dirent } from 'node:fs'
import { join } from 'node:path'

/** An entry of `/dev` in a sandbox: a device of the host, a directory, or a link. Parents come first. */
export type SandboxDevice =
  | { readonly kind: 'device' | 'directory'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }

/** Entries that bwrap creates, and separate mounts. */
const ownEntries =
  /^\/dev\/(?:null|zero|full|random|urandom|tty|ptmx|pts|shm|mqueue|hugepages|core|fd|stdin|stdout|stderr)$/
/** Terminals of other users. */
const terminals = /^\/dev\/(?:console|tty|vcs|hvc|ptmx)/

/**
 * The devices in a sandbox: each is bound individually into a separate `/dev`, so that new files there do not persist,
 * not even for root. Excludes terminals, and disks that this user could open directly (root, or members of the group
 * `disk`).
 */
export function listSandboxDevices(folder = '/dev'): SandboxDevice[] {
  return listEntries(folder).flatMap((entry): SandboxDevice[] => {
    const path = join(folder, entry.name)
    if (ownEntries.test(path) || terminals.test(path)) return []
    if (entry.isDirectory()) return [{ kind: 'directory', path }, ...listSandboxDevices(path)]
    if (entry.isSymbolicLink()) return [{ kind: 'link', path, target: readlinkSync(path) }]
    const isShown = isStorage(entry) ? !mayOpen(path) : entry.isCharacterDevice()
    return isShown ? [{ kind: 'device', path }] : []
  })
}

function isStorage(entry: Dirent): boolean {
  return entry.isBlockDevice() || (entry.isCharacterDevice() && /^(?:sg\d+|nvme\d+|raw\d*)$/.test(entry.name))
}

export function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function mayOpen(path: string): boolean {
  return [constants.R_OK, constants.W_OK].some((mode) => {
    try {
      accessSync(path, mode)
      return true
    } catch {
      return false
    }
  })
}

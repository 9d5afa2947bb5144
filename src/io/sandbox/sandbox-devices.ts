import { accessSync, constants, readdirSync, readlinkSync, type Dirent } from 'node:fs'
import { join } from 'node:path'

/** An entry of `/dev` that a sandbox shows: a device of the machine, a directory of its own, or a link. Parents come first. */
export type SandboxDevice =
  | { readonly kind: 'device' | 'directory'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }

/** What bwrap makes anew, and what is mounted apart. */
const ownEntries =
  /^\/dev\/(?:null|zero|full|random|urandom|tty|ptmx|pts|shm|mqueue|hugepages|core|fd|stdin|stdout|stderr)$/
/** Where somebody else types and reads. */
const terminals = /^\/dev\/(?:console|tty|vcs|hvc|ptmx)/

/**
 * The devices that a command in a sandbox sees: each by itself in a `/dev` of its own, so that nothing that it puts beside
 * them stays, not even as root. Without terminals, and without disks that this user may open past their file systems: those
 * of root, or of members of the group `disk`.
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

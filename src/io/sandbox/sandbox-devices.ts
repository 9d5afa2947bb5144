import { readdirSync, readlinkSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import type { SandboxDevice } from './bubblewrap.ts'

/**
 * Accelerators and the interconnects between them: NVIDIA with NVSwitch, MIG, IMEX, GPUDirect and Jetson; DRM and
 * compute accelerators of the kernel; AMD, Intel, WSL, Gaudi, TPU and Ascend; InfiniBand, Slingshot, Omni-Path; shared
 * memory between processes. A mount costs bwrap about 0.2 ms, and a host has up to hundreds of other devices.
 */
const accelerators =
  /^\/dev\/(?:nvidia[^/]*|nvidia-caps(?:-imex-channels)?\/.*|nv(?:host|map|sciipc|gpu)[^/]*|nvgpu\/.*|host1x-fence|gdrdrv|dri\/.*|accel\/.*|accel\d+|kfd|dxg|hl(?:_controlD)?\d+|vfio\/.*|davinci[^/]*|devmm_svm|hisi_hdc|infiniband\/.*|cxi\d+|hfi1[^/]*|xpmem|knem)$/

/**
 * The devices in a sandbox: accelerators, and the `extra` ones. Each is bound individually into a
 * separate `/dev`, so that new files there do not persist, not even for root. Everything else stays outside: disks,
 * terminals, consoles, watchdogs, and the registers of processors.
 */
export function listSandboxDevices(extra: readonly string[] = [], folder = '/dev'): SandboxDevice[] {
  return listEntries(folder).flatMap((entry): SandboxDevice[] => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listSandboxDevices(extra, path)
    if (!accelerators.test(path) && !extra.includes(path)) return []
    if (entry.isSymbolicLink()) return [{ kind: 'link', path, target: readlinkSync(path) }]
    return entry.isCharacterDevice() ? [{ kind: 'device', path }] : []
  })
}

export function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

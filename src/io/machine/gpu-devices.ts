import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { attempt } from '../../domain/core/errors.ts'
import type { UnreadGpu } from '../../domain/testbed/unread-gpus.ts'

/** Where the kernel shows devices. */
export type DeviceRoots = { readonly devices: string; readonly system: string }

const kernelRoots: DeviceRoots = { devices: '/dev', system: '/sys' }
const vendors: Readonly<Record<string, UnreadGpu['vendor']>> = { '0x1002': 'AMD', '0x8086': 'Intel' }

/**
 * The GPUs that this process could open, by their device files. A container may have them without a tool that reads
 * them, because its image asks for the driver capability `compute` only. `/sys` alone shows those of the host.
 */
export function listGpuDevices({ devices, system }: DeviceRoots = kernelRoots): UnreadGpu[] {
  const nvidia = listNames(devices).filter((name) => /^nvidia\d+$/.test(name))
  const tegra = ['nvhost-gpu', 'nvgpu/igpu0'].filter((name) =>
    listNames(join(devices, dirname(name))).includes(basename(name)),
  )
  const rendered = listNames(join(devices, 'dri')).flatMap((name) => {
    const device = attempt(() => realpathSync(join(system, 'class/drm', name, 'device')))
    const vendor = /^renderD\d+$/.test(name) && device !== null ? vendors[readId(device)] : undefined
    return vendor === undefined || device === null || isIntegrated(device, vendor)
      ? []
      : [{ path: join(devices, 'dri', name), vendor }]
  })
  const own = [...nvidia, ...tegra.slice(0, 1)].map((name) => ({
    path: join(devices, name),
    vendor: 'NVIDIA' as const,
  }))
  return [...own, ...rendered]
}

/** The NVIDIA GPUs of the machine, without those for virtual machines: their driver may not be loaded, after an update. */
export function listNvidiaHardware({ system }: DeviceRoots = kernelRoots): UnreadGpu[] {
  const folder = join(system, 'bus/pci/devices')
  const found = listNames(folder).map((name) => join(folder, name))
  return found.flatMap((path) => {
    const isDisplay = readId(path, 'class').startsWith('0x03') && readId(path) === '0x10de'
    const driver = isDisplay ? attempt(() => basename(realpathSync(join(path, 'driver')))) : null
    return isDisplay && driver !== 'vfio-pci' ? [{ path, vendor: 'NVIDIA' }] : []
  })
}

/**
 * Whether a GPU is a part of the processor. Intel places it at 00:02. AMD placed it at 00:01; since Zen it shares its
 * slot with functions of the processor (vendor 0x1022), such as the encryption controller.
 */
function isIntegrated(device: string, vendor: UnreadGpu['vendor']): boolean {
  const address = basename(device)
  if (vendor === 'Intel') return address.includes(':00:02.')
  const slot = address.replace(/\.\w+$/, '.')
  const functions = listNames(dirname(device)).filter((name) => name.startsWith(slot))
  return address.includes(':00:01.') || functions.some((name) => readId(join(dirname(device), name)) === '0x1022')
}

function readId(device: string, name: 'vendor' | 'class' = 'vendor'): string {
  return attempt(() => readFileSync(join(device, name), 'utf8').trim()) ?? ''
}

/** In order; numbers by value. */
function listNames(folder: string): string[] {
  const names = attempt(() => readdirSync(folder)) ?? []
  return names.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
}

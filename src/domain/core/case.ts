import type { Axes, CaseKey } from '../../record/parts.ts'

export type { Axes, CaseKey } from '../../record/parts.ts'

/** Formats a case id, independent of the order of the axes: `scaling/predict gpus=2`. */
export function formatCaseId(key: CaseKey): string {
  return [`${key.suite}/${key.benchmark}`, ...listAxisTexts(key.axes)].join(' ')
}

/** `gpus=2 revision=v1.0`; empty for a case without axes. */
export function formatAxes(axes: Axes): string {
  return listAxisTexts(axes).join(' ')
}

/** Whether `axes` has the same value as `filter` for every axis in `filter`. */
export function hasAxes(axes: Axes, filter: Axes): boolean {
  return Object.entries(filter).every(([name, value]) => axes[name] === value)
}

function listAxisTexts(axes: Axes): string[] {
  return Object.keys(axes)
    .toSorted()
    .map((name) => `${name}=${axes[name]}`)
}

/** Axes whose values are readable without their names. */
const namelessAxes = new Set(['dataset', 'revision', 'variant'])

/**
 * Describes a case for people: `scaling, 2 GPUs`, `revision, 1 GPU, v1.0`. Benchmarks of the suite `command` are named
 * by the benchmark; the revision `head` is omitted. A machine without GPUs counts cores. Use it next to the case id,
 * because it is not unique.
 */
export function describeCase({ suite, benchmark, axes }: CaseKey, deviceKind: 'gpu' | 'cpu' = 'gpu'): string {
  const { gpus, gpu, ...others } = axes
  const name = suite === 'command' && benchmark !== '' ? benchmark : suite
  const devices = gpus === undefined ? [] : [describeDevices(gpus, deviceKind)]
  const device = gpu === undefined ? [] : [`GPU ${gpu}`]
  const rest = Object.keys(others)
    .filter((axis) => axis !== 'revision' || others[axis] !== 'head')
    .toSorted()
    .map((axis) => (namelessAxes.has(axis) ? String(others[axis]) : `${axis} ${others[axis]}`))
  return [name, ...devices, ...device, ...rest].join(', ')
}

/** Counts devices in words: `1 GPU`, `2 cores`. */
export function describeDevices(count: string | number, deviceKind: 'gpu' | 'cpu'): string {
  return `${count} ${deviceKind === 'gpu' ? 'GPU' : 'core'}${Number(count) === 1 ? '' : 's'}`
}

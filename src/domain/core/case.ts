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

import type { DatasetConfig } from '../../config/schema/schema.ts'

export type SyntheticConfig = Extract<DatasetConfig, { preset: unknown }>
export type PresetName = SyntheticConfig['preset']

/** Number of sequences and their lengths in bases, both ends included. */
type Preset = { readonly sequences: number; readonly minLength: number; readonly maxLength: number }

/**
 * `tiny` checks that a pipeline starts, `small` is for stage tests, `medium` for scaling, `large` for stability; all
 * have short viral reads of about 300 bases. `typical` covers the lengths of production data, `long` fills large
 * batches.
 */
export const presets: Readonly<Record<PresetName, Preset>> = {
  tiny: { sequences: 10, minLength: 200, maxLength: 400 },
  small: { sequences: 100, minLength: 200, maxLength: 400 },
  medium: { sequences: 1000, minLength: 200, maxLength: 400 },
  large: { sequences: 10_000, minLength: 200, maxLength: 400 },
  typical: { sequences: 5000, minLength: 200, maxLength: 2000 },
  long: { sequences: 1000, minLength: 1500, maxLength: 2000 },
}

/** Returns the numbers of a preset with the given changes. */
export function adjustPreset(name: PresetName, changes: { readonly [Key in keyof Preset]?: number | undefined }) {
  const preset = presets[name]
  return {
    sequences: changes.sequences ?? preset.sequences,
    minLength: changes.minLength ?? preset.minLength,
    maxLength: changes.maxLength ?? preset.maxLength,
  }
}

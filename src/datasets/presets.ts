import type { DatasetConfig } from '../config/schema/schema.ts'

export type SyntheticConfig = Extract<DatasetConfig, { preset: unknown }>
export type PresetName = SyntheticConfig['preset']

/** How many sequences a preset holds and how long they are, in bases, both ends included. */
export type Preset = { readonly sequences: number; readonly minLength: number; readonly maxLength: number }

/**
 * `tiny` proves that a pipeline starts, `small` serves stage tests, `medium` scaling, `large` stability. They keep to
 * short viral reads around 300 bases. `typical` spans what production sees, `long` fills large batches.
 */
export const presets: Readonly<Record<PresetName, Preset>> = {
  tiny: { sequences: 10, minLength: 200, maxLength: 400 },
  small: { sequences: 100, minLength: 200, maxLength: 400 },
  medium: { sequences: 1000, minLength: 200, maxLength: 400 },
  large: { sequences: 10_000, minLength: 200, maxLength: 400 },
  typical: { sequences: 5000, minLength: 200, maxLength: 2000 },
  long: { sequences: 1000, minLength: 1500, maxLength: 2000 },
}

/** The numbers of a preset, with those that are given in their place. */
export function adjustPreset(
  name: PresetName,
  changes: { readonly [Key in keyof Preset]?: number | undefined },
): Preset {
  const preset = presets[name]
  return {
    sequences: changes.sequences ?? preset.sequences,
    minLength: changes.minLength ?? preset.minLength,
    maxLength: changes.maxLength ?? preset.maxLength,
  }
}

import { listKeys } from '../domain/core/json.ts'
import { command } from './command/command.ts'
import { endToEnd } from './end-to-end/end-to-end.ts'
import { equivalence } from './equivalence/equivalence.ts'
import { memory } from './memory/memory.ts'
import { production } from './production/production.ts'
import { revision } from './revision/revision.ts'
import { scaling } from './scaling/scaling.ts'
import { stages } from './stages/stages.ts'
import { sweep } from './sweep/sweep.ts'
import { variants } from './variants/variants.ts'

/** Every suite by its config key, in measuring order. */
export const suites = {
  scaling,
  'end-to-end': endToEnd,
  revision,
  stages,
  memory,
  variants,
  equivalence,
  sweep,
  production,
  command,
}

/** Suite names in measuring order. */
export const suiteNames = listKeys(suites)

import { endToEnd } from './end-to-end.ts'
import { revision } from './revision.ts'
import { scaling } from './scaling.ts'

/** Every suite, by the name it has in the config. */
export const suites = { scaling, 'end-to-end': endToEnd, revision }

/** In the order in which they are measured. */
export const suiteNames = ['scaling', 'end-to-end', 'revision'] as const satisfies readonly (keyof typeof suites)[]

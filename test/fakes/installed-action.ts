import { join } from 'node:path'
import { installAction } from '../../scripts/install-action.ts'

/** Set in `vitest.config.ts`; absent in programs that are not run by vitest. */
const directory = process.env['WARPGAUGE_INSTALLED'] ?? installAction()

/** The built action alone in a folder. All tests share it: copy what a test changes. */
export const installedAction = join(directory, 'action')

/** Processes of the tests start faster with code that an earlier one compiled. */
export const compileCache = { NODE_COMPILE_CACHE: join(directory, 'compiled') }

import { join } from 'node:path'

/** Processes of the tests start faster with code that an earlier one compiled. */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled') }

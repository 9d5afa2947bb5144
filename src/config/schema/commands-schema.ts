import { z } from 'zod'
import { roles } from '../../domain/commands/role.ts'

const role = z.enum(roles.slice(1)).default('write')
const workflow = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.ya?ml$/, 'must be the file name of a workflow')

/** Who may command in comments, and which workflows do what the commenting job has no GPU for. */
export const commands = z.strictObject({
  roles: z
    .strictObject({
      help: role.describe('Role needed for help'),
      run: role.describe('Role needed for run'),
      compare: role.describe('Role needed for compare'),
      accept: role.describe('Role needed for accept'),
      refresh: role.describe('Role needed for refresh'),
      bisect: role.describe('Role needed for bisect'),
      cancel: role.describe('Role needed for cancel'),
    })
    .prefault({}),
  workflows: z
    .strictObject({
      run: workflow.default('warpgauge-run.yml').describe('Workflow that run and compare start'),
      refresh: workflow.default('warpgauge-refresh.yml').describe('Workflow that refresh starts'),
      bisect: workflow.default('warpgauge-bisect.yml').describe('Workflow that bisect starts'),
    })
    .prefault({}),
})

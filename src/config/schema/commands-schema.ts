import { z } from 'zod'
import { roles } from '../../domain/commands/command.ts'

const role = z.enum(roles.slice(1)).default('write')
const workflow = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.ya?ml$/, 'must be the file name of a workflow')

/** Roles for comment commands, the label that requests a measurement, and the workflows that run commands needing a GPU. */
export const commands = z.strictObject({
  roles: z
    .strictObject({
      help: role.describe('Role required for help'),
      run: role.describe('Role required for run'),
      compare: role.describe('Role required for compare'),
      accept: role.describe('Role required for accept'),
      refresh: role.describe('Role required for refresh'),
      bisect: role.describe('Role required for bisect'),
      cancel: role.describe('Role required for cancel'),
    })
    .prefault({}),
  measureLabel: z
    .string()
    .min(1)
    .max(50)
    .default('warpgauge-measure')
    .describe('Pull requests with this label are measured even if they change no file of the program'),
  workflows: z
    .strictObject({
      run: workflow.default('warpgauge-run.yml').describe('Workflow that run and compare start'),
      refresh: workflow.default('warpgauge-refresh.yml').describe('Workflow that refresh starts'),
      bisect: workflow.default('warpgauge-bisect.yml').describe('Workflow that bisect starts'),
    })
    .prefault({}),
})

import { expect, test } from 'vitest'
import { UserError } from '../../../../src/domain/core/errors.ts'
import { findMachineNeeds } from '../../../../src/steps/doctor/find-machine-needs.ts'
import { aConfig } from '../../a-config.ts'

test('a manifest that is a link, or a path outside of the repository, ends no run: what it names stays unknown', async () => {
  const setup = [['pip', 'install', '-r', '../shared.txt']]
  const config = aConfig({ pipeline: { ...aConfig().pipeline, setup } })
  const readText = async (path: string): Promise<string | null> => {
    if (path === 'pyproject.toml') return 'dependencies = ["flash-attn"]'
    throw new UserError(`${path} is a symbolic link`, 'Commit the file itself')
  }
  const inspector = { isThere: async () => false }
  const { uncompiled } = await findMachineNeeds({ config, plan: null, environment: {}, readText }, { inspector })
  expect(uncompiled).toEqual({ name: 'flash-attn', file: 'pyproject.toml' })
})

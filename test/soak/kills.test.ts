import { expect, it } from 'vitest'
import { killCommands } from '../e2e/kill-rig.ts'

it('T-47: commands killed at random moments leave nothing torn, and nothing behind once they are run again', async () => {
  const { problems, kills } = await killCommands({ kills: 20, seed: 12, say: () => {} })
  expect({ problems, kills }).toEqual({ problems: [], kills: 20 })
})

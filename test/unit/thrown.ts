import { expect } from 'vitest'

/** The message of the UserError that an action throws; it has a hint as well. */
export function refusalOf(action: () => unknown): string {
  const error = thrownBy(action)
  expect(error).toMatchObject({ name: 'UserError', hint: expect.stringMatching(/./) as unknown })
  return (error as Error).message
}

function thrownBy(action: () => unknown): unknown {
  try {
    action()
    return null
  } catch (error) {
    return error
  }
}

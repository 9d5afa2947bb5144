import { describe, expect, it } from 'vitest'
import { EnvironmentError } from '../../../../src/domain/core/errors.ts'
import { requireSupportedPlatform } from '../../../../src/steps/measure/preflight.ts'

describe('requireSupportedPlatform', () => {
  it.each(['x64', 'arm64'])('measures on Linux %s', (architecture) => {
    expect(() => requireSupportedPlatform('linux', { architecture })).not.toThrow()
  })

  it.each([
    ['darwin', 'arm64'],
    ['win32', 'x64'],
    ['linux', 'ppc64'],
  ])('says on %s %s where it can be run', (platform, architecture) => {
    expect(() => requireSupportedPlatform(platform, { architecture })).toThrow(EnvironmentError)
    expect(() => requireSupportedPlatform(platform, { architecture })).toThrow(`${platform} ${architecture}`)
  })
})

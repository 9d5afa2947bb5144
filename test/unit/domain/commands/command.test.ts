import { expect, it } from 'vitest'
import { hasRole } from '../../../../src/domain/commands/command.ts'

it.each([
  ['admin', 'admin', 'maintain', true],
  ['maintain', 'write', 'maintain', true],
  ['write', 'write', 'write', true],
  ['write', 'write', 'maintain', false],
  ['triage', 'read', 'write', false],
  ['read', 'read', 'triage', false],
  ['none', 'none', 'triage', false],
  ['release-engineers', 'write', 'write', true],
  ['release-engineers', 'read', 'write', false],
  ['', '', 'triage', false],
] as const)('a person with role %s (%s) and a command for %s: %s', (role, permission, needed, may) => {
  expect(hasRole({ role, permission }, needed)).toBe(may)
})

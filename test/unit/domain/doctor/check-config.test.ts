import { expect, it } from 'vitest'
import { checkConfig } from '../../../../src/domain/doctor/check-config.ts'

it('needs a config where one was named', () => {
  const absent = { status: 'absent', path: 'x.yml' } as const
  expect(checkConfig({ ...absent, wasNamed: false })[0]?.level).toBe('warn')
  expect(checkConfig({ ...absent, wasNamed: true })[0]?.level).toBe('fail')
})

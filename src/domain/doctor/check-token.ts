import type { TokenFacts } from './facts.ts'
import { fail, pass, skip, type AreaFinding } from './finding.ts'
import { allPermissions, listModesNeeding, permissionsOfMode } from './mode-permissions.ts'
import { modeNames } from '../core/mode.ts'

/** Checks the permissions of the token for each mode. Pure. */
export function checkToken(facts: TokenFacts | null): AreaFinding[] {
  if (facts === null)
    return [
      skip(
        'token.permissions',
        'token',
        'no token, so permissions were not checked',
        'GITHUB_TOKEN=… GITHUB_REPOSITORY=OWNER/NAME warpgauge doctor',
      ),
    ]
  if (facts.status === 'refused')
    return [fail('token.valid', facts.variable, facts.problem, 'Pass a valid token, or none.')]
  if (facts.status === 'unasked')
    return [skip('token.valid', facts.variable, facts.problem, 'GITHUB_REPOSITORY=OWNER/NAME warpgauge doctor')]
  const known = new Map(facts.permissions.map((fact) => [fact.permission, fact]))
  const listMissing = (mode: (typeof modeNames)[number]): string[] =>
    permissionsOfMode[mode].filter((permission) => known.get(permission)?.isGranted === false)
  const unresolved = allPermissions.filter(
    (permission) => known.get(permission)?.isGranted !== true && known.get(permission)?.isGranted !== false,
  )
  return [
    pass('token.valid', facts.variable, `is valid for ${facts.repository}`),
    ...modeNames.map((mode) => checkMode(mode, listMissing(mode), unresolved)),
    ...unresolved.map((permission) =>
      reportUnknownPermission(permission, known.get(permission)?.detail ?? 'was not checked'),
    ),
  ]
}

function checkMode(
  mode: (typeof modeNames)[number],
  missing: readonly string[],
  unresolved: readonly string[],
): AreaFinding {
  const [check, subject] = ['token.permissions', `mode ${mode}`]
  const needed = permissionsOfMode[mode]
  const mend = `permissions: { ${needed.join(', ')} }`
  // A token may be meant for one mode only, so a missing permission is a warning.
  if (missing.length > 0)
    return { check, level: 'warn', subject, sentence: `this token lacks ${missing.join(', ')}`, mend }
  const open = needed.filter((permission) => unresolved.includes(permission))
  if (open.length > 0) return skip(check, subject, `could not check ${open.join(', ')}`, mend)
  return pass(check, subject, `has ${needed.join(', ')}`)
}

function reportUnknownPermission(permission: string, detail: string): AreaFinding {
  const modes = listModesNeeding(permission).join(', ')
  return skip('token.permission', permission, `${detail}; needed by ${modes}`, `permissions: { ${permission} }`)
}

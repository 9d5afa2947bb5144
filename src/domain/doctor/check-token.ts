import type { TokenFacts } from './facts.ts'
import { fail, ok, unknown, type Found } from './finding.ts'
import { allPermissions, modesThatNeed, permissionsOfMode } from './mode-permissions.ts'
import { modeNames } from '../core/mode.ts'

/** What the token may do, mode by mode. Without a token nothing is said about it. Pure. */
export function checkToken(facts: TokenFacts | null): Found[] {
  if (facts === null)
    return [
      unknown(
        'token.permissions',
        'token',
        'none was given, so GitHub was asked nothing',
        'GITHUB_TOKEN=… GITHUB_REPOSITORY=OWNER/NAME warpgauge doctor',
      ),
    ]
  if (facts.status === 'refused')
    return [fail('token.valid', facts.variable, facts.problem, 'Give a token that is valid, or none.')]
  if (facts.status === 'unasked')
    return [unknown('token.valid', facts.variable, facts.problem, 'GITHUB_REPOSITORY=OWNER/NAME warpgauge doctor')]
  const known = new Map(facts.permissions.map((fact) => [fact.permission, fact]))
  const lacking = (mode: (typeof modeNames)[number]): string[] =>
    permissionsOfMode[mode].filter((permission) => known.get(permission)?.isGranted === false)
  const untold = allPermissions.filter(
    (permission) => known.get(permission)?.isGranted !== true && known.get(permission)?.isGranted !== false,
  )
  return [
    ok('token.valid', facts.variable, `is valid for ${facts.repository}`),
    ...modeNames.map((mode) => modeFinding(mode, lacking(mode), untold)),
    ...untold.map((permission) => untoldFinding(permission, known.get(permission)?.detail ?? 'was not asked')),
  ]
}

function modeFinding(mode: (typeof modeNames)[number], missing: readonly string[], untold: readonly string[]): Found {
  const [check, subject] = ['token.permissions', `mode ${mode}`]
  const needed = permissionsOfMode[mode]
  const mend = `permissions: { ${needed.join(', ')} }`
  // A token for one mode need not have what another needs: only the reader knows which one it is for.
  if (missing.length > 0)
    return { check, level: 'warn', subject, sentence: `this token lacks ${missing.join(', ')}`, mend }
  const open = needed.filter((permission) => untold.includes(permission))
  if (open.length > 0) return unknown(check, subject, `nobody could tell about ${open.join(', ')}`, mend)
  return ok(check, subject, `has ${needed.join(', ')}`)
}

function untoldFinding(permission: string, detail: string): Found {
  const modes = modesThatNeed(permission).join(', ')
  return unknown('token.permission', permission, `${detail}; needed by ${modes}`, `permissions: { ${permission} }`)
}

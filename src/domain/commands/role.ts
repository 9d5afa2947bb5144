/** GitHub's repository roles, lowest first. */
export const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const

export type Role = (typeof roles)[number]

/**
 * A user's permission as GitHub reports it: the role, which may be a custom role of the organization, and the base
 * permission.
 */
export type GrantedRole = { readonly role: string; readonly permission: string }

/** Whether a role includes the required one. An unknown role counts as its base permission; no role grants nothing. */
export function hasRole({ role, permission }: GrantedRole, needed: Role): boolean {
  const exact = rank(role)
  return (exact < 0 ? rank(permission) : exact) >= rank(needed)
}

function rank(role: string): number {
  return (roles as readonly string[]).indexOf(role)
}

/** GitHub's own roles, weakest first. */
export const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const

export type Role = (typeof roles)[number]

/** What GitHub tells of a person: the exact role, which an organisation may have named itself, and the nearest plain one. */
export type GrantedRole = { readonly role: string; readonly permission: string }

/** Whether a person's role is at least the one needed. An unknown role counts as the plain one it is built on; none is none. */
export function hasRole({ role, permission }: GrantedRole, needed: Role): boolean {
  const exact = rank(role)
  return (exact < 0 ? rank(permission) : exact) >= rank(needed)
}

function rank(role: string): number {
  return (roles as readonly string[]).indexOf(role)
}

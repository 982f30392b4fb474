import { hasRole, type Role } from './role.ts'

/** Who may sign red safety notices off: whoever answers for a scan, not the desk that took the answers. */
export const safetySignOffRoles = ['np', 'radiologist', 'admin'] as const satisfies readonly Role[]

export const maySignOffSafety = (held: readonly string[]): boolean =>
  safetySignOffRoles.some((role) => hasRole(held, role))

/** The hint where it is not allowed. */
export const signOffForbiddenReason = 'A nurse practitioner, a radiologist or an administrator signs off stops.'

import { hasRole, type Role } from './role.ts'

/** The roles that may sign off red safety notices: those responsible for a scan, not those who record the answers. */
export const safetySignOffRoles = ['np', 'radiologist', 'admin'] as const satisfies readonly Role[]

export const maySignOffSafety = (held: readonly string[]): boolean =>
  safetySignOffRoles.some((role) => hasRole(held, role))

/** The hint for a user without permission. */
export const signOffForbiddenReason = 'Only a nurse practitioner, a radiologist or an administrator can sign off stops.'

import { hasRole, type Role } from '../session/role.ts'

/** The roles that match results of other systems with studies (decision 281). */
export const resultRoles = ['hi', 'report_qc', 'admin'] as const satisfies readonly Role[]

/** Returns whether the roles include one that matches results. */
export const mayMatchResults = (held: readonly string[]): boolean => resultRoles.some((role) => hasRole(held, role))

import { mayMoveMoney } from './cashier-roles.ts'
import { hasRole, type Role } from './role.ts'

/**
 * The roles that sign off a location's days and see finance reports and receivables (decisions section 6).
 * Reconciliation, and reopening a day that was signed off, need `admin`.
 */
export const financeRoles: readonly Role[] = ['finance', 'admin']

/** Returns whether these roles may close days and see the money of all staff. */
export const mayCloseDays = (held: readonly string[]): boolean => financeRoles.some((role) => hasRole(held, role))

/**
 * Returns whether these roles may open the Finance page. There cashier roles see their own takings, and finance roles
 * see those of all staff.
 */
export const maySeeTakings = (held: readonly string[]): boolean => mayMoveMoney(held) || mayCloseDays(held)

import { mayMoveMoney } from './cashier-roles.ts'
import { hasRole, type Role } from './role.ts'

/** Who closes days and sees reports and receivables (decisions section 6); reconciliation and reopening stay with `admin`. */
export const financeRoles: readonly Role[] = ['finance', 'admin']

/** Whether these roles may close days and see the money of all staff. */
export const mayCloseDays = (held: readonly string[]): boolean => financeRoles.some((role) => hasRole(held, role))

/** Whether these roles may open the Finance page: staff who take money see their own, finance sees all. */
export const maySeeTakings = (held: readonly string[]): boolean => mayMoveMoney(held) || mayCloseDays(held)

import { hasRole, type Role } from './role.ts'

/** Who moves money (the specs say of other role checks: not shown). Everyone on staff may look. */
export const cashierRoles: readonly Role[] = ['frontdesk', 'sales', 'admin']

export const mayMoveMoney = (held: readonly string[]): boolean => cashierRoles.some((role) => hasRole(held, role))

/** Why money is not moved by others. */
export const moneyForbiddenReason = 'The front desk, sales and administrators take payments.'

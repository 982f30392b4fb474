import { hasRole, type Role } from './role.ts'

/** The roles that may take and change payments. The specs do not define them. All staff may view payments. */
export const cashierRoles: readonly Role[] = ['frontdesk', 'sales', 'admin']

export const mayMoveMoney = (held: readonly string[]): boolean => cashierRoles.some((role) => hasRole(held, role))

/** The reason shown to a user without one of these roles. */
export const moneyForbiddenReason = 'Only the front desk, sales and administrators can take payments.'

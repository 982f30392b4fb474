import { anyStaff, type StudyActionRule } from '../session/action-rule.ts'
import { hasRole, type Role } from '../session/role.ts'

/** The roles that record whether a sedative was taken (booking spec §6, study spec §6). */
const sedativeTakenRoles = ['frontdesk'] as const satisfies readonly Role[]

/** Returns whether these roles can record that a sedative was taken, on a study or during a booking. */
export const canSetSedativeTaken = (roles: readonly string[]): boolean =>
  sedativeTakenRoles.some((role) => hasRole(roles, role))

/**
 * Who can set the status of a study's sedative, record its prescription (decision 298), and record whether it was taken
 * (study spec §6).
 */
export const sedativePermissions = {
  'set-sedative-status': anyStaff,
  'record-prescription': {
    roles: ['np', 'radiologist', 'hi'],
    shownAs: 'hidden',
    reason: 'Only nurse practitioners, radiologists and health-information staff can record a prescription.',
  },
  'set-sedative-taken': {
    roles: sedativeTakenRoles,
    shownAs: 'hidden',
    reason: 'Only the front desk can record whether a sedative was taken.',
  },
} as const satisfies Readonly<Record<string, StudyActionRule>>

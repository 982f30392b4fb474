import { anyStaff, type StudyActionRule } from '../session/action-rule.ts'

/** Who can mark and schedule a consult (study spec §6). */
export const consultPermissions = {
  'mark-consult': anyStaff,
  'schedule-consult': anyStaff,
  'schedule-preferred-consult': {
    roles: ['qa', 'dev'],
    isOpenToNamed: true,
    shownAs: 'hidden',
    reason: 'Only QA, developers and named accounts can schedule a preferred consult.',
  },
} as const satisfies Readonly<Record<string, StudyActionRule>>

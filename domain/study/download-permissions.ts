import { anyStaff, onlyHealthInformation, type StudyActionRule } from '../session/action-rule.ts'

/**
 * Who can open or download which paper or video of a study, and when (study spec §2, §6). Social videos can be
 * downloaded only after the study was marked as read.
 */
export const downloadPermissions = {
  'download-social-videos': { ...anyStaff, needs: { flag: 'read', reason: 'The study has not been read.' } },
  'view-medical-history': onlyHealthInformation('hidden', 'view the medical history'),
  'download-consent': anyStaff,
  'view-prescription': anyStaff,
  'view-referral': anyStaff,
} as const satisfies Readonly<Record<string, StudyActionRule>>

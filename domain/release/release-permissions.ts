import { anyStaff, onlyHealthInformation, type StudyActionRule } from '../session/action-rule.ts'

/** Who can download or send a report; it can be sent only once it is published (study spec §6). */
export const releasePermissions = {
  'download-report': onlyHealthInformation('hidden', 'download reports'),
  'send-to-practitioner': {
    ...anyStaff,
    needs: { flag: 'published', reason: 'The report can be sent once it is published.' },
  },
  'send-report-manually': onlyHealthInformation('hidden', 'choose what to send manually'),
} as const satisfies Readonly<Record<string, StudyActionRule>>

import { anyStaff, onlyHealthInformation, type StudyActionRule } from '../session/action-rule.ts'

/** Who can download or send a report; it can be sent only once it is published (study spec §6). */
export const releasePermissions = {
  'download-report': onlyHealthInformation('hidden', 'download reports'),
  'send-to-practitioner': {
    ...anyStaff,
    needs: { flag: 'published', reason: 'Reports can be sent once the report is published.' },
  },
  'send-report-manually': onlyHealthInformation('hidden', 'choose what is sent by hand'),
} as const satisfies Readonly<Record<string, StudyActionRule>>

import type { PaperName } from '../study/papers.ts'
import type { StudyAction } from './study-actions.ts'

/**
 * The action of {@link studyActions} that each paper of a study needs: to view, download or print it (study spec §6).
 */
export const paperActions = {
  'physician-report': 'download-report',
  'traditional-report': 'download-report',
  'radiologist-report': 'download-report',
  'report-with-addendum': 'download-report',
  'first-reading': 'download-report',
  'medical-history': 'view-medical-history',
  consent: 'download-consent',
  'consent-form': 'view-study',
  prescription: 'view-prescription',
  'medical-referral': 'view-referral',
  'referral-page': 'view-study',
  invoice: 'view-study',
  'study-info': 'view-study',
} as const satisfies { readonly [Paper in PaperName]: StudyAction }

import { type OfflineAct, whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { StudyAction } from '#domain/permissions/study-actions.ts'

/** For some actions, the act of the offline policy that describes the action better than "Changing the study". */
const offlineActs: { readonly [Action in StudyAction]?: OfflineAct } = {
  'view-medical-history': 'viewDocument',
  'download-social-videos': 'downloadDocument',
  'download-report': 'downloadDocument',
  'download-consent': 'downloadDocument',
  'view-prescription': 'downloadDocument',
  'view-referral': 'downloadDocument',
  'send-to-practitioner': 'sendDocument',
  'send-report-manually': 'sendDocument',
  'resend-confirmation': 'sendMessage',
  'resend-feedback': 'sendMessage',
}

/** Returns why an action on a study is disabled while the back office is unreachable; null while it is reachable. */
export const offlineReasonOf = (action: StudyAction, isOnline: boolean): string | null =>
  whyNotOffline(offlineActs[action] ?? 'changeStudy', isOnline)

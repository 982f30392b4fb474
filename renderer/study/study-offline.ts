import { whyNotOffline } from '#domain/offline/offline-policy.ts'

/** Why a study cannot be changed while the back office is unreachable. */
export const studyOfflineReason = whyNotOffline('changeStudy', false) ?? ''

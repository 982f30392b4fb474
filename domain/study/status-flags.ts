import { type Instant, parseInstant } from '../values/instant.ts'
import type { StudyStatus } from './study.ts'

/**
 * Status flags of a study (study spec §3), each usually with its own Time and By field.
 * @internal Tests cover every entry.
 */
export const statusFlags = [
  'booked',
  'bookedOnline',
  'bookedOffline',
  'bookingConfirmationEmailSent',
  'reminded',
  'reminderEmailSent',
  'reminderSMSSent',
  'referred',
  'medicalHistoryRequested',
  'medicalHistory',
  'medicalHistoryReviewed',
  'reminderMedicalHistoryEmailSent',
  'reminderMedicalHistorySMSSent',
  'consent',
  'paid',
  'checkin',
  'scanned',
  'filmReady',
  'read',
  'transcribed',
  'published',
  'reportQADone',
  'releasedToPatient',
  'releasedToDoctor',
  'traditionalReleasedToPatient',
  'traditionalReleasedToDoctor',
  'patientReportNotification',
  'providerReportNotification',
  'providerAdded',
  'prioritized',
  'urgent',
  'sensitive',
  'researchConsent',
  'researchFollowUp',
  'feedbackReceived',
  'feedbackRequestSent',
  'feedbackAmplificationRequestSent',
  'feedbackAmplificationDone',
  'feedbackAmplificationDenied',
  'bodyCompositionQC',
  'tagR&D',
  'tagPHYS1ST',
] as const
export type StatusFlag = (typeof statusFlags)[number]

export type FlagReading = {
  readonly isSet: boolean
  readonly time: Instant | null
  /** The person who set the flag, from the record; null if the record names no person. */
  readonly by: string | null
}

/** The fields in which older records store the person. */
const namedBy: { readonly [Flag in StatusFlag]?: string } = { scanned: 'imagesAcquiredBy', read: 'readBy' }

/** Returns one flag of a study with its time and person. A missing value, or one of another type, reads as not set. */
export const readFlag = (status: StudyStatus, flag: StatusFlag): FlagReading => {
  const by = status[`${flag}By`] ?? status[namedBy[flag] ?? '']
  return {
    isSet: status[flag] === true,
    time: parseInstant(status[`${flag}Time`]) ?? null,
    by: typeof by === 'string' && by !== '' ? by : null,
  }
}

/**
 * Returns the first set flag of several, because older reports have separate release flags (study spec §3: variants are
 * merged in).
 */
export const readFirstFlag = (status: StudyStatus, flags: readonly StatusFlag[]): FlagReading =>
  flags.map((flag) => readFlag(status, flag)).find(({ isSet }) => isSet) ?? { isSet: false, time: null, by: null }

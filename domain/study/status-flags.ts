import { type Instant, parseInstant } from '../values/instant.ts'
import type { StudyStatus } from './study.ts'

/**
 * Status flags of a study (study spec §3), each usually with a Time and a By beside it.
 * @internal Tests go through all of them.
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
  'medicalHistory',
  'reminderMedicalHistoryEmailSent',
  'reminderMedicalHistorySMSSent',
  'consent',
  'paid',
  'checkin',
  'scanned',
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
  /** Who set it, as the record says; null where nobody is named. */
  readonly by: string | null
}

/** Names under which older records keep who did it. */
const namedBy: { readonly [Flag in StatusFlag]?: string } = { scanned: 'imagesAcquiredBy', read: 'readBy' }

/** One flag of a study with its time and its person. What is missing or of another kind reads as not set. */
export const readFlag = (status: StudyStatus, flag: StatusFlag): FlagReading => {
  const by = status[`${flag}By`] ?? status[namedBy[flag] ?? '']
  return {
    isSet: status[flag] === true,
    time: parseInstant(status[`${flag}Time`]) ?? null,
    by: typeof by === 'string' && by !== '' ? by : null,
  }
}

/** The first of some flags that is set, as older reports keep their release apart (study spec §3: variants are merged in). */
export const readFirstFlag = (status: StudyStatus, flags: readonly StatusFlag[]): FlagReading =>
  flags.map((flag) => readFlag(status, flag)).find(({ isSet }) => isSet) ?? { isSet: false, time: null, by: null }

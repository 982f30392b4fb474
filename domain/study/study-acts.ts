import type { StatusFlag } from './status-flags.ts'
import type { Study } from './study.ts'

/**
 * The acts that staff mark on a study, in the order in which they usually happen. Each act sets or clears a flag (study
 * spec §2, §4 and §7 status updates).
 */
export const studyActs = [
  'checkin',
  'scanned',
  'reminded',
  'referred',
  'medicalHistoryRequested',
  'medicalHistory',
  'medicalHistoryReviewed',
  'consent',
  'researchConsent',
  'researchFollowUp',
  'tagR&D',
  'tagPHYS1ST',
  'urgent',
  'sensitive',
  'prioritized',
  'read',
  'transcribed',
  'reportQADone',
  'filmReady',
  'releasedToPatient',
  'traditionalReleasedToPatient',
  'patientReportNotification',
  'providerReportNotification',
  'feedbackAmplificationDone',
  'feedbackAmplificationDenied',
] as const satisfies readonly StatusFlag[]
export type StudyAct = (typeof studyActs)[number]

export type ActDecision =
  /** The flags to write. Setting one may clear another: amplification done and denied exclude each other. */
  | { readonly kind: 'change'; readonly flags: { readonly [Flag in StatusFlag]?: boolean } }
  /** The flag already has this value. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Acts that a cancelled study refuses. */
export const endsWithCancelling: readonly StudyAct[] = [
  'checkin',
  'scanned',
  'reminded',
  'referred',
  'medicalHistoryRequested',
  'consent',
]

/** For each act, the flags of which at least one must be set first, and the reason shown if none is set. */
const grounds: { readonly [Act in StudyAct]?: { readonly anyOf: readonly StatusFlag[]; readonly reason: string } } = {
  scanned: { anyOf: ['checkin'], reason: 'Check the member in before marking the scan.' },
  medicalHistoryReviewed: {
    anyOf: ['medicalHistory'],
    reason: "The member's medical history has not been received.",
  },
  read: { anyOf: ['scanned'], reason: 'The member has not been scanned.' },
  transcribed: { anyOf: ['read'], reason: 'The images have not been read.' },
  reportQADone: { anyOf: ['read', 'published'], reason: 'The images have not been read.' },
  filmReady: { anyOf: ['read'], reason: 'The images have not been read.' },
  releasedToPatient: { anyOf: ['published'], reason: 'The report has not been published.' },
  traditionalReleasedToPatient: { anyOf: ['published'], reason: 'The report has not been published.' },
  patientReportNotification: {
    anyOf: ['releasedToPatient', 'traditionalReleasedToPatient'],
    reason: 'The report has not been released to the member.',
  },
  providerReportNotification: { anyOf: ['published'], reason: 'The report has not been published.' },
  feedbackAmplificationDone: { anyOf: ['feedbackReceived'], reason: 'The member has not given feedback.' },
  feedbackAmplificationDenied: { anyOf: ['feedbackReceived'], reason: 'The member has not given feedback.' },
}

type Lock = { readonly anyOf: readonly StatusFlag[]; readonly reason: string }

/** Flags that can be set only after the images were taken. */
const madeOfImages: readonly StatusFlag[] = [
  'transcribed',
  'published',
  'reportQADone',
  'releasedToPatient',
  'releasedToDoctor',
  'traditionalReleasedToPatient',
  'traditionalReleasedToDoctor',
]

const releasedToMemberFlags: readonly StatusFlag[] = ['releasedToPatient', 'traditionalReleasedToPatient']
const releasedFlags: readonly StatusFlag[] = [
  ...releasedToMemberFlags,
  'releasedToDoctor',
  'traditionalReleasedToDoctor',
]
const memberNotifiedLock: readonly Lock[] = [
  { anyOf: ['patientReportNotification'], reason: "You can't undo the release: the member has been notified." },
]

/** The flags that prevent an undo, because a later step depends on the act. */
const undoLocks: { readonly [Act in StudyAct]?: readonly Lock[] } = {
  checkin: [{ anyOf: ['scanned'], reason: "You can't undo the check-in: the member has been scanned." }],
  consent: [{ anyOf: ['scanned'], reason: "You can't undo the consent: the member has been scanned." }],
  scanned: [
    { anyOf: ['read'], reason: "You can't undo the scan mark: the images have been read." },
    { anyOf: madeOfImages, reason: "You can't undo the scan mark: the images have a report." },
  ],
  medicalHistoryRequested: [
    { anyOf: ['medicalHistory'], reason: "You can't undo the request: the medical history has been received." },
  ],
  medicalHistory: [
    {
      anyOf: ['medicalHistoryReviewed'],
      reason: "You can't undo the receipt: the medical history has been reviewed.",
    },
  ],
  read: [
    { anyOf: ['transcribed'], reason: "You can't undo the reading: the report has been transcribed." },
    { anyOf: ['published'], reason: "You can't undo the reading: the report has been published." },
    { anyOf: ['reportQADone'], reason: "You can't undo the reading: the report QA is done." },
  ],
  transcribed: [{ anyOf: releasedFlags, reason: "You can't undo the transcription: the report has been released." }],
  reportQADone: [{ anyOf: releasedFlags, reason: "You can't undo the report QA: the report has been released." }],
  releasedToPatient: memberNotifiedLock,
  traditionalReleasedToPatient: memberNotifiedLock,
}

/**
 * Decides what setting or clearing a flag does. A flag that already has the value changes nothing. Refuses with a
 * reason: an act without its prerequisite, an act that a cancelled study does not allow, and an undo of an act that a
 * later step needs. Safety notices are checked elsewhere.
 */
export const decideAct = (study: Pick<Study, 'status'>, act: StudyAct, value: boolean): ActDecision => {
  const { status } = study
  if ((status[act] === true) === value) return { kind: 'none' }
  if (status.cancelled && endsWithCancelling.includes(act)) {
    return { kind: 'refused', reason: 'This appointment has been cancelled.' }
  }
  const needs = value ? grounds[act] : undefined
  if (needs !== undefined && !needs.anyOf.some((flag) => status[flag] === true)) {
    return { kind: 'refused', reason: needs.reason }
  }
  const locks = value ? [] : (undoLocks[act] ?? [])
  const lock = locks.find(({ anyOf }) => anyOf.some((flag) => status[flag] === true))
  if (lock !== undefined) return { kind: 'refused', reason: lock.reason }
  if (value && act === 'feedbackAmplificationDone') {
    return { kind: 'change', flags: { feedbackAmplificationDone: true, feedbackAmplificationDenied: false } }
  }
  if (value && act === 'feedbackAmplificationDenied') {
    return { kind: 'change', flags: { feedbackAmplificationDone: false, feedbackAmplificationDenied: true } }
  }
  return { kind: 'change', flags: { [act]: value } }
}

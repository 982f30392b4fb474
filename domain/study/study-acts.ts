import type { StatusFlag } from './status-flags.ts'
import type { Study } from './study.ts'

/** What staff mark on a study at the desk, each one flag that is set or taken back (study spec §2, §7 status updates). */
export const studyActs = [
  'checkin',
  'scanned',
  'reminded',
  'referred',
  'consent',
  'researchConsent',
  'urgent',
  'sensitive',
  'prioritized',
  'patientReportNotification',
  'providerReportNotification',
  'feedbackAmplificationDone',
  'feedbackAmplificationDenied',
] as const satisfies readonly StatusFlag[]
export type StudyAct = (typeof studyActs)[number]

export type ActDecision =
  /** The flags to write; setting one may take back another (amplification done and denied exclude each other). */
  | { readonly kind: 'change'; readonly flags: { readonly [Flag in StatusFlag]?: boolean } }
  /** It is so already. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Acts that a cancelled study takes no more. */
export const endsWithCancelling: readonly StudyAct[] = ['checkin', 'scanned', 'reminded', 'referred', 'consent']

/** What must stand before an act, one of these flags, and the reason without any. */
const grounds: { readonly [Act in StudyAct]?: { readonly anyOf: readonly StatusFlag[]; readonly reason: string } } = {
  scanned: { anyOf: ['checkin'], reason: 'Check the member in before marking the scan.' },
  patientReportNotification: {
    anyOf: ['releasedToPatient', 'traditionalReleasedToPatient'],
    reason: 'The report has not been released to the member.',
  },
  providerReportNotification: { anyOf: ['published'], reason: 'The report has not been published.' },
  feedbackAmplificationDone: { anyOf: ['feedbackReceived'], reason: 'The member has not given feedback.' },
  feedbackAmplificationDenied: { anyOf: ['feedbackReceived'], reason: 'The member has not given feedback.' },
}

type Lock = { readonly anyOf: readonly StatusFlag[]; readonly reason: string }

/** What of the report is made of the images: whichever of it stands, they were taken. */
const madeOfImages: readonly StatusFlag[] = [
  'transcribed',
  'published',
  'reportQADone',
  'releasedToPatient',
  'releasedToDoctor',
  'traditionalReleasedToPatient',
  'traditionalReleasedToDoctor',
]

/** What must not stand when an act is taken back: the next step has been taken on it. */
const undoLocks: { readonly [Act in StudyAct]?: readonly Lock[] } = {
  checkin: [{ anyOf: ['scanned'], reason: 'The member has been scanned: the check-in stands.' }],
  consent: [{ anyOf: ['scanned'], reason: 'The member has been scanned: the consent stands.' }],
  scanned: [
    { anyOf: ['read'], reason: 'The images have been read: the scan stands.' },
    { anyOf: madeOfImages, reason: 'A report has been made of the images: the scan stands.' },
  ],
}

/**
 * What setting or taking back a flag does (experience: undo while nothing has left the building). An act that is so already
 * changes nothing; one without its ground, on a cancelled study, or with something built upon it is refused with the reason
 * in words. Safety notices that keep a member out are not judged here.
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

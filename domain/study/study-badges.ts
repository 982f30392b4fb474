import {
  describeConsultRequested,
  describeConsultScheduled,
  isConsultComplete,
  isConsultWanted,
} from '../consult/consult-status.ts'
import { formatDate } from '../format/format-date.ts'
import { formatInstant } from '../format/format-time.ts'
import type { Location } from '../locations/location.ts'
import type { Instant } from '../values/instant.ts'
import { bodyCompositionSku } from './body-composition.ts'
import { invoiceOutstandingWords, isInvoiceOutstanding } from './invoice-outstanding.ts'
import { sedativeWords } from './sedative-words.ts'
import { type FlagReading, readFirstFlag, type StatusFlag } from './status-flags.ts'
import type { Study } from './study.ts'
import { consentState } from './study-consent.ts'

/** The progression of a study in its order (study spec §4). */
export const statusSteps = [
  'booked',
  'reminded',
  'referral',
  'medicalHistory',
  'payment',
  'checkin',
  'imaging',
  'reading',
  'reportQA',
  'releasedToMember',
  'releasedToDoctor',
] as const

/** The badges of a study, in the order of study spec §2. @internal Tests cover every entry. */
export const badgeKeys = [
  ...statusSteps,
  'memberConsult',
  'sedative',
  'temporaryHold',
  'bodyCompositionQC',
  'researchConsent',
  'emailSuppressed',
  'invoiceSuppressed',
] as const
export type BadgeKey = (typeof badgeKeys)[number]

export type StudyBadge = {
  readonly key: BadgeKey
  readonly label: string
  readonly isComplete: boolean
  readonly wording: 'Completed' | 'Incomplete' | 'Consent Incomplete'
  readonly time: Instant | null
  readonly by: string | null
  /** Whether this study needs the step; an unneeded badge is not emphasized. */
  readonly isNeeded: boolean
  /** An additional word, such as `Not needed`; null for none. */
  readonly note: string | null
}

type Facts = Partial<Omit<StudyBadge, 'key' | 'label'>> & Pick<StudyBadge, 'isComplete'>
type Case = { readonly study: Study; readonly flag: (...flags: readonly StatusFlag[]) => FlagReading }

const fromFlag = ({ isSet, time, by }: FlagReading): Facts =>
  isSet ? { isComplete: true, time, by } : { isComplete: false }

const names = ({ primary, referring, additional }: Study['details']['practitioners']): boolean =>
  primary !== null || referring !== null || additional.length > 0

const badges: {
  readonly [Key in BadgeKey]: {
    readonly label: string | ((location: Pick<Location, 'referralRequired'>) => string)
    readonly read: (each: Case) => Facts
  }
} = {
  booked: { label: 'Booked', read: ({ flag }) => fromFlag(flag('booked')) },
  reminded: { label: 'Reminded', read: ({ flag }) => fromFlag(flag('reminded')) },
  referral: {
    label: ({ referralRequired }) => (referralRequired ? 'Medical Referral' : 'Appropriateness Review'),
    read: ({ flag }) => fromFlag(flag('referred')),
  },
  medicalHistory: {
    label: 'Medical History',
    read: ({ study, flag }) => {
      const history = flag('medicalHistory')
      if (!history.isSet) return { isComplete: false }
      if (consentState(study) === 'complete') return fromFlag(history)
      return { isComplete: false, wording: 'Consent Incomplete', note: 'The member has not signed' }
    },
  },
  payment: {
    label: 'Payment',
    read: ({ study, flag }) => {
      const facts = fromFlag(flag('paid'))
      return isInvoiceOutstanding(study) ? { ...facts, note: invoiceOutstandingWords } : facts
    },
  },
  checkin: { label: 'Checkin', read: ({ flag }) => fromFlag(flag('checkin')) },
  imaging: { label: 'Imaging', read: ({ flag }) => fromFlag(flag('scanned')) },
  reading: {
    label: 'Reading',
    // Read and published are one step (study spec §4): either flag completes the reading.
    read: ({ flag }) => {
      const facts = fromFlag(flag('read', 'published'))
      return flag('published').isSet ? { ...facts, note: 'Published' } : facts
    },
  },
  reportQA: { label: 'Report QA', read: ({ flag }) => fromFlag(flag('reportQADone')) },
  releasedToMember: {
    label: 'Released To Member',
    read: ({ flag }) => fromFlag(flag('releasedToPatient', 'traditionalReleasedToPatient')),
  },
  releasedToDoctor: {
    label: 'Released To Doctor',
    read: ({ study, flag }) => {
      const released = flag('releasedToDoctor', 'traditionalReleasedToDoctor')
      if (released.isSet || names(study.details.practitioners)) return fromFlag(released)
      return { isComplete: false, isNeeded: false, note: 'No practitioner named' }
    },
  },
  memberConsult: {
    label: 'Member consult',
    read: ({ study }) => {
      const { consulting } = study.details
      if (isConsultComplete(consulting)) {
        return { isComplete: true, time: consulting.completedTime ?? consulting.consultTime }
      }
      if (!isConsultWanted(consulting)) return { isComplete: false, isNeeded: false, note: 'Not requested' }
      const { requestedStatus, scheduledStatus } = consulting
      const note =
        scheduledStatus === null ? describeConsultRequested(requestedStatus) : describeConsultScheduled(scheduledStatus)
      return { isComplete: false, note }
    },
  },
  sedative: {
    label: 'Sedative',
    read: ({ study: { sedative, sedativeTaken, status } }) => {
      const note = sedativeWords[sedative.status]
      const isHere = status.checkin || status.scanned
      if (sedativeTaken === 'Sedative Taken' && isHere) return { isComplete: true, note: 'Taken' }
      if (sedativeTaken === 'Sedative Taken' && sedative.status === 'not requested') {
        return { isComplete: false, note: 'Planned' }
      }
      if (sedative.status === 'ready') {
        // The record has the day of each step and no time.
        const { pickupDate } = sedative.details
        return { isComplete: true, note: pickupDate === null ? note : `${note}, ${formatDate(pickupDate)}` }
      }
      const isNeeded = sedative.status !== 'not requested' && sedative.status !== 'cancelled'
      // The spec's word for this status is N/A (study spec §4), but N/A is unclear beside Incomplete.
      return { isComplete: false, isNeeded, note: sedative.status === 'not requested' ? 'Not requested' : note }
    },
  },
  temporaryHold: {
    label: 'Temporary Hold',
    read: ({ study: { temporaryHold, temporaryHoldUntil, booking } }) => {
      if (!temporaryHold) return { isComplete: false, isNeeded: false, note: 'No hold' }
      const until =
        temporaryHoldUntil === null || booking === null
          ? null
          : `Until ${formatInstant(temporaryHoldUntil, booking.timezone)}`
      return { isComplete: true, note: until }
    },
  },
  bodyCompositionQC: {
    label: 'Body Composition QC',
    read: ({ study, flag }) => {
      const confirmed = flag('bodyCompositionQC')
      if (confirmed.isSet || study.skuID === bodyCompositionSku) return fromFlag(confirmed)
      return { isComplete: false, isNeeded: false, note: 'Not needed' }
    },
  },
  researchConsent: {
    label: 'Research Consent',
    read: ({ flag }) => ({ ...fromFlag(flag('researchConsent')), isNeeded: false }),
  },
  emailSuppressed: { label: 'Email Suppressed', read: ({ study }) => suppressed(study, 'customerEmailAvailable') },
  invoiceSuppressed: { label: 'Invoice Suppressed', read: ({ study }) => suppressed(study, 'invoiceAvailable') },
}

/** Suppression is the exception, so its absence needs no attention. */
const suppressed = (study: Study, flag: 'customerEmailAvailable' | 'invoiceAvailable'): Facts => ({
  isComplete: !study.status[flag],
  isNeeded: false,
  note: study.status[flag] ? 'Not suppressed' : null,
})

/**
 * Returns the 18 badges of a study (study spec §2 Study Details, §4): Completed with its time, Incomplete, or Consent
 * Incomplete for a medical history without a signed consent. Every study has all of them, including those that it does
 * not need. A cancelled study needs none of the badges that are still open.
 */
export const toStudyBadges = (study: Study, location: Pick<Location, 'referralRequired'>): readonly StudyBadge[] =>
  badgeKeys.map((key) => {
    const { label, read } = badges[key]
    const facts = read({ study, flag: (...flags) => readFirstFlag(study.status, flags) })
    const badge: StudyBadge = {
      key,
      label: typeof label === 'string' ? label : label(location),
      wording: facts.isComplete ? 'Completed' : 'Incomplete',
      time: null,
      by: null,
      isNeeded: true,
      note: null,
      ...facts,
    }
    return study.status.cancelled && !badge.isComplete ? { ...badge, isNeeded: false } : badge
  })

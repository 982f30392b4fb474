import { isNotSent } from '#contract/failures.ts'
import type { Failure, FailureCode } from '#contract/reply.ts'
import { countOf } from '#domain/format/format-count.ts'
import type { PracticeLocation, Practitioner, PractitionerRef } from '#domain/people/practitioner.ts'
import type { PaperName } from '#domain/study/papers.ts'
import type { Pharmacy } from '#domain/study/sedative.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { describeStudyFailure } from './study-failures.ts'

/** Returns the text of a failure, with what to do next, to show below a title that the page chooses. */
export const failureText = (failure: Failure): string => describeStudyFailure(failure).text

/** Returns `Dr. Maya Lindqvist`. */
export const practitionerName = ({
  salutation,
  firstName,
  lastName,
}: Pick<Practitioner, 'salutation' | 'firstName' | 'lastName'>): string =>
  [salutation, firstName, lastName].filter(Boolean).join(' ')

/**
 * Returns the practice that a study names for a practitioner; null if the study names none or the practice is gone.
 */
export const practiceOf = (practitioner: Practitioner, ref: PractitionerRef): PracticeLocation | null =>
  practitioner.locations.find(({ id }) => id === ref.locationID) ?? null

/**
 * Returns the fax number for a practitioner: that of the practice which the study names, otherwise the practitioner's
 * own.
 */
export const faxOf = (practitioner: Practitioner, ref: PractitionerRef): string =>
  practiceOf(practitioner, ref)?.practitionerContact.faxNumber || practitioner.contact.faxNumber

/** Returns a pharmacy's name and address on one line; null if all fields are empty. */
export const pharmacyAddress = (pharmacy: Pharmacy): string | null => {
  const { name, address, address2, city, state, postalCode, country } = pharmacy
  const line = [name, address, address2, [city, state, postalCode].filter(Boolean).join(' '), country]
  return line.filter(Boolean).join(', ') || null
}

/** Returns `4 of 5 stars`, `1 of 5 stars`. */
export const starsWords = (stars: number): string => `${stars} of 5 stars`

/** Describes a paper that could not be shown or downloaded, in the words of the error catalogue (study spec §8). */
export const paperFailure = (
  paper: PaperName,
  failure: Failure,
): { readonly title: string; readonly description: string } => {
  if (failure.code === 'report-missing') {
    return { title: studyMessages.missingReportTitle, description: studyMessages.missingReport }
  }
  const description = failureText(failure)
  switch (paper) {
    case 'traditional-report':
      return { title: studyMessages.reportFailed, description }
    case 'physician-report':
      return {
        title: studyMessages.downloadFailed,
        description: panelWords.failure(studyMessages.physicianReportFailed, description),
      }
    default:
      return { title: studyMessages.downloadFailed, description }
  }
}

/** Refusals whose own text is enough. */
const clearRefusals: readonly FailureCode[] = [
  'stale',
  'insufficient-permissions',
  'act-not-allowed',
  'already-cancelled',
]

/** Returns whether a failure's own text is enough. The text of any other failure asks the user to report it. */
const isSelfExplanatory = (failure: Failure): boolean => {
  const { code } = failure
  // `outcome-unknown` and `answer-withheld` have an unknown result, which a new try or signing in resolves.
  return (
    isNotSent('bridge', failure) ||
    clearRefusals.includes(code) ||
    code === 'outcome-unknown' ||
    code === 'answer-withheld'
  )
}

/** Returns the text below "Sedative update failed." (study spec §8). */
export const sedativeFailureText = (failure: Failure): string =>
  isSelfExplanatory(failure) ? failureText(failure) : studyMessages.reportIfPersists

/** The texts that several panels of a study share. */
export const panelWords = {
  yes: 'Yes',
  no: 'No',
  notRecorded: 'Not recorded',
  /** Shown in place of a person's name while the act is not done. */
  noName: '–',
  notSent: 'Not sent',
  tryAgain: 'Try again',
  by: (name: string) => `by ${name}`,
  /** A value whose label names the unit. */
  days: (days: number) => (days === 0 ? 'Same day' : String(days)),
  failure: (what: string, text: string) => `${what}. ${text}`,
  /** A button's name for a screen reader: the act and the member. */
  actFor: (act: string, who: string) => `${act}: ${who}`,
  cancelled: 'This appointment has been cancelled.',
  noSuchStudy: 'Study not found',
  noSuchStudyText: (studyID: string) => `Study ${studyID} doesn't exist or was removed.`,
  toStartPage: 'Go to start page',
  storedCopy: (time: string) => `Not up to date: data as of ${time}`,
  offlineCopy: (time: string) => `Offline: data as of ${time}`,
  /** The descriptions of check-ins and notes that are saved on this computer until the server can be reached. */
  checkInSentLater: "The check-in will be sent when you're back online.",
  noteSentLater: "The note will be sent when you're back online.",
  note: {
    label: 'New note',
    add: 'Add note',
    added: 'Note added',
    keptTitle: 'Note saved on this computer',
    empty: 'Write the note first.',
    tip: 'A note cannot be changed or removed.',
    tooLong: (excess: number) => `The note is ${countOf(excess, 'character')} too long.`,
  },
}

import { isNotSent } from '#contract/failures.ts'
import type { Failure, FailureCode } from '#contract/reply.ts'
import type { PracticeLocation, Practitioner, PractitionerRef } from '#domain/people/practitioner.ts'
import type { Pharmacy } from '#domain/study/sedative.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { describeStudyFailure } from './study-failures.ts'

/** The words of a failure below the title the page gives it, with what the person does next. */
export const failureText = (failure: Failure): string => describeStudyFailure(failure).text

/** `Dr. Maya Lindqvist`. */
export const practitionerName = ({
  salutation,
  firstName,
  lastName,
}: Pick<Practitioner, 'salutation' | 'firstName' | 'lastName'>): string =>
  [salutation, firstName, lastName].filter(Boolean).join(' ')

/** The practice a study means, of those a practitioner works at; null where it names none or one that is gone. */
export const practiceOf = (practitioner: Practitioner, ref: PractitionerRef): PracticeLocation | null =>
  practitioner.locations.find(({ id }) => id === ref.locationID) ?? null

/** Where a fax to a practitioner goes: that of the practice the study means, else the practitioner's own. */
export const faxOf = (practitioner: Practitioner, ref: PractitionerRef): string =>
  practiceOf(practitioner, ref)?.practitionerContact.faxNumber || practitioner.contact.faxNumber

/** A pharmacy's name and address on one line; null where nobody wrote one down. */
export const pharmacyAddress = (pharmacy: Pharmacy): string | null => {
  const { name, address, address2, city, state, postalCode, country } = pharmacy
  const line = [name, address, address2, [city, state, postalCode].filter(Boolean).join(' '), country]
  return line.filter(Boolean).join(', ') || null
}

/** `4 of 5 stars`, `1 of 5 stars`. */
export const starsWords = (stars: number): string => `${stars} of 5 stars`

/** The notice of a report that could not be had (study spec §8). */
export const reportFailure = (
  kind: 'structured' | 'traditional',
  failure: Failure,
): { readonly title: string; readonly description: string } => {
  if (failure.code === 'report-missing') {
    return { title: studyMessages.missingReportTitle, description: studyMessages.missingReport }
  }
  if (kind === 'traditional') return { title: studyMessages.reportFailed, description: failureText(failure) }
  return {
    title: studyMessages.downloadFailed,
    description: `${studyMessages.physicianReportFailed}. ${failureText(failure)}`,
  }
}

/** Refusals that say themselves what is the matter. */
const clearRefusals: readonly FailureCode[] = [
  'stale',
  'insufficient-permissions',
  'act-not-allowed',
  'already-cancelled',
]

/** Whether a failure says itself what to do; all others are for the desk to report. */
const saysItself = (failure: Failure): boolean => {
  const { code } = failure
  // Of the answers that were lost, those that trying again or signing in again clears up.
  return (
    isNotSent('bridge', failure) ||
    clearRefusals.includes(code) ||
    code === 'outcome-unknown' ||
    code === 'answer-withheld'
  )
}

/** What is said below "Sedative update failed." (study spec §8). */
export const sedativeFailureText = (failure: Failure): string =>
  saysItself(failure) ? failureText(failure) : studyMessages.reportIfPersists

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { processingOverlayMs } from '#domain/consult/consult-messages.ts'
import { bodyCompositionToastMs, type StudyMessage, studyMessages } from '#domain/study/study-messages.ts'

/** The keys of the messages of study spec §4, §5 and §8. A test below compares the words that the spec fixes. */
const catalogue: readonly StudyMessage[] = [
  'sedativeFailed',
  'reportIfPersists',
  'schedulerTitle',
  'schedulerError',
  'bookingIssueTitle',
  'bookingIssue',
  'processing',
  'bookingConfirmed',
  'consultCancelled',
  'noOpportunity',
  'mismatchTitle',
  'crmNoResponse',
  'tryAgain',
  'reportFailed',
  'logFailed',
  'confirmationFailed',
  'resendFailed',
  'feedbackFailed',
  'amplificationFailed',
  'requestFailed',
  'requestNotRecorded',
  'generic',
  'savingFailed',
  'appointmentNotSaved',
  'prescriptionCancelFailed',
  'accountSummaryFailed',
  'studiesFailed',
  'bodyCompositionFailed',
  'bodyCompositionConfirmed',
  'downloadFailed',
  'physicianReportFailed',
  'missingReportTitle',
  'missingReport',
  'appointmentTimeHint',
  'locationForbidden',
]

const top = fileURLToPath(new URL('../../..', import.meta.url))
const sourcesOf = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/study-messages(\.test)?\.ts$/.test(file))
      .map((file) => readFileSync(join(top, folder, file), 'utf8')),
  )
const product = sourcesOf('domain', 'main', 'renderer')
const tests = sourcesOf('test')
const names = (source: string, key: StudyMessage): boolean => new RegExp(`studyMessages\\.${key}\\b`).test(source)

describe('the messages of the study page', () => {
  it('have exactly the keys that this test lists', () => {
    expect(Object.keys(studyMessages).sort()).toEqual([...catalogue].sort())
  })

  it.each([
    ['sedativeFailed', 'Sedative update failed.'],
    ['reportIfPersists', 'Please report this issue if it persists.'],
    ['schedulerTitle', 'Error accessing the scheduler'],
    ['schedulerError', 'This location does not seem to have a valid NP Consult Team.'],
    ['bookingIssueTitle', 'Booking Issue Detected'],
    ['bookingConfirmed', 'Booking Confirmed!'],
    ['processing', 'Processing'],
    ['consultCancelled', 'Consult cancelled'],
    ['mismatchTitle', 'Study ID Mismatch'],
    ['crmNoResponse', 'CRM error: no response'],
    ['tryAgain', 'Try Again'],
    ['reportFailed', 'Error fetching report'],
    ['logFailed', "Couldn't add log"],
    ['confirmationFailed', 'Sending confirmation email failed'],
    ['resendFailed', 'Resend failed'],
    ['feedbackFailed', 'Cannot resend feedback'],
    ['amplificationFailed', 'Cannot resend feedback amplification'],
    ['requestFailed', 'Request failed'],
    ['requestNotRecorded', 'Cannot record request'],
    ['generic', 'Something unexpected went wrong. Give it another try and please report an issue if this persists.'],
    ['savingFailed', 'Saving failed'],
    ['prescriptionCancelFailed', 'Error cancelling prescription request'],
    ['accountSummaryFailed', 'Error fetching account summary'],
    ['studiesFailed', 'Loading studies failed'],
    ['bodyCompositionFailed', 'Failed to confirm Body Composition QC'],
    ['bodyCompositionConfirmed', 'Confirmed successfully'],
    ['downloadFailed', 'Download failed'],
    ['physicianReportFailed', "Couldn't retrieve physician's report"],
    ['missingReportTitle', 'Missing report'],
    ['missingReport', "We're missing a report for this study, please report an issue."],
    ['appointmentTimeHint', 'Please select an appointment time'],
  ] as const)('have the words of the spec for %s', (key, words) => expect(studyMessages[key]).toBe(words))

  it.each(catalogue)('have %s, which the product uses', (key) => {
    expect(product.some((source) => names(source, key))).toBe(true)
  })

  it.each(catalogue)('have %s, whose key or words another test contains', (key) => {
    // A message of one word, such as Processing, counts only by its key, because tests contain that word for other
    // reasons.
    const isCommon = studyMessages[key].split(' ').length < 2
    const isMet = tests.some((source) => names(source, key) || (!isCommon && source.includes(studyMessages[key])))
    expect(isMet).toBe(true)
  })

  it('stay on the screen as long as the spec says', () => {
    expect([bodyCompositionToastMs, processingOverlayMs]).toEqual([10_000, 4000])
  })
})

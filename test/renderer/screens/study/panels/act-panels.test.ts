import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { studyMessages } from '#domain/study/study-messages.ts'
import { type StartOptions, startHarnessPages } from '../../../harness/harness-pages.ts'
import { failing, type Given, openPanels, type PanelPage } from './panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage

const open = async (start: StartOptions, given: Given = {}): Promise<void> => {
  at = await openPanels(pages, start, given)
  page = at.page
}
const who = 'Ana Silva, 03 Feb 1980'
const button = (panel: string, words: string) =>
  at.panel(panel).getByRole('button', { name: `${words}: ${who}`, exact: true })
const fact = (panel: string, label: string) =>
  at
    .panel(panel)
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
const toast = (words: string) => page.getByRole('alertdialog').filter({ hasText: words })
/** That a notice says this; it is closed then, as it would lie over what is pressed next. */
const expectToast = async (words: string, more = words): Promise<void> => {
  await expectPage(toast(words)).toContainText(more)
  await toast(words).getByRole('button', { name: 'Dismiss' }).click()
  await expectPage(toast(words)).toHaveCount(0)
}
/** That a control is disabled and says why. */
const expectReason = async (control: ReturnType<typeof button>, reason: string | RegExp): Promise<void> => {
  await expectPage(control).toHaveAttribute('aria-disabled', 'true')
  await expectPage(control).toHaveAccessibleDescription(reason)
}
const failNext = (command: string, code: string, message: string) =>
  at.controls((world, _id, given) => world.failNext(given.command, given.reply as never), {
    command,
    reply: failing(code, message),
  })
const goOffline = () => at.controls((world) => world.setConnectivity({ state: 'offline' }))

const done = { checkin: true, scanned: true, read: true, published: true, releasedToPatient: true }

describe('check-in and scan', { timeout: 60_000 }, () => {
  it('warns, checks in, marks the scan, and takes both back in their order', async () => {
    await open({ signedInAs: 'frontdesk' })
    await expectPage(fact('Checkin', 'Time')).toContainText('Not checked in')
    await expectReason(button('Scan', 'Mark scanned'), 'Check the member in before marking the scan.')
    await expectReason(button('Scan', 'Download social videos'), 'The study has not been read.')
    await button('Checkin', 'Check in').click()
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    await expectPage(dialog).toContainText('CA$2,499.00 is still owed')
    await expectPage(dialog).toContainText('This member has not completed their mandatory safety questions')
    const commit = dialog.getByRole('button', { name: 'Check in Ana Silva, 1980-02-03' })
    await expectReason(commit, 'Tick “Check in all the same” first.')
    expect(await at.inspect('check-in')).toEqual([])
    await dialog.getByText('Check in all the same', { exact: true }).click()
    await commit.click()
    await expectPage(fact('Checkin', 'Checked in by')).toContainText('Frankie Desker')
    await expectPage(fact('Checkin', 'Time')).toContainText(/23 Nov 2026 08:\d\dam P[DS]T/)
    await button('Scan', 'Mark scanned').click()
    await expectPage(fact('Scan', 'By')).toContainText('Frankie Desker')
    await expectReason(button('Checkin', 'Undo check-in'), 'The member has been scanned: the check-in stands.')
    await toast('Marked as scanned').getByRole('button', { name: 'Undo' }).click()
    await expectPage(fact('Scan', 'By')).toContainText('Nobody yet')
    await button('Checkin', 'Undo check-in').click()
    await expectPage(fact('Checkin', 'Time')).toContainText('Not checked in')
  })

  it('keeps a check-in offline and says what became of it', async () => {
    await open({ signedInAs: 'frontdesk' })
    await goOffline()
    await expectReason(button('Scan', 'Mark scanned'), 'The back office cannot be reached.')
    await button('Checkin', 'Check in').click()
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    await dialog.getByText('Check in all the same', { exact: true }).click()
    await dialog.getByRole('button', { name: /^Check in Ana/ }).click()
    await expectPage(at.panel('Checkin').getByText('Waiting to be saved')).toBeVisible()
    await expectPage(fact('Checkin', 'Checked in by')).toContainText('Frankie Desker')
    await at.controls((world) =>
      world.study.refuseWaiting({ code: 'act-not-allowed', message: 'This appointment has been cancelled.' }),
    )
    await expectPage(at.panel('Checkin').getByRole('alert')).toContainText('This appointment has been cancelled.')
    await expectPage(fact('Checkin', 'Time')).toContainText('Not checked in')
    await at.panel('Checkin').getByRole('button', { name: 'I have read this' }).click()
    await expectPage(at.panel('Checkin').getByRole('alert')).toHaveCount(0)
  })

  it('hands the social videos over once the study is read, and says when that failed', async () => {
    await open({ signedInAs: 'frontdesk' }, { flags: done })
    const saved = page.waitForEvent('download')
    await button('Scan', 'Download social videos').click()
    expect((await saved).suggestedFilename()).toBe(`videos-${at.studyID}.mp4`)
    await failNext('study.readSocialVideos', 'report-missing', 'There are no videos.')
    await button('Scan', 'Download social videos').click()
    await expectToast(studyMessages.downloadFailed, 'There are no videos.')
  })
})

describe('radiology, papers and follow-up', { timeout: 60_000 }, () => {
  it('shows the reading, toggles its marks one call at a time and says a refusal', async () => {
    await open({ signedInAs: 'frontdesk', latencyMs: 150 }, { flags: done })
    await expectPage(fact('Radiology', 'Reading delay (days)')).toContainText('Same day')
    await expectPage(fact('Radiology', 'Read by')).toContainText('Ben Ortiz')
    const urgent = button('Radiology', 'Urgent')
    await expectPage(urgent).toHaveAttribute('aria-pressed', 'false')
    await urgent.dblclick()
    await page.clock.runFor(1000)
    await expectPage(urgent).toHaveAttribute('aria-pressed', 'true')
    await expectPage(fact('Radiology', 'Urgent')).toContainText('by Frankie Desker')
    expect(await at.countCalls('study.mark')).toBe(1)
    await failNext('study.mark', 'act-not-allowed', 'Not now.')
    await button('Radiology', 'Sensitive').click()
    await page.clock.runFor(1000)
    await expectToast(studyMessages.savingFailed, 'Not now.')
    await expectPage(button('Radiology', 'Sensitive')).toHaveAttribute('aria-pressed', 'false')
  })

  it('downloads the structured report, and says the catalogue’s words when there is none', async () => {
    const readingPublished = [1, 3, 2].map((version) => ({ reportType: 'structured' as const, version }))
    await open({ signedInAs: 'hi' }, { flags: { ...done, medicalHistory: true }, details: { readingPublished } })
    await expectPage(fact('Report', 'Version')).toContainText('3')
    const saved = page.waitForEvent('download')
    await button('Report', 'Download physician report').click()
    expect((await saved).suggestedFilename()).toBe(`physician-report-${at.studyID}.pdf`)
    await failNext('study.readPaper', 'report-missing', 'None.')
    await button('Report', 'Download physician report').click()
    await expectToast(studyMessages.missingReportTitle, studyMessages.missingReport)
    await failNext('study.readPaper', 'timed-out', 'No answer.')
    await button('Report', 'Download physician report').click()
    await expectToast(studyMessages.downloadFailed, studyMessages.physicianReportFailed)
    await at.controls((world, id) =>
      world.study.setDetails(id, { readingPublished: [], traditionalReportAvailable: true }),
    )
    await failNext('study.readPaper', 'unexpected', 'It broke.')
    await button('Report', 'Download traditional report').click()
    await expectToast(studyMessages.reportFailed)
    await at.controls((world, id) => world.study.setDetails(id, { traditionalReportAvailable: false }))
    await expectPage(at.panel('Report')).toContainText(studyMessages.missingReport)
  })

  it('keeps reports and history from the front desk in production, and says why', async () => {
    const readingPublished = [{ reportType: 'structured' as const, version: 1 }]
    await open(
      { signedInAs: 'frontdesk', environment: 'PRODUCTION' },
      { flags: { ...done, medicalHistory: true }, details: { readingPublished } },
    )
    await expectReason(button('Report', 'Download physician report'), /Only health-information staff/)
    await expectReason(button('Medical History', 'View medical history'), /Only health-information staff/)
    const saved = page.waitForEvent('download')
    await button('Medical History', 'Download member agreement and consent').click()
    expect((await saved).suggestedFilename()).toBe(`consent-${at.studyID}.pdf`)
    await at.panel('Medical History').getByRole('button', { name: 'Hide Medical History' }).click()
    await expectPage(at.panel('Medical History')).toContainText('Confidential Information')
    await expectPage(button('Medical History', 'View medical history')).toHaveCount(0)
  })

  it('marks member and practitioners as notified once there is something to be notified of', async () => {
    await open({ signedInAs: 'np' })
    await expectReason(
      button('Patient follow-up', 'Mark patient notified'),
      'The report has not been released to the member.',
    )
    await expectReason(button('Provider follow-up', 'Mark notification complete'), 'The report has not been published.')
    await at.controls((world, id, flags) => world.study.setFlags(id, flags), done)
    await expectPage(fact('Patient follow-up', 'Release delay (days)')).toContainText('Same day')
    await button('Patient follow-up', 'Mark patient notified').click()
    await expectPage(fact('Patient follow-up', 'Notified by')).toContainText('Nell Prescott')
    await button('Provider follow-up', 'Mark notification complete').click()
    await expectPage(fact('Provider follow-up', 'Completed by')).toContainText('Nell Prescott')
    await button('Provider follow-up', 'Undo notification complete').click()
    await expectPage(fact('Provider follow-up', 'Notification complete')).toContainText('No')
  })
})

describe('feedback, sedative and body composition', { timeout: 60_000 }, () => {
  const stars = { prescan: 4, checkin: 5, mri: 1, radiology: null, experience: 5, recommend: 3 }

  it('reads the stars out, and says which message could not be sent again', async () => {
    await open(
      { signedInAs: 'frontdesk' },
      {
        flags: { ...done, feedbackReceived: true },
        details: { feedback: { ...stars, feedback: 'The machine was loud.' } },
      },
    )
    await expectPage(fact('Feedback', 'Before the scan')).toContainText('4 of 5 stars')
    await expectPage(fact('Feedback', 'Radiology')).toContainText('Nothing said')
    await expectPage(at.panel('Feedback')).toContainText('The machine was loud.')
    await failNext('study.resendFeedback', 'mail-failed', 'The mail server refused it.')
    await button('Feedback', 'Resend feedback request').click()
    await expectToast(studyMessages.feedbackFailed, studyMessages.resendFailed)
    await failNext('study.resendFeedback', 'mail-failed', 'The mail server refused it.')
    await button('Feedback', 'Resend feedback amplification').click()
    await expectToast(studyMessages.amplificationFailed, 'The mail server refused it.')
    await button('Feedback', 'Resend feedback request').click()
    await expectToast('Feedback request sent', 'member1@mail.example')
    await button('Feedback', 'Mark amplification denied').click()
    await expectPage(fact('Feedback', 'Amplification')).toContainText('Denied')
    await expectReason(button('Feedback', 'Resend feedback amplification'), 'The member does not want to be asked.')
    await button('Feedback', 'Mark amplification done').click()
    await expectPage(fact('Feedback', 'Amplification')).toContainText('Done')
    expect(await at.inspect('feedback')).toEqual([])
  })

  it('sends the lost message again under its first key', async () => {
    await open({ signedInAs: 'frontdesk' }, { flags: done })
    await failNext('study.resendFeedback', 'timed-out', 'No answer came.')
    await button('Feedback', 'Resend feedback request').click()
    await expectToast(studyMessages.feedbackFailed)
    await button('Feedback', 'Resend feedback request').click()
    await expectToast('Feedback request sent')
    const keys = await at.controls((world) =>
      world.calls
        .filter(({ command }) => command === 'study.resendFeedback')
        .map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey),
    )
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('takes the sedative through its statuses in the catalogue’s words', async () => {
    const sedative = {
      status: 'sent' as const,
      prescribedDate: null,
      sentDate: null,
      details: { pickupDate: null },
      preferredPharmacy: null,
    }
    await open({ signedInAs: 'frontdesk' }, { change: { sedative } })
    await expectPage(fact('Sedative', 'Status')).toContainText('Sent to Pharmacy')
    await failNext('safety.setSedativeStatus', 'unexpected', 'It broke.')
    await button('Sedative', 'Change sedative status').click()
    await page.getByRole('menuitem', { name: 'Ready for Pickup' }).click()
    await expectToast(studyMessages.sedativeFailed, studyMessages.reportIfPersists)
    await expectPage(fact('Sedative', 'Status')).toContainText('Sent to Pharmacy')
    await failNext('safety.setSedativeStatus', 'unexpected', 'It broke.')
    await button('Sedative', 'Cancel prescription request').click()
    const commit = page.getByRole('button', { name: `Cancel prescription request of ${who}` })
    await expectPage(page.getByRole('alertdialog', { name: 'Cancel the prescription request?' })).toContainText(
      'It has reached the pharmacy already',
    )
    await commit.click()
    await expectToast(studyMessages.prescriptionCancelFailed)
    await button('Sedative', 'Cancel prescription request').click()
    await commit.click()
    await expectPage(fact('Sedative', 'Status')).toContainText('Cancelled')
    await expectReason(button('Sedative', 'Cancel prescription request'), 'There is no prescription request to cancel.')
    await button('Sedative', 'No sedative taken').click()
    await expectPage(button('Sedative', 'No sedative taken')).toHaveAttribute('aria-pressed', 'true')
  })

  it('lets only the front desk record what was taken, and only report QA confirm, for scans that have it', async () => {
    await open({ signedInAs: 'np' })
    await expectReason(button('Sedative', 'Sedative taken'), /Only the front desk/)
    await expectPage(at.panel('Body Composition QC')).toContainText('This scan type has no body composition QC.')
    await at.controls((world, id, change) => world.study.change(id, change as never), { skuID: 370 })
    await expectReason(button('Body Composition QC', 'Confirm Body Composition QC'), /Only report QA staff/)
  })

  it('confirms the body composition QC after a failure, and stays confirmed', async () => {
    await open({ signedInAs: 'reportqc' }, { change: { skuID: 370 as never } })
    await failNext('study.confirmBodyCompositionQC', 'act-not-allowed', 'Not read yet.')
    await button('Body Composition QC', 'Confirm Body Composition QC').click()
    await expectToast(studyMessages.bodyCompositionFailed, 'Not read yet.')
    await button('Body Composition QC', 'Confirm Body Composition QC').click()
    await expectReason(
      button('Body Composition QC', studyMessages.bodyCompositionConfirmed),
      'The body composition QC is confirmed.',
    )
    await expectPage(fact('Body Composition QC', 'Confirmed by')).toContainText('Rosa Quinn')
    const confirmed = toast(studyMessages.bodyCompositionConfirmed)
    await expectPage(confirmed).toBeVisible()
    // Longer than the five seconds of other notices, and gone after its ten.
    await page.mouse.move(0, 0)
    await page.clock.runFor(7000)
    await expectPage(confirmed).toBeVisible()
    await page.clock.runFor(5000)
    await expectPage(confirmed).toHaveCount(0)
  })
})

import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { studyMessages } from '#domain/study/study-messages.ts'
import { panelWords } from '#renderer/study/panel-words.ts'
import { studyFailureWords } from '#renderer/study/study-failure-words.ts'
import { detailsWords } from '#renderer/study-page/details/details-words.ts'
import { activityLogWords } from '#renderer/study-page/log/activity-log-words.ts'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { visitPanelWords } from '#renderer/study-page/panels/visit-panel-words.ts'
import { type StartOptions, startHarnessPages } from '../../harness/harness-pages.ts'
import { failing, type Given, openPanels, type PanelPage, press, who } from './panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage

const open = async (start: StartOptions, given: Given = {}): Promise<void> => {
  at = await openPanels(pages, start, given)
  page = at.page
}
const fact = (panel: string, label: string) =>
  at
    .panel(panel)
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
/** Checks that a notice has both texts. */
const expectToast = (words: string, more = words): Promise<void> =>
  expectPage(at.toast(words).filter({ hasText: more }).first()).toBeVisible()
/** Checks that a control is disabled and shows why. */
const expectReason = async (control: Locator, reason: string | RegExp): Promise<void> => {
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

describe('the study page for check-in and scan', { timeout: 60_000 }, () => {
  it('warns, checks in, marks the scan, and undoes first the scan and then the check-in', async () => {
    await open({ signedInAs: 'frontdesk' })
    await expectPage(fact('Checkin', 'Time')).toContainText(visitPanelWords.checkIn.notCheckedIn)
    await expectReason(at.button('Scan', visitPanelWords.scan.label), 'Check the member in before marking the scan.')
    await expectReason(at.button('Scan', visitPanelWords.scan.videos), 'The study has not been read.')
    await press(at.button('Checkin', visitPanelWords.checkIn.act.label))
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    await expectPage(dialog).toContainText('CA$2,499.00 is still owed')
    await expectPage(dialog).toContainText('This member has not completed their mandatory safety questions')
    await expectPage(dialog).toContainText('Confirm full name and date of birth')
    const commit = dialog.getByRole('button', { name: 'Check in Ana Silva, 03 Feb 1980' })
    await expectReason(commit, 'Tick “Check in anyway” first.')
    expect(await at.inspect('check-in', dialog)).toEqual([])
    await dialog.getByText('Check in anyway', { exact: true }).click()
    await commit.click()
    await expectPage(fact('Checkin', visitPanelWords.checkIn.checkedInBy)).toContainText('Frankie Desker')
    await expectPage(fact('Checkin', 'Time')).toContainText(/23 Nov 2026 08:\d\dam P[DS]T/)
    await press(at.button('Scan', visitPanelWords.scan.label))
    const question = page.getByRole('alertdialog', { name: 'Mark as scanned?' })
    await expectPage(question).toContainText('Ana Silva, 03 Feb 1980')
    await expectPage(question).toContainText('CA$2,499.00 is still owed')
    await expectPage(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(await at.inspect('scan-question', question)).toEqual([])
    await page.keyboard.press('Enter')
    await expectPage(question).toHaveCount(0)
    await expectPage(fact('Scan', 'By')).toContainText(panelWords.noName)
    await press(at.button('Scan', visitPanelWords.scan.label))
    await question.getByRole('button', { name: 'Mark scanned anyway: Ana Silva, 03 Feb 1980' }).click()
    await expectPage(fact('Scan', 'By')).toContainText('Frankie Desker')
    await expectReason(
      at.button('Checkin', visitPanelWords.checkIn.act.undoLabel),
      "You can't undo the check-in: the member has been scanned.",
    )
    await at.toast(visitPanelWords.scan.act.done).getByRole('button', { name: 'Undo' }).click()
    await expectPage(fact('Scan', 'By')).toContainText(panelWords.noName)
    await press(at.button('Checkin', visitPanelWords.checkIn.act.undoLabel))
    await expectPage(fact('Checkin', 'Time')).toContainText(visitPanelWords.checkIn.notCheckedIn)
    await at.controls((world, id, flags) => world.study.setFlags(id, flags), done)
    const saved = page.waitForEvent('download')
    await press(at.button('Scan', visitPanelWords.scan.videos))
    expect((await saved).suggestedFilename()).toBe(`videos-${at.studyID}.mp4`)
    await failNext('study.readSocialVideos', 'report-missing', 'There are no videos.')
    await press(at.button('Scan', visitPanelWords.scan.videos))
    await expectToast(studyMessages.downloadFailed, 'There are no videos.')
  })

  it('keeps a check-in that was made offline, and shows its result', async () => {
    await open({ signedInAs: 'frontdesk' })
    await goOffline()
    await expectReason(at.button('Scan', visitPanelWords.scan.label), 'Changing the study needs a connection.')
    await press(at.button('Checkin', visitPanelWords.checkIn.act.label))
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    await dialog.getByText('Check in anyway', { exact: true }).click()
    await dialog.getByRole('button', { name: /^Check in Ana/ }).click()
    await expectPage(at.panel('Checkin').getByText('Waiting to be sent')).toBeVisible()
    await expectPage(fact('Checkin', visitPanelWords.checkIn.checkedInBy)).toContainText('Frankie Desker')
    await expectPage(page.locator('.db__badge').filter({ hasText: 'Checkin' })).toContainText('Waiting to be sent')
    await expectPage(page.getByRole('list', { name: detailsWords.reading.progress })).toContainText(
      'Checkin Waiting to be sent',
    )
    await at.controls((world) =>
      world.study.refuseWaiting({ code: 'act-not-allowed', message: 'This appointment has been cancelled.' }),
    )
    await expectPage(at.panel('Checkin').getByRole('alert')).toContainText('This appointment has been cancelled.')
    await expectPage(fact('Checkin', 'Time')).toContainText(visitPanelWords.checkIn.notCheckedIn)
    await at.panel('Checkin').getByRole('button', { name: visitPanelWords.lost.read }).click()
    await expectPage(at.panel('Checkin').getByRole('alert')).toHaveCount(0)
  })

  it('counts a colleague’s unsent check-in as done while offline, and allows another check-in while online', async () => {
    await open({ signedInAs: 'frontdesk' })
    const panel = at.panel('Checkin')
    const words =
      'Nell Prescott checked in Ana Silva on this computer while offline; the check-in is sent when Nell Prescott signs in here.'
    await at.controls((world, id) => world.study.waitForColleague(id, 'Nell Prescott', null))
    await expectPage(panel).toContainText(words)
    await expectPage(panel.getByText('Waiting to be sent')).toHaveCount(0)
    await goOffline()
    await expectPage(fact('Checkin', visitPanelWords.checkIn.checkedInBy)).toContainText('Nell Prescott')
    await expectPage(panel.getByText('Waiting to be sent')).toBeVisible()
    await expectPage(panel).toContainText(words)
    await expectPage(at.button('Checkin', visitPanelWords.checkIn.act.label)).toHaveCount(0)
    await at.controls((world) => world.setConnectivity({ state: 'online' }))
    await press(at.button('Checkin', visitPanelWords.checkIn.act.label))
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    await dialog.getByText('Check in anyway', { exact: true }).click()
    await dialog.getByRole('button', { name: /^Check in Ana/ }).click()
    await expectPage(fact('Checkin', visitPanelWords.checkIn.checkedInBy)).toContainText('Frankie Desker')
    expect(await at.inspect('colleague', panel)).toEqual([])
    await at.controls((world) => world.study.refuseWaiting({ code: 'act-not-allowed', message: 'Taken back since.' }))
    const lost = panel.getByRole('alert')
    await expectPage(lost).toContainText("Nell Prescott's offline check-in could not be saved")
    await expectPage(lost).toContainText('Taken back since.')
    await expectPage(lost.getByRole('button')).toHaveCount(0)
    const told = page.getByRole('region', { name: 'Check-ins and notes that are not saved yet' })
    await expectPage(told).toContainText('This message stays until Nell Prescott dismisses it.')
    await expectPage(told.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  })

  it('shows in the log how many safety questions a save answered, and names them on request', async () => {
    await open({ signedInAs: 'frontdesk' })
    const fields = ['Surgery.Recent', 'Medications.Types', 'Allergies.Types', 'ReasonType']
    await at.controls(
      (world, id, content) =>
        world.study.addLog(id, {
          category: 'Safety questions',
          time: '2026-11-23T15:00:00Z',
          content,
          by: 'Ben Ortiz',
        } as never),
      `Answered: ${fields.join(', ')}`,
    )
    await at.controls((world, id) => world.emit('booking.studyChanged', { studyID: id as never }))
    const log = at.panel('Activity log')
    const line = log.getByText('Answered 4 safety questions')
    await expectPage(line).toBeVisible()
    await expectPage(log.getByText('“Which medications?”')).toBeHidden()
    await line.focus()
    await page.keyboard.press('Enter')
    await expectPage(log.getByText('“Which medications?”')).toBeVisible()
    expect(await at.inspect('log-questions', log)).toEqual([])
  })

  it('lets only its author copy the text of a refused note into a new one', async () => {
    await open({ signedInAs: 'frontdesk' })
    const log = at.panel('Activity log')
    const typed = log.getByRole('textbox', { name: panelWords.note.label })
    await goOffline()
    await typed.fill('Brought a friend')
    await press(at.button('Activity log', panelWords.note.add))
    await expectPage(typed).toHaveValue('')
    await at.controls((world, id) => {
      world.study.refuseWaiting({ code: 'location-forbidden', message: 'No more.' })
      world.study.waitForColleague(id, 'Nell Prescott', { category: 'Note', content: 'Not for other eyes' })
      world.study.refuseWaiting({ code: 'location-forbidden', message: 'No more.' })
    })
    await expectPage(log.getByRole('alert')).toHaveCount(2)
    await expectPage(log).toContainText("Nell Prescott's offline note could not be saved")
    await expectPage(log).not.toContainText('Not for other eyes')
    await typed.fill('And a dog')
    const own = log.getByRole('alert').filter({ hasText: 'Brought a friend' })
    await own.getByRole('button', { name: activityLogWords.copyNote }).click()
    await expectPage(typed).toHaveValue('And a dog\nBrought a friend')
    await expectPage(typed).toBeFocused()
    expect(await at.inspect('lost-note', log)).toEqual([])
    await own.getByRole('button', { name: visitPanelWords.lost.read }).click()
    await expectPage(log.getByRole('alert')).toHaveCount(1)
  })
})

describe('the study page for radiology, papers and follow-up', { timeout: 60_000 }, () => {
  it('shows the reading, toggles its marks one call at a time and shows a refusal', async () => {
    await open({ signedInAs: 'frontdesk', latencyMs: 150 }, { flags: done })
    await expectPage(fact('Radiology', 'Reading delay (days)')).toContainText('Same day')
    await expectPage(fact('Radiology', reportPanelWords.radiology.readBy)).toContainText('Ben Ortiz')
    const urgent = at.button('Radiology', reportPanelWords.radiology.urgent)
    await expectPage(urgent).toHaveAttribute('aria-pressed', 'false')
    await urgent.dblclick()
    await page.clock.runFor(1000)
    await expectPage(urgent).toHaveAttribute('aria-pressed', 'true')
    await expectPage(fact('Radiology', reportPanelWords.radiology.urgent)).toContainText('by Frankie Desker')
    expect(await at.countCalls('study.mark')).toBe(1)
    await failNext('study.mark', 'act-not-allowed', 'Not now.')
    await press(at.button('Radiology', reportPanelWords.radiology.sensitive))
    await page.clock.runFor(1000)
    await expectToast(studyMessages.savingFailed, 'Not now.')
    await expectPage(at.button('Radiology', reportPanelWords.radiology.sensitive)).toHaveAttribute(
      'aria-pressed',
      'false',
    )
  })

  it('records the steps from the scan to the release, each by a permitted role, and undoes the steps backwards', async () => {
    const { radiology, history, patient } = reportPanelWords
    await open({ signedInAs: 'hi' }, { flags: { checkin: true, scanned: true } })
    await expectReason(at.button('Radiology', radiology.transcribedAct.label), 'The images have not been read.')
    await press(at.button('Radiology', radiology.readAct.label))
    await expectPage(fact('Radiology', radiology.readBy)).not.toContainText(panelWords.noName)
    await press(at.button('Scan', visitPanelWords.scan.filmAct.label))
    await expectPage(fact('Scan', visitPanelWords.scan.film)).not.toContainText(visitPanelWords.scan.filmNotReady)
    await press(at.button('Radiology', radiology.transcribedAct.label))
    await expectPage(fact('Radiology', radiology.transcribed)).not.toContainText(radiology.notTranscribed)
    await expectPage(at.button('Radiology', radiology.qaAct.label)).toHaveCount(0)
    await expectReason(
      at.button('Radiology', radiology.readAct.undoLabel),
      "You can't undo the reading: the report has been transcribed.",
    )
    await press(at.button('Medical History', history.requestAct.label))
    await expectPage(fact('Medical History', history.requested)).not.toContainText(history.notRequested)
    await expectReason(at.button('Medical History', history.reviewedAct.label), /has not been received/)
    await press(at.button('Medical History', history.receivedAct.label))
    await press(at.button('Medical History', history.reviewedAct.label))
    await expectPage(fact('Medical History', history.reviewed)).not.toContainText(history.notReviewed)
    await expectReason(at.button('Patient follow-up', patient.releaseAct.label), 'The report has not been published.')
    await at.controls((world, id) => world.study.setFlags(id, { published: true }))
    await at.controls((world, id) =>
      world.study.setDetails(id, { readingPublished: [{ reportType: 'traditional', version: 1 }] }),
    )
    await press(at.button('Patient follow-up', patient.releaseAct.label))
    await expectPage(page.locator('.db__badge').filter({ hasText: 'Released To Member' })).toContainText('Completed')
    await press(at.button('Patient follow-up', patient.act.label))
    await expectReason(
      at.button('Patient follow-up', patient.releaseAct.undoLabel),
      "You can't undo the release: the member has been notified.",
    )
    await press(at.button('Patient follow-up', patient.act.undoLabel))
    await press(at.button('Patient follow-up', patient.releaseAct.undoLabel))
    await expectPage(fact('Patient follow-up', patient.time)).toContainText(patient.notReleased)
    for (const title of ['Radiology', 'Medical History', 'Patient follow-up'])
      expect(await at.inspect(`reading-${title}`, at.panel(title))).toEqual([])
  })

  it('releases the report from the head of the page when that step is next, and keeps the focus there', async () => {
    const before = { ...done, releasedToPatient: false, reminded: true, referred: true, reportQADone: true }
    const readingPublished = [{ reportType: 'structured' as const, version: 1 }]
    const { releaseAct } = reportPanelWords.patient
    const line = () => page.locator('.stuh__next')
    const release = () => line().getByRole('button', { name: `${releaseAct.label}: ${who}` })
    await open({ signedInAs: 'frontdesk', environment: 'PRODUCTION' }, { flags: before, details: { readingPublished } })
    await expectPage(line()).toHaveText('Next: Released To Member')
    await expectPage(release()).toHaveCount(0)
    await open({ signedInAs: 'hi' }, { flags: before, details: { readingPublished } })
    expect(await at.inspect('steps-release', line())).toEqual([])
    await press(release())
    await expectPage(page.locator('.db__badge').filter({ hasText: 'Released To Member' })).toContainText('Completed')
    await expectPage(release()).toHaveCount(0)
    await page.clock.runFor(1000)
    await expectPage(line()).toBeFocused()
    await press(at.button('Patient follow-up', releaseAct.undoLabel))
    await expectPage(release()).toBeVisible()
    await at.controls((world, id) => world.study.setFlags(id, { reportQADone: false }))
    await expectPage(release()).toHaveCount(0)
  })

  it('downloads the structured report, and shows the specified message if there is none', async () => {
    const readingPublished = [1, 3, 2].map((version) => ({ reportType: 'structured' as const, version }))
    await open({ signedInAs: 'hi' }, { flags: { ...done, medicalHistory: true }, details: { readingPublished } })
    await expectPage(fact('Report', reportPanelWords.report.version)).toContainText('3')
    const saved = page.waitForEvent('download')
    await press(at.button('Report', reportPanelWords.report.downloadPhysician))
    expect((await saved).suggestedFilename()).toBe(`physician-report-${at.studyID}.pdf`)
    await failNext('downloads.save', 'report-missing', 'None.')
    await press(at.button('Report', reportPanelWords.report.downloadPhysician))
    await expectToast(studyMessages.missingReportTitle, studyMessages.missingReport)
    await failNext('downloads.save', 'timed-out', 'No answer.')
    await press(at.button('Report', reportPanelWords.report.downloadPhysician))
    await expectToast(studyMessages.downloadFailed, studyMessages.physicianReportFailed)
    await at.controls((world, id) =>
      world.study.setDetails(id, { readingPublished: [], traditionalReportAvailable: true }),
    )
    await failNext('downloads.save', 'unexpected', 'It broke.')
    await press(at.button('Report', reportPanelWords.report.downloadTraditional))
    await expectToast(studyMessages.reportFailed)
    await at.controls((world, id) => world.study.setDetails(id, { traditionalReportAvailable: false }))
    await expectPage(at.panel('Report')).toContainText(studyMessages.missingReport)
  })

  it('shows the front desk no button for reports and history in production', async () => {
    const readingPublished = [{ reportType: 'structured' as const, version: 1 }]
    await open(
      { signedInAs: 'frontdesk', environment: 'PRODUCTION' },
      { flags: { ...done, medicalHistory: true }, details: { readingPublished } },
    )
    await expectPage(at.button('Medical History', reportPanelWords.history.consent)).toBeVisible()
    await expectPage(at.panel('Report').getByRole('button', { name: /^(Download|Print) / })).toHaveCount(0)
    await expectPage(at.button('Medical History', reportPanelWords.history.view)).toHaveCount(0)
    const saved = page.waitForEvent('download')
    await press(at.button('Medical History', reportPanelWords.history.consent))
    expect((await saved).suggestedFilename()).toBe(`consent-${at.studyID}.pdf`)
    await at.panel('Medical History').getByRole('button', { name: 'Hide Medical History' }).click()
    await expectPage(at.panel('Medical History')).toContainText('Confidential Information')
    await expectPage(at.button('Medical History', reportPanelWords.history.view)).toHaveCount(0)
  })

  it("marks member and practitioners as notified when that is permitted, and hides other roles' controls", async () => {
    await open({ signedInAs: 'np' })
    await expectReason(
      at.button('Patient follow-up', reportPanelWords.patient.act.label),
      'The report has not been released to the member.',
    )
    await expectReason(
      at.button('Provider follow-up', 'Mark notification complete'),
      'The report has not been published.',
    )
    await at.controls((world, id, flags) => world.study.setFlags(id, flags), done)
    await expectPage(fact('Patient follow-up', reportPanelWords.patient.delay)).toContainText('Same day')
    await press(at.button('Patient follow-up', reportPanelWords.patient.act.label))
    await expectPage(fact('Patient follow-up', reportPanelWords.patient.notifiedBy)).toContainText('Nell Prescott')
    await press(at.button('Provider follow-up', 'Mark notification complete'))
    await expectPage(fact('Provider follow-up', reportPanelWords.provider.completedBy)).toContainText('Nell Prescott')
    await press(at.button('Provider follow-up', reportPanelWords.provider.act.undoLabel))
    await expectPage(fact('Provider follow-up', reportPanelWords.provider.complete)).toContainText('No')
    // A control that the role never has is absent; the recorded value is shown.
    await expectPage(at.panel('Sedative')).toContainText(visitPanelWords.sedativeTaken.notRecorded)
    await expectPage(at.button('Sedative', visitPanelWords.sedativeTaken.taken)).toHaveCount(0)
    await expectPage(at.panel('Body Composition QC')).toContainText(reportPanelWords.bodyComposition.notNeeded)
    await at.controls((world, id, change) => world.study.change(id, change as never), { skuID: 370 })
    await expectPage(fact('Body Composition QC', reportPanelWords.bodyComposition.confirmed)).toContainText(
      reportPanelWords.bodyComposition.notConfirmed,
    )
    await expectPage(at.button('Body Composition QC', reportPanelWords.bodyComposition.confirm)).toHaveCount(0)
  })
})

describe('the study page for feedback, sedative and body composition', { timeout: 60_000 }, () => {
  const stars = { prescan: 4, checkin: 5, mri: 1, radiology: null, experience: 5, recommend: 3 }

  it('describes the stars in words, and names the message that could not be resent', async () => {
    await open(
      { signedInAs: 'frontdesk' },
      {
        flags: { ...done, feedbackReceived: true },
        details: { feedback: { ...stars, feedback: 'The machine was loud.' } },
      },
    )
    await expectPage(fact('Feedback', reportPanelWords.feedback.ratings.prescan)).toContainText('4 of 5 stars')
    await expectPage(fact('Feedback', 'Radiology')).toContainText(reportPanelWords.feedback.notRated)
    await expectPage(at.panel('Feedback')).toContainText('The machine was loud.')
    await expectReason(
      at.button('Feedback', reportPanelWords.feedback.resend),
      'The member has given feedback already.',
    )
    await failNext('study.resendFeedback', 'mail-failed', 'The mail server refused it.')
    await press(at.button('Feedback', reportPanelWords.amplification.resend))
    await expectToast(studyMessages.amplificationFailed, 'The mail server refused it.')
    await at.controls((world, id) => world.study.setFlags(id, { feedbackReceived: false }))
    await failNext('study.resendFeedback', 'mail-failed', 'The mail server refused it.')
    await press(at.button('Feedback', reportPanelWords.feedback.resend))
    await expectToast(studyMessages.feedbackFailed, studyMessages.resendFailed)
    await press(at.button('Feedback', reportPanelWords.feedback.resend))
    await expectToast('Email to member1@mail.example', 'Feedback request')
    await at.controls(({ release }) => {
      const job = release.jobList.at(-1)
      if (job !== undefined) release.setJob(job.jobID, { state: 'delivered', handOverInMs: null })
    })
    await expectToast('Feedback request sent', 'member1@mail.example')
    await failNext('study.resendFeedback', 'timed-out', 'No answer came.')
    await press(at.button('Feedback', reportPanelWords.feedback.resend))
    await expectToast(studyMessages.feedbackFailed, studyFailureWords.noAnswer.text)
    await press(at.button('Feedback', reportPanelWords.feedback.resend))
    await expectPage.poll(() => at.countCalls('study.resendFeedback')).toBe(5)
    const keys = await at.controls((world) =>
      world.calls
        .filter(({ command }) => command === 'study.resendFeedback')
        .map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey),
    )
    // After a lost reply the same key is sent again, and after a known result a new one.
    expect(keys[4]).toBe(keys[3])
    expect(new Set(keys).size).toBe(4)
    await at.controls((world, id) => world.study.setFlags(id, { feedbackReceived: true }))
    await press(at.button('Feedback', reportPanelWords.amplification.deniedAct.label))
    await expectPage(fact('Feedback', reportPanelWords.amplification.label)).toContainText(
      reportPanelWords.amplification.denied,
    )
    await expectReason(
      at.button('Feedback', reportPanelWords.amplification.resend),
      'The member does not want their feedback amplified.',
    )
    await press(at.button('Feedback', reportPanelWords.amplification.doneAct.label))
    await expectPage(fact('Feedback', reportPanelWords.amplification.label)).toContainText(
      reportPanelWords.amplification.done,
    )
    expect(await at.inspect('feedback', at.panel('Feedback'))).toEqual([])
  })

  it('names the sedative’s statuses and failures in the specified words', async () => {
    const sedative = {
      status: 'sent' as const,
      prescribedDate: null,
      sentDate: null,
      details: { pickupDate: null },
      preferredPharmacy: null,
      prescription: null,
    }
    await open({ signedInAs: 'frontdesk' }, { change: { sedative } })
    await expectPage(fact('Sedative', visitPanelWords.sedative.status)).toContainText('Sent to Pharmacy')
    await failNext('safety.setSedativeStatus', 'unexpected', 'It broke.')
    await press(at.button('Sedative', visitPanelWords.sedative.change))
    await page.getByRole('menuitem', { name: 'Ready for Pickup' }).click()
    await expectToast(studyMessages.sedativeFailed, studyMessages.reportIfPersists)
    await expectPage(fact('Sedative', visitPanelWords.sedative.status)).toContainText('Sent to Pharmacy')
    await failNext('safety.setSedativeStatus', 'unexpected', 'It broke.')
    await press(at.button('Sedative', visitPanelWords.sedative.cancel))
    const commit = page.getByRole('button', { name: visitPanelWords.sedative.cancelFor(who) })
    await expectPage(page.getByRole('alertdialog', { name: visitPanelWords.sedative.cancelTitle })).toContainText(
      `${visitPanelWords.sedative.tellPharmacy} ${visitPanelWords.sedative.noMessage}`,
    )
    await commit.click()
    await expectToast(studyMessages.prescriptionCancelFailed)
    await press(at.button('Sedative', visitPanelWords.sedative.cancel))
    await commit.click()
    await expectPage(fact('Sedative', visitPanelWords.sedative.status)).toContainText('Cancelled')
    await expectReason(at.button('Sedative', visitPanelWords.sedative.cancel), visitPanelWords.sedative.nothingToCancel)
    for (const title of ['Checkin', 'Scan', 'Medical History', 'Report', 'Patient follow-up', 'Body Composition QC']) {
      expect(await at.inspect(title, at.panel(title))).toEqual([])
    }
    expect(await at.inspect('sedative', at.panel('Sedative'))).toEqual([])
    await press(at.button('Sedative', visitPanelWords.sedativeTaken.notTaken))
    await expectPage(at.button('Sedative', visitPanelWords.sedativeTaken.notTaken)).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })

  it('confirms the body composition QC at the second try after a failure, and shows it as confirmed', async () => {
    await open({ signedInAs: 'reportqc' }, { change: { skuID: 370 as never } })
    await failNext('study.confirmBodyCompositionQC', 'act-not-allowed', 'Not read yet.')
    await press(at.button('Body Composition QC', reportPanelWords.bodyComposition.confirm))
    await expectToast(studyMessages.bodyCompositionFailed, 'Not read yet.')
    await press(at.button('Body Composition QC', reportPanelWords.bodyComposition.confirm))
    await expectReason(
      at.button('Body Composition QC', studyMessages.bodyCompositionConfirmed),
      reportPanelWords.bodyComposition.isConfirmed,
    )
    await expectPage(fact('Body Composition QC', reportPanelWords.bodyComposition.confirmedBy)).toContainText(
      'Rosa Quinn',
    )
    const confirmed = at.toast(studyMessages.bodyCompositionConfirmed)
    await expectPage(confirmed).toBeVisible()
    // This notice stays longer than the five seconds of other notices, and disappears after ten.
    await page.mouse.move(0, 0)
    await page.clock.runFor(7000)
    await expectPage(confirmed).toBeVisible()
    await page.clock.runFor(5000)
    await expectPage(confirmed).toHaveCount(0)
  })
})

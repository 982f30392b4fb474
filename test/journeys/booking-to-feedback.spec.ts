import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Member } from '#domain/members/member.ts'
import { type BadgeKey, badgeKeys, toStudyBadges } from '#domain/study/study-badges.ts'
import type { WorklistTask } from '#domain/worklists/worklist-task.ts'
import { consultWords } from '#renderer/consult/consult-words.ts'
import { reportWords } from '#renderer/documents/report-words.ts'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { visitPanelWords } from '#renderer/study-page/panels/visit-panel-words.ts'
import { browserOnly } from '#scripts/browser-only.ts'
import { openFoldedPanels } from '#test/fixtures/open-folded-panels.ts'
import { noteTestFile } from '#test/fixtures/spent.ts'
import { expect, test } from './fixtures.ts'
import { checkAxe, takePicture } from './look-closely.ts'
import { createMovedClock } from './moved-clock.ts'
import { studiesOf } from './office.ts'
import { type Colleague, openProductionClinic, type ProductionClinic } from './production-clinic.ts'
import { vancouver } from './safety-desk.ts'
import { makeShell } from './shell-process.ts'
import { actionButton, badgeOf, factOf, logOf, sectionOf, studyNow } from './study-desk.ts'
import {
  act,
  bookConsult,
  bookOnTheScreen,
  checkIn,
  enter,
  faxReport,
  leave,
  nameDoctor,
  openFromWorklist,
  payInCash,
  prepareSedative,
  sendEveryMessage,
  suppressMessages,
} from './whole-life.ts'

const hour = 3_600_000
const day = 24 * hour

/** Returns an ORU^R01 message about a study, as a reading group sends it at `time`. */
const oru = (study: string, person: string, time: number): string => {
  const stamp = new Date(time).toISOString().replace(/\D/g, '').slice(0, 14)
  return [
    `MSH|^~\\&|RIS|NORTH|ATRIUM|CLINIC|${stamp}||ORU^R01|msg-1|P|2.5.1||||||UNICODE UTF-8`,
    `PID|1||${person}`,
    `OBR|1|${study}|F-77|STRUCTURED^Report^L${'|'.repeat(18)}${stamp}+0000|||F`,
    'OBX|1|TX|STRUCTURED^Report^L||Body composition. Impression: no finding that needs follow-up.||||||F',
  ].join('\r')
}

const mailsTo = ({ mail }: ProductionClinic, address: string, subject: RegExp) =>
  mail.received.filter(({ to, mail: sent }) => to.includes(address) && subject.test(sent.subject ?? ''))

/** Returns the member whom the desk created, as the change feed sends the member. */
const findMember = async ({ office }: ProductionClinic, patientID: string): Promise<Member> => {
  const changes = await office.changesOf('ca-bc-1')
  const found = changes.findLast((change) => change.kind === 'member' && change.id === patientID)
  if (found?.kind !== 'member' || found.value === null) throw new Error('The member is unknown')
  return found.value
}

// Browser shell only: the journey moves the clock of all its programs, which the stand-in for Electron does not
// support.
test(
  'a study of a production server goes from booking to feedback, and every step completes its badge',
  {
    tag: browserOnly,
  },
  async ({ browser }, testInfo) => {
    test.setTimeout(300_000)
    noteTestFile(testInfo.file)
    const folder = mkdtempSync(join(tmpdir(), 'atrium-whole-life-'))
    const clock = createMovedClock(folder)
    const clinic = await openProductionClinic(folder, vancouver, clock)
    const shell = await makeShell({
      kind: 'browser',
      dataFolder: join(folder, 'desk'),
      backOfficeUrl: clinic.url,
      viewport: { width: 1440, height: 900 },
      browser,
      clock,
    })
    const page = (): Page => shell.page()
    const see = async (state: string): Promise<void> => {
      await takePicture(page(), state)
      await checkAxe(page(), state)
    }
    /** Moves the clock while every person is signed out. */
    const waitUntil = async (time: number): Promise<void> => {
      await clock.moveTo(time)
      await clinic.enterAgain()
      await clock.setPage(page())
      await page().goto(shell.address('/'))
      await expect(page().getByRole('textbox', { name: 'Email' })).toBeVisible()
    }
    const goTo = async (path: string): Promise<void> => {
      await page().evaluate((to) => window.history.pushState(null, '', to), path)
    }
    try {
      const reception = await clinic.hire('frontdesk', ['Noor', 'Haddad'])
      const practitioner = await clinic.hire('np', ['Nadia', 'Park'])
      const radiologist = await clinic.hire('radiologist', ['Ines', 'Duarte'])
      const qa = await clinic.hire('report_qc', ['Rosa', 'Quinn'])
      const hi = await clinic.hire('hi', ['Max', 'Reed'])
      await sendEveryMessage(clinic)
      await shell.start()
      const completed = new Set<BadgeKey>()
      const { radiology, history, patient, provider, feedback, bodyComposition } = reportPanelWords
      let studyID = ''
      let startsAt = 0
      let member = {} as Member
      const study = () => studyNow(clinic.office, studyID)
      const open = async (who: Colleague): Promise<void> => {
        await enter(page(), who)
        await goTo(`/admin/study/${studyID}`)
        await expect(sectionOf(page(), 'Study Details')).toBeVisible()
        await openFoldedPanels(page())
      }
      const work = async (who: Colleague, task: WorklistTask, place: string): Promise<void> => {
        await enter(page(), who)
        await openFromWorklist(page(), member, { task, place })
      }
      const mailArrives = (subject: RegExp) =>
        expect.poll(() => mailsTo(clinic, member.email, subject).length, { timeout: 60_000 }).toBe(1)

      await test.step('the desk books a temporary hold with the safety questions, and the member pays in cash', async () => {
        await enter(page(), reception)
        await goTo('/admin/booking')
        await bookOnTheScreen(page(), see)
        const [held] = await studiesOf(clinic.office, 'ca-bc-1')
        studyID = held?.studyID ?? ''
        startsAt = Date.parse(held?.booking?.utcStart ?? '')
        member = await findMember(clinic, held?.patientID ?? '')
        await goTo(`/admin/study/${studyID}`)
        await expect(badgeOf(page(), 'Temporary Hold')).toContainText('Completed')
        completed.add('temporaryHold')
        await see('life-03-temporary-hold')
        await payInCash(page(), see)
        await goTo(`/admin/study/${studyID}`)
        await expect(badgeOf(page(), 'Temporary Hold')).toContainText('No hold')
        await openFoldedPanels(page())
        await expect(badgeOf(page(), 'Payment')).toContainText('Completed')
        await see('life-05-paid')
      })
      await test.step('the confirmation with its calendar file arrives in the mail server', async () => {
        // The consent request may be sent before the confirmation.
        const confirmations = () =>
          mailsTo(clinic, member.email, /./).filter(({ raw }) => raw.includes('text/calendar'))
        await expect.poll(() => confirmations().length, { timeout: 60_000 }).toBe(1)
      })
      await test.step('a text message arrives at the gateway', async () => {
        await expect.poll(() => clinic.texts.received.length, { timeout: 60_000 }).toBeGreaterThan(0)
        const [text] = clinic.texts.received
        expect(text).toMatchObject({ to: '+16045550142', from: '+16045550100' })
        expect(text?.text).not.toContain(member.lastname)
      })
      await test.step('the papers arrive, and the nurse practitioner reviews the history, prescribes and books the consult', async () => {
        await act(page(), history.title, history.requestAct.label, history.requestAct.undoLabel)
        await expect.poll(async () => (await study()).status.reminderMedicalHistoryEmailSent).toBe(true)
        await act(page(), history.title, history.receivedAct.label, history.receivedAct.undoLabel)
        await act(page(), 'Study Details', 'Mark consent signed', 'Undo consent signed')
        await act(page(), 'Study Details', 'Mark research consent', 'Undo research consent')
        await act(page(), 'Study Details', 'Mark appropriateness review received', 'Undo appropriateness review')
        await leave(page())
        await work(practitioner, 'review-history', history.title)
        await act(page(), history.title, history.reviewedAct.label, history.reviewedAct.undoLabel)
        await prepareSedative(page())
        await see('life-06-sedative')
        await bookConsult(page(), { clinic, member, startsAt: startsAt + 4 * day }, see)
        await leave(page())
      })
      await test.step('the reminder is sent automatically two days before the appointment', async () => {
        await waitUntil(startsAt - 1.5 * day)
        await mailArrives(/^Reminder/)
        await open(reception)
        await expect(badgeOf(page(), 'Reminded')).toContainText('Completed', { timeout: 60_000 })
        await see('life-08-reminded')
        await leave(page())
      })
      await test.step('the desk prepares the visit, checks the member in and marks the scan', async () => {
        await waitUntil(startsAt + 60_000)
        await open(reception)
        await checkIn(page())
        const sedative = sectionOf(page(), visitPanelWords.sedative.title)
        await actionButton(sedative, visitPanelWords.sedativeTaken.taken).press('Enter')
        await expect(badgeOf(page(), 'Sedative')).toContainText('Taken')
        await act(page(), 'Scan', visitPanelWords.scan.label, visitPanelWords.scan.undoLabel)
        await expect(badgeOf(page(), 'Imaging')).toContainText('Completed')
        await see('life-09-scanned')
        await leave(page())
      })
      await test.step('the radiologist reads the images', async () => {
        await waitUntil(startsAt + day)
        await work(radiologist, 'read', radiology.title)
        await act(page(), radiology.title, radiology.readAct.label, radiology.readAct.undoLabel)
        await see('life-10-read')
        await leave(page())
      })
      await test.step('the report arrives over MLLP and becomes a draft', async () => {
        const dob = member.dob.replaceAll('-', '')
        const person = `${member.patientID}^^^ATRIUM||${member.lastname}^${member.firstname}||${dob}|F`
        expect(await clinic.sendResult(oru(studyID, person, clock.now()))).toContain('|AA|')
        await work(hi, 'publish', reportPanelWords.report.title)
        const report = page().getByRole('region', { name: reportWords.title })
        await expect(report).toContainText('Physician report', { timeout: 60_000 })
        await see('life-11-draft')
        await report.getByRole('button', { name: /^Publish / }).press('Enter')
        const name = `${member.firstname} ${member.lastname}`
        const question = page().getByRole('alertdialog', { name: reportWords.publish.title('Physician report') })
        await expect(question).toContainText(name)
        await expect(question.locator('canvas').first()).toBeVisible()
        await see('life-12-publish')
        await question.getByRole('button', { name: reportWords.publish.confirm(1, name) }).press('Enter')
        await expect(question).toHaveCount(0)
        await nameDoctor(page())
        await leave(page())
      })
      await test.step('report QA', async () => {
        await work(qa, 'complete-qa', radiology.title)
        await act(page(), radiology.title, radiology.qaAct.label, radiology.qaAct.undoLabel)
        await actionButton(sectionOf(page(), bodyComposition.title), bodyComposition.confirm).press('Enter')
        await expect(badgeOf(page(), 'Body Composition QC')).toContainText('Completed')
        await see('life-13-qa')
        await leave(page())
      })
      await test.step('the report is faxed to the practitioner and released to the member', async () => {
        await work(hi, 'release-to-member', patient.title)
        await faxReport(page(), see)
        await expect.poll(() => clinic.fax.jobs.length, { timeout: 60_000 }).toBe(1)
        Object.assign(clinic.fax.jobs[0] ?? {}, { state: 'completed' })
        await expect(badgeOf(page(), 'Released To Doctor')).toContainText('Completed', { timeout: 90_000 })
        await act(page(), patient.title, patient.releaseAct.label, patient.releaseAct.undoLabel)
        // The server notifies a member only if no staff member has done so yet.
        await mailArrives(/^A document is ready for you/)
        await expect(actionButton(sectionOf(page(), patient.title), patient.act.undoLabel)).toBeVisible()
        await act(page(), provider.title, provider.act.label, provider.act.undoLabel)
        await see('life-15-released')
        await leave(page())
      })
      await test.step('the consult takes place', async () => {
        await waitUntil(startsAt + 4 * day + hour)
        await work(practitioner, 'hold-consult', consultWords.title)
        const part = sectionOf(page(), consultWords.title)
        await actionButton(part, consultWords.marks.complete.label).press('Enter')
        await expect(factOf(part, consultWords.facts.booked)).toHaveText('Complete')
        await see('life-16-consult')
        await leave(page())
      })
      await test.step('the feedback is recorded, messages end when the member opts out, and every badge is complete', async () => {
        await mailArrives(/^How was your visit/)
        await open(reception)
        const part = sectionOf(page(), feedback.title)
        await actionButton(part, feedback.record).press('Enter')
        await part.getByRole('textbox', { name: feedback.text }).fill('Calm, friendly, on time.')
        await actionButton(part, feedback.save).press('Enter')
        await expect(part).toContainText('Calm, friendly, on time.')
        await see('life-17-feedback')
        await suppressMessages(page())
        const badges = toStudyBadges(await study(), { referralRequired: false })
        for (const { key, isComplete, label } of badges) {
          if (!isComplete) continue
          completed.add(key)
          await expect(badgeOf(page(), label)).toContainText('Completed')
        }
        await see('life-18-every-badge')
        expect([...completed].sort()).toEqual([...badgeKeys].sort())
        const lines = (await logOf(clinic.office, studyID)).map(({ content }) => content).join('\n')
        expect(lines).not.toContain(member.lastname)
      })
    } finally {
      await testInfo.attach('server', { body: clinic.log(), contentType: 'text/plain' })
      await shell.dispose()
      await clinic.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
)

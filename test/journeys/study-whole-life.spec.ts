import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { automaticKinds, smsKinds } from '#domain/messages/message-kinds.ts'
import { administeredMessageSettingsSchema } from '#domain/messages/message-settings.ts'
import { practitionerSchema } from '#domain/people/practitioner.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { type BadgeKey, toStudyBadges } from '#domain/study/study-badges.ts'
import { reportWords } from '#renderer/documents/report-words.ts'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { visitPanelWords } from '#renderer/study-page/panels/visit-panel-words.ts'
import { noteTestFile } from '#test/fixtures/spent.ts'
import { expect, test } from './fixtures.ts'
import { checkAxe, takePicture } from './look-closely.ts'
import { bookOwing } from './payment-desk.ts'
import { type Colleague, openProductionClinic, type ProductionClinic } from './production-clinic.ts'
import { completeAnswers, type Place, placeWithTimeLeft, saveElsewhere } from './safety-desk.ts'
import { makeShell } from './shell-process.ts'
import { badgeOf, deed, logOf, moveToday, sectionOf, studyNow } from './study-desk.ts'

/** The badges that this study's acts complete. The others are exceptions, such as a temporary hold. */
const completed: readonly BadgeKey[] = [
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
  'researchConsent',
]

const enter = async (page: Page, { email, password }: Colleague): Promise<void> => {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  const box = page.getByRole('textbox', { name: 'Password' })
  await box.fill(password)
  await box.press('Enter')
  await expect(page.getByRole('banner')).toBeVisible()
}

const leave = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Log Out' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
}

/** An ORU^R01 of a reading group about a study. */
const oru = (study: string, person: string): string =>
  [
    'MSH|^~\\&|RIS|NORTH|ATRIUM|CLINIC|20261121103000||ORU^R01|msg-1|P|2.5.1||||||UNICODE UTF-8',
    `PID|1||${person}`,
    `OBR|1|${study}|F-77|STRUCTURED^Report^L${'|'.repeat(18)}20261121103000+0000|||F`,
    'OBX|1|TX|STRUCTURED^Report^L||Whole-body MRI. Impression: no finding that needs follow-up.||||||F',
  ].join('\r')

/** Turns on every email and text message of the location, without quiet hours and delays. */
const sendEveryMessage = async ({ office }: ProductionClinic): Promise<void> => {
  const path = '/api/v1/administration/message-settings'
  const [first] = administeredMessageSettingsSchema.array().parse(await office.read(path))
  if (first === undefined) throw new Error('The server has no location')
  const { settings, version, locationID } = first
  const email = Object.fromEntries(automaticKinds.map((kind) => [kind, true]))
  const sms = Object.fromEntries(smsKinds.map((kind) => [kind, true]))
  await office.send('PATCH', `${path}/${locationID}`, {
    settings: {
      ...settings,
      email,
      sms,
      smsSender: '+16045550100',
      feedbackDays: 0,
      sendAt: '00:00',
      quietFrom: '00:00',
      quietTo: '00:00',
    },
    version,
  })
}

/** Names the clinic's practitioner as the study's primary one. */
const nameDoctor = async ({ office }: ProductionClinic, studyID: string): Promise<void> => {
  const [doctor] = practitionerSchema.array().parse(await office.read('/api/v1/practitioners?text=Hale'))
  const { version } = await studyNow(office, studyID)
  await office.send('POST', `/study/${studyID}/updateObjRoot`, {
    version,
    practitioners: {
      primary: { practitionerID: doctor?.id, locationID: null },
      referring: null,
      additional: [],
    },
  })
}

const checkIn = async (page: Page): Promise<void> => {
  await deed(sectionOf(page, 'Checkin'), visitPanelWords.checkIn.act.label).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Check in' })
  const anyway = question.getByRole('checkbox', { name: 'Check in anyway' })
  await expect(question).toBeVisible()
  if ((await anyway.count()) > 0) await anyway.press('Space')
  await question.getByRole('button', { name: /^Check in / }).press('Enter')
  await expect(question).toHaveCount(0)
  await expect(badgeOf(page, 'Checkin')).toContainText('Completed')
}

const markScanned = async (page: Page): Promise<void> => {
  await deed(sectionOf(page, 'Scan'), visitPanelWords.scan.label).press('Enter')
  const anyway = page
    .getByRole('alertdialog', { name: 'Mark as scanned?' })
    .getByRole('button', { name: /^Mark scanned anyway/ })
  await expect(anyway.or(deed(sectionOf(page, 'Scan'), visitPanelWords.scan.undoLabel))).toBeVisible()
  // The journey may run before the appointment's time.
  if ((await anyway.count()) > 0) await anyway.press('Enter')
  await expect(badgeOf(page, 'Imaging')).toContainText('Completed')
}

const faxReport = async (page: Page, see: (state: string) => Promise<void>): Promise<void> => {
  const fax = sectionOf(page, reportPanelWords.provider.title)
    .getByRole('button', { name: /^FAX: send the report/ })
    .first()
  await expect(fax).not.toHaveAttribute('aria-disabled', 'true')
  await fax.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Preview' }).locator('canvas').first()).toBeVisible()
  const shown = await dialog.getByRole('region', { name: 'Recipient information' }).innerText()
  const number = (/\b1[\d\s()-]{10,16}\d/.exec(shown)?.[0] ?? '').replace(/\D/g, '')
  const again = dialog.getByRole('textbox', { name: 'Re-enter fax number' })
  if ((await again.count()) > 0) await again.fill(number)
  await dialog.getByRole('checkbox', { name: releaseMessages.confirm }).press('Space')
  await see('life-07-fax')
  await dialog.getByRole('button', { name: /^Fax / }).press('Enter')
  await expect(dialog).toHaveCount(0)
}

const mailsTo = ({ mail }: ProductionClinic, address: string, subject: RegExp) =>
  mail.received.filter(({ to, mail: sent }) => to.includes(address) && subject.test(sent.subject ?? ''))

test('a study of a production server goes from booking to feedback, and every step completes its badge', async ({
  browser,
}, testInfo) => {
  test.setTimeout(300_000)
  noteTestFile(testInfo.file)
  const folder = mkdtempSync(join(tmpdir(), 'atrium-whole-life-'))
  const place: Place = { locationID: 'ca-bc-1', name: 'Vancouver', zone: placeWithTimeLeft().zone }
  const clinic = await openProductionClinic(folder, place.zone)
  const { office } = clinic
  const shell = await makeShell({
    kind: testInfo.project.name === 'electron' ? 'electron' : 'browser',
    dataFolder: join(folder, 'desk'),
    backOfficeUrl: clinic.url,
    viewport: { width: 1440, height: 900 },
    browser,
  })
  try {
    const reception = await clinic.hire('frontdesk', ['Noor', 'Haddad'])
    const radiologist = await clinic.hire('radiologist', ['Ines', 'Duarte'])
    const qa = await clinic.hire('report_qc', ['Rosa', 'Quinn'])
    const hi = await clinic.hire('hi', ['Max', 'Reed'])
    await sendEveryMessage(clinic)
    const owing = await bookOwing(office)
    const { member, name } = owing
    const { studyID } = owing.study

    await shell.start()
    const page = (): Page => shell.page()
    const see = async (state: string): Promise<void> => {
      await takePicture(page(), state)
      await checkAxe(page(), state)
    }
    const as = async (who: Colleague, studyID: string): Promise<void> => {
      await enter(page(), who)
      await page().evaluate((to) => window.history.pushState(null, '', to), `/admin/study/${studyID}`)
      await expect(sectionOf(page(), 'Study Details')).toBeVisible()
    }
    const act = async (section: string, label: string, undo: string): Promise<void> => {
      const part = sectionOf(page(), section)
      await deed(part, label).press('Enter')
      await expect(deed(part, undo)).toBeVisible()
    }

    await test.step('the confirmation with its calendar file arrives in the mail server', async () => {
      // The request for the medical history may leave before it.
      const confirmations = () => mailsTo(clinic, member.email, /./).filter(({ raw }) => raw.includes('text/calendar'))
      await expect.poll(() => confirmations().length, { timeout: 60_000 }).toBe(1)
    })
    await test.step('a text message arrives at the gateway', async () => {
      await expect.poll(() => clinic.texts.received.length, { timeout: 60_000 }).toBeGreaterThan(0)
      const [text] = clinic.texts.received
      expect(text).toMatchObject({ to: '+16045550142', from: '+16045550100' })
      expect(text?.text).not.toContain(member.lastname)
    })
    const today = await moveToday(office, await studyNow(office, studyID), place)
    await saveElsewhere(office, today, completeAnswers(member.gender), 0)
    await office.send('POST', `/payment/study/${studyID}`, {
      payment: { paymentType: 'cash', amount: owing.study.balance },
    })

    await test.step('the desk prepares the visit, checks the member in and marks the scan', async () => {
      await as(reception, studyID)
      const { history } = reportPanelWords
      await act('Reminder', visitPanelWords.reminder.act.label, visitPanelWords.reminder.act.undoLabel)
      await see('life-01-booked')
      await act(history.title, history.requestAct.label, history.requestAct.undoLabel)
      await act(history.title, history.receivedAct.label, history.receivedAct.undoLabel)
      await act('Study Details', 'Mark consent signed', 'Undo consent signed')
      await act('Study Details', 'Mark research consent', 'Undo research consent')
      await act('Study Details', 'Mark appropriateness review received', 'Undo appropriateness review')
      await expect(badgeOf(page(), 'Medical History')).toContainText('Completed')
      await checkIn(page())
      await markScanned(page())
      await see('life-02-scanned')
      await leave(page())
    })

    await test.step('the radiologist reads the images', async () => {
      const { radiology } = reportPanelWords
      await as(radiologist, studyID)
      await act(radiology.title, radiology.readAct.label, radiology.readAct.undoLabel)
      await see('life-03-read')
      await leave(page())
    })

    await test.step('the report arrives over MLLP and becomes a draft', async () => {
      const dob = member.dob.replaceAll('-', '')
      const person = `${member.patientID}^^^ATRIUM||${member.lastname}^${member.firstname}||${dob}|F`
      expect(await clinic.sendResult(oru(studyID, person))).toContain('|AA|')
      await as(hi, studyID)
      const report = page().getByRole('region', { name: reportWords.title })
      await expect(report).toContainText('Physician report', { timeout: 60_000 })
      await see('life-04-draft')
      await report.getByRole('button', { name: /^Publish / }).press('Enter')
      const question = page().getByRole('alertdialog', { name: reportWords.publish.title('Physician report') })
      await expect(question).toContainText(name)
      await expect(question.locator('canvas').first()).toBeVisible()
      await see('life-05-publish')
      await question.getByRole('button', { name: reportWords.publish.confirm(1, name) }).press('Enter')
      await expect(question).toHaveCount(0)
      await leave(page())
    })

    await test.step('report QA', async () => {
      const { radiology } = reportPanelWords
      await as(qa, studyID)
      await act(radiology.title, radiology.qaAct.label, radiology.qaAct.undoLabel)
      await see('life-06-qa')
      await leave(page())
    })

    await test.step('the report is faxed to the practitioner and released to the member', async () => {
      await nameDoctor(clinic, studyID)
      await as(hi, studyID)
      await faxReport(page(), see)
      await expect.poll(() => clinic.fax.jobs.length, { timeout: 60_000 }).toBe(1)
      Object.assign(clinic.fax.jobs[0] ?? {}, { state: 'completed' })
      await expect(badgeOf(page(), 'Released To Doctor')).toContainText('Completed', { timeout: 90_000 })
      const { patient, provider } = reportPanelWords
      await act(patient.title, patient.releaseAct.label, patient.releaseAct.undoLabel)
      // The server informs only a member whom no colleague has notified yet.
      await expect
        .poll(() => mailsTo(clinic, member.email, /^A document is ready for you/).length, { timeout: 60_000 })
        .toBe(1)
      await expect(deed(sectionOf(page(), patient.title), patient.act.undoLabel)).toBeVisible()
      await act(provider.title, provider.act.label, provider.act.undoLabel)
      await see('life-08-released')
    })

    await test.step('the feedback is recorded, and every badge has its time', async () => {
      await expect.poll(() => mailsTo(clinic, member.email, /^How was your visit/).length, { timeout: 60_000 }).toBe(1)
      const { feedback } = reportPanelWords
      const part = sectionOf(page(), feedback.title)
      await deed(part, feedback.record).press('Enter')
      await part.getByRole('textbox', { name: feedback.text }).fill('Calm, friendly, on time.')
      await deed(part, feedback.save).press('Enter')
      await expect(part).toContainText('Calm, friendly, on time.')
      await see('life-09-feedback')
      const study = await studyNow(office, studyID)
      const badges = toStudyBadges(study, { referralRequired: false })
      expect(badges.filter(({ isComplete }) => isComplete).map(({ key }) => key)).toEqual(
        expect.arrayContaining([...completed]),
      )
      expect(badges.filter(({ isComplete, isNeeded }) => isNeeded && !isComplete).map(({ key }) => key)).toEqual([])
      const lines = (await logOf(office, studyID)).map(({ content }) => content).join('\n')
      expect(lines).not.toContain(member.lastname)
    })
  } finally {
    await testInfo.attach('server', { body: clinic.log(), contentType: 'text/plain' })
    await shell.dispose()
    await clinic.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
})

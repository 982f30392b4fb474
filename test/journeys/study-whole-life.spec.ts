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
import { noteTestFile } from '#test/fixtures/spent.ts'
import { expect, test } from './fixtures.ts'
import { checkAxe, takePicture } from './look-closely.ts'
import { createMovedClock } from './moved-clock.ts'
import { studiesOf } from './office.ts'
import { type Colleague, openProductionClinic, type ProductionClinic } from './production-clinic.ts'
import { vancouver } from './safety-desk.ts'
import { makeShell } from './shell-process.ts'
import { badgeOf, deed, factOf, logOf, sectionOf, studyNow } from './study-desk.ts'
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

/** An ORU^R01 of a reading group about a study, written at `time`. */
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

/** The member that the desk created, as the change feed has them. */
const findMember = async ({ office }: ProductionClinic, patientID: string): Promise<Member> => {
  const changes = await office.changesOf('ca-bc-1')
  const found = changes.findLast((change) => change.kind === 'member' && change.id === patientID)
  if (found?.kind !== 'member' || found.value === null) throw new Error('The member is unknown')
  return found.value
}

// The journey moves the clock of all its programs, which the stand-in for Electron cannot.
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
      }
      const work = async (who: Colleague, task: WorklistTask, place: string): Promise<void> => {
        await enter(page(), who)
        await openFromWorklist(page(), member, { task, place })
      }
      const mailArrives = (subject: RegExp) =>
        expect.poll(() => mailsTo(clinic, member.email, subject).length, { timeout: 60_000 }).toBe(1)

    `OBR|1|${study}|F-77|STRUCTURED^Report^L${'|'.repeat(18)}${stamp}+0000|||F`,
    'OBX|1|TX|STRUCTURED^Report^L||Body composition. Impression: no finding that needs follow-up.||||||F',

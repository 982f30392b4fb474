import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StudyAct } from '#domain/study/study-acts.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Worklist } from '#domain/worklists/worklist.ts'
import { twoPages } from '#test/fixtures/pdf/pdf-kinds.ts'
import { writeRawPdf } from '#test/fixtures/pdf/raw-pdf.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings, locationID } from './desk-work.ts'

/** The contract of the worklists that screens rely on. */
export const describeWorklistsDesk = (name: string, start: StartDesks): void => {
  describe(`the worklist service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let radiologist: Desk
    let nurse: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      radiologist = desks.otherDesk
      nurse = await desks.openDesk()
      await desk.signIn('frontdesk')
      await radiologist.signIn('radiologist')
      await nurse.signIn('np')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 7, { firstname: 'Ylva', lastname: 'Strand' })
    const mark = (studyID: StudyID, act: StudyAct, more: object = {}, app = desk) =>
      app.get('study', 'mark', { studyID, act, value: true, idempotencyKey: randomUUID(), ...more })
    /** A study whose images are not read. It is urgent, so that it is among the first rows. */
    const scanned = async (): Promise<StudyID> => {
      const { studyID } = await booked()
      await mark(studyID, 'urgent')
      await mark(studyID, 'checkin')
      await mark(studyID, 'scanned', { confirmed: ['early', 'unpaid', 'no-consent'] })
      return studyID
    }
    const input = (list: Worklist, more: object = {}) => ({
      list,
      locationID,
      assigned: 'all' as const,
      lateOnly: false,
      rows: 300,
      ...more,
    })
    const rowsOf = async (studyID: StudyID, list: Worklist = 'reading', app = radiologist, more: object = {}) =>
      (await app.get('worklists', 'read', input(list, more))).rows.filter((row) => row.studyID === studyID)
    const reading = async () => (await radiologist.get('worklists', 'count', {})).lists[0]

    it('shows a scan with its member until it is read, and counts it', async () => {
      const before = await reading()
      const studyID = await scanned()
      const [row] = await rowsOf(studyID)
      expect(row).toMatchObject({ task: 'read', locationID, isUrgent: true, isLate: false, assignedTo: null })
      expect(row?.member).toContain('Ylva')
      expect(row?.dob).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(await reading()).toMatchObject({ list: 'reading', total: (before?.total ?? 0) + 1 })
      await mark(studyID, 'read', {}, radiologist)
      expect(await rowsOf(studyID)).toEqual([])
      expect(await reading()).toEqual(before)
    })

    it('finds the scans of the radiologist, and unassigned scans', async () => {
      const studyID = await scanned()
      const session = await radiologist.get('session', 'current', {})
      const to = session.kind === 'signed-out' ? '' : session.user.user_id
      expect(await rowsOf(studyID, 'reading', radiologist, { assigned: 'unassigned' })).toHaveLength(1)
      expect(await rowsOf(studyID, 'reading', radiologist, { assigned: 'mine' })).toEqual([])
      await radiologist.get('study', 'assignStudy', { studyID, to, from: null })
      expect(await rowsOf(studyID, 'reading', radiologist, { assigned: 'mine' })).toMatchObject([{ assignedToID: to }])
      expect(await rowsOf(studyID, 'reading', radiologist, { assigned: 'unassigned' })).toEqual([])
    })

    it('filters by member, work, lateness and the day of the scan', async () => {
      const studyID = await scanned()
      const shown = async (more: object): Promise<number> =>
        (await rowsOf(studyID, 'reading', radiologist, { assigned: 'all', ...more })).length
      expect(await shown({ member: 'strand YLV', task: 'read', scanFrom: '2000-01-01', scanTo: '2999-12-31' })).toBe(1)
      expect(await shown({ member: 'strand other' })).toBe(0)
      expect(await shown({ task: 'publish' })).toBe(0)
      expect(await shown({ lateOnly: true })).toBe(0)
      expect(await shown({ scanTo: '2000-01-01' })).toBe(0)
      expect(await shown({ scanFrom: '2999-12-31' })).toBe(0)
    })

    it('shows a requested consult to the nurse practitioner', async () => {
      const { studyID } = await booked()
      await desk.get('study', 'markConsult', { studyID, act: 'request', idempotencyKey: randomUUID() })
      expect(await rowsOf(studyID, 'nurse-practitioner', nurse)).toContainEqual(
        expect.objectContaining({ task: 'book-consult', isLate: false }),
      )
    })

    it('shows a report that arrives after the first publication until that report is published', async () => {
      const studyID = await scanned()
      const hi = await desks.openDesk()
      await hi.signIn('hi')
      const publishing = async () =>
        (await rowsOf(studyID, 'health-information', hi))
          .filter(({ task }) => task.startsWith('publish'))
          .map(({ task, draftAt }) => [task, draftAt !== null])
      const upload = () =>
        hi.get('documents', 'uploadReport', {
          studyID,
          kind: 'structured',
          idempotencyKey: randomUUID(),
          dataUrl: `data:application/pdf;base64,${Buffer.from(writeRawPdf(twoPages)).toString('base64')}`,
        })
      const { member } = await hi.get('documents', 'list', { studyID })
      const { firstname, lastname, dob, gender: sex } = member
      const publish = (reportID: string, version: number) =>
        hi.get('documents', 'publishReport', {
          ...{ studyID, reportID, version, idempotencyKey: randomUUID() },
          memberDetails: { firstname, lastname, dob, sex },
        })
      await mark(studyID, 'read', {}, radiologist)
      expect(await publishing()).toEqual([['publish', false]])
      const first = await upload()
      expect(await publishing()).toEqual([['publish', true]])
      await publish(first.reportID, 1)
      expect(await publishing()).toEqual([])
      const corrected = await upload()
      expect(await publishing()).toEqual([['publish-draft', true]])
      await publish(corrected.reportID, 2)
      expect(await publishing()).toEqual([])
    })

    it('refuses a list of another role, and refuses every list to the front desk', async () => {
      const refusals = [
        await radiologist.ask('worklists', 'read', input('sales')),
        await nurse.ask('worklists', 'read', input('reading')),
        await desk.ask('worklists', 'read', input('reading')),
        await desk.ask('worklists', 'count', {}),
      ]
      expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'insufficient-permissions'))
    })

    it('refuses more rows than the limit, an unknown list, and an invalid filter', async () => {
      for (const wrong of [
        { task: 'lunch' },
        { scanFrom: '2026-02-30' },
        { member: 'a'.repeat(101) },
        { lateOnly: 1 },
      ]) {
        expect(codeOf(await radiologist.ask('worklists', 'read', input('reading', wrong)))).toBe('invalid-input')
      }
      expect(codeOf(await radiologist.ask('worklists', 'read', input('reading', { rows: 301 })))).toBe('invalid-input')
      expect(codeOf(await radiologist.ask('worklists', 'read', input('lunch' as Worklist)))).toBe('invalid-input')
    })

    it('needs the back office', async () => {
      await desks.setLine(false)
      try {
        expect(codeOf(await radiologist.ask('worklists', 'read', input('reading')))).toBe('offline')
        expect(codeOf(await radiologist.ask('worklists', 'count', {}))).toBe('offline')
      } finally {
        await desks.setLine(true)
      }
    })
  })
}

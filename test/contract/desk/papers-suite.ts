import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PrintItem } from '#contract/printing/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { defaultPrintSettings, printKinds } from '#domain/printing/printing.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings, locationID } from './desk-work.ts'

const date = toWallTime(toInstant(Date.now()), 'America/Vancouver' as never).date

/** The contract that screens rely on for printing and saving papers. */
export const describePapersDesk = (name: string, start: StartDesks): void => {
  describe(`the paper service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    /** A separate workstation, because the settings of printers and folders belong to a workstation. */
    let desk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = await desks.openDesk()
      await desk.signIn('admin')
      await desk.get('jobs', 'pause', { kind: 'print', isPaused: true })
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 10)
    const cashUp: PrintItem = { kind: 'cash-up', locationID, date }
    const print = (item: PrintItem, idempotencyKey: string = randomUUID()) =>
      desk.ask('printing', 'print', { item, copies: null, idempotencyKey })
    const save = (item: PrintItem) => desk.ask('downloads', 'save', { item })
    const answered = async () => await booked({ safetyAnswers: nothingToReport })
    const choose = (printer: string | null) =>
      desk.get('printing', 'saveSettings', { kind: 'cash-up', settings: { ...defaultPrintSettings, printer } })

    it('lists the printers, and stores the print settings of one kind of printout', async () => {
      const view = await desk.get('printing', 'read', {})
      expect(view).toMatchObject({ problem: null, printers: [{ name: 'front-desk', isDefault: true }] })
      expect(view.settings).toEqual(Object.fromEntries(printKinds.map((kind) => [kind, defaultPrintSettings])))
      const chosen = { ...defaultPrintSettings, printer: 'front-desk', copies: 2 }
      const saved = await desk.get('printing', 'saveSettings', { kind: 'report', settings: chosen })
      expect(saved.settings).toEqual({ ...view.settings, report: chosen })
      expect(await desk.get('printing', 'read', {})).toEqual(saved)
      const settings = defaultPrintSettings
      expect(await desk.get('printing', 'saveSettings', { kind: 'report', settings })).toEqual(view)
    })

    it('queues a print once under its key, and names the member of the printed study', async () => {
      const key = randomUUID()
      const day = await desk.get('printing', 'print', { item: cashUp, copies: null, idempotencyKey: key })
      expect(day).toMatchObject({
        jobID: key,
        kind: 'print',
        state: 'queued',
        title: `Cash-up of ${formatDate(date)}`,
        member: null,
        studyID: null,
        locationID,
        recipient: 'Front desk',
        handOverInMs: null,
        isOwn: true,
      })
      expect(await print(cashUp, key)).toMatchObject({ value: { jobID: key } })
      const { jobs } = await desk.get('jobs', 'list', {})
      expect(jobs.filter(({ jobID }) => jobID === key)).toHaveLength(1)
      const { studyID } = await answered()
      expect(await print({ kind: 'safety-form', studyID })).toMatchObject({
        value: { title: 'Safety questions', studyID, member: { name: 'Ingrid Solheim', dob: '1971-06-30' } },
      })
    })

    it('prints the day sheet of a location, which names no single member, on the printer for forms', async () => {
      const item: PrintItem = { kind: 'day-sheet', locationID, date }
      expect(await print(item)).toMatchObject({
        value: { kind: 'print', title: `Day sheet of ${formatDate(date)}`, member: null, studyID: null, locationID },
      })
      expect(codeOf(await print({ ...item, locationID: 'xx-yy-9' as never }))).toBe('not-found')
    })

    it('refuses a printer that no longer exists', async () => {
      await choose('gone')
      try {
        expect(codeOf(await print(cashUp))).toBe('printer-not-found')
      } finally {
        await choose(null)
      }
      expect(codeOf(await desk.ask('printing', 'printTestPage', { printer: 'gone' }))).toBe('printer-not-found')
    })

    it('returns a paper as bytes for the window, or saves it in the chosen folder under an unused name', async () => {
      expect(await desk.get('downloads', 'read', {})).toEqual({ folder: null, canChoose: false })
      expect(codeOf(await desk.ask('downloads', 'chooseFolder', {}))).toBe('not-found')
      const fileName = `cash-up-${locationID}-${date}.pdf`
      const bytes = await save(cashUp)
      if (!bytes.ok || bytes.value.kind !== 'file') throw new Error(JSON.stringify(bytes))
      const { file } = bytes.value
      expect(file).toMatchObject({ fileName, contentType: 'application/pdf' })
      expect(atob(file.base64.slice(0, 8))).toMatch(/^%PDF-/)
      const folder = mkdtempSync(join(tmpdir(), 'atrium-downloads-'))
      expect(await desk.get('downloads', 'setFolder', { folder })).toEqual({ folder, canChoose: false })
      expect(await save(cashUp)).toEqual({ ok: true, value: { kind: 'saved', fileName, folder } })
      const again = await desk.get('downloads', 'save', { item: cashUp })
      expect(again).toMatchObject({ kind: 'saved', fileName: expect.stringMatching(/^cash-up-.*\.pdf$/), folder })
      if (again.kind === 'saved') expect(again.fileName).not.toBe(fileName)
      const { studyID } = await answered()
      expect(await save({ kind: 'safety-form', studyID })).toMatchObject({
        value: { fileName: `${studyID} safety questions.pdf` },
      })
      expect(await desk.get('downloads', 'setFolder', { folder: null })).toEqual({ folder: null, canChoose: false })
    })

    it('refuses the cash-up to the front desk, and refuses a paper of an unknown study', async () => {
      await desk.signIn('frontdesk')
      try {
        const refusals = [await print(cashUp), await save(cashUp)]
        expect(refusals.map(codeOf)).toEqual(['insufficient-permissions', 'insufficient-permissions'])
      } finally {
        await desk.signIn('admin')
      }
      const none = { kind: 'study', studyID: 's-none-1' as never, item: { kind: 'paper', paper: 'consent' } } as const
      expect([await print(none), await save(none)].map(codeOf)).toEqual(['not-found', 'not-found'])
    })

    it('draws no cash-up without the back office', async () => {
      await desks.setLine(false)
      try {
        expect([await print(cashUp), await save(cashUp)].map(codeOf)).toEqual(['offline', 'offline'])
      } finally {
        await desks.setLine(true)
      }
    })
  })
}

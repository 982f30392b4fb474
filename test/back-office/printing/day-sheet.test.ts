import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawOnPaper } from '#back-office/printing/paper-maker.ts'
import { frontDeskNoteMaxLength } from '#domain/study/front-desk-note.ts'
import { addMinutes } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { pageSizes } from '#domain/values/page-size.ts'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { aTime, createConsultActs } from '#test/contract/consult-clinic.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'
import { aDaySheet, daySheetRow, letterhead } from './sample-papers.ts'

const longNote = `${'a walker, an interpreter, '.repeat(6).slice(0, 151)} elevator`

describe('the day sheet on paper', { timeout: 60_000 }, () => {
  it.each(pageSizes)('has one page for each machine of an ordinary day on %s', async (pageSize) => {
    // An ordinary day of a machine has 12 appointments: 12 hours, an hour each.
    const rows = Array.from({ length: 12 }, (_, place) => daySheetRow(place + 1))
    const machine = (name: string) => ({ name, rows })
    expect(longNote).toHaveLength(frontDeskNoteMaxLength)
    const cedar = { name: 'Cedar', rows: rows.map((each, place) => (place === 0 ? { ...each, note: longNote } : each)) }
    const { bytes, pages } = await drawOnPaper(
      aDaySheet({ machines: [cedar, machine('Maple'), machine('Oak')], letterhead: { ...letterhead, pageSize } }),
    )
    expect(pages).toBe(3)
    const { text } = await readPdf(bytes)
    for (const part of [
      'Day sheet',
      'Cedar: 12 appointments',
      'Oak',
      'born 03 Feb 1980',
      'No consent',
      'walker',
      'elevator',
    ]) {
      expect(text).toContain(part)
    }
  })
})

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`the day sheet on ${engine.kind}`, { timeout: 120_000 }, () => {
    let office: RunningBackOffice
    let desk: ReturnType<typeof createConsultActs>
    beforeAll(async () => {
      office = await runBackOffice(engine)
      desk = createConsultActs(office)
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })

    it('has the booked studies of the day, and the audit log names each member on it', async () => {
      const time = aTime(office)
      const studyId = await desk.newStudy(time)
      const { booking, patientID } = (await desk.ask('readStudy', { params: { studyId } })).body
      const date = todayAt(booking.utcStart, booking.timezone)
      const read = (on: string, who: 'frontdesk' | 'oneLocation' = 'frontdesk', locationID: string = clinic.home) =>
        desk.ask('readDaySheet', { params: { locationID }, query: { date: on } }, who)
      const { body } = await read(date)
      expect(body.fileName).toBe(`day-sheet-${clinic.home}-${date}.pdf`)
      expect((await readPdf(Buffer.from(body.base64, 'base64'))).text).toMatch(/: \d+ appointment/)
      const rows = await office.db
        .selectFrom('audit')
        .selectAll()
        .where('action', 'like', 'booking.day-sheet-read%')
        .execute()
      expect(rows.some((row) => row.member_id === patientID)).toBe(true)
      const empty = await read(todayAt(addMinutes(booking.utcStart, 60 * 24 * 400), booking.timezone))
      expect((await readPdf(Buffer.from(empty.body.base64, 'base64'))).text).toContain('No appointments on this day.')
      expect((await read(date, 'oneLocation', clinic.elsewhere)).status).toBe(403)
      expect((await read('yesterday')).status).toBe(400)
    })
  })
}

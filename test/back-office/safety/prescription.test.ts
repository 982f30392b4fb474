import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noSedative, type SedativeStatus } from '#domain/study/sedative.ts'
import type { AccountName } from '#test/builders/back-office.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { aTime, createConsultActs } from '#test/contract/consult-clinic.ts'
import { refusalOf } from '#test/contract/money-clinic.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'

const prescription = {
  prescriber: 'Kit Lowell, nurse practitioner 1234',
  medicine: 'Demosedan 1 mg tablets',
  directions: 'One tablet 45 minutes before the scan',
  quantity: 'Two tablets, no repeats',
}

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(
    `the prescription of a sedative on ${engine.kind}`,
    { timeout: 60_000 },
    () => {
      let office: RunningBackOffice
      let desk: ReturnType<typeof createConsultActs>
      let studyId: string
      const newStudy = (status: SedativeStatus) =>
        desk.newStudy({ ...aTime(office), sedative: JSON.stringify({ ...noSedative, status }) })
      beforeAll(async () => {
        office = await runBackOffice(engine)
        desk = createConsultActs(office)
      })
      beforeEach(async () => {
        studyId = await newStudy('pending')
      })
      afterAll(async () => {
        await office.stop()
        expect(office.errors).toEqual([])
      })

      const record = (body: object = {}, who: AccountName = 'np') =>
        desk.ask('recordPrescription', { params: { studyId }, body: { prescription, ...body } }, who)
      const setStatus = (sedative: SedativeStatus) =>
        desk.ask('updatePrescriptionStatus', { params: { studyId }, body: { sedative } })
      const lines = async (): Promise<string[]> => {
        const { body } = await desk.ask('readLog', { params: { studyId } })
        return body.map((line: { content: string; by: string }) => `${line.content} (${line.by})`)
      }
      const paper = async (): Promise<string> => {
        const { body } = await desk.ask('readPrescription', { params: { studyId } })
        return (await readPdf(Buffer.from(body.base64, 'base64'))).text
      }

      it('is recorded with its person and time, prescribes the sedative, and is printed with medicine and prescriber', async () => {
        expect(await paper()).toContain('No medicine is recorded here.')
        const { status, body } = await record()
        expect(status).toBe(200)
        expect(body.sedative).toMatchObject({
          status: 'prescribed',
          prescribedDate: expect.any(String),
          prescription: { ...prescription, recordedBy: 'Robin np', recordedAt: expect.any(String) },
        })
        const text = await paper()
        for (const part of [...Object.values(prescription).map((part) => part.split(',')[0]), 'Ana Silva'])
          expect(text).toContain(part)
        expect(text).not.toContain('No medicine is recorded here.')
        expect(await lines()).toEqual(['Prescription recorded (Robin np)'])
      })

      it('can be corrected until the pharmacy has it, and the log names no medicine', async () => {
        const first = await record()
        const corrected = { ...prescription, quantity: 'One tablet' }
        expect(refusalOf(await record({ prescription: corrected, version: 0 }))).toEqual([409, 'stale'])
        const second = await record({ prescription: corrected, version: first.body.version }, 'hi')
        expect(second.body.sedative.prescription).toMatchObject({ quantity: 'One tablet', recordedBy: 'Robin hi' })
        // Recording the same prescription again changes nothing, even with a stale version.
        expect((await record({ prescription: corrected, version: 0 })).body.version).toBe(second.body.version)
        expect(await lines()).toEqual(['Prescription recorded (Robin np)', 'Prescription corrected (Robin hi)'])
        await setStatus('sent')
        expect(refusalOf(await record())).toEqual([409, 'act-not-allowed'])
        await setStatus('pending')
        const { body } = await desk.ask('readStudy', { params: { studyId } })
        expect(body.sedative.prescription).toBeNull()
      })

      it('is refused for roles that do not prescribe, without a request, and for a cancelled study', async () => {
        for (const who of ['frontdesk', 'sales', 'reportQC'] as const)
          expect(refusalOf(await record({}, who))).toEqual([403, 'insufficient-permissions'])
        studyId = await newStudy('not requested')
        expect(refusalOf(await record())).toEqual([409, 'act-not-allowed'])
        studyId = await desk.newStudy({ cancelled: 1, sedative: JSON.stringify({ ...noSedative, status: 'pending' }) })
        expect(refusalOf(await record())).toEqual([409, 'already-cancelled'])
        expect(await lines()).toEqual([])
      })

      it.each([
        ['an empty medicine', { ...prescription, medicine: '  ' }],
        ['control characters', { ...prescription, directions: 'a\u0007b' }],
        ['121 characters of quantity', { ...prescription, quantity: 'x'.repeat(121) }],
      ])('is refused with %s as invalid', async (_what, wrong) => {
        expect((await record({ prescription: wrong })).status).toBe(400)
        expect(await lines()).toEqual([])
      })
    },
  )
}

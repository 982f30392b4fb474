import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountName } from '#test/builders/back-office.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { aTime, createConsultActs } from '#test/contract/consult-clinic.ts'
import { refusalOf } from '#test/contract/money-clinic.ts'

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`writeFrontDeskNote on ${engine.kind}`, { timeout: 60_000 }, () => {
    let office: RunningBackOffice
    let desk: ReturnType<typeof createConsultActs>
    let studyId: string
    beforeAll(async () => {
      office = await runBackOffice(engine)
      desk = createConsultActs(office)
    })
    beforeEach(async () => {
      studyId = await desk.newStudy({ ...aTime(office) })
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })
    const write = (note: string, from = '', who: AccountName = 'frontdesk') =>
      desk.ask('writeFrontDeskNote', { params: { studyId }, body: { note, from } }, who)
    const lines = async (): Promise<string[]> => {
      const { body } = await desk.ask('readLog', { params: { studyId } })
      return body.map((line: { content: string; by: string }) => `${line.content} (${line.by})`)
    }

    it('writes and removes a note, and logs the change without the text of the note', async () => {
      expect((await write('  Arrives with a walker ')).body.details.frontDeskNote).toBe('Arrives with a walker')
      const { version } = (await write('Arrives with a walker', 'anything', 'np')).body
      const removed = await write('', 'Arrives with a walker', 'np')
      expect(removed.body).toMatchObject({ version: version + 1, details: { frontDeskNote: '' } })
      expect(await lines()).toEqual(['Front-desk note changed (Robin frontdesk)', 'Front-desk note removed (Robin np)'])
    })

    it('refuses to overwrite a note that the writer did not see, but ignores unrelated changes', async () => {
      await write('Interpreter')
      expect(refusalOf(await write('Walker'))).toMatchObject([409, 'stale'])
      const mark = { params: { studyId }, body: { urgent: true } }
      expect((await desk.ask('updateStudyStatus', mark)).status).toBe(200)
      expect((await write('Interpreter, walker', 'Interpreter')).status).toBe(200)
    })

    it('accepts only one of two notes that are written at the same time', async () => {
      const replies = await Promise.all([write('One'), write('Two', '', 'np')])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(await lines()).toHaveLength(1)
    })

    it('refuses a note of a cancelled appointment, several lines, and a note that is too long', async () => {
      expect((await write('a\nb')).status).toBe(400)
      expect((await write('x'.repeat(161))).status).toBe(400)
      studyId = await desk.newStudy({ ...aTime(office), status: JSON.stringify({ cancelled: true }) })
      expect(refusalOf(await write('Walker'))).toEqual([409, 'act-not-allowed'])
    })
  })
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historyPageSize } from '#domain/release/practitioner-history.ts'
import { type Answer, clinic, findEngines } from '../../builders/back-office.ts'
import { createScriptedCarrier, createScriptedWorkshop, openReleaseDesk, type ReleaseDesk } from './release-desk.ts'

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`the record of sends on ${engine.kind}`, () => {
    let desk: ReleaseDesk
    const carrier = createScriptedCarrier()
    beforeAll(async () => {
      desk = await openReleaseDesk(engine, { fax: carrier, pdf: createScriptedWorkshop() })
    })
    afterAll(() => desk.office.stop())

    const report = async (studyId: string, deliveryID: string): Promise<Answer> =>
      desk.office.call('readTransmissionReport', { params: { studyId, deliveryID } } as never, {
        token: await desk.office.signIn('sales'),
      })
    const stepsOf = async (deliveryID: string) =>
      (
        await desk.office.db
          .selectFrom('delivery_step')
          .select(['state', 'sending', 'reason', 'receipt'])
          .where('delivery_id', '=', deliveryID)
          .orderBy('place')
          .execute()
      ).map(({ state, sending, reason, receipt }) => [state, sending, reason, receipt])

    it('keeps every step of a fax, and prints them as a PDF with its own audit entry', async () => {
      const study = await desk.newStudy()
      const sent = await desk.begin(study)
      carrier.next = { kind: 'refused', reason: 'The line was busy.' }
      await sent.send()
      carrier.next = { kind: 'accepted', receipt: 'r-own' }
      await sent.send()
      carrier.standing = { kind: 'delivered', pages: 2 }
      await sent.read()
      carrier.standing = { kind: 'under-way', reason: null }
      expect(await stepsOf(sent.deliveryID)).toEqual([
        ['registered', 1, null, null],
        ['sending', 1, null, null],
        ['failed', 1, 'The line was busy.', null],
        ['sending', 2, null, null],
        ['handed-over', 2, null, 'r-own'],
        ['delivered', 2, null, 'r-own'],
      ])
      const { status, body } = await report(study, sent.deliveryID)
      expect(status).toBe(200)
      expect(body.fileName).toBe(`${study} transmission report.pdf`)
      expect(Buffer.from(body.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
      const audits = await desk.office.db
        .selectFrom('audit')
        .select('study_id')
        .where('action', 'like', 'delivery.report-viewed%')
        .execute()
      expect(audits).toContainEqual({ study_id: study })
    })

    it('refuses a report about a delivery of another study', async () => {
      const sent = await desk.begin(await desk.newStudy())
      expect((await report(await desk.newStudy(), sent.deliveryID)).status).toBe(404)
    })

    const history = async (before?: string, as: 'hi' | 'oneLocation' = 'hi', practitionerID = 'p-reached') =>
      desk.office.call(
        'readPractitionerHistory',
        { params: { practitionerID }, query: before === undefined ? {} : { before } } as never,
        { token: await desk.office.signIn(as) },
      )

    it('lists the sends to a practitioner page by page, each once, with the member and an audit entry', async () => {
      const ids: string[] = []
      for (let place = 0; place < historyPageSize + 5; place += 1) {
        ids.push((await desk.begin(await desk.newStudy())).deliveryID)
      }
      const seen: string[] = []
      let next: string | undefined
      do {
        const { body } = await history(next)
        for (const send of body.sends) {
          expect(send.member).toEqual({ name: 'Ana Silva', dob: '1980-02-03' })
          expect(send.locationID).toBe(clinic.home)
          seen.push(send.delivery.deliveryID)
        }
        next = body.next ?? undefined
      } while (next !== undefined)
      expect(new Set(seen).size).toBe(seen.length)
      for (const id of ids) expect(seen).toContain(id)
      expect((await history(undefined, 'hi', 'p-none')).status).toBe(404)
      expect((await history('dl-none')).body).toEqual({ sends: [], next: null })
      const audits = await desk.office.db
        .selectFrom('audit')
        .select('member_id')
        .where('action', 'like', 'practitioner.deliveries-viewed%')
        .execute()
      expect(audits).toContainEqual({ member_id: clinic.member })
    })

    it('shows only sends of studies at the caller’s locations', async () => {
      const elsewhere = await desk.newStudy({}, { location_id: clinic.elsewhere })
      const sent = await desk.begin(elsewhere)
      const idsOf = ({ body }: Answer): string[] =>
        body.sends.map(({ delivery }: { delivery: { deliveryID: string } }) => delivery.deliveryID)
      expect(idsOf(await history())).toContain(sent.deliveryID)
      const limited = await history(undefined, 'oneLocation')
      expect(limited.status).toBe(200)
      expect(idsOf(limited)).not.toContain(sent.deliveryID)
    })
  })
}

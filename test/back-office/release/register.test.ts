import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { clinic, findEngines } from '../../builders/back-office.ts'
import {
  createScriptedCarrier,
  createScriptedWorkshop,
  details,
  email,
  fax,
  openReleaseDesk,
  type ReleaseDesk,
} from './release-desk.ts'

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`registering a delivery on ${engine.kind}`, () => {
    let desk: ReleaseDesk
    const carrier = createScriptedCarrier()
    beforeAll(async () => {
      desk = await openReleaseDesk(engine, { fax: carrier, pdf: createScriptedWorkshop() })
    })
    afterAll(() => desk.office.stop())

    it('stores sender, item and recipient, and returns a ticket that is stored nowhere', async () => {
      const study = await desk.newStudy()
      const key = desk.newKey()
      const { status, body } = await desk.register(study, {}, { key })
      expect(status).toBe(200)
      expect(body.delivery).toMatchObject({
        studyID: study,
        channel: 'fax',
        title: 'Blood test, version 1',
        recipientName: 'Dr. Mia Chen',
        address: fax,
        isEncrypted: false,
        state: 'registered',
        by: 'Robin hi',
        handedOverAt: null,
      })
      expect(body.password).toBeNull()
      const again = await desk.register(study, {}, { key })
      expect(again.body.delivery).toEqual(body.delivery)
      expect(again.body.ticket).not.toBe(body.ticket)
      for (const { ticket } of [body, again.body]) {
        const read = await desk.office.call(
          'readDelivery',
          { params: { studyId: study, deliveryID: body.delivery.deliveryID } } as never,
          { token: ticket },
        )
        expect(read.status).toBe(200)
      }
      const kept = JSON.stringify([
        await desk.office.db.selectFrom('idempotency_key').select('answer').execute(),
        await desk.office.db.selectFrom('delivery_ticket').selectAll().execute(),
      ])
      expect(kept).not.toContain(body.ticket)
      expect(kept).not.toContain(again.body.ticket)
    })

    it('locks an email with a password that a repetition returns again, and that no stored answer contains', async () => {
      const study = await desk.newStudy()
      const key = desk.newKey()
      const more = { channel: 'email', address: email, retyped: email, shouldEncryptPdf: true } as const
      const { body } = await desk.register(study, more, { key })
      expect(body.password).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
      expect(body.delivery.isEncrypted).toBe(true)
      expect((await desk.register(study, more, { key })).body.password).toBe(body.password)
      const kept = await desk.office.db.selectFrom('idempotency_key').select('answer').execute()
      expect(JSON.stringify(kept)).not.toContain(body.password)
    })

    it('sends an earlier delivery again under a new id, names the earlier one, and first asks if the earlier result is unknown', async () => {
      const study = await desk.newStudy()
      const first = await desk.begin(study)
      const again = (deliveryID: string, isUncertainAccepted = false, more: object = {}) =>
        desk.register(study, { resend: { deliveryID, isUncertainAccepted }, ...more })
      const setState = (state: 'uncertain' | 'handed-over' | 'delivered' | 'failed') =>
        desk.office.db
          .updateTable('delivery')
          .set({ state, handed_over_at: desk.office.now() })
          .where('delivery_id', '=', first.deliveryID)
          .execute()
      expect(await again(first.deliveryID)).toMatchObject({
        status: 409,
        body: { code: 'act-not-allowed', message: releaseMessages.alreadyOnItsWay },
      })
      await setState('handed-over')
      expect((await again(first.deliveryID, true)).body.message).toBe(releaseMessages.stillUnderWay)
      await setState('uncertain')
      expect((await again(first.deliveryID)).body.message).toBe(releaseMessages.resendUncertain)
      expect(await again('dl-none')).toMatchObject({ status: 404 })
      expect(await again((await desk.begin(await desk.newStudy())).deliveryID)).toMatchObject({ status: 404 })
      const other = { channel: 'email', address: email, retyped: email } as const
      expect((await again(first.deliveryID, true, other)).body).toMatchObject({
        code: 'stale',
        message: releaseMessages.resendDiffers,
      })
      const second = await again(first.deliveryID, true)
      expect(second.body.delivery).toMatchObject({ state: 'registered', resendOf: first.deliveryID })
      expect(second.body.delivery.deliveryID).not.toBe(first.deliveryID)
      // The earlier delivery, which is being sent again, does not count as in progress; the new delivery does.
      expect((await again(first.deliveryID, true)).body.message).toBe(releaseMessages.alreadyOnItsWay)
      await desk.office.db
        .updateTable('delivery')
        .set({ state: 'failed' })
        .where('delivery_id', '=', second.body.delivery.deliveryID)
        .execute()
      await setState('delivered')
      expect((await desk.register(study)).body.message).toBe(releaseMessages.alreadyOnItsWay)
      expect((await again(first.deliveryID)).status).toBe(200)
    })

    const paper = (name: 'physician-report' | 'prescription' | 'traditional-report') =>
      ({ kind: 'paper', paper: name }) as const
    it.each<[string, object, number, string, string | null]>([
      [
        'other member details',
        { memberDetails: { ...details, dob: '1980-02-04' } },
        409,
        'stale',
        releaseMessages.detailsChanged,
      ],
      [
        'a number that differs from the directory',
        { address: '16045550109', retyped: '16045550109' },
        409,
        'stale',
        releaseMessages.addressChanged,
      ],
      [
        'ten digits',
        { address: '6045550101', retyped: '6045550101' },
        400,
        'recipient-not-valid',
        releaseMessages.faxNumberNotValid,
      ],
      ['twelve digits', { address: '116045550101' }, 400, 'recipient-not-valid', releaseMessages.faxNumberNotValid],
      ['letters', { address: '1604555O101' }, 400, 'recipient-not-valid', releaseMessages.faxNumberNotValid],
      [
        'an invalid email address',
        { channel: 'email', address: 'mia at practice' },
        400,
        'recipient-not-valid',
        releaseMessages.emailNotValid,
      ],
      [
        'two addresses',
        { channel: 'email', address: `${email},x@y.example` },
        400,
        'recipient-not-valid',
        releaseMessages.emailNotValid,
      ],
      [
        'a header in the address',
        { channel: 'email', address: `${email}\r\nBcc: x@y.example` },
        400,
        'recipient-not-valid',
        null,
      ],
      [
        'an address for a disc',
        { channel: 'cd', address: 'x' },
        400,
        'recipient-not-valid',
        releaseMessages.noAddressOnMedium,
      ],
      [
        'a practitioner whom the study does not name',
        { practitionerID: 'p-other' },
        400,
        'recipient-not-valid',
        releaseMessages.practitionerNotNamed,
      ],
      ['another practice', { practiceLocationID: 'pl-2' }, 409, 'stale', releaseMessages.addressChanged],
      [
        'a new address that was typed once',
        { retyped: null },
        409,
        'recipient-unconfirmed',
        releaseMessages.newAddress,
      ],
      [
        'a new address that was typed differently',
        { retyped: '16045550102' },
        409,
        'recipient-unconfirmed',
        releaseMessages.retypedDiffers,
      ],
      ['a delivery that was not confirmed', { isConfirmed: false }, 400, 'invalid-input', null],
      ['a locked fax', { shouldEncryptPdf: true }, 400, 'invalid-input', null],
      ['an unknown document', { item: { kind: 'document', uuid: 'd-none' } }, 404, 'not-found', null],
      [
        'a document of another study',
        { item: { kind: 'document', uuid: `d-${clinic.homeStudy}` } },
        404,
        'not-found',
        null,
      ],
      [
        'a paper that may not be sent',
        { item: paper('prescription') },
        409,
        'report-missing',
        releaseMessages.notReleasable,
      ],
      [
        'a report that the study does not have',
        { item: paper('traditional-report') },
        409,
        'report-missing',
        releaseMessages.notReleasable,
      ],
    ])('refuses %s', async (_what, more, status, code, message) => {
      const answer = await desk.register(await desk.newStudy(), more)
      expect(answer).toMatchObject({ status, body: { code, ...(message !== null && { message }) } })
    })

    it('refuses an unpublished report, a missing one, a draft and an older version', async () => {
      const unpublished = await desk.register(await desk.newStudy({ published: false }))
      expect(unpublished).toMatchObject({
        status: 409,
        body: { code: 'act-not-allowed', message: releaseMessages.notPublished },
      })
      const bare = await desk.newStudy({}, {})
      await desk.office.db.updateTable('study').set({ extra: '{}' }).where('study_id', '=', bare).execute()
      const missing = await desk.register(bare, { mode: 'automated', item: undefined as never })
      expect(missing).toMatchObject({
        status: 409,
        body: { code: 'report-missing', message: studyMessages.missingReport },
      })
      const study = await desk.newStudy()
      const change = desk.office.db.updateTable('document').where('uuid', '=', `doc-${study}`)
      await change.set({ status: 'DRAFT' }).execute()
      expect(await desk.register(study)).toMatchObject({ status: 409, body: { message: releaseMessages.draft } })
      const row = await desk.office.db
        .selectFrom('document')
        .selectAll()
        .where('uuid', '=', `doc-${study}`)
        .executeTakeFirstOrThrow()
      await desk.office.db
        .insertInto('document')
        .values({ ...row, uuid: `newer-${study}`, version: 2 })
        .execute()
      expect(await desk.register(study)).toMatchObject({
        status: 409,
        body: { code: 'stale', message: releaseMessages.reportChanged },
      })
    })

    it('registers a published document that has a newer draft, until that draft is published', async () => {
      const study = await desk.newStudy()
      const { db } = desk.office
      const row = await db
        .selectFrom('document')
        .selectAll()
        .where('uuid', '=', `doc-${study}`)
        .executeTakeFirstOrThrow()
      await db
        .insertInto('document')
        .values({ ...row, uuid: `newer-${study}`, version: 2, status: 'DRAFT' })
        .execute()
      expect(await desk.register(study)).toMatchObject({
        status: 200,
        body: { delivery: { title: `${row.name}, version 1` } },
      })
      await db.updateTable('document').set({ status: 'PUBLISHED' }).where('uuid', '=', `newer-${study}`).execute()
      expect(await desk.register(study)).toMatchObject({
        status: 409,
        body: { code: 'stale', message: releaseMessages.reportChanged },
      })
    })

    it('refuses an item whose title has changed since the preview', async () => {
      const study = await desk.newStudy()
      const addendum = { kind: 'paper', paper: 'report-with-addendum' } as const
      const cases = [
        [{ item: undefined as never, mode: 'automated' }, 'Physician report, version 2', 'Physician report, version 1'],
        [{ item: addendum }, 'Report with addendum, version 2', 'Report with addendum, version 1'],
        [{}, 'Blood test, version 1', 'Blood test, version 0'],
      ] as const
      for (const [more, now, before] of cases) {
        expect(await desk.register(study, { ...more, title: before })).toMatchObject({
          status: 409,
          body: { code: 'stale', message: releaseMessages.reportChanged },
        })
        expect((await desk.register(study, { ...more, title: now })).body.delivery).toMatchObject({ title: now })
      }
      const written = desk.office.db.selectFrom('delivery').select('delivery_id').where('study_id', '=', study)
      expect(await written.execute()).toHaveLength(cases.length)
    })

    it('accepts only one of two equal deliveries, at the same time or while the first is in progress', async () => {
      const study = await desk.newStudy()
      const twice = { status: 409, body: { code: 'act-not-allowed', message: releaseMessages.alreadyOnItsWay } }
      const [one, other] = await Promise.all([desk.register(study), desk.register(study, {}, { as: 'frontdesk' })])
      expect([one.status, other.status].sort()).toEqual([200, 409])
      const taken = one.status === 200 ? one : other
      expect(taken === one ? other : one).toMatchObject(twice)
      const { deliveryID } = taken.body.delivery
      await desk.send('sendFax', study, taken.body.ticket, { deliveryID })
      expect(await desk.register(study)).toMatchObject(twice)
      // A delivery through another channel or with another item is not equal.
      const mail = { channel: 'email', address: email, retyped: email } as const
      expect((await desk.register(study, mail)).status).toBe(200)
      expect((await desk.register(study, { item: paper('physician-report') })).status).toBe(200)
      desk.office.advance(599)
      expect(await desk.register(study)).toMatchObject(twice)
      desk.office.advance(1)
      expect((await desk.register(study)).status).toBe(200)
      const set = (state: 'uncertain' | 'failed') =>
        desk.office.db
          .updateTable('delivery')
          .set({ state })
          .where('study_id', '=', study)
          .where('channel', '=', 'fax')
          .execute()
      await set('uncertain')
      expect(await desk.register(study)).toMatchObject(twice)
      await set('failed')
      expect((await desk.register(study)).status).toBe(200)
      // A delivery that stayed registered for more than an hour does not block later ones.
      desk.office.advance(30 * 86_400)
      expect((await desk.register(study)).status).toBe(200)
    })

    it('refuses a `sendFax` call without a delivery id while an equal delivery is registered', async () => {
      const study = await desk.newStudy()
      const own = { mode: 'automated', item: undefined as never } as const
      expect((await desk.register(study, own)).status).toBe(200)
      const practitioner = { practitionerID: 'p-reached', locationID: 'pl-1', faxNumber: fax }
      const sent = await desk.send('sendFax', study, await desk.office.signIn('hi'), { practitioner })
      expect(sent).toMatchObject({ status: 409, body: { message: releaseMessages.alreadyOnItsWay } })
      // A delivery of a corrected report is not equal.
      const rows = desk.office.db.updateTable('delivery').where('study_id', '=', study)
      await rows.set({ reading_version: 1 }).execute()
      expect((await desk.register(study, own)).status).toBe(200)
    })

    it('distinguishes calls for two studies under one key, even after the stored answers were deleted', async () => {
      const token = await desk.office.signIn('hi')
      const practitioner = { practitionerID: 'p-reached', locationID: 'pl-1', faxNumber: fax }
      const key = desk.newKey()
      const [study, other] = [await desk.newStudy(), await desk.newStudy()]
      const sent = await desk.send('sendFax', study, token, { practitioner }, key)
      await desk.office.db.deleteFrom('idempotency_key').execute()
      const again = await desk.send('sendFax', study, token, { practitioner }, key)
      expect(again.body.delivery.deliveryID).toBe(sent.body.delivery.deliveryID)
      await desk.office.db.deleteFrom('idempotency_key').execute()
      expect((await desk.send('sendFax', other, token, { practitioner }, key)).body.delivery.studyID).toBe(other)
    })

    it('requires no second typing of an address at which an item has arrived, and returns the time of the last use of the address', async () => {
      const study = await desk.newStudy()
      const sent = await desk.begin(study)
      await sent.send()
      expect(await desk.register(study, { retyped: null })).toMatchObject({ body: { code: 'recipient-unconfirmed' } })
      carrier.standing = { kind: 'delivered', pages: 2 }
      await sent.read()
      carrier.standing = { kind: 'under-way', reason: null }
      desk.office.advance(600)
      expect((await desk.register(study, { retyped: null })).status).toBe(200)
      const { body } = await desk.office.call('readRelease', { params: { studyId: study } } as never, {
        token: await desk.office.signIn('frontdesk'),
      })
      expect(body.deliveries.map(({ state }: { state: string }) => state).sort()).toEqual(['delivered', 'registered'])
      expect(body.usedAddresses).toEqual([{ channel: 'fax', address: fax, lastUsedAt: expect.any(String) }])
    })

    it('is refused to members and to staff of other locations', async () => {
      const study = await desk.newStudy({}, { location_id: clinic.elsewhere })
      expect((await desk.register(study, {}, { as: 'oneLocation' })).status).toBe(403)
      expect((await desk.register(study, {}, { as: 'member' })).status).toBe(403)
    })
  })
}

describe('registering in production', () => {
  it('lets only health-information staff choose the item', async () => {
    const [engine] = await findEngines()
    if (engine === undefined) throw new Error('no engine')
    const desk = await openReleaseDesk(engine, { environment: 'PRODUCTION', pdf: createScriptedWorkshop() })
    try {
      const study = await desk.newStudy()
      expect((await desk.register(study, {}, { as: 'frontdesk' })).body.code).toBe('insufficient-permissions')
      expect(
        (await desk.register(study, { mode: 'manual', item: undefined as never }, { as: 'frontdesk' })).status,
      ).toBe(403)
      const own = await desk.register(study, { mode: 'automated', item: undefined as never }, { as: 'frontdesk' })
      expect(own.body.delivery.title).toBe('Physician report, version 2')
      // A clinic's own back office has no source of reports and no fax carrier yet, and neither is simulated.
      const { deliveryID } = own.body.delivery
      const sent = await desk.send('sendFax', study, own.body.ticket, { deliveryID })
      expect(sent.body.delivery).toMatchObject({ state: 'failed', reason: studyMessages.missingReport })
      const manual = await desk.begin(study)
      const noFax =
        'No fax server is set up. Under Administration, Configuration, an administrator sees what is missing.'
      expect(await manual.send()).toMatchObject({
        status: 503,
        body: { code: 'delivery-unavailable', message: noFax },
      })
      expect(await manual.row()).toMatchObject({ state: 'registered', reason: noFax })
      const faxes = await desk.office.call('readSentFaxes', {}, { token: await desk.office.signIn('hi') })
      expect(faxes.status).toBe(404)
    } finally {
      await desk.office.stop()
    }
  })
})

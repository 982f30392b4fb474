import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noteRun } from '#back-office/kernel/server-runs-repository.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { standardMailTexts } from '#domain/settings/mail-text-words.ts'
import type { MailText } from '#domain/settings/mail-texts.ts'
import { clinic, findEngines } from '../../builders/back-office.ts'
import { type FakeMailServer, startFakeMailServer } from '../../fakes/fake-mail-server.ts'
import {
  createScriptedCarrier,
  createScriptedWorkshop,
  email,
  fax,
  openReleaseDesk,
  type ReleaseDesk,
} from './release-desk.ts'

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`sending on ${engine.kind}`, () => {
    let desk: ReleaseDesk
    let mail: FakeMailServer
    const carrier = createScriptedCarrier()
    const workshop = createScriptedWorkshop()
    beforeAll(async () => {
      mail = await startFakeMailServer()
      desk = await openReleaseDesk(engine, { fax: carrier, pdf: workshop, smtpUrl: mail.url })
    })
    beforeEach(() => {
      Object.assign(carrier, {
        isAbsenceProof: true,
        next: null,
        search: null,
        standing: { kind: 'under-way', reason: null },
        stopping: 'cancelled',
      })
      mail.behave('takes')
    })
    afterAll(async () => {
      await desk.office.stop()
      await mail.close()
    })

    it('commits the state `sending` before the carrier gets the fax, and sends the fax once', async () => {
      const sending = await desk.begin(await desk.newStudy())
      let seen = ''
      carrier.next = async () => {
        seen = (await sending.row()).state
        return { kind: 'accepted', receipt: 'r-own' }
      }
      const before = carrier.taken.length
      expect((await sending.send()).body.delivery).toMatchObject({ state: 'handed-over', pages: 2, deliveredAt: null })
      expect(seen).toBe('sending')
      expect((await sending.send()).body.delivery.state).toBe('handed-over')
      carrier.standing = { kind: 'under-way', reason: 'The line is busy.' }
      expect((await sending.read()).body.delivery).toMatchObject({ state: 'handed-over', reason: 'The line is busy.' })
      carrier.standing = { kind: 'delivered', pages: 2 }
      expect((await sending.read()).body.delivery).toMatchObject({ state: 'delivered', reason: null })
      expect((await sending.send()).body.delivery.state).toBe('delivered')
      expect(carrier.taken.length).toBe(before)
    })

    it('begins a fax with a cover sheet if its location or sender requests one, and counts that page', async () => {
      const sentPages = async (more: object): Promise<number | undefined> => {
        const sending = await desk.begin(await desk.newStudy(), more)
        const before = workshop.covers
        const { pages } = (await sending.send()).body.delivery
        expect(carrier.taken.at(-1)?.pages).toBe(pages)
        expect(workshop.covers - before).toBe(pages === 3 ? 1 : 0)
        return pages
      }
      const setLocation = async (faxCoverSheet: boolean): Promise<void> => {
        const row = await desk.office.db
          .selectFrom('location')
          .select('document')
          .where('location_id', '=', clinic.home)
          .executeTakeFirstOrThrow()
        await desk.office.db
          .updateTable('location')
          .set({ document: JSON.stringify({ ...JSON.parse(row.document), faxCoverSheet }) })
          .where('location_id', '=', clinic.home)
          .execute()
      }
      expect(await sentPages({})).toBe(2)
      expect(await sentPages({ hasCoverSheet: true })).toBe(3)
      await setLocation(true)
      expect(await sentPages({})).toBe(3)
      expect(await sentPages({ hasCoverSheet: false })).toBe(2)
      await setLocation(false)
    })

    it('sends the study’s own report if the call names no delivery, and sets Released To Doctor', async () => {
      const study = await desk.newStudy()
      const token = await desk.office.signIn('frontdesk')
      const practitioner = { practitionerID: 'p-reached', locationID: 'pl-1', faxNumber: '+1 604 555-0101' }
      const feed = async () =>
        (await desk.office.db.selectFrom('change').select('sequence').where('record_id', '=', study).execute()).length
      const before = await feed()
      const key = desk.newKey()
      const sent = await desk.send(
        'sendFax',
        study,
        token,
        { practitioner, loggedinUser: { user_id: 'u-frontdesk' } },
        key,
      )
      expect(sent.body.delivery).toMatchObject({
        state: 'handed-over',
        title: 'Physician report, version 2',
        address: fax,
      })
      expect(
        await desk.send('sendFax', study, token, { practitioner, loggedinUser: { user_id: 'u-frontdesk' } }, key),
      ).toMatchObject({
        body: { delivery: { deliveryID: sent.body.delivery.deliveryID } },
      })
      const flags = async () =>
        (await desk.office.call('readStudy', { params: { studyId: study } } as never, { token })).body.status
      // A fax that the carrier has accepted may still fail.
      expect((await flags()).releasedToDoctor).not.toBe(true)
      carrier.standing = { kind: 'delivered', pages: 2 }
      const params = { studyId: study, deliveryID: sent.body.delivery.deliveryID }
      await desk.office.call('readDelivery', { params } as never, { token })
      const status = await flags()
      expect(status).toMatchObject({ releasedToDoctor: true, releasedToDoctorBy: 'Robin frontdesk' })
      expect(status.providerReportNotification).not.toBe(true)
      expect((await desk.log(study))[0]).toBe('Physician report, version 2 faxed to Dr. Mia Chen')
      expect(await feed()).toBeGreaterThan(before)
      expect(workshop.asked.at(-1)).toMatchObject({ studyID: study, member: { lastname: 'Silva' }, encryptWith: null })
    })

    it('refuses another user, and any recipient except the registered one', async () => {
      const study = await desk.newStudy()
      const token = await desk.office.signIn('frontdesk')
      expect((await desk.send('sendFax', study, token, { loggedinUser: { user_id: 'u-hi' } })).status).toBe(403)
      const { deliveryID, ticket } = await desk.begin(study)
      const other = { practitionerID: 'p-wrong', locationID: 'pl-1' }
      expect(await desk.send('sendFax', study, ticket, { deliveryID, practitioner: other })).toMatchObject({
        status: 409,
      })
      const number = { practitionerID: 'p-reached', locationID: 'pl-1', faxNumber: '16045550102' }
      expect(await desk.send('sendFax', study, ticket, { deliveryID, practitioner: number })).toMatchObject({
        status: 409,
      })
      expect(await desk.send('sendReportEmail', study, ticket, { deliveryID })).toMatchObject({ status: 409 })
      expect(await desk.send('sendFax', study, token, { deliveryID: 'none' })).toMatchObject({ status: 404 })
    })

    it('sends nothing that changed since it was registered, and gives the reason', async () => {
      const cases: [string, (study: string) => Promise<unknown>][] = [
        [
          releaseMessages.notPublished,
          (study) => desk.office.db.updateTable('study').set({ status: '{}' }).where('study_id', '=', study).execute(),
        ],
        [
          releaseMessages.draft,
          (study) =>
            desk.office.db.updateTable('document').set({ status: 'DRAFT' }).where('study_id', '=', study).execute(),
        ],
        [
          releaseMessages.practitionerNotNamed,
          (study) => desk.office.db.updateTable('study').set({ extra: '{}' }).where('study_id', '=', study).execute(),
        ],
      ]
      const before = carrier.taken.length
      for (const [reason, change] of cases) {
        const study = await desk.newStudy()
        const sending = await desk.begin(study)
        await change(study)
        expect((await sending.send()).body.delivery).toMatchObject({ state: 'failed', reason })
      }
      expect(carrier.taken.length).toBe(before)
      workshop.refusal = 'locked'
      const refused = await desk.begin(await desk.newStudy())
      expect((await refused.send()).body.delivery.state).toBe('failed')
      workshop.refusal = null
      expect((await refused.send()).body.delivery.state).toBe('handed-over')
    })

    it('sends no paper in a newer version than the registered one', async () => {
      const before = carrier.taken.length
      for (const [name, reportType] of [
        ['physician-report', 'structured'],
        ['report-with-addendum', 'structured'],
        ['traditional-report', 'traditional'],
      ] as const) {
        const study = await desk.newStudy()
        const write = async (version: number) => {
          const rows = desk.office.db.selectFrom('study').select('extra').where('study_id', '=', study)
          const extra = JSON.parse((await rows.executeTakeFirstOrThrow()).extra ?? '{}')
          const readingPublished = [...extra.readingPublished, { reportType, version }]
          const changed = JSON.stringify({ ...extra, readingPublished })
          await desk.office.db.updateTable('study').set({ extra: changed }).where('study_id', '=', study).execute()
        }
        await write(3)
        const sending = await desk.begin(study, { item: { kind: 'paper', paper: name } })
        expect(await sending.row()).toMatchObject({ reading_version: 3, title: expect.stringMatching(/, version 3$/) })
        await write(4)
        expect((await sending.send()).body.delivery, name).toMatchObject({
          state: 'failed',
          reason: releaseMessages.reportChanged,
        })
      }
      expect(carrier.taken.length).toBe(before)
    })

    it('retries under the same key if the carrier was unavailable, and under a new key if the fax failed', async () => {
      const study = await desk.newStudy()
      const sending = await desk.begin(study)
      carrier.next = { kind: 'unavailable' }
      const unavailable = await sending.send()
      expect(unavailable).toMatchObject({
        status: 503,
        body: { code: 'delivery-unavailable', message: releaseMessages.carrierUnavailable },
      })
      expect(await sending.row()).toMatchObject({ state: 'registered', reason: releaseMessages.carrierUnavailable })
      await sending.send()
      expect(carrier.taken.at(-1)?.key).toBe(`${sending.deliveryID}-1`)
      carrier.standing = { kind: 'failed', reason: 'No answer.' }
      expect((await sending.read()).body.delivery).toMatchObject({ state: 'failed', reason: 'No answer.' })
      carrier.next = { kind: 'refused', reason: 'Not today.' }
      expect((await sending.send()).body.delivery).toMatchObject({ state: 'failed', reason: 'Not today.' })
      expect((await sending.send()).body.delivery.state).toBe('handed-over')
      expect(carrier.taken.at(-1)?.key).toBe(`${sending.deliveryID}-3`)
    })

    it('is uncertain without the carrier’s answer, and sends nothing again until staff decide', async () => {
      const study = await desk.newStudy()
      const sending = await desk.begin(study)
      carrier.next = { kind: 'unknown' }
      expect((await sending.send()).body.delivery).toMatchObject({
        state: 'uncertain',
        reason: releaseMessages.carrierSilent,
      })
      const before = carrier.taken.length
      expect((await sending.send()).body.delivery.state).toBe('uncertain')
      expect(carrier.taken.length).toBe(before)
      expect((await sending.settle('registered')).body.code).toBe('act-not-allowed')
      expect((await sending.settle('registered', true)).body.delivery.state).toBe('registered')
      expect((await sending.send()).body.delivery.state).toBe('handed-over')
      expect(carrier.taken.at(-1)?.key).toBe(`${sending.deliveryID}-2`)
      expect(await desk.log(study)).toEqual([
        'Fax to Dr. Mia Chen is uncertain: Document, version 1',
        'Fax to Dr. Mia Chen is to be sent again: Document, version 1',
        'Document, version 1 faxed to Dr. Mia Chen',
      ])
      carrier.standing = { kind: 'lost' }
      expect((await sending.read()).body.delivery).toMatchObject({
        state: 'uncertain',
        reason: releaseMessages.faxLost,
      })
      carrier.standing = { kind: 'delivered', pages: 2 }
      expect((await sending.read()).body.delivery.state).toBe('delivered')
    })

    it('asks the carrier about a delivery whose send was interrupted', async () => {
      const left = async () => {
        const sending = await desk.begin(await desk.newStudy())
        carrier.next = () => Promise.reject(new Error('killed'))
        expect((await sending.send()).status).toBe(500)
        desk.office.errors.length = 0
        expect((await sending.row()).state).toBe('sending')
        return sending
      }
      const found = await left()
      carrier.search = { kind: 'found', receipt: 'r-found' }
      const before = carrier.taken.length
      expect((await found.send()).body.delivery.state).toBe('handed-over')
      expect(carrier.taken.length).toBe(before)
      expect((await found.row()).receipt).toBe('r-found')
      const asked = await left()
      carrier.search = { kind: 'unavailable' }
      expect((await asked.send()).status).toBe(503)
      expect((await asked.read()).body.delivery.state).toBe('sending')
      carrier.search = { kind: 'absent' }
      expect((await asked.read()).body.delivery.state).toBe('registered')
      carrier.search = null
      const absent = await left()
      expect((await absent.send()).body.delivery.state).toBe('handed-over')
      expect(carrier.taken.at(-1)?.key).toBe(`${absent.deliveryID}-1`)
      // If a carrier forgets its faxes, an unknown fax is no proof that the carrier never had it.
      carrier.isAbsenceProof = false
      const forgotten = await left()
      const taken = carrier.taken.length
      expect((await forgotten.send()).body.delivery).toMatchObject({
        state: 'uncertain',
        reason: releaseMessages.uncertain,
      })
      expect((await forgotten.send()).body.delivery.state).toBe('uncertain')
      expect(carrier.taken.length).toBe(taken)
    })

    it('does not send a delivery that another process may be sending, until five minutes have passed', async () => {
      const sending = await desk.begin(await desk.newStudy())
      const leave = (sending_since: number) =>
        desk.office.db
          .updateTable('delivery')
          .set({ state: 'sending', sender_run: 'another', sending_since })
          .where('delivery_id', '=', sending.deliveryID)
          .execute()
      desk.office.advance(10)
      await leave(desk.office.now())
      // On PostgreSQL a process counts as running while its row says so; on SQLite only one process can run.
      await noteRun(desk.office.db, engine.kind, 'another')
      expect((await sending.send()).body.delivery.state).toBe('sending')
      desk.office.advance(301)
      expect((await sending.send()).body.delivery.state).toBe('handed-over')
    })

    it('cancels a fax at the carrier, unless it is too late', async () => {
      const sending = await desk.begin(await desk.newStudy())
      await sending.send()
      carrier.stopping = 'too-late'
      expect(await sending.settle('cancelled')).toMatchObject({
        status: 409,
        body: { message: releaseMessages.tooLate },
      })
      carrier.stopping = 'unavailable'
      expect((await sending.settle('cancelled')).status).toBe(503)
      carrier.stopping = 'cancelled'
      expect((await sending.settle('cancelled')).body.delivery.state).toBe('cancelled')
      expect((await sending.settle('cancelled')).body.delivery.state).toBe('cancelled')
      expect((await sending.send()).body.delivery.state).toBe('cancelled')
      const early = await desk.begin(await desk.newStudy())
      expect((await early.settle('cancelled')).body.delivery.state).toBe('cancelled')
    })

    it('emails a locked file with a text that names no person', async () => {
      const study = await desk.newStudy()
      const sending = await desk.begin(study, {
        channel: 'email',
        address: email,
        retyped: email,
        shouldEncryptPdf: true,
      })
      expect((await sending.send()).body.delivery).toMatchObject({ state: 'delivered', isEncrypted: true })
      const message = mail.received.at(-1)
      expect(message?.to).toEqual([email])
      expect(message?.mail.subject).toMatch(/^A report from /)
      expect(message?.mail.text).toContain(study)
      expect(`${message?.mail.subject} ${message?.mail.text}`).not.toMatch(/Ana|Silva|1980/)
      expect(message?.mail.text).not.toContain(sending.password)
      expect(message?.mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
        [`${study} document.pdf`, 'application/pdf'],
      ])
      expect(workshop.asked.at(-1)?.encryptWith).toBe(sending.password)
      expect(await desk.log(study)).toEqual(['Document, version 1 emailed to Dr. Mia Chen'])
    })

    it('emails a report under the member’s first name and last initial', async () => {
      const study = await desk.newStudy()
      const report = { channel: 'email', mode: 'automated', item: undefined, address: email, retyped: email } as const
      const sending = await desk.begin(study, report)
      expect((await sending.send()).body.delivery.state).toBe('delivered')
      const message = mail.received.at(-1)
      expect(message?.mail.attachments.map(({ filename }) => filename)).toEqual(['Ana S.pdf'])
      expect(`${message?.mail.subject} ${message?.mail.text}`).not.toMatch(/Ana|Silva|1980/)
    })

    it('emails with the administrator’s own text', async () => {
      const token = await desk.office.signIn('admin')
      const change = (text: MailText, version: number) =>
        desk.office.call(
          'changeMailText',
          { params: { kind: 'report' }, body: { ...text, version } },
          { token, key: `report-text-${version}` },
        )
      const own = { subject: 'Papers of {clinic}', text: 'Study {study}. {passwordNote}' }
      expect((await change(own, 0)).status).toBe(200)
      const study = await desk.newStudy()
      const sending = await desk.begin(study, { channel: 'email', address: email, retyped: email })
      expect((await sending.send()).body.delivery.state).toBe('delivered')
      const message = mail.received.at(-1)
      expect(message?.mail.subject).toMatch(/^Papers of [^{}]+$/)
      expect(message?.mail.text).toMatch(new RegExp(`^Study ${study}\\.[^{}]*$`))
      expect((await change(standardMailTexts.report, 1)).status).toBe(200)
    })

    it('distinguishes a refused email from a temporary failure', async () => {
      const more = { channel: 'email', address: email, retyped: email } as const
      const sending = await desk.begin(await desk.newStudy(), more)
      mail.behave('fails temporarily')
      expect(await sending.send()).toMatchObject({ status: 503, body: { message: releaseMessages.mailUnavailable } })
      mail.behave('refuses recipient')
      expect((await sending.send()).body.delivery).toMatchObject({
        state: 'failed',
        reason: releaseMessages.mailRefused,
      })
      mail.behave('takes')
      expect((await sending.send()).body.delivery.state).toBe('delivered')
    })

    it('leaves an email uncertain if the send was interrupted', async () => {
      const more = { channel: 'email', address: email, retyped: email } as const
      const sending = await desk.begin(await desk.newStudy(), more)
      await desk.office.db
        .updateTable('delivery')
        .set({ state: 'sending', sender_run: 'another', sending_since: 1 })
        .where('delivery_id', '=', sending.deliveryID)
        .execute()
      const before = mail.received.length
      expect((await sending.send()).body.delivery).toMatchObject({
        state: 'uncertain',
        reason: releaseMessages.uncertain,
      })
      expect(mail.received.length).toBe(before)
      expect((await sending.settle('delivered', true)).body.delivery.state).toBe('delivered')
    })

    it('answers a repeated `sendReportEmail` with the same password, which no stored answer contains', async () => {
      const study = await desk.newStudy()
      const token = await desk.office.signIn('hi')
      const practitioner = { practitionerID: 'p-reached', locationID: 'pl-1', emailAddress: email }
      const key = desk.newKey()
      const before = mail.received.length
      const sent = await desk.send('sendReportEmail', study, token, { practitioner }, key)
      expect(sent.body.password).toMatch(/^[A-Z0-9-]{14}$/)
      expect((await desk.send('sendReportEmail', study, token, { practitioner }, key)).body).toEqual(sent.body)
      expect(mail.received.length).toBe(before + 1)
      const kept = await desk.office.db.selectFrom('idempotency_key').select('answer').execute()
      expect(JSON.stringify(kept)).not.toContain(sent.body.password)
    })

    it('does not show a delivery to users of other locations', async () => {
      const study = await desk.newStudy({}, { location_id: clinic.elsewhere })
      const sending = await desk.begin(study)
      expect((await sending.read(await desk.office.signIn('oneLocation'))).status).toBe(403)
    })

    describe('a ticket', () => {
      it('gives access only to its own delivery', async () => {
        const [study, otherStudy] = [await desk.newStudy(), await desk.newStudy()]
        const { ticket, deliveryID } = await desk.begin(study)
        const other = await desk.begin(study, { channel: 'email', address: email, retyped: email })
        const call = (name: 'readStudy' | 'readRelease' | 'readDelivery', params: object, token = ticket) =>
          desk.office.call(name, { params } as never, { token })
        expect((await call('readStudy', { studyId: study })).status).toBe(401)
        expect((await call('readRelease', { studyId: study })).status).toBe(401)
        expect((await call('readDelivery', { studyId: otherStudy, deliveryID })).status).toBe(404)
        expect((await call('readDelivery', { studyId: study, deliveryID: other.deliveryID })).status).toBe(404)
        const forged = `${ticket.slice(0, -6)}${ticket.at(-6) === 'A' ? 'B' : 'A'}${ticket.slice(-5)}`
        expect((await call('readDelivery', { studyId: study, deliveryID }, forged)).status).toBe(401)
        expect((await desk.send('sendFax', study, ticket)).status).toBe(404)
        const graphql = await desk.office.send('POST', '/graphql', { token: ticket, body: '{"query":"{__typename}"}' })
        expect(graphql.status).toBe(401)
        expect((await call('readDelivery', { studyId: study, deliveryID })).status).toBe(200)
      })

      it('acts for its author after sign-out, with the author’s current roles', async () => {
        const study = await desk.newStudy()
        const sending = await desk.begin(study, {}, 'qa')
        await desk.office.db.deleteFrom('session').where('user_id', '=', 'u-qa').execute()
        expect((await sending.read()).status).toBe(200)
        const setRoles = (roles: readonly string[]) =>
          desk.office.db
            .updateTable('user')
            .set({ roles: JSON.stringify(roles) })
            .where('user_id', '=', 'u-qa')
            .execute()
        await setRoles(['user'])
        expect((await sending.send()).status).toBe(403)
        expect((await sending.settle('cancelled')).status).toBe(403)
        expect((await sending.read()).body.delivery.state).toBe('registered')
        await setRoles(['qa'])
        expect((await sending.send()).body.delivery.state).toBe('handed-over')
        const audit = await desk.office.db
          .selectFrom('audit')
          .select(['user_id', 'outcome'])
          .where('study_id', '=', study)
          .where('action', 'like', 'report.faxed%')
          .execute()
        expect(audit).toContainEqual({ user_id: 'u-qa', outcome: 'ok' })
        expect(audit).toContainEqual({ user_id: 'u-qa', outcome: 'insufficient-permissions' })
      })

      it('is void once its author’s account is gone', async () => {
        const sending = await desk.begin(await desk.newStudy())
        await desk.office.db
          .updateTable('delivery')
          .set({ author_id: 'u-gone' })
          .where('delivery_id', '=', sending.deliveryID)
          .execute()
        expect((await sending.read()).status).toBe(401)
      })

      it('reads its delivery’s result after its author lost access to the study, but then sends nothing', async () => {
        const sending = await desk.begin(await desk.newStudy(), {}, 'admin')
        const waiting = await desk.begin(await desk.newStudy(), {}, 'admin')
        await sending.send()
        const before = carrier.taken.length
        const setLocations = (locations: readonly string[] | null) =>
          desk.office.db
            .updateTable('user')
            .set({ allowed_locations: locations === null ? null : JSON.stringify(locations) })
            .where('user_id', '=', 'u-admin')
            .execute()
        await setLocations([])
        expect((await waiting.send()).status).toBe(403)
        expect((await waiting.settle('cancelled')).status).toBe(403)
        expect((await waiting.read()).body.delivery.state).toBe('registered')
        // The carrier's answer is stored too, although the ticket's author may no longer see the study.
        carrier.standing = { kind: 'delivered', pages: 2 }
        expect((await sending.read()).body.delivery.state).toBe('delivered')
        expect((await sending.send()).body.delivery.state).toBe('delivered')
        expect((await sending.row()).state).toBe('delivered')
        await setLocations(null)
        expect(carrier.taken.length).toBe(before)
      })

      it('lasts thirty days from the registration, even after the delivery has ended', async () => {
        const study = await desk.newStudy()
        const key = desk.newKey()
        const { body } = await desk.register(study, {}, { key })
        const { deliveryID } = body.delivery
        const read = (token: string) =>
          desk.office.call('readDelivery', { params: { studyId: study, deliveryID } } as never, { token })
        await desk.send('sendFax', study, body.ticket, { deliveryID })
        carrier.standing = { kind: 'delivered', pages: 2 }
        expect((await read(body.ticket)).body.delivery.state).toBe('delivered')
        desk.office.advance(29 * 86_400)
        expect((await read(body.ticket)).body.delivery.state).toBe('delivered')
        const sent = await desk.send('sendFax', study, body.ticket, { deliveryID })
        expect(sent.body.delivery.state).toBe('delivered')
        const again = (await desk.register(study, {}, { key })).body.ticket
        expect((await read(again)).status).toBe(200)
        desk.office.advance(86_400)
        expect((await read(body.ticket)).status).toBe(401)
        expect((await read(again)).status).toBe(401)
      })
    })
  })
}

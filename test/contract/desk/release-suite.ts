import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { ReleaseView } from '#contract/release/bridge.ts'
import type { Practitioner } from '#domain/people/practitioner.ts'
import { deliveryChannels } from '#domain/release/delivery.ts'
import { addressOf, addressProblem } from '#domain/release/recipient.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { bookedMemberDetails, codeOf, createBookings, nameDoctor, sendInput } from './desk-work.ts'

/** The contract that screens rely on for sending a report: what is sent, to whom, and when the send is refused. */
export const describeReleaseDesk = (name: string, start: StartDesks): void => {
  describe(`the release service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let otherDesk: Desk
    /** A practitioner with valid addresses for fax and email. */
    let doctor: Practitioner
    let stranger: Practitioner
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      otherDesk = desks.otherDesk
      await desk.signIn('frontdesk')
      await otherDesk.signIn('hi')
      const directory = await desk.get('study', 'searchPractitioners', { text: '' })
      const reached = directory.filter((one) =>
        (['fax', 'email'] as const).every((channel) => addressProblem(channel, addressOf(one, null, channel)) === null),
      )
      const [first, second] = reached
      if (first === undefined || second === undefined) throw new Error('The directory has too few practitioners')
      doctor = first
      stranger = second
      // Sending is paused, so that jobs stay in the queue.
      for (const kind of ['fax', 'email'] as const) await desk.get('jobs', 'pause', { kind, isPaused: true })
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 2)
    const read = (studyID: StudyID, app = desk) => app.get('release', 'read', { studyID })
    /** A study that names the doctor, with a published report unless `isPublished` is false. */
    const withDoctor = async (isPublished = true): Promise<StudyID> => {
      const study = await booked()
      await nameDoctor(desk, study, doctor)
      if (isPublished) await desks.publishReport(study.studyID)
      return study.studyID
    }
    const inputOf = (studyID: StudyID, overrides: Record<string, unknown> = {}) => sendInput(studyID, doctor, overrides)
    const send = (studyID: StudyID, overrides: Record<string, unknown> = {}, app = desk) =>
      app.ask('release', 'send', inputOf(studyID, overrides))
    const report = ({ items }: ReleaseView) => items.find(({ isReport }) => isReport)

    it('lists the recipients and the items that can be sent, with the report first', async () => {
      const studyID = await withDoctor()
      const view = await read(studyID)
      expect(view.items[0]).toEqual({
        item: { kind: 'paper', paper: 'physician-report' },
        title: 'Physician report, version 1',
        isPublished: true,
        isReport: true,
      })
      expect(view.items.filter(({ isReport }) => isReport)).toHaveLength(1)
      expect(view.items.map(({ item }) => (item.kind === 'paper' ? item.paper : item.uuid))).toEqual([
        'physician-report',
        'report-with-addendum',
        'medical-history',
        'consent',
        'medical-referral',
        'referral-page',
        'study-info',
      ])
      expect(view.recipients).toMatchObject([{ practitioner: doctor, role: 'primary', practiceLocationID: null }])
      expect(view.recipients[0]?.addresses).toMatchObject(
        deliveryChannels.map((channel) => ({ channel, address: addressOf(doctor, null, channel), problem: null })),
      )
      expect(view.deliveries).toEqual([])
      expect(codeOf(await desk.ask('release', 'read', { studyID: 's-none-1' as StudyID }))).toBe('not-found')
    })

    it('lists no report and sends nothing before a report is published', async () => {
      const studyID = await withDoctor(false)
      expect(report(await read(studyID))).toBeUndefined()
      expect(codeOf(await send(studyID))).toBe('act-not-allowed')
      const consent = { kind: 'paper', paper: 'consent' }
      expect(codeOf(await send(studyID, { mode: 'manual', item: consent }))).toBe('act-not-allowed')
      expect((await read(studyID)).deliveries).toEqual([])
    })

    it('queues a send once under its key, and shows it at the other workstation', async () => {
      const studyID = await withDoctor()
      const input = inputOf(studyID, { title: 'Physician report, version 1' })
      const sent = await desk.get('release', 'send', input)
      expect(sent).toMatchObject({
        job: { kind: 'fax', state: 'queued', title: 'Physician report, version 1', studyID, isOwn: true },
        delivery: {
          state: 'registered',
          channel: 'fax',
          mode: 'automated',
          item: { kind: 'paper', paper: 'physician-report' },
          practitionerID: doctor.id,
          address: addressOf(doctor, null, 'fax'),
        },
        password: null,
      })
      expect(sent.job.member).toEqual({ name: 'Ingrid Solheim', dob: '1971-06-30' })
      const again = await desk.get('release', 'send', input)
      expect(again.job.jobID).toBe(sent.job.jobID)
      const { jobs } = await desk.get('jobs', 'list', {})
      expect(jobs.filter((job) => job.studyID === studyID)).toHaveLength(1)
      expect((await read(studyID, otherDesk)).deliveries).toMatchObject([{ deliveryID: sent.delivery.deliveryID }])
      // The same item is not sent to the same address again while the first send is queued.
      expect(codeOf(await send(studyID))).toBe('act-not-allowed')
      expect(codeOf(await send(studyID, {}, otherDesk))).toBe('act-not-allowed')
    })

    it('encrypts the PDF of an email with a password, and refuses to encrypt a fax', async () => {
      const studyID = await withDoctor()
      const sent = await desk.get('release', 'send', inputOf(studyID, { channel: 'email', shouldEncryptPdf: true }))
      expect(sent.password).toMatch(/.{8}/)
      expect(sent.delivery).toMatchObject({ isEncrypted: true, address: addressOf(doctor, null, 'email') })
      expect(await send(studyID, { shouldEncryptPdf: true })).toMatchObject({
        failure: { code: 'invalid-input', details: { fields: { shouldEncryptPdf: expect.any(String) } } },
      })
    })

    it('sends to an address that was never used only after the address is typed again', async () => {
      const studyID = await withDoctor()
      expect((await read(studyID)).recipients[0]?.addresses[0]).toMatchObject({ channel: 'fax', lastUsedAt: null })
      expect(codeOf(await send(studyID, { retyped: null }))).toBe('recipient-unconfirmed')
      expect(codeOf(await send(studyID, { retyped: '16045559999' }))).toBe('recipient-unconfirmed')
      const grouped = addressOf(doctor, null, 'fax').replace(/^(\d)(\d{3})(\d{3})/, '+$1 $2 $3-')
      expect(codeOf(await send(studyID, { retyped: grouped }))).toBe('ok')
    })

    it('refuses data that changed since it was shown, and practitioners whom the study does not name', async () => {
      const studyID = await withDoctor()
      expect(codeOf(await send(studyID, { title: 'Physician report, version 7' }))).toBe('stale')
      const changed = { ...bookedMemberDetails, lastname: 'Solberg' }
      expect(codeOf(await send(studyID, { memberDetails: changed }))).toBe('stale')
      expect(codeOf(await send(studyID, { address: '16045559999', retyped: '16045559999' }))).toBe('stale')
      expect(codeOf(await send(studyID, { practiceLocationID: 'pl-none' }))).toBe('stale')
      expect(codeOf(await send(studyID, { address: '12', retyped: '12' }))).toBe('recipient-not-valid')
      const address = addressOf(stranger, null, 'fax')
      const elsewhere = { practitionerID: stranger.id, address, retyped: address }
      expect(codeOf(await send(studyID, elsewhere))).toBe('recipient-not-valid')
      expect(codeOf(await send('s-none-1' as StudyID))).toBe('not-found')
      expect((await read(studyID)).deliveries).toEqual([])
    })

    it('refuses missing papers and documents, and requires a folder for a USB stick', async () => {
      const studyID = await withDoctor()
      const item = (chosen: object) => ({ mode: 'manual', item: chosen })
      expect(codeOf(await send(studyID, item({ kind: 'paper', paper: 'traditional-report' })))).toBe('report-missing')
      expect(codeOf(await send(studyID, item({ kind: 'document', uuid: 'd-none' })))).toBe('not-found')
      expect(await send(studyID, { channel: 'usb', address: '', retyped: null })).toMatchObject({
        failure: { code: 'invalid-input', details: { fields: { target: expect.any(String) } } },
      })
      expect(codeOf(await send(studyID, item({ kind: 'paper', paper: 'consent' })))).toBe('ok')
    })

    it('lists a send that was cancelled before it started, and lets the item be sent again', async () => {
      const studyID = await withDoctor()
      const { job } = await desk.get('release', 'send', inputOf(studyID))
      await desk.get('jobs', 'cancel', { jobID: job.jobID })
      await desk.until('the delivery is cancelled', async () =>
        (await read(studyID)).deliveries.some(({ state }) => state === 'cancelled'),
      )
      expect(codeOf(await send(studyID))).toBe('ok')
      // Times are whole seconds, so two sends within one second have no order.
      expect((await read(studyID)).deliveries.map(({ state }) => state).sort()).toEqual(['cancelled', 'registered'])
    })

    it('sends a cancelled delivery again as a new delivery that names it, and refuses a delivery that still waits', async () => {
      const studyID = await withDoctor()
      const first = await desk.get('release', 'send', inputOf(studyID))
      const resend = { deliveryID: first.delivery.deliveryID, isUncertainAccepted: false }
      expect(codeOf(await send(studyID, { resend }))).toBe('act-not-allowed')
      await desk.get('jobs', 'cancel', { jobID: first.job.jobID })
      await desk.until('the delivery is cancelled', async () =>
        (await read(studyID)).deliveries.some(({ state }) => state === 'cancelled'),
      )
      expect(codeOf(await send(studyID, { resend: { ...resend, deliveryID: 'dl-none' } }))).toBe('not-found')
      const consent = { mode: 'manual', item: { kind: 'paper', paper: 'consent' } }
      expect(codeOf(await send(studyID, { resend, ...consent }))).toBe('stale')
      const again = await desk.get('release', 'send', inputOf(studyID, { resend }))
      expect(again.delivery).toMatchObject({ resendOf: first.delivery.deliveryID, state: 'registered' })
      expect(again.delivery.deliveryID).not.toBe(first.delivery.deliveryID)
    })

    it('records no disc result for a send of another kind or of another study', async () => {
      const studyID = await withDoctor()
      const { delivery } = await desk.get('release', 'send', inputOf(studyID))
      const confirm = (deliveryID: string, idempotencyKey: string) =>
        desk.ask('release', 'confirmDisc', { studyID, deliveryID, outcome: 'burnt', idempotencyKey })
      expect(codeOf(await confirm(delivery.deliveryID, 'key-disc-0001'))).toBe('act-not-allowed')
      expect(codeOf(await confirm('dl-none', 'key-disc-0002'))).toBe('not-found')
      await desks.setLine(false)
      try {
        expect(codeOf(await confirm(delivery.deliveryID, 'key-disc-0003'))).toBe('offline')
      } finally {
        await desks.setLine(true)
      }
    })

    it('lists the sends to a practitioner with their members, and refuses a transmission report of an unknown send', async () => {
      const studyID = await withDoctor()
      const { delivery } = await desk.get('release', 'send', inputOf(studyID))
      const { deliveryID } = delivery
      const item = { kind: 'transmission-report' as const, studyID, deliveryID: 'dl-none' }
      expect(codeOf(await desk.ask('downloads', 'save', { item }))).toBe('not-found')
      const { sends } = await otherDesk.get('release', 'readHistory', { practitionerID: doctor.id, before: null })
      const send = sends.find((one) => one.delivery.deliveryID === deliveryID)
      expect(send).toMatchObject({ member: { name: 'Ingrid Solheim', dob: '1971-06-30' }, delivery: { studyID } })
      const unknown = { practitionerID: 'p-none' as Practitioner['id'], before: null }
      expect(codeOf(await desk.ask('release', 'readHistory', unknown))).toBe('not-found')
      await desks.setLine(false)
      try {
        const away = { practitionerID: doctor.id, before: null }
        expect(codeOf(await desk.ask('release', 'readHistory', away))).toBe('offline')
      } finally {
        await desks.setLine(true)
      }
    })

    it('previews the report if the details are those of its member, and refuses another person’s details', async () => {
      const studyID = await withDoctor()
      const input = {
        studyID,
        item: null,
        memberDetails: bookedMemberDetails,
        shouldEncryptPdf: false,
        shouldHideHIContent: true,
      }
      const parsed = bridgeSchemas.release.preview.input.parse(input)
      const shown = await desk.get('release', 'preview', parsed)
      expect(shown).toMatchObject({ title: 'Physician report, version 1', password: null })
      expect(atob(shown.base64.slice(0, 8))).toMatch(/^%PDF-/)
      const locked = await desk.get('release', 'preview', { ...parsed, shouldEncryptPdf: true })
      expect(locked.password).toMatch(/.{8}/)
      const other = { ...parsed, memberDetails: { ...parsed.memberDetails, firstname: 'Ada' } }
      expect(codeOf(await desk.ask('release', 'preview', other))).toBe('stale')
      const unpublished = await withDoctor(false)
      expect(codeOf(await desk.ask('release', 'preview', { ...parsed, studyID: unpublished }))).toBe('report-missing')
    })

    it('sends and shows nothing without the back office', async () => {
      const studyID = await withDoctor()
      const input = inputOf(studyID)
      await desks.setLine(false)
      try {
        expect(codeOf(await desk.ask('release', 'read', { studyID }))).toBe('offline')
        expect(codeOf(await desk.ask('release', 'send', input))).toBe('offline')
      } finally {
        await desks.setLine(true)
      }
      expect((await read(studyID)).deliveries).toEqual([])
    })
  })
}

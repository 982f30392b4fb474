import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoSlices } from '#back-office/demo/papers/demo-dicom.ts'
import { toIndexPage, toReadMe } from '#back-office/release/medium-index.ts'
import { discMessages } from '#domain/release/disc-burning.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { type Answer, clinic, findEngines } from '../../builders/back-office.ts'
import { aLocation } from '../../builders/records.ts'
import { readDicom } from './read-dicom.ts'
import { createScriptedWorkshop, details, openReleaseDesk, type ReleaseDesk } from './release-desk.ts'

const dob = details.dob.replaceAll('-', '')
type File = { path: string; base64: string; sha256: string; contentType: string }

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`a disc or stick on ${engine.kind}`, () => {
    let desk: ReleaseDesk
    const workshop = createScriptedWorkshop()
    beforeAll(async () => {
      desk = await openReleaseDesk(engine, { pdf: workshop })
      const { address } = aLocation()
      const usa = aLocation({ locationID: clinic.elsewhere, address: { ...address, country: 'United States' } })
      await desk.office.db
        .updateTable('location')
        .set({ document: JSON.stringify(usa) })
        .where('location_id', '=', clinic.elsewhere)
        .execute()
    })
    afterAll(() => desk.office.stop())

    const onMedium = { channel: 'cd', address: '', retyped: null } as const
    const exportOf = (
      studyID: string,
      sent: { deliveryID: string; ticket: string },
      more: object = {},
    ): Promise<Answer> =>
      desk.office.call(
        'exportForMedium',
        {
          params: { patient: clinic.member },
          body: {
            studyID,
            channel: 'cd',
            practitioner: { practitionerID: 'p-reached', locationID: 'pl-1' },
            memberDetails: details,
            deliveryID: sent.deliveryID,
            ...more,
          },
        } as never,
        { token: sent.ticket },
      )
    const request = (studyId: string, token: string, more: object = {}): Promise<Answer> =>
      desk.office.call(
        'requestImages',
        { params: { studyId }, body: { firstname: 'Ana', lastname: 'Silva', dob, ...more } } as never,
        { token, key: desk.newKey() },
      )

    it('has the report, requested images, an index page and a note, each with its hash', async () => {
      const study = await desk.newStudy({}, { location_id: clinic.elsewhere })
      const sent = await desk.begin(study, { ...onMedium, mode: 'automated', item: undefined as never })
      expect((await request(study, sent.ticket, { lastname: 'Other' })).body.code).toBe('stale')
      expect((await request(study, sent.ticket)).body).toEqual({ requested: true, images: 3 })
      const { body } = await exportOf(study, sent)
      const files = body.files as File[]
      expect(files.map(({ path }) => path)).toEqual([
        'Ana S.pdf',
        'IMAGES/IM000001.DCM',
        'IMAGES/IM000002.DCM',
        'IMAGES/IM000003.DCM',
        'INDEX.HTM',
        'README.TXT',
      ])
      for (const { base64, sha256 } of files) {
        expect(createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex')).toBe(sha256)
      }
      expect(body.delivery.state).toBe('sending')
      expect((await exportOf(study, sent)).body.files).toHaveLength(6)
      expect((await sent.settle('delivered')).body.delivery.state).toBe('handed-over')
      expect((await exportOf(study, sent)).status).toBe(409)
      expect(await desk.log(study)).toEqual([
        'CD image for Dr. Mia Chen written, waits to be burnt: Physician report, version 2',
      ])
    })

    it('has images only if they were requested and the location is in the USA', async () => {
      const study = await desk.newStudy()
      const sent = await desk.begin(study, onMedium)
      expect(await request(study, sent.ticket)).toMatchObject({
        status: 409,
        body: { message: releaseMessages.usaOnly },
      })
      const files = (await exportOf(study, sent)).body.files as File[]
      expect(files.map(({ path }) => path)).toEqual(['DOCUMENT.PDF', 'INDEX.HTM', 'README.TXT'])
    })

    it('is reported as delivered only by its author, and only after its files were fetched', async () => {
      const study = await desk.newStudy()
      const onStick = { ...onMedium, channel: 'usb' } as const
      const sent = await desk.begin(study, { ...onStick, mode: 'automated', item: undefined as never })
      const flags = async () => {
        const token = await desk.office.signIn('hi')
        return (await desk.office.call('readStudy', { params: { studyId: study } } as never, { token })).body.status
      }
      expect(await sent.settle('delivered')).toMatchObject({
        status: 409,
        body: { code: 'act-not-allowed', message: releaseMessages.notWritten },
      })
      expect((await flags()).releasedToDoctor).not.toBe(true)
      await exportOf(study, sent, { channel: 'usb' })
      const say = async (as: 'sales' | 'hi') =>
        desk.office.call(
          'settleDelivery',
          {
            params: { studyId: study, deliveryID: sent.deliveryID },
            body: { state: 'delivered', isFoundOut: false, reason: '' },
          } as never,
          { token: await desk.office.signIn(as), key: desk.newKey() },
        )
      expect(await say('sales')).toMatchObject({ status: 403, body: { message: releaseMessages.notYours } })
      expect((await say('hi')).body.delivery.state).toBe('delivered')
      expect((await flags()).releasedToDoctor).toBe(true)
    })

    const record = async (study: string, deliveryID: string, outcome: string, as: 'hi' | 'sales' = 'hi') =>
      desk.office.call('confirmDisc', { params: { studyId: study, deliveryID }, body: { outcome } } as never, {
        token: await desk.office.signIn(as),
        key: desk.newKey(),
      })
    const isReleased = async (study: string): Promise<boolean> => {
      const token = await desk.office.signIn('hi')
      const { body } = await desk.office.call('readStudy', { params: { studyId: study } } as never, { token })
      return body.status.releasedToDoctor === true
    }
    const written = async (study: string) => {
      const sent = await desk.begin(study, { ...onMedium, mode: 'automated', item: undefined as never })
      await exportOf(study, sent)
      await sent.settle('delivered')
      return sent
    }

    it('counts as delivered only when staff record that the disc was burnt, and the record can be undone', async () => {
      const study = await desk.newStudy()
      const early = await desk.begin(study, { ...onMedium, mode: 'automated', item: undefined as never })
      expect(await record(study, early.deliveryID, 'burnt')).toMatchObject({
        status: 409,
        body: { code: 'act-not-allowed', message: discMessages.notWaiting },
      })
      await exportOf(study, early)
      await early.settle('delivered')
      expect(await isReleased(study)).toBe(false)
      expect((await early.settle('delivered')).body.delivery).toMatchObject({ state: 'handed-over', deliveredAt: null })
      const burnt = (await record(study, early.deliveryID, 'burnt', 'sales')).body.delivery
      expect(burnt).toMatchObject({ state: 'delivered', confirmedBy: 'Robin sales' })
      expect(burnt.deliveredAt).not.toBeNull()
      expect(await isReleased(study)).toBe(true)
      expect((await record(study, early.deliveryID, 'burnt')).body.delivery).toEqual(burnt)
      const back = (await record(study, early.deliveryID, 'waiting')).body.delivery
      expect(back).toMatchObject({ state: 'handed-over', deliveredAt: null })
      expect(back.confirmedBy).toBeUndefined()
      expect(await isReleased(study)).toBe(false)
      expect((await record(study, early.deliveryID, 'not-burnt')).body.delivery).toMatchObject({
        state: 'failed',
        reason: discMessages.notBurnt,
      })
      expect(await isReleased(study)).toBe(false)
      const what = 'Physician report, version 2'
      expect((await desk.log(study)).toSorted()).toEqual(
        [
          `CD image for Dr. Mia Chen written, waits to be burnt: ${what}`,
          `CD for Dr. Mia Chen burnt: ${what}`,
          `CD for Dr. Mia Chen waits to be burnt again: ${what}`,
          `CD for Dr. Mia Chen could not be burnt: ${what}`,
        ].toSorted(),
      )
    })

    it('keeps Released To Doctor when a disc’s record is undone, if another delivery arrived; forbids the undo after the notification', async () => {
      const study = await desk.newStudy()
      const [one, two] = [await written(study), await written(await desk.newStudy())]
      await record(study, one.deliveryID, 'burnt')
      const stick = await desk.begin(study, {
        ...onMedium,
        channel: 'usb',
        mode: 'automated',
        item: undefined as never,
      })
      await exportOf(study, stick, { channel: 'usb' })
      await stick.settle('delivered')
      await record(study, one.deliveryID, 'waiting')
      expect(await isReleased(study)).toBe(true)
      await record(study, one.deliveryID, 'burnt')
      await desk.office.call(
        'updateStudyStatus',
        { params: { studyId: study }, body: { providerReportNotification: true } } as never,
        { token: await desk.office.signIn('hi'), key: desk.newKey() },
      )
      expect(await record(study, one.deliveryID, 'waiting')).toMatchObject({
        status: 409,
        body: { message: discMessages.isNotified },
      })
      expect((await record(study, two.deliveryID, 'burnt')).status).toBe(404)
      expect((await record(study, stick.deliveryID, 'burnt')).body.message).toBe(discMessages.noDisc)
    })

    it('records the arrival of a traditional report under its own flag, and undoes only that flag', async () => {
      const readings = {
        readingPublished: [{ reportType: 'structured', version: 2 }],
        traditionalReportAvailable: true,
      }
      const practitioners = { primary: { practitionerID: 'p-reached', locationID: 'pl-1' }, additional: [] }
      const study = await desk.newStudy({}, { extra: JSON.stringify({ ...readings, practitioners }) })
      const flags = async () => {
        const token = await desk.office.signIn('hi')
        const { status } = (await desk.office.call('readStudy', { params: { studyId: study } } as never, { token }))
          .body
        return [status.releasedToDoctor === true, status.traditionalReleasedToDoctor === true]
      }
      const sent = await desk.begin(study, { ...onMedium, item: { kind: 'paper', paper: 'traditional-report' } })
      await exportOf(study, sent)
      await sent.settle('delivered')
      await record(study, sent.deliveryID, 'burnt')
      expect(await flags()).toEqual([false, true])
      const own = await written(study)
      await record(study, own.deliveryID, 'burnt')
      expect(await flags()).toEqual([true, true])
      await record(study, sent.deliveryID, 'waiting')
      expect(await flags()).toEqual([true, false])
      await record(study, own.deliveryID, 'waiting')
      expect(await flags()).toEqual([false, false])
    })

    it('is refused for another member, medium or recipient, and for changed member details', async () => {
      const study = await desk.newStudy()
      const sent = await desk.begin(study, onMedium)
      const patient = await desk.office.call(
        'exportForMedium',
        {
          params: { patient: clinic.otherMember },
          body: {
            studyID: study,
            channel: 'cd',
            practitioner: { practitionerID: 'p-reached' },
            memberDetails: details,
            deliveryID: sent.deliveryID,
          },
        } as never,
        { token: sent.ticket },
      )
      expect(patient.status).toBe(404)
      expect((await exportOf(study, sent, { channel: 'usb' })).body.code).toBe('stale')
      expect((await exportOf(study, sent, { practitioner: { practitionerID: 'p-wrong' } })).body.code).toBe('stale')
      const other = { ...details, firstname: 'Anna' }
      expect(await exportOf(study, sent, { memberDetails: other })).toMatchObject({
        status: 409,
        body: { code: 'act-not-allowed', message: releaseMessages.detailsChanged },
      })
      expect((await sent.row()).state).toBe('failed')
      // The workstation tries again with the same confirmed data.
      expect((await exportOf(study, sent)).status).toBe(200)
      expect((await sent.settle('failed', false, 'The stick is full.')).body.delivery).toMatchObject({
        state: 'failed',
        reason: 'The stick is full.',
      })
    })
  })
}

describe('the page and note of a medium', () => {
  const index = {
    member: 'Zoë <script>alert(1)</script> "O\'Néill" & Co',
    dob: '11 Dec 1975',
    sex: 'Female',
    studyID: 's-1',
    scan: 'Whole body',
    clinic: 'Cedar & Pine',
    phone: '',
    recipient: 'Dr. Mia Chen',
    madeAt: '21 Nov 2026 09:00am PST',
    report: { path: 'Zoë O.pdf', title: 'Physician report, version 2', pages: 1, isLocked: false },
    images: ['IMAGES/IM000001.DCM'],
    isDemonstration: true,
  }

  it('load no scripts or other resources, link to the files, and escape typed text', () => {
    const page = toIndexPage(index)
    expect(page).toContain("default-src 'none'")
    expect(page).not.toContain('<script')
    expect(page).toContain('Zoë &#60;script&#62;')
    expect(page).toContain('href="Zo%C3%AB%20O.pdf"')
    expect(page).toContain('href="IMAGES/IM000001.DCM"')
    expect(page).toContain('fictional')
    expect(toIndexPage({ ...index, images: [] })).toContain('no images')
  })

  it('show the study id, but not the member, the scan or the report title, beside a locked report', () => {
    const page = toIndexPage({ ...index, report: { ...index.report, isLocked: true } })
    expect(page).toContain('It is password-protected')
    expect(page).toContain('<dd>s-1</dd>')
    for (const told of ['Néill', '11 Dec 1975', 'Female', 'Whole body', 'Physician']) expect(page).not.toContain(told)
  })

  it('contain no name in the note, whose line endings every system reads', () => {
    const note = toReadMe(index)
    expect(note.split('\n').every((line, place, lines) => place === lines.length - 1 || line.endsWith('\r'))).toBe(true)
    expect(note).not.toContain('Zoë')
    expect(note).toContain('MANIFEST.SHA256')
  })
})

describe('the demo’s images', () => {
  it('are files that a DICOM reader accepts, with the details of the member', () => {
    const subject = {
      firstname: 'Zoë=X',
      lastname: "O'Néill^Jr\\",
      dob: '1975-12-11',
      sex: 'female',
      memberID: 'm-2',
      studyID: 's-a-long-study-id-1',
      date: '2026-11-20',
    } as const
    const slices = createDemoSlices(subject).map((bytes) => readDicom(Buffer.from(bytes)))
    expect(slices).toHaveLength(3)
    for (const [place, { text, bytes, tags }] of slices.entries()) {
      expect(tags.slice(1)).toEqual([...tags.slice(1)].sort())
      expect(text('0002,0010')).toBe('1.2.840.10008.1.2.1')
      expect(text('0008,0016')).toBe('1.2.840.10008.5.1.4.1.1.7')
      expect(text('0002,0003')).toBe(text('0008,0018'))
      expect(text('0010,0010')).toBe("O'Néill Jr^Zoë X")
      expect(text('0010,0030')).toBe('19751211')
      expect(text('0010,0040')).toBe('F')
      expect(text('0008,0020')).toBe('20261120')
      expect(text('0020,0013')).toBe(String(place + 1))
      expect(bytes('0028,0010').readUInt16LE()).toBe(128)
      expect(bytes('7fe0,0010')).toHaveLength(128 * 128)
      expect(text('0008,0018')).toMatch(/^2\.25\.[1-9]\d{0,38}$/)
    }
    expect(new Set(slices.map(({ text }) => text('0008,0018'))).size).toBe(3)
    expect(new Set(slices.map(({ text }) => text('0020,000d'))).size).toBe(1)
  })
})

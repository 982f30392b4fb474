import type { FaxCarrier, FaxHandOver, FaxSearch, FaxStatus } from '#back-office/outside/fax/fax-carrier.ts'
import type { BackOfficeOptions } from '#back-office/server.ts'
import type { RouteInput } from '#contract/back-office.ts'
import type { Delivery } from '#domain/release/delivery.ts'
import type { StampRequest } from '#domain/release/stamp.ts'
import type { PdfWorkshop } from '#paper/stamp/pdf-workshop.ts'
import {
  type AccountName,
  type Answer,
  aStudyRow,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
} from '../../builders/back-office.ts'

export const fax = '16045550101'
export const email = 'mia@practice.example'
export const details = { firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03', sex: 'female' } as const
export const document = (studyId: string) => ({ kind: 'document' as const, uuid: `doc-${studyId}` })

/** A carrier that a test controls, and that records its input. */
type ScriptedCarrier = Omit<FaxCarrier, 'isAbsenceProof'> & {
  isAbsenceProof: boolean
  readonly taken: { key: string; to: string; pages: number }[]
  /** The next answer; by default every fax is accepted under its key. */
  next: FaxHandOver | (() => Promise<FaxHandOver>) | null
  search: FaxSearch | null
  standing: FaxStatus
  stopping: 'cancelled' | 'too-late' | 'unavailable'
}

export const createScriptedCarrier = (): ScriptedCarrier => {
  const carrier: ScriptedCarrier = {
    kind: 'ipp',
    isAbsenceProof: true,
    taken: [],
    next: null,
    search: null,
    standing: { kind: 'under-way', reason: null },
    stopping: 'cancelled',
    send: async ({ key, to, pages }) => {
      const told = carrier.next
      carrier.next = null
      if (told !== null) return typeof told === 'function' ? told() : told
      carrier.taken.push({ key, to, pages })
      return { kind: 'accepted', receipt: `r-${key}` }
    },
    find: async (key) =>
      carrier.search ??
      (carrier.taken.some((one) => one.key === key) ? { kind: 'found', receipt: `r-${key}` } : { kind: 'absent' }),
    read: async () => carrier.standing,
    cancel: async () => ({ kind: carrier.stopping }),
    readSent: () => null,
  }
  return carrier
}

/** Creates a workshop that returns its input unless `refusal` is set, and records the requests. */
export const createScriptedWorkshop = () => {
  const workshop: PdfWorkshop & { asked: StampRequest[]; covers: number; refusal: 'locked' | null } = {
    asked: [],
    covers: 0,
    refusal: null,
    inspect: async () => ({ kind: 'readable', pages: 1, isEncrypted: false }),
    stamp: async (bytes, request) => {
      workshop.asked.push(request)
      if (workshop.refusal !== null) return { kind: 'refused', reason: workshop.refusal }
      return { kind: 'stamped', bytes, pages: 2, how: 'appended' }
    },
    cover: async (bytes) => {
      workshop.covers += 1
      return { kind: 'stamped', bytes, pages: 3, how: 'rewritten' }
    },
    picture: async () =>
      workshop.refusal === null
        ? { kind: 'drawn', bytes: Buffer.from('%PDF- of a picture') }
        : { kind: 'refused', reason: workshop.refusal },
    close: () => {},
  }
  return workshop
}

type Body = RouteInput<'registerDelivery'>['body']
let studies = 0
let keys = 0
const newKey = (): string => `key-${++keys}`

export type ReleaseDesk = Awaited<ReturnType<typeof openReleaseDesk>>

/** Starts a back office with a reachable practitioner, and studies of the clinic's member with a published report. */
export const openReleaseDesk = async (engine: Engine, options: Partial<BackOfficeOptions> = {}) => {
  const office: RunningBackOffice = await runBackOffice(engine, options)
  const put = async (id: string, faxNumber: string, emailAddress: string, practiceFax: string): Promise<void> => {
    const practice = { id: 'pl-1', locationName: 'Main', practice: { practiceName: 'Cedar' } }
    await office.db
      .insertInto('practitioner')
      .values({
        practitioner_id: id,
        search_text: id,
        version: 1,
        document: JSON.stringify({
          id,
          firstName: 'Mia',
          lastName: 'Chen',
          profession: 'Physician',
          salutation: 'Dr.',
          contact: { faxNumber, emailAddress, address: '', address2: '' },
          locations: [{ ...practice, practitionerContact: { faxNumber: practiceFax } }],
        }),
      })
      .execute()
  }
  await put('p-reached', '+1 604 555-0101', email, '')
  await put('p-wrong', '604 555 0101', 'mia at practice', '')
  await put('p-other', '16045550303', 'other@practice.example', '')

  /** Adds a study, at the home location unless `columns` names another one. */
  const newStudy = async (status: object = {}, columns: object = {}): Promise<string> => {
    studies += 1
    const studyID = `s-release-${studies}`
    const named = (practitionerID: string) => ({ practitionerID, locationID: 'pl-1' })
    await office.db
      .insertInto('study')
      .values({
        ...aStudyRow(office.now()),
        study_id: studyID,
        patient_id: clinic.member,
        location_id: clinic.home,
        status: JSON.stringify({ ...JSON.parse(aStudyRow(0).status), published: true, read: true, ...status }),
        extra: JSON.stringify({
          readingPublished: [{ reportType: 'structured', version: 2 }],
          practitioners: { primary: named('p-reached'), referring: named('p-wrong'), additional: [] },
        }),
        ...columns,
      })
      .execute()
    await office.db
      .insertInto('document')
      .values({
        uuid: `doc-${studyID}`,
        study_id: studyID,
        patient_id: clinic.member,
        type_id: clinic.documentType,
        name: 'Blood test',
        status: 'PUBLISHED',
        active: 1,
        file_type: 'application/pdf',
        base64_file: 'JVBERi0=',
        created_at: office.now(),
        version: 1,
        pages: 1,
        byte_size: 5,
        created_by: null,
        status_at: null,
        status_by: null,
      })
      .execute()
    return studyID
  }

  /** Registers a delivery, by default a document faxed to the practitioner, with the address typed twice. */
  const register = async (
    studyId: string,
    more: Partial<Body> = {},
    who: { readonly as?: AccountName; readonly key?: string } = {},
  ): Promise<Answer> => {
    const body: Body = {
      channel: 'fax',
      mode: 'manual',
      item: document(studyId),
      practitionerID: 'p-reached',
      practiceLocationID: 'pl-1',
      address: fax,
      retyped: fax,
      memberDetails: details as Body['memberDetails'],
      shouldEncryptPdf: false,
      shouldHideHIContent: false,
      isConfirmed: true,
      ...more,
    }
    const token = await office.signIn(who.as ?? 'hi')
    return office.call(
      'registerDelivery',
      { params: { studyId }, body } as unknown as Partial<RouteInput<'registerDelivery'>>,
      { token, key: who.key ?? newKey() },
    )
  }

  const send = (
    route: 'sendFax' | 'sendReportEmail',
    studyId: string,
    token: string,
    more: object = {},
    key = newKey(),
  ): Promise<Answer> =>
    office.call(
      route,
      {
        params: { studyId },
        body: { practitioner: { practitionerID: 'p-reached', locationID: 'pl-1' }, memberDetails: details, ...more },
      } as unknown as Partial<RouteInput<'sendFax'>>,
      { token, key },
    )

  /** Registers a delivery and returns its ticket and password, and functions that send, read and settle it. */
  const begin = async (studyId: string, more: Partial<Body> = {}, as: AccountName = 'hi') => {
    const { status, body } = await register(studyId, more, { as })
    if (status !== 200) throw new Error(`not registered: ${JSON.stringify(body)}`)
    const { delivery, ticket, password } = body as { delivery: Delivery; ticket: string; password: string | null }
    const { deliveryID } = delivery
    const route = delivery.channel === 'email' ? 'sendReportEmail' : 'sendFax'
    return {
      deliveryID,
      ticket,
      password,
      send: (key?: string) => send(route, studyId, ticket, { deliveryID }, key),
      read: async (token = ticket) =>
        office.call('readDelivery', { params: { studyId, deliveryID } } as never, { token }),
      settle: (state: string, isFoundOut = false, reason = '') =>
        office.call(
          'settleDelivery',
          { params: { studyId, deliveryID }, body: { state, isFoundOut, reason } } as never,
          {
            token: ticket,
            key: newKey(),
          },
        ),
      row: () =>
        office.db.selectFrom('delivery').selectAll().where('delivery_id', '=', deliveryID).executeTakeFirstOrThrow(),
    }
  }

  const log = async (studyId: string): Promise<string[]> => {
    const answer = await office.call('readLog', { params: { studyId } } as never, { token: await office.signIn('hi') })
    return (answer.body as { content: string }[]).map(({ content }) => content)
  }

  return { office, newStudy, register, send, begin, log, newKey }
}

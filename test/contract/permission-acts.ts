import type { RouteName } from '#contract/back-office.ts'
import { details, document, email, fax, type ReleaseDesk } from '../back-office/release/release-desk.ts'
import { type Answer, clinic } from '../builders/back-office.ts'
import { aLocation } from '../builders/records.ts'
import { twoPages } from '../fixtures/pdf/pdf-kinds.ts'
import { writeRawPdf } from '../fixtures/pdf/raw-pdf.ts'
import { goodInputs } from './back-office-bad-input.ts'

type Where = { readonly isForeign: boolean; readonly userID: string }
type Channel = 'fax' | 'email' | 'cd' | 'usb'

/** Creates what an act needs and returns the act, which takes the token of an account. */
export type OpenAct = (where: Where) => Promise<(token: string | undefined) => Promise<Answer>>

const documentQueries = {
  list: 'query ($studyId: ID!) { getActiveDocuments(studyId: $studyId) { uuid } }',
  read: 'query ($studyId: ID!, $typeId: ID!) { getLatestActiveDocument(studyId: $studyId, typeId: $typeId) { uuid } }',
  upload: 'mutation ($input: CreateDocumentInput!) { createDocument(input: $input) { uuid } }',
  publish: 'mutation ($uuid: ID!, $status: String!) { updateDocumentStatus(uuid: $uuid, status: $status) { uuid } }',
  remove: 'mutation ($studyId: ID!, $typeId: ID!) { deactivateDocument(studyId: $studyId, typeId: $typeId) { uuid } }',
  report: 'mutation ($input: CreateReportInput!) { createReport(input: $input) { reportID } }',
  confirm: 'mutation ($studyId: ID!) { confirmBodyCompQC(studyId: $studyId) { statusCode } }',
} as const

const pdf = Buffer.from(writeRawPdf(twoPages)).toString('base64')
const bodyCompositionSku = 370

/** Every act of the permission table. Each act on a study gets a new study with a published report. */
export const actsOf = async (desk: ReleaseDesk): Promise<Readonly<Record<string, OpenAct>>> => {
  const { office, newStudy, newKey } = desk
  const { address } = aLocation()
  const row = await office.db
    .selectFrom('location')
    .select('document')
    .where('location_id', '=', clinic.home)
    .executeTakeFirstOrThrow()
  // Images can be requested only in the USA.
  const usa = { ...JSON.parse(row.document), address: { ...address, country: 'United States' } }
  await office.db
    .updateTable('location')
    .set({ document: JSON.stringify(usa) })
    .where('location_id', '=', clinic.home)
    .execute()

  const aStudy = ({ isForeign }: Where, status: object = {}, columns: object = {}): Promise<string> =>
    newStudy(status, {
      ...(isForeign ? { location_id: clinic.elsewhere, patient_id: clinic.otherMember } : {}),
      ...columns,
    })
  const call = (name: RouteName, input: object, token: string | undefined): Promise<Answer> =>
    office.call(name, input as object, { token, key: newKey() })

  const addressOf: { readonly [Each in Channel]: string } = { fax, email, cd: '', usb: '' }
  const registration = (channel: Channel, studyId: string, isManual: boolean) => ({
    params: { studyId },
    body: {
      channel,
      mode: isManual ? 'manual' : 'automated',
      ...(isManual ? { item: document(studyId) } : {}),
      practitionerID: 'p-reached',
      practiceLocationID: 'pl-1',
      address: addressOf[channel],
      retyped: addressOf[channel] === '' ? null : addressOf[channel],
      memberDetails: details,
      shouldEncryptPdf: false,
      shouldHideHIContent: false,
      isConfirmed: true,
    },
  })
  const register =
    (channel: Channel, isManual = false): OpenAct =>
    async (where) => {
      const id = await aStudy(where)
      return (token) => call('registerDelivery', registration(channel, id, isManual), token)
    }
  const practitioner = { practitionerID: 'p-reached', locationID: 'pl-1' }
  const sendAtOnce =
    (name: 'sendFax' | 'sendReportEmail'): OpenAct =>
    async (where) => {
      const studyId = await aStudy(where)
      const typed = name === 'sendFax' ? { faxNumber: fax } : { emailAddress: email }
      const body = { practitioner: { ...practitioner, ...typed }, memberDetails: details }
      return (token) => call(name, { params: { studyId }, body }, token)
    }
  /**
   * Registers a delivery in the name of health-information staff. For a study of another location, registers nothing
   * and returns an invented id.
   */
  const registered = async (
    channel: Channel,
    where: Where,
  ): Promise<{ readonly studyId: string; readonly deliveryID: string }> => {
    const studyId = await aStudy(where)
    if (where.isForeign) return { studyId, deliveryID: 'delivery-1' }
    const answer = await call('registerDelivery', registration(channel, studyId, true), await office.signInAgain('hi'))
    if (answer.status !== 200) throw new Error(`not registered: ${JSON.stringify(answer.body)}`)
    return { studyId, deliveryID: answer.body.delivery.deliveryID }
  }
  const sendRegistered =
    (name: 'sendFax' | 'sendReportEmail'): OpenAct =>
    async (where) => {
      const { studyId, deliveryID } = await registered(name === 'sendFax' ? 'fax' : 'email', where)
      const body = { practitioner, memberDetails: details, deliveryID }
      return (token) => call(name, { params: { studyId }, body }, token)
    }
  const ofDelivery =
    (name: 'readDelivery' | 'readTransmissionReport' | 'settleDelivery', body: object = {}): OpenAct =>
    async (where) => {
      const params = await registered('fax', where)
      return (token) => call(name, { params, body }, token)
    }
  const write =
    (channel: 'cd' | 'usb'): OpenAct =>
    async (where) => {
      const { studyId: studyID, deliveryID } = await registered(channel, where)
      const patient = where.isForeign ? clinic.otherMember : clinic.member
      const body = { studyID, channel, practitioner, memberDetails: details, deliveryID }
      return (token) => call('exportForMedium', { params: { patient }, body }, token)
    }
  const burn: OpenAct = async (where) => {
    const { studyId, deliveryID } = await registered('cd', where)
    const params = { studyId, deliveryID }
    if (!where.isForeign) {
      const patient = clinic.member
      const body = { studyID: studyId, channel: 'cd', practitioner, memberDetails: details, deliveryID }
      const token = await office.signInAgain('hi')
      await call('exportForMedium', { params: { patient }, body }, token)
      await call('settleDelivery', { params, body: { state: 'delivered', reason: '', isFoundOut: false } }, token)
    }
    return (token) => call('confirmDisc', { params, body: { outcome: 'burnt' } }, token)
  }
  const onStudy =
    (
      name: RouteName,
      input: (studyId: string) => object = () => ({}),
      status: object = {},
      columns: () => object = () => ({}),
    ): OpenAct =>
    async (where) => {
      const studyId = await aStudy(where, status, columns())
      return (token) => call(name, { params: { studyId }, ...input(studyId) }, token)
    }
  const preview = (item: (studyId: string) => object): OpenAct =>
    onStudy('previewPdf', (studyId) => ({
      body: { memberDetails: details, shouldEncryptPdf: false, shouldHideHIContent: false, ...item(studyId) },
    }))
  const graphql =
    (query: string, variables: (studyId: string, where: Where) => object, columns: object = {}): OpenAct =>
    async (where) => {
      const studyId = await aStudy(where, {}, columns)
      const body = JSON.stringify({ query, variables: variables(studyId, where) })
      return (token) => office.send('POST', '/graphql', { token, body, key: newKey() })
    }
  let times = 0
  const aTime = (): object => {
    times += 1
    const startsAt = office.now() + times * 86_400
    const place = { machine_id: 'ca-bc-1-m1', event_id: `e-act-${times}` }
    return {
      starts_at: startsAt,
      ends_at: startsAt + 3600,
      wall_time: '2026-12-01T09:00',
      timezone: 'America/Vancouver',
      ...place,
    }
  }
  const told = { scanned: true, customerEmailAvailable: true, invoiceAvailable: true, customerEmailSuppressed: false }
  const booking =
    (more: object): OpenAct =>
    async ({ isForeign }) => {
      const text = JSON.stringify({ ...goodInputs.createTemporaryHoldBooking.body, ...more })
      const body = JSON.parse(
        isForeign ? text.replaceAll(clinic.home, clinic.elsewhere).replaceAll(clinic.member, clinic.otherMember) : text,
      )
      return (token) => call('createTemporaryHoldBooking', { body }, token)
    }

  return {
    'register a fax of the report': register('fax'),
    'register an email of the report': register('email'),
    'register a CD of the report': register('cd'),
    'register a USB stick of the report': register('usb'),
    'register a fax of a chosen document': register('fax', true),
    'register an email of a chosen document': register('email', true),
    'register a CD of a chosen document': register('cd', true),
    'register a USB stick of a chosen document': register('usb', true),
    'fax the report at once': sendAtOnce('sendFax'),
    'email the report at once': sendAtOnce('sendReportEmail'),
    'fax a registered delivery': sendRegistered('sendFax'),
    'email a registered delivery': sendRegistered('sendReportEmail'),
    'read the state of a fax': ofDelivery('readDelivery'),
    'read the transmission report of a fax': ofDelivery('readTransmissionReport'),
    'cancel a fax': ofDelivery('settleDelivery', { state: 'cancelled', reason: '', isFoundOut: false }),
    'write a CD': write('cd'),
    'write a USB stick': write('usb'),
    'record a disc as burnt': burn,
    'ask for images': onStudy('requestImages', () => ({
      body: { firstname: details.firstname, lastname: details.lastname, dob: details.dob.replaceAll('-', '') },
    })),
    'preview the report': preview(() => ({})),
    'preview a document': preview((studyId) => ({ item: document(studyId) })),
    'email the confirmation': onStudy('resendConfirmation', undefined, {}, aTime),
    'email the feedback reminder': onStudy('sendFeedbackReminder', undefined, told),
    'email the amplification': onStudy('sendFeedbackAmplification', undefined, { ...told, feedbackReceived: true }),
    'email the invoice': onStudy('emailInvoice', undefined, told),
    'list documents': graphql(documentQueries.list, (studyId) => ({ studyId })),
    'read a document': graphql(documentQueries.read, (studyId) => ({ studyId, typeId: clinic.documentType })),
    'upload a document': graphql(documentQueries.upload, (studyId, { isForeign }) => ({
      input: {
        studyId,
        patientId: isForeign ? clinic.otherMember : clinic.member,
        typeId: clinic.documentType,
        status: 'DRAFT',
        name: 'Blood test',
        base64File: pdf,
        fileType: 'application/pdf',
      },
    })),
    'publish a document': graphql(documentQueries.publish, (studyId) => ({
      uuid: document(studyId).uuid,
      status: 'PUBLISHED',
    })),
    'delete a document': graphql(documentQueries.remove, (studyId) => ({ studyId, typeId: clinic.documentType })),
    'upload a report': graphql(documentQueries.report, (studyId, { isForeign }) => ({
      input: {
        studyId,
        patientId: isForeign ? clinic.otherMember : clinic.member,
        kind: 'structured',
        base64File: pdf,
        fileType: 'application/pdf',
      },
    })),
    'confirm body composition QC': graphql(documentQueries.confirm, (studyId) => ({ studyId }), {
      sku_id: bodyCompositionSku,
    }),
    'schedule a preferred consult': onStudy('syncConsult', () => ({
      body: { eventID: 'event-0001', inviteeID: 'invitee-0001', isPreferred: true },
    })),
    'choose a sedative at booking': booking({ sedativeTaken: 'Sedative Taken' }),
    'book over another appointment': booking({ override: { reason: 'Agreed with the clinic.' } }),
    'count the cash of another person':
      async ({ isForeign }) =>
      (token) =>
        call(
          'countCashUp',
          {
            params: { locationID: isForeign ? clinic.elsewhere : clinic.home },
            body: { date: '2026-11-20', userID: 'u-onelocation', paymentType: 'cash', counted: 0, note: '' },
          },
          token,
        ),
  }
}

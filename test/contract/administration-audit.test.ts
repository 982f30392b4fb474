import { afterAll, beforeAll, expect, it } from 'vitest'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import type { Route } from '#contract/route.ts'
import {
  type Answer,
  accounts,
  clinic,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
  testPassword,
} from '../builders/back-office.ts'
import { someClosureFields } from '../builders/location-drafts.ts'
import { startFakeMailServer } from '../fakes/fake-mail-server.ts'
import { goodInputs } from './back-office-bad-input.ts'

type Body = Answer['body']

/** The input of a call of one administration route, and the record before and after the call for its audit row. */
type Change = {
  readonly input?: { readonly params?: object; readonly body?: object }
  readonly before: unknown
  readonly after: (answer: Body) => unknown
  /** The number of additional audit rows, about other members, that the call writes. */
  readonly further?: number
}

const [engine] = await findEngines('rules')
if (engine === undefined) throw new Error('SQLite is always there')
const mail = await startFakeMailServer()
let office: RunningBackOffice
let token: string
let calls = 0
beforeAll(async () => {
  office = await runBackOffice(engine, { smtpUrl: mail.url })
  token = await office.signIn('admin')
})
afterAll(async () => {
  await office.stop()
  await mail.close()
  expect(office.errors).toEqual([])
})

const send = async (name: RouteName, input: object, workstation = 'desk-of-preparation'): Promise<Body> => {
  calls += 1
  const key = backOfficeRoutes[name].idempotent === false ? undefined : `administration-${calls}`
  const answer = await office.call(name, input, { token, key, workstation })
  expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(200)
  return answer.body
}
const good = (name: RouteName): Body => goodInputs[name].body
const make = (name: RouteName, changes: object = {}): Promise<Body> =>
  send(name, { ...goodInputs[name], body: { ...good(name), ...changes } })
const find = async (name: RouteName, matches: (record: Body) => boolean): Promise<Body> =>
  (await send(name, {})).find(matches)

const whole = (answer: Body): unknown => answer
const accountOf = ({ account }: Body): unknown => account
const locationOf = ({ location }: Body): unknown => location
const added = { before: null, after: whole }

const account = (userID: string): Promise<Body> => find('readAccounts', (each) => each.userID === userID)
/** A change by a route that needs only the id of the account. */
const ofAccount = async (userID: string, after: Change['after']): Promise<Change> => ({
  input: { params: { userID } },
  before: await account(userID),
  after,
})
const home = (): Promise<Body> =>
  find('readAdministeredLocations', ({ location }) => location.locationID === clinic.home)
/** A change of the home location or of one of its machines. The record is the location with its machines. */
const ofHome = async (name: RouteName): Promise<Change> => {
  const { location, version } = await home()
  return { input: { ...goodInputs[name], body: { ...good(name), version } }, before: location, after: locationOf }
}
const ofVersion = async (name: RouteName, params: object, before: Body): Promise<Change> => ({
  input: { params, body: { ...good(name), version: before.version } },
  before,
  after: whole,
})
const practitioner = (id: string): Promise<Body> => find('readAdministeredPractitioners', (each) => each.id === id)
const member = (id: string): Promise<Body> => send('readMember', { params: { id } })
/** The fields of a closure as they are recorded. */
const closureOf = ({ closureID, machineID, from, to, kind, reason, weeks, state }: Body): unknown => ({
  ...{ closureID, machineID, from, to, kind, reason, weeks },
  isActive: state !== 'withdrawn',
})
const bookIn = async (utcStart: string): Promise<string> => {
  const body = { ...good('createBooking'), slotSelectionType: 'manual', outsideHoursConfirmed: true, utcStart }
  const key = `booking-${utcStart}`
  const { body: booked } = await office.call('createBooking', { body } as never, { token, key })
  return booked.studyID
}

const changes: Partial<Record<RouteName, () => Promise<Change>>> = {
  inviteAccount: async () => ({ before: null, after: accountOf }),
  changeAccount: async () => {
    const { version } = await account('u-hi')
    const body = { ...good('changeAccount'), version, isActive: false }
    return { input: { params: { userID: 'u-hi' }, body }, before: await account('u-hi'), after: whole }
  },
  endAccountSessions: async () => {
    await office.signIn('sales')
    return ofAccount('u-sales', whole)
  },
  unlockAccount: async () => {
    for (let guess = 0; guess < 5; guess += 1) {
      await office.call('signIn', { body: { email: accounts.np.email, password: `not ${testPassword}` } })
    }
    return ofAccount('u-np', whole)
  },
  resetAccountPassword: async () => ofAccount('u-radiologist', accountOf),
  // Sends an invitation code that exists already, so no record changes.
  mailInvitation: async () => {
    const { code } = await send('resetAccountPassword', { params: { userID: 'u-dev' } })
    return { input: { params: { userID: 'u-dev' }, body: { code } }, before: null, after: () => null }
  },
  createSku: async () => added,
  changeSku: async () => {
    const { skus } = await send('readAdministeredCatalogue', {})
    const before = skus.find(({ skuID }: Body) => skuID === 300)
    return ofVersion('changeSku', { skuID: '300' }, before)
  },
  addLocationPrices: async () => ({ before: [{ locationID: clinic.home, price: 2495 }], after: whole }),
  createDocumentType: async () => added,
  changeDocumentType: async () => {
    const before = await find('readAdministeredDocumentTypes', ({ uuid }) => uuid === clinic.documentType)
    return ofVersion('changeDocumentType', { uuid: clinic.documentType }, before)
  },
  createPromo: async () => added,
  changePromo: async () => {
    const { promoID: _, ...fields } = good('createPromo')
    const before = await make('createPromo', { promoID: 'AUTUMN' })
    const change = await ofVersion('changePromo', { promoID: 'AUTUMN' }, before)
    return { ...change, input: { ...change.input, body: { ...fields, version: 1, active: false } } }
  },
  issueGiftCard: async () => ({ before: null, after: ({ card }) => card }),
  changeGiftCard: async () => {
    const { card } = await make('issueGiftCard')
    return ofVersion('changeGiftCard', { giftCardID: card.giftCardID }, card)
  },
  // The file has many records. Each has its own audit row, and the row of the call has their counts.
  importFile: async () => ({
    input: { ...goodInputs.importFile, body: { ...good('importFile'), isDryRun: false } },
    before: null,
    after: ({ counts }) => ({ counts }),
  }),
  createLocation: async () => ({ before: null, after: locationOf }),
  changeLocation: async () => ofHome('changeLocation'),
  addMachine: async () => ofHome('addMachine'),
  changeMachine: async () => ofHome('changeMachine'),
  createClosure: async () => ({ before: null, after: closureOf }),
  changeClosure: async () => {
    const before = await make('createClosure')
    const body = { version: before.version, closure: someClosureFields({ reason: 'Boxing Day' }), isActive: false }
    return { input: { params: { closureID: before.closureID }, body }, before: closureOf(before), after: closureOf }
  },
  keepInClosure: async () => {
    const studyID = await bookIn('2026-12-29T18:00:00Z')
    const closure = someClosureFields({ from: '2026-12-29T00:00', to: '2026-12-30T00:00' })
    const { closureID } = await make('createClosure', { closure })
    const keep = { params: { closureID }, body: { studyID, reason: 'The member travels far' } }
    await send('keepInClosure', keep)
    const reason = 'The scan is urgent'
    return {
      input: { ...keep, body: { studyID, reason } },
      before: { closureID, studyID, reason: keep.body.reason },
      after: () => ({ closureID, studyID, reason }),
    }
  },
  createPractitioner: async () => added,
  administerPractitioner: async () => {
    const before = await make('createPractitioner')
    const practices = before.locations.map(({ id }: Body) => ({ ...good('createPractitioner').practices[0], id }))
    const body = { ...good('administerPractitioner'), practices, version: before.version, active: false }
    return { input: { params: { practitionerID: before.id }, body }, before, after: whole }
  },
  createPharmacy: async () => added,
  changePharmacy: async () => {
    const before = await find('readAdministeredPharmacies', ({ pharmacyID }) => pharmacyID === clinic.pharmacy)
    return ofVersion('changePharmacy', { pharmacyID: clinic.pharmacy }, before)
  },
  mergePractitioners: async () => {
    const from = await make('createPractitioner')
    const into = await practitioner(clinic.practitioner)
    const body = { version: from.version, into: into.id, intoVersion: into.version }
    const merged = { ...from, version: from.version + 1, active: false, mergedInto: into.id }
    return {
      input: { params: { practitionerID: from.id }, body },
      before: { from, into },
      after: (answer) => ({ from: merged, into: answer }),
    }
  },
  mergeMembers: async () => {
    const [kept, merged] = [await member(clinic.member), await member(clinic.otherMember)]
    const version = Math.max(kept.version, merged.version) + 1
    const body = { ...good('mergeMembers'), version: kept.version, mergedVersion: merged.version }
    return {
      input: { params: { id: clinic.member }, body },
      before: { 'member.version': kept.version },
      after: () => ({ 'member.version': version, changed: ['member.email'] }),
      further: 1,
    }
  },
  undoMemberMerge: async () => {
    const { merges } = await send('readMemberMerges', {})
    const { mergeID, kept } = merges[0]
    const { version } = await member(kept.memberID)
    return {
      input: { params: { id: kept.memberID, mergeID }, body: good('undoMemberMerge') },
      before: { 'member.version': version },
      after: () => ({ 'member.version': version + 1, changed: ['member.email'] }),
      further: 1,
    }
  },
  changeMessageSettings: async () => {
    const before = await find('readMessageSettings', ({ locationID }) => locationID === clinic.home)
    const change = await ofVersion('changeMessageSettings', { locationID: clinic.home }, before)
    const settings = { ...before.settings, reminderDays: before.settings.reminderDays + 1 }
    return { ...change, input: { ...change.input, body: { settings, version: before.version } } }
  },
  changeMailText: async () => {
    const before = await find('readMailTexts', ({ kind }) => kind === 'invitation')
    const change = await ofVersion('changeMailText', { kind: 'invitation' }, before)
    const { kind: _, ...body } = { ...before, subject: `${before.subject} today` }
    return { ...change, input: { ...change.input, body } }
  },
  changeConsentText: async () => {
    const before = await find('readConsentTexts', ({ scope }) => scope === 'all')
    // The audit row omits the texts of earlier versions, which are already stored.
    const withoutVersions = ({ versions: _, ...text }: typeof before) => text
    const content = { title: 'Our agreement', text: 'I agree.' }
    return {
      input: { params: { scope: 'all' }, body: { content, version: before.version } },
      before: withoutVersions(before),
      after: withoutVersions,
    }
  },
  changeClinicSettings: async () => {
    const before = await send('readClinicSettings', {})
    return ofVersion('changeClinicSettings', {}, before)
  },
  // Compares heads of the audit log, and changes no record.
  checkAuditHeads: async () => ({ before: null, after: () => null }),
  // Without an open difference there is nothing to review. `kept-heads.test.ts` tests a review of an open difference.
  reviewAuditHeads: async () => ({ before: null, after: () => null }),
  // The audit log does not contain the text that administrators type about a legal hold.
  placeLegalHold: async () => ({ before: null, after: () => null }),
  liftLegalHold: async () => {
    const { holdID, name } = await make('placeLegalHold', { name: 'Case 8' })
    return { input: { params: { holdID }, body: { name, reason: 'x' } }, before: null, after: () => null }
  },
  changeRetentionPeriod: async () => added,
  // The audit log contains only the names of a member's fields, never their values.
  eraseMember: async () => {
    const { member } = await make('createMember', { email: 'erased@mail.example' })
    const fields = 'firstname lastname email dob phone_number address city state postal_code country'.split(' ')
    return {
      input: { params: { id: member.patientID }, body: { version: 1, early: null } },
      before: { 'member.version': 1 },
      after: () => ({ 'member.version': 2, changed: fields.map((field) => `member.${field}`) }),
    }
  },
  steerRelease: async () => {
    const version = '7.7.7'
    await send('readUpdatePlan', { query: { version } })
    const before = await find('listReleases', (release) => release.version === version)
    const body = { act: 'halt', lockVersion: before.lockVersion }
    return { input: { params: { version }, body }, before, after: whole }
  },
}

/** The routes in the route table that only administrators may call, without the routes that only read. */
const administrationRoutes = (Object.keys(backOfficeRoutes) as RouteName[]).filter((name) => {
  const { access, method }: Route = backOfficeRoutes[name]
  return method !== 'GET' && access.location === 'none' && access.roles?.length === 1 && access.roles[0] === 'admin'
})

it.each(administrationRoutes)(
  'the back office audits %s with the person, the workstation, and the record before and after',
  async (name) => {
    const change = await changes[name]?.()
    if (change === undefined) throw new Error(`Add ${name} to the table of this test.`)
    const auditRows = (after: number) =>
      office.db.selectFrom('audit').selectAll().where('sequence', '>', after).orderBy('sequence').execute()
    const last = (await auditRows(0)).at(-1)?.sequence ?? 0
    const workstation = `desk-of-${name}`
    const answer = await send(name, { ...goodInputs[name], ...change.input }, workstation)
    const rows = await auditRows(last)
    for (const row of rows) {
      expect(row).toMatchObject({ user_id: 'u-admin', workstation_id: workstation, outcome: 'ok' })
    }
    const own = rows.filter(({ action }) => action.split(' ')[0] === backOfficeRoutes[name].audit)
    expect(
      own
        .slice(0, own.length - (change.further ?? 0))
        .map(({ before, after }) => [before, after].map((stored) => JSON.parse(stored ?? 'null'))),
    ).toEqual([[change.before, change.after(answer)]])
  },
)

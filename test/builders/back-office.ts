import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database, DatabaseKind, DatabaseSource, OpenDatabase } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { standIns } from '#back-office/demo/stand-ins.ts'
import { addMember } from '#back-office/repositories/members-repository.ts'
import { unansweredSafety } from '#back-office/safety/unanswered.ts'
import { type BackOffice, type BackOfficeOptions, startBackOffice } from '#back-office/server.ts'
import { hashPassword } from '#back-office/session/password.ts'
import { backOfficeRoutes, type RouteInput, type RouteName } from '#contract/back-office.ts'
import { type Route, workstationHeader } from '#contract/route.ts'
import { noSedative } from '#domain/study/sedative.ts'
import { createStrictLog } from '#test/fakes/strict-log.ts'
import { quickHashOf } from '#test/fixtures/services/quick-hash.ts'
import { spend } from '#test/fixtures/spent.ts'
import { isDeep, isQuick } from '../fixtures/deep.ts'
import { findOnceARun } from '../fixtures/once-a-run.ts'
import { findPostgres } from '../fixtures/postgres/postgres-server.ts'
import { createTestDatabase } from '../fixtures/postgres/test-database.ts'
import { aLocation, aMember } from './records.ts'

/** An empty database of one engine, and its removal. */
export type EmptyDatabase = {
  readonly dataFolder: string
  readonly options: BackOfficeOptions['database']
  readonly source: DatabaseSource
  remove(): Promise<void>
}

/** A database engine for a suite: how to create its databases, or why it is not available here. */
export type Engine = {
  readonly kind: DatabaseKind
  readonly missing: string | undefined
  create(): Promise<EmptyDatabase>
  /**
   * Creates a database with the current tables, as a copy of a database that is made once per run. If the run shares no
   * databases, the new database is empty.
   */
  createShaped(): Promise<EmptyDatabase>
}

/**
 * What a suite tests: SQL, where the engines read and lock differently, or rules that do not depend on the engine.
 * Suites about rules run on PostgreSQL only in a deep run.
 */
export type About = 'sql' | 'rules'

/**
 * Returns SQLite always, and PostgreSQL if the run includes it. Without a PostgreSQL server, `missing` has the reason,
 * which is also printed.
 */
export const findEngines = async (about: About = 'sql'): Promise<readonly Engine[]> => {
  const sqlite: Engine = {
    kind: 'sqlite',
    missing: undefined,
    create: createSqlite,
    createShaped: createShapedSqlite,
  }
  if (isQuick || (about === 'rules' && !isDeep)) return [sqlite]
  const postgres = await findPostgres()
  const missing = 'reason' in postgres ? postgres.reason : undefined
  if (missing !== undefined) console.warn(`Skipped on PostgreSQL: ${missing}.`)
  return [
    sqlite,
    {
      kind: 'postgresql',
      missing,
      create: () => ('url' in postgres ? createPostgres(postgres.url) : Promise.reject(new Error(missing))),
      createShaped: () => ('url' in postgres ? createShapedPostgres(postgres.url) : Promise.reject(new Error(missing))),
    },
  ]
}

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'atrium-back-office-'))

/** A key like one from the workstation's keychain. The SQLite files made here cannot be read without it. */
export const testKeyHex = '5a'.repeat(32)

const createSqlite = async (): Promise<EmptyDatabase> => {
  const dataFolder = makeFolder()
  return {
    dataFolder,
    options: { kind: 'sqlite', keyHex: testKeyHex },
    source: { kind: 'sqlite', path: join(dataFolder, 'back-office.sqlite'), keyHex: testKeyHex },
    remove: async () => rmSync(dataFolder, { recursive: true, force: true }),
  }
}

const createShapedSqlite = async (): Promise<EmptyDatabase> => {
  const database = await createSqlite()
  const shaped = await findOnceARun('shaped-sqlite', async (folder) => {
    const path = join(folder, 'back-office.sqlite')
    await (await openDatabase({ kind: 'sqlite', path, keyHex: testKeyHex })).close()
    return { path }
  })
  if (shaped !== null && database.source.kind === 'sqlite') copyFileSync(shaped.path, database.source.path)
  return database
}

const createShapedPostgres = async (serverURL: string): Promise<EmptyDatabase> => {
  // Nothing removes the database that is copied, so it is not created on a server that the run does not own.
  if (process.env.TEST_DATABASE_URL) return createPostgres(serverURL)
  const shaped = await findOnceARun('shaped-postgresql', async () => {
    const { url } = await createTestDatabase(serverURL)
    await (await openDatabase({ kind: 'postgresql', url })).close()
    return { name: new URL(url).pathname.slice(1) }
  })
  return createPostgres(serverURL, shaped?.name)
}

const createPostgres = async (serverURL: string, template?: string): Promise<EmptyDatabase> => {
  const dataFolder = makeFolder()
  const database = await createTestDatabase(serverURL, template)
  const options = { kind: 'postgresql', url: database.url } as const
  return {
    dataFolder,
    options,
    source: options,
    remove: async () => {
      await database.drop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** The password of every account of {@link fillClinic}. */
export const testPassword = 'right horse battery'

type Account = {
  readonly email: string
  readonly roles: readonly string[]
  readonly locations: readonly string[] | null
  readonly home?: string
}

/** One account for each staff role, a second front-desk account for ca-bc-1 only, and a member's account. */
export const accounts = {
  frontdesk: { email: 'frontdesk@test.atrium', roles: ['frontdesk'], locations: null, home: 'us-wa-2' },
  admin: { email: 'admin@test.atrium', roles: ['admin', 'frontdesk'], locations: null },
  sales: { email: 'sales@test.atrium', roles: ['sales'], locations: null },
  hi: { email: 'hi@test.atrium', roles: ['hi'], locations: null },
  reportQC: { email: 'reportqc@test.atrium', roles: ['report_qc'], locations: null },
  np: { email: 'np@test.atrium', roles: ['np'], locations: null },
  radiologist: { email: 'radiologist@test.atrium', roles: ['radiologist'], locations: null },
  qa: { email: 'qa@test.atrium', roles: ['qa'], locations: null },
  dev: { email: 'dev@test.atrium', roles: ['dev'], locations: null },
  finance: { email: 'finance@test.atrium', roles: ['finance'], locations: null },
  /** The home location of this account is one where the account may not work. */
  oneLocation: { email: 'onelocation@test.atrium', roles: ['frontdesk'], locations: ['ca-bc-1'], home: 'us-wa-2' },
  member: { email: 'ana.silva@mail.example', roles: ['user'], locations: null },
} as const satisfies Record<string, Account>
export type AccountName = keyof typeof accounts

/** Ids that {@link fillClinic} writes. */
export const clinic = {
  home: 'ca-bc-1',
  elsewhere: 'us-wa-2',
  member: 'm-000001',
  otherMember: 'm-000002',
  homeStudy: 's-home-1',
  elsewhereStudy: 's-elsewhere-1',
  documentType: 'dt-blood',
  person: '003AAA000000000001',
  opportunity: '006AAA000000000001',
  practitioner: 'p-1',
  pharmacy: 'ph-1',
} as const

/** The password hash of the account `qa`, made once and kept for later databases, because making it takes long. */
let passwordHash: Promise<string> | undefined

/** Only the hash of the account `qa` has the real cost. */
const quickHash = quickHashOf(testPassword)

/**
 * Fills an empty database with a small clinic: two locations, the accounts, two members with a study each, and a CRM
 * record.
 */
export const fillClinic = async (db: Database, now: number): Promise<void> => {
  passwordHash ??= hashPassword(testPassword)
  const hash = await passwordHash
  const elsewhere = aLocation({
    locationID: clinic.elsewhere,
    timezone: 'America/Los_Angeles',
    machines: [
      {
        machineID: 'us-wa-2-m1',
        name: 'Rainier',
        availableSKUs: [300],
        calendar: 'cal-us-wa-2-m1',
        defaultTimes: { 300: { clean: 10, scan: 40, block: 10 } },
      },
    ],
  })
  for (const location of [aLocation(), elsewhere]) {
    await db
      .insertInto('location')
      .values({ location_id: location.locationID, document: JSON.stringify(location), version: 1 })
      .execute()
  }
  await db
    .insertInto('sku')
    .values({ sku_id: 300, document: JSON.stringify(aSku(300)) })
    .execute()
  const practitioner = { firstName: 'Élodie', lastName: 'Marchand', profession: 'Physician', salutation: 'Dr.' }
  await db
    .insertInto('practitioner')
    .values({
      practitioner_id: clinic.practitioner,
      version: 1,
      search_text: 'elodie marchand',
      document: JSON.stringify({ id: clinic.practitioner, ...practitioner }),
    })
    .execute()
  await db
    .insertInto('pharmacy')
    .values({ pharmacy_id: clinic.pharmacy, document: JSON.stringify(aPharmacy) })
    .execute()
  for (const [name, account] of Object.entries(accounts)) {
    await db
      .insertInto('user')
      .values({
        user_id: name === 'member' ? clinic.member : `u-${name.toLowerCase()}`,
        email: account.email,
        email_key: account.email,
        password_hash: name === 'qa' ? hash : quickHash,
        failed_sign_ins: 0,
        locked_until: null,
        firstname: 'Robin',
        lastname: name,
        roles: JSON.stringify(account.roles),
        allowed_locations: account.locations === null ? null : JSON.stringify(account.locations),
        home_location: 'home' in account ? account.home : null,
      })
      .execute()
  }
  await fillRecords(db, now)
}

const fillRecords = async (db: Database, now: number): Promise<void> => {
  const members = [
    aMember({
      patientID: clinic.member,
      user_id: clinic.member,
      atriumID: clinic.member,
      firstname: 'Ana',
      lastname: 'Silva',
      email: 'ana.silva@mail.example',
      dob: '1980-02-03',
      yob: 1980,
      mob: 2,
      phone_number: '+1 (604) 555-0142',
    }),
    aMember({
      patientID: clinic.otherMember,
      user_id: clinic.otherMember,
      atriumID: clinic.otherMember,
      firstname: 'Zoë',
      lastname: "O'Néill 100%",
      email: 'zoe_oneill@mail.example',
      dob: '1975-12-11',
      yob: 1975,
      mob: 12,
      phone_number: '+1 206 555 0199',
    }),
  ]
  for (const member of members) await addMember(db, member, now)
  const studies = [
    { study_id: clinic.homeStudy, patient_id: clinic.member, location_id: clinic.home },
    { study_id: clinic.elsewhereStudy, patient_id: clinic.otherMember, location_id: clinic.elsewhere },
  ]
  for (const study of studies)
    await db
      .insertInto('study')
      .values({ ...aStudyRow(now), ...study })
      .execute()
  await db
    .insertInto('document_type')
    .values({ uuid: clinic.documentType, name: 'blood test', description: 'Results of a blood test' })
    .execute()
  for (const study of studies) {
    await db
      .insertInto('document')
      .values({
        uuid: `d-${study.study_id}`,
        study_id: study.study_id,
        patient_id: study.patient_id,
        type_id: clinic.documentType,
        name: 'Blood test',
        status: 'PUBLISHED',
        active: 1,
        file_type: 'application/pdf',
        base64_file: 'JVBERi0=',
        created_at: now,
        version: 1,
        pages: 1,
        byte_size: 5,
        created_by: null,
        status_at: null,
        status_by: null,
      })
      .execute()
  }
  const person = {
    personID: clinic.person,
    firstname: 'Ana',
    lastname: 'Silva',
    email: 'ana.silva@mail.example',
    phone_number: '+1 604 555 0142',
    dob: '1980-02-03',
    gender: 'female',
    address: '',
    city: '',
    state: '',
    postalCode: '',
    country: 'Canada',
    atriumID: clinic.member,
  }
  const opportunity = {
    opportunityID: clinic.opportunity,
    personID: clinic.person,
    Study_ID__c: null,
    Scan_Type__c: null,
    StageName: 'New',
    LeadSource: 'Web',
    Type: 'New Member',
    Campaign__c: null,
    OwnerId: 'u-sales',
    CreatedDate: '2026-11-01T00:00:00Z',
  }
  await db
    .insertInto('crm_person')
    .values({ person_id: clinic.person, atrium_id: clinic.member, document: JSON.stringify(person) })
    .execute()
  await db
    .insertInto('crm_opportunity')
    .values({
      opportunity_id: clinic.opportunity,
      person_id: clinic.person,
      study_id: null,
      document: JSON.stringify(opportunity),
    })
    .execute()
}

const aPharmacy = {
  name: 'Harbour Pharmacy',
  address: '18 Harbour Street',
  address2: '',
  city: 'Vancouver',
  state: 'BC',
  country: 'Canada',
  postalCode: 'V6C 2T6',
  phone_number: '+1 604 555 0110',
  fax_number: '+1 604 555 0210',
  locationIDs: [clinic.home],
}

const aSku = (skuID: number) => ({
  skuID,
  name: 'Whole body',
  shortName: 'WB',
  category: 'MRI',
  price: 2495,
  time: 60,
  description: '',
  type: 'primary',
  extensions: [],
  technique: { male: '', female: '' },
  promocodes: ['TEN'],
})

/** A card payment of a study at home that began at `begunAt` (epoch seconds) and has no result, as a row. */
export const anAttemptRow = (studyID: string, begunAt: number) => ({
  attempt_id: `attempt-${studyID}`,
  study_id: studyID,
  location_id: clinic.home,
  kind: 'payment' as const,
  route: 'simulated' as const,
  amount: 1000,
  currency: 'CAD' as const,
  refund_of: null,
  memo: '',
  state: 'open' as const,
  intent_id: null,
  failure: null,
  transaction_id: null,
  user_id: 'u-frontdesk',
  user_name: 'Robin Frost',
  begun_at: begunAt,
  settled_at: null,
  request_key: null,
})

/** A study without an appointment, as a row of the table `study`. */
export const aStudyRow = (now: number) => ({
  sku_id: 300,
  starts_at: null,
  ends_at: null,
  wall_time: null,
  timezone: null,
  machine_id: null,
  event_id: null,
  temporary_hold: 0 as const,
  temporary_hold_until: null,
  cancelled: 0 as const,
  status: JSON.stringify({
    booked: false,
    bookedTime: null,
    bookedBy: null,
    cancelled: false,
    cancelledTime: null,
    cancelledBy: null,
    checkin: false,
    paid: false,
    scanned: false,
    customerEmailAvailable: true,
    invoiceAvailable: true,
  }),
  cancellation: null,
  price: 249_500,
  payment_amount: 0,
  payment_made: 0 as const,
  balance: 249_500,
  ledger_version: 0,
  invoice_step: 'none' as const,
  opportunity_id: null,
  member_type: null,
  referral_type: 'provider',
  referrer: '',
  sedative_taken: null,
  slot_selection_type: 'slot',
  proactive_booking: 0 as const,
  extra: '{}',
  sedative: JSON.stringify(noSedative),
  safety: JSON.stringify(unansweredSafety('female')),
  version: 1,
  created_at: now,
})

/** The answer to an HTTP call. */
export type Answer = {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there
  readonly body: any
  readonly headers: Headers
}

type CallOptions = {
  readonly token?: string | undefined
  readonly key?: string | undefined
  /** The id in the workstation header. When absent, a route that needs one gets the usual id. Null sends no header. */
  readonly workstation?: string | null | undefined
}

const usualWorkstation = 'workstation-of-tests'

/** A running back office with a clock that the test controls and direct access to its database. */
export type RunningBackOffice = {
  readonly url: string
  /** The port that serves metrics; null if none does. */
  readonly metricsPort: number | null
  readonly db: Database
  readonly kind: DatabaseKind
  readonly database: EmptyDatabase
  /** The errors that the back office logged. A test that expects an error removes it from this list. */
  readonly errors: string[]
  /** Moves its clock. */
  advance(seconds: number): void
  /** The back office's clock, in epoch seconds. */
  now(): number
  call<Name extends RouteName>(name: Name, input?: Partial<RouteInput<Name>>, options?: CallOptions): Promise<Answer>
  send(
    method: string,
    path: string,
    options?: CallOptions & { body?: string | Uint8Array; contentType?: string },
  ): Promise<Answer>
  signIn(account: AccountName): Promise<string>
  /** Opens a new session, whether or not the earlier session is still valid. */
  signInAgain(account: AccountName): Promise<string>
  /** Starts another server on the same database. */
  startAnother(): Promise<BackOffice>
  stop(): Promise<void>
}

/** Saturday 21 November 2026, 17:00 UTC, at which the clock of each of these back offices starts. */
const startOfTestsMs = Date.UTC(2026, 10, 21, 17)

const unlimited = { bytes: Number.MAX_SAFE_INTEGER, cpuMs: Number.MAX_SAFE_INTEGER }

/** Starts a back office over an empty database of this engine, filled with the small clinic. */
export const runBackOffice = (engine: Engine, options: Partial<BackOfficeOptions> = {}): Promise<RunningBackOffice> =>
  spend('boot', () => startAndFill(engine, options))

const startAndFill = async (engine: Engine, options: Partial<BackOfficeOptions>): Promise<RunningBackOffice> => {
  const database = await engine.createShaped()
  let nowMs = startOfTestsMs
  const errors: string[] = []
  const opened: OpenDatabase = await openDatabase(database.source)
  await fillClinic(opened.db, nowMs / 1000)
  const start = (): Promise<BackOffice> =>
    startBackOffice({
      port: 0,
      dataFolder: database.dataFolder,
      database: database.options,
      environment: 'TEST',
      standIns,
      version: '0.0.0-test',
      // Tests of alerts set a shorter interval.
      alarmsEveryMs: 3_600_000,
      supportPhone: '1-800-555-0100',
      now: () => nowMs,
      log: createStrictLog((level, code, data) => {
        if (level === 'error') errors.push(`${code} ${JSON.stringify(data ?? {})}`)
      }),
      rateLimits: {
        ...{ signIn: 100_000, signUp: 100_000, selfService: 100_000, health: 100_000, session: 1_000_000 },
        ...{ workstation: 100_000, workstationAddress: 100_000 },
      },
      // A suite makes as many calls in a minute as a clinic in a day, so these limits are off. Other tests check them.
      callerLimits: { session: unlimited, address: unlimited },
      ...options,
    })
  const backOffice = await start()
  const others: BackOffice[] = []

  const send: RunningBackOffice['send'] = async (method, path, sent = {}) => {
    const headers = new Headers({ accept: 'application/json' })
    if (sent.token !== undefined) headers.set('authorization', `Bearer ${sent.token}`)
    if (sent.key !== undefined) headers.set('idempotency-key', sent.key)
    if (typeof sent.workstation === 'string') headers.set(workstationHeader, sent.workstation)
    if (sent.body !== undefined) headers.set('content-type', sent.contentType ?? 'application/json')
    const response = await fetch(`${backOffice.url}${path}`, {
      method,
      headers,
      ...(sent.body === undefined ? {} : { body: sent.body as BodyInit }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parseMaybe(text) }
  }

  const call: RunningBackOffice['call'] = (name, input = {}, given = {}) => {
    const { method, access }: Route = backOfficeRoutes[name]
    const sent = access.workstation === undefined ? given : { workstation: usualWorkstation, ...given }
    const path = toPath(name, input)
    return method === 'GET'
      ? send(method, path, sent)
      : send(method, path, { ...sent, body: JSON.stringify(input.body ?? {}) })
  }

  const tokens = new Map<AccountName, string>()
  const signIn = async (account: AccountName): Promise<string> => {
    const known = tokens.get(account)
    if (known !== undefined) return known
    const answer = await call('signIn', { body: { email: accounts[account].email, password: testPassword } })
    if (answer.status !== 200) throw new Error(`${account} could not sign in: ${JSON.stringify(answer.body)}`)
    tokens.set(account, answer.body.token)
    return answer.body.token
  }
  return {
    url: backOffice.url,
    metricsPort: backOffice.metricsPort,
    db: opened.db,
    kind: engine.kind,
    database,
    errors,
    advance: (seconds) => {
      nowMs += seconds * 1000
      // Sessions end after 12 hours. The next sign-in removes ended sessions, even if the clock is turned back later.
      if (Math.abs(seconds) >= 12 * 3600) tokens.clear()
    },
    now: () => nowMs / 1000,
    call,
    send,
    signInAgain: (account) => {
      tokens.delete(account)
      return signIn(account)
    },
    signIn,
    startAnother: async () => {
      const another = await start()
      others.push(another)
      return another
    },
    stop: async () => {
      for (const another of others) await another.stop()
      await backOffice.stop()
      await opened.close()
      await database.remove()
    },
  }
}

/** The path and query of a call, from its raw input. */
export const toPath = (name: RouteName, input: { params?: unknown; query?: unknown }): string => {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = backOfficeRoutes[name].path.replace(/:(\w+)/g, (_match, param: string) =>
    encodeURIComponent(String(params[param] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) query.set(key, String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

const parseMaybe = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

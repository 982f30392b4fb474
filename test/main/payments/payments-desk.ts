import type { RecordPaymentInput } from '#contract/payments/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Platform } from '#main/platform.ts'
import type { SecretVault } from '#runtime/secret-vault.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { aStudyPayments, moneyMoved } from '#test/builders/payments.ts'
import { aLocation, aMember, aStaffUser, aStudy } from '#test/builders/records.ts'
import { createFakePlatform, type FakePlatform } from '#test/fakes/fake-platform.ts'
import { aHealth, type ScriptedBackOffice, startScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'

export const studyID = 's-000001' as StudyID
export const recordRoute = `POST /payment/study/${studyID}`

export const answered = (body: unknown) => ({ status: 200, body })
export const refused = (status: number, code: string, message = 'Said by the back office.', details: unknown = {}) => ({
  status,
  body: { code, message, details },
})

/** Returns the answer of `POST /payment/study/{id}` for 500 dollars of cash. */
export const recorded = (overrides: Readonly<Record<string, unknown>> = {}) =>
  answered({ ...moneyMoved(), redirect: null, proactiveBooking: false, automaticallyIssued: false, ...overrides })

export const tender = (overrides: Partial<RecordPaymentInput> = {}): RecordPaymentInput => ({
  studyID,
  paymentType: 'cash',
  amount: 500,
  referenceID: '',
  giftCardNumber: '',
  invoicePayer: null,
  isInvoiceTotal: false,
  idempotencyKey: 'key-00000001',
  ...overrides,
})

/** A desk over a scripted back office. Its cache has one study, with a balance due of 2495 dollars. */
export type PaymentsDesk = {
  readonly server: ScriptedBackOffice
  readonly platform: FakePlatform
  readonly app: AppUnderTest
  health(overrides: Readonly<Record<string, unknown>>): void
  goOffline(): Promise<void>
  /** Starts the same back office again, with the answers of `script`. */
  comeBack(script: (server: ScriptedBackOffice) => void): Promise<void>
  /** Closes Atrium and starts it again; no user is signed in. */
  restart(): Promise<void>
  /** Returns the idempotency keys with which a route was called. */
  keysOf(path: string): readonly unknown[]
  bodiesOf(path: string): readonly unknown[]
  stop(): Promise<void>
}

/** The desk's clock starts at the day before the study's appointment, whenever the test runs. */
const clockStart = '2026-11-23T17:00:00Z' as Instant

export const startPaymentsDesk = async (
  options: {
    readonly roles?: readonly string[]
    readonly location?: Location
    readonly health?: Readonly<Record<string, unknown>>
    readonly openProviderWindow?: Platform['openProviderWindow']
    readonly startProcess?: Platform['startProcess']
    /** The folder and vault of the data; new ones by default. */
    readonly storage?: { readonly folder: string; readonly vault: SecretVault }
    readonly staff?: string
    /** Adds answers before the app starts, because the app immediately sends the unsent work in its data. */
    readonly script?: (server: ScriptedBackOffice) => void
  } = {},
): Promise<PaymentsDesk> => {
  const location = options.location ?? aLocation()
  const study = aStudy()
  const health = (server: ScriptedBackOffice, overrides: Readonly<Record<string, unknown>>) =>
    server.on('GET /health', answered(aHealth({ cardProcessor: 'simulated', ...options.health, ...overrides })))
  const prepare = (server: ScriptedBackOffice): void => {
    health(server, {})
    server.on('POST /login', ({ body }) => {
      const { email } = body as { readonly email: string }
      const id = `u-${email.split('@')[0]}`
      return answered({
        token: `token-${id}`,
        user: aStaffUser({ user_id: id, atriumID: id, email, roles: options.roles ?? ['frontdesk'] }),
      })
    })
    server.on('POST /logout', answered({ ok: true }))
    server.on(
      'GET /booking/',
      answered({ skus: [], locations: [location], cardProviderTokens: { CAD: 'pk_test_1' }, promocodes: [] }),
    )
    server.on(`POST /study/${studyID}/detailed`, answered({ study, member: aMember(), location, practitioners: [] }))
    server.on(`GET /payment/study/${studyID}`, answered(aStudyPayments()))
  }
  const desk = {
    server: await startScriptedBackOffice(),
    platform: createFakePlatform({
      startingAt: clockStart,
      ...options.storage,
      ...(options.openProviderWindow !== undefined && { openProviderWindow: options.openProviderWindow }),
      ...(options.startProcess !== undefined && { startProcess: options.startProcess }),
    }),
  }
  prepare(desk.server)
  options.script?.(desk.server)
  const url = desk.server.url
  let app = await startApp({ backOfficeUrl: url, platform: desk.platform })
  const requests: ScriptedBackOffice['requests'][number][] = []
  const all = () => [...requests, ...desk.server.requests]
  await app.signIn(options.staff)
  await app.until(
    'the desk knows the location',
    async () => (await app.get('locations', 'list', { purpose: 'assisted' })).length > 0,
  )
  await app.get('payments', 'read', { studyID })
  return {
    get server() {
      return desk.server
    },
    platform: desk.platform,
    get app() {
      return app
    },
    health: (overrides) => health(desk.server, overrides),
    goOffline: async () => {
      requests.push(...desk.server.requests)
      await desk.server.stop()
      await app.until('it is offline', async () => (await app.get('connectivity', 'read', {})).state === 'offline')
    },
    comeBack: async (script) => {
      const gone = desk.server
      desk.server = await startScriptedBackOffice(Number(new URL(url).port))
      if (gone.requests.length > 0 && !requests.includes(gone.requests[0] as (typeof requests)[number])) {
        requests.push(...gone.requests)
      }
      prepare(desk.server)
      script(desk.server)
    },
    restart: async () => {
      await app.stop()
      app = await startApp({ backOfficeUrl: url, platform: desk.platform })
    },
    keysOf: (path) =>
      all()
        .filter((one) => one.path === path && one.method === 'POST')
        .map((one) => one.headers['idempotency-key']),
    bodiesOf: (path) =>
      all()
        .filter((one) => one.path === path && one.method === 'POST')
        .map((one) => one.body),
    stop: async () => {
      await app.stop()
      await desk.server.stop()
    },
  }
}

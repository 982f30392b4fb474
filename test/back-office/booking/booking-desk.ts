import { randomUUID } from 'node:crypto'
import { bookingHandlers } from '#back-office/booking/routes.ts'
import { consultHandlers } from '#back-office/consult/routes.ts'
import type { OpenDatabase } from '#back-office/database/database.ts'
import type { Caller, HandlerContext } from '#back-office/kernel/handler.ts'
import { Refusal } from '#back-office/kernel/refusal.ts'
import { statusOf } from '#back-office/kernel/status-of-code.ts'
import { locationsHandlers } from '#back-office/locations/routes.ts'
import { createMemberSearch } from '#back-office/members/member-search-thread.ts'
import { membersHandlers } from '#back-office/members/routes.ts'
import { noFaxCarrier } from '#back-office/outside/fax/fax-carrier.ts'
import { noMailer } from '#back-office/outside/mail/mailer.ts'
import { noProcessor } from '#back-office/outside/processor/card-processor.ts'
import { noScheduler } from '#back-office/outside/scheduler/scheduler.ts'
import { noSmsGateway } from '#back-office/outside/sms/sms-gateway.ts'
import { paymentsHandlers } from '#back-office/payments/routes.ts'
import { peopleHandlers } from '#back-office/people/routes.ts'
import { addMember } from '#back-office/repositories/members-repository.ts'
import { safetyHandlers } from '#back-office/safety/routes.ts'
import { studyHandlers } from '#back-office/study/routes.ts'
import { type BackOfficeRoutes, backOfficeRoutes, type RouteAnswer, type RouteName } from '#contract/back-office.ts'
import type { FailureCode } from '#contract/reply.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Member, MemberID } from '#domain/members/member.ts'
import type { Role } from '#domain/session/role.ts'
import type { Instant } from '#domain/values/instant.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import type { PdfWorkshop } from '#paper/stamp/pdf-workshop.ts'
import { aLocation, aMember } from '#test/builders/records.ts'

const handlers = {
  ...bookingHandlers,
  ...consultHandlers,
  ...locationsHandlers,
  ...membersHandlers,
  ...paymentsHandlers,
  ...peopleHandlers,
  ...safetyHandlers,
  ...studyHandlers,
}
type BookingRoute = keyof typeof handlers & RouteName

/** Input in wire form, before the route's schemas parse it. */
type WireInput = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** Returns a staff caller with the front desk's role, unless `overrides` has other roles. */
export const aCaller = (name: string, overrides: Partial<Caller> = {}): Caller => ({
  userID: `u-${name.toLowerCase().replace(/\W+/g, '-')}`,
  name,
  email: 'someone@clinic.example',
  roles: ['frontdesk'] satisfies Role[],
  isStaff: true,
  memberID: null,
  allowedLocations: 'all',
  sessionHash: '',
  ...overrides,
})

export const frontdesk = aCaller('Frida Desk')
export const otherDesk = aCaller('Otto Desk')
export const admin = aCaller('Ada Min', { roles: ['admin', 'frontdesk'] })
export const sales = aCaller('Sal Es', { roles: ['sales'] })

export const memberCaller = (memberID: string): Caller =>
  aCaller(memberID, { userID: memberID, roles: ['user'], isStaff: false, memberID: memberID as MemberID })

/** Refuses everything, because the calls of these tests open no PDF. */
const noPdfWorkshop: PdfWorkshop = {
  inspect: async () => ({ kind: 'refused', reason: 'damaged' }),
  stamp: async () => ({ kind: 'refused', reason: 'damaged' }),
  cover: async () => ({ kind: 'refused', reason: 'damaged' }),
  picture: async () => ({ kind: 'refused', reason: 'damaged' }),
  close: () => {},
}

/** 1:00pm in Vancouver on the Tuesday on which these tests begin. */
export const startOfTests = toEpochMs('2026-11-24T20:00:00Z' as Instant) / 1000

/**
 * Calls the routes' handlers on one database directly, without what `answerCall` adds on the server: the checks of
 * session, role and location, idempotency keys and audit rows. Only the test moves the clock.
 */
export class BookingDesk {
  readonly database: OpenDatabase
  now = startOfTests

  constructor(database: OpenDatabase) {
    this.database = database
  }

  /** Parses the input by the route's schemas and calls its handler. Throws what the handler throws. */
  async call<Name extends BookingRoute>(
    name: Name,
    input: WireInput,
    caller: Caller | null = frontdesk,
  ): Promise<RouteAnswer<Name>> {
    const route: BackOfficeRoutes[BookingRoute] = backOfficeRoutes[name]
    const parsed = {
      params: route.params.parse(input.params ?? {}),
      query: route.query.parse(input.query ?? {}),
      body: route.body.parse(input.body ?? {}),
    }
    const handler = handlers[name] as (input: unknown, context: HandlerContext) => Promise<unknown>
    return route.answer.parse(await handler(parsed, this.context(caller))) as RouteAnswer<Name>
  }

  /** Calls an operation that must refuse, and returns the refusal. Throws for anything else, even a success. */
  async refusal(
    name: BookingRoute,
    input: WireInput,
    caller: Caller | null = frontdesk,
  ): Promise<{ status: number; code: FailureCode; message: string; details: Refusal['details'] }> {
    try {
      const answer = await this.call(name, input, caller)
      throw new Error(`${name} was not refused: ${JSON.stringify(answer)}`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: statusOf(error.code, name), code: error.code, message: error.message, details: error.details }
    }
  }

  context(caller: Caller | null): HandlerContext {
    return {
      db: this.database.db,
      kind: this.database.kind,
      memberSearch: createMemberSearch(this.database.db),
      caller,
      workstationID: null,
      now: this.now,
      newId: randomUUID,
      results: null,
      environment: 'TEST',
      oldestProgram: '0.1.0',
      serverID: 'server-1',
      version: '0',
      supportPhone: '1-800-555-0100',
      reconciliation: true,
      openPromoUsers: [],
      preferredConsultUsers: [],
      cardProcessor: noProcessor,
      readAuditHead: async () => null,
      mailSender: null,
      mailer: noMailer,
      sms: noSmsGateway,
      fax: noFaxCarrier,
      pdf: noPdfWorkshop,
      run: { id: 'run', startedAt: startOfTests },
      scheduler: noScheduler,
      crmUrl: null,
      idempotencyKey: null,
      log: () => {},
      watch: { countFeed: () => {}, readSigns: () => Promise.reject(new Error('not watched')) },
      setAuditSubject: () => {},
      addAuditSubject: () => {},
    }
  }

  async addLocations(...locations: readonly Location[]): Promise<void> {
    await this.database.db
      .insertInto('location')
      .values(
        locations.map((location) => ({
          location_id: location.locationID,
          document: JSON.stringify(location),
          version: 1,
        })),
      )
      .execute()
  }

  async addMembers(count: number): Promise<Member[]> {
    const members = Array.from({ length: count }, (_, index) => {
      const id = `m-${String(index + 1).padStart(6, '0')}`
      return aMember({ patientID: id, user_id: id, atriumID: id, email: `member.${index + 1}@mail.example` })
    })
    for (const member of members) await addMember(this.database.db, member, startOfTests)
    return members
  }

  /** Counts the pairs of rows that overlap on the same machine. Rows that were allowed to overlap do not count. */
  async countOverlaps(): Promise<number> {
    const row = await this.database.db
      .selectFrom('machine_time as a')
      .innerJoin('machine_time as b', (join) =>
        join
          .onRef('a.machine_id', '=', 'b.machine_id')
          .onRef('a.event_id', '<', 'b.event_id')
          .onRef('a.starts_at', '<', 'b.ends_at')
          .onRef('b.starts_at', '<', 'a.ends_at'),
      )
      .where('a.overridden', '=', 0)
      .where('b.overridden', '=', 0)
      .select((pair) => pair.fn.countAll().as('overlaps'))
      .executeTakeFirstOrThrow()
    return Number(row.overlaps)
  }
}

/** The default location of the builders, which is in Vancouver. */
export const vancouver = aLocation()
/** A second location, in Toronto, that sells the same scans. */
export const toronto = aLocation({
  locationID: 'ca-on-1',
  timezone: 'America/Toronto',
  displayTimezone: 'Eastern Time',
  address: { ...aLocation().address, name: 'Toronto', city: 'Toronto', state: 'ON' },
  machines: aLocation().machines.map((machine) => ({
    ...machine,
    machineID: machine.machineID.replace('ca-bc-1', 'ca-on-1'),
    calendar: machine.calendar.replace('ca-bc-1', 'ca-on-1'),
  })),
})

/** Changes the scans in the Vancouver clinic's catalogue, by SKU. */
export const setSold = async (
  desk: BookingDesk,
  changes: Readonly<Record<number, Partial<Location['catalog']['primary'][number]>>>,
): Promise<void> => {
  const primary = vancouver.catalog.primary.map((scan) => ({ ...scan, ...changes[scan.skuID] }))
  const document = JSON.stringify({ ...vancouver, catalog: { ...vancouver.catalog, primary } })
  await desk.database.db.updateTable('location').set({ document }).where('location_id', '=', 'ca-bc-1').execute()
}

/** Returns a body of `POST /booking/create`: 10:00 in Vancouver on Cedar, the day after these tests begin. */
export const aBooking = (overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  patientID: 'm-000001',
  locationID: 'ca-bc-1',
  skuID: 300,
  machineID: 'ca-bc-1-m1',
  utcStart: '2026-11-25T17:00:00Z',
  slotSelectionType: 'slot',
  holdEventID: null,
  memberType: null,
  referralType: 'provider',
  referrer: '',
  sedativeTaken: null,
  opportunityID: null,
  override: null,
  ...overrides,
})

/** Returns a body of the hold calls, for the hour of {@link aBooking}. */
export const aHold = (overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  calendarId: 'cal-ca-bc-1-m1',
  utcStart: '2026-11-25T17:00:00Z',
  utcEnd: '2026-11-25T18:00:00Z',
  ...overrides,
})

import type { PaymentsBridge, TerminalBridge } from '#contract/payments/bridge.ts'
import { ok } from '#contract/reply.ts'
import { mayMoveMoney } from '#domain/session/cashier-roles.ts'
import type { Study } from '#domain/study/study.ts'
import type { ConnectivityWatch } from '../back-office-client/connectivity-service.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { SimulatedPace } from '../devices/card-terminal/simulated-card.ts'
import { createAuthorGate } from '../keyed-calls/author-gate.ts'
import type { CatchUpSteps, StopSteps } from '../lifecycle/orders.ts'
import type { LocationsService } from '../locations/locations-service.ts'
import type { Platform } from '../platform.ts'
import type { Publish } from '../publish.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { CacheSync } from '../sync/cache-sync.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import type { AttemptOffice, PaymentAttemptsParts } from './attempt-ports.ts'
import { createPaymentAttempts } from './attempts.ts'
import { createPaymentsService, type PaymentsServiceParts } from './payments-service.ts'
import { createAttemptOffice, createProcessorLink } from './processor-link.ts'
import { createCardFieldsOpener } from './provider-card-fields.ts'
import { createTenderOutbox } from './tender-outbox.ts'
import { createTerminalDrivers, readSerialPaths } from './terminal-drivers.ts'
import { createTerminalService } from './terminal-service.ts'

/** The payment services of this workstation. */
type PaymentsPart = {
  readonly services: { readonly payments: PaymentsBridge; readonly terminal: TerminalBridge }
  /** Returns whether any card attempt still needs its result, or a tender of the signed-in user is still to be sent. */
  hasOpen(): boolean
  /** Calls `listener` when a tender is still to be sent; the listener must plan a later catch-up, which sends it. */
  onLeft(listener: () => void): void
  readonly catchUp: Pick<CatchUpSteps, 'reader-state' | 'card-payments' | 'tenders' | 'reader'>
  readonly stop: Pick<StopSteps, 'card-payments' | 'tenders' | 'reader'>
}

type PaymentsPartParts = {
  readonly platform: Platform
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly catalogue: LocationsService
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
  readonly sync: CacheSync
  readonly watch: ConnectivityWatch
  readonly publish: Publish
  readonly messages: PaymentsServiceParts['messages']
  /** Returns a study as it will be once its waiting acts are sent. */
  withWaiting(study: Study): Study
  /** Delays of the simulated reader. Only tests set them; when absent, the simulated reader uses its default delays. */
  readonly simulatedPace?: Partial<SimulatedPace> | undefined
}

const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms).unref()
  return () => clearTimeout(timer)
}

export const createPaymentsPart = (parts: PaymentsPartParts): PaymentsPart => {
  const { platform, calls, database, catalogue, keeper, session, sync, watch, publish, simulatedPace } = parts
  const { log } = platform
  const now = () => platform.now()
  const nowMs = () => platform.nowMs()
  const { journal } = database
  const isOnline = () => watch.state() === 'online' && session.token() !== null

  const terminal = createTerminalService({
    drivers: createTerminalDrivers({
      platform,
      link: createProcessorLink(calls),
      place: watch,
      clock: { after },
      serialPaths: readSerialPaths(process.env.ATRIUM_SERIAL_PORTS),
      simulatedPace,
    }),
    settings: journal.settings,
    publish,
    log,
    now,
    after,
    mayConnect: () => isOnline() && mayMoveMoney(session.user()?.roles ?? []),
  })

  /**
   * Reads a study's location and currency, from the cache if possible, so that a payment does not wait for an
   * unnecessary call.
   */
  const readPlace: PaymentAttemptsParts['readPlace'] = async (studyID) => {
    const known = database.withCache((cache) => {
      const study = cache.calendar.study(studyID)
      return study === null ? null : cache.catalogue.location(study.locationID)
    })
    if (known !== null) return ok({ locationID: known.locationID, currency: known.currency.currency })
    const reply = await calls.call('readStudyDetailed', { params: { studyId: studyID } })
    if (!reply.ok) return reply
    const { locationID, currency } = reply.value.location
    return ok({ locationID, currency: currency.currency })
  }

  const office: AttemptOffice = createAttemptOffice(calls)
  const attempts = createPaymentAttempts({
    journal: journal.paymentAttempts,
    office,
    terminal: terminal.currentTerminal,
    openCardFields: createCardFieldsOpener({
      openWindow: platform.openProviderWindow,
      place: watch,
      cardProviderToken: catalogue.cardProviderToken,
    }),
    readPlace,
    author: createAuthorGate(session).author,
    isOnline,
    publish,
    log,
    onRecorded: (attempt, moved) => {
      keeper.keepMoney(moved.study)
      if (attempt.route !== 'card-fields') terminal.noteSuccess()
    },
    nowMs,
    after,
  })

  const newId = () => platform.newId()
  const outbox = createTenderOutbox({
    calls,
    journal: journal.tenders,
    keeper,
    session,
    publish,
    log,
    nowMs,
    newId,
  })

  return {
    services: {
      terminal,
      payments: createPaymentsService({
        calls,
        database,
        catalogue,
        keeper,
        session,
        sync,
        attempts,
        outbox,
        publish,
        messages: parts.messages,
        withWaiting: parts.withWaiting,
        now,
        isOnline,
      }),
    },
    hasOpen: () => attempts.hasOpen() || outbox.hasOpen(),
    onLeft: outbox.onLeft,
    catchUp: {
      'reader-state': terminal.refresh,
      'card-payments': attempts.settleOpen,
      tenders: outbox.settleOpen,
      // Not awaited, so that a slow reader does not delay the other steps.
      reader: () => void terminal.reconnect(),
    },
    stop: { 'card-payments': attempts.finish, tenders: outbox.finish, reader: terminal.close },
  }
}

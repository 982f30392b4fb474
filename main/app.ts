import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { undoMs } from '#domain/jobs/undo-window.ts'
import { clampIdleLockMinutes, defaultIdleLockMinutes } from '#domain/session/lock-rules.ts'
import { createPdfWorkshop } from '#paper/stamp/create-pdf-workshop.ts'
import { readOrMakeKey } from '#runtime/vault-key.ts'
import { createBackOfficeClient } from './back-office-client/back-office-client.ts'
import { createConnectivityService } from './back-office-client/connectivity-service.ts'
import { type EmbeddedBackOffice, startEmbeddedBackOffice } from './back-office-client/embedded-back-office.ts'
import { createStaffCalls } from './back-office-client/staff-calls.ts'
import { createBookingAttempts } from './booking/attempts.ts'
import { createBookingService } from './booking/booking-service.ts'
import { createSelfBookingService } from './booking/self-booking-service.ts'
import { createDispatcher, type Dispatcher } from './bridge/dispatcher.ts'
import { createCrmService } from './crm/crm-service.ts'
import { openWorkstationDatabase } from './database/open-workstation-database.ts'
import type { SimulatedPace } from './devices/card-terminal/simulated-terminal.ts'
import { createFinanceService } from './finance/finance-service.ts'
import { createBackground } from './lifecycle/background.ts'
import { createLocationsService } from './locations/locations-service.ts'
import { createMembersService } from './members/members-service.ts'
import { createTill } from './payments/till.ts'
import { createDirectoryService } from './people/directory-service.ts'
import type { Platform } from './platform.ts'
import type { Publish } from './publish.ts'
import { createReleaseDesk } from './release/release-desk.ts'
import { createBookingSafetySender } from './safety/booking-draft-sender.ts'
import { createSafetyDraftSender } from './safety/draft-sender.ts'
import { createPdfMaker } from './safety/pdf-maker.ts'
import { createSafetyService } from './safety/safety-service.ts'
import { createSearchService } from './search/search-service.ts'
import { createDraftsService } from './session/drafts-service.ts'
import { createSessionService } from './session/session-service.ts'
import { createWorkstationService } from './settings/workstation-service.ts'
import { createStudyOutbox } from './study/outbox.ts'
import { createStudyService } from './study/study-service.ts'
import { createStudyReader } from './study-access/study-reader.ts'
import { createCacheSync } from './sync/cache-sync.ts'
import { createRecordKeeper } from './sync/record-keeper.ts'

const finishLimitMs = 3000
/** What could not be settled although the back office answers is tried again after so long. */
const catchUpAgainMs = 5000

export type AppOptions = {
  /** The clinic's back office; null starts the embedded one. */
  readonly backOfficeUrl: string | null
  /** Whether the embedded back office fills an empty data folder with demo data. */
  readonly demo?: boolean
  /** 1 to 15; 5 when absent (decisions §5 Locks). */
  readonly idleLockMinutes?: number
  /** How often health and changes are asked for; the defaults are the product's, tests ask more often. */
  readonly pace?: {
    readonly healthEveryMs: number
    readonly lookedAtEveryMs: number
    readonly othersEveryMs: number
    readonly noticeAfterMs?: number
    /** How long what could not be settled waits for the next try. */
    readonly catchUpAgainMs?: number
    /** How long a send can be undone. */
    readonly undoMs?: number
    /** How long the simulated reader takes. */
    readonly simulatedReader?: Partial<SimulatedPace>
  }
}

export type App = {
  readonly dispatcher: Dispatcher
  /** Locks the screen, when the operating system locks or sleeps. */
  lock(): void
  /** Stops everything and closes the files; safe to call twice. */
  stop(): Promise<void>
}

/**
 * Puts the app together over what a shell lends. Resolves as soon as the workstation's own files are open: the back
 * office, embedded or not, may come later. Rejects when the data folder or the key cannot be used.
 */
export const createApp = async (platform: Platform, options: AppOptions): Promise<App> => {
  const { log, vault } = platform
  const nowMs = () => platform.nowMs()
  const now = () => platform.now()
  const folder = join(platform.folders.data, 'workstation')
  const database = await openWorkstationDatabase({ folder, vault, log, nowMs })

  let dispatcher: Dispatcher | null = null
  const publish: Publish = (name, payload) => dispatcher?.publish(name, payload)
  let embedded: EmbeddedBackOffice | null = null
  const client = createBackOfficeClient({
    baseUrl: () => options.backOfficeUrl ?? embedded?.url() ?? null,
    log,
    onContact: (answered) => connectivity.watch.noteContact(answered),
  })
  const everyMs = options.pace?.healthEveryMs
  const connectivity = createConnectivityService({
    client,
    supportLine: {
      read: () => database.withCache((cache) => cache.supportLine.read()),
      write: (phone) => database.withCache((cache) => cache.supportLine.write(phone)),
    },
    publish,
    log,
    now,
    isBackOfficeStarting: () => embedded?.isStarting() ?? false,
    ...(everyMs && { everyMs }),
  })
  const { watch } = connectivity
  const session = createSessionService({
    client,
    database,
    publish,
    log,
    nowMs,
    startingBackOffice: () => (embedded?.isStarting() === true ? embedded.untilStarted() : null),
    idleLockMinutes: clampIdleLockMinutes(options.idleLockMinutes ?? defaultIdleLockMinutes),
  })
  const calls = createStaffCalls(client, session)
  const keeper = createRecordKeeper({ database, publish, nowMs })
  const isOnline = () => watch.state() === 'online'
  const locations = createLocationsService({ client, session, database, publish, isOnline, nowMs })
  const { catalogue } = locations
  const sync = createCacheSync({
    calls,
    database,
    keeper,
    session,
    log,
    nowMs,
    ...(options.pace && {
      lookedAtEveryMs: options.pace.lookedAtEveryMs,
      othersEveryMs: options.pace.othersEveryMs,
    }),
  })
  const noticeAfterMs = options.pace?.noticeAfterMs
  const attempts = createBookingAttempts({
    calls,
    database,
    keeper,
    session,
    publish,
    log,
    nowMs,
    ...(noticeAfterMs !== undefined && { noticeAfterMs }),
  })

  const isOffline = () => watch.state() === 'offline'
  const outbox = createStudyOutbox({
    calls,
    journal: database.journal.studyActs,
    keeper,
    session,
    publish,
    log,
    nowMs,
    isOffline,
    onLeft: () => catchUpLater(),
  })
  const { withWaiting } = outbox
  const reader = createStudyReader({ calls, database, keeper, session, now, withWaiting })

  const safetyDrafts = createSafetyDraftSender({ calls, database, keeper, session })
  const bookingSafety = createBookingSafetySender({ calls, database, session, nowMs, newId: () => platform.newId() })
  const safety = createSafetyService({
    calls,
    database,
    keeper,
    session,
    sync,
    sender: safetyDrafts,
    now,
    newId: () => platform.newId(),
    withWaiting,
    bookingRecordID: bookingSafety.recordID,
    supportPhone: watch.supportPhone,
    pdfMaker: createPdfMaker(log),
  })
  const workshop = createPdfWorkshop({ startProcess: (name) => platform.startProcess(name), log })
  const releaseDesk = createReleaseDesk({
    platform,
    client,
    calls,
    database,
    keeper,
    session,
    reader,
    workshop,
    publish,
    undoMs: options.pace?.undoMs ?? undoMs,
    makeSafetyForm: safety.makePdf,
  })

  const simulatedPace = options.pace?.simulatedReader
  const till = createTill({
    platform,
    calls,
    database,
    catalogue,
    keeper,
    session,
    sync,
    watch,
    publish,
    emailInvoice: (studyID, idempotencyKey) => releaseDesk.messages.send('invoice', studyID, idempotencyKey),
    withWaiting,
    catchUpLater: () => catchUpLater(),
    ...(simulatedPace && { simulatedPace }),
  })

  dispatcher = createDispatcher({
    services: {
      session,
      connectivity,
      workstation: createWorkstationService({ platform, calls, database, session, sync, catalogue, publish }),
      locations,
      members: createMembersService({ calls, database, keeper, session, withWaiting }),
      crm: createCrmService({ calls, keeper }),
      booking: createBookingService({
        calls,
        database,
        catalogue,
        keeper,
        session,
        sync,
        now,
        attempts,
        answers: bookingSafety,
        watch,
        reader,
        withWaiting,
      }),
      study: createStudyService({
        calls,
        database,
        keeper,
        session,
        sync,
        outbox,
        reader,
        items: releaseDesk.items,
        messages: releaseDesk.messages,
        now,
        isOffline,
        supportPhone: watch.supportPhone,
        environment: watch.environment,
        backOfficeUrl: client.address,
      }),
      safety,
      documents: releaseDesk.documents,
      sharing: releaseDesk.sharing,
      directory: createDirectoryService({ calls }),
      release: releaseDesk.release,
      jobs: releaseDesk.jobs,
      printing: releaseDesk.printing,
      downloads: releaseDesk.downloads,
      payments: till.payments,
      terminal: till.terminal,
      finance: createFinanceService({ calls }),
      drafts: createDraftsService({
        database,
        session,
        nowMs,
        onSaved: (draftID) => {
          safetyDrafts.noteSaved(draftID)
          bookingSafety.noteSaved(draftID)
        },
        onDiscarded: (draftID) => {
          safetyDrafts.noteDiscarded(draftID)
          bookingSafety.noteDiscarded(draftID)
        },
      }),
      search: createSearchService({ database, session, withWaiting }),
      selfService: createSelfBookingService({ client, catalogue, keeper, watch, now }),
    },
    sessionGate: session.gate,
    log,
    newId: () => platform.newId(),
  })

  /** What waits for a session and for the back office, whichever comes later. */
  const catchUp = async (): Promise<void> => {
    if (!isOnline()) return
    await session.reconnect()
    if (session.token() !== null) {
      releaseDesk.wake()
      await catalogue.refresh()
      // After the bookings: what one of them moved to its study is not shared again.
      const booked = attempts.settleOpen().then(bookingSafety.sendAll)
      await Promise.all([till.catchUp(), booked, outbox.settleOpen(), safetyDrafts.sendAll()])
    }
    if (session.user() === null) return
    const isLeft = attempts.hasOpen() || till.hasOpen() || outbox.hasOpen()
    if (session.token() !== null && !isLeft) return
    catchUpLater()
  }
  let again: ReturnType<typeof setTimeout> | undefined
  const catchUpLater = (): void => {
    clearTimeout(again)
    again = setTimeout(() => background.run(catchUp), options.pace?.catchUpAgainMs ?? catchUpAgainMs).unref()
  }
  const background = createBackground(log)
  let lastToken: string | null = null
  session.onChange(() => {
    const token = session.token()
    // Locked, signed out or somebody else: nothing half written of the one before stays behind.
    background.run(releaseDesk.sweep)
    if (token === lastToken) return
    lastToken = token
    if (token === null) return
    sync.restart()
    background.run(catchUp)
  })
  watch.onOnline(() => {
    // First of all: the window hears that the back office is back, and calls it at once.
    background.run(session.reconnect)
    sync.restart()
    releaseDesk.wake()
    background.run(catchUp)
  })

  if (options.backOfficeUrl === null) {
    embedded = startEmbeddedBackOffice({
      dataFolder: join(platform.folders.data, 'back-office'),
      demo: options.demo ?? true,
      databaseKeyHex: await readOrMakeKey(vault, 'embedded-back-office-key', log),
      version: platform.version,
      stripe: {
        secretKey: await vault.read('stripe-secret-key'),
        publishableKey: await vault.read('stripe-publishable-key'),
      },
      calendlyToken: await vault.read('calendly-token'),
      pdf: workshop,
      log,
      onReady: () => void watch.check(),
    })
  }
  watch.start()
  sync.start()
  releaseDesk.start()

  let stopped: Promise<void> | null = null
  const stop = async (): Promise<void> => {
    watch.stop()
    clearTimeout(again)
    safetyDrafts.stop()
    bookingSafety.stop()
    // A booking under way has a moment to hear its answer; without it the next start would have to ask again.
    const finished = Promise.allSettled([attempts.finish(), till.finish(), outbox.finish()])
    await Promise.race([finished, sleep(finishLimitMs, undefined, { ref: false })])
    await Promise.race([till.close(), sleep(finishLimitMs, undefined, { ref: false })])
    await releaseDesk.stop()
    client.close()
    await sync.stop()
    await background.stop()
    await embedded?.stop()
    database.close()
  }
  return {
    dispatcher,
    lock: () => void session.lock({}),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

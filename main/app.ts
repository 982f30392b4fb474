import { join } from 'node:path'
import type { BridgeCommands } from '#contract/bridge.ts'
import { undoMs } from '#domain/queue/undo-send.ts'
import { createPdfWorkshop } from '#paper/stamp/create-pdf-workshop.ts'
import { readOrMakeKey } from '#runtime/database-key.ts'
import { createAccountsService } from './accounts/accounts-service.ts'
import type { AppOptions, RunningApp } from './app-options.ts'
import { createAuditService } from './audit/audit-service.ts'
import { createBackOfficeClient } from './back-office-client/back-office-client.ts'
import { createConnectivityService } from './back-office-client/connectivity-service.ts'
import { createEmbeddedBackOffice } from './back-office-client/embedded-back-office.ts'
import { createStaffCalls } from './back-office-client/staff-calls.ts'
import { createBookingPart } from './booking/booking-part.ts'
import { createDispatcher } from './bridge/dispatcher.ts'
import { createEventRelay } from './bridge/event-relay.ts'
import { createCatalogueService } from './catalogue/catalogue-service.ts'
import { createCrmService } from './crm/crm-service.ts'
import { openWorkstationDatabase } from './database/open-workstation-database.ts'
import { bindToServer } from './destination/server-binding.ts'
import { createMediumWriter, readMediaFolders } from './devices/media/create-medium-writer.ts'
import { createSpooler } from './devices/printer/create-spooler.ts'
import { createDocumentsService } from './documents/documents-service.ts'
import { createSharingService } from './documents/sharing-service.ts'
import { createStudyItemReader } from './documents/study-item-reader.ts'
import { createFinanceService } from './finance/finance-service.ts'
import { createImportService } from './import/import-service.ts'
import { createBackground } from './lifecycle/background.ts'
import { createCatchUp } from './lifecycle/catch-up.ts'
import { runStart, runStop } from './lifecycle/run-orders.ts'
import { createClinicsService } from './locations/clinics-service.ts'
import { createCatalogueFollower } from './locations/follow-catalogue.ts'
import { createLocationsService } from './locations/locations-service.ts'
import { createMembersPart } from './members/members-part.ts'
import { createPaymentsPart } from './payments/payments-part.ts'
import { createPeoplePart } from './people/people-part.ts'
import type { Platform } from './platform.ts'
import { noPolicy } from './policy/read-policy.ts'
import { createPrintDeliverer } from './printing/print-deliverer.ts'
import { createPrintingPart } from './printing/printing-part.ts'
import { createJobQueue } from './queue/job-queue.ts'
import { createJobsService } from './queue/jobs-service.ts'
import { createDeliveryDeliverers } from './release/delivery-deliverers.ts'
import { createReleaseService } from './release/release-service.ts'
import { createResultsService } from './results/results-service.ts'
import { createPdfMaker } from './safety/pdf-maker.ts'
import { createSafetyPart } from './safety/safety-part.ts'
import { createSearchService } from './search/search-service.ts'
import { createDraftsService } from './session/drafts-service.ts'
import { createLockMinutes } from './session/lock-minutes.ts'
import { createSessionService } from './session/session-service.ts'
import { createSessionWatch } from './session/session-watch.ts'
import { readWorkstationID } from './session/workstation-id.ts'
import { createClinicSettingsService } from './settings/clinic-settings-service.ts'
import { createDownloadsService } from './settings/downloads-service.ts'
import { createWorkstationService } from './settings/workstation-service.ts'
import { createMessageDeliverer } from './study/message-deliverer.ts'
import { createMessageSender } from './study/message-sender.ts'
import { createStudyOutbox } from './study/outbox.ts'
import { createStudyPart } from './study/study-part.ts'
import { createStudyReader } from './study-access/study-reader.ts'
import { createStudyRecords } from './study-access/study-records.ts'
import { createStartTimer } from './support/start-timer.ts'
import { createSupportService } from './support/support-service.ts'
import { createAuditHeads } from './sync/audit-heads.ts'
import { createCacheSync } from './sync/cache-sync.ts'
import { createRecordKeeper } from './sync/record-keeper.ts'
import { createUpdatePart } from './update/update-part.ts'
import { createWorklistsService } from './worklists/worklists-service.ts'

/** Creates the parts that all subjects need: the files, the back-office client, the session and the cached records. */
const createSharedParts = async (platform: Platform, options: AppOptions) => {
  const { log, vault, folders, crashes } = platform
  const { backOfficeUrl, pace, policy = noPolicy } = options
  const startTimer = createStartTimer()
  const now = () => platform.now()
  const nowMs = () => platform.nowMs()
  const newId = () => platform.newId()
  const { version } = platform
  const folder = join(folders.data, 'workstation')
  const database = await openWorkstationDatabase({ folder, vault, log, version, nowMs })
  const binding = await bindToServer(database, backOfficeUrl, platform.fetch).catch((error: unknown) => {
    database.close()
    throw error
  })
  const { publish, listen } = createEventRelay()
  const workshop = createPdfWorkshop({ startProcess: (name) => platform.startProcess(name), log })
  const embedded = backOfficeUrl === null ? createEmbeddedBackOffice({ pdf: workshop, log, crashes }) : null
  const isStarting = (): boolean => embedded?.isStarting() === true
  const client = createBackOfficeClient({
    baseUrl: () => backOfficeUrl ?? embedded?.url() ?? null,
    ...{ log, version, fetch: platform.fetch },
    workstationID: readWorkstationID(database.journal.settings, newId),
    serverID: binding.serverID,
  })
  const connectivity = createConnectivityService({
    ...{ client, version },
    supportLine: {
      read: () => database.withCache((cache) => cache.supportLine.read()),
      write: (phone) => database.withCache((cache) => cache.supportLine.write(phone)),
    },
    publish,
    log,
    now,
    noteServer: binding.note,
    policyProblem: policy.problem,
    isBackOfficeStarting: isStarting,
    everyMs: pace?.healthEveryMs,
  })
  const { watch } = connectivity
  client.onContact(watch.noteContact)
  embedded?.onReady(() => void watch.check())
  const session = createSessionService({
    client,
    database,
    publish,
    log,
    nowMs,
    passwordWork: pace?.passwordWork,
    startingBackOffice: () => (embedded !== null && isStarting() ? embedded.untilStarted() : null),
    lockMinutes: createLockMinutes({
      fixed: options.idleLockMinutes ?? policy.values.lockMinutes,
      stored: {
        read: () => database.withCache((cache) => cache.lockMinutes.read()),
        write: (minutes) => database.withCache((cache) => cache.lockMinutes.write(minutes)),
      },
    }),
    offlineDays: policy.values.offlineDays,
  })
  const calls = createStaffCalls(client, session)
  const keeper = createRecordKeeper({ database, publish, nowMs })
  const isOnline = () => watch.state() === 'online'
  const locations = createLocationsService({ client, session, database, publish, isOnline, nowMs })
  const people = createPeoplePart({ calls, database })
  const { viewedEveryMs, othersEveryMs } = pace ?? {}
  const auditHeads = createAuditHeads({ settings: database.journal.settings, calls, log, nowMs })
  const rhythm = { nowMs, viewedEveryMs, othersEveryMs }
  const sync = createCacheSync({ calls, database, keeper, session, log, auditHeads, ...rhythm })
  return {
    platform,
    log,
    now,
    nowMs,
    newId,
    database,
    publish,
    listen,
    workshop,
    embedded,
    client,
    connectivity,
    watch,
    session,
    calls,
    keeper,
    isOnline,
    locations,
    catalogue: { ...locations.catalogue, refresh: people.withPharmacies(locations.catalogue.refresh) },
    ...{ people, sync, auditHeads, startTimer },
  }
}

type SharedParts = Awaited<ReturnType<typeof createSharedParts>>

/** Creates the workstation's queue, with a deliverer for each kind of job. */
const createQueue = (shared: SharedParts, reader: ReturnType<typeof createStudyReader>) => {
  const { platform, database, publish, log, nowMs, client, calls, session, keeper } = shared
  const spooler = createSpooler({ folder: join(platform.folders.temp, 'print') })
  const media = createMediumWriter({ folders: readMediaFolders(process.env.ATRIUM_MEDIA_FOLDERS) })
  const message = createMessageDeliverer({
    calls,
    session,
    // Makes open pages reload the log, and caches the new status without waiting for the change feed.
    onSent: (studyID) => {
      keeper.noteStudy(studyID)
      void reader.readFresh(studyID)
    },
  })
  const queue = createJobQueue({
    store: database.journal.jobs,
    deliverers: { ...createDeliveryDeliverers({ client, media }), message, print: createPrintDeliverer({ spooler }) },
    log,
    onChange: (summary) => publish('jobs.changed', summary),
    nowMs,
  })
  return { spooler, media, queue }
}

/** Creates every subject, with the services that the bridge calls. */
const createSubjects = (shared: SharedParts, options: AppOptions) => {
  const { pace, policy = noPolicy } = options
  const server = { url: options.backOfficeUrl, setBy: options.destination?.setBy ?? 'flag' }
  const { platform, log, newId, database, publish, client, connectivity, watch, session, calls, keeper } = shared
  const { now, nowMs, locations, catalogue, sync, auditHeads, workshop } = shared
  const { settings } = database.journal
  const { supportPhone, environment } = watch
  const isOffline = () => watch.state() === 'offline'
  const outbox = createStudyOutbox({ ...shared, journal: database.journal.studyActs, isOffline })
  const { withWaiting } = outbox
  const subjectParts = { ...shared, withWaiting }
  const records = createStudyRecords(shared)
  const reader = createStudyReader({ ...subjectParts, records })
  const safety = createSafetyPart({ ...subjectParts, records, supportPhone, pdfMaker: createPdfMaker(log) })
  const answers = safety.bookingAnswers
  const booking = createBookingPart({ ...subjectParts, answers, reader, noticeAfterMs: pace?.noticeAfterMs })
  const { spooler, media, queue } = createQueue(shared, reader)
  const undo = { undoMs: pace?.undoMs ?? undoMs }
  const messages = createMessageSender({ reader, queue, session, now, ...undo })
  const items = createStudyItemReader({ calls, reader, workshop })
  const printing = createPrintingPart({
    ...{ calls, items, reader, workshop, spooler, settings, queue, session, newId, now },
    policy: options.policy?.values ?? {},
    makeSafetyForm: safety.services.safety.makePdf,
  })
  const downloads = createDownloadsService({
    settings,
    platform,
    askForFolder: platform.chooseFolder,
    readFile: printing.readFile,
  })
  const payments = createPaymentsPart({
    ...subjectParts,
    messages,
    simulatedPace: pace?.simulatedReader,
  })
  const study = createStudyPart({
    ...subjectParts,
    outbox,
    reader,
    items,
    messages,
    isOffline,
    supportPhone,
    environment,
    backOfficeUrl: client.address,
  })
  const update = createUpdatePart({
    ...{ platform, settings, policy: options.policy?.values ?? {}, publish, client, calls },
    isDemo: options.backOfficeUrl === null,
    workstationID: readWorkstationID(settings, newId),
    ...{ serverVersion: watch.backOfficeVersion, isReadableBy: database.isReadableBy },
    desk: { payments, booking, queue, session, drafts: database.journal.drafts },
  })
  const services: BridgeCommands = {
    session,
    accounts: createAccountsService({ client, calls, session, checkConnection: watch.check }),
    connectivity,
    workstation: createWorkstationService({
      ...{ platform, calls, database, session, sync, catalogue, publish },
      server: { ...server, leave: options.leaveServer ?? null },
      policy,
    }),
    support: createSupportService({
      ...{ platform, database, client, connectivity, server, policy },
      saveFile: downloads.saveFile,
      startMs: shared.startTimer.ms,
    }),
    locations,
    ...createMembersPart(subjectParts),
    crm: createCrmService({ calls, keeper }),
    ...booking.services,
    ...study.services,
    ...safety.services,
    documents: createDocumentsService({ calls, reader, keeper, publish, withWaiting: outbox.withWaiting }),
    sharing: createSharingService({ calls, reader, keeper }),
    clinics: createClinicsService({ calls, refreshLocations: catalogue.refresh }),
    clinicSettings: createClinicSettingsService({ calls, checkConnection: watch.check }),
    import: createImportService({ calls }),
    ...shared.people.services,
    catalogue: createCatalogueService({ calls, refresh: catalogue.refresh }),
    release: createReleaseService({ calls, reader, keeper, session, queue, media, ...undo }),
    jobs: createJobsService({ queue, session }),
    ...printing.services,
    downloads,
    ...payments.services,
    ...{ finance: createFinanceService({ calls }), worklists: createWorklistsService({ calls }) },
    ...{ results: createResultsService({ calls, keeper }), audit: createAuditService({ calls, heads: auditHeads }) },
    drafts: createDraftsService({
      ...{ database, session, nowMs, onSaved: safety.noteSaved, onDiscarded: safety.noteDiscarded },
    }),
    search: createSearchService(subjectParts),
    ...update.services,
  }
  const sweep = async (): Promise<void> => {
    await Promise.all([downloads.sweep(), spooler.sweep()])
  }
  return { services, safety, booking, payments, study, outbox, queue, sweep, update }
}

/**
 * Builds the app on the platform that a shell provides. Resolves as soon as the workstation's own files are open; the
 * back office may become available later. Rejects when the data folder or the key cannot be used. Throws
 * `NewerDatabaseError` for data of a newer version of Atrium, and `OtherServerError` for files of another server.
 */
export const createApp = async (platform: Platform, options: AppOptions): Promise<RunningApp> => {
  const { log, vault } = platform
  const shared = await createSharedParts(platform, options)
  const { database, listen, embedded, client, watch, session, isOnline, catalogue, sync, newId, workshop } = shared
  const { services, safety, booking, payments, study, outbox, queue, sweep, update } = createSubjects(shared, options)
  const dispatcher = createDispatcher({ services, sessionGate: session.gate, log, newId, onCall: update.noteCall })
  listen(dispatcher.publish)

  const background = createBackground(log)
  const catchUp = createCatchUp({
    session,
    background,
    isOnline,
    againMs: options.pace?.catchUpAgainMs,
    hasOpen: () => booking.hasOpen() || payments.hasOpen() || outbox.hasOpen(),
    steps: {
      jobs: queue.wake,
      catalogue: catalogue.refresh,
      ...booking.catchUp,
      ...payments.catchUp,
      ...study.catchUp,
      ...safety.catchUp,
    },
  })
  outbox.onLeft(catchUp.later)
  payments.onLeft(catchUp.later)

  let lastToken: string | null = null
  session.onChange(() => {
    const token = session.token()
    // Runs on every change of the session, such as a lock or a sign-out: removes leftovers of downloads and prints.
    background.run(sweep)
    void update.tryInstall()
    if (token === lastToken) return
    lastToken = token
    if (token === null) return
    sync.restart()
    catchUp.now()
  })
  const followCatalogue = createCatalogueFollower({
    refresh: catalogue.refresh,
    hasSession: () => session.token() !== null,
  })
  watch.onSettings(({ lockMinutes, catalogueRevision }) => {
    background.run(async () => session.takeLockMinutes(lockMinutes))
    background.run(() => followCatalogue(catalogueRevision))
  })
  watch.onOnline(() => {
    // The session reconnects first, because a window sends calls as soon as it learns that the back office is back.
    background.run(session.reconnect)
    sync.restart()
    queue.wake()
    catchUp.now()
  })

  const sessionWatch = createSessionWatch({ ...session, isOnline, everyMs: options.pace?.sessionEveryMs })
  await runStart({
    'embedded-back-office': async () =>
      embedded?.start({
        dataFolder: join(platform.folders.data, 'back-office'),
        demo: options.demo ?? true,
        databaseKeyHex: await readOrMakeKey(vault, 'embedded-back-office-key', log),
        version: platform.version,
        stripe: {
          secretKey: await vault.read('stripe-secret-key'),
          publishableKey: await vault.read('stripe-publishable-key'),
        },
        calendlyToken: await vault.read('calendly-token'),
      }),
    connectivity: watch.start,
    sync: sync.start,
    session: sessionWatch.start,
    sweep: () => void sweep(),
    jobs: queue.start,
    updates: () => background.run(update.start),
  })
  shared.startTimer.end()

  let stopped: Promise<void> | null = null
  const stop = (): Promise<void> =>
    runStop({
      connectivity: watch.stop,
      session: sessionWatch.stop,
      updates: update.stop,
      'catch-up': catchUp.stop,
      ...safety.stop,
      ...booking.stop,
      ...payments.stop,
      ...study.stop,
      jobs: queue.stop,
      workshop: workshop.close,
      client: client.close,
      sync: sync.stop,
      background: background.stop,
      'embedded-back-office': async () => await embedded?.stop(),
      database: database.close,
    })
  return {
    dispatcher,
    lock: () => void session.lock({}),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

import { randomUUID } from 'node:crypto'
import type { Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ConfigurationItem } from '#domain/settings/configuration.ts'
import { type Environment, isProduction } from '#domain/settings/environment.ts'
import type { ReleaseVersion } from '#domain/update/release-version.ts'
import { oldestProgram } from '#domain/update/supported-versions.ts'
import { createPdfWorkshop } from '#paper/stamp/create-pdf-workshop.ts'
import type { PdfWorkshop } from '#paper/stamp/pdf-workshop.ts'
import { startChildProcess } from '#runtime/child-process.ts'
import type { Log } from '#runtime/log.ts'
import { traced } from '#runtime/spans.ts'
import { backUpBeforeMigrating } from './backup/back-up-before-migrating.ts'
import type { DatabaseSource, OpenDatabase } from './database/database.ts'
import { openDatabase } from './database/open-database.ts'
import { checkDocumentOperation } from './documents/documents.ts'
import { handlers, replays } from './handlers.ts'
import type { ServerContext } from './kernel/answer-call.ts'
import { createAuditSigner } from './kernel/audit-signer.ts'
import { registerGraphql } from './kernel/graphql/register-graphql.ts'
import { createRequestReader } from './kernel/graphql/request-reader.ts'
import { toAllowedHosts } from './kernel/http/allowed-hosts.ts'
import { prepareClosing } from './kernel/http/close-server.ts'
import { createLargeBodies, defaultLargeBodyLimits, type LargeBodyLimits } from './kernel/http/large-bodies.ts'
import { createDatabaseCheck, registerProbes } from './kernel/http/register-probes.ts'
import {
  type CallerLimits,
  defaultCallerLimits,
  defaultRateLimits,
  firstWeights,
  type RateLimits,
} from './kernel/http/rest-options.ts'
import { createRestServer } from './kernel/http/rest-server.ts'
import { type CertificateFiles, followCertificate } from './kernel/http/server-certificate.ts'
import { createSharedCounts } from './kernel/http/shared-counts.ts'
import type { TrustedProxies } from './kernel/http/trusted-proxies.ts'
import { createWorkBudget } from './kernel/http/work-budget.ts'
import { createWorkWeights } from './kernel/http/work-weights.ts'
import { startLeadership } from './kernel/leadership.ts'
import type { MllpSettings } from './kernel/options/mllp-options.ts'
import type { StandIns } from './kernel/stand-ins.ts'
import { startMemberSearch } from './members/member-search-thread.ts'
import { chooseCarrier } from './outside/fax/choose-carrier.ts'
import type { FaxCarrier } from './outside/fax/fax-carrier.ts'
import { openMailer } from './outside/mail/open-mailer.ts'
import type { CardProcessor } from './outside/processor/card-processor.ts'
import { chooseProcessor, type StripeKeys } from './outside/processor/choose-processor.ts'
import { chooseScheduler } from './outside/scheduler/choose-scheduler.ts'
import { chooseGateway, type GatewayAccount } from './outside/sms/choose-gateway.ts'
import { hasAdministrator } from './repositories/accounts-repository.ts'
import { findAuditedState } from './repositories/audited-state-repository.ts'
import { findTicket } from './repositories/deliveries-repository.ts'
import { findKeptMembers } from './repositories/member-merges-repository.ts'
import { findStudyScope } from './repositories/scope-repository.ts'
import { readServerID } from './repositories/server-identity-repository.ts'
import { findSessionUser } from './repositories/sessions-repository.ts'
import { resolvers } from './resolvers.ts'
import { type ReceivingResults, startReceivingResults } from './results/receive-results.ts'
import { registerFhir } from './results/register-fhir.ts'
import { readConfiguration } from './settings/read-configuration.ts'
import { startWork } from './start-work.ts'
import { type CallMeter, createCallMeter } from './watching/call-meter.ts'
import type { MetricsSettings } from './watching/metrics-server.ts'
import { prepareWatching } from './watching/start-watching.ts'
import type { StartTracing } from './watching/traces.ts'

export type BackOfficeOptions = {
  /** 0 takes any free port. */
  readonly port: number
  readonly host?: string
  /** Host names of the server besides its own addresses, in lower case, such as those of a proxy in front of it. */
  readonly publicHosts?: readonly string[] | undefined
  /** The server's TLS certificate. Without one the server answers only this computer and the trusted proxies. */
  readonly certificate?: CertificateFiles | undefined
  /** The proxies whose X-Forwarded-For names the client. */
  readonly trustedProxies?: TrustedProxies | undefined
  /** Created if missing, readable only by this user. */
  readonly dataFolder: string
  readonly database:
    | { readonly kind: 'sqlite'; readonly keyHex?: string | undefined }
    | { readonly kind: 'postgresql'; readonly url: string }
  readonly environment: Environment
  readonly version: string
  /**
   * The oldest program version of a workstation that the server accepts, instead of the built-in one; for tests only.
   */
  readonly oldestProgram?: ReleaseVersion
  /** The support phone number in safety notices; `the support line` when absent. A demo has a default number. */
  readonly supportPhone?: string | undefined
  /** Whether finance's adjustments are shown and accepted. When absent: true in a demo, false elsewhere. */
  readonly reconciliation?: boolean | undefined
  /** Email addresses of the users who may use open-type promos in production. */
  readonly openPromoUsers?: readonly string[] | undefined
  /** Email addresses of the users who may schedule a preferred consult without the role for it (study spec §6). */
  readonly preferredConsultUsers?: readonly string[] | undefined
  /** Demo data, and stand-ins for services that are not configured. Production uses neither demo data nor stand-ins. */
  readonly standIns?: StandIns
  /** The keys of the card processor; without a secret key the stand-in is used, if there is one. */
  readonly stripe?: StripeKeys | undefined
  /**
   * The mail server, `smtp://` or `smtps://`; without a mail server, a demo stores its mail, and any other back office
   * sends no mail.
   */
  readonly smtpUrl?: string | undefined
  /** The sender of mail; a blank text counts as absent. */
  readonly mailFrom?: string | undefined
  /** The fax server, `ipp://` or `ipps://`; without a fax server the stand-in is used, if there is a stand-in. */
  readonly faxUrl?: string | undefined
  /** The fax carrier to use instead of the one that `faxUrl` selects; for tests only. */
  readonly fax?: FaxCarrier
  /** Opens and stamps PDFs. When absent, the server creates a workshop that starts its own processes. */
  readonly pdf?: PdfWorkshop
  /** The account at the text-message gateway; without one, and in a demo, no text messages are sent. */
  readonly twilio?: GatewayAccount | undefined
  /** The scheduling service's token. Without one, and always in a demo, the stand-in is used, if there is one. */
  readonly calendlyToken?: string | undefined
  /** The address of the scheduling service's API; for tests only. */
  readonly calendlyBaseUrl?: string | undefined
  /** Where results of other systems are received over MLLP; nowhere when absent. */
  readonly mllp?: MllpSettings | undefined
  /** The address of the CRM's own pages, `https://`. */
  readonly crmUrl?: string | undefined
  /** The card processor to use instead of the one that the keys select; for tests only. */
  readonly cardProcessor?: CardProcessor
  /** Fills an empty database with demo data (decisions §1); needs `standIns`. */
  readonly demo?: boolean
  /** Starts the thread of the member search when the server starts, so that the first search does not wait for it. */
  readonly readySearch?: boolean
  /** Epoch milliseconds. */
  readonly now?: () => number
  /** The pause between two sweeps of the messages; for tests only. */
  readonly messagesEveryMs?: number
  readonly log: Log
  /** Writes a line for each answered call; nothing when absent. */
  readonly logCall?: Log | undefined
  /** Where Prometheus reads the metrics; nowhere when absent. */
  readonly metrics?: MetricsSettings | undefined
  /** Starts the tracing; when absent, there are no traces. */
  readonly startTracing?: StartTracing | undefined
  /** The pause between two checks for alerts; for tests only. */
  readonly alarmsEveryMs?: number
  /** The clock for the server's monitoring, in milliseconds; it never jumps. For tests only. */
  readonly monotonicMs?: () => number
  readonly rateLimits?: Partial<RateLimits>
  readonly callerLimits?: Partial<CallerLimits>
  readonly largeBodies?: LargeBodyLimits
  /** Allows GraphQL introspection; for tests only. */
  readonly introspection?: boolean
}

export type BackOffice = {
  readonly url: string
  readonly port: number
  /** The port on which results arrive over MLLP; null without a listener. */
  readonly mllpPort: number | null
  /** The port of the metrics; null if there is none. */
  readonly metricsPort: number | null
  /** Returns what is missing in the configuration, and whether there is no administrator. */
  readMissing(): Promise<{ readonly needsSetup: boolean; readonly keys: readonly ConfigurationItem['key'][] }>
  /** Answers the calls in progress, then closes the port and the database. */
  stop(): Promise<void>
}

const demoSupportPhone = '1-800-555-0142'

/**
 * Starts the back office: opens and migrates the database, adds demo data if requested, and listens. Rejects if the
 * database cannot be opened or if the port is taken. After a rejection the database is closed.
 */
export const startBackOffice = async (options: BackOfficeOptions): Promise<BackOffice> => {
  const standIns = isProduction(options.environment) ? null : (options.standIns ?? null)
  if (options.demo === true && standIns === null) throw new Error('Demo data needs stand-ins, and production has none.')
  const nowMs = options.now ?? Date.now
  const now = (): number => Math.floor(nowMs() / 1000)
  const meter = createCallMeter(options.monotonicMs)
  const source = toSource(options)
  const database = await openDatabase(source, {
    onLost: (code) => {
      meter.countLostConnection()
      options.log('warning', 'database.connection-lost', { code })
    },
    // On PostgreSQL the server has no right to make a backup; the command "migrate" makes it instead.
    ...(source.kind === 'sqlite' && { beforeMigrating: () => backUpBeforeMigrating(source, options.version, nowMs()) }),
  })
  try {
    if (options.demo === true) await standIns?.fillDemoData(database.db, { now: now() })
    const parts = { dataFolder: options.dataFolder, now, newId: randomUUID }
    const createProcessor = standIns && (() => standIns.createProcessor(parts))
    const processor = options.cardProcessor ?? (await chooseProcessor(options.stripe, createProcessor))
    return await listen(options, standIns, { database, meter, processor }, now)
  } catch (error) {
    await database.close().catch(() => {})
    throw error
  }
}

const toSource = (options: BackOfficeOptions): DatabaseSource =>
  options.database.kind === 'sqlite'
    ? { ...options.database, path: join(options.dataFolder, 'back-office.sqlite') }
    : options.database

/** Returns what is missing in the configuration, and whether there is no administrator. */
const readMissing = async (serverContext: ServerContext): ReturnType<BackOffice['readMissing']> => {
  const missing = (await readConfiguration({ ...serverContext, now: serverContext.now() })).filter(
    ({ isMissing }) => isMissing,
  )
  return { needsSetup: !(await hasAdministrator(serverContext.db)), keys: missing.map(({ key }) => key) }
}

const watch = (
  options: BackOfficeOptions,
  { db, kind }: OpenDatabase,
  meter: CallMeter,
): ReturnType<typeof prepareWatching> =>
  prepareWatching({
    ...{ db, kind, dataFolder: options.dataFolder, isDemo: options.demo === true, meter, log: options.log },
    now: options.now ?? Date.now,
    logCall: options.logCall,
    certFile: options.certificate?.certFile,
    metrics: options.metrics,
    alarmsEveryMs: options.alarmsEveryMs,
    monotonicMs: options.monotonicMs,
  })

/**
 * Adds the call for results over FHIR, and listens for calls and, if a port is configured, for results over MLLP.
 * Closes the server again if that port is taken.
 */
const openPorts = async (
  server: FastifyInstance,
  {
    port,
    host,
    mllp,
    ...limits
  }: Pick<BackOfficeOptions, 'port' | 'host' | 'mllp'> & Parameters<typeof registerFhir>[2],
  serverContext: ServerContext,
): ReturnType<typeof startReceivingResults> => {
  let receiving: ReceivingResults | null = null
  await registerFhir(server, serverContext, limits, async () => receiving?.intake.decideAll())
  await server.listen({ port, ...(host !== undefined && { host }) })
  try {
    receiving = await startReceivingResults({ ...serverContext, mllp })
    return receiving
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Returns who may call the server, and how much work each caller may ask for. */
const createLimits = (
  { callerLimits, certificate, largeBodies, publicHosts, trustedProxies }: BackOfficeOptions,
  host: string,
) => ({
  ...{ certificate, trustedProxies },
  allowedHosts: toAllowedHosts(host, publicHosts ?? []),
  callerLimits: { ...defaultCallerLimits, ...callerLimits },
  budget: createWorkBudget(() => performance.now()),
  weights: createWorkWeights(firstWeights),
  largeBodies: createLargeBodies(largeBodies ?? defaultLargeBodyLimits),
})

const listen = async (
  options: BackOfficeOptions,
  standIns: StandIns | null,
  {
    database,
    meter,
    processor: cardProcessor,
  }: { readonly database: OpenDatabase; readonly meter: CallMeter; readonly processor: CardProcessor },
  now: () => number,
): Promise<BackOffice> => {
  const { db, kind } = database
  const { log, environment, version } = options
  const rateLimits = { ...defaultRateLimits, ...options.rateLimits }
  const isDemo = options.demo === true
  const supportPhone = options.supportPhone ?? (isDemo ? demoSupportPhone : null)
  const parts = { dataFolder: options.dataFolder, now, newId: randomUUID }
  const sender = options.mailFrom?.trim() || undefined
  const mailer = await openMailer({
    smtpUrl: options.smtpUrl,
    sender,
    openSink: isDemo && standIns !== null ? () => standIns.openMailSink({ ...parts, db, sender }) : null,
  })
  const scheduler = chooseScheduler({
    token: options.calendlyToken,
    baseUrl: options.calendlyBaseUrl,
    isDemo,
    createStandIn: standIns && (() => standIns.createScheduler(db)),
  })
  const memberSearch = startMemberSearch(toSource(options))
  const fax = options.fax ?? chooseCarrier(options.faxUrl, standIns && (() => standIns.createCarrier(parts)))
  const pdf = options.pdf ?? createPdfWorkshop({ startProcess: startChildProcess, log })
  const { certificate } = options
  const watching = watch(options, database, meter)
  const serverID = await readServerID(db)
  const run = { id: randomUUID(), startedAt: now() }
  const host = options.host ?? '127.0.0.1'
  // With SQLite only one process runs and counts calls in its memory. With PostgreSQL several processes share the
  // counts.
  const counts = kind === 'postgresql' ? createSharedCounts(db) : undefined
  const tracing = options.startTracing?.({ onLost: meter.countLostSpans, log, version, runID: run.id })
  const serverContext: ServerContext = {
    ...{ db, kind, watch: watching.watch, memberSearch },
    records: { findSessionUser, findTicket, findStudyScope, findKeptMembers, findAuditedState },
    now,
    newId: randomUUID,
    environment,
    version,
    oldestProgram: options.oldestProgram ?? oldestProgram,
    supportPhone,
    reconciliation: options.reconciliation ?? options.demo === true,
    openPromoUsers: options.openPromoUsers ?? [],
    preferredConsultUsers: options.preferredConsultUsers ?? [],
    cardProcessor: traced('stripe', cardProcessor),
    mailer: traced('smtp', mailer),
    sms: traced('sms', await chooseGateway(options.twilio, { isDemo })),
    mailSender: sender ?? null,
    scheduler: traced('scheduler', scheduler),
    fax: traced('fax', fax),
    results: standIns?.results ?? null,
    pdf,
    run,
    ...{ crmUrl: options.crmUrl ?? null, serverID },
    readAuditHead: createAuditSigner({ db, kind, dataFolder: options.dataFolder, serverID, now, log }).readHead,
    log,
  }
  const limits = { ...createLimits(options, host), rateLimits, isSuperseded: database.isSuperseded, counts }
  const server = await createRestServer(handlers, serverContext, { ...limits, replays, observe: watching.observe })
  registerProbes(server, { checkDatabase: createDatabaseCheck(db, kind), rateLimits })
  const closeServer = prepareClosing(server)
  const reader = createRequestReader()
  await registerGraphql(server, serverContext, {
    ...limits,
    introspection: options.introspection === true,
    reader,
    resolvers,
    checkMayUpload: (caller) => checkDocumentOperation('create', { caller }),
  })
  if (scheduler.kind === 'stand-in') await standIns?.registerScheduler(server, serverContext, rateLimits)
  const leadership = await startLeadership({ db, kind, runID: run.id, dataFolder: options.dataFolder, log })
  const receiving = await openPorts(server, { ...options, ...limits, host }, serverContext).catch(async (error) => {
    await leadership.stop()
    throw error
  })
  const { address, family, port } = server.server.address() as AddressInfo

  const watched = await watching.start()
  const unfollow =
    certificate === undefined ? null : followCertificate(server.server as unknown as HttpsServer, certificate, log)

  if (options.readySearch === true) memberSearch.prepare().catch(() => log('warning', 'search.not-ready'))
  const working = startWork(serverContext, leadership, options)

  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    unfollow?.()
    await closeServer()
    await watched.stop()
    await receiving.stop()
    await counts?.stop()
    await reader.close()
    await working.stop()
    await mailer.close()
    pdf.close()
    await memberSearch.close()
    await database.close()
    await tracing?.stop()
  }
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    port,
    mllpPort: receiving.port,
    metricsPort: watched.metricsPort,
    readMissing: () => readMissing(serverContext),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createPdfWorkshop } from '../pdf/create-pdf-workshop.ts'
import type { PdfWorkshop } from '../pdf/pdf-workshop.ts'
import { startChildProcess } from '../station/child-process.ts'
import { fillDemoData } from './demo-data/fill-demo-data.ts'
import { chooseCarrier } from './fax/choose-carrier.ts'
import type { FaxCarrier } from './fax/fax-carrier.ts'
import { registerGraphql } from './graphql/register-graphql.ts'
import { openMailer } from './mail/open-mailer.ts'
import { startSettling } from './operations/attempts-sweep.ts'
import { handlers, replays } from './operations/handlers.ts'
import { startSweeping } from './operations/holds-sweep.ts'
import { hashPassword } from './operations/password.ts'
import type { CardProcessor } from './processors/card-processor.ts'
import { chooseProcessor, type StripeKeys } from './processors/choose-processor.ts'
import type { DatabaseSource, OpenDatabase } from './repositories/database.ts'
import { removeOldIdempotencyKeys } from './repositories/idempotency-repository.ts'
import { openDatabase } from './repositories/open-database.ts'
import type { CallSurroundings } from './rest/answer-call.ts'
import type { BackOfficeLog } from './rest/handler.ts'
import { createRestServer, defaultRateLimits, type RateLimits } from './rest/rest-server.ts'
import { chooseScheduler } from './scheduler/choose-scheduler.ts'
import { registerStandIn } from './scheduler/register-stand-in.ts'

export type BackOfficeOptions = {
  /** 0 takes any free port. */
  readonly port: number
  readonly host?: string
  /** Made when it does not exist, readable by this user alone. */
  readonly dataFolder: string
  readonly database:
    | { readonly kind: 'sqlite'; readonly keyHex?: string | undefined }
    | { readonly kind: 'postgresql'; readonly url: string }
  /** `PRODUCTION` or any other name (decisions §2). */
  readonly environment: string
  readonly version: string
  /** The line quoted in safety notices. Without one they speak of the support line; a demo has its own. */
  readonly supportPhone?: string | undefined
  /** Whether finance's adjustments are shown and taken; on in a demo when absent. */
  readonly reconciliation?: boolean | undefined
  /** E-mail addresses of who may use open-type promos in production. */
  readonly openPromoUsers?: readonly string[] | undefined
  /** E-mail addresses of who may schedule a preferred consult without the role for it (study spec §6). */
  readonly preferredConsultUsers?: readonly string[] | undefined
  /** The keys of the card processor; without a secret one it is simulated, and in production there is none. */
  readonly stripe?: StripeKeys | undefined
  /** The mail server, `smtp://` or `smtps://`; without one a demo keeps its mail, and nothing else sends any. */
  readonly smtpUrl?: string | undefined
  /** Who mail is from. */
  readonly mailFrom?: string | undefined
  /** The fax server, `ipp://` or `ipps://`; without one a stand-in outside production, and nobody in it. */
  readonly faxUrl?: string | undefined
  /** Stands in for the one that the address would choose; for tests only. */
  readonly fax?: FaxCarrier
  /** Where PDFs are opened and stamped; processes of its own when absent. */
  readonly pdf?: PdfWorkshop
  /** The scheduling service's token; without one its stand-in answers, and in production nobody. */
  readonly calendlyToken?: string | undefined
  /** Where the scheduling service's API is; for tests only. */
  readonly calendlyBaseUrl?: string | undefined
  /** Where the CRM's own pages are, `https://`. */
  readonly crmUrl?: string | undefined
  /** Stands in for the one the keys would choose; for tests only. */
  readonly cardProcessor?: CardProcessor
  /** Fills an empty database with demo data (decisions §1). */
  readonly demo?: boolean
  /** Epoch milliseconds. */
  readonly now?: () => number
  readonly log: BackOfficeLog
  readonly rateLimits?: Partial<RateLimits>
  /** Lets a client ask GraphQL for its schema; for tests only. */
  readonly introspection?: boolean
}

export type BackOffice = {
  readonly url: string
  readonly port: number
  /** Answers what is under way, then closes the port and the database. */
  stop(): Promise<void>
}

const houseKeepingMs = 3_600_000
const demoSupportPhone = '1-800-555-0142'

/**
 * Starts the back office: opens and migrates the database, fills the demo when asked to, and listens. Rejects when the
 * database cannot be opened or the port is taken; nothing is left open then.
 */
export const startBackOffice = async (options: BackOfficeOptions): Promise<BackOffice> => {
  const nowMs = options.now ?? Date.now
  const now = (): number => Math.floor(nowMs() / 1000)
  const database = await openDatabase(toSource(options), (code) => options.log('warning', 'database-lost', { code }))
  try {
    if (options.demo === true) await fillDemoData(database.db, { now: now(), hashPassword })
    const processor =
      options.cardProcessor ??
      (await chooseProcessor(options.environment, options.stripe, {
        dataFolder: options.dataFolder,
        now,
        newId: randomUUID,
      }))
    return await listen(options, database, processor, now)
  } catch (error) {
    await database.close().catch(() => {})
    throw error
  }
}

const toSource = (options: BackOfficeOptions): DatabaseSource =>
  options.database.kind === 'sqlite'
    ? { ...options.database, path: join(options.dataFolder, 'back-office.sqlite') }
    : options.database

const listen = async (
  options: BackOfficeOptions,
  database: OpenDatabase,
  cardProcessor: CardProcessor,
  now: () => number,
): Promise<BackOffice> => {
  const { db, kind } = database
  const { log, environment, version } = options
  const rateLimits = { ...defaultRateLimits, ...options.rateLimits }
  const supportPhone = options.supportPhone ?? (options.demo === true ? demoSupportPhone : null)
  const mailer = await openMailer({
    smtpUrl: options.smtpUrl,
    sender: options.mailFrom,
    isDemo: options.demo === true,
    db,
    now,
    newId: randomUUID,
  })
  const scheduler = chooseScheduler({
    token: options.calendlyToken,
    baseUrl: options.calendlyBaseUrl,
    isDemo: options.demo === true,
    environment,
    db,
  })
  const pdf = options.pdf ?? createPdfWorkshop({ startProcess: startChildProcess, log })
  const surroundings: CallSurroundings = {
    db,
    kind,
    now,
    newId: randomUUID,
    environment,
    version,
    supportPhone,
    reconciliation: options.reconciliation ?? options.demo === true,
    openPromoUsers: options.openPromoUsers ?? [],
    preferredConsultUsers: options.preferredConsultUsers ?? [],
    cardProcessor,
    mailer,
    scheduler,
    fax: options.fax ?? chooseCarrier(environment, options.faxUrl, { dataFolder: options.dataFolder, now }),
    pdf,
    run: { id: randomUUID(), startedAt: now() },
    crmUrl: options.crmUrl ?? null,
    log,
  }
  const server = await createRestServer(handlers, surroundings, { rateLimits, replays })
  await registerGraphql(server, surroundings, { rateLimits, introspection: options.introspection === true })
  if (scheduler.kind === 'stand-in') await registerStandIn(server, surroundings, rateLimits)
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { address, family, port } = server.server.address() as AddressInfo

  const sweeping = startSweeping({ db, kind, now, newId: randomUUID, log })
  const settling = startSettling({ db, kind, now, newId: randomUUID, log, cardProcessor })
  const houseKeeping = setInterval(() => {
    removeOldIdempotencyKeys(db, now()).catch(() => log('warning', 'house-keeping-failed'))
  }, houseKeepingMs)
  houseKeeping.unref()

  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    clearInterval(houseKeeping)
    await server.close()
    await sweeping.stop()
    await settling.stop()
    await mailer.close()
    pdf.close()
    await database.close()
  }
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    port,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sweepAll } from '#back-office/booking/holds-sweep.ts'
import { type Database, inTransaction } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { standIns } from '#back-office/demo/stand-ins.ts'
import { addMessage } from '#back-office/repositories/messages-repository.ts'
import { changeStudy } from '#back-office/repositories/studies-repository.ts'
import { toExtra } from '#back-office/repositories/study-details-column.ts'
import { decideStoredResult } from '#back-office/results/decide-stored-result.ts'
import { storeRefusal } from '#back-office/results/store-refusal.ts'
import { storeResult } from '#back-office/results/store-result.ts'
import { type BackOffice, type BackOfficeOptions, startBackOffice } from '#back-office/server.ts'
import { placeNumberOf } from '#back-office/update/place-of-workstation.ts'
import { workstationHeader } from '#contract/route.ts'
import type { IncomingReport } from '#domain/results/incoming-report.ts'
import type { RefusedMessage } from '#domain/results/refused-delivery.ts'
import type { ReleaseVersion } from '#domain/update/release-version.ts'
import { toRingPlace, type UpdateOutcome } from '#domain/update/rings.ts'
import { copyDemoData } from '../fixtures/services/demo-data.ts'

type Versions = Partial<Pick<BackOfficeOptions, 'version' | 'oldestProgram'>>

export type DemoBackOffice = {
  readonly url: string
  readonly dataFolder: string
  /** Publishes the first version of a study's structured report. Radiology does that in another program. */
  publishReport(studyID: string): Promise<void>
  /** Sends a report as text from another system. Returns the id of its result, which the back office has decided. */
  receiveResult(report: IncomingReport): Promise<string>
  /** Sends a message as another system does; the back office refuses the message. */
  refuseResult(refusal: RefusedMessage): Promise<void>
  /** Adds a share that was made `minutesAgo` minutes ago. Members share their studies in another program. */
  share(studyID: string, platformID: string, minutesAgo: number): Promise<void>
  /** Ends the 48 hours of a temporary-hold booking and releases its slot. */
  releaseTemporaryHold(studyID: string): Promise<void>
  /** Adds to a study a failed message about a new document. */
  failMessage(studyID: string): Promise<void>
  /** Sells a gift card in Canadian dollars; `amount` is decimal. */
  sellGiftCard(giftCardNumber: string, amount: number): Promise<void>
  /**
   * For each outcome, makes a workstation of the first ring ask about a release, and report the outcome if not null.
   */
  reportUpdate(version: ReleaseVersion, outcomes: readonly (UpdateOutcome | null)[]): Promise<void>
  /** Stops the back office. Its data stays in its folder. */
  stop(): Promise<void>
  /** Starts the back office again on the same port and data, as another version if `changes` name one. */
  start(changes?: Versions): Promise<void>
}

/** Returns the id of a new workstation that may install the release in its first ring. */
const findInFirstRing = (version: ReleaseVersion): string => {
  for (;;) {
    const id = randomUUID()
    if (toRingPlace(placeNumberOf(version, id)) < 1) return id
  }
}

/**
 * The real back office on SQLite with demo data, in this process and a new folder. `now`: milliseconds since 1970;
 * `keyHex` encrypts the database.
 */
export const startDemoBackOffice = async ({
  keyHex,
  ...options
}: { readonly now?: () => number; readonly keyHex?: string } & Versions = {}): Promise<DemoBackOffice> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-back-office-'))
  await copyDemoData(dataFolder)
  const open = (port: number, changes: Versions = {}): Promise<BackOffice> =>
    startBackOffice({
      port,
      dataFolder,
      database: { kind: 'sqlite', keyHex },
      environment: 'DEMO',
      standIns,
      version: '0.0.0-test',
      demo: true,
      ...options,
      ...changes,
      log: () => {},
    })
  let backOffice: BackOffice | null = await open(0)
  const { url, port } = backOffice
  const inDatabase = async (work: (db: Database) => Promise<void>): Promise<void> => {
    const path = join(dataFolder, 'back-office.sqlite')
    const { db, close } = await openDatabase({ kind: 'sqlite', path, keyHex })
    await work(db)
    await close()
  }
  return {
    url,
    dataFolder,
    publishReport: (studyID) =>
      inDatabase(async (db) => {
        const read = await db.selectFrom('study').selectAll().where('study_id', '=', studyID).executeTakeFirstOrThrow()
        const status = { ...JSON.parse(read.status), checkin: true, scanned: true, read: true, published: true }
        const extra = toExtra(read, { readingPublished: [{ reportType: 'structured', version: 1 }] })
        await changeStudy(db, read, { status: JSON.stringify(status), extra })
      }),
    receiveResult: async (report) => {
      let id = ''
      await inDatabase(async (db) => {
        const now = Math.floor((options.now ?? Date.now)() / 1000)
        // The report is plain text, so no PDF workshop is needed.
        const context = { db, kind: 'sqlite', newId: randomUUID, now, pdf: undefined as never } as const
        const { resultID } = await storeResult(report, context)
        await decideStoredResult(resultID, context)
        id = resultID
      })
      return id
    },
    refuseResult: (refusal) =>
      inDatabase((db) => {
        const now = Math.floor((options.now ?? Date.now)() / 1000)
        return storeRefusal(refusal, { db, kind: 'sqlite', newId: randomUUID, now })
      }),
    share: (study_id, platform_id, minutesAgo) =>
      inDatabase(async (db) => {
        const shared_at = Math.floor((options.now ?? Date.now)() / 1000) - minutesAgo * 60
        await db.insertInto('share').values({ study_id, platform_id, shared_at }).execute()
      }),
    releaseTemporaryHold: (studyID) =>
      inDatabase(async (db) => {
        const now = Math.floor((options.now ?? Date.now)() / 1000)
        await db.updateTable('machine_time').set({ expires_at: now }).where('study_id', '=', studyID).execute()
        await sweepAll(db, { kind: 'sqlite', now, newId: randomUUID })
      }),
    failMessage: (study_id) =>
      inDatabase(async (db) => {
        const now = Math.floor((options.now ?? Date.now)() / 1000)
        const { location_id } = await db
          .selectFrom('study')
          .select('location_id')
          .where('study_id', '=', study_id)
          .executeTakeFirstOrThrow()
        const message = {
          message_id: randomUUID(),
          study_id,
          location_id,
          kind: 'report-ready',
          channel: 'email',
        } as const
        const occasion = { occasion: `test ${message.message_id}`, event_id: null, starts_at: null, by_user: null }
        const end = { state: 'failed', failure: 'refused', attempts: 1, state_at: now } as const
        // Uses one transaction, so that the server never sees the message as planned.
        await inTransaction(db, async (transaction) => {
          const { message_id } = await addMessage(transaction, {
            ...message,
            ...occasion,
            due_at: now,
            planned_at: now,
          })
          await transaction.updateTable('message').set(end).where('message_id', '=', message_id).execute()
        })
      }),
    sellGiftCard: (number, amount) =>
      inDatabase(async (db) => {
        const at = Math.floor((options.now ?? Date.now)() / 1000)
        const card = { gift_card_key: number, number, currency: 'CAD', created_at: at } as const
        const sold = { entry_id: `sold-${number}`, gift_card_key: number, amount: amount * 100, at }
        await db.insertInto('gift_card').values(card).execute()
        await db
          .insertInto('gift_card_entry')
          .values({ ...sold, study_id: null, transaction_id: null })
          .execute()
      }),
    reportUpdate: async (version, outcomes) => {
      for (const outcome of outcomes) {
        const workstation = findInFirstRing(version)
        const send = async (path: string, body?: object): Promise<unknown> => {
          const headers = { [workstationHeader]: workstation, 'content-type': 'application/json' }
          const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
          const response = await fetch(`${url}${path}`, { headers, ...request })
          if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
          return response.json()
        }
        await send(`/api/v1/updates/plan?version=${version}`)
        if (outcome !== null) await send('/api/v1/updates/reports', { version, from: '0.1.0', outcome, code: '' })
      }
    },
    stop: async () => {
      await backOffice?.stop()
      backOffice = null
    },
    start: async (changes) => {
      backOffice ??= await open(port, changes)
    },
  }
}

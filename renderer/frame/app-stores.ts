import type { Bridge } from '#contract/bridge.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { createWaitingStore, type WaitingStore } from '../booking/waiting-store.ts'
import { createDocumentsDesks, type DocumentsDesks } from '../documents/documents-desks.ts'
import { type ClockStore, createClockStore } from '../kit/clock-store.ts'
import { createLocationsStore, type LocationsStore } from '../locations/locations-store.ts'
import { reportZoneRules } from '../locations/zone-report.ts'
import { createMessageCountsStore, type MessageCountsStore } from '../messages/message-counts-store.ts'
import { type AttemptsStore, createAttemptsStore } from '../payments/attempts-store.ts'
import { createTendersStore, type TendersStore } from '../payments/tenders-store.ts'
import { createTerminalStore, type TerminalStore } from '../payments/terminal-store.ts'
import { createDirectoryStore, type DirectoryStore } from '../people/directory-store.ts'
import { createJobsStore, type JobsStore } from '../queue/jobs-store.ts'
import { createSendBatchesStore, type SendBatchesStore } from '../release/send-batches-store.ts'
import { createSendsStore, type SendsStore } from '../release/sends-store.ts'
import { createResultCountStore, type ResultCountStore } from '../results/result-count-store.ts'
import { type ConnectivityStore, createConnectivityStore, type OnTransport } from '../session/connectivity-store.ts'
import { createDrafts, type Drafts } from '../session/drafts.ts'
import { createPreferencesStore, type PreferencesStore } from '../session/preferences-store.ts'
import { createSessionStore, type SessionStore } from '../session/session-store.ts'
import { createWaitingActsStore, type WaitingActsStore } from '../study/waiting-acts-store.ts'
import { createUpdateStore, type UpdateStore } from '../update/update-store.ts'
import { createWorklistCountsStore, type WorklistCountsStore } from '../worklists/worklist-counts-store.ts'
import { clearWorklistPlaces } from '../worklists/worklist-places.ts'

/** The stores that several screens share; a window has one of each. */
export type AppStores = {
  readonly session: SessionStore
  readonly connectivity: ConnectivityStore
  readonly locations: LocationsStore
  readonly preferences: PreferencesStore
  readonly waiting: WaitingStore
  readonly attempts: AttemptsStore
  readonly terminal: TerminalStore
  readonly tenders: TendersStore
  readonly waitingActs: WaitingActsStore
  readonly jobs: JobsStore
  readonly sends: SendsStore
  readonly sendBatches: SendBatchesStore
  readonly directory: DirectoryStore
  readonly clock: ClockStore
  readonly drafts: Drafts
  readonly documents: DocumentsDesks
  readonly update: UpdateStore
  readonly messageCounts: MessageCountsStore
  readonly worklistCounts: WorklistCountsStore
  readonly resultCount: ResultCountStore
}

type Options = { readonly bridge: Bridge; readonly onTransport: OnTransport; readonly now: () => number }

/**
 * Creates the shared stores and connects them to the session. Reads a user's data at sign-in or unlock, and clears it
 * at sign-out or when another user signs in. Unsaved text is kept for the same user only.
 */
export const createAppStores = ({ bridge, onTransport, now }: Options): AppStores => {
  const drafts = createDrafts(bridge)
  const computerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const preferences = createPreferencesStore(drafts, { now, computerZone: computerZone as ZoneId })
  const session = createSessionStore({ bridge, flushDrafts: drafts.flush })
  const homeLocation = (): LocationID | null => {
    const { view } = session.getState()
    return view.kind === 'signed-in' ? view.user.homeLocation : null
  }
  const locations = createLocationsStore(bridge, preferences, { homeLocation, computerZone })
  const waiting = createWaitingStore(bridge)
  const attempts = createAttemptsStore(bridge)
  const terminal = createTerminalStore(bridge)
  const tenders = createTendersStore(bridge)
  const waitingActs = createWaitingActsStore(bridge)
  const jobs = createJobsStore(bridge)
  const sends = createSendsStore(bridge, () => crypto.randomUUID())
  const sendBatches = createSendBatchesStore({ bridge, sends, drafts, newKey: () => crypto.randomUUID(), now })
  const connectivity = createConnectivityStore(bridge, onTransport)
  const update = createUpdateStore(bridge)
  const clock = createClockStore(now)
  const directory = createDirectoryStore({ bridge, locations, connectivity, clock, newKey: () => crypto.randomUUID() })
  const messageCounts = createMessageCountsStore({ bridge, connectivity, clock })
  const worklistCounts = createWorklistCountsStore({ bridge, connectivity, clock })
  const resultCount = createResultCountStore({ bridge, connectivity, clock })
  const newKey = (): string => crypto.randomUUID()
  const documents = createDocumentsDesks({ bridge, session, drafts, clock, newKey })
  reportZoneRules({ bridge, locations, now })
  let readFor: string | null = null
  let typedBy: string | null = null
  session.subscribe(({ view }, before) => {
    if (view === before.view) return
    if (view.kind === 'signed-out' || (view.kind === 'signed-in' && readFor !== view.user.user_id)) {
      drafts.hold()
      preferences.getState().clear()
      locations.getState().clear()
      waiting.getState().clear()
      attempts.getState().clear()
      terminal.getState().clear()
      tenders.getState().clear()
      waitingActs.getState().clear()
      jobs.getState().clear()
      sends.getState().clear()
      sendBatches.getState().clear()
      directory.getState().clear()
      update.getState().clear()
      messageCounts.getState().clear()
      worklistCounts.getState().clear()
      resultCount.getState().clear()
      clearWorklistPlaces()
      readFor = null
    }
    if (view.kind !== 'signed-in') return
    if (typedBy === view.user.user_id) drafts.resume()
    else drafts.forget()
    typedBy = view.user.user_id
    if (before.view.kind === 'signed-in' && readFor === view.user.user_id) return
    readFor = view.user.user_id
    void preferences.getState().load()
    void locations.getState().load()
    void waiting.getState().load()
    void attempts.getState().load()
    void terminal.getState().load()
    void tenders.getState().load()
    void waitingActs.getState().load()
    void jobs.getState().load()
    void sendBatches.getState().load()
    void directory.getState().load()
    void update.getState().load()
    void messageCounts.getState().load(view.user.roles)
    void worklistCounts.getState().load(view.user.roles)
    void resultCount.getState().load(view.user.roles)
  })
  return {
    session,
    connectivity,
    locations,
    preferences,
    waiting,
    attempts,
    terminal,
    tenders,
    waitingActs,
    jobs,
    sends,
    sendBatches,
    directory,
    clock,
    drafts,
    documents,
    update,
    messageCounts,
    worklistCounts,
    resultCount,
  }
}

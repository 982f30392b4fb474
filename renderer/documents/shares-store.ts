import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import type { NamedShare } from '#domain/documents/share.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import { createRetryKeys } from '../kit/retry-keys.ts'
import { aroundStudyMs, createThrottle } from '../kit/throttle.ts'

type SharesView = StudyView & { readonly shares: readonly NamedShare[] }

type SharesState = {
  readonly read: Loadable<SharesView>
  readonly readAt: Instant | null
  /** Why the last load failed; the screen still shows earlier data. */
  readonly behind: Failure | null
  /** The member who received the share that is being revoked; null while no share is being revoked. */
  readonly revoking: MemberID | null
  readonly load: () => Promise<void>
  /** Revokes the share that this member received. Returns null, without a call, while a revocation is running. */
  readonly revoke: (platformId: MemberID) => Promise<Reply<readonly NamedShare[]> | null>
}

type Options = {
  readonly bridge: Pick<Bridge, 'sharing' | 'on'>
  readonly studyID: StudyID
  readonly newKey: () => string
  readonly now: () => Instant
}

type SharesStore = StoreApi<SharesState>

export type SharesDesk = { readonly store: SharesStore; readonly start: () => () => void }

/**
 * Creates the store of a study's shares. `start` reads the shares now and after changes of the study, until the
 * returned function is called.
 */
export const createSharesStore = (options: Options): SharesDesk => {
  const { bridge, studyID, now } = options
  const withRetryKey = createRetryKeys(options.newKey)
  const readings = createReadings()
  const store = createStore<SharesState>((set, get) => ({
    read: { kind: 'loading' },
    readAt: null,
    behind: null,
    revoking: null,
    load: async () => {
      const isLatest = readings.begin()
      if (get().read.kind === 'failed') set({ read: { kind: 'loading' } })
      const reply = await bridge.sharing.list({ studyID })
      if (!isLatest()) return
      if (reply.ok) set({ read: { kind: 'ready', value: reply.value }, readAt: now(), behind: null })
      else if (get().read.kind === 'ready' && reply.failure.code !== 'location-forbidden')
        set({ behind: reply.failure })
      else set({ read: { kind: 'failed', failure: reply.failure } })
    },
    revoke: async (platformId) => {
      if (get().revoking !== null) return null
      set({ revoking: platformId })
      const reply = await withRetryKey(platformId, (idempotencyKey) =>
        bridge.sharing.revoke({ studyID, platformId, idempotencyKey }),
      )
      const { read } = get()
      if (reply.ok && read.kind === 'ready') {
        // A load that began before the revocation would show the share again for a moment.
        readings.expire()
        set({ read: { kind: 'ready', value: { ...read.value, shares: reply.value } }, readAt: now(), behind: null })
      }
      set({ revoking: null })
      if (!reply.ok) await get().load()
      return reply
    },
  }))
  const start = (): (() => void) => {
    const { load } = store.getState()
    void load()
    const later = createThrottle(() => void load(), aroundStudyMs)
    const stops = [
      later.stop,
      bridge.on('booking.studyChanged', (changed) => {
        if (changed.studyID === studyID) later.ask()
      }),
      bridge.on('bridge.gap', () => void load()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }
  return { store, start }
}

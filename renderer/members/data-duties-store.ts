import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { MemberDuties } from '#contract/members/data-duties-fields.ts'
import type { Reply } from '#contract/reply.ts'
import type { EarlyErasure } from '#domain/members/erasure.ts'
import type { LegalHold } from '#domain/members/legal-hold.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import { createRetryKeys } from '../kit/retry-keys.ts'
import { saveFile } from '../kit/save-file.ts'

type Part = Pick<Bridge, 'dataDuties' | 'audit'>

type MemberDutiesState = {
  readonly view: Loadable<MemberDuties>
  /** The state of the last call that placed or lifted a hold, or erased the member. */
  readonly act: Submission
  /** The state of the last export. */
  readonly exporting: Submission
  readonly load: () => Promise<void>
  /** Clears the failure in `act`. */
  readonly clear: () => void
  /**
   * Places a legal hold. Returns true on success, as `liftHold` and `erase` do; after a failure `act` has the reason.
   */
  readonly placeHold: (hold: Pick<LegalHold, 'name' | 'reason'>) => Promise<boolean>
  /** Saves the member's record as a file. Returns a note about files that are omitted, or null after a failure. */
  readonly exportRecord: (format: 'pdf' | 'fhir') => Promise<{ readonly note: string | null } | null>
  readonly liftHold: (holdID: string, typed: { readonly name: string; readonly reason: string }) => Promise<boolean>
  readonly erase: (version: number, early: EarlyErasure | null) => Promise<boolean>
}
export type MemberDutiesStore = StoreApi<MemberDutiesState>

/** Creates the store of one member's legal holds and erasure. */
export const createMemberDutiesStore = (bridge: Part, memberID: MemberID, newKey: () => string): MemberDutiesStore =>
  createStore<MemberDutiesState>((set, get) => {
    const readings = createReadings()
    const withKey = createRetryKeys(newKey)
    /** Runs one call about a hold or an erasure at a time. */
    const run = async (name: string, ask: (idempotencyKey: string) => Promise<Reply<unknown>>): Promise<boolean> => {
      if (get().act.kind === 'pending') return false
      set({ act: { kind: 'pending' } })
      const reply = await withKey(name, ask)
      set({ act: reply.ok ? { kind: 'idle' } : { kind: 'failed', failure: reply.failure } })
      // The reasons that prevent an erasure may have changed too.
      await get().load()
      return reply.ok
    }
    return {
      view: { kind: 'idle' },
      act: { kind: 'idle' },
      exporting: { kind: 'idle' },
      load: async () => {
        const isLatest = readings.begin()
        if (get().view.kind !== 'ready') set({ view: { kind: 'loading' } })
        const reply = await bridge.dataDuties.readMember({ memberID })
        if (!isLatest()) return
        if (reply.ok) set({ view: { kind: 'ready', value: reply.value } })
        else if (get().view.kind !== 'ready') set({ view: { kind: 'failed', failure: reply.failure } })
      },
      clear: () => set({ act: { kind: 'idle' } }),
      exportRecord: async (format) => {
        if (get().exporting.kind === 'pending') return null
        set({ exporting: { kind: 'pending' } })
        const reply = await bridge.audit.exportRecord({ memberID, format })
        set({ exporting: reply.ok ? { kind: 'idle' } : { kind: 'failed', failure: reply.failure } })
        if (!reply.ok) return null
        const { fileName, base64, note } = reply.value
        saveFile(base64, fileName, format === 'pdf' ? 'application/pdf' : 'application/fhir+json')
        return { note }
      },
      // Each key belongs to one set of values: changed values after a lost answer are another request.
      placeHold: (hold) =>
        run(`place ${JSON.stringify(hold)}`, (idempotencyKey) =>
          bridge.dataDuties.placeHold({ memberID, ...hold, idempotencyKey }),
        ),
      liftHold: (holdID, typed) =>
        run(`lift ${JSON.stringify([holdID, typed])}`, (idempotencyKey) =>
          bridge.dataDuties.liftHold({ holdID, ...typed, idempotencyKey }),
        ),
      erase: (version, early) =>
        run(`erase ${JSON.stringify([version, early])}`, (idempotencyKey) =>
          bridge.dataDuties.erase({ memberID, version, early, idempotencyKey }),
        ),
    }
  })

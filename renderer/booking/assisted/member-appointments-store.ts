import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import type { Loadable } from '../../kit/loadable.ts'
import { createReadings } from '../../kit/readings.ts'

type MemberAppointments = {
  readonly studies: readonly Study[]
  /** A list from the cache may be incomplete. */
  readonly source: 'back-office' | 'cache'
}

type MemberAppointmentsState = {
  readonly memberID: MemberID | null
  readonly list: Loadable<MemberAppointments>
  /** The last refresh failed, so the shown list may be outdated. */
  readonly isBehind: boolean
  /** Switches to another member and reads the appointments; null clears the list. */
  readonly aim: (memberID: MemberID | null) => void
  /**
   * Reads again. A failure keeps the shown list. Returns what was read; null if no member is chosen, the read failed or
   * a later read replaced it.
   */
  readonly refresh: () => Promise<MemberAppointments | null>
}
export type MemberAppointmentsStore = StoreApi<MemberAppointmentsState>

/** Creates the store of the chosen member's appointments. An answer for a previously chosen member is dropped. */
export const createMemberAppointmentsStore = (
  members: Pick<Bridge['members'], 'readAppointments'>,
): MemberAppointmentsStore => {
  const readings = createReadings()
  return createStore<MemberAppointmentsState>((set, get) => ({
    memberID: null,
    list: { kind: 'idle' },
    isBehind: false,
    aim: (memberID) => {
      if (get().memberID === memberID) return
      readings.expire()
      set({ memberID, isBehind: false, list: memberID === null ? { kind: 'idle' } : { kind: 'loading' } })
      if (memberID !== null) void get().refresh()
    },
    refresh: async () => {
      const { memberID } = get()
      if (memberID === null) return null
      if (get().list.kind === 'failed') set({ list: { kind: 'loading' } })
      const isLatest = readings.begin()
      const reply = await members.readAppointments({ memberID })
      if (!isLatest()) return null
      set({ isBehind: !reply.ok })
      if (reply.ok) set({ list: { kind: 'ready', value: reply.value } })
      else if (get().list.kind !== 'ready') set({ list: { kind: 'failed', failure: reply.failure } })
      return reply.ok ? reply.value : null
    },
  }))
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Member, MemberID } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import type { Loadable } from '../kit/loadable.ts'

type MemberStoreState = {
  readonly member: Loadable<Member>
  readonly studies: Loadable<readonly Study[]>
  readonly load: () => Promise<void>
  /** Shows the member as the user just saved them in this window. */
  readonly show: (member: Member) => void
  readonly stop: () => void
}
export type MemberStore = StoreApi<MemberStoreState>

/** Sorts the latest first; studies without a time come last. */
const byTime = (a: Study, b: Study): number =>
  (b.booking?.utcStart ?? '').localeCompare(a.booking?.utcStart ?? '') || b.studyID.localeCompare(a.studyID)

/** Creates the store of one member and their studies. `stop` ends its subscriptions. */
export const createMemberStore = (bridge: Pick<Bridge, 'members' | 'on'>, memberID: MemberID): MemberStore =>
  createStore<MemberStoreState>((set, get) => {
    const again = (): void => void get().load()
    const stops = [
      bridge.on('members.changed', (changed) => {
        if (changed.memberID === memberID) again()
      }),
      bridge.on('booking.studyChanged', again),
      bridge.on('bridge.gap', again),
    ]
    return {
      member: { kind: 'loading' },
      studies: { kind: 'loading' },
      load: async () => {
        const [member, studies] = await Promise.all([
          bridge.members.read({ memberID }),
          bridge.members.readStudies({ memberID }),
        ])
        // A failed refresh leaves the shown data in place.
        if (member.ok) set({ member: { kind: 'ready', value: member.value } })
        else if (get().member.kind !== 'ready') set({ member: { kind: 'failed', failure: member.failure } })
        if (studies.ok) set({ studies: { kind: 'ready', value: [...studies.value].sort(byTime) } })
        else if (get().studies.kind !== 'ready') set({ studies: { kind: 'failed', failure: studies.failure } })
      },
      show: (member) => set({ member: { kind: 'ready', value: member } }),
      stop: () => {
        for (const stop of stops) stop()
      },
    }
  })

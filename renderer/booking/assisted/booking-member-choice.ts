import type { Bridge } from '#contract/bridge.ts'
import { fullName, type MemberID } from '#domain/members/member.ts'
import { noSettleTick } from '#domain/safety/settle-rule.ts'
import { decideMemberChange, withoutMember } from '../../safety/booking-safety.ts'
import type { BookingForm } from '../booking-draft.ts'
import { assistedWords } from './assisted-words.ts'
import { type BookingDeskStores, type BookingStoreState, isFrozen } from './booking-state.ts'

const words = assistedWords.member

type Parts = {
  readonly stores: Pick<BookingDeskStores, 'booking' | 'safety'>
  readonly members: Pick<Bridge['members'], 'read'>
  /** Writes the draft of the page. */
  readonly keep: () => void
}

type MemberChoice = Pick<
  BookingStoreState,
  'chooseMember' | 'chooseMemberID' | 'restoreSetAside' | 'dismissSetAside' | 'assignAnswers' | 'deleteUnassigned'
>

/** Returns the change that clears an opportunity which staff attached for a member other than `to`. */
const opportunityAfter = (form: BookingForm, to: MemberID | null): Partial<BookingForm> =>
  form.opportunityMemberID === null || form.opportunityMemberID === to
    ? {}
    : { opportunityID: null, opportunityMemberID: null }

/** Creates the actions that choose the member. Safety answers stay with the member they are about. */
export const createMemberChoice = ({ stores, members, keep }: Parts): MemberChoice => {
  const { booking, safety } = stores
  const { getState: get, setState: set } = booking

  /** Changes the member. The previous member's answers are set aside until that member is chosen again. */
  const changeMember = (to: MemberID | null): void => {
    const { form, member, setAside, unassigned } = get()
    const name = member.kind === 'ready' ? fullName(member.value) : words.previousMember
    const from = form.memberID === null ? null : { memberID: form.memberID, name }
    const { answers } = safety.getState()
    const decided = decideMemberChange({ answers, setAside, unassigned }, from, to)
    // The tick “Book before the sign-off” covers the previous member's notices, so it is cleared for the next member.
    const tick = form.memberID === to ? {} : noSettleTick
    set({
      form: { ...form, memberID: to, ...tick, ...opportunityAfter(form, to) },
      setAside: decided.setAside,
      unassigned: decided.unassigned,
      foundOthersAtBook: false,
    })
    if (decided.answers === answers) return
    // The safety case still has the previous member's sex, which must not clear the next member's answers.
    safety.getState().setCase({ ...safety.getState().safetyCase, gender: null })
    safety.getState().replace(decided.answers)
  }

  return {
    chooseMember: (member) => {
      if (isFrozen(get())) return
      if (get().commit.kind === 'booked') get().startOver()
      changeMember(member?.patientID ?? null)
      set({
        member: member === null ? { kind: 'idle' } : { kind: 'ready', value: member },
        commit: { kind: 'idle' },
      })
    },
    chooseMemberID: async (memberID) => {
      changeMember(memberID)
      const { member } = get()
      if (member.kind !== 'ready' || member.value.patientID !== memberID) set({ member: { kind: 'loading' } })
      const reply = await members.read({ memberID })
      if (get().form.memberID !== memberID) return
      if (reply.ok) set({ member: { kind: 'ready', value: reply.value } })
      else if (get().member.kind !== 'ready') set({ member: { kind: 'failed', failure: reply.failure } })
    },
    restoreSetAside: async (memberID) => {
      const { setAside, commit } = get()
      if (isFrozen(get()) || !setAside.some((entry) => entry.memberID === memberID)) return
      if (commit.kind === 'booked') get().startOver()
      await get().chooseMemberID(memberID)
    },
    dismissSetAside: (memberID) => {
      set({ setAside: withoutMember(get().setAside, memberID) })
      keep()
    },
    assignAnswers: () => {
      const { member, unassigned } = get()
      if (member.kind !== 'ready' || unassigned === null || isFrozen(get())) return
      set({ unassigned: null })
      safety.getState().replace({ ...unassigned, ...safety.getState().answers })
      keep()
    },
    deleteUnassigned: () => {
      set({ unassigned: null })
      keep()
    },
  }
}

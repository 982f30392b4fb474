import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { MemberID } from '#domain/members/member.ts'
import { type BookingSafetyDraft, countAnswers, findOtherAnswers } from '#domain/safety/booking-safety-draft.ts'
import type { Answers } from '#domain/safety/question.ts'
import type { SafetyCase } from '#domain/safety/safety-assessment.ts'
import { createReadings } from '../../kit/readings.ts'

type OtherAnswersState = {
  readonly memberID: MemberID | null
  /** What other desks, or the member, answered before a booking. */
  readonly drafts: readonly BookingSafetyDraft[]
  /** By name: the version that this desk took over or hid. A later version is shown again. */
  readonly handled: ReadonlyMap<string, number>
  /** Reads the answers about another member, or about none. */
  readonly aim: (memberID: MemberID | null) => void
  /** Reads again; what is known stays where that fails. */
  readonly refresh: () => Promise<void>
  /** Hides a draft at this desk until it changes. */
  readonly hide: (draft: BookingSafetyDraft) => void
}
export type OtherAnswersStore = StoreApi<OtherAnswersState>

/** Creates the store of what other desks answered about the chosen member. `draftID` is the booking draft of this page. */
export const createOtherAnswersStore = (
  safety: Pick<Bridge['safety'], 'readBookingDrafts'>,
  draftID: string,
): OtherAnswersStore => {
  const readings = createReadings()
  return createStore<OtherAnswersState>((set, get) => ({
    memberID: null,
    drafts: [],
    handled: new Map(),
    aim: (memberID) => {
      if (get().memberID === memberID) return
      readings.expire()
      set({ memberID, drafts: [], handled: new Map() })
      void get().refresh()
    },
    refresh: async () => {
      const { memberID } = get()
      if (memberID === null) return
      const isLatest = readings.begin()
      const reply = await safety.readBookingDrafts({ memberID, draftID })
      // Where another member was chosen meanwhile, or the back office cannot be reached, the drafts stay as they are.
      if (reply.ok && isLatest()) set({ drafts: reply.value.drafts })
    },
    hide: ({ draftID: name, version }) => set({ handled: new Map([...get().handled, [name, version]]) }),
  }))
}

/**
 * Returns why a booking waits: answers of another desk rule the scan out, and this desk neither took them over nor hid them.
 * Null where none do.
 */
export const findProhibitionElsewhere = (
  state: Pick<OtherAnswersState, 'drafts' | 'handled'>,
  mine: Answers,
  safetyCase: SafetyCase,
): string | null => {
  const found = findShownAnswers(state, mine).find(
    ({ SafetyQuestions }) => countAnswers(SafetyQuestions, safetyCase).isProhibited,
  )
  if (found === undefined) return null
  return `Answers of ${found.isByMember ? 'the member' : found.by} rule this scan out. Use them or dismiss them first.`
}

/** Returns the answers to show: those that this desk does not have yet, and did not hide. */
export const findShownAnswers = (
  { drafts, handled }: Pick<OtherAnswersState, 'drafts' | 'handled'>,
  mine: Answers,
): readonly BookingSafetyDraft[] =>
  findOtherAnswers(drafts, mine).filter(({ draftID, version }) => handled.get(draftID) !== version)

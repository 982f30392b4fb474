import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { MemberID } from '#domain/members/member.ts'
import { type BookingSafetyDraft, countAnswers, findOtherAnswers } from '#domain/safety/booking-safety-draft.ts'
import type { Answers } from '#domain/safety/question.ts'
import type { SafetyCase } from '#domain/safety/safety-assessment.ts'
import { createReadings } from '../../kit/readings.ts'
import { assistedWords } from './assisted-words.ts'

const words = assistedWords.otherAnswers

type OtherAnswersState = {
  readonly memberID: MemberID | null
  /** The answers that other workstations or the member gave before a booking. */
  readonly drafts: readonly BookingSafetyDraft[]
  /** For each draft id, the version that this workstation adopted or hid. A later version is shown again. */
  readonly handled: ReadonlyMap<string, number>
  /** Switches to another member and reads the answers; null clears them. */
  readonly aim: (memberID: MemberID | null) => void
  /** Reads again; a failure keeps the known answers. */
  readonly refresh: () => Promise<void>
  /** Hides a draft on this workstation until it changes. */
  readonly hide: (draft: BookingSafetyDraft) => void
}
export type OtherAnswersStore = StoreApi<OtherAnswersState>

/**
 * Creates the store of the answers that other workstations or the member gave about the chosen member. `draftID` is
 * this page's own booking draft.
 */
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
      // If another member was chosen in the meantime, or the back office is unreachable, the drafts stay unchanged.
      if (reply.ok && isLatest()) set({ drafts: reply.value.drafts })
    },
    hide: ({ draftID: name, version }) => set({ handled: new Map([...get().handled, [name, version]]) }),
  }))
}

/**
 * Returns the text that explains why a booking is blocked. Answers from another workstation or from the member forbid
 * the scan, and this workstation neither adopted nor hid them. Null if no such answers exist.
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
  return words.prohibited(found.isByMember ? words.theMember : found.by)
}

/** Returns the answers to show: those that this workstation does not have and did not hide. */
export const findShownAnswers = (
  { drafts, handled }: Pick<OtherAnswersState, 'drafts' | 'handled'>,
  mine: Answers,
): readonly BookingSafetyDraft[] =>
  findOtherAnswers(drafts, mine).filter(({ draftID, version }) => handled.get(draftID) !== version)

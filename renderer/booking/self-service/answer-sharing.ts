import type { Bridge } from '#contract/bridge.ts'
import { checkMemberForm } from '#domain/members/member-rules.ts'
import type { Instant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import type { SelfBookingDesk } from './self-booking-state.ts'
import { shouldRetrySharing } from './share-again.ts'

/**
 * Milliseconds from the last answer until the answers are shared with the clinic. `shareRetryMs` is the pause before
 * a retry.
 * @internal Tests move their clock by it.
 */
export const shareQuietMs = 2000
const shareRetryMs = 15_000

type Parts = {
  readonly stores: Pick<SelfBookingDesk, 'store' | 'safety'>
  readonly calls: Pick<Bridge['selfService'], 'shareAnswers'>
  /** The id of the draft in which the clinic stores the answers. */
  readonly safetyDraftID: string
  readonly isReferral: boolean
  readonly now: () => Instant
}

export type AnswerSharing = {
  readonly share: () => Promise<void>
  /** Shares the answers after a pause in answering. */
  readonly shareSoon: () => void
  readonly stop: () => void
}

/**
 * Creates the functions that share the safety answers with the clinic, whose staff see the answers when the person
 * phones. Main ignores shared answers until a first try to book has signed the person up.
 */
export const createAnswerSharing = (parts: Parts): AnswerSharing => {
  const { stores, calls, safetyDraftID, isReferral, now } = parts
  const { store, safety } = stores
  let timer: ReturnType<typeof setTimeout> | undefined

  const shareLater = (delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void share(), delayMs)
  }
  const share = async (): Promise<void> => {
    clearTimeout(timer)
    const { location, values, signUp } = store.getState()
    if (!isReferral || location === null || signUp.kind === 'booked' || signUp.kind === 'pending') return
    const checked = checkMemberForm(values, todayAt(now(), location.timezone))
    if (checked.kind === 'incomplete') return
    const { answers } = safety.getState()
    const { locationID } = location
    const reply = await calls.shareAnswers({ draft: checked.draft, locationID, answers, safetyDraftID })
    if (!reply.ok && shouldRetrySharing(reply.failure)) shareLater(shareRetryMs)
  }

  return { share, shareSoon: () => shareLater(shareQuietMs), stop: () => clearTimeout(timer) }
}

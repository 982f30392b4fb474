import type { Instant } from '../values/instant.ts'
import type { Consulting } from './consulting.ts'

/** The acts that staff mark on a consult by hand (study spec §4). */
export const consultActs = ['request', 'withdraw', 'complete', 'not-complete'] as const
export type ConsultAct = (typeof consultActs)[number]

type ConsultActDecision =
  | { readonly kind: 'change'; readonly consulting: Consulting }
  /** The consult already has this status. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }

const change = (consulting: Consulting): ConsultActDecision => ({ kind: 'change', consulting })

/** Returns whether a time with the nurse practitioner is booked or must be moved. */
const isScheduled = ({ scheduledStatus }: Consulting): boolean =>
  scheduledStatus === 'booked' || scheduledStatus === 'reschedule'

/**
 * Decides what marking a consult by hand does (study spec §2 NP Consult panel, §4 statuses). A request with a time at
 * the scheduling service cannot be withdrawn, because the service would keep the time. Only a consult that has a time
 * can be marked as complete or not complete.
 */
export const decideConsultAct = (
  consulting: Consulting,
  act: ConsultAct,
  who: { readonly at: Instant; readonly by: string },
): ConsultActDecision => {
  switch (act) {
    case 'request':
      if (consulting.requestedStatus === 'requested') return { kind: 'none' }
      return change({ ...consulting, requestedStatus: 'requested', requestedAt: who.at, requestedBy: who.by })
    case 'withdraw':
      if (consulting.requestedStatus === 'not requested') return { kind: 'none' }
      if (isScheduled(consulting)) {
        return { kind: 'refused', reason: 'A consult is booked. Cancel it before withdrawing the request.' }
      }
      if (consulting.scheduledStatus === 'complete') {
        return { kind: 'refused', reason: "The consult has taken place, so the request can't be withdrawn." }
      }
      return change({ ...consulting, requestedStatus: 'not requested', requestedAt: null, requestedBy: null })
    case 'complete':
      if (consulting.scheduledStatus === 'complete') return { kind: 'none' }
      if (!isScheduled(consulting) && consulting.scheduledStatus !== 'not complete') {
        return { kind: 'refused', reason: 'No consult is booked.' }
      }
      return change({ ...consulting, scheduledStatus: 'complete', completedTime: who.at })
    case 'not-complete':
      if (consulting.scheduledStatus === 'not complete') return { kind: 'none' }
      if (!isScheduled(consulting) && consulting.scheduledStatus !== 'complete') {
        return { kind: 'refused', reason: 'No consult is booked.' }
      }
      return change({ ...consulting, scheduledStatus: 'not complete', completedTime: null })
  }
}

import type { Instant } from '../values/instant.ts'
import type { Consulting } from './consulting.ts'

/** What staff mark on a consult by hand (study spec §4). */
export const consultActs = ['request', 'withdraw', 'complete', 'not-complete'] as const
export type ConsultAct = (typeof consultActs)[number]

type ConsultActDecision =
  | { readonly kind: 'change'; readonly consulting: Consulting }
  /** It is so already. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }

const change = (consulting: Consulting): ConsultActDecision => ({ kind: 'change', consulting })

/** A time with the nurse practitioner that stands: it was booked, or is to be moved. */
const isScheduled = ({ scheduledStatus }: Consulting): boolean =>
  scheduledStatus === 'booked' || scheduledStatus === 'reschedule'

/**
 * What marking a consult by hand does (study spec §2 NP Consult panel, §4 statuses). A request is withdrawn only while no time
 * stands at the scheduling service, which would keep it; a consult took place, or did not, only once there was a time for it.
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
        return { kind: 'refused', reason: 'The consult has taken place: the request stands.' }
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

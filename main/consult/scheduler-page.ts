import type { Consulting } from '#domain/consult/consulting.ts'
import {
  isSchedulingUrl,
  isStandInPath,
  type SchedulerPage,
  type SchedulerPurpose,
  schedulerIDPattern,
  schedulerOrigin,
} from '#domain/consult/scheduling-url.ts'

/**
 * Returns the page to open, or null when the location has no valid scheduling URL or there is no booking to reschedule
 * or cancel. For a new booking the page gets only the member's data that it needs: the name and the email address.
 */
export const toSchedulerPage = (input: {
  readonly calendlyUrl: string | null
  readonly backOfficeUrl: string
  readonly purpose: SchedulerPurpose
  readonly consulting: Pick<Consulting, 'inviteeID'>
  readonly member: { readonly name: string; readonly email: string }
}): SchedulerPage | null => {
  const { calendlyUrl, backOfficeUrl, purpose, consulting, member } = input
  const base = parseBase(calendlyUrl, backOfficeUrl)
  if (base === null) return null
  if (purpose === 'schedule' || purpose === 'preferred') {
    base.searchParams.set('name', member.name)
    base.searchParams.set('email', member.email)
    if (purpose === 'preferred') base.searchParams.set('preferred', '1')
    return { url: base.href, origin: base.origin }
  }
  if (consulting.inviteeID === null || !schedulerIDPattern.test(consulting.inviteeID)) return null
  const folder = purpose === 'reschedule' ? 'reschedulings' : 'cancellations'
  const root = base.origin === schedulerOrigin ? '' : '/calendly'
  return { url: `${base.origin}${root}/${folder}/${consulting.inviteeID}`, origin: base.origin }
}

const parseBase = (calendlyUrl: string | null, backOfficeUrl: string): URL | null => {
  if (calendlyUrl === null || calendlyUrl === '') return null
  const base = isStandInPath(calendlyUrl) ? backOfficeUrl : undefined
  if (!URL.canParse(calendlyUrl, base)) return null
  const url = new URL(calendlyUrl, base)
  return isSchedulingUrl(calendlyUrl, url) ? url : null
}

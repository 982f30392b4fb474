/** The purposes of the scheduling page (study spec §2 NP Consult panel, §6 Schedule New Preferred Consult). */
export const schedulerPurposes = ['schedule', 'reschedule', 'cancel', 'preferred'] as const
export type SchedulerPurpose = (typeof schedulerPurposes)[number]

/** The scheduling service's own site. */
export const schedulerOrigin = 'https://calendly.com'

/** The format of the scheduling service's ids, as in the last part of its addresses. */
export const schedulerIDPattern = /^[A-Za-z0-9-]{6,64}$/

/** A page of the scheduling service, and the origin of its messages. */
export type SchedulerPage = { readonly url: string; readonly origin: string }

/**
 * Returns whether a scheduling URL is a path of the stand-in for the scheduling service. The back office serves the
 * stand-in outside production.
 */
export const isStandInPath = (calendlyUrl: string): boolean => calendlyUrl.startsWith('/calendly/')

/**
 * Returns whether a location's scheduling URL is valid (study spec §2): an address of the scheduling service, or a path
 * of the stand-in. An address with credentials is never valid. `url` is the parsed address.
 */
export const isSchedulingUrl = (
  calendlyUrl: string,
  url: { readonly origin: string; readonly pathname: string; readonly username: string; readonly password: string },
): boolean => {
  if (url.username !== '' || url.password !== '') return false
  if (isStandInPath(calendlyUrl) && isStandInPath(url.pathname)) return true
  return url.origin === schedulerOrigin
}

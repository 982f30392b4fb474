import { type SchedulerPage, schedulerOrigin } from '#domain/consult/scheduling-url.ts'

/**
 * Returns the address of a scheduler's page for use in a frame. The scheduling service's page sends messages to its
 * parent only if the address names the parent's host. The back office's stand-in for the service always sends them.
 */
export const toEmbeddedAddress = ({ url, origin }: SchedulerPage, host: string): string => {
  if (origin !== schedulerOrigin) return url
  const address = new URL(url)
  address.searchParams.set('embed_domain', host)
  address.searchParams.set('embed_type', 'Inline')
  return address.href
}

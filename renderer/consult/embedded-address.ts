import { type SchedulerPage, schedulerOrigin } from '#domain/consult/scheduling-url.ts'

/**
 * The address of a scheduler's page as it stands in a frame. The scheduling service's own page speaks to the page around it only
 * when told that there is one, by the host it is on; the back office's stand-in always does.
 */
export const toEmbeddedAddress = ({ url, origin }: SchedulerPage, host: string): string => {
  if (origin !== schedulerOrigin) return url
  const address = new URL(url)
  address.searchParams.set('embed_domain', host)
  address.searchParams.set('embed_type', 'Inline')
  return address.href
}

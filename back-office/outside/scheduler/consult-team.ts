import type { Location } from '#domain/locations/location.ts'

/** The team's own part of a location's scheduling path; null for an address elsewhere. */
export const teamOf = ({ calendlyUrl }: Pick<Location, 'calendlyUrl'>): string | null =>
  /^\/calendly\/([A-Za-z0-9-]+)(?:\?|$)/.exec(calendlyUrl ?? '')?.[1] ?? null

import type { Location } from '#domain/locations/location.ts'

/** Returns the team in a location's scheduling path; null for an address of another service. */
export const teamOf = ({ calendlyUrl }: Pick<Location, 'calendlyUrl'>): string | null =>
  /^\/calendly\/([A-Za-z0-9-]+)(?:\?|$)/.exec(calendlyUrl ?? '')?.[1] ?? null

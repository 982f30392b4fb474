import type { Environment } from '#domain/settings/environment.ts'

/** Returns whether an installation has the page of the design language: only demos and tests. Null and undefined are unknown. */
export const hasGallery = (environment: Environment | null | undefined): boolean =>
  environment === 'DEMO' || environment === 'TEST'

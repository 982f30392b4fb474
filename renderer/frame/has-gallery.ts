import type { Environment } from '#domain/settings/environment.ts'

/** Returns whether an installation has the page of the design language: only demos and tests. Undefined is unknown. */
export const hasGallery = (environment: Environment | undefined): boolean =>
  environment === 'DEMO' || environment === 'TEST'

import { chooseEnvironment, type EnvironmentChoice } from '#domain/settings/environment.ts'

/** Reads the environment from `ATRIUM_ENVIRONMENT`; only this function does. */
export const readEnvironment = (wantsDemo: boolean): EnvironmentChoice =>
  chooseEnvironment(process.env.ATRIUM_ENVIRONMENT, wantsDemo)

import { z } from 'zod'

/**
 * The environments of an installation (decisions §6). Only production is for real members; it simulates nothing.
 * @internal Tests cover every entry.
 */
export const environments = ['PRODUCTION', 'STAGING', 'DEMO', 'TEST'] as const
export type Environment = (typeof environments)[number]
export const environmentSchema = z.enum(environments)

export const isProduction = (environment: Environment): boolean => environment === 'PRODUCTION'

/** An installation's environment, or why it must not start. */
export type EnvironmentChoice =
  | { readonly ok: true; readonly environment: Environment }
  | { readonly ok: false; readonly problem: string }

/**
 * Chooses the environment from the text of its setting, ignoring case and the spaces around it. An absent setting
 * (undefined) means production, or a demo if demo data is requested. A text that names no environment is a problem, and
 * so is demo data in production.
 */
export const chooseEnvironment = (setting: string | undefined, wantsDemo: boolean): EnvironmentChoice => {
  const name = setting === undefined ? (wantsDemo ? 'DEMO' : 'PRODUCTION') : setting.trim().toUpperCase()
  const environment = environments.find((one) => one === name)
  if (environment === undefined) {
    return { ok: false, problem: `ATRIUM_ENVIRONMENT must be one of ${environments.join(', ')}, or not set.` }
  }
  if (wantsDemo && isProduction(environment)) {
    return {
      ok: false,
      problem: 'Demo data is not allowed in production. Remove --demo, or set ATRIUM_ENVIRONMENT to another value.',
    }
  }
  return { ok: true, environment }
}

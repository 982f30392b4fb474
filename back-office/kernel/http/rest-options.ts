import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import type { Route } from '#contract/route.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import type { LargeBodies } from './large-bodies.ts'
import type { WorkBudget, WorkLimits } from './work-budget.ts'
import type { WorkWeights } from './work-weights.ts'

/**
 * Calls a minute and route. By address: guesses at passwords, sign-ups (which tell who is a member), what a member's browser
 * may ask, and asking how the service is, which every desk behind one address does every few seconds. By session: what a
 * busy desk may ask.
 */
export type RateLimits = {
  readonly signIn: number
  readonly signUp: number
  readonly selfService: number
  readonly health: number
  readonly session: number
}

export const defaultRateLimits: RateLimits = {
  signIn: 120,
  signUp: 10,
  selfService: 1_200,
  health: 12_000,
  session: 12_000,
}

export type RateClass = keyof RateLimits

/** What a caller's calls of a minute may cost together: a busy desk's uploads, and all that comes from one address. */
export type CallerLimits = { readonly session: WorkLimits; readonly address: WorkLimits }

export const defaultCallerLimits: CallerLimits = {
  session: { bytes: 268_435_456, cpuMs: 60_000 },
  address: { bytes: 33_554_432, cpuMs: 30_000 },
}

/** What limits the callers of one server. */
export type RestOptions = {
  /** Names that a request's Host header may have. */
  readonly allowedHosts: AllowedHosts
  readonly rateLimits: RateLimits
  readonly callerLimits: CallerLimits
  readonly budget: WorkBudget
  readonly weights: WorkWeights
  readonly largeBodies: LargeBodies
}

const drawingCalls: ReadonlySet<RouteName> = new Set([
  'previewPdf',
  'exportForMedium',
  'exportCashUp',
  'readInvoicePdf',
])

/** Milliseconds of a processor that some calls cost until they are measured: a password that is hashed, a paper that is drawn or stamped. */
const cpuMsOf = (name: RouteName, route: Route): number => {
  if (name === 'signIn') return 100
  return route.isPdf === true || drawingCalls.has(name) ? 300 : 0
}

/** What calls are taken to cost before any of them has been measured. */
export const firstWeights: ReadonlyMap<string, number> = new Map(
  (Object.keys(backOfficeRoutes) as RouteName[]).map((name) => [name, cpuMsOf(name, backOfficeRoutes[name])]),
)

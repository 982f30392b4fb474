import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import type { Route } from '#contract/route.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import type { LargeBodies } from './large-bodies.ts'
import type { CertificateFiles } from './server-certificate.ts'
import type { SharedCounts } from './shared-counts.ts'
import type { TrustedProxies } from './trusted-proxies.ts'
import type { WorkBudget, WorkLimits } from './work-budget.ts'
import type { WorkWeights } from './work-weights.ts'

/**
 * The maximum number of calls per minute to one route. Counted by address: password guesses, sign-ups (which reveal who
 * is a member), guesses of a setup or invitation code, calls from a member's browser, and health checks, which every
 * workstation behind one address makes every few seconds. Counted by session: the calls of a workstation, with room for
 * a busy one. Calls that workstations make without a session are counted twice: by the workstation that they name, and
 * by address, because a caller can name any workstation.
 */
export type RateLimits = {
  readonly signIn: number
  readonly signUp: number
  readonly selfService: number
  readonly health: number
  readonly session: number
  readonly workstation: number
  readonly workstationAddress: number
}

export const defaultRateLimits: RateLimits = {
  signIn: 120,
  signUp: 10,
  selfService: 1_200,
  health: 12_000,
  session: 12_000,
  workstation: 30,
  workstationAddress: 3_000,
}

/** The limit that counts the calls to a route. */
export type RateClass = Exclude<keyof RateLimits, 'workstation'>

/**
 * The maximum work per minute. `session`: of one session, enough for the uploads of a busy workstation. `address`: of
 * all calls from one address that are not charged to a session.
 */
export type CallerLimits = { readonly session: WorkLimits; readonly address: WorkLimits }

export const defaultCallerLimits: CallerLimits = {
  session: { bytes: 268_435_456, cpuMs: 60_000 },
  address: { bytes: 33_554_432, cpuMs: 30_000 },
}

/** The limits for the callers of one server. */
export type RestOptions = {
  /** Allowed names in a request's Host header. */
  readonly allowedHosts: AllowedHosts
  /** The proxies whose X-Forwarded-For names the client; none when absent. */
  readonly trustedProxies?: TrustedProxies | undefined
  /** Encrypts the connections; without a certificate, the server answers only this computer and the proxies. */
  readonly certificate?: CertificateFiles | undefined
  readonly rateLimits: RateLimits
  readonly callerLimits: CallerLimits
  readonly budget: WorkBudget
  readonly weights: WorkWeights
  readonly largeBodies: LargeBodies
  /** Where the calls of the rate limits are counted; in this process when absent. */
  readonly counts?: Pick<SharedCounts, 'Store'> | undefined
  /** Returns whether a newer program has migrated the database; then every call is refused. */
  readonly isSuperseded?: () => boolean
}

const drawingCalls: ReadonlySet<RouteName> = new Set([
  'previewPdf',
  'exportForMedium',
  'exportCashUp',
  'readInvoicePdf',
  'readReceiptPdf',
  'readDepositSlip',
])

/** Calls that hash a password. */
const hashingCalls: ReadonlySet<RouteName> = new Set(['signIn', 'setUp', 'acceptInvitation', 'changeOwnPassword'])

/**
 * Returns the estimated CPU milliseconds of a call, which apply until its real cost is measured: 0 unless it hashes a
 * password, or draws or stamps a paper.
 */
const cpuMsOf = (name: RouteName, route: Route): number => {
  if (hashingCalls.has(name)) return 100
  return route.isPdf === true || drawingCalls.has(name) ? 300 : 0
}

/** The estimated cost of calls before they are measured. */
export const firstWeights: ReadonlyMap<string, number> = new Map(
  (Object.keys(backOfficeRoutes) as RouteName[]).map((name) => [name, cpuMsOf(name, backOfficeRoutes[name])]),
)

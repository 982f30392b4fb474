import { z } from 'zod'

/**
 * The delivery state of a text message after the gateway accepted it; accepted does not mean delivered. `unconfirmed`
 * means that the gateway did not report a delivery within three days and is not asked again. Email has no such state.
 */
const textDeliveries = ['awaited', 'confirmed', 'unconfirmed'] as const
export const textDeliverySchema = z.enum(textDeliveries)
export type TextDelivery = (typeof textDeliveries)[number]

/**
 * The gateway's report about a text message that it accepted. `unknown` means that the report could not be read this
 * time.
 */
export type TextReport =
  | { readonly kind: 'delivered' | 'pending' | 'unknown' | 'opted-out' }
  | { readonly kind: 'undelivered'; readonly code: string }

const maxSeconds = 3 * 86_400
const firstSeconds = 30
const slowestSeconds = 3600

type Delivered =
  | { readonly kind: 'confirmed' | 'unconfirmed' | 'opted-out' }
  | { readonly kind: 'undelivered'; readonly code: string }
  /** Ask again after this many seconds. */
  | { readonly kind: 'awaited'; readonly afterSeconds: number }

/**
 * Returns what a report means for a text message that the gateway accepted `seconds` ago. The pauses between checks
 * grow with the message's age, from half a minute to an hour.
 */
export const decideDelivery = (report: TextReport, seconds: number): Delivered => {
  if (report.kind === 'delivered') return { kind: 'confirmed' }
  if (report.kind === 'undelivered') return report
  if (report.kind === 'opted-out') return { kind: 'opted-out' }
  if (seconds >= maxSeconds) return { kind: 'unconfirmed' }
  const pause = Math.min(Math.max(firstSeconds, Math.round(seconds / 2)), slowestSeconds)
  return { kind: 'awaited', afterSeconds: pause }
}

/** The seconds after which the gateway is first asked for a report. */
export const firstReportSeconds = firstSeconds

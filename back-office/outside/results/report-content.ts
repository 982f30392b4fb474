import type { Instant } from '#domain/values/instant.ts'

export type FindingWeight = 'Normal' | 'Minor' | 'Follow-up'

export type Finding = {
  readonly region: string
  readonly structure: string
  readonly finding: string
  readonly weight: FindingWeight
}

/** The structured report of the radiologists. */
export type StructuredReport = {
  readonly version: number
  readonly readBy: string
  readonly readAt: Instant | null
  readonly reason: string
  readonly technique: string
  readonly findings: readonly Finding[]
  readonly impression: readonly string[]
  /** The text that a later version adds; null for the first version. */
  readonly addendum: string | null
}

/** A report that was dictated and typed: paragraphs with titles, without a table. */
export type TraditionalReport = {
  readonly dictatedBy: string
  readonly dictatedAt: Instant | null
  readonly transcribedAt: Instant | null
  readonly parts: readonly { readonly title: string; readonly paragraphs: readonly string[] }[]
}

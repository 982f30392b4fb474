import { describeStops } from './notice-words.ts'
import type { SafetyDraftSummary, SafetySummary } from './safety-record.ts'

/** The known facts about a study's safety questions, from the saved answers and the draft. */
type KnownSafety = {
  readonly isProhibited: boolean
  /** Forbidden and settle notices. */
  readonly stops: number
  readonly notes: number
  /** Required questions with an answer; null for a summary stored by an earlier version. */
  readonly answered: number | null
  /** Required questions known so far: an answer can add follow-up questions. Null in the same case as `answered`. */
  readonly required: number | null
  /** The source of `answered` and `required`. */
  readonly source: 'saved' | 'draft' | 'none'
}

/**
 * Returns the known facts from the saved answers and the draft. The draft is the later one, so its question counts are
 * used. For notices, the higher number of stops and the higher number of notes of the two are used. A forbidden notice
 * in the saved answers or in the draft forbids the scan.
 */
export const knownSafety = (summary: SafetySummary): KnownSafety => {
  // A summary that a workstation cached before drafts existed has neither `draft` nor `required`.
  const draft = summary.draft ?? null
  const isProhibited = summary.isProhibited || (draft?.isProhibited ?? false)
  const stops = Math.max(summary.red, draft?.stops ?? 0)
  const notes = Math.max(summary.blue, draft?.notes ?? 0)
  const known = { isProhibited, stops, notes }
  if (draft !== null) return { ...known, answered: draft.answered, required: draft.required, source: 'draft' }
  if (summary.state === 'unanswered') return { ...known, answered: 0, required: summary.unanswered, source: 'none' }
  const required = summary.required ?? null
  const answered = required === null ? null : required - summary.unanswered
  return { ...known, answered, required, source: 'saved' }
}

/**
 * Returns the summary with this workstation's unsaved answers as its draft, because they are the latest. Until these
 * answers replace the shared draft, the higher notice counts of the two apply.
 */
export const withLocalDraft = (summary: SafetySummary, local: SafetyDraftSummary): SafetySummary => {
  const shared = summary.draft ?? null
  if (shared === null) return { ...summary, draft: local }
  const draft = {
    ...local,
    stops: Math.max(local.stops, shared.stops),
    newStops: Math.max(local.newStops ?? local.stops, shared.newStops ?? shared.stops),
    notes: Math.max(local.notes, shared.notes),
    isProhibited: local.isProhibited || shared.isProhibited,
  }
  return { ...summary, draft }
}

/**
 * Returns "27 of 28 answered, 2 stops"; "All answered" if the saved answers leave no required question open, "All
 * answered, not saved" if the draft leaves none open, and "Not answered" if no answer is known. Zero stops are
 * omitted.
 */
export const describeKnownSafety = (summary: SafetySummary): string => {
  const { stops } = knownSafety(summary)
  const progress = describeAnswered(summary)
  return stops === 0 ? progress : `${progress}, ${describeStops(stops)}`
}

/** Returns the text of {@link describeKnownSafety} without the stops. */
export const describeAnswered = (summary: SafetySummary): string => {
  const { answered, required, source } = knownSafety(summary)
  if (source === 'none') return 'Not answered'
  if (source === 'saved' && summary.state === 'complete') return 'All answered'
  if (answered === null || required === null) return `${summary.unanswered} not answered`
  return answered === required ? 'All answered, not saved' : `${answered} of ${required} answered`
}

/**
 * Returns whether the draft has stops that the saved answers lack, or that follow from other answers than in the saved
 * answers. If a stored summary has no count of such stops, every stop of the draft counts as one.
 */
export const hasNewStops = ({ draft }: SafetySummary): boolean =>
  // A summary that a workstation cached before drafts existed has no `draft`.
  draft !== null && draft !== undefined && (draft.newStops ?? draft.stops) > 0

/** Returns the number of known stops that no sign-off covers. */
export const countOpenStops = (summary: SafetySummary): number => {
  const { stops } = knownSafety(summary)
  if (summary.signOff === null) return stops
  if (!hasNewStops(summary)) return 0
  return Math.min(stops, summary.draft?.newStops ?? stops)
}

/** Returns whether a sign-off covers every known stop. A sign-off applies to the saved answers alone. */
export const isKnownSafetySigned = (summary: SafetySummary): boolean =>
  summary.signOff !== null && !hasNewStops(summary)

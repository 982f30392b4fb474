import { countOf } from '../format/format-count.ts'
import { type NoticeLevel, noticeLevel } from './notice-level.ts'
import type { Notice } from './notices.ts'

/** The name of each level on screens and papers (decisions §6). */
export const noticeLevelTitles: Readonly<Record<NoticeLevel, string>> = {
  forbidden: 'Cannot be scanned',
  settle: 'Settle before the scan',
  note: 'Note',
}

/**
 * Stops are the forbidden and the settle notices. Notes are the blue notices. Green notices need no attention and are
 * in neither count.
 */
export type NoticeCounts = { readonly stops: number; readonly notes: number }

/** Counts the notices of an assessment. */
export const countNotices = (notices: readonly Notice[]): NoticeCounts => ({
  stops: notices.filter((notice) => noticeLevel(notice) !== 'note').length,
  notes: notices.filter(({ tone }) => tone === 'blue').length,
})

/** Returns "3 stops"; "1 stop" for one. */
export const describeStops = (stops: number): string => countOf(stops, 'stop')

/** Returns "3 stops need a sign-off before the scan"; "1 stop needs ..." for one. */
export const describeStopsToSignOff = (stops: number): string =>
  `${describeStops(stops)} ${stops === 1 ? 'needs' : 'need'} a sign-off before the scan`

/** Returns "6 safety notes"; "1 safety note" for one. */
export const describeNotes = (notes: number): string => countOf(notes, 'safety note')

/** Returns "3 stops, 6 safety notes" without the zero counts; "no notices" if both are zero. */
export const describeNoticeCounts = ({ stops, notes }: NoticeCounts): string => {
  const parts = [stops > 0 ? describeStops(stops) : null, notes > 0 ? describeNotes(notes) : null]
  return parts.filter((part) => part !== null).join(', ') || 'no notices'
}

import { parseSearch, type SearchTerm } from '../members/search-words.ts'
import type { LocationID } from '../values/location-id.ts'
import type { PlainDate } from '../values/plain-date.ts'
import type { AssignmentFilter } from './worklist.ts'
import type { WorklistTask } from './worklist-task.ts'

/** The filter of a worklist (decision 319). A row must meet every part; a null or empty part hides no row. */
export type WorklistFilter = {
  readonly locationID: LocationID | null
  readonly task: WorklistTask | null
  /** The studies to show, by their radiologist. */
  readonly assigned: AssignmentFilter
  readonly lateOnly: boolean
  /** Words of the member, as in the search for members. */
  readonly member: string
  /** The first and last day of the appointment, on its location's calendar. */
  readonly scanFrom: PlainDate | null
  readonly scanTo: PlainDate | null
}

export const noWorklistFilter: WorklistFilter = {
  locationID: null,
  task: null,
  assigned: 'all',
  lateOnly: false,
  member: '',
  scanFrom: null,
  scanTo: null,
}

/** Returns whether a filter can hide rows. */
export const hidesRows = (filter: WorklistFilter): boolean =>
  filter.locationID !== null ||
  filter.task !== null ||
  filter.assigned !== 'all' ||
  filter.lateOnly ||
  filter.member.trim() !== '' ||
  filter.scanFrom !== null ||
  filter.scanTo !== null

/** Returns whether the first day of a filter is after its last day, so that it shows no rows. */
export const isScanRangeEmpty = ({ scanFrom, scanTo }: Pick<WorklistFilter, 'scanFrom' | 'scanTo'>): boolean =>
  scanFrom !== null && scanTo !== null && scanFrom > scanTo

/**
 * Returns the search terms that the member of a row must match; null if every member is shown. A text without any term,
 * such as a dash, finds no member.
 */
export const memberTerms = (text: string): readonly SearchTerm[] | null =>
  text.trim() === '' ? null : parseSearch(text).terms

type Filtered = {
  readonly locationID: string
  readonly task: WorklistTask
  readonly isLate: boolean
  readonly assignedTo: string | null
  readonly assignedToID: string | null
  /** The words of the member, see `memberWords`. */
  readonly words: readonly string[]
  /** The day of the appointment; null if there is none. */
  readonly scanDate: PlainDate | null
}

/** Returns whether the words of a row match the typed terms; every row matches an empty text. */
export const isFound = (words: readonly string[], text: string): boolean => {
  const terms = memberTerms(text)
  if (terms === null) return true
  const matches = ({ prefixes }: SearchTerm): boolean =>
    prefixes.some((prefix) => words.some((word) => word.startsWith(prefix)))
  return terms.length > 0 && terms.every(matches)
}

/**
 * Returns whether the filter of the person `userID` shows a row.
 * @internal The database filters by the same rule in SQL; tests compare the two.
 */
export const showsRow = (filter: WorklistFilter, row: Filtered, userID: string): boolean =>
  (filter.locationID === null || filter.locationID === row.locationID) &&
  (filter.task === null || filter.task === row.task) &&
  (filter.assigned !== 'mine' || (row.assignedTo !== null && row.assignedToID === userID)) &&
  (filter.assigned !== 'unassigned' || row.assignedTo === null) &&
  (!filter.lateOnly || row.isLate) &&
  (filter.scanFrom === null || (row.scanDate !== null && row.scanDate >= filter.scanFrom)) &&
  (filter.scanTo === null || (row.scanDate !== null && row.scanDate <= filter.scanTo)) &&
  isFound(row.words, filter.member)

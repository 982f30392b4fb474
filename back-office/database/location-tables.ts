export type LocationTable = {
  location_id: string
  /** The whole location, JSON of `locationSchema`, with a copy of its current closures. */
  document: string
  /** Counts the changes by administrators, from 1. */
  version: number
}

/** A time in which a location or a machine takes no bookings; `starts` and `ends` are wall times of the location. */
export type ClosureTable = {
  closure_id: string
  location_id: string
  machine_id: string | null
  starts: string
  ends: string
  kind: string
  reason: string
  weeks: number
  /** 0: withdrawn. Rows are never deleted. */
  active: number
  version: number
  created_by: string
  created_at: number
}

/** A booked study that stays inside a closure, and who decided that the study stays. */
export type ClosureKeepTable = {
  closure_id: string
  study_id: string
  reason: string
  by_user: string
  by_name: string
  at: number
}

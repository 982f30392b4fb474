import type { ProgramReleaseState, Ring, UpdateOutcome } from '#domain/update/rings.ts'

/** A release of the program that workstations asked about. */
export type UpdateReleaseTable = {
  version: string
  ring: Ring
  state: ProgramReleaseState
  /** Null while the release is not halted. */
  halted_by: 'reports' | 'person' | null
  /** The person who halted the release; null if reports halted it. */
  halted_by_user: string | null
  halted_by_name: string | null
  /** When the release's ring or state last changed. */
  since: number
  created_at: number
  /** Counts its changes, from 1. */
  lock_version: number
}

/** A workstation that asked about a release, and its last report. */
export type UpdateWorkstationTable = {
  version: string
  workstation_id: string
  /** The first six bytes of the hash of version and workstation id, as one number. */
  place: number
  /**
   * When the workstation was last told that it may install the release; null until then, and after a resume cleared its
   * report.
   */
  told_at: number | null
  outcome: UpdateOutcome | null
  /** Why the update failed, as a code of the updater; empty if the update did not fail. */
  code: string
  /** The version that the workstation ran before the update; null without a report. */
  from_version: string | null
  reported_at: number | null
}

export type UpdateTables = { update_release: UpdateReleaseTable; update_workstation: UpdateWorkstationTable }

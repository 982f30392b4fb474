import { createHash } from 'node:crypto'
import type { AuditTable } from '../database/audit-table.ts'

/** The chain of the rows written before there were several chains. */
export const closedChain = 'closed'
/** The chain of the rows that belong to no location. */
export const organisationChain = 'organisation'
/** The previous hash of a chain's first row when no chain was closed. */
export const firstPreviousHash = '0'.repeat(64)

/** The end of one chain. */
export type ChainEnd = { readonly position: number; readonly hash: string }

/** The state of the log at some time: the sequence of its last row, and one hash over the ends of all chains. */
export type AuditHead = { readonly rows: number; readonly hash: string }

const hash = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

type Content = Omit<AuditTable, 'hash'>

/**
 * Hashes a row of the closed chain. The columns that were added later are omitted where all are null, so that the
 * hashes of older rows stay valid.
 */
const hashClosedRow = ({ workstation_id, before, after, ...row }: Content): string =>
  hash([
    row.sequence,
    row.at,
    row.user_id,
    row.action,
    row.member_id,
    row.study_id,
    row.location_id,
    row.outcome,
    row.previous_hash,
    ...(workstation_id === null && before === null && after === null ? [] : [workstation_id, before, after]),
  ])

/** Returns the hash of a row: over all of its columns, and the hash of the previous row of its chain. */
export const hashRow = (row: Content): string =>
  row.chain === closedChain
    ? hashClosedRow(row)
    : hash([
        row.chain,
        row.position,
        row.sequence,
        row.at,
        row.user_id,
        row.action,
        row.member_id,
        row.study_id,
        row.location_id,
        row.outcome,
        row.workstation_id,
        row.address,
        row.before,
        row.after,
        row.given,
        row.previous_hash,
      ])

/**
 * Returns one hash over the ends of all chains. While only the closed chain has rows, it is the hash of its last row.
 */
export const hashEnds = (ends: ReadonlyMap<string, ChainEnd>): string => {
  const closed = ends.get(closedChain)
  const open = [...ends].filter(([chain]) => chain !== closedChain).sort(([a], [b]) => (a < b ? -1 : 1))
  if (open.length === 0) return closed?.hash ?? firstPreviousHash
  return hash([
    ...(closed === undefined ? [] : [[closedChain, closed.position, closed.hash]]),
    ...open.map(([chain, end]) => [chain, end.position, end.hash]),
  ])
}

import type { AuditTable } from '../database/audit-table.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { type AuditHead, type ChainEnd, closedChain, firstPreviousHash, hashEnds, hashRow } from './audit-hash.ts'
import { atQuietMoment } from './audit-repository.ts'

/**
 * The result of a check. `brokenAt` is the sequence of the first row that was changed; `problem` is `row` for a row
 * that does not follow from its chain, `head` when the log differs from a head stored elsewhere, and `given` when the
 * index of members differs from the row's column `given`.
 */
export type AuditCheck =
  | { readonly ok: true; readonly rows: number; readonly chains: number; readonly head: AuditHead }
  | {
      readonly ok: false
      readonly brokenAt: number
      readonly problem: 'row' | 'head' | 'given'
      readonly chain: string
    }

const pageSize = 1000
/** How many times the check tries to find a moment without unfinished writes. */
const attempts = 40

/** Returns the highest sequence up to which the log is complete; unfinished transactions will write higher ones. */
const findLast = async (db: Database, kind: DatabaseKind | undefined): Promise<number> => {
  const read = async (within: Database): Promise<number> => {
    const { last } = await within
      .selectFrom('audit')
      .select(({ fn }) => fn.max('sequence').as('last'))
      .executeTakeFirstOrThrow()
    return Number(last ?? 0)
  }
  return kind === 'postgresql' ? atQuietMoment(db, kind, attempts, read) : read(db)
}

/** Follows all chains from their first rows. */
class ChainWalk {
  readonly #ends = new Map<string, ChainEnd>()
  #last = 0
  #count = 0

  get head(): AuditHead {
    return { rows: this.#last, hash: hashEnds(this.#ends) }
  }

  get last(): number {
    return this.#last
  }

  get count(): number {
    return this.#count
  }

  get chains(): number {
    return this.#ends.size
  }

  /** Takes the next row. Returns false if it does not follow from the rows before it. */
  take({ hash, ...content }: AuditTable): boolean {
    const { chain, position, sequence } = content
    const isClosed = chain === closedChain
    // The closed chain ended when the first other chain was opened. Its rows have no gaps and none of the later
    // columns.
    const isAlone = this.#ends.size === (this.#ends.has(closedChain) ? 1 : 0)
    const isOld = content.address === null && content.given === null
    const isPlaced = !isClosed || (sequence === position && isAlone && isOld)
    const first = isClosed ? firstPreviousHash : (this.#ends.get(closedChain)?.hash ?? firstPreviousHash)
    const end = this.#ends.get(chain) ?? { position: 0, hash: first }
    const isNext = position === end.position + 1 && content.previous_hash === end.hash && hashRow(content) === hash
    if (!isPlaced || !isNext) return false
    this.#ends.set(chain, { position, hash })
    this.#last = sequence
    this.#count += 1
    return true
  }
}

/**
 * Returns the sequence of the first row of a page whose entries in the index of members differ from its column `given`.
 */
const findWrongIndex = async (db: Database, page: readonly AuditTable[], after: number): Promise<number | null> => {
  const last = page.at(-1)?.sequence ?? after
  const stored = await db
    .selectFrom('audit_given')
    .selectAll()
    .where('sequence', '>', after)
    .where('sequence', '<=', last)
    .execute()
  const found = new Map<number, Set<string>>()
  for (const { sequence, member_id } of stored) found.set(sequence, (found.get(sequence) ?? new Set()).add(member_id))
  for (const { sequence, given } of page) {
    const listed = found.get(sequence) ?? new Set<string>()
    const members = new Set(given === null ? [] : (JSON.parse(given) as { readonly member: readonly string[] }).member)
    found.delete(sequence)
    if (members.size !== listed.size || [...members].some((id) => !listed.has(id))) return sequence
  }
  return found.keys().next().value ?? null
}

/**
 * Checks all chains of the log from their first rows. Within a chain, an edited, deleted or inserted row and two
 * swapped rows break it at the returned sequence. Rows cut off at the end of a chain, and a rewritten log, are found
 * only by comparison with `expected`, heads stored elsewhere. With `kind` the log of a running server is checked up to
 * a moment without unfinished writes.
 */
export const checkAuditChain = async (
  db: Database,
  expected: AuditHead | readonly AuditHead[] = [],
  kind?: DatabaseKind,
): Promise<AuditCheck> => {
  const heads = ('rows' in expected ? [expected] : [...expected]).sort((a, b) => a.rows - b.rows)
  const walk = new ChainWalk()
  const broken = (brokenAt: number, problem: 'row' | 'head' | 'given', chain: string): AuditCheck => ({
    ok: false,
    brokenAt,
    problem,
    chain,
  })
  /** Returns the first kept head that the log should have had before the row `next`, and did not have. */
  const findMissedHead = (next: number): AuditHead | undefined => {
    while (heads[0] !== undefined && heads[0].rows < next) {
      const [kept] = heads.splice(0, 1)
      const { rows, hash } = walk.head
      if (kept !== undefined && (kept.rows !== rows || kept.hash !== hash)) return kept
    }
    return undefined
  }
  const last = await findLast(db, kind)
  let read = 0
  for (;;) {
    const page = await db
      .selectFrom('audit')
      .selectAll()
      .where('sequence', '>', read)
      .where('sequence', '<=', last)
      .orderBy('sequence')
      .limit(pageSize)
      .execute()
    for (const row of page) {
      const missed = findMissedHead(row.sequence)
      if (missed !== undefined) return broken(Math.min(missed.rows, walk.last + 1), 'head', '')
      if (!walk.take(row)) return broken(row.sequence, 'row', row.chain)
    }
    const wrong = await findWrongIndex(db, page, read)
    if (wrong !== null) return broken(wrong, 'given', '')
    read = page.at(-1)?.sequence ?? read
    if (page.length < pageSize) break
  }
  const missed = findMissedHead(Number.POSITIVE_INFINITY)
  if (missed !== undefined) return broken(Math.min(missed.rows, walk.last + 1), 'head', '')
  return { ok: true, rows: walk.count, chains: walk.chains, head: walk.head }
}

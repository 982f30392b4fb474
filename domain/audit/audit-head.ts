import { z } from 'zod'

/**
 * A signed head of the audit log: the sequence of its last row and one hash over the ends of all chains, at a time in
 * epoch seconds. A copy of it proves later that the log was changed. It has no health data.
 */
export const auditHeadSchema = z.object({
  serverID: z.string().min(1).max(60),
  at: z.number().int().nonnegative(),
  rows: z.number().int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The first 16 hex digits of the SHA-256 of the public key. */
  keyID: z.string().regex(/^[0-9a-f]{16}$/),
  /** The public key (Ed25519, SPKI, base64), with which the signature can be checked without the server. */
  publicKey: z.string().regex(/^[A-Za-z0-9+/=]{40,200}$/),
  signature: z.string().regex(/^[A-Za-z0-9+/=]{80,120}$/),
})
export type SignedAuditHead = z.infer<typeof auditHeadSchema>

/** Returns the text that the signature covers. */
export const signedText = ({ serverID, at, rows, hash }: Omit<SignedAuditHead, 'signature'>): string =>
  JSON.stringify(['atrium-audit-head', serverID, at, rows, hash])

/**
 * The maximum number of heads that one workstation keeps, one for each day.
 * @internal Tests fill the list up to it.
 */
export const maxKeptHeads = 400

const dayOf = ({ at }: SignedAuditHead): number => Math.floor(at / 86_400)

/**
 * Adds a head to the heads that a workstation keeps: the first head of each day, oldest first. Returns the same list if
 * the day already has a head. The first head of a day is never replaced, not even by a head of a rewritten log. A head
 * of another server starts a new list.
 */
export const keepDailyHead = (kept: readonly SignedAuditHead[], head: SignedAuditHead): readonly SignedAuditHead[] => {
  const last = kept.at(-1)
  if (last === undefined || last.serverID !== head.serverID) return [head]
  return kept.some((other) => dayOf(other) === dayOf(head)) ? kept : [...kept, head].slice(-maxKeptHeads)
}

/** The maximum number of heads that the server compares in one call. */
export const maxComparedHeads = 40

/**
 * Returns the heads to compare: all of them or, if there are too many, an evenly spaced selection that includes the
 * oldest and the newest.
 */
export const chooseHeads = (heads: readonly SignedAuditHead[], most = maxComparedHeads): readonly SignedAuditHead[] => {
  if (heads.length <= most) return heads
  const step = (heads.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, n) => heads[Math.round(n * step)]).filter((head) => head !== undefined)
}

/**
 * The result for one head: the log still has it, it differs (rows were removed or rewritten), another server issued it,
 * its key is unknown, or its signature is wrong.
 */
export const headStates = ['same', 'differs', 'other-server', 'unknown-key', 'bad-signature'] as const
export type HeadState = (typeof headStates)[number]

/** One compared head. `at` is epoch seconds. */
type HeadResult = { readonly at: number; readonly rows: number; readonly state: HeadState }

/**
 * The maximum number of heads that wait for a comparison on one workstation.
 * @internal Tests fill the list up to it.
 */
export const maxWaitingHeads = 15

/**
 * Adds a head to the heads that wait for a comparison, oldest first. If the list is full, the new head replaces the
 * last one in the list. The older heads stay, because only a head from before the log was cut off can reveal the cut.
 */
export const addWaitingHead = (
  waiting: readonly SignedAuditHead[],
  head: SignedAuditHead,
): readonly SignedAuditHead[] => {
  const ofServer = waiting.filter(({ serverID }) => serverID === head.serverID)
  return [...ofServer.slice(0, maxWaitingHeads - 1), head]
}

/** Returns the newest head that the log confirms, and the newest head that it does not confirm. */
export const judgeHeads = (
  results: readonly HeadResult[],
): { readonly confirmed: HeadResult | null; readonly problem: HeadResult | null } => {
  const newest = (found: readonly HeadResult[]): HeadResult | null =>
    found.reduce<HeadResult | null>((last, one) => (last === null || one.at >= last.at ? one : last), null)
  return {
    confirmed: newest(results.filter(({ state }) => state === 'same')),
    problem: newest(results.filter(({ state }) => state !== 'same')),
  }
}

/**
 * Returns the heads to compare again: the heads that were not compared, the newest confirmed head, and the heads that
 * the log does not confirm. The newest confirmed head would reveal a later cut of the log. Unconfirmed heads stay until
 * an administrator has reviewed the difference, and the workstation reports them each time, because the server's record
 * of an earlier report may have been erased.
 */
export const selectHeadsToCompare = (
  waiting: readonly SignedAuditHead[],
  results: readonly HeadResult[],
  reviewedUntil: number | null,
): readonly SignedAuditHead[] => {
  const { confirmed } = judgeHeads(results)
  return waiting.filter(({ at, rows }) => {
    const result = results.find((one) => one.at === at && one.rows === rows)
    if (result === undefined) return true
    return result.state === 'same' ? result.at === confirmed?.at : at > (reviewedUntil ?? -1)
  })
}

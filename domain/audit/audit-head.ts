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
  /** The public key (Ed25519, SPKI, base64), by which the signature can be checked without the server. */
  publicKey: z.string().regex(/^[A-Za-z0-9+/=]{40,200}$/),
  signature: z.string().regex(/^[A-Za-z0-9+/=]{80,120}$/),
})
export type SignedAuditHead = z.infer<typeof auditHeadSchema>

/** Returns the text that the signature covers. */
export const signedText = ({ serverID, at, rows, hash }: Omit<SignedAuditHead, 'signature'>): string =>
  JSON.stringify(['atrium-audit-head', serverID, at, rows, hash])

/**
 * The most heads that one workstation keeps: one for each day.
 * @internal Tests fill the list up to it.
 */
export const mostKeptHeads = 400

const dayOf = ({ at }: SignedAuditHead): number => Math.floor(at / 86_400)

/**
 * Adds a head to those that a workstation keeps: the first one of each day, the oldest first. Returns the same list when
 * the day has one. The first head of a day is never replaced, so a log that was written again cannot replace it either.
 * A head of another server starts a new list.
 */
export const keepDailyHead = (kept: readonly SignedAuditHead[], head: SignedAuditHead): readonly SignedAuditHead[] => {
  const last = kept.at(-1)
  if (last === undefined || last.serverID !== head.serverID) return [head]
  return kept.some((other) => dayOf(other) === dayOf(head)) ? kept : [...kept, head].slice(-mostKeptHeads)
}

/** The most heads that the server compares in one call. */
export const mostComparedHeads = 40

/** Returns the heads to compare: all, or an even choice that has the oldest and the latest. */
export const chooseHeads = (
  heads: readonly SignedAuditHead[],
  most = mostComparedHeads,
): readonly SignedAuditHead[] => {
  if (heads.length <= most) return heads
  const step = (heads.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, n) => heads[Math.round(n * step)]).filter((head) => head !== undefined)
}

/**
 * The result for one head: the log still has it, it differs (rows were removed or written again), it was not given by
 * this server, or its signature is wrong.
 */
export const headStates = ['same', 'differs', 'other-server', 'unknown-key', 'bad-signature'] as const
export type HeadState = (typeof headStates)[number]

/** One compared head. `at` is epoch seconds. */
type HeadResult = { readonly at: number; readonly rows: number; readonly state: HeadState }

/**
 * The most heads that wait for a comparison on one workstation.
 * @internal Tests fill the list up to it.
 */
export const mostWaitingHeads = 15

/**
 * Adds a head to those that wait for a comparison, the oldest first. While the list is full, the newest one is replaced,
 * so that a cut of the log after any earlier one is still found.
 */
export const addWaitingHead = (
  waiting: readonly SignedAuditHead[],
  head: SignedAuditHead,
): readonly SignedAuditHead[] => {
  const ofServer = waiting.filter(({ serverID }) => serverID === head.serverID)
  return [...ofServer.slice(0, mostWaitingHeads - 1), head]
}

/** Returns the newest head that the log has, and the newest one that it does not have as it was given. */
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
 * Returns the heads that are compared again: those that were not compared, the newest one that the log has, which would
 * show a later cut, and those that the log does not have any more. The latter stay until an administrator has reviewed
 * the difference, so that a server whose tables were written again gets them again.
 */
export const leaveWaiting = (
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

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
export const chooseHeads = (heads: readonly SignedAuditHead[]): readonly SignedAuditHead[] => {
  if (heads.length <= mostComparedHeads) return heads
  const step = (heads.length - 1) / (mostComparedHeads - 1)
  return Array.from({ length: mostComparedHeads }, (_, n) => heads[Math.round(n * step)]).filter(
    (head) => head !== undefined,
  )
}

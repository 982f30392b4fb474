import { z } from 'zod'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { Instant } from '#domain/values/instant.ts'
import { type Accepted, anyone, draftID, holder, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'

const password = z.string().max(1024)

/** Whether a person is signed in, and whether their screen is locked. */
export type SessionState =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly user: StaffUser; readonly idleLockMinutes: number }
  | { readonly kind: 'locked'; readonly user: Pick<StaffUser, 'user_id' | 'fullname' | 'email'> }

/** Unfinished work of a user: any JSON that the screen understands, at most 512 kB. Only its author can read it. */
export type Draft = { readonly draftID: string; readonly content: unknown; readonly savedAt: Instant }

export const sessionCommands = {
  signIn: anyone(z.strictObject({ email: z.string().max(254), password })),
  signOut: holder(noInput),
  current: anyone(noInput),
  lock: holder(noInput),
  unlock: holder(z.strictObject({ password })),
}

export const draftsCommands = {
  save: staffCommand(z.strictObject({ draftID, content: z.unknown() })),
  read: staffCommand(z.strictObject({ draftID })),
  discard: staffCommand(z.strictObject({ draftID })),
}

export interface SessionBridge {
  /**
   * Signs staff in. Failures: `bad-credentials`, `account-locked`, `insufficient-permissions` (a member's account),
   * `offline`.
   */
  signIn(input: Accepted<typeof sessionCommands.signIn>): Promise<Reply<SessionState>>
  /**
   * Signs the user out at this workstation and at the back office. When offline, only the workstation signs the user
   * out; it deletes the token. Drafts stay, and only their author can read them.
   */
  signOut(input: Nothing): Promise<Reply<SessionState>>
  /** Returns whether a person is signed in. A restart of Atrium signs the person out. */
  current(input: Nothing): Promise<Reply<SessionState>>
  /** Locks at once. Until the unlock, every {@link staffCommand} is refused with `locked`. */
  lock(input: Nothing): Promise<Reply<SessionState>>
  /**
   * Unlocks for the same person. Main compares the password with the scrypt verifier of the last accepted password, so
   * an unlock works offline too. Failures: `bad-credentials`, `account-locked`.
   */
  unlock(input: Accepted<typeof sessionCommands.unlock>): Promise<Reply<SessionState>>
}

export interface DraftsBridge {
  /** Stores a draft in the journal; replies only after the draft is on disk. */
  save(input: Accepted<typeof draftsCommands.save>): Promise<Reply<Nothing>>
  read(input: Accepted<typeof draftsCommands.read>): Promise<Reply<Draft | null>>
  discard(input: Accepted<typeof draftsCommands.discard>): Promise<Reply<Nothing>>
}

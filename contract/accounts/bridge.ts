import { z } from 'zod'
import type { Account, InvitationMail } from '#domain/accounts/account.ts'
import type { ConfigurationItem } from '#domain/settings/configuration.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ServerSigns } from '#domain/watching/server-signs.ts'
import { type Accepted, anyone, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import type { SessionState } from '../session/bridge.ts'
import {
  acceptFields,
  accountChangeFields,
  invitationFields,
  ownPasswordFields,
  setUpFields,
  userIDSchema,
} from './fields.ts'

const ofAccount = staffCommand(z.strictObject({ userID: userIDSchema }))

export const accountsCommands = {
  read: staffCommand(noInput),
  invite: staffCommand(z.strictObject(invitationFields)),
  change: staffCommand(z.strictObject({ userID: userIDSchema, ...accountChangeFields })),
  endSessions: ofAccount,
  unlock: ofAccount,
  resetPassword: ofAccount,
  readConfiguration: staffCommand(noInput),
  readServerSigns: staffCommand(noInput),
  changeOwnPassword: staffCommand(z.strictObject(ownPasswordFields)),
  setUp: anyone(z.strictObject(setUpFields)),
  acceptInvitation: anyone(z.strictObject(acceptFields)),
}

/**
 * An invitation with its code, which is shown once. `mail`: the state of the email to the person, which has a different
 * code; `none` on a server that sends no mail.
 */
export type Invitation = {
  readonly account: Account
  readonly code: string
  readonly expiresAt: Instant
  readonly mail: InvitationMail | 'none'
}

/**
 * The accounts of the staff. All commands except `changeOwnPassword`, `setUp` and `acceptInvitation` require an
 * administrator; other users get `insufficient-permissions`. After `stale`, `details.current` has the current account.
 */
export interface AccountsBridge {
  read(input: Nothing): Promise<Reply<readonly Account[]>>
  /** Failures: `account-exists`, `invalid-input` with fields. */
  invite(input: Accepted<typeof accountsCommands.invite>): Promise<Reply<Invitation>>
  /** Failures: `stale`, `last-administrator`, `invalid-input` with fields, `not-found`. */
  change(input: Accepted<typeof accountsCommands.change>): Promise<Reply<Account>>
  endSessions(input: Accepted<typeof accountsCommands.endSessions>): Promise<Reply<Account>>
  unlock(input: Accepted<typeof accountsCommands.unlock>): Promise<Reply<Account>>
  /** Removes the password and creates a new code. Failures: `last-administrator`, `act-not-allowed`, `not-found`. */
  resetPassword(input: Accepted<typeof accountsCommands.resetPassword>): Promise<Reply<Invitation>>
  /** Returns which parts of the back office are configured and which are missing. */
  readConfiguration(input: Nothing): Promise<Reply<readonly ConfigurationItem[]>>
  /** Returns the server's measurements of itself and its work. */
  readServerSigns(input: Nothing): Promise<Reply<ServerSigns>>
  /**
   * Changes the user's own password and ends all other sessions of the account. Failures: `bad-credentials` for a wrong
   * old password, `account-locked`, `invalid-input` with fields.
   */
  changeOwnPassword(input: Accepted<typeof accountsCommands.changeOwnPassword>): Promise<Reply<Nothing>>
  /**
   * Creates the organisation and its administrator, and signs in. Failures: `code-not-valid`, `already-set-up`,
   * `invalid-input`.
   */
  setUp(input: Accepted<typeof accountsCommands.setUp>): Promise<Reply<SessionState>>
  /** Sets the password of an invited account, and signs in. Failures: `code-not-valid`, `invalid-input` with fields. */
  acceptInvitation(input: Accepted<typeof accountsCommands.acceptInvitation>): Promise<Reply<SessionState>>
}

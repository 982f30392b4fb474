import type { Generated } from 'kysely'
import type { MessageState } from '#domain/messages/message-state.ts'
import type { ClinicSettingsTables } from './clinic-settings-tables.ts'

/** The columns of an account that were added later; rows of members have the defaults. */
export type AccountColumns = {
  /** 0 for an account that was deactivated: it cannot sign in. */
  active: Generated<0 | 1>
  /** Counts changes by administrators, from 1. */
  version: Generated<number>
  /** Epoch seconds of the last password change; null if there was none since the row and this column were created. */
  password_changed_at: Generated<number | null>
}

type SessionTable = {
  /** SHA-256 of the token; the token itself is never stored. */
  token_hash: string
  user_id: string
  created_at: number
  last_used_at: number
  expires_at: number
}

/** The clinic group: one row, with the id 1. */
type OrganisationTable = { organisation_id: number; name: string; created_at: number }

/** The right to set an account's password once. */
type AccountInvitationTable = {
  /** SHA-256 of the code; the code itself is never stored. */
  token_hash: string
  user_id: string
  created_at: number
  expires_at: number
  /** When the invitation was used, replaced or made void; null if none of these happened, even after it expired. */
  used_at: number | null
}

/** The email of an account's open invitation: at most one row for each account, without the code. */
export type InvitationMailTable = {
  user_id: string
  /** The state, as of a message to a member, but never `withdrawn`, because the row of a void invitation is removed. */
  state: MessageState
  /** How many times the email was handed over to the mail server. */
  attempts: number
  /** The claim of the server that is sending the email; null if there is none. */
  claim: string | null
  lease_until: number | null
  due_at: number
  /** The code of the reason why the email failed, is uncertain or is tried again. */
  failure: string | null
  /** SHA-256 of the code in the last email. */
  token_hash: string | null
  /** When the codes of the invitation expire. */
  expires_at: number
  state_at: number
}

/** The code that creates the first administrator; at most one row. */
type SetupCodeTable = {
  code_hash: string
  created_at: number
  expires_at: number
  used_at: number | null
  /** Counts the guesses, right or wrong. */
  guesses: number
}

/** The tables of accounts, by name. */
export type AccountTables = ClinicSettingsTables & {
  session: SessionTable
  organisation: OrganisationTable
  account_invitation: AccountInvitationTable
  invitation_mail: InvitationMailTable
  setup_code: SetupCodeTable
}

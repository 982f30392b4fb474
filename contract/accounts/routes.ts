import { z } from 'zod'
import { accountSchema, invitationMailSchema } from '#domain/accounts/account.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { acknowledged, bare, open, type Route, staffAnywhere } from '../route.ts'
import {
  acceptFields,
  accountChangeFields,
  invitationFields,
  ownPasswordFields,
  setUpFields,
  userIDSchema,
} from './fields.ts'

const administrators = { session: 'staff', roles: ['admin'], location: 'none' } as const

const ofAccount = z.object({ userID: userIDSchema })

/** The code is shown once: the server stores its hash. */
const invitedSchema = z.object({
  account: accountSchema,
  code: z.string(),
  expiresAt: instantSchema,
  /** Whether this server sends mail. If true, the invitation's email is planned, and `mailInvitation` sends it now. */
  canMail: z.boolean(),
})
export type Invited = z.infer<typeof invitedSchema>

/** The accounts of the staff: first administrator, invitations, passwords, roles. */
export const accountsRoutes = {
  readAccounts: {
    ...bare,
    method: 'GET',
    path: '/api/v1/accounts',
    access: administrators,
    audit: 'account.viewed',
    answer: z.array(accountSchema),
  },
  /** 409 `account-exists` for an address in use; 400 with fields. */
  inviteAccount: {
    ...bare,
    method: 'POST',
    path: '/api/v1/accounts',
    access: administrators,
    audit: 'account.invited',
    body: z.strictObject(invitationFields),
    answer: invitedSchema,
  },
  /** 409 `stale` with the current account; 409 `last-administrator`. A deactivation ends all sessions. */
  changeAccount: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/accounts/:userID',
    access: administrators,
    audit: 'account.changed',
    params: ofAccount,
    body: z.strictObject(accountChangeFields),
    answer: accountSchema,
  },
  endAccountSessions: {
    ...bare,
    method: 'POST',
    path: '/api/v1/accounts/:userID/end-sessions',
    access: administrators,
    audit: 'account.sessions-ended',
    params: ofAccount,
    answer: accountSchema,
  },
  unlockAccount: {
    ...bare,
    method: 'POST',
    path: '/api/v1/accounts/:userID/unlock',
    access: administrators,
    audit: 'account.unlocked',
    params: ofAccount,
    answer: accountSchema,
  },
  /**
   * Removes the password, ends all sessions and creates a new invitation code. 409 `last-administrator`, and
   * `act-not-allowed` for a deactivated account.
   */
  resetAccountPassword: {
    ...bare,
    method: 'POST',
    path: '/api/v1/accounts/:userID/reset-password',
    access: administrators,
    audit: 'account.password-reset',
    params: ofAccount,
    answer: invitedSchema,
  },
  /**
   * Sends the email of an open invitation now, unless it was sent already or may have arrived. The body has the code of
   * the invitation; the email has a different code. 409 `code-not-valid`; 503 `mail-failed` if the mail server refused
   * the email, or if there is no mail server.
   */
  mailInvitation: {
    ...bare,
    method: 'POST',
    path: '/api/v1/accounts/:userID/mail-invitation',
    access: administrators,
    idempotent: 'outside-optional',
    audit: 'account.invitation-mailed',
    params: ofAccount,
    body: z.strictObject({ code: z.string().max(100) }),
    answer: acknowledged.extend({ mail: invitationMailSchema.exclude(['failed']) }),
  },
  /** Creates the organisation and its first administrator. 409 `already-set-up`, `code-not-valid`; 400 with fields. */
  setUp: {
    ...bare,
    method: 'POST',
    path: '/setup',
    access: open,
    audit: 'account.set-up',
    body: z.strictObject(setUpFields),
    answer: acknowledged,
  },
  /** Sets the password of an invited account. 409 `code-not-valid`; 400 with fields. */
  acceptInvitation: {
    ...bare,
    method: 'POST',
    path: '/invitation',
    access: open,
    audit: 'account.invitation-accepted',
    body: z.strictObject(acceptFields),
    answer: z.object({ email: z.string() }),
  },
  /**
   * Changes the caller's own password and ends the caller's other sessions. 401 `bad-credentials` for a wrong old
   * password; 429 `account-locked`; 400 with fields for a weak new password.
   */
  changeOwnPassword: {
    ...bare,
    method: 'POST',
    path: '/api/v1/userV2/current/password',
    access: staffAnywhere,
    audit: 'account.password-changed',
    body: z.strictObject(ownPasswordFields),
    answer: acknowledged,
  },
} as const satisfies Record<string, Route>

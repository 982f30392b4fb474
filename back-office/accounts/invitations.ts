import { setTimeout as sleep } from 'node:timers/promises'
import type { RouteAnswer } from '#contract/back-office.ts'
import type { Account } from '#domain/accounts/account.ts'
import { codeLengths, formatCode, invitationSeconds, parseCode } from '#domain/accounts/secret-code.ts'
import type { MessageState } from '#domain/messages/message-state.ts'
import { toInstant } from '#domain/values/instant.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { hashToken } from '../kernel/session-token.ts'
import {
  addInvitation,
  endInvitations,
  findInvited,
  takeInvitation,
  writePassword,
} from '../repositories/accounts-repository.ts'
import {
  changeInvitationMail,
  findInvitationMail,
  putInvitationMail,
} from '../repositories/invitation-mails-repository.ts'
import { removeSessionsOf } from '../repositories/sessions-repository.ts'
import { findOrganisation } from '../repositories/setup-repository.ts'
import { createCode } from './account-codes.ts'
import { accountsServerWords as words } from './accounts-words.ts'
import { hashNewPassword } from './new-password.ts'
import { type SendInvitationContext, sendInvitation } from './send-invitation.ts'

const codeNotValid = (): Refusal => new Refusal('code-not-valid', words.codeNotValid)

/**
 * Gives an account a new invitation code and, on a server that sends mail, plans the email to the person; earlier codes
 * become void. Runs in the transaction of the change of the account, so that a restart loses no email. Returns the
 * code; only its hash is stored.
 */
export const invite = async (
  userID: string,
  { db, now, mailer }: Pick<HandlerContext, 'db' | 'now' | 'mailer'>,
): Promise<Pick<RouteAnswer<'inviteAccount'>, 'code' | 'expiresAt' | 'canMail'>> => {
  const code = createCode(codeLengths.invitation)
  const expiresAt = now + invitationSeconds
  const canMail = mailer.kind !== 'none'
  await addInvitation(db, { tokenHash: hashToken(code), userID, now, expiresAt })
  if (canMail) await putInvitationMail(db, { userID, now, expiresAt })
  return { code: formatCode(code), expiresAt: toInstant(expiresAt * 1000), canMail }
}

const findByCode = async (typed: string, { db, now }: Pick<HandlerContext, 'db' | 'now'>) => {
  const code = parseCode(typed, codeLengths.invitation)
  if (code === null) throw codeNotValid()
  const tokenHash = hashToken(code)
  const invited = await findInvited(db, tokenHash, now)
  if (invited === undefined) throw codeNotValid()
  return { ...invited, tokenHash, code }
}

/** The longest time that a caller waits for the mail server. */
const waitMs = 8000
const mailPollMs = 200

/**
 * Sends the email, or waits while the sweep or another server sends it. Returns the resulting state, or `handed-over`
 * if there is no result within {@link waitMs}.
 */
const sendInTime = async (userID: string, context: SendInvitationContext): Promise<MessageState | null> => {
  let isOver = false
  const sending = async (): Promise<MessageState | null> => {
    let state = await sendInvitation(userID, context)
    while (!isOver && (state === 'claimed' || state === 'handed-over')) {
      await sleep(mailPollMs)
      state = (await findInvitationMail(context.db, userID))?.state ?? null
    }
    return state
  }
  const work = sending()
  work.catch(() => {
    if (isOver) context.log('error', 'messages.sweep-failed', {})
  })
  const state = await Promise.race([work, sleep(waitMs, 'handed-over' as const, { ref: false })])
  isOver = true
  return state
}

/**
 * Sends the email of an open invitation now. A planned or failed email is sent; an invitation without an email gets its
 * first one. An email that was sent or may have arrived is never repeated: that takes a new invitation. Throws 409
 * `code-not-valid` for a code that is not an open invitation of this account, 503 `mail-failed`.
 */
export const mailInvitation = async (
  userID: Account['userID'],
  body: HandlerInput<'mailInvitation'>['body'],
  context: Pick<HandlerContext, 'setAuditSubject'> & SendInvitationContext,
): Promise<RouteAnswer<'mailInvitation'>> => {
  context.setAuditSubject({ what: userID })
  const { db, now } = context
  const invited = await findByCode(body.code, context)
  if (invited.userID !== userID) throw codeNotValid()
  if (context.mailer.kind === 'none') throw new Refusal('mail-failed', words.mailFailed)
  const before = await findInvitationMail(db, userID)
  if (before === undefined) await putInvitationMail(db, { userID, now, expiresAt: invited.expiresAt })
  const again = { state: 'planned', due_at: now, attempts: 0, state_at: now } as const
  await changeInvitationMail(db, { userID, states: ['failed'] }, again)
  const state = await sendInTime(userID, context)
  if (state === 'failed' || state === null) throw new Refusal('mail-failed', words.mailFailed)
  return { ok: true, mail: state === 'sent' || state === 'uncertain' ? state : 'waiting' }
}

/**
 * Sets the password of an invited account and ends its sessions. Throws 409 `code-not-valid` for a code that is
 * unknown, used or expired, 400 with fields for a weak password.
 */
export const acceptInvitation = async (
  body: HandlerInput<'acceptInvitation'>['body'],
  context: Pick<HandlerContext, 'db' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'acceptInvitation'>> => {
  const { db, now } = context
  const { userID, email, names, tokenHash } = await findByCode(body.code, context)
  const organisation = (await findOrganisation(db)) ?? ''
  const passwordHash = await hashNewPassword(body.password, [email, ...names, organisation])
  await inTransaction(db, async (transaction) => {
    if (!(await takeInvitation(transaction, tokenHash, now))) throw codeNotValid()
    // Voids the invitation's other code: the one shown on the screen or the one mailed.
    await endInvitations(transaction, userID, now)
    await writePassword(transaction, userID, { passwordHash, now })
    await removeSessionsOf(transaction, userID)
  })
  context.setAuditSubject({ userID, what: userID })
  return { email }
}

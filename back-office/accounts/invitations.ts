import type { RouteAnswer } from '#contract/back-office.ts'
import type { Account } from '#domain/accounts/account.ts'
import { codeLengths, formatCode, invitationSeconds, parseCode } from '#domain/accounts/secret-code.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fillMailText } from '#domain/settings/mail-texts.ts'
import { toInstant } from '#domain/values/instant.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { hashToken } from '../kernel/session-token.ts'
import { addInvitation, findInvited, takeInvitation, writePassword } from '../repositories/accounts-repository.ts'
import { findMailText } from '../repositories/clinic-settings-repository.ts'
import { removeSessionsOf } from '../repositories/sessions-repository.ts'
import { findOrganisation } from '../repositories/setup-repository.ts'
import { createCode } from './account-codes.ts'
import { accountsServerWords as words } from './accounts-words.ts'
import { hashNewPassword } from './new-password.ts'

const codeNotValid = (): Refusal => new Refusal('code-not-valid', words.codeNotValid)

/** Gives an account a new invitation code; earlier ones become void. Returns the code; only its hash is stored. */
export const invite = async (
  userID: string,
  { db, now, mailer }: Pick<HandlerContext, 'db' | 'now' | 'mailer'>,
): Promise<Pick<RouteAnswer<'inviteAccount'>, 'code' | 'expiresAt' | 'canMail'>> => {
  const code = createCode(codeLengths.invitation)
  const expiresAt = now + invitationSeconds
  await addInvitation(db, { tokenHash: hashToken(code), userID, now, expiresAt })
  return { code: formatCode(code), expiresAt: toInstant(expiresAt * 1000), canMail: mailer.kind !== 'none' }
}

const findByCode = async (typed: string, { db, now }: Pick<HandlerContext, 'db' | 'now'>) => {
  const code = parseCode(typed, codeLengths.invitation)
  if (code === null) throw codeNotValid()
  const tokenHash = hashToken(code)
  const invited = await findInvited(db, tokenHash, now)
  if (invited === undefined) throw codeNotValid()
  return { ...invited, tokenHash, code }
}

/**
 * Mails an open invitation to the address of its account. Throws 409 `code-not-valid` for a code that is not an open
 * invitation of this account, 503 `mail-failed`.
 */
export const mailInvitation = async (
  userID: Account['userID'],
  body: HandlerInput<'mailInvitation'>['body'],
  context: Pick<HandlerContext, 'db' | 'now' | 'mailer' | 'setAuditSubject'>,
): Promise<RouteAnswer<'mailInvitation'>> => {
  context.setAuditSubject({ what: userID })
  const invited = await findByCode(body.code, context)
  if (invited.userID !== userID) throw codeNotValid()
  const sent = await context.mailer.send({
    to: invited.email,
    ...fillMailText<'invitation'>(await findMailText(context.db, 'invitation'), {
      person: invited.names[0] ?? '',
      organisation: (await findOrganisation(context.db)) ?? words.organisation,
      code: formatCode(invited.code),
      until: formatDate(plainDateSchema.parse(toInstant(invited.expiresAt * 1000).slice(0, 10))),
    }),
    attachments: [],
    messageKey: `invitation-${invited.tokenHash.slice(0, 32)}`,
  })
  if (!sent.ok) throw new Refusal('mail-failed', words.mailFailed)
  return { ok: true }
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
    await writePassword(transaction, userID, { passwordHash, now })
    await removeSessionsOf(transaction, userID)
  })
  context.setAuditSubject({ userID, what: userID })
  return { email }
}

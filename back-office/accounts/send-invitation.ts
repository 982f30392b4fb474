import { codeLengths, formatCode } from '#domain/accounts/secret-code.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { decideMessage, type MessageState, messageBackOff } from '#domain/messages/message-state.ts'
import { fillMailText } from '#domain/settings/mail-texts.ts'
import { toInstant } from '#domain/values/instant.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { hashToken } from '../kernel/session-token.ts'
import { toMailResult } from '../outside/mail/mail-result.ts'
import type { Mail } from '../outside/mail/mailer.ts'
import { addMailedCode, findInvited, voidInvitation } from '../repositories/accounts-repository.ts'
import { findMailText } from '../repositories/clinic-settings-repository.ts'
import {
  changeInvitationMail,
  findDueInvitationMails,
  findExpiredInvitationMails,
  findInvitationMail,
} from '../repositories/invitation-mails-repository.ts'
import { findOrganisation } from '../repositories/setup-repository.ts'
import { createCode } from './account-codes.ts'
import { accountsServerWords as words } from './accounts-words.ts'

export type SendInvitationContext = Pick<HandlerContext, 'db' | 'log' | 'mailer' | 'newId' | 'now'> & {
  /** Returns the epoch seconds at which the mail server has answered; if absent, `now` is used. */
  readonly clock?: () => number
  /** Returns a number from 0 to 1 that spreads retries; random if absent. */
  readonly chance?: () => number
}

/** A server that claims an email prepares it within seconds. */
const claimSeconds = 60
/** Longer than the mailer waits for the mail server to take a whole email. */
const handOverSeconds = 600
/** The maximum number of emails in one sweep. */
const maxMails = 20

type Attempt = { readonly userID: string; readonly claim: string }

/**
 * Makes the code and records the hand-over. Returns null if the invitation is no longer open, or if another server has
 * claimed its email.
 */
const prepare = (
  { userID, claim }: Attempt,
  { db: database, now }: SendInvitationContext,
): Promise<{ readonly mail: Mail; readonly tokenHash: string } | null> =>
  inTransaction(database, async (db) => {
    const row = await findInvitationMail(db, userID)
    if (row === undefined) return null
    const code = createCode(codeLengths.invitation)
    const tokenHash = hashToken(code)
    // The row is changed first: a new invitation, which replaces the row, then finds this code and voids it.
    const isMine = await changeInvitationMail(
      db,
      { userID, claim, states: ['claimed'] },
      {
        state: 'handed-over',
        attempts: row.attempts + 1,
        token_hash: tokenHash,
        lease_until: now + handOverSeconds,
        state_at: now,
      },
    )
    if (!isMine) return null
    await addMailedCode(db, { tokenHash, userID, now, expiresAt: row.expires_at })
    const invited = await findInvited(db, tokenHash, now)
    if (invited === undefined) {
      await voidInvitation(db, tokenHash, now)
      const changes = { state: 'failed', failure: 'not-needed', claim: null, lease_until: null } as const
      await changeInvitationMail(db, { userID, claim, states: ['handed-over'] }, changes)
      return null
    }
    const text = fillMailText<'invitation'>(await findMailText(db, 'invitation'), {
      person: invited.names[0] ?? '',
      organisation: (await findOrganisation(db)) ?? words.organisation,
      code: formatCode(code),
      until: formatDate(plainDateSchema.parse(toInstant(row.expires_at * 1000).slice(0, 10))),
    })
    const messageKey = `invitation-${tokenHash.slice(0, 32)}`
    return { mail: { to: invited.email, ...text, attachments: [], messageKey }, tokenHash }
  })

/**
 * Sends the planned email of an account's invitation, at most once for each attempt, like the messages to members
 * (decision 287). The email has its own code, made at the hand-over, because the database stores only the hash. The
 * code of an attempt that certainly did not arrive is void. Returns the state afterwards; null if the account has no
 * open invitation with an email.
 */
export const sendInvitation = async (userID: string, context: SendInvitationContext): Promise<MessageState | null> => {
  const { db, now } = context
  const stateNow = async (): Promise<MessageState | null> => (await findInvitationMail(db, userID))?.state ?? null
  const claim = context.newId()
  const lease = { state: 'claimed', claim, lease_until: now + claimSeconds, state_at: now } as const
  if (!(await changeInvitationMail(db, { userID, states: ['planned'] }, lease))) return stateNow()
  const ready = await prepare({ userID, claim }, context)
  if (ready === null) return stateNow()
  const outcome = await context.mailer.send(ready.mail)
  if (!outcome.ok) context.log('warning', 'mail.failed', { code: outcome.code })
  const result = toMailResult(outcome)
  const at = context.clock?.() ?? now
  await inTransaction(db, async (transaction) => {
    const row = await findInvitationMail(transaction, userID)
    if (row?.claim !== claim) return
    const next = decideMessage(row.state, { kind: 'result', result, attempts: row.attempts, isPressed: false })
    if (next === null || next === row.state) return
    const failure = 'code' in result ? result.code : null
    const pause = next === 'planned' ? messageBackOff(row.attempts, context.chance?.() ?? Math.random()) : 0
    const isChanged = await changeInvitationMail(
      transaction,
      { userID, claim, states: ['handed-over', 'uncertain'] },
      {
        state: next === 'withdrawn' ? 'failed' : next,
        failure,
        state_at: at,
        // An uncertain email keeps its claim, so that a late answer of the same attempt can still replace it.
        ...(next === 'uncertain' ? {} : { claim: null, lease_until: null }),
        ...(next === 'planned' && { due_at: at + pause }),
      },
    )
    if (isChanged && (next === 'planned' || next === 'failed')) await voidInvitation(transaction, ready.tokenHash, at)
  })
  return stateNow()
}

const endLeases = async (db: Database, { now, log }: SendInvitationContext): Promise<void> => {
  for (const { user_id: userID, claim, state: before } of await findExpiredInvitationMails(db, now)) {
    const state = decideMessage(before, { kind: 'lease-expired' })
    const which = { userID, states: [before], ...(claim !== null && { claim }) }
    if (state === 'planned') await changeInvitationMail(db, which, { state, claim: null, lease_until: null })
    if (state !== 'uncertain') continue
    const end = { state, failure: 'no-answer', lease_until: null, state_at: now } as const
    if (await changeInvitationMail(db, which, end)) log('warning', 'messages.uncertain', { code: 'no-answer' })
  }
}

/**
 * Ends expired leases and sends the emails of invitations that are due. A failure on one email does not stop the
 * others; the first error is thrown at the end. If the mail server cannot be reached, the remaining emails wait for the
 * next sweep.
 */
export const sweepInvitations = async (context: SendInvitationContext): Promise<void> => {
  const { db, now } = context
  await endLeases(db, context)
  if (context.mailer.kind === 'none') return
  const errors: unknown[] = []
  for (const userID of await findDueInvitationMails(db, now, maxMails)) {
    try {
      if ((await sendInvitation(userID, context)) === 'planned') break
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

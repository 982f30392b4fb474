import type { SendResult } from '#domain/messages/message-state.ts'
import type { MailOutcome } from './mailer.ts'

/**
 * Returns what the mail server's answer means: the server has the message, certainly does not have it, or may have it.
 */
export const toMailResult = (outcome: MailOutcome): SendResult => {
  if (outcome.ok) return { kind: 'sent' }
  if (outcome.hasLeft === true) return { kind: 'unknown', code: 'no-answer' }
  if (outcome.isRefused === true) return { kind: 'refused', code: 'refused' }
  return { kind: 'retry', code: outcome.code === 'NO-MAIL-SERVER' ? 'not-configured' : 'unreachable' }
}

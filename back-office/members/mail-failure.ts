import { mailFailureWords } from './mail-failure-words.ts'

/**
 * What the mailer reports: the kind of reason, and whether the mail server may have the message although it did not
 * answer.
 */
type FailedMail = { readonly code: string; readonly hasLeft?: true }

/** Failures of the connection to the mail server. */
const brokenOff: readonly string[] = ['ETIMEDOUT', 'ESOCKET', 'ECONNECTION', 'EDNS', 'FAILED']

/**
 * Returns what staff read about a failed email: `error`, the error catalogue's sentence, and for some failures
 * whether the email may have been sent or whether trying again can help.
 */
export const describeMailFailure = ({ code, hasLeft }: FailedMail, error: string): string => {
  const sentence = /[.!]$/.test(error) ? error : `${error}.`
  if (code === 'NO-MAIL-SERVER') return `${sentence} ${mailFailureWords.noServer}`
  if (hasLeft === true) return `${sentence} ${mailFailureWords.maybeSent}`
  return brokenOff.includes(code) ? `${sentence} ${mailFailureWords.notReached}` : error
}

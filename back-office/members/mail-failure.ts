import { mailFailureWords } from './mail-failure-words.ts'

/**
 * Failures in the middle of an exchange with the mail server: it may have accepted the message although its answer was
 * lost.
 */
const brokenOff: readonly string[] = ['ETIMEDOUT', 'ESOCKET', 'ECONNECTION', 'FAILED']

/**
 * Returns what staff read about a failed email: `error`, the sentence of the catalogue, and what it leaves open. `code`
 * is the mailer's.
 */
export const describeMailFailure = (code: string, error: string): string => {
  const sentence = /[.!]$/.test(error) ? error : `${error}.`
  if (code === 'NO-MAIL-SERVER') return `${sentence} ${mailFailureWords.noServer}`
  return brokenOff.includes(code) ? `${sentence} ${mailFailureWords.maybeSent}` : error
}

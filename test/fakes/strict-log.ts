import { knowsLogDetail } from '#main/support/known-words.ts'
import { type Log, withholdDetails } from '#runtime/log.ts'

/** A log that throws at a detail that the product would withhold, so that the test with this call fails. */
export const createStrictLog =
  (write: Log): Log =>
  (level, code, details = {}) => {
    const refused = Object.entries(withholdDetails(details, knowsLogDetail)).filter(([, value]) => value === 'withheld')
    if (refused.length > 0)
      throw new Error(`${code} has details of an unknown form or word: ${refused.map(([name]) => name)}`)
    write(level, code, details)
  }

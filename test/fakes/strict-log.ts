import { type Log, withholdDetails } from '#runtime/log.ts'

/** A log that throws at a detail that the product would withhold, so that the test that reaches the call fails. */
export const createStrictLog =
  (write: Log): Log =>
  (level, code, details = {}) => {
    const refused = Object.entries(withholdDetails(details)).filter(([, value]) => value === 'withheld')
    if (refused.length > 0) throw new Error(`${code} has details of another form: ${refused.map(([name]) => name)}`)
    write(level, code, details)
  }

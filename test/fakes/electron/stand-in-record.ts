import { appendFileSync } from 'node:fs'

/** Records the product's calls to Electron, one JSON line each, if a test has named a file for them. */
export const record = (call: string, data: unknown = null): void => {
  const file = process.env.ATRIUM_TEST_ELECTRON_RECORD
  if (file) appendFileSync(file, `${JSON.stringify({ call, data })}\n`)
}

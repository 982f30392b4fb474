import { appendFileSync } from 'node:fs'

/** Notes what the product asked of Electron, one JSON line each, where a test named a file to look into afterwards. */
export const record = (call: string, data: unknown = null): void => {
  const file = process.env.ATRIUM_TEST_ELECTRON_RECORD
  if (file) appendFileSync(file, `${JSON.stringify({ call, data })}\n`)
}

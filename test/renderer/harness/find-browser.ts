import { type Browser, chromium } from '@playwright/test'
import { findHeadlessShell } from '#scripts/find-chromium.ts'

let launched: Promise<Browser> | undefined

/**
 * The one Chromium of this process, started by whichever file asks first; each test has windows of its own in it. It ends
 * with the process.
 */
export const findBrowser = async (): Promise<Browser> => {
  const known = await launched?.catch(() => undefined)
  if (known?.isConnected()) return known
  const executablePath = findHeadlessShell()
  launched = chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  return launched
}

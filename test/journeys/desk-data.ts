import { join } from 'node:path'
import { type Browser, expect } from '@playwright/test'
import { findOnceARun } from '#test/fixtures/once-a-run.ts'
import { startBackOfficeProcess } from './back-office-process.ts'
import { signIn, waitForCopy } from './desk.ts'
import { makeShell } from './shell-process.ts'

/** The data folders of two workstations that have already worked at the same clinic. */
export type DeskData = { readonly first: string; readonly second: string }

/**
 * Makes the data folders of two workstations once per run. The front desk's demo account has signed in, and the copy of
 * the clinic's days is complete. Without these folders, a journey would spend half of its processor time on that copy.
 */
export const findDeskData = async (demoData: string, browser: Browser): Promise<DeskData> => {
  const made = await findOnceARun('desk-data', async (folder): Promise<DeskData> => {
    const backOffice = await startBackOfficeProcess(demoData, folder)
    const makeOne = async (name: string): Promise<string> => {
      const dataFolder = join(folder, name)
      const viewport = { width: 1440, height: 900 }
      const shell = await makeShell({ kind: 'browser', dataFolder, backOfficeUrl: backOffice.url, viewport, browser })
      try {
        await shell.start()
        await signIn(shell.page(), 'frontdesk')
        await waitForCopy(shell.page(), 'ca-bc-1')
        const how = await shell.end('SIGTERM')
        expect(how, shell.log()).toBe(0)
      } finally {
        await shell.dispose()
      }
      return dataFolder
    }
    try {
      return { first: await makeOne('first'), second: await makeOne('second') }
    } finally {
      await backOffice.stop()
    }
  })
  if (made === null) throw new Error('The data of a workstation can be made only inside a run')
  return made
}

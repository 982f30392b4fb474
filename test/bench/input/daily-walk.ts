import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { startBackOfficeProcess } from '#test/journeys/back-office-process.ts'
import { signIn, waitForCopy, workAt } from '#test/journeys/desk.ts'
import { enterOffice } from '#test/journeys/office.ts'
import { cashier } from '#test/journeys/payment-desk.ts'
import { makeShell } from '#test/journeys/shell-process.ts'
import { placeOfToday } from '#test/journeys/study-desk.ts'
import { makeDailyData } from './daily-data.ts'
import { dailyTasks } from './daily-tasks.ts'
import { createHand, type Performed } from './paced-hand.ts'
import { watchInputs } from './watch-inputs.ts'

const viewport = { width: 1440, height: 900 }

/**
 * Performs the ten daily tasks in a workstation of its own, over a back office of its own, below `folder`. `slowdown`
 * divides the speed of the page's main thread; the processes behind the page keep their speed.
 */
export const walkThroughDay = async (
  browser: Browser,
  { demoData, folder, slowdown }: { readonly demoData: string; readonly folder: string; readonly slowdown: number },
): Promise<Performed> => {
  const backOffice = await startBackOfficeProcess(demoData, folder)
  const dataFolder = join(folder, 'data')
  const shell = await makeShell({ kind: 'browser', dataFolder, backOfficeUrl: backOffice.url, viewport, browser })
  try {
    const place = placeOfToday()
    const data = await makeDailyData(await enterOffice(backOffice.url, cashier.account), place)
    await shell.start()
    await watchInputs(shell.page().context())
    // The page that the shell opened is not watched yet.
    await shell.page().reload()
    const page = shell.page()
    await signIn(page, cashier.account)
    await workAt(page, place.name)
    await waitForCopy(page, place.locationID)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const hand = createHand(page)
    for (const { name, work } of dailyTasks) await hand.perform(name, () => work(hand, data))
    return await hand.read()
  } finally {
    await shell.dispose()
    await backOffice.stop()
  }
}

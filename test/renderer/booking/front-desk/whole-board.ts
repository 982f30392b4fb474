import { expect as expectPage, type Page } from '@playwright/test'

/** Waits until the board shows every row of the day: the first rows are painted before the others. */
export const waitForWholeBoard = async (page: Page): Promise<void> => {
  await page.getByRole('table').waitFor()
  const [members = ''] = /^\d+/.exec(await page.locator('.fd__counts').innerText()) ?? []
  await expectPage(page.locator('tbody .fd__name')).toHaveCount(Number(members))
}

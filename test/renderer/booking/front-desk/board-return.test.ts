import { expect as expectPage } from '@playwright/test'
import { describe, it } from 'vitest'
import { startHarnessPages } from '../../harness/harness-pages.ts'

const pages = startHarnessPages()

describe('the board after a return to it', { timeout: 60_000 }, () => {
  it('focuses the row from which the user left', async () => {
    const context = { timezoneId: 'America/Los_Angeles' }
    const page = await pages.open('/admin/frontdesk', { signedInAs: 'frontdesk', context }, '2026-11-23T15:00:00Z')
    const names = page.locator('.fd__name')
    await names.nth(1).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Activity log', exact: true }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await expectPage(names.nth(1)).toBeFocused()
  })
})

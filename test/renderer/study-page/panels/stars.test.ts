import { expect as expectPage } from '@playwright/test'
import { describe, it } from 'vitest'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { startHarnessPages } from '../../harness/harness-pages.ts'
import { openPanels } from './panel-pages.ts'

const pages = startHarnessPages()

describe('a rating of the member', { timeout: 60_000 }, () => {
  it('is drawn as five stars, of which as many are full as the member gave', async () => {
    const ratings = { prescan: 4, checkin: 5, mri: 1, radiology: null, experience: 2, recommend: 3 }
    const at = await openPanels(
      pages,
      { signedInAs: 'frontdesk' },
      {
        flags: { checkin: true, scanned: true, feedbackReceived: true },
        details: { feedback: { ...ratings, feedback: '' } },
      },
    )
    for (const [name, given] of Object.entries(ratings)) {
      const label = reportPanelWords.feedback.ratings[name as keyof typeof ratings]
      const row = at.panel('Feedback').locator('dl > div')
      const stars = row.filter({ has: at.page.locator('dt').getByText(label, { exact: true }) }).locator('.stp-stars')
      await expectPage(stars.locator('svg'), label).toHaveCount(given === null ? 0 : 5)
      await expectPage(stars.locator('.stp-stars__full'), label).toHaveCount(given ?? 0)
    }
  })
})

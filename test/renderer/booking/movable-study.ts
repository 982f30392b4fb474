import type { Page } from '@playwright/test'
import type { HarnessPages } from '../harness/harness-pages.ts'

/**
 * Opens the booking page of a coming, unpaid study in Calgary, which can be moved, on Monday 23 November 2026 at 08:00
 * there. Returns the page and the id of the study when the week is shown.
 */
export const openMovableStudy = async (
  pages: HarnessPages,
): Promise<{ readonly page: Page; readonly studyID: string }> => {
  const page = await pages.open(
    '/admin/booking',
    { signedInAs: 'admin', context: { timezoneId: 'America/Vancouver' } },
    '2026-11-23T15:00:00Z',
  )
  await page.getByRole('grid').waitFor()
  const studyID = await page.evaluate(
    () =>
      window.fakeControls?.clinic.studies.find(
        ({ locationID, paymentAmount, booking, status }) =>
          locationID === 'ca-ab-1' &&
          paymentAmount === 0 &&
          !status.cancelled &&
          !status.scanned &&
          (booking?.utcStart ?? '') > '2026-11-24',
      )?.studyID ?? 'none',
  )
  await page.goto(`${pages.url()}/admin/booking/study/${studyID}`)
  await page.getByRole('grid').waitFor()
  return { page, studyID }
}

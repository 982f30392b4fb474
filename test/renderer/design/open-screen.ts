import type { Page } from '@playwright/test'
import type { FakeUser } from '../fake-bridge.ts'
import type { HarnessPages } from '../harness/harness-pages.ts'

/** Each screen, with the account that opens it. `STUDY` is replaced by the id of one of tomorrow's studies. */
export const screens: readonly (readonly [string, FakeUser | null, string])[] = [
  ['sign-in', null, '/'],
  ['today', 'frontdesk', '/admin/frontdesk'],
  ['booking', 'frontdesk', '/admin/booking?memberID=m-000001'],
  ['reschedule', 'frontdesk', '/admin/booking/study/STUDY'],
  ['front desk study', 'frontdesk', '/admin/frontdesk/study/STUDY'],
  ['payment', 'frontdesk', '/admin/study/STUDY/payment'],
  ['invoice', 'frontdesk', '/admin/study/STUDY/invoice'],
  ['study', 'admin', '/admin/study/STUDY'],
  ['study at the front desk', 'frontdesk', '/admin/study/STUDY'],
  ['medical reports', 'hi', '/admin/study/STUDY/medical-reports'],
  ['sharing', 'admin', '/admin/study/STUDY/sharing'],
  ['follow-up', 'np', '/patient/study/STUDY/followup'],
  ['finance', 'admin', '/admin/finance'],
  ['worklist', 'hi', '/admin/worklists'],
  ['results', 'hi', '/admin/results'],
  ['messages', 'admin', '/admin/messages'],
  ['directory', 'admin', '/admin/directory'],
  ['members', 'frontdesk', '/admin/members?memberID=m-000001'],
  ['queues', 'frontdesk', '/admin/queues'],
  ['settings', 'frontdesk', '/admin/settings'],
  ['profile', 'frontdesk', '/user/profile'],
  ['gallery', 'frontdesk', '/gallery'],
  ['book now', null, '/booking/slot'],
  ...['people', 'locations', 'closures', 'catalogue', 'practitioners', 'import', 'audit', 'updates', 'data-duties'].map(
    (section) => [`administration ${section}`, 'admin', `/admin/administration/${section}`] as const,
  ),
]

const settle = async (page: Page): Promise<void> => {
  await page
    .waitForFunction(() => document.querySelector('.w-skeleton, .w-spinner') === null, null, { timeout: 8000 })
    .catch(() => null)
  await page.waitForTimeout(150)
}

/**
 * Returns a function that opens a screen on Monday 23 November 2026, 08:00 in Vancouver, and waits until it is loaded.
 * `STUDY` in the path is replaced by the id of one of tomorrow's studies.
 */
export const createOpener =
  (pages: HarnessPages) =>
  async (user: FakeUser | null, path: string, context: object = {}, latencyMs = 0): Promise<Page> => {
    const start = { ...(user === null ? {} : { signedInAs: user }), latencyMs }
    const wanted = { timezoneId: 'America/Vancouver', ...context }
    const page = await pages.open(
      path.includes('STUDY') ? '/user/profile' : path,
      { ...start, context: wanted },
      '2026-11-23T15:00:00Z',
    )
    if (path.includes('STUDY')) {
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.evaluate((to) => {
        const found = window.fakeControls?.clinic.studies.find(
          ({ patientID, locationID, booking, temporaryHold }) =>
            patientID === 'm-000001' &&
            locationID === 'ca-bc-1' &&
            !temporaryHold &&
            (booking?.utcStart ?? '') > '2026-11-24',
        )
        history.pushState(null, '', to.replace('STUDY', found?.studyID ?? 'none'))
      }, path)
    }
    await settle(page)
    return page
  }

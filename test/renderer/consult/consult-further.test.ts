import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { studyMessages } from '#domain/study/study-messages.ts'
import { consultWords } from '#renderer/consult/consult-words.ts'
import { type Controls, visitStudy } from '../crm/sale-pages.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()

/** The scheduling service in this test: a page that sends its parent the messages that the test chooses. */
const servicePage = `<!doctype html><html lang="en"><title>Times</title><h1>Choose a time</h1>
<script>
  window.told = (event, id) => parent.postMessage({ event: 'calendly.' + event, payload: {
    event: { uri: 'https://api.calendly.com/scheduled_events/' + id },
    invitee: { uri: 'https://api.calendly.com/scheduled_events/' + id + '/invitees/INV' + id } } }, '*')
</script></html>`

const postSchedulerEvent = async (page: Page, event: string, id: string): Promise<void> => {
  await expectPage(page.frameLocator('iframe').getByRole('heading', { name: 'Choose a time' })).toBeVisible()
  const frame = page.frames().find((each) => each.url().startsWith('https://calendly.com'))
  await frame?.evaluate(
    ([name, eventID]) => (window as unknown as { told: (name: string, id: string) => void }).told(name, eventID),
    [event, id] as const,
  )
}

const visitConsult = async (before?: (controls: Controls, studyID: string) => unknown) => {
  const visit = await visitStudy(pages, () => '/user/profile', { signedInAs: 'qa' }, before)
  await visit.page
    .context()
    .route('https://calendly.com/**', (route) => route.fulfill({ contentType: 'text/html', body: servicePage }))
  await visit.page.evaluate((to) => history.pushState(null, '', `/admin/study/${to}#study-consult`), visit.studyID)
  return { ...visit, panel: visit.page.getByRole('region', { name: 'NP Consult', exact: true }) }
}

describe('the consult of a study', { timeout: 60_000 }, () => {
  it('lets a QA user schedule a preferred consult, and then move it on the service’s page for rescheduling', async () => {
    const { page, panel, tell, calls } = await visitConsult()
    const preferred = panel.getByRole('button', {
      name: 'Schedule New Preferred Consult: Ana Silva, 03 Feb 1980',
      exact: true,
    })
    await preferred.click()
    await expectPage(page.getByRole('dialog', { name: 'Schedule New Preferred Consult' })).toBeVisible()
    await tell((controls) =>
      controls.study.setSchedulerEvent('EVENT11', { status: 'active', startTime: '2026-12-01T18:00:00Z' as never }),
    )
    await postSchedulerEvent(page, 'event_scheduled', 'EVENT11')
    await expectPage(page.getByText(studyMessages.bookingConfirmed)).toBeVisible()
    expect(await calls('study.syncConsult')).toMatchObject([{ eventID: 'EVENT11', isPreferred: true }])
    await page.clock.runFor(4100)
    await page.getByRole('button', { name: consultWords.scheduler.close }).click()
    await page.clock.runFor(300)
    await expectPage(preferred).toHaveAccessibleDescription(consultWords.bookedAlready)

    await panel.getByRole('button', { name: /^Reschedule NP Consult/ }).click()
    const dialog = page.getByRole('dialog', { name: consultWords.reschedule })
    await expectPage(dialog.locator('iframe')).toHaveAttribute(
      'src',
      /^https:\/\/calendly\.com\/reschedulings\/INVEVENT11(\?|$)/,
    )
    await tell((controls) =>
      controls.study.setSchedulerEvent('EVENT12', { status: 'active', startTime: '2026-12-03T19:00:00Z' as never }),
    )
    await postSchedulerEvent(page, 'event_scheduled', 'EVENT12')
    await expectPage(page.getByText(studyMessages.bookingConfirmed)).toBeVisible()
    await page.clock.runFor(4100)
    await dialog.getByRole('button', { name: consultWords.scheduler.close }).click()
    await page.clock.runFor(300)
    await expectPage(panel.getByText(/^03 Dec 2026 /)).toBeVisible()
  })

  it('lets a request be withdrawn, and an issue be dismissed as fixed in the scheduler', async () => {
    const { page, panel } = await visitConsult((controls, studyID) => {
      const consulting = controls.clinic.studies.find((each) => each.studyID === studyID)?.details.consulting
      if (consulting === undefined) return
      controls.study.setDetails(studyID, { consulting: { ...consulting, requestedStatus: 'requested' } })
    })
    await panel.getByRole('button', { name: 'Withdraw request: Ana Silva, 03 Feb 1980' }).click()
    await expectPage(panel.getByRole('button', { name: /^Request consult/ })).toBeVisible()
    await panel.getByRole('button', { name: /^Schedule NP Consult/ }).click()
    await postSchedulerEvent(page, 'event_scheduled', 'UNKNOWN1')
    const dialog = page.getByRole('dialog', { name: consultWords.schedule })
    await expectPage(dialog.getByText(studyMessages.bookingIssueTitle).first()).toBeVisible()
    await page.clock.runFor(4100)
    await dialog.getByRole('button', { name: consultWords.issue.dismiss }).click()
    await expectPage(dialog.getByText(studyMessages.bookingIssueTitle)).toHaveCount(0)
  })
})

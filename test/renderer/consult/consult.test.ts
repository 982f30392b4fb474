import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { studyMessages } from '#domain/study/study-messages.ts'
import { consultWords } from '#renderer/consult/consult-words.ts'
import { type Controls, visitStudy } from '../crm/sale-pages.ts'
import { type StartOptions, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()

/** The scheduling service in this test: a page that sends its parent the messages that the test chooses. */
const servicePage = `<!doctype html><html lang="en"><title>Times</title><h1>Choose a time</h1>
<button>09:00am</button>
<script>
  window.told = (event, id) => parent.postMessage({ event: 'calendly.' + event, payload: {
    event: { uri: 'https://api.calendly.com/scheduled_events/' + id },
    invitee: { uri: 'https://api.calendly.com/scheduled_events/' + id + '/invitees/INV' + id } } }, '*')
  parent.postMessage({ event: 'calendly.profile_page_viewed', payload: {} }, '*')
</script></html>`

const open = async (
  start: StartOptions = { signedInAs: 'frontdesk' },
  before?: (controls: Controls, studyID: string) => unknown,
) => {
  const visit = await visitStudy(pages, () => '/user/profile', start, before)
  await visit.page
    .context()
    .route('https://calendly.com/**', (route) => route.fulfill({ contentType: 'text/html', body: servicePage }))
  await visit.page.evaluate((id) => history.pushState(null, '', `/admin/study/${id}#study-consult`), visit.studyID)
  return { ...visit, panel: visit.page.getByRole('region', { name: 'NP Consult', exact: true }) }
}

/** Waits until the service's page is shown in its frame, and returns the frame. */
const frameOf = async (page: Page) => {
  const frame = page.frameLocator('iframe')
  await expectPage(frame.getByRole('heading', { name: 'Choose a time' })).toBeVisible()
  return frame
}
const postSchedulerEvent = async (page: Page, event: string, id: string): Promise<void> => {
  await page
    .frames()
    .find((frame) => frame.url().startsWith('https://calendly.com'))
    ?.evaluate(
      ([name, eventID]) => (window as unknown as { told: (name: string, id: string) => void }).told(name, eventID),
      [event, id] as const,
    )
}
const addSchedulerEvent = (controls: Controls, _studyID: string, eventID: string): void =>
  controls.study.setSchedulerEvent(eventID, { status: 'active', startTime: '2026-12-01T18:00:00Z' as never })

describe('the NP consult of a study', { timeout: 60_000 }, () => {
  it('is scheduled on the service’s own page, and accepts messages only from that page’s window', async () => {
    const { page, panel, inspect, tell, calls } = await open()
    for (const label of [
      consultWords.facts.requested,
      consultWords.facts.requestedTime,
      consultWords.facts.requestedBy,
      consultWords.facts.booked,
      consultWords.facts.bookedAt,
      consultWords.facts.bookedFor,
      consultWords.facts.preferred,
    ]) {
      await expectPage(panel.getByText(label, { exact: true })).toBeVisible()
    }
    const schedule = panel.getByRole('button', { name: 'Schedule NP Consult: Ana Silva, 03 Feb 1980' })
    await schedule.dblclick()
    const dialog = page.getByRole('dialog', { name: consultWords.schedule })
    await frameOf(page)
    expect(await calls('study.openScheduler')).toHaveLength(1)
    const frame = dialog.locator('iframe')
    await expectPage(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
    await expectPage(frame).toHaveAttribute('credentialless', '')
    const { host } = new URL(page.url())
    const embedding = new URL((await frame.getAttribute('src')) ?? '').searchParams
    expect([embedding.get('embed_domain'), embedding.get('embed_type')]).toEqual([host, 'Inline'])
    await expectPage(frame).toHaveAttribute('title', 'Scheduling page: Schedule NP Consult')
    await expectPage(dialog.getByText(/^Ana Silva, 03 Feb 1980, study /)).toBeVisible()
    expect(await inspect('scheduler')).toEqual([])

    // Messages like the service's own that come from this window instead of the frame are ignored.
    await page.evaluate(() => {
      const payload = { event: { uri: 'x/FORGED01' }, invitee: { uri: 'x/INVFORGED' } }
      window.postMessage({ event: 'calendly.event_scheduled', payload }, '*')
      window.dispatchEvent(
        new MessageEvent('message', {
          data: { event: 'calendly.event_scheduled', payload },
          origin: 'https://calendly.com',
          source: window,
        }),
      )
    })
    await tell(addSchedulerEvent, 'EVENT01')
    await postSchedulerEvent(page, 'event_scheduled', 'EVENT01')
    await postSchedulerEvent(page, 'event_scheduled', 'EVENT01')
    await expectPage(dialog.getByText(studyMessages.bookingConfirmed)).toBeVisible()
    expect(await calls('study.syncConsult')).toMatchObject([{ eventID: 'EVENT01', inviteeID: 'INVEVENT01' }])
    expect(await inspect('scheduler-confirmed')).toEqual([])
    await page.clock.runFor(4100)
    await expectPage(dialog.getByText(studyMessages.bookingConfirmed)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expectPage(dialog).toHaveCount(0)
    await page.clock.runFor(300)
    const reschedule = panel.getByRole('button', { name: /^Reschedule NP Consult/ })
    await expectPage(reschedule).toBeFocused()
    await expectPage(panel.getByText(/^01 Dec 2026 /)).toBeVisible()

    await panel.getByRole('button', { name: /^Cancel NP Consult/ }).click()
    await frameOf(page)
    await tell((controls) =>
      controls.study.setSchedulerEvent('EVENT01', { status: 'canceled', startTime: '2026-12-01T18:00:00Z' as never }),
    )
    await postSchedulerEvent(page, 'event_canceled', 'EVENT01')
    await expectPage(page.getByRole('alertdialog').getByText(studyMessages.consultCancelled).first()).toBeVisible()
    await page.clock.runFor(4100)
    await page.getByRole('button', { name: consultWords.scheduler.close }).click()
    await page.clock.runFor(300)
    await expectPage(schedule).toBeFocused()
  })

  it('covers the service’s page while its event is being saved', async () => {
    const { page, panel, tell } = await open({ signedInAs: 'frontdesk', latencyMs: 1000 })
    await panel.getByRole('button', { name: /^Schedule NP Consult/ }).click()
    await frameOf(page)
    await tell(addSchedulerEvent, 'EVENT04')
    await postSchedulerEvent(page, 'event_scheduled', 'EVENT04')
    const dialog = page.getByRole('dialog', { name: consultWords.schedule })
    await expectPage(dialog.getByText(studyMessages.processing, { exact: true }).first()).toBeVisible()
    await expectPage(dialog.getByText(studyMessages.bookingConfirmed)).toBeVisible()
  })

  it('shows the booking issue until the event is saved, even after overlay, dialog and page are closed', async () => {
    const { page, panel, inspect, tell } = await open()
    await panel.getByRole('button', { name: /^Schedule NP Consult/ }).click()
    await frameOf(page)
    await postSchedulerEvent(page, 'event_scheduled', 'EVENT02')
    const dialog = page.getByRole('dialog', { name: consultWords.schedule })
    await expectPage(dialog.getByText(studyMessages.bookingIssueTitle).first()).toBeVisible()
    await page.clock.runFor(4100)
    await expectPage(dialog.getByText(studyMessages.bookingIssue)).toBeVisible()
    await expectPage(dialog.getByText('The scheduling service knows no such event.')).toBeVisible()
    expect(await inspect('scheduler-issue')).toEqual([])
    await dialog.getByRole('button', { name: consultWords.scheduler.close }).click()
    await expectPage(panel.getByText(studyMessages.bookingIssueTitle)).toBeVisible()
    const path = await page.evaluate(() => window.location.pathname)
    await page.evaluate(() => history.pushState(null, '', '/user/profile'))
    await expectPage(panel).toHaveCount(0)
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await expectPage(panel.getByText(studyMessages.bookingIssueTitle)).toBeVisible()
    await tell(addSchedulerEvent, 'EVENT02')
    await panel.getByRole('button', { name: consultWords.issue.tryAgain }).click()
    await expectPage(panel.getByText(studyMessages.bookingIssueTitle)).toHaveCount(0)
    await expectPage(panel.getByText(/^01 Dec 2026 /)).toBeVisible()
  })

  it('shows why the scheduler could not be opened, and offers the front desk no preferred consult', async () => {
    const { page, panel, inspect, tell } = await open({ signedInAs: 'frontdesk' }, (controls) => {
      controls.failNext('study.openScheduler', {
        ok: false,
        failure: { code: 'scheduler-not-valid', message: 'No address.' },
      })
    })
    await panel.getByRole('button', { name: /^Schedule NP Consult/ }).click()
    await expectPage(panel.getByText(studyMessages.schedulerTitle)).toBeVisible()
    await expectPage(panel.getByText(studyMessages.schedulerError)).toBeVisible()
    await expectPage(panel.getByRole('button', { name: /Preferred/ })).toHaveCount(0)
    expect(await inspect('scheduler-refused')).toEqual([])
    await tell((controls) => {
      controls.setConnectivity({ state: 'offline' })
    })
    await expectPage(panel.getByRole('button', { name: /^Schedule NP Consult/ })).toHaveAccessibleDescription(
      'Changing the study needs a connection.',
    )
    await expectPage(page.locator('iframe')).toHaveCount(0)
  })

  it('can be requested, withdrawn and marked complete, and is read from the service when the page opens', async () => {
    const { page, panel, tell, calls } = await open()
    await tell((controls) =>
      controls.failNext('study.markConsult', { ok: false, failure: { code: 'unexpected', message: 'No.' } }),
    )
    await panel.getByRole('button', { name: 'Request consult: Ana Silva, 03 Feb 1980' }).click()
    const notRecorded = `${studyMessages.requestFailed}: ${studyMessages.requestNotRecorded}`
    await expectPage(page.getByText(notRecorded).first()).toBeVisible()
    await panel.getByRole('button', { name: 'Request consult: Ana Silva, 03 Feb 1980' }).click()
    await expectPage(panel.getByText('Frankie Desker')).toBeVisible()
    await page.getByRole('button', { name: consultWords.undo }).click()
    await expectPage(panel.getByRole('button', { name: /^Request consult/ })).toBeVisible()
    await expectPage(panel.getByRole('button', { name: /^Mark complete/ })).toHaveAccessibleDescription(
      'No consult is booked.',
    )
    await tell((controls, studyID) => {
      controls.study.setSchedulerEvent('EVENT03', { status: 'active', startTime: '2026-12-02T18:00:00Z' as never })
      const study = controls.clinic.studies.find((each) => each.studyID === studyID)
      if (study === undefined) return
      const { consulting } = study.details
      controls.study.setDetails(studyID, {
        consulting: { ...consulting, scheduledStatus: 'booked', eventID: 'EVENT03', inviteeID: 'INVITE03' },
      })
    })
    await expectPage(panel.getByRole('button', { name: /^Reschedule NP Consult/ })).toBeVisible()
    await panel.getByRole('button', { name: /^Mark complete/ }).click()
    await expectPage(page.getByText(consultWords.marks.complete.done)).toBeVisible()
    await panel.getByRole('button', { name: /^Mark not complete/ }).click()
    await expectPage(page.getByText(consultWords.marks['not-complete'].done)).toBeVisible()
    expect(await calls('study.syncConsult')).toEqual([])

    await tell((controls, studyID) => {
      const study = controls.clinic.studies.find((each) => each.studyID === studyID)
      if (study === undefined) return
      controls.study.setDetails(studyID, { consulting: { ...study.details.consulting, scheduledStatus: 'booked' } })
    })
    const path = await page.evaluate(() => `${window.location.pathname}#study-consult`)
    await page.evaluate(() => history.pushState(null, '', '/user/profile'))
    await expectPage(panel).toHaveCount(0)
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await expectPage(panel.getByText(/^02 Dec 2026 /)).toBeVisible()
    expect(await calls('study.syncConsult')).toMatchObject([{ eventID: 'EVENT03', isPreferred: false }])

    // No message reports this cancellation, so the back office asks the service when the scheduling page is closed.
    await panel.getByRole('button', { name: /^Cancel NP Consult/ }).click()
    await frameOf(page)
    await tell((controls) =>
      controls.study.setSchedulerEvent('EVENT03', { status: 'canceled', startTime: '2026-12-02T18:00:00Z' as never }),
    )
    await page.getByRole('button', { name: consultWords.scheduler.close }).click()
    await expectPage(page.getByText(studyMessages.consultCancelled).first()).toBeVisible()
    await expectPage(panel.getByRole('button', { name: /^Schedule NP Consult/ })).toBeVisible()
  })
})

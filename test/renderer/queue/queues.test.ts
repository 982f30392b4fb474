import { expect as expectPage, type Page } from '@playwright/test'
import { describe, it } from 'vitest'
import type { Job } from '#domain/queue/job.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { queuesWords } from '#renderer/queue/queue-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { openPaymentPages } from '../payments/payment-pages.ts'

const desk = openPaymentPages(startHarnessPages())
const section = (name: string) => desk.page().getByRole('region', { name, exact: true })
const row = (table: string, text: string | RegExp) => section(table).getByRole('row').filter({ hasText: text })

const at = '2026-11-23T15:00:00Z' as Instant
const job = (jobID: string, change: Partial<Job>): Job => ({
  jobID,
  kind: 'fax',
  state: 'queued',
  title: 'Physician report, version 2',
  member: { name: 'Ana Silva', dob: '1980-02-03' as PlainDate },
  studyID: 's-000001' as StudyID,
  recipient: 'Dr. Mia Chen, +1 604 555 0101',
  by: 'Robin Frost',
  locationID: 'ca-bc-1' as LocationID,
  isOwn: true,
  at,
  changedAt: at,
  attempts: 0,
  nextAttemptAt: null,
  handOverInMs: null,
  progress: null,
  reason: null,
  isStuck: false,
  ...change,
})

const jobs: readonly Job[] = [
  job('j-done', { kind: 'print', state: 'delivered', title: 'Invoice' }),
  job('j-test', { kind: 'print', state: 'handed-over', title: 'Test page', member: null, studyID: null }),
  job('j-stick', { kind: 'usb', state: 'sending', progress: { done: 3, total: 9, unit: 'files' } }),
  job('j-waiting', { attempts: 2, nextAttemptAt: '2026-11-23T15:20:00Z' as Instant, reason: 'The line is busy.' }),
  job('j-failed', { kind: 'email', state: 'failed', attempts: 6, reason: 'The mail server refused it.' }),
  job('j-lost', { state: 'uncertain', attempts: 1, reason: 'It may or may not have been sent.' }),
]

/** Opens the queues screen with the jobs above. */
const open = async (): Promise<Page> => {
  const page = await desk.open({ signedInAs: 'frontdesk', context: { timezoneId: 'America/Vancouver' } })
  await page.evaluate((made) => {
    for (const one of made) window.fakeControls?.release.addJob(one)
    history.pushState(null, '', '/admin/queues')
  }, jobs)
  return page
}

describe('the queues screen', { timeout: 60_000 }, () => {
  it('lists jobs that need attention first, and shows the state of each', async () => {
    const page = await open()
    await expectPage(section(queuesWords.groups.attention).getByRole('row')).toHaveCount(3)
    await expectPage(row(queuesWords.groups.attention, 'The mail server refused it.')).toContainText('Failed')
    await expectPage(row(queuesWords.groups.underWay, 'The line is busy.')).toContainText(
      /Next try .*08:20am PDT\. 2 tries so far/,
    )
    await expectPage(row(queuesWords.groups.underWay, '3 of 9 files')).toContainText('Writing')
    await expectPage(row(queuesWords.groups.underWay, 'Test page')).toContainText('Sent to the printer')
    await expectPage(row(queuesWords.groups.ended, 'Invoice')).toContainText('Printed')
    await expectPage(row(queuesWords.groups.ended, 'Invoice')).toContainText('Ana Silva, 03 Feb 1980')
    await expectPage(page.getByRole('link', { name: 'Queue: 3 in progress, 2 need attention' })).toBeVisible()
    await desk.inspect('queues')
    // A later read fails: the list stays, with a warning that it may be out of date.
    await page.evaluate(() => {
      const controls = window.fakeControls
      controls?.failNext('jobs.list', { ok: false, failure: { code: 'timed-out', message: 'No answer came.' } })
      controls?.emit('jobs.changed', { underWay: 3, needAttention: 2 })
    })
    const old = page.getByText(queuesWords.behind)
    await expectPage(old).toBeVisible()
    await expectPage(row(queuesWords.groups.ended, 'Invoice')).toBeVisible()
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await expectPage(old).toHaveCount(0)
  })

  it('asks for the result of an uncertain job, without a preselected answer', async () => {
    const page = await open()
    await row(queuesWords.groups.attention, 'may or may not')
      .getByRole('button', {
        name: 'Record result: Physician report, version 2 (Fax), Ana Silva, 03 Feb 1980',
      })
      .click()
    const dialog = page.getByRole('dialog', { name: queuesWords.resolution.title })
    await expectPage(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
    await expectPage(
      dialog.getByRole('button', { name: queuesWords.resolution.recordName }),
    ).toHaveAccessibleDescription(queuesWords.resolution.chooseFirst)
    await desk.inspect('queues-settle')
    await dialog.getByText(queuesWords.resolution.sendAgain).click()
    await dialog.getByRole('button', { name: /^Send again: Physician report, version 2 \(Fax\), Ana Silva/ }).click()
    await expectPage(dialog).toHaveCount(0)
    await expectPage(row(queuesWords.groups.underWay, 'Fax')).toHaveCount(2)
  })

  it("offers no undo of a job that was handed over, and shows no toast for another user's send", async () => {
    const page = await open()
    const sent = job('j-sent', { state: 'handed-over', title: 'Physician report, version 3' })
    const others = job('j-others', { title: 'Physician report, version 4', isOwn: false, handOverInMs: 60_000 })
    await page.evaluate(
      (made) => {
        for (const one of made) window.fakeControls?.release.addJob(one)
      },
      [sent, others],
    )
    await expectPage(row(queuesWords.groups.underWay, 'version 3')).toContainText('Waiting for confirmation')
    await expectPage(row(queuesWords.groups.underWay, 'version 3').getByRole('button')).toHaveCount(0)
    await expectPage(row(queuesWords.groups.underWay, 'version 4').getByRole('button', { name: /^Undo/ })).toBeVisible()
    await expectPage(page.locator('.w-toast').filter({ hasText: 'version 4' })).toHaveCount(0)
  })

  it('shows each time in the zone of the study’s location, as the study’s page does', async () => {
    const page = await open()
    const east = job('j-east', { title: 'Physician report, version 5', locationID: 'us-ny-1' as LocationID })
    await page.evaluate((one) => window.fakeControls?.release.addJob(one), east)
    await expectPage(row(queuesWords.groups.underWay, 'version 5')).toContainText('23 Nov 2026 10:00am EST')
    await expectPage(row(queuesWords.groups.underWay, '3 of 9 files')).toContainText('23 Nov 2026 08:00am PDT')
  })

  it('pauses all jobs of one kind; retries, cancels and clears jobs; and shows what failed', async () => {
    const page = await open()
    await page.getByRole('button', { name: queuesWords.kinds.pause.fax }).click()
    await expectPage(row(queuesWords.groups.underWay, 'The line is busy.')).toContainText('Fax is paused.')
    await page.getByRole('button', { name: queuesWords.kinds.resume.fax }).click()
    await expectPage(page.getByRole('button', { name: queuesWords.kinds.pause.fax })).toBeVisible()
    await row(queuesWords.groups.attention, 'The mail server')
      .getByRole('button', { name: /^Try again/ })
      .click()
    await expectPage(row(queuesWords.groups.underWay, 'Email')).toContainText('Waiting to be sent')
    await page.evaluate(() =>
      window.fakeControls?.failNext('jobs.cancel', {
        ok: false,
        failure: { code: 'job-not-movable', message: 'It has gone.' },
      }),
    )
    const cancel = row(queuesWords.groups.underWay, 'The line is busy.').getByRole('button', { name: /^Cancel/ })
    await cancel.click()
    await expectPage(page.getByText('It has gone.')).toBeVisible()
    await cancel.click()
    await expectPage(row(queuesWords.groups.ended, 'Cancelled')).toHaveCount(1)
    await page.evaluate(() => window.fakeControls?.release.setJob('j-failed', { state: 'failed' }))
    const failed = row(queuesWords.groups.attention, 'The mail server').or(row(queuesWords.groups.attention, 'Email'))
    await failed.getByRole('button', { name: /^Clear/ }).click()
    await page
      .getByRole('alertdialog', { name: queuesWords.dismissal.title })
      .getByRole('button', { name: /^Clear job: Physician report, version 2 \(Practitioner email\), Ana Silva/ })
      .click()
    await expectPage(failed).toHaveCount(0)
    await row(queuesWords.groups.ended, 'Invoice')
      .getByRole('button', { name: /^Clear/ })
      .click()
    await expectPage(row(queuesWords.groups.ended, 'Invoice')).toHaveCount(0)
  })
})

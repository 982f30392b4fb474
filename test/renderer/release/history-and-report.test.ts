import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { historyPageSize } from '#domain/release/practitioner-history.ts'
import { historyWords as words } from '#renderer/release/history-words.ts'
import { sendActWords } from '#renderer/release/inside/send-act-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { failing, openPanels, type PanelPage, press, who } from '../study-page/panels/panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage

const title = 'Physician report, version 1'
const name = 'Dr. Amara Osei'
const practitioners = {
  primary: { practitionerID: 'pr-1', locationID: 'pl-1-1' },
  referring: null,
  additional: [],
}
const details = { practitioners, readingPublished: [{ reportType: 'structured' as const, version: 1 }] }
const flags = { checkin: true, scanned: true, read: true, published: true }

const panel = (): Locator => at.panel('Provider follow-up')
const dialog = (): Locator => page.getByRole('dialog', { name: words.title(name) })
const act = (label: string): Locator =>
  panel().getByRole('button', { name: `${label}: ${title}, ${name}, ${who}`, exact: true })

/** Opens a study of which `count` faxes were delivered to the practitioner. */
const open = async (count: number): Promise<void> => {
  at = await openPanels(pages, { signedInAs: 'frontdesk' }, { flags, details })
  page = at.page
  await at.controls((world, id, given) => {
    for (let place = 1; place <= given; place += 1) {
      world.release.deliveries.push({
        deliveryID: `dl-${place}`,
        studyID: id as never,
        channel: 'fax',
        mode: 'automated',
        item: { kind: 'paper', paper: 'physician-report' },
        title: 'Physician report, version 1',
        practitionerID: 'pr-1' as never,
        practiceLocationID: 'pl-1-1',
        recipientName: 'Dr. Amara Osei',
        address: '16045550210',
        isEncrypted: false,
        state: 'delivered',
        reason: null,
        pages: 2,
        by: 'Jo Marsh',
        at: '2026-11-23T13:59:00Z' as never,
        handedOverAt: '2026-11-23T14:00:00Z' as never,
        deliveredAt: '2026-11-23T14:00:00Z' as never,
      })
    }
    world.emit('booking.studyChanged', { studyID: id as never })
  }, count)
  await page.clock.fastForward(10_000)
}
const failNext = (command: string) =>
  at.controls((world, _id, given) => world.failNext(given.command, given.reply as never), {
    command,
    reply: failing('timed-out', 'Nothing came.'),
  })
const openHistory = (): Promise<void> => press(panel().getByRole('button', { name: words.openOf(name) }))

describe('the history of sends to a practitioner', { timeout: 90_000 }, () => {
  it('lists each send with its member and study, and older ones on request', async () => {
    await open(historyPageSize + 2)
    await failNext('release.readHistory')
    await openHistory()
    await expectPage(dialog()).toContainText(words.failed)
    await press(dialog().getByRole('button', { name: words.tryAgain }))
    const rows = dialog()
      .getByRole('table', { name: words.caption(name) })
      .getByRole('row')
    await expectPage(rows).toHaveCount(historyPageSize + 1)
    await expectPage(rows.nth(1)).toContainText('FAX 23 Nov 2026 07:00am PDT, delivered')
    await expectPage(rows.nth(1)).toContainText('Ana Silva03 Feb 1980')
    await expectPage(rows.nth(1).getByRole('link')).toHaveAccessibleName(words.openStudyOf(at.studyID, who))
    expect(await at.inspect('practitioner-history', dialog())).toEqual([])
    await press(dialog().getByRole('button', { name: words.older }))
    await expectPage(rows).toHaveCount(historyPageSize + 3)
    await expectPage(dialog().getByRole('button', { name: words.older })).toHaveCount(0)
    await press(dialog().getByRole('button', { name: words.close }).last())
    await expectPage(dialog()).toHaveCount(0)
  })

  it('explains, if it is empty, which sends it would list, and explains what needs a connection', async () => {
    await open(0)
    await openHistory()
    await expectPage(dialog()).toContainText(words.emptyHint)
    await page.keyboard.press('Escape')
    await at.controls((world) => world.setConnectivity({ state: 'offline' }))
    await openHistory()
    await expectPage(dialog()).toContainText(words.offline)
  })
})

describe('the transmission report of a send', { timeout: 90_000 }, () => {
  it('is saved and printed, and needs a connection', async () => {
    await open(1)
    await press(panel().getByRole('button', { name: /^Details: FAX/ }))
    const saved = page.waitForEvent('download')
    await press(act(sendActWords.report))
    expect((await saved).suggestedFilename()).toBe(`${at.studyID} transmission report.pdf`)
    await expectPage(at.toast(sendActWords.reportSaved)).toBeVisible()
    await failNext('downloads.save')
    await press(act(sendActWords.report))
    await expectPage(at.toast(sendActWords.reportFailed)).toBeVisible()
    await press(panel().getByRole('button', { name: `Print ${sendActWords.reportOf(title, name)}: ${who}` }))
    await expectPage(at.toast(`Printing ${sendActWords.reportOf(title, name)}`)).toBeVisible()
    await at.controls((world) => world.setConnectivity({ state: 'offline' }))
    await expectPage(act(sendActWords.report)).toHaveAccessibleDescription(sendActWords.reportOffline)
  })
})

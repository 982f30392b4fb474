import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { deliverySchema } from '#domain/release/delivery.ts'
import { printingWords } from '#renderer/printing/printing-words.ts'
import { sendWords } from '#renderer/release/inside/send-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { failing, type Given, openPanels, type PanelPage } from '../study-page/panels/panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage

const practitioners = {
  primary: { practitionerID: 'pr-1', locationID: 'pl-1-1' },
  referring: { practitionerID: 'pr-2', locationID: 'pl-2-1' },
  additional: [{ practitionerID: 'pr-3', locationID: 'pl-3-1' }],
}
const details = { practitioners, readingPublished: [{ reportType: 'structured' as const, version: 1 }] }
const flags = { checkin: true, scanned: true, read: true, published: true }
const released = { ...flags, releasedToDoctor: true, releasedToDoctorTime: '2026-11-23T14:00:00Z' }
const small = { width: 1024, height: 768 }

const open = async (given: Given = {}): Promise<void> => {
  at = await openPanels(pages, { signedInAs: 'hi' }, { flags, details, ...given })
  page = at.page
}
const channelButton = (channel: string, name: string): Locator =>
  at
    .panel('Provider follow-up')
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button', { name: new RegExp(`^${channel}:`) })
const toast = (words: string): Locator => page.getByRole('alertdialog').filter({ hasText: words })

/** Returns the labels of the visible controls whose middle a notice covers. */
const coveredControls = (): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, [role=button]')]
      .filter((control) => control.closest('.w-toast-region') === null)
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        const page = control.closest('.s-frame__main')?.getBoundingClientRect()
        // Content that is scrolled away is not visible.
        if (width === 0 || (page !== undefined && (y < page.top || y > page.bottom))) return false
        return document.elementFromPoint(x, y)?.closest('.w-toast-region') != null
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? ''),
  )

describe('the page of a study with a published report', { timeout: 90_000 }, () => {
  it('when the report is released to the doctor, shows how many of the practitioners have the report', async () => {
    await open({ flags: released })
    const delivery = deliverySchema.parse({
      deliveryID: 'd-1',
      studyID: at.studyID,
      channel: 'fax',
      mode: 'automated',
      item: { kind: 'paper', paper: 'physician-report' },
      title: 'Physician report, version 1',
      practitionerID: 'pr-1',
      practiceLocationID: 'pl-1-1',
      recipientName: 'Dr. Amara Osei',
      address: '16045550210',
      isEncrypted: false,
      state: 'delivered',
      reason: null,
      pages: 2,
      by: 'Jo Marsh',
      at: '2026-11-23T13:59:00Z',
      handedOverAt: null,
      deliveredAt: '2026-11-23T14:00:00Z',
    })
    await at.controls((world, id, given) => {
      world.release.deliveries.push(given)
      world.emit('booking.studyChanged', { studyID: id as never })
    }, delivery)
    await page.clock.fastForward(10_000)
    const words = '1 of 3 practitioners'
    await expectPage(at.panel('Provider follow-up')).toContainText(`23 Nov 2026 07:00am PDT, ${words}`)
    await expectPage(
      at.panel('Study Details').locator('.db__badge').filter({ hasText: 'Released To Doctor' }),
    ).toContainText(words)
  })

  it('calls the radiologist’s reading “Reading” in the badges, with a note that it is published', async () => {
    await open()
    const badge = at.panel('Study Details').locator('.db__badge').filter({ hasText: 'Reading' })
    await expectPage(badge).toHaveText(/^Reading Completed/)
    await expectPage(badge).toContainText('Published')
  })

  it('protects emails, CDs and USB sticks by default, and shows no name of a system setting', async () => {
    await open()
    await at.controls((world) => void world.release.targets.splice(0))
    for (const channel of ['EMAIL', 'CD', 'USB']) {
      await channelButton(channel, 'Amara Osei').press('Enter')
      const dialog = page.getByRole('dialog')
      await expectPage(dialog.getByRole('checkbox', { name: sendWords.options.encrypt }), channel).toBeChecked()
      await expectPage(dialog).not.toContainText(/ATRIUM_|[A-Z]{3,}_[A-Z]{3,}/)
      if (channel === 'CD') await expectPage(dialog).toContainText(sendWords.target.noDiscHint)
      await page.keyboard.press('Escape')
      await expectPage(dialog).toHaveCount(0)
    }
    await channelButton('FAX', 'Amara Osei').press('Enter')
    await expectPage(page.getByRole('dialog')).toContainText('Fax number')
    await expectPage(page.getByRole('checkbox', { name: sendWords.options.encrypt })).toHaveCount(0)
  })

  it('removes the password when the send is undone', async () => {
    await open()
    await channelButton('EMAIL', 'Amara Osei').press('Enter')
    const dialog = page.getByRole('dialog', { name: sendWords.title.email })
    await dialog.getByRole('textbox', { name: /^Re-enter/ }).fill('osei@practice.example')
    await dialog.getByRole('checkbox').last().press('Space')
    const commit = dialog.getByRole('button', { name: /^Email / })
    await expectPage(commit).not.toHaveAttribute('aria-disabled', 'true')
    await commit.press('Enter')
    const password = page.getByRole('dialog', { name: sendWords.password.title })
    await expectPage(password).toBeVisible()
    await toast('Email to Dr. Amara Osei').getByRole('button', { name: 'Undo' }).press('Enter')
    await expectPage(toast('Undone: nothing was sent')).toBeVisible()
    await expectPage(password).toHaveCount(0)
  })

  it('offers to retry a refused print, and prints it once', async () => {
    await open()
    const refusal = "The print service on this computer isn't responding."
    await at.controls(
      (world, _id, given) => world.failNext('printing.print', given as never),
      failing('printer-unavailable', refusal),
    )
    await at
      .panel('Report')
      .getByRole('button', { name: /^Print physician report/ })
      .press('Enter')
    await expectPage(toast(printingWords.failed('physician report'))).toContainText(refusal)
    const text = await toast(printingWords.failed('physician report')).innerText()
    expect(text.match(/Ana Silva/g)).toHaveLength(1)
    await toast(printingWords.failed('physician report')).getByRole('button', { name: 'Try again' }).press('Enter')
    await expectPage(toast('Printing physician report')).toContainText('Front desk')
    expect(await at.controls((world) => world.release.jobList.map(({ kind }) => kind))).toEqual(['print'])
  })

  it('offers no move and no cancellation for a member who has been scanned', async () => {
    await open()
    await expectPage(page.getByRole('link', { name: 'Move or cancel' })).toHaveCount(0)
    await expectPage(page.getByRole('link', { name: 'Open booking' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit Study Details' }).press('Enter')
    const edit = page.getByRole('region', { name: 'Edit Study Details' })
    await expectPage(edit).toContainText(
      'The member has been scanned. The appointment can no longer be moved or cancelled.',
    )
    await expectPage(edit.getByRole('grid')).toHaveCount(0)
    await expectPage(edit.getByRole('button', { name: /^Cancel Appointment/ })).toHaveCount(0)
    expect(await at.inspect('scanned-edit', edit)).toEqual([])
    await edit.getByText('Suppress invoice').click()
    await page.getByRole('button', { name: /^Save Changes/ }).press('Enter')
    await expectPage(toast("Changes to Ana Silva's study saved")).toBeVisible()
    await at.go(`/admin/booking/study/${at.studyID}`)
    await expectPage(page.getByText('The member has been scanned.')).toBeVisible()
    await expectPage(page.getByRole('grid')).toHaveCount(0)
    await expectPage(page.getByRole('button', { name: 'Cancel Appointment' })).toHaveCount(0)
  })

  it('has notices that cover no control, neither on the page nor in a dialog', async () => {
    await open()
    await page.setViewportSize(small)
    await channelButton('FAX', 'Amara Osei').press('Enter')
    const dialog = page.getByRole('dialog')
    const retyped = dialog.getByRole('textbox', { name: /^Re-enter/ })
    if ((await retyped.count()) > 0) await retyped.fill('16045550210')
    await dialog.getByRole('checkbox', { name: /^I /u }).or(dialog.getByRole('checkbox').last()).first().press('Space')
    const commit = dialog.getByRole('button', { name: /^Fax / })
    await expectPage(commit).not.toHaveAttribute('aria-disabled', 'true')
    await commit.press('Enter')
    await expectPage(toast('Fax to Dr. Amara Osei')).toBeVisible()
    for (const place of [0, 0.3, 0.6, 1]) {
      await page
        .locator('.s-frame__main')
        .evaluate((main, part) => main.scrollTo(0, (main.scrollHeight - main.clientHeight) * part), place)
      expect(await coveredControls(), `scrolled to ${place}`).toEqual([])
    }
    await channelButton('FAX', 'Chiara Moreau').press('Enter')
    await expectPage(dialog.getByRole('button', { name: sendWords.close, exact: true }).last()).toBeVisible()
    await expectPage(toast('Fax to Dr. Amara Osei')).toBeVisible()
    expect(await coveredControls()).toEqual([])
  })
})

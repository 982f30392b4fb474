import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Delivery } from '#domain/release/delivery.ts'
import { discMessages } from '#domain/release/disc-burning.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { aroundStudyMs } from '#renderer/kit/throttle.ts'
import { sendActWords } from '#renderer/release/inside/send-act-words.ts'
import { sendWords } from '#renderer/release/inside/send-words.ts'
import { type StartOptions, startHarnessPages } from '../harness/harness-pages.ts'
import { openPanels, type PanelPage, press, who } from '../study-page/panels/panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage

const title = 'Physician report, version 1'
const practitioners = {
  primary: { practitionerID: 'pr-1', locationID: 'pl-1-1' },
  referring: null,
  additional: [],
}
const details = { practitioners, readingPublished: [{ reportType: 'structured' as const, version: 1 }] }
const flags = { checkin: true, scanned: true, read: true, published: true }

const panel = (): Locator => at.panel('Provider follow-up')
const dialog = (): Locator => page.getByRole('dialog')
const act = (label: string, what = title): Locator =>
  panel().getByRole('button', { name: `${label}: ${what}, Dr. Amara Osei, ${who}`, exact: true })

const put = async (change: Partial<Delivery>): Promise<void> => {
  await at.controls((world, id, given) => {
    const delivery = {
      deliveryID: 'dl-1',
      studyID: id as never,
      channel: 'cd' as const,
      mode: 'automated' as const,
      item: { kind: 'paper' as const, paper: 'physician-report' as const },
      title: 'Physician report, version 1',
      practitionerID: 'pr-1' as never,
      practiceLocationID: 'pl-1-1',
      recipientName: 'Dr. Amara Osei',
      address: '',
      isEncrypted: true,
      state: 'handed-over' as const,
      reason: null,
      pages: 2,
      by: 'Jo Marsh',
      at: '2026-11-23T13:59:00Z' as never,
      handedOverAt: '2026-11-23T14:00:00Z' as never,
      deliveredAt: null,
      ...given,
    }
    world.release.deliveries.splice(0, world.release.deliveries.length, delivery)
    world.emit('booking.studyChanged', { studyID: id as never })
  }, change)
  await page.clock.fastForward(aroundStudyMs)
}

const open = async (start: StartOptions, change: Partial<Delivery>): Promise<void> => {
  at = await openPanels(pages, start, { flags, details })
  page = at.page
  await put(change)
}

describe('a disc whose image was written', { timeout: 90_000 }, () => {
  it('waits until staff record that it was burnt, and staff can undo the record', async () => {
    const { disc } = sendActWords
    await open({ signedInAs: 'frontdesk' }, {})
    await expectPage(panel()).toContainText('waiting to be burnt')
    await expectPage(panel()).toContainText(sendActWords.discHint)
    await expectPage(act(sendActWords.resend.cd)).toHaveCount(0)
    await act(disc.burnt).scrollIntoViewIfNeeded()
    expect(await at.inspect('disc-waiting', panel())).toEqual([])
    await press(act(disc.burnt))
    await expectPage(panel()).toContainText(/CD 23 Nov 2026 .*, burnt/)
    await expectPage(panel()).toContainText(sendActWords.confirmedBy('Frankie Desker'))
    await expectPage(at.toast(sendActWords.discDone.burnt)).toBeVisible()
    await press(at.toast(sendActWords.discDone.burnt).getByRole('button', { name: sendActWords.undo }))
    await expectPage(panel()).toContainText('waiting to be burnt')
    await press(act(disc['not-burnt']))
    await expectPage(panel()).toContainText(discMessages.notBurnt)
    await expectPage(act(sendActWords.resend.cd)).toBeVisible()
    await press(act(disc.waiting))
    await press(act(disc.burnt))
    await at.controls((world, id) => world.study.setFlags(id, { providerReportNotification: true }))
    await page.clock.fastForward(aroundStudyMs)
    await expectPage(act(disc.waiting)).toHaveAccessibleDescription(discMessages.isNotified)
    await at.controls((world, id) => world.study.setFlags(id, { providerReportNotification: false }))
    await at.controls((world) => world.setConnectivity({ state: 'offline' }))
    await expectPage(act(disc.waiting)).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('resending a document', { timeout: 90_000 }, () => {
  const fax = { channel: 'fax', address: '16045550210', isEncrypted: false } as const
  const commit = (): Locator => dialog().getByRole('button', { name: /^Fax / })
  const send = async (): Promise<void> => {
    await expectPage(commit()).not.toHaveAttribute('aria-disabled', 'true')
    await press(commit())
    await expectPage(dialog()).toHaveCount(0)
  }
  const lastInput = () =>
    page.evaluate(() => window.fakeControls?.calls.findLast(({ command }) => command === 'release.send')?.input)

  it('opens the same document for the same recipient, and creates a new send that refers to the earlier one', async () => {
    await open({ signedInAs: 'hi' }, { ...fax, state: 'failed', reason: 'The line was busy.' })
    await press(act(sendActWords.resend.fax))
    await expectPage(dialog()).toContainText('You are resending: FAX 23 Nov 2026 07:00am PDT, failed')
    const retyped = dialog().getByRole('textbox', { name: /^Re-enter/ })
    await retyped.fill('16045550210')
    await expectPage(dialog().getByRole('checkbox', { name: sendActWords.acceptUncertain })).toHaveCount(0)
    const cover = dialog().getByRole('checkbox', { name: sendWords.options.cover })
    await expectPage(cover).not.toBeChecked()
    await cover.press('Space')
    await dialog().getByRole('checkbox', { name: releaseMessages.confirm }).press('Space')
    await send()
    expect(await lastInput()).toMatchObject({
      channel: 'fax',
      mode: 'automated',
      hasCoverSheet: true,
      resend: { deliveryID: 'dl-1', isUncertainAccepted: false },
    })
    await expectPage(panel()).toContainText(sendActWords.isResend)
  })

  it('asks whether the recipient may get the document twice if the earlier result is unknown', async () => {
    const consent = { item: { kind: 'paper', paper: 'consent' }, title: 'Member agreement and consent' } as const
    await open({ signedInAs: 'hi' }, { ...fax, ...consent, mode: 'manual', state: 'uncertain' })
    await press(act(sendActWords.resend.fax, consent.title))
    await expectPage(dialog()).toContainText(sendActWords.uncertainTitle)
    await expectPage(dialog().getByRole('radio', { name: 'Manual' })).toBeChecked()
    await dialog()
      .getByRole('textbox', { name: /^Re-enter/ })
      .fill('16045550210')
    await dialog().getByRole('checkbox', { name: releaseMessages.confirm }).press('Space')
    await expectPage(commit()).toHaveAccessibleDescription(sendActWords.tickUncertain)
    await dialog().getByRole('checkbox', { name: sendActWords.acceptUncertain }).press('Space')
    expect(await at.inspect('resend-uncertain', dialog())).toEqual([])
    await dialog().getByRole('checkbox', { name: releaseMessages.confirm }).press('Space')
    await send()
    expect(await lastInput()).toMatchObject({
      item: consent.item,
      resend: { deliveryID: 'dl-1', isUncertainAccepted: true },
    })
  })

  it('is not offered for a send in progress, nor for a document that the role cannot choose', async () => {
    await open({ signedInAs: 'frontdesk', environment: 'PRODUCTION' }, { ...fax, state: 'sending' })
    await expectPage(panel()).toContainText('sending')
    await expectPage(panel().getByRole('button', { name: /again:/ })).toHaveCount(0)
    await put({ ...fax, item: { kind: 'paper', paper: 'consent' }, title: 'Consent', state: 'delivered' })
    await expectPage(panel()).toContainText('Consent')
    await expectPage(panel().getByRole('button', { name: /again:/ })).toHaveCount(0)
    await put({ ...fax, state: 'delivered', deliveredAt: '2026-11-23T14:00:00Z' as never })
    await press(panel().getByRole('button', { name: /^Details: FAX/ }))
    await expectPage(act(sendActWords.resend.fax)).toBeVisible()
    await press(act(sendActWords.resend.fax))
    await expectPage(dialog()).toContainText(sendWords.sentBefore('Dr. Amara Osei'))
    await page.keyboard.press('Escape')
    await expectPage(dialog()).toHaveCount(0)
    // The location decides whether a fax begins with a cover sheet, unless the sender chooses otherwise.
    await at.controls((world) => {
      const location = world.clinic.locations.find(({ locationID }) => locationID === 'ca-bc-1')
      if (location !== undefined) Object.assign(location, { faxCoverSheet: true })
    })
    await put({ ...fax, state: 'delivered', deliveredAt: '2026-11-23T14:00:00Z' as never })
    await press(act(sendActWords.resend.fax))
    await expectPage(dialog().getByRole('checkbox', { name: sendWords.options.cover })).toBeChecked()
  })
})

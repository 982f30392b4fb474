import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { frameNoticeWords } from '#renderer/frame/frame-notice-words.ts'
import { sendNoticeWords } from '#renderer/frame/send-notice-words.ts'
import { sendBatchWords as words } from '#renderer/release/inside/send-batch-words.ts'
import { sendWords } from '#renderer/release/inside/send-words.ts'
import { fakePassword } from '../fake-clinic.ts'
import { type StartOptions, startHarnessPages } from '../harness/harness-pages.ts'
import { failing, openPanels, type PanelPage, press, who } from '../study-page/panels/panel-pages.ts'

const noticeWords = frameNoticeWords.sends
const pages = startHarnessPages()
let page: Page
let at: PanelPage

const title = 'Physician report, version 1'
const consent = 'Member agreement and consent'
const practitioners = {
  primary: { practitionerID: 'pr-1', locationID: 'pl-1-1' },
  referring: { practitionerID: 'pr-2', locationID: 'pl-2-1' },
  additional: [{ practitionerID: 'pr-1', locationID: 'pl-1-1' }],
}
const details = { practitioners, readingPublished: [{ reportType: 'structured' as const, version: 1 }] }
const flags = { checkin: true, scanned: true, read: true, published: true }

const dialog = (name = words.title): Locator => page.getByRole('dialog', { name })
const box = (name: string | RegExp): Locator => dialog().getByRole('checkbox', { name })
const toggle = (control: Locator): Promise<void> => control.press('Space')
const commit = (): Locator => dialog().getByRole('button', { name: /^Send documents of / })
/** Waits until the documents are shown and may be sent, and then sends them. */
const send = async (): Promise<void> => {
  await expectPage(commit()).not.toHaveAttribute('aria-disabled', 'true')
  await press(commit())
}
const plan = (): Locator => dialog().getByRole('region', { name: words.plan })
const results = (name: string): Locator => dialog(name).getByRole('list', { name: words.plan }).getByRole('listitem')
const inputs = (): Promise<{ readonly [field: string]: unknown }[]> =>
  page.evaluate(
    () =>
      (window.fakeControls?.calls ?? [])
        .filter(({ command }) => command === 'release.send')
        .map(({ input }) => input) as { [field: string]: unknown }[],
  )

const open = async (start: StartOptions): Promise<void> => {
  at = await openPanels(pages, start, { flags, details })
  page = at.page
  await at.controls((world) => {
    for (const address of ['16045550210', 'osei@practice.example']) {
      world.release.usedAddresses.set(address, '2026-10-01T17:00:00Z' as never)
    }
  })
  await at.controls((world, id) => world.emit('booking.studyChanged', { studyID: id as never }))
  await page.clock.fastForward(10_000)
  await press(at.panel('Provider follow-up').getByRole('button', { name: words.openOf(who) }))
}

describe('sending several documents to several practitioners', { timeout: 120_000 }, () => {
  it('lists every pair before a single confirmation, sends each pair separately, and repeats only the failed sends', async () => {
    await open({ signedInAs: 'hi' })
    await expectPage(box(title)).toBeChecked()
    await expectPage(commit()).toHaveAccessibleDescription(words.reasons.noWay)
    await toggle(box(consent))
    await toggle(box(/^Fax \+1 604 555 0210/))
    await toggle(box(/^Email osei@practice\.example/))
    await toggle(box(/Lindqvist/).first())
    await expectPage(plan()).toContainText('2 documents to 2 recipients, 6 sends')
    for (const text of [title, consent, 'Dr. Amara Osei, Harbour Family Practice, Fax +1 604 555 0210']) {
      await expectPage(plan()).toContainText(text)
    }
    await expectPage(plan().getByRole('listitem')).toHaveCount(6)
    await expectPage(dialog()).toContainText('Ana Silva · born 03 Feb 1980')
    await expectPage(commit()).toHaveAccessibleDescription(words.reasons.retype('Dr. Bruno Lindqvist'))
    const again = dialog().getByRole('textbox', { name: /^Re-enter/ })
    await again.fill('16045550000')
    await expectPage(dialog()).toContainText(releaseMessages.retypedDiffers)
    const number = await dialog()
      .getByText(/^Fax .*Lindqvist/)
      .first()
      .innerText()
    await again.fill(number.replace(/\D/gu, ''))
    await expectPage(commit()).toHaveAccessibleDescription(words.reasons.notSeen(consent))
    await toggle(dialog().getByRole('radio', { name: consent }))
    await expectPage(dialog().getByRole('region', { name: sendWords.preview }).locator('canvas').first()).toBeVisible()
    await expectPage(commit()).toHaveAccessibleDescription(`Tick “${releaseMessages.confirm}” first.`)
    await toggle(box(releaseMessages.confirm))
    expect(await at.inspect('send-batch', dialog())).toEqual([])
    await toggle(box(sendWords.options.hide))
    await expectPage(box(releaseMessages.confirm)).not.toBeChecked()
    await toggle(box(sendWords.options.hide))
    await expectPage(box(releaseMessages.confirm)).toBeChecked()
    await expectPage(commit()).toHaveAccessibleName(`Send documents of ${who}: 2 documents to 2 recipients, 6 sends`)
    await at.controls(
      (world, _id, reply) => world.failNext('release.send', reply as never),
      failing('stale', releaseMessages.addressChanged),
    )
    await send()

    const told = page.getByRole('dialog', { name: sendWords.password.title })
    await expectPage(told.getByRole('button', { name: /^Copy password: / })).toHaveCount(2)
    for (const document of [title, consent]) {
      await expectPage(told).toContainText(sendWords.password.subtitle(document, who, 'Dr. Amara Osei'))
    }
    await expectPage(told.getByRole('button', { name: /^Copy password: / }).first()).toBeFocused()
    expect(await at.inspect('send-batch-passwords', told)).toEqual([])
    await press(told.getByRole('button', { name: sendWords.password.doneWithSeveral }))
    await expectPage(told).toHaveCount(0)
    await expectPage(results(words.result.titleFailed)).toHaveCount(6)
    await expectPage(results(words.result.titleFailed).first()).toContainText(words.result.states.failed)
    await expectPage(results(words.result.titleFailed).first()).toContainText(releaseMessages.addressChanged)
    await expectPage(dialog(words.result.titleFailed)).toContainText(words.result.summary(5, 6))
    await expectPage(page.getByText(/^Sending starts in/)).toHaveCount(1)
    await expectPage(page.getByText(sendNoticeWords.several(5))).toBeVisible()
    expect(await at.inspect('send-batch-result', dialog(words.result.titleFailed))).toEqual([])
    await expectPage(dialog(words.result.titleFailed).getByRole('group', { name: /^Ana Silva · born / })).toBeVisible()
    await page.keyboard.press('F9')
    await page.getByLabel('Password', { exact: true }).fill(fakePassword)
    await page.keyboard.press('Enter')
    await press(dialog(words.result.titleFailed).getByRole('button', { name: words.result.retryOf(1, who) }))
    await expectPage(dialog(words.result.title)).toContainText(words.result.summary(6, 6))
    const sent = await inputs()
    expect(sent).toHaveLength(7)
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(7)
    expect(sent[6]).toMatchObject({ channel: 'fax', title, retyped: null, shouldEncryptPdf: false })
    expect(sent.filter(({ channel }) => channel === 'email')).toMatchObject([
      { shouldEncryptPdf: true },
      { shouldEncryptPdf: true, mode: 'manual', item: { kind: 'paper', paper: 'consent' } },
    ])
    await press(dialog(words.result.title).getByRole('button', { name: words.result.close }).last())
    await expectPage(dialog(words.result.title)).toHaveCount(0)
    await expectPage(at.panel('Provider follow-up')).toContainText(/FAX 23 Nov 2026 .*waiting to be sent/)
    expect(await at.controls((world) => world.release.deliveries.length)).toBe(6)
  })

  it('shows one notice, which can undo all of the sends', async () => {
    await open({ signedInAs: 'hi' })
    await toggle(box(/^Fax \+1 604 555 0210/))
    await toggle(box(/^Email osei@practice\.example/))
    const drawn = dialog().getByRole('region', { name: sendWords.preview }).locator('canvas').first()
    await expectPage(drawn).toBeVisible()
    await toggle(box(consent))
    await toggle(dialog().getByRole('radio', { name: consent }))
    await expectPage(dialog().getByRole('radio', { name: consent })).toBeChecked()
    await expectPage(dialog().getByRole('region', { name: sendWords.preview }).locator('canvas').first()).toBeVisible()
    await toggle(box(releaseMessages.confirm))
    await send()
    await page.getByRole('dialog', { name: sendWords.password.title }).waitFor()
    await expectPage(page.getByText(sendNoticeWords.several(4))).toBeVisible()
    await expectPage(page.getByText(/^Sending starts in/)).toHaveCount(1)
    await page.getByRole('button', { name: sendNoticeWords.undoAll }).click()
    await expectPage(page.getByText(sendNoticeWords.severalUndone(4))).toBeVisible()
    await expectPage(page.getByText(/^Sending starts in/)).toHaveCount(0)
  })

  it('shows unfinished sends again at the next sign-in of the same person, and sends each exactly once', async () => {
    await open({ signedInAs: 'frontdesk' })
    await toggle(box(/^Fax \+1 604 555 0210/))
    await toggle(box(/^Email osei@practice\.example/))
    await toggle(box(releaseMessages.confirm))
    await at.controls(
      (world, _id, reply) => world.failNext('release.send', reply as never),
      failing('timed-out', 'Nothing came.'),
    )
    await send()
    await expectPage(dialog(words.result.titleFailed)).toContainText(words.result.summary(0, 2))
    const signInAs = async (name: string): Promise<void> => {
      await at.go('/logout')
      await page.getByLabel('Email').fill(`${name}@demo.atrium`)
      await page.getByLabel('Password', { exact: true }).fill(fakePassword)
      await page.keyboard.press('Enter')
      await page.getByRole('navigation').first().waitFor()
    }
    const notice = page.getByRole('region', { name: noticeWords.label })
    await signInAs('admin')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expectPage(notice).toHaveCount(0)
    await signInAs('frontdesk')
    await expectPage(notice).toContainText(noticeWords.title(who, 2, 2))
    expect(await at.inspect('send-batch-notice', notice)).toEqual([])
    await press(notice.getByRole('button', { name: noticeWords.openOf(who) }))
    const earlier = dialog(words.result.titleEarlier)
    await expectPage(earlier).toContainText(words.result.earlierHint)
    await expectPage(results(words.result.titleEarlier)).toHaveCount(2)
    expect(await at.inspect('send-batch-earlier', earlier)).toEqual([])
    await press(earlier.getByRole('button', { name: words.result.retryOf(2, who) }))
    await page
      .getByRole('dialog', { name: sendWords.password.title })
      .getByRole('button', { name: sendWords.password.done })
      .press('Enter')
    await expectPage(dialog(words.result.title)).toContainText(words.result.summary(2, 2))
    await expectPage(notice).toHaveCount(0)
    expect(await at.controls((world) => world.release.deliveries.length)).toBe(2)
  })

  it('offers the front desk only the report, asks before choices are lost, and shows an unknown result', async () => {
    await open({ signedInAs: 'frontdesk', environment: 'PRODUCTION' })
    await expectPage(box(consent)).toHaveCount(0)
    await toggle(box(/^Fax \+1 604 555 0210/))
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: words.leave.title })
    await press(question.getByRole('button', { name: words.leave.stay }))
    await toggle(box(releaseMessages.confirm))
    await at.controls(
      (world, _id, reply) => world.loseNext('release.send', reply as never),
      failing('timed-out', 'Nothing came.'),
    )
    await send()
    await expectPage(dialog(words.result.titleFailed)).toContainText(words.result.unknownHint)
    await press(dialog(words.result.titleFailed).getByRole('button', { name: words.result.retryOf(1, who) }))
    await expectPage(dialog(words.result.title)).toContainText(words.result.summary(1, 1))
    const [lost, repeated] = await inputs()
    expect(repeated).toEqual(lost)
    expect(await at.controls((world) => world.release.deliveries.length)).toBe(1)
  })
})

import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { UpdateView } from '#contract/update/bridge.ts'
import { toInstant } from '#domain/values/instant.ts'
import { refusalWords, updateWords as words } from '#renderer/update/update-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { openPaymentPages } from '../payments/payment-pages.ts'

const desk = openPaymentPages(startHarnessPages())
const panel = () => desk.page().getByRole('region', { name: words.title, exact: true })
const set = (page: Page, change: Partial<UpdateView>): Promise<void> =>
  page.evaluate((next) => window.fakeControls?.setUpdate(next), change)

const ready = {
  kind: 'ready',
  version: '1.2.0',
  change: 'newer',
  notes: ['Search finds misspelled names.'],
  obstacles: ['signed-in'],
  dueAt: toInstant(Date.UTC(2026, 10, 30, 18)),
  isOverdue: false,
} as const

const openSettings = async (): Promise<Page> => {
  const page = await desk.open({ signedInAs: 'frontdesk', context: { timezoneId: 'America/Vancouver' } })
  await page.evaluate(() => history.pushState(null, '', '/admin/settings'))
  await expectPage(panel()).toContainText(words.idle)
  return page
}

describe('the updates of a workstation', { timeout: 60_000 }, () => {
  it('are described in Settings, in every state', async () => {
    const page = await openSettings()
    await desk.inspect('updates-idle')
    const states: readonly (readonly [UpdateView['state'], string])[] = [
      [{ kind: 'checking' }, words.checking],
      [{ kind: 'downloading', version: '1.2.0', doneBytes: 25_500_000, totalBytes: 98_000_000 }, '25.5 MB of 98.0 MB'],
      [{ kind: 'held-back', version: '1.2.0', reason: 'halted' }, words.heldBack.halted('1.2.0')],
      [{ kind: 'held-back', version: '1.1.0', reason: 'data-newer' }, words.heldBack['data-newer']('1.1.0')],
      [{ kind: 'failed', code: 'bad-signature', version: null }, refusalWords['bad-signature'] ?? ''],
      [{ kind: 'failed', code: 'of-a-later-version', version: null }, words.failedWithoutReason],
      [{ kind: 'installing', version: '1.2.0' }, words.installing('1.2.0')],
      [ready, 'Not installed yet because of: the signed-in user.'],
      [{ ...ready, change: 'rollback' }, words.readyBack('1.2.0')],
    ]
    for (const [state, text] of states) {
      await set(page, { state })
      await expectPage(panel().getByRole('status')).toContainText(text)
    }
    await set(page, {
      state: ready,
      managed: ['updateChannel'],
      hours: { fromHour: 22, toHour: 5, isForced: false },
      history: [
        { from: '1.1.0', version: '1.1.1', at: 1_795_000_000, outcome: 'failed' },
        { from: '1.0.0', version: '1.1.0', at: 1_794_000_000, outcome: 'installed' },
      ],
    })
    await expectPage(panel()).toContainText(
      'Any time when no one is signed in or Atrium is locked. From 10:00pm to 05:00am, also while someone is signed in',
    )
    await expectPage(panel()).toContainText(words.setByOrganisation)
    await expectPage(panel()).toContainText('1.0.0 to 1.1.0: Installed')
    await expectPage(panel()).toContainText('Search finds misspelled names.')
    await panel().evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await desk.inspect('updates-ready')
    await set(page, { state: { kind: 'off', reason: 'policy' } })
    await expectPage(panel().getByRole('button')).toHaveCount(0)
  })

  it('that IT installs are described in Settings, without a banner or a restart', async () => {
    const page = await openSettings()
    const found = { kind: 'for-it', version: '1.2.0', change: 'newer', notes: ready.notes, needsServer: null } as const
    const states: readonly (readonly [UpdateView['state'], string])[] = [
      [{ ...found, change: 'rollback' }, words.forITBack('1.2.0')],
      [{ ...found, needsServer: '1.1.0' }, words.needsServer('1.1.0')],
      [{ kind: 'idle' }, words.idle],
      [found, 'Version 1.2.0 is available. Your IT support installs it.'],
    ]
    for (const [state, text] of states) {
      await set(page, { state, isInstalledByIT: true, managed: ['updateChannel', 'updateFromHour'] })
      await expectPage(panel().getByRole('status')).toContainText(text)
    }
    await set(page, { lookedAt: toInstant(Date.UTC(2026, 10, 23, 15)) })
    await expectPage(panel()).toContainText('Search finds misspelled names.')
    await expectPage(panel()).toContainText(`Stable. ${words.setByOrganisation}`)
    await expectPage(panel()).toContainText('23 Nov 2026')
    await expectPage(panel()).toContainText(words.byIT)
    await expectPage(panel()).not.toContainText(words.anyTime)
    await expectPage(panel().getByRole('button')).toHaveText([words.look])
    await expectPage(page.getByRole('button', { name: words.install, exact: true })).toHaveCount(0)
    await expectPage(page.locator('.s-frame__head')).not.toContainText('1.2.0')
    await panel().evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await desk.inspect('updates-for-it')
    await panel().getByRole('button', { name: words.look }).press('Enter')
    await expectPage
      .poll(() => page.evaluate(() => window.fakeControls?.calls.some(({ command }) => command === 'update.look')))
      .toBe(true)
  })

  it('are announced above every screen when ready, hidden by Later, and shown again when overdue', async () => {
    const page = await openSettings()
    const banner = page.locator('.s-frame__head')
    await set(page, { state: ready })
    await expectPage(banner.getByText(words.bannerTitle('1.2.0'))).toBeVisible()
    await expectPage(banner).toContainText(/In \d+ days and \d+ hours? \(30 Nov 2026 .*\) Atrium asks you to restart\./)
    await desk.inspect('updates-banner')
    const forced = { fromHour: 22, toHour: 5, isForced: true }
    await set(page, { state: ready, hours: forced })
    await expectPage(banner).toContainText('your organisation lets Atrium restart at 10:00pm')
    await page.getByRole('button', { name: words.later, exact: true }).click()
    await expectPage(banner.getByText(words.bannerTitle('1.2.0'))).toHaveCount(0)
    await set(page, { state: { ...ready, isOverdue: true, obstacles: ['paying', 'signed-in'] } })
    await expectPage(banner.getByText(words.overdueTitle('1.2.0'))).toBeVisible()
    await expectPage(banner).toContainText('Not installed yet because of: a payment in progress.')
    await set(page, { state: { ...ready, isOverdue: true }, hours: forced })
    await expectPage(banner).toContainText(words.overdueForced('10:00pm'))
    await desk.inspect('updates-forced')
    await set(page, { state: { ...ready, isOverdue: true }, hours: null })
    await banner.getByRole('button', { name: words.install, exact: true }).click()
    await expectPage(panel().getByRole('status')).toContainText(words.installing('1.2.0'))
  })

  it('show the notes of a new version until the user dismisses them', async () => {
    const page = await openSettings()
    await set(page, { news: { version: '1.2.0', notes: ['Search finds misspelled names.'] } })
    await expectPage(page.getByText(words.newsTitle('1.2.0'))).toBeVisible()
    await page.locator('.s-frame__head').getByRole('button', { name: 'Dismiss' }).click()
    await expectPage(page.getByText(words.newsTitle('1.2.0'))).toHaveCount(0)
    expect(
      await page.evaluate(() => window.fakeControls?.calls.some(({ command }) => command === 'update.closeNews')),
    ).toBe(true)
  })
})

import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page

type Controls = NonNullable<Window['fakeControls']>
const control = <Result, Given>(run: (controls: Controls, given: Given) => Result, given?: Given): Promise<Result> =>
  page.evaluate(`(${run})(window.fakeControls, ${JSON.stringify(given ?? null)})`)

/** Opens the board on Monday 23 November 2026, 07:00 in Los Angeles; gives the studies of that day by time. */
const open = async (start: StartOptions = {}): Promise<readonly string[]> => {
  page = await pages.open(
    '/admin/frontdesk',
    { signedInAs: 'frontdesk', ...start, context: { timezoneId: 'America/Los_Angeles', ...start.context } },
    '2026-11-23T15:00:00Z',
  )
  await page.getByRole('table').waitFor()
  return page
    .locator('tbody .fd__name')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''))
}

const row = (studyID: string) =>
  page.getByRole('row').filter({ has: page.locator(`a[href="/admin/study/${studyID}"]`) })
const name = (studyID: string) => row(studyID).getByRole('link', { name: /open the study’s page$/ })
const toasts = () => page.locator('.w-toast')
/** Nothing stands in front of this member any more. */
const makeReady = (studyID: string, given: Partial<Study> = {}) =>
  control(
    ({ study, clinic }, input) => {
      const before = clinic.studies.find((each) => each.studyID === input.studyID)
      if (before === undefined) throw new Error('There is no such study.')
      study.change(input.studyID, {
        balance: 0,
        temporaryHold: false,
        status: { ...before.status, consent: true, referred: true, checkin: false, scanned: false },
        safety: {
          ...before.safety,
          version: 1,
          state: 'complete',
          unanswered: 0,
          red: 0,
          blue: 0,
          isProhibited: false,
        },
        ...input.given,
      })
    },
    { studyID, given },
  )
const sizes = [
  ['1440', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['1024', { viewport: { width: 1024, height: 768 }, colorScheme: 'dark' }],
] as const

describe('the board of the day', { timeout: 60_000 }, () => {
  it.each(sizes)('has rows of one height, however much there is to know, and fits at %s', async (_, context) => {
    const [first = ''] = await open({ context })
    await control(({ study, clinic }, studyID) => {
      const before = clinic.studies.find((each) => each.studyID === studyID)
      if (before === undefined) throw new Error('There is no such study.')
      study.change(studyID, {
        balance: 2495,
        temporaryHold: true,
        invoiceStep: 'not-issued',
        sedative: { ...before.sedative, status: 'ready-for-pharmacy' },
        status: { ...before.status, consent: false, referred: false },
        safety: { ...before.safety, state: 'incomplete', unanswered: 12, red: 3, blue: 2, isProhibited: false },
      })
    }, first)
    await expectPage(row(first)).toContainText('Invoice not issued')
    const tall = await page
      .locator('.fd__table tbody tr')
      .evaluateAll((rows) => rows.map((each) => Math.round(each.getBoundingClientRect().height)))
    expect([...new Set(tall)]).toHaveLength(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(context.viewport.width)
    const isCut = await row(first)
      .locator('.fd__chips')
      .evaluate((chips) => chips.scrollHeight > (chips.closest('td')?.clientHeight ?? 0))
    expect(isCut).toBe(false)
    expect(await seriousFaultsOf(page)).toEqual([])
  })

  it('is worked by keyboard: arrows, N for what is next, U to take it back, Enter for the study', async () => {
    const [first = '', second = ''] = await open()
    await makeReady(second)
    await page.locator('#main').focus()
    await page.keyboard.press('ArrowDown')
    await expectPage(name(first)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expectPage(name(second)).toBeFocused()
    await page.keyboard.press('n')
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    await expectPage(dialog.getByRole('button', { name: /^Check in .+, \d\d \w{3} \d{4}$/ })).toBeFocused()
    await expectPage(dialog).toContainText(/, \d\d:\d\d[ap]m PST, /)
    await page.keyboard.press('Enter')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(row(second)).toContainText(/Checked in \d\d:\d\d[ap]m by /)
    await expectPage(name(second)).toBeFocused()
    await page.keyboard.press('n')
    await expectPage(row(second)).toContainText('Scanned')
    await expectPage(toasts().filter({ hasText: 'Marked as scanned' })).toBeVisible()
    await page.keyboard.press('u')
    await expectPage(row(second).getByRole('button', { name: /^Mark scanned: / })).toBeVisible()
    await expectPage(toasts().filter({ hasText: 'The scan mark was taken back' })).toBeVisible()
    await expectPage(name(second)).toBeFocused()
    await page.keyboard.press('Enter')
    await expectPage(page).toHaveURL(new RegExp(`/admin/study/${second}$`))
  })

  it('leads to the money of who owes, and says the keys on the sheet', async () => {
    const [first = ''] = await open()
    await makeReady(first, { balance: 100 })
    await expectPage(row(first).getByRole('link', { name: /^Take payment: .+, \d\d \w{3} \d{4}$/ })).toBeVisible()
    await name(first).focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expectPage(sheet).toContainText('Do what is next for the member')
    await page.keyboard.press('Escape')
    await name(first).focus()
    await page.keyboard.press('n')
    await expectPage(page).toHaveURL(new RegExp(`/admin/frontdesk/study/${first}$`))
  })

  it('shows one machine’s members alone', async () => {
    const all = await open()
    const filter = page.getByRole('group', { name: 'Machine' }).getByRole('button')
    await expectPage(filter.first()).toHaveAttribute('aria-pressed', 'true')
    const one = filter.nth(1)
    const [, machine = '', count = ''] = /^(.*) (\d+)$/.exec((await one.textContent()) ?? '') ?? []
    await one.click()
    await expectPage(page.locator('tbody .fd__name')).toHaveCount(Number(count))
    expect(Number(count)).toBeLessThan(all.length)
    for (const cell of await page.locator('tbody tr td:first-child').allTextContents()) expect(cell).toContain(machine)
    await filter.first().click()
    await expectPage(page.locator('tbody .fd__name')).toHaveCount(all.length)
  })

  it('shows at once what another desk does, and leaves the focus in its row', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    const checkIn = row(first).getByRole('button', { name: /^Check in / })
    await checkIn.focus()
    await control(
      ({ study }, studyID) => study.setFlags(studyID, { checkin: true, checkinTime: '2026-11-23T14:58:00Z' }),
      first,
    )
    await expectPage(row(first)).toContainText(/Checked in \d\d:\d\d[ap]m by Ben Ortiz/)
    await expectPage(row(first).locator(':focus')).toHaveCount(1)
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  })

  it('checks in offline, says that it waits, and that nothing else can be marked', async () => {
    const [first = '', second = ''] = await open()
    await makeReady(first)
    await makeReady(second)
    await control(
      ({ study }, studyID) => study.setFlags(studyID, { checkin: true, checkinTime: '2026-11-23T14:58:00Z' }),
      second,
    )
    await control(({ setConnectivity }) => setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(/^Offline: as of \w{3} \d\d:\d\d[ap]m PST$/)).toBeVisible()
    const scanned = row(second).getByRole('button', { name: /^Mark scanned: / })
    await expectPage(scanned).toHaveAttribute('aria-disabled', 'true')
    await expectPage(scanned).toHaveAccessibleDescription('The back office cannot be reached.')
    await row(first)
      .getByRole('button', { name: /^Check in / })
      .click()
    await page
      .getByRole('alertdialog', { name: 'Check in' })
      .getByRole('button', { name: /^Check in / })
      .click()
    await expectPage(row(first)).toContainText(/Waiting to be sent.*Checked in/)
    await expectPage(toasts()).toContainText('will be saved when the connection is back')
    expect(await seriousFaultsOf(page, '[data-live-announcer]')).toEqual([])
    await control(({ setConnectivity }) => setConnectivity({ state: 'online' }))
    await expectPage(row(first)).toContainText(/Checked in/)
    await expectPage(row(first)).not.toContainText('Waiting to be sent')
  })

  it('leaves the way to check in beside a colleague’s check-in that waits for them', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await control(({ study }, studyID) => study.waitForColleague(studyID, 'Nell Prescott', null), first)
    await expectPage(row(first)).toContainText(/Nell Prescott checked .+ in here while offline/)
    expect(await seriousFaultsOf(page, '[data-live-announcer]')).toEqual([])
    await row(first)
      .getByRole('button', { name: /^Check in / })
      .click()
    await page
      .getByRole('alertdialog', { name: 'Check in' })
      .getByRole('button', { name: /^Check in / })
      .click()
    await expectPage(row(first)).toContainText(/Checked in/)
  })

  it('tells wherever the desk is of a check-in that could not be kept, until it was read', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await control(({ setConnectivity }) => setConnectivity({ state: 'offline' }))
    await row(first)
      .getByRole('button', { name: /^Check in / })
      .click()
    await page
      .getByRole('alertdialog', { name: 'Check in' })
      .getByRole('button', { name: /^Check in / })
      .click()
    await expectPage(row(first)).toContainText('Waiting to be sent')
    await control(({ study }) =>
      study.refuseWaiting({ code: 'already-cancelled', message: 'This appointment has been cancelled.' }),
    )
    const told = page.getByRole('region', { name: 'Check-ins and notes that are not saved' })
    await expectPage(told).toContainText('The check-in by you could not be saved')
    await expectPage(told).toContainText('This appointment has been cancelled.')
    await expectPage(row(first)).not.toContainText('Checked in')
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await expectPage(told.getByRole('link', { name: `Open study ${first}` })).toBeVisible()
    await told.getByRole('button', { name: 'Dismiss' }).click()
    await expectPage(told).toHaveCount(0)
  })

  it('says what went wrong where a mark was refused, and where the day cannot be read', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await control(({ study }, studyID) => study.setFlags(studyID, { checkin: true }), first)
    await control(({ failNext }) =>
      failNext('study.mark', { ok: false, failure: { code: 'act-not-allowed', message: 'Not any more.' } }),
    )
    await row(first)
      .getByRole('button', { name: /^Mark scanned: / })
      .click()
    await expectPage(toasts()).toContainText('Not marked as scanned')
    await expectPage(toasts()).toContainText('Not any more.')
    await control(({ failNext, emit }) => {
      failNext('booking.readDay', { ok: false, failure: { code: 'unexpected', message: 'No.' } })
      emit('bridge.gap', {})
    })
    const again = page.getByRole('button', { name: 'Try again' })
    await expectPage(page.getByText(/^Not up to date: as of \w{3} \d\d:\d\d[ap]m PST$/)).toBeVisible()
    await again.click()
    await expectPage(again).toHaveCount(0)
    // A day that was never read: there is nothing to show in its place.
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    await control(({ failNext }) =>
      failNext('booking.readDay', { ok: false, failure: { code: 'unexpected', message: 'No.' } }),
    )
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Today' }).click()
    await expectPage(page.getByText(studyMessages.studiesFailed)).toBeVisible()
    await again.click()
    await page.getByRole('table').waitFor()
  })

  it('opens the study’s page at what is missing', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await control(({ study }, studyID) => study.setFlags(studyID, { consent: false }), first)
    await expectPage(row(first).getByRole('link', { name: /^Check consent: / })).toBeVisible()
    await name(first).focus()
    await page.keyboard.press('n')
    await expectPage(page.locator('#study-medical-history')).toBeFocused()
    await expectPage(page.locator('#study-medical-history')).toBeInViewport()
  })
})

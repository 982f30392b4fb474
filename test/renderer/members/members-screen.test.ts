import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { similarName } from '#domain/members/match-reason.ts'
import { appointmentStateWords } from '#domain/study/member-appointments.ts'
import { movingWords } from '#renderer/booking/moving/moving-words.ts'
import { memberFormWords } from '#renderer/members/member-form-words.ts'
import { memberSearchWords } from '#renderer/members/member-search-words.ts'
import { membersScreenWords } from '#renderer/members/members-screen-words.ts'
import { appointmentActsWords as acts } from '#renderer/study/appointment-acts-words.ts'
import { someOf } from '#test/fixtures/deep.ts'
import { seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page
const { member: words, studies } = membersScreenWords

/** Opens a page of members on Monday 23 November 2026, 07:00 in Los Angeles, where Anna Silva comes today. */
const open = async (path: string, viewport = { width: 1440, height: 900 }): Promise<void> => {
  page = await pages.open(
    path,
    { signedInAs: 'frontdesk', context: { timezoneId: 'America/Los_Angeles', viewport } },
    '2026-11-23T15:00:00Z',
  )
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}
const see = async (picture: string): Promise<void> => {
  const folder = process.env.SHOTS
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${picture}.png` })
}
const detail = () => page.getByRole('region', { name: words.label, exact: true })
const filled = () => page.locator('.s-members .w-button--primary')

describe('the Members screen', { timeout: 60_000 }, () => {
  it.each(someOf([1024, 1440, 1920], 2))(
    'warns of a similar name in the list, and shows the next appointment with its state, at %s',
    async (width) => {
      await open('/admin/members?memberID=m-000001', { width, height: width === 1024 ? 768 : 900 })
      await expectPage(detail().getByText(`${words.similar} Anna Silva, 14 Sep 1981`)).toBeVisible()
      await expectPage(detail().locator('.s-members__state')).toContainText(words.next)
      await expectPage(detail().locator('.s-members__state')).toContainText(appointmentStateWords.booked)
      expect(await filled().allTextContents()).toEqual([words.book])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await see(`members-${width}`)
      expect(await seriousFaultsOf(page)).toEqual([])
    },
  )

  it('warns of a similar name among the members that a search found, and marks both in the list', async () => {
    await open('/admin/members?memberID=m-000002')
    await page.getByRole('searchbox', { name: memberSearchWords.label }).fill('Silva')
    await expectPage(detail().getByText(`${words.similar} Ana Silva, 03 Feb 1980`)).toBeVisible()
    await expectPage(page.locator('.s-members__row').filter({ hasText: similarName })).toHaveCount(2)
  })

  it('marks the open member in the list of today, and shows no warning for another name', async () => {
    await open('/admin/members?memberID=m-000002')
    const current = page.locator('.s-members__today [aria-current="true"]')
    await expectPage(current).toContainText('Anna Silva')
    await expectPage(detail().locator('.s-members__state')).toContainText(words.next)
    await expectPage(detail().getByText(words.similar)).toHaveCount(0)
  })

  it('lists coming appointments first, the soonest on top, and marks a past one without a scan as not scanned', async () => {
    await open('/admin/members?memberID=m-000001')
    const table = page.getByRole('table', { name: studies.caption })
    await table.waitFor()
    const rows = await table
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [
          row.children[0]?.textContent ?? '',
          row.children[3]?.querySelector('.w-badge')?.textContent ?? '',
        ]),
      )
    const { booked, held } = appointmentStateWords
    const ahead = rows.filter(([, state]) => state === booked || state === held).map(([time]) => time)
    expect(ahead.length).toBeGreaterThan(1)
    expect(rows.slice(0, ahead.length).map(([time]) => time)).toEqual(ahead)
    expect(ahead).toEqual(ahead.toSorted((a = '', b = '') => Date.parse(a.slice(0, 11)) - Date.parse(b.slice(0, 11))))
    const past = rows.slice(ahead.length)
    expect(past.map(([, state]) => state)).toContain(appointmentStateWords['not-scanned'])
    expect(past.map(([, state]) => state)).not.toContain(appointmentStateWords.booked)
  })

  it('moves and cancels a coming appointment from its row, but not a past one', async () => {
    await open('/admin/members?memberID=m-000001')
    const rows = page.getByRole('table', { name: studies.caption }).locator('tbody tr')
    const past = rows.filter({ hasText: appointmentStateWords['not-scanned'] }).first()
    await rows.first().scrollIntoViewIfNeeded()
    await see('member-appointments')
    await expectPage(past.getByRole('link', { name: studies.open })).toBeVisible()
    await expectPage(past.getByRole('link', { name: acts.move })).toHaveCount(0)
    await expectPage(past.getByRole('link', { name: acts.cancel })).toHaveCount(0)
    const time = (await rows.first().getByRole('rowheader').textContent()) ?? ''
    await expectPage(rows.first().getByRole('link', { name: acts.about(acts.move, time) })).toHaveAttribute(
      'href',
      /\/admin\/booking\/study\/[^?]+$/,
    )
    await rows
      .first()
      .getByRole('link', { name: acts.about(acts.cancel, time) })
      .click()
    const dialog = page.getByRole('dialog', { name: movingWords.cancelling.title })
    await expectPage(dialog).toBeVisible()
    // A reload after the dialog is closed does not open it again.
    await page.keyboard.press('Escape')
    await expectPage(dialog).toHaveCount(0)
    expect(page.url()).toMatch(/\/admin\/booking\/study\/[^?]+$/)
  })

  it('warns of a duplicate as soon as name and birth date are typed, and opens that member instead', async () => {
    await open('/admin/members?new=1')
    const { duplicates, female } = memberFormWords
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    const sex = page.getByText(female, { exact: true })
    const use = page.getByRole('button', { name: duplicates.chooseLabel('Ana Silva', '03 Feb 1980') })
    await field('First name').fill('Ana')
    await field('Last name').fill('Silva')
    await field('Year').fill('1980')
    await field('Month').fill('2')
    const before = await sex.boundingBox()
    await field('Day').fill('3')
    await expectPage(use).toBeVisible()
    await expectPage(page.getByText(duplicates.title)).toHaveCount(1)
    // The next field to fill does not move under the pointer.
    expect(await sex.boundingBox()).toEqual(before)
    expect(await filled().allTextContents()).toEqual([memberFormWords.create])
    await see('member-early-duplicate')
    expect(await seriousFaultsOf(page)).toEqual([])
    await field('First name').fill('Wilhelmina')
    await expectPage(use).toHaveCount(0)
    await field('First name').fill('Ana')
    await use.press('Enter')
    await expectPage(page).toHaveURL(/memberID=m-000001$/)
    await page.getByRole('link', { name: membersScreenWords.newMember }).click()
    await expectPage(field('First name')).toHaveValue('')
  })

  it('shows each duplicate once after Create member', async () => {
    await open('/admin/members?new=1')
    const { duplicates, female, create } = memberFormWords
    const typed = {
      'First name': 'Ana',
      'Last name': 'Silva',
      Email: 'ana.two@mail.example',
      Year: '1980',
      Month: '2',
      Day: '3',
      'Phone number': '310-555-0190',
      Street: '1 Pier Street',
      City: 'Los Angeles',
      'State or province': 'CA',
    }
    await expectPage(page.getByRole('button', { name: /Country/ })).toContainText('United States')
    for (const [name, text] of Object.entries(typed)) await page.getByRole('textbox', { name, exact: true }).fill(text)
    await page.getByText(female, { exact: true }).click()
    await expectPage(page.getByText(duplicates.title)).toBeVisible()
    await page.getByRole('button', { name: create }).click()
    await expectPage(page.getByRole('button', { name: duplicates.createAnyway })).toBeVisible()
    await expectPage(page.getByText(duplicates.title)).toHaveCount(1)
  })

  it('has one filled button also while no member is open', async () => {
    await open('/admin/members')
    expect(await filled().allTextContents()).toEqual([membersScreenWords.newMember])
    await page.getByRole('searchbox', { name: memberSearchWords.label }).fill('qqqq')
    await expectPage(page.getByText('No members found').first()).toBeVisible()
    expect(await filled().allTextContents()).toEqual([membersScreenWords.newMember])
  })
})

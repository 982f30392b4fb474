import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { placeWords } from '#renderer/place-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()

const open = (path: string): Promise<Page> =>
  pages.open(path, { signedInAs: 'frontdesk', context: { timezoneId: 'America/Los_Angeles' } }, '2026-11-23T15:00:00Z')

/** Opens the board, and makes its first member ready for the check-in. Returns the page and the member's row. */
const openBoard = async () => {
  const page = await open('/admin/frontdesk')
  await page.getByRole('table').waitFor()
  const name = page.locator('tbody .fd__name').first()
  const studyID = (await name.getAttribute('href'))?.split('/').at(-1) ?? ''
  await page.evaluate((id) => {
    const controls = window.fakeControls
    const before = controls?.clinic.studies.find((each) => each.studyID === id)
    if (controls === undefined || before === undefined) throw new Error('There is no such study.')
    controls.study.change(id, {
      balance: 0,
      temporaryHold: false,
      status: { ...before.status, consent: true, referred: true, checkin: false, scanned: false },
      safety: { ...before.safety, version: 1, state: 'complete', unanswered: 0, red: 0, blue: 0, isProhibited: false },
    })
  }, studyID)
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/admin/study/${studyID}"]`) })
  await expectPage(row.getByRole('button', { name: /^Check in / })).toBeEnabled()
  return { page, name, row }
}

describe('the budgets of the daily tasks', { timeout: 60_000 }, () => {
  it('check a member in with 2 clicks from the board', async () => {
    const { page, row } = await openBoard()
    await row.getByRole('button', { name: /^Check in / }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Check in / })
      .click()
    await expectPage(row).toContainText(/Checked in \d\d:\d\d[ap]m by /)
  })

  it('check a member in with at most 6 keys from the board', async () => {
    const { page, name, row } = await openBoard()
    await page.locator('#main').focus()
    const keys = ['ArrowDown', 'n', 'Enter']
    for (const key of keys) {
      await page.keyboard.press(key)
      if (key === 'ArrowDown') await expectPage(name).toBeFocused()
      if (key === 'n') await expectPage(page.getByRole('alertdialog').getByRole('button').first()).toBeVisible()
    }
    await expectPage(row).toContainText(/Checked in \d\d:\d\d[ap]m by /)
    expect(keys.length).toBeLessThanOrEqual(6)
  })

  it.each([
    ['silva', /^Ana Silva$/],
    ['finan', placeWords.finance],
    ['queue', placeWords.queues],
    ['messa', placeWords.messages],
    ['setti', placeWords.settings],
  ])('find %s with at most 6 keys after Ctrl+K', async (typed, heading) => {
    const page = await open('/admin/frontdesk')
    await page.getByRole('table').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await expectPage(page.getByRole('option', { selected: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    expect(typed.length + 1).toBeLessThanOrEqual(6)
  })
})

import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { frameWords } from '#renderer/frame/frame-words.ts'
import { placeWords } from '#renderer/place-words.ts'
import { searchWords } from '#renderer/search/search-words.ts'
import { seriousFaultsOf, startHarnessPages, takePictures } from '../harness/harness-pages.ts'

const pages = startHarnessPages()

/** Opens Settings on Monday 23 November 2026, in the morning. */
const open = async (user: 'frontdesk' | 'radiologist'): Promise<Page> => {
  const page = await pages.open('/admin/settings', { signedInAs: user }, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

const search = async (page: Page, text: string): Promise<Locator> => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: searchWords.label }).fill(text)
  return page.getByRole('listbox', { name: searchWords.results }).getByRole('option')
}

describe('the palette', { timeout: 60_000 }, () => {
  it('offers the places of the role with their keys, and neither letters nor sheet have others', async () => {
    const page = await open('radiologist')
    const found = await search(page, searchWords.goTo(placeWords.directory))
    await expectPage(found).toHaveText(`${searchWords.goTo(placeWords.directory)}G D`)
    await takePictures(page, 'palette-place')
    await page.getByRole('combobox', { name: searchWords.label }).fill(searchWords.goTo(placeWords.finance))
    await expectPage(found).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expectPage(page.getByRole('dialog')).toHaveCount(0)

    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: frameWords.sheet.title })
    const goTo = page.getByRole('heading', { name: frameWords.sheet.goTo, exact: true })
    await expectPage(sheet.locator('section section').filter({ has: goTo }).locator('dt')).toHaveText([
      placeWords.today,
      placeWords.worklists,
      placeWords.booking,
      placeWords.members,
      placeWords.queues,
      placeWords.directory,
      placeWords.settings,
    ])
    await page.keyboard.press('Escape')
    await expectPage(sheet).toHaveCount(0)

    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await expectPage(page).toHaveURL(/\/admin\/settings$/)
    // An arrow key ends the typed word, so that the next `g` is a shortcut again.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await expectPage(page).toHaveURL(/\/admin\/directory$/)
  })

  it.each(['-R1', ''])('opens the study by the number on its paper, which ends with %j', async (end) => {
    const page = await open('frontdesk')
    const studyID = await page.evaluate<string>('window.fakeControls.clinic.studies[0].studyID')
    const found = await search(page, ` CA-BC-1-${studyID.toUpperCase()}${end} `)
    await expectPage(found.first()).toContainText(`${studyID} · `)
    await page.keyboard.press('Enter')
    await expectPage(page).toHaveURL(new RegExp(`/admin/study/${studyID}$`))
  })

  it('opens the board of a day by its date', async () => {
    const page = await open('frontdesk')
    const found = await search(page, '24 nov')
    await expectPage(found.first()).toContainText(searchWords.goToDay('Tue 24 Nov 2026'))
    expect(await seriousFaultsOf(page)).toEqual([])
    await takePictures(page, 'palette-day')
    await page.keyboard.press('Enter')
    await expectPage(page).toHaveURL(/\/admin\/frontdesk\?date=2026-11-24$/)
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(/^Tomorrow at /)
  })
})

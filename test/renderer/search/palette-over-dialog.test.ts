import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { accountsWords } from '#renderer/accounts/accounts-words.ts'
import { dataDutiesWords } from '#renderer/members/data-duties-words.ts'
import { searchWords } from '#renderer/search/search-words.ts'
import { sessionWords } from '#renderer/session/session-words.ts'
import { startHarnessPages, takePictures } from '../harness/harness-pages.ts'

const pages = startHarnessPages()

const open = async (path: string): Promise<Page> => {
  const page = await pages.open(path, { signedInAs: 'admin' }, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

/** Opens the palette by its key, and types into it. */
const search = async (page: Page, text: string): Promise<Locator> => {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: searchWords.label })
  await expectPage(field).toBeFocused()
  if (text !== '') await field.fill(text)
  return page.getByRole('listbox', { name: searchWords.results })
}

describe('the palette over a dialog', { timeout: 60_000 }, () => {
  const { form } = accountsWords
  const openAccount = async (): Promise<{ page: Page; email: Locator; dialog: Locator }> => {
    const page = await open('/admin/administration/people')
    await page.getByRole('button', { name: accountsWords.invite }).press('Enter')
    const dialog = page.getByRole('dialog', { name: form.inviteTitle })
    const email = dialog.getByLabel(form.email)
    await email.fill('noor@clinic.example')
    return { page, email, dialog }
  }

  it('finds a member and closes by Esc alone; the dialog keeps its text and gets the focus back', async () => {
    const { page, email, dialog } = await openAccount()
    const list = await search(page, 'silva')
    await expectPage(list.getByRole('option', { name: /Ana Silva/ }).first()).toBeVisible()
    await takePictures(page, 'palette-over-dialog')
    await page.keyboard.press('Escape')
    await expectPage(list).toHaveCount(0)
    await expectPage(dialog).toBeVisible()
    await expectPage(email).toBeFocused()
    await expectPage(email).toHaveValue('noor@clinic.example')
    // The search field stays usable, so focus containment of the two dialogs does not fight.
    await search(page, 'fjeld')
    await expectPage(page.getByRole('option', { name: /Fjeldstad/ }).first()).toBeVisible()
  })

  it('offers no control of the page behind the dialog', async () => {
    const { page } = await openAccount()
    const list = await search(page, accountsWords.invite)
    await expectPage(list.getByText(searchWords.page)).toHaveCount(0)
  })

  it('asks before a choice leaves the dialog, and changes nothing if the user stays', async () => {
    const { page, email, dialog } = await openAccount()
    const list = await search(page, 'go to settings')
    await list.getByRole('option').first().click()
    const question = page.getByRole('alertdialog', { name: searchWords.leave.title(form.inviteTitle) })
    await expectPage(question.getByRole('button', { name: searchWords.leave.stay })).toBeFocused()
    await takePictures(page, 'palette-leave')
    await page.keyboard.press('Enter')
    await expectPage(question).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expectPage(dialog).toBeVisible()
    await expectPage(email).toHaveValue('noor@clinic.example')

    const again = await search(page, 'go to settings')
    await again.getByRole('option').first().click()
    await question.getByRole('button', { name: searchWords.leave.confirm }).click()
    await expectPage(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expectPage(dialog).toHaveCount(0)
  })

  it('leaves no dialog of the previous member over the next one on the same page', async () => {
    const page = await open('/admin/members?memberID=m-000001')
    await page.getByRole('button', { name: dataDutiesWords.holds.place }).press('Enter')
    await expectPage(page.getByRole('dialog', { name: dataDutiesWords.holds.placeTitle })).toBeVisible()
    const list = await search(page, 'fjeld')
    await list
      .getByRole('option', { name: /Fjeldstad/ })
      .first()
      .click()
    await page.getByRole('button', { name: searchWords.leave.confirm }).click()
    await expectPage(page.getByRole('heading', { name: /Fjeldstad/ }).first()).toBeVisible()
    await expectPage(page.getByRole('dialog')).toHaveCount(0)
  })

  it('does not leave a dialog that cannot be closed yet', async () => {
    const { page, dialog } = await openAccount()
    await dialog.getByLabel(form.firstname).fill('Noor')
    await dialog.getByLabel(form.lastname).fill('Haddad')
    await dialog.getByRole('button', { name: form.send }).press('Enter')
    const code = page.getByRole('dialog', { name: accountsWords.code.title('Noor Haddad') })
    await expectPage(code).toBeVisible()
    const list = await search(page, 'silva')
    await list
      .getByRole('option', { name: /Ana Silva/ })
      .first()
      .click()
    const refusal = searchWords.leave.first(accountsWords.code.title('Noor Haddad'))
    await expectPage(page.getByRole('status').filter({ hasText: refusal })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectPage(code).toBeVisible()
  })
})

describe('recent choices and sentences', { timeout: 60_000 }, () => {
  it('lists what the user chose before, until the window is locked', async () => {
    const page = await open('/admin/settings')
    await (await search(page, 'anna silva')).getByRole('option').first().click()
    await expectPage(page.getByRole('heading', { name: 'Anna Silva' })).toBeVisible()
    const first = page.getByRole('option').first()
    await search(page, '')
    await expectPage(first).toContainText('Anna Silva')
    await page.keyboard.type('silva')
    await expectPage(first).toContainText('Anna Silva')
    await page.keyboard.press('F9')
    await page.getByLabel(sessionWords.password).fill('atrium-demo')
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('heading', { name: 'Anna Silva' })).toBeVisible()
    await search(page, '')
    await expectPage(first).toContainText(searchWords.newBooking)
  })

  it('opens the booking form with the member of a sentence', async () => {
    const page = await open('/admin/settings')
    const list = await search(page, 'book ana silva')
    await expectPage(list.getByRole('option').first()).toContainText(searchWords.memberActs.book('Ana Silva'))
    await takePictures(page, 'palette-sentence')
    await page.keyboard.press('Enter')
    await expectPage(page).toHaveURL(/\/admin\/booking\?memberID=m-000001/)
  })
})

describe('the height of the palette', { timeout: 60_000 }, () => {
  it('follows the number of lines up to a limit, and its field stays in place', async () => {
    const page = await open('/admin/settings')
    await page.setViewportSize({ width: 1440, height: 600 })
    // The dialog moves while it opens.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const dialog = page.getByRole('dialog', { name: searchWords.title })
    const field = page.getByRole('combobox', { name: searchWords.label })
    const list = await search(page, '')
    const measure = async () => ({
      height: (await dialog.boundingBox())?.height ?? 0,
      top: (await field.boundingBox())?.y ?? 0,
      isScrolled: await list.evaluate((element) => element.scrollHeight > element.clientHeight),
    })

    await expectPage(list.getByRole('option')).toHaveCount(8)
    const many = await measure()
    await field.fill('go to settings')
    await expectPage(list.getByRole('option')).toHaveCount(1)
    const one = await measure()

    expect(many.top).toBe(one.top)
    expect(one.height).toBeLessThan(300)
    expect(many.height).toBeGreaterThan(one.height + 150)
    expect(many.height).toBeLessThan(600)
    expect({ many: many.isScrolled, one: one.isScrolled }).toEqual({ many: true, one: false })
  })
})

describe('the entry of the gallery', { timeout: 60_000 }, () => {
  it('opens the gallery in a demo, and does not exist in production', async () => {
    const demo = await open('/admin/settings')
    const list = await search(demo, 'gallery')
    await expectPage(list.getByRole('option').first()).toContainText(searchWords.gallery)
    await demo.keyboard.press('Enter')
    await expectPage(demo).toHaveURL(/\/gallery$/)
    await expectPage(demo.getByRole('heading', { level: 1, name: 'Design' })).toBeVisible()

    const start = { signedInAs: 'admin', environment: 'PRODUCTION' } as const
    const clinic = await pages.open('/admin/settings', start, '2026-11-23T15:00:00Z')
    await clinic.getByRole('heading', { level: 1 }).first().waitFor()
    const lines = await search(clinic, 'settings')
    await expectPage(lines.getByRole('option').first()).toBeVisible()
    await clinic.getByRole('combobox', { name: searchWords.label }).fill('gallery')
    await expectPage(lines.getByRole('option')).toHaveCount(0)
  })
})

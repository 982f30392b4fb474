import { readFile } from 'node:fs/promises'
import { supportWords } from '#renderer/support/support-words.ts'
import { signIn } from './desk.ts'
import { expect, test } from './fixtures.ts'

test('the support bundle is shown and saved, and lists an error of the window without the error message', async ({
  atrium,
}) => {
  const { page } = atrium
  await signIn(page, 'frontdesk')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('Orlaith Vexhollow, 1980-02-03')
    })
  })
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.getByRole('button', { name: supportWords.make }).press('Enter')
  const content = page.getByRole('region', { name: supportWords.content })
  await expect(content).toContainText(/Cache +sound, migration (\d+) of \1\s+Journal +sound, migration (\d+) of \2/)
  await expect(content).toContainText(/Round trip +\d+ ms/)
  await expect(content).toContainText('window uncaught-exception: RangeError')
  const shown = await content.innerText()
  expect(shown).not.toMatch(/Vexhollow|1980-02-03|frontdesk@/)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: supportWords.save, exact: true }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^atrium-support-\d{4}-\d{2}-\d{2}-\d{6}\.txt$/)
  expect((await readFile(await download.path(), 'utf8')).trim()).toBe(shown.trim())
})

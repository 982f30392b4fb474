import { readFile } from 'node:fs/promises'
import { signIn } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { enterOffice } from './office.ts'
import { bookOwing, openPayment, partOf } from './payment-desk.ts'

test('the invoice opens in its own window, is saved as a PDF, and is hidden when the desk locks', async ({
  atrium,
}) => {
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const { study, name } = await bookOwing(office)
  const { page } = atrium
  await signIn(page, 'frontdesk')
  await openPayment(atrium, study.studyID)

  const [invoice] = await Promise.all([
    page.waitForEvent('popup'),
    partOf(page, 'Credits and Discounts')
      .getByRole('link', { name: /^View Invoice/ })
      .click(),
  ])
  const save = invoice.getByRole('button', { name: 'Save as PDF' })

  await test.step("the window shows the member's invoice, and the page that opened it stays as it was", async () => {
    await expect(invoice.getByText(name, { exact: true }).first()).toBeVisible()
    expect(new URL(invoice.url()).pathname).toBe(`/admin/study/${study.studyID}/invoice`)
    await expect(page.getByRole('heading', { name: 'Invoice summary' })).toBeVisible()
  })

  await test.step('the PDF’s file name does not identify the member', async () => {
    const [download] = await Promise.all([invoice.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toBe(`invoice-${study.studyID}.pdf`)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('locking the desk hides the window too', async () => {
    await page.getByRole('button', { name: /Lock/ }).first().click()
    for (const shown of [page, invoice]) await expect(shown.getByLabel('Password')).toBeVisible()
    await expect(invoice.getByText(name, { exact: true })).toHaveCount(0)
  })

  await test.step('closing the window leaves the locked page open', async () => {
    await invoice.close()
    await expect(page.getByLabel('Password')).toBeVisible()
  })
})

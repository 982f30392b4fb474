import { expect as expectPage } from '@playwright/test'
import { expect, it } from 'vitest'
import { maxLogoBytes } from '#domain/locations/paper-logo.ts'
import { checkPicture } from '#paper/picture/check-picture.ts'
import { locationFormWords } from '#renderer/locations/location-form-words.ts'
import { locationsSectionWords } from '#renderer/locations/locations-section-words.ts'
import { writePng } from '#test/fixtures/pdf/write-png.ts'
import { seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
const { logo: words } = locationFormWords

/** A picture with few details: a disc beside stripes. */
const plain = writePng({
  width: 1600,
  height: 500,
  number: 2,
  samples: (x, y) =>
    (x - 250) ** 2 + (y - 250) ** 2 < 200 ** 2 || (x > 520 && y % 160 < 70) ? [10, 120, 110] : [255, 255, 255],
})
it('an administrator chooses a logo, which is made small, shown on the invoice, and removed', {
  timeout: 60_000,
}, async () => {
  const page = await pages.open('/admin/administration/locations', { signedInAs: 'admin' }, '2026-11-23T17:00:00Z')
  const edit = page.getByRole('button', { name: locationsSectionWords.editOf('Vancouver') })
  await edit.click()
  const input = page.getByLabel(words.file)
  const preview = page.getByRole('img', { name: words.picture })
  await input.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expectPage(page.getByText(words.refused)).toBeVisible()
  await expectPage(preview).toHaveCount(0)
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: plain })
  await expectPage(preview).toBeVisible()
  await expectPage(page.getByText(words.refused)).toHaveCount(0)
  await preview.scrollIntoViewIfNeeded()
  expect(await seriousFaultsOf(page)).toEqual([])
  if (process.env.SHOTS !== undefined) await page.screenshot({ path: `${process.env.SHOTS}/logo-form.png` })
  await page.getByRole('button', { name: locationFormWords.save }).click()
  await expectPage(page.getByText(locationFormWords.saved('Vancouver'))).toBeVisible()
  const saved = (): Promise<string> =>
    page.evaluate(
      () => window.fakeControls?.clinic.locations.find(({ address }) => address.name === 'Vancouver')?.paperLogo ?? '',
    )
  const bytes = Buffer.from(await saved(), 'base64')
  expect(bytes.length).toBeLessThanOrEqual(maxLogoBytes)
  expect(await checkPicture(bytes, 'image/png')).toMatchObject({ kind: 'png', width: 900, height: 281 })

  await page.evaluate(() => {
    const study = window.fakeControls?.clinic.studies.find(({ locationID }) => locationID === 'ca-bc-1')
    history.pushState(null, '', `/admin/study/${study?.studyID}/invoice`)
  })
  await expectPage(page.getByRole('article').getByRole('img', { name: 'Atrium' })).toBeVisible()
  if (process.env.SHOTS !== undefined) await page.screenshot({ path: `${process.env.SHOTS}/logo-invoice.png` })
  await page.evaluate(() => history.pushState(null, '', '/admin/administration/locations'))

  await edit.click()
  await expectPage(preview).toBeVisible()
  await page.getByRole('button', { name: words.remove }).press('Enter')
  await expectPage(preview).toHaveCount(0)
  await expectPage(page.getByRole('button', { name: words.choose, exact: true })).toBeFocused()
  await page.getByRole('button', { name: locationFormWords.save }).click()
  await expectPage(page.getByText(locationFormWords.saved('Vancouver')).last()).toBeVisible()
  await expect.poll(saved).toBe('')
})

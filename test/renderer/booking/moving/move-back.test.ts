import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { slotUnavailableMessage } from '#domain/booking/booking-form.ts'
import { movingWords } from '#renderer/booking/moving/moving-words.ts'
import { seriousFaultsOf, startHarnessPages, takePictures } from '../../harness/harness-pages.ts'
import { openMovableStudy } from '../movable-study.ts'

const pages = startHarnessPages()
let page: Page

const panel = (): Locator => page.getByRole('region', { name: movingWords.move.label })
/** The line above the Move button with the present time and machine. */
const present = (): Locator => panel().locator('.mv__end').first()
const moveBack = (): Locator => panel().getByRole('button', { name: /^Move back: / })

/**
 * Opens the page of a booking and moves the booking to another time. Returns its former time and machine in words, and
 * its former machine time.
 */
const openMoved = async () => {
  const opened = await openMovableStudy(pages)
  page = opened.page
  const place = ((await present().textContent()) ?? '').trim().replace(/^from /, '')
  const time = await page.evaluate(
    (id) => window.fakeControls?.clinic.machineTimes.find((each) => each.studyID === id),
    opened.studyID,
  )
  await page.locator('[role=gridcell].sg-cell--free').nth(6).click()
  await panel()
    .getByRole('button', { name: /^Move .*, to / })
    .click()
  await expectPage(panel().getByText(/^Moved to /)).toBeVisible()
  await expectPage(present()).not.toHaveText(`from ${place}`)
  return { place, time }
}

describe('the page of a booking that was moved', { timeout: 60_000 }, () => {
  it('moves the booking back to its former time and machine with one press', async () => {
    const { place } = await openMoved()
    await expectPage(panel()).toContainText(movingWords.move.formerTime(place))
    expect(await seriousFaultsOf(page)).toEqual([])
    await takePictures(page, 'move-back')
    await moveBack().click()
    await expectPage(present()).toHaveText(`from ${place}`)
    await expectPage(panel().getByText(/^Moved to /)).toBeVisible()
    await expectPage(panel().locator('.mv__title')).toBeFocused()
    const keys = await page.evaluate(() =>
      window.fakeControls?.calls
        .filter(({ command }) => command === 'booking.reschedule')
        .map(({ input }) => (input as { readonly idempotencyKey: string }).idempotencyKey),
    )
    expect(new Set(keys).size).toBe(2)
  })

  it('says that the former time was taken in the meantime, and leaves the booking where it is', async () => {
    const { place, time } = await openMoved()
    await page.evaluate((former) => {
      window.fakeControls?.clinic.machineTimes.push({ ...former, eventID: 'e-other', studyID: 's-other' } as never)
    }, time)
    await moveBack().click()
    await expectPage(panel().getByRole('alert')).toContainText(slotUnavailableMessage)
    await expectPage(panel().locator('.mv__title')).toBeFocused()
    await expectPage(present()).not.toHaveText(`from ${place}`)
  })
})

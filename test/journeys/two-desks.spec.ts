import type { Locator, Page } from '@playwright/test'
import { freeSlots, heldSlot, showNextWeek, signIn, slotNamed, spokenTime, summary, workAt } from './desk.ts'
import { expect, test } from './fixtures.ts'

const taken = 'Unfortunately the time slot you selected is unavailable. Please select a different time slot.'

/** Signs in and opens the week after this one at Vancouver. */
const signInAndOpenWeek = async (page: Page, account: string): Promise<void> => {
  await signIn(page, account)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Booking' }).click()
  await expect(summary(page)).toBeVisible()
  if (account !== 'onelocation') await workAt(page, 'Vancouver')
  await showNextWeek(page)
}

/** Returns the free slots with only one free machine, so that one hold makes the slot unavailable. */
const lastMachineSlots = (page: Page): Locator =>
  freeSlots(page).and(page.getByRole('gridcell', { name: /, free, 1 (machine|free of \d machines)$/ }))

test('two desks share one calendar: holds are shown, exclusive and released', async ({ atrium }) => {
  test.setTimeout(240_000)
  const a = atrium.page
  const { page: b } = await atrium.openSecondDesk()
  await signInAndOpenWeek(a, 'frontdesk')
  await signInAndOpenWeek(b, 'onelocation')

  // The three slots are on different days, because slots of one day may overlap.
  const times = await Promise.all((await lastMachineSlots(a).all()).map(spokenTime))
  const ofDays = new Map(times.toReversed().map((time) => [time.replace(/ \d\d:\d\d.*$/, ''), time]))
  const [first = '', second = '', third = ''] = [...ofDays.values()]
  expect(ofDays.size).toBeGreaterThan(2)

  await test.step("B sees A's choice, its holder and the remaining time, without a reload", async () => {
    await slotNamed(a, first).click()
    await expect(heldSlot(a)).toBeVisible()
    await expect(slotNamed(b, first)).toHaveAccessibleName(/held by Robin Frost until \d\d:\d\d[ap]m, not available$/)
    await expect(slotNamed(b, first)).toContainText('Robin')
    const left = slotNamed(b, first).locator('[data-left]')
    const before = await left.getAttribute('data-left')
    expect(before).toMatch(/^\d?\d:\d\d$/)
    await expect(left).not.toHaveAttribute('data-left', before ?? '')
  })

  await test.step('B cannot choose the slot that A holds', async () => {
    await slotNamed(b, first).click({ force: true })
    await expect(slotNamed(b, first)).toHaveAttribute('aria-disabled', 'true')
    await expect(heldSlot(b)).toHaveCount(0)
    await expect(summary(b)).toContainText('Pick a time in the calendar.')
  })

  await test.step('A clicks its slot again, and the slot is free at B', async () => {
    await heldSlot(a).click()
    await expect(heldSlot(a)).toHaveCount(0)
    await expect(summary(a)).toContainText('Pick a time in the calendar.')
    await expect(slotNamed(b, first)).toHaveAccessibleName(/, free, 1 (machine|free of \d machines)$/)
  })

  await test.step('both click the same free slot: one desk gets it, and the other desk is offered the slot that it held before the click', async () => {
    await slotNamed(a, second).click()
    await expect(heldSlot(a)).toBeVisible()
    await slotNamed(b, third).click()
    await expect(heldSlot(b)).toBeVisible()
    await expect(slotNamed(a, third)).toHaveAccessibleName(/held by Nico Vale/)
    await expect(slotNamed(b, second)).toHaveAccessibleName(/held by Robin Frost/)

    await Promise.all([slotNamed(a, first).click(), slotNamed(b, first).click()])
    const refusals = (page: Page): Promise<number> => page.getByRole('alert').filter({ hasText: taken }).count()
    await expect.poll(async () => `${await refusals(a)} ${await refusals(b)}`).toMatch(/^(1 0|0 1)$/)
    const isALoser = (await refusals(a)) === 1
    const [loser, winner] = isALoser ? [a, b] : [b, a]
    await expect(slotNamed(winner, first)).toHaveAccessibleName(/selected, held for you/)
    await expect(slotNamed(loser, first)).toHaveAccessibleName(/held by (Robin Frost|Nico Vale)/)

    await loser.getByRole('button', { name: /^Hold \d\d:\d\d[ap]m again$/ }).click()
    await expect(slotNamed(loser, isALoser ? second : third)).toHaveAccessibleName(/selected, held for you/)
    await expect(loser.getByRole('alert').filter({ hasText: taken })).toHaveCount(0)
  })
})

import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Signs in with a demo account, given by the part of its address before the @. `timeout` in milliseconds: how long the
 * server may take to start and answer.
 */
export const signIn = async (page: Page, account: string, timeout = 20_000): Promise<void> => {
  await page.getByRole('textbox', { name: 'Email' }).fill(`${account}@demo.atrium`)
  const password = page.getByRole('textbox', { name: 'Password' })
  await password.fill('atrium-demo')
  // Presses Enter, because the notice of the demo can appear at this moment and move the button away from a click.
  await password.press('Enter')
  await expect(page.getByRole('banner')).toBeVisible({ timeout })
}

/** Returns the slot table of the week on the screen. */
export const slotTable = (page: Page): Locator => page.getByRole('grid', { name: /^Time slots/ })

export const freeSlots = (page: Page): Locator => slotTable(page).getByRole('gridcell', { name: /, free, / })

/** Returns the slot that this desk holds. */
export const heldSlot = (page: Page): Locator =>
  slotTable(page).getByRole('gridcell', { name: /selected, held for you/ })

/** Returns the slot with this day and time (see {@link spokenTime}), free, held or taken. */
export const slotNamed = (page: Page, spoken: string): Locator =>
  slotTable(page).getByRole('gridcell', { name: new RegExp(`^${spoken},`) })

/** Returns the day and time of a slot as a screen reader announces them, such as `Tuesday 24 November 09:40am`. */
export const spokenTime = async (slot: Locator): Promise<string> =>
  ((await slot.getAttribute('aria-label')) ?? '').split(',')[0] ?? ''

/** Chooses the desk's location in the header. */
export const workAt = async (page: Page, name: string): Promise<void> => {
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Location' })
  await expect(box).not.toHaveValue('')
  // The workstation opens at the account's home location. Filling in the name that the box already has is no change, so
  // no options would open.
  if ((await box.inputValue()) === name) return
  await box.fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await expect(box).toHaveValue(name)
}

/** Waits until the workstation has an offline copy of a location's days. */
export const waitForCopy = async (page: Page, locationID: string): Promise<void> => {
  const date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const read = `atriumBridge.call('booking.readDay', { locationID: '${locationID}', date: '${date}' })`
  const call = `${read}.then((day) => day.value?.source === 'cache')`
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await page.evaluate(call)) === true) return
    await page.waitForTimeout(300)
  }
  throw new Error(`The workstation made no copy of ${locationID}`)
}

/** Shows next week, because all its slots are in the future. */
export const showNextWeek = async (page: Page): Promise<void> => {
  await page
    .getByRole('tab', { name: /^Week of / })
    .first()
    .click()
  await expect(freeSlots(page).first()).toBeVisible()
}

/** The part of the booking page that shows the new appointment. */
export const summary = (page: Page): Locator => page.getByRole('region', { name: 'Summary' })

export const memberSide = (page: Page): Locator => page.getByRole('region', { name: 'Member', exact: true })

/** Finds a member on a booking page and chooses the first result. */
export const chooseMember = async (page: Page, text: string): Promise<void> => {
  await memberSide(page).getByRole('searchbox', { name: 'Find a member' }).fill(text)
  await memberSide(page).getByRole('list', { name: 'Members found' }).getByRole('button').first().click()
  await expect(memberSide(page).getByRole('button', { name: 'Change details' })).toBeVisible()
}

/** A member for the creation form, by the names of its fields. */
type NewMember = {
  readonly texts: Readonly<Record<string, string>>
  readonly gender: 'Female' | 'Male'
  readonly country: string
}

export const newMember = (change: Readonly<Record<string, string>> = {}): NewMember => ({
  texts: {
    'First name': 'Orlaith',
    'Last name': 'Vexhollow',
    Year: '1981',
    Month: '4',
    Day: '9',
    Email: 'orlaith.vexhollow@example.org',
    'Phone number': '+1 604 555 0142',
    Street: '12 Harbour Road',
    City: 'Vancouver',
    'State or province': 'BC',
    'Postal code': 'V5K 0A1',
    ...change,
  },
  gender: 'Female',
  country: 'Canada',
})

/** Fills the open member form, without saving. */
export const fillMember = async (form: Page | Locator, member: NewMember): Promise<void> => {
  for (const [name, text] of Object.entries(member.texts)) {
    await form.getByRole('textbox', { name, exact: true }).fill(text)
  }
  await form.getByRole('radio', { name: member.gender, exact: true }).press('Space')
  await chooseOption(form.getByRole('button', { name: /Country/ }), member.country)
}

export const chooseOption = async (trigger: Locator, option: string | RegExp): Promise<void> => {
  await trigger.click()
  const list = trigger.page().getByRole('listbox')
  await list.getByRole('option', { name: option }).first().click()
  await expect(list).toBeHidden()
  // Keys have no effect until the focus is back on the trigger.
  await expect(trigger).toBeFocused()
}

/** Returns the dialog after a booking whose safety questions are not complete. */
export const unansweredWindow = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'This member has not completed their mandatory safety questions' })

/** Presses Later in the dialog about unanswered safety questions, which opens after a booking. */
export const answerLater = async (page: Page): Promise<void> => {
  await unansweredWindow(page).getByRole('button', { name: 'Later' }).click()
  await expect(unansweredWindow(page)).toHaveCount(0)
}

import type { Page } from '@playwright/test'
import {
  chooseMember,
  fillMember,
  freeSlots,
  heldSlot,
  memberSide,
  newMember,
  showNextWeek,
  signIn,
  spokenTime,
  summary,
} from './desk.ts'
import { type Atrium, expect, test } from './fixtures.ts'
import { createMember, enterOffice } from './office.ts'

const referrer = (page: Page) => summary(page).getByRole('textbox', { name: 'Referrer' })

/** Waits until the typed text is stored, which happens at most a third of a second after the last key. */
const keptDraft = (atrium: Atrium, draftID: string, text: string): Promise<void> =>
  expect
    .poll(() =>
      atrium.page.evaluate(`atriumBridge.call('drafts.read', { draftID: '${draftID}' }).then(JSON.stringify)`),
    )
    .toContain(text)

const openBooking = async (atrium: Atrium): Promise<void> => {
  await atrium.load('/admin/booking')
  await expect(summary(atrium.page)).toBeVisible()
}

test('an unfinished booking survives a reload, the lock and a kill, and only its owner sees it', async ({ atrium }) => {
  test.setTimeout(240_000)
  await signIn(atrium.page, 'frontdesk')
  await openBooking(atrium)
  // Uses a new member, because the Book button has a longer text for a member who already has an appointment.
  const who = await createMember(await enterOffice(atrium.backOfficeUrl, 'frontdesk'), 'Tideway')
  await chooseMember(atrium.page, who)
  await showNextWeek(atrium.page)
  await freeSlots(atrium.page).first().click()
  await expect(heldSlot(atrium.page)).toBeVisible()
  const when = await spokenTime(heldSlot(atrium.page))
  await summary(atrium.page).getByRole('radio', { name: 'Priority Access' }).press('Space')
  await referrer(atrium.page).fill('Dr. Copperfield')

  const expectAllThere = async (): Promise<void> => {
    const { page } = atrium
    await expect(memberSide(page).getByRole('heading', { name: who })).toBeVisible()
    await expect(referrer(page)).toHaveValue('Dr. Copperfield')
    await expect(summary(page).getByRole('radio', { name: 'Priority Access' })).toBeChecked()
    await expect(summary(page).getByRole('timer')).toBeVisible()
    await expect(heldSlot(page)).toBeVisible()
    expect(await spokenTime(heldSlot(page))).toBe(when)
    await expect(summary(page).getByRole('button', { name: new RegExp(`^Book ${who}`) })).toBeEnabled()
  }

  await test.step('reloads', async () => {
    await expectAllThere()
    // The stand-in for Electron loses what a closing page sends; a browser and Electron itself do not.
    if (atrium.shell === 'electron') await keptDraft(atrium, 'booking:new', 'Dr. Copperfield')
    await atrium.page.reload()
    await expect(atrium.page.getByText(/^Draft restored from \d\d:\d\d[ap]m P[DS]T$/)).toBeVisible()
    await expectAllThere()
  })

  await test.step('locks and unlocks', async () => {
    const { page } = atrium
    await page.keyboard.press('Control+Shift+L')
    await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
    await expect(page.getByText(who)).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Password' }).fill('not-it')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Incorrect password')
    await page.getByRole('textbox', { name: 'Password' }).fill('atrium-demo')
    await page.keyboard.press('Enter')
    await expectAllThere()
  })

  await test.step('kills Atrium with -9 and starts it again', async () => {
    // Types after the unlock, as the last action before the kill.
    await referrer(atrium.page).fill('')
    await referrer(atrium.page).fill('Dr. Copperfield')
    await keptDraft(atrium, 'booking:new', 'Dr. Copperfield')
    await atrium.kill9()
    await signIn(atrium.page, 'frontdesk')
    await openBooking(atrium)
    await expectAllThere()
  })

  await test.step('another person does not see the unfinished booking', async () => {
    await atrium.page.keyboard.press('F9')
    await atrium.page.getByRole('button', { name: 'Sign in as someone else' }).click()
    await signIn(atrium.page, 'admin')
    await openBooking(atrium)
    await expect(memberSide(atrium.page).getByRole('searchbox', { name: 'Find a member' })).toBeVisible()
    await expect(referrer(atrium.page)).toHaveValue('')
    await expect(atrium.page.getByText(/^Draft restored from /)).toHaveCount(0)
    await expect(atrium.page.getByText(who)).toHaveCount(0)
  })
})

test('an unfinished member form survives closing, a reload and a kill', async ({ atrium }) => {
  test.setTimeout(180_000)
  const form = () => atrium.page.getByRole('dialog', { name: 'Create a member' })
  const open = async (): Promise<void> => {
    await memberSide(atrium.page).getByRole('button', { name: 'Create a member' }).click()
    await expect(form()).toBeVisible()
  }
  const member = newMember({ 'First name': '<b>Zoë</b>', 'Last name': "O'Brien; DROP TABLE members" })
  const expectAllThere = async (): Promise<void> => {
    for (const [name, text] of Object.entries(member.texts)) {
      await expect(form().getByRole('textbox', { name, exact: true })).toHaveValue(text)
    }
    await expect(form().getByRole('radio', { name: 'Female', exact: true })).toBeChecked()
    await expect(form().getByRole('button', { name: /Country/ })).toContainText('Canada')
  }
  await signIn(atrium.page, 'frontdesk')
  await openBooking(atrium)
  await open()
  await fillMember(form(), member)
  await atrium.page.keyboard.press('Escape')
  await expect(form()).toBeHidden()
  await open()
  await expectAllThere()
  if (atrium.shell === 'electron') await keptDraft(atrium, 'member-new', 'DROP TABLE')
  await atrium.page.reload()
  await open()
  await expect(form().getByText('Draft restored')).toBeVisible()
  await expectAllThere()
  await keptDraft(atrium, 'member-new', 'DROP TABLE')
  await atrium.kill9()
  await signIn(atrium.page, 'frontdesk')
  await openBooking(atrium)
  await open()
  await expectAllThere()
})

import { memberSide, newMember, signIn } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { lookClosely, overflow } from './look-closely.ts'
import { enterOffice } from './office.ts'

test('the frame offers search, lock and shortcuts, can delete the cache, and fits narrow windows', async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const { texts } = newMember()
  await office.send('POST', '/api/v1/userV2/', {
    firstname: texts['First name'],
    lastname: texts['Last name'],
    email: texts.Email,
    dob: '1981-04-09',
    gender: 'female',
    phone_number: texts['Phone number'],
    address: texts.Street,
    city: texts.City,
    state: 'BC',
    postalCode: texts['Postal code'],
    country: 'Canada',
  })
  await signIn(page, 'frontdesk')
  const box = page.getByRole('combobox', { name: 'Search members and studies' })
  const found = page.getByRole('option', { name: /^Orlaith Vexhollow/ })

  await test.step('Ctrl+K finds a member by name, phone, birth date and email', async () => {
    for (const text of ['vexh orl', '6045550142', '1981-04-09', 'orlaith.vex']) {
      await page.keyboard.press('Control+k')
      await expect(box).toBeFocused()
      await page.keyboard.type(text)
      await expect(found.first(), text).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(box).toBeHidden()
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Vexhollow')
    await expect(found.first()).toBeVisible()
    await lookClosely(page, 'search')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Orlaith Vexhollow' })).toBeVisible()
    await lookClosely(page, 'member')
  })

  await test.step('the search also runs actions', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('New booking')
    await expect(page.getByRole('option', { name: /^New booking/ })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(memberSide(page)).toBeVisible()
  })

  await test.step('? shows the shortcuts', async () => {
    await page.locator('#main').focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet).toContainText('Lock Atrium')
    await lookClosely(page, 'shortcuts')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })

  await test.step('deleting the cache is safe', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    const panel = page.getByRole('button', { name: 'Clear offline data' })
    await expect(panel).toBeVisible()
    await lookClosely(page, 'settings')
    await panel.click()
    const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(question).toContainText('This is always safe')
    await question.getByRole('button', { name: 'Clear offline data' }).click()
    await expect(page.getByText('Offline data cleared. Atrium is loading it again.')).toBeVisible()
    // The dialog receives the keys until it has closed.
    await expect(page.getByRole('alertdialog', { name: 'Clear offline data?' })).toHaveCount(0)
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.getByRole('searchbox', { name: 'Search members' }).fill('Vexhollow')
    await expect(page.getByText('orlaith.vexhollow@example.org').first()).toBeVisible()
  })

  await test.step('below 440 px the menu is an icon', async () => {
    const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
    const logOut = page.getByRole('banner').getByRole('link', { name: 'Log Out' })
    await page.setViewportSize({ width: 440, height: 800 })
    await expect(logOut).toBeVisible()
    await expect(menu).toBeHidden()
    await page.setViewportSize({ width: 400, height: 800 })
    await expect(menu).toBeVisible()
    await expect(logOut).toBeHidden()
    expect(await overflow(page)).toBe(0)
    await menu.click()
    for (const entry of ['Book Now', 'Profile', 'Log Out']) {
      await expect(page.getByRole('menuitem', { name: entry })).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('an idle desk warns, continues after any activity, and otherwise locks', async () => {
    await page.clock.install()
    await page.reload()
    await expect(page.getByRole('banner')).toBeVisible()
    const warning = page.getByRole('alertdialog', { name: 'Atrium is about to lock' })
    await page.clock.fastForward('04:15')
    await expect(warning).toBeHidden()
    await page.clock.fastForward('00:20')
    await expect(warning).toBeVisible()
    await expect(warning.getByRole('timer')).toHaveText(/^0?0:2\d$/)
    await page.keyboard.press('Shift')
    await expect(warning).toBeHidden()
    await page.clock.fastForward('04:35')
    await expect(warning).toBeVisible()
    await page.clock.fastForward('00:30')
    await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
    await expect(page.getByText('Vexhollow')).toHaveCount(0)
    await lookClosely(page, 'locked')
  })
})

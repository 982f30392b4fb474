import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const signIn = async (page: Page, password = 'atrium-demo'): Promise<void> => {
  await page.getByLabel('Email').fill('frontdesk@demo.atrium')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

const session = (page: Page): Promise<unknown> =>
  page.evaluate('atriumBridge.call("session.current", {}).then((r) => r.value.kind)')

test('a receptionist signs in, is refused with a wrong password, and must sign in again after a restart', async ({
  atrium,
}) => {
  await expect(atrium.page).toHaveTitle('Atrium')
  await signIn(atrium.page, 'wrong')
  await expect(atrium.page.getByRole('alert')).toBeVisible()
  expect(await session(atrium.page)).toBe('signed-out')

  await signIn(atrium.page)
  await expect.poll(() => session(atrium.page)).toBe('signed-in')
  // Opening a page by its address reloads the app; the session is in main and continues.
  await atrium.load('/admin/settings')
  await expect(atrium.page.getByRole('banner')).toBeVisible()
  await expect(atrium.page.getByText(atrium.dataFolder)).toBeVisible()
  await expect(atrium.page).toHaveTitle('Atrium')

  await atrium.restart()
  await expect(atrium.page.getByLabel('Email')).toBeVisible()
  expect(await session(atrium.page)).toBe('signed-out')

  await signIn(atrium.page)
  await expect.poll(() => session(atrium.page)).toBe('signed-in')
  await atrium.kill9()
  await expect(atrium.page.getByLabel('Email')).toBeVisible()
  expect(await session(atrium.page)).toBe('signed-out')
})

test('the bridge reports that the back office cannot be reached, and that it can be reached again', async ({
  atrium,
}) => {
  await signIn(atrium.page)
  await expect.poll(() => session(atrium.page)).toBe('signed-in')
  const state = (): Promise<unknown> =>
    atrium.page.evaluate('atriumBridge.call("connectivity.retry", {}).then((r) => r.value.state)')
  await expect.poll(state).toBe('online')
  await atrium.stopBackOffice()
  await expect.poll(state).toBe('offline')
  await atrium.startBackOffice()
  await expect.poll(state).toBe('online')
})

test("the app's pages can be opened by address", async ({ atrium }) => {
  for (const path of ['/admin/booking', '/booking/slot', '/admin/booking/study/none']) {
    await atrium.load(path)
    await expect(atrium.page.locator('#root')).not.toBeEmpty()
    expect(await session(atrium.page)).toBe('signed-out')
  }
})

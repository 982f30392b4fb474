import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { UpdateView } from '#contract/update/bridge.ts'
import { toInstant } from '#domain/values/instant.ts'
import { updatesOffWords, updateWords } from '#renderer/update/update-words.ts'
import { versionGapWords as words } from '#renderer/update/version-gap-words.ts'
import { seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

/** The folder in which to save screenshots for review; none are saved by default. */
const shots = process.env.SHOTS

const pages = startHarnessPages()
let page: Page
const open = async (signedInAs?: 'frontdesk'): Promise<void> => {
  page = await pages.open('/', signedInAs === undefined ? {} : { signedInAs })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}
const inspect = async (name: string): Promise<void> => {
  expect(await seriousFaultsOf(page, '[data-live-announcer]')).toEqual([])
  if (shots === undefined) return
  await page.screenshot({ path: `${shots}/${name}.png` })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.screenshot({ path: `${shots}/${name}-1024.png` })
  await page.setViewportSize({ width: 1440, height: 900 })
}
const set = (state: UpdateView['state']): Promise<void> =>
  page.evaluate((next) => window.fakeControls?.setUpdate({ state: next }), state)
const programIsTooOld = (): Promise<void> =>
  page.evaluate(() =>
    window.fakeControls?.setConnectivity({
      ...{ state: 'offline', versionGap: 'program-too-old', neededVersion: '0.2.0', backOfficeVersion: '0.3.0' },
    }),
  )
const gapCloses = (): Promise<void> =>
  page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'online', versionGap: null, neededVersion: null }))
const asked = (command: string): Promise<number> =>
  page.evaluate((wanted) => window.fakeControls?.calls.filter((call) => call.command === wanted).length ?? 0, command)
const banner = () => page.locator('.w-banner').filter({ hasText: words.programTitle })
const updateNow = () => page.getByRole('button', { name: words.updateNow, exact: true })

const ready = {
  kind: 'ready',
  version: '0.3.0',
  change: 'newer',
  notes: [],
  obstacles: ['signed-in'],
  dueAt: toInstant(Date.UTC(2026, 10, 30, 18)),
  isOverdue: false,
} as const

describe('a program that is too old for its server', { timeout: 60_000 }, () => {
  it('looks for an update when asked, shows the progress, and installs the update when it is ready', async () => {
    await open('frontdesk')
    await programIsTooOld()
    await expectPage(banner()).toContainText(words.programText('0.1.0', '0.2.0'))
    await expectPage(banner()).toContainText(words.programKept)
    await expectPage(banner()).toContainText(updateWords.idle)
    await inspect('gap-program')
    await updateNow().click()
    expect(await asked('update.look')).toBe(1)
    await set({ kind: 'checking' })
    await expectPage(banner()).toContainText(updateWords.checking)
    await set({ kind: 'downloading', version: '0.3.0', doneBytes: 25_500_000, totalBytes: 98_000_000 })
    await expectPage(banner()).toContainText('25.5 MB of 98.0 MB')
    await expectPage(banner()).toContainText(words.restarts)
    await inspect('gap-downloading')
    expect(await asked('update.install')).toBe(0)
    await set(ready)
    await expectPage(banner()).toContainText(updateWords.installing('0.3.0'))
    await expectPage(updateNow()).toHaveCount(0)
    expect(await asked('update.install')).toBe(1)
    await gapCloses()
    await expectPage(banner()).toHaveCount(0)
  })

  it('installs an update that is ready without a search, and shows no other banner about that update', async () => {
    await open('frontdesk')
    await set(ready)
    await expectPage(page.getByText(updateWords.bannerTitle('0.3.0'))).toHaveCount(1)
    await programIsTooOld()
    await expectPage(banner()).toContainText(updateWords.ready('0.3.0'))
    await expectPage(page.getByText(updateWords.bannerTitle('0.3.0'))).toHaveCount(0)
    await updateNow().click()
    await expectPage(banner()).toContainText(updateWords.installing('0.3.0'))
    expect(await asked('update.look')).toBe(0)
  })

  it('does not automatically install an update that became ready after a failed search', async () => {
    await open('frontdesk')
    await programIsTooOld()
    await updateNow().click()
    await set({ kind: 'failed', code: 'unreachable', version: null })
    await expectPage(banner()).toContainText(updateWords.failed("the update server can't be reached."))
    await set(ready)
    await expectPage(banner()).toContainText(updateWords.ready('0.3.0'))
    expect(await asked('update.install')).toBe(0)
  })

  it.each(['not-configured', 'policy'] as const)(
    'refers the user to IT where updates are off (%s), and has no button',
    async (reason) => {
      await open('frontdesk')
      await set({ kind: 'off', reason })
      await programIsTooOld()
      await expectPage(banner()).toContainText(updatesOffWords[reason])
      await expectPage(banner()).toContainText(words.askForProgram('0.2.0'))
      await expectPage(updateNow()).toHaveCount(0)
      await inspect(`gap-${reason}`)
    },
  )

  it('refers the user to IT where IT installs the program, and has no button', async () => {
    await open('frontdesk')
    await page.evaluate(() =>
      window.fakeControls?.setUpdate({
        isInstalledByIT: true,
        state: { kind: 'for-it', version: '0.3.0', change: 'newer', notes: [], needsServer: null },
      }),
    )
    await programIsTooOld()
    await expectPage(banner()).toContainText(updateWords.forIT('0.3.0'))
    await expectPage(banner()).toContainText(words.askForProgram('0.2.0'))
    await expectPage(updateNow()).toHaveCount(0)
    await inspect('gap-for-it')
  })

  it('can be updated before a sign-in, and while the screen is locked', async () => {
    await open()
    await programIsTooOld()
    await expectPage(banner()).toContainText(words.programText('0.1.0', '0.2.0'))
    await inspect('gap-sign-in')
    await updateNow().click()
    expect(await asked('update.look')).toBe(1)

    await open('frontdesk')
    await programIsTooOld()
    await expectPage(banner()).toBeVisible()
    await page.evaluate(async () => {
      const user = window.fakeControls?.clinic.users.find(({ email }) => email.startsWith('frontdesk@'))
      if (user !== undefined) window.fakeControls?.setSession({ kind: 'locked', user } as never)
    })
    await expectPage(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
    await expectPage(banner()).toContainText(words.programText('0.1.0', '0.2.0'))
    await inspect('gap-locked')
    await set(ready)
    await updateNow().click()
    await expectPage(banner()).toContainText(updateWords.installing('0.3.0'))
  })
})

describe('a server that is too old for this program', { timeout: 60_000 }, () => {
  it.each([undefined, 'frontdesk'] as const)(
    'is described until the server is updated (signed in as %s)',
    async (who) => {
      await open(who)
      await page.evaluate(() =>
        window.fakeControls?.setConnectivity({
          ...{ state: 'offline', versionGap: 'server-too-old', neededVersion: '0.2.0', backOfficeVersion: '0.1.0' },
        }),
      )
      await expectPage(page.getByRole('alert')).toContainText(words.serverTitle)
      await expectPage(page.getByRole('alert')).toContainText(words.serverText('0.1.0', '0.2.0'))
      await expectPage(updateNow()).toHaveCount(0)
      await inspect(`gap-server-${who ?? 'signed-out'}`)
      await gapCloses()
      await expectPage(page.getByText(words.serverTitle)).toHaveCount(0)
    },
  )
})

import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Connectivity, WorkstationInfo } from '#contract/settings/bridge.ts'
import { sessionWords } from '#renderer/session/session-words.ts'
import { settingsWords } from '#renderer/settings/settings-words.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page

const open = async (path: string, start: StartOptions = {}): Promise<void> => {
  page = await pages.open(path, start)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}
const connect = (change: Partial<Connectivity>): Promise<void> =>
  page.evaluate((changed) => window.fakeControls?.setConnectivity(changed), change)

const section = (title: string): Locator => page.getByRole('region', { name: title, exact: true })
const publish = (managed: WorkstationInfo['managed'], server: Partial<WorkstationInfo['server']>): Promise<void> =>
  page.evaluate(
    ([set, changed]) =>
      window.fakeControls?.emit('workstation.changed', {
        version: '0.1.0',
        shell: 'electron',
        dataFolder: '/home/desk/.local/share/atrium',
        keyStore: 'keychain',
        server: { url: 'https://atrium.clinic.example', setBy: 'person', canLeave: false, ...changed },
        managed: set,
        cache: { bookings: 0, members: 0, sizeBytes: 0, asOf: null },
      }),
    [managed, server] as const,
  )

describe("the organisation's policy", { timeout: 60_000 }, () => {
  it.each(['writable', 'unreadable'] as const)(
    'that is %s is reported before and after the sign-in',
    async (problem) => {
      const { policy } = sessionWords
      for (const start of [{}, { signedInAs: 'frontdesk' }] as const) {
        await open('/user/profile', start)
        await expectPage(page.getByText(policy.title)).toHaveCount(0)
        await connect({ policyProblem: problem })
        await expectPage(page.getByText(policy.title)).toBeVisible()
        await expectPage(page.getByText(policy[problem])).toBeVisible()
        expect(await seriousFaultsOf(page)).toEqual([])
        await connect({ policyProblem: null })
        await expectPage(page.getByText(policy.title)).toHaveCount(0)
      }
    },
  )

  it('is named in Settings beside each value that it sets, and only there', async () => {
    await open('/admin/settings', { signedInAs: 'admin' })
    const locking = section(settingsWords.locking.title)
    const workstation = section(settingsWords.workstation.title)
    await publish(['lockMinutes'], {})
    await expectPage(locking).toContainText(settingsWords.setByOrganisation)
    await expectPage(locking).not.toContainText(settingsWords.locking.note)
    await expectPage(workstation).not.toContainText(settingsWords.workstation.setBy.policy)
    await publish(['serverAddress'], { setBy: 'policy' })
    await expectPage(locking).toContainText(settingsWords.locking.note)
    await expectPage(workstation).toContainText(
      `https://atrium.clinic.example ${settingsWords.workstation.setBy.policy}`,
    )
    await publish([], { url: null, setBy: 'flag' })
    await expectPage(workstation).toContainText(
      `${settingsWords.workstation.demo} ${settingsWords.workstation.setBy.flag}`,
    )
  })
})

describe('the encryption key', { timeout: 60_000 }, () => {
  it('is listed in Settings as stored in the keychain, or in a key file with the advice to keep the disk encrypted', async () => {
    const words = settingsWords.workstation
    await open('/admin/settings', { signedInAs: 'admin' })
    await expectPage(section(words.title)).toContainText(`${words.key}${words.keyFile}`)
    await publish([], {})
    await expectPage(section(words.title)).toContainText(`${words.key}${words.keychain}`)
  })
})

describe('the environment', { timeout: 60_000 }, () => {
  it('is shown before the sign-in if it is the demo, and after the sign-in unless it is production', async () => {
    const banner = () => page.getByText(sessionWords.signIn.demo)
    const badge = (name: string) => page.getByRole('contentinfo').getByText(name, { exact: true })
    await open('/', { environment: 'DEMO' })
    await expectPage(banner()).toBeVisible()
    expect(await seriousFaultsOf(page)).toEqual([])
    await connect({ environment: 'STAGING' })
    await expectPage(banner()).toHaveCount(0)
    await open('/user/profile', { signedInAs: 'frontdesk', environment: 'DEMO' })
    await expectPage(badge('DEMO')).toBeVisible()
    await connect({ environment: 'STAGING' })
    await expectPage(badge('STAGING')).toBeVisible()
    await connect({ environment: 'PRODUCTION' })
    await expectPage(badge('STAGING')).toHaveCount(0)
    await expectPage(badge('PRODUCTION')).toHaveCount(0)
  })
})

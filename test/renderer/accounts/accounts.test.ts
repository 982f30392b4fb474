import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { accountsWords as words } from '#renderer/accounts/accounts-words.ts'
import { entranceWords } from '#renderer/accounts/entrance-words.ts'
import { administrationWords } from '#renderer/administration/administration-words.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

type Controls = NonNullable<Window['fakeControls']>

const pages = startHarnessPages()
const shots = process.env.SHOTS
let page: Page

const open = async (path: string, start: StartOptions): Promise<void> => {
  page = await pages.open(path, start, '2026-11-23T17:00:00Z')
}
const tell = async (run: (controls: Controls) => unknown): Promise<void> => {
  await page.evaluate(`(${run})(window.fakeControls)`)
}
const look = async (name: string): Promise<void> => {
  for (const [width, height] of [
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await seriousFaultsOf(page, '[data-live-announcer]'), name).toEqual([])
    if (shots !== undefined) await page.screenshot({ path: `${shots}/accounts-${name}-${width}.png` })
  }
}
const dialog = () => page.getByRole('dialog').first()
const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) })

describe('People in Administration', { timeout: 60_000 }, () => {
  it('invites a receptionist by keyboard and shows her code once', async () => {
    await open('/admin/settings', { signedInAs: 'admin' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await expectPage(page.getByRole('heading', { level: 1, name: administrationWords.people })).toBeVisible()
    await expectPage(rowOf('admin@')).toContainText(words.states.active)
    await look('list')
    await page.getByRole('button', { name: words.invite }).press('Enter')
    await dialog().getByLabel(words.form.firstname).fill('Noor')
    await dialog().getByRole('button', { name: words.form.send }).press('Enter')
    await expectPage(dialog().getByText(words.form.missing).first()).toBeVisible()
    await dialog().getByLabel(words.form.lastname).fill('Haddad')
    await dialog().getByLabel(words.form.email).fill('noor@clinic.example')
    await dialog().getByText(words.form.some, { exact: true }).click()
    await dialog().getByRole('checkbox', { name: 'Vancouver' }).first().press('Space')
    await look('invite')
    await dialog().getByRole('button', { name: words.form.send }).press('Enter')
    await expectPage(dialog().getByLabel(words.code.label)).toHaveValue('7K2M-9QXT-4B8D-7K2M-9QXT')
    await look('code')
    await dialog().getByRole('button', { name: words.code.close }).press('Enter')
    await page.getByRole('searchbox', { name: words.search }).fill('noor')
    await expectPage(rowOf('Noor Haddad')).toContainText(words.states.invited)
    await expectPage(rowOf('admin@')).toHaveCount(0)
  })

  it.each(['waiting', 'sent', 'uncertain', 'failed'] as const)(
    'shows that the email of an invitation is %s: in the dialog, in the list and with the account',
    async (mail) => {
      await open('/admin/administration/people', { signedInAs: 'admin' })
      await page.evaluate((next) => window.fakeControls?.accounts.answerMail(next), mail)
      await page.getByRole('button', { name: words.invite }).press('Enter')
      await dialog().getByLabel(words.form.firstname).fill('Noor')
      await dialog().getByLabel(words.form.lastname).fill('Haddad')
      await dialog().getByLabel(words.form.email).fill('noor@clinic.example')
      await dialog().getByRole('button', { name: words.form.send }).press('Enter')
      await expectPage(dialog()).toContainText(words.code.mail[mail]('noor@clinic.example'))
      await look(`code-${mail}`)
      await dialog().getByRole('button', { name: words.code.close }).press('Enter')
      await expectPage(rowOf('Noor Haddad')).toContainText(words.mail[mail])
      await rowOf('Noor Haddad').getByRole('button').click()
      await expectPage(dialog()).toContainText(words.mailNotes[mail])
      await look(`account-${mail}`)
    },
  )

  it('shows both versions after another administrator saved first, and lets the user adopt the saved version', async () => {
    await open('/admin/administration/people', { signedInAs: 'admin' })
    const edit = rowOf('sales@').getByRole('button')
    await edit.click()
    await tell((controls) => {
      const sales = controls.clinic.users.find(({ email }) => email.startsWith('sales@'))
      controls.accounts.changeElsewhere(sales?.user_id ?? '', { firstname: 'Samira', roles: ['sales', 'finance'] })
    })
    await dialog().getByLabel(words.form.firstname).fill('Sammy')
    await dialog().getByRole('button', { name: words.form.save }).click()
    const conflict = dialog().getByRole('table')
    await expectPage(conflict.getByRole('row', { name: /First name/ })).toContainText('Samira')
    await expectPage(conflict.getByRole('row', { name: /Roles/ })).toContainText('Finance')
    await look('conflict')
    await dialog().getByRole('button', { name: words.conflict.takeSaved }).click()
    await expectPage(dialog().getByLabel(words.form.firstname)).toHaveValue('Samira')
  })

  it('deactivates an account after a confirmation and then hides it, but does not deactivate the last administrator', async () => {
    await open('/admin/administration/people', { signedInAs: 'admin' })
    await rowOf('qa@').getByRole('button').click()
    await dialog().getByRole('button', { name: words.acts.deactivate }).click()
    const question = page.getByRole('alertdialog')
    await look('deactivate')
    await question.getByRole('button', { name: words.acts.deactivate }).click()
    await expectPage(rowOf('qa@')).toHaveCount(0)
    await page.getByText(words.showDeactivated).click()
    await expectPage(rowOf('qa@')).toContainText(words.states.deactivated)
    await rowOf('admin@').getByRole('button').click()
    await dialog().getByRole('button', { name: words.acts.deactivate }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.acts.deactivate }).click()
    await expectPage(dialog().getByText('This is the last active administrator.')).toBeVisible()
  })

  it('ends the sessions of an account, unlocks it, and resets its password with a code that is shown once', async () => {
    await open('/admin/settings', { signedInAs: 'admin' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await tell((controls) => {
      const sales = controls.clinic.users.find(({ email }) => email.startsWith('sales@'))
      controls.accounts.changeElsewhere(sales?.user_id ?? '', {
        sessions: 2,
        lockedUntil: '2026-11-23T17:10:00Z' as never,
      })
    })
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await expectPage(rowOf('sales@')).toContainText(words.locked)
    await rowOf('sales@').getByRole('button').click()
    const { acts } = words
    const act = (name: string) => dialog().getByRole('button', { name })
    await expectPage(act(acts.unlock)).not.toHaveAttribute('aria-disabled')
    await act(acts.endSessions).press('Enter')
    await expectPage(dialog().getByText(words.notSignedIn, { exact: true })).toBeVisible()
    await expectPage(act(acts.endSessions)).toHaveAccessibleDescription(acts.notSignedIn)
    await expectPage(rowOf('sales@')).toContainText(words.locked)
    await act(acts.unlock).press('Enter')
    await expectPage(act(acts.unlock)).toHaveAccessibleDescription(acts.notLocked)
    await act(acts.reset).press('Enter')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: acts.reset }).press('Enter')
    await expectPage(dialog().getByLabel(words.code.label)).toHaveValue('7K2M-9QXT-4B8D-7K2M-9QXT')
    await dialog().getByRole('button', { name: words.code.close }).press('Enter')
    await expectPage(rowOf('sales@')).toContainText(words.states.invited)
    await expectPage(rowOf('sales@')).not.toContainText(words.locked)
    // An invited person has no password yet, so a new code needs no confirmation.
    await rowOf('sales@').getByRole('button').click()
    await act(acts.newCode).press('Enter')
    await expectPage(dialog().getByLabel(words.code.label)).toHaveValue('7K2M-9QXT-4B8D-7K2M-9QXT')
  })

  it('is read-only while offline and refused to other roles, and Configuration lists the missing settings', async () => {
    await open('/admin/administration/people', { signedInAs: 'admin' })
    await rowOf('qa@').waitFor()
    await tell((controls) => controls.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(words.offline)).toBeVisible()
    await expectPage(page.getByRole('button', { name: words.invite })).toHaveAccessibleDescription(
      words.needsConnection,
    )
    await tell((controls) => controls.setConnectivity({ state: 'online' }))
    await page.getByRole('link', { name: administrationWords.configuration }).click()
    await expectPage(page.getByRole('row', { name: /Mail server/ })).toContainText(words.configuration.missing)
    await expectPage(page.getByRole('row', { name: /^Backup/ })).toContainText('Last success less than a minute ago.')
    await expectPage(page.getByRole('row', { name: /^Restore drill/ })).toContainText(
      'The last run failed (disk-full).',
    )
    await look('configuration')
    await page.getByRole('link', { name: administrationWords.server }).click()
    await expectPage(page.getByRole('status').filter({ hasText: words.server.alertCount(1) })).toBeVisible()
    const drill = page.getByRole('row', { name: /The last restore drill failed/ })
    await expectPage(drill).toContainText(words.server.urgent)
    await expectPage(drill).toContainText('Make a new backup now')
    await expectPage(page.getByRole('row', { name: /^Last backup/ })).toContainText('2 hours and 4 minutes ago')
    await expectPage(page.getByRole('row', { name: /^Free space/ })).toContainText('182.3 GB (43%)')
    await look('server')
    await open('/admin/administration/people', { signedInAs: 'frontdesk' })
    await expectPage(page.getByText(administrationWords.notAllowedTitle)).toBeVisible()
  })
})

describe('the screen before sign-in', { timeout: 60_000 }, () => {
  it('offers to create the first administrator while there is none, and signs the new administrator in', async () => {
    await open('/', {})
    await page.getByRole('heading', { level: 1 }).waitFor()
    await tell((controls) => controls.setConnectivity({ needsSetup: true }))
    const { firstStart } = entranceWords
    await expectPage(page.getByRole('heading', { level: 1, name: firstStart.title })).toBeVisible()
    await page.getByRole('button', { name: firstStart.submit }).press('Enter')
    await expectPage(page.getByText(entranceWords.missing).first()).toBeVisible()
    await look('first-start')
    for (const [label, value] of [
      [firstStart.code, 'AAAA-AAAA-AAAA'],
      [firstStart.organisation, 'Harbour Imaging'],
      [firstStart.firstname, 'Ana'],
      [firstStart.lastname, 'Silva'],
      [firstStart.email, 'ana@clinic.example'],
      [firstStart.password, 'right horse battery'],
      [entranceWords.repeat, 'right horse batter'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value)
    }
    await page.keyboard.press('Enter')
    await expectPage(page.getByText(entranceWords.repeatDiffers)).toBeVisible()
    await page.getByLabel(entranceWords.repeat).fill('right horse battery')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText("This setup code isn't valid.")).toBeVisible()
    await page.getByLabel(firstStart.code, { exact: true }).fill('7K2M-9QXT-4B8D')
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  it('accepts an invitation from the sign-in screen, and changes the password in Profile', async () => {
    await open('/', {})
    await page.getByRole('button', { name: entranceWords.invitationLink }).press('Enter')
    await page.getByLabel(entranceWords.invitation.code).fill('7K2M-9QXT-4B8D-7K2M-9QXT')
    await page.getByLabel(entranceWords.invitation.password, { exact: true }).fill('right horse battery')
    await page.getByLabel(entranceWords.repeat).fill('right horse battery')
    await look('invitation')
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.evaluate(() => history.pushState(null, '', '/user/profile'))
    const { ownPassword } = entranceWords
    await page.getByLabel(ownPassword.old).fill('wrong')
    await page.getByLabel(ownPassword.next, { exact: true }).fill('four blue bicycles')
    await page.getByLabel(entranceWords.repeat).fill('four blue bicycles')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText('Your current password is not correct.')).toBeVisible()
    await look('profile')
    await page.getByLabel(ownPassword.old).fill('atrium-demo')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText(ownPassword.done).first()).toBeVisible()
    await expectPage(page.getByLabel(ownPassword.next, { exact: true })).toHaveValue('')
  })
})

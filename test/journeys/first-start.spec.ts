import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { accountsWords } from '#renderer/accounts/accounts-words.ts'
import { entranceWords } from '#renderer/accounts/entrance-words.ts'
import { administrationWords } from '#renderer/administration/administration-words.ts'
import { sessionWords } from '#renderer/session/session-words.ts'
import { projectRoot } from '#scripts/project.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { noteTestFile, spend } from '#test/fixtures/spent.ts'
import { makeShell } from './shell-process.ts'

const program = join(projectRoot, 'back-office/back-office-cli.ts')
const adminPassword = 'right horse battery'
const herPassword = 'seven green teapots'

/** Types into the focused field and moves to the next one. */
const typeInTurn = async (page: Page, values: readonly string[]): Promise<void> => {
  for (const value of values) {
    await page.keyboard.insertText(value)
    await page.keyboard.press('Tab')
  }
}

test('an empty folder becomes a clinic: setup code, first administrator, and a receptionist who signs in', async ({
  browser,
}, testInfo) => {
  test.setTimeout(180_000)
  noteTestFile(testInfo.file)
  const folder = mkdtempSync(join(tmpdir(), 'atrium-first-start-'))
  const data = join(folder, 'back-office')
  const children: Child[] = []
  const start = (args: readonly string[]): Child => {
    const child = startNode([program, ...args])
    children.push(child)
    return child
  }
  const kind = testInfo.project.name === 'electron' ? 'electron' : 'browser'
  const server = start(['--port', '0', '--data', data])
  const [, url = ''] = await server.waitFor(/^Back office ready at (http:\/\/127\.0\.0\.1:\d+)$/m)
  const makeDesk = (name: string) =>
    makeShell({
      kind,
      dataFolder: join(folder, name),
      backOfficeUrl: url,
      viewport: { width: 1440, height: 900 },
      browser,
    })
  const desk = await makeDesk('desk')
  const hers = await makeDesk('hers')
  const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
  try {
    await spend('boot', () => desk.start())
    const page = desk.page()
    const { firstStart, invitation } = entranceWords

    await test.step('the server reports what is missing, and prints a setup code', async () => {
      await expect.poll(() => server.errors()).toContain('has no administrator')
      expect(server.errors()).toContain('Missing: Location.')
    })
    const code = await test.step('the code creates the first administrator, by keyboard', async () => {
      const init = start(['init', '--data', data])
      const [, printed = ''] = await init.waitFor(/^Setup code: ([0-9A-Z-]{14})$/m)
      await expect(page.getByRole('heading', { level: 1, name: firstStart.title })).toBeVisible()
      await page.getByLabel(firstStart.code).focus()
      await typeInTurn(page, [printed, 'Harbour Imaging', 'Ana', 'Silva', 'ana@clinic.example', adminPassword])
      await page.keyboard.insertText(adminPassword)
      await page.keyboard.press('Enter')
      await expect(main(page)).toBeVisible()
      return printed
    })
    expect(code).toHaveLength(14)

    const invited = await test.step('the administrator invites a receptionist', async () => {
      await main(page).getByRole('link', { name: 'Admin' }).press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: administrationWords.people })).toBeVisible()
      await page.getByRole('button', { name: accountsWords.invite }).press('Enter')
      await expect(page.getByLabel(accountsWords.form.firstname)).toBeFocused()
      await typeInTurn(page, ['Noor', 'Haddad', 'noor@clinic.example'])
      await page.getByRole('button', { name: accountsWords.form.send }).press('Enter')
      const shown = page.getByLabel(accountsWords.code.label)
      await expect(shown).toHaveValue(/^[0-9A-Z-]{24}$/)
      const value = await shown.inputValue()
      await page.getByRole('button', { name: accountsWords.code.close }).press('Enter')
      return value
    })

    await test.step('the receptionist sets her password on her own computer', async () => {
      await spend('boot', () => hers.start())
      const own = hers.page()
      await own.getByRole('button', { name: entranceWords.invitationLink }).press('Enter')
      await expect(own.getByLabel(invitation.code)).toBeFocused()
      await typeInTurn(own, [invited, herPassword])
      await own.keyboard.insertText(herPassword)
      await own.keyboard.press('Enter')
      await expect(main(own)).toBeVisible()
      await expect(main(own).getByRole('link', { name: 'Admin' })).toHaveCount(0)
    })

    await test.step('a deactivation ends her session within 5 seconds, and her password no longer works', async () => {
      const row = page.getByRole('row', { name: /Noor Haddad/ })
      await page.reload()
      await row.getByRole('button').press('Enter')
      await page.getByRole('button', { name: accountsWords.acts.deactivate }).press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: accountsWords.acts.deactivate }).press('Enter')
      await expect(row).toHaveCount(0)
      const own = hers.page()
      await expect(own.getByRole('heading', { level: 1, name: sessionWords.signIn.title })).toBeVisible({
        timeout: 5000,
      })
      await server.end('SIGTERM')
      await own.getByLabel(sessionWords.signIn.email).fill('noor@clinic.example')
      await own.getByLabel(sessionWords.password).fill(herPassword)
      await own.keyboard.press('Enter')
      await expect(own.getByRole('alert')).toBeVisible()
      await expect(main(own)).toHaveCount(0)
    })
  } finally {
    await desk.dispose()
    await hers.dispose()
    for (const child of children) await child.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
})

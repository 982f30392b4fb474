import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page, TestInfo } from '@playwright/test'
import { closureKindWords } from '#domain/locations/location-words.ts'
import { accountsWords } from '#renderer/accounts/accounts-words.ts'
import { entranceWords } from '#renderer/accounts/entrance-words.ts'
import { administrationWords } from '#renderer/administration/administration-words.ts'
import { catalogueSectionWords, documentTypeSectionWords } from '#renderer/catalogue/catalogue-section-words.ts'
import { financeWords } from '#renderer/finance/finance-words.ts'
import { frameWords } from '#renderer/frame/frame-words.ts'
import { closuresSectionWords } from '#renderer/locations/closures-section-words.ts'
import { locationFormWords } from '#renderer/locations/location-form-words.ts'
import { locationsSectionWords } from '#renderer/locations/locations-section-words.ts'
import { machineWords } from '#renderer/locations/machine-words.ts'
import { practitionersSectionWords } from '#renderer/people/practitioners-section-words.ts'
import { recordsWords } from '#renderer/records/records-words.ts'
import { roleNames } from '#renderer/session/role-words.ts'
import { sessionWords } from '#renderer/session/session-words.ts'
import { clinicSettingsWords } from '#renderer/settings/clinic-settings-words.ts'
import { settingsWords } from '#renderer/settings/settings-words.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { runFolderVariable } from '#test/fixtures/once-a-run.ts'
import { findPostgres, openRunFolder } from '#test/fixtures/postgres/postgres-server.ts'
import { createTestDatabase } from '#test/fixtures/postgres/test-database.ts'
import { builtBackOffice } from '#test/fixtures/services/back-office-program.ts'
import { noteTestFile, spend } from '#test/fixtures/spent.ts'
import { heldSlot, memberSide, newMember, slotTable, summary, unansweredWindow } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { createKeyboard, type Keyboard } from './keyboard.ts'
import { lookClosely } from './look-closely.ts'
import { partOf, recordButton, sumOf } from './payment-desk.ts'
import { dayFromToday, placeWithTimeLeft } from './safety-desk.ts'
import { makeShell, type ShellProcess } from './shell-process.ts'
import { actionButton } from './study-desk.ts'

const passwords = { admin: 'right horse battery', desk: 'seven green teapots', clerk: 'ledger on the shelf' }
const clinic = 'Harbour Clinic'
const scanType = 'Whole Body'

const mainMenu = (page: Page): Locator => page.getByRole('navigation', { name: frameWords.rail.label })
const spokenFocus = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

/** A page and its keyboard, with the actions that a form needs. */
class Hand {
  readonly page: Page
  readonly keys: Keyboard

  constructor(page: Page) {
    this.page = page
    this.keys = createKeyboard(page)
  }

  async type(scope: Page | Locator, label: string, text: string): Promise<void> {
    const name = { name: label, exact: true }
    const box = scope.getByRole('textbox', name).or(scope.getByRole('combobox', name))
    await this.keys.tabTo(box)
    await this.keys.press('Control+a')
    await this.keys.type(text)
    await expect(box).toHaveValue(text)
  }

  async check(scope: Page | Locator, label: string): Promise<void> {
    const box = scope.getByRole('checkbox', { name: label, exact: true })
    await this.keys.tabTo(box)
    await this.keys.press('Space')
    await expect(box).toBeChecked()
  }

  async choose(scope: Page | Locator, label: string | RegExp, letters: string): Promise<void> {
    await this.keys.enterOn(scope.getByRole('button', { name: label }))
    await expect(this.page.getByRole('listbox')).toBeVisible()
    await this.keys.type(letters)
    await this.keys.press('Enter')
    await expect(this.page.getByRole('listbox')).toBeHidden()
  }

  /** Types a date into the three parts of a date field. */
  async date(scope: Page | Locator, label: string, day: string): Promise<void> {
    const field = scope.getByRole('group', { name: label })
    await this.keys.tabTo(field.getByRole('spinbutton').first())
    await this.keys.type(day.replaceAll('-', ''))
  }

  async press(scope: Page | Locator, name: string | RegExp): Promise<void> {
    await this.keys.enterOn(typeof name === 'string' ? actionButton(scope, name) : scope.getByRole('button', { name }))
  }

  async openSection(label: string): Promise<void> {
    const sections = this.page.getByRole('navigation', { name: administrationWords.sections })
    await this.keys.enterOn(sections.getByRole('link', { name: label, exact: true }))
    await expect(this.page.getByRole('heading', { level: 1, name: label })).toBeVisible()
  }

  /** Presses the dialog's button, such as Save or Cancel, and waits until the dialog has closed. */
  async save(dialog: Locator, button: string): Promise<void> {
    await this.press(dialog, button)
    await expect(dialog).toBeHidden()
  }
}

const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })

type NewPlace = { readonly state: string; readonly zone: string; readonly name?: string }

/** Fills in the form of a location, and leaves it open. */
const createLocation = async (hand: Hand, { state, zone, name = clinic }: NewPlace): Promise<Locator> => {
  const { page } = hand
  const words = locationFormWords
  await hand.openSection(administrationWords.locations)
  await hand.press(page, locationsSectionWords.create)
  const dialog = dialogOf(page, words.newTitle)
  for (const [label, text] of [
    [words.texts.state, state],
    [words.texts.name, name],
    [words.texts.address, '1 Harbour Road'],
    [words.texts.city, 'Harbour'],
    [words.texts.postalCode, 'V5K 0A1'],
    [words.texts.lat, '49.28'],
    [words.texts.long, '-123.12'],
    [words.texts.phone, '+16045550100'],
    [words.texts.email, 'desk@harbour.example'],
    [words.texts.timezone, zone],
    [words.texts.displayTimezone, 'Harbour time'],
  ] as const) {
    await hand.type(dialog, label, text)
  }
  await hand.check(dialog, words.isOpen(words.weekdays.saturday))
  await hand.type(dialog, words.closes(words.weekdays.saturday), '01:00pm')
  return dialog
}

const inviteAs = async (
  hand: Hand,
  person: { readonly first: string; readonly last: string; readonly email: string; readonly role: string },
): Promise<string> => {
  const { page } = hand
  const { form, code } = accountsWords
  await hand.openSection(administrationWords.people)
  await hand.press(page, accountsWords.invite)
  const dialog = dialogOf(page, form.inviteTitle)
  await hand.type(dialog, form.firstname, person.first)
  await hand.type(dialog, form.lastname, person.last)
  await hand.type(dialog, form.email, person.email)
  const role = dialog.getByRole('checkbox', { name: person.role, exact: true })
  if (!(await role.isChecked())) await hand.check(dialog, person.role)
  const desk = dialog.getByRole('checkbox', { name: roleNames.frontdesk, exact: true })
  if (person.role !== roleNames.frontdesk && (await desk.isChecked())) {
    await hand.keys.tabTo(desk)
    await hand.keys.press('Space')
  }
  await hand.press(dialog, form.send)
  const shown = page.getByLabel(code.label)
  await expect(shown).toHaveValue(/^[0-9A-Z-]{24}$/)
  const value = await shown.inputValue()
  await hand.press(page, code.close)
  return value
}

const acceptInvitation = async (hand: Hand, code: string, password: string): Promise<void> => {
  const { invitation } = entranceWords
  await hand.press(hand.page, entranceWords.invitationLink)
  await expect(hand.page.getByLabel(invitation.code)).toBeFocused()
  for (const value of [code, password]) {
    await hand.keys.type(value)
    await hand.keys.press('Tab')
  }
  await hand.keys.type(password)
  await hand.keys.press('Enter')
  await expect(mainMenu(hand.page)).toBeVisible()
}

const holdFreeSlot = async (hand: Hand): Promise<void> => {
  const { page, keys } = hand
  await expect(slotTable(page)).toBeVisible()
  await keys.press('Alt+c')
  await expect.poll(() => spokenFocus(page)).toMatch(/, free, /)
  await keys.press('Enter')
  await expect(heldSlot(page)).toBeVisible()
}

/** Answers the required questions without raising a stop, and leaves the focus on the last question, `ReasonType`. */
const answerAll = async ({ page, keys }: Hand): Promise<void> => {
  const fieldInFocus = () =>
    page.evaluate(() => {
      const field = document.activeElement?.closest<HTMLElement>('[data-field]')
      return { name: field?.dataset.field ?? '', isStatement: field?.textContent?.includes('Not Correct') ?? false }
    })
  for (let question = 0; question < 40; question += 1) {
    const { name, isStatement } = await fieldInFocus()
    // Key 1 answers a statement with Correct, and a `ReasonType` or `Female.` question with its first option. Key n
    // answers every other question with No.
    await keys.press(isStatement || name === 'ReasonType' || name.startsWith('Female.') ? '1' : 'n')
    if (name === 'ReasonType') return
    await expect.poll(async () => (await fieldInFocus()).name).not.toBe(name)
  }
  throw new Error('The questions did not end')
}

type Opening = {
  readonly browser: Browser
  readonly testInfo: TestInfo
  /** The command-line flags that select the database, for the server and its other commands. */
  readonly database: readonly string[]
}

const openClinic = async ({ browser, testInfo, database }: Opening): Promise<void> => {
  test.setTimeout(480_000)
  noteTestFile(testInfo.file)
  const folder = mkdtempSync(join(tmpdir(), 'atrium-clinic-opens-'))
  const data = join(folder, 'back-office')
  const { zone } = placeWithTimeLeft()
  const children: Child[] = []
  const shells: ShellProcess[] = []
  const seconds: string[] = []
  const start = (args: readonly string[]): Child => {
    const child = startNode([builtBackOffice, ...args])
    children.push(child)
    return child
  }
  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    const began = performance.now()
    await test.step(name, work)
    seconds.push(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${name}`)
  }
  const openDesk = async (name: string, url: string): Promise<Hand> => {
    const shell = await makeShell({
      kind: testInfo.project.name === 'electron' ? 'electron' : 'browser',
      dataFolder: join(folder, name),
      backOfficeUrl: url,
      viewport: { width: 1440, height: 900 },
      browser,
    })
    shells.push(shell)
    await spend('boot', () => shell.start())
    return new Hand(shell.page())
  }
  const see = (hand: Hand, state: string): Promise<void> => lookClosely(hand.page, state)
  try {
    let url = ''
    let server: Child | undefined
    let printed = ''
    await step(
      'the server starts in an empty folder, lists the missing configuration, and prints a setup code',
      async () => {
        const started = start(['--port', '0', '--data', data, ...database])
        server = started
        ;[, url = ''] = await started.waitFor(/^Back office ready at (http:\/\/127\.0\.0\.1:\d+)$/m)
        await expect.poll(() => started.errors()).toContain('has no administrator')
        expect(started.errors()).toContain('Missing: Location.')
        const init = start(['init', '--data', data, ...database])
        ;[, printed = ''] = await init.waitFor(/^Setup code: ([0-9A-Z-]{14})$/m)
      },
    )

    const admin = await openDesk('office', url)
    await step('the setup code creates the first administrator', async () => {
      const { page, keys } = admin
      const { firstStart } = entranceWords
      await expect(page.getByRole('heading', { level: 1, name: firstStart.title })).toBeVisible()
      await see(admin, '01-first-start')
      await keys.tabTo(page.getByLabel(firstStart.code))
      for (const value of [printed, 'Harbour Imaging', 'Ana', 'Silva', 'ana@clinic.example', passwords.admin]) {
        await keys.type(value)
        await keys.press('Tab')
      }
      await keys.type(passwords.admin)
      await keys.press('Enter')
      await expect(mainMenu(page)).toBeVisible()
      await expect(page.getByText(frameWords.location.none)).toHaveCount(0)
      await see(admin, '02-no-location-yet')
    })

    await step('a scan type', async () => {
      const { page, keys } = admin
      const words = catalogueSectionWords
      await keys.enterOn(mainMenu(page).getByRole('link', { name: 'Admin' }))
      await admin.openSection(administrationWords.catalogue)
      await admin.press(page, words.section.add)
      const dialog = dialogOf(page, words.addTitle)
      await admin.type(dialog, words.number, '300')
      await admin.type(dialog, words.name, scanType)
      await admin.type(dialog, words.shortName, 'WB')
      await admin.type(dialog, words.price, '2495')
      await admin.type(dialog, words.minutes, '40')
      await see(admin, '03-scan-type')
      await admin.save(dialog, words.save)
      await expect(page.getByRole('row', { name: new RegExp(scanType) })).toBeVisible()
    })

    await step('a location with its hours', async () => {
      const { page } = admin
      const dialog = await createLocation(admin, { state: 'BC', zone })
      await see(admin, '04-location')
      await admin.save(dialog, locationFormWords.create)
      await expect(page.getByRole('row', { name: new RegExp(clinic) })).toBeVisible()
    })

    await step('two machines', async () => {
      const { page } = admin
      await admin.press(page, locationsSectionWords.editOf(clinic))
      const location = dialogOf(page, locationFormWords.title(clinic))
      for (const name of ['North', 'South']) {
        await admin.press(location, machineWords.add)
        const dialog = dialogOf(page, machineWords.newTitle)
        await expect(dialog.getByRole('textbox', { name: machineWords.name })).toBeFocused()
        await admin.keys.type(name)
        const scan = dialog.getByRole('checkbox', { name: `${scanType} (300)` })
        if (!(await scan.isChecked())) await admin.check(dialog, `${scanType} (300)`)
        if (name === 'North') await see(admin, '05-machine')
        await admin.save(dialog, machineWords.save)
      }
      await see(admin, '06-machines')
      await admin.save(location, locationFormWords.cancel)
      const row = page.getByRole('row', { name: new RegExp(clinic) })
      await expect(row.getByRole('cell', { name: '2', exact: true })).toBeVisible()
    })

    await step('a holiday', async () => {
      const { page } = admin
      const { form } = closuresSectionWords
      await admin.openSection(administrationWords.closures)
      await admin.press(page, closuresSectionWords.create)
      const dialog = dialogOf(page, form.newTitle)
      await admin.type(dialog, form.reason, 'Founders’ day')
      await admin.date(dialog, form.fromDate, dayFromToday(zone, 20))
      await see(admin, '07-holiday')
      await admin.save(dialog, form.save)
      await expect(page.getByRole('list', { name: closuresSectionWords.list })).toContainText('Founders’ day')
      await expect(page.getByRole('list', { name: closuresSectionWords.list })).toContainText(closureKindWords.holiday)
    })

    await step('the price of the scan type', async () => {
      const { page } = admin
      const words = catalogueSectionWords
      await admin.openSection(administrationWords.catalogue)
      await admin.press(page, words.pricesOf(scanType))
      const dialog = dialogOf(page, words.priceTitle(scanType))
      await admin.check(dialog, `${clinic} (CAD)`)
      await admin.type(dialog, words.newPrice, '2495.00')
      await see(admin, '08-price')
      await admin.save(dialog, words.savePrice)
      await expect(page.getByRole('row', { name: new RegExp(scanType) })).toContainText(words.soldAtCount(1))
    })

    await step('a document type', async () => {
      const { page } = admin
      const words = documentTypeSectionWords
      await admin.openSection(administrationWords.documentTypes)
      await admin.press(page, words.section.add)
      const dialog = dialogOf(page, words.addTitle)
      await admin.type(dialog, words.name, 'Blood test')
      await admin.save(dialog, words.save)
      await expect(page.getByRole('row', { name: /Blood test/ })).toBeVisible()
      await see(admin, '09-document-type')
    })

    await step('a practitioner', async () => {
      const { page } = admin
      const words = practitionersSectionWords
      await admin.openSection(administrationWords.practitioners)
      await admin.press(page, words.section.add)
      const dialog = dialogOf(page, words.addTitle)
      await admin.type(dialog, words.firstName, 'Maya')
      await admin.type(dialog, words.lastName, 'Lindqvist')
      await admin.type(dialog, words.fax, '16045550199')
      await see(admin, '10-practitioner')
      await admin.save(dialog, words.save)
      await expect(page.getByRole('row', { name: /Maya Lindqvist/ })).toBeVisible()
    })

    let deskCode = ''
    let clerkCode = ''
    await step(
      'a receptionist and a clerk are invited, and the configuration shows which parts are ready',
      async () => {
        deskCode = await inviteAs(admin, {
          first: 'Noor',
          last: 'Haddad',
          email: 'noor@clinic.example',
          role: roleNames.frontdesk,
        })
        clerkCode = await inviteAs(admin, {
          first: 'Otto',
          last: 'Berg',
          email: 'otto@clinic.example',
          role: roleNames.finance,
        })
        await see(admin, '11-people')
        await admin.openSection(administrationWords.configuration)
        for (const name of ['Location', 'Machine', 'Scan type', 'Price', 'Document type', 'Practitioner']) {
          const row = admin.page.getByRole('row', { name: new RegExp(`^${name}`, 'i') }).first()
          await expect(row).toContainText(accountsWords.configuration.ready)
        }
        await see(admin, '12-configuration')
      },
    )

    const desk = await openDesk('desk', url)
    await step('the receptionist sets her password on her own computer', async () => {
      await acceptInvitation(desk, deskCode, passwords.desk)
      await expect(desk.page.getByRole('heading', { name: /^Today at / })).toBeVisible()
      await see(desk, '13-today')
    })

    await step('she books a new member', async () => {
      const { page, keys } = desk
      await keys.press('g')
      await keys.press('b')
      await expect(slotTable(page)).toBeVisible()
      await keys.enterOn(memberSide(page).getByRole('button', { name: 'Create a member' }))
      const form = dialogOf(page, 'Create a member')
      for (const [name, text] of Object.entries(newMember().texts)) {
        await desk.type(form, name, text)
        if (name === 'Day') {
          await keys.tabTo(form.getByRole('radiogroup', { name: 'Biological sex' }))
          await keys.press('ArrowRight')
        }
      }
      await desk.choose(form, /Country/, 'Cana')
      await desk.press(form, 'Create member')
      await expect(form).toBeHidden()
      await holdFreeSlot(desk)
      await see(desk, '14-held')
      await desk.press(summary(page), /^Book Orlaith Vexhollow/)
      await expect(unansweredWindow(page)).toBeVisible()
      await see(desk, '15-booked')
    })

    await step('she enters the answers to the safety questions', async () => {
      const { page, keys } = desk
      await keys.enterOn(
        unansweredWindow(page)
          .getByRole('button', { name: /Answer|Questions|Open/ })
          .first(),
      )
      await expect(page.getByRole('heading', { name: 'Safety questions', exact: true })).toBeVisible()
      await see(desk, '16-questions')
      await answerAll(desk)
      await keys.press('Control+Enter')
      await expect(page.getByText(/^Saved by Noor Haddad/)).toBeVisible()
      await see(desk, '17-answered')
    })

    await step('she records a cash payment', async () => {
      const { page, keys } = desk
      await keys.enterOn(page.getByRole('link', { name: 'Payment', exact: true }))
      await expect(sumOf(page, 'Balance')).toHaveText('2,495.00')
      const make = partOf(page, 'Make a Payment')
      await desk.choose(make, /Payment type/, 'Cash')
      await desk.type(make, 'Amount', '2495.00')
      await see(desk, '18-cash')
      await keys.enterOn(recordButton(page))
      await expect(sumOf(page, 'Balance')).toHaveText('0.00')
      await see(desk, '19-paid')
    })

    await step('she counts her drawer', async () => {
      const { page, keys } = desk
      await keys.press('g')
      await keys.press('f')
      await expect(page.getByRole('heading', { name: financeWords.screen.title, level: 1 })).toBeVisible()
      await desk.press(page, 'Count: Noor Haddad, cash')
      const count = dialogOf(page, 'Count Noor Haddad’s cash')
      await expect(count.getByRole('textbox', { name: financeWords.countDialog.amount })).toBeFocused()
      await keys.type('2495')
      await desk.save(count, financeWords.countDialog.save)
      await see(desk, '20-counted')
    })

    await step('a setting and a location that the administrator saves reach the receptionist in seconds', async () => {
      const { page } = admin
      const words = clinicSettingsWords
      await admin.openSection(administrationWords.workstations)
      await admin.press(page, recordsWords.editOf(words.lockMinutes))
      const dialog = dialogOf(page, words.editTitle)
      await admin.type(dialog, words.lockMinutes, '3')
      await admin.save(dialog, words.save)
      const closed = await createLocation(admin, { state: 'BC', zone, name: 'Second Clinic' })
      await admin.save(closed, locationFormWords.create)
      const began = performance.now()
      const read = `atriumBridge.call('locations.list', { purpose: 'assisted' }).then(({ value }) => value.length)`
      await expect.poll(() => desk.page.evaluate(read), { intervals: [200] }).toBe(2)
      seconds.push(
        `${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  until the second location is listed`,
      )
      await desk.keys.press('g')
      await desk.keys.press('s')
      await expect(desk.page.getByText(settingsWords.locking.text(3))).toBeVisible()
    })

    const clerk = await openDesk('clerk', url)
    await step('the clerk sets his password and closes the day', async () => {
      const { page, keys } = clerk
      await acceptInvitation(clerk, clerkCode, passwords.clerk)
      await keys.press('g')
      await keys.press('f')
      await expect(page.getByRole('heading', { name: financeWords.screen.title, level: 1 })).toBeVisible()
      await clerk.press(page, financeWords.day.close)
      const closing = dialogOf(page, financeWords.closeDialog.title)
      const early = closing.getByRole('textbox', { name: financeWords.closeDialog.earlyReason })
      if ((await early.count()) > 0) await clerk.type(closing, financeWords.closeDialog.earlyReason, 'First day')
      await see(clerk, '21-closing')
      await clerk.press(closing, /^Close [^t]/)
      await expect(page.getByText(/^Closed by Otto Berg/)).toBeVisible()
      await see(clerk, '22-closed')
    })
    await step(
      'deactivation ends the receptionist’s session within 5 seconds, and she cannot sign in again, even offline',
      async () => {
        const { page } = admin
        const { acts, confirm } = accountsWords
        await admin.openSection(administrationWords.people)
        const row = page.getByRole('row', { name: /Noor Haddad/ })
        await admin.keys.enterOn(row.getByRole('button'))
        await admin.press(page, acts.deactivate)
        await admin.press(page.getByRole('alertdialog'), confirm.deactivate.act)
        await expect(row).toHaveCount(0)
        await expect(desk.page.getByRole('heading', { level: 1, name: sessionWords.signIn.title })).toBeVisible({
          timeout: 5000,
        })
        await server?.end('SIGTERM')
        await desk.type(desk.page, sessionWords.signIn.email, 'noor@clinic.example')
        await desk.keys.tabTo(desk.page.getByLabel(sessionWords.password))
        await desk.keys.type(passwords.desk)
        await desk.keys.press('Enter')
        await expect(desk.page.getByRole('alert')).toBeVisible()
        await expect(mainMenu(desk.page)).toHaveCount(0)
      },
    )
    const presses = [admin, desk, clerk].reduce((sum, { keys }) => sum + keys.presses(), 0)
    seconds.push(`${presses} key presses`)
  } finally {
    console.log(seconds.join('\n'))
    await testInfo.attach('seconds', { body: seconds.join('\n'), contentType: 'text/plain' })
    for (const shell of shells) await shell.dispose()
    for (const child of children) await child.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

test('a clinic is set up by keyboard, from an empty folder to its first cash-up', async ({ browser }, testInfo) => {
  await openClinic({ browser, testInfo, database: [] })
})

const openOnPostgres = async ({ browser }: { readonly browser: Browser }, testInfo: TestInfo): Promise<void> => {
  const run = openRunFolder()
  process.env[runFolderVariable] = run.folder
  try {
    const server = await findPostgres()
    if ('reason' in server) {
      testInfo.skip(true, server.reason)
      return
    }
    const { url, drop } = await createTestDatabase(server.url)
    try {
      await openClinic({ browser, testInfo, database: ['--database', url] })
    } finally {
      await drop()
    }
  } finally {
    delete process.env[runFolderVariable]
    run.close()
  }
}

// Outside a deep run, only the contract suites test PostgreSQL.
if (isDeep)
  test('the same clinic is set up on PostgreSQL', ({ browser }, testInfo) => openOnPostgres({ browser }, testInfo))

import { dirname, join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import SqliteDatabase from 'better-sqlite3'
import { type CashUp, cashUpSchema } from '#domain/finance/cash-up.ts'
import { fullName, type Member, memberSchema } from '#domain/members/member.ts'
import { type PaymentType, ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { type StudyPayments, studyPaymentsSchema } from '#domain/payments/payment-view.ts'
import { type Study, studySchema } from '#domain/study/study.ts'
import { chooseOption } from './desk.ts'
import type { Atrium, Desk } from './fixtures.ts'
import type { Office } from './office.ts'

/** A member for this test only, with their unpaid study. */
export type Owing = { readonly member: Member; readonly study: Study; readonly name: string }

type Booking = {
  readonly locationID: string
  /** The scan type; by default a whole-body one. */
  readonly skuID: number
  readonly country: string
  readonly firstname: string
  readonly lastname: string
  readonly isTemporaryHold: boolean
  /** An existing member; null creates a new member. */
  readonly member: Member | null
}

const wanted: Booking = {
  locationID: 'ca-bc-1',
  skuID: 300,
  country: 'Canada',
  firstname: 'Orlaith',
  lastname: 'Vexhollow',
  isTemporaryHold: false,
  member: null,
}

type OfferedDays = {
  readonly days: readonly {
    readonly slots: readonly {
      readonly utcStart: string
      readonly machines: readonly { readonly machineID: string }[]
    }[]
  }[]
}

/** Creates a member for this test only. */
const createMember = async (office: Office, booking: Booking): Promise<Member> => {
  const { firstname, lastname, country } = booking
  const answer = (await office.send('POST', '/api/v1/userV2/', {
    firstname,
    lastname,
    email: `${firstname}.${lastname}@example.org`.toLowerCase(),
    dob: '1981-04-09',
    gender: 'female',
    phone_number: '604 555 0142',
    address: '12 Harbour Road',
    city: 'Vancouver',
    state: 'BC',
    postalCode: 'V5K 0A1',
    country,
  })) as { readonly member: unknown }
  return memberSchema.parse(answer.member)
}

/** Books a scan for a member from another workstation, at the first free time from tomorrow on. Default: Vancouver. */
export const bookOwing = async (office: Office, change: Partial<Booking> = {}): Promise<Owing> => {
  const booking = { ...wanted, ...change }
  const { locationID, skuID, isTemporaryHold } = booking
  const member = booking.member ?? (await createMember(office, booking))
  const offered = (await office.read(`/api/v1/locations/${locationID}/calendar?skuID=${skuID}&span=28`)) as OfferedDays
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  for (const { utcStart, machines } of offered.days.flatMap(({ slots }) => slots)) {
    const machineID = machines[0]?.machineID
    if (machineID === undefined || utcStart < tomorrow) continue
    const path = isTemporaryHold ? '/booking/create/temporary-hold' : '/booking/create'
    const study = await office.send('POST', path, {
      locationID,
      skuID,
      machineID,
      utcStart,
      slotSelectionType: 'slot',
      holdEventID: null,
      patientID: member.patientID,
      memberType: null,
      referralType: 'provider',
      referrer: '',
      sedativeTaken: null,
      opportunityID: null,
      override: null,
    })
    return { member, study: studySchema.parse(study), name: fullName(member) }
  }
  throw new Error(`${locationID} has no free time for ${skuID}`)
}

/** Reads a study's ledger from the back office. */
export const ledgerOf = async (office: Office, studyID: string): Promise<StudyPayments> =>
  studyPaymentsSchema.parse(await office.read(`/payment/study/${studyID}`))

/** The account that counts the drawers and closes the day, and its name on the screen. */
export const cashier = { account: 'admin', userID: 'u-admin', name: 'Alex Finch' }

/** Reads the cash-up of a day; `path` is the address of a location's cash-ups, with `?date=`. */
export const readCashUp = async (office: Office, path: string): Promise<CashUp> =>
  cashUpSchema.parse(await office.read(path))

type Takings = { readonly taken: number; readonly refunded: number; readonly expected: number }

/** Returns the cashier's sums for one payment type on a day; each is 0 if the day has no line for that type. */
export const takingsOf = ({ lines }: Pick<CashUp, 'lines'>, tender: PaymentType): Takings => {
  const line = lines.find(({ userID, paymentType }) => userID === cashier.userID && paymentType === tender)
  const { taken, refunded, expected } = line ?? { taken: 0, refunded: 0, expected: 0 }
  if (taken === null || refunded === null || expected === null) throw new Error(`The ${tender} is not counted`)
  return { taken, refunded, expected }
}

/**
 * Records a count of 0 for each drawer. The demo's clinics already took money today, and the sums are hidden until the
 * count. The money that the test takes later needs another count. Returns the day's cash-up with these counts.
 */
export const countEarlier = async (office: Office, path: string, date: string): Promise<CashUp> => {
  const { lines } = await readCashUp(office, `${path}?date=${date}`)
  const drawers = lines
    .filter(({ isCounted }) => isCounted)
    .map(({ userID, paymentType }) => `${userID} ${paymentType}`)
  for (const drawer of new Set([`${cashier.userID} cash`, ...drawers])) {
    const [userID, paymentType] = drawer.split(' ')
    await office.send('POST', `${path}/count`, { date, userID, paymentType, counted: 0, note: 'Banked at noon' })
  }
  return readCashUp(office, `${path}?date=${date}`)
}

/** Opens a study's payment page. */
export const openPayment = async (desk: Desk, studyID: string): Promise<void> => {
  await desk.goto(`/admin/study/${studyID}/payment`)
  await expect(desk.page.getByRole('heading', { name: 'Invoice summary' })).toBeVisible()
}

/** Changes the database of the running back office, as another program at the clinics would. */
export const changeBackOffice = (atrium: Atrium, change: (db: SqliteDatabase.Database) => void): void => {
  const path = join(dirname(atrium.dataFolder), 'back-office', 'back-office.sqlite')
  const db = new SqliteDatabase(path, { timeout: 10_000 })
  try {
    change(db)
  } finally {
    db.close()
  }
}

/** Returns the invoice and payment panel. */
export const paymentPanel = (page: Page): Locator => page.getByRole('region', { name: 'Payment', exact: true })

/** Returns a part of the panel by its title, such as `Make a Payment`. */
export const partOf = (page: Page, title: string): Locator =>
  paymentPanel(page).getByRole('region', { name: title, exact: true })

/** Opens Credits and Discounts, which is folded while it has no content. */
export const openCredits = async (page: Page): Promise<void> => {
  const title = 'Credits and Discounts'
  const fold = partOf(page, title).getByRole('button', { name: title, exact: true })
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
}

/** Returns the amount in a line of the invoice summary, such as `Paid`, without the currency. */
export const sumOf = (page: Page, label: string): Locator =>
  partOf(page, 'Invoice summary')
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}`) }) })
    .locator('dd')

/** Returns the rows of Transaction Details, newest first, without the header. */
export const transactionRows = (page: Page): Locator =>
  page.getByRole('table', { name: /^This study's transactions/ }).locator('tbody tr')

/** Chooses the payment type. */
export const choosePaymentType = (page: Page, paymentType: PaymentType): Promise<void> =>
  chooseOption(
    partOf(page, 'Make a Payment').getByRole('button', { name: /Payment type/ }),
    new RegExp(`^${ruleOfPaymentType(paymentType).label}$`),
  )

/** Returns a field of the payment form. */
export const paymentField = (page: Page, name: string): Locator =>
  partOf(page, 'Make a Payment').getByRole('textbox', { name })

/** Returns the button that records the payment form. */
export const recordButton = (page: Page): Locator =>
  partOf(page, 'Make a Payment').getByRole('button', { name: /^(Record|Add|Charge|Save) / })

/** Returns the button that starts a payment on the terminal. */
export const processButton = (page: Page): Locator =>
  partOf(page, 'Make a Payment').getByRole('button', { name: /^Process Payment: / })

/** The refund dialog. */
export const refundWindow = (page: Page): Locator => page.getByRole('dialog', { name: /^(Refund|Remove discount)$/ })

/** Returns the dialog of an error message, found by its title. */
export const problemWindow = (page: Page, title: string): Locator =>
  page.getByRole('alertdialog', { name: title, exact: true })

/** Returns the dialog of a card payment in one of its states, found by its title, such as `Processing Payment`. */
export const processWindow = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title, exact: true })

/** Returns the part of the payment form that shows the card reader of this desk. */
export const readerStrip = (page: Page): Locator =>
  partOf(page, 'Make a Payment').getByRole('region', { name: 'Card reader' })

/** Connects the first simulated reader to this desk, which has no reader yet. */
export const takeReader = async (page: Page): Promise<void> => {
  await readerStrip(page).getByRole('button', { name: 'Connect a reader' }).click()
  const found = page.getByRole('dialog', { name: 'Card readers' })
  await found.getByRole('button', { name: 'Connect Simulated WisePOS E', exact: true }).click()
  await expect(found).toHaveCount(0)
  await expect(readerStrip(page)).toContainText('Connected')
}

/** Sets what the simulated reader does with the next card. */
export const nextCard = (page: Page, outcome: string): Promise<void> =>
  chooseOption(
    partOf(page, 'Make a Payment').getByRole('button', { name: /result of the next card/ }),
    new RegExp(`^${outcome}$`),
  )

/** Returns the payment types that Make a Payment offers, in order. */
export const offeredTypes = async (page: Page): Promise<readonly string[]> => {
  await partOf(page, 'Make a Payment')
    .getByRole('button', { name: /Payment type/ })
    .click()
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options.first()).toBeVisible()
  const offered = await options.allTextContents()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  return offered
}

/** Returns the Refund or Remove button of the entry with this description, such as `Payment of CA$100.00, cash`. */
export const refundButton = (page: Page, entry: string): Locator =>
  transactionRows(page).getByRole('button', { name: new RegExp(`^(Refund|Remove) ${escaped(entry)}$`) })

const escaped = (text: string): string => text.replace(/[$.()]/g, '\\$&')

/** Returns the dialog that shows an entry with its steps. */
export const transactionWindow = (page: Page): Locator => page.getByRole('dialog', { name: 'Transaction', exact: true })

/** Returns a toast: a message that closes by itself. */
export const toast = (page: Page, words: string): Locator =>
  page.getByRole('region', { name: /Notices/ }).getByText(words)

/**
 * Presses a button when the form accepts a new press. The form ignores a press within 0.7 seconds of an answer, because
 * that press can be the second half of a double click.
 */
export const pressAfterGuard = async (button: Locator): Promise<void> => {
  await expect(button).toBeVisible()
  await button.page().waitForTimeout(750)
  await button.click()
}

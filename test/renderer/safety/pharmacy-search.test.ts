import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { type DirectoryPharmacy, directoryPharmacySchema } from '#domain/people/pharmacy.ts'
import type { Answers } from '#domain/safety/question.ts'
import { noPharmacy, toPharmacyAnswers, toPharmacyFields } from '#domain/study/pharmacy-answers.ts'
import { memberSafetyWordsIn } from '#renderer/safety/member-safety-words.ts'
import { safetyFormWords } from '#renderer/safety/safety-words.ts'
import { completeAnswers } from '#test/builders/complete-answers.ts'
import { seriousFaultsOf, startHarnessPages, takePictures } from '../harness/harness-pages.ts'

const words = safetyFormWords.pharmacy
const pages = startHarnessPages()
let page: Page

const shop = (pharmacyID: string, fields: Partial<Record<keyof DirectoryPharmacy, unknown>>): DirectoryPharmacy =>
  directoryPharmacySchema.parse({
    ...{ pharmacyID, address2: '', city: 'Vancouver', state: 'BC', country: 'Canada', postalCode: 'V6C 2T6' },
    ...{ phone_number: '+1 604 555 0110', fax_number: '+1 604 555 0210', locationIDs: ['ca-bc-1'] },
    ...fields,
  })
const harbour = shop('ph-1', { name: 'Harbour Pharmacy', address: '18 Harbour Street' })
const cedar = shop('ph-2', { name: 'Harbour Pharmacy', address: '902 Cedar Street', phone_number: '+1 604 555 0111' })
const parcel = shop('ph-3', { name: 'Parcel Pharmacy', address: '3 Depot Way', address2: 'Unit 3', locationIDs: [] })
const aspen = shop('ph-4', {
  ...{ name: 'Aspen Drugs', address: '61 Gramercy Place', city: 'New York', state: 'NY', country: 'United States' },
  ...{ postalCode: '10016', phone_number: '+1 212 555 0116', locationIDs: ['us-ny-1'] },
})

const withPrescription = (pharmacy: Answers = {}): Answers =>
  completeAnswers('female', {
    'Claustrophobic.Status': 'yes',
    'Claustrophobic.OralSedative': 'yes',
    'Claustrophobic.OralSedativePrescription': 'yes',
    ...pharmacy,
  })

type Given = {
  readonly pharmacies?: readonly DirectoryPharmacy[]
  readonly answers?: Answers
  readonly language?: 'fr-CA'
}

/** Opens the saved answers of Ana Silva's next study in Vancouver for editing. She asked for a prescription. */
const open = async ({ pharmacies = [harbour, cedar, parcel, aspen], answers, language }: Given = {}): Promise<void> => {
  const context = { timezoneId: 'America/Los_Angeles' }
  page = await pages.open('/user/profile', { signedInAs: 'frontdesk', context }, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const studyID = await page.evaluate(
    ([answers, pharmacies, language]) => {
      const { clinic, safety, addPharmacies } = window.fakeControls ?? {}
      const study = clinic?.studies.find(
        ({ patientID, locationID, booking }) =>
          patientID === 'm-000001' && locationID === 'ca-bc-1' && (booking?.utcStart ?? '') > '2026-11-24',
      )
      const member = clinic?.members.find(({ patientID }) => patientID === 'm-000001')
      if (study === undefined || member === undefined) throw new Error('There is no such study.')
      Object.assign(member, { language })
      addPharmacies?.(pharmacies)
      safety?.saveAs('Ben Ortiz', study.studyID, answers)
      return study.studyID
    },
    [answers ?? withPrescription(), [...pharmacies], language ?? 'en'] as const,
  )
  await page.evaluate((path) => history.pushState(null, '', path), `/study/${studyID}/study-details`)
  await section()
    .getByRole('button', { name: /^Change answers/ })
    .click()
  // The form takes the focus when it opens.
  await expectPage(section().locator('.sde')).toBeFocused()
}
const section = (): Locator => page.getByRole('region', { name: 'Safety questions' })
const search = (): Locator => section().getByRole('combobox', { name: words.label })
/** Focuses the box; the page then scrolls to it, which closes an open list. */
const focusOn = async (box: Locator): Promise<void> => {
  await box.focus()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
/** Replaces the text of the box. */
const typeInto = async (box: Locator, text: string): Promise<void> => {
  await focusOn(box)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}
const options = (): Locator => page.getByRole('option')
const field = (title: string): Locator => section().getByRole('textbox', { name: `${title} (optional)`, exact: true })
const titles = [
  ...['Preferred pharmacy', 'Pharmacy address', 'Pharmacy address, second line', 'Pharmacy city'],
  ...['Pharmacy province or state', 'Pharmacy country', 'Pharmacy postal code'],
  ...['Pharmacy phone number', 'Pharmacy fax number'],
]
const shown = (): Promise<string[]> => Promise.all(titles.map((title) => field(title).inputValue()))
const linesOf = (pharmacy: Parameters<typeof toPharmacyAnswers>[0]): unknown[] =>
  Object.values(toPharmacyAnswers(pharmacy))
const expectShown = async (pharmacy: Parameters<typeof toPharmacyAnswers>[0]): Promise<void> =>
  expectPage.poll(shown).toEqual(linesOf(pharmacy))
const press = (name: string): Promise<void> => section().getByRole('button', { name, exact: true }).press('Enter')
const saved = async (): Promise<unknown> => {
  await section()
    .getByRole('button', { name: /^Save safety answers for Ana Silva/ })
    .click()
  await expectPage(page.getByText('Safety answers saved for Ana Silva')).toBeVisible()
  const call = await page.evaluate(() =>
    window.fakeControls?.calls.findLast(({ command }) => command === 'safety.save'),
  )
  return toPharmacyFields((call?.input as { readonly answers: Answers } | undefined)?.answers ?? {})
}
/** Takes a picture of the box at both sizes, if SHOTS names a folder. */
const look = async (name: string, box = search()): Promise<void> => {
  await box.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await takePictures(page, name)
}
const faults = (): Promise<string[]> => seriousFaultsOf(page, '[data-live-announcer]')

describe('the search for a pharmacy in the safety questions', { timeout: 60_000 }, () => {
  it('fills nine fields with six keys, and lists the pharmacies of the study’s location first', async () => {
    await open()
    let keys = 0
    const type = async (...pressed: readonly string[]): Promise<void> => {
      for (const key of pressed) {
        keys += 1
        await page.keyboard.press(key)
      }
    }
    const wants = section().getByRole('radiogroup', { name: 'Do you need a prescription for the sedative?' })
    await wants.getByRole('radio', { checked: true }).focus()
    await type('Tab')
    await expectPage(search()).toBeFocused()
    await type('h', 'a', 'r')
    await expectPage(options()).toHaveCount(2)
    await expectPage(options().first()).toContainText('18 Harbour Street, Vancouver, V6C 2T6 · +1 604 555 0110')
    await takePictures(page, 'pharmacy-list')
    await type('ArrowDown', 'Enter')
    await expectShown(harbour)
    expect(keys).toBe(6)
    await expectPage(options()).toHaveCount(0)
    await expectPage(search()).toHaveValue('Harbour Pharmacy')
    await expectPage(search()).toBeFocused()
    await expectPage(section().getByText(words.filled('Harbour Pharmacy'))).toBeVisible()
    expect(await faults()).toEqual([])
    await look('pharmacy-chosen')
    const { pharmacyID: _, locationIDs: __, ...fields } = harbour
    expect(await saved()).toEqual(fields)
  })

  it.each([
    ['0111', cedar],
    ['902', cedar],
    ['10016', aspen],
    ['new york', aspen],
    ['parc', parcel],
  ])('chooses the only pharmacy that %j finds, with Enter', async (typed, pharmacy) => {
    await open()
    await typeInto(search(), typed)
    await expectPage(options()).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expectPage(options()).toHaveCount(0)
    await expectShown(pharmacy)
    await expectPage(search()).toHaveValue(pharmacy.name)
  })

  it('lists all pharmacies, the nearest first, while no text is typed, and shows when none matches', async () => {
    await open()
    await focusOn(search())
    await page.keyboard.press('ArrowDown')
    await expectPage(options()).toHaveCount(4)
    await expectPage(options().last()).toContainText('Aspen Drugs')
    await expectPage(page.getByText(words.near)).toBeVisible()
    await expectPage(page.getByText(words.others)).toBeVisible()
    await typeInto(search(), 'zzz')
    await expectPage(page.getByText(words.noMatch)).toBeVisible()
    await page.keyboard.press('Enter')
    expect(await shown()).toEqual(linesOf(noPharmacy))
  })

  it('replaces a typed pharmacy as a whole, and can be undone, changed by hand and cleared', async () => {
    const typed = { ...noPharmacy, name: 'Corner Chemist', address2: 'Back door', fax_number: '604 555 0299' }
    await open({
      answers: withPrescription(
        Object.fromEntries(Object.entries(toPharmacyAnswers(typed)).filter(([, text]) => text !== '')),
      ),
    })
    await expectShown(typed)
    await expectPage(search()).toHaveValue('')
    await typeInto(search(), '18')
    await page.keyboard.press('Enter')
    // Nothing of the typed pharmacy stays: its fax number would belong to another pharmacy.
    await expectShown(harbour)
    await press(words.undoLabel)
    await expectShown(typed)
    await expectPage(search()).toBeFocused()
    await expectPage(options()).toHaveCount(0)
    await typeInto(search(), '18')
    await page.keyboard.press('Enter')
    await expectShown(harbour)
    await field('Pharmacy phone number').fill('+1 604 555 0119')
    await expectPage(search()).toHaveValue('')
    await expectPage(section().getByRole('button', { name: words.undoLabel })).toHaveCount(0)
    await expectShown({ ...harbour, phone_number: '+1 604 555 0119' })
    await press(words.clear)
    await expectShown(noPharmacy)
    await expectPage(section().getByRole('button', { name: words.clear })).toHaveCount(0)
    await expectPage(search()).toBeFocused()
    await press(words.undoLabel)
    expect(await saved()).toMatchObject({ name: 'Harbour Pharmacy', phone_number: '+1 604 555 0119' })
  })

  it('handles keys pressed in its box and buttons itself: none of them answers a question or leaves the box', async () => {
    await open({ answers: withPrescription(toPharmacyAnswers(harbour)) })
    await expectPage(search()).toHaveValue('Harbour Pharmacy')
    await section().getByRole('button', { name: words.clear }).focus()
    await page.keyboard.press('n')
    await page.keyboard.press('2')
    await typeInto(search(), 'ny')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await expectPage(search()).toBeFocused()
    await expectShown(harbour)
    await expectPage(search()).toHaveValue('Harbour Pharmacy')
  })

  it('is not shown without a directory; the pharmacy is then typed by hand', async () => {
    await open({ pharmacies: [] })
    await expectPage(field('Preferred pharmacy')).toBeVisible()
    await expectPage(search()).toHaveCount(0)
    await field('Preferred pharmacy').fill('Corner Chemist')
    expect(await saved()).toEqual({ ...noPharmacy, name: 'Corner Chemist' })
  })

  it('is in the language of the member', async () => {
    const french = memberSafetyWordsIn('fr-CA').pharmacy
    await open({ language: 'fr-CA' })
    await section().getByText('French (Canada)', { exact: true }).click()
    const box = section().getByRole('combobox', { name: french.label })
    await typeInto(box, 'parcel')
    await page.keyboard.press('Enter')
    await expectPage(section().getByText(french.filled('Parcel Pharmacy'))).toBeVisible()
    await expectPage(section().getByRole('button', { name: french.clear })).toBeVisible()
    await look('pharmacy-french', box)
    expect(await faults()).toEqual([])
  })

  it('is in the questions of assisted booking', async () => {
    page = await pages.open('/admin/booking', { signedInAs: 'frontdesk' }, '2026-11-23T15:00:00Z')
    await page.getByLabel('Find a member').fill('Ana Silva')
    await page
      .getByRole('button', { name: /^Ana Silva/ })
      .first()
      .click()
    await page.evaluate((pharmacies) => window.fakeControls?.addPharmacies(pharmacies), [harbour, parcel])
    const questions = page.getByRole('region', { name: /^Safety questions/ })
    await page.keyboard.press('Alt+q')
    await askForPrescription(questions)
    await typeInto(questions.getByRole('combobox', { name: words.label }), 'parcel')
    await page.keyboard.press('Enter')
    await expectPage(questions.getByRole('textbox', { name: 'Pharmacy address (optional)' })).toHaveValue('3 Depot Way')
    await look('pharmacy-booking', questions.getByRole('combobox', { name: words.label }))
  })

  it('is in the questions that a member answers before a booking', async () => {
    page = await pages.open('/booking/referral', {}, '2026-11-23T15:00:00Z')
    await page.evaluate((pharmacies) => window.fakeControls?.addPharmacies(pharmacies), [harbour, parcel])
    const questions = page.getByRole('region', { name: 'Safety questions' })
    await askForPrescription(questions)
    await typeInto(questions.getByRole('combobox', { name: words.label }), 'parcel')
    await page.keyboard.press('Enter')
    await expectPage(questions.getByRole('textbox', { name: 'Pharmacy address (optional)' })).toHaveValue('3 Depot Way')
    expect(await faults()).toEqual([])
  })
})

const askForPrescription = async (questions: Locator): Promise<void> => {
  for (const [title, option] of [
    ['Not claustrophobic', 'Not Correct'],
    ['Would you like an oral sedative for the scan?', 'Yes'],
    ['Do you need a prescription for the sedative?', 'Yes'],
  ] as const) {
    await questions.getByRole('radiogroup', { name: title }).getByText(option, { exact: true }).click()
  }
}

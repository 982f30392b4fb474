import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { pharmacyProblemWords } from '#domain/people/check-pharmacy.ts'
import { mailSamplesIn } from '#domain/settings/mail-text-words.ts'
import {
  catalogueSectionWords,
  documentTypeSectionWords,
  giftCardSectionWords,
  promoSectionWords,
} from '#renderer/catalogue/catalogue-section-words.ts'
import { pharmaciesSectionWords } from '#renderer/people/pharmacies-section-words.ts'
import { practitionersSectionWords } from '#renderer/people/practitioners-section-words.ts'
import { recordsWords } from '#renderer/records/records-words.ts'
import { clinicSettingsWords, mailTextsWords } from '#renderer/settings/clinic-settings-words.ts'
import { consentTextsWords } from '#renderer/settings/consent-texts-words.ts'
import { messageSettingsWords } from '#renderer/settings/message-settings-words.ts'
import { seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
const shots = process.env.SHOTS
let page: Page

const open = async (section: string): Promise<void> => {
  page = await pages.open(`/admin/administration/${section}`, { signedInAs: 'admin' }, '2026-11-23T17:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}
const look = async (name: string): Promise<void> => {
  expect(await seriousFaultsOf(page, '[data-live-announcer]'), name).toEqual([])
  if (shots === undefined) return
  for (const [width, height] of [
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${shots}/catalogue-${name}-${width}.png` })
  }
}
const fill = async (label: string, text: string): Promise<void> =>
  page.getByRole('dialog').getByLabel(label, { exact: false }).first().fill(text)
const press = (name: string | RegExp, within: 'page' | 'dialog' = 'dialog'): Promise<void> =>
  (within === 'dialog' ? page.getByRole('dialog') : page).getByRole('button', { name, exact: true }).press('Enter')
/** Presses the button of a commit, whose name must be its words and what it concerns: the bold line above it. */
const commit = async (act: string, about: string): Promise<void> => {
  const bar = page.getByRole('dialog').getByRole('group', { name: about, exact: true })
  await expectPage(bar.getByText(about, { exact: true })).toBeVisible()
  const button = bar.getByRole('button', { name: `${act}: ${about}`, exact: true })
  await expectPage(button).toHaveText(act)
  await button.press('Enter')
}
const row = (name: string) => page.getByRole('row').filter({ hasText: name })

describe('a section of Administration', { timeout: 60_000 }, () => {
  it('adds a scan type by keyboard, with errors beside the fields, and its price at a chosen location', async () => {
    const words = catalogueSectionWords
    await open('catalogue')
    await expectPage(row('300').first()).toBeVisible()
    await expectPage(page.getByRole('columnheader', { name: words.priceIn(['CAD', 'USD']) })).toBeVisible()
    await look('list')
    await press(words.section.add, 'page')
    await fill(words.number, 'none')
    await press(/^Save /)
    await expectPage(page.getByRole('dialog').getByText(words.numberInvalid)).toBeVisible()
    await look('errors')
    await fill(words.number, '415')
    await fill(words.name, 'Ankle MRI')
    await fill(words.shortName, 'ANK')
    await fill(words.price, '695')
    await fill(words.minutes, '30')
    await commit('Save scan type', 'Ankle MRI · number 415')
    await expectPage(row('Ankle MRI')).toContainText(words.soldAtCount(0))

    await press(words.pricesOf('Ankle MRI'), 'page')
    await fill(words.newPrice, '650')
    await commit('Add price', 'Ankle MRI · no location chosen')
    await expectPage(page.getByRole('dialog').getByText(words.chooseLocation)).toBeVisible()
    await page.getByRole('dialog').getByRole('checkbox').first().press('Space')
    await look('prices')
    await press(/^Add price: Ankle MRI · /)
    await expectPage(page.getByText(words.pricesSaved('Ankle MRI'))).toBeVisible()
    await press(words.pricesOf('Ankle MRI'), 'page')
    await expectPage(page.getByRole('dialog').getByRole('row').filter({ hasText: '650.00' }).first()).toBeVisible()
  })

  it('shows both versions when another administrator saved first', async () => {
    const words = documentTypeSectionWords
    await open('document-types')
    await expectPage(page.getByText(words.section.emptyTitle)).toBeVisible()
    await look('document-types-empty')
    await press(words.section.add, 'page')
    await fill(words.name, 'Blood test')
    await press(/^Save /)
    await press(recordsWords.editOf('Blood test'), 'page')
    await page.evaluate(async () => {
      const bridge = window.fakeBridge
      const reply = await bridge?.catalogue.readDocumentTypes({})
      const type = reply?.ok === true ? reply.value[0] : undefined
      if (type === undefined) throw new Error('There is no document type')
      await bridge?.catalogue.changeDocumentType({ ...type, description: 'From the laboratory' })
    })
    await fill(words.name, 'Blood panel')
    await press(/^Save /)
    const conflict = page.getByRole('table', { name: recordsWords.conflictTable })
    await expectPage(conflict.getByRole('row').filter({ hasText: 'From the laboratory' })).toBeVisible()
    await look('conflict')
    await press(recordsWords.keepMine)
    await press(/^Save /)
    await expectPage(row('Blood panel')).toBeVisible()
  })

  it('adds a promo code with days in the location’s time zone, and shows a gift card’s number once', async () => {
    const words = promoSectionWords
    await open('promos')
    await press(words.section.add, 'page')
    await fill(words.code, 'SPRING-27')
    await fill(words.name, 'Spring')
    await fill(words.amount, '100')
    for (const label of [words.validFrom, words.validTo, words.bookingFrom, words.bookingTo]) {
      await page.getByRole('dialog').getByRole('group', { name: label }).getByRole('spinbutton').first().focus()
      await page.keyboard.type('20270301')
    }
    await page.getByRole('dialog').getByRole('group', { name: words.skus }).getByRole('checkbox').first().press('Space')
    await look('promo-form')
    await press(/^Save /)
    await expectPage(row('SPRING-27')).toContainText('01 Mar 2027 to 01 Mar 2027')
    await expectPage(row('SPRING-27')).toContainText(recordsWords.active)
    await look('promos')
    await press(recordsWords.editOf('SPRING-27'), 'page')
    for (const label of [words.validFrom, words.validTo]) {
      await page.getByRole('dialog').getByRole('group', { name: label }).getByRole('spinbutton').first().focus()
      await page.keyboard.type('20260301')
    }
    await press(/^Save /)
    await expectPage(row('SPRING-27')).toContainText(recordsWords.expired)

    await open('gift-cards')
    await press(giftCardSectionWords.section.add, 'page')
    await fill(giftCardSectionWords.amount, '250')
    await commit('Issue gift card', 'New gift card · CA$250.00')
    await expectPage(page.getByRole('dialog').getByText('7K2M-ABCD-EFGH-XQ9P')).toBeVisible()
    await look('gift-card')
    await press(giftCardSectionWords.done)
    await expectPage(row('XQ9P')).toContainText('CA$250.00')
    await expectPage(page.getByText('7K2M-ABCD-EFGH-XQ9P')).toHaveCount(0)
  })

  it('saves versions of the consent text for all locations and for one location, which can return to the common text', async () => {
    const words = consentTextsWords
    await open('consent-texts')
    const common = page.getByRole('row', { name: new RegExp(`^${words.allLocations} `) })
    await expectPage(common).toContainText(words.usesStandard)
    await press(recordsWords.editOf(words.allLocations), 'page')
    const dialog = page.getByRole('dialog')
    const text = dialog.getByRole('textbox', { name: words.text, exact: true })
    const preview = dialog.getByRole('region', { name: words.preview })
    await expectPage(preview.getByRole('heading', { name: 'Safety' })).toBeVisible()
    await look('consent-text')
    await text.fill(' ')
    await press(/^Save as new version: /)
    await expectPage(dialog.getByText(words.invalidText)).toBeVisible()
    await text.fill('# The scan\nI agree to it.')
    await expectPage(preview).toContainText('I agree to it.')
    await press(/^Save as new version: /)
    await expectPage(common).toContainText(words.usesOwn(1))
    const french = page.getByRole('row', { name: `${words.allLocations}, French (Canada)` })
    await expectPage(french).toContainText(words.notTranslated)
    await press(recordsWords.editOf('Vancouver'), 'page')
    await expectPage(text).toHaveValue('# The scan\nI agree to it.')
    await text.fill('I agree here.')
    await press(/^Save as new version: /)
    await expectPage(row('Vancouver').first()).toContainText(words.usesOwn(1))
    await press(recordsWords.editOf('Vancouver'), 'page')
    await dialog.getByRole('button', { name: words.choice }).first().press('Enter')
    await page.getByRole('option', { name: words.usesCommon }).press('Enter')
    await look('consent-versions')
    await press(/^Save as new version: /)
    await expectPage(row('Vancouver').first()).toContainText(words.usesCommon)
    await look('consent-texts')
  })

  it('previews an email text, refuses an unknown placeholder, and changes the minutes until the lock', async () => {
    const words = mailTextsWords
    await open('mail-texts')
    await press(recordsWords.editOf(words.kinds.confirmation), 'page')
    const preview = page.getByRole('dialog').getByRole('region', { name: words.preview })
    await expectPage(preview).toContainText(mailSamplesIn('en').when)
    await look('mail-text')
    const text = page.getByRole('dialog').getByRole('textbox', { name: words.text, exact: true })
    await text.fill('See you on {wehn}')
    await press(/^Save /)
    const problem = words.problem({ kind: 'unknown', name: 'wehn' })
    await expectPage(page.getByRole('dialog').getByText(problem)).toBeVisible()
    await text.fill('See you on {when}')
    await expectPage(preview).toContainText(`See you on ${mailSamplesIn('en').when}`)
    await press(/^Save /)
    await expectPage(row(words.kinds.confirmation).first()).toContainText(words.own)
    await press(recordsWords.editOf(words.kinds.confirmation), 'page')
    await press(words.restore)
    await press(/^Save /)
    await expectPage(row(words.kinds.confirmation).first()).toContainText(words.standard)

    const messages = messageSettingsWords
    await open('messages')
    await press(recordsWords.editOf('Vancouver'), 'page')
    await look('message-settings')
    await fill(messages.reminderDays, '0')
    await press(/^Save /)
    await expectPage(page.getByRole('dialog').getByText(messages.invalidDays)).toBeVisible()
    await fill(messages.reminderDays, '3')
    await page.getByRole('dialog').getByRole('button', { name: messages.quietTo }).press('Enter')
    await page.getByRole('option', { name: '07:30am' }).press('Enter')
    await page.getByRole('dialog').getByRole('checkbox', { name: messages.kinds.feedback }).press('Space')
    const texts = page.getByRole('dialog').getByRole('group', { name: messages.sms })
    await texts.getByRole('checkbox', { name: messages.kinds.reminder, exact: true }).press('Space')
    await press(/^Save /)
    await expectPage(page.getByRole('dialog').getByText(messages.senderMissing)).toBeVisible()
    await fill(messages.smsSender, '+1 (604) 555-0100')
    await press(/^Save /)
    await expectPage(row('Vancouver').first()).toContainText(messages.from('09:00pm', '07:30am'))
    await expectPage(row('Vancouver').first()).toContainText(messages.daysBefore(3, '10:00am'))
    await expectPage(row('Vancouver').first()).toContainText(messages.kinds.feedback)
    await look('message-locations')

    const settings = clinicSettingsWords
    await open('workstations')
    await press(recordsWords.editOf(settings.lockMinutes), 'page')
    await fill(settings.lockMinutes, '20')
    await press(/^Save /)
    await expectPage(page.getByRole('dialog').getByText(settings.lockInvalid)).toBeVisible()
    await fill(settings.lockMinutes, '3')
    await press(/^Save /)
    await expectPage(row(settings.lockMinutes)).toContainText(settings.minutes(3))
    await look('workstations')
  })

  it('adds a practitioner and merges two entries', async () => {
    const words = practitionersSectionWords
    await open('practitioners')
    await expectPage(row('Marchand')).toContainText('+1 604 555 0100')
    await expectPage(row('Marchant')).toContainText('2 Quay Road, Suite 4')
    await expectPage(row('Lindqvist')).toContainText(words.noFax)
    await look('practitioners')
    await press(words.section.add, 'page')
    await fill(words.lastName, 'Osei')
    await fill(`${words.firstPractice}: ${words.practiceName}`, 'Alder Clinic')
    await look('practitioner-form')
    await press(/^Save /)
    await expectPage(row('Osei')).toContainText('Alder Clinic')
    // Another administrator adds a practice in the meantime. Both practices are kept, and so is the typed text.
    await press(recordsWords.editOf('Dr. Robin Lindqvist'), 'page')
    await page.evaluate(async () => {
      const bridge = window.fakeBridge
      const reply = await bridge?.practitioners.list({})
      const entry = reply?.ok === true ? reply.value.find(({ lastName }) => lastName === 'Lindqvist') : undefined
      if (entry === undefined) throw new Error('There is no such entry')
      const { id, locations, mergedInto: _, ...fields } = entry
      const kept = locations.map(({ id: practiceID, practice, locationName }) => ({
        ...{ id: practiceID, practiceName: practice.practiceName, locationName, faxNumber: '' },
      }))
      const added = { id: null, practiceName: 'Birch Clinic', locationName: '', faxNumber: '' }
      await bridge?.practitioners.change({ practitionerID: id, ...fields, practices: [...kept, added] })
    })
    await fill(words.profession, 'Surgeon')
    await press(/^Save /)
    const conflict = page.getByRole('table', { name: recordsWords.conflictTable })
    await expectPage(conflict.getByRole('row').filter({ hasText: 'Birch Clinic' })).toBeVisible()
    await press(recordsWords.keepMine)
    await press(/^Save /)
    await expectPage(row('Lindqvist')).toContainText('Surgeon')
    await expectPage(row('Lindqvist')).toContainText('Birch Clinic')

    await press(words.mergeOf('Dr. Robin Marchant'), 'page')
    await page.getByRole('dialog').getByRole('combobox').fill('Marchand')
    await page.keyboard.press('Enter')
    await look('merge')
    await commit(words.mergeConfirm, words.mergeWho('Dr. Robin Marchant', 'Dr. Robin Marchand'))
    await expectPage(row('Marchant')).toContainText(words.mergedInto('Dr. Robin Marchand'))
  })

  it('adds a pharmacy by keyboard, with errors by the rules of its country, and deactivates it', async () => {
    const words = pharmaciesSectionWords
    await open('pharmacies')
    await expectPage(page.getByText(words.section.emptyTitle)).toBeVisible()
    await look('pharmacies-empty')
    await press(words.section.add, 'page')
    const dialog = page.getByRole('dialog')
    // The country and state of the chosen location.
    await expectPage(dialog.getByRole('button', { name: words.country })).toContainText('Canada')
    await expectPage(dialog.getByLabel(words.state)).toHaveValue('AB')
    await fill(words.name, 'Harbour Pharmacy')
    await fill(words.address, '18 Harbour Street')
    await fill(words.city, 'Vancouver')
    await fill(words.postalCode, '30303')
    await fill(words.phone, '604 555')
    await fill(words.fax, '6045550210 x4')
    await press(/^Save /)
    const problems = pharmacyProblemWords
    await expectPage(dialog.getByText(problems.postalCode('Canada', 'V6B 1A1'))).toBeVisible()
    await expectPage(dialog.getByText(problems.phone('Canada'))).toBeVisible()
    await expectPage(dialog.getByText(problems.fax('Canada'))).toBeVisible()
    await look('pharmacy-errors')
    await fill(words.postalCode, 'v6c2t6')
    await fill(words.phone, '(604) 555-0110')
    await fill(words.fax, '6045550210')
    await dialog.getByRole('group', { name: words.near }).getByRole('checkbox', { name: 'Vancouver' }).press('Space')
    await press(/^Save /)
    await expectPage(row('Harbour Pharmacy')).toContainText('V6C 2T6')
    await expectPage(row('Harbour Pharmacy')).toContainText('+1\u00a0604\u00a0555\u00a00110')
    await expectPage(row('Harbour Pharmacy')).toContainText('Vancouver')
    await look('pharmacies')

    await press(recordsWords.editOf('Harbour Pharmacy'), 'page')
    await page.evaluate(async () => {
      const bridge = window.fakeBridge
      const reply = await bridge?.pharmacies.readAll({})
      const pharmacy = reply?.ok === true ? reply.value[0] : undefined
      if (pharmacy === undefined) throw new Error('There is no pharmacy')
      await bridge?.pharmacies.change({ ...pharmacy, country: 'Canada', address2: 'Unit 2' })
    })
    await dialog.getByRole('checkbox', { name: recordsWords.active }).press('Space')
    await press(/^Save /)
    await expectPage(page.getByRole('table', { name: recordsWords.conflictTable })).toContainText('Unit 2')
    await press(recordsWords.keepMine)
    await press(/^Save /)
    await expectPage(row('Harbour Pharmacy')).toContainText(recordsWords.deactivated)
    const offered = await page.evaluate(() => window.fakeBridge?.pharmacies.list({}))
    expect(offered).toEqual({ ok: true, value: [] })
  })
})

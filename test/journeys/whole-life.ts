import type { Page } from '@playwright/test'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { automaticKinds, smsKinds } from '#domain/messages/message-kinds.ts'
import { administeredMessageSettingsSchema } from '#domain/messages/message-settings.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { sedativeWords } from '#domain/study/sedative-words.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { WorklistTask } from '#domain/worklists/worklist-task.ts'
import { consultWords } from '#renderer/consult/consult-words.ts'
import { practitionerWords } from '#renderer/people/practitioner-words.ts'
import { detailsWords } from '#renderer/study-page/details/details-words.ts'
import { prescriptionWords } from '#renderer/study-page/panels/prescription-words.ts'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { visitPanelWords } from '#renderer/study-page/panels/visit-panel-words.ts'
import { worklistWords } from '#renderer/worklists/worklist-words.ts'
import { openFoldedPanels } from '#test/fixtures/open-folded-panels.ts'
import { chooseOption, fillMember, heldSlot, memberSide, newMember, showNextWeek, slotTable, summary } from './desk.ts'
import { expect } from './fixtures.ts'
import { choosePaymentType, paymentField, recordButton, sumOf } from './payment-desk.ts'
import { type Colleague, type ProductionClinic, schedulingPage } from './production-clinic.ts'
import { answer, completeAnswers } from './safety-desk.ts'
import { actionButton, badgeOf, chooseTyped, factOf, sectionOf } from './study-desk.ts'

/** Turns on every email and text message of the location, without quiet hours. */
export const sendEveryMessage = async ({ office }: ProductionClinic): Promise<void> => {
  const path = '/api/v1/administration/message-settings'
  const [first] = administeredMessageSettingsSchema.array().parse(await office.read(path))
  if (first === undefined) throw new Error('The server has no location')
  const { settings, version, locationID } = first
  const email = Object.fromEntries(automaticKinds.map((kind) => [kind, true]))
  const sms = Object.fromEntries(smsKinds.map((kind) => [kind, true]))
  const atAnyTime = { sendAt: '00:00', quietFrom: '00:00', quietTo: '00:00' }
  await office.send('PATCH', `${path}/${locationID}`, {
    settings: { ...settings, email, sms, smsSender: '+16045550100', ...atAnyTime },
    version,
  })
}

export const enter = async (page: Page, { email, password }: Colleague): Promise<void> => {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  const box = page.getByRole('textbox', { name: 'Password' })
  await box.fill(password)
  await box.press('Enter')
  await expect(page.getByRole('banner')).toBeVisible()
}

export const leave = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Log Out' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
}

/**
 * Opens a study from the row of a task in the worklist, which is the start page of a role. Expects the page to scroll
 * to the panel `place`, even if the panels above it take longer to load.
 */
export const openFromWorklist = async (
  page: Page,
  member: Member,
  { task, place }: { readonly task: WorklistTask; readonly place: string },
): Promise<void> => {
  const name = `${fullName(member)}, born ${formatDate(member.dob)}: ${worklistWords.tasks[task].toLowerCase()}`
  await page.getByRole('table').getByRole('link', { name, exact: true }).press('Enter')
  await openFoldedPanels(page)
  await expect(sectionOf(page, 'Messages').getByRole('table')).toBeVisible()
  await expect(sectionOf(page, place)).toBeInViewport()
}

/** Performs an act of a section, and waits for the button that undoes it. */
export const act = async (page: Page, section: string, label: string, undo: string): Promise<void> => {
  const part = sectionOf(page, section)
  await actionButton(part, label).press('Enter')
  await expect(actionButton(part, undo)).toBeVisible()
}

/** The answers of a claustrophobic member, who needs a sedative. They raise a note and no stop. */
const answers = completeAnswers('female', {
  'Claustrophobic.Status': 'yes',
  'Claustrophobic.OralSedative': 'yes',
  'Claustrophobic.OralSedativePrescription': 'yes',
  'Prescription.PreferredPharmacyName': 'Harbour Pharmacy',
  'Prescription.PreferredPharmacyFaxNumber': '+1 604 555 0177',
})

/** Creates a member, holds a time of next week, answers the safety questions, and books a temporary hold. */
export const bookOnTheScreen = async (page: Page, see: (state: string) => Promise<void>): Promise<void> => {
  await memberSide(page).getByRole('button', { name: 'Create a member' }).click()
  const form = page.getByRole('dialog', { name: 'Create a member' })
  await fillMember(form, newMember())
  await form.getByRole('button', { name: 'Create member' }).click()
  await expect(form).toBeHidden()
  await chooseOption(summary(page).getByRole('button', { name: /Scan type/ }), /^Body Composition/)
  await showNextWeek(page)
  // Next week's Wednesday is at least three days away, so the reminder is not due yet.
  await slotTable(page)
    .getByRole('gridcell', { name: /^Wednesday .* (09|10|11):\d\dam, free, / })
    .first()
    .click()
  await expect(heldSlot(page)).toBeVisible()
  await page.keyboard.press('Alt+KeyQ')
  for (const [field, value] of Object.entries(answers)) await answer(page, field, value)
  await expect(summary(page)).toContainText(/Safety questions: (complete|answered)/i)
  await summary(page).getByRole('checkbox', { name: 'Temporary hold' }).press('Space')
  await see('life-01-booking')
  await summary(page)
    .getByRole('button', { name: /^Hold for 48 hours: / })
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'Held for 48 hours', exact: true })).toBeFocused()
  await see('life-02-held')
}

/** Takes the balance in cash on the payment page, which turns the temporary hold into a booking. */
export const payInCash = async (page: Page, see: (state: string) => Promise<void>): Promise<void> => {
  await page.getByRole('link', { name: 'Payment', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Invoice summary' })).toBeVisible()
  await choosePaymentType(page, 'cash')
  await paymentField(page, 'Cash received').fill('900')
  await see('life-04-cash')
  await recordButton(page).press('Enter')
  await expect(sumOf(page, 'Balance')).toHaveText('0.00')
}

/** Records the prescription, and follows it to the pharmacy until it is ready. */
export const prepareSedative = async (page: Page): Promise<void> => {
  const part = sectionOf(page, visitPanelWords.sedative.title)
  await expect(factOf(part, visitPanelWords.sedative.pharmacy)).toContainText('Harbour Pharmacy')
  await actionButton(part, prescriptionWords.record).press('Enter')
  const { fields } = prescriptionWords
  await part.getByRole('textbox', { name: fields.medicine }).fill('Lorazepam 1 mg')
  await part.getByRole('textbox', { name: fields.directions }).fill('One tablet, 60 minutes before the scan')
  await part.getByRole('textbox', { name: fields.quantity }).fill('1 tablet')
  await part.getByRole('textbox', { name: fields.prescriber }).fill('Nadia Park, NP')
  await actionButton(part, prescriptionWords.save).press('Enter')
  await expect(factOf(part, visitPanelWords.sedative.status)).toHaveText(sedativeWords.prescribed)
  for (const status of ['sent', 'ready'] as const) {
    await actionButton(part, visitPanelWords.sedative.change).press('Enter')
    await page.getByRole('menuitem', { name: sedativeWords[status] }).press('Enter')
    await expect(factOf(part, visitPanelWords.sedative.status)).toHaveText(sedativeWords[status])
  }
}

const [eventID, inviteeID] = ['event-0001', 'invitee-0001']

/** Requests the consult, and books it on the scheduling service's page. */
export const bookConsult = async (
  page: Page,
  { clinic, member, startsAt }: { readonly clinic: ProductionClinic; readonly member: Member; startsAt: number },
  see: (state: string) => Promise<void>,
): Promise<void> => {
  const uri = `https://api.calendly.com/scheduled_events/${eventID}`
  const booked = {
    event: 'calendly.event_scheduled',
    payload: { event: { uri }, invitee: { uri: `${uri}/invitees/${inviteeID}` } },
  }
  await page.route(`${schedulingPage}?**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Consult</title><h1>NP consult</h1><button>Schedule Event</button>
<script>document.querySelector('button').onclick = () => parent.postMessage(${JSON.stringify(booked)}, '*')</script>`,
    }),
  )
  clinic.scheduler.events.set(eventID, {
    start_time: toInstant(startsAt),
    status: 'active',
    invitees: { [inviteeID]: { status: 'active', email: member.email } },
  })
  const part = sectionOf(page, consultWords.title)
  await actionButton(part, consultWords.marks.request.label).press('Enter')
  await expect(factOf(part, consultWords.facts.requested)).toHaveText('Requested')
  await actionButton(part, consultWords.schedule).press('Enter')
  const frame = page.frameLocator('iframe[title^="Scheduling page"]')
  await frame.getByRole('button', { name: 'Schedule Event' }).click()
  await expect(page.getByText(studyMessages.bookingConfirmed)).toBeVisible()
  await see('life-07-consult')
  await page.getByRole('button', { name: consultWords.scheduler.close }).press('Enter')
  await expect(factOf(part, consultWords.facts.booked)).toHaveText('Booked')
}

export const checkIn = async (page: Page): Promise<void> => {
  await actionButton(sectionOf(page, 'Checkin'), visitPanelWords.checkIn.act.label).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Check in' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: /^Check in / }).press('Enter')
  await expect(question).toHaveCount(0)
  await expect(badgeOf(page, 'Checkin')).toContainText('Completed')
}

/** Chooses the clinic's practitioner from the directory as the study's primary practitioner. */
export const nameDoctor = async (page: Page): Promise<void> => {
  const part = sectionOf(page, reportPanelWords.provider.title)
  await actionButton(part, practitionerWords.edit.begin).press('Enter')
  await chooseTyped(
    part.getByRole('combobox', { name: practitionerWords.choice.primary, exact: true }),
    'Dr. Robin Hale',
  )
  await actionButton(part, practitionerWords.edit.save).press('Enter')
  await expect(actionButton(part, practitionerWords.edit.begin)).toBeVisible()
}

export const faxReport = async (page: Page, see: (state: string) => Promise<void>): Promise<void> => {
  const fax = sectionOf(page, reportPanelWords.provider.title)
    .getByRole('button', { name: /^FAX: send the report/ })
    .first()
  await expect(fax).not.toHaveAttribute('aria-disabled', 'true')
  await fax.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Preview' }).locator('canvas').first()).toBeVisible()
  const shown = await dialog.getByRole('region', { name: 'Recipient information' }).innerText()
  const number = (/\b1[\d\s()-]{10,16}\d/.exec(shown)?.[0] ?? '').replace(/\D/g, '')
  const again = dialog.getByRole('textbox', { name: 'Re-enter fax number' })
  if ((await again.count()) > 0) await again.fill(number)
  await dialog.getByRole('checkbox', { name: releaseMessages.confirm }).press('Space')
  await see('life-14-fax')
  await dialog.getByRole('button', { name: /^Fax / }).press('Enter')
  await expect(dialog).toHaveCount(0)
}

/** Suppresses emails and the invoice, as the member wishes after the visit. */
export const suppressMessages = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: `Edit ${detailsWords.title}` }).press('Enter')
  const edit = page.getByRole('region', { name: detailsWords.edit.title })
  for (const name of [detailsWords.edit.suppressEmail, detailsWords.edit.suppressInvoice]) {
    await edit.getByRole('checkbox', { name }).press('Space')
    await expect(edit.getByRole('checkbox', { name })).toBeChecked()
  }
  await actionButton(page, detailsWords.save.label).press('Enter')
  await expect(edit).toHaveCount(0)
}

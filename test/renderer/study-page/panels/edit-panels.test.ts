import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { studyMessages } from '#domain/study/study-messages.ts'
import { practitionerContactWords } from '#renderer/people/practitioner-contact-words.ts'
import { practitionerWords } from '#renderer/people/practitioner-words.ts'
import { panelWords } from '#renderer/study/panel-words.ts'
import { activityLogWords } from '#renderer/study-page/log/activity-log-words.ts'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { visitPanelWords } from '#renderer/study-page/panels/visit-panel-words.ts'
import { type StartOptions, startHarnessPages } from '../../harness/harness-pages.ts'
import { failing, type Given, openPanels, type PanelPage, press } from './panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage

const open = async (start: StartOptions, given: Given = {}): Promise<void> => {
  at = await openPanels(pages, start, given)
  page = at.page
}
const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
const setDetails = (details: Given['details']) =>
  at.controls((world, id, given) => world.study.setDetails(id, given ?? {}), details)
/** Leaves the page and returns, as after a lock or a reload. */
const comeBack = async (): Promise<void> => {
  await at.go('/user/profile')
  await at.panel('Activity log').waitFor({ state: 'detached' })
  await at.go(`/study/${at.studyID}/study-details`)
  await at.panel('Activity log').waitFor()
}

describe('the reason for scan', { timeout: 60_000 }, () => {
  it('keeps typed text after a page change and a failed save, and saves it after changes to other parts', async () => {
    await open({ signedInAs: 'frontdesk' })
    await expectPage(at.panel('Radiology')).toContainText(reportPanelWords.reason.empty)
    await press(at.button('Radiology', reportPanelWords.reason.edit))
    await expectPage(at.button('Radiology', reportPanelWords.reason.save)).toHaveAccessibleDescription(
      reportPanelWords.reason.unchanged,
    )
    await field(reportPanelWords.reason.title).fill('Headaches since spring.')
    await comeBack()
    await expectPage(field(reportPanelWords.reason.title)).toHaveValue('Headaches since spring.')
    await expectPage(at.panel('Radiology')).toContainText(reportPanelWords.reason.restoredTitle)
    await at.controls(
      (world, _id, reply) => world.failNext('study.setReasonForScan', reply as never),
      failing('timed-out', 'No answer came.'),
    )
    await press(at.button('Radiology', reportPanelWords.reason.save))
    await expectPage(at.toast(studyMessages.savingFailed)).toBeVisible()
    await expectPage(field(reportPanelWords.reason.title)).toHaveValue('Headaches since spring.')
    // Another part of the study changed, and the event has not arrived.
    await at.controls((world, id) => {
      const study = world.clinic.studies.find(({ studyID }) => studyID === id)
      if (study !== undefined) Object.assign(study, { version: study.version + 1 })
    })
    await press(at.button('Radiology', reportPanelWords.reason.save))
    await expectPage(at.panel('Radiology').getByText('Headaches since spring.')).toBeVisible()
    await expectPage(field(reportPanelWords.reason.title)).toHaveCount(0)
    await comeBack()
    await expectPage(at.panel('Radiology').getByText('Headaches since spring.')).toBeVisible()
    await expectPage(field(reportPanelWords.reason.title)).toHaveCount(0)
  })

  it('shows both texts when another desk saved first, and uses the chosen one', async () => {
    await open({ signedInAs: 'frontdesk' }, { details: { reasonForScan: 'Check-up.' } })
    await press(at.button('Radiology', reportPanelWords.reason.edit))
    await field(reportPanelWords.reason.title).fill('Check-up, family history.')
    await setDetails({ reasonForScan: 'Back pain.' })
    const conflict = at.panel('Radiology').getByRole('alert')
    await expectPage(conflict).toContainText('Back pain.')
    await expectPage(conflict).toContainText('Check-up, family history.')
    await expectPage(at.button('Radiology', reportPanelWords.reason.save)).toHaveAccessibleDescription(
      reportPanelWords.reason.conflict,
    )
    expect(await at.inspect('reason-conflict', at.panel('Radiology'))).toEqual([])
    await conflict.getByRole('button', { name: 'Keep mine: Check-up, family history.' }).click()
    await press(at.button('Radiology', reportPanelWords.reason.save))
    await expectPage(at.panel('Radiology').getByText('Check-up, family history.')).toBeVisible()
    await press(at.button('Radiology', reportPanelWords.reason.edit))
    await field(reportPanelWords.reason.title).fill('Something else.')
    await setDetails({ reasonForScan: 'Knee.' })
    await conflict.getByRole('button', { name: 'Take theirs: Knee.' }).click()
    await expectPage(field(reportPanelWords.reason.title)).toHaveValue('Knee.')
    await at.panel('Radiology').getByRole('button', { name: reportPanelWords.reason.discard }).click()
    await expectPage(at.panel('Radiology').getByText('Knee.')).toBeVisible()
  })
})

describe('the panel of practitioners', { timeout: 60_000 }, () => {
  const ref = (practitionerID: string, locationID: string | null = null) => ({ practitionerID, locationID })
  const practitioners = { primary: ref('pr-1', 'pl-1-1'), referring: null, additional: [ref('pr-4')] }

  it('chooses by keyboard from the directory, merges another desk’s changes and asks about a conflict', async () => {
    await open({ signedInAs: 'frontdesk' }, { details: { practitioners } })
    await expectPage(at.panel('Provider follow-up').getByRole('row', { name: /Amara Osei/ })).toContainText(
      '+1 604 555 0210',
    )
    await at.controls(
      (world, _id, reply) => world.failNext('study.searchPractitioners', reply as never),
      failing('timed-out', 'No answer came.'),
    )
    await press(at.button('Provider follow-up', 'Change practitioners'))
    await expectPage(at.panel('Provider follow-up')).toContainText(practitionerWords.edit.failedTitle)
    await at.panel('Provider follow-up').getByRole('button', { name: 'Try again' }).click()
    const primary = page.getByRole('combobox', { name: 'Primary practitioner', exact: true })
    await expectPage(primary).toHaveValue('Dr. Amara Osei')
    await at.panel('Provider follow-up').getByRole('button', { name: 'Discard changes' }).click()
    await press(at.button('Provider follow-up', 'Change practitioners'))
    await expectPage(primary).toBeFocused()
    await expectPage(primary).toHaveValue('Dr. Amara Osei')
    const referring = page.getByRole('combobox', { name: 'Referring practitioner', exact: true })
    await referring.fill('lindq')
    await referring.press('Enter')
    await expectPage(referring).toHaveValue('Dr. Bruno Lindqvist')
    await page.getByRole('button', { name: practitionerWords.choice.practiceOfReferring }).click()
    await page.getByRole('option', { name: 'Alder Clinic' }).click()
    await page.getByRole('button', { name: 'Remove Dr. Dev Ramanathan' }).click()
    await setDetails({
      practitioners: { primary: ref('pr-3'), referring: null, additional: [ref('pr-4'), ref('pr-3')] },
    })
    // Fields that only the other desk changed are merged; fields that both desks changed need a decision.
    await expectPage(primary).toHaveValue('Dr. Chiara Moreau')
    const conflict = at.panel('Provider follow-up').getByRole('alert')
    await expectPage(conflict).toContainText('The list of additional practitioners was changed on two workstations')
    expect(await at.inspect('practitioners-conflict', at.panel('Provider follow-up'))).toEqual([])
    await conflict.getByRole('button', { name: /^Take theirs/ }).click()
    await press(at.button('Provider follow-up', 'Save practitioners'))
    const table = at.panel('Provider follow-up').getByRole('table')
    await expectPage(table.getByRole('row', { name: /Bruno Lindqvist/ })).toContainText('Alder Clinic')
    // Dr. Moreau is the primary and an additional practitioner: one row with both roles.
    await expectPage(table.getByRole('row')).toHaveCount(4)
    await expectPage(table.getByRole('row', { name: /Chiara Moreau/ })).toContainText('Primary, Additional')
  })

  it('shows the refusal of a contact change at its field, and saves the change at the next try', async () => {
    await open({ signedInAs: 'frontdesk' }, { details: { practitioners } })
    await page.getByRole('button', { name: practitionerWords.editContactOf('Dr. Amara Osei') }).click()
    const dialog = page.getByRole('dialog', { name: practitionerContactWords.title })
    await dialog.getByRole('textbox', { name: practitionerContactWords.fields.email }).fill('amara@osei.example')
    const save = dialog.getByRole('button', { name: practitionerContactWords.save })
    await at.controls((world, _id, reply) => world.failNext('study.changePractitioner', reply as never), {
      ok: false,
      failure: { code: 'invalid-input', message: 'No.', details: { fields: { emailAddress: 'must be an email' } } },
    })
    await save.click()
    await expectPage(dialog.getByText('must be an email')).toBeVisible()
    expect(await at.inspect('contact', dialog)).toEqual([])
    await save.click()
    await expectPage(dialog).toHaveCount(0)
    await expectPage(at.panel('Provider follow-up').getByRole('row', { name: /Amara Osei/ })).toContainText(
      'amara@osei.example',
    )
  })

  it('shows before and after the save that a change is a proposal, and leaves the entry unchanged', async () => {
    await open({ signedInAs: 'sales' }, { details: { practitioners } })
    await page.getByRole('button', { name: practitionerWords.editContactOf('Dr. Amara Osei') }).click()
    const dialog = page.getByRole('dialog', { name: practitionerContactWords.title })
    await expectPage(dialog.getByText(practitionerContactWords.willProposeTitle)).toBeVisible()
    await dialog.getByRole('textbox', { name: practitionerContactWords.fields.email }).fill('amara@osei.example')
    expect(await at.inspect('contact-proposal', dialog)).toEqual([])
    await press(dialog.getByRole('button', { name: practitionerContactWords.propose }))
    await expectPage(dialog).toHaveCount(0)
    await expectPage(at.toast(practitionerContactWords.proposed('Dr. Amara Osei'))).toContainText(
      'An administrator or health-information staff',
    )
    await expectPage(at.panel('Provider follow-up').getByRole('row', { name: /Amara Osei/ })).not.toContainText(
      'amara@osei.example',
    )
    await page.getByRole('button', { name: practitionerWords.editContactOf('Dr. Amara Osei') }).click()
    await expectPage(dialog.getByRole('textbox', { name: practitionerContactWords.fields.email })).not.toHaveValue(
      'amara@osei.example',
    )
    await expectPage(dialog.getByText(practitionerContactWords.restoredTitle)).toHaveCount(0)
  })

  it('shows the study’s fax number as the first field of the form, and sends only changed fields', async () => {
    const twoPractices = { ...practitioners, primary: ref('pr-2', 'pl-2-2') }
    await open(
      { signedInAs: 'frontdesk', refused: ['study.changePractitioner'] },
      { details: { practitioners: twoPractices } },
    )
    const row = at.panel('Provider follow-up').getByRole('row', { name: /Bruno Lindqvist/ })
    await expectPage(row).toContainText('+1 604 555 0221')
    await page.getByRole('button', { name: practitionerWords.editContactOf('Dr. Bruno Lindqvist') }).click()
    const dialog = page.getByRole('dialog', { name: practitionerContactWords.title })
    const practice = dialog.getByRole('textbox', {
      name: practitionerContactWords.fields.faxOf('Alder Clinic'),
      exact: true,
    })
    const own = dialog.getByRole('textbox', { name: practitionerContactWords.fields.ownFax, exact: true })
    await expectPage(practice).toHaveAccessibleDescription(/^This study's report is faxed to this number\./)
    await expectPage(own).toHaveAccessibleDescription(/^Used when a study names no practice/)
    await expectPage(dialog.getByRole('textbox').first()).toHaveAccessibleName(
      practitionerContactWords.fields.faxOf('Alder Clinic'),
    )
    await expectPage(dialog.getByRole('textbox').nth(1)).toHaveAccessibleName(practitionerContactWords.fields.ownFax)
    // Without a number of the practice, the study is faxed to the practitioner's own number.
    await practice.fill('')
    await expectPage(own).toHaveAccessibleDescription(/^This study's report is faxed to this number\./)
    await practice.fill('ask the desk')
    const save = dialog.getByRole('button', { name: practitionerContactWords.save })
    await press(save)
    await expectPage(practice).toHaveAccessibleDescription(/Use only digits, spaces, \+, - and parentheses/)
    expect(await at.inspect('practice-fax', dialog)).toEqual([])
    await practice.fill('16045550299')
    await press(save)
    await expectPage(dialog).toHaveCount(0)
    await expectPage(row).toContainText('+1 604 555 0299')
    const sent = await page.evaluate(() =>
      window.fakeControls?.calls
        .filter(({ command }) => command === 'study.changePractitioner')
        .map(({ input }) => (input as { contact: unknown }).contact),
    )
    expect(sent).toEqual([
      { practiceFaxNumbers: { 'pl-2-2': 'ask the desk' } },
      { practiceFaxNumbers: { 'pl-2-2': '16045550299' } },
    ])
  })
})

describe('the activity log', { timeout: 60_000 }, () => {
  const lines = () => at.panel('Activity log').getByRole('list', { name: activityLogWords.list }).getByRole('listitem')
  const note = () => field(panelWords.note.label)

  it('adds a note on top, filters the log, and keeps typed text after a page change and a failed save', async () => {
    await open({ signedInAs: 'frontdesk' })
    await at.controls((world, id) =>
      world.study.addLog(id, {
        category: 'Booking',
        time: '2026-11-20T17:00:00Z' as never,
        content: 'Booked.',
        by: 'Ben Ortiz',
      }),
    )
    await note().fill('Called, wants the report by post.')
    await comeBack()
    await expectPage(note()).toHaveValue('Called, wants the report by post.')
    await at.controls(
      (world, _id, reply) => world.failNext('study.addNote', reply as never),
      failing('timed-out', 'No answer came.'),
    )
    await press(at.button('Activity log', panelWords.note.add))
    await expectPage(at.toast(studyMessages.logFailed)).toContainText('Your note is still in the field.')
    await expectPage(note()).toHaveValue('Called, wants the report by post.')
    await press(at.button('Activity log', panelWords.note.add))
    await expectPage(note()).toHaveValue('')
    await expectPage(lines().first()).toContainText('Called, wants the report by post.')
    await expectPage(lines().first()).toContainText('Frankie Desker')
    await page.getByRole('button', { name: /Filter by category/ }).click()
    await page.getByRole('option', { name: 'Booking' }).click()
    await expectPage(lines()).toHaveCount(1)
    await expectPage(lines()).toContainText('Booked.')
    expect(await at.inspect('log', at.panel('Activity log'))).toEqual([])
  })

  it('keeps notes offline, marks waiting ones, shows a refused one, and reads again after a failure', async () => {
    await open({ signedInAs: 'frontdesk' })
    await at.controls((world) => world.setConnectivity({ state: 'offline' }))
    await note().fill('Arrived early.')
    await press(at.button('Activity log', panelWords.note.add))
    await expectPage(lines().filter({ hasText: 'Arrived early.' })).toContainText('Waiting to be sent')
    await at.controls((world) => {
      world.study.refuseWaiting({ code: 'location-forbidden', message: 'No.' })
      world.setConnectivity({ state: 'online' })
    })
    const lost = at.panel('Activity log').getByRole('alert')
    await expectPage(lost).toContainText(studyMessages.locationForbidden)
    await expectPage(lost).toContainText('Arrived early.')
    await lost.getByRole('button', { name: visitPanelWords.lost.read }).click()
    await expectPage(lost).toHaveCount(0)
    await at.go('/user/profile')
    await at.panel('Activity log').waitFor({ state: 'detached' })
    await at.controls(
      (world, _id, reply) => world.failNext('study.readLog', reply as never),
      failing('timed-out', 'No answer came.'),
    )
    await at.go(`/study/${at.studyID}/study-details`)
    await expectPage(at.panel('Activity log')).toContainText(activityLogWords.notRead)
    await at.panel('Activity log').getByRole('button', { name: panelWords.tryAgain }).click()
    await expectPage(at.panel('Activity log').getByText(activityLogWords.notRead)).toHaveCount(0)
  })
})

import { expect as expectPage } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { studyMessages } from '#domain/study/study-messages.ts'
import { opportunityWords } from '#renderer/crm/inside/opportunity-words.ts'
import { saleWords } from '#renderer/crm/sale-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { type Controls, visitStudy } from './sale-pages.ts'

const pages = startHarnessPages()
const study = (studyID: string): string => `/admin/study/${studyID}`
const open = (before?: (controls: Controls, studyID: string) => unknown) =>
  visitStudy(pages, study, { signedInAs: 'frontdesk' }, before)
const withOpportunity = (controls: Controls, studyID: string): void =>
  controls.study.change(studyID, { opportunityID: 'OPP1' })

describe('the sale of a study', { timeout: 60_000 }, () => {
  it('shows how the study was booked, resends the confirmation, and marks the reminder with an undo', async () => {
    const { page, inspect, tell, calls } = await open()
    const booking = page.getByRole('region', { name: 'Booking', exact: true })
    for (const label of ['Booking type', 'Member type', 'Booked by', 'Confirmation email sent']) {
      await expectPage(booking.getByText(label, { exact: true })).toBeVisible()
    }
    const resend = booking.getByRole('button', { name: 'Resend booking confirmation: Ana Silva, 03 Feb 1980' })
    await tell((controls) =>
      controls.failNext('study.resendConfirmation', {
        ok: false,
        failure: { code: 'mail-failed', message: 'The mail server refused the message.' },
      }),
    )
    await resend.click()
    await expectPage(page.getByText(studyMessages.confirmationFailed)).toBeVisible()
    await expectPage(page.getByText('The mail server refused the message.')).toBeVisible()
    await resend.click()
    const waiting = page.getByRole('alertdialog', { name: /Email to/ })
    await expectPage(waiting.getByRole('timer')).toHaveText(/^Sending starts in/)
    await tell(({ release }) => {
      const job = release.jobList.at(-1)
      if (job !== undefined) release.setJob(job.jobID, { state: 'delivered', handOverInMs: null })
    })
    await expectPage(page.getByText('Booking confirmation sent')).toBeVisible()
    await expectPage(waiting).toHaveCount(0)

    const reminder = page.getByRole('region', { name: 'Reminder', exact: true })
    for (const label of ['Marked as reminded', 'Reminder email sent', 'Reminder SMS sent']) {
      await expectPage(reminder.getByText(label, { exact: true })).toBeVisible()
    }
    await reminder.getByRole('button', { name: 'Mark as reminded: Ana Silva, 03 Feb 1980' }).click()
    await expectPage(reminder.getByRole('button', { name: /^Undo reminder/ })).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expectPage(reminder.getByRole('button', { name: /^Mark as reminded/ })).toBeVisible()
    expect((await calls('study.mark')).map((input) => (input as { value: boolean }).value)).toEqual([true, false])

    await tell((controls, studyID) => controls.study.setFlags(studyID, { customerEmailAvailable: false }))
    await expectPage(resend).toHaveAccessibleDescription('Messages to this member are suppressed.')
    await tell((controls) => controls.setConnectivity({ state: 'offline' }))
    await expectPage(resend).toHaveAccessibleDescription('Sending emails to the member needs a connection.')
    expect(await inspect('booking-offline')).toEqual([])
  })

  it('asks to confirm an email address that was changed elsewhere, and then continues the send', async () => {
    const { page, inspect, tell, calls } = await open()
    const refuse = (email: string) =>
      tell((controls, _studyID, given) => {
        const emailToConfirm = {
          memberID: 'm-000001',
          memberName: 'Ana Silva',
          dob: '1980-02-03',
          email: given,
          previousEmail: 'ana.silva@mail.example',
          changedBy: 'Robin Elsewhere',
          changedAt: '2026-11-20T18:00:00Z',
          changedAtLocation: 'Seattle',
          locationID: 'ca-bc-1',
          locationName: 'Vancouver',
          timezone: 'America/Vancouver',
        }
        const failure = { code: 'email-not-confirmed', message: 'Changed elsewhere.', details: { emailToConfirm } }
        controls.failNext('study.resendConfirmation', { ok: false, failure } as never)
      }, email)
    const resend = page.getByRole('button', { name: 'Resend booking confirmation: Ana Silva, 03 Feb 1980' })
    const dialog = page.getByRole('alertdialog', { name: 'Confirm the email address' })

    await refuse('ana.new@mail.example')
    await resend.click()
    for (const words of [
      'Ana Silva · born 03 Feb 1980',
      'ana.new@mail.example',
      'ana.silva@mail.example',
      'Robin Elsewhere',
      'This address was changed at Seattle.',
      /20 Nov 2026/,
    ]) {
      await expectPage(dialog.getByText(words).first()).toBeVisible()
    }
    expect(await inspect('email-confirmation')).toEqual([])
    const send = dialog.getByRole('button', { name: /^Confirm and send: .+, \d\d \w{3} \d{4}$/ })
    await expectPage(send).toHaveAccessibleDescription('Confirm the address with the member, then tick the box.')
    await page.keyboard.press('Escape')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(page.getByText('Nothing was sent, because the email address was not confirmed.')).toBeVisible()
    expect(await calls('study.confirmMemberEmail')).toEqual([])

    await refuse('ana.new@mail.example')
    await resend.click()
    await tell((controls) =>
      controls.failNext('study.confirmMemberEmail', { ok: false, failure: { code: 'offline', message: 'Away.' } }),
    )
    // The user confirms by keyboard: the checkbox already has the focus.
    await expectPage(dialog.getByRole('checkbox')).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectPage(dialog.getByText("Try again when you're back online.")).toBeVisible()
    await expectPage(dialog.getByRole('checkbox')).toBeChecked()
    await send.click()
    await expectPage(dialog).toHaveCount(0)
    const waiting = page.getByRole('alertdialog', { name: /Email to/ })
    await expectPage(waiting.getByRole('timer')).toHaveText(/^Sending starts in/)
    expect(await calls('study.confirmMemberEmail')).toMatchObject([
      { email: 'ana.new@mail.example' },
      { email: 'ana.new@mail.example' },
    ])
    const keys = (await calls('study.resendConfirmation')).map(
      (input) => (input as { idempotencyKey: string }).idempotencyKey,
    )
    expect(keys).toHaveLength(3)
    expect(keys[2]).toBe(keys[1])
  })

  it('shows the opportunity with its record, and the member’s referral code', async () => {
    const { page, inspect } = await open(withOpportunity)
    const sales = page.getByRole('region', { name: saleWords.title, exact: true })
    for (const label of [
      'Lead created',
      'Study booked',
      'Pipeline time (days)',
      'Type',
      'Source',
      'Acquisition method',
      'Salesperson',
      'Referring member',
    ]) {
      await expectPage(sales.getByText(label, { exact: true })).toBeVisible()
    }
    await sales.getByRole('button', { name: /^Show code/ }).click()
    await expectPage(sales.getByText('FRIEND-4821')).toBeVisible()
    expect(await inspect('sales')).toEqual([])

    await sales.getByRole('button', { name: saleWords.view }).click()
    const record = page.getByRole('dialog', { name: 'Opportunity' })
    await expectPage(record.getByText('OPP1')).toBeVisible()
    await expectPage(record.getByText('Ana Silva, 03 Feb 1980')).toBeVisible()
    expect(await inspect('opportunity')).toEqual([])
    await page.keyboard.press('Escape')
    await expectPage(sales.getByRole('button', { name: saleWords.view })).toBeFocused()
  })

  it('keeps typed text when the CRM does not answer, and shows both values if another user changed the same field', async () => {
    const { page, inspect, tell, calls } = await open(withOpportunity)
    const sales = page.getByRole('region', { name: saleWords.title, exact: true })
    await sales.getByRole('button', { name: saleWords.edit }).click()
    const save = sales.getByRole('button', { name: 'Save type and lead source: Ana Silva, 03 Feb 1980' })
    await expectPage(save).toHaveAccessibleDescription(opportunityWords.edit.noChanges)
    await sales.getByRole('combobox', { name: opportunityWords.edit.fields.LeadSource }).fill('A friend of a friend')
    await sales.getByRole('combobox', { name: 'Type' }).fill('Partner')
    await page.getByRole('option', { name: 'Partner Referral' }).click()
    await expectPage(sales.getByRole('combobox', { name: opportunityWords.edit.fields.LeadSource })).toHaveValue(
      'A friend of a friend',
    )
    await tell((controls) =>
      controls.failNext('study.changeOpportunity', {
        ok: false,
        failure: { code: 'crm-unavailable', message: 'The CRM does not answer.' },
      }),
    )
    await save.click()
    await expectPage(sales.getByText(studyMessages.crmNoResponse)).toBeVisible()
    await expectPage(sales.getByText(opportunityWords.problem.kept)).toBeVisible()

    await tell((controls, studyID) => {
      const view = {
        opportunityID: 'OPP1',
        salesperson: 'Sasha Quill',
        referringMember: null,
        crmUrl: 'https://crm.example/OPP1',
        opportunity: {
          opportunityID: 'OPP1',
          personID: 'P1',
          Study_ID__c: studyID,
          Scan_Type__c: 'Whole Body',
          StageName: 'Qualified',
          LeadSource: 'Event',
          Type: 'New',
          Campaign__c: 'Spring 2026',
          OwnerId: 'O1',
          CreatedDate: '2026-11-01T00:00:00Z',
        },
      }
      controls.study.setOpportunity(studyID, view)
    })
    await sales.getByRole('button', { name: studyMessages.tryAgain }).click()
    await expectPage(sales.getByText(opportunityWords.edit.staleTitle)).toBeVisible()
    await expectPage(sales.getByText(/you entered “A friend of a friend”, the CRM now has “Event”/)).toBeVisible()
    expect(await inspect('sales-stale')).toEqual([])
    await save.click()
    await expectPage(page.getByText(opportunityWords.edit.saved)).toBeVisible()
    await expectPage(sales.getByText('A friend of a friend')).toBeVisible()
    await expectPage(sales.getByText('Partner Referral')).toBeVisible()
    expect(await calls('study.changeOpportunity')).toHaveLength(3)
  })

  it('links an opportunity by its id, and keeps a typed id that does not exist', async () => {
    const { page, inspect, tell } = await open()
    const sales = page.getByRole('region', { name: saleWords.title, exact: true })
    await expectPage(sales.getByText(saleWords.noOpportunity)).toBeVisible()
    const id = sales.getByRole('textbox', { name: opportunityWords.search.id })
    const find = sales.getByRole('button', { name: opportunityWords.search.find })
    await expectPage(find).toHaveAccessibleDescription(opportunityWords.search.idMissing)
    for (const wrong of ['P0034', 'not an id']) {
      await id.fill(wrong)
      await id.press('Enter')
      await expectPage(sales.getByText(studyMessages.noOpportunity)).toBeVisible()
      await expectPage(id).toHaveValue(wrong)
    }
    await id.fill('OPP7')
    await expectPage(sales.getByText(studyMessages.noOpportunity)).toHaveCount(0)
    await tell((controls) =>
      controls.failNext('study.lookUpOpportunity', {
        ok: false,
        failure: { code: 'crm-unavailable', message: 'The CRM does not answer.' },
      }),
    )
    await find.click()
    await expectPage(sales.getByText(studyMessages.crmNoResponse)).toBeVisible()
    await sales.getByRole('button', { name: studyMessages.tryAgain }).click()
    const link = sales.getByRole('button', { name: 'Link OPP7 to Ana Silva, 03 Feb 1980' })
    await expectPage(link).toBeVisible()
    expect(await inspect('sales-link')).toEqual([])
    await link.click()
    await expectPage(page.getByText(saleWords.linked)).toBeVisible()
    await expectPage(sales.getByRole('button', { name: saleWords.view })).toBeVisible()
  })

  it('shows “CRM error: no response”, reads again, and while offline shows what needs a connection', async () => {
    const { page, tell } = await open((controls, studyID) => {
      controls.study.change(studyID, { opportunityID: 'OPP1' })
      controls.failNext('study.readOpportunity', {
        ok: false,
        failure: { code: 'crm-unavailable', message: 'The CRM does not answer.' },
      })
    })
    const sales = page.getByRole('region', { name: saleWords.title, exact: true })
    await expectPage(sales.getByText(studyMessages.crmNoResponse)).toBeVisible()
    await sales.getByRole('button', { name: studyMessages.tryAgain }).click()
    await expectPage(sales.getByText('Sasha Quill')).toBeVisible()
    await tell((controls) => controls.setConnectivity({ state: 'offline' }))
    await expectPage(sales.getByText(saleWords.offlineShown)).toBeVisible()
    await expectPage(sales.getByRole('button', { name: saleWords.edit })).toHaveAccessibleDescription(
      'Changing the study needs a connection.',
    )
  })

  it('shows both studies if the opportunity names another study, and links the opportunity to this study on request', async () => {
    const { page, inspect, tell, calls } = await open((controls, studyID) => {
      controls.study.change(studyID, { opportunityID: 'OPP1' })
      const other = controls.clinic.studies.find((each) => each.studyID !== studyID && each.booking !== null)
      controls.study.setOpportunity(studyID, {
        opportunityID: 'OPP1',
        salesperson: 'Sasha Quill',
        referringMember: null,
        crmUrl: null,
        opportunity: {
          opportunityID: 'OPP1',
          personID: 'P1',
          Study_ID__c: other?.studyID ?? '',
          Scan_Type__c: 'Whole Body',
          StageName: 'Qualified',
          LeadSource: 'Event',
          Type: 'New',
          Campaign__c: null,
          OwnerId: 'O1',
          CreatedDate: '2026-11-01T00:00:00Z',
        },
      })
    })
    const sales = page.getByRole('region', { name: saleWords.title, exact: true })
    await expectPage(sales.getByText(studyMessages.mismatchTitle)).toBeVisible()
    await sales.getByRole('button', { name: /^Fix mismatch/ }).click()
    const dialog = page.getByRole('dialog', { name: studyMessages.mismatchTitle })
    await expectPage(
      dialog.getByRole('region', { name: opportunityWords.mismatch.thisStudy }).getByText('Ana Silva, 03 Feb 1980'),
    ).toBeVisible()
    const other = dialog.getByRole('region', { name: opportunityWords.mismatch.otherStudy })
    await expectPage(other.getByText(opportunityWords.mismatch.appointment)).toBeVisible()
    expect(await inspect('mismatch')).toEqual([])
    await dialog.getByText(opportunityWords.mismatch.options.another).click()
    await dialog.getByRole('textbox', { name: opportunityWords.search.id }).fill('P0034')
    await dialog.getByRole('button', { name: opportunityWords.search.find }).click()
    await expectPage(dialog.getByText(studyMessages.noOpportunity)).toBeVisible()
    await dialog.getByText(opportunityWords.mismatch.options.thisStudy).click()
    await tell((controls) =>
      controls.failNext('study.linkOpportunity', {
        ok: false,
        failure: { code: 'opportunity-mismatch', message: 'This opportunity is already booked.' },
      }),
    )
    const link = dialog.getByRole('button', { name: 'Link OPP1 to Ana Silva, 03 Feb 1980' })
    await link.click()
    await expectPage(dialog.getByText('This opportunity is already booked.')).toBeVisible()
    await link.click()
    await expectPage(page.getByText(saleWords.linked)).toBeVisible()
    await expectPage(dialog).toHaveCount(0)
    await expectPage(sales.getByText(studyMessages.mismatchTitle)).toHaveCount(0)
    expect(await calls('study.linkOpportunity')).toHaveLength(2)
  })
})

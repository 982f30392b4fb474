import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from '@playwright/test'
import type { OpportunityView } from '#contract/study/bridge.ts'
import { chooseReport } from '#domain/release/report-choice.ts'
import { messageReason } from '#domain/study/message-reasons.ts'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { toInstant } from '#domain/values/instant.ts'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { signIn, workAt } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { checkAxe, takePicture } from './look-closely.ts'
import { enterOffice, type Office } from './office.ts'
import { toast } from './payment-desk.ts'
import {
  actionButton,
  everythingAt,
  factOf,
  findOldStudy,
  logOf,
  openStudyPage,
  sectionOf,
  studyNow,
} from './study-desk.ts'

const find = (studies: readonly Study[], what: string, fits: (study: Study) => boolean): Study => {
  const found = studies.find((study) => !study.status.cancelled && fits(study))
  if (found === undefined) throw new Error(`The demo has no study ${what}`)
  return found
}

const signInAgain = async (page: Page, account: string): Promise<void> => {
  await page.getByRole('link', { name: 'Log Out' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await signIn(page, account)
}

/** Presses a button and returns the name and the first bytes of the download. */
const downloaded = async (page: Page, button: Locator): Promise<{ readonly name: string; readonly start: string }> => {
  const coming: Promise<Download> = page.waitForEvent('download')
  await button.click()
  const download = await coming
  return {
    name: download.suggestedFilename(),
    start: readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  }
}

test('health-information staff download papers and see that a report is missing; report QA staff confirm the QC', async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const office: Office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const { studies } = await everythingAt(office, 'ca-bc-1')
  const see = async (state: string): Promise<void> => {
    await takePicture(page, state)
    await checkAxe(page, state)
  }
  const report = (): Locator => sectionOf(page, 'Report')
  await signIn(page, 'hi')
  await workAt(page, 'Vancouver')

  await test.step('the structured report, the medical history and the consent', async () => {
    const { studyID } = await findOldStudy(
      office,
      'with a structured report',
      (study) => chooseReport(study).kind === 'structured' && study.status.medicalHistory === true,
    )
    await openStudyPage(atrium, studyID)
    const paper = await downloaded(page, actionButton(report(), 'Download physician report'))
    expect(paper).toMatchObject({ name: expect.stringMatching(/^[A-Za-z]+-?.*\.pdf$/), start: '%PDF-' })
    await actionButton(sectionOf(page, 'Medical History'), 'View medical history').click()
    const shown = page.getByRole('dialog', { name: 'Medical history', exact: true })
    await expect(shown.locator('canvas').first()).toBeVisible()
    await see('roles-01-history')
    expect(await downloaded(page, shown.getByRole('button', { name: 'Download medical history' }))).toMatchObject({
      start: '%PDF-',
    })
    await shown.getByRole('button', { name: 'Close', exact: true }).last().click()
    const consent = actionButton(sectionOf(page, 'Medical History'), 'Download member agreement and consent')
    expect(await downloaded(page, consent)).toMatchObject({ start: '%PDF-' })
    await see('roles-01-papers')
    expect((await logOf(office, studyID)).map(({ content }) => content).join('\n')).not.toMatch(/finding|diagnos/i)
  })

  await test.step('the traditional report, and a study without any report', async () => {
    const traditional = await findOldStudy(
      office,
      'with a traditional report only',
      (study) => chooseReport(study).kind === 'traditional',
    )
    await openStudyPage(atrium, traditional.studyID)
    expect(await downloaded(page, actionButton(report(), 'Download traditional report'))).toMatchObject({
      start: '%PDF-',
    })
    const missing = await findOldStudy(
      office,
      'whose report is missing',
      (study) => study.status.read === true && chooseReport(study).kind === 'missing',
    )
    await openStudyPage(atrium, missing.studyID)
    await expect(report()).toContainText(studyMessages.missingReportTitle)
    await expect(report()).toContainText(studyMessages.missingReport)
  })

  const body = find(studies, 'of body composition', ({ skuID, status }) => skuID === 370 && status.read === true)
  await test.step('health-information staff cannot confirm the QC', async () => {
    await openStudyPage(atrium, body.studyID)
    const confirm = actionButton(sectionOf(page, 'Body Composition QC'), 'Confirm Body Composition QC')
    await expect(sectionOf(page, 'Body Composition QC')).toBeVisible()
    await expect(confirm).toHaveCount(0)
  })

  await test.step('report QA staff confirm the QC', async () => {
    await signInAgain(page, 'reportqc')
    await openStudyPage(atrium, body.studyID)
    const section = sectionOf(page, 'Body Composition QC')
    await actionButton(section, 'Confirm Body Composition QC').press('Enter')
    await expect(toast(page, `Body Composition QC: ${studyMessages.bodyCompositionConfirmed}`)).toBeVisible()
    await expect(actionButton(section, studyMessages.bodyCompositionConfirmed)).toHaveAccessibleDescription(
      reportPanelWords.bodyComposition.isConfirmed,
    )
    await expect(factOf(section, 'Confirmed by')).toHaveText('Max Reed')
    expect((await studyNow(office, body.studyID)).status.bodyCompositionQC).toBe(true)
    await see('roles-02-qc')
  })
})

test('sales edits the lead source, resends the confirmation, and fixes a mismatch after entering a person’s ID by mistake', async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const office: Office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const { studies, members } = await everythingAt(office, 'ca-bc-1')
  const opportunityOf = async (studyID: string): Promise<OpportunityView> =>
    (await office.read(`/api/v1/studies/${studyID}/opportunity`)) as OpportunityView
  const see = async (state: string): Promise<void> => {
    await takePicture(page, state)
    await checkAxe(page, state)
  }
  const own = ({ studyID, opportunityID }: Study): boolean => opportunityID === `006S${studyID.slice(2)}`
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const ahead = ({ booking }: Study): boolean => (booking?.utcStart ?? '') > tomorrow
  const getsConfirmation = (study: Study): boolean =>
    messageReason('confirmation', study, members.get(study.patientID) ?? { email: '' }, toInstant(Date.now())) === null
  const sales = (): Locator => sectionOf(page, 'Sales')
  await signIn(page, 'sales')
  await workAt(page, 'Vancouver')

  const linked = find(
    studies,
    'with an opportunity of its own',
    (study) => own(study) && ahead(study) && getsConfirmation(study),
  )
  await test.step('type and lead source', async () => {
    await openStudyPage(atrium, linked.studyID)
    await sales().getByRole('button', { name: 'Edit type and lead source' }).click()
    const form = sales().getByRole('form', { name: 'Type and lead source' })
    await form.getByRole('combobox', { name: 'Lead source', exact: true }).fill('Open day at the library')
    await page.keyboard.press('Escape')
    await actionButton(form, 'Save type and lead source').press('Enter')
    await expect(factOf(sales(), 'Source')).toHaveText('Open day at the library')
    expect((await opportunityOf(linked.studyID)).opportunity?.LeadSource).toBe('Open day at the library')
  })

  await test.step('the confirmation is sent again: the list of sent email shows it with the person’s address', async () => {
    const member = members.get(linked.patientID)
    await actionButton(sectionOf(page, 'Booking'), 'Resend booking confirmation').click()
    await expect(toast(page, 'Booking confirmation sent')).toBeVisible()
    await expect(factOf(sectionOf(page, 'Booking'), 'Confirmation email sent')).not.toHaveText('Not sent')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
    const mail = page.getByRole('table', { name: /^Sent email/ }).getByRole('row')
    await expect(mail.filter({ hasText: member?.email ?? 'nobody' }).first()).toBeVisible()
  })

  await test.step('the opportunity names another study: the right opportunity is entered and linked', async () => {
    const wrong = find(
      studies,
      'whose opportunity names another',
      (study) => /^006S/.test(study.opportunityID ?? '') && !own(study) && study.patientID !== linked.patientID,
    )
    await openStudyPage(atrium, wrong.studyID)
    await expect(sales().getByText(studyMessages.mismatchTitle)).toBeVisible()
    await sales()
      .getByRole('button', { name: /^Fix mismatch/ })
      .click()
    const dialog = page.getByRole('dialog', { name: studyMessages.mismatchTitle })
    await expect(dialog.getByRole('region', { name: 'This study' })).toContainText(wrong.studyID)
    await dialog.getByRole('radio', { name: /^A different opportunity belongs to this study/ }).press('Space')
    await dialog.getByRole('textbox', { name: 'Opportunity ID' }).fill(`003M${wrong.patientID.slice(2)}`)
    await dialog.getByRole('button', { name: 'Find opportunity' }).click()
    await expect(dialog).toContainText(studyMessages.noOpportunity)
    await see('roles-03-mismatch')
    const ownID = `006S${wrong.studyID.slice(2)}`
    await dialog.getByRole('textbox', { name: 'Opportunity ID' }).fill(ownID)
    await dialog.getByRole('button', { name: 'Find opportunity' }).click()
    await dialog.getByRole('button', { name: new RegExp(`^Link ${ownID} to `) }).click()
    await expect(dialog).toHaveCount(0)
    await expect(sales().getByText(studyMessages.mismatchTitle)).toHaveCount(0)
    const { opportunityID } = await studyNow(office, wrong.studyID)
    expect(opportunityID).toBe(ownID)
    expect((await opportunityOf(wrong.studyID)).opportunity?.Study_ID__c).toBe(wrong.studyID)
  })
})

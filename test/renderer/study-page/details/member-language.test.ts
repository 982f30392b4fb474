import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { completeAnswers } from '#test/builders/complete-answers.ts'
import { seriousFaultsOf, startHarnessPages } from '../../harness/harness-pages.ts'

const pages = startHarnessPages()

/** Opens the page of Ana Silva's next study, with saved answers that stop the scan; she reads French. */
const open = async (): Promise<Page> => {
  const context = { timezoneId: 'America/Los_Angeles' }
  const page = await pages.open('/user/profile', { signedInAs: 'frontdesk', context }, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const answers = completeAnswers('female', {
    'NonMedicalMetal.Eyes.Injury': 'yes',
    'NonMedicalMetal.Eyes.Removed': 'no',
  })
  const studyID = await page.evaluate((answers) => {
    const { clinic, safety } = window.fakeControls ?? {}
    const study = clinic?.studies.find(
      ({ patientID, locationID, booking }) =>
        patientID === 'm-000001' && locationID === 'ca-bc-1' && (booking?.utcStart ?? '') > '2026-11-24',
    )
    const member = clinic?.members.find(({ patientID }) => patientID === 'm-000001')
    if (study === undefined || member === undefined) throw new Error('There is no such study.')
    Object.assign(member, { language: 'fr-CA' })
    safety?.saveAs('Ben Ortiz', study.studyID, answers)
    return study.studyID
  }, answers)
  await page.evaluate((path) => history.pushState(null, '', path), `/study/${studyID}/study-details`)
  return page
}

describe('the safety questions of a member who reads French', { timeout: 60_000 }, () => {
  it('are shown to the member in French, for reading and answering, while the screen stays English', async () => {
    const page = await open()
    const section = page.getByRole('region', { name: 'Safety questions' })
    const choose = (language: string) => section.getByText(language, { exact: true }).click()
    const notice = 'Une radiographie des orbites est requise avant l’examen.'
    await expectPage(section.getByText('An orbit x-ray is required before the scan.')).toBeVisible()
    await choose('French (Canada)')
    await expectPage(section.getByText(notice)).toBeVisible()
    await expectPage(section.getByRole('heading', { name: 'Chirurgie et métal' })).toBeVisible()
    await expectPage(section.getByText('A eu une blessure à l’œil avec du métal')).toBeVisible()
    await expectPage(section.getByRole('button', { name: /^Change answers/ })).toBeVisible()
    expect(await seriousFaultsOf(page, '[data-live-announcer]')).toEqual([])

    await section.getByRole('button', { name: /^Change answers/ }).click()
    await choose('French (Canada)')
    const question = section.getByRole('radiogroup', { name: 'Vous n’êtes pas claustrophobe' })
    await question.getByText('Inexact', { exact: true }).click()
    await section
      .getByRole('radiogroup', { name: 'Voulez-vous un sédatif oral' })
      .getByText('Non', { exact: true })
      .click()
    await section.getByRole('button', { name: /^Save safety answers for Ana Silva/ }).click()
    await expectPage(page.getByText('Safety answers saved for Ana Silva')).toBeVisible()
    const saved = await page.evaluate(() =>
      window.fakeControls?.calls.findLast(({ command }) => command === 'safety.save'),
    )
    expect(saved?.input).toMatchObject({
      answers: { 'Claustrophobic.Status': 'yes', 'Claustrophobic.OralSedative': 'no' },
    })
  })
})

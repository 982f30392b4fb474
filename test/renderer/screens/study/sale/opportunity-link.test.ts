import { expect as expectPage } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { startHarnessPages } from '../../../harness/harness-pages.ts'
import { type Controls, visitStudy } from '../sale-pages.ts'

const pages = startHarnessPages()
const study = (studyID: string): string => `/admin/study/${studyID}`

/** An opportunity that names no study yet. */
const forgotten = (controls: Controls, studyID: string): void => {
  controls.study.change(studyID, { opportunityID: 'OPP1' })
  controls.study.setOpportunity(studyID, {
    opportunityID: 'OPP1',
    salesperson: 'Sasha Quill',
    referringMember: 'Noah Fjeldstad',
    crmUrl: 'https://crm.example/OPP1',
    opportunity: {
      opportunityID: 'OPP1',
      personID: 'P1',
      Study_ID__c: null,
      Scan_Type__c: 'Whole Body',
      StageName: 'Qualified',
      LeadSource: 'Event',
      Type: 'New',
      Campaign__c: 'Spring 2026',
      OwnerId: 'O1',
      CreatedDate: '2026-11-01T20:00:00Z',
    },
  })
}

describe('the opportunity of a study', { timeout: 60_000 }, () => {
  it('says what the CRM has of the sale, and opens its page there', async () => {
    const { page, tell } = await visitStudy(pages, study, { signedInAs: 'sales' }, forgotten)
    const sales = page.getByRole('region', { name: 'Sales', exact: true })
    const fact = (label: string) =>
      sales
        .locator('dl > div')
        .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
        .locator('dd')
    await tell((controls, studyID) => controls.study.setFlags(studyID, { booked: true }))
    for (const [label, words] of [
      ['Lead created', /^01 Nov 2026/],
      ['Study booked', /^23 Nov 2026/],
      ['Pipeline time (days)', /^22/],
      ['Type', 'New'],
      ['Source', 'Event'],
      ['Acquisition method', 'Spring 2026'],
      ['Salesperson', 'Sasha Quill'],
      ['Referring member', 'Noah Fjeldstad'],
    ] as const) {
      await expectPage(fact(label), label).toHaveText(words)
    }
    await sales.getByRole('button', { name: 'View opportunity' }).click()
    const link = page.getByRole('dialog', { name: 'Opportunity' }).getByRole('link', { name: /^Open it in the CRM/ })
    await expectPage(link).toHaveAttribute('href', 'https://crm.example/OPP1')
    await expectPage(link).toHaveAttribute('target', '_blank')
  })

  it('is tied to the study it forgot, and another is linked in its place', async () => {
    const { page, calls } = await visitStudy(pages, study, { signedInAs: 'sales' }, forgotten)
    const sales = page.getByRole('region', { name: 'Sales', exact: true })
    await expectPage(sales.getByText('The opportunity names no study')).toBeVisible()
    await sales.getByRole('button', { name: 'Link it to this study' }).click()
    await expectPage(sales.getByText('The opportunity names no study')).toHaveCount(0)
    await sales.getByRole('button', { name: 'Link another opportunity' }).click()
    const form = sales.getByRole('region', { name: 'Link another opportunity' })
    await form.getByRole('textbox', { name: 'Opportunity id' }).fill('OPP9')
    await form.getByRole('button', { name: 'Look it up' }).click()
    await form.getByRole('button', { name: 'Link OPP9 to Ana Silva, 03 Feb 1980' }).click()
    await expectPage(form).toHaveCount(0)
    expect(await calls('study.linkOpportunity')).toMatchObject([{ opportunityID: 'OPP1' }, { opportunityID: 'OPP9' }])
  })
})

import { expect as expectPage } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { opportunityWords } from '#renderer/crm/inside/opportunity-words.ts'
import { saleWords } from '#renderer/crm/sale-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { type Controls, visitStudy } from './sale-pages.ts'

const pages = startHarnessPages()
const study = (studyID: string): string => `/admin/study/${studyID}`

/** Gives the study an opportunity that names no study in the CRM yet. */
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

describe('an opportunity of a study', { timeout: 60_000 }, () => {
  it("shows the CRM's data about the sale, and links to the opportunity's page in the CRM", async () => {
    const { page, tell } = await visitStudy(pages, study, { signedInAs: 'sales' }, forgotten)
    const sales = page.getByRole('region', { name: saleWords.title, exact: true })
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
    await sales.getByRole('button', { name: saleWords.view }).click()
    const link = page.getByRole('dialog', { name: 'Opportunity' }).getByRole('link', { name: /^Open in the CRM/ })
    await expectPage(link).toHaveAttribute('href', 'https://crm.example/OPP1')
    await expectPage(link).toHaveAttribute('target', '_blank')
  })

  it('keeps the focus where the user is working, and names the member', async () => {
    const { page, tell } = await visitStudy(pages, study, { signedInAs: 'sales' }, forgotten)
    const sales = page.getByRole('region', { name: saleWords.title, exact: true })
    const button = (name: string | RegExp) => sales.getByRole('button', { name })
    await button(saleWords.edit).waitFor()
    await button(/^Edit type/).press('Enter')
    await expectPage(sales.getByText('names another study')).toHaveCount(0)
    const type = sales.getByRole('combobox', { name: 'Type' })
    await expectPage(type).toBeFocused()
    await button(opportunityWords.edit.cancel).press('Enter')
    await expectPage(button(/^Edit type/)).toBeFocused()
    await button(/^Edit type/).press('Enter')
    await type.fill('Partner')
    await page.keyboard.press('Escape')
    await button(/^Save type and lead source/).press('Enter')
    await expectPage(button(/^Edit type/)).toBeFocused()

    await button(saleWords.linkThisLabel('Ana Silva, 03 Feb 1980')).press('Enter')
    await expectPage(button(saleWords.linkAnother)).toBeFocused()
    await button(saleWords.linkAnother).press('Enter')
    await expectPage(sales.getByRole('textbox', { name: opportunityWords.search.id })).toBeFocused()
    await button(saleWords.cancelLink).press('Enter')
    await expectPage(button(saleWords.linkAnother)).toBeFocused()
    await button(/^Show code/).press('Enter')
    await expectPage(sales.getByText('FRIEND-4821')).toBeFocused()

    await tell((controls, studyID) => {
      const opportunity = { Study_ID__c: 's-000999', opportunityID: 'OPP1', personID: 'P1', Scan_Type__c: null }
      const more = { StageName: 'New', LeadSource: 'Web', Type: 'New', Campaign__c: null, OwnerId: null }
      const view = { opportunityID: 'OPP1', salesperson: null, referringMember: null, crmUrl: null }
      const whole = { ...opportunity, ...more, CreatedDate: '2026-11-01T20:00:00Z' }
      controls.study.setOpportunity(studyID, { ...view, opportunity: whole } as never)
    })
    await expectPage(button(/^Edit type/)).toHaveAccessibleDescription(saleWords.mismatchReason)
    await button(/^Fix mismatch/).press('Enter')
    await page.keyboard.press('Escape')
    await expectPage(button(/^Fix mismatch/)).toBeFocused()
  })

  it('is linked only after the user confirms a differing person, and never if it belongs to another member', async () => {
    const { page, calls, inspect } = await visitStudy(pages, study, { signedInAs: 'sales' }, forgotten)
    const sales = page.getByRole('region', { name: saleWords.title, exact: true })
    await sales.getByRole('button', { name: saleWords.linkAnother }).click()
    const form = sales.getByRole('region', { name: saleWords.linkAnother })
    const id = form.getByRole('textbox', { name: opportunityWords.search.id })
    const lookUp = async (opportunityID: string) => {
      await id.fill(opportunityID)
      await id.press('Enter')
      const link = form.getByRole('button', { name: `Link ${opportunityID} to Ana Silva, 03 Feb 1980` })
      await expectPage(link).toBeVisible()
      return link
    }
    const person = form.getByRole('region', { name: opportunityWords.link.crmPerson })
    const taken = await lookUp('OPPTAKEN')
    await expectPage(form.getByText('It cannot be linked to Ana Silva, 03 Feb 1980.')).toBeVisible()
    await expectPage(taken).toHaveAccessibleDescription(opportunityWords.link.otherMemberReason)
    const same = form.getByRole('checkbox', { name: opportunityWords.link.confirm('Ana Silva, 03 Feb 1980') })
    await expectPage(same).toHaveCount(0)
    const other = await lookUp('OPPELSE')
    await expectPage(person.getByText('Nadia Silva Differs')).toBeVisible()
    await expectPage(person.getByText('nadia@mail.example Differs')).toBeVisible()
    await expectPage(other).toHaveAccessibleDescription(opportunityWords.link.notConfirmedReason)
    expect(await inspect('opportunity-candidate')).toEqual([])
    await same.check({ force: true })
    // The confirmation covers only the person that was shown, and not the next person that is looked up.
    const link = await lookUp('OPPDIFF')
    await expectPage(person.getByText('01 Jul 1991 Differs')).toBeVisible()
    await expectPage(same).not.toBeChecked()
    await same.check({ force: true })
    await link.click()
    await expectPage(form).toHaveCount(0)
    expect(await calls('study.linkOpportunity')).toMatchObject([{ opportunityID: 'OPPDIFF', isConfirmed: true }])
  })

  it('is linked again if the CRM lost the study, and can be replaced by another opportunity', async () => {
    const { page, calls } = await visitStudy(pages, study, { signedInAs: 'sales' }, forgotten)
    const sales = page.getByRole('region', { name: saleWords.title, exact: true })
    await expectPage(sales.getByText(saleWords.noStudyTitle)).toBeVisible()
    await sales.getByRole('button', { name: saleWords.link }).click()
    await expectPage(sales.getByText(saleWords.noStudyTitle)).toHaveCount(0)
    await sales.getByRole('button', { name: saleWords.linkAnother }).click()
    const form = sales.getByRole('region', { name: saleWords.linkAnother })
    await form.getByRole('textbox', { name: opportunityWords.search.id }).fill('OPP9')
    await form.getByRole('button', { name: opportunityWords.search.find }).click()
    await form.getByRole('button', { name: 'Link OPP9 to Ana Silva, 03 Feb 1980' }).click()
    await expectPage(form).toHaveCount(0)
    expect(await calls('study.linkOpportunity')).toMatchObject([{ opportunityID: 'OPP1' }, { opportunityID: 'OPP9' }])
  })
})

import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { membersScreenWords } from '#renderer/members/members-screen-words.ts'
import { mergeWords } from '#renderer/members/merge-words.ts'
import { axeOver } from '#test/fixtures/axe-over.ts'
import { type StartOptions, startHarnessPages, takePictures } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
const { compare, panel, undo, choose, section } = mergeWords
let page: Page

/** Opens a page with two records of one person: the first member of the clinic, and a new member who has a study. */
const open = async (start: StartOptions = { signedInAs: 'admin' }, path = '/admin/members?memberID=m-000001') => {
  page = await pages.open('/user/profile', start, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.evaluate(() => {
    const clinic = window.fakeControls?.clinic
    const ana = clinic?.members.find(({ patientID }) => patientID === 'm-000001')
    if (clinic === undefined || ana === undefined) throw new Error('There is no such member.')
    const other = { ...ana, patientID: 'm-900001', user_id: 'm-900001', atriumID: 'm-900001', lastname: 'Silva-Twin' }
    clinic.members.push({ ...other, email: 'ana.twin@mail.example', phn: '9123456789', city: 'Burnaby' } as typeof ana)
    const study = clinic.studies.find(({ patientID }) => patientID === 'm-000001')
    if (study !== undefined) {
      clinic.studies.push({ ...study, studyID: 's-twin-1', patientID: 'm-900001' } as typeof study)
    }
  })
  await page.evaluate((to) => history.pushState(null, '', to), path)
}
const failNext = (command: string, code: string, message: string): Promise<void> =>
  page.evaluate(([name, failure]) => window.fakeControls?.failNext(name as never, { ok: false, failure } as never), [
    command,
    { code, message },
  ] as const)
const dialog = (name: string): Locator => page.getByRole('dialog', { name })
const button = (name: string, place: Locator | Page = page): Locator => place.getByRole('button', { name })
const toast = (words: string): Locator => page.getByRole('alertdialog').filter({ hasText: words })
const faultsOf = async (name: string, part: string): Promise<string[]> => {
  const { violations } = await axeOver(page).include(part).analyze()
  await takePictures(page, name)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
const opens = /^Merge with another member…: Ana/

/** Opens the merge of both records, by keyboard. */
const compareBoth = async (): Promise<Locator> => {
  await page.getByRole('button', { name: opens }).press('Enter')
  const merging = dialog(choose.title)
  await merging.getByRole('searchbox').fill('m-900001')
  await merging.getByRole('button', { name: /Silva-Twin/ }).press('Enter')
  await merging.getByRole('table').waitFor()
  return merging
}
const radio = (field: string, value: string): Locator =>
  page.getByRole('radio', { name: compare.keepValue(field, value), exact: true })

describe('the merge of two members', { timeout: 60_000 }, () => {
  it('can be made by keyboard alone, and undone from the page of the member', async () => {
    await open()
    const merging = await compareBoth()
    await expectPage(radio('Last name', 'Silva')).toBeChecked()
    await radio('Last name', 'Silva').focus()
    await page.keyboard.press('ArrowDown')
    await expectPage(radio('Last name', 'Silva-Twin')).toBeChecked()
    const confirm = button('Merge into', merging)
    await expectPage(confirm).toHaveAccessibleDescription(compare.reasonMissing)
    await merging.getByRole('textbox', { name: compare.reason }).fill('Same health number')
    expect(await faultsOf('merge-dialog', '.w-dialog')).toEqual([])
    await failNext('members.merge', 'timed-out', 'No answer came.')
    await confirm.press('Enter')
    await expectPage(merging).toContainText(compare.unknownText)
    await confirm.press('Enter')
    await expectPage(merging).toHaveCount(0)
    await expectPage(toast('Merged into the record of')).toBeVisible()
    const member = page.getByRole('region', { name: membersScreenWords.member.label, exact: true })
    await expectPage(member.getByRole('heading', { level: 2 })).toContainText('Silva-Twin')
    await expectPage(member).toContainText('m-900001, was merged into this record')
    await button(undo.open, member).scrollIntoViewIfNeeded()
    expect(await faultsOf('member-with-merge', '.s-merge')).toEqual([])
    await button(undo.open, member).press('Enter')
    const undoing = dialog(undo.title)
    await expectPage(undoing).toContainText('1 appointment')
    await expectPage(button(undo.confirm, undoing)).toHaveAccessibleDescription(undo.reasonMissing)
    await undoing.getByRole('textbox', { name: undo.reason }).fill('Two persons')
    expect(await faultsOf('undo-dialog', '.w-dialog')).toEqual([])
    await button(undo.confirm, undoing).press('Enter')
    await expectPage(undoing).toHaveCount(0)
    await expectPage(member.getByRole('heading', { level: 2 })).not.toContainText('Silva-Twin')
    await expectPage(button(undo.open, member)).toHaveCount(0)
  })

  it('shows a record that another desk changed meanwhile, and keeps the choices and the reason', async () => {
    await open()
    const merging = await compareBoth()
    await radio('Email', 'ana.twin@mail.example').check()
    const reason = merging.getByRole('textbox', { name: compare.reason })
    await reason.fill('Same person')
    await page.evaluate(() => {
      const members = window.fakeControls?.clinic.members
      const at = members?.findIndex(({ patientID }) => patientID === 'm-900001') ?? -1
      const twin = members?.[at]
      if (members !== undefined && twin !== undefined) {
        members[at] = { ...twin, firstname: 'Anna-Maria', version: twin.version + 1 }
      }
    })
    await button('Merge into', merging).press('Enter')
    await expectPage(merging).toContainText(compare.stale)
    await expectPage(radio('First name', 'Anna-Maria')).toBeVisible()
    await expectPage(radio('Email', 'ana.twin@mail.example')).toBeChecked()
    await expectPage(reason).toHaveValue('Same person')
    await button(compare.swap, merging).press('Enter')
    await expectPage(radio('Email', 'ana.twin@mail.example')).toBeChecked()
    await button('Merge into Anna-Maria', merging).press('Enter')
    await expectPage(page).toHaveURL(/memberID=m-900001/)
  })

  it('needs a reason for different birth dates, and shows why erased or merged records cannot be merged', async () => {
    await open()
    await page.evaluate(() => {
      const members = window.fakeControls?.clinic.members
      const at = members?.findIndex(({ patientID }) => patientID === 'm-900001') ?? -1
      const twin = members?.[at]
      if (members !== undefined && twin !== undefined) members[at] = { ...twin, dob: '1981-03-02' as typeof twin.dob }
    })
    const merging = await compareBoth()
    await merging.getByRole('textbox', { name: compare.reason }).fill('Same person')
    await expectPage(button('Merge into', merging)).toHaveAccessibleDescription(compare.birthDateMissing)
    await merging.getByRole('textbox', { name: compare.birthDateReason }).fill('Typing error')
    await button('Merge into', merging).press('Enter')
    await expectPage(merging).toHaveCount(0)
  })

  it('shows that a read failed or that a connection is needed, and keeps the typed reason', async () => {
    await open()
    await page.getByRole('button', { name: opens }).press('Enter')
    const merging = dialog(choose.title)
    await merging.getByRole('searchbox').fill('m-900001')
    await failNext('members.previewMerge', 'timed-out', 'No answer came.')
    await merging.getByRole('button', { name: /Silva-Twin/ }).press('Enter')
    await expectPage(merging).toContainText(compare.failedTitle)
    await button(compare.tryAgain, merging).press('Enter')
    await merging.getByRole('table').waitFor()
    await merging.getByRole('textbox', { name: compare.reason }).fill('Same person')
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'offline' }))
    await expectPage(button('Merge into', merging)).toHaveAccessibleDescription(choose.offline)
    await expectPage(merging.getByRole('textbox', { name: compare.reason })).toHaveValue('Same person')
  })

  it('shows the front desk whom to ask, and shows no button', async () => {
    await open({ signedInAs: 'frontdesk' })
    await expectPage(page.getByRole('region', { name: panel.title, exact: true })).toContainText(panel.ask)
    await expectPage(page.getByRole('button', { name: opens })).toHaveCount(0)
  })

  it('keeps the text of an open form while another desk merges the member into another one', async () => {
    await open({ signedInAs: 'admin' }, '/admin/members?memberID=m-900001')
    const details = page.getByRole('region', { name: membersScreenWords.member.details, exact: true })
    await details.getByRole('button', { name: 'Edit' }).first().click()
    await details.getByRole('textbox', { name: 'City' }).fill('Richmond')
    await page.evaluate(async () => {
      await window.fakeBridge?.members.merge({
        ...{ keptID: 'm-000001', mergedID: 'm-900001', version: 1, mergedVersion: 1 },
        ...{ choices: {}, reason: 'x', birthDateReason: '', idempotencyKey: 'key-of-other-desk' },
      } as never)
    })
    await expectPage(page.getByText(mergeWords.replaced.title)).toBeVisible()
    await expectPage(details.getByRole('textbox', { name: 'City' })).toHaveValue('Richmond')
    await takePictures(page, 'merged-away')
  })
})

describe('the list of merged members', { timeout: 60_000 }, () => {
  it('is empty at first, and then has each merge with an undo button', async () => {
    await open({ signedInAs: 'admin' }, '/admin/administration/merged-members')
    await expectPage(page.getByText(section.emptyTitle)).toBeVisible()
    await page.evaluate(() => history.pushState(null, '', '/admin/members?memberID=m-000001'))
    const merging = await compareBoth()
    await merging.getByRole('textbox', { name: compare.reason }).fill('Same person')
    await button('Merge into', merging).press('Enter')
    await expectPage(merging).toHaveCount(0)
    await page.evaluate(() => history.pushState(null, '', '/admin/administration/merged-members'))
    const row = page.getByRole('row', { name: /Silva-Twin/ })
    await expectPage(row).toContainText('m-000001')
    await expectPage(row).toContainText('Same person')
    expect(await faultsOf('merged-members', '.s-records')).toEqual([])
    await button(undo.open, row).press('Enter')
    const undoing = dialog(undo.title)
    await undoing.getByRole('textbox', { name: undo.reason }).fill('Two persons')
    await failNext('members.undoMerge', 'merge-not-undone', 'This merge cannot be undone.')
    await button(undo.confirm, undoing).press('Enter')
    await expectPage(undoing).toContainText('This merge cannot be undone.')
    await button(undo.confirm, undoing).press('Enter')
    await expectPage(row).toContainText('Undone')
    await expectPage(button(undo.open, row)).toHaveCount(0)
  })
})

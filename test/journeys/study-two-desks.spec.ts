import type { Locator, Page } from '@playwright/test'
import type { OpportunityView } from '#contract/study/bridge.ts'
import type { Study } from '#domain/study/study.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { signIn, workAt } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { enterOffice, type Office } from './office.ts'
import {
  actionButton,
  chooseTyped,
  countLoads,
  everythingAt,
  factOf,
  logLines,
  logOf,
  openStudyPage,
  sectionOf,
  studyNow,
} from './study-desk.ts'

/** Returns a future study whose opportunity refers to the same study, so that every part of its page can be changed. */
const linkedStudy = async (office: Office): Promise<Study> => {
  const { studies } = await everythingAt(office, 'ca-bc-1')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const found = studies.find(
    ({ studyID, opportunityID, status, booking }) =>
      opportunityID === `006S${studyID.slice(2)}` && !status.cancelled && (booking?.utcStart ?? '') > tomorrow,
  )
  if (found === undefined) throw new Error('No study has its own opportunity')
  return found
}

const radiology = (page: Page): Locator => sectionOf(page, 'Radiology')

const toggle = async (page: Page, label: string): Promise<void> => {
  const button = actionButton(radiology(page), label)
  const before = await button.getAttribute('aria-pressed')
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true')
}

const addNote = async (page: Page, text: string): Promise<void> => {
  const log = sectionOf(page, 'Activity log')
  await log.getByRole('textbox', { name: 'New note' }).fill(text)
  await actionButton(log, 'Add note').press('Enter')
  await expect(log.getByRole('textbox', { name: 'New note' })).toHaveValue('')
}

const writeReason = async (page: Page, text: string): Promise<void> => {
  await actionButton(radiology(page), 'Edit reason for scan').press('Enter')
  await radiology(page).getByRole('textbox', { name: 'Reason for scan' }).fill(text)
  await actionButton(radiology(page), 'Save reason for scan').press('Enter')
  await expect(actionButton(radiology(page), 'Edit reason for scan')).toBeVisible()
}

const namePractitioner = async (page: Page, part: string, name: string): Promise<void> => {
  const section = sectionOf(page, 'Provider follow-up')
  await actionButton(section, 'Change practitioners').press('Enter')
  await chooseTyped(section.getByRole('combobox', { name: part, exact: true }), name)
  await actionButton(section, 'Save practitioners').press('Enter')
  await expect(actionButton(section, 'Change practitioners')).toBeVisible()
}

const changeSale = async (page: Page, label: 'Type' | 'Lead source', text: string): Promise<void> => {
  const section = sectionOf(page, 'Sales')
  await section.getByRole('button', { name: 'Edit type and lead source' }).press('Enter')
  const form = section.getByRole('form', { name: 'Type and lead source' })
  await form.getByRole('combobox', { name: label, exact: true }).fill(text)
  await page.keyboard.press('Escape')
  await actionButton(form, 'Save type and lead source').press('Enter')
  await expect(form).toHaveCount(0)
}

const surnames = ['Ashgrove', 'Birchwood', 'Copperfield', 'Drummond', 'Elmsworth', 'Foxglove', 'Gorsedale', 'Hartwood']
const rounds = isDeep ? 5 : 1
/** The number of edits: 20, or 100 in a deep run. */
const editsInAll = rounds * 20

test('two desks change one study repeatedly at the same time: no change is lost, and both desks show the same study', async ({
  atrium,
}, testInfo) => {
  // A deep run makes its edits one by one, which takes minutes on a busy computer.
  test.setTimeout(360_000)
  const second = await atrium.openSecondDesk()
  const [a, b] = [atrium.page, second.page]
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const { studyID, status: statusBefore } = await linkedStudy(office)
  const linesBefore = (await logOf(office, studyID)).length
  await Promise.all([signIn(a, 'admin'), signIn(b, 'onelocation')])
  await workAt(a, 'Vancouver')
  await Promise.all([openStudyPage(atrium, studyID), openStudyPage(second, studyID)])
  for (const page of [a, b]) {
    await expect(sectionOf(page, 'Sales').getByRole('button', { name: 'Edit type and lead source' })).toBeVisible()
    await expect(logLines(page)).toHaveCount(linesBefore)
  }
  // Each round adds a different practitioner, because a practitioner whom the study already names would change nothing.
  // At first the study may name no practitioner.
  const practitioners = sectionOf(a, 'Provider follow-up')
  await expect(actionButton(practitioners, 'Change practitioners')).toBeVisible()
  const present = await practitioners.innerText()
  const names = surnames.filter((name) => !present.includes(name)).slice(0, rounds)
  const loads = [countLoads(a), countLoads(b)]
  const startedAt = performance.now()
  let edits = 0
  const counted = async (edit: Promise<void>): Promise<void> => {
    await edit
    edits += 1
  }

  await test.step('both desks edit flags, notes, reason, practitioners and sale as fast as their pages allow', async () => {
    const first = async (): Promise<void> => {
      for (const [round, name] of names.entries()) {
        const note = (part: number): Promise<void> => counted(addNote(a, `First desk ${round * 3 + part}`))
        await counted(toggle(a, 'Urgent'))
        await note(1)
        await counted(writeReason(a, `Reason ${round + 1}`))
        await counted(toggle(a, 'Urgent'))
        await note(2)
        await counted(namePractitioner(a, 'Primary practitioner', `Dr. Avery ${name}`))
        await counted(toggle(a, 'Urgent'))
        await note(3)
        await counted(changeSale(a, 'Type', `Type ${round + 1}`))
        if (round + 1 < rounds) await counted(toggle(a, 'Urgent'))
      }
    }
    const other = async (): Promise<void> => {
      for (const [round, name] of names.entries()) {
        const note = (part: number): Promise<void> => counted(addNote(b, `Second desk ${round * 3 + part}`))
        await counted(changeSale(b, 'Lead source', `Source ${round + 1}`))
        await counted(toggle(b, 'Sensitive'))
        await note(1)
        await counted(toggle(b, 'Prioritized'))
        await counted(namePractitioner(b, 'Referring practitioner', `Dr. Blair ${name}`))
        await note(2)
        await counted(toggle(b, 'Sensitive'))
        await note(3)
        await counted(addNote(b, `Second desk, round ${round + 1} done`))
        if (round + 1 < rounds) await counted(toggle(b, 'Prioritized'))
      }
    }
    await Promise.all([first(), other()])
    await Promise.all([counted(toggle(a, 'Urgent')), counted(toggle(b, 'Prioritized'))])
    expect(edits).toBe(editsInAll)
    const took = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${atrium.shell}: ${editsInAll} edits at two desks in ${took} s`)
    await testInfo.attach('seconds for all edits', { body: took, contentType: 'text/plain' })
  })

  await test.step('no change is lost', async () => {
    const study = await studyNow(office, studyID)
    const last = names.at(-1)
    expect(study.details.reasonForScan).toBe(`Reason ${rounds}`)
    // Each flag was toggled an even number of times, so it has its original value.
    for (const flag of ['urgent', 'sensitive', 'prioritized'])
      expect(study.status[flag] === true, flag).toBe(statusBefore[flag] === true)
    const named = study.details.practitioners
    expect(named.primary?.practitionerID).toBeDefined()
    expect(named.referring?.practitionerID).toBeDefined()
    const { opportunity } = (await office.read(`/api/v1/studies/${studyID}/opportunity`)) as OpportunityView
    expect(opportunity).toMatchObject({ Type: `Type ${rounds}`, LeadSource: `Source ${rounds}` })
    const log = await logOf(office, studyID)
    const notes = log.filter(({ content }) => / desk \d+$/.test(content)).map(({ content }) => content)
    const numbers = Array.from({ length: rounds * 3 }, (_, index) => index + 1)
    const expected = numbers.flatMap((number) => [`First desk ${number}`, `Second desk ${number}`])
    expect([...notes].sort()).toEqual(expected.sort())
    // The log has one line for each edit of the flags, notes, reason, practitioners and sale.
    expect(log.length - linesBefore).toBe(editsInAll)
    for (const page of [a, b]) {
      await expect(factOf(radiology(page), 'Urgent')).toHaveText(statusBefore.urgent === true ? 'Yes' : 'No')
      await expect(radiology(page)).toContainText(`Reason ${rounds}`)
      for (const name of [`Dr. Avery ${last}`, `Dr. Blair ${last}`]) {
        await expect(sectionOf(page, 'Provider follow-up').getByRole('row').filter({ hasText: name })).toHaveCount(1)
      }
      await expect(factOf(sectionOf(page, 'Sales'), 'Type')).toHaveText(`Type ${rounds}`)
      await expect(factOf(sectionOf(page, 'Sales'), 'Source')).toHaveText(`Source ${rounds}`)
      await expect(logLines(page)).toHaveCount(linesBefore + editsInAll)
    }
    const shown = await Promise.all([a, b].map((page) => logLines(page).allTextContents()))
    expect(shown[0]).toEqual(shown[1])
    await testInfo.attach('log', { body: shown[0]?.join('\n') ?? '', contentType: 'text/plain' })
  })

  await test.step('text typed at one desk is kept when the other desk saves', async () => {
    const note = sectionOf(b, 'Activity log').getByRole('textbox', { name: 'New note' })
    await actionButton(radiology(b), 'Edit reason for scan').click()
    const reason = radiology(b).getByRole('textbox', { name: 'Reason for scan' })
    await reason.fill('Back pain since May')
    await note.focus()
    const typing = note.pressSequentially('The member asked for the report in French, and for a call first', {
      delay: 30,
    })
    await toggle(a, 'Urgent')
    await addNote(a, 'Waits in the lobby')
    await writeReason(a, 'Family history')
    await changeSale(a, 'Type', 'Existing Business')
    await typing
    await expect(factOf(radiology(b), 'Urgent')).toContainText('by Alex Finch')
    await expect(note).toBeFocused()
    await expect(note).toHaveValue('The member asked for the report in French, and for a call first')
    await expect(reason).toHaveValue('Back pain since May')
  })

  await test.step('two desks change one text: both versions are shown, and the user chooses one', async () => {
    const clash = radiology(b).getByRole('alert')
    await expect(clash).toContainText('The reason for scan was changed on two workstations')
    await expect(clash).toContainText('Back pain since May')
    await expect(clash).toContainText('Family history')
    const save = actionButton(radiology(b), 'Save reason for scan')
    await expect(save).toHaveAccessibleDescription(/First choose which text to keep\./)
    await clash.getByRole('button', { name: 'Keep mine: Back pain since May' }).click()
    await save.click()
    for (const page of [a, b]) await expect(radiology(page)).toContainText('Back pain since May')
    expect((await studyNow(office, studyID)).details.reasonForScan).toBe('Back pain since May')
  })

  expect(loads.map((count) => count())).toEqual([0, 0])
})

import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { placeWords } from '#renderer/place-words.ts'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { studyPageWords } from '#renderer/study-page/study-page-words.ts'
import { worklistWords as words } from '#renderer/worklists/worklist-words.ts'
import { axeOver } from '#test/fixtures/axe-over.ts'
import { type StartOptions, startHarnessPages, takePictures } from '../harness/harness-pages.ts'

const pages = startHarnessPages()

type Given = {
  /** Flags of the studies of Vancouver in the order of their ids, from the first. */
  readonly flags: readonly Readonly<Record<string, unknown>>[]
  /** The arrival time of each study's unpublished report; null if the study has none. */
  readonly drafts?: readonly (string | null)[]
}

const scan = (time: string, more: object = {}) => ({ checkin: true, scanned: true, scannedTime: time, ...more })
const three: Given = {
  flags: [
    scan('2026-11-23T12:00:00Z'),
    scan('2026-11-16T18:00:00Z'),
    scan('2026-11-23T13:00:00Z', { urgent: true, sensitive: true }),
  ],
}

/** Opens a page on Monday 23 November 2026, 07:00 in Vancouver, with only these studies on the worklists. */
const open = async (path: string, start: StartOptions, given: Given = { flags: [] }): Promise<Page> => {
  const wanted = { timezoneId: 'America/Los_Angeles', ...start.context }
  const page = await pages.open('/user/profile', { ...start, context: wanted }, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.evaluate(({ flags, drafts = [] }) => {
    const controls = window.fakeControls
    const studies =
      controls?.clinic.studies.filter(
        ({ locationID, status, skuID }) => locationID === 'ca-bc-1' && !status.cancelled && skuID !== 370,
      ) ?? []
    for (const study of controls?.clinic.studies ?? []) controls?.study.setFlags(study.studyID, { scanned: false })
    for (const [index, change] of flags.entries()) {
      const study = studies[index]
      if (study === undefined) continue
      controls?.study.setFlags(study.studyID, change)
      const createdAt = drafts[index] ?? null
      if (createdAt === null) continue
      controls?.documents.reports.push({
        ...{ reportID: `report-of-${index}`, studyID: study.studyID, kind: 'structured', version: null, createdAt },
        ...{ pages: 2, byteSize: 9, createdBy: 'North', publishedAt: null, publishedBy: null },
      } as never)
    }
  }, given)
  await page.evaluate((to) => history.pushState(null, '', to), path)
  return page
}
const table = (page: Page): Locator => page.getByRole('table')
const rows = (page: Page): Locator => table(page).locator('tbody tr')
const links = (page: Page): Locator => table(page).getByRole('link')
const place = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: placeWords.worklists })
const failNext = (page: Page, command: string, code: string): Promise<void> =>
  page.evaluate(
    ([name, failure]) =>
      window.fakeControls?.failNext(name as never, { ok: false, failure: { code: failure as never, message: 'No.' } }),
    [command, code] as const,
  )

/** Returns serious faults of the page, and takes pictures of it if they are wanted. */
const inspect = async (page: Page, name: string): Promise<string[]> => {
  const { violations } = await axeOver(page).include('main').analyze()
  await takePictures(page, name)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help }) => `${id}: ${help}`)
}

describe('the worklist of the radiologist', { timeout: 60_000 }, () => {
  it('is the start page, lists urgent scans first and then late ones, and counts the late ones in the rail', async () => {
    const page = await open('/', { signedInAs: 'radiologist' }, three)
    await expectPage(page).toHaveURL(/\/admin\/worklists\/reading$/)
    await expectPage(rows(page)).toHaveCount(3)
    await expectPage(rows(page).nth(0)).toContainText(words.marks.urgent)
    await expectPage(rows(page).nth(0)).toContainText(words.marks.sensitive)
    await expectPage(rows(page).nth(1)).toContainText('5 days late')
    await expectPage(rows(page).nth(2)).toContainText('Due 25 Nov 2026')
    await expectPage(rows(page).nth(1)).toContainText('Scanned')
    await expectPage(rows(page).nth(1)).toContainText('16 Nov 2026 11:00am PDT')
    await expectPage(page.getByRole('status').filter({ hasText: '3 rows' })).toHaveText('3 rows, 1 late')
    await expectPage(place(page)).toHaveAccessibleName(/^Worklists 3 due, 1 late$/)
    expect(await inspect(page, 'worklist-reading')).toEqual([])
  })

  it('leads by keyboard to a task and, once the task is done, back to the next row, with lower counts', async () => {
    const page = await open('/admin/worklists/reading', { signedInAs: 'radiologist' }, three)
    await expectPage(rows(page)).toHaveCount(3)
    const name = await links(page).nth(1).getAttribute('aria-label')
    const next = await links(page).nth(2).getAttribute('aria-label')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await expectPage(links(page).nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: reportPanelWords.radiology.title, exact: true })
    await expectPage(panel).toBeInViewport()
    await expectPage(page).toHaveURL(/from=reading#study-radiology$/)
    await panel.getByRole('button', { name: reportPanelWords.radiology.readAct.label }).press('Enter')
    await panel.getByRole('button', { name: reportPanelWords.radiology.readAct.undoLabel }).waitFor()
    expect(await inspect(page, 'worklist-study')).toEqual([])
    await page.keyboard.press('Alt+ArrowLeft')
    await expectPage(rows(page)).toHaveCount(2)
    await expectPage(table(page).getByRole('link', { name: name ?? '' })).toHaveCount(0)
    await expectPage(table(page).getByRole('link', { name: next ?? '' })).toBeFocused()
    await expectPage(place(page)).not.toContainText('late')
  })

  it('focuses the row that was opened when the user returns by the link on the study page', async () => {
    const page = await open('/admin/worklists/reading', { signedInAs: 'radiologist' }, three)
    const name = (await links(page).nth(2).getAttribute('aria-label')) ?? ''
    await links(page).nth(2).press('Enter')
    await page.getByRole('link', { name: studyPageWords.head.backToWorklist }).press('Enter')
    await expectPage(table(page).getByRole('link', { name })).toBeFocused()
  })

  it('lets the radiologist take a scan, and filters by the assignment, which the next visit keeps', async () => {
    const page = await open('/admin/worklists/reading', { signedInAs: 'radiologist' }, three)
    await rows(page).nth(1).getByRole('button', { name: words.assignToMe }).press('Enter')
    await expectPage(rows(page).nth(1)).toContainText('Ines Duarte')
    await page.getByText(words.filters.choices.mine, { exact: true }).click()
    await expectPage(rows(page)).toHaveCount(1)
    await page.evaluate(() => history.pushState(null, '', '/user/profile'))
    await table(page).waitFor({ state: 'detached' })
    await page.evaluate(() => history.pushState(null, '', '/admin/worklists'))
    await expectPage(page).toHaveURL(/\/admin\/worklists\/reading$/)
    await expectPage(rows(page)).toHaveCount(1)
    await rows(page).first().waitFor()
    await page.evaluate(() => {
      const taken = window.fakeControls?.clinic.studies.find(({ status }) => status.assignedTo === 'Ines Duarte')
      if (taken !== undefined) window.fakeControls?.study.setFlags(taken.studyID, { read: true })
    })
    // The change of another workstation appears by itself.
    await expectPage(page.getByText(words.filters.none)).toBeVisible({ timeout: 10_000 })
    await page.getByRole('button', { name: words.filters.showAll }).press('Enter')
    await expectPage(rows(page)).toHaveCount(2)
  })

  it('filters by member, day and lateness, shows how much is hidden, and keeps the filters during a visit to a study', async () => {
    const page = await open('/admin/worklists/reading', { signedInAs: 'radiologist' }, three)
    await expectPage(rows(page)).toHaveCount(3)
    const member = page.getByRole('searchbox', { name: words.filters.member })
    const summary = page.getByRole('status').filter({ hasText: /row/ })
    const late = page.getByRole('checkbox', { name: words.filters.lateOnly })
    const name = (await links(page).nth(1).innerText()).trim()
    await member.fill(name.split(' ').at(-1)?.toUpperCase() ?? '')
    await expectPage(summary).toContainText(words.filters.hidden(2))
    await expectPage(rows(page)).toHaveCount(1)
    await expectPage(rows(page).first()).toContainText(name)
    await late.press('Space')
    await expectPage(rows(page)).toHaveCount(1)
    expect(await inspect(page, 'worklist-filtered')).toEqual([])
    await links(page).first().press('Enter')
    await page.getByRole('link', { name: studyPageWords.head.backToWorklist }).press('Enter')
    await expectPage(rows(page)).toHaveCount(1)
    await expectPage(member).not.toHaveValue('')
    await expectPage(late).toBeChecked()
    await page.getByRole('button', { name: words.filters.clear }).press('Enter')
    await expectPage(rows(page)).toHaveCount(3)
    await expectPage(member).toHaveValue('')
    await member.fill('Quillfeather')
    await expectPage(page.getByText(words.filters.noneText(3))).toBeVisible()
    expect(await inspect(page, 'worklist-all-hidden')).toEqual([])
    await page.getByRole('button', { name: words.filters.showAll }).press('Enter')
    await expectPage(rows(page)).toHaveCount(3)
  })

  it('filters by the days of the scan, and reports a range that ends before it starts', async () => {
    const page = await open('/admin/worklists/reading', { signedInAs: 'radiologist' }, three)
    await expectPage(rows(page)).toHaveCount(3)
    const type = async (label: string, digits: string): Promise<void> => {
      await page.getByRole('group', { name: label }).getByRole('spinbutton').first().focus()
      await page.keyboard.type(digits)
    }
    await type(words.filters.scanFrom, '20300101')
    await expectPage(page.getByText(words.filters.noneText(3))).toBeVisible()
    await type(words.filters.scanTo, '20290101')
    await expectPage(page.getByText(words.filters.scanRange)).toBeVisible()
    expect(await inspect(page, 'worklist-no-day')).toEqual([])
  })

  it('reports an assignment that failed, with the member, and changes nothing', async () => {
    const page = await open('/admin/worklists/reading', { signedInAs: 'radiologist' }, three)
    await failNext(page, 'study.assignStudy', 'stale')
    await rows(page).nth(1).getByRole('button', { name: words.assignToMe }).press('Enter')
    await expectPage(page.getByRole('alertdialog').filter({ hasText: words.notAssigned })).toContainText('born')
    await expectPage(rows(page).nth(1).getByRole('button', { name: words.assignToMe })).toBeVisible()
  })
})

describe('the states of a worklist', { timeout: 60_000 }, () => {
  it('explains an empty list', async () => {
    const page = await open('/admin/worklists/reading', { signedInAs: 'radiologist' })
    await expectPage(page.getByText(words.lists.reading.empty)).toBeVisible()
    await expectPage(page.getByText(words.lists.reading.emptyText)).toBeVisible()
    expect(await inspect(page, 'worklist-empty')).toEqual([])
  })

  it('shows that the list could not be read, with a retry', async () => {
    const page = await open('/user/profile', { signedInAs: 'radiologist' }, three)
    await failNext(page, 'worklists.read', 'timed-out')
    await page.evaluate(() => history.pushState(null, '', '/admin/worklists/reading'))
    await expectPage(page.getByText(words.failed)).toBeVisible()
    expect(await inspect(page, 'worklist-failed')).toEqual([])
    await page.getByRole('button', { name: words.tryAgain }).press('Enter')
    await expectPage(rows(page)).toHaveCount(3)
  })

  it('keeps the rows with their age when the connection is lost, but shows no earlier rows if it is opened offline', async () => {
    const page = await open('/admin/worklists/reading', { signedInAs: 'radiologist' }, three)
    await expectPage(rows(page)).toHaveCount(3)
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(words.staleText)).toBeVisible()
    await expectPage(rows(page).nth(1).getByRole('button', { name: words.assignToMe })).toHaveAccessibleDescription(
      words.needsConnection,
    )
    await page.evaluate(() => history.pushState(null, '', '/user/profile'))
    await table(page).waitFor({ state: 'detached' })
    await page.evaluate(() => history.pushState(null, '', '/admin/worklists/reading'))
    await expectPage(page.getByText(words.offline)).toBeVisible()
    expect(await inspect(page, 'worklist-offline')).toEqual([])
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'online' }))
    await expectPage(rows(page)).toHaveCount(3)
  })
})

describe('the worklist', { timeout: 60_000 }, () => {
  it.each([
    [
      'hi',
      'health-information',
      [{ checkin: true, scanned: true, read: true, readTime: '2026-11-18T18:00:00Z' }],
      'publish',
    ],
    [
      'reportqc',
      'report-qa',
      [{ checkin: true, scanned: true, read: true, readTime: '2026-11-18T18:00:00Z' }],
      'complete-qa',
    ],
    ['np', 'nurse-practitioner', [], null],
    ['sales', 'sales', [], null],
  ] as const)('of %s is the start page and describes each task', async (user, list, flags, task) => {
    const page = await open('/', { signedInAs: user }, { flags })
    await expectPage(page).toHaveURL(new RegExp(`/admin/worklists/${list}$`))
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(words.lists[list].title)
    if (task !== null) await expectPage(table(page)).toContainText(words.tasks[task])
    else await page.getByRole('status').filter({ hasText: /row/ }).waitFor()
    expect(await inspect(page, `worklist-${list}`)).toEqual([])
  })

  it('of health information shows a report that arrived after the publication, and whether a study to publish has a report', async () => {
    const read = { checkin: true, scanned: true, read: true, readTime: '2026-11-20T18:00:00Z' }
    const published = { ...read, published: true, publishedTime: '2026-11-20T19:00:00Z' }
    const page = await open(
      '/admin/worklists/health-information',
      { signedInAs: 'hi' },
      {
        flags: [read, read, published, published],
        drafts: [null, '2026-11-20T20:00:00Z', '2026-11-19T18:00:00Z', null],
      },
    )
    const rowOf = (text: string): Locator => rows(page).filter({ hasText: text })
    await expectPage(rowOf(words.tasks.publish)).toHaveCount(2)
    await expectPage(rowOf(words.noReport)).toHaveCount(1)
    await expectPage(rowOf(words.hasReport)).toHaveCount(1)
    await expectPage(rowOf(words.tasks['publish-draft'])).toHaveCount(1)
    await expectPage(rowOf(words.tasks['publish-draft'])).toContainText('3 days late')
    await expectPage(rowOf(words.tasks['publish-draft'])).toContainText('19 Nov 2026 11:00am PDT')
    expect(await inspect(page, 'worklist-new-report')).toEqual([])
    const work = page.getByRole('button', { name: new RegExp(words.filters.task) })
    await work.press('Enter')
    await page.getByRole('option', { name: words.tasks['publish-draft'] }).press('Enter')
    await expectPage(rows(page)).toHaveCount(1)
    await rowOf(words.tasks['publish-draft']).getByRole('link').press('Enter')
    await expectPage(page).toHaveURL(/from=health-information#study-report$/)
  })

  it('of health information shows a disc to burn and a failed fax, and leads to the sends of the study', async () => {
    const page = await open('/user/profile', { signedInAs: 'hi' }, { flags: [{ checkin: true }] })
    await page.evaluate(() => {
      const study = window.fakeControls?.clinic.studies.find(({ status }) => status.checkin)
      const send = {
        ...{ studyID: study?.studyID, mode: 'automated', item: { kind: 'paper', paper: 'physician-report' } },
        ...{ title: 'Physician report, version 1', practiceLocationID: null, recipientName: 'Dr. Amara Osei' },
        ...{ address: '', isEncrypted: false, reason: null, pages: null, by: 'Jo Marsh', deliveredAt: null },
      }
      window.fakeControls?.release.deliveries.push(
        {
          ...{ ...send, deliveryID: 'dl-1', practitionerID: 'pr-1', channel: 'fax', state: 'failed' },
          ...{ at: '2026-11-22T18:00:00Z', handedOverAt: null },
        } as never,
        {
          ...{ ...send, deliveryID: 'dl-2', practitionerID: 'pr-2', channel: 'cd', state: 'handed-over' },
          ...{ at: '2026-11-16T18:00:00Z', handedOverAt: '2026-11-16T18:05:00Z' },
        } as never,
      )
      history.pushState(null, '', '/admin/worklists/health-information')
    })
    const rowOf = (text: string): Locator => rows(page).filter({ hasText: text })
    await expectPage(rowOf(words.tasks['burn-disc'])).toContainText('6 days late')
    await expectPage(rowOf(words.tasks['burn-disc'])).toContainText('16 Nov 2026')
    await expectPage(rowOf(words.tasks['check-send'])).toHaveCount(1)
    expect(await inspect(page, 'worklist-sends')).toEqual([])
    await rowOf(words.tasks['check-send']).getByRole('link').press('Enter')
    await expectPage(page).toHaveURL(/from=health-information#study-provider-follow-up$/)
  })

  it('is one of several tabs for an administrator, and is absent for the front desk', async () => {
    const page = await open('/admin/worklists', { signedInAs: 'admin' }, three)
    await expectPage(page.getByRole('tab')).toHaveCount(5)
    await page.getByRole('tab', { name: words.lists.sales.title }).click()
    await expectPage(page).toHaveURL(/\/admin\/worklists\/sales$/)
    expect(await inspect(page, 'worklist-admin')).toEqual([])
    const desk = await open('/admin/worklists/reading', { signedInAs: 'frontdesk' }, three)
    await expectPage(place(desk)).toHaveCount(0)
    await expectPage(table(desk)).toHaveCount(0)
  })
})

import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { directoryScreenWords } from '#renderer/people/directory-screen-words.ts'
import { historyWords } from '#renderer/release/history-words.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

type Controls = NonNullable<Window['fakeControls']>

const { lookup } = directoryScreenWords
const pages = startHarnessPages()
const shots = process.env.SHOTS
let page: Page

/** Opens another screen, changes the fake data, and then goes to the directory screen. */
const open = async (start: StartOptions, before?: (controls: Controls) => unknown): Promise<void> => {
  page = await pages.open('/user/profile', start, '2026-11-23T17:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (before !== undefined) await tell(before)
  await go('/admin/directory')
}
const go = (path: string): Promise<void> => page.evaluate((to) => history.pushState(null, '', to), path)
const tell = async (run: (controls: Controls) => unknown): Promise<void> => {
  await page.evaluate(`(${run})(window.fakeControls)`)
}
/** Makes another desk's change, and then emits an event after which the list is read again. */
const reread = async (run: (controls: Controls) => unknown = () => undefined): Promise<void> => {
  await tell(run)
  await tell((controls) => controls.emit('bridge.gap', {} as never))
}
const look = async (name: string): Promise<void> => {
  expect(await seriousFaultsOf(page, '[data-live-announcer]'), name).toEqual([])
  if (shots === undefined) return
  for (const [width, height] of [
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${shots}/directory-${name}-${width}.png` })
  }
}
const proposals = () =>
  page.getByRole('list', { name: directoryScreenWords.proposals.decideList }).getByRole('listitem')
const rail = () => page.getByRole('navigation', { name: 'Main' })

const twoProposals = (controls: Controls): void => {
  controls.directory.add({ changeID: 'change-1' })
  controls.directory.add({
    changeID: 'change-2',
    practitionerName: 'Bruno Lindqvist',
    by: 'Nora Quist',
    locationName: null,
    fields: [
      { field: 'emailAddress', before: 'bruno@practice.example', after: 'office@alder.example', practiceName: null },
      { field: 'practiceFaxNumbers.pl-2-2', before: '16045550221', after: '', practiceName: 'Alder Clinic' },
    ],
  })
}

describe('the Directory page', { timeout: 60_000 }, () => {
  it('shows both values of each proposal to health information staff, who confirm and decline by keyboard', async () => {
    await open({ signedInAs: 'hi' }, twoProposals)
    await reread()
    await expectPage(proposals()).toHaveCount(2)
    await expectPage(rail().getByRole('link', { name: /^Directory ?2 to review$/ })).toBeVisible()
    const first = proposals().filter({ hasText: 'Amara Osei' })
    await expectPage(first).toContainText('Proposed by Sam Seller, Vancouver, 23 Nov 2026')
    await expectPage(first.getByRole('row', { name: /Default fax/ })).toContainText('+1 604 555 0141')
    await expectPage(first.getByRole('row', { name: /Default fax/ })).toContainText('+1 604 555 0199')
    const second = proposals().filter({ hasText: 'Bruno Lindqvist' })
    await expectPage(second.getByRole('row', { name: /Fax at Alder Clinic/ })).toContainText('None')
    await look('proposals')

    await first
      .getByRole('button', { name: directoryScreenWords.proposals.confirmOf('Amara Osei', 'Sam Seller') })
      .press('Enter')
    await expectPage(page.getByText(directoryScreenWords.proposals.confirmed('Amara Osei'))).toBeVisible()
    await expectPage(proposals()).toHaveCount(1)
    await expectPage(page.getByRole('heading', { level: 1, name: directoryScreenWords.title })).toBeFocused()
    await second
      .getByRole('button', { name: directoryScreenWords.proposals.declineOf('Bruno Lindqvist', 'Nora Quist') })
      .press('Enter')
    await expectPage(page.getByText(directoryScreenWords.proposals.none)).toBeVisible()
    const decided = page.getByRole('list', { name: directoryScreenWords.decided.list })
    await expectPage(decided.getByRole('listitem').filter({ hasText: 'Amara Osei' })).toContainText('Confirmed by')
    await expectPage(decided.getByRole('listitem').filter({ hasText: 'Bruno Lindqvist' })).toContainText('Declined by')
    await look('decided')
  })

  it('names the person at another desk who decided first', async () => {
    await open({ signedInAs: 'admin' }, twoProposals)
    await reread()
    await expectPage(proposals()).toHaveCount(2)
    await tell((controls) => controls.directory.decideAs('Jo Marsh', 'change-1', false))
    await page
      .getByRole('button', { name: directoryScreenWords.proposals.confirmOf('Amara Osei', 'Sam Seller') })
      .click()
    await expectPage(page.getByText('This proposal was already declined by Jo Marsh.')).toBeVisible()
    await expectPage(proposals()).toHaveCount(1)
  })

  it('shows front desk staff the announcements to their location until staff mark them as seen', async () => {
    await open({ signedInAs: 'frontdesk' })
    await expectPage(page.getByText(directoryScreenWords.emptyTitle)).toBeVisible()
    await look('empty')
    await expectPage(rail().getByRole('link', { name: 'Directory' })).toHaveAttribute('aria-current', 'page')
    await reread((controls) => controls.directory.add({ changeID: 'notice-1', by: 'Alex Finch' }, 'notice'))
    const announced = page.getByRole('list', { name: /^Changes affecting / }).getByRole('listitem')
    await expectPage(announced).toContainText('Changed by Alex Finch')
    await look('announced')
    await go('/admin/settings')
    await expectPage(rail().getByRole('link', { name: /^Directory ?1 to review$/ })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await announced.getByRole('button', { name: directoryScreenWords.announced.seenOf('Amara Osei') }).click()
    await expectPage(page.getByText(directoryScreenWords.emptyTitle)).toBeVisible()
    await go('/admin/settings')
    await expectPage(rail().getByRole('link', { name: /Directory/ })).toHaveCount(0)
  })

  it('finds a practitioner, and lists all sends to them', async () => {
    await open({ signedInAs: 'frontdesk' }, (controls) => {
      const study = controls.clinic.studies.find(({ locationID }) => locationID === 'ca-bc-1')
      controls.release.deliveries.push({
        ...{ deliveryID: 'dl-1', studyID: study?.studyID as never, channel: 'fax', mode: 'automated' },
        ...{ item: { kind: 'paper', paper: 'physician-report' }, title: 'Physician report, version 1' },
        ...{ practitionerID: 'pr-1' as never, practiceLocationID: 'pl-1-1', recipientName: 'Dr. Amara Osei' },
        ...{ address: '16045550210', isEncrypted: false, state: 'failed', reason: 'Busy', pages: null, by: 'Jo Marsh' },
        ...{ at: '2026-11-23T13:59:00Z' as never, handedOverAt: null, deliveredAt: null },
      })
    })
    const find = page.getByRole('combobox', { name: lookup.label })
    await find.fill('osei')
    await page.getByRole('option', { name: /Dr\. Amara Osei/ }).click()
    await expectPage(page.getByText('Family medicine').or(page.getByText(lookup.practices)).first()).toBeVisible()
    await look('lookup')
    await page.getByRole('button', { name: lookup.historyOf('Dr. Amara Osei') }).press('Enter')
    const dialog = page.getByRole('dialog', { name: historyWords.title('Dr. Amara Osei') })
    await expectPage(dialog.getByRole('row').nth(1)).toContainText('Physician report, version 1')
    await look('history')
    await page.keyboard.press('Escape')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(page.getByRole('button', { name: lookup.historyOf('Dr. Amara Osei') })).toBeFocused()
    await tell((controls) => controls.setConnectivity({ state: 'offline' }))
    await expectPage(
      page.getByRole('button', { name: lookup.historyOf('Dr. Amara Osei') }),
    ).toHaveAccessibleDescription(lookup.offline)
  })

  it('shows that the directory could not be loaded, with a retry', async () => {
    await open({ signedInAs: 'frontdesk' }, (controls) =>
      controls.failNext('study.searchPractitioners', {
        ok: false,
        failure: { code: 'timed-out', message: 'Nothing came.' },
      }),
    )
    await expectPage(page.getByText(lookup.failed)).toBeVisible()
    await page.getByRole('button', { name: lookup.tryAgain }).press('Enter')
    await expectPage(page.getByRole('combobox', { name: lookup.label })).toBeVisible()
  })

  it('is in the rail for users who maintain it, even without changes', async () => {
    await open({ signedInAs: 'hi' })
    await go('/admin/settings')
    await expectPage(rail().getByRole('link', { name: 'Directory' })).toBeVisible()
  })

  it('shows other staff their own proposals, which they cannot decide', async () => {
    await open({ signedInAs: 'sales' })
    await reread((controls) => {
      const by = controls.clinic.users.find(({ email }) => email.startsWith('sales@'))?.fullname ?? ''
      controls.directory.add({ by })
      controls.directory.add({ by: 'Nora Quist', practitionerName: 'Bruno Lindqvist' })
    })
    const own = page.getByRole('list', { name: directoryScreenWords.proposals.ownTitle }).getByRole('listitem')
    await expectPage(own).toHaveCount(1)
    await expectPage(own).toContainText(directoryScreenWords.proposals.waiting)
    await expectPage(page.getByRole('button', { name: /^(Confirm|Decline)/ })).toHaveCount(0)
    await look('own')
  })

  it('shows that the list could not be read again, and what works offline', async () => {
    await open({ signedInAs: 'hi' }, (controls) => controls.directory.add({ changeID: 'change-1' }))
    await reread()
    await expectPage(proposals()).toHaveCount(1)
    await reread((controls) =>
      controls.failNext('directory.readChanges', { ok: false, failure: { code: 'timed-out', message: 'No answer.' } }),
    )
    await expectPage(page.getByText(/^Couldn't refresh directory changes: list as of/)).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectPage(page.getByText(/Couldn't refresh/)).toHaveCount(0)
    await tell((controls) => controls.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(/^You can view the last loaded list/)).toBeVisible()
    const confirm = page.getByRole('button', {
      name: directoryScreenWords.proposals.confirmOf('Amara Osei', 'Sam Seller'),
    })
    await expectPage(confirm).toHaveAccessibleDescription('Reviewing a directory change needs a connection.')
    await look('offline')
  })
})

import { expect as expectPage } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { administrationWords } from '#renderer/administration/administration-words.ts'
import { dataDutiesWords as words } from '#renderer/members/data-duties-words.ts'
import { retentionWords } from '#renderer/members/retention-words.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
const shots = process.env.SHOTS
const start: StartOptions = { signedInAs: 'admin', context: { timezoneId: 'America/Vancouver' } }

/** Opens a page on Monday 23 November 2026, 10:00 in Vancouver, with a member who has no study. */
const openDesk = async (path: (memberID: string) => string, options: StartOptions = start) => {
  const page = await pages.open('/admin/members', options, '2026-11-23T17:00:00Z')
  const member = (await page.evaluate(`(() => {
    const { members, studies } = window.fakeControls.clinic
    const free = members.find((one) => !studies.some((study) => study.patientID === one.patientID))
    const first = free ?? members[members.length - 1]
    if (free === undefined) studies.splice(0, studies.length, ...studies.filter((one) => one.patientID !== first.patientID))
    const name = [first.firstname, first.middlename, first.lastname].filter(Boolean).join(' ')
    return { id: first.patientID, name }
  })()`)) as { id: string; name: string }
  const go = async (to: string): Promise<void> => {
    await page.evaluate(`(() => {
      history.pushState(null, '', ${JSON.stringify(to)})
      dispatchEvent(new PopStateEvent('popstate'))
    })()`)
  }
  await go(path(member.id))
  return {
    page,
    member,
    go,
    tell: (run: (controls: NonNullable<Window['fakeControls']>) => unknown): Promise<unknown> =>
      page.evaluate(`(${run})(window.fakeControls)`),
    /** Runs axe over the page at both sizes, and takes pictures if they are wanted. */
    inspect: async (name: string): Promise<void> => {
      for (const [width, height] of [
        [1024, 768],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height })
        expect(await seriousFaultsOf(page, '[data-live-announcer]'), name).toEqual([])
        const isTooWide = await page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
        )
        expect(isTooWide, name).toBe(false)
        if (shots !== undefined) await page.screenshot({ path: `${shots}/duties-${name}-${width}.png` })
      }
    },
  }
}

const onMember = (id: string): string => `/admin/members?memberID=${id}`
const inAdministration = (): string => '/admin/administration/data-duties'

describe('the data duties of a member', { timeout: 90_000 }, () => {
  it('places a legal hold by keyboard, offers no erasure during the hold, and lifts the hold after its name was typed', async () => {
    const { page, member, go, inspect } = await openDesk(onMember)
    const panel = page.getByRole('region', { name: words.title })
    await expectPage(panel.getByText(words.holds.noneOfMember)).toBeVisible()
    await panel.getByRole('button', { name: words.holds.place }).press('Enter')
    const place = page.getByRole('dialog', { name: words.holds.placeTitle })
    await expectPage(place).toContainText(member.name)
    await expectPage(place.getByRole('button', { name: words.holds.place })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.type('Case 7')
    await place.getByRole('textbox', { name: words.holds.reason }).fill('A lawsuit')
    await inspect('place')
    await place.getByRole('button', { name: words.holds.place }).press('Enter')
    await expectPage(page.getByText(words.holds.placed)).toBeVisible()
    await expectPage(panel.getByRole('listitem').filter({ hasText: '1 legal hold' })).toBeVisible()
    await expectPage(panel.getByRole('button', { name: words.erasure.act })).toHaveAttribute('aria-disabled', 'true')
    await inspect('hold')
    await go(inAdministration())
    const row = page.getByRole('table', { name: words.holds.caption }).getByRole('row').nth(1)
    await expectPage(row).toContainText(member.name)
    await expectPage(row).toContainText('Case 7')
    await inspect('holds')
    await row.getByRole('link').press('Enter')
    await panel.getByRole('button', { name: words.holds.liftLabel('Case 7') }).press('Enter')
    const lift = page.getByRole('dialog', { name: words.holds.liftTitle('Case 7') })
    await page.keyboard.type('Case 8')
    await lift.getByRole('textbox', { name: words.holds.liftReason }).fill('Settled')
    await expectPage(lift.getByRole('button', { name: words.holds.liftAct })).toHaveAttribute('aria-disabled', 'true')
    await lift.getByRole('textbox', { name: words.holds.liftName }).fill('case 7')
    await inspect('lift')
    await lift.getByRole('button', { name: words.holds.liftAct }).press('Enter')
    await expectPage(page.getByText(words.holds.lifted)).toBeVisible()
    await expectPage(panel.getByText(words.holds.ended, { exact: true })).toBeVisible()
  })

  it('erases a member after the full name was typed, and shows the tombstone', async () => {
    const { page, member, go, inspect } = await openDesk(onMember)
    const panel = page.getByRole('region', { name: words.title })
    await expectPage(panel.getByText(words.erasure.ready)).toBeVisible()
    await panel.getByRole('button', { name: words.erasure.act }).press('Enter')
    const dialog = page.getByRole('alertdialog', { name: words.erasure.dialogTitle })
    const confirm = dialog.getByRole('button', { name: words.erasure.act })
    await expectPage(dialog).toContainText(member.id)
    await expectPage(confirm).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('textbox', { name: words.erasure.confirmName(member.name) }).fill(member.name.toUpperCase())
    await inspect('erase')
    await confirm.press('Enter')
    await expectPage(page.getByRole('heading', { level: 2, name: 'Erased member' })).toBeVisible()
    await expectPage(panel.getByText(words.erasure.erased)).toBeVisible()
    await expectPage(page.getByRole('link', { name: /^Book Erased/ })).toHaveCount(0)
    await inspect('erased')
    await go(inAdministration())
    const row = page.getByRole('table', { name: words.erasure.caption }).getByRole('row').nth(1)
    await expectPage(row).toContainText(member.id)
    await expectPage(row).toContainText(words.erasure.noBasis)
    await inspect('erasures')
  })

  it('asks for a legal basis while the records must be kept, and explains a failure', async () => {
    const { page, member, go, tell, inspect } = await openDesk(onMember)
    await tell(({ failNext }) =>
      failNext(
        'dataDuties.readMember',
        {
          ok: true,
          value: {
            holds: [],
            obstacles: [{ kind: 'retention', text: 'The medical records have no end of their period.' }],
            keepUntil: null,
            erasure: null,
          },
        } as never,
        3,
      ),
    )
    await go('/admin/members')
    await go(onMember(member.id))
    const panel = page.getByRole('region', { name: words.title })
    await expectPage(panel.getByText('The medical records have no end of their period.')).toBeVisible()
    await panel.getByRole('button', { name: words.erasure.act }).press('Enter')
    const dialog = page.getByRole('alertdialog', { name: words.erasure.dialogTitle })
    const confirm = dialog.getByRole('button', { name: words.erasure.act })
    await dialog.getByRole('textbox', { name: words.erasure.confirmName(member.name) }).fill(member.name)
    await expectPage(confirm).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('button', { name: new RegExp(`${words.erasure.basis}`) }).press('Enter')
    await page.getByRole('option', { name: words.erasure.bases['member-request'] }).press('Enter')
    await dialog.getByRole('textbox', { name: words.erasure.reason }).fill('Asked in writing')
    await inspect('basis')
    await tell(({ failNext }) =>
      failNext('dataDuties.erase', {
        ok: false,
        failure: { code: 'act-not-allowed', message: '1 send is under way.' },
      } as never),
    )
    await confirm.press('Enter')
    await expectPage(dialog.getByText('1 send is under way.')).toBeVisible()
    await inspect('refused')
  })

  it('saves the record as PDF and FHIR, and shows which files are left out', async () => {
    const { page, member, tell, inspect } = await openDesk(onMember)
    const part = page.getByRole('region', { name: words.record.title })
    const pdf = page.waitForEvent('download')
    await part.getByRole('button', { name: words.record.pdf }).press('Enter')
    expect((await pdf).suggestedFilename()).toBe(`member-record-${member.id}.pdf`)
    await expectPage(page.getByText(words.record.saved)).toBeVisible()
    await tell(({ loseNext }) =>
      loseNext('audit.exportRecord', {
        ok: true,
        value: { fileName: 'a.fhir.json', base64: '', note: '2 files are listed without the content.' },
      } as never),
    )
    await part.getByRole('button', { name: words.record.fhir }).press('Enter')
    await expectPage(part.getByText('2 files are listed')).toBeVisible()
    await inspect('record')
    await tell(({ failNext }) =>
      failNext('audit.exportRecord', { ok: false, failure: { code: 'too-many-requests', message: 'Busy.' } } as never),
    )
    await part.getByRole('button', { name: words.record.fhir }).press('Enter')
    await expectPage(part.getByText('Busy.')).toBeVisible()
  })

  it('is not shown to the front desk', async () => {
    const { page } = await openDesk(onMember, { ...start, signedInAs: 'frontdesk' })
    await expectPage(page.getByRole('heading', { name: 'Details' })).toBeVisible()
    await expectPage(page.getByRole('region', { name: words.title })).toHaveCount(0)
  })
})

describe('the Data protection section', { timeout: 90_000 }, () => {
  it('shows when there are no holds and no erasures', async () => {
    const { page, inspect } = await openDesk(inAdministration)
    await expectPage(page.getByRole('heading', { level: 1, name: administrationWords.dataDuties })).toBeVisible()
    await expectPage(page.getByText(words.holds.noneText)).toBeVisible()
    await expectPage(page.getByText(words.erasure.noneText)).toBeVisible()
    await inspect('none')
  })

  it('changes a retention period, and then lists the members whose records are due, with a link to each', async () => {
    const { page, inspect } = await openDesk(inAdministration)
    await expectPage(page.getByText(retentionWords.noRun)).toBeVisible()
    await expectPage(page.getByText(retentionWords.noneText)).toBeVisible()
    const kind = retentionWords.kinds['medical-record']
    await page.getByRole('button', { name: retentionWords.changeLabel(kind) }).press('Enter')
    const dialog = page.getByRole('dialog', { name: retentionWords.dialogTitle })
    const save = dialog.getByRole('button', { name: retentionWords.save })
    await dialog.getByRole('button', { name: new RegExp(`${retentionWords.place}$`) }).press('Enter')
    await page.getByRole('option', { name: 'Canada, BC' }).press('Enter')
    await dialog.getByRole('checkbox', { name: retentionWords.keep }).press('Space')
    await dialog.getByRole('textbox', { name: retentionWords.period }).fill('30')
    await expectPage(save).toHaveAttribute('aria-disabled', 'true')
    await inspect('period')
    await dialog.getByRole('textbox', { name: retentionWords.period }).fill('5840')
    await save.press('Enter')
    await expectPage(page.getByText(retentionWords.saved)).toBeVisible()
    await expectPage(page.getByText('Canada, BC: 16 years (5840 days)')).toBeVisible()
    const due = page.getByRole('table', { name: retentionWords.dueCaption }).getByRole('row')
    await expectPage(due.nth(1)).toContainText('01 Jan 2026')
    await inspect('due')
    await due.nth(1).getByRole('link').press('Enter')
    await expectPage(page.getByRole('region', { name: words.title })).toBeVisible()
  })

  it('explains that a retention period was changed meanwhile', async () => {
    const { page, tell, inspect } = await openDesk(inAdministration)
    const kind = retentionWords.kinds['send-password']
    await page.getByRole('button', { name: retentionWords.changeLabel(kind) }).press('Enter')
    const dialog = page.getByRole('dialog', { name: retentionWords.dialogTitle })
    await dialog.getByRole('textbox', { name: retentionWords.period }).fill('100')
    await tell(({ failNext }) =>
      failNext('dataDuties.changePeriod', { ok: false, failure: { code: 'stale', message: 'Stale.' } } as never),
    )
    await dialog.getByRole('button', { name: retentionWords.save }).press('Enter')
    await expectPage(dialog.getByText(retentionWords.stale)).toBeVisible()
    await inspect('stale')
  })

  it('explains a failure and a lost connection', async () => {
    const { page, tell, inspect } = await openDesk(() => '/admin/administration/audit')
    await tell(({ failNext }) =>
      failNext('dataDuties.read', { ok: false, failure: { code: 'timed-out', message: 'Late.' } } as never),
    )
    await page.getByRole('link', { name: administrationWords.dataDuties }).press('Enter')
    await expectPage(page.getByText(words.failed)).toBeVisible()
    await inspect('failed')
    await page.getByRole('button', { name: words.tryAgain }).press('Enter')
    await expectPage(page.getByText(words.holds.noneText)).toBeVisible()
    await tell(({ setConnectivity }) => setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(words.offlineReason).first()).toBeVisible()
    await inspect('offline')
  })
})

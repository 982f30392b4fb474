import { expect as expectPage } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { administrationWords } from '#renderer/administration/administration-words.ts'
import { auditWords as words } from '#renderer/audit/audit-words.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
const shots = process.env.SHOTS
const path = '/admin/administration/audit'
const start: StartOptions = { signedInAs: 'admin', context: { timezoneId: 'America/Vancouver' } }

/** Opens the Audit log section on Monday 23 November 2026, 10:00 in Vancouver. */
const openDesk = async (from = path) => {
  const page = await pages.open(from, start, '2026-11-23T17:00:00Z')
  return {
    page,
    rows: page.getByRole('table', { name: words.table }).getByRole('row'),
    details: page.getByRole('button', { name: /^Details of / }),
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
        if (shots !== undefined) await page.screenshot({ path: `${shots}/audit-${name}-${width}.png` })
      }
    },
  }
}

describe('the Audit log section', { timeout: 90_000 }, () => {
  it('shows the newest entries with names, loads more of them by keyboard, and opens the details of an entry', async () => {
    const { page, rows, details, inspect } = await openDesk('/admin/administration/people')
    await page.getByRole('link', { name: administrationWords.audit }).press('Enter')
    await expectPage(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
    await expectPage(rows).toHaveCount(21)
    await expectPage(rows.nth(1)).toContainText(words.refused('location-forbidden'))
    await expectPage(rows.nth(2)).toContainText('Study rescheduled')
    await expectPage(rows.nth(2)).toContainText(words.changed(['start', 'study details']))
    await expectPage(rows.nth(3)).toContainText('14 members, 16 studies, 3 machine slots')
    await inspect('list')
    await page.getByRole('button', { name: words.more }).press('Enter')
    await expectPage(rows).toHaveCount(41)
    await details.nth(1).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Study rescheduled' })
    await expectPage(dialog).toContainText('23 Nov 2026 10:00am PDT')
    await expectPage(dialog).toContainText(words.row.hidden)
    await inspect('details')
    await dialog.getByRole('button', { name: words.row.onlyMember }).press('Enter')
    await expectPage(page.getByRole('button', { name: words.filters.clear })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    )
    const name = await rows.nth(1).getByRole('cell').nth(2).innerText()
    await expectPage(page.getByRole('group', { name: words.filters.label })).toContainText(name.split('\n')[0] ?? '')
  })

  it("shows each time on the clock of its entry's location, wherever the user works", async () => {
    const { page, rows } = await openDesk()
    await expectPage(rows.nth(2)).toContainText('PDT')
    const location = page.locator('.s-location')
    await location.getByRole('combobox').fill('Toronto')
    await page.getByRole('option', { name: /^Toronto/ }).click()
    await expectPage(location.locator('time')).toContainText('EST')
    await expectPage(rows.nth(2)).toContainText('PDT')
  })

  it('filters by kind and member, and clears the filters', async () => {
    const { page, rows, inspect } = await openDesk()
    await expectPage(rows).toHaveCount(21)
    await page.getByRole('button', { name: new RegExp(`${words.filters.kind}$`) }).press('Enter')
    await page.getByRole('option', { name: words.filters.kinds.refused }).press('Enter')
    await expectPage(rows).toHaveCount(2)
    await inspect('filtered')
    await page.getByRole('textbox', { name: words.filters.workstation }).fill('desk-that-is-not-there')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText(words.emptyText)).toBeVisible()
    await expectPage(page.getByRole('textbox', { name: words.filters.workstation })).toBeFocused()
    await inspect('empty')
    await page.getByRole('button', { name: words.filters.clear }).press('Enter')
    await expectPage(rows).toHaveCount(21)
    await expectPage(page.getByRole('button', { name: words.files.pdf })).toHaveAttribute('aria-disabled', 'true')
  })

  it('saves the access report of a chosen member, the events and the heads, and checks the heads', async () => {
    const { page, inspect } = await openDesk()
    await page.getByRole('button', { name: words.filters.chooseMember }).press('Enter')
    const dialog = page.getByRole('dialog', { name: words.choice.title })
    await dialog.getByRole('searchbox').fill('a')
    const [first] = await dialog.getByRole('listitem').getByRole('button').all()
    await expectPage(dialog.getByRole('listitem').first()).toBeVisible()
    await inspect('choice')
    await (first ?? dialog.getByRole('listitem').first().getByRole('button')).press('Enter')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: words.files.pdf }).press('Enter')
    expect((await download).suggestedFilename()).toMatch(/^access-report-.*\.pdf$/)
    await expectPage(page.getByText(words.files.reportSaved)).toBeVisible()
    const events = page.waitForEvent('download')
    await page.getByRole('button', { name: words.files.events }).press('Enter')
    expect((await events).suggestedFilename()).toBe('audit-events.ndjson')
    await page.getByRole('button', { name: words.heads.check }).press('Enter')
    await expectPage(page.getByText(words.heads.allSame(1))).toBeVisible()
    const heads = page.waitForEvent('download')
    await page.getByRole('button', { name: words.heads.save }).press('Enter')
    expect((await heads).suggestedFilename()).toBe('audit-heads.json')
  })

  it('shows a difference that workstations report, and closes it with a reason', async () => {
    const { page, tell, inspect } = await openDesk('/admin/administration/people')
    await tell(({ failNext }) =>
      failNext('audit.readKeptHeads', {
        ok: true,
        value: {
          workstations: [
            {
              ...{ workstationID: '0b6f7a52-6c1c-4c53-9a55-7c2f3c7d9e10', comparedAt: 1_795_453_000 },
              ...{ confirmedAt: 1_795_000_000, problemAt: 1_795_452_400, problem: 'differs', isOpen: true },
            },
          ],
        },
      } as never),
    )
    await page.getByRole('link', { name: administrationWords.audit }).press('Enter')
    const { kept } = words.heads
    await expectPage(page.getByText(kept.open(1))).toBeVisible()
    await inspect('difference-above')
    await page.getByRole('button', { name: kept.show }).press('Enter')
    await expectPage(page.getByRole('heading', { name: words.heads.title })).toBeFocused()
    const table = page.getByRole('table', { name: kept.table })
    await expectPage(table.getByRole('row')).toHaveCount(2)
    await expectPage(table).toContainText(words.heads.states.differs)
    const review = page.getByRole('button', { name: kept.review })
    await expectPage(review).toHaveAttribute('aria-disabled', 'true')
    const reason = page.getByRole('textbox', { name: kept.reason })
    await reason.fill('x'.repeat(501))
    await expectPage(page.getByText(kept.tooLong).first()).toBeVisible()
    await reason.fill('Backup of 22 Nov restored.')
    await inspect('difference')
    await tell(({ failNext }) =>
      failNext('audit.reviewHeads', { ok: false, failure: { code: 'timed-out', message: 'Late.' } } as never),
    )
    await review.press('Enter')
    await expectPage(page.getByText(words.files.failed.review)).toBeVisible()
    await expectPage(reason).toHaveValue('Backup of 22 Nov restored.')
    await review.press('Enter')
    await expectPage(page.getByText(kept.reviewed)).toBeVisible()
    await expectPage(page.getByText(kept.open(1))).toBeHidden()
    const [allWell = ''] = kept.allWell(1, '').split('. ')
    await expectPage(page.getByText(allWell)).toBeVisible()
  })

  it('explains a failure, a lost connection, and a head that differs', async () => {
    const { page, rows, tell, inspect } = await openDesk()
    await expectPage(rows).toHaveCount(21)
    await tell(({ failNext }) =>
      failNext('audit.checkHeads', {
        ok: true,
        value: { heads: [{ at: 1_795_000_000, rows: 7, state: 'differs' }] },
      } as never),
    )
    await page.getByRole('button', { name: words.heads.check }).press('Enter')
    await expectPage(page.getByText(words.heads.different(1))).toBeVisible()
    await tell(({ failNext }) =>
      failNext('audit.exportEvents', { ok: false, failure: { code: 'timed-out', message: 'Late.' } } as never),
    )
    await page.getByRole('button', { name: words.files.events }).press('Enter')
    await expectPage(page.getByText(words.files.failed.events)).toBeVisible()
    await expectPage(page.getByText(words.noAnswer)).toBeVisible()
    await tell(({ setConnectivity }) => setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(words.offlineReason).first()).toBeVisible()
    await inspect('offline')
  })
})

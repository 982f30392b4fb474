import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { ReleaseAct } from '#domain/update/rings.ts'
import { administrationWords } from '#renderer/administration/administration-words.ts'
import { recordsWords } from '#renderer/records/records-words.ts'
import { updatesSectionWords as words } from '#renderer/update/updates-section-words.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

type Controls = NonNullable<Window['fakeControls']>

const pages = startHarnessPages()
const shots = process.env.SHOTS
const path = '/admin/administration/updates'
const start: StartOptions = { signedInAs: 'admin', context: { timezoneId: 'America/Vancouver' } }

/** Opens the Updates section of Administration on Monday 23 November 2026, 10:00 in Vancouver. */
const openDesk = async (from = path) => {
  const page = await pages.open(from, start, '2026-11-23T17:00:00Z')
  return {
    page,
    row: (version: string) => page.getByRole('row').filter({ hasText: version }),
    act: (act: ReleaseAct, version: string) =>
      page.getByRole('button', { name: words.actOn(act, version), exact: true }),
    question: (title: string) => page.getByRole('alertdialog', { name: title }),
    /** Changes the data behind the page. `run` is sent as text, so it can use no variable of the test. */
    tell: (run: (controls: Controls) => unknown): Promise<unknown> => page.evaluate(`(${run})(window.fakeControls)`),
    /** Runs axe over the page at both sizes, and takes pictures if they are wanted. */
    inspect: async (name: string): Promise<void> => {
      for (const [width, height] of [
        [1024, 768],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height })
        expect(await seriousFaultsOf(page, '[data-live-announcer]'), name).toEqual([])
        expect(await widerThanWindow(page), name).toBe(false)
        if (shots !== undefined) await page.screenshot({ path: `${shots}/updates-${name}-${width}.png` })
      }
    },
  }
}

/** Returns the name of the button that confirms an act: its words, and the line above it. */
const confirmOf = (act: ReleaseAct, about: string): string => `${words.confirm[act].label}: Release ${about}`

/** Returns whether the page, or the table in its box, is wider than there is room for. */
const widerThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.w-table-scroll')].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ),
  )

describe('the Updates section', { timeout: 60_000 }, () => {
  it('lists the releases with ring, state and reports, and halts a release by keyboard after a question', async () => {
    const desk = await openDesk('/admin/administration/people')
    await desk.page.getByRole('link', { name: administrationWords.updates }).press('Enter')
    await expectPage(desk.page.getByRole('heading', { level: 1, name: words.section.title })).toBeVisible()
    await expectPage(desk.row('1.4.0')).toContainText('10%')
    await expectPage(desk.row('1.4.0')).toContainText('since 23 Nov 2026 10:00am PDT')
    await expectPage(desk.row('1.4.0')).toContainText(
      '1,652 workstations1,640 installed, 3 failed, 1 did not report, 8 still to report',
    )
    await expectPage(desk.row('1.3.1')).toContainText('100%')
    await expectPage(desk.act('widen', '1.3.1')).toHaveCount(0)
    await desk.inspect('list')

    await desk.act('halt', '1.4.0').press('Enter')
    const question = desk.question(words.confirm.halt.title('1.4.0'))
    await expectPage(question).toContainText(words.confirm.halt.text)
    await expectPage(question.getByRole('button', { name: confirmOf('halt', '1.4.0') })).toBeFocused()
    await desk.inspect('halt')
    await desk.page.keyboard.press('Enter')
    await expectPage(desk.page.getByText(words.done.halt('1.4.0'))).toBeVisible()
    await expectPage(desk.row('1.4.0')).toContainText(words.states.halted)
    await expectPage(desk.row('1.4.0')).toContainText(/by Adair Ledger/)
    await expectPage(desk.act('halt', '1.4.0')).toHaveCount(0)
    await expectPage(desk.act('widen', '1.4.0')).toHaveCount(0)
    await desk.inspect('halted')
  })

  it('resumes a release that was halted by reports, and shows how many failures no longer count', async () => {
    const desk = await openDesk()
    await desk.row('1.4.0').waitFor()
    await desk.tell(({ programReleases }) => {
      programReleases.report('1.5.0', ['installed', 'rolled-back', 'failed'])
      programReleases.change('1.5.0', { silent: 1, told: 4 })
    })
    // The list is read again every half minute.
    await desk.page.clock.runFor(31_000)
    await expectPage(desk.row('1.5.0')).toContainText('by reports')
    await desk.act('resume', '1.5.0').click()
    const question = desk.question(words.confirm.resume.title('1.5.0'))
    await expectPage(question).toContainText('1% of workstations are again allowed to install this release.')
    await expectPage(question).toContainText(
      '2 failures and 1 workstation without a report no longer count against it.',
    )
    // Enter must not let more workstations install the release.
    await expectPage(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await desk.inspect('resume')
    await question.getByRole('button', { name: confirmOf('resume', '1.5.0 · 1% of workstations') }).click()
    await expectPage(desk.page.getByText(words.done.resume('1.5.0'))).toBeVisible()
    await expectPage(desk.row('1.5.0')).toContainText(words.states.rolling)
    await expectPage(desk.row('1.5.0')).toContainText('1 workstation1 installed')
  })

  it('widens a release to the next ring, up to all workstations', async () => {
    const desk = await openDesk()
    await desk.act('widen', '1.4.0').click()
    const question = desk.question(words.confirm.widen.title('1.4.0'))
    await expectPage(question).toContainText(
      'If you continue, all workstations can install this release immediately, although 8 still have to report.',
    )
    await desk.inspect('widen')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expectPage(desk.row('1.4.0')).toContainText('10%')
    await desk.act('widen', '1.4.0').click()
    await question.getByRole('button', { name: confirmOf('widen', '1.4.0 · all workstations') }).click()
    await expectPage(desk.row('1.4.0')).toContainText('100%')
    await expectPage(desk.act('halt', '1.4.0')).toBeVisible()
  })

  it('does nothing to a release that changed meanwhile, and shows its state in the list', async () => {
    const desk = await openDesk()
    await desk.act('widen', '1.4.0').click()
    await desk.tell(({ programReleases }) =>
      programReleases.change('1.4.0', { state: 'halted', haltedBy: 'reports', failed: 40 }),
    )
    const question = desk.question(words.confirm.widen.title('1.4.0'))
    const confirm = question.getByRole('button', { name: confirmOf('widen', '1.4.0 · all workstations') })
    await confirm.click()
    await expectPage(question.getByRole('alert')).toContainText(words.stale)
    await expectPage(confirm).toHaveAccessibleDescription(words.checkFirst)
    await desk.inspect('stale')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expectPage(desk.row('1.4.0')).toContainText('by reports')
    await expectPage(desk.act('resume', '1.4.0')).toBeVisible()
  })

  it('reports an unknown outcome of a halt, and then lists the release as halted', async () => {
    const desk = await openDesk()
    await desk.act('halt', '1.4.0').click()
    await desk.tell((controls) =>
      controls.loseNext('programReleases.steer', {
        ok: false,
        failure: { code: 'outcome-unknown', message: 'The connection was lost before the server answered.' },
      }),
    )
    const question = desk.question(words.confirm.halt.title('1.4.0'))
    await question.getByRole('button', { name: confirmOf('halt', '1.4.0') }).click()
    await expectPage(question.getByRole('alert')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    // The halt was done; only its answer was lost.
    await expectPage(desk.row('1.4.0')).toContainText(words.states.halted)
  })

  it('shows whether the list is loading, is empty or could not be loaded', async () => {
    const desk = await openDesk('/admin/administration/people')
    await desk.page.getByRole('heading', { level: 1 }).first().waitFor()
    await desk.tell(({ programReleases, failNext }) => {
      programReleases.clear()
      failNext('programReleases.list', {
        ok: false,
        failure: { code: 'unexpected', message: 'Something went wrong on the server.' },
      })
    })
    await desk.page.getByRole('link', { name: administrationWords.updates }).click()
    await expectPage(desk.page.getByText(recordsWords.failed)).toBeVisible()
    await desk.inspect('failed')
    await desk.page.getByRole('button', { name: recordsWords.tryAgain }).press('Enter')
    await expectPage(desk.page.getByText(words.section.emptyTitle)).toBeVisible()
    await desk.inspect('empty')
    await desk.tell(({ programReleases }) => programReleases.change('1.0.0', {}))
    await desk.page.clock.runFor(31_000)
    await expectPage(desk.row('1.0.0')).toContainText(words.none)

    const slow = await pages.open(path, { ...start, latencyMs: 2000, isNew: true }, '2026-11-23T17:00:00Z')
    await expectPage(slow.getByRole('status').filter({ hasText: recordsWords.loading })).toBeVisible()
  })

  it('keeps the last list while offline, with disabled acts, and is not shown to other roles', async () => {
    const desk = await openDesk()
    await desk.row('1.4.0').waitFor()
    await desk.act('halt', '1.4.0').click()
    await desk.tell((controls) => controls.setConnectivity({ state: 'offline' }))
    const question = desk.question(words.confirm.halt.title('1.4.0'))
    await expectPage(question.getByRole('button', { name: confirmOf('halt', '1.4.0') })).toHaveAccessibleDescription(
      recordsWords.offlineReason,
    )
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expectPage(desk.page.getByText(recordsWords.offline)).toBeVisible()
    await expectPage(desk.act('halt', '1.4.0')).toHaveAccessibleDescription(recordsWords.offlineReason)
    await expectPage(desk.row('1.4.0')).toContainText('10%')
    await desk.inspect('offline')
    await desk.tell((controls) => {
      controls.failNext('programReleases.list', { ok: false, failure: { code: 'timed-out', message: 'No answer.' } })
      controls.setConnectivity({ state: 'online' })
    })
    await expectPage(desk.page.getByText(recordsWords.behind)).toBeVisible()
    await desk.inspect('behind')
    await desk.page.getByRole('button', { name: recordsWords.tryAgain }).click()
    await expectPage(desk.page.getByText(recordsWords.behind)).toHaveCount(0)

    const page = await pages.open(path, { ...start, signedInAs: 'frontdesk' })
    await expectPage(page.getByText(administrationWords.notAllowedTitle)).toBeVisible()
  })
})

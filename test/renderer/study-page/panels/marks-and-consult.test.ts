import { expect as expectPage } from '@playwright/test'
import { describe, it } from 'vitest'
import { noConsulting } from '#domain/consult/consulting.ts'
import type { Instant } from '#domain/values/instant.ts'
import { consultWords } from '#renderer/consult/consult-words.ts'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { startHarnessPages } from '../../harness/harness-pages.ts'
import { openPanels, type PanelPage } from './panel-pages.ts'

const pages = startHarnessPages()
const fact = (at: PanelPage, panel: string, label: string) =>
  at
    .panel(panel)
    .locator('dl > div')
    .filter({ has: at.page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd')

describe('the facts of a study', { timeout: 60_000 }, () => {
  it('have the person and the time of each mark for the radiologist and of each step of the consult', async () => {
    const at = await openPanels(
      pages,
      { signedInAs: 'frontdesk' },
      {
        flags: { prioritized: true, urgent: true, sensitive: true },
        details: {
          consulting: {
            ...noConsulting,
            requestedStatus: 'requested',
            requestedAt: '2026-11-18T17:00:00Z' as Instant,
            requestedBy: 'Nell Prescott',
            scheduledStatus: 'complete',
            scheduledAt: '2026-11-19T17:00:00Z' as Instant,
            scheduledBy: 'Frankie Desker',
            consultTime: '2026-11-20T17:00:00Z' as Instant,
            completedTime: '2026-11-20T18:00:00Z' as Instant,
          },
        },
      },
    )
    const { radiology } = reportPanelWords
    for (const label of [radiology.prioritized, radiology.urgent, radiology.sensitive]) {
      await expectPage(fact(at, radiology.title, label), label).toHaveText(
        /^23 Nov 2026 0[67]:\d\dam P[DS]T,? by Ben Ortiz$/,
      )
    }
    const { facts } = consultWords
    for (const [label, words] of [
      [facts.requested, 'Requested'],
      [facts.requestedTime, /^18 Nov 2026 \d\d:00[ap]m P[DS]T$/],
      [facts.requestedBy, 'Nell Prescott'],
      [facts.booked, 'Complete'],
      [facts.bookedAt, /^19 Nov 2026 \d\d:00[ap]m P[DS]T$/],
      [facts.bookedBy, 'Frankie Desker'],
      [facts.bookedFor, /^20 Nov 2026 \d\d:00[ap]m P[DS]T$/],
      [facts.completed, /^20 Nov 2026 \d\d:00[ap]m P[DS]T$/],
    ] as const) {
      await expectPage(fact(at, 'NP Consult', label), label).toHaveText(words)
    }
  })
})

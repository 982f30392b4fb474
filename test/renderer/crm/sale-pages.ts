import type { Page } from '@playwright/test'
import { axeOver } from '#test/fixtures/axe-over.ts'
import { openFoldedPanels } from '#test/fixtures/open-folded-panels.ts'
import type { HarnessPages, StartOptions } from '../harness/harness-pages.ts'

export type Controls = NonNullable<Window['fakeControls']>

export type StudyVisit = {
  readonly page: Page
  readonly studyID: string
  /** Changes the data behind the page. `run` is sent as text, so it can use no variable of the test. */
  readonly tell: <Given>(
    run: (controls: Controls, studyID: string, given: Given) => unknown,
    given?: Given,
  ) => Promise<void>
  readonly calls: (command: string) => Promise<readonly unknown[]>
  /**
   * Returns the serious axe violations in the open dialog, or in the tested parts if no dialog is open. If SHOTS is
   * set, also takes pictures of the page.
   */
  readonly inspect: (name: string) => Promise<readonly string[]>
}

/** The folder in which pictures of the pages are saved. By default no pictures are taken. */
const shots = process.env.SHOTS

/** The parts of the page that `inspect` checks. Other tests check the rest. */
const parts = ['.sale', '.consult', '.study-column']

/**
 * Opens a page of Ana Silva's next study in Vancouver, with every panel of the study's page open. The clock starts at
 * Monday 23 November 2026, 08:00 there.
 */
export const visitStudy = async (
  pages: HarnessPages,
  path: (studyID: string) => string,
  start: StartOptions = { signedInAs: 'frontdesk' },
  before?: (controls: Controls, studyID: string) => unknown,
): Promise<StudyVisit> => {
  const page = await pages.open('/user/profile', start, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const studyID = await page.evaluate<string>(
    `window.fakeControls.clinic.studies.find((study) => study.patientID === 'm-000001' && study.locationID === 'ca-bc-1' && (study.booking?.utcStart ?? '') > '2026-11-24').studyID`,
  )
  const tell: StudyVisit['tell'] = async (run, given) => {
    await page.evaluate(`(${run})(window.fakeControls, ${JSON.stringify(studyID)}, ${JSON.stringify(given ?? null)})`)
  }
  if (before !== undefined) await tell(before)
  await page.evaluate((to) => history.pushState(null, '', to), path(studyID))
  if (path(studyID) === `/admin/study/${studyID}`) await openFoldedPanels(page)
  return {
    page,
    studyID,
    tell,
    calls: (command) =>
      page.evaluate(
        (wanted) =>
          window.fakeControls?.calls.filter((call) => call.command === wanted).map(({ input }) => input) ?? [],
        command,
      ),
    inspect: async (name) => {
      const isOpen = (await page.locator('.w-dialog').count()) > 0
      const axe = axeOver(page).exclude('iframe')
      for (const part of isOpen ? ['.w-dialog'] : parts) if ((await page.locator(part).count()) > 0) axe.include(part)
      const { violations } = await axe.analyze()
      const faults = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
      if (shots !== undefined) {
        await page.screenshot({ path: `${shots}/${name}.png` })
        await page.setViewportSize({ width: 1024, height: 768 })
        await page.screenshot({ path: `${shots}/${name}-1024.png` })
        await page.setViewportSize({ width: 1440, height: 900 })
      }
      return faults
    },
  }
}

import type { Locator, Page } from '@playwright/test'
import type { Study } from '#domain/study/study.ts'
import type { StudyDetails } from '#domain/study/study-details.ts'
import { axeOver } from '#test/fixtures/axe-over.ts'
import { openFoldedPanels } from '#test/fixtures/open-folded-panels.ts'
import { type HarnessPages, type StartOptions, takePictures } from '../../harness/harness-pages.ts'

type Controls = NonNullable<Window['fakeControls']>

/** The state of the study when its page is opened. */
export type Given = {
  readonly flags?: { readonly [flag: string]: unknown }
  readonly details?: Partial<StudyDetails>
  readonly change?: Partial<Study>
  /** Whether the panels stay open or folded as the role has them; by default all panels are opened. */
  readonly isFolded?: true
}

/** The member of the study whose panels are tested, as in the accessible names of buttons. */
export const who = 'Ana Silva, 03 Feb 1980'
/** Presses a control with Enter, because a toast in the corner could cover it for the mouse. */
export const press = (control: Locator): Promise<void> => control.press('Enter')

export type PanelPage = {
  readonly page: Page
  readonly studyID: string
  readonly panel: (title: string) => Locator
  /** Returns a button in a panel. `words` is the part of its label before the member's name. */
  readonly button: (panel: string, words: string) => Locator
  readonly toast: (words: string) => Locator
  /** Runs a function in the page, with the controls of the fake data behind the bridge. */
  readonly controls: <Result, Input>(
    run: (controls: Controls, studyID: string, input: Input) => Result,
    input?: Input,
  ) => Promise<Result>
  readonly go: (path: string) => Promise<void>
  /** Returns how often a command was called. */
  readonly countCalls: (command: string) => Promise<number>
  /** Returns the serious axe violations in one part of the page, and takes pictures of the page if they are wanted. */
  readonly inspect: (name: string, part: Locator) => Promise<string[]>
}

/**
 * Opens the page of Ana Silva's next study in Vancouver, with every panel open by default. The clock starts at Monday
 * 23 November 2026, 08:00 there.
 */
export const openPanels = async (pages: HarnessPages, start: StartOptions, given: Given = {}): Promise<PanelPage> => {
  const wanted = { timezoneId: 'America/Los_Angeles', acceptDownloads: true, ...start.context }
  const page = await pages.open('/user/profile', { ...start, context: wanted }, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const studyID = await page.evaluate((wanted) => {
    const controls = window.fakeControls
    const found = controls?.clinic.studies.find(
      ({ patientID, locationID, booking, temporaryHold }) =>
        patientID === 'm-000001' &&
        locationID === 'ca-bc-1' &&
        !temporaryHold &&
        (booking?.utcStart ?? '') > '2026-11-24',
    )
    if (controls === undefined || found === undefined) throw new Error('There is no such study.')
    if (wanted.flags !== undefined) controls.study.setFlags(found.studyID, wanted.flags)
    if (wanted.details !== undefined) controls.study.setDetails(found.studyID, wanted.details)
    if (wanted.change !== undefined) controls.study.change(found.studyID, wanted.change)
    return found.studyID as string
  }, given)
  const go = async (path: string): Promise<void> => {
    await page.evaluate((to) => history.pushState(null, '', to), path)
  }
  await go(`/study/${studyID}/study-details`)
  await page.getByRole('region', { name: 'Activity log', exact: true }).waitFor()
  if (given.isFolded !== true) await openFoldedPanels(page)
  const panel = (title: string): Locator => page.getByRole('region', { name: title, exact: true })
  return {
    page,
    studyID,
    panel,
    button: (title, words) => panel(title).getByRole('button', { name: `${words}: ${who}`, exact: true }),
    toast: (words) => page.getByRole('alertdialog').filter({ hasText: words }),
    controls: (run, input) =>
      page.evaluate(`(${run})(window.fakeControls, ${JSON.stringify(studyID)}, ${JSON.stringify(input ?? null)})`),
    go,
    countCalls: (command) =>
      page.evaluate((name) => window.fakeControls?.calls.filter((call) => call.command === name).length ?? 0, command),
    inspect: async (name, part) => {
      // Checks only this part: a check of the whole page takes seconds, and other tests do that.
      await part.evaluate((element, given) => element.setAttribute('data-inspected', given), name)
      const { violations } = await axeOver(page).include(`[data-inspected="${name}"]`).analyze()
      const faults = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`)
      await takePictures(page, name)
      return faults
    },
  }
}

/** Builds the failed reply of a command. */
export const failing = (code: string, message: string) => ({ ok: false as const, failure: { code, message } })

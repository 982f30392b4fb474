import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import { type HarnessPages, type StartOptions, seriousFaultsOf } from '../harness/harness-pages.ts'

/** The folder in which to save screenshots for review; none are saved by default. */
const shots = process.env.SHOTS

type Controls = NonNullable<Window['fakeControls']>

type PaymentPages = {
  page(): Page
  studyID(): string
  /**
   * Opens the payments of Ana Silva's next study in Vancouver. The page's clock starts on Monday 23 November 2026 at
   * 08:00 in Vancouver.
   */
  open(
    start?: StartOptions & {
      readonly at?: 'frontdesk' | 'study' | 'booking'
      /** Runs before the page is opened, with the controls and the study's id. */
      readonly before?: (controls: Controls, studyID: string) => void
      /** The location, by default Vancouver. At any other location, `open` opens a study of any member. */
      readonly locationID?: string
    },
  ): Promise<Page>
  control<Result>(run: (controls: Controls, studyID: string) => Result): Promise<Result>
  /** Runs axe over the current page, and saves screenshots if SHOTS is set. */
  inspect(name: string): Promise<void>
}

/** Opens the payment pages over the fake bridge. */
export const openPaymentPages = (pages: HarnessPages): PaymentPages => {
  let page: Page | undefined
  let studyID = ''
  const current = (): Page => {
    if (page === undefined) throw new Error('No page is open.')
    return page
  }
  const control = <Result>(run: (controls: Controls, id: string) => Result): Promise<Result> =>
    current().evaluate(`(${run})(window.fakeControls, ${JSON.stringify(studyID)})`)
  const addresses = {
    frontdesk: (id: string) => `/admin/frontdesk/study/${id}`,
    study: (id: string) => `/admin/study/${id}/payment`,
    booking: (id: string) => `/admin/booking/study/${id}#payment`,
  }
  return {
    page: current,
    studyID: () => studyID,
    control,
    open: async ({ at = 'frontdesk', before, context, locationID = 'ca-bc-1', ...fake } = {}) => {
      page = await pages.open(
        '/user/profile',
        { signedInAs: 'frontdesk', ...fake, context: { timezoneId: 'America/Los_Angeles', ...context } },
        '2026-11-23T15:00:00Z',
      )
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      studyID = await page.evaluate(
        (wanted) =>
          window.fakeControls?.clinic.studies.find(
            (study) =>
              (wanted !== 'ca-bc-1' || study.patientID === 'm-000001') &&
              study.locationID === wanted &&
              !study.temporaryHold &&
              (study.booking?.utcStart ?? '') > '2026-11-24',
          )?.studyID ?? 'none',
        locationID,
      )
      if (before !== undefined) await control(before)
      // Navigates within the page, because a reload would lose the fake data.
      await page.evaluate((path) => history.pushState(null, '', path), addresses[at](studyID))
      return page
    },
    inspect: async (name) => {
      expect(await seriousFaultsOf(current(), '[data-live-announcer]')).toEqual([])
      if (shots === undefined) return
      await current().screenshot({ path: `${shots}/${name}.png` })
      await current().setViewportSize({ width: 1024, height: 768 })
      await current().screenshot({ path: `${shots}/${name}-1024.png` })
      await current().setViewportSize({ width: 1440, height: 900 })
    },
  }
}

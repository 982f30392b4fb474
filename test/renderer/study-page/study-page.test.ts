import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { appointmentStateWords } from '#domain/study/member-appointments.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { panelWords } from '#renderer/study/panel-words.ts'
import { studyFailureWords } from '#renderer/study/study-failure-words.ts'
import { studyPartWords } from '#renderer/study/study-words.ts'
import { detailsWords } from '#renderer/study-page/details/details-words.ts'
import { studyPageWords } from '#renderer/study-page/study-page-words.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page
let studyID = ''

/** The folder for screenshots. By default the tests take none. */
const shots = process.env.SHOTS

type Controls = NonNullable<Window['fakeControls']>

const controls = <Result>(run: (controls: Controls, studyID: string) => Result): Promise<Result> =>
  page.evaluate(`(${run})(window.fakeControls, ${JSON.stringify(studyID)})`)

const go = (path: string): Promise<void> => page.evaluate((to) => history.pushState(null, '', to), path)

/** Opens the page of Ana Silva's next study in Vancouver. The clock starts at Monday 23 November 2026, 08:00 there. */
async function open({ context, ...fake }: StartOptions = {}, search = ''): Promise<void> {
  const wanted = { timezoneId: 'America/Los_Angeles', ...context }
  page = await pages.open(
    '/user/profile',
    { signedInAs: 'frontdesk', ...fake, context: wanted },
    '2026-11-23T15:00:00Z',
  )
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  studyID = await controls(
    ({ clinic }) =>
      clinic.studies.find(
        ({ patientID, locationID, booking }) =>
          patientID === 'm-000001' && locationID === 'ca-bc-1' && (booking?.utcStart ?? '') > '2026-11-24',
      )?.studyID ?? 'none',
  )
  await go(`/admin/study/${studyID}${search}`)
}

const inspect = async (name: string): Promise<void> => {
  expect(await seriousFaultsOf(page, '[data-live-announcer]', '.stu__content > .stu__section')).toEqual([])
  if (shots !== undefined) await page.screenshot({ path: `${shots}/page-${name}.png` })
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const heading = () => page.getByRole('heading', { level: 1, name: 'Ana Silva' })
const saveChanges = () => button('Save Changes: Ana Silva, 03 Feb 1980')
const index = () => page.getByRole('navigation', { name: studyPageWords.index.title })
const badge = (label: string) => page.locator('.db__badge').filter({ hasText: label })
const place = (id: string) => page.locator(`#study-${id}`)
const startOf = () =>
  controls((world, id) => world.clinic.studies.find((each) => each.studyID === id)?.booking?.utcStart ?? null)

describe('the study page', { timeout: 60_000 }, () => {
  it("names the person, the study's progress, and every badge", async () => {
    await open()
    await expectPage(heading()).toBeVisible()
    await expectPage(page.getByText('Born 03 Feb 1980')).toBeVisible()
    const steps = page.getByRole('list', { name: detailsWords.reading.progress }).getByRole('listitem')
    await expectPage(steps).toHaveCount(18)
    await expectPage(steps.first()).toContainText('Booked Completed')
    await expectPage(page.getByRole('list', { name: detailsWords.reading.progress })).toHaveCount(1)
    const next = page.locator('.stuh__next strong')
    await expectPage(next).toHaveCount(1)
    await expectPage(page.locator('.db__badge[aria-current=step] .db__label')).toHaveText(await next.innerText())
    await expectPage(badge('Member consult')).toContainText('Incomplete')
    await inspect('read')
  })

  it('has one filled button, that of the next step, and leads from the head of the page to the section of this step', async () => {
    await open()
    const filled = page.locator('.stu .w-button--primary')
    const next = page.locator('.stuh__next a')
    const setFlags = (flags: Readonly<Record<string, boolean>>) =>
      page.evaluate(([id, set]) => window.fakeControls?.study.setFlags(id, set), [studyID, flags] as const)
    await expectPage(next).toHaveText('Reminded')
    await expectPage(filled).toHaveCount(1)
    await next.press('Enter')
    await expectPage(place('reminder')).toBeFocused()
    await expectPage(place('reminder').locator('.w-button--primary')).toBeVisible()
    const before = { reminded: true, referred: true, consent: true, medicalHistory: true }
    await setFlags(before)
    await expectPage(next).toHaveText('Payment')
    await expectPage(filled).toHaveCount(1)
    await expectPage(filled).toHaveText(studyPageWords.head.payment)
    await setFlags({ paid: true })
    await expectPage(next).toHaveText('Checkin')
    await expectPage(filled).toHaveCount(1)
    await expectPage(place('checkin').locator('.w-button--primary')).toBeVisible()
    await inspect('next-checkin')
  })

  it('moves between its sections by key, marks the current one and focuses it', async () => {
    await open()
    await expectPage(heading()).toBeVisible()
    await page.keyboard.press('j')
    await expectPage(place('checkin')).toBeFocused()
    await page.keyboard.press('j')
    await expectPage(place('payment')).toBeFocused()
    await expectPage(index().locator('[aria-current=location]')).toHaveText('Payment status')
    await page.keyboard.press('k')
    await expectPage(place('checkin')).toBeFocused()
    await index().getByRole('link', { name: 'Activity log' }).click()
    await expectPage(place('log')).toBeFocused()
    await expectPage(place('log')).toBeInViewport()
    await expectPage(heading()).toBeInViewport()
    await page.setViewportSize({ width: 1024, height: 768 })
    await expectPage(index().getByRole('link', { name: 'Report', exact: true })).toBeHidden()
    await index()
      .getByRole('button', { name: /^Section/ })
      .click()
    await inspect('strip')
    await index().getByRole('link', { name: 'Report', exact: true }).click()
    await expectPage(place('report')).toBeFocused()
    await expectPage(index().getByRole('link', { name: 'Report', exact: true })).toBeHidden()
  })

  it('shows that the study could not be read, offers a retry, and shows that the location is not allowed', async () => {
    await open()
    await expectPage(heading()).toBeVisible()
    await go('/user/profile')
    await controls((world) =>
      world.failNext('study.read', { ok: false, failure: { code: 'timed-out', message: 'No.' } }),
    )
    await go(`/admin/study/${studyID}`)
    await expectPage(page.getByText(studyFailureWords.noAnswer.title)).toBeVisible()
    await button(panelWords.tryAgain).click()
    await expectPage(heading()).toBeVisible()
    await controls((world, id) => {
      world.failNext('study.read', { ok: false, failure: { code: 'location-forbidden', message: 'No.' } })
      world.emit('booking.studyChanged', { studyID: id as never })
    })
    await expectPage(page.getByText('You do not have permission to view studies from this location.')).toBeVisible()
  })

  it("marks consent with one click, offers Undo, and shows another desk's change without moving the note being typed", async () => {
    await open()
    await button('Mark consent signed: Ana Silva, 03 Feb 1980').click()
    await expectPage(page.getByText(detailsWords.acts.consent.done)).toBeVisible()
    await button('Undo').and(page.locator(':not([aria-label])')).first().click()
    await expectPage(button('Mark consent signed: Ana Silva, 03 Feb 1980')).toBeVisible()
    const note = page.getByRole('textbox', { name: panelWords.note.label })
    await note.fill('Called back about parking')
    await note.scrollIntoViewIfNeeded()
    // At the next change the log below the note gets the lines of the mark and its undo, which make the page longer.
    await controls((world, id) => world.emit('booking.studyChanged', { studyID: id as never }))
    await expectPage(page.locator('.stp-log__line')).toHaveCount(2)
    await note.scrollIntoViewIfNeeded()
    // The position of the note on the screen: the page scrolls when text above the note grows, so that the note does
    // not move.
    const top = async () => Math.round((await note.boundingBox())?.y ?? Number.NaN)
    const before = await top()
    await controls((world, id) => world.study.setFlags(id, { scanned: true, checkin: true }))
    await expectPage(page.getByRole('list', { name: detailsWords.reading.progress })).toContainText('Imaging Completed')
    // The scan replaces the badges of the booking and the check-in.
    const badges = page.locator('.stuh__badges')
    await expectPage(badges.getByText(appointmentStateWords.scanned, { exact: true })).toBeVisible()
    await expectPage(badges.getByText(appointmentStateWords.booked, { exact: true })).toBeHidden()
    await expectPage(note).toBeFocused()
    await expectPage(note).toHaveValue('Called back about parking')
    // The browser anchors the scroll to whole pixels.
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
  })
})

describe('the safety questions, opened by their address', { timeout: 60_000 }, () => {
  it('open at the first unanswered question, in view, with one way to save', async () => {
    await open({}, '?answer=1')
    const question = page.locator('.sq__field :is(input):focus')
    await expectPage(question).toHaveCount(1)
    await expectPage(question).toBeInViewport()
    await expectPage(page.getByRole('region', { name: detailsWords.edit.title })).toHaveCount(0)
    await expectPage(page.getByRole('grid')).toHaveCount(0)
    await expectPage(page.getByRole('button', { name: /^Save / })).toHaveCount(1)
  })
})

describe('Study Details in edit mode', { timeout: 60_000 }, () => {
  it('opens by the address, requires a time for another scan type, shows the effects of a move, and saves the move', async () => {
    await open({}, '?edit=1')
    await expectPage(page.getByRole('textbox', { name: 'Member name' })).toHaveValue('Ana Silva')
    await expectPage(page.getByRole('textbox', { name: 'Member name' })).toHaveAttribute('aria-disabled', 'true')
    await expectPage(page.getByRole('textbox', { name: detailsWords.appointment.dateOfBirth })).toHaveValue(
      '03 Feb 1980',
    )
    await expectPage(saveChanges()).toHaveAccessibleDescription(detailsWords.whyNot.unchanged)
    await inspect('edit')
    const details = page.getByRole('region', { name: detailsWords.edit.title })
    await details.getByRole('button', { name: /Scan type/ }).click()
    await page.getByRole('option').filter({ hasNotText: 'Whole Body' }).first().click()
    await expectPage(saveChanges()).toHaveAccessibleDescription('Please select an appointment time')
    await expectPage(page.locator('.dbar')).toContainText('Please select an appointment time')
    const before = await startOf()
    await details.locator('[role=gridcell].sg-cell--free').first().click()
    await expectPage(page.getByRole('heading', { name: 'What changes' })).toBeVisible()
    await saveChanges().click()
    await expectPage(page.getByText(detailsWords.save.saved('Ana Silva'))).toBeVisible()
    await expectPage(button(detailsWords.edit.title)).toBeFocused()
    await expectPage(page).toHaveURL(new RegExp(`/admin/study/${studyID}$`))
    expect(await startOf()).not.toBe(before)
  })

  it('restores the choices after the page was left, and asks before they are discarded', async () => {
    await open()
    await button(detailsWords.edit.title).click()
    await page.getByText(detailsWords.edit.suppressEmail).click()
    await expectPage(page.locator('.dbar')).toContainText('Emails to the member will be suppressed')
    await page.clock.runFor(500)
    await go('/user/profile')
    await expectPage(saveChanges()).toHaveCount(0)
    await go(`/admin/study/${studyID}`)
    await expectPage(page.getByRole('checkbox', { name: detailsWords.edit.suppressEmail })).toBeChecked()
    await page.locator('.dbar').getByRole('button', { name: detailsWords.save.cancel }).click()
    const dialog = page.getByRole('alertdialog', { name: detailsWords.save.leaveTitle })
    await dialog.getByRole('button', { name: studyPartWords.leave.keep }).click()
    await button(detailsWords.continueEditing).click()
    await controls((world) =>
      world.failNext('payments.setSuppression', { ok: false, failure: { code: 'unexpected', message: 'No.' } }),
    )
    await saveChanges().click()
    await expectPage(page.getByText('Saving failed (message settings)')).toBeVisible()
    await inspect('failed')
    await saveChanges().click()
    await expectPage(badge('Email Suppressed')).toContainText('Completed')
  })

  it('reports that the appointment could not be saved, and keeps the chosen time', async () => {
    await open()
    await button(detailsWords.edit.title).click()
    const details = page.getByRole('region', { name: detailsWords.edit.title })
    await details.locator('[role=gridcell].sg-cell--free').first().click()
    await expectPage(page.getByRole('heading', { name: 'What changes' })).toBeVisible()
    await controls((world) =>
      world.failNext('booking.reschedule', { ok: false, failure: { code: 'unexpected', message: 'No.' } }),
    )
    await saveChanges().click()
    await expectPage(page.getByRole('alert').filter({ hasText: 'Saving failed (appointment)' })).toContainText(
      studyMessages.appointmentNotSaved,
    )
    await expectPage(page.getByRole('heading', { name: 'What changes' })).toBeVisible()
  })

  it("shows the appointments of two desks side by side, and uses the other desk's", async () => {
    await open()
    await button(detailsWords.edit.title).click()
    const details = page.getByRole('region', { name: detailsWords.edit.title })
    await details.locator('[role=gridcell].sg-cell--free').first().click()
    await expectPage(page.getByRole('heading', { name: 'What changes' })).toBeVisible()
    await controls((world, id) => {
      const study = world.clinic.studies.find((each) => each.studyID === id)
      if (study?.booking == null) return
      world.study.change(id, { booking: { ...study.booking, utcStart: '2026-11-27T22:00:00Z' as never } })
    })
    await expectPage(page.getByRole('alert')).toContainText(detailsWords.conflict.title)
    await expectPage(saveChanges()).toHaveAccessibleDescription(detailsWords.whyNot.appointmentConflict)
    await inspect('conflict')
    await button(detailsWords.conflict.takeTheirs).click()
    await expectPage(saveChanges()).toHaveAccessibleDescription(detailsWords.whyNot.unchanged)
    expect(await startOf()).toBe('2026-11-27T22:00:00Z')
  })

  it('cancels the appointment with its reason, and is then read-only', async () => {
    await open()
    await button(detailsWords.edit.title).click()
    await button('Cancel Appointment').click()
    const dialog = page.getByRole('dialog', { name: 'Cancel Appointment' })
    await dialog.getByRole('button', { name: /Cancellation reason/ }).click()
    await page.getByRole('option').first().click()
    await dialog.getByRole('textbox', { name: 'Detail' }).fill('Moved abroad')
    await dialog.getByRole('button', { name: 'Cancel the appointment of Ana Silva, 03 Feb 1980' }).click()
    await expectPage(page.getByText(appointmentStateWords.cancelled, { exact: true }).first()).toBeVisible()
    await expectPage(saveChanges()).toHaveCount(0)
    await expectPage(button(detailsWords.edit.title)).toHaveCount(0)
  })
})

import { expect, type Locator, type Page } from '@playwright/test'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member, memberSchema } from '#domain/members/member.ts'
import { chooseReport } from '#domain/release/report-choice.ts'
import { type LogEntry, logEntrySchema, type Study, studySchema } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt, toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import { openFoldedPanels } from '#test/fixtures/open-folded-panels.ts'
import type { Desk } from './fixtures.ts'
import type { Office } from './office.ts'
import { bookOwing, type Owing } from './payment-desk.ts'
import { completeAnswers, moveElsewhere, type Place, recentSurgery, saveElsewhere } from './safety-desk.ts'

/** Opens the page of a study with every panel open, and waits until it is shown. */
export const openStudyPage = async (desk: Desk, studyID: string, query = ''): Promise<void> => {
  await desk.goto(`/admin/study/${studyID}${query}`)
  await expect(sectionOf(desk.page, 'Study Details')).toBeVisible()
  await openFoldedPanels(desk.page)
}

/** Returns a section of the study's page by its title. */
export const sectionOf = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true })

/** Returns the value of a fact in a section, such as `Booked by`. */
export const factOf = (section: Locator, label: string): Locator =>
  section
    .locator('dl > div')
    .filter({
      has: section
        .page()
        .locator('dt')
        .filter({ hasText: new RegExp(`^${escaped(label)}$`) }),
    })
    .locator('dd')

/** Returns a badge of Study Details with its state, such as `Checkin`. */
export const badgeOf = (page: Page, label: string): Locator =>
  sectionOf(page, 'Study Details')
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) })

/** Returns a button of the page by its action, for any member. */
export const actionButton = (place: Page | Locator, words: string): Locator =>
  place.getByRole('button', { name: new RegExp(`^${escaped(words)}(: |$)`) })

/** Returns the lines of the log on the page. */
export const logLines = (page: Page): Locator => sectionOf(page, 'Activity log').getByRole('listitem')

const escaped = (text: string): string => text.replace(/[$.()?+*]/g, '\\$&')

/** Returns the full name and birth date, as in the name of every button that acts on a member. */
export const whoIs = (member: Member): string => `${fullName(member)}, ${formatDate(member.dob)}`

/**
 * Types into a combobox and takes the first matching choice. The list closes when the page scrolls below it; then this
 * function types again, as a person would.
 */
export const chooseTyped = async (box: Locator, text: string): Promise<void> =>
  expect(async () => {
    await box.fill(text)
    await box.page().getByRole('option', { name: text }).first().click({ timeout: 5000 })
  }).toPass({ timeout: 30_000 })

/** Returns the current study of the back office. */
export const studyNow = async (office: Office, studyID: string): Promise<Study> =>
  studySchema.parse(await office.read(`/study/${studyID}`))

/** Returns the back office's audit log of a study, oldest first. */
export const logOf = async (office: Office, studyID: string): Promise<readonly LogEntry[]> =>
  logEntrySchema.array().parse(await office.read(`/study/${studyID}/log`))

/** Sets or clears a flag of a study from another workstation. */
export const markElsewhere = async (office: Office, studyID: string, act: string, value = true): Promise<Study> =>
  studySchema.parse(await office.send('POST', `/study/${studyID}/status`, { [act]: value }))

/** Reads every study and member of a location from the change feed. */
export const everythingAt = async (
  office: Office,
  locationID: string,
): Promise<{ readonly studies: readonly Study[]; readonly members: ReadonlyMap<string, Member> }> => {
  const studies = new Map<string, Study>()
  const members = new Map<string, Member>()
  for (const change of await office.changesOf(locationID)) {
    if (change.value === null) continue
    if (change.kind === 'study') studies.set(change.id, change.value)
    if (change.kind === 'member') members.set(change.id, memberSchema.parse(change.value))
  }
  return { studies: [...studies.values()], members }
}

/**
 * Returns the oldest of the demo's own studies that meets the condition. The oldest are three months old and complete.
 */
export const findOldStudy = async (office: Office, what: string, fits: (study: Study) => boolean): Promise<Study> => {
  for (let number = 1; number <= 200; number += 1) {
    const study = await studyNow(office, `s-${String(number).padStart(6, '0')}`)
    if (!study.status.cancelled && fits(study)) return study
  }
  throw new Error(`The demo has no study ${what}`)
}

/** Returns a published study with a structured report and a primary practitioner, and its member. */
export const publishedStudy = async (
  office: Office,
): Promise<{ readonly study: Study; readonly member: Member; readonly who: string }> => {
  const study = await findOldStudy(
    office,
    'with a published report and a practitioner',
    ({ status, details, ...rest }) =>
      status.published === true &&
      details.practitioners.primary !== null &&
      chooseReport({ status, details, ...rest }).kind === 'structured',
  )
  const member = memberSchema.parse(await office.read(`/api/v1/userV2/${study.patientID}`))
  return { study, member, who: whoIs(member) }
}

/** Counts the reloads of a window's page from now on. */
export const countLoads = (page: Page): (() => number) => {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

const places = [
  { locationID: 'ca-bc-1', name: 'Vancouver', zone: 'America/Vancouver' as ZoneId },
  { locationID: 'ca-on-1', name: 'Toronto', zone: 'America/Toronto' as ZoneId },
] as const satisfies readonly Place[]

/**
 * Returns the location, of the two, whose midnight is further away. At whatever hour the journey runs, at least two
 * hours of today are left there.
 */
export const placeOfToday = (): Place => {
  const now = toInstant(Date.now())
  const [first, second] = places
  return toWallTime(now, second.zone).time < toWallTime(now, first.zone).time ? second : first
}

/** Moves a study to the next free time of today on any machine of its location. */
export const moveToday = async (office: Office, study: Study, { locationID, zone }: Place): Promise<Study> => {
  const { booking } = study
  const location = (await office.changesOf(locationID)).find((change) => change.kind === 'location')?.value
  if (booking === null || location == null || !('machines' in location)) throw new Error('No study can be moved')
  const step = 300_000
  const soon = Math.ceil((Date.now() + 600_000) / step) * step
  for (let place = 0; place < 180; place += 1) {
    const utcStart = toInstant(soon + place * step)
    if (todayAt(utcStart, zone) !== todayAt(toInstant(Date.now()), zone)) break
    for (const { machineID } of location.machines) {
      const moved = await moveElsewhere(office, { ...study, booking: { ...booking, machineID } }, utcStart)
      if (moved !== null) return moved
    }
  }
  throw new Error(`Today has no time left for ${study.studyID}`)
}

type Wish = {
  readonly firstname: string
  /** `red` raises one stop. */
  readonly answers: 'none' | 'clear' | 'red'
  /** Whether the whole balance is paid. */
  readonly isPaid: boolean
}

/**
 * Creates a member whose scan is today, with the given safety answers and payment. The last name is the first name with
 * `son`. Returns the study as it was before the payment.
 */
export const bookToday = async (office: Office, place: Place, wish: Wish): Promise<Owing> => {
  const { locationID, zone } = place
  const lastname = `${wish.firstname}son`
  const owing = await bookOwing(office, { locationID, firstname: wish.firstname, lastname })
  let study: Study = await moveToday(office, owing.study, place)
  if (wish.answers !== 'none') {
    const change = wish.answers === 'red' ? recentSurgery(zone, 20) : {}
    study = (await saveElsewhere(office, study, completeAnswers('female', change), 0)).study
  }
  if (wish.isPaid) {
    const payment = { paymentType: 'cash', amount: study.balance }
    await office.send('POST', `/payment/study/${study.studyID}`, { payment })
  }
  return { ...owing, study }
}

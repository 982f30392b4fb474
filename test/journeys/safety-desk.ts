import { expect, type Locator, type Page } from '@playwright/test'
import type { Answers, AnswerValue } from '#domain/safety/question.ts'
import { askedQuestions, evaluate } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt, toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'
import type { Atrium, Desk } from './fixtures.ts'
import { comingStudies, type Office } from './office.ts'

const questions = new Map(askedQuestions(safetyQuestionnaire).map((question) => [question.field, question]))

/** Returns one safety question on the page with its answer fields, without its follow-ups. */
export const questionAt = (page: Page, field: string): Locator => page.locator(`[data-field="${field}"] > :first-child`)

const labelsOf = (field: string, value: AnswerValue): readonly string[] => {
  const question = questions.get(field)
  if (question?.type !== 'radio' && question?.type !== 'choice') throw new RangeError(`${field} has no options`)
  const chosen = typeof value === 'string' ? [value] : value
  return question.options.filter((option) => chosen.includes(option.value)).map(({ label }) => label)
}

/** Gives one answer by mouse and typing; `value` is the answer as it is stored. */
export const answer = async (page: Page, field: string, value: AnswerValue): Promise<void> => {
  const question = questionAt(page, field)
  switch (questions.get(field)?.type) {
    case 'radio':
      for (const name of labelsOf(field, value)) await question.getByRole('radio', { name, exact: true }).check()
      return
    case 'choice':
      for (const name of labelsOf(field, value)) await question.getByRole('checkbox', { name, exact: true }).check()
      return
    case 'datepicker': {
      const parts = String(value).split('-')
      for (const [place, name] of ['Year', 'Month', 'Day'].entries()) {
        await question.getByRole('textbox', { name, exact: true }).fill(parts[place] ?? '')
      }
      return
    }
    default:
      await question.getByRole('textbox').fill(String(value))
  }
}

/** Expects one answer on the page; `value` is the answer as it is stored, as for {@link answer}. */
export const expectAnswer = async (page: Page, field: string, value: AnswerValue): Promise<void> => {
  const question = questionAt(page, field)
  switch (questions.get(field)?.type) {
    case 'radio':
      for (const name of labelsOf(field, value)) {
        await expect(question.getByRole('radio', { name, exact: true })).toBeChecked()
      }
      return
    case 'choice':
      for (const name of labelsOf(field, value)) {
        await expect(question.getByRole('checkbox', { name, exact: true })).toBeChecked()
      }
      return
    case 'datepicker': {
      const parts = String(value).split('-')
      for (const [place, name] of ['Year', 'Month', 'Day'].entries()) {
        await expect(question.getByRole('textbox', { name, exact: true })).toHaveValue(parts[place] ?? '')
      }
      return
    }
    default:
      await expect(question.getByRole('textbox')).toHaveValue(String(value))
  }
}

/**
 * Completes the answers in `change` with answers that raise no notice. `change` must also answer the follow-ups of its
 * own answers.
 */
export const completeAnswers = (gender: string, change: Answers = {}): Answers => {
  const answers: Record<string, AnswerValue> = { ...change }
  const { unanswered } = evaluate(safetyQuestionnaire, { gender }, answers)
  for (const field of unanswered) answers[field] = field === 'ReasonType' ? 'Preventative' : 'no'
  const { unanswered: left } = evaluate(safetyQuestionnaire, { gender }, answers)
  if (left.length > 0) throw new RangeError(`Give answers to ${left.join(', ')}`)
  return answers
}

/** Returns answers that raise the red notice of recent surgery: the surgery was this many days ago. */
export const recentSurgery = (zone: ZoneId, daysAgo: number): Answers => ({
  'Surgery.Recent': 'yes',
  'Surgery.Description': 'Gallbladder removed',
  'Surgery.Date': dayFromToday(zone, -daysAgo),
})

/** Returns the day this many days from today, in a location's time zone. */
export const dayFromToday = (zone: ZoneId, days: number): PlainDate =>
  addDays(todayAt(toInstant(Date.now()), zone), days)

/** Returns the sex of a study's member, from their record. */
export const genderOf = async (office: Office, study: Study): Promise<string> => {
  const changes = await office.changesOf(study.locationID)
  const found = changes.filter((change) => change.kind === 'member' && change.id === study.patientID).at(-1)
  if (found?.kind !== 'member' || found.value === null) throw new Error(`The member ${study.patientID} is unknown`)
  return found.value.gender
}

/** Saves answers from another workstation; `version` is the version of the answers that they replace. */
export const saveElsewhere = async (
  office: Office,
  study: Study,
  answers: Answers,
  version: number,
): Promise<{ readonly record: SafetyRecord; readonly study: Study }> =>
  (await office.send('POST', '/api/booking/safety-questions', {
    studyID: study.studyID,
    SafetyQuestions: answers,
    version,
  })) as { record: SafetyRecord; study: Study }

/** Moves a study from another workstation, even outside opening hours; null if the machine is taken at that time. */
export const moveElsewhere = async (office: Office, study: Study, utcStart: string): Promise<Study | null> => {
  const body = {
    studyID: study.studyID,
    version: study.version,
    locationID: study.locationID,
    skuID: study.skuID,
    machineID: study.booking?.machineID,
    utcStart,
    slotSelectionType: 'manual',
    holdEventID: null,
    override: null,
    settleReason: 'Agreed by phone',
  }
  try {
    return (await office.send('POST', '/booking/change/appointment-time', body)) as Study
  } catch (error) {
    if (String(error).includes('slot-')) return null
    throw error
  }
}

/** The time zone of the journeys' usual location, for journeys that do not depend on the hour. */
export const vancouver = 'America/Vancouver' as ZoneId

/** Two locations with midnights three hours apart, so that {@link moveToToday} finds time left today at one of them. */
const places = [
  { locationID: 'ca-bc-1', name: 'Vancouver', zone: vancouver },
  { locationID: 'ca-on-1', name: 'Toronto', zone: 'America/Toronto' as ZoneId },
] as const
export type Place = (typeof places)[number]

/** Returns a location whose day lasts for at least another hour, at whatever hour the journey runs. */
export const placeWithTimeLeft = (): Place => {
  const now = toInstant(Date.now())
  const place = places.find(({ zone }) => toWallTime(now, zone).time < '22:30')
  if (place === undefined) throw new Error('It cannot be late at both locations')
  return place
}

/** Moves a study to a future time of today, in its location's time zone. */
export const moveToToday = async (office: Office, study: Study, { zone }: Place): Promise<Study> => {
  const step = 300_000
  const soon = Math.ceil((Date.now() + 600_000) / step) * step
  for (let place = 0; place < 200; place += 1) {
    const utcStart = toInstant(soon + place * step)
    if (todayAt(utcStart, zone) !== todayAt(toInstant(Date.now()), zone)) break
    const moved = await moveElsewhere(office, study, utcStart)
    if (moved !== null) return moved
  }
  throw new Error(`Today has no time left for ${study.studyID}`)
}

/**
 * Returns the future, unpaid studies of a location that have no saved answers and whose questions must be answered in
 * full.
 */
export const unansweredStudies = async (office: Office, locationID: string): Promise<readonly Study[]> =>
  (await comingStudies(office, locationID)).filter(
    ({ safety, temporaryHold, config, paymentAmount }) =>
      safety.version === 0 && !temporaryHold && !config.proactiveBooking && paymentAmount === 0,
  )

/** Opens the details of a study; with `edit` the questions are open for answering. */
export const openStudy = async (desk: Desk, studyID: string, edit = false): Promise<void> => {
  await desk.goto(`/study/${studyID}/study-details${edit ? '?answer=1' : ''}`)
  await expect(desk.page.getByRole('heading', { name: 'Safety questions', exact: true })).toBeVisible()
}

export const saveButton = (page: Page): Locator => page.getByRole('button', { name: /^Save safety answers for / })

/** Waits until the page shows that every answer is stored on this workstation. */
export const expectKept = (page: Page): Promise<void> =>
  expect(page.getByText('Saved as draft', { exact: true })).toBeVisible()

/**
 * Returns the answers that the workstation stores as a study's draft; empty after the back office has saved the
 * answers.
 */
export const keptAnswers = async (atrium: Atrium, studyID: string): Promise<Answers> => {
  const call = `atriumBridge.call('drafts.read', { draftID: 'safety:${studyID}' }).then(JSON.stringify)`
  const reply = JSON.parse(String(await atrium.page.evaluate(call))) as {
    value?: { content?: { answers?: Answers } } | null
  }
  return reply.value?.content?.answers ?? {}
}

/** Returns the stops on the page, with the calculation behind each. */
export const stops = (page: Page): Locator =>
  page.getByRole('region', { name: /^(Cannot be scanned|Settle before the scan|Call us before the scan)$/ })

/** Returns the questions about medications, allergies and similar topics, for reading or answering. */
export const health = (page: Page): Locator => page.getByRole('region', { name: 'Health', exact: true })

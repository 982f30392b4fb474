import type { Location } from '#domain/locations/location.ts'
import type { Member } from '#domain/members/member.ts'
import { standardConsentVersion } from '#domain/settings/consent-text.ts'
import { bodyCompositionSku } from '#domain/study/body-composition.ts'
import { noDetails, type PublishedReading, type StudyDetails } from '#domain/study/study-details.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import type { NewStudyLogRow, SchedulerEventTable, StudyTable } from '../../database/tables.ts'
import { createDemoConsult } from './demo-consults.ts'
import { createDemoFeedback } from './demo-feedback.ts'
import { isDemoHome } from './demo-homes.ts'
import { type DemoPage, mark } from './demo-page.ts'
import { demoPractitionerCount, practicesOf, toDemoPractitionerID } from './demo-practitioners.ts'
import { createDemoSedative } from './demo-sedatives.ts'
import type { SeededRandom } from './seeded-random.ts'

type DemoDetails = {
  readonly studies: readonly StudyTable[]
  readonly log: readonly NewStudyLogRow[]
  readonly schedulerEvents: readonly SchedulerEventTable[]
}

const day = 86_400
const hour = 3600
const reasons = [
  'Family history of cancer, wants a first look at everything.',
  'Lower back pain since the summer, comes and goes.',
  'Compare with the scan of two years ago.',
  'Follow-up of a small kidney cyst seen on ultrasound.',
  'Recurring headaches, no findings at the family physician.',
  'Preventative, second scan with us.',
] as const

/**
 * Creates what a study's page shows besides booking, money and safety (study spec §3): practitioners, consult,
 * feedback, readings, signatures, the sedative's days, and the flags outside the progression. `scenes` are the ids of
 * the studies that play one of today's scenes (demo-today.ts). `now` in epoch seconds.
 */
export const createDemoDetails = (
  random: SeededRandom,
  studies: readonly StudyTable[],
  scenes: ReadonlySet<string>,
  people: { readonly locations: readonly Location[]; readonly members: readonly Member[] },
  now: number,
): DemoDetails => {
  const locations = new Map(people.locations.map((location) => [location.locationID as string, location]))
  const members = new Map(people.members.map((member) => [member.patientID as string, member]))
  const log: NewStudyLogRow[] = []
  const schedulerEvents: SchedulerEventTable[] = []
  const made = studies.map((study, index): StudyTable => {
    const location = locations.get(study.location_id)
    const member = members.get(study.patient_id)
    if (location === undefined || member === undefined)
      throw new RangeError('a demo study without a member or location')
    const status = JSON.parse(study.status) as Record<string, unknown>
    const isScene = scenes.has(study.study_id)
    const page: DemoPage = { study, location, member, status, index, isScene, now }
    const consult = createDemoConsult(random, page)
    schedulerEvents.push(...consult.events)
    const feedback = createDemoFeedback(random, page)
    const details: StudyDetails = {
      ...noDetails,
      practitioners: practitionersOf(random, page),
      consulting: consult.consulting,
      feedback,
      ...readingsOf(page),
      memberConsentSigned: status.consent === true,
      // The demo has no own text, so that its members signed the standard one.
      consentText: status.consent === true ? standardConsentVersion : null,
      // The technologist countersigns at the scanner; one in thirty forgot.
      technologistConsentSigned: status.scanned === true && (isScene || index % 30 !== 7),
      frontDeskNote: noteOf(page),
      reasonForScan: isScene || random.chance(0.6) ? random.pick(reasons) : '',
    }
    markFlags(random, page, details)
    const { sedative, sedativeTaken } = createDemoSedative(page)
    if (isDemoHome(study.location_id)) log.push(...linesOf(page))
    return {
      ...study,
      status: JSON.stringify(status),
      extra: JSON.stringify(details),
      sedative: JSON.stringify(sedative),
      sedative_taken: sedativeTaken,
    }
  })
  return { studies: made, log, schedulerEvents }
}

const frontDeskNotes = [
  'Arrives with a walker',
  'Interpreter booked: Portuguese',
  'Prefers a call before the appointment',
  'Husband waits in the lobby',
]

/** Returns a note of the front desk for one in nine appointments, otherwise an empty text. */
const noteOf = ({ index }: DemoPage): string =>
  index % 9 === 2 ? (frontDeskNotes[Math.floor(index / 9) % frontDeskNotes.length] ?? '') : ''

const practitionersOf = (random: SeededRandom, { study, index }: DemoPage): StudyDetails['practitioners'] => {
  const ref = (isPracticeKnown: boolean): StudyDetails['practitioners']['additional'][number] => {
    const number = random.whole(1, demoPractitionerCount)
    const practice = isPracticeKnown ? random.pick(practicesOf(number)) : undefined
    return { practitionerID: toDemoPractitionerID(number), locationID: practice?.id ?? null }
  }
  return {
    primary: index % 7 === 5 ? null : ref(true),
    referring: study.referral_type === 'physician' || index % 4 === 1 ? ref(index % 2 === 0) : null,
    additional: Array.from({ length: index % 5 === 2 ? 2 : index % 7 === 3 ? 1 : 0 }, () => ref(true)),
  }
}

/**
 * Returns a study's reports: one to three structured versions, a traditional one, or none. Sets `transcribed` on one in
 * nine of the read studies.
 */
const readingsOf = ({
  status,
  index,
}: DemoPage): Pick<StudyDetails, 'readingPublished' | 'traditionalReportAvailable'> => {
  const none = { readingPublished: [], traditionalReportAvailable: false }
  if (status.read !== true) return none
  if (index % 9 === 4) {
    status.transcribed = true
    status.transcribedTime = status.readTime
    const isReady = status.published === true && index % 27 !== 4
    return isReady
      ? { readingPublished: [{ reportType: 'traditional', version: 1 }], traditionalReportAvailable: true }
      : none
  }
  // One in sixty was published, but its report is missing.
  if (status.published !== true || index % 60 === 11) return none
  const readings = Array.from(
    { length: 1 + (index % 3) },
    (_, place): PublishedReading => ({ reportType: 'structured', version: place + 1 }),
  )
  return { readingPublished: readings, traditionalReportAvailable: index % 20 === 0 }
}

const desk = 'Robin Frost'
const healthInformation = 'Jo Marsh'

const markFlags = (random: SeededRandom, page: DemoPage, { practitioners }: StudyDetails): void => {
  const { status, study, index, isScene, now } = page
  if (practitioners.primary !== null || practitioners.referring !== null)
    mark(page, 'providerAdded', desk, 'booked', 600)
  if (random.chance(0.4)) mark(page, 'researchConsent', desk, 'booked', hour)
  if (status.researchConsent === true && random.chance(0.2))
    mark(page, 'researchFollowUp', null, 'researchConsent', day)
  if (!isScene) {
    if (random.chance(0.03)) mark(page, 'urgent', desk, 'booked', 2 * hour)
    if (random.chance(0.03)) mark(page, 'sensitive', desk, 'booked', 2 * hour)
    if (random.chance(0.05)) mark(page, 'prioritized', 'Dana Brook', 'booked', day)
  }
  if (study.cancelled === 1) return
  if (status.medicalHistory !== true || random.chance(0.3)) {
    mark(page, 'reminderMedicalHistoryEmailSent', null, 'booked', day)
    if (random.chance(0.5)) mark(page, 'reminderMedicalHistorySMSSent', null, 'booked', day + hour)
  }
  const isRecent = now - (study.starts_at ?? now) < 12 * day
  if (study.sku_id === bodyCompositionSku && status.read === true && !isRecent) {
    mark(page, 'bodyCompositionQC', 'Max Reed', 'read', 4 * hour)
  }
  if (status.releasedToPatient !== true) return
  // Traditional reports have release flags of their own, which the page shows beside the ordinary ones.
  if (status.transcribed === true) {
    for (const to of ['Patient', 'Doctor']) {
      if (status[`releasedTo${to}`] !== true) continue
      mark(page, `traditionalReleasedTo${to}`, healthInformation, `releasedTo${to}`, 0)
    }
  }
  if (random.chance(0.7)) mark(page, 'patientReportNotification', healthInformation, 'releasedToPatient', hour)
  if (random.chance(0.5)) mark(page, 'providerReportNotification', healthInformation, 'releasedToPatient', 2 * hour)
  // Some members want no messages, some are billed elsewhere.
  if (index % 40 === 3) status.customerEmailAvailable = false
  if (index % 40 === 23) status.invoiceAvailable = false
}

const told = {
  reminded: 'Marked as reminded',
  checkin: 'Checked in',
  scanned: 'Marked as scanned',
  read: 'Marked as read',
  published: 'Report published',
  reportQADone: 'Report QA done',
  releasedToPatient: 'Released to member',
  releasedToDoctor: 'Released to doctor',
} as const

/** Returns the activity log's lines for the completed steps. */
const linesOf = ({ study, status }: DemoPage): NewStudyLogRow[] =>
  Object.entries(told).flatMap(([flag, content], place) => {
    const time = status[`${flag}Time`]
    if (status[flag] !== true || typeof time !== 'string') return []
    return {
      log_id: `l-${study.study_id.slice(2)}-s${place}`,
      study_id: study.study_id,
      category: 'Study',
      time: toEpochMs(time as Parameters<typeof toEpochMs>[0]) / 1000,
      content,
      by_user: String(status[`${flag}By`] ?? ''),
    }
  })

import type { Member } from '#domain/members/member.ts'
import type { Answers } from '#domain/safety/question.ts'
import {
  assessSafety,
  canSignOff,
  type SafetyAssessment,
  summarizeSafety,
  toSignOffBasis,
} from '#domain/safety/safety-assessment.ts'
import type { SignOff } from '#domain/safety/safety-record.ts'
import { decideSedative, noSedative, type Sedative } from '#domain/study/sedative.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import type {
  NewStudyLogRow,
  SafetyRecordTable,
  SafetyRevisionTable,
  SafetySignOffTable,
  StudyTable,
} from '../../database/tables.ts'
import { parseStatus } from '../../repositories/studies-repository.ts'
import { scanStartOf } from '../../repositories/study-appointment.ts'
import { answeredLine } from '../../safety/answers.ts'
import { safetyCaseOf, safetyCategory, toChanges } from '../../safety/refresh.ts'
import { createDemoAnswers, type DemoCase, type DemoHistory, demoHistories } from './demo-answers.ts'
import { firstHome } from './demo-homes.ts'
import type { DemoStudy } from './demo-studies.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The studies with their sedative and safety columns, and the rows that refer to them. */
type DemoSafety = {
  readonly studies: readonly StudyTable[]
  readonly records: readonly SafetyRecordTable[]
  readonly revisions: readonly SafetyRevisionTable[]
  readonly signOffs: readonly SafetySignOffTable[]
  readonly log: readonly NewStudyLogRow[]
}

const day = 86_400
/** The demo accounts that sign off, and the one that enters answers given by phone. */
const signers = [
  { userID: 'u-np', name: 'Kit Lowell' },
  { userID: 'u-radiologist', name: 'Dana Brook' },
] as const
const frontdesk = { userID: 'u-frontdesk', name: 'Robin Frost' } as const
const grounds = [
  'Device card seen, safe at 1.5 T under its conditions.',
  'Spoke with the member and their surgeon; benefit outweighs the wait.',
  'X-ray report received and read, no metal left.',
] as const

/**
 * Creates safety answers for the demo's studies: for every scanned study, about two in three future ones, and a few
 * half-completed proactive bookings. At the first home location the next bookings from tomorrow on include every
 * history of {@link demoHistories}, among them a pacemaker found after the booking. Red notices are signed off for
 * every member who has checked in or was scanned, and for some of the others. `now` in epoch seconds.
 */
export const createDemoSafety = (
  random: SeededRandom,
  studies: readonly DemoStudy[],
  members: readonly Member[],
  now: number,
): DemoSafety => {
  const membersByID = new Map(members.map((member) => [member.patientID as string, member]))
  const certain = chooseHistories(studies, now)
  const filled = studies.map((demo) => {
    const { study, scene } = demo
    const member = membersByID.get(study.patient_id)
    const history = scene?.history ?? certain.get(study.study_id) ?? null
    const isAnswered = history === null ? random.chance(chanceOfAnswers(study)) : history !== 'unanswered'
    return member !== undefined && history !== 'unanswered' && isAnswered
      ? answer(random, toDrawn(demo), member, { history, maySignOff: scene === undefined }, now)
      : { study: { ...study, sedative: JSON.stringify(noSedative) } }
  })
  return {
    studies: filled.map((each) => each.study),
    records: filled.flatMap((each) => ('record' in each ? each.record : [])),
    revisions: filled.flatMap((each) => ('record' in each ? each.revisions : [])),
    signOffs: filled.flatMap((each) => ('record' in each ? each.signOffs : [])),
    log: filled.flatMap((each) => ('record' in each ? each.log : [])),
  }
}

/** Returns the study with its scene's sedative, or with the randomly drawn sedative if its scene has none. */
const toDrawn = ({ study, scene }: DemoStudy): StudyTable =>
  scene?.sedative === undefined
    ? study
    : { ...study, sedative: JSON.stringify({ ...noSedative, status: scene.sedative } satisfies Sedative) }

const chanceOfAnswers = (study: StudyTable): number => {
  if (study.cancelled === 1) return 0.3
  const status = parseStatus(study)
  if (status.scanned) return 1
  return status.checkin ? 0.97 : 0.65
}

/** Assigns each history to one of the next bookings at the first home location, from tomorrow on. */
const chooseHistories = (studies: readonly DemoStudy[], now: number): ReadonlyMap<string, DemoHistory> => {
  const next = studies
    .map(({ study }) => study)
    .filter((study) => study.location_id === firstHome && (study.starts_at ?? 0) > now + day)
    .filter((study) => study.temporary_hold === 0 && study.proactive_booking === 0)
    .toSorted((a, b) => (a.starts_at ?? 0) - (b.starts_at ?? 0))
  // Only every second booking gets a history, so that bookings with random answers are between them.
  return new Map(
    demoHistories.flatMap((history, place) => {
      const study = next[place * 2 + 1]
      return study === undefined ? [] : [[study.study_id, history] as const]
    }),
  )
}

type Answered = {
  readonly study: StudyTable
  readonly record: SafetyRecordTable
  readonly revisions: readonly SafetyRevisionTable[]
  readonly signOffs: readonly SafetySignOffTable[]
  readonly log: readonly NewStudyLogRow[]
}

const answer = (
  random: SeededRandom,
  study: StudyTable,
  member: Member,
  { history, maySignOff }: { readonly history: DemoCase | null; readonly maySignOff: boolean },
  now: number,
): Answered => {
  const latest = Math.min(now - 600, (study.starts_at ?? now) - 3600)
  const savedAt = Math.max(study.created_at, latest - random.whole(0, Math.max(0, latest - study.created_at)))
  const zone = (study.timezone ?? 'UTC') as ZoneId
  const complete = createDemoAnswers(random, {
    gender: member.gender,
    history,
    savedOn: toWallTime(toInstant(savedAt * 1000), zone).date,
    scannedOn: study.starts_at === null ? null : toWallTime(toInstant(study.starts_at * 1000), zone).date,
  })
  const status = parseStatus(study)
  const mayBeHalfDone = study.proactive_booking === 1 && study.payment_amount === 0 && !status.scanned
  const isHalfDone = mayBeHalfDone && random.chance(0.6)
  const answers = isHalfDone ? firstHalf(complete) : complete
  const assessment = assessSafety(answers, safetyCaseOf(member.gender, study, { now }))
  const writer = random.chance(0.5)
    ? frontdesk
    : { userID: member.patientID, name: `${member.firstname} ${member.lastname}` }
  // A member who gives a reason for the visit called again to add it, which makes a second save.
  const saves = answers.ReasonForVisit === undefined ? [answers] : [without(answers, 'ReasonForVisit'), answers]
  const version = saves.length
  const isScanned = status.checkin || status.scanned
  const signOffs =
    canSignOff(assessment) && (isScanned || (maySignOff && random.chance(0.45)))
      ? [signOff(random, study, assessment, version, savedAt, now)]
      : []
  const drawn = JSON.parse(study.sedative) as Sedative
  const log = saves.map((save, place) =>
    line(study, place, savedAt, answeredLine(place, toChanges(saves[place - 1] ?? {}, save)), writer.name),
  )
  return {
    study: {
      ...study,
      sedative: JSON.stringify(decideSedative(drawn, answers)),
      safety: JSON.stringify(
        summarizeSafety(
          assessment,
          version,
          signOffs.map((each) => each.signOff),
        ),
      ),
    },
    record: {
      study_id: study.study_id,
      answers: JSON.stringify(answers),
      version,
      saved_at: savedAt,
      saved_by: writer.name,
      saved_by_user: writer.userID,
    },
    revisions: saves.map((save, place) => ({
      study_id: study.study_id,
      version: place + 1,
      saved_at: savedAt,
      saved_by: writer.name,
      changes: JSON.stringify(toChanges(saves[place - 1] ?? {}, save)),
    })),
    signOffs: signOffs.map((each) => each.row),
    log: [
      ...log,
      ...signOffs.map((each) => line(study, saves.length, each.row.signed_at, 'Stops signed off', each.signOff.by)),
    ],
  }
}

const firstHalf = (answers: Answers): Answers => {
  const entries = Object.entries(answers)
  return Object.fromEntries(entries.slice(0, Math.ceil(entries.length / 2)))
}

const without = (answers: Answers, field: string): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => name !== field))

const line = (study: StudyTable, place: number, time: number, content: string, by: string): NewStudyLogRow => ({
  log_id: `l-${study.study_id.slice(2)}-${5 + place}`,
  study_id: study.study_id,
  category: safetyCategory,
  time,
  content,
  by_user: by,
})

const signOff = (
  random: SeededRandom,
  study: StudyTable,
  assessment: SafetyAssessment,
  version: number,
  savedAt: number,
  now: number,
): { readonly signOff: SignOff; readonly row: SafetySignOffTable } => {
  const signer = random.pick(signers)
  const signedAt = Math.min(now, savedAt + random.whole(600, 6 * 3600))
  const signOff: SignOff = {
    signOffID: `so-${study.study_id.slice(2)}`,
    version,
    by: signer.name,
    at: toInstant(signedAt * 1000),
    reason: random.pick(grounds),
    ground: toSignOffBasis(assessment, scanStartOf(study)),
    withdrawn: null,
  }
  return {
    signOff: signOff,
    row: {
      sign_off_id: signOff.signOffID,
      study_id: study.study_id,
      version,
      signed_at: signedAt,
      signed_by: signer.name,
      signed_by_user: signer.userID,
      reason: signOff.reason,
      ground: JSON.stringify(signOff.ground),
      withdrawn_at: null,
      withdrawn_by: null,
      withdrawn_reason: null,
    },
  }
}

import type { BookInput, SelfServiceBridge } from '#contract/booking/bridge.ts'
import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import type { SafetyBridge } from '#contract/safety/bridge.ts'
import type { Member } from '#domain/members/member.ts'
import type { BookingSafetyDraft } from '#domain/safety/booking-safety-draft.ts'
import { decideCheckIn } from '#domain/safety/check-in-rule.ts'
import type { Answers } from '#domain/safety/question.ts'
import { changedFields } from '#domain/safety/questionnaire-engine.ts'
import {
  assessSafety,
  canSignOff,
  decideWithdrawal,
  parseSafetyAnswers,
  type SafetyAssessment,
  standingSignOff,
  summarizeSafety,
  summarizeSafetyDraft,
  toSignOffGround,
} from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { emptySafetyRecord, type SafetyRecord } from '#domain/safety/safety-record.ts'
import { findSettleNotices } from '#domain/safety/settle-rule.ts'
import { maySignOffSafety, signOffForbiddenReason } from '#domain/session/safety-permissions.ts'
import { decideSedative } from '#domain/study/sedative.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { FakeWorld } from './fake-members.ts'

type Saved = { readonly record: SafetyRecord; readonly study: Study; readonly cleared: readonly string[] }
type Parts = { study: Study; member: Member; record: SafetyRecord; assessment: SafetyAssessment }

const offline = () => fail('offline', 'The back office cannot be reached.')
const unknown = () => fail('not-found', 'There is no such record.')
const missing = 'Missing some required fields'

/** A sheet of paper with nothing on it, in one page. */
export const emptyPdf = btoa(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)

/** Writes a study over the one of the same id, or adds it, and tells every window. */
export const replaceStudy = (world: FakeWorld, study: Study): Study => {
  const { studies } = world.clinic
  const index = studies.findIndex((candidate) => candidate.studyID === study.studyID)
  if (index >= 0) studies[index] = study
  else studies.push(study)
  world.emit('booking.studyChanged', { studyID: study.studyID })
  return study
}

export type FakeSafety = {
  readonly safety: SafetyBridge
  readonly checkIn: (input: { readonly studyID: string }) => Promise<Reply<Study>>
  readonly selfService: Pick<SelfServiceBridge, 'readSafety' | 'saveSafety' | 'shareSafety' | 'shareAnswers'>
  /** What a booking would be refused for: the text of a notice that nobody may sign off. */
  readonly findProhibition: (answers: Answers | null, patientID: string) => string | null
  /** Whether a notice has to be settled at the time of a booking. */
  readonly hasSettleNotice: (
    input: Pick<BookInput, 'safetyAnswers' | 'patientID' | 'utcStart' | 'locationID'>,
  ) => boolean
  /** Keeps why a study was booked before a notice was settled. */
  readonly keepReason: (studyID: string, reason: string) => void
  /** Works the notices of a study out again and withdraws a sign-off whose ground has gone: after a move or a change of sex. */
  readonly refresh: (studyID: string) => Study | null
  /** What another desk does: saves answers under its own name over whatever stands. */
  readonly saveAs: (by: string, studyID: string, answers: Answers) => void
  /** What another desk does: gives answers that are not completed, over whatever every desk has; null throws them away. */
  readonly draftAs: (by: string, studyID: string, answers: Answers | null, account?: string) => void
  /** What other desks, and members, answered before a booking. */
  readonly answerElsewhere: (drafts: readonly BookingSafetyDraft[]) => void
  /** Another desk has the questions of this study open, or has closed them. */
  readonly setOthers: (studyID: string, others: readonly { name: string; since: Instant }[]) => void
  /** Why the health number of the next save does not reach the member. */
  readonly failMember: (failure: Failure) => void
  /** The answers of the member's visit before. */
  readonly setLastVisit: (studyID: string, lastVisit: SafetyRecord['lastVisit']) => void
}

/** The safety subject of the fake bridge: the engine of the domain over records in memory. */
export const createFakeSafety = (world: FakeWorld): FakeSafety => {
  const { clinic, now } = world
  const records = new Map<string, SafetyRecord>()
  const others = new Map<string, readonly { name: string; since: Instant }[]>()
  const done = new Map<string, { record: SafetyRecord; study: Study }>()
  let bookingDrafts: readonly BookingSafetyDraft[] = []
  let signOffNumber = 0
  let memberFailure: Failure | null = null

  const appointmentOf = ({ booking }: Study) =>
    booking === null ? null : { utcStart: booking.utcStart, timezone: booking.timezone }
  const assess = (answers: Answers, study: Study, member: Member): SafetyAssessment =>
    assessSafety(answers, {
      gender: member.gender,
      appointment: appointmentOf(study),
      now: now(),
      supportPhone: world.supportPhone(),
    })
  const find = (studyID: string): Parts | null => {
    const study = clinic.studies.find((candidate) => candidate.studyID === studyID)
    const member = clinic.members.find((candidate) => candidate.patientID === study?.patientID)
    if (study === undefined || member === undefined) return null
    const record = records.get(studyID) ?? emptySafetyRecord(study.studyID, study.patientID)
    return { study, member, record, assessment: assess(record.SafetyQuestions, study, member) }
  }
  const person = (): string => world.user()?.fullname ?? 'Member'

  /** Keeps a record, withdraws a sign-off whose ground has gone, and writes the summary into the study. */
  const settle = (record: SafetyRecord, study: Study, member: Member): { record: SafetyRecord; study: Study } => {
    const assessment = assess(record.SafetyQuestions, study, member)
    const standing = standingSignOff(record.signOffs)
    const why = standing && decideWithdrawal(standing.ground, assessment, appointmentOf(study))
    const signOffs =
      why === null
        ? record.signOffs
        : record.signOffs.map((each) =>
            each === standing ? { ...each, withdrawn: { by: 'Atrium', at: now(), reason: why } } : each,
          )
    const kept = { ...record, signOffs }
    records.set(study.studyID, kept)
    const { draft } = kept
    const summary =
      draft === null
        ? null
        : summarizeSafetyDraft(assess(draft.SafetyQuestions, study, member), assessment, draft.by, draft.at)
    const safety = summarizeSafety(assessment, kept.version, signOffs, summary)
    return { record: kept, study: replaceStudy(world, { ...study, safety, version: study.version + 1 }) }
  }

  const write = (by: string, parts: Parts, answers: Answers): { record: SafetyRecord; study: Study } => {
    const { record, study, member } = parts
    const changes = changedFields(safetyQuestionnaire, record.SafetyQuestions, answers).map((field) => ({
      field,
      from: record.SafetyQuestions[field] ?? null,
      to: answers[field] ?? null,
    }))
    const version = record.version + 1
    const after = {
      ...record,
      SafetyQuestions: answers,
      draft: null,
      version,
      savedAt: now(),
      savedBy: by,
      revisions: [{ version, at: now(), by, changes }, ...record.revisions],
    }
    return settle(after, { ...study, sedative: decideSedative(study.sedative, answers) }, member)
  }

  const save = (input: { studyID: string; answers: Answers; version: number }): Reply<Saved> => {
    if (!world.isOnline()) return offline()
    const parts = find(input.studyID)
    if (parts === null) return unknown()
    const { study, member, record } = parts
    if (study.status.cancelled) return fail('already-cancelled', 'This appointment is cancelled already.')
    if (record.version !== input.version) {
      return fail('stale', 'Somebody else changed these answers.', { currentVersion: record.version })
    }
    const zone = study.booking?.timezone ?? clinic.locations[0]?.timezone
    if (zone === undefined) return unknown()
    const parsed = parseSafetyAnswers(input.answers, member.gender, now(), zone)
    if (!parsed.ok) return fail('invalid-input', 'Some answers cannot be taken.', { fields: parsed.problems })
    const mayBeIncomplete = study.config.proactiveBooking && study.paymentAmount === 0
    if (parsed.unanswered.length > 0 && !mayBeIncomplete) {
      const fields = Object.fromEntries(parsed.unanswered.map((field) => [field, 'is required']))
      return fail('missing-required-fields', missing, { fields })
    }
    return ok({ ...write(person(), parts, parsed.answers), cleared: parsed.cleared })
  }

  const writeHealthNumber = (studyID: string): void => {
    const parts = find(studyID)
    const phn = parts?.record.SafetyQuestions.PatientHealthNumber
    if (parts === null || typeof phn !== 'string' || phn === parts.member.phn) return
    const index = clinic.members.indexOf(parts.member)
    clinic.members[index] = { ...parts.member, phn, version: parts.member.version + 1 }
    world.emit('members.changed', { memberID: parts.member.patientID })
  }

  const mayNotSign = () =>
    maySignOffSafety(world.user()?.roles ?? []) ? null : fail('insufficient-permissions', signOffForbiddenReason)

  const safety: SafetyBridge = {
    read: async ({ studyID }) => {
      const parts = find(studyID)
      const location = clinic.locations.find((candidate) => candidate.locationID === parts?.study.locationID)
      if (parts === null || location === undefined) return unknown()
      const allowed = world.user()?.allowedLocations
      if (allowed !== undefined && allowed !== 'all' && !allowed.includes(location.locationID)) {
        return fail('location-forbidden', 'This location is not one of yours.')
      }
      const { study, member, record } = parts
      return ok({ study, member, location, record, asOf: now(), source: world.isOnline() ? 'back-office' : 'cache' })
    },
    save: async (input) => {
      const saved = save(input)
      if (!saved.ok) return saved
      const failure = memberFailure
      memberFailure = null
      if (failure === null) writeHealthNumber(input.studyID)
      return ok({ ...saved.value, memberFailure: failure })
    },
    discardDraft: async ({ studyID }) => {
      if (!world.isOnline()) return offline()
      const parts = find(studyID)
      if (parts === null) return unknown()
      return ok(settle({ ...parts.record, draft: null }, parts.study, parts.member))
    },
    readBookingDrafts: async ({ memberID }) => {
      if (!world.isOnline()) return offline()
      return ok({ drafts: bookingDrafts.filter(({ patientID }) => patientID === memberID) })
    },
    signOff: async ({ studyID, version, reason, idempotencyKey }) => {
      if (!world.isOnline()) return offline()
      const before = done.get(idempotencyKey)
      if (before !== undefined) return ok(before)
      const forbidden = mayNotSign()
      if (forbidden !== null) return forbidden
      const parts = find(studyID)
      if (parts === null) return unknown()
      const { record, study, member, assessment } = parts
      if (record.version !== version) {
        return fail('stale', 'Somebody else changed these answers.', { currentVersion: record.version })
      }
      const prohibition = assessment.notices.find(({ isProhibitive }) => isProhibitive)
      if (prohibition !== undefined) return fail('scan-prohibited', prohibition.text)
      if (!canSignOff(assessment)) return fail('nothing-to-sign-off', 'There is nothing red to sign off.')
      signOffNumber += 1
      const signOff = {
        signOffID: `so-${signOffNumber}`,
        version,
        by: person(),
        at: now(),
        reason,
        ground: toSignOffGround(assessment, appointmentOf(study)),
        withdrawn: null,
      }
      const settled = settle({ ...record, signOffs: [signOff, ...record.signOffs] }, study, member)
      done.set(idempotencyKey, settled)
      return ok(settled)
    },
    withdrawSignOff: async ({ studyID, reason, idempotencyKey }) => {
      if (!world.isOnline()) return offline()
      const before = done.get(idempotencyKey)
      if (before !== undefined) return ok(before)
      const forbidden = mayNotSign()
      if (forbidden !== null) return forbidden
      const parts = find(studyID)
      const standing = parts && standingSignOff(parts.record.signOffs)
      if (parts === null) return unknown()
      if (standing === null) return fail('nothing-to-sign-off', 'There is no sign-off to withdraw.')
      const withdrawn = { by: person(), at: now(), reason }
      const signOffs = parts.record.signOffs.map((each) => (each === standing ? { ...each, withdrawn } : each))
      const settled = settle({ ...parts.record, signOffs }, parts.study, parts.member)
      done.set(idempotencyKey, settled)
      return ok(settled)
    },
    setSedativeStatus: async ({ studyID, sedative, version }) => {
      if (!world.isOnline()) return offline()
      const parts = find(studyID)
      if (parts === null) return unknown()
      const { study } = parts
      if (study.version !== version) {
        return fail('stale', 'Somebody else changed this study.', { currentVersion: study.version })
      }
      const status = { ...study.sedative, status: sedative }
      return ok(replaceStudy(world, { ...study, sedative: status, version: version + 1 }))
    },
    present: async ({ studyID }) => ok({ others: others.get(studyID) ?? [] }),
    makePdf: async ({ studyID }) => (find(studyID) === null ? unknown() : ok({ base64: emptyPdf, pages: 1 })),
  }

  return {
    safety,
    checkIn: async ({ studyID }) => {
      if (!world.isOnline()) return offline()
      const parts = find(studyID)
      if (parts === null) return unknown()
      const { study, assessment } = parts
      if (study.status.cancelled) return fail('already-cancelled', 'This appointment is cancelled already.')
      const prohibition = assessment.notices.find(({ isProhibitive }) => isProhibitive)
      if (prohibition !== undefined) return fail('scan-prohibited', prohibition.text)
      if (study.status.checkin) return ok(study)
      const { block } = decideCheckIn(study.safety)
      if (block !== null) return fail('act-not-allowed', block.text)
      const status = { ...study.status, checkin: true, checkinTime: now(), checkinBy: person() }
      return ok(replaceStudy(world, { ...study, status, version: study.version + 1 }))
    },
    selfService: {
      readSafety: async ({ studyID }) => {
        const parts = find(studyID)
        const location = clinic.locations.find((candidate) => candidate.locationID === parts?.study.locationID)
        if (parts === null || location === undefined) return unknown()
        return ok({ record: parts.record, study: parts.study, location, gender: parts.member.gender })
      },
      saveSafety: async (input) => save(input),
      shareSafety: async ({ studyID, answers }) => {
        if (!world.isOnline()) return offline()
        const parts = find(studyID)
        if (parts === null) return unknown()
        const version = (parts.record.draft?.version ?? 0) + 1
        const draft = {
          SafetyQuestions: answers,
          version,
          by: person(),
          byUser: parts.study.patientID,
          at: now(),
          isByMember: true,
        }
        settle({ ...parts.record, draft }, parts.study, parts.member)
        return ok({})
      },
      shareAnswers: async () => (world.isOnline() ? ok({ isShared: false }) : offline()),
    },
    findProhibition: (answers, patientID) => {
      const member = clinic.members.find((candidate) => candidate.patientID === patientID)
      if (answers === null || member === undefined) return null
      const safetyCase = { gender: member.gender, appointment: null, now: now(), supportPhone: world.supportPhone() }
      return assessSafety(answers, safetyCase).notices.find(({ isProhibitive }) => isProhibitive)?.text ?? null
    },
    hasSettleNotice: ({ safetyAnswers, patientID, utcStart, locationID }) => {
      const member = clinic.members.find((candidate) => candidate.patientID === patientID)
      const location = clinic.locations.find((candidate) => candidate.locationID === locationID)
      if (safetyAnswers === null || member === undefined || location === undefined) return false
      const { timezone } = location
      const safetyCase = { gender: member.gender, appointment: { utcStart, timezone }, now: now(), supportPhone: null }
      return findSettleNotices(assessSafety(safetyAnswers, safetyCase).notices).length > 0
    },
    keepReason: (studyID, reason) => {
      const record = records.get(studyID)
      if (record === undefined) return
      const given = { kind: 'booked' as const, reason, by: person(), at: now() }
      records.set(studyID, { ...record, settleReasons: [given, ...record.settleReasons] })
    },
    refresh: (studyID) => {
      const parts = find(studyID)
      return parts === null ? null : settle(parts.record, parts.study, parts.member).study
    },
    saveAs: (by, studyID, answers) => {
      const parts = find(studyID)
      if (parts === null) throw new Error(`There is no study ${studyID}.`)
      write(by, parts, answers)
    },
    draftAs: (by, studyID, answers, account) => {
      const parts = find(studyID)
      if (parts === null) throw new Error(`There is no study ${studyID}.`)
      const version = (parts.record.draft?.version ?? 0) + 1
      const byUser = account ?? clinic.users.find(({ fullname }) => fullname === by)?.user_id ?? null
      const draft = answers === null ? null : { SafetyQuestions: answers, version, by, byUser, at: now() }
      settle({ ...parts.record, draft }, parts.study, parts.member)
    },
    answerElsewhere: (drafts) => {
      bookingDrafts = drafts
    },
    setOthers: (studyID, people) => others.set(studyID, people),
    failMember: (failure) => {
      memberFailure = failure
    },
    setLastVisit: (studyID, lastVisit) => {
      const parts = find(studyID)
      if (parts === null) throw new Error(`There is no study ${studyID}.`)
      records.set(studyID, { ...parts.record, lastVisit })
    },
  }
}

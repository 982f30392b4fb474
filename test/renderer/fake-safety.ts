import type { BookInput, SelfServiceBridge } from '#contract/booking/bridge.ts'
import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import type { SafetyBridge } from '#contract/safety/bridge.ts'
import type { Member } from '#domain/members/member.ts'
import type { BookingSafetyDraft } from '#domain/safety/booking-safety-draft.ts'
import { decideCheckIn } from '#domain/safety/check-in-rule.ts'
import type { Notice } from '#domain/safety/notices.ts'
import type { Answers } from '#domain/safety/question.ts'
import { changedFields } from '#domain/safety/questionnaire-engine.ts'
import {
  assessSafety,
  canSignOff,
  currentSignOff,
  decideWithdrawal,
  findOpenStops,
  parseSafetyAnswers,
  type SafetyAssessment,
  summarizeSafety,
  summarizeSafetyDraft,
  toSignOffBasis,
} from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { emptySafetyRecord, type SafetyRecord, type SettleReason } from '#domain/safety/safety-record.ts'
import { findSettleNotices } from '#domain/safety/settle-rule.ts'
import { maySignOffSafety, signOffForbiddenReason } from '#domain/session/safety-permissions.ts'
import { decideSedative } from '#domain/study/sedative.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { FakeWorld } from './fake-members.ts'

type Saved = { readonly record: SafetyRecord; readonly study: Study; readonly cleared: readonly string[] }
type BookedAnswers = Pick<
  BookInput,
  'safetyAnswers' | 'safetyDraft' | 'patientID' | 'utcStart' | 'locationID' | 'settleReason'
>
type Appointment = { readonly utcStart: Instant; readonly timezone: ZoneId }
type Parts = { study: Study; member: Member; record: SafetyRecord; assessment: SafetyAssessment }

const offline = () => fail('offline', 'The back office cannot be reached.')
const unknown = () => fail('not-found', 'There is no such record.')
const cancelledAlready = () => fail('already-cancelled', 'This appointment is cancelled already.')
const healthNumberField = 'Prescription.PatientHealthNumber'
const missing = 'Missing some required fields'

/** A blank PDF of one page, in base64. */
export const emptyPdf = btoa(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)

/** Replaces the study of the same id, or adds it, and notifies every window. */
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
  readonly selfService: Pick<SelfServiceBridge, 'readSafety' | 'saveSafety' | 'shareSafety'>
  /** Stores answers that a member shared before a booking. */
  readonly keepShared: (
    draft: Pick<BookingSafetyDraft, 'draftID' | 'patientID' | 'locationID' | 'SafetyQuestions'>,
  ) => void
  /** Removes the answers shared under this draft id, because they are now in a booking. */
  readonly dropShared: (draftID: string | undefined) => void
  /** Returns why a booking with these answers is refused; null if it is not. */
  readonly refuseBooking: (input: BookedAnswers, isStaff: boolean) => Reply<never> | null
  /** Stores the safety answers or the draft of a new booking, and the reason to book despite a stop. */
  readonly keepBooked: (studyID: string, input: BookedAnswers) => void
  /** Returns why a study with open stops cannot move to this appointment; null if it can. */
  readonly refuseMove: (study: Study, appointment: Appointment, reason: string | null) => Reply<never> | null
  /** Returns why a temporary hold with open stops cannot become a booking; null if it can. */
  readonly refuseConversion: (study: Study, reason: string | null) => Reply<never> | null
  /** Returns why a study with open stops cannot be marked as scanned; null if it can. */
  readonly refuseScan: (study: Study, reason: string | null) => Reply<never> | null
  /** Stores the reason that staff gave for an act despite an open stop. */
  readonly keepReason: (studyID: string, reason: string, kind?: SettleReason['kind']) => void
  /** Recalculates a study's notices and withdraws a sign-off that is void, after a move or a change of sex. */
  readonly refresh: (studyID: string) => Study | null
  /** Replaces the saved answers, as another desk does when `by` saves there. */
  readonly saveAs: (by: string, studyID: string, answers: Answers) => void
  /** Replaces the shared draft with incomplete answers of `by`, as another desk would; null discards the draft. */
  readonly draftAs: (by: string, studyID: string, answers: Answers | null, account?: string) => void
  /** Sets the answers that other desks and members gave before there is a booking. */
  readonly answerElsewhere: (drafts: readonly BookingSafetyDraft[]) => void
  /** Sets who has this study's questions open at other desks. */
  readonly setOthers: (studyID: string, others: readonly { name: string; since: Instant }[]) => void
  /** Makes the next save succeed with this `memberFailure`: the save does not write the health number to the member. */
  readonly failMember: (failure: Failure) => void
  /** Sets the answers of the member's last visit. */
  readonly setLastVisit: (studyID: string, lastVisit: SafetyRecord['lastVisit']) => void
}

/** Creates the safety subject of the fake bridge. Applies the domain's engine to records in memory. */
export const createFakeSafety = (world: FakeWorld): FakeSafety => {
  const { clinic, now } = world
  const records = new Map<string, SafetyRecord>()
  const others = new Map<string, readonly { name: string; since: Instant }[]>()
  /** The users who have each study's questions open. */
  const present = new Map<string, Map<string, { name: string; since: Instant }>>()
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

  /** Stores a record, withdraws a void sign-off, and writes the summary into the study. */
  const settle = (record: SafetyRecord, study: Study, member: Member): { record: SafetyRecord; study: Study } => {
    const assessment = assess(record.SafetyQuestions, study, member)
    const validSignOff = currentSignOff(record.signOffs)
    const why = validSignOff && decideWithdrawal(validSignOff.ground, assessment, appointmentOf(study))
    const signOffs =
      why === null
        ? record.signOffs
        : record.signOffs.map((each) =>
            each === validSignOff ? { ...each, withdrawn: { by: 'Atrium', at: now(), reason: why } } : each,
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
    if (changes.length === 0 && record.version > 0) return settle({ ...record, draft: null }, study, member)
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
    if (study.status.cancelled) return cancelledAlready()
    if (record.version !== input.version) {
      return fail('stale', 'Someone else changed these answers.', { currentVersion: record.version })
    }
    const parsed = parseSafetyAnswers(input.answers, member.gender, now(), zoneOf(study))
    if (!parsed.ok) return fail('invalid-input', 'Some answers cannot be taken.', { fields: parsed.problems })
    const mayBeIncomplete = study.config.proactiveBooking && study.paymentAmount === 0
    if (parsed.unanswered.length > 0 && !mayBeIncomplete) return missingAnswers(parsed.unanswered)
    return ok({ ...write(person(), parts, parsed.answers), cleared: parsed.cleared })
  }

  const writeHealthNumber = (studyID: string): void => {
    const parts = find(studyID)
    const phn = parts?.record.SafetyQuestions[healthNumberField]
    if (parts === null || typeof phn !== 'string' || phn === parts.member.phn) return
    // Writes the number only if the last save changed it, so that a later correction on the member is kept.
    if (parts.record.revisions[0]?.changes.some(({ field }) => field === healthNumberField) !== true) return
    const index = clinic.members.indexOf(parts.member)
    clinic.members[index] = { ...parts.member, phn, version: parts.member.version + 1 }
    world.emit('members.changed', { memberID: parts.member.patientID })
  }

  /** Returns the zone of a study's appointment, or of its location if the study has no appointment. */
  const zoneOf = (study: Study): ZoneId => {
    const location = clinic.locations.find(({ locationID }) => locationID === study.locationID)
    const zone = study.booking?.timezone ?? location?.timezone
    if (zone === undefined) throw new Error(`There is no location ${study.locationID}.`)
    return zone
  }
  const missingAnswers = (unanswered: readonly string[]) =>
    fail('missing-required-fields', missing, {
      fields: Object.fromEntries(unanswered.map((field) => [field, 'must be answered'])),
    })
  /**
   * Returns the stops in the saved answers and in the draft that no sign-off covers, for `appointment` or the study's
   * own.
   */
  const openStopsOf = (studyID: string, appointment?: Appointment): readonly Notice[] => {
    const parts = find(studyID)
    if (parts === null) return []
    const { study, member, record } = parts
    const at = appointment ?? appointmentOf(study)
    const safetyCase = { gender: member.gender, appointment: at, now: now(), supportPhone: world.supportPhone() }
    const assessment = assessSafety(record.SafetyQuestions, safetyCase)
    const draft = record.draft == null ? null : assessSafety(record.draft.SafetyQuestions, safetyCase)
    const validSignOff = currentSignOff(record.signOffs)
    const isSigned = validSignOff !== null && decideWithdrawal(validSignOff.ground, assessment, at) === null
    return findOpenStops(assessment, draft, isSigned)
  }
  const refuseStops = (notices: readonly Notice[], reason: string | null, isStaff: boolean): Reply<never> | null => {
    const prohibition = notices.find(({ isProhibitive }) => isProhibitive)
    if (prohibition !== undefined) return fail('scan-prohibited', prohibition.text)
    if (findSettleNotices(notices).length === 0 || (isStaff && reason !== null)) return null
    const message = 'A stop needs a sign-off before the scan. Enter a reason to book anyway.'
    return fail('settle-reason-required', message, { fields: { settleReason: message } })
  }
  const addReason = (studyID: string, reason: string, kind: SettleReason['kind']): void => {
    const parts = find(studyID)
    if (parts === null) return
    const given = { kind, reason, by: person(), at: now() }
    records.set(studyID, { ...parts.record, settleReasons: [given, ...parts.record.settleReasons] })
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
    signOff: async ({ studyID, version, utcStart, reason, idempotencyKey }) => {
      if (!world.isOnline()) return offline()
      const before = done.get(idempotencyKey)
      if (before !== undefined) return ok(before)
      const forbidden = mayNotSign()
      if (forbidden !== null) return forbidden
      const parts = find(studyID)
      if (parts === null) return unknown()
      const { record, study, member, assessment } = parts
      if (study.status.cancelled) return cancelledAlready()
      if (!/[\p{L}\p{N}]/u.test(reason)) return fail('invalid-input', 'Say why.', { fields: { reason: 'Say why.' } })
      const isMoved = utcStart !== undefined && utcStart !== (study.booking?.utcStart ?? null)
      if (record.version !== version || isMoved) {
        return fail('stale', 'Someone else changed these answers.', { currentVersion: record.version })
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
        ground: toSignOffBasis(assessment, appointmentOf(study)),
        withdrawn: null,
      }
      const ended = { by: person(), at: now(), reason: 'Signed off again' }
      const earlier = record.signOffs.map((each) => (each.withdrawn === null ? { ...each, withdrawn: ended } : each))
      const settled = settle({ ...record, signOffs: [signOff, ...earlier] }, study, member)
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
      const validSignOff = parts && currentSignOff(parts.record.signOffs)
      if (parts === null) return unknown()
      if (parts.study.status.cancelled) return cancelledAlready()
      if (validSignOff === null) return fail('nothing-to-sign-off', 'There is no sign-off to withdraw.')
      const withdrawn = { by: person(), at: now(), reason }
      const signOffs = parts.record.signOffs.map((each) => (each === validSignOff ? { ...each, withdrawn } : each))
      const settled = settle({ ...parts.record, signOffs }, parts.study, parts.member)
      done.set(idempotencyKey, settled)
      return ok(settled)
    },
    setSedativeStatus: async ({ studyID, sedative, version }) => {
      if (!world.isOnline()) return offline()
      const parts = find(studyID)
      if (parts === null) return unknown()
      const { study } = parts
      if (study.status.cancelled) return cancelledAlready()
      if (study.version !== version) {
        return fail('stale', 'Someone else changed this study.', { currentVersion: study.version })
      }
      const status = { ...study.sedative, status: sedative }
      return ok(replaceStudy(world, { ...study, sedative: status, version: version + 1 }))
    },
    present: async ({ studyID, isLeaving }) => {
      const user = world.user()
      if (!world.isOnline()) return offline()
      const here = present.get(studyID) ?? new Map<string, { name: string; since: Instant }>()
      present.set(studyID, here)
      const since = here.get(user?.user_id ?? '')?.since ?? now()
      if (isLeaving) here.delete(user?.user_id ?? '')
      else here.set(user?.user_id ?? '', { name: person(), since })
      const atOtherDesks = [...here].flatMap(([userID, each]) => (userID === user?.user_id ? [] : [each]))
      return ok({ others: [...(others.get(studyID) ?? []), ...atOtherDesks] })
    },
    makePdf: async ({ studyID }) => (find(studyID) === null ? unknown() : ok({ base64: emptyPdf, pages: 1 })),
  }

  return {
    safety,
    checkIn: async ({ studyID }) => {
      if (!world.isOnline()) return offline()
      const parts = find(studyID)
      if (parts === null) return unknown()
      const { study, assessment } = parts
      if (study.status.cancelled) return cancelledAlready()
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
        const { gender, language } = parts.member
        return ok({ record: parts.record, study: parts.study, location, gender, language })
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
    },
    keepShared: (draft) => {
      const before = bookingDrafts.find(({ draftID }) => draftID === draft.draftID)
      const version = (before?.version ?? 0) + 1
      const others = bookingDrafts.filter((other) => other !== before)
      bookingDrafts = [{ ...draft, version, by: person(), isByMember: true, at: now() }, ...others]
    },
    dropShared: (id) => {
      bookingDrafts = bookingDrafts.filter(({ draftID }) => draftID !== id)
    },
    refuseBooking: ({ safetyAnswers, safetyDraft, patientID, utcStart, locationID, settleReason }, isStaff) => {
      const member = clinic.members.find((candidate) => candidate.patientID === patientID)
      const location = clinic.locations.find((candidate) => candidate.locationID === locationID)
      const answers = safetyAnswers ?? safetyDraft ?? null
      if (answers === null || member === undefined || location === undefined) return null
      const { timezone } = location
      const parsed = parseSafetyAnswers(answers, member.gender, now(), timezone)
      if (!parsed.ok) return fail('invalid-input', 'Some answers cannot be taken.', { fields: parsed.problems })
      if (safetyAnswers !== null && parsed.unanswered.length > 0) return missingAnswers(parsed.unanswered)
      const safetyCase = {
        gender: member.gender,
        appointment: { utcStart, timezone },
        now: now(),
        supportPhone: world.supportPhone(),
      }
      return refuseStops(assessSafety(parsed.answers, safetyCase).notices, settleReason, isStaff)
    },
    keepBooked: (studyID, { safetyAnswers, safetyDraft, settleReason }) => {
      const parts = find(studyID)
      if (parts === null) return
      if (safetyAnswers !== null) {
        const parsed = parseSafetyAnswers(safetyAnswers, parts.member.gender, now(), zoneOf(parts.study))
        write(person(), parts, parsed.ok ? parsed.answers : safetyAnswers)
      } else if (safetyDraft !== null && safetyDraft !== undefined && Object.keys(safetyDraft).length > 0) {
        const byUser = world.user()?.user_id ?? parts.member.patientID
        const draft = { SafetyQuestions: safetyDraft, version: 1, by: person(), byUser, at: now() }
        settle({ ...parts.record, draft }, parts.study, parts.member)
      }
      const stops = findSettleNotices(openStopsOf(studyID))
      if (settleReason !== null && stops.length > 0) addReason(studyID, settleReason, 'booked')
    },
    refuseMove: (study, appointment, reason) => refuseStops(openStopsOf(study.studyID, appointment), reason, true),
    refuseConversion: (study, reason) => {
      const stops = openStopsOf(study.studyID)
      const isGiven = (records.get(study.studyID)?.settleReasons ?? []).some(({ kind }) => kind !== 'scanned')
      return refuseStops(stops, isGiven ? 'given' : reason, true)
    },
    refuseScan: (study, reason) => {
      const stops = openStopsOf(study.studyID)
      if (stops.length === 0 || reason !== null) return null
      const message = 'A stop is not signed off. Enter a reason to mark the study as scanned.'
      return fail('settle-reason-required', message, { fields: { settleReason: message } })
    },
    keepReason: (studyID, reason, kind = 'booked') => addReason(studyID, reason, kind),
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

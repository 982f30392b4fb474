import { fail, ok, type Reply } from '#contract/reply.ts'
import type { ResultsBridge } from '#contract/results/bridge.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { isMember } from '#domain/release/member-details.ts'
import type { StudyReport } from '#domain/release/study-report.ts'
import { type IncomingReport, incomingReportSchema } from '#domain/results/incoming-report.ts'
import type { WaitingReason, WaitingResult } from '#domain/results/incoming-result.ts'
import { isAboutStudy, matchResult, needsAttachReason } from '#domain/results/match-result.ts'
import {
  boundRefusal,
  type RefusedDelivery,
  type RefusedMessage,
  refusalKey,
  refusedMessageSchema,
} from '#domain/results/refused-delivery.ts'
import { mayMatchResults } from '#domain/results/result-roles.ts'
import { hasRole } from '#domain/session/role.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { FakeWorld } from './fake-members.ts'
import { emptyPdf } from './fake-safety.ts'

const publishers = ['hi', 'report_qc', 'radiologist'] as const

export type FakeResults = {
  readonly results: ResultsBridge
  /** Receives a report from another system. Returns the id of its result. */
  readonly receive: (report: IncomingReport) => string
  /** Refuses a message from another system, for the first time or again. Returns the id of its entry. */
  readonly refuse: (refusal: RefusedMessage) => string
}

type KeptRefusal = { key: string; shown: RefusedDelivery; closed: { end: string; by: string } | null }

type Kept = {
  readonly shown: Omit<WaitingResult, 'named'>
  readonly report: IncomingReport
  state: 'waiting' | 'decided'
}

/** Creates the results of the fake bridge. Applies the domain's rules to the records in memory. */
export const createFakeResults = (world: FakeWorld, reports: StudyReport[]): FakeResults => {
  const { clinic, now, emit } = world
  const kept: Kept[] = []
  const refusals: KeptRefusal[] = []
  const openRefusals = () => refusals.filter(({ closed }) => closed === null)
  const studyOf = (studyID: string) => clinic.studies.find((one) => one.studyID === studyID)
  const memberOf = (study: { readonly patientID: string } | undefined) =>
    clinic.members.find(({ patientID }) => patientID === study?.patientID)
  const isInReach = (user: StaffUser, studyRef: string): boolean => {
    const study = studyOf(studyRef)
    return study === undefined || isLocationAllowed(user, study.locationID)
  }

  /** Runs a call of a user who matches results, while the back office is reachable. */
  const run = async <Value>(call: (user: StaffUser) => Reply<Value>): Promise<Reply<Value>> => {
    const user = world.user()
    if (user === null || !mayMatchResults(user.roles)) {
      return fail('insufficient-permissions', 'Your role does not permit this.')
    }
    return world.isOnline() ? call(user) : fail('offline', 'The back office cannot be reached.')
  }
  const find = (user: StaffUser, resultID: string): Kept | null =>
    kept.find(({ shown }) => shown.resultID === resultID && isInReach(user, shown.studyRef)) ?? null
  const noSuch = () => fail('not-found', 'There is no such result.')
  const isDecided = () => fail('act-not-allowed', 'This result was matched or rejected already.')

  const addDraft = (report: IncomingReport, studyID: string, createdBy: string): void => {
    if (report.status === 'preliminary' || report.status === 'cancelled') return
    reports.push({
      ...{
        reportID: `report-of-${kept.length}`,
        studyID: studyID as never,
        kind: report.kind,
        version: null,
        pages: 1,
      },
      ...{ byteSize: 900, createdAt: now(), createdBy, publishedAt: null, publishedBy: null },
    })
    emit('booking.studyChanged', { studyID: studyID as never })
  }
  const waitingOf = (user: StaffUser): readonly WaitingResult[] =>
    kept
      .filter(({ state, shown }) => state === 'waiting' && isInReach(user, shown.studyRef))
      .map(({ shown }) => {
        const study = studyOf(shown.studyRef)
        const member = memberOf(study)
        return {
          ...shown,
          named: study === undefined || member === undefined ? null : { studyID: study.studyID, member },
        }
      })

  const closeRefused: ResultsBridge['closeRefused'] = ({ refusalID, end, note }) =>
    run((user) => {
      const found = refusals.find(({ shown }) => shown.refusalID === refusalID)
      if (found === undefined) return fail('not-found', 'There is no such message.')
      if (end === 'dismissed' && note === '') return fail('invalid-input', 'Check this field: note.')
      if (found.closed?.end === end && found.closed.by === user.fullname) return ok({})
      if (found.closed !== null) return fail('act-not-allowed', 'This message was closed already.')
      found.closed = { end, by: user.fullname }
      if (found.shown.controlID === '') found.key = refusalID
      return ok({})
    })

  return {
    refuse: (given) => {
      const refusal = refusedMessageSchema.parse(given)
      const key = JSON.stringify(refusalKey(refusal))
      const known = refusals.find((each) => each.key === key)
      if (known !== undefined) {
        const { reason, detail, address } = refusal
        const copies = known.shown.copies + 1
        known.shown = { ...known.shown, reason, detail, address, lastAt: now(), copies }
        return known.shown.refusalID
      }
      const refusalID = `refusal-${refusals.length + 1}`
      const listed = boundRefusal(refusal, { ofAddress: openRefusals().length, all: openRefusals().length })
      const times = { firstAt: now(), lastAt: now(), copies: 1 }
      refusals.push({ key, shown: { ...listed, ...times, refusalID }, closed: null })
      return refusalID
    },
    receive: (given) => {
      const report = incomingReportSchema.parse(given)
      const study = studyOf(report.studyRef)
      const match = matchResult(report, study ?? null, memberOf(study) ?? null)
      const resultID = `result-${kept.length + 1}`
      const { channel, sender, studyRef, kind, status, issuedAt, identity } = report
      const reason: WaitingReason = match.kind === 'match' ? 'study-cancelled' : match.kind
      const shown = { resultID, channel, sender, studyRef, kind, status, issuedAt, receivedAt: now(), identity, reason }
      const isAttached = match.kind === 'match' && study !== undefined && !study.status.cancelled
      kept.push({ shown, report, state: isAttached ? 'decided' : 'waiting' })
      if (isAttached) addDraft(report, study.studyID, sender)
      return resultID
    },
    results: {
      list: () => run((user) => ok(waitingOf(user))),
      ofStudy: async ({ studyID }) => {
        const study = studyOf(studyID)
        const member = memberOf(study)
        const user = world.user()
        if (user === null || !publishers.some((role) => hasRole(user.roles, role))) {
          return fail('insufficient-permissions', 'Your role does not permit this.')
        }
        if (!world.isOnline()) return fail('offline', 'The back office cannot be reached.')
        if (study === undefined || member === undefined) return fail('not-found', 'There is no such appointment.')
        const found = waitingOf(user).filter((result) => isAboutStudy(result, { studyID }, member))
        return ok({ waiting: found.length, resultID: found[0]?.resultID ?? null })
      },
      listRefused: () => run(() => ok(openRefusals().map(({ shown }) => shown))),
      closeRefused,
      count: () =>
        run((user) => {
          const waiting = waitingOf(user)
          const refused = openRefusals().map(({ shown }) => shown)
          const lastRefusedAt =
            refused
              .map(({ lastAt }) => lastAt)
              .sort()
              .at(-1) ?? null
          const newestAt = waiting.at(-1)?.receivedAt ?? null
          return ok({ waiting: waiting.length, newestAt, refused: refused.length, lastRefusedAt })
        }),
      readFile: ({ resultID }) =>
        run((user) => {
          const found = find(user, resultID)
          if (found === null) return noSuch()
          if (found.state !== 'waiting') return isDecided()
          return found.report.content.type === 'none'
            ? fail('report-missing', 'This message withdraws a report. It does not contain one.')
            : ok({ base64: emptyPdf, pages: 1 })
        }),
      attach: ({ resultID, studyID, memberDetails, reason }) =>
        run((user) => {
          const found = find(user, resultID)
          if (found === null) return noSuch()
          if (found.state !== 'waiting') return isDecided()
          const study = studyOf(studyID)
          const member = memberOf(study)
          if (study === undefined || member === undefined) return fail('not-found', 'There is no such appointment.')
          if (!isMember(memberDetails, member)) {
            return fail('stale', "The member's details have changed. Compare them with the result again.")
          }
          if (reason === '' && needsAttachReason(found.report, study, member)) {
            return fail(
              'act-not-allowed',
              'The person named in the result is not this study’s member. Enter the reason why the result belongs to this member.',
            )
          }
          if (study.status.cancelled) return fail('already-cancelled', 'This appointment is cancelled.')
          found.state = 'decided'
          addDraft(found.report, studyID, user.fullname)
          return ok({})
        }),
      reject: ({ resultID }) =>
        run((user) => {
          const found = find(user, resultID)
          if (found === null) return noSuch()
          if (found.state !== 'waiting') return isDecided()
          found.state = 'decided'
          return ok({})
        }),
    },
  }
}

import type { QueuedMessage } from '#contract/queue/bridge.ts'
import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import type { OpportunityView, StudyBridge, StudyPageView, WaitingStudyAct } from '#contract/study/bridge.ts'
import { decideConsultAct } from '#domain/consult/consult-acts.ts'
import type { Consulting } from '#domain/consult/consulting.ts'
import { schedulerOrigin } from '#domain/consult/scheduling-url.ts'
import { decideStudyAction, type StudyAction } from '#domain/permissions/study-actions.ts'
import { decideCheckIn } from '#domain/safety/check-in-rule.ts'
import { standardConsentVersion } from '#domain/settings/consent-text.ts'
import { standardConsentText } from '#domain/settings/consent-text-words.ts'
import { messageReason, type StudyMessageKind } from '#domain/study/message-reasons.ts'
import { findScanQuestions, findUnconfirmed, type ScanQuestionKind } from '#domain/study/scan-questions.ts'
import { canSetSedativeTaken } from '#domain/study/sedative-permissions.ts'
import type { LogEntry, Study } from '#domain/study/study.ts'
import { decideAct, endsWithCancelling, type StudyAct } from '#domain/study/study-acts.ts'
import type { StudyDetails } from '#domain/study/study-details.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { withWaitingActs } from '#domain/study/waiting-act.ts'
import { addMinutes, type Instant } from '#domain/values/instant.ts'
import { fakeOpportunity } from './fake-directory.ts'
import { fakeReferralCode } from './fake-ledger.ts'
import type { FakeWorld } from './fake-members.ts'
import { createFakeReading } from './fake-reading.ts'
import type { FakeRelease } from './fake-release.ts'
import { emptyPdf, type FakeSafety, replaceStudy } from './fake-safety.ts'

const standardConsent = {
  ...standardConsentVersion,
  ...{ language: 'en' as const, title: standardConsentText.title, createdAt: null },
}
/** Returns the number at the end of a text's id; 0 for the standard text. */
const versionOf = (textID: string): number => Number(/\d+$/.exec(textID)?.[0] ?? 0)

const offline = () => fail('offline', 'The back office cannot be reached.')
const unknown = () => fail('not-found', 'There is no such record.')
/**
 * Returns whether the CRM has no opportunity with this id. In this fake, the ids of persons begin with P; in the CRM
 * they begin with 003.
 */
const isUnknownOpportunity = (id: string): boolean => id.startsWith('P') || id === '006NONE'
const stale = (study: Study) => fail('stale', 'Someone else changed this study.', { currentVersion: study.version })

export type FakeStudy = {
  readonly study: StudyBridge
  /** Sets status flags as another desk, the scanner or radiology would, and increases the study's version. */
  readonly setFlags: (studyID: string, flags: { readonly [flag: string]: unknown }) => void
  readonly setDetails: (studyID: string, details: Partial<StudyDetails>) => void
  /** Changes any part of the study. */
  readonly change: (studyID: string, change: Partial<Study>) => void
  readonly setOpportunity: (studyID: string, view: OpportunityView) => void
  /** Sets the scheduling service's answer about an event. */
  readonly setSchedulerEvent: (eventID: string, event: { status: 'active' | 'canceled'; startTime: Instant }) => void
  readonly addLog: (studyID: string, entry: LogEntry) => void
  /** Makes the back office refuse the first waiting act, which stays in the list until the user dismisses it. */
  readonly refuseWaiting: (failure: Failure) => void
  /** Adds an act of a colleague that waits until they sign in: the note, or a check-in if the note is null. */
  readonly waitForColleague: (studyID: string, by: string, note: WaitingStudyAct['note']) => void
  /** Sends the signed-in user's waiting acts, as the workstation does after a reconnection. */
  readonly sendWaiting: () => void
}

/** Creates the `study` part of the fake bridge. Applies the domain's rules to the records in memory. */
export const createFakeStudy = (
  world: FakeWorld,
  safety: FakeSafety,
  queueMessage: FakeRelease['queueMessage'],
  changePractitioner: StudyBridge['changePractitioner'],
): FakeStudy => {
  const { clinic, now, logs } = world
  /** The waiting acts with their author. `author` is null for a colleague whom a test invented. */
  const waiting: (WaitingStudyAct & { readonly author: string | null })[] = []
  const done = new Map<string, unknown>()
  const directory = clinic.practitioners
  const opportunities = new Map<string, OpportunityView>()
  const schedulerEvents = new Map<string, { status: 'active' | 'canceled'; startTime: Instant }>()

  const userID = (): string => world.user()?.user_id ?? ''
  const isOwn = ({ author }: { readonly author: string | null }): boolean => author === userID()
  const shown = (): WaitingStudyAct[] => waiting.map(({ author, ...act }) => ({ ...act, isOwn: author === userID() }))
  const forbids = (study: Study, action: StudyAction): Reply<never> | null => {
    const user = world.user()
    const decision = decideStudyAction(action, {
      roles: user?.roles ?? [],
      environment: world.environment(),
      isNamed: user?.isNamedForPreferredConsult ?? false,
      skuID: study.skuID,
      status: study.status,
    })
    if (decision.kind === 'allowed') return null
    return fail(decision.kind === 'forbidden' ? 'insufficient-permissions' : 'act-not-allowed', decision.reason)
  }
  const person = (): string => world.user()?.fullname ?? 'Member'
  const find = (studyID: string): Study | undefined => clinic.studies.find((study) => study.studyID === studyID)
  const addLog = (studyID: string, entry: LogEntry): LogEntry => {
    logs.set(studyID, [...(logs.get(studyID) ?? []), entry])
    return entry
  }
  const note = (studyID: string, content: string): void =>
    void addLog(studyID, { category: 'study', time: now(), content, by: person() })
  const write = (study: Study): Study => replaceStudy(world, { ...study, version: study.version + 1 })
  const flagsOf = (flags: { readonly [flag: string]: unknown }, at: Instant, by: string) =>
    Object.fromEntries(
      Object.entries(flags).flatMap(([flag, value]) =>
        typeof value === 'boolean'
          ? [
              [flag, value],
              [`${flag}Time`, value ? at : null],
              [`${flag}By`, value ? by : null],
            ]
          : [[flag, value]],
      ),
    )
  /** Acts once per key, on an existing study, while the back office is reachable. */
  const act = async <Value>(
    input: { readonly studyID: string; readonly idempotencyKey?: string },
    run: (study: Study) => Promise<Reply<Value>> | Reply<Value>,
  ): Promise<Reply<Value>> => {
    if (!world.isOnline()) return offline()
    const { idempotencyKey } = input
    if (idempotencyKey !== undefined && done.has(idempotencyKey)) return ok(done.get(idempotencyKey) as Value)
    const study = find(input.studyID)
    if (study === undefined) return unknown()
    const reply = await run(study)
    if (reply.ok && idempotencyKey !== undefined) done.set(idempotencyKey, reply.value)
    return reply
  }
  const overVersion = <Value>(
    input: { readonly studyID: string; readonly version: number },
    run: (study: Study) => Reply<Value>,
  ): Promise<Reply<Value>> => act(input, (study) => (study.version === input.version ? run(study) : stale(study)))
  const withDetails = (study: Study, details: Partial<StudyDetails>): Study =>
    write({ ...study, details: { ...study.details, ...details } })
  const withConsulting = (study: Study, consulting: Partial<Consulting>): Study =>
    withDetails(study, { consulting: { ...study.details.consulting, ...consulting } })

  const toView = (study: Study): Reply<StudyPageView> => {
    const member = clinic.members.find((candidate) => candidate.patientID === study.patientID)
    const location = clinic.locations.find((candidate) => candidate.locationID === study.locationID)
    if (member === undefined || location === undefined) return unknown()
    const { primary, referring, additional } = study.details.practitioners
    const named = [primary, referring, ...additional].flatMap((ref) => (ref === null ? [] : [ref.practitionerID]))
    const own = shown().filter((each) => each.studyID === study.studyID)
    return ok({
      study: withWaitingActs(study, own, world.isOnline()),
      member,
      location,
      practitioners: world.isOnline() ? directory.filter(({ id }) => named.includes(id)) : null,
      waiting: own,
      source: world.isOnline() ? 'back-office' : 'cache',
      asOf: now(),
    })
  }

  const mark = async (
    study: Study,
    flag: StudyAct,
    value: boolean,
    confirmed: readonly ScanQuestionKind[],
    settleReason: string | null,
    consentTextID: string,
  ): Promise<Reply<Study>> => {
    const decision = decideAct(study, flag, value)
    if (decision.kind === 'refused') {
      const isOver = study.status.cancelled && endsWithCancelling.includes(flag)
      return fail(isOver ? 'already-cancelled' : 'act-not-allowed', decision.reason)
    }
    if (decision.kind === 'none') return ok(study)
    if (flag === 'scanned' && value) {
      const currency = clinic.locations.find(({ locationID }) => locationID === study.locationID)?.currency.currency
      const open = findUnconfirmed(findScanQuestions(study, now(), currency ?? 'USD'), confirmed)
      const fields = Object.fromEntries(open.map(({ kind, text }) => [kind, text]))
      if (open.length > 0) return fail('scan-not-confirmed', 'Something is open before this scan.', { fields })
      const refusal = safety.refuseScan(study, settleReason)
      if (refusal !== null) return refusal
      if (settleReason !== null) safety.keepReason(study.studyID, settleReason, 'scanned')
    }
    if (flag === 'checkin' && value) {
      const checkedIn = await safety.checkIn({ studyID: study.studyID })
      if (checkedIn.ok) note(study.studyID, 'checkin set')
      return checkedIn
    }
    const consentText = value
      ? { textID: consentTextID, scope: 'all' as const, version: versionOf(consentTextID) }
      : null
    const changed = write({
      ...study,
      status: { ...study.status, ...flagsOf(decision.flags, now(), person()) },
      details: flag === 'consent' ? { ...study.details, consentText } : study.details,
    })
    note(study.studyID, `${flag} ${value ? 'set' : 'taken back'}`)
    return ok(changed)
  }

  const wait = (act: Omit<WaitingStudyAct, 'by' | 'isOwn' | 'failure'>): void => {
    if (waiting.some(({ idempotencyKey }) => idempotencyKey === act.idempotencyKey)) return
    waiting.push({ ...act, by: person(), isOwn: true, failure: null, author: userID() })
    world.emit('study.waitingChanged', { studyID: act.studyID })
    world.emit('booking.studyChanged', { studyID: act.studyID })
  }
  /** Stores a check-in for later only if the back office would accept it, as far as this workstation knows. */
  const checkInOffline = (
    study: Study,
    idempotencyKey: string,
    settleReason: string | null,
  ): Reply<{ study: Study; isWaiting: boolean }> => {
    const { studyID } = study
    if (study.status.checkin) return ok({ study, isWaiting: false })
    const decision = decideAct(study, 'checkin', true)
    if (decision.kind === 'refused') {
      return fail(study.status.cancelled ? 'already-cancelled' : 'act-not-allowed', decision.reason)
    }
    const { block, reasonsFor } = decideCheckIn(study.safety)
    if (block !== null) return fail(block.kind === 'forbidden' ? 'scan-prohibited' : 'act-not-allowed', block.text)
    if (reasonsFor.length > 0 && settleReason === null) {
      return fail('settle-reason-required', 'Another booking of this member has a stop.')
    }
    wait({ idempotencyKey, studyID, kind: 'checkin', note: null, at: now() })
    return ok({ study: withWaitingActs(study, shown(), false), isWaiting: true })
  }
  const undoOffline = (study: Study): Reply<{ study: Study; isWaiting: boolean }> => {
    const kept = waiting.find(
      ({ studyID, kind, failure }) => studyID === study.studyID && kind === 'checkin' && failure === null,
    )
    if (kept === undefined) return offline()
    if (!isOwn(kept))
      return fail('act-not-allowed', `${kept.by} checked the member in, and can take the check-in back.`)
    waiting.splice(waiting.indexOf(kept), 1)
    world.emit('study.waitingChanged', { studyID: study.studyID })
    world.emit('booking.studyChanged', { studyID: study.studyID })
    return ok({ study, isWaiting: false })
  }
  const opportunityOf = (study: Study): OpportunityView => {
    const set = opportunities.get(study.studyID)
    if (set !== undefined) return set
    const { opportunityID, studyID } = study
    const none = { opportunityID, salesperson: null, referringMember: null, crmUrl: null }
    if (opportunityID === null) return { ...none, opportunity: null }
    return { ...none, opportunity: fakeOpportunity(opportunityID, studyID, now()), salesperson: 'Sasha Quill' }
  }
  const mail =
    (message: StudyMessageKind, idempotencyKey: string) =>
    (study: Study): Reply<QueuedMessage> => {
      const member = clinic.members.find(({ patientID }) => patientID === study.patientID)
      if (member === undefined) return unknown()
      const reason = messageReason(message, study, member, now())
      return reason === null ? queueMessage(study.studyID, message, idempotencyKey) : fail('act-not-allowed', reason)
    }

  const study: StudyBridge = {
    read: async ({ studyID }) => {
      const found = find(studyID)
      return found === undefined ? unknown() : toView(found)
    },
    readLog: async ({ studyID }) => {
      // Like the workstation, returns no log while offline, even if acts are waiting.
      if (!world.isOnline()) return offline()
      if (find(studyID) === undefined) return unknown()
      const own = waiting.filter((each) => each.studyID === studyID && each.note !== null && each.failure === null)
      const notes = own.map(({ note, at, by }) => ({ category: '', content: '', ...note, time: at, by }))
      return ok([...(logs.get(studyID) ?? []), ...notes])
    },
    addNote: async ({ studyID, category, content, idempotencyKey }) => {
      const entry = { category, content, time: now(), by: person() }
      if (!world.isOnline()) {
        const { note, ...rest } = { note: { category, content }, studyID, at: entry.time, idempotencyKey }
        wait({ ...rest, kind: 'note', note })
        return ok({ entry, isWaiting: true })
      }
      return act({ studyID, idempotencyKey }, () => {
        addLog(studyID, entry)
        world.emit('booking.studyChanged', { studyID })
        return ok({ entry, isWaiting: false })
      })
    },
    readConsentTexts: (input) => act(input, () => ok([standardConsent])),
    mark: async (input) => {
      const { studyID, act: flag, value, idempotencyKey, confirmed = [], settleReason = null } = input
      const found = find(studyID)
      if (!world.isOnline() && found !== undefined && flag === 'checkin') {
        return value ? checkInOffline(found, idempotencyKey, settleReason) : undoOffline(found)
      }
      return act({ studyID, idempotencyKey }, async (before) => {
        const reply = await mark(
          before,
          flag,
          value,
          confirmed,
          settleReason,
          input.consentTextID ?? standardConsentVersion.textID,
        )
        return reply.ok ? ok({ study: reply.value, isWaiting: false }) : reply
      })
    },
    waiting: async () => ok(shown()),
    dismissWaiting: async ({ idempotencyKey }) => {
      const index = waiting.findIndex((each) => each.idempotencyKey === idempotencyKey && each.failure !== null)
      const kept = waiting[index]
      if (kept !== undefined && !isOwn(kept)) return fail('act-not-allowed', 'Only its author can dismiss it.')
      const [gone] = index < 0 ? [] : waiting.splice(index, 1)
      if (gone !== undefined) world.emit('study.waitingChanged', { studyID: gone.studyID })
      return ok({})
    },
    markConsult: (input) =>
      act(input, (before) => {
        const decision = decideConsultAct(before.details.consulting, input.act, { at: now(), by: person() })
        if (decision.kind === 'none') return ok(before)
        if (input.act === 'request' && before.status.cancelled) {
          return fail('already-cancelled', 'This appointment is cancelled already.')
        }
        if (decision.kind === 'refused') return fail('act-not-allowed', decision.reason)
        return ok(withConsulting(before, decision.consulting))
      }),
    openScheduler: async ({ studyID, purpose }) => {
      if (!world.isOnline()) return offline()
      const found = find(studyID)
      const location = clinic.locations.find(({ locationID }) => locationID === found?.locationID)
      if (found === undefined || location === undefined) return unknown()
      if (!(location.calendlyUrl ?? '').startsWith(schedulerOrigin)) {
        return fail('scheduler-not-valid', studyMessages.schedulerError)
      }
      const refusal = purpose === 'preferred' ? forbids(found, 'schedule-preferred-consult') : null
      if (refusal !== null) return refusal
      const { inviteeID } = found.details.consulting
      if (inviteeID === null && (purpose === 'reschedule' || purpose === 'cancel')) {
        return fail('act-not-allowed', 'There is no booked consult to reschedule or cancel.')
      }
      const page = { reschedule: `/reschedulings/${inviteeID}`, cancel: `/cancellations/${inviteeID}` }
      const url =
        purpose === 'reschedule' || purpose === 'cancel'
          ? schedulerOrigin + page[purpose]
          : (location.calendlyUrl ?? '')
      return ok({ url, origin: schedulerOrigin })
    },
    syncConsult: (input) =>
      act(input, (before) => {
        const event = schedulerEvents.get(input.eventID)
        if (event === undefined) return fail('not-found', 'The scheduling service knows no such event.')
        const { eventID, inviteeID, isPreferred } = input
        const isCancelled = event.status === 'canceled'
        return ok(
          withConsulting(before, {
            scheduledStatus: isCancelled ? 'cancelled' : 'booked',
            scheduledAt: now(),
            scheduledBy: person(),
            eventID: isCancelled ? null : eventID,
            inviteeID: isCancelled ? null : inviteeID,
            consultTime: isCancelled ? null : event.startTime,
            isPreferred,
          }),
        )
      }),
    setPrescriptionTaken: async (input) => {
      if (!canSetSedativeTaken(world.user()?.roles ?? [])) {
        return fail('insufficient-permissions', 'Only the front desk can record whether a sedative was taken.')
      }
      return act(input, (before) => {
        const sedativeTaken = input.prescriptionTaken ? 'Sedative Taken' : 'No Sedative Taken'
        return ok(before.sedativeTaken === sedativeTaken ? before : write({ ...before, sedativeTaken }))
      })
    },
    changePractitioners: (input) =>
      overVersion(input, (before) => {
        const { primary, referring, additional } = input.practitioners
        const named = [primary, referring, ...additional].flatMap((ref) => ref ?? [])
        const strangers = named.filter((ref) => !directory.some(({ id }) => id === ref.practitionerID))
        if (strangers.length > 0) {
          return fail('invalid-input', 'This practitioner is not in the directory.', {
            fields: Object.fromEntries(strangers.map(({ practitionerID }) => [practitionerID, 'is not known'])),
          })
        }
        return ok(withDetails(before, { practitioners: input.practitioners }))
      }),
    searchPractitioners: async ({ text }) => {
      if (!world.isOnline()) return offline()
      const wanted = text.trim().toLowerCase()
      return ok(
        directory.filter(({ firstName, lastName }) => `${firstName} ${lastName}`.toLowerCase().includes(wanted)),
      )
    },
    changePractitioner,
    setReasonForScan: (input) =>
      act({ studyID: input.studyID }, (before) => {
        if (before.details.reasonForScan === input.reasonForScan) return ok(before)
        if (before.version !== input.version) return stale(before)
        return ok(withDetails(before, { reasonForScan: input.reasonForScan }))
      }),
    ...createFakeReading({ world, forbids, write, act }),
    readOpportunity: (input) => act(input, (before) => ok(opportunityOf(before))),
    lookUpOpportunity: async ({ studyID, opportunityID }) => {
      if (!world.isOnline()) return offline()
      if (isUnknownOpportunity(opportunityID)) return fail('not-found', studyMessages.noOpportunity)
      const member = clinic.members.find(({ patientID }) => patientID === find(studyID)?.patientID)
      if (member === undefined) return unknown()
      const { firstname, lastname, dob, email } = member
      const own = { firstname, lastname, dob, email }
      // OPPDIFF belongs to a person with another birth date, OPPELSE to a different person, OPPTAKEN to another member.
      const differing: { readonly [id: string]: Partial<typeof own> } = {
        OPPDIFF: { dob: '1991-07-01' as typeof dob },
        OPPELSE: { firstname: 'Nadia', dob: '1991-07-01' as typeof dob, email: 'nadia@mail.example' },
      }
      return ok({
        opportunity: fakeOpportunity(opportunityID, null, now()),
        person: { ...own, ...differing[opportunityID] },
        isOtherMember: opportunityID === 'OPPTAKEN',
      })
    },
    changeOpportunity: (input) =>
      act(input, (before) => {
        const view = opportunityOf(before)
        const { opportunity } = view
        if (opportunity === null) return unknown()
        if (opportunity.Type !== input.expected.Type || opportunity.LeadSource !== input.expected.LeadSource) {
          return fail('stale', 'Someone else changed this opportunity.')
        }
        const { Type = opportunity.Type, LeadSource = opportunity.LeadSource } = input.changes
        const changed = { ...view, opportunity: { ...opportunity, Type, LeadSource } }
        opportunities.set(before.studyID, changed)
        world.emit('booking.studyChanged', { studyID: before.studyID })
        return ok(changed)
      }),
    linkOpportunity: (input) =>
      act(input, (before) => {
        if (isUnknownOpportunity(input.opportunityID)) return fail('not-found', studyMessages.noOpportunity)
        opportunities.delete(before.studyID)
        return ok(opportunityOf(write({ ...before, opportunityID: input.opportunityID })))
      }),
    // The queue itself remembers the key, and refuses it for another study.
    resendConfirmation: ({ studyID, idempotencyKey }) => act({ studyID }, mail('confirmation', idempotencyKey)),
    resendFeedback: ({ studyID, message, idempotencyKey }) =>
      act({ studyID }, mail(message === 'reminder' ? 'feedback-reminder' : 'amplification', idempotencyKey)),
    // Keeps no state: a test uses `failNext` to refuse a send before the address is confirmed.
    confirmMemberEmail: (input) => act(input, () => ok({})),
    readReferralCode: (input) => act(input, ({ patientID }) => ok({ refCode: fakeReferralCode(patientID) })),
    readPaper: ({ studyID, paper }) =>
      act({ studyID }, () => ok({ fileName: `${paper}-${studyID}.pdf`, base64: emptyPdf, pages: 1 })),
    readSocialVideos: ({ studyID }) =>
      act({ studyID }, (before) =>
        before.status.read === true
          ? ok({ fileName: `videos-${studyID}.mp4`, contentType: 'video/mp4', base64: btoa('film') })
          : fail('act-not-allowed', 'The study has not been read.'),
      ),
    confirmBodyCompositionQC: (input) =>
      act(input, (before) => {
        const refusal = forbids(before, 'confirm-body-composition-qc')
        if (refusal !== null) return refusal
        const flags = flagsOf({ bodyCompositionQC: true }, now(), person())
        return ok(write({ ...before, status: { ...before.status, ...flags } }))
      }),
  }

  const existing = (studyID: string): Study => {
    const found = find(studyID)
    if (found === undefined) throw new Error(`There is no study ${studyID}.`)
    return found
  }
  return {
    study,
    setFlags: (studyID, flags) => {
      const before = existing(studyID)
      write({ ...before, status: { ...before.status, ...flagsOf(flags, addMinutes(now(), -5), 'Ben Ortiz') } })
    },
    setDetails: (studyID, details) => void withDetails(existing(studyID), details),
    change: (studyID, change) => void write({ ...existing(studyID), ...change }),
    setOpportunity: (studyID, view) => {
      opportunities.set(studyID, view)
      world.emit('booking.studyChanged', { studyID: existing(studyID).studyID })
    },
    setSchedulerEvent: (eventID, event) => void schedulerEvents.set(eventID, event),
    addLog: (studyID, entry) => void addLog(studyID, entry),
    refuseWaiting: (failure) => {
      const [first] = waiting.filter((each) => each.failure === null)
      if (first === undefined) return
      // Only the colleague may see the text of their note.
      waiting[waiting.indexOf(first)] = { ...first, failure, note: first.author === null ? null : first.note }
      world.emit('study.waitingChanged', { studyID: first.studyID })
      world.emit('booking.studyChanged', { studyID: first.studyID })
    },
    waitForColleague: (studyID, by, note) => {
      const { studyID: id } = existing(studyID)
      const kind = note === null ? 'checkin' : 'note'
      const idempotencyKey = `colleague ${waiting.length}`
      waiting.push({
        idempotencyKey,
        studyID: id,
        kind,
        note,
        at: now(),
        by,
        isOwn: false,
        failure: null,
        author: null,
      })
      world.emit('study.waitingChanged', { studyID: id })
    },
    sendWaiting: () => {
      for (const sent of waiting.filter((each) => each.failure === null && isOwn(each))) {
        waiting.splice(waiting.indexOf(sent), 1)
        const before = existing(sent.studyID)
        if (sent.note === null) {
          write(withWaitingActs(before, [sent], false))
          note(sent.studyID, 'checkin set')
        } else addLog(sent.studyID, { ...sent.note, time: sent.at, by: sent.by })
        world.emit('study.waitingChanged', { studyID: sent.studyID })
        world.emit('booking.studyChanged', { studyID: sent.studyID })
      }
    },
  }
}

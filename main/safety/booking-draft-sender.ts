import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { FailureCode } from '#contract/reply.ts'
import { type MemberID, memberIDSchema } from '#domain/members/member.ts'
import {
  type AnswersBeforeBooking,
  bookingDraftPrefix,
  readAnswersBeforeBooking,
} from '#domain/safety/booking-safety-draft.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import { parseJson, type StoredForm, storedForm } from '../journal/stored-form.ts'
import type { SessionHolder } from '../session/session-service.ts'
import { createDraftScheduler, keyOfDraft, type OwnDraft } from './draft-scheduler.ts'
import { draftQuietMs } from './draft-sender.ts'

/** Wait in milliseconds before answers that could not be sent are retried; each reconnect also retries them. */
const retryMs = 15_000
/** The longest time that a booking waits for answers that are being sent, in milliseconds. */
const finishLimitMs = 3000

export type BookingSafetySender = {
  /** Sends the answers of a booking draft after {@link draftQuietMs} without a change. Ignores other drafts. */
  noteSaved(draftID: string): void
  /** Removes the answers of a booking draft from the back office, once it is reachable. */
  noteDiscarded(draftID: string): void
  /** Compares every booking draft of the signed-in user with the back office, and sends the differences. */
  sendAll(): Promise<void>
  /** Returns the id of a booking draft's answers at the back office, which never changes; null while signed out. */
  recordID(draftID: string): string | null
  /**
   * Cancels the planned send of a draft's answers. Resolves as soon as no answers of the draft are being sent, or after
   * 3 seconds. Called before the booking.
   */
  finish(draftID: string): Promise<void>
  /** Records that the booking moved a member's answers to the study, so that nothing is left to remove. */
  noteBooked(draftID: string, memberID: MemberID): void
  stop(): void
}

/**
 * The back office never accepts the same answers after these codes, so the answers are sent again only when they change
 * or after a restart.
 */
const finalCodes: readonly FailureCode[] = [
  'invalid-input',
  'not-found',
  'location-forbidden',
  'location-not-bookable',
  'insufficient-permissions',
  'payload-too-large',
]

/**
 * What the back office may have of a booking draft, stored before each send. A row that cannot be read is replaced by a
 * row with a new `recordID`. The back office removes the record of the lost id after 30 days.
 */
type Shared = { readonly recordID: string; readonly memberIDs: readonly MemberID[] }
const sharedForm: StoredForm<Shared> = storedForm(
  z.object({ recordID: z.string(), memberIDs: z.array(memberIDSchema) }),
)

const sharedPrefix = 'booking-safety:'

/**
 * Creates the sender that shares the safety answers of booking pages with other workstations before there is a booking
 * (decisions §6). The drafts on disk define what the back office should have; a stored record for each draft defines
 * what the back office may have. After a crash, a lock or a lost connection the sender compares both again. It then
 * sends the answers that were not sent, and removes those that were discarded.
 */
export const createBookingSafetySender = (parts: {
  readonly calls: Pick<StaffCalls, 'call'>
  readonly database: Pick<WorkstationDatabase, 'journal'>
  readonly session: SessionHolder
  nowMs(): number
  newId(): string
}): BookingSafetySender => {
  const { calls, database, session, nowMs, newId } = parts
  const { drafts } = database.journal
  /** The last content that this run sent, by user, draft and member. */
  const sent = new Map<string, string>()

  const readShared = ({ author, draftID }: OwnDraft): Shared | null => {
    const stored = drafts.read(author, `${sharedPrefix}${draftID}`)
    if (stored === null) return null
    const read = sharedForm.read(stored.content)
    return read.ok ? read.value : null
  }
  const writeShared = ({ author, draftID }: OwnDraft, shared: Shared): Shared => {
    const content = sharedForm.write(shared)
    drafts.save(author, `${sharedPrefix}${draftID}`, { content, savedAt: Math.floor(nowMs() / 1000) })
    return shared
  }
  const openShared = (own: OwnDraft): Shared =>
    readShared(own) ?? writeShared(own, { recordID: newId(), memberIDs: [] })
  const forget = (own: OwnDraft, memberID: MemberID): void => {
    sent.delete(keyOfDraft(own) + memberID)
    const shared = readShared(own)
    if (shared?.memberIDs.includes(memberID) !== true) return
    writeShared(own, { ...shared, memberIDs: shared.memberIDs.filter((each) => each !== memberID) })
  }

  const ownDraft = (draftID: string): OwnDraft | null => {
    const author = session.user()?.user_id
    return author === undefined || !draftID.startsWith(bookingDraftPrefix) ? null : { author, draftID }
  }

  const compare = async (own: OwnDraft): Promise<void> => {
    const { author, draftID } = own
    const stored = drafts.read(author, draftID)
    const content = stored === null ? null : parseJson(stored.content)
    // The content of an unreadable draft is unknown, so none of its answers are removed.
    if (content === undefined) return
    const wanted = readAnswersBeforeBooking(content)
    const known = readShared(own)?.memberIDs ?? []
    for (const memberID of known) {
      if (!wanted.some((each) => each.memberID === memberID)) await remove(own, memberID)
    }
    for (const each of wanted) await share(own, each)
  }

  /** Returns whether the draft's author is signed in: drafts of other users wait for their author's session. */
  const isHere = ({ author }: OwnDraft): boolean => session.user()?.user_id === author

  const remove = async (own: OwnDraft, memberID: MemberID): Promise<void> => {
    if (!isHere(own)) return
    const { recordID } = openShared(own)
    const reply = await calls.call('discardBookingSafetyDraft', { body: { draftID: recordID, patientID: memberID } })
    if (reply.ok || finalCodes.includes(reply.failure.code)) forget(own, memberID)
    else scheduler.schedule(own, retryMs)
  }

  const share = async (own: OwnDraft, { memberID, locationID, answers }: AnswersBeforeBooking): Promise<void> => {
    const content = JSON.stringify([locationID, answers])
    const key = keyOfDraft(own) + memberID
    if (!isHere(own) || sent.get(key) === content) return
    const shared = openShared(own)
    if (!shared.memberIDs.includes(memberID)) {
      writeShared(own, { ...shared, memberIDs: [...shared.memberIDs, memberID] })
    }
    const body = { draftID: shared.recordID, patientID: memberID, locationID, SafetyQuestions: answers }
    const reply = await calls.call('saveBookingSafetyDraft', { body })
    if (reply.ok || finalCodes.includes(reply.failure.code)) sent.set(key, content)
    else scheduler.schedule(own, retryMs)
  }

  const scheduler = createDraftScheduler(compare, retryMs)

  return {
    noteSaved: (draftID) => {
      const own = ownDraft(draftID)
      if (own !== null) scheduler.schedule(own, draftQuietMs)
    },
    noteDiscarded: (draftID) => {
      const own = ownDraft(draftID)
      if (own !== null && readShared(own) !== null) void scheduler.work(own)
    },
    sendAll: async () => {
      const author = session.user()?.user_id
      if (author === undefined) return
      const noted = drafts.list(author, sharedPrefix).map((name) => name.slice(sharedPrefix.length))
      for (const draftID of new Set([...noted, ...drafts.list(author, bookingDraftPrefix)])) {
        await scheduler.work({ author, draftID })
      }
    },
    recordID: (draftID) => {
      const own = ownDraft(draftID)
      return own === null ? null : openShared(own).recordID
    },
    finish: async (draftID) => {
      const own = ownDraft(draftID)
      if (own === null) return
      scheduler.unschedule(own)
      await Promise.race([scheduler.settled(own), sleep(finishLimitMs, undefined, { ref: false })])
    },
    noteBooked: (draftID, memberID) => {
      const own = ownDraft(draftID)
      if (own !== null) forget(own, memberID)
    },
    stop: scheduler.stop,
  }
}

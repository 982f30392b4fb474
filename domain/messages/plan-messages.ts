import type { Location } from '../locations/location.ts'
import { readFirstFlag, readFlag } from '../study/status-flags.ts'
import type { Study } from '../study/study.ts'
import { type Instant, minutesBetween } from '../values/instant.ts'
import {
  type AutomaticKind,
  appointmentKinds,
  type MessageChannel,
  type MessageKind,
  smsKinds,
  tellingKinds,
  urgentKinds,
} from './message-kinds.ts'
import type { MessageSettings } from './message-settings.ts'
import type { MessageState } from './message-state.ts'
import { afterQuietHours, daysFrom } from './quiet-hours.ts'

/** The appointment that a message is about: its event, start and location. */
export type MessageAppointment = { readonly eventID: string; readonly startsAt: Instant; readonly locationID: string }

/** A message exists once for each study, kind, channel and occasion. */
type PlannedMessage = {
  readonly kind: AutomaticKind
  readonly channel: MessageChannel
  readonly occasion: string
  readonly dueAt: Instant
  /** Null for a message that is about no appointment. */
  readonly appointment: MessageAppointment | null
}

/** A message of the study that exists already, in the order of planning. */
export type KnownMessage = {
  readonly kind: MessageKind
  readonly channel: MessageChannel
  readonly occasion: string
  readonly state: MessageState
  readonly appointment: MessageAppointment | null
}

type PlanInput = {
  readonly study: Pick<Study, 'booking' | 'status' | 'temporaryHold' | 'locationID'>
  readonly location: Pick<Location, 'timezone'>
  readonly settings: MessageSettings
  /** The channels that the server is configured for. */
  readonly channels: { readonly [Channel in MessageChannel]: boolean }
  readonly known: readonly KnownMessage[]
  /** The appointment that the member knew before the server sent messages, such as one of an import. */
  readonly baseline: MessageAppointment | null
  readonly now: Instant
}

/** A request or notice about something that happened longer ago than this is not sent any more. */
const oldestDays = 7

const left: readonly MessageState[] = ['handed-over', 'sent', 'uncertain']

const isSameTime = (one: MessageAppointment, other: MessageAppointment): boolean =>
  one.startsAt === other.startsAt && one.locationID === other.locationID

const isTelling = (kind: MessageKind): boolean => tellingKinds.some((one) => one === kind)

/** Returns the appointment that the member was last informed of; null if of none. */
const toldOf = ({ known, baseline }: Pick<PlanInput, 'known' | 'baseline'>): MessageAppointment | null =>
  known.findLast(({ kind, state, appointment }) => isTelling(kind) && left.includes(state) && appointment)
    ?.appointment ?? baseline

/** The real appointment in the future; null for a temporary hold, a cancelled study and a past time. */
const comingAppointment = ({ study, now }: Pick<PlanInput, 'study' | 'now'>): MessageAppointment | null => {
  const { booking, status, temporaryHold, locationID } = study
  if (booking === null || temporaryHold || !status.booked || status.cancelled || booking.utcStart <= now) return null
  return { eventID: booking.eventID, startsAt: booking.utcStart, locationID }
}

/**
 * Returns the messages that should exist for a study now, each with the time at which it is due: outside the quiet
 * hours of the location's clock, except for those that answer an act. A message that exists stays wanted when its time
 * has passed. A message that is about an appointment is due before its start, or not at all. What exists and is not
 * wanted is withdrawn, see {@link reconcileMessages}.
 */
export const planMessages = (input: PlanInput): readonly PlannedMessage[] => {
  const { settings, location, channels, known, now } = input
  const plan = (kind: AutomaticKind, due: Instant, occasion: string, appointment: MessageAppointment | null) =>
    wantedChannels(kind, settings, channels).flatMap((channel): PlannedMessage[] => {
      const isUrgent = channel === 'email' && urgentKinds.includes(kind)
      const dueAt = isUrgent ? due : afterQuietHours(due, settings, location.timezone)
      const isLate = appointment !== null && kind !== 'cancellation' && dueAt >= appointment.startsAt
      return isLate ? [] : [{ kind, channel, occasion, dueAt, appointment }]
    })
  const coming = comingAppointment(input)
  const requests = coming === null ? [] : requestsOf(input, coming).map((request) => ({ ...request, about: coming }))
  return [
    ...noticesOf(input, coming).flatMap(({ kind, appointment }) => plan(kind, now, appointment.eventID, appointment)),
    ...siblingsOf(known, coming).flatMap((notice) =>
      plan(notice.kind, now, notice.appointment.eventID, notice.appointment).filter(
        ({ channel }) => channel === notice.channel,
      ),
    ),
    ...requests
      .flatMap(({ kind, due, about }) => plan(kind, due, about.eventID, about))
      .filter((message) => !hasLeft(known, message)),
    ...afterwardsOf(input).flatMap(({ kind, due, occasion }) => plan(kind, due, occasion, null)),
  ]
}

const wantedChannels = (
  kind: AutomaticKind,
  { email, sms, smsSender }: MessageSettings,
  channels: PlanInput['channels'],
): readonly MessageChannel[] => {
  const smsKind = smsKinds.find((one) => one === kind)
  return [
    ...(channels.email && email[kind] ? (['email'] as const) : []),
    ...(channels.sms && smsSender !== null && smsKind !== undefined && sms[smsKind] ? (['sms'] as const) : []),
  ]
}

/**
 * Returns whether the member has this kind of message about the same time already, such as before a change of machine.
 */
const hasLeft = (known: readonly KnownMessage[], { kind, channel, appointment }: PlannedMessage): boolean =>
  known.some(
    (one) =>
      one.kind === kind &&
      one.channel === channel &&
      left.includes(one.state) &&
      one.appointment !== null &&
      appointment !== null &&
      isSameTime(one.appointment, appointment),
  )

/** What the member must learn about the appointment itself. */
const noticesOf = (
  input: PlanInput,
  coming: MessageAppointment | null,
): readonly { readonly kind: AutomaticKind; readonly appointment: MessageAppointment }[] => {
  const told = toldOf(input)
  if (input.study.status.cancelled) {
    const isDue = told !== null && told.startsAt > input.now
    return isDue ? [{ kind: 'cancellation', appointment: told }] : []
  }
  if (coming === null) return []
  if (told === null) return [{ kind: 'confirmation', appointment: coming }]
  return isSameTime(told, coming) ? [] : [{ kind: 'move', appointment: coming }]
}

/**
 * Notices that wait on one channel although the member learned of the appointment on the other: a text message waits
 * for the end of the quiet hours, its email has left. An email that staff pressed replaces both.
 */
const siblingsOf = (
  known: readonly KnownMessage[],
  coming: MessageAppointment | null,
): readonly { readonly kind: AutomaticKind; readonly channel: MessageChannel; appointment: MessageAppointment }[] => {
  if (coming === null) return []
  const isOf = (kind: MessageKind, one: KnownMessage): boolean =>
    one.kind === kind &&
    one.occasion === coming.eventID &&
    one.appointment !== null &&
    isSameTime(one.appointment, coming)
  return tellingKinds.flatMap((kind) =>
    known.some((one) => isOf(kind, one) && left.includes(one.state))
      ? known
          .filter((one) => isOf(kind, one) && (one.state === 'planned' || one.state === 'claimed'))
          .map(({ channel }) => ({ kind, channel, appointment: coming }))
      : [],
  )
}

/** What is due before the appointment. A reminder whose time had passed when it was planned is left out. */
const requestsOf = (
  { study, settings, location, known, now }: PlanInput,
  { startsAt, eventID }: MessageAppointment,
): readonly { readonly kind: AutomaticKind; readonly due: Instant }[] => {
  const before = (days: number): Instant => daysFrom(startsAt, -days, settings.sendAt, location.timezone)
  const atOnce = (due: Instant): Instant => (due < now ? now : due)
  const { status } = study
  const reminderDue = before(settings.reminderDays)
  const isPlanned = known.some(({ kind, occasion }) => kind === 'reminder' && occasion === eventID)
  const needsHistory = status.medicalHistoryRequested === true && status.medicalHistory !== true
  return [
    ...(reminderDue > now || isPlanned ? [{ kind: 'reminder', due: reminderDue } as const] : []),
    ...(needsHistory ? [{ kind: 'history-request', due: atOnce(before(settings.requestDays)) } as const] : []),
    ...(status.consent === true
      ? []
      : [{ kind: 'consent-request', due: atOnce(before(settings.requestDays)) } as const]),
  ]
}

/** What is due after the scan. */
const afterwardsOf = ({
  study: { status },
  settings,
  location,
  known,
  now,
}: PlanInput): readonly { readonly kind: AutomaticKind; readonly due: Instant; readonly occasion: string }[] => {
  const isRecent = (time: Instant): boolean => minutesBetween(time, now) < oldestDays * 24 * 60
  const released = readFirstFlag(status, ['releasedToPatient', 'traditionalReleasedToPatient'])
  const scanned = readFlag(status, 'scanned')
  const isReleased =
    released.isSet && released.time !== null && isRecent(released.time) && status.patientReportNotification !== true
  const feedbackDue =
    scanned.time === null ? null : daysFrom(scanned.time, settings.feedbackDays, settings.sendAt, location.timezone)
  // A request whose answer was lost sets no flag, although the member may have it.
  const wasAsked = known.some(({ kind, state }) => kind === 'feedback' && left.includes(state))
  const wantsFeedback = status.feedbackReceived !== true && status.feedbackRequestSent !== true && !wasAsked
  return [
    ...(isReleased && released.time !== null
      ? [{ kind: 'report-ready', due: now, occasion: released.time } as const]
      : []),
    ...(scanned.isSet && feedbackDue !== null && wantsFeedback && isRecent(feedbackDue)
      ? [{ kind: 'feedback', due: feedbackDue, occasion: 'scan' } as const]
      : []),
  ]
}

type Reconciled = {
  readonly add: readonly PlannedMessage[]
  /** Planned messages whose time changed. */
  readonly change: readonly PlannedMessage[]
  readonly withdraw: readonly KnownMessage[]
}

type Key = Pick<KnownMessage, 'kind' | 'channel' | 'occasion'>
const isSame = (one: Key, other: Key): boolean =>
  one.kind === other.kind && one.channel === other.channel && one.occasion === other.occasion

/**
 * Returns what to write so that the wanted messages exist. Only a message that still waits is withdrawn or changed; a
 * withdrawn one that is wanted again is added again. A notice keeps the time of its first plan. `known` leaves out what
 * staff pressed.
 */
export const reconcileMessages = (
  wanted: readonly PlannedMessage[],
  known: readonly (KnownMessage & { readonly dueAt: Instant })[],
): Reconciled => {
  const find = (message: Key) => known.find((one) => isSame(one, message))
  return {
    add: wanted.filter((message) => (find(message)?.state ?? 'withdrawn') === 'withdrawn'),
    change: wanted.filter((message) => {
      const before = find(message)
      const isTimed = message.kind === 'reminder' || message.kind === 'feedback'
      return before?.state === 'planned' && isTimed && before.dueAt !== message.dueAt
    }),
    withdraw: known.filter(({ state, ...key }) => state === 'planned' && !wanted.some((one) => isSame(one, key))),
  }
}

/** Returns whether the message is about an appointment that has begun, so that it is void. */
export const isPastAppointment = (
  { kind, appointment }: Pick<KnownMessage, 'kind' | 'appointment'>,
  now: Instant,
): boolean => appointmentKinds.includes(kind) && appointment !== null && appointment.startsAt <= now

import type { Location } from '../locations/location.ts'
import { readFirstFlag, readFlag } from '../study/status-flags.ts'
import type { Study } from '../study/study.ts'
import { type Instant, minutesBetween } from '../values/instant.ts'
import {
  type AutomaticKind,
  announcingKinds,
  appointmentKinds,
  type MessageChannel,
  type MessageKind,
  smsKinds,
  urgentKinds,
} from './message-kinds.ts'
import type { MessageSettings } from './message-settings.ts'
import type { MessageState } from './message-state.ts'
import { afterQuietHours, daysFrom } from './quiet-hours.ts'

/** The appointment that a message is about: its event, start and location. */
export type MessageAppointment = { readonly eventID: string; readonly startsAt: Instant; readonly locationID: string }

/** A planned message. There is at most one for each study, kind, channel and occasion. */
type PlannedMessage = {
  readonly kind: AutomaticKind
  readonly channel: MessageChannel
  readonly occasion: string
  readonly dueAt: Instant
  /** Null for a message that is not about an appointment. */
  readonly appointment: MessageAppointment | null
}

/** An existing message of the study. Lists of existing messages are in the order of planning. */
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
  /** The appointment that the member knew about before the server sent messages, for example an imported one. */
  readonly baseline: MessageAppointment | null
  readonly now: Instant
}

/** A request or notice about something that happened longer ago than this number of days is no longer sent. */
const oldestDays = 7

const sentStates: readonly MessageState[] = ['handed-over', 'sent', 'uncertain']

type AppointedTime = Pick<MessageAppointment, 'startsAt' | 'locationID'>

/** Returns whether two appointments have the same start and location, whatever their machine. */
export const isSameAppointedTime = (one: AppointedTime, other: AppointedTime): boolean =>
  one.startsAt === other.startsAt && one.locationID === other.locationID

/** Returns whether a message informs the member of a time. */
export const isAnnouncing = (kind: MessageKind): boolean => announcingKinds.some((one) => one === kind)

/** Returns the appointment that the member was last informed of; null if there is none. */
export const findAnnouncedAppointment = ({
  known,
  baseline,
}: Pick<PlanInput, 'known' | 'baseline'>): MessageAppointment | null =>
  known.findLast(({ kind, state, appointment }) => isAnnouncing(kind) && sentStates.includes(state) && appointment)
    ?.appointment ?? baseline

/** Returns the booked appointment in the future; null for a temporary hold, a cancelled study or a past time. */
const comingAppointment = ({ study, now }: Pick<PlanInput, 'study' | 'now'>): MessageAppointment | null => {
  const { booking, status, temporaryHold, locationID } = study
  if (booking === null || temporaryHold || !status.booked || status.cancelled || booking.utcStart <= now) return null
  return { eventID: booking.eventID, startsAt: booking.utcStart, locationID }
}

/**
 * Returns the messages that should exist for a study now, each with the time at which it is due: outside the quiet
 * hours of the location's clock, except for urgent kinds. The result still includes an existing message whose time has
 * passed. It omits a message about an appointment that would be due only after the appointment's start, except a
 * cancellation. {@link reconcileMessages} withdraws existing messages that are not in the result.
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
      .filter((message) => !wasAlreadySent(known, message)),
    ...messagesAfterScan(input).flatMap(({ kind, due, occasion }) => plan(kind, due, occasion, null)),
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
 * Returns whether the member already has a message of this kind about the same time, for example from before a change
 * of machine.
 */
const wasAlreadySent = (known: readonly KnownMessage[], { kind, channel, appointment }: PlannedMessage): boolean =>
  known.some(
    (one) =>
      one.kind === kind &&
      one.channel === channel &&
      sentStates.includes(one.state) &&
      one.appointment !== null &&
      appointment !== null &&
      isSameAppointedTime(one.appointment, appointment),
  )

/** Returns the messages that inform the member about the appointment itself. */
const noticesOf = (
  input: PlanInput,
  coming: MessageAppointment | null,
): readonly { readonly kind: AutomaticKind; readonly appointment: MessageAppointment }[] => {
  const announced = findAnnouncedAppointment(input)
  if (input.study.status.cancelled) {
    const isDue = announced !== null && announced.startsAt > input.now
    return isDue ? [{ kind: 'cancellation', appointment: announced }] : []
  }
  if (coming === null) return []
  if (announced === null) return [{ kind: 'confirmation', appointment: coming }]
  return isSameAppointedTime(announced, coming) ? [] : [{ kind: 'move', appointment: coming }]
}

/**
 * Returns notices that still wait on one channel after the member was informed on the other channel. For example, the
 * email was sent, and the text message waits for the end of the quiet hours. An email that staff sent by hand replaces
 * both.
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
    isSameAppointedTime(one.appointment, coming)
  return announcingKinds.flatMap((kind) =>
    known.some((one) => isOf(kind, one) && sentStates.includes(one.state))
      ? known
          .filter((one) => isOf(kind, one) && (one.state === 'planned' || one.state === 'claimed'))
          .map(({ channel }) => ({ kind, channel, appointment: coming }))
      : [],
  )
}

/**
 * Returns the messages that are due before the appointment. A reminder is omitted if its time has passed and it was not
 * planned before.
 */
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

/** Returns the messages that are due after the scan. */
const messagesAfterScan = ({
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
  // A request with an unknown result sets no flag, although the member may have received it.
  const wasAsked = known.some(({ kind, state }) => kind === 'feedback' && sentStates.includes(state))
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
 * Returns the changes to write so that the wanted messages exist. Only a message that still waits is withdrawn or
 * changed. A withdrawn message that is wanted again is added again. A notice keeps its first planned time. `known`
 * does not include messages that staff sent by hand.
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

/** Returns whether the message is void because its appointment has begun. */
export const isPastAppointment = (
  { kind, appointment }: Pick<KnownMessage, 'kind' | 'appointment'>,
  now: Instant,
): boolean => appointmentKinds.includes(kind) && appointment !== null && appointment.startsAt <= now

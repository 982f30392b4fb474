import type { StatusFlag } from '../study/status-flags.ts'
import type { MessageChannel, MessageKind } from './message-kinds.ts'
import {
  findAnnouncedAppointment,
  isAnnouncing,
  isSameAppointedTime,
  type KnownMessage,
  type MessageAppointment,
} from './plan-messages.ts'

/** The name in a study's flags and log for the server's own actions. */
export const messengerName = 'Atrium'

/** Returns the flags of a study that are set once a message is sent. */
export const flagsOfMessage = ({
  kind,
  channel,
}: {
  readonly kind: MessageKind
  readonly channel: MessageChannel
}): readonly StatusFlag[] => {
  const isEmail = channel === 'email'
  switch (kind) {
    case 'confirmation':
    case 'move':
      return isEmail ? ['bookingConfirmationEmailSent'] : []
    case 'reminder':
      return ['reminded', isEmail ? 'reminderEmailSent' : 'reminderSMSSent']
    case 'history-request':
      return [isEmail ? 'reminderMedicalHistoryEmailSent' : 'reminderMedicalHistorySMSSent']
    case 'report-ready':
      return ['patientReportNotification']
    case 'feedback':
      return ['feedbackRequestSent']
    case 'amplification':
      return ['feedbackAmplificationRequestSent']
    case 'cancellation':
    case 'consent-request':
    case 'invoice':
    case 'receipt':
      return []
  }
}

/**
 * Returns the confirmations and reminders that the member already has about an appointment with this start and
 * location. They are not sent again when a study moves back to that time. A confirmation counts only if the member was
 * not informed of another time since. `known` is in the order of planning.
 */
export const findSentBefore = <Message extends KnownMessage>(
  known: readonly Message[],
  appointment: Pick<MessageAppointment, 'startsAt' | 'locationID'>,
): readonly Message[] => {
  const announced = findAnnouncedAppointment({ known, baseline: null })
  const isStillAnnounced = announced !== null && isSameAppointedTime(announced, appointment)
  return known.filter(
    (message) =>
      message.state === 'sent' &&
      message.appointment !== null &&
      isSameAppointedTime(message.appointment, appointment) &&
      (isAnnouncing(message.kind) ? isStillAnnounced : message.kind === 'reminder'),
  )
}

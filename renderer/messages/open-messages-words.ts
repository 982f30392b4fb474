import { countOf } from '#domain/format/format-count.ts'
import { formatDate } from '#domain/format/format-date.ts'
import type { OpenMessage, OpenMessageFilter } from '#domain/messages/open-messages.ts'
import { messageWords } from './message-words.ts'

/** The texts of the list of messages that wait for a decision of staff. */
export const openMessagesWords = {
  title: 'Messages',
  about:
    'Messages that failed, or that may or may not have reached the member. Open the study and find out whether the message arrived. Then record that it arrived, send it again, or decide that it is not needed. A message about an appointment is on the list until the appointment begins.',
  filters: {
    location: 'Location',
    allLocations: 'All my locations',
    state: 'State',
    states: { all: 'All', failed: 'Failed', uncertain: 'May have arrived' } satisfies Record<OpenMessageFilter, string>,
    none: 'No message matches these filters',
    noneText: 'Show all locations and states to see the whole list.',
    clear: 'Show all',
  },
  empty: 'No messages need a decision',
  emptyText: 'At your locations, every message was sent or needs no decision.',
  loading: 'Loading the messages',
  failed: 'The messages were not loaded',
  offline: 'The list of messages needs a connection',
  offlineText: 'This computer keeps no copy, because an old list would hide work. The list loads when you are online.',
  staleOnline: (time: string) => `The list is from ${time}. It could not be loaded again.`,
  staleOffline: (time: string) => `You are offline. The list is from ${time} and may have changed.`,
  staleText: 'Staff may already have decided on some messages. Open a study to see their current state.',
  tryAgain: 'Try again',
  summary: (total: number) => (total === 1 ? '1 message needs a decision' : `${total} messages need a decision`),
  shown: (shown: number, total: number) => `${shown} of ${total} shown. Filter to see the others.`,
  caption: 'Messages that wait for a decision',
  columns: { member: 'Member', message: 'Message', state: 'State', since: 'Since', appointment: 'Appointment' },
  noAppointment: 'None',
  attempts: (attempts: number) => countOf(attempts, 'attempt'),
  open: (row: OpenMessage) =>
    `${row.member}, born ${formatDate(row.dob)}: ${messageWords.kinds[row.kind]}, ${messageWords.channels[row.channel]}`,
  back: 'Back to the messages',
}

import type { RetentionKind, RetentionRun } from '#domain/members/retention.ts'

/** The texts of retention in the Data protection section. */
export const retentionWords = {
  title: 'Retention',
  text: 'The server removes technical records automatically each night. Medical records are never removed automatically: when their period is over, the member is listed under Due for erasure, and an administrator can erase the member on the member’s page. A legal hold overrides every period.',
  caption: 'Kinds of records and their periods',
  columns: { kind: 'Kind', period: 'Period', acts: 'Actions' },
  kinds: {
    'medical-record': 'Medical records of a member',
    'refused-result': 'Refused messages from other systems, from the day they are closed',
    'message-address': 'Email addresses and phone numbers used for messages to members',
    'send-password': 'Passwords of encrypted files that were sent',
  } satisfies Record<RetentionKind, string>,
  forever: 'Kept forever',
  days: (days: number) =>
    days === 1 ? '1 day' : days % 365 === 0 && days >= 730 ? `${days / 365} years (${days} days)` : `${days} days`,
  at: (place: string, period: string) => `${place}: ${period}`,
  all: 'All places',
  standard: (period: string) => `${period} (standard)`,
  change: 'Change',
  changeLabel: (kind: string) => `Change: ${kind}`,
  dialogTitle: 'Change a period',
  place: 'Place',
  placeHint: 'The most specific place applies: a province or state, then a country, then all places.',
  keep: 'Keep forever',
  period: 'Days',
  childHint: 'Counted from the last appointment or upload; for a child, from the nineteenth birthday.',
  save: 'Save the period',
  saved: 'Period saved',
  failed: 'The period was not saved',
  stale: 'Someone else changed this period. Close this window and look at the latest value.',
  daysMissing: 'Enter a whole number of days.',
  lastRun: (time: string) => `Last run: ${time}`,
  noRun: 'The server has not removed records yet.',
  states: {
    done: (removed: string) => (removed === '' ? 'Nothing had to be removed.' : `Removed: ${removed}.`),
    'clock-behind': () =>
      'Nothing was removed: the clock of the server is behind the latest work. Check its time service.',
    'too-little-work': () =>
      'Nothing was removed: there was no work on three of the last seven days, so the date is not certain. The server tries again each night.',
  } satisfies Record<RetentionRun['state'], (removed: string) => string>,
  removed: (kind: string, count: number) => `${count} × ${kind.charAt(0).toLowerCase()}${kind.slice(1)}`,
  due: 'Due for erasure',
  dueCaption: 'Members whose period is over',
  none: 'No member is due',
  noneText: 'Members without a legal hold are listed here after the period of their medical records.',
  dueColumns: { member: 'Member', until: 'Kept until' },
  more: (count: number) => `The first ${count} members are listed. Others follow when these are erased.`,
}

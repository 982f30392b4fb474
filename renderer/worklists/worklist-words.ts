import { countOf } from '#domain/format/format-count.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { AssignmentFilter, Worklist } from '#domain/worklists/worklist.ts'
import type { WorklistRow } from '#domain/worklists/worklist-row.ts'
import { anchorKinds, type WorklistTask } from '#domain/worklists/worklist-task.ts'

type ListWords = {
  readonly title: string
  /** The work on the list, and when it is late. */
  readonly about: string
  readonly empty: string
  readonly emptyText: string
}

/** The texts of the worklists. */
export const worklistWords = {
  tabs: 'Worklists',
  lists: {
    reading: {
      title: 'Reading',
      about: 'Scans that are not read yet. Late: not read within 2 working days after the scan.',
      empty: 'Nothing to read',
      emptyText: 'All scans of your locations are read.',
    },
    'report-qa': {
      title: 'Report QA',
      about:
        'Read or published reports without QA (late after 1 working day), and body composition QC (late after 2 working days).',
      empty: 'No reports to check',
      emptyText: 'The QA of all reports of your locations is done.',
    },
    'health-information': {
      title: 'Health information',
      about:
        'Reports to publish (first and later ones) or to release, discs to burn, and failed or uncertain sends to check: late after 1 working day. Practitioners to notify: late after 2 working days. Medical histories of the next 14 days: to receive, late from the day before the scan; to review, late on the day of the scan.',
      empty: 'Nothing to do',
      emptyText: 'All reports, discs, sends and medical histories are done.',
    },
    'nurse-practitioner': {
      title: 'Nurse practitioner',
      about:
        'Consults to book (late after 1 working day), the consults of today, open safety stops (late from the day before the scan), and medical histories to review (late on the day of the scan). Appointments of the next 14 days.',
      empty: 'Nothing to do',
      emptyText: 'No consult, safety stop or medical history of your locations is open.',
    },
    sales: {
      title: 'Sales',
      about:
        'Temporary holds until they expire, open balances (late on the day of the scan) and missing referrals (late from the day before the scan) of the next 14 days.',
      empty: 'Nothing to follow up',
      emptyText: 'Every appointment of the next 14 days at your locations is paid and has its referral.',
    },
  } satisfies { readonly [List in Worklist]: ListWords },
  tasks: {
    read: 'Read the images',
    'complete-qa': 'Complete the report QA',
    'confirm-body-composition': 'Confirm body composition QC',
    publish: 'Publish the report',
    'publish-draft': 'Publish the new report',
    'release-to-member': 'Release to member',
    'notify-practitioner': 'Notify the practitioner',
    'burn-disc': 'Burn the disc',
    'check-send': 'Check a failed or uncertain send',
    'receive-history': 'Receive the medical history',
    'review-history': 'Review the medical history',
    'book-consult': 'Book the consult',
    'hold-consult': 'Hold the consult',
    'resolve-stop': 'Settle the safety stop',
    'convert-hold': 'Convert the temporary hold',
    'collect-payment': 'Collect the payment',
    'obtain-referral': 'Obtain the referral',
  } satisfies { readonly [Task in WorklistTask]: string },
  columns: { member: 'Member', work: 'Work', scan: 'Scan', since: 'Since', due: 'Due', assigned: 'Assigned to' },
  marks: { urgent: 'Urgent', prioritized: 'Prioritized', sensitive: 'Sensitive' },
  filters: {
    label: 'Filters',
    location: 'Location',
    allLocations: 'All my locations',
    task: 'Work',
    allTasks: 'All work',
    member: 'Member',
    memberHint: 'Name or birth date',
    scanFrom: 'Scan from',
    scanTo: 'Scan to',
    scanRange: 'The first day is after the last day.',
    lateOnly: 'Late only',
    assigned: 'Assigned to',
    choices: { all: 'All', mine: 'Me', unassigned: 'Not assigned' } satisfies { [Filter in AssignmentFilter]: string },
    none: 'No row matches these filters',
    noneText: (hidden: number) =>
      hidden === 0 ? 'Show all to see the whole list.' : `The filters hide ${countOf(hidden, 'row')} of this list.`,
    hidden: (hidden: number) => `. Filters hide ${countOf(hidden, 'row')}`,
    clear: 'Clear filters',
    showAll: 'Show all',
  },
  loading: 'Loading the worklist',
  failed: 'The worklist was not loaded',
  offline: 'Worklists need a connection',
  offlineText: 'This computer keeps no copy, because an old list would hide work. The list loads when you are online.',
  staleOnline: (time: string) => `The list is from ${time}. It could not be loaded again.`,
  staleOffline: (time: string) => `You are offline. The list is from ${time} and may have changed.`,
  staleText: 'Some rows may already be done. Open a study to see its current state.',
  tryAgain: 'Try again',
  caption: (title: string) => `Worklist: ${title}`,
  summary: (total: number, late: number) =>
    late === 0 ? `${countOf(total, 'row')}, none late` : `${countOf(total, 'row')}, ${late} late`,
  count: (total: number, late: number) => (late === 0 ? `${total} due` : `${total} due, ${late} late`),
  shown: (shown: number, total: number) => `${shown} of ${total} shown`,
  more: 'Show more',
  most: 'Filter by location to see the other rows.',
  open: (row: WorklistRow) =>
    `${row.member}, born ${formatDate(row.dob)}: ${worklistWords.tasks[row.task].toLowerCase()}`,
  assignToMe: 'Assign to me',
  assignToMeOf: (row: WorklistRow) => `Assign to me: ${row.member}, born ${formatDate(row.dob)}`,
  assigned: 'Assigned to you',
  notAssigned: 'The study was not assigned',
  none: 'Not assigned',
  hasReport: 'Report has arrived',
  noReport: 'No report yet',
  needsConnection: 'Assigning a study needs a connection.',
  keys: {
    title: 'Worklists',
    move: 'Next or previous row',
    open: 'Open the study at the section of the task',
    back: 'Back to the list',
  },
}

/** Returns who a row is about, for messages. */
export const whoIsOn = (row: WorklistRow): string => `${row.member}, born ${formatDate(row.dob)}`

const dayWords = (days: number): string => countOf(days, 'day')

/** Returns `2 days late`, `Due today` or `Due 26 Nov 2026`. */
export const describeDue = (row: Pick<WorklistRow, 'isLate' | 'daysLate' | 'dueOn' | 'task'>): string => {
  if (row.isLate && row.daysLate > 0) return `${dayWords(row.daysLate)} late`
  if (row.isLate) return anchorKinds[row.task] === 'expiry' ? 'Expired' : 'Late today'
  if (row.daysLate === 0) return 'Due today'
  return row.daysLate === -1 ? 'Due tomorrow' : `Due ${formatDate(row.dueOn)}`
}

const anchorWords: { readonly [Task in WorklistTask]: string } = {
  read: 'Scanned',
  'complete-qa': 'Read or published',
  'confirm-body-composition': 'Scanned',
  publish: 'Read',
  'publish-draft': 'Report arrived',
  'release-to-member': 'QA done',
  'notify-practitioner': 'QA done',
  'burn-disc': 'Disc image written',
  'check-send': 'Sent',
  'receive-history': 'Appointment',
  'review-history': 'Appointment',
  'book-consult': 'Requested',
  'hold-consult': 'Consult',
  'resolve-stop': 'Appointment',
  'convert-hold': 'Hold expires',
  'collect-payment': 'Appointment',
  'obtain-referral': 'Appointment',
}

/**
 * Returns the event that the work counts from, and its time at the location. A study to publish can wait for its
 * report.
 */
export const describeAnchor = (
  row: Pick<WorklistRow, 'task' | 'anchor' | 'timezone' | 'draftAt'>,
): readonly [string, string] => {
  const report = row.draftAt === null ? worklistWords.noReport : worklistWords.hasReport
  const event = anchorWords[row.task]
  return [row.task === 'publish' ? `${event}. ${report}` : event, formatInstant(row.anchor, row.timezone)]
}

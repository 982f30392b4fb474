import type { CheckedHead } from '#contract/audit/fields.ts'
import type { Failure } from '#contract/reply.ts'
import type { AuditKind } from '#domain/audit/audit-filter.ts'
import type { AuditRow } from '#domain/audit/audit-row.ts'
import { countOf, formatCount } from '#domain/format/format-count.ts'
import { formatDate } from '#domain/format/format-date.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { AuditTask } from './audit-store.ts'

const kinds: Readonly<Record<AuditKind, string>> = {
  viewed: 'Viewed',
  copied: 'Copied to a workstation',
  changed: 'Changed',
  money: 'Money',
  sent: 'Sent',
  'sign-in': 'Sign-in',
  administration: 'Administration',
  log: 'Audit log and backups',
  refused: 'Refused',
}

const tasks: Readonly<Record<AuditTask, string>> = {
  events: 'The export was not saved',
  pdf: 'The report was not saved',
  csv: 'The report was not saved',
  heads: 'The heads were not saved',
  check: 'The heads were not checked',
  review: 'The review was not saved',
}

const recordWords: Readonly<Record<string, string>> = {
  member: 'member',
  study: 'study',
  'machine-time': 'machine slot',
  location: 'location',
}

/** Returns the count of records of a kind, such as `3 members` or `2 studies`. */
const countRecords = (kind: string, count: number): string =>
  kind === 'study' && count !== 1 ? `${count} studies` : countOf(count, recordWords[kind] ?? kind)

/** The texts of the Audit log section. */
export const auditWords = {
  title: 'Audit log',
  intro:
    'Who saw or changed which record, when, and from where. Entries cannot be changed or deleted. Reading the log adds an entry. Times are those of the entry’s location.',
  table: 'Entries of the audit log',
  loading: 'Loading the audit log',
  failed: 'The audit log could not be loaded',
  offline: 'You are offline',
  offlineReason: 'The audit log needs a connection to the back office.',
  noAnswer: 'The back office did not answer. Try again in a moment.',
  behind: 'The list could not be updated',
  tryAgain: 'Try again',
  refresh: 'Refresh',
  empty: 'No entries',
  emptyText: 'No entry matches these filters.',
  more: 'Show more',
  moreFailed: 'More entries could not be loaded',
  shown: (count: number, isAll: boolean) =>
    `${count === 1 ? '1 entry' : `${formatCount(count)} entries`}${isAll ? '' : ', more below'}`,
  filters: {
    label: 'Filters',
    kind: 'Kind',
    person: 'Person',
    location: 'Location',
    workstation: 'Workstation',
    from: 'From',
    to: 'To',
    all: 'All',
    clear: 'Clear filters',
    nothingToClear: 'No filter is set.',
    member: 'Member',
    anyMember: 'Any member',
    chooseMember: 'Choose a member',
    removeMember: (name: string) => `Show entries of all members, not only ${name}`,
    kinds,
  },
  choice: {
    title: 'Choose a member',
  },
  columns: {
    time: 'Time',
    person: 'Person',
    action: 'What was done',
    member: 'Member',
    place: 'Where',
    acts: 'Details',
  },
  details: 'Details',
  detailsOf: (row: string) => `Details of ${row}`,
  system: 'Atrium',
  formerAccount: (id: string) => `Former account ${id}`,
  noAccount: 'Without an account',
  unknownMember: (id: string) => `Unknown member ${id}`,
  bornOn: (dob: string) => `born ${dob}`,
  given: (given: NonNullable<AuditRow['given']>) =>
    Object.entries(given)
      .map(([kind, count]) => countRecords(kind, count))
      .join(', '),
  refused: (code: string) => `Attempt refused: ${code.replaceAll('-', ' ')}`,
  changed: (fields: readonly string[]) => `Changed: ${fields.join(', ')}`,
  row: {
    number: 'Entry',
    time: 'Time',
    person: 'Person',
    action: 'What was done',
    detail: 'Detail',
    member: 'Member',
    study: 'Study',
    location: 'Location',
    workstation: 'Workstation',
    address: 'Network address',
    outcome: 'Result',
    given: 'Records given to the workstation',
    before: 'Before',
    after: 'After',
    done: 'Done',
    field: 'Field',
    hidden: 'changed; the log does not store the values',
    yes: 'yes',
    no: 'no',
    absent: '(none)',
    changes: 'What changed',
    close: 'Close',
    onlyMember: 'Only this member',
    onlyPerson: 'Only this person',
    onlyWorkstation: 'Only this workstation',
  },
  files: {
    events: 'Export as FHIR',
    eventsSaved: 'The entries were saved as FHIR AuditEvents.',
    pdf: 'Access report (PDF)',
    csv: 'Access report (CSV)',
    reportSaved: 'The access report was saved.',
    needsMember: 'Choose a member first.',
    failed: tasks,
  },
  heads: {
    title: 'Was the log changed?',
    text: 'Each day, each workstation stores a signed fingerprint of the log, called a head. If entries are removed or rewritten later, the log no longer matches its heads.',
    kept: {
      loading: 'Loading the reports of the workstations',
      failed: 'The reports of the workstations could not be loaded',
      none: 'No workstation has reported its heads yet.',
      allWell: (count: number, last: string) =>
        `No change found: the log matches the heads of ${countOf(count, 'workstation')}. A workstation last reported at ${last}.`,
      open: (count: number) => `The log differs from the heads of ${countOf(count, 'workstation')}`,
      show: 'Show the difference',
      openText:
        'Unless a backup was restored, inform the person who is responsible for data protection, and run verify-audit on the server. The alert ends when you mark the difference as reviewed, which cannot be undone.',
      table: 'Workstations whose heads differ from the log',
      columns: {
        workstation: 'Workstation',
        head: 'Newest head that differs',
        state: 'What differs',
        compared: 'Reported',
      },
      reason: 'Reason',
      reasonHint: 'For example: backup of 14 Nov restored.',
      needsReason: 'Enter what you found.',
      tooLong: 'Enter at most 500 characters.',
      review: 'Mark as reviewed',
      reviewed: 'The difference is marked as reviewed.',
    },
    check: 'Check the heads of this workstation',
    save: 'Save the heads',
    saved: (count: number) =>
      `${countOf(count, 'head')} saved in audit-heads.json. Run verify-audit with --heads on the server.`,
    none: 'This workstation has no heads yet. It gets the first one within a minute of work.',
    allSame: (count: number) => `The log agrees with all ${countOf(count, 'head')} of this workstation.`,
    different: (count: number) => `The log differs from ${countOf(count, 'head')} of this workstation`,
    differentText: (first: string) =>
      `The first one is from ${first}. Unless a backup has been restored since then, tell the person who is responsible for data protection, save the heads, and run verify-audit on the server.`,
    states: {
      same: 'agrees',
      differs: 'differs',
      'other-server': 'belongs to another server',
      'unknown-key': 'has an unknown signing key',
      'bad-signature': 'has a wrong signature',
    } satisfies Record<CheckedHead['state'], string>,
  },
}

/** Returns the name of the person who did the action in a row. */
export const personInRow = ({ user, action }: AuditRow): string => {
  if (user !== null) return user.name ?? auditWords.formerAccount(user.userID)
  return action.startsWith('session.') ? auditWords.noAccount : auditWords.system
}

/** Returns the name of a row's member; null for a row about no member. */
export const memberInRow = ({ member }: AuditRow): string | null =>
  member === null ? null : (member.name ?? auditWords.unknownMember(member.memberID))

/** Returns the birth date of a row's member in the words of the log's screens; null if the birth date is unknown. */
export const dobInRow = ({ member }: AuditRow): string | null =>
  member?.dob ? auditWords.bornOn(formatDate(member.dob as PlainDate)) : null

/** Returns why the log could not be read or saved, and what to do. Nothing was changed in any case. */
export const describeAuditFailure = ({ code, message }: Failure): string => {
  if (code === 'offline') return auditWords.offlineReason
  return code === 'invalid-input' || code === 'not-found' || code === 'insufficient-permissions'
    ? message
    : auditWords.noAnswer
}

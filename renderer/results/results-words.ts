import type { Failure, FailureCode } from '#contract/reply.ts'
import { countOf } from '#domain/format/format-count.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { reportKindWords } from '#domain/release/study-report.ts'
import type { ResultIdentity, ResultStatus } from '#domain/results/incoming-report.ts'
import type { WaitingReason, WaitingResult } from '#domain/results/incoming-result.ts'
import type { IdentityField } from '#domain/results/match-result.ts'
import { memberFormWords } from '../members/member-form-words.ts'
import { describeStudyFailure } from '../study/study-failures.ts'

/** The texts of the results that wait for a decision. */
export const resultsWords = {
  title: 'Results',
  about: 'Reports from other systems that were not attached to a study automatically, and messages that were refused.',
  loading: 'Loading the results',
  failed: 'The results were not loaded',
  offline: 'Results need a connection',
  offlineText: 'This computer keeps no copy. The list loads when you are online.',
  staleOnline: (time: string) => `The list is from ${time}. It could not be loaded again.`,
  staleOffline: (time: string) => `You are offline. The list is from ${time} and may have changed.`,
  staleText: 'A colleague may have matched or rejected a result meanwhile.',
  tryAgain: 'Try again',
  empty: 'No waiting results',
  emptyText: 'Every report that arrived is attached to its study, or was rejected.',
  summary: (count: number) =>
    `${countOf(count, 'result')}, the oldest first. Compare both persons, then attach or reject.`,
  list: 'Results that wait',
  gone: 'This entry is no longer on the list',
  goneText: 'It was matched, rejected or closed, or its sender has sent it again.',
  received: 'Received',
  issued: 'Issued',
  noName: 'No name',
  noBirthDate: 'no date of birth',
  bornOn: (date: string) => `born ${date}`,
  sender: (result: WaitingResult) => `From ${senderOf(result)}`,
  noSender: 'an unnamed system',
  reasons: {
    unmatched: { title: 'No study has this ID', text: 'Find the study of the person whom the result names.' },
    mismatch: {
      title: 'The result names another person',
      text: 'Attach it only if you are certain that it belongs to this member. Otherwise choose another study or reject it.',
    },
    incomplete: {
      title: 'The result does not name its person fully',
      text: 'It has neither a known patient ID nor both name and date of birth.',
    },
    'study-cancelled': {
      title: 'The study is cancelled',
      text: 'Choose another study of this member, or reject the result.',
    },
    published: {
      title: 'The report that it withdraws is published',
      text: 'Publish a correction on the study page, then reject this message.',
    },
    undecided: {
      title: 'Atrium could not compare the result',
      text: 'The comparison failed several times. Compare the result with the study yourself. Inform support if this happens again.',
    },
    unreadable: {
      title: 'The report cannot be opened',
      text: 'Ask the sender for the report again, and reject this result.',
    },
  } satisfies { readonly [Reason in WaitingReason]: { readonly title: string; readonly text: string } },
  statuses: {
    preliminary: 'preliminary',
    final: 'final',
    corrected: 'corrected',
    cancelled: 'withdrawn',
  } satisfies { readonly [Status in ResultStatus]: string },
  compare: {
    title: 'Identity',
    caption: 'The person of the result and the member of the study',
    field: 'Field',
    result: 'In the result',
    record: 'In the record',
    check: 'Check',
    same: 'Same',
    different: 'Different',
    missing: 'Not in the result',
    partial: 'Not complete',
    noStudy: 'No study chosen',
    fields: {
      name: 'Name',
      birthDate: 'Date of birth',
      sex: 'Sex',
      patientID: 'Patient ID',
    } satisfies { readonly [Field in IdentityField]: string },
    study: 'Study ID',
    none: 'None',
  },
  study: {
    title: 'Study',
    choose: 'Choose the study',
    chooseOther: 'Choose another study',
    open: 'Open the study',
    openOf: (who: string) => `Open the study of ${who}`,
    appointment: 'Appointment',
    noTime: 'No time yet',
    scan: 'Scan',
    loading: 'Loading the study',
    failed: 'The study was not loaded',
  },
  choice: {
    title: 'Choose the study of this result',
    person: 'The result names',
    agrees: 'Agrees with the result',
    differs: (fields: readonly IdentityField[]) =>
      `Different: ${fields.map((field) => resultsWords.compare.fields[field].toLowerCase()).join(', ')}`,
    studiesOf: 'Studies of',
    back: 'Back to the members',
    none: 'This member has no studies',
    noneText: 'Choose another member, or reject the result.',
  },
  report: {
    title: 'Report',
    failed: "Couldn't show the report",
    none: 'This message withdraws a report. It does not contain one.',
  },
  attach: {
    open: (status: ResultStatus) => (status === 'cancelled' ? 'Withdraw the report' : 'Attach to this study'),
    title: (status: ResultStatus) => (status === 'cancelled' ? 'Withdraw this report?' : 'Attach this report?'),
    report: 'Report',
    text: {
      preliminary: 'A preliminary report is recorded with the study. It is not attached as a draft.',
      final:
        'The report becomes a draft of this study. It is not published, and an older result does not replace a newer one.',
      corrected:
        'The report becomes a draft of this study. It is not published, and an older result does not replace a newer one.',
      cancelled: 'The draft that came with this report is discarded. A published report stays.',
    } satisfies { readonly [Status in ResultStatus]: string },
    leaves: 'The result leaves the list. This cannot be undone.',
    reason: 'Why does it belong to this member?',
    reasonHint: 'The result differs from the record. Your reason is kept with it.',
    reasonMissing: 'Give the reason first.',
    noStudy: 'Choose the study first.',
    notShown: 'The report must be shown here before it is attached.',
    confirm: (status: ResultStatus, who: string) =>
      status === 'cancelled' ? `Withdraw the report of ${who}` : `Attach the report to ${who}`,
    confirmShort: (status: ResultStatus) => (status === 'cancelled' ? 'Withdraw the report' : 'Attach the report'),
    done: (status: ResultStatus, report: string) =>
      status === 'cancelled' ? `${report} withdrawn` : `${report} attached, not published yet`,
  },
  reject: {
    open: 'Reject',
    title: 'Reject this result?',
    text: 'The result leaves the list and is not attached to a study. It stays in the database with your reason. This cannot be undone.',
    reason: 'Reason',
    reasonMissing: 'Give the reason first.',
    confirm: 'Reject the result',
    done: 'Result rejected',
  },
  reasonTooLong: (most: number) => `The reason can have at most ${most} characters.`,
  needsConnection: 'Results can be attached and rejected when you are online.',
}

/** Failures whose own text is enough. */
const clear: readonly FailureCode[] = ['pdf-refused', 'report-missing', 'stale', 'not-found']

/** Describes a failure about a result, with what to do. */
export const describeResultFailure = (failure: Failure): string =>
  clear.includes(failure.code) ? failure.message : describeStudyFailure(failure).text

const senderOf = ({ sender }: Pick<WaitingResult, 'sender'>): string => (sender === '' ? resultsWords.noSender : sender)

/** Returns `Physician report, final`. */
export const describeKind = ({ kind, status }: Pick<WaitingResult, 'kind' | 'status'>): string =>
  `${reportKindWords[kind]}, ${resultsWords.statuses[status]}`

/** Returns the name that a result has, as given and family name. */
const nameInResult = ({ given, family }: Pick<ResultIdentity, 'given' | 'family'>): string => {
  const name = `${given} ${family}`.trim()
  return name === '' ? resultsWords.noName : name
}

/** Returns the person that a result names: `Ana Silva, born 03 Feb 1980`. */
export const whoInResult = ({ identity }: Pick<WaitingResult, 'identity'>): string => {
  const { birthDate } = identity
  const born = birthDate === null ? resultsWords.noBirthDate : resultsWords.bornOn(formatDate(birthDate))
  return `${nameInResult(identity)}, ${born}`
}

/** Returns a field of the identity in a result; an empty text if the result does not have it. */
export const inResult: { readonly [Field in IdentityField]: (identity: ResultIdentity) => string } = {
  name: ({ given, family }) => `${given} ${family}`.trim(),
  birthDate: ({ birthDate, partialBirthDate }) => (birthDate === null ? partialBirthDate : formatDate(birthDate)),
  sex: ({ sex }) => (sex === null ? '' : memberFormWords[sex]),
  patientID: ({ patientIDs }) => patientIDs.filter((id) => id.trim() !== '').join(', '),
}

/** Returns the same field of a member's record. */
export const inRecord: { readonly [Field in IdentityField]: (member: Member) => string } = {
  name: fullName,
  birthDate: ({ dob }) => formatDate(dob),
  sex: ({ gender }) => memberFormWords[gender],
  patientID: ({ patientID }) => patientID,
}

import { isOutcomeUnknown } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import type { ErasureBasis } from '#domain/members/erasure.ts'

/** The texts of legal holds and erasures, on the member's page and in the Data protection section. */
export const dataDutiesWords = {
  title: 'Data protection',
  loading: 'Loading holds and erasures',
  failed: 'Holds and erasures could not be loaded',
  tryAgain: 'Try again',
  offline: 'You’re offline',
  offlineReason: 'Holds and erasures need the server. Try again when it can be reached.',
  intro:
    'Legal holds keep a member’s records from being erased. An erasure removes everything that identifies the member and all medical content; only the member’s ID stays. To place or lift a hold, or to erase a member, open the member’s page.',
  behind: 'These lists may be out of date',
  cancel: 'Cancel',
  openMember: (name: string, born: string) => `Open ${name}, born ${born}`,
  open: 'Open',
  holds: {
    title: 'Legal holds',
    caption: 'Legal holds in force',
    none: 'No legal holds',
    noneText: 'While a member has a legal hold, nothing of the member is erased or removed.',
    noneOfMember: 'This member has no legal hold.',
    place: 'Place a legal hold',
    placeTitle: 'Place a legal hold',
    name: 'Name of the case',
    nameHint: 'Such as a file number. You type it again to lift the hold. Do not use the member’s name.',
    reason: 'Reason',
    reasonHint: 'Do not name the member.',
    placed: 'Legal hold placed',
    failedPlace: 'The legal hold was not placed',
    lift: 'Lift',
    liftLabel: (name: string) => `Lift ${name}`,
    liftTitle: (name: string) => `Lift the legal hold ${name}`,
    liftText: 'After the last legal hold is lifted, the member’s records can be erased again.',
    liftName: 'Type the name of the case',
    liftReason: 'Why the case has ended',
    liftAct: 'Lift the legal hold',
    lifted: 'Legal hold lifted',
    failedLift: 'The legal hold was not lifted',
    by: (person: string, time: string) => `Placed by ${person}, ${time}`,
    liftedBy: (person: string, time: string, reason: string) => `Lifted by ${person}, ${time}: ${reason}`,
    inForce: 'In force',
    ended: 'Lifted',
    columns: { member: 'Member', name: 'Case', reason: 'Reason', placed: 'Placed', acts: 'Actions' },
    bornOn: (date: string) => `Born ${date}`,
    missing: 'Fill in both fields.',
  },
  record: {
    title: 'Export',
    text: 'Everything that is stored about this member: a PDF for the member, and a FHIR file with the documents for another system. Each export is audited. Give it only to the member, or to a person whom the member names.',
    pdf: 'Save as PDF',
    fhir: 'Save as FHIR',
    saved: 'Record saved',
    failed: 'The record was not saved',
    left: 'Some files are left out',
  },
  erasure: {
    title: 'Erasure',
    text: 'Erasing removes the member’s identity, answers, notes, documents and reports from the server and from every workstation. Payments, invoices and the audit log stay under the member’s id. It cannot be undone.',
    memos:
      'Payment memos are part of the ledger and are kept. The CRM, the archive of images and the card processor are other systems: erase the member there too.',
    inWay: 'What prevents an erasure',
    ready: 'This member can be erased.',
    act: 'Erase this member',
    dialogTitle: 'Erase this member',
    early: 'The medical records are erased before the end of their period. Give the legal basis and a reason.',
    basis: 'Legal basis',
    bases: {
      'member-request': 'The member’s request',
      'authority-order': 'An order of a court or an authority',
      'created-in-error': 'The record was created in error',
      'other-law': 'Another law',
    } satisfies Record<ErasureBasis, string>,
    reason: 'Reason',
    reasonHint: 'It stays in the list of erasures. Do not name the member.',
    confirmName: (name: string) => `Type ${name} to confirm`,
    confirmMissing: 'Type the member’s full name.',
    basisMissing: 'Choose a legal basis and give a reason.',
    failed: 'The member was not erased',
    stale: 'Someone else changed this member. Close this window and look at the latest values.',
    done: 'Member erased',
    erased: 'This member was erased',
    erasedBy: (person: string, time: string) => `By ${person}, ${time}. The payments stay under this id.`,
    list: 'Erasures',
    caption: 'The latest erasures',
    none: 'No erasures',
    noneText: 'Erased members are listed here by id.',
    columns: { member: 'Member id', time: 'Erased', person: 'By', basis: 'Legal basis', reason: 'Reason' },
    noBasis: 'Retention period ended',
  },
  mayBeDone: 'The server did not answer, so this may or may not be done. Try again. It is never done twice.',
  noAnswer: 'The server did not answer. Try again.',
}

/** Returns why a request failed, what is safe, and what to do. */
export const describeDutyFailure = (failure: Failure): string => {
  if (failure.code === 'offline') return dataDutiesWords.offlineReason
  if (failure.code === 'stale') return dataDutiesWords.erasure.stale
  return isOutcomeUnknown('bridge', failure) ? dataDutiesWords.mayBeDone : failure.message
}

/** Returns why the lists could not be read. */
export const describeUnreadDuties = (failure: Failure): string =>
  isOutcomeUnknown('bridge', failure) ? dataDutiesWords.noAnswer : describeDutyFailure(failure)

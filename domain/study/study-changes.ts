import { describeConsultRequested, describeConsultScheduled } from '../consult/consult-status.ts'
import { formatInstant } from '../format/format-time.ts'
import type { Location } from '../locations/location.ts'
import { isSameValue } from './merge-fields.ts'
import { sedativeWords } from './sedative-words.ts'
import { readFlag, type StatusFlag } from './status-flags.ts'
import type { Study } from './study.ts'

/**
 * Returns in words what others changed between two loaded versions of a study, for example after a change was refused
 * as `stale` (decisions §3). Returns at least one line if the versions differ, otherwise no line.
 */
export const describeStudyChanges = (
  before: Study,
  after: Study,
  locations: readonly Pick<Location, 'locationID' | 'address' | 'catalog' | 'timezone'>[],
): readonly string[] => {
  if (before.version === after.version) return []
  const lines: string[] = []
  const place = (study: Study) => locations.find((location) => location.locationID === study.locationID)
  const when = (study: Study): string =>
    study.booking === null
      ? 'no time'
      : formatInstant(study.booking.utcStart, place(study)?.timezone ?? study.booking.timezone)
  if (after.status.cancelled && !before.status.cancelled)
    lines.push(`Cancelled by ${after.status.cancelledBy ?? 'an unknown user'}`)
  if (!after.status.cancelled && before.booking?.utcStart !== after.booking?.utcStart) {
    lines.push(`Time is now ${when(after)}, it was ${when(before)}`)
  }
  if (before.locationID !== after.locationID) {
    lines.push(`Location is now ${place(after)?.address.name ?? after.locationID}`)
  }
  if (before.skuID !== after.skuID) {
    const sold = place(after)?.catalog.primary.find((scan) => scan.skuID === after.skuID)
    lines.push(`Scan type is now ${sold?.name ?? after.skuID}`)
  }
  if (before.sedativeTaken !== after.sedativeTaken) lines.push(`Sedative is now ${after.sedativeTaken ?? 'not set'}`)
  if (before.temporaryHold && !after.temporaryHold) lines.push('This is no longer a temporary hold')
  if (before.paymentAmount !== after.paymentAmount) lines.push('The amount paid was changed')
  if (before.safety.version !== after.safety.version) lines.push('The safety answers were changed')
  if (before.safety.signOff === null && after.safety.signOff !== null) {
    lines.push(`${after.safety.signOff.by} signed off the stops`)
  }
  if (before.safety.signOff !== null && after.safety.signOff === null) {
    lines.push('The safety sign-off is no longer valid')
  }
  lines.push(...describeFlagChanges(before, after), ...describeDetailChanges(before, after, place(after)))
  return lines.length > 0 ? [...new Set(lines)] : ['Details of the study changed']
}

/** The words for a newly set flag. A flag without an entry is described elsewhere or is not worth reporting. */
const flagWords: { readonly [Flag in StatusFlag]?: string } = {
  checkin: 'Checked in',
  scanned: 'Marked as scanned',
  reminded: 'Marked as reminded',
  referred: 'Referral or review done',
  medicalHistoryRequested: 'Medical history requested',
  medicalHistory: 'Medical history completed',
  medicalHistoryReviewed: 'Medical history reviewed',
  consent: 'Consent marked as signed',
  researchConsent: 'Research consent given',
  researchFollowUp: 'Marked for research follow-up',
  'tagR&D': 'Tagged R&D',
  tagPHYS1ST: 'Tagged PHYS 1ST',
  urgent: 'Marked as urgent',
  sensitive: 'Marked as sensitive',
  prioritized: 'Prioritized',
  read: 'Scan read',
  transcribed: 'Report transcribed',
  filmReady: 'Film ready',
  published: 'Report published',
  reportQADone: 'Report QA done',
  releasedToPatient: 'Released to the member',
  releasedToDoctor: 'Released to the doctor',
  traditionalReleasedToPatient: 'Released to the member',
  traditionalReleasedToDoctor: 'Released to the doctor',
  patientReportNotification: 'Member notified',
  providerReportNotification: 'Notification of the practitioner complete',
  feedbackReceived: 'Feedback received',
  feedbackAmplificationDone: 'Feedback amplification done',
  feedbackAmplificationDenied: 'Feedback amplification denied',
  bodyCompositionQC: 'Body Composition QC confirmed',
}

const describeFlagChanges = (before: Study, after: Study): readonly string[] =>
  (Object.entries(flagWords) as [StatusFlag, string][]).flatMap(([flag, words]) => {
    const [was, is] = [readFlag(before.status, flag), readFlag(after.status, flag)]
    if (was.isSet === is.isSet) return []
    return [is.isSet ? `${words} (recorded by ${is.by ?? 'an unknown user'})` : `Taken back: ${words}`]
  })

const describeDetailChanges = (
  before: Study,
  after: Study,
  place: Pick<Location, 'timezone'> | undefined,
): readonly string[] => {
  const lines: string[] = []
  const [was, is] = [before.details, after.details]
  if (before.sedative.status !== after.sedative.status) {
    lines.push(`Sedative status is now ${sedativeWords[after.sedative.status]}`)
  }
  if (was.consulting.requestedStatus !== is.consulting.requestedStatus) {
    lines.push(`Consult requested is now ${describeConsultRequested(is.consulting.requestedStatus)}`)
  }
  const { scheduledStatus, consultTime } = is.consulting
  if (was.consulting.scheduledStatus !== scheduledStatus || was.consulting.consultTime !== consultTime) {
    const zone = place?.timezone ?? after.booking?.timezone
    const time = consultTime === null || zone === undefined ? '' : ` for ${formatInstant(consultTime, zone)}`
    lines.push(`Consult is now ${describeConsultScheduled(scheduledStatus)}${scheduledStatus === 'booked' ? time : ''}`)
  }
  if (!isSameValue(was.practitioners, is.practitioners)) lines.push('The practitioners were changed')
  if (before.status.published === true && was.readingPublished.length < is.readingPublished.length) {
    lines.push('A new version of the report was published')
  }
  if (was.reasonForScan !== is.reasonForScan) lines.push('The reason for the scan was changed')
  if (was.frontDeskNote !== is.frontDeskNote) lines.push('The front-desk note was changed')
  if (before.opportunityID !== after.opportunityID) lines.push('The CRM opportunity was changed')
  for (const [flag, name] of [
    ['customerEmailAvailable', 'Email to the member'],
    ['invoiceAvailable', 'The invoice'],
  ] as const) {
    if (before.status[flag] !== after.status[flag]) {
      lines.push(`${name} is ${after.status[flag] ? 'no longer suppressed' : 'now suppressed'}`)
    }
  }
  return lines
}

import type { FlagReading } from '#domain/study/status-flags.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { type Instant, parseInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'

/** The texts of the Sales panel. */
export const saleWords = {
  title: 'Sales',
  offlineShown: 'Offline: as it was read last. It can be changed when the back office is back.',
  offlineEmpty: 'Sales data is in the CRM. It is shown when the back office is back.',
  loading: 'Loading the opportunity',
  linked: 'Opportunity linked',
  compare: 'Compare and repair',
  compareLabel: (who: string) => `Compare and repair the opportunity of ${who}`,
  mismatch: (studyID: string) => `The opportunity names study ${studyID}, not this one.`,
  mismatchReason: 'The opportunity names another study: compare and repair first.',
  leadCreated: 'Lead created',
  studyBooked: 'Study booked',
  notBooked: 'Not booked',
  pipelineTime: 'Pipeline time (days)',
  notKnown: 'Not known',
  type: 'Type',
  source: 'Source',
  acquisitionMethod: 'Acquisition method',
  salesperson: 'Salesperson',
  referringMember: 'Referring member',
  noReferringMember: 'None',
  referralCode: 'Referral code of the member',
  showCode: 'Show code',
  showCodeLabel: (who: string) => `Show code: referral code of ${who}`,
  view: 'View opportunity',
  edit: 'Edit type and lead source',
  linkAnother: 'Link another opportunity',
  cancelLink: 'Cancel linking',
  linkLabel: 'Link an opportunity',
  noOpportunity: 'No opportunity is linked to this study.',
  unknownOpportunity: (opportunityID: string) =>
    `The study names opportunity ${opportunityID}, which the CRM does not know.`,
  noStudyTitle: 'The opportunity names no study',
  noStudy: 'It is the one this study names; the CRM does not know of it yet.',
  link: 'Link it to this study',
  linkThisLabel: (who: string) => `Link it to this study: ${who}`,
  saving: 'Type and lead source are being saved.',
  linking: 'The opportunity is being linked.',
  flagSet: 'Yes',
  bookedOnline: 'Online',
  bookedOffline: 'Offline, by staff',
}

/**
 * Returns when a flag was set: `24 Nov 2026 09:40am PST`, `Yes` where the time is unknown; null where it is not set.
 */
export const flagWords = ({ isSet, time }: Pick<FlagReading, 'isSet' | 'time'>, zone: ZoneId): string | null =>
  isSet ? (time === null ? saleWords.flagSet : formatInstant(time, zone)) : null

/** Returns how a study was booked (study spec §2 Booking), by its flags; null where neither is set. */
export const bookingTypeWords = (
  online: Pick<FlagReading, 'isSet'>,
  offline: Pick<FlagReading, 'isSet'>,
): string | null => (online.isSet ? saleWords.bookedOnline : offline.isSet ? saleWords.bookedOffline : null)

/** Formats a time of the CRM in the location's zone; returns the text unchanged where it is not a time. */
export const crmTimeWords = (text: string, zone: ZoneId): string => {
  const instant: Instant | undefined = parseInstant(text)
  return instant === undefined ? text : formatInstant(instant, zone)
}

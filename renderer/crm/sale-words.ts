import { formatInstant } from '#domain/format/format-time.ts'
import type { FlagReading } from '#domain/study/status-flags.ts'
import { type Instant, parseInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'

/** The texts of the Sales panel. */
export const saleWords = {
  title: 'Sales',
  offlineShown: "You're offline. This is the last loaded data. You can change it when you're back online.",
  offlineEmpty: "You're offline. Sales data comes from the CRM and appears when you're back online.",
  loading: 'Loading the opportunity',
  linked: 'Opportunity linked',
  compare: 'Fix mismatch',
  compareLabel: (who: string) => `Fix mismatch: opportunity of ${who}`,
  mismatch: (studyID: string) => `In the CRM, the opportunity is linked to study ${studyID}, not to this study.`,
  mismatchReason: 'In the CRM, the opportunity is linked to another study. Fix the mismatch first.',
  leadCreated: 'Lead created',
  studyBooked: 'Study booked',
  notBooked: 'Not booked',
  pipelineTime: 'Pipeline time (days)',
  notKnown: 'Unknown',
  type: 'Type',
  source: 'Source',
  acquisitionMethod: 'Acquisition method',
  salesperson: 'Salesperson',
  referringMember: 'Referring member',
  noReferringMember: 'None',
  referralCode: "Member's referral code",
  showCode: 'Show code',
  showCodeLabel: (who: string) => `Show code: referral code of ${who}`,
  view: 'View opportunity',
  edit: 'Edit type and lead source',
  linkAnother: 'Link another opportunity',
  cancelLink: 'Cancel linking',
  linkLabel: 'Link an opportunity',
  noOpportunity: 'No opportunity is linked to this study.',
  unknownOpportunity: (opportunityID: string) =>
    `This study is linked to opportunity ${opportunityID}, which does not exist in the CRM.`,
  noStudyTitle: 'The opportunity is not linked to a study in the CRM',
  noStudy:
    'This study names the opportunity, but the opportunity in the CRM names no study. Select “Link to this study” to fix this.',
  link: 'Link to this study',
  linkThisLabel: (who: string) => `Link to this study: ${who}`,
  saving: 'Type and lead source are being saved.',
  linking: 'The opportunity is being linked.',
  flagSet: 'Yes',
  by: (name: string) => `by ${name}`,
  bookedOnline: 'Online',
  bookedOffline: 'By staff',
}

/**
 * Returns the time at which a flag was set: `24 Nov 2026 09:40am PST`; `Yes` if the time is unknown; null if the flag
 * is not set.
 */
export const flagWords = ({ isSet, time }: Pick<FlagReading, 'isSet' | 'time'>, zone: ZoneId): string | null =>
  isSet ? (time === null ? saleWords.flagSet : formatInstant(time, zone)) : null

/** Returns {@link flagWords} with the person, if the record names one: `24 Nov 2026 09:40am PST, by Ana Silva`. */
export const flagWordsWithName = (flag: FlagReading, zone: ZoneId): string | null => {
  const words = flagWords(flag, zone)
  return words === null || flag.by === null ? words : `${words}, ${saleWords.by(flag.by)}`
}

/** Returns how a study was booked (study spec §2 Booking), by its flags; null if neither is set. */
export const bookingTypeWords = (
  online: Pick<FlagReading, 'isSet'>,
  offline: Pick<FlagReading, 'isSet'>,
): string | null => (online.isSet ? saleWords.bookedOnline : offline.isSet ? saleWords.bookedOffline : null)

/** Formats a time of the CRM in the location's zone; returns any other text unchanged. */
export const crmTimeWords = (text: string, zone: ZoneId): string => {
  const instant: Instant | undefined = parseInstant(text)
  return instant === undefined ? text : formatInstant(instant, zone)
}

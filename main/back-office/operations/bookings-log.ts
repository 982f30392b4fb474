import type { Location } from '#domain/locations/location.ts'
import { formatInstant } from '#domain/time/format-time.ts'
import { toInstant } from '#domain/time/instant.ts'
import type { Database } from '../repositories/database.ts'
import { addLogRow, type StudyRow } from '../repositories/studies-repository.ts'
import { type HandlerContext, requireCaller } from '../rest/handler.ts'

/**
 * An id for a log line that sorts after those of the study's earlier versions and of lower `place`, also within one second.
 */
export const toLogID = (
  study: Pick<StudyRow, 'version'>,
  place: number,
  context: Pick<HandlerContext, 'newId'>,
): string => `${String(study.version).padStart(8, '0')}-${place}-${context.newId()}`

/** The place of a line that someone adds by hand: after what was written with the change itself. */
export const placeOfAddedLine = 9

/** The first place of lines about the safety questions: after those of the booking that brought them. */
export const safetyPlace = 5

/**
 * Writes what one change of a study adds to its activity log (decisions §4), line by line, in the name of the caller.
 * Machine and times, no health data.
 */
export const logForStudy = async (
  db: Database,
  study: Pick<StudyRow, 'study_id' | 'version'>,
  category: string,
  lines: readonly string[],
  context: HandlerContext,
  firstPlace = 0,
): Promise<void> => {
  for (const [place, content] of lines.entries()) {
    await addLogRow(db, {
      log_id: toLogID(study, firstPlace + place, context),
      study_id: study.study_id,
      category,
      time: context.now,
      content,
      by_user: requireCaller(context).name,
    })
  }
}

/** `24 Nov 2026 09:40am PST on Cedar`, with the location's name when `isNamed`. */
export const describeTime = (
  location: Pick<Location, 'timezone' | 'machines' | 'address'>,
  time: Pick<StudyRow, 'starts_at' | 'machine_id'>,
  isNamed = false,
): string => {
  if (time.starts_at === null) return 'no time'
  const machine = location.machines.find((candidate) => candidate.machineID === time.machine_id)
  const place = isNamed ? `, ${location.address.name}` : ''
  return `${formatInstant(toInstant(time.starts_at * 1000), location.timezone)} on ${machine?.name ?? time.machine_id}${place}`
}

/** The line an administrator's override leaves; none where the time was free after all. */
export const describeOverride = (isOverridden: boolean, override: { readonly reason: string } | null): string[] =>
  isOverridden && override !== null ? [`Booked over another appointment: ${override.reason}`] : []

import type { Appointment } from '#domain/booking/appointment.ts'
import { decideOutsideHours } from '#domain/booking/outside-hours.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { addLogRow, type StudyRow } from '../repositories/studies-repository.ts'

/**
 * Adds the lines of one change to a study's activity log (decisions §4), in the caller's name. A line may contain
 * machines and times, never health data.
 */
export const logForStudy = async (
  db: Database,
  study: Pick<StudyRow, 'study_id'>,
  category: string,
  lines: readonly string[],
  context: Pick<HandlerContext, 'caller' | 'newId' | 'now'>,
): Promise<void> => {
  await addLogLines(db, study, { category, lines, by: requireCaller(context).name }, context)
}

/** Returns `24 Nov 2026 09:40am PDT on Cedar`, with the location's name if `isNamed`. */
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

/**
 * Returns the log line for a time outside opening hours. The line says whether staff confirmed the time; older
 * workstations do not send this confirmation.
 */
export const describeOutsideHours = (
  location: Location,
  wish: Pick<Appointment, 'machineID' | 'utcStart' | 'outsideHoursConfirmed'>,
  endsAt: number,
): string[] => {
  const outside = decideOutsideHours(location, wish.utcStart, toInstant(endsAt * 1000), wish.machineID)
  if (outside === null) return []
  const what = outside.kind === 'closure' ? 'In a closed time' : 'Outside opening hours'
  return [wish.outsideHoursConfirmed === true ? `${what}: confirmed at booking` : what]
}

/** Returns the log line for an administrator's override; an empty list if the time was free. */
export const describeOverride = (isOverridden: boolean, override: { readonly reason: string } | null): string[] =>
  isOverridden && override !== null ? [`Booked over another appointment: ${override.reason}`] : []

/** Adds lines of one category to a study's log, all at the call's time. */
export const addLogLines = async (
  db: Database,
  study: Pick<StudyRow, 'study_id'>,
  { category, lines, by }: { readonly category: string; readonly lines: readonly string[]; readonly by: string },
  context: Pick<HandlerContext, 'newId' | 'now'>,
): Promise<void> => {
  for (const content of lines) {
    await addLogRow(db, {
      log_id: context.newId(),
      study_id: study.study_id,
      category,
      time: context.now,
      content,
      by_user: by,
    })
  }
}

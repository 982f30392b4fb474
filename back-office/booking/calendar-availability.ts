import { findClosedTime } from '#domain/locations/closed-times.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { findOverlapping } from '../repositories/machine-times-repository.ts'
import { findCalendar, type HoldRequest, toStretch } from './holds.ts'

/**
 * Counts a calendar's events in a stretch of time, without expired holds. The stretch is available if it overlaps no
 * closed time and has fewer than `maxAllowedEvents` events (booking spec §7). Throws 404 for an unknown calendar.
 */
export const countEvents = async (
  request: HoldRequest,
  maxAllowedEvents: number,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now'>,
): Promise<{ available: boolean; events: number }> => {
  const { location, machine } = await findCalendar(request.calendarId, context)
  const stretch = toStretch(request)
  const rows = await findOverlapping(context.db, machine.machineID, stretch.from, stretch.to)
  const events = rows.filter((row) => row.expires_at === null || row.expires_at > context.now).length
  const closed = findClosedTime(location, machine.machineID, request.utcStart, request.utcEnd)
  return { available: closed === null && events < maxAllowedEvents, events }
}

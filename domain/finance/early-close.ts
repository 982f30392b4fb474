import { type Instant, toEpochMs } from '../values/instant.ts'

/** Returns whether closing now is earlier than the end of the day's last appointment, which asks for a reason. */
export const isEarlyClose = (now: Instant, lastAppointmentEnd: Instant | null): boolean =>
  lastAppointmentEnd !== null && toEpochMs(now) < toEpochMs(lastAppointmentEnd)

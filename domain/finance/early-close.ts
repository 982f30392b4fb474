import { type Instant, toEpochMs } from '../values/instant.ts'

/** Returns whether `now` is before the end of the day's last appointment. Closing the day then requires a reason. */
export const isEarlyClose = (now: Instant, lastAppointmentEnd: Instant | null): boolean =>
  lastAppointmentEnd !== null && toEpochMs(now) < toEpochMs(lastAppointmentEnd)

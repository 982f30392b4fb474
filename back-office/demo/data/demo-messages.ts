import type { MessageTable } from '../../database/message-tables.ts'
import type { BackOfficeTables } from '../../database/tables.ts'
import { demoHomes } from './demo-homes.ts'

const day = 86_400

/** Reminders that wait for staff, as on an ordinary day. */
const waiting = [
  { state: 'failed', failure: 'refused' },
  { state: 'uncertain', failure: 'no-answer' },
  { state: 'failed', failure: 'bounced' },
] as const

/**
 * Creates reminders that wait for a decision of staff, about appointments of the next two days at the home locations.
 * `now` in epoch seconds.
 */
export const createDemoMessages = (studies: readonly BackOfficeTables['study'][], now: number): MessageTable[] =>
  demoHomes.flatMap((home) =>
    studies
      .filter(
        ({ location_id, starts_at, cancelled, temporary_hold }) =>
          location_id === home &&
          starts_at !== null &&
          starts_at > now + day / 4 &&
          starts_at < now + 2 * day &&
          cancelled === 0 &&
          temporary_hold === 0,
      )
      .slice(0, waiting.length)
      .map(
        ({ study_id, event_id, starts_at, location_id }, index): MessageTable => ({
          message_id: `demo-message-${study_id}`,
          study_id,
          kind: 'reminder',
          channel: 'email',
          occasion: event_id ?? 'demo',
          sequence: 1,
          event_id,
          starts_at: event_id === null ? null : starts_at,
          location_id,
          due_at: now - (index + 1) * 3600,
          attempts: 1,
          claim: null,
          lease_until: null,
          recipient: null,
          receipt: null,
          delivery: null,
          check_at: null,
          planned_at: now - day,
          state_at: now - (index + 1) * 3600,
          by_user: null,
          decided_by: null,
          ...(waiting[index] ?? waiting[0]),
        }),
      ),
  )

import { peopleAndSessions } from './001-people-and-sessions.ts'
import { appointments } from './002-appointments.ts'
import { holdLife } from './003-hold-life.ts'
import { safety } from './004-safety.ts'
import { money } from './005-money.ts'
import { attemptsLookedAtAgain } from './006-attempts-looked-at-again.ts'
import { studyPage } from './007-study-page.ts'
import { consultEvents } from './008-consult-events.ts'
import { logPlaces } from './009-log-places.ts'
import { documents } from './010-documents.ts'
import { deliveries } from './011-deliveries.ts'
import { readingVersions } from './012-reading-versions.ts'
import type { Migration } from './migration.ts'

/** All migrations, in the order in which they run. */
export const migrations: readonly Migration[] = [
  peopleAndSessions,
  appointments,
  holdLife,
  safety,
  money,
  attemptsLookedAtAgain,
  studyPage,
  consultEvents,
  logPlaces,
  documents,
  deliveries,
  readingVersions,
]

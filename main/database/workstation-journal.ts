import type { JobStore } from '#domain/jobs/job-store.ts'
import { type AttemptJournal, createAttemptJournal } from './journal-attempts.ts'
import { createDraftJournal, type DraftJournal } from './journal-drafts.ts'
import { createJobJournal } from './journal-jobs.ts'
import { journalMigrations } from './journal-migrations.ts'
import { createPaymentJournal, type PaymentJournal } from './journal-payments.ts'
import { createSettingsJournal, type SettingsJournal } from './journal-settings.ts'
import { createStudyActJournal, type StudyActJournal } from './journal-study-acts.ts'
import { createTenderJournal, type TenderJournal } from './journal-tenders.ts'
import { openDatabaseFile } from './open-database-file.ts'

/** What exists nowhere else yet. Never deleted. */
export type WorkstationJournal = {
  readonly drafts: DraftJournal
  readonly attempts: AttemptJournal
  readonly paymentAttempts: PaymentJournal
  readonly tenders: TenderJournal
  readonly studyActs: StudyActJournal
  readonly jobs: JobStore
  readonly settings: SettingsJournal
  close(): void
}

/** A journal whose pages do not check out; handled like any other damage. */
class JournalDamagedError extends Error {
  readonly code = 'SQLITE_CORRUPT'
}

/** Opens the journal file and checks its pages; throws what {@link openDatabaseFile} throws. */
export const openWorkstationJournal = (path: string, keyHex: string): WorkstationJournal => {
  const db = openDatabaseFile({ path, keyHex, synchronous: 'FULL', migrations: journalMigrations })
  try {
    const verdict = db.pragma('quick_check(1)', { simple: true })
    if (verdict !== 'ok') throw new JournalDamagedError('The journal does not pass its check')
    return {
      drafts: createDraftJournal(db),
      attempts: createAttemptJournal(db),
      paymentAttempts: createPaymentJournal(db),
      tenders: createTenderJournal(db),
      studyActs: createStudyActJournal(db),
      jobs: createJobJournal(db),
      settings: createSettingsJournal(db),
      close: () => db.close(),
    }
  } catch (thrown) {
    db.close()
    throw thrown
  }
}

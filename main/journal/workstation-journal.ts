import type { JobStore } from '#domain/queue/job-store.ts'
import { openDatabaseFile } from '#runtime/open-database-file.ts'
import { type AttemptJournal, createAttemptJournal } from './attempt-journal.ts'
import { createDraftJournal, type DraftJournal } from './draft-journal.ts'
import { createErasureJournal, type ErasureJournal } from './erasure-journal.ts'
import { countJobs, type JobCount } from './job-counts.ts'
import { createJobJournal } from './job-journal.ts'
import { journalMigrations } from './journal-migrations.ts'
import { createPaymentJournal, type PaymentJournal } from './payment-journal.ts'
import { createSettingsJournal, type SettingsJournal } from './settings-journal.ts'
import { createStudyActJournal, type StudyActJournal } from './study-act-journal.ts'
import { createTenderJournal, type TenderJournal } from './tender-journal.ts'
import { countUnsentWork, type UnsentWork } from './unsent-work.ts'

/** The workstation's database of data that has no other copy. It is never deleted. */
export type WorkstationJournal = {
  readonly drafts: DraftJournal
  readonly attempts: AttemptJournal
  readonly paymentAttempts: PaymentJournal
  readonly tenders: TenderJournal
  readonly studyActs: StudyActJournal
  readonly jobs: JobStore
  readonly settings: SettingsJournal
  readonly erasures: ErasureJournal
  /** Counts, by kind, the work of all users that no server has confirmed. */
  unsentWork(): readonly UnsentWork[]
  /** Counts the jobs of the queue by kind and state. */
  jobCounts(): readonly JobCount[]
  close(): void
}

/** Thrown when the journal's pages fail their check; handled like any other damage. */
class JournalDamagedError extends Error {
  readonly code = 'SQLITE_CORRUPT'
}

/** Opens the journal file and checks its pages; throws what {@link openDatabaseFile} throws. */
export const openWorkstationJournal = (path: string, keyHex: string, version?: string): WorkstationJournal => {
  const db = openDatabaseFile({ path, keyHex, synchronous: 'FULL', migrations: journalMigrations, version })
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
      erasures: createErasureJournal(db),
      unsentWork: () => countUnsentWork(db),
      jobCounts: () => countJobs(db),
      close: () => db.close(),
    }
  } catch (thrown) {
    db.close()
    throw thrown
  }
}

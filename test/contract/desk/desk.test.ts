import { afterAll } from 'vitest'
import { describeBookingDesk } from './booking-suite.ts'
import { describeCardDesk } from './card-suite.ts'
import { describeCatalogueDesk } from './catalogue-suite.ts'
import { describeCodesDesk } from './codes-suite.ts'
import { describeCrmDesk } from './crm-suite.ts'
import type { DesksUnderTest } from './desk-under-test.ts'
import { describeDirectoryDesk } from './directory-suite.ts'
import { describeDocumentsDesk } from './documents-suite.ts'
import { describeFinanceDesk } from './finance-suite.ts'
import { describeJobsDesk } from './jobs-suite.ts'
import { describeMembersDesk } from './members-suite.ts'
import { describeMoneyDesk } from './money-suite.ts'
import { describePapersDesk } from './papers-suite.ts'
import { startRealDesks } from './real-desks.ts'
import { describeReleaseDesk } from './release-suite.ts'
import { describeSafetyDesk } from './safety-suite.ts'
import { describeSessionDesk } from './session-suite.ts'
import { describeSharesDesk } from './shares-suite.ts'
import { describeStudyDesk } from './study-suite.ts'
import { describeUpdatesDesk } from './updates-suite.ts'

// One back office and two workstations for all suites; each suite makes its own members and bookings.
let started: ReturnType<typeof startRealDesks> | undefined
const start = async (): Promise<DesksUnderTest> => {
  started ??= startRealDesks()
  const desks = await started
  return { ...desks, stop: desks.closeOpened }
}
afterAll(async () => await (await started)?.stop())

describeBookingDesk('the real services', start)
describeSafetyDesk('the real services', start)
describeStudyDesk('the real services', start)
describeMoneyDesk('the real services', start)
describeReleaseDesk('the real services', start)
describeDocumentsDesk('the real services', start)
describeFinanceDesk('the real services', start)
describeJobsDesk('the real services', start)
describeDirectoryDesk('the real services', start)
describeCardDesk('the real services', start)
describeSharesDesk('the real services', start)
describeCodesDesk('the real services', start)
describeCrmDesk('the real services', start)
describePapersDesk('the real services', start)
describeMembersDesk('the real services', start)
describeSessionDesk('the real services', start)
describeCatalogueDesk('the real services', start)
describeUpdatesDesk('the real services', start)

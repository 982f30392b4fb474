import { afterAll } from 'vitest'
import { isDeep } from '#test/fixtures/deep.ts'
import { describeBookingDesk } from './booking-suite.ts'
import { describeCardDesk } from './card-suite.ts'
import { describeCodesDesk } from './codes-suite.ts'
import { describeCrmDesk } from './crm-suite.ts'
import { describeDirectoryDesk } from './directory-suite.ts'
import { describeDocumentsDesk } from './documents-suite.ts'
import { describeFinanceDesk } from './finance-suite.ts'
import { describeJobsDesk } from './jobs-suite.ts'
import { describeMembersDesk } from './members-suite.ts'
import { describeMessagesDesk } from './messages-suite.ts'
import { describeMoneyDesk } from './money-suite.ts'
import { describePapersDesk } from './papers-suite.ts'
import { shareRealDesks } from './real-desks.ts'
import { describeReleaseDesk } from './release-suite.ts'
import { describeResultsDesk } from './results-suite.ts'
import { describeSafetyDesk } from './safety-suite.ts'
import { describeSessionDesk } from './session-suite.ts'
import { describeSharesDesk } from './shares-suite.ts'
import { describeStudyDesk } from './study-suite.ts'
import { describeWorklistsDesk } from './worklists-suite.ts'

const { start, stop } = shareRealDesks()
afterAll(stop)

describeBookingDesk('the real services', start)
describeSafetyDesk('the real services', start)
describeStudyDesk('the real services', start)
describeMoneyDesk('the real services', start)

// The other suites take more than a minute. The fake bridge passes all of them in each run.
if (isDeep) {
  describeSessionDesk('the real services', start)
  describeMembersDesk('the real services', start)
  describeFinanceDesk('the real services', start)
  describeReleaseDesk('the real services', start)
  describeMessagesDesk('the real services', start)
  describeDocumentsDesk('the real services', start)
  describeJobsDesk('the real services', start)
  describeDirectoryDesk('the real services', start)
  describeCardDesk('the real services', start)
  describeSharesDesk('the real services', start)
  describeCodesDesk('the real services', start)
  describeCrmDesk('the real services', start)
  describePapersDesk('the real services', start)
  describeWorklistsDesk('the real services', start)
  describeResultsDesk('the real services', start)
}

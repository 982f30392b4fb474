import { describeAccountsDesk } from '#test/contract/desk/accounts-suite.ts'
import { describeAuditDesk } from '#test/contract/desk/audit-suite.ts'
import { describeBookingDesk } from '#test/contract/desk/booking-suite.ts'
import { describeCardDesk } from '#test/contract/desk/card-suite.ts'
import { describeCatalogueDesk } from '#test/contract/desk/catalogue-suite.ts'
import { describeClinicsDesk } from '#test/contract/desk/clinics-suite.ts'
import { describeCodesDesk } from '#test/contract/desk/codes-suite.ts'
import { describeCrmDesk } from '#test/contract/desk/crm-suite.ts'
import { describeDataDutiesDesk } from '#test/contract/desk/data-duties-suite.ts'
import { describeDirectoryDesk } from '#test/contract/desk/directory-suite.ts'
import { describeDocumentsDesk } from '#test/contract/desk/documents-suite.ts'
import { describeFinanceDesk } from '#test/contract/desk/finance-suite.ts'
import { describeImportDesk } from '#test/contract/desk/import-suite.ts'
import { describeJobsDesk } from '#test/contract/desk/jobs-suite.ts'
import { describeMembersDesk } from '#test/contract/desk/members-suite.ts'
import { describeMessagesDesk } from '#test/contract/desk/messages-suite.ts'
import { describeMoneyDesk } from '#test/contract/desk/money-suite.ts'
import { describePapersDesk } from '#test/contract/desk/papers-suite.ts'
import { describeReleaseDesk } from '#test/contract/desk/release-suite.ts'
import { describeResultsDesk } from '#test/contract/desk/results-suite.ts'
import { describeSafetyDesk } from '#test/contract/desk/safety-suite.ts'
import { describeSessionDesk } from '#test/contract/desk/session-suite.ts'
import { describeSettingsDesk } from '#test/contract/desk/settings-suite.ts'
import { describeSharesDesk } from '#test/contract/desk/shares-suite.ts'
import { describeStudyDesk } from '#test/contract/desk/study-suite.ts'
import { describeUpdatesDesk } from '#test/contract/desk/updates-suite.ts'
import { describeWorklistsDesk } from '#test/contract/desk/worklists-suite.ts'
import { startFakeDesks } from './fake-desks.ts'

describeBookingDesk('the fake bridge', startFakeDesks)
describeSafetyDesk('the fake bridge', startFakeDesks)
describeStudyDesk('the fake bridge', startFakeDesks)
describeMoneyDesk('the fake bridge', startFakeDesks)
describeReleaseDesk('the fake bridge', startFakeDesks)
describeDocumentsDesk('the fake bridge', startFakeDesks)
describeFinanceDesk('the fake bridge', startFakeDesks)
describeJobsDesk('the fake bridge', startFakeDesks)
describeDirectoryDesk('the fake bridge', startFakeDesks)
describeCardDesk('the fake bridge', startFakeDesks)
describeSharesDesk('the fake bridge', startFakeDesks)
describeCodesDesk('the fake bridge', startFakeDesks)
describeCrmDesk('the fake bridge', startFakeDesks)
describePapersDesk('the fake bridge', startFakeDesks)
describeMembersDesk('the fake bridge', startFakeDesks)
describeSessionDesk('the fake bridge', startFakeDesks)
describeCatalogueDesk('the fake bridge', startFakeDesks)
describeUpdatesDesk('the fake bridge', startFakeDesks)
describeAuditDesk('the fake bridge', startFakeDesks)
describeDataDutiesDesk('the fake bridge', startFakeDesks)
describeAccountsDesk('the fake bridge', startFakeDesks)
describeClinicsDesk('the fake bridge', startFakeDesks)
describeImportDesk('the fake bridge', startFakeDesks)
describeSettingsDesk('the fake bridge', startFakeDesks)
describeWorklistsDesk('the fake bridge', startFakeDesks)
describeResultsDesk('the fake bridge', startFakeDesks)
describeMessagesDesk('the fake bridge', startFakeDesks)

import { afterAll } from 'vitest'
import { describeAccountsDesk } from './accounts-suite.ts'
import { describeAuditDesk } from './audit-suite.ts'
import { describeCatalogueDesk } from './catalogue-suite.ts'
import { describeClinicsDesk } from './clinics-suite.ts'
import { describeDataDutiesDesk } from './data-duties-suite.ts'
import { describeImportDesk } from './import-suite.ts'
import { shareRealDesks } from './real-desks.ts'
import { describeSettingsDesk } from './settings-suite.ts'
import { describeUpdatesDesk } from './updates-suite.ts'

const { start, stop } = shareRealDesks()
afterAll(stop)

describeAccountsDesk('the real services', start)
describeClinicsDesk('the real services', start)
describeImportDesk('the real services', start)
describeSettingsDesk('the real services', start)
describeCatalogueDesk('the real services', start)
describeUpdatesDesk('the real services', start)
describeAuditDesk('the real services', start)
describeDataDutiesDesk('the real services', start)

import { findEngines } from '../builders/back-office.ts'
import { describeCards } from './back-office-card-suite.ts'
import { describeConsults } from './back-office-consult-suite.ts'
import { describeDeposits } from './back-office-deposits-suite.ts'
import { describeFinance } from './back-office-finance-suite.ts'
import { describeInvoices } from './back-office-invoice-suite.ts'
import { describeMemberSearch } from './back-office-member-search-suite.ts'
import { describePayments } from './back-office-payments-suite.ts'
import { describeReceipts } from './back-office-receipt-suite.ts'
import { describeSafety } from './back-office-safety-suite.ts'
import { describeStudyPage } from './back-office-study-suite.ts'
import { describeBackOffice } from './back-office-suite.ts'
import { describeUpdates } from './back-office-update-suite.ts'
import { describeBookingSafety } from './booking-safety-suite.ts'

for (const engine of await findEngines('sql')) {
  describeBackOffice(engine)
  describePayments(engine)
  describeDeposits(engine)
  describeMemberSearch(engine)
  describeUpdates(engine)
}

for (const engine of await findEngines('rules')) {
  describeSafety(engine)
  describeBookingSafety(engine)
  describeCards(engine)
  describeFinance(engine)
  describeInvoices(engine)
  describeReceipts(engine)
  describeStudyPage(engine)
  describeConsults(engine)
}

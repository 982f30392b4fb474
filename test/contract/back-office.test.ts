import { findEngines } from '../builders/back-office.ts'
import { describeSafety } from './back-office-safety-suite.ts'
import { describeBackOffice } from './back-office-suite.ts'

for (const engine of await findEngines()) {
  describeBackOffice(engine)
  describeSafety(engine)
}

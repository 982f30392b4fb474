import { findEngines } from '../builders/back-office.ts'
import { describeControls } from './back-office-controls-suite.ts'
import { describeDocuments } from './back-office-documents-suite.ts'
import { describeShares } from './back-office-shares-suite.ts'

for (const engine of await findEngines('rules')) {
  describeDocuments(engine)
  describeShares(engine)
  describeControls(engine)
}

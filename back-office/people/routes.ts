import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { searchPractitioners } from '../repositories/catalogue-repository.ts'
import { decideDirectoryProposal, readDirectoryChanges, seeDirectoryChange } from './directory-changes.ts'
import { changePractitioner } from './practitioners.ts'

/** Maps the routes of practitioners and directory changes (study spec §7). */
export const peopleHandlers = {
  readPractitioners: ({ query }, context) => searchPractitioners(context.db, query.text),
  changePractitioner: ({ params, body }, context) => changePractitioner(params.practitionerID, body, context),
  readDirectoryChanges: ({ query }, context) => readDirectoryChanges(query, context),
  decideDirectoryProposal: ({ params, body }, context) => decideDirectoryProposal(params.changeID, body, context),
  seeDirectoryChange: ({ params, body }, context) => seeDirectoryChange(params.changeID, body, context),
} satisfies Partial<Handlers<RouteName>>

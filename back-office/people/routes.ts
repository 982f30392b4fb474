import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { searchPractitioners } from '../repositories/catalogue-repository.ts'
import { readActivePharmacies, readPharmacyEntries } from '../repositories/pharmacies-repository.ts'
import { changePharmacy, createPharmacy } from './administer-pharmacies.ts'
import {
  administerPractitioner,
  createPractitioner,
  mergePractitioners,
  readAdministeredPractitioners,
} from './administer-practitioners.ts'
import { decideDirectoryProposal, readDirectoryChanges, seeDirectoryChange } from './directory-changes.ts'
import { changePractitioner } from './practitioners.ts'

/** Maps the routes of practitioners and directory changes (study spec §7), and of pharmacies. */
export const peopleHandlers = {
  readPractitioners: ({ query }, context) => searchPractitioners(context.db, query.text),
  changePractitioner: ({ params, body }, context) => changePractitioner(params.practitionerID, body, context),
  readDirectoryChanges: ({ query }, context) => readDirectoryChanges(query, context),
  decideDirectoryProposal: ({ params, body }, context) => decideDirectoryProposal(params.changeID, body, context),
  seeDirectoryChange: ({ params, body }, context) => seeDirectoryChange(params.changeID, body, context),
  readAdministeredPractitioners: (_input, context) => readAdministeredPractitioners(context),
  createPractitioner: ({ body }, context) => createPractitioner(body, context),
  administerPractitioner: ({ params, body }, context) => administerPractitioner(params.practitionerID, body, context),
  mergePractitioners: ({ params, body }, context) => mergePractitioners(params.practitionerID, body, context),
  readPharmacies: (_input, context) => readActivePharmacies(context.db),
  readAdministeredPharmacies: (_input, context) => readPharmacyEntries(context.db),
  createPharmacy: ({ body }, context) => createPharmacy(body, context),
  changePharmacy: ({ params, body }, context) => changePharmacy(params.pharmacyID, body, context),
} satisfies Partial<Handlers<RouteName>>

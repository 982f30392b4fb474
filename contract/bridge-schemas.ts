import type { z } from 'zod'
import { accountsCommands } from './accounts/bridge.ts'
import { auditCommands } from './audit/bridge.ts'
import { bookingCommands, selfServiceCommands } from './booking/bridge.ts'
import type { InputOf, MethodOf, Subject } from './bridge.ts'
import { catalogueCommands } from './catalogue/bridge.ts'
import type { SessionNeed } from './command.ts'
import { crmCommands } from './crm/bridge.ts'
import { documentsCommands, sharingCommands } from './documents/bridge.ts'
import { financeCommands } from './finance/bridge.ts'
import { importCommands } from './import/bridge.ts'
import { clinicsCommands } from './locations/administration-bridge.ts'
import { locationsCommands } from './locations/bridge.ts'
import { membersCommands } from './members/bridge.ts'
import { dataDutiesCommands } from './members/data-duties-bridge.ts'
import { messagesCommands } from './messages/bridge.ts'
import { paymentsCommands, terminalCommands } from './payments/bridge.ts'
import { directoryCommands, pharmaciesCommands, practitionersCommands } from './people/bridge.ts'
import { printingCommands } from './printing/bridge.ts'
import { jobsCommands } from './queue/bridge.ts'
import { releaseCommands } from './release/bridge.ts'
import { resultsCommands } from './results/bridge.ts'
import { safetyCommands } from './safety/bridge.ts'
import { searchCommands } from './search/bridge.ts'
import { draftsCommands, sessionCommands } from './session/bridge.ts'
import {
  clinicSettingsCommands,
  connectivityCommands,
  downloadsCommands,
  workstationCommands,
} from './settings/bridge.ts'
import { studyCommands } from './study/bridge.ts'
import { supportCommands } from './support/bridge.ts'
import { updateCommands } from './update/bridge.ts'
import { programReleasesCommands } from './update/releases-bridge.ts'
import { worklistsCommands } from './worklists/bridge.ts'

type CommandEntry<Input> = { readonly session: SessionNeed; readonly input: z.ZodType<Input> }
type BridgeSchemas = {
  readonly [S in Subject]: { readonly [M in MethodOf<S>]: CommandEntry<InputOf<S, M>> }
}

const commands = {
  session: sessionCommands,
  accounts: accountsCommands,
  audit: auditCommands,
  connectivity: connectivityCommands,
  workstation: workstationCommands,
  locations: locationsCommands,
  catalogue: catalogueCommands,
  clinics: clinicsCommands,
  clinicSettings: clinicSettingsCommands,
  programReleases: programReleasesCommands,
  members: membersCommands,
  dataDuties: dataDutiesCommands,
  crm: crmCommands,
  booking: bookingCommands,
  study: studyCommands,
  messages: messagesCommands,
  directory: directoryCommands,
  practitioners: practitionersCommands,
  pharmacies: pharmaciesCommands,
  documents: documentsCommands,
  sharing: sharingCommands,
  release: releaseCommands,
  jobs: jobsCommands,
  printing: printingCommands,
  downloads: downloadsCommands,
  safety: safetyCommands,
  payments: paymentsCommands,
  terminal: terminalCommands,
  finance: financeCommands,
  import: importCommands,
  drafts: draftsCommands,
  search: searchCommands,
  selfService: selfServiceCommands,
  support: supportCommands,
  update: updateCommands,
  results: resultsCommands,
  worklists: worklistsCommands,
}

/** Commands without an interface method. There must be none; otherwise the table below does not compile. */
type Unmatched = { [S in Subject]: Exclude<keyof (typeof commands)[S], MethodOf<S>> }[Subject]

/**
 * The table from command to input schema and permitted caller. It is also the allow-list: any other command does not
 * exist. Its type compares it with the interfaces in both directions: a method without a schema does not compile, nor
 * does a schema without a method.
 */
export const bridgeSchemas: [Unmatched] extends [never] ? BridgeSchemas : never = commands

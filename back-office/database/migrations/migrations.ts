import { peopleAndSessions } from './001-people-and-sessions.ts'
import { appointments } from './002-appointments.ts'
import { holdLife } from './003-hold-life.ts'
import { safety } from './004-safety.ts'
import { money } from './005-money.ts'
import { attemptsLookedAtAgain } from './006-attempts-looked-at-again.ts'
import { studyPage } from './007-study-page.ts'
import { consultEvents } from './008-consult-events.ts'
import { logPlaces } from './009-log-places.ts'
import { documents } from './010-documents.ts'
import { deliveries } from './011-deliveries.ts'
import { readingVersions } from './012-reading-versions.ts'
import { safetyDrafts } from './013-safety-drafts.ts'
import { memberSearch } from './014-member-search.ts'
import { homeLocation } from './015-home-location.ts'
import { settleReasons } from './016-settle-reasons.ts'
import { settleReasonNotices } from './017-settle-reason-notices.ts'
import { memberCreators } from './019-member-creators.ts'
import { cashUpBlocks } from './021-cash-up-blocks.ts'
import { otherBookingSafety } from './030-other-bookings.ts'
import { foundMembers } from './034-found-members.ts'
import { directoryChanges } from './035-directory-changes.ts'
import { emailConfirmations } from './036-email-confirmations.ts'
import { directoryChangeLocations } from './037-directory-change-locations.ts'
import { auditChanges } from './040-audit-changes.ts'
import { accounts } from './041-accounts.ts'
import { locationAdministration } from './045-location-administration.ts'
import { catalogueAdministration } from './050-catalogue-administration.ts'
import { externalIDs } from './060-external-ids.ts'
import { serverIdentity } from './065-server-identity.ts'
import { studyItems } from './070-study-items.ts'
import { paymentMade } from './075-payment-made.ts'
import { clinicSettings } from './080-clinic-settings.ts'
import { updateRings } from './081-update-rings.ts'
import { studyReports } from './082-study-reports.ts'
import { incomingResults } from './083-incoming-results.ts'
import { machineAccounts } from './084-machine-accounts.ts'
import { messages } from './085-messages.ts'
import { worklistIndexes } from './087-worklists.ts'
import { textMessages } from './088-text-messages.ts'
import { messageContents } from './089-message-contents.ts'
import { deliveriesAgain } from './090-deliveries-again.ts'
import { deliverySteps } from './091-delivery-steps.ts'
import { consentTexts } from './092-consent-texts.ts'
import { restores } from './094-restores.ts'
import { backupRuns } from './095-backup-runs.ts'
import { draftReports } from './096-draft-reports.ts'
import { refusedResults } from './097-refused-results.ts'
import { invitationMails } from './098-invitation-mails.ts'
import { sendsToDo } from './099-sends-to-do.ts'
import { auditChains } from './101-audit-chains.ts'
import { auditSigners } from './102-audit-signers.ts'
import { deliveriesUnderWay } from './103-deliveries-under-way.ts'
import { memberMerges } from './104-member-merges.ts'
import { legalHolds } from './106-legal-holds.ts'
import { erasures } from './107-erasures.ts'
import { retention } from './108-retention.ts'
import { auditHeadsKept } from './109-audit-heads-kept.ts'
import { severalProcesses } from './110-several-processes.ts'
import { cashDrawers } from './111-cash-drawers.ts'
import { chequeDeposits } from './112-cheque-deposits.ts'
import { pharmacies } from './114-pharmacies.ts'
import { outstandingItems } from './115-outstanding-items.ts'
import { memberLanguages } from './117-languages.ts'
import { retentionKindsReplaced } from './120-retention-kinds.ts'
import type { Migration } from './migration.ts'

/** All migrations, in the order in which they run. */
export const migrations: readonly Migration[] = [
  peopleAndSessions,
  appointments,
  holdLife,
  safety,
  money,
  attemptsLookedAtAgain,
  studyPage,
  consultEvents,
  logPlaces,
  documents,
  deliveries,
  readingVersions,
  safetyDrafts,
  memberSearch,
  homeLocation,
  settleReasons,
  settleReasonNotices,
  memberCreators,
  cashUpBlocks,
  otherBookingSafety,
  foundMembers,
  directoryChanges,
  emailConfirmations,
  directoryChangeLocations,
  auditChanges,
  accounts,
  locationAdministration,
  catalogueAdministration,
  externalIDs,
  serverIdentity,
  paymentMade,
  clinicSettings,
  studyItems,
  updateRings,
  studyReports,
  incomingResults,
  machineAccounts,
  messages,
  worklistIndexes,
  textMessages,
  messageContents,
  deliveriesAgain,
  deliverySteps,
  consentTexts,
  restores,
  backupRuns,
  draftReports,
  refusedResults,
  invitationMails,
  sendsToDo,
  auditChains,
  auditSigners,
  deliveriesUnderWay,
  memberMerges,
  legalHolds,
  erasures,
  retention,
  auditHeadsKept,
  severalProcesses,
  cashDrawers,
  memberLanguages,
  retentionKindsReplaced,
  pharmacies,
  chequeDeposits,
  outstandingItems,
]

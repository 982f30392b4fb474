import type { Bridge } from '#contract/bridge.ts'
import { type AccountsFactories, createAccountsFactories } from '../accounts/accounts-factories.ts'
import { type AuditFactories, createAuditFactories } from '../audit/audit-factories.ts'
import { type BookingFactories, createBookingFactories } from '../booking/booking-factories.ts'
import { type CatalogueFactories, createCatalogueFactories } from '../catalogue/catalogue-factories.ts'
import { type ConsultFactories, createConsultFactories } from '../consult/consult-factories.ts'
import { type CrmFactories, createCrmFactories } from '../crm/crm-factories.ts'
import { createSharesFactories, type SharesFactories } from '../documents/documents-factories.ts'
import { createFinanceFactories, type FinanceFactories } from '../finance/finance-factories.ts'
import { createImportFactories, type ImportFactories } from '../import/import-factories.ts'
import { type ClinicsFactories, createClinicsFactories } from '../locations/clinics-factories.ts'
import { createMemberFactories, type MemberFactories } from '../members/member-factories.ts'
import { createMessagesFactories, type MessagesFactories } from '../messages/messages-factories.ts'
import { createPaymentFactories, type PaymentFactories } from '../payments/payment-factories.ts'
import { createPeopleFactories, type PeopleFactories } from '../people/people-factories.ts'
import { createReleaseFactories, type ReleaseFactories } from '../release/release-factories.ts'
import { createResultsFactories, type ResultsFactories } from '../results/results-factories.ts'
import { createSafetyFactories, type SafetyFactories } from '../safety/safety-factories.ts'
import { createSearchFactories, type SearchFactories } from '../search/search-factories.ts'
import type { StoreParts } from '../session/store-parts.ts'
import { createSettingsFactories, type SettingsFactories } from '../settings/settings-factories.ts'
import { createFollowUpFactories, type FollowUpFactories } from '../study/study-factories.ts'
import { createStudyPageFactories, type StudyPageFactories } from '../study-page/study-page-factories.ts'
import { createSupportFactories, type SupportFactories } from '../support/support-factories.ts'
import { createUpdateFactories, type UpdateFactories } from '../update/update-factories.ts'
import { createWorklistsFactories, type WorklistsFactories } from '../worklists/worklists-factories.ts'
import type { AppStores } from './app-stores.ts'

/**
 * The shared stores, and the factories of stores that live as long as one screen. Each screen names the stores that it
 * needs.
 */
export type ScreenStores = AppStores &
  AccountsFactories &
  AuditFactories &
  BookingFactories &
  CatalogueFactories &
  ClinicsFactories &
  ConsultFactories &
  CrmFactories &
  FinanceFactories &
  FollowUpFactories &
  ImportFactories &
  MemberFactories &
  PaymentFactories &
  PeopleFactories &
  ReleaseFactories &
  ResultsFactories &
  SafetyFactories &
  SearchFactories &
  SettingsFactories &
  SharesFactories &
  StudyPageFactories &
  SupportFactories &
  UpdateFactories &
  MessagesFactories &
  WorklistsFactories

export const createScreenStores = (bridge: Bridge, stores: AppStores): ScreenStores => {
  const parts: StoreParts & { readonly stores: AppStores } = { bridge, stores, newKey: () => crypto.randomUUID() }
  return {
    ...stores,
    ...createAccountsFactories(parts),
    ...createAuditFactories(parts),
    ...createBookingFactories(parts),
    ...createCatalogueFactories(parts),
    ...createClinicsFactories(parts),
    ...createConsultFactories(parts),
    ...createCrmFactories(parts),
    ...createFinanceFactories(parts),
    ...createFollowUpFactories(parts),
    ...createImportFactories(parts),
    ...createMemberFactories(parts),
    ...createMessagesFactories(parts),
    ...createPaymentFactories(parts),
    ...createPeopleFactories(parts),
    ...createReleaseFactories(parts),
    ...createResultsFactories(parts),
    ...createSafetyFactories(parts),
    ...createSearchFactories(parts),
    ...createSettingsFactories(parts),
    ...createSharesFactories(parts),
    ...createStudyPageFactories(parts),
    ...createSupportFactories(parts),
    ...createUpdateFactories(parts),
    ...createWorklistsFactories(parts),
  }
}

import type { ComponentType } from 'react'
import type { AccountsFactories } from '../accounts/accounts-factories.ts'
import type { AuditFactories } from '../audit/audit-factories.ts'
import type { CatalogueFactories } from '../catalogue/catalogue-factories.ts'
import type { ImportFactories } from '../import/import-factories.ts'
import type { WithClock } from '../kit/clock-store.ts'
import { loadLater } from '../kit/load-later.tsx'
import type { ClinicsFactories } from '../locations/clinics-factories.ts'
import type { WithLocations } from '../locations/locations-store.ts'
import type { MemberFactories } from '../members/member-factories.ts'
import type { PeopleFactories } from '../people/people-factories.ts'
import { paths } from '../routes.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { SettingsFactories } from '../settings/settings-factories.ts'
import type { UpdateFactories } from '../update/update-factories.ts'
import { administrationWords as words } from './administration-words.ts'
import { SectionSkeleton } from './section-skeleton.tsx'

/** The stores that the sections use: each section adds its own. */
export type AdministrationStores = AccountsFactories &
  AuditFactories &
  CatalogueFactories &
  ClinicsFactories &
  ImportFactories &
  MemberFactories &
  PeopleFactories &
  SettingsFactories &
  UpdateFactories &
  WithClock &
  WithConnectivity &
  WithLocations

type SectionComponent = ComponentType<ScreenProps<AdministrationStores>>

/** A section of Administration; its code loads when it first opens. */
type AdministrationSection = {
  /** The last part of the path. */
  readonly id: string
  readonly label: string
  readonly path: string
  readonly Section: SectionComponent
}

const section = (id: string, label: string, load: () => Promise<SectionComponent>): AdministrationSection => ({
  id,
  label,
  path: paths.administration(id),
  Section: loadLater(load, SectionSkeleton),
})

/** The sections in the order of the list at the left. */
export const administrationSections: readonly AdministrationSection[] = [
  section('people', words.people, async () => (await import('../accounts/accounts-section.tsx')).AccountsSection),
  section(
    'locations',
    words.locations,
    async () => (await import('../locations/locations-section.tsx')).LocationsSection,
  ),
  section('closures', words.closures, async () => (await import('../locations/closures-section.tsx')).ClosuresSection),
  section(
    'catalogue',
    words.catalogue,
    async () => (await import('../catalogue/catalogue-section.tsx')).CatalogueSection,
  ),
  section('promos', words.promos, async () => (await import('../catalogue/promos-section.tsx')).PromosSection),
  section(
    'gift-cards',
    words.giftCards,
    async () => (await import('../catalogue/gift-cards-section.tsx')).GiftCardsSection,
  ),
  section(
    'practitioners',
    words.practitioners,
    async () => (await import('../people/practitioners-section.tsx')).PractitionersSection,
  ),
  section(
    'pharmacies',
    words.pharmacies,
    async () => (await import('../people/pharmacies-section.tsx')).PharmaciesSection,
  ),
  section(
    'merged-members',
    words.mergedMembers,
    async () => (await import('../members/merges-section.tsx')).MergesSection,
  ),
  section(
    'document-types',
    words.documentTypes,
    async () => (await import('../catalogue/document-types-section.tsx')).DocumentTypesSection,
  ),
  section(
    'mail-texts',
    words.mailTexts,
    async () => (await import('../settings/mail-texts-section.tsx')).MailTextsSection,
  ),
  section(
    'consent-texts',
    words.consentTexts,
    async () => (await import('../settings/consent-texts-section.tsx')).ConsentTextsSection,
  ),
  section(
    'messages',
    words.messages,
    async () => (await import('../settings/message-settings-section.tsx')).MessageSettingsSection,
  ),
  section(
    'workstations',
    words.workstations,
    async () => (await import('../settings/clinic-settings-section.tsx')).ClinicSettingsSection,
  ),
  section('updates', words.updates, async () => (await import('../update/updates-section.tsx')).UpdatesSection),
  section('import', words.import, async () => (await import('../import/import-section.tsx')).ImportSection),
  section('server', words.server, async () => (await import('../accounts/server-section.tsx')).ServerSection),
  section(
    'data-duties',
    words.dataDuties,
    async () => (await import('../members/data-duties-section.tsx')).DataDutiesSection,
  ),
  section('audit', words.audit, async () => (await import('../audit/audit-section.tsx')).AuditSection),
  section(
    'configuration',
    words.configuration,
    async () => (await import('../accounts/configuration-section.tsx')).ConfigurationSection,
  ),
]

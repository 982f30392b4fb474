import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { AccountsFactories } from '../accounts/accounts-factories.ts'
import type { AuditFactories } from '../audit/audit-factories.ts'
import type { CatalogueFactories } from '../catalogue/catalogue-factories.ts'
import type { ImportFactories } from '../import/import-factories.ts'
import type { WithClock } from '../kit/clock-store.ts'
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
  readonly Section: LazyExoticComponent<SectionComponent>
}

const section = (
  id: string,
  label: string,
  load: () => Promise<{ readonly default: SectionComponent }>,
): AdministrationSection => ({ id, label, path: paths.administration(id), Section: lazy(load) })

/** The sections in the order of the list at the left. */
export const administrationSections: readonly AdministrationSection[] = [
  section('people', words.people, async () => ({
    default: (await import('../accounts/accounts-section.tsx')).AccountsSection,
  })),
  section('locations', words.locations, async () => ({
    default: (await import('../locations/locations-section.tsx')).LocationsSection,
  })),
  section('closures', words.closures, async () => ({
    default: (await import('../locations/closures-section.tsx')).ClosuresSection,
  })),
  section('catalogue', words.catalogue, async () => ({
    default: (await import('../catalogue/catalogue-section.tsx')).CatalogueSection,
  })),
  section('promos', words.promos, async () => ({
    default: (await import('../catalogue/promos-section.tsx')).PromosSection,
  })),
  section('gift-cards', words.giftCards, async () => ({
    default: (await import('../catalogue/gift-cards-section.tsx')).GiftCardsSection,
  })),
  section('practitioners', words.practitioners, async () => ({
    default: (await import('../people/practitioners-section.tsx')).PractitionersSection,
  })),
  section('pharmacies', words.pharmacies, async () => ({
    default: (await import('../people/pharmacies-section.tsx')).PharmaciesSection,
  })),
  section('merged-members', words.mergedMembers, async () => ({
    default: (await import('../members/merges-section.tsx')).MergesSection,
  })),
  section('document-types', words.documentTypes, async () => ({
    default: (await import('../catalogue/document-types-section.tsx')).DocumentTypesSection,
  })),
  section('mail-texts', words.mailTexts, async () => ({
    default: (await import('../settings/mail-texts-section.tsx')).MailTextsSection,
  })),
  section('consent-texts', words.consentTexts, async () => ({
    default: (await import('../settings/consent-texts-section.tsx')).ConsentTextsSection,
  })),
  section('messages', words.messages, async () => ({
    default: (await import('../settings/message-settings-section.tsx')).MessageSettingsSection,
  })),
  section('workstations', words.workstations, async () => ({
    default: (await import('../settings/clinic-settings-section.tsx')).ClinicSettingsSection,
  })),
  section('updates', words.updates, async () => ({
    default: (await import('../update/updates-section.tsx')).UpdatesSection,
  })),
  section('import', words.import, async () => ({
    default: (await import('../import/import-section.tsx')).ImportSection,
  })),
  section('server', words.server, async () => ({
    default: (await import('../accounts/server-section.tsx')).ServerSection,
  })),
  section('data-duties', words.dataDuties, async () => ({
    default: (await import('../members/data-duties-section.tsx')).DataDutiesSection,
  })),
  section('audit', words.audit, async () => ({
    default: (await import('../audit/audit-section.tsx')).AuditSection,
  })),
  section('configuration', words.configuration, async () => ({
    default: (await import('../accounts/configuration-section.tsx')).ConfigurationSection,
  })),
]

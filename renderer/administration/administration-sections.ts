import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { AccountsFactories } from '../accounts/accounts-factories.ts'
import type { WithLocations } from '../locations/locations-store.ts'
import { paths } from '../routes.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { administrationWords as words } from './administration-words.ts'

/** The stores that the sections use: each section adds its own. */
export type AdministrationStores = AccountsFactories & WithConnectivity & WithLocations

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
  section('configuration', words.configuration, async () => ({
    default: (await import('../accounts/configuration-section.tsx')).ConfigurationSection,
  })),
]

import type { Bridge } from '#contract/bridge.ts'
import { createSelfServiceFactories, type SelfServiceStores } from '../booking/self-service/self-service-factories.ts'
import type { AppStores } from './app-stores.ts'

/** Creates the stores of the member's own pages. These stores have no staff data. */
export const createSelfStores = (
  bridge: Pick<Bridge, 'selfService' | 'on'>,
  { clock, connectivity }: Pick<AppStores, 'clock' | 'connectivity'>,
): SelfServiceStores => {
  const stores = { clock, connectivity }
  return { ...stores, ...createSelfServiceFactories({ bridge, stores, newKey: () => crypto.randomUUID() }) }
}

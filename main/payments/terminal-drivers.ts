import type { Connectivity } from '#contract/settings/bridge.ts'
import type { Environment } from '#domain/settings/environment.ts'
import type { ProcessorLink } from '../devices/card-terminal/card-terminal.ts'
import { createSerialTerminal } from '../devices/card-terminal/serial-terminal.ts'
import type { SimulatedPace } from '../devices/card-terminal/simulated-card.ts'
import { createSimulatedTerminal } from '../devices/card-terminal/simulated-terminal.ts'
import { createStripeTerminal } from '../devices/card-terminal/stripe-terminal.ts'
import type { Platform } from '../platform.ts'
import type { TerminalDriver } from './reader-search.ts'

/** The back office's settings that decide which readers work. */
export type ReaderPlace = {
  environment(): Environment | null
  cardProcessor(): Connectivity['cardProcessor']
}

type TerminalDriversParts = {
  readonly platform: Pick<Platform, 'startProcess' | 'openProviderWindow'>
  readonly link: ProcessorLink
  readonly place: ReaderPlace
  readonly clock: { after(ms: number, run: () => void): () => void }
  /** The serial ports that are configured for a PIN pad. */
  readonly serialPaths: readonly string[]
  readonly simulatedPace?: Partial<SimulatedPace> | undefined
}

const cardSettingsNotLoaded = "The server's card settings haven't loaded yet."

const isProduction = (place: ReaderPlace): boolean => place.environment() === 'PRODUCTION'

/**
 * Returns why simulated readers cannot be used; null when they can. They are refused in production (booking spec §9),
 * and with every processor that does not accept their test cards.
 */
const whyNoSimulated = (place: ReaderPlace): string | null => {
  if (place.environment() === null) return cardSettingsNotLoaded
  if (isProduction(place)) return 'Simulated readers are not available in production.'
  return place.cardProcessor() === 'simulated'
    ? null
    : "The card processor doesn't accept simulated readers' test cards."
}

const whyNoStripe = (place: ReaderPlace): string | null => {
  if (place.environment() === null) return cardSettingsNotLoaded
  return place.cardProcessor() === 'stripe' ? null : "The server isn't set up for Stripe."
}

/**
 * Parses `ATRIUM_SERIAL_PORTS`: paths separated by commas, each optionally with `=` and the number on the pad's label.
 */
export const readSerialPaths = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')

/** Creates the driver of every kind of reader in this build. */
export const createTerminalDrivers = (parts: TerminalDriversParts): readonly TerminalDriver[] => {
  const { platform, link, place, clock, serialPaths, simulatedPace } = parts
  const stripe = createStripeTerminal({
    openWindow: platform.openProviderWindow,
    link,
    isProduction: () => isProduction(place),
    clock,
  })
  const serial = createSerialTerminal({
    startProcess: (workerName) => platform.startProcess(workerName),
    paths: () => serialPaths,
    clock,
  })
  const simulated = createSimulatedTerminal({ link, clock, ...(simulatedPace && { pace: simulatedPace }) })
  return [
    { driver: 'stripe', terminal: stripe, unavailable: () => whyNoStripe(place) },
    { driver: 'serial', terminal: serial, unavailable: () => null },
    { driver: 'simulated', terminal: simulated, unavailable: () => whyNoSimulated(place) },
  ]
}

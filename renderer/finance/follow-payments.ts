import type { Bridge } from '#contract/bridge.ts'
import { createThrottle } from '../kit/throttle.ts'

/** Milliseconds by which a list may be behind while payments keep changing: a deposit changes many studies at once. */
const aroundPaymentsMs = 1000

/** Calls `reload` after changes of payments and after missed events, until the returned function is called. */
export const followPayments = (bridge: Pick<Bridge, 'on'>, reload: () => void): (() => void) => {
  const throttle = createThrottle(reload, aroundPaymentsMs)
  const stops = [bridge.on('payments.changed', throttle.ask), bridge.on('bridge.gap', reload), throttle.stop]
  return () => {
    for (const stop of stops) stop()
  }
}

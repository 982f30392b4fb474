import { useStore } from 'zustand'
import { formatCountdown } from '#domain/format/format-time.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { ClockStore } from './clock-store.ts'

/** Shows the time until an instant as mm:ss. It redraws itself each second; the component around it does not. */
export function Countdown({ until, clock }: { readonly until: Instant; readonly clock: ClockStore }) {
  const second = useStore(clock, (state) => state.second)
  return (
    <span className="tabular" role="timer" aria-live="off">
      {formatCountdown(toEpochMs(until) - toEpochMs(second))}
    </span>
  )
}

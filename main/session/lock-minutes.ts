import { clampIdleLockMinutes, defaultIdleLockMinutes } from '#domain/session/lock-rules.ts'

/** The minutes without activity after which this workstation locks. */
export type LockMinutes = {
  minutes(): number
  /** Takes what the back office says; null if it does not say. Returns whether the minutes changed. */
  hear(minutes: number | null): boolean
}

type LockMinutesParts = {
  /** What a flag or the organisation's policy sets, which takes precedence over the back office. */
  readonly fixed: number | undefined
  /** What the back office last said, stored for a start without it. */
  readonly stored: { read(): string | null; write(word: string | null): void }
}

/** Creates the source of the lock minutes: a flag or the policy, else what an administrator set, else 5. */
export const createLockMinutes = ({ fixed, stored }: LockMinutesParts): LockMinutes => {
  const heard = (): number => Number(stored.read() ?? defaultIdleLockMinutes)
  const minutes = (): number => clampIdleLockMinutes(fixed ?? heard())
  return {
    minutes,
    hear: (said) => {
      if (said === null || stored.read() === String(said)) return false
      const before = minutes()
      stored.write(String(said))
      return minutes() !== before
    },
  }
}

import { clampIdleLockMinutes, defaultIdleLockMinutes } from '#domain/session/lock-rules.ts'

/** The minutes without activity after which this workstation locks. */
export type LockMinutes = {
  minutes(): number
  /** Receives the back office's setting; null if it sends none. Returns whether the minutes changed. */
  applySetting(minutes: number | null): boolean
}

type LockMinutesParts = {
  /** The minutes that a flag or the organisation's policy sets. They override the back office's setting. */
  readonly fixed: number | undefined
  /**
   * The back office's last setting, stored so that it is available when Atrium starts while the back office is out of
   * reach.
   */
  readonly stored: { read(): string | null; write(word: string | null): void }
}

/** Creates the source of the lock minutes: a flag or the policy, else an administrator's setting, else 5. */
export const createLockMinutes = ({ fixed, stored }: LockMinutesParts): LockMinutes => {
  // Kept in memory, because the session still needs the minutes during shutdown, after the cache has closed.
  let setting = Number(stored.read() ?? defaultIdleLockMinutes)
  const minutes = (): number => clampIdleLockMinutes(fixed ?? setting)
  return {
    minutes,
    applySetting: (sent) => {
      if (sent === null) return false
      const before = minutes()
      if (stored.read() !== String(sent)) stored.write(String(sent))
      setting = sent
      return minutes() !== before
    },
  }
}

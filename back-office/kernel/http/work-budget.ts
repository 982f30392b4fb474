/** What one session or address may cost the server in a minute. */
export type WorkLimits = {
  /** Bytes of bodies. */
  readonly bytes: number
  /** Milliseconds of a processor. */
  readonly cpuMs: number
}

/** `bytes` of a body, `cpuMs` of a processor. */
type Work = { readonly bytes: number; readonly cpuMs: number }

export type WorkBudget = {
  /** Charges work that is to be done. Gives 0, or in how many whole seconds the caller may ask again; then nothing is charged. */
  charge(key: string, work: Work, limits: WorkLimits): number
  /** In how many whole seconds the caller may ask for this; 0 where it may now. Charges nothing. */
  wait(key: string, work: Work, limits: WorkLimits): number
  /** Charges work that has been done, whatever is left; less than nothing gives back. */
  add(key: string, work: Work, limits: WorkLimits): void
}

type Account = { used: Work; at: number }

const minuteMs = 60_000
/** Accounts kept: the least recently used ones are forgotten, which have long been refilled or are too many to matter. */
const mostAccounts = 10_000

/**
 * Weighs calls by what they cost: each key has a minute's worth of bytes and of processor time, which refills evenly. Work
 * larger than a whole minute's worth is taken while nothing else was used. `now`: milliseconds that only go forward.
 */
export const createWorkBudget = (now: () => number): WorkBudget => {
  const accounts = new Map<string, Account>()

  const open = (key: string, limits: WorkLimits): Account => {
    const at = now()
    const known = accounts.get(key) ?? { used: { bytes: 0, cpuMs: 0 }, at }
    const share = (at - known.at) / minuteMs
    const account: Account = {
      used: {
        bytes: Math.max(0, known.used.bytes - share * limits.bytes),
        cpuMs: Math.max(0, known.used.cpuMs - share * limits.cpuMs),
      },
      at,
    }
    accounts.delete(key)
    accounts.set(key, account)
    const oldest = accounts.size > mostAccounts ? accounts.keys().next().value : undefined
    if (oldest !== undefined) accounts.delete(oldest)
    return account
  }

  const add: WorkBudget['add'] = (key, work, limits) => {
    const account = open(key, limits)
    account.used = {
      bytes: Math.max(0, account.used.bytes + work.bytes),
      cpuMs: Math.max(0, account.used.cpuMs + work.cpuMs),
    }
  }

  const wait: WorkBudget['wait'] = (key, work, limits) => {
    if (!accounts.has(key)) return 0
    const { used } = open(key, limits)
    const waits = (['bytes', 'cpuMs'] as const).map((unit) => {
      const over = Math.min(used[unit], used[unit] + work[unit] - limits[unit])
      return work[unit] === 0 || over <= 0 ? 0 : (over / limits[unit]) * (minuteMs / 1000)
    })
    return Math.ceil(Math.max(...waits))
  }

  return {
    add,
    wait,
    charge: (key, work, limits) => {
      const seconds = wait(key, work, limits)
      if (seconds === 0) add(key, work, limits)
      return seconds
    },
  }
}

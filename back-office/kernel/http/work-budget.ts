/** The maximum cost of one session or address per minute. */
export type WorkLimits = {
  /** Bytes of bodies. */
  readonly bytes: number
  /** Milliseconds of CPU time. */
  readonly cpuMs: number
}

/** The cost of a call: the bytes of its body, and milliseconds of CPU time. */
type Work = { readonly bytes: number; readonly cpuMs: number }

export type WorkBudget = {
  /**
   * Charges work before it is done and returns 0. When the budget is too small, charges nothing and returns the whole
   * seconds until the caller may retry.
   */
  charge(key: string, work: Work, limits: WorkLimits): number
  /** Returns the whole seconds until the caller may do this work; 0 means now. Charges nothing. */
  wait(key: string, work: Work, limits: WorkLimits): number
  /** Charges work after it was done, regardless of the limit; a negative amount is refunded. */
  add(key: string, work: Work, limits: WorkLimits): void
}

type Account = { used: Work; at: number }

const minuteMs = 60_000
/**
 * The maximum number of budgets in memory. The least recently used are dropped, because they have refilled the most.
 */
const maxAccounts = 10_000

/**
 * Creates budgets by cost: each key has bytes and CPU time per minute, which refill evenly. Work larger than a whole
 * minute's budget is accepted while the budget is full. `now`: monotonic milliseconds.
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
    const oldest = accounts.size > maxAccounts ? accounts.keys().next().value : undefined
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

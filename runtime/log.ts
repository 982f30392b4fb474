/** One structured line. `data` carries codes, ids of calls and durations: never what a person typed, never health data. */
export type Log = (level: 'info' | 'warning' | 'error', code: string, data?: Readonly<Record<string, unknown>>) => void

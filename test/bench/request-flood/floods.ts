const megabyte = 1_048_576

type Flood = { readonly path: string; readonly body: Buffer }

const numbers = (bytes: number): string => `1${',1'.repeat(Math.floor(bytes / 2))}`

/** A client without a session sends one megabyte of numbers, a client with a session 24 megabytes of variables. */
export const floods = {
  'numbers without a session': (): Flood => ({
    path: '/calendar/createHoldEvent',
    body: Buffer.from(
      `{"calendarId":[${numbers(megabyte - 200)}],"utcStart":"2026-11-24T16:00:00Z","utcEnd":"2026-11-24T17:00:00Z"}`,
    ),
  }),
  'GraphQL variables with a session': (): Flood => ({
    path: '/graphql',
    body: Buffer.from(`{"query":"{me{user_id}}","variables":{"a":[${numbers(24 * megabyte)}]}}`),
  }),
} as const

export type FloodKind = keyof typeof floods
export const floodKinds = Object.keys(floods) as FloodKind[]
export const isFloodKind = (text: string): text is FloodKind => text in floods

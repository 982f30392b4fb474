import type { DatabaseSource } from '#back-office/database/database.ts'

/** The ways a desk asks for a hold, and the bare inserts they are measured against. */
export type HoldSetup = {
  readonly number: number
  readonly engines: readonly {
    readonly source: DatabaseSource
    /** A back office of its own over this engine, and this desk's token there. */
    readonly url: string
    readonly token: string
    readonly viaHttp: DatabaseSource
    readonly floor: DatabaseSource
  }[]
}

export const ways = ['bare insert', 'operations', 'over HTTP'] as const
export type Way = (typeof ways)[number]

/** Ask for `count` holds one after the other, the first at `firstStart`, epoch seconds, the others an hour apart each. */
export type HoldOrder = {
  readonly engine: number
  readonly way: Way
  readonly firstStart: number
  readonly count: number
}

export type HoldAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly won: number; readonly refused: number; readonly ms: number }
  | { readonly kind: 'failed'; readonly problem: string }

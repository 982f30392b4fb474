import type { DatabaseSource } from '#back-office/database/database.ts'

/** A desk's number, and for each engine the databases and the back office that the desk uses. */
export type HoldSetup = {
  readonly number: number
  readonly engines: readonly {
    readonly source: DatabaseSource
    /** The address of a separate back office over `viaHttp`, and this desk's token at that back office. */
    readonly url: string
    readonly token: string
    readonly viaHttp: DatabaseSource
    readonly floor: DatabaseSource
  }[]
}

export const ways = ['bare insert', 'operations', 'over HTTP'] as const
export type Way = (typeof ways)[number]

/** Requests `count` holds in sequence: the first at `firstStart`, in epoch seconds, the others an hour apart. */
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

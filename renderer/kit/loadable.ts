import type { Failure } from '#contract/reply.ts'

/** A value read over the bridge, and the state of the read. */
export type Loadable<Value> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: Value }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** The state of a request that the user started, such as a save. */
export type Submission =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly failure: Failure }

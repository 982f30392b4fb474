import type { Failure } from '#contract/reply.ts'

/** Something read over the bridge, and how far that is. */
export type Loadable<Value> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: Value }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Something a person asked for, such as a save, and how far that is. */
export type Submission =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly failure: Failure }

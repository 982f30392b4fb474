/** The id of an imported record in the system it comes from; `kind` is one of `importKinds`. `imported_at` in epoch seconds. */
export type ExternalIDTable = { kind: string; external_id: string; our_id: string; imported_at: number }

/**
 * The id of an imported record in the system it comes from. `kind` is one of `importKinds`, `our_id` is the record's id
 * in this database, `imported_at` is in epoch seconds.
 */
export type ExternalIDTable = { kind: string; external_id: string; our_id: string; imported_at: number }

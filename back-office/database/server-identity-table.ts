/** The permanent id of this server, one row. It is stored in the database, so a restored backup keeps it. */
export type ServerIdentityTable = { identity_id: number; server_id: string }

/** The identity of the change feed, one row. `epoch` is random, so that a cursor of another database is recognised. */
export type ChangeFeedTable = { feed_id: number; epoch: string }

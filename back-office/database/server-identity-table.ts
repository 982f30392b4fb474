/** The permanent id of this server, one row. Unlike the feed's epoch, it does not change when a backup is restored. */
export type ServerIdentityTable = { identity_id: number; server_id: string }

/** The identity of this database, one row. `epoch` is random, so that a cursor of another database is recognised. */
export type ChangeFeedTable = { feed_id: number; epoch: string }

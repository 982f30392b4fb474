/** The permanent id of this server, one row. Unlike the feed's epoch it stays the same in a restored backup. */
export type ServerIdentityTable = { identity_id: number; server_id: string }

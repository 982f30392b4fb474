import type { ServerSigns } from '#domain/watching/server-signs.ts'

/** The part of the server's monitoring that operations report to and read from. */
export type ServerWatch = {
  /**
   * Counts an answer of the change feed to a workstation that follows the feed. `lagSeconds` is the age of the answer's
   * oldest change.
   */
  countFeed(lagSeconds: number): void
  readSigns(): Promise<ServerSigns>
}

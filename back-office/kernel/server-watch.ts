import type { ServerSigns } from '#domain/watching/server-signs.ts'

/** What operations give to the watching of the server, and read from it. */
export type ServerWatch = {
  /** Counts an answer of the change feed to a workstation that follows it: seconds since the oldest of its changes. */
  countFeed(lagSeconds: number): void
  readSigns(): Promise<ServerSigns>
}

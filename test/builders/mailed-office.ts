import { type FakeMailServer, startFakeMailServer } from '../fakes/fake-mail-server.ts'
import { type Engine, type RunningBackOffice, runBackOffice } from './back-office.ts'

/**
 * A back office that sends mail to a server that the test started, and the lines that the back office has logged since
 * the last {@link MailedOffice.clear}.
 */
export type MailedOffice = {
  readonly office: RunningBackOffice
  readonly server: FakeMailServer
  readonly logged: readonly string[]
  /** Before each test: empties mail and log, and makes the server accept mail again. */
  clear(): void
  stop(): Promise<void>
}

export const runMailedOffice = async (
  engine: Engine,
  settings: Parameters<typeof runBackOffice>[1] = {},
): Promise<MailedOffice> => {
  const logged: string[] = []
  const server = await startFakeMailServer()
  const office = await runBackOffice(engine, {
    smtpUrl: server.url,
    log: (level, code, data) => logged.push(`${level} ${code} ${JSON.stringify(data ?? {})}`),
    ...settings,
  })
  return {
    office,
    server,
    logged,
    clear: () => {
      server.behave('takes')
      server.received.length = 0
      logged.length = 0
    },
    stop: async () => {
      await office.stop()
      await server.close()
    },
  }
}

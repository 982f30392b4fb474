import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/**
 * What the server does from now on: it accepts each message (`takes`), or it refuses the sign-in, the recipient or the
 * message itself. `fails temporarily` refuses the message with a code that permits a retry.
 */
export type MailBehaviour = 'takes' | 'refuses sign-in' | 'refuses recipient' | 'refuses message' | 'fails temporarily'

export type FakeMailServer = {
  /** With user and password, as in a configuration. */
  readonly url: string
  /** Every accepted message, oldest first. */
  readonly received: { readonly to: readonly string[]; readonly raw: string; readonly mail: Email }[]
  behave(behaviour: MailBehaviour): void
  close(): Promise<void>
}

const refusal = (code: number, words: string): Error => Object.assign(new Error(words), { responseCode: code })

/**
 * A mail server that speaks real SMTP on loopback. The product must not show or log the words of the server's refusals.
 */
export const startFakeMailServer = async (): Promise<FakeMailServer> => {
  let behaviour: MailBehaviour = 'takes'
  const received: FakeMailServer['received'] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    logger: false,
    allowInsecureAuth: true,
    size: 5_000_000,
    onAuth: (_auth, _session, done) =>
      behaviour === 'refuses sign-in' ? done(refusal(535, 'secret: bad credentials')) : done(null, { user: 'desk' }),
    onRcptTo: (_address, _session, done) =>
      done(behaviour === 'refuses recipient' ? refusal(550, 'secret: no such user') : undefined),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        if (behaviour === 'refuses message') return done(refusal(552, 'secret: too large'))
        if (behaviour === 'fails temporarily') return done(refusal(451, 'secret: try later'))
        const raw = Buffer.concat(parts)
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, raw: raw.toString('latin1'), mail: await PostalMime.parse(raw) })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://desk:pass@127.0.0.1:${port}`,
    received,
    behave: (next) => {
      behaviour = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

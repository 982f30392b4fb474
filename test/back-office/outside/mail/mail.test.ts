import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import { startMailSink } from '#back-office/demo/mail/mail-sink.ts'
import { openMailSink } from '#back-office/demo/mail/open-mail-sink.ts'
import { createSmtpMailer, type Mail, type MailOutcome, noMailer } from '#back-office/outside/mail/mailer.ts'
import { openMailer } from '#back-office/outside/mail/open-mailer.ts'
import { toSmtpUrl } from '#back-office/outside/mail/smtp-url.ts'
import { findSentMail } from '#back-office/repositories/sent-mail-repository.ts'
import { findEngines } from '../../../builders/back-office.ts'
import { type MailBehaviour, startFakeMailServer } from '../../../fakes/fake-mail-server.ts'

const aMail = (more: Partial<Mail> = {}): Mail => ({
  to: 'ana@mail.example',
  subject: 'Your invoice BC1-s-1',
  text: 'Dear Zoë,\n.\nA line that is only a full stop stands above.',
  attachments: [{ fileName: 'BC1-s-1.pdf', contentType: 'application/pdf', bytes: new Uint8Array(70_000).fill(7) }],
  messageKey: 'key-1',
  ...more,
})

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`the demo's mail sink on ${engine.kind}`, () => {
    it('stores each sent message once per key, and lists the newest first', async () => {
      const database = await engine.create()
      closing.push(() => database.remove())
      const opened = await openDatabase(database.source)
      closing.push(() => opened.close())
      let seconds = 1_700_000_000
      let ids = 0
      const sender = 'Desk <desk@clinic.example>'
      const mailer = await openMailer({
        smtpUrl: undefined,
        sender,
        openSink: () => openMailSink({ sender, db: opened.db, now: () => ++seconds, newId: () => `mail-${++ids}` }),
      })
      closing.push(() => mailer.close())
      expect(mailer.kind).toBe('sink')
      expect(await mailer.send(aMail())).toEqual({ ok: true })
      expect(await mailer.send(aMail())).toEqual({ ok: true })
      expect(await mailer.send(aMail({ messageKey: 'key-2', subject: 'Zweite Rechnung für Zoë' }))).toEqual({
        ok: true,
      })
      const kept = await findSentMail(opened.db)
      expect(kept.map(({ subject }) => subject)).toEqual(['Zweite Rechnung für Zoë', 'Your invoice BC1-s-1'])
      expect(kept[1]).toMatchObject({
        from: 'desk@clinic.example',
        to: ['ana@mail.example'],
        text: aMail().text,
        attachments: [{ fileName: 'BC1-s-1.pdf', contentType: 'application/pdf', sizeBytes: 70_000 }],
      })
    })
  })
}

describe('mailer', () => {
  it('reports a failure when the sink cannot store the message', async () => {
    const sink = await startMailSink(() => Promise.reject(new Error('disk full')))
    closing.push(() => sink.close())
    const mailer = createSmtpMailer({ url: sink.url })
    closing.push(() => mailer.close())
    expect(await mailer.send(aMail())).toMatchObject({ ok: false })
  })

  it.each<[MailBehaviour, MailOutcome]>([
    ['refuses sign-in', { ok: false, code: 'EAUTH' }],
    ['refuses recipient', { ok: false, code: 'EENVELOPE', isRefused: true }],
    ['refuses message', { ok: false, code: 'EMESSAGE', isRefused: true }],
    ['fails temporarily', { ok: false, code: 'EMESSAGE' }],
  ])('returns the kind of the failure, never the server’s text, when the server %s', async (behaviour, outcome) => {
    const server = await startFakeMailServer()
    closing.push(() => server.close())
    const mailer = createSmtpMailer({ url: server.url })
    closing.push(() => mailer.close())
    server.behave(behaviour)
    expect(await mailer.send(aMail())).toEqual(outcome)
  })

  it.each([
    ['before it accepts a message', false],
    ['while it receives one', true],
    ['after it has received all of one', true],
  ])('reports whether the message may have been sent when the server disconnects %s', async (when, hasLeft) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 here\r\n')
      let isMessage = false
      socket.on('data', (bytes) => {
        const text = bytes.toString('latin1')
        if (isMessage) {
          if (when === 'while it receives one' || text.includes('\r\n.\r\n')) socket.destroy()
        } else if (/^DATA/m.test(text)) {
          isMessage = true
          socket.write('354 go on\r\n')
        } else if (/^RCPT/m.test(text) && !hasLeft) socket.destroy()
        else socket.write('250 fine\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}` })
    closing.push(() => mailer.close())
    const outcome = await mailer.send(aMail())
    expect(outcome.ok).toBe(false)
    expect('hasLeft' in outcome && outcome.hasLeft === true).toBe(hasLeft)
  })

  it.each([
    ['before it accepts a message', false],
    ['after it has received all of one', true],
  ])('stops waiting for a server that sends one byte at a time %s', async (when, hasLeft) => {
    let received = ''
    let drip: NodeJS.Timeout | undefined
    const server = createServer((socket) => {
      socket.on('error', () => {})
      const dribble = () => {
        drip ??= setInterval(() => socket.write('2'), 20)
      }
      if (!hasLeft) dribble()
      else socket.write('220 here\r\n')
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1')
        if (received.includes('\r\n.\r\n')) dribble()
        else if (!/^DATA/m.test(received)) socket.write('250 fine\r\n')
        else if (/^DATA\r\n$/m.test(bytes.toString('latin1'))) socket.write('354 go on\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, wholeMs: 400 })
    closing.push(() => mailer.close())
    const outcome = await mailer.send(aMail())
    expect([when, outcome]).toEqual([when, { ok: false, code: 'ETIMEDOUT', ...(hasLeft && { hasLeft: true }) }])
    clearInterval(drip)
    server.close()
  })

  it('does not send the message after it has reported that nothing was sent', async () => {
    let goOn: () => void = () => {}
    let received = ''
    let hasClosed: () => void = () => {}
    const closed = new Promise<void>((resolve) => {
      hasClosed = resolve
    })
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('close', hasClosed)
      socket.write('220 here\r\n')
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1')
        if (/^DATA\r\n$/m.test(bytes.toString('latin1'))) goOn = () => socket.write('354 go on\r\n')
        else socket.write('250 fine\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, wholeMs: 400 })
    closing.push(() => mailer.close())
    expect(await mailer.send(aMail())).toEqual({ ok: false, code: 'ETIMEDOUT' })
    goOn()
    await closed
    expect(received).not.toContain('Subject')
    server.close()
  })

  it('fails when the server disconnects after its greeting, and when no server is configured', async () => {
    const rude = createServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end('220 mail.example\r\n'),
    )
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => rude.close(() => resolve())))
    const address = rude.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${address.port}` })
    closing.push(() => mailer.close())
    expect(await mailer.send(aMail())).toMatchObject({ ok: false })
    expect(await noMailer.send(aMail())).toMatchObject({ ok: false })
  })

  it('adds no header from the text of a subject, and no second recipient from an address', async () => {
    const server = await startFakeMailServer()
    closing.push(() => server.close())
    const mailer = createSmtpMailer({ url: server.url })
    closing.push(() => mailer.close())
    expect(await mailer.send(aMail({ subject: 'Hello\r\nBcc: thief@mail.example' }))).toEqual({ ok: true })
    await mailer.send(aMail({ to: 'ana@mail.example, thief@mail.example' }))
    await mailer.send(aMail({ to: 'ana@mail.example>\r\nRCPT TO:<thief@mail.example' }))
    expect(server.received.flatMap(({ to }) => to)).not.toContain('thief@mail.example')
    expect(server.received[0]?.mail.bcc ?? []).toEqual([])
    expect(server.received[0]?.raw).not.toMatch(/^bcc:/im)
  })
})

describe('toSmtpUrl', () => {
  it.each([
    [undefined, undefined],
    ['  ', undefined],
    ['smtps://u:p@mail.example', 'smtps://u:p@mail.example'],
    [' smtp://127.0.0.1:2525 ', 'smtp://127.0.0.1:2525'],
    ['http://mail.example', null],
    ['mail.example', null],
    ['smtp://', null],
  ])('reads %j as %j', (text, url) => {
    expect(toSmtpUrl(text)).toBe(url)
  })
})

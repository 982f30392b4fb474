import { expect, it } from 'vitest'
import { createSmtpMailer } from '#back-office/outside/mail/mailer.ts'
import { requiresTls } from '#back-office/outside/mail/smtp-url.ts'
import { startFakeMailServer } from '../../../fakes/fake-mail-server.ts'

const aMail = { to: 'ana@mail.example', subject: 'A report', text: 'Attached.', attachments: [], messageKey: 'key-1' }

it.each([
  ['smtp://mail.example', true],
  ['smtp://user:secret@10.0.0.7:587', true],
  ['smtp://localhost.mail.example', true],
  ['smtp://mail.example?requireTLS=true', true],
  ['smtp://mail.example?requireTLS=false', false],
  ['smtp://127.0.0.1:2525', false],
  ['smtp://localhost', false],
  ['smtp://[::1]:2525', false],
  ['smtp://127.0.0.1?requireTLS=true', true],
])('mail to %s needs TLS: %s', (url, isNeeded) => {
  expect(requiresTls(url)).toBe(isNeeded)
})

it('the mailer sends nothing unencrypted when TLS is required but not offered', async () => {
  const server = await startFakeMailServer()
  // This address reaches the same server, but does not count as this machine.
  const strict = createSmtpMailer({ url: server.url.replace('127.0.0.1', '0.0.0.0') })
  const open = createSmtpMailer({ url: server.url })
  try {
    expect(await strict.send(aMail)).toEqual({ ok: false, code: 'ETLS' })
    expect(server.received).toHaveLength(0)
    expect(await open.send(aMail)).toEqual({ ok: true })
  } finally {
    await strict.close()
    await open.close()
    await server.close()
  }
})

import { describe, expect, it } from 'vitest'
import { describeMailFailure } from '#back-office/members/mail-failure.ts'
import { mailFailureWords } from '#back-office/members/mail-failure-words.ts'
import { createSmtpMailer, noMailer } from '#back-office/outside/mail/mailer.ts'

const mail = { to: 'a@example.org', subject: 'Hi', text: 'Hi', attachments: [], messageKey: 'k' }

describe('the text of a failed email', () => {
  it.each([
    [{ code: 'EENVELOPE' }, 'It failed.', 'It failed.'],
    [{ code: 'EAUTH' }, 'It failed', 'It failed'],
    [{ code: 'ESOCKET' }, 'It failed', `It failed. ${mailFailureWords.notReached}`],
    [{ code: 'ETIMEDOUT' }, 'It failed.', `It failed. ${mailFailureWords.notReached}`],
    [{ code: 'ETIMEDOUT', hasLeft: true }, 'It failed.', `It failed. ${mailFailureWords.maybeSent}`],
    [{ code: 'EMESSAGE', hasLeft: true }, 'It failed', `It failed. ${mailFailureWords.maybeSent}`],
    [{ code: 'NO-MAIL-SERVER' }, 'It failed!', `It failed! ${mailFailureWords.noServer}`],
  ] as const)('for the failure %o and the sentence “%s” is “%s”', (failed, error, text) => {
    expect(describeMailFailure(failed, error)).toBe(text)
  })

  it('names the missing mail server when none is set up', async () => {
    const sent = await noMailer.send(mail)
    expect(sent.ok ? null : describeMailFailure(sent, 'It failed.')).toContain(mailFailureWords.noServer)
  })

  it('states that nothing was sent when no server listens', async () => {
    const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1?requireTLS=false' })
    const sent = await mailer.send(mail)
    await mailer.close()
    expect(sent.ok ? null : describeMailFailure(sent, 'It failed.')).toBe(`It failed. ${mailFailureWords.notReached}`)
  })
})

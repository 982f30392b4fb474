import { describe, expect, it } from 'vitest'
import { describeMailFailure } from '#back-office/members/mail-failure.ts'
import { mailFailureWords } from '#back-office/members/mail-failure-words.ts'
import { noMailer } from '#back-office/outside/mail/mailer.ts'

describe('the text of a failed email', () => {
  it.each([
    ['EENVELOPE', 'It failed.', 'It failed.'],
    ['EAUTH', 'It failed', 'It failed'],
    ['ETIMEDOUT', 'It failed.', `It failed. ${mailFailureWords.maybeSent}`],
    ['FAILED', 'It failed', `It failed. ${mailFailureWords.maybeSent}`],
    ['NO-MAIL-SERVER', 'It failed!', `It failed! ${mailFailureWords.noServer}`],
  ])('after %s of “%s” is “%s”', (code, error, text) => {
    expect(describeMailFailure(code, error)).toBe(text)
  })

  it('names the missing mail server of a server without one', async () => {
    const mail = { to: 'a@example.org', subject: 'Hi', text: 'Hi', attachments: [], messageKey: 'k' }
    const sent = await noMailer.send(mail)
    expect(sent.ok ? null : describeMailFailure(sent.code, 'It failed.')).toContain(mailFailureWords.noServer)
  })
})

import { describe, expect, it } from 'vitest'
import { mailSamplesIn, passwordNote, standardMailTexts } from '#domain/settings/mail-text-words.ts'
import { fillMailText, findMailTextProblems, mailKindNames, mailTextFields } from '#domain/settings/mail-texts.ts'

describe('an email text', () => {
  it.each(mailKindNames)(
    'in its standard form for %s uses the placeholders of its mail, and is filled completely',
    (kind) => {
      expect(findMailTextProblems(kind, standardMailTexts[kind])).toEqual({})
      const filled = fillMailText(standardMailTexts[kind], mailSamplesIn('en'))
      expect(`${filled.subject}${filled.text}`).not.toMatch(/[{}]/)
      expect(mailTextFields.text.parse(standardMailTexts[kind].text)).toBe(standardMailTexts[kind].text)
    },
  )

  it.each(mailKindNames)('in its standard form for %s has no link, and names no personal page of a member', (kind) => {
    const { subject, text } = standardMailTexts[kind]
    expect(`${subject}\n${text}`).not.toMatch(/https?:|www\.|\blinks?\b|\bclick|portal|website/i)
    // Only staff have accounts, and their invitation names the screen on which they enter its code.
    if (kind !== 'invitation') expect(`${subject}\n${text}`).not.toMatch(/\baccount|sign in|log in/i)
    else expect(text).toContain('"I have an invitation"')
  })

  it.each(['history-request', 'consent-request', 'report-ready', 'feedback'] as const)(
    'in its standard form for %s says what to do, with the phone and the email of the clinic',
    (kind) => {
      const { text } = fillMailText(standardMailTexts[kind], mailSamplesIn('en'))
      expect(text).toMatch(/[Pp]lease (?:email or )?call us|Please come/)
      expect(text).toContain(mailSamplesIn('en').contact)
    },
  )

  it('indents each line of a value like its first line, and leaves out a line whose values are all empty', () => {
    const text = { subject: 'At {clinic}', text: 'Where:\n  {address}\nCall {phone} {contact}\n{passwordNote}\nEnd' }
    const values = { ...mailSamplesIn('en'), clinic: 'North\r\nBcc: x', address: 'A\nB', phone: '', passwordNote: '' }
    expect(fillMailText(text, { ...values, contact: 'desk@x.example' })).toEqual({
      subject: 'At North Bcc: x',
      text: 'Where:\n  A\n  B\nCall  desk@x.example\nEnd',
    })
    expect(fillMailText(text, { ...values, contact: '', passwordNote }).text).toBe(
      `Where:\n  A\n  B\n${passwordNote}\nEnd`,
    )
  })

  it('never fills placeholders inside a value', () => {
    const values = { ...mailSamplesIn('en'), member: '{code} $& $1', clinic: 'North' }
    expect(fillMailText({ subject: '{clinic}', text: 'Dear {member}' }, values).text).toBe('Dear {code} $& $1')
  })

  it.each([
    ['a placeholder of another mail', { subject: 'x', text: '{member} {when}' }, 'invitation', ['text unknown member']],
    ['a misspelt placeholder', { subject: '{Clinic}', text: '{when}' }, 'confirmation', ['subject unknown Clinic']],
    [
      'a name that is not a placeholder',
      { subject: 'x', text: '{when} {constructor}' },
      'confirmation',
      ['text unknown constructor'],
    ],
    ['a missing placeholder', { subject: '{when}', text: 'Come' }, 'confirmation', ['text missing when']],
    ['an address in a subject', { subject: '{address}', text: '{when}' }, 'confirmation', ['subject unknown address']],
    ['a lone brace', { subject: 'x }', text: '{when} {' }, 'confirmation', ['subject brace ', 'text brace ']],
  ] as const)('refuses %s', (_what, text, kind, problems) => {
    const found = Object.entries(findMailTextProblems(kind, text))
    expect(
      found.map(([field, problem]) => `${field} ${problem.kind} ${'name' in problem ? problem.name : ''}`),
    ).toEqual(problems)
  })

  it('refuses a subject of two lines, and refuses characters that cannot be mailed', () => {
    expect(mailTextFields.subject.safeParse('a\nBcc: x').success).toBe(false)
    expect(mailTextFields.text.safeParse('a\u0000').success).toBe(false)
    expect(mailTextFields.text.parse('a\r\nb\r\n\n')).toBe('a\nb')
  })
})

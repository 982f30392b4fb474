import { expect, it } from 'vitest'
import { assistedWords } from '#renderer/booking/assisted/assisted-words.ts'

it.each([
  [[], 'The CRM has no birth date or email address to compare. '],
  [['name'], 'The CRM has a different name. '],
  [['name', 'birth date', 'email address'], 'The CRM has a different name, birth date and email address. '],
])('states the differences between the CRM and the member: %j', (details, said) => {
  const { differs, differsFromChosen } = assistedWords.opportunity
  expect(differs(details)).toBe(`${said}Make sure the opportunity is for this member before you attach it.`)
  expect(differsFromChosen(details)).toBe(`${said}Make sure the opportunity is for this member before you book.`)
})

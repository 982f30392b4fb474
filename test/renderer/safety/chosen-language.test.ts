import { expect, it } from 'vitest'
import { memberIDSchema } from '#domain/members/member.ts'
import { languages, standardLanguage } from '#domain/values/language.ts'
import { decideLanguage } from '#renderer/safety/chosen-language.ts'

const one = memberIDSchema.parse('m-000001')
const two = memberIDSchema.parse('m-000002')
const other = languages.find((language) => language !== standardLanguage) ?? expect.fail('one language only')

it("shows the questions in the member's own language only if that language was chosen for that member", () => {
  expect(decideLanguage(null, one, other)).toBe(standardLanguage)
  expect(decideLanguage({ memberID: one, language: other }, one, other)).toBe(other)
  expect(decideLanguage({ memberID: one, language: other }, two, other)).toBe(standardLanguage)
  expect(decideLanguage({ memberID: one, language: other }, one, standardLanguage)).toBe(standardLanguage)
  expect(decideLanguage({ memberID: one, language: standardLanguage }, one, other)).toBe(standardLanguage)
})

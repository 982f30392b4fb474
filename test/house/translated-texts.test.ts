import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { calendarWordsIn } from '#back-office/messages/calendar-words.ts'
import { consentWordsIn } from '#back-office/printing/consent-words.ts'
import { invoicePaperWordsIn } from '#back-office/printing/invoice-paper-words.ts'
import { studyHeadWordsIn } from '#back-office/printing/study-head-words.ts'
import { invoiceWordsIn } from '#domain/payments/invoice-words-in.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { frenchSafetyTexts } from '#domain/safety/french-safety-texts.ts'
import { noticeReasonWordsIn } from '#domain/safety/notice-reason-words.ts'
import { frenchConsentText, standardConsentText } from '#domain/settings/consent-text-words.ts'
import { standardMailTextsIn } from '#domain/settings/mail-text-words.ts'
import { isMemberMail, mailKindNames } from '#domain/settings/mail-texts.ts'
import type { Language } from '#domain/values/language.ts'
import { paperSheetWordsIn } from '#paper/sheet/paper-sheet-words-in.ts'
import { memberSafetyWordsIn } from '#renderer/safety/member-safety-words.ts'

/** The file with a hash of each English text and a hash of its translation. */
const file = new URL('translated-texts.golden.txt', import.meta.url)

const texts = (language: Language): Readonly<Record<string, unknown>> => ({
  calendar: calendarWordsIn(language),
  consent: language === 'en' ? standardConsentText : frenchConsentText,
  consentPaper: consentWordsIn(language),
  invoice: invoiceWordsIn(language),
  invoicePaper: invoicePaperWordsIn(language),
  mail: Object.fromEntries(
    mailKindNames.filter(isMemberMail).map((kind) => [kind, standardMailTextsIn(language)[kind]]),
  ),
  notice: noticeReasonWordsIn(language),
  paper: paperSheetWordsIn(language),
  paymentType: Object.fromEntries(
    paymentTypes.map((type) => [type, invoiceWordsIn(language).entries.paymentType(type)]),
  ),
  questions: Object.fromEntries(
    [...frenchSafetyTexts].map(([english, french]) => [english, language === 'en' ? english : french]),
  ),
  safetyForm: memberSafetyWordsIn(language),
  studyHead: studyHeadWordsIn(language),
})

/** Returns the path and hash of each text. For a text with values, the hash is that of its source code. */
const hashes = (value: unknown, path: string): readonly (readonly [string, string])[] => {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => hashes(inner, path === '' ? name : `${path} › ${name}`))
  }
  return [[path, createHash('sha256').update(String(value)).digest('hex').slice(0, 10)]]
}

it('a translation is not older than its English text', async () => {
  const translated = new Map(hashes(texts('fr-CA'), ''))
  const now = hashes(texts('en'), '').map(([path, hash]) => [path, hash, translated.get(path) ?? 'missing'] as const)
  expect([...translated.keys()].sort()).toEqual(now.map(([path]) => path).sort())

  const recorded = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  const before = new Map(recorded.map((line) => line.split('\t')).map(([path = '', ...both]) => [path, both]))
  const outdated = now.flatMap(([path, english, french]) => {
    const [oldEnglish, oldFrench] = before.get(path) ?? []
    if (oldEnglish === undefined || oldEnglish === english || oldFrench !== french) return []
    return [
      `${path}: the English text changed. Change the French text too; if it is still right, write ${english} here.`,
    ]
  })
  // This check also runs with -u, so that an outdated translation cannot be recorded as current.
  expect(outdated).toEqual([])
  // After a change to both texts, run: npx vitest run test/house/translated-texts.test.ts -u
  await expect(`${now.map((line) => line.join('\t')).join('\n')}\n`).toMatchFileSnapshot(file.pathname)
})

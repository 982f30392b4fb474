import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { calendarWordsIn } from '#back-office/messages/calendar-words.ts'
import { accessReportWordsIn } from '#back-office/printing/access-report-words.ts'
import { consentWordsIn } from '#back-office/printing/consent-words.ts'
import { frenchActions, frenchFields, frenchFlags, frenchRefusals } from '#back-office/printing/french-access-words.ts'
import { invoicePaperWordsIn } from '#back-office/printing/invoice-paper-words.ts'
import { memberRecordWordsIn } from '#back-office/printing/member-record-words.ts'
import { studyHeadWordsIn } from '#back-office/printing/study-head-words.ts'
import { countryNamesIn } from '#domain/members/country.ts'
import { memberRuleWordsIn } from '#domain/members/member-rule-words.ts'
import { invoiceWordsIn } from '#domain/payments/invoice-words-in.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { stampWordsIn } from '#domain/release/stamp-words.ts'
import { frenchSafetyTexts } from '#domain/safety/french-safety-texts.ts'
import { noticeReasonWordsIn } from '#domain/safety/notice-reason-words.ts'
import { frenchConsentText, standardConsentText } from '#domain/settings/consent-text-words.ts'
import { standardMailTextsIn } from '#domain/settings/mail-text-words.ts'
import { isMemberMail, mailKindNames } from '#domain/settings/mail-texts.ts'
import type { Language } from '#domain/values/language.ts'
import { paperSheetWordsIn } from '#paper/sheet/paper-sheet-words-in.ts'
import { weekWordsIn } from '#renderer/booking/calendar/week-words.ts'
import { bookingWordsIn } from '#renderer/booking/member-booking-words.ts'
import { controlWordsIn } from '#renderer/booking/self-service/member-control-words.ts'
import { selfServiceWordsIn } from '#renderer/booking/self-service/own-page-words.ts'
import { memberSafetyWordsIn } from '#renderer/safety/member-safety-words.ts'
import { bookingFailureWordsIn } from '#renderer/study/booking-failure-words.ts'

/** The file with a hash of each English text and a hash of its translation. */
const file = new URL('translated-texts.golden.txt', import.meta.url)

/** Returns the texts of these codes in a language. */
const textsOf = (codes: Readonly<Record<string, string>>, textOf: (code: string) => string) =>
  Object.fromEntries(Object.keys(codes).map((code) => [code, textOf(code)]))

const accessTexts = (language: Language) => {
  const words = accessReportWordsIn(language)
  return {
    ...words,
    actions: textsOf(frenchActions, words.action),
    fields: textsOf(frenchFields, words.field),
    flags: textsOf(frenchFlags, (flag) => words.field(`status.${flag}`)),
    refusals: textsOf(frenchRefusals, words.refused),
  }
}

const texts = (language: Language): Readonly<Record<string, unknown>> => ({
  accessReport: accessTexts(language),
  booking: bookingWordsIn(language),
  bookingFailure: bookingFailureWordsIn(language),
  calendar: calendarWordsIn(language),
  consent: language === 'en' ? standardConsentText : frenchConsentText,
  consentPaper: consentWordsIn(language),
  control: controlWordsIn(language),
  country: countryNamesIn(language),
  invoice: invoiceWordsIn(language),
  invoicePaper: invoicePaperWordsIn(language),
  mail: Object.fromEntries(
    mailKindNames.filter(isMemberMail).map((kind) => [kind, standardMailTextsIn(language)[kind]]),
  ),
  memberForm: memberRuleWordsIn(language),
  memberRecord: memberRecordWordsIn(language),
  notice: noticeReasonWordsIn(language),
  paper: paperSheetWordsIn(language),
  paymentType: Object.fromEntries(
    paymentTypes.map((type) => [type, invoiceWordsIn(language).entries.paymentType(type)]),
  ),
  questions: Object.fromEntries(
    [...frenchSafetyTexts].map(([english, french]) => [english, language === 'en' ? english : french]),
  ),
  safetyForm: memberSafetyWordsIn(language),
  selfService: selfServiceWordsIn(language),
  stamp: stampWordsIn(language),
  studyHead: studyHeadWordsIn(language),
  week: weekWordsIn(language),
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

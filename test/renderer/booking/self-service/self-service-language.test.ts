import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { memberRuleWordsIn } from '#domain/members/member-rule-words.ts'
import { frenchSafetyTexts } from '#domain/safety/french-safety-texts.ts'
import { noticeReasonWordsIn } from '#domain/safety/notice-reason-words.ts'
import type { Language } from '#domain/values/language.ts'
import { weekWordsIn } from '#renderer/booking/calendar/week-words.ts'
import { bookingWordsIn } from '#renderer/booking/member-booking-words.ts'
import { controlWordsIn } from '#renderer/booking/self-service/member-control-words.ts'
import { selfServiceWordsIn } from '#renderer/booking/self-service/own-page-words.ts'
import { memberSafetyWordsIn } from '#renderer/safety/member-safety-words.ts'
import { bookingFailureWordsIn } from '#renderer/study/booking-failure-words.ts'
import { englishLeft, unfilled } from '#test/builders/translated-texts.ts'
import { type StartOptions, startHarnessPages } from '../../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page
const french = selfServiceWordsIn('fr-CA')
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
]

async function open(path: string, { context, ...fake }: StartOptions = {}): Promise<void> {
  page = await pages.open(
    path,
    { ...fake, context: { timezoneId: 'America/Los_Angeles', ...context } },
    '2026-11-23T15:00:00Z',
  )
}

/** Takes a picture of the whole page for a person to look at, if `ATRIUM_LOOK` names a folder. */
async function see(name: string): Promise<void> {
  const folder = process.env.ATRIUM_LOOK
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** Returns the texts, names and hints that the page shows or a screen reader reads. */
const shown = (): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) => {
      if (element.closest('script, style, [data-live-announcer]') !== null) return []
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      const names = ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? '')
      return [...own.map(({ textContent }) => textContent ?? ''), ...names].filter((text) => text.trim() !== '')
    }),
  )

/** Returns the elements with text that does not fit. */
const clipped = (): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.sv *')].flatMap((element) => {
      const { clientWidth, scrollWidth, clientHeight, scrollHeight } = element
      const { display, overflowX, overflowY } = getComputedStyle(element)
      const isHidden = element.closest('.w-visually-hidden, [aria-hidden=true], input') !== null
      const scrolls = ['auto', 'scroll'].includes(overflowX)
      // A box of one pixel has a text for screen readers only.
      if (display === 'inline' || clientWidth <= 1 || isHidden || scrolls) return []
      const isWide = scrollWidth > clientWidth + 1
      const isTall = overflowY === 'hidden' && scrollHeight > clientHeight + 1
      return isWide || isTall ? [`${element.className} ${element.textContent?.slice(0, 40)}`] : []
    }),
  )

const questionsIn = (language: Language): readonly string[] =>
  [...frenchSafetyTexts].map(([english, translated]) => (language === 'en' ? english : translated))
const wordsIn = (language: Language) => ({
  booking: bookingWordsIn(language),
  controls: controlWordsIn(language),
  failures: bookingFailureWordsIn(language),
  memberRules: memberRuleWordsIn(language),
  notices: noticeReasonWordsIn(language),
  pages: selfServiceWordsIn(language),
  questions: questionsIn(language),
  safety: memberSafetyWordsIn(language),
  week: weekWordsIn(language),
})

/** The names of the scan types and the address are data of the clinic. */
const scanNames = /Whole Body(?: with Brain Health)?|(?:Head and )?Torso|\b\d+ [\w ]*Street/g

/** The choice of the language names each language in its own words. */
const languageNames = ['English', 'Français']

async function expectFrench(name: string): Promise<void> {
  await see(name)
  const all = (await shown()).filter((one) => !languageNames.includes(one)).join('\n')
  const text = all.replaceAll(scanNames, '')
  expect(englishLeft(text, wordsIn('en'), wordsIn('fr-CA')), name).toEqual([])
  expect(unfilled(text), name).toEqual([])
  // English dates and times, such as `24 Nov 2026`, `Tue` and `09:40am`.
  expect(
    text.match(/\b\d{2} (?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}|\d{2}:\d{2}[ap]m|\bP[SD]T\b/g),
    name,
  ).toBeNull()
  expect(await clipped(), name).toEqual([])
}

const freeSlots = () => page.locator('[role=gridcell].sg-cell--free')
const bookButton = () => page.locator('.ss__commit')

/** Fills the sign-up form, whose labels are in the language of these texts. */
async function signUp(words: ReturnType<typeof selfServiceWordsIn>['signUp'], date: readonly string[]): Promise<void> {
  const form = page.locator('.su')
  for (const [label, value] of [
    [words.firstName, 'Ola'],
    [words.lastName, 'Nordal'],
    [words.email, 'ola.nordal@mail.example'],
    [words.phone, '604-555-0101'],
    [words.street, '1 Fjord Way'],
    [words.city, 'Vancouver'],
    [words.state, 'BC'],
  ] as const) {
    await form.getByLabel(label, { exact: false }).first().fill(value)
  }
  for (const [index, value] of ['1980', '02', '03'].entries()) await form.getByLabel(date[index] ?? '').fill(value)
  await form.getByText(words.male, { exact: true }).click()
  await form.getByRole('button', { name: new RegExp(words.country) }).click()
  await page.getByRole('option', { name: 'Canada' }).click()
}

describe("the member's own pages", { timeout: 120_000 }, () => {
  it.each(sizes)('have no English text in French from the first page to the answers, $width wide', async (viewport) => {
    await open('/booking/referral?locationID=ca-bc-1', { context: { viewport } })
    await page.getByText('Français', { exact: true }).click()
    await expectPage(page.getByRole('heading', { level: 1, name: french.slot.referredTitle })).toBeVisible()
    await freeSlots().nth(3).waitFor()
    await expectFrench(`self-french-empty-${viewport.width}`)

    await freeSlots().nth(3).click()
    await expectPage(page.locator('[role=gridcell].sg-cell--mine')).toHaveCount(1)
    await bookButton().click()
    await expectPage(page.getByRole('alert').first()).toContainText(
      'Veuillez entrer votre prénom, votre nom de famille',
    )
    await expectFrench(`self-french-incomplete-${viewport.width}`)

    await signUp(french.signUp, Object.values(controlWordsIn('fr-CA').date))
    await bookButton().click()
    await expectPage(page.getByRole('heading', { name: french.confirmation.booked })).toBeVisible()
    await expectFrench(`self-french-booked-${viewport.width}`)
    const members = await page.evaluate(() =>
      window.fakeControls?.clinic.members.filter(({ lastname }) => lastname === 'Nordal'),
    )
    expect(members?.map(({ language }) => language)).toEqual(['fr-CA'])

    await page.getByRole('link', { name: french.confirmation.answerSafety }).click()
    await page.getByRole('button', { name: french.safety.send }).click()
    await expectPage(page.getByText(french.safety.missing)).toBeVisible()
    await expectFrench(`self-french-questions-${viewport.width}`)
  })

  it('show a stop, a lost connection, a taken time and an unknown address in French', async () => {
    await open('/booking/referral?locationID=ca-bc-1&language=fr-CA')
    await freeSlots().nth(3).waitFor()
    await page
      .getByRole('radiogroup', { name: /chirurgie au cœur/ })
      .getByText('Inexact', { exact: true })
      .click()
    await page.getByText('Stimulateur cardiaque (pacemaker)', { exact: true }).first().click()
    await expectPage(page.getByText(french.referral.cannotBook)).toBeVisible()
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(weekWordsIn('fr-CA').week.offlineForMember)).toBeVisible()
    await expectFrench('self-french-stop')

    await open('/booking/other/s-000001?language=fr-CA')
    await expectPage(page.getByText(french.confirmation.notFoundTitle, { exact: true })).toBeVisible()
    await expectFrench('self-french-unknown')
    await open('/booking/confirmation/s-000001?language=fr-CA')
    await expectPage(page.getByText(french.confirmation.notShownTitle, { exact: true })).toBeVisible()
    await expectFrench('self-french-other')
  })

  it.each(sizes)('have room for texts that are a third longer, $width wide', async (viewport) => {
    await open('/booking/referral?locationID=ca-bc-1&language=en-XA', { context: { viewport } })
    await freeSlots().nth(3).waitFor()
    await see(`self-pseudo-${viewport.width}`)
    expect(await clipped()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    // Names of the clinic, dates, times and React Aria's own texts are in English, and each language has its own name.
    const data =
      /Vancouver|Atrium|Show suggestions|English|Français|PST|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:day)?\b|\b(?:Tue|Wed|Thu|Sat)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\d\d:\d\d[ap]m/g
    const plain = (await shown())
      .map((text) => text.replaceAll(scanNames, '').replaceAll(data, ''))
      .filter((text) => /[A-Za-z]{3}/.test(text))
    expect(plain).toEqual([])
  })

  it('return to English when the member chooses it, and leave the language of the document as it was', async () => {
    await open('/booking/slot?language=fr-CA')
    await expectPage(page.locator('html')).toHaveAttribute('lang', 'fr-CA')
    await page.getByText('English', { exact: true }).click()
    await expectPage(page.getByRole('heading', { level: 1, name: 'Book your scan' })).toBeVisible()
    await expectPage(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

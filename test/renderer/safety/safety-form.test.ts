import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, expect as expectPage, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answers } from '#domain/safety/question.ts'
import { emptySafetyRecord, safetyRecordSchema } from '#domain/safety/safety-record.ts'
import { controlWords } from '#renderer/kit/controls/control-words.ts'
import { memberSafetyWordsIn } from '#renderer/safety/member-safety-words.ts'
import { safetyFormWords } from '#renderer/safety/safety-words.ts'
import { completeAnswers } from '#test/builders/complete-answers.ts'
import { axeOver } from '#test/fixtures/axe-over.ts'
import { someOf } from '#test/fixtures/deep.ts'
import { everythingToReport, nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import { shareWindow } from '../harness/shared-window.ts'
import { startGallery, type WidgetGallery } from '../kit/controls/widget-gallery.ts'
import type { SafetyGiven } from './safety-page/safety-page.tsx'

let gallery: WidgetGallery
let page: Page
const shared = shareWindow(() => gallery.url)

type Given = SafetyGiven & { readonly theme?: string; readonly context?: BrowserContextOptions }

const open = async ({ theme, context, ...given }: Given = {}): Promise<void> => {
  page = await shared.open(theme === undefined ? '' : `?theme=${theme}`, given, {
    context: { reducedMotion: 'no-preference', ...context },
  })
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const findSeriousFaults = async (): Promise<string[]> => {
  const { violations } = await axeOver(page).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}

/** Saves a screenshot for review if `ATRIUM_LOOK` names a folder. */
const see = async (name: string): Promise<void> => {
  const folder = process.env.ATRIUM_LOOK
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

const heart = 'MedicalMetal.Heart.Surgery'
const type = 'MedicalMetal.Heart.Type'
const question = (field: string) => page.locator(`[data-field="${field}"] > :first-child`)
const option = (field: string, label: string) => question(field).getByText(label, { exact: true })
const box = (field: string) => question(field).getByRole('textbox')
const aside = () => page.getByRole('complementary', { name: safetyFormWords.progress.label })
const nextButton = () => aside().getByRole('button', { name: /^Next unanswered/ })
const answers = (): Promise<Answers> => page.evaluate(() => window.safetyStore?.getState().answers ?? {})
const focused = (): Promise<string | null> =>
  page.evaluate(
    () =>
      document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ??
      document.activeElement?.tagName ??
      null,
  )

beforeAll(async () => {
  gallery = await startGallery(fileURLToPath(new URL('safety-page', import.meta.url)), 'safety.html')
}, 90_000)

afterAll(async () => {
  await gallery?.stop()
})

const allNotices: Answers = { ...everythingToReport, 'Female.Pregnancy.Status': 'yes' }
const notWhole: Answers = { ...everythingToReport, 'Surgery.Date': '2027-01-01', 'Medications.Types': 'x'.repeat(2001) }

describe('safety form', { timeout: 60_000 }, () => {
  describe('accessibility', () => {
    const states: readonly (readonly [string, Answers])[] = [
      ['empty', {}],
      ['all follow-ups open', allNotices],
      ['nothing to report', nothingToReport],
      ['refused values', notWhole],
    ]
    const looks: readonly (readonly [string, Given])[] = [
      ['light', { theme: 'light' }],
      ['dark', { theme: 'dark' }],
      ['forced colours', { context: { forcedColors: 'active' } }],
    ]
    it.each(
      states.flatMap(([state, given]) => someOf(looks, 3).map(([look, how]) => [state, look, given, how] as const)),
    )('has no serious axe violation in the state “%s”, in %s', async (state, look, given, how) => {
      await open({ answers: given, ...how })
      expect(await findSeriousFaults()).toEqual([])
      await see(`${state}-${look}`.replaceAll(' ', '-'))
      await page.evaluate(() => {
        window.safetyStore?.getState().showMissing()
        window.safetyStore?.getState().setProblems({ 'Allergies.Status': 'must be one of yes, no' })
      })
      expect(await findSeriousFaults(), 'missing ones highlighted').toEqual([])
      await see(`${state}-missing-${look}`.replaceAll(' ', '-'))
      await page.evaluate(() => window.setSafetyDisabled?.(true))
      await expectPage(page.getByRole('radio').first()).toBeDisabled()
      expect(await findSeriousFaults(), 'disabled').toEqual([])
    })

    it.each([1440, 1024, 700])('does not scroll sideways in a window %i wide', async (width) => {
      await open({ answers: allNotices, context: { viewport: { width, height: 768 } } })
      await see(`width-${width}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })
  })

  describe('in the language of the member', () => {
    /** Returns the texts, names and hints that the form shows or a screen reader reads. The footer stays English. */
    const shown = (): Promise<string[]> =>
      page.evaluate(() => {
        const footer = document.querySelector('.safety__footer')
        return [...document.querySelectorAll('.safety, .safety *')].flatMap((element) => {
          // Text that a member typed is not translated.
          if (footer?.contains(element) || element instanceof HTMLTextAreaElement) return []
          const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
          const names = ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? '')
          return [...own.map(({ textContent }) => textContent ?? ''), ...names].filter((text) => /\p{L}{2}/u.test(text))
        })
      })
    const showMissing = () => page.evaluate(() => window.safetyStore?.getState().showMissing())

    it('shows each question, answer, notice and count in French, and stores the same values', async () => {
      await open({ answers: allNotices, language: 'fr-CA' })
      await see('french-all')
      const english = /\b(?:the|your|Please|Yes|Correct|Stop|Year|answered|scan|surgery|required)\b/
      expect((await shown()).filter((text) => english.test(text))).toEqual([])
      await expectPage(page.locator('.safety')).toHaveAttribute('lang', 'fr-CA')
      await expectPage(question(heart)).toContainText('Vous n’avez jamais eu de chirurgie au cœur')
      await option(heart, 'Exact').click()
      expect(await answers()).toMatchObject({ [heart]: 'no' })
      await expectPage(question(heart)).toContainText('La réponse signifie\u00a0: Aucune chirurgie au cœur')
      await expectPage(page.getByRole('complementary', { name: 'Progression et avis' })).toContainText('Annuler')
    })

    it('offers the calendar beside a date in French too', async () => {
      await open({ answers: { 'Surgery.Recent': 'yes', 'Surgery.Description': 'Genou' }, language: 'fr-CA' })
      const { date: words } = memberSafetyWordsIn('fr-CA')
      const date = question('Surgery.Date')
      await date.getByRole('button', { name: words.calendar }).click()
      const calendar = page.getByRole('dialog')
      await expectPage(calendar).toHaveAttribute('lang', 'fr-CA')
      await calendar.getByRole('combobox', { name: words.year }).selectOption('2025')
      await calendar.getByRole('combobox', { name: words.month }).selectOption({ label: 'février' })
      await calendar.getByRole('button', { name: /\b3 février 2025/ }).click()
      await expectPage(calendar).toHaveCount(0)
      expect((await answers())['Surgery.Date']).toBe('2025-02-03')
    })

    it.each([1440, 1024])(
      'has no text outside the catalogue, and clips no text that is 35 percent longer, %i wide',
      async (width) => {
        await open({ answers: allNotices, language: 'en-XA', context: { viewport: { width, height: 768 } } })
        await showMissing()
        await see(`pseudo-${width}`)
        expect((await shown()).filter((text) => /[A-Za-z]{3}/.test(text))).toEqual([])
        const clipped = await page.evaluate(() =>
          [...document.querySelectorAll('.safety *')].flatMap((element) => {
            const { clientWidth, scrollWidth, clientHeight, scrollHeight } = element
            const { display, overflowX, overflowY } = getComputedStyle(element)
            const isHidden = element.closest('.w-visually-hidden') !== null
            if (display === 'inline' || clientWidth === 0 || isHidden) return []
            const isWide = scrollWidth > clientWidth + 1
            const isTall = overflowY === 'hidden' && scrollHeight > clientHeight + 1
            return isWide || isTall ? [`${element.className} ${overflowX} ${element.textContent?.slice(0, 40)}`] : []
          }),
        )
        expect(clipped).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await page.evaluate(() => window.safetyStore?.getState().replace({}))
        await showMissing()
        expect((await shown()).filter((text) => /[A-Za-z]{3}/.test(text))).toEqual([])
      },
    )
  })

  describe('when it is answered', () => {
    it('starts with no option chosen, a heading for each section and a name for each question', async () => {
      await open()
      await expectPage(page.getByRole('radio', { checked: true })).toHaveCount(0)
      await expectPage(page.getByRole('heading', { level: 2 })).toHaveText([
        'Surgery and metal',
        'Comfort',
        'Health',
        'The scan',
      ])
      const group = page.getByRole('radiogroup', { name: 'Never had heart surgery' })
      const positive = group.getByText('Ever had heart surgery? If yes, choose Not Correct.')
      await expectPage(positive).toBeVisible()
      await expectPage(group.getByRole('radio', { name: 'Not Correct', exact: true })).toBeVisible()
      await expectPage(group).toHaveAttribute('aria-required', 'true')
      await expectPage(
        page.getByRole('textbox', { name: 'Anything more about the reason for the scan (optional)' }),
      ).toHaveAttribute('aria-required', 'false')
    })

    it('describes the stored answer in words once it is chosen', async () => {
      await open()
      await option(heart, 'Correct').click()
      await expectPage(question(heart)).toContainText(safetyFormWords.question.answered('No heart surgery'))
      expect(await answers()).toEqual({ [heart]: 'no' })
      await option(heart, 'Not Correct').click()
      const meaning = safetyFormWords.question.answered('Has had heart surgery')
      await expectPage(question(heart).getByText(meaning)).toBeVisible()
      await expectPage(question(heart).getByText('If yes, choose Not Correct.')).toBeHidden()
      await expectPage(question(heart)).toHaveAccessibleDescription(meaning)
      await expectPage(question(type)).toBeVisible()
    })

    it('opens a follow-up below its question, and moves nothing above it', async () => {
      await open()
      const above = async () => (await question(heart).boundingBox())?.y
      const before = await above()
      await option('MedicalMetal.Head.Surgery', 'Not Correct').click()
      await expectPage(question('MedicalMetal.Head.Type')).toBeVisible()
      expect(await above()).toBe(before)
    })

    it('moves nothing when an answer opens no follow-up', async () => {
      await open()
      const below = async () => (await question('MedicalMetal.Head.Surgery').boundingBox())?.y
      const before = await below()
      await option(heart, 'Correct').click()
      await expectPage(question(heart)).toContainText(safetyFormWords.question.answered('No heart surgery'))
      expect(await below()).toBe(before)
    })

    it('counts the answered required questions', async () => {
      await open({
        answers: completeAnswers('female', { 'Medications.Current': 'yes', 'Medications.Types': 'Aspirin' }),
      })
      await expectPage(aside()).toContainText('14 of 14 answered')
      await box('Medications.Types').fill('')
      await expectPage(aside()).toContainText('13 of 14 answered')
      await option('Medications.Current', 'Correct').click()
      await expectPage(aside()).toContainText('13 of 13 answered')
      await expectPage(aside().getByRole('progressbar')).toHaveAttribute('value', '13')
      await expectPage(nextButton()).toHaveAttribute('aria-disabled', 'true')
    })

    it('names the answers that another answer cleared; Undo restores them and focuses the first one', async () => {
      const given = { [heart]: 'yes', [type]: ['Stent'], 'MedicalMetal.Heart.Stent.Recent': 'yes' }
      await open({ answers: given })
      await option(heart, 'Correct').click()
      await expectPage(aside().getByRole('status')).toContainText(
        safetyFormWords.progress.cleared('What was implanted?, Was the stent implanted after 1998?'),
      )
      expect(await focused()).toBe(heart)
      await aside().getByRole('button', { name: /^Undo/ }).click()
      expect(await answers()).toEqual(given)
      await expectPage(aside().getByRole('status')).toHaveText('')
      expect(await focused()).toBe(type)
    })

    it('undoes with Ctrl+Z too, but leaves Ctrl+Z in a text field to the browser', async () => {
      const given = { [heart]: 'yes', [type]: ['Stent'], 'MedicalMetal.Heart.Stent.Recent': 'yes' }
      await open({ answers: { ...given, 'Medications.Current': 'yes', 'Medications.Types': 'Aspirin' } })
      await option(heart, 'Correct').click()
      await expectPage(aside().getByRole('button', { name: /^Undo/ })).toHaveAttribute(
        'aria-keyshortcuts',
        'Control+Z Meta+Z',
      )
      await page.keyboard.press('Control+z')
      expect(await answers()).toMatchObject(given)
      await expectPage(aside().getByRole('status')).toHaveText('')
      expect(await focused()).toBe(type)

      await option(heart, 'Correct').click()
      await box('Medications.Types').focus()
      await page.keyboard.press('Control+z')
      expect((await answers())[type]).toBeUndefined()
    })

    it('keeps every typed character, including leading blanks', async () => {
      await open({ answers: { 'Medications.Current': 'yes' } })
      await box('Medications.Types').pressSequentially('  a b ')
      await expectPage(box('Medications.Types')).toHaveValue('  a b ')
      expect((await answers())['Medications.Types']).toBe('  a b ')
      await box('Medications.Types').press('Home')
      await box('Medications.Types').pressSequentially('y n 1')
      expect((await answers())['Medications.Types']).toBe('y n 1  a b ')
    })

    it('shows a text that came from another desk or a draft', async () => {
      await open({ answers: { 'Medications.Current': 'yes', 'Medications.Types': 'Aspirin' } })
      await page.evaluate(() =>
        window.safetyStore?.getState().replace({ 'Medications.Current': 'yes', 'Medications.Types': 'Warfarin' }),
      )
      await expectPage(box('Medications.Types')).toHaveValue('Warfarin')
      await page.evaluate(() => window.safetyStore?.getState().replace({ 'Medications.Current': 'yes' }))
      await expectPage(box('Medications.Types')).toHaveValue('')
    })

    it('shows that a text is too long, with its length, and cuts nothing', async () => {
      await open({ answers: { 'Allergies.Status': 'yes' } })
      await box('Allergies.Types').fill('å'.repeat(2001))
      await expectPage(question('Allergies.Types')).toContainText('2001 of 2000 characters')
      await expectPage(box('Allergies.Types')).toHaveAttribute('aria-invalid', 'true')
      await expectPage(box('Allergies.Types')).toHaveAccessibleDescription('This must be at most 2000 characters.')
      expect((await answers())['Allergies.Types']).toHaveLength(2001)
    })

    it('accepts a date by keyboard, without an error until the field is left', async () => {
      await open({ answers: { 'Surgery.Recent': 'yes', 'Surgery.Description': 'Knee' } })
      const date = question('Surgery.Date')
      await date.getByRole('textbox', { name: 'Year' }).pressSequentially('2026')
      await page.keyboard.press('Tab')
      await page.keyboard.type('2')
      await expectPage(date.locator('.w-field__error')).toHaveCount(0)
      await option('Claustrophobic.Status', 'Correct').click()
      await expectPage(date.locator('.w-field__error')).toHaveText(safetyFormWords.question.incompleteDate)
      await date.getByRole('textbox', { name: 'Day' }).fill('3')
      await expectPage(date.locator('.w-field__error')).toHaveCount(0)
      await date.getByRole('textbox', { name: 'Day' }).press('Tab')
      expect((await answers())['Surgery.Date']).toBe('2026-02-03')
      await date.getByRole('textbox', { name: 'Year' }).fill('2027')
      await expectPage(date.locator('.w-field__error')).toHaveText(safetyFormWords.question.futureDate)
      // The calendar beside the boxes offers the last 100 years, and no day after today (booking spec §5).
      await date.getByRole('button', { name: controlWords.date.calendar }).click()
      const calendar = page.getByRole('dialog')
      const years = calendar.getByRole('combobox', { name: 'Year' })
      await expectPage(years.locator('option')).toHaveCount(100)
      await years.selectOption('2025')
      await calendar.getByRole('combobox', { name: 'Month' }).selectOption('2')
      await calendar.getByRole('button', { name: /February 3, 2025/ }).click()
      await expectPage(calendar).toHaveCount(0)
      expect((await answers())['Surgery.Date']).toBe('2025-02-03')
      await expectPage(date.locator('.w-field__error')).toHaveCount(0)
    })

    it('shows the date calculation of a notice at its question and in the summary', async () => {
      await open({ answers: { 'Surgery.Recent': 'yes', 'Surgery.Date': '2026-11-02' } })
      const sum = '02 Nov 2026 + 8 weeks = 28 Dec 2026; the appointment is on 03 Dec 2026'
      await expectPage(page.locator('[data-field="Surgery.Recent"] .safety-notice__reason')).toHaveText(sum)
      await expectPage(
        aside().getByRole('region', { name: safetyFormWords.notices.groups.settle.title }),
      ).toContainText(sum)
      await expectPage(
        aside().getByRole('region', { name: safetyFormWords.notices.groups.settle.title }),
      ).toContainText(safetyFormWords.notices.tones.red)
    })

    it('announces a new red notice, and does not announce the earlier notice again', async () => {
      await open({ answers: { [heart]: 'yes', [type]: ['Pacemaker'] } })
      const live = aside().locator('[aria-live=polite]')
      await expectPage(live.locator('p')).toHaveCount(1)
      await live.locator('p').evaluate((first) => first.setAttribute('data-old', ''))
      await option(type, 'Defibrillator').click()
      await expectPage(live.locator('p')).toHaveCount(2)
      await expectPage(live.locator('p[data-old]')).toContainText('pacemaker')
      await expectPage(live.locator('p:not([data-old])')).toContainText('defibrillator')
    })

    it('accepts no input while it is disabled, and returns the focus afterwards', async () => {
      await open({ answers: { 'Medications.Current': 'yes' } })
      await box('Medications.Types').pressSequentially('As')
      await page.evaluate(() => window.setSafetyDisabled?.(true))
      await expectPage(box('Medications.Types')).toBeDisabled()
      await page.keyboard.type('y1')
      await page.keyboard.press('F8')
      expect(await answers()).toEqual({ 'Medications.Current': 'yes', 'Medications.Types': 'As' })
      await page.evaluate(() => window.setSafetyDisabled?.(false))
      await expectPage(box('Medications.Types')).toBeFocused()
      await page.keyboard.type('pirin')
      expect((await answers())['Medications.Types']).toBe('Aspirin')
    })
  })

  describe('when it is used by keyboard', () => {
    it('answers with keys and moves to the next unanswered question, a follow-up first', async () => {
      await open()
      await question(heart).getByRole('radio').first().focus()
      await page.keyboard.press('2')
      expect(await focused()).toBe(type)
      await page.keyboard.press('4')
      await page.keyboard.press('1')
      await page.keyboard.press('1')
      expect(await answers()).toEqual({ [heart]: 'yes', [type]: ['Stent'] })
      expect(await focused()).toBe(type)
      await page.keyboard.press('Enter')
      expect(await focused()).toBe('MedicalMetal.Heart.Stent.Recent')
      await page.keyboard.press('Y')
      expect((await answers())['MedicalMetal.Heart.Stent.Recent']).toBe('yes')
      expect(await focused()).toBe('MedicalMetal.Head.Surgery')
      await page.keyboard.press('1')
      expect((await answers())['MedicalMetal.Head.Surgery']).toBe('no')
    })

    it('ignores Y and N at a statement, because Correct means that the answer is no', async () => {
      await open()
      await question(heart).getByRole('radio').first().focus()
      await page.keyboard.press('y')
      await page.keyboard.press('n')
      expect(await answers()).toEqual({})
      const keys = question(heart).locator('[data-key]')
      expect(await keys.evaluateAll((all) => all.map((each) => each.getAttribute('data-key')))).toEqual(['1', '2'])
    })

    it('accepts a date typed in one go, continues with Enter, and chooses left or right by digit only', async () => {
      await open({ answers: { 'COVIDVaccine.Status': 'yes', 'COVIDVaccine.DoseNum': '1' } })
      await question('COVIDVaccine.Recent').getByRole('textbox', { name: 'Year' }).focus()
      await page.keyboard.type('20260105')
      await page.keyboard.press('Enter')
      expect(await focused()).toBe('COVIDVaccine.InjectionArm')
      expect((await answers())['COVIDVaccine.Recent']).toBe('2026-01-05')
      await page.keyboard.press('y')
      expect((await answers())['COVIDVaccine.InjectionArm']).toBeUndefined()
      await page.keyboard.press('2')
      expect((await answers())['COVIDVaccine.InjectionArm']).toBe('right')
    })

    it('lets the user answer every question of a member with nothing to report with 13 keys', async () => {
      await open({ isMan: true })
      const keys = ['Tab', ...'1'.repeat(9), 'n', 'n', '1']
      for (const key of keys) await page.keyboard.press(key)
      expect(await answers()).toEqual(nothingToReport)
      expect(keys.length).toBeLessThanOrEqual(13)
      await expectPage(aside()).toContainText('12 of 12 answered')
    })

    it('acts only once while a key is held down', async () => {
      await open()
      await question(heart).getByRole('radio').first().focus()
      await page.keyboard.down('1')
      await page.keyboard.down('1')
      await page.keyboard.down('1')
      await page.keyboard.up('1')
      expect(await answers()).toEqual({ [heart]: 'no' })
    })

    it('uses digits if a question has more than two options, and ignores keys pressed with Ctrl', async () => {
      await open()
      await question('ReasonType').getByRole('radio').first().focus()
      await page.keyboard.press('Control+1')
      await page.keyboard.press('y')
      await page.keyboard.press('9')
      expect(await answers()).toEqual({})
      await page.keyboard.press('3')
      expect(await answers()).toEqual({ ReasonType: 'Specific concern' })
    })

    it('moves with F8 to the next unanswered question, from a question or the button, and wraps around', async () => {
      await open({ isMan: true, answers: { [heart]: 'no' } })
      await question('Allergies.Status').getByRole('radio').first().focus()
      await page.keyboard.press('F8')
      expect(await focused()).toBe('GlucoseMonitor.Status')
      await nextButton().click()
      expect(await focused()).toBe('COVIDVaccine.Status')
      await page.keyboard.press('F8')
      expect(await focused()).toBe('ReasonType')
      await page.keyboard.press('F8')
      expect(await focused()).toBe('MedicalMetal.Head.Surgery')
      await nextButton().focus()
      await page.keyboard.press('F8')
      expect(await focused()).toBe('MedicalMetal.Spine.Surgery')
    })

    it('visits the questions in order by Tab, each group as one stop', async () => {
      await open({ answers: { [heart]: 'yes', [type]: ['Valve Replacement'] } })
      await page.keyboard.press('Tab')
      expect(await focused()).toBe(heart)
      await page.keyboard.press('Tab')
      expect(await focused()).toBe(type)
      for (let count = 0; count < 5; count += 1) await page.keyboard.press('Tab')
      expect(await focused()).toBe('MedicalMetal.Heart.ValveReplacement.Details')
      await page.keyboard.press('Tab')
      expect(await focused()).toBe('MedicalMetal.Head.Surgery')
    })

    it('focuses the nearest remaining parent when another desk’s answer removes the focused follow-up', async () => {
      await open({ answers: { [heart]: 'yes', [type]: ['Valve Replacement'] } })
      await box('MedicalMetal.Heart.ValveReplacement.Details').focus()
      await page.evaluate(() => window.safetyStore?.getState().replace({ 'MedicalMetal.Heart.Surgery': 'no' }))
      expect(await focused()).toBe(heart)
    })

    it('does not take the focus from a user who left the questions', async () => {
      await open({ answers: { [heart]: 'yes', [type]: ['Valve Replacement'] } })
      await box('MedicalMetal.Heart.ValveReplacement.Details').focus()
      await page.getByRole('heading', { level: 1 }).click()
      await page.evaluate(() => window.safetyStore?.getState().replace({ 'MedicalMetal.Heart.Surgery': 'no' }))
      await expectPage(question(type)).toHaveCount(0)
      expect(await focused()).toBe('BODY')
    })
  })

  describe('with missing or refused answers', () => {
    it('marks and counts the unanswered required questions, and gives each a description', async () => {
      await open({ answers: { 'Surgery.Recent': 'yes' } })
      await page.evaluate(() => window.safetyStore?.getState().showMissing())
      await expectPage(aside()).toContainText('13 required questions are not answered')
      await expectPage(page.getByText(safetyFormWords.question.missing)).toHaveCount(13)
      await expectPage(question(heart)).toHaveAccessibleDescription(
        `Ever had heart surgery? If yes, choose Not Correct. ${safetyFormWords.question.missing}`,
      )
      await expectPage(question(heart)).toHaveAttribute('aria-invalid', 'true')
      await expectPage(box('Surgery.Description')).toHaveAccessibleDescription(safetyFormWords.question.missing)
      await expectPage(question('Surgery.Date').locator('.w-field__error')).toHaveCount(0)
      await option(heart, 'Correct').click()
      await expectPage(page.getByText(safetyFormWords.question.missing)).toHaveCount(12)
      await expectPage(question(heart)).not.toHaveAttribute('aria-invalid')
    })

    it('shows a refused save’s message at a question until it is answered again', async () => {
      await open({ answers: { 'Allergies.Status': 'yes', 'Allergies.Types': 'Nuts' } })
      await page.evaluate(() =>
        window.safetyStore?.getState().setProblems({ 'Allergies.Types': 'must not contain control characters' }),
      )
      await expectPage(box('Allergies.Types')).toHaveAccessibleDescription('This must not contain control characters.')
      await box('Allergies.Types').pressSequentially('!')
      await expectPage(box('Allergies.Types')).toHaveAccessibleDescription('')
    })
  })
})

describe('the read-only view of safety answers', { timeout: 60_000 }, () => {
  it.each(someOf(['light', 'dark'], 2))('has no serious axe violation in %s', async (theme) => {
    for (const view of ['read', 'notices'] as const) {
      await open({ view, answers: allNotices, theme, signedBy: 'Dr. Nadia Fournier' })
      expect(await findSeriousFaults(), view).toEqual([])
      await see(`${view}-${theme}`)
      await page.context().close()
    }
    await open({ view: 'history', record: aRecord, theme })
    expect(await findSeriousFaults(), 'history').toEqual([])
    await see(`history-${theme}`)
  })

  it('shows answers in words, a missing required one as “Not answered”, a missing optional one as a dash', async () => {
    await open({ view: 'read', answers: { [heart]: 'yes', [type]: ['Stent', 'Other'], 'Surgery.Recent': 'no' } })
    const answer = (title: string) => page.locator('dt', { hasText: title }).locator('xpath=following-sibling::dd')
    await expectPage(answer('Never had heart surgery')).toHaveText('Has had heart surgery')
    await expectPage(answer('What was implanted?')).toHaveText('Stent; Other')
    await expectPage(answer('Not had surgery in the last 8 weeks')).toHaveText('No surgery in the last 8 weeks')
    await expectPage(answer('Was the stent implanted after 1998?')).toHaveText('Not answered')
    await expectPage(answer('Anything more about the reason')).toHaveText('–')
  })

  it('groups notices by level, the stops first, and names the person who signed off', async () => {
    await open({ view: 'notices', answers: allNotices, signedBy: 'Dr. Nadia Fournier' })
    const groups = page.getByRole('region')
    await expectPage(groups.nth(1)).toContainText('Signed off by Dr. Nadia Fournier')
    expect(await groups.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Cannot be scanned',
      safetyFormWords.notices.groups.settle.title,
      safetyFormWords.notices.groups.notes.title,
    ])
    await expectPage(groups.nth(0)).not.toContainText('Signed off')
    await expectPage(groups.nth(2)).not.toContainText('Signed off')
  })

  it('lists each save with its changes, and the differences from the last visit', async () => {
    await open({ view: 'history', record: aRecord })
    const lastVisit = page.getByRole('region', { name: safetyFormWords.history.sinceLastVisit })
    await expectPage(lastVisit.getByRole('listitem')).toHaveText([
      /Never had heart surgery: No heart surgery.*changed to.*Has had heart surgery/,
      /What was implanted\? no answer.*changed to.*Stent/,
    ])
    const second = page.getByRole('region', { name: 'Version 2' })
    await expectPage(second).toContainText('Version 2, Iris Chen, 21 Nov 2026 10:05am PDT')
    await expectPage(second.getByRole('listitem')).toHaveText([/What was implanted\? Other.*changed to.*Stent/])
    await expectPage(page.getByRole('region', { name: 'Version 1' })).toContainText(
      safetyFormWords.history.firstAnswers(2),
    )
  })

  it('shows that nothing was saved yet', async () => {
    await open({ view: 'history', record: emptySafetyRecord(aRecord.studyID, aRecord.patientID) })
    await expectPage(page.getByText(safetyFormWords.history.none)).toBeVisible()
    await expectPage(page.getByRole('region')).toHaveCount(0)
  })
})

const aRecord = safetyRecordSchema.parse({
  studyID: 'rec0123456789abcd',
  patientID: 'member-1',
  SafetyQuestions: { [heart]: 'yes', [type]: ['Stent'] },
  version: 2,
  savedAt: '2026-11-21T17:05:00Z',
  savedBy: 'Iris Chen',
  signOffs: [],
  revisions: [
    {
      version: 2,
      at: '2026-11-21T17:05:00Z',
      by: 'Iris Chen',
      changes: [{ field: type, from: ['Other'], to: ['Stent'] }],
    },
    {
      version: 1,
      at: '2026-11-20T17:05:00Z',
      by: 'Omar Haddad',
      changes: [
        { field: heart, from: null, to: 'yes' },
        { field: type, from: null, to: ['Other'] },
      ],
    },
  ],
  lastVisit: { studyID: 'rec0123456789abcc', savedAt: '2025-05-02T17:05:00Z', SafetyQuestions: { [heart]: 'no' } },
})

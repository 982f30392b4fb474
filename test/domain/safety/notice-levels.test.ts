import { describe, expect, it } from 'vitest'
import { type NoticeLevel, noticeLevel } from '#domain/safety/notice-level.ts'
import { countNotices, describeNoticeCounts, noticeLevelTitles } from '#domain/safety/notice-words.ts'
import type { InfoQuestion, Question } from '#domain/safety/question.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'

const infosUnder = (question: Question): readonly InfoQuestion[] =>
  question.type === 'info' ? [question] : (question.subs ?? []).flatMap(infosUnder)

/** Every notice of the questionnaire, whether it is shown or not. */
const infos = safetyQuestionnaire.sections.flatMap(({ questions }) => questions.flatMap(infosUnder))

// The notices of booking spec §8, in the order of the page. Decisions §6 divides the red ones into two levels.
const levels: readonly (readonly [key: string, level: NoticeLevel])[] = [
  ['Notice.Heart.Pacemaker', 'forbidden'],
  ['Notice.Heart.Defibrillator', 'forbidden'],
  ['Notice.Heart.ValveReplacement', 'note'],
  ['Notice.Heart.Stent', 'note'],
  ['Notice.Heart.NothingInserted', 'note'],
  ['Notice.Head.AneurysmClip', 'note'],
  ['Notice.Head.AneurysmStent', 'note'],
  ['Notice.Head.ProgrammableHydrocephalusShunt', 'settle'],
  ['Notice.Head.CochlearImplant', 'settle'],
  ['Notice.Head.EyeProsthesis', 'settle'],
  ['Notice.Spine.Neurostimulator', 'settle'],
  ['Notice.Spine.Rods', 'note'],
  ['Notice.Spine.Laminectomy', 'note'],
  ['Notice.OtherMetal', 'note'],
  ['Notice.Eyes.NoXRay', 'settle'],
  ['Notice.Eyes.XRayResults', 'settle'],
  ['Notice.Surgery.Recent', 'settle'],
  ['Notice.Claustrophobic', 'note'],
  ['Notice.GlucoseMonitor', 'note'],
  ['Notice.COVIDVaccine', 'note'],
  ['Notice.Pregnancy.Pregnant', 'settle'],
  ['Notice.Pregnancy.Unsure', 'note'],
]

describe('the level of each notice (decisions §6)', () => {
  it('is decided for every notice of the questionnaire', () => {
    expect(infos.map(({ field }) => field)).toEqual(levels.map(([key]) => key))
  })

  it.each(levels)('is for %s: %s', (key, level) => {
    const info = infos.find(({ field }) => field === key)
    expect(info && noticeLevel({ tone: info.tone, isProhibitive: info.isProhibitive === true })).toBe(level)
  })

  it('is a note for a dated wait that is over by the appointment', () => {
    expect(noticeLevel({ tone: 'green', isProhibitive: false })).toBe('note')
  })
})

describe('the words for notices', () => {
  it.each<[stops: number, notes: number, words: string]>([
    [3, 6, '3 stops, 6 safety notes'],
    [1, 1, '1 stop, 1 safety note'],
    [2, 0, '2 stops'],
    [0, 2, '2 safety notes'],
    [0, 0, 'no notices'],
  ])('are for %d stops and %d notes: %s', (stops, notes, words) => {
    expect(describeNoticeCounts({ stops, notes })).toBe(words)
  })

  it('count forbidden and settle notices as stops, and ignore green ones', () => {
    const notice = { key: 'a', top: 'a', text: '', reason: null, date: null, isDated: false }
    expect(
      countNotices([
        { ...notice, tone: 'red', isProhibitive: true },
        { ...notice, tone: 'red', isProhibitive: false },
        { ...notice, tone: 'blue', isProhibitive: false },
        { ...notice, tone: 'green', isProhibitive: false },
      ]),
    ).toEqual({ stops: 2, notes: 1 })
  })

  it('name the levels', () => {
    expect(noticeLevelTitles).toEqual({
      forbidden: 'Cannot be scanned',
      settle: 'Settle before the scan',
      note: 'Note',
    })
  })
})

import { describe, expect, it } from 'vitest'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import type { LogEntry } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { categoriesOf, toLogRows } from '#renderer/study-page/log/log-rows.ts'

const at = (time: string) => toInstant(Date.parse(time))
const entry = (time: string, content: string, category = 'Note'): LogEntry => ({
  category,
  time: at(time),
  content,
  by: 'Frankie Desker',
})
const waitingNote = (time: string, content: string, failure: WaitingStudyAct['failure'] = null): WaitingStudyAct => ({
  idempotencyKey: `key ${content}`,
  studyID: studyIDSchema.parse('s-000001'),
  kind: 'note',
  note: { category: 'Note', content },
  at: at(time),
  by: 'Frankie Desker',
  isOwn: true,
  failure,
})
const refused = { code: 'location-forbidden', message: 'No.' } as const

describe('toLogRows', () => {
  const log = [
    entry('2026-11-23T15:00:00Z', 'first'),
    entry('2026-11-23T16:00:00Z', 'second', 'Booking'),
    entry('2026-11-23T16:00:00Z', 'third'),
  ]

  it('puts the newest entry first; of entries with the same time, puts the one written later first', () => {
    expect(toLogRows(log, [], null).map(({ entry }) => entry.content)).toEqual(['third', 'second', 'first'])
  })

  it('leaves out entries of other categories', () => {
    expect(toLogRows(log, [], 'Booking').map(({ entry }) => entry.content)).toEqual(['second'])
  })

  it('gives each line a unique key that a filter does not change', () => {
    const all = toLogRows(log, [], null)
    expect(new Set(all.map(({ key }) => key)).size).toBe(3)
    expect(toLogRows(log, [], 'Booking')[0]?.key).toBe(all[1]?.key)
  })

  it('marks the waiting note, but not a note that has the same text at another time', () => {
    const again = [...log, entry('2026-11-23T17:00:00Z', 'first')]
    const rows = toLogRows(again, [waitingNote('2026-11-23T17:00:00Z', 'first')], null)
    expect(rows.map(({ isWaiting }) => isWaiting)).toEqual([true, false, false, false])
  })

  it('has no line for a refused note', () => {
    const lost = waitingNote('2026-11-23T15:00:00Z', 'first', refused)
    expect(toLogRows(log, [lost], null).map(({ entry }) => entry.content)).toEqual(['third', 'second'])
  })
})

describe('categoriesOf', () => {
  it('lists each category once, in alphabetical order', () => {
    const log = ['Study', 'Booking', 'Study', ''].map((category) => entry('2026-11-23T15:00:00Z', 'x', category))
    expect(categoriesOf(log)).toEqual(['Booking', 'Study'])
  })
})

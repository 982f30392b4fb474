import { describe, expect, it } from 'vitest'
import type { LogEntry } from '#domain/study/study.ts'
import type { WaitingAct } from '#domain/study/waiting-act.ts'
import { isWaitingNote, withWaitingNotes } from '#domain/study/waiting-notes.ts'
import { toInstant } from '#domain/values/instant.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'

const at = (time: string) => toInstant(Date.parse(time))
const saved: LogEntry = { category: 'Note', time: at('2026-11-23T15:00:00Z'), content: 'saved', by: 'Frankie Desker' }
const waits: WaitingAct = {
  idempotencyKey: 'k-1',
  studyID: studyIDSchema.parse('s-000001'),
  kind: 'note',
  note: { category: 'Note', content: 'waits' },
  at: at('2026-11-23T16:00:00Z'),
  by: 'Frankie Desker',
  isOwn: true,
  failure: null,
}

describe('withWaitingNotes', () => {
  it('adds a waiting note only if the log does not have it yet', () => {
    const all = withWaitingNotes([saved], [waits])
    expect(all.map(({ content }) => content)).toEqual(['saved', 'waits'])
    expect(withWaitingNotes(all, [waits])).toEqual(all)
    expect(all.map((entry) => isWaitingNote(entry, waits))).toEqual([false, true])
  })

  it('adds no check-in and no refused note', () => {
    const checkin: WaitingAct = { ...waits, kind: 'checkin', note: null }
    const lost: WaitingAct = { ...waits, failure: { code: 'location-forbidden', message: 'No.' } }
    expect(withWaitingNotes([saved], [checkin, lost])).toEqual([saved])
  })
})

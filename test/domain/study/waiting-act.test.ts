import { describe, expect, it } from 'vitest'
import type { StudyID } from '#domain/booking/study-id.ts'
import { type WaitingAct, withWaitingActs } from '#domain/study/waiting-act.ts'
import type { Instant } from '#domain/time/instant.ts'
import { aStudyWith } from './study-records.ts'

const at = '2026-11-24T16:35:00Z' as Instant
const act = (changes: Partial<WaitingAct> = {}): WaitingAct => ({
  idempotencyKey: 'k-1',
  studyID: 's-000001' as StudyID,
  kind: 'checkin',
  note: null,
  at,
  by: 'Robin Frost',
  isOwn: true,
  failure: null,
  ...changes,
})

describe('withWaitingActs', () => {
  it('shows a check-in that waits as it will be: done, when and by whom', () => {
    expect(withWaitingActs(aStudyWith(), [act()]).status).toMatchObject({
      checkin: true,
      checkinTime: at,
      checkinBy: 'Robin Frost',
    })
  })

  it('takes the first of two', () => {
    const later = act({ idempotencyKey: 'k-2', at: '2026-11-24T16:36:00Z' as Instant, by: 'Sam Sale' })
    expect(withWaitingActs(aStudyWith(), [act(), later]).status.checkinBy).toBe('Robin Frost')
  })

  it.each([
    ['nothing waits', {}, []],
    ['it is of another study', {}, [act({ studyID: 's-000002' as StudyID })]],
    ['it was refused', {}, [act({ failure: { code: 'scan-prohibited' } })]],
    ['only a note waits', {}, [act({ kind: 'note', note: { category: 'Note', content: 'Late' } })]],
    ['the study is cancelled', { cancelled: true }, [act()]],
    ['somebody else was first', { checkin: true, checkinBy: 'Sam Sale' }, [act()]],
  ])('leaves the study alone when %s', (_, flags, waiting) => {
    const study = aStudyWith(flags)
    expect(withWaitingActs(study, waiting)).toBe(study)
  })
})

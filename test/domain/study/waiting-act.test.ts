import { describe, expect, it } from 'vitest'
import { describeOthersCheckIn, othersCheckIn, type WaitingAct, withWaitingActs } from '#domain/study/waiting-act.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
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
  it('shows a waiting check-in as done, with its time and person', () => {
    expect(withWaitingActs(aStudyWith(), [act()], true).status).toMatchObject({
      checkin: true,
      checkinTime: at,
      checkinBy: 'Robin Frost',
    })
  })

  it('uses the first of two waiting check-ins', () => {
    const later = act({ idempotencyKey: 'k-2', at: '2026-11-24T16:36:00Z' as Instant, by: 'Sam Sale' })
    expect(withWaitingActs(aStudyWith(), [act(), later], true).status.checkinBy).toBe('Robin Frost')
  })

  it.each([
    ['nothing waits', {}, []],
    ['the act belongs to another study', {}, [act({ studyID: 's-000002' as StudyID })]],
    ['the act was refused', {}, [act({ failure: { code: 'scan-prohibited' } })]],
    ['only a note waits', {}, [act({ kind: 'note', note: { category: 'Note', content: 'Late' } })]],
    ['the study is cancelled', { cancelled: true }, [act()]],
    ['another user has already checked the member in', { checkin: true, checkinBy: 'Sam Sale' }, [act()]],
  ])('does not change the study if %s', (_, flags, waiting) => {
    const study = aStudyWith(flags)
    expect(withWaitingActs(study, waiting, false)).toBe(study)
  })

  it('counts a colleague’s check-in only while the back office is unreachable', () => {
    const study = aStudyWith()
    const theirs = act({ isOwn: false })
    expect(withWaitingActs(study, [theirs], false).status.checkinBy).toBe('Robin Frost')
    expect(withWaitingActs(study, [theirs], true)).toBe(study)
    const mine = act({ idempotencyKey: 'k-2', by: 'Sam Sale' })
    expect(withWaitingActs(study, [theirs, mine], true).status.checkinBy).toBe('Sam Sale')
  })
})

describe('othersCheckIn', () => {
  it('is a colleague’s waiting check-in of this study', () => {
    const { studyID } = aStudyWith()
    const theirs = act({ isOwn: false })
    expect(othersCheckIn(studyID, [act(), theirs])).toBe(theirs)
    const others = [act(), act({ isOwn: false, failure: {} }), act({ isOwn: false, studyID: 's-000002' as StudyID })]
    expect(othersCheckIn(studyID, others)).toBeUndefined()
  })

  it('is described with the names of the colleague and the member, or only with the member’s name if the colleague is unknown', () => {
    expect(describeOthersCheckIn(act(), 'Ana Silva')).toBe(
      'Robin Frost checked in Ana Silva on this computer while offline; the check-in is sent when Robin Frost signs in here',
    )
    expect(describeOthersCheckIn(act({ by: '' }), 'Ana Silva')).toBe(
      'A colleague checked in Ana Silva on this computer while offline; the check-in is sent when the colleague signs in here',
    )
  })
})

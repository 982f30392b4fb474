import { describe, expect, it } from 'vitest'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { describeOthersWaiting, describeRefused, describeWhyRefused } from '#renderer/frame/waiting-act-notices.tsx'

const act = (changes: Partial<WaitingStudyAct> = {}): WaitingStudyAct => ({
  idempotencyKey: 'key-1',
  studyID: 's-1' as StudyID,
  kind: 'checkin',
  note: null,
  at: toInstant(0),
  by: 'Bo Berg',
  isOwn: false,
  failure: null,
  ...changes,
})
const refused = { failure: { code: 'already-cancelled', message: 'This appointment is cancelled.' } as const }

describe('describeRefused', () => {
  it.each([
    [act({ isOwn: true }), 'Your check-in could not be saved'],
    [act(), "Bo Berg's check-in could not be saved"],
    [act({ kind: 'note', by: '' }), "a colleague's note could not be saved"],
  ])('names the author and the kind of act, row %#', (given, words) => expect(describeRefused(given)).toBe(words))
})

describe('describeWhyRefused', () => {
  const forbidden = { failure: { code: 'location-forbidden', message: 'location_forbidden' } } as const
  const note = { category: 'Note', content: 'Arrived early' }

  it('uses the study page’s words, and shows the author the text of the note', () => {
    expect(describeWhyRefused(act({ ...forbidden, isOwn: true, note }))).toBe(
      `${studyMessages.locationForbidden} Your note: “Arrived early”`,
    )
    expect(describeWhyRefused(act({ ...forbidden, note: null }))).toBe(
      `${studyMessages.locationForbidden} This message stays until Bo Berg dismisses it.`,
    )
  })
})

describe('describeOthersWaiting', () => {
  it('has one line for each colleague, however many acts are waiting', () => {
    expect(
      describeOthersWaiting([
        act(),
        act(),
        act({ kind: 'note' }),
        act({ by: 'Ana Bo', kind: 'note' }),
        act({ isOwn: true }),
        act({ by: 'Ana Bo', ...refused }),
      ]),
    ).toEqual([
      '2 check-ins and 1 note can be saved only after Bo Berg signs in',
      '1 note can be saved only after Ana Bo signs in',
    ])
  })

  it("leaves out the user's own acts", () => {
    expect(describeOthersWaiting([act({ isOwn: true }), act({ isOwn: true, ...refused })])).toEqual([])
  })
})

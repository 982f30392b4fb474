import { describe, expect, it } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { NoticeToast } from '#renderer/kit/notices.ts'
import { studyFailureWords } from '#renderer/study/study-failure-words.ts'
import { describeStudyFailure } from '#renderer/study/study-failures.ts'
import { createStudyPageDesk } from '#renderer/study-page/study-page-store.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

const opened = async () => {
  const { bridge, controls } = createFakeBridge({
    signedInAs: 'frontdesk',
    now: () => Date.parse('2026-11-23T16:00:00Z'),
  })
  const study = controls.clinic.studies.find(
    ({ locationID, booking }) => locationID === ('ca-bc-1' as LocationID) && (booking?.utcStart ?? '') > '2026-11-24',
  )
  if (study === undefined) throw new Error('The fictional clinic has no study.')
  const { studyID } = study
  const errors: NoticeToast[] = []
  const error = (notice: NoticeToast | string): string => {
    errors.push(typeof notice === 'string' ? { title: notice } : notice)
    return ''
  }
  const desk = createStudyPageDesk({
    bridge,
    notices: { error },
    studyID,
    locations: () => controls.clinic.locations,
    isOnline: () => true,
  })
  const stop = desk.start()
  await settle()
  const state = () => desk.store.getState()
  const view = () => {
    const { read } = state()
    if (read.kind !== 'ready') throw new Error(`The page is ${read.kind}.`)
    return read.value
  }
  const reads = () => controls.calls.filter(({ command }) => command === 'study.read').length
  return { bridge, controls, study, studyID, errors, state, view, reads, stop, desk }
}

describe('the store of a study page', () => {
  it('reads the study, and reads it again after another desk changed the study or its member', async () => {
    const { controls, studyID, view, reads, stop, study } = await opened()
    expect(view().study.status.reminded).toBeUndefined()
    controls.study.setFlags(studyID, { reminded: true })
    await settle()
    expect(view().study.status).toMatchObject({ reminded: true, remindedBy: 'Ben Ortiz' })
    const before = reads()
    controls.emit('booking.studyChanged', { studyID: 's-999999' as never })
    controls.emit('members.changed', { memberID: study.patientID })
    await settle()
    expect(reads()).toBe(before + 1)
    stop()
    controls.emit('bridge.gap', {})
    await settle()
    expect(reads()).toBe(before + 1)
  })

  it('keeps the shown data and shows why a later read failed, but hides the data of a forbidden location', async () => {
    const { controls, state, view, studyID } = await opened()
    controls.failNext('study.read', fail('timed-out', 'No answer.'))
    await state().load()
    expect(view().study.studyID).toBe(studyID)
    expect(state().behind).toMatchObject({ code: 'timed-out' })
    await state().load()
    expect(state().behind).toBeNull()
    controls.failNext('study.read', fail('location-forbidden', 'No.'))
    await state().load()
    expect(state().read).toMatchObject({ kind: 'failed', failure: { code: 'location-forbidden' } })
  })

  it('keeps the study that an act returned, even if an older version arrives later', async () => {
    const { bridge, state, view, study, studyID } = await opened()
    const input = { studyID, act: 'urgent', value: true, idempotencyKey: 'key-urgent' } as const
    const done = await state().perform('urgent', 'Saving failed', () => bridge.study.mark(input))
    expect(done?.isWaiting).toBe(false)
    expect(view().study.status.urgent).toBe(true)
    state().keep(study)
    expect(view().study.status.urgent).toBe(true)
  })

  it('makes one call at a time for each act', async () => {
    const { state } = await opened()
    let answer: (value: ReturnType<typeof ok<number>>) => void = () => undefined
    let calls = 0
    const call = () => {
      calls += 1
      return new Promise<ReturnType<typeof ok<number>>>((resolve) => {
        answer = resolve
      })
    }
    const first = state().perform('note', 'No', call)
    expect(state().busy).toEqual(['note'])
    expect(await state().perform('note', 'No', call)).toBeNull()
    answer(ok(7))
    expect(await first).toBe(7)
    expect(calls).toBe(1)
    expect(state().busy).toEqual([])
  })

  it('shows a failure under its title, and reads the study again', async () => {
    const { state, errors, reads } = await opened()
    const before = reads()
    const refused = fail('act-not-allowed', "You can't undo the scan mark: the images have been read.")
    expect(await state().perform('scan', studyMessages.savingFailed, async () => refused)).toBeNull()
    await settle()
    expect(errors).toEqual([
      {
        title: 'Saving failed',
        description: "Anna Silva, 14 Sep 1981. You can't undo the scan mark: the images have been read.",
      },
    ])
    expect(reads()).toBe(before + 1)
  })

  it('shows a waiting check-in, and still shows the check-in after it was sent', async () => {
    const { bridge, controls, state, view, studyID } = await opened()
    controls.setConnectivity({ state: 'offline' })
    const input = { studyID, act: 'checkin', value: true, idempotencyKey: 'key-checkin' } as const
    await state().perform('checkin', 'No', () => bridge.study.mark(input))
    await settle()
    expect(view().study.status).toMatchObject({ checkin: true, checkinBy: 'Frankie Desker' })
    expect(view().waiting).toHaveLength(1)
    controls.setConnectivity({ state: 'online' })
    await settle()
    expect(view().study.status.checkin).toBe(true)
    expect(view().waiting).toHaveLength(0)
  })
})

describe('a failure in words', () => {
  it.each([
    ['location-forbidden', studyMessages.locationForbidden],
    ['unexpected', studyMessages.generic],
    ['act-not-allowed', 'The sentence of the back office.'],
    ['stale', studyFailureWords.stale.text],
  ] as const)('has a text for %s', (code, words) => {
    expect(describeStudyFailure({ code, message: 'The sentence of the back office.' }).text).toBe(words)
  })

  it('names the error number if there is one', () => {
    const failure = { code: 'unexpected' as const, message: 'No.', details: { errorID: 'e-17' } }
    expect(describeStudyFailure(failure).text).toBe(`${studyMessages.generic} (e-17)`)
  })
})

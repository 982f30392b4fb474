import { describe, expect, it } from 'vitest'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { processingOverlayMs } from '#domain/consult/consult-messages.ts'
import { noConsulting } from '#domain/consult/consulting.ts'
import type { SchedulerPage } from '#domain/consult/scheduling-url.ts'
import type { Study } from '#domain/study/study.ts'
import { noDetails } from '#domain/study/study-details.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { Instant } from '#domain/values/instant.ts'
import { createSchedulerStore } from '#renderer/consult/scheduler-store.ts'
import type { NoticeToast } from '#renderer/kit/notices.ts'
import { aStudy } from '#test/builders/records.ts'

const origin = 'https://calendly.com'
const page: SchedulerPage = { url: `${origin}/atrium-np`, origin }
const message = (event: string, eventID = 'EVENT0001', inviteeID = 'INVITE001') => ({
  event: `calendly.${event}`,
  payload: {
    event: { uri: `https://api.calendly.com/scheduled_events/${eventID}` },
    invitee: { uri: `https://api.calendly.com/scheduled_events/${eventID}/invitees/${inviteeID}` },
  },
})

type Sync = { readonly eventID: string; readonly isPreferred: boolean; readonly idempotencyKey: string }

/** Creates a scheduler store. A sync is answered only when the test calls `answer`. */
const startScheduler = (
  options: {
    readonly consulting?: Partial<typeof noConsulting>
    readonly kept?: unknown
    readonly mayPrefer?: boolean
  } = {},
) => {
  const consulting = { ...noConsulting, ...options.consulting }
  const study = aStudy({ details: { ...noDetails, consulting } })
  let shown = study
  const syncs: Sync[] = []
  const answers: ((reply: Reply<Study>) => void)[] = []
  const toasts: string[] = []
  const errors: NoticeToast[] = []
  const drafts: unknown[] = []
  const clocks: { readonly ms: number; readonly run: () => void }[] = []
  const kept: Study[] = []
  let opening: Reply<SchedulerPage> = ok(page)
  let keys = 0
  const store = createSchedulerStore({
    bridge: {
      study: {
        openScheduler: async () => opening,
        syncConsult: (input: Sync) => {
          syncs.push(input)
          return new Promise<Reply<Study>>((resolve) => answers.push(resolve))
        },
      } as never,
    },
    drafts: {
      read: async () => options.kept ?? null,
      keep: (_draftID, content) => void drafts.push(content),
      discard: async () => void drafts.push(null),
    },
    notices: {
      success: (notice) => {
        toasts.push(typeof notice === 'string' ? notice : notice.title)
        return ''
      },
      error: (notice) => {
        errors.push(notice as NoticeToast)
        return ''
      },
    },
    studyID: study.studyID,
    study: () => shown,
    mayPrefer: () => options.mayPrefer ?? false,
    keep: (changed) => {
      shown = changed
      kept.push(changed)
    },
    describe: (failure) => failure.message,
    newKey: () => {
      keys += 1
      return `key-${keys}`
    },
    after: (ms, run) => void clocks.push({ ms, run }),
  })
  const answer = async (reply: Reply<Study>): Promise<void> => {
    answers.shift()?.(reply)
    await settle()
  }
  return {
    store,
    state: () => store.getState(),
    study,
    syncs,
    toasts,
    errors,
    drafts,
    clocks,
    kept,
    answer,
    refuse: (reply: Reply<never>) => {
      opening = reply
    },
  }
}

/** Lets every pending answer continue. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

describe('the scheduler’s store', () => {
  it('saves an event once, however often it is reported, and uncovers the page 4000 ms later', async () => {
    const { state, study, syncs, kept, clocks, answer, drafts } = startScheduler()
    await state().open('schedule')
    state().receive(message('event_scheduled'), origin)
    state().receive(message('event_scheduled'), origin)
    expect(state().steps.phase.kind).toBe('processing')
    expect(syncs).toHaveLength(1)
    expect(syncs[0]).toMatchObject({ eventID: 'EVENT0001', inviteeID: 'INVITE001', isPreferred: false })
    const owed = { kind: 'scheduled', eventID: 'EVENT0001', inviteeID: 'INVITE001', isPreferred: false }
    expect(drafts.at(-1)).toEqual([owed])
    await answer(ok(study))
    expect(kept).toEqual([study])
    expect(state().steps).toMatchObject({ phase: { kind: 'confirmed' }, isCovered: true })
    expect(drafts.at(-1)).toBeNull()
    expect(clocks.map(({ ms }) => ms)).toEqual([processingOverlayMs])
    clocks[0]?.run()
    expect(state().steps).toMatchObject({ phase: { kind: 'idle' }, isCovered: false })
  })

  it.each([
    ['another origin', message('event_scheduled'), 'https://calendly.com.evil.example'],
    ['only a text', 'event_scheduled', origin],
    ['no payload', { event: 'calendly.event_scheduled' }, origin],
    ['ids that contain a path', message('event_scheduled', '../../x'), origin],
    ['the event name of another service', { ...message('event_scheduled'), event: 'other.event_scheduled' }, origin],
    ['a page view instead of a booking', { event: 'calendly.profile_page_viewed', payload: {} }, origin],
  ])('ignores a message with %s', async (_case, data, from) => {
    const { state, syncs, drafts } = startScheduler()
    await state().open('schedule')
    state().receive(data, from)
    expect(state().steps.phase.kind).toBe('idle')
    expect(syncs).toEqual([])
    expect(drafts).toEqual([])
  })

  it('ignores messages while the page is closed', () => {
    const { state, syncs } = startScheduler()
    state().receive(message('event_scheduled'), origin)
    expect(syncs).toEqual([])
  })

  it('saves two events one after the other, each under its own key', async () => {
    const { state, study, syncs, toasts, answer } = startScheduler()
    await state().open('schedule')
    state().receive(message('event_scheduled', 'EVENT0001'), origin)
    state().receive(message('event_canceled', 'EVENT0002'), origin)
    expect(syncs).toHaveLength(1)
    await answer(ok(study))
    expect(syncs.map(({ eventID }) => eventID)).toEqual(['EVENT0001', 'EVENT0002'])
    await answer(ok(study))
    expect(new Set(syncs.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
    expect(toasts).toEqual([studyMessages.consultCancelled])
  })

  it('keeps the issue after the overlay is gone, until the event is saved, and repeats a lost call under its key', async () => {
    const { state, study, syncs, clocks, answer, drafts } = startScheduler()
    await state().open('schedule')
    state().receive(message('event_scheduled'), origin)
    await answer(fail('timed-out', 'No answer came.'))
    expect(state().steps.phase).toMatchObject({ kind: 'issue', reason: 'No answer came.' })
    clocks[0]?.run()
    expect(state().steps).toMatchObject({ phase: { kind: 'issue' }, isCovered: false })
    state().close()
    expect(state().steps.phase.kind).toBe('issue')
    expect(drafts.at(-1)).not.toBeNull()
    state().tryAgain()
    state().tryAgain()
    expect(syncs.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-1'])
    await answer(fail('scheduler-unavailable', 'The service does not answer.'))
    state().tryAgain()
    expect(syncs.at(-1)?.idempotencyKey).toBe('key-2')
    await answer(ok(study))
    expect(state().steps.phase.kind).toBe('confirmed')
    expect(drafts.at(-1)).toBeNull()
  })

  it('cannot be closed during a save', async () => {
    const { state, answer } = startScheduler()
    await state().open('schedule')
    state().receive(message('event_scheduled'), origin)
    state().close()
    expect(state().frame.kind).toBe('open')
    await answer(fail('not-found', 'No such event.'))
    state().close()
    expect(state().frame.kind).toBe('closed')
  })

  it('ignores a second press while a page is being opened, and stays closed if the user closes it before the answer arrives', async () => {
    const { state } = startScheduler()
    const first = state().open('schedule')
    const second = state().open('cancel')
    expect(state().frame).toEqual({ kind: 'opening', purpose: 'schedule' })
    state().close()
    await Promise.all([first, second])
    expect(state().frame.kind).toBe('closed')
  })

  describe('when a page of the scheduling service is closed', () => {
    const booked = {
      scheduledStatus: 'booked',
      eventID: 'EVENT0001',
      inviteeID: 'INVITE001',
      consultTime: '2026-12-01T18:00:00Z' as Instant,
      isPreferred: true,
    }
    const leave = async (purpose: 'reschedule' | 'cancel') => {
      const scheduler = startScheduler({ consulting: booked, mayPrefer: true })
      await scheduler.state().open(purpose)
      scheduler.state().receive({ event: 'calendly.event_type_viewed', payload: {} }, origin)
      scheduler.state().close()
      const answered = (consulting: Partial<typeof noConsulting>) =>
        scheduler.answer(ok(aStudy({ details: { ...noDetails, consulting: { ...noConsulting, ...consulting } } })))
      return { ...scheduler, answered }
    }

    it.each([
      [
        'reschedule',
        { ...booked, eventID: 'EVENT0002', consultTime: '2026-12-02T18:00:00Z' as Instant },
        'bookingConfirmed',
      ],
      ['cancel', { scheduledStatus: 'cancelled' }, 'consultCancelled'],
    ] as const)(
      'without a message about a change, asks the service about the previous consult, and reports the result of a %s',
      async (purpose, now, told) => {
        const { state, syncs, kept, toasts, answered } = await leave(purpose)
        expect(state().frame.kind).toBe('closed')
        expect(syncs).toEqual([
          expect.objectContaining({ eventID: 'EVENT0001', inviteeID: 'INVITE001', isPreferred: false }),
        ])
        await answered(now)
        expect(kept).toHaveLength(1)
        expect(toasts).toEqual([studyMessages[told]])
      },
    )

    it('shows no notice if nothing changed', async () => {
      const { toasts, errors, answered } = await leave('cancel')
      await answered(booked)
      expect([toasts, errors]).toEqual([[], []])
    })

    it('reports that the service is unreachable, and asks again when the user presses Try again', async () => {
      const { syncs, errors, toasts, answer, answered } = await leave('cancel')
      await answer(fail('scheduler-unavailable', 'The service does not answer.'))
      expect(errors).toMatchObject([
        { title: studyMessages.schedulerTitle, description: 'The service does not answer.', timeoutMs: null },
      ])
      errors[0]?.action?.onPress()
      expect(syncs).toHaveLength(2)
      await answered({ scheduledStatus: 'cancelled' })
      expect(toasts).toEqual([studyMessages.consultCancelled])
    })

    it.each(['reschedule', 'cancel'] as const)(
      'asks the service nothing if the page itself reported a %s',
      async (purpose) => {
        const { state, syncs, answer } = startScheduler({ consulting: booked })
        await state().open(purpose)
        state().receive(message(purpose === 'cancel' ? 'event_canceled' : 'event_scheduled', 'EVENT0001'), origin)
        await answer(ok(aStudy({ details: { ...noDetails, consulting: { ...noConsulting, eventID: null } } })))
        state().close()
        expect(syncs).toHaveLength(1)
      },
    )

    it('asks the service nothing if the page was for scheduling a new consult', async () => {
      const { state, syncs } = startScheduler()
      await state().open('schedule')
      state().close()
      expect(syncs).toEqual([])
    })
  })

  it('shows why the scheduler cannot be opened', async () => {
    const { state, refuse } = startScheduler()
    refuse(fail('scheduler-not-valid', studyMessages.schedulerError))
    await state().open('schedule')
    expect(state().frame).toMatchObject({ kind: 'failed', failure: { message: studyMessages.schedulerError } })
  })

  it.each([
    ['preferred', {}, false, true],
    ['schedule', {}, true, false],
    ['reschedule', { isPreferred: true }, true, true],
    ['reschedule', { isPreferred: true }, false, false],
  ] as const)('for %s, %j and mayPrefer %s, sends isPreferred %s', async (purpose, consulting, mayPrefer, expected) => {
    const { state, syncs } = startScheduler({ consulting, mayPrefer })
    await state().open(purpose)
    state().receive(message('event_scheduled'), origin)
    expect(syncs[0]?.isPreferred).toBe(expected)
  })

  it('retries an event with its first isPreferred, after another page was opened and after a reload', async () => {
    const { state, syncs, answer, drafts } = startScheduler()
    await state().open('preferred')
    state().receive(message('event_scheduled'), origin)
    await answer(fail('timed-out', 'No answer came.'))
    state().close()
    await state().open('schedule')
    state().tryAgain()
    const [first] = syncs
    expect(syncs).toEqual([first, first])
    expect(first?.isPreferred).toBe(true)
    const later = startScheduler({ kept: drafts.at(-1) })
    await later.state().catchUp()
    expect(later.syncs).toMatchObject([{ eventID: 'EVENT0001', isPreferred: true }])
    const other = startScheduler({ kept: [{ ...first, kind: 'scheduled', isPreferred: false }], mayPrefer: true })
    await other.state().open('preferred')
    await other.state().catchUp()
    expect(other.syncs[0]?.isPreferred).toBe(false)
  })

  it('restores unsaved events after a reload, and ignores other content', async () => {
    const { state, study, syncs, answer } = startScheduler({
      kept: [{ kind: 'scheduled', eventID: 'EVENT0001', inviteeID: 'INVITE001' }, { kind: 'x' }, 7, null],
    })
    await state().catchUp()
    await state().catchUp()
    expect(syncs).toHaveLength(1)
    await answer(ok(study))
    expect(state().steps.phase.kind).toBe('confirmed')
  })

  it('saves a restored cancellation without a notice, but shows a notice if the user pressed Try again', async () => {
    const owed = [{ kind: 'cancelled', eventID: 'EVENT0001', inviteeID: 'INVITE001' }]
    const quiet = startScheduler({ kept: owed })
    await quiet.state().catchUp()
    await quiet.answer(ok(quiet.study))
    expect([quiet.state().steps.phase.kind, quiet.toasts]).toEqual(['confirmed', []])
    const asked = startScheduler({ kept: owed })
    await asked.state().catchUp()
    await asked.answer(fail('scheduler-unavailable', 'The service does not answer.'))
    asked.state().tryAgain()
    await asked.answer(ok(asked.study))
    expect(asked.toasts).toEqual([studyMessages.consultCancelled])
  })

  it('keeps an unsaved event when the service then reports another event', async () => {
    const { state, study, syncs, drafts, answer } = startScheduler()
    await state().open('schedule')
    state().receive(message('event_scheduled'), origin)
    await answer(fail('scheduler-unavailable', 'The service does not answer.'))
    state().receive(message('event_scheduled', 'EVENT0002'), origin)
    expect(drafts.at(-1)).toMatchObject([{ eventID: 'EVENT0001' }, { eventID: 'EVENT0002' }])
    expect(state().steps.phase.kind).toBe('issue')
    state().tryAgain()
    await answer(ok(study))
    expect(syncs.map(({ eventID }) => eventID)).toEqual(['EVENT0001', 'EVENT0001', 'EVENT0002'])
  })

  it('reads a booked consult’s status once in the background, and reports no failure', async () => {
    const booked = { scheduledStatus: 'booked', eventID: 'EVENT0001', inviteeID: 'INVITE001' }
    const { state, syncs, toasts, kept, answer } = startScheduler({ consulting: booked })
    const caughtUp = state().catchUp()
    await settle()
    expect(syncs).toHaveLength(1)
    await answer(fail('scheduler-unavailable', 'The service does not answer.'))
    await caughtUp
    expect(state().steps.phase.kind).toBe('idle')
    expect([toasts, kept]).toEqual([[], []])
  })

  it('asks the service nothing if no consult is booked', async () => {
    const { state, syncs } = startScheduler({ consulting: { scheduledStatus: 'cancelled' } })
    await state().catchUp()
    expect(syncs).toEqual([])
  })
})

import { useCallback, useEffect, useRef, useState } from 'react'
import type { Study } from '#domain/study/study.ts'
import type { StudyAct } from '#domain/study/study-acts.ts'
import type { CheckedIn } from '../../booking-parts/check-in-dialog.tsx'
import { type OnceKeys, useOnceKeys } from '../../booking-parts/once-keys.ts'
import { describeStudyFailure } from '../../booking-parts/study-failures.ts'
import type { ScreenProps } from '../../stores/screen-props.ts'
import { type TodayRow, whoIs } from './today-rows.ts'

/** How long a mark can be taken back from its notice. */
const undoMs = 10_000

export type BoardActs = {
  /** Studies that a call has answered, by id. */
  readonly answered: ReadonlyMap<string, Study>
  readonly isBusy: (row: TodayRow) => boolean
  readonly markScanned: (row: TodayRow) => Promise<void>
  /** Says what a check-in came to. */
  readonly sayCheckedIn: (row: TodayRow, done: CheckedIn) => void
  /** Takes the last mark back that was made here, while its notice stands. */
  readonly undoLast: () => void
}

type Marked = 'scanned' | 'checkin'
const words = {
  scanned: { done: 'Marked as scanned', back: 'The scan mark was taken back', failed: 'Not marked as scanned' },
  checkin: { done: 'Checked in', back: 'The check-in was taken back', failed: 'Not checked in' },
} as const satisfies Record<Marked, object> & { readonly [Act in StudyAct]?: object }

/** What is done on the board itself, each with its undo while nothing is built upon it. */
export const useBoardActs = ({ bridge, notices }: Pick<ScreenProps, 'bridge' | 'notices'>): BoardActs => {
  const [answered, setAnswered] = useState<ReadonlyMap<string, Study>>(new Map())
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const once: OnceKeys = useOnceKeys()
  const running = useRef(new Set<string>())
  const last = useRef<{ readonly noticeKey: string; readonly run: () => void; readonly untilMs: number } | null>(null)

  const keep = useCallback((study: Study): void => {
    setAnswered((before) => new Map(before).set(study.studyID, study))
  }, [])

  const mark = async (row: TodayRow, act: Marked, value: boolean): Promise<boolean> => {
    const { studyID } = row.study
    // A second press before the first has been drawn.
    if (running.current.has(studyID)) return false
    running.current.add(studyID)
    setBusy(new Set(running.current))
    const reply = await once(`${studyID} ${act} ${value}`, (idempotencyKey) =>
      bridge.study.mark({ studyID, act, value, idempotencyKey }),
    )
    running.current.delete(studyID)
    setBusy(new Set(running.current))
    if (reply.ok) keep(reply.value.study)
    else {
      const title = value ? words[act].failed : `${words[act].done}: it could not be taken back`
      notices.error({ title, description: `${whoIs(row)}. ${describeStudyFailure(reply.failure).text}` })
    }
    return reply.ok
  }

  /** Only the last mark is offered for taking back: what comes after it is built upon the one before. */
  const forgetLast = useCallback((): void => {
    if (last.current !== null) notices.close(last.current.noticeKey)
    last.current = null
  }, [notices])
  useEffect(() => forgetLast, [forgetLast])

  const sayDone = (row: TodayRow, act: Marked): void => {
    forgetLast()
    const run = (): void => {
      last.current = null
      void mark(row, act, false).then((isBack) => {
        if (isBack) notices.success({ title: words[act].back, description: whoIs(row) })
      })
    }
    const action = { label: 'Undo', onPress: run }
    const notice = { title: words[act].done, description: whoIs(row), action, timeoutMs: undoMs }
    last.current = { noticeKey: notices.success(notice), run, untilMs: performance.now() + undoMs }
  }

  return {
    answered,
    isBusy: ({ study }) => busy.has(study.studyID),
    markScanned: async (row) => {
      if (await mark(row, 'scanned', true)) sayDone(row, 'scanned')
    },
    sayCheckedIn: (row, { study, isWaiting }) => {
      if (!isWaiting) {
        keep(study)
        sayDone(row, 'checkin')
        return
      }
      forgetLast()
      const description = `${whoIs(row)}. The check-in will be saved when the connection is back.`
      notices.warning({ title: 'Checked in at this workstation', description })
    },
    undoLast: () => {
      const undo = last.current
      if (undo === null || performance.now() > undo.untilMs) return
      forgetLast()
      undo.run()
    },
  }
}

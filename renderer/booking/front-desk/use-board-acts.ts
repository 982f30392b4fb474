import { useCallback, useEffect, useRef, useState } from 'react'
import { fail, type Reply } from '#contract/reply.ts'
import type { BoardMark } from '#domain/study/mark-undo.ts'
import type { Study } from '#domain/study/study.ts'
import { undoToastMs } from '../../kit/controls/toast-queue.ts'
import { type RetryKeys, useRetryKeys } from '../../kit/retry-keys.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { describeStudyFailure } from '../../study/study-failures.ts'
import type { CheckedIn } from './check-in-dialog.tsx'
import { frontDeskWords } from './front-desk-words.ts'
import type { ScanConfirmation } from './scan-dialog.tsx'
import { sendMark } from './send-mark.ts'
import { type TodayRow, whoIs } from './today-rows.ts'

const texts = frontDeskWords.marks

export type BoardActs = {
  /** Studies from answers of calls, by id. */
  readonly answered: ReadonlyMap<string, Study>
  /** The ids of the studies whose mark is being sent. */
  readonly busy: ReadonlySet<string>
  /**
   * Returns whether a row's mark is being sent, for event handlers: already true between the first press and the next
   * render.
   */
  readonly isRunning: (row: TodayRow) => boolean
  /**
   * `confirmation` has the open points that the user confirmed. If the server refuses because of other open points, the
   * caller asks the user about them.
   */
  readonly markScanned: (row: TodayRow, confirmation: ScanConfirmation) => Promise<Reply<Study>>
  readonly sayCheckedIn: (row: TodayRow, done: CheckedIn) => void
  /** Writes the front desk's note; `from` is the note that the user saw. */
  readonly writeNote: (row: TodayRow, note: string, from: string) => Promise<Reply<Study>>
  readonly sayCancelled: (row: TodayRow) => void
  readonly undoMark: (row: TodayRow, mark: BoardMark) => Promise<void>
  /** Undoes the mark whose toast is still shown; returns false when there is none. */
  readonly undoLast: () => boolean
}

const words = {
  scanned: { done: texts.scanned, back: texts.scanUndone, failed: texts.notScanned },
  checkin: { done: texts.checkedIn, back: texts.checkInUndone, failed: texts.notCheckedIn },
} as const satisfies Record<BoardMark, object>

/** Returns the actions of the board. The toast of a new mark offers to undo it, at most until the next mark or undo. */
export const useBoardActs = ({ bridge, notices }: Pick<ScreenProps<object>, 'bridge' | 'notices'>): BoardActs => {
  const [answered, setAnswered] = useState<ReadonlyMap<string, Study>>(new Map())
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const withRetryKey: RetryKeys = useRetryKeys()
  const running = useRef(new Set<string>())
  const last = useRef<{ readonly noticeKey: string; readonly run: () => void; readonly untilMs: number } | null>(null)

  const keep = useCallback((study: Study): void => {
    setAnswered((before) => new Map(before).set(study.studyID, study))
  }, [])

  const mark = async (
    row: TodayRow,
    act: BoardMark,
    value: boolean,
    confirmation?: ScanConfirmation,
  ): Promise<Reply<Study>> => {
    const { studyID } = row.study
    // The user pressed again before the next render.
    if (running.current.has(studyID)) return fail('act-not-allowed', texts.busy)
    running.current.add(studyID)
    setBusy(new Set(running.current))
    const reply = await sendMark({ bridge, once: withRetryKey }, { studyID, act, value }, confirmation)
    running.current.delete(studyID)
    setBusy(new Set(running.current))
    if (!reply.ok) return reply
    keep(reply.value.study)
    return { ok: true, value: reply.value.study }
  }

  /** Ends the undo offer of the last mark: only one mark at a time offers it, because marks depend on earlier ones. */
  const forgetLast = useCallback((): void => {
    if (last.current !== null) notices.close(last.current.noticeKey)
    last.current = null
  }, [notices])
  useEffect(() => forgetLast, [forgetLast])

  const undoMark = async (row: TodayRow, act: BoardMark): Promise<void> => {
    forgetLast()
    const reply = await mark(row, act, false)
    if (reply.ok) {
      notices.success({ title: words[act].back, description: whoIs(row) })
      return
    }
    const description = `${whoIs(row)}. ${describeStudyFailure(reply.failure).text}`
    notices.error({ title: texts.undoFailed(words[act].done), description })
  }

  const sayDone = (row: TodayRow, act: BoardMark): void => {
    forgetLast()
    const run = (): void => void undoMark(row, act)
    const action = { label: texts.undo, onPress: run, isUndo: true }
    const notice = { title: words[act].done, description: whoIs(row), action }
    last.current = { noticeKey: notices.success(notice), run, untilMs: performance.now() + undoToastMs }
  }

  return {
    answered,
    busy,
    isRunning: ({ study }) => running.current.has(study.studyID),
    markScanned: async (row, confirmation) => {
      const reply = await mark(row, 'scanned', true, confirmation)
      if (reply.ok) sayDone(row, 'scanned')
      return reply
    },
    sayCheckedIn: (row, { study, isWaiting }) => {
      if (!isWaiting) {
        keep(study)
        sayDone(row, 'checkin')
        return
      }
      forgetLast()
      const description = texts.waiting(whoIs(row))
      notices.warning({ title: texts.waitingTitle, description })
    },
    writeNote: async (row, note, from) => {
      const reply = await bridge.study.writeFrontDeskNote({ studyID: row.study.studyID, note, from })
      if (!reply.ok) return reply
      keep(reply.value)
      const { saved, removed } = frontDeskWords.note
      notices.success({ title: note === '' ? removed : saved, description: whoIs(row) })
      return reply
    },
    sayCancelled: (row) => {
      notices.success({ title: frontDeskWords.cancelling.done, description: whoIs(row) })
    },
    undoMark,
    undoLast: () => {
      const undo = last.current
      if (undo === null || performance.now() > undo.untilMs) return false
      forgetLast()
      undo.run()
      return true
    },
  }
}

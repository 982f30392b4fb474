import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { type CancellationReason, cancellationReasons } from '#domain/booking/cancellation.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Drafts } from '../../session/drafts.ts'

type Cancellation = { readonly reason: CancellationReason | null; readonly detail: string }

const draftSchema = z.object({ reason: z.string().nullable(), detail: z.string() })
const nothing: Cancellation = { reason: null, detail: '' }

/** Returns a stored reason if it is still a valid one. */
const findReason = (code: string | null): CancellationReason | null =>
  cancellationReasons.find((each) => each.code === code)?.code ?? null

type CancelDraft = {
  readonly typed: Cancellation
  readonly change: (changes: Partial<Cancellation>) => void
  /** Deletes the draft after the study is cancelled. */
  readonly discard: () => void
}

/** Keeps the reason and detail of a cancellation across a reload, a lock and a lost connection. */
export const useCancelDraft = (drafts: Pick<Drafts, 'read' | 'keep' | 'discard'>, studyID: StudyID): CancelDraft => {
  const draftID = `cancel:${studyID}`
  const [typed, setTyped] = useState(nothing)
  const hasTyped = useRef(false)
  useEffect(() => {
    let isGone = false
    void drafts.read(draftID).then((content) => {
      const kept = draftSchema.safeParse(content).data
      if (isGone || hasTyped.current || kept === undefined) return
      setTyped({ reason: findReason(kept.reason), detail: kept.detail })
    })
    return () => {
      isGone = true
    }
  }, [drafts, draftID])
  return {
    typed,
    change: (changes) => {
      hasTyped.current = true
      const next = { ...typed, ...changes }
      setTyped(next)
      if (next.reason === null && next.detail === '') void drafts.discard(draftID)
      else drafts.keep(draftID, next)
    },
    discard: () => void drafts.discard(draftID),
  }
}

import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Drafts } from '../../session/drafts.ts'

/** `from` is the note that the user saw and that `typed` replaces. */
type TypedNote = { readonly typed: string; readonly from: string }

const draftSchema = z.object({ typed: z.string().max(4000), from: z.string() })

/** Returns the typed note of a stored draft; null if there is none or if it changes nothing. @internal For tests. */
export const readNoteDraft = (content: unknown): TypedNote | null => {
  const kept = draftSchema.safeParse(content).data
  return kept === undefined || kept.typed === kept.from ? null : kept
}

type NoteDraft = TypedNote & {
  readonly change: (changes: Partial<TypedNote>) => void
  /** Deletes the draft after the note is saved. */
  readonly discard: () => void
}

/** Keeps the typed note of a study across a closed dialog, a reload, a lock and a lost connection. */
export const useNoteDraft = (
  drafts: Pick<Drafts, 'read' | 'keep' | 'discard'>,
  studyID: StudyID,
  current: string,
): NoteDraft => {
  const draftID = `front-desk-note:${studyID}`
  const [note, setNote] = useState<TypedNote>({ typed: current, from: current })
  const hasTyped = useRef(false)
  useEffect(() => {
    let isGone = false
    void drafts.read(draftID).then((content) => {
      const kept = readNoteDraft(content)
      if (!isGone && !hasTyped.current && kept !== null) setNote(kept)
    })
    return () => {
      isGone = true
    }
  }, [drafts, draftID])
  return {
    ...note,
    change: (changes) => {
      hasTyped.current = true
      const next = { ...note, ...changes }
      setNote(next)
      if (next.typed === next.from) void drafts.discard(draftID)
      else drafts.keep(draftID, next)
    },
    discard: () => void drafts.discard(draftID),
  }
}

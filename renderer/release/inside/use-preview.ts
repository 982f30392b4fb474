import { useEffect, useRef, useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { ReleasableItem } from '#contract/release/bridge.ts'
import type { Paper } from '#contract/study/bridge.ts'
import type { DeliveryMode } from '#domain/release/delivery.ts'
import type { MemberDetails } from '#domain/release/member-details.ts'
import type { Loadable } from '../../kit/loadable.ts'
import type { StudyPage } from '../../study/study-part-props.ts'

type Previewed = Paper & { readonly title: string }
export type Preview = {
  readonly paper: Loadable<Previewed>
  /** Whether the first page is on the screen, or failed to draw. */
  readonly drawn: 'not-yet' | 'drawn' | 'failed'
  readonly noteDrawn: (drawn: 'drawn' | 'failed') => void
  readonly reread: () => void
}

type Shown = { readonly base64: string; readonly drawn: 'drawn' | 'failed' }

type Options = {
  readonly page: StudyPage
  /** Null: there is nothing to show. */
  readonly item: ReleasableItem | null
  readonly mode: DeliveryMode
  readonly shouldHideHIContent: boolean
  readonly memberDetails: MemberDetails
}

/** Returns the stamped document as it would be sent, and reads it again when the choice changes. */
export const usePreview = ({ page, item, mode, shouldHideHIContent, memberDetails }: Options): Preview => {
  const { bridge, view } = page
  const [paper, setPaper] = useState<Loadable<Previewed>>({ kind: 'idle' })
  const [shown, setShown] = useState<Shown | null>(null)
  const [attempt, setAttempt] = useState(0)
  const input: Parameters<Bridge['release']['preview']>[0] = {
    studyID: view.study.studyID,
    item: mode === 'automated' ? null : (item?.item ?? null),
    memberDetails,
    // The preview has no password, because the password is generated when the document is sent.
    shouldEncryptPdf: false,
    shouldHideHIContent,
  }
  const latest = useRef(input)
  latest.current = input
  const wanted = item === null ? null : JSON.stringify([input, item.title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try reads the same document again
  useEffect(() => {
    if (wanted === null) {
      setPaper({ kind: 'idle' })
      return
    }
    let isGone = false
    setPaper({ kind: 'loading' })
    void bridge.release.preview(latest.current).then((reply) => {
      if (isGone) return
      setPaper(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
    })
    return () => {
      isGone = true
    }
  }, [bridge, wanted, attempt])
  const ready = paper.kind === 'ready' ? paper.value : null
  return {
    paper,
    // Compares the content: if the document is read again and has not changed, its pages are already drawn.
    drawn: ready !== null && shown?.base64 === ready.base64 ? shown.drawn : 'not-yet',
    noteDrawn: (drawn) => {
      if (ready !== null) setShown({ base64: ready.base64, drawn })
    },
    reread: () => {
      setShown(null)
      setAttempt((before) => before + 1)
    },
  }
}

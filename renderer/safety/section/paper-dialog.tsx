import { FileDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { SafetyBridge, SafetyView } from '#contract/safety/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName } from '#domain/members/member.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { controlWords } from '../../kit/controls/control-words.ts'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { Spinner } from '../../kit/controls/spinner.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import type { Loadable } from '../../kit/loadable.ts'
import { saveFile } from '../../kit/save-file.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { safetySectionWords } from './safety-section-words.ts'

const { paper: words } = safetySectionWords

type Props = {
  readonly view: SafetyView
  readonly isOpen: boolean
  /** Whether there are unsaved answers, which the paper does not have. */
  readonly hasDraft: boolean
  readonly onClose: () => void
  readonly makePdf: () => ReturnType<SafetyBridge['makePdf']>
  /** The button that prints the paper. */
  readonly print: ReactNode
}

type Paper = { readonly base64: string; readonly pages: number }

/** Offers the answered form as a PDF for the technologist: its length, and buttons to print or save it. */
export function PaperDialog({ view, isOpen, hasDraft, onClose, makePdf, print }: Props) {
  const { member, study } = view
  const [paper, setPaper] = useState<Loadable<Paper>>({ kind: 'idle' })
  const make = useRef(makePdf)
  make.current = makePdf
  useEffect(() => {
    if (!isOpen) return
    let isGone = false
    setPaper({ kind: 'loading' })
    void make.current().then((reply) => {
      if (isGone) return
      setPaper(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
    })
    return () => {
      isGone = true
      setPaper({ kind: 'idle' })
    }
  }, [isOpen])
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width="narrow"
      title={words.title}
      subtitle={words.subtitle(fullName(member), formatDate(member.dob), study.studyID)}
      footer={
        <CommitBar who={describeIdentity(member, controlWords.studyOf(study.studyID))}>
          <Button onPress={onClose}>{words.close}</Button>
          {print}
          <Button
            variant="primary"
            icon={<FileDown aria-hidden="true" />}
            disabledReason={paper.kind === 'ready' ? null : paper.kind === 'failed' ? words.noForm : words.making}
            onPress={() => {
              if (paper.kind === 'ready')
                saveFile(paper.value.base64, `safety-questions-${study.studyID}.pdf`, 'application/pdf')
            }}
          >
            {words.save}
          </Button>
        </CommitBar>
      }
    >
      {paper.kind === 'failed' ? (
        <Banner tone="error" title={words.failedTitle}>
          {describeBookingFailure(paper.failure).text}
        </Banner>
      ) : paper.kind === 'ready' ? (
        <p role="status">{words.ready(paper.value.pages, hasDraft)}</p>
      ) : (
        <Spinner label={words.makingLabel} />
      )}
      <p className="sdr__quiet">{words.storeSecurely}</p>
    </Dialog>
  )
}

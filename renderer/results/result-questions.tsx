import { useState } from 'react'
import { maxReasonChars } from '#contract/results/fields.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import type { WaitingResult } from '#domain/results/incoming-result.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Fact, FactList } from '../kit/controls/fact-list.tsx'
import { TextArea } from '../kit/controls/text-area.tsx'
import { describeIdentity } from '../kit/describe-identity.ts'
import { describeKind, resultsWords, whoInResult } from './results-words.ts'

type QuestionProps = {
  readonly result: WaitingResult
  readonly isPending: boolean
  /** Why the act is not possible now; null if it is. */
  readonly disabledReason: string | null
  /** The failure of the last try, in words. */
  readonly errorMessage: string | null
  readonly onConfirm: (reason: string) => void
  readonly onClose: () => void
}

type AttachProps = QuestionProps & {
  readonly study: { readonly studyID: StudyID; readonly member: Member }
  readonly isReasonNeeded: boolean
}

/** Asks for confirmation before a result is attached, and for the reason if the result differs from the record. */
export function AttachQuestion({ result, study, isReasonNeeded, ...props }: AttachProps) {
  const words = resultsWords.attach
  const [reason, setReason] = useState('')
  const trimmed = reason.trim()
  const name = fullName(study.member)
  return (
    <ConfirmDialog
      isOpen
      // This tone focuses the cancel button first, so that an accidental Enter attaches nothing.
      tone="danger"
      title={words.title(result.status)}
      confirmLabel={words.confirmShort(result.status)}
      confirmName={words.confirm(result.status, name)}
      who={describeIdentity(study.member, controlWords.studyOf(study.studyID))}
      isPending={props.isPending}
      disabledReason={props.disabledReason ?? describeReason(trimmed, isReasonNeeded, words.reasonMissing)}
      errorMessage={props.errorMessage}
      onConfirm={() => props.onConfirm(trimmed)}
      onClose={props.onClose}
    >
      <FactList>
        <Fact label={words.report}>{describeKind(result)}</Fact>
      </FactList>
      <p>
        {words.text[result.status]} {words.leaves}
      </p>
      {isReasonNeeded ? (
        <TextArea
          label={words.reason}
          description={words.reasonHint}
          value={reason}
          maxLength={maxReasonChars}
          isRequired
          rows={2}
          onChange={setReason}
        />
      ) : null}
    </ConfirmDialog>
  )
}

/** Asks for the reason before a result leaves the list without being attached. */
export function RejectQuestion({ result, ...props }: QuestionProps) {
  const words = resultsWords.reject
  const [reason, setReason] = useState('')
  const trimmed = reason.trim()
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      title={words.title}
      confirmLabel={words.confirm}
      who={whoInResult(result)}
      isPending={props.isPending}
      disabledReason={props.disabledReason ?? describeReason(trimmed, true, words.reasonMissing)}
      errorMessage={props.errorMessage}
      onConfirm={() => props.onConfirm(trimmed)}
      onClose={props.onClose}
    >
      <p>
        {describeKind(result)}. {resultsWords.sender(result)}
      </p>
      <p>{words.text}</p>
      <TextArea
        label={words.reason}
        value={reason}
        maxLength={maxReasonChars}
        isRequired
        rows={2}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}

/** Returns why a reason cannot be sent yet; null if it can. */
const describeReason = (trimmed: string, isNeeded: boolean, missing: string): string | null => {
  if (isNeeded && trimmed === '') return missing
  return trimmed.length > maxReasonChars ? resultsWords.reasonTooLong(maxReasonChars) : null
}

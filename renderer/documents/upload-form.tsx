import { Upload } from 'lucide-react'
import type { FormEvent } from 'react'
import { documentNameSchema } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { acceptedFiles } from './chosen-file.ts'
import { describeDocumentFailure, documentWords } from './document-words.ts'
import type { UploadForm as Form } from './documents-state.ts'
import { FileChoice } from './file-choice.tsx'
import { UploadProgressBar } from './upload-progress.tsx'

const words = documentWords.upload

type Props = {
  readonly form: Form
  /** The type's label. */
  readonly label: string
  /** Full name and birth date. */
  readonly who: string
  /** The member and the study, in the line above the buttons. */
  readonly identity: string
  /** Why the form cannot be sent now; it can still be filled in. */
  readonly reason: string | null
  readonly onPick: (file: File) => void
  readonly onName: (name: string) => void
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** Shows the form in which the user chooses a file and enters a name for the document. A failed upload keeps both. */
export function DocumentUploadForm({ form, label, who, identity, reason, onPick, onName, onSubmit, onClose }: Props) {
  const { chosen, attempt } = form
  const isPending = attempt.kind === 'pending'
  const nameProblem = documentNameSchema.safeParse(form.name).success ? null : words.nameProblem
  const whyNot = reason ?? (chosen === null ? words.noFile : nameProblem)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (whyNot === null) onSubmit()
  }
  return (
    <form className="mr__form" aria-label={words.label(label)} onSubmit={submit}>
      <FileChoice
        chosen={chosen}
        hint={words.fileHint}
        label={words.fileOf(label)}
        accept={acceptedFiles}
        isPending={isPending}
        autoFocus
        onPick={onPick}
      />
      {form.refusal === null ? null : (
        <Banner tone="error" title={words.refused}>
          {chosen === null ? words.entriesKept(form.refusal) : words.stillChosen(form.refusal, chosen.file.name)}
        </Banner>
      )}
      <TextField label={words.name} isRequired value={form.name} onChange={onName} isReadOnly={isPending} />
      {attempt.kind === 'failed' ? (
        <Banner tone="error" title={documentMessages.uploadFailed}>
          {words.formKept(describeDocumentFailure(attempt.failure))}
        </Banner>
      ) : null}
      {isPending ? <UploadProgressBar progress={form.progress} label={label} /> : null}
      <CommitBar who={identity}>
        <Button
          type="submit"
          variant="primary"
          icon={<Upload aria-hidden="true" />}
          isPending={isPending}
          disabledReason={whyNot}
          aria-label={words.submitOf(label, who)}
        >
          {words.submit}
        </Button>
        <Button disabledReason={isPending ? words.isRunning : null} onPress={onClose}>
          {words.cancel}
        </Button>
      </CommitBar>
    </form>
  )
}

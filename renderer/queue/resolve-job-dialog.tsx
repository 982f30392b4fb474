import { useEffect, useState } from 'react'
import type { Job, JobResolution } from '#domain/queue/job.ts'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { RadioGroup } from '../kit/controls/radio-group.tsx'
import { describeJob, queuesWords } from './queue-words.ts'

const words = queuesWords.resolution

type Props = {
  /** Null while the dialog is closed. */
  readonly job: Job | null
  readonly isPending: boolean
  readonly onClose: () => void
  readonly onSettle: (settlement: JobResolution) => void
}

const choices = [
  { value: 'delivered', label: words.delivered },
  { value: 'not-delivered', label: words.notDelivered },
  { value: 'send-again', label: words.sendAgain },
] as const

const commits: Readonly<Record<JobResolution, string>> = {
  delivered: words.recordDelivered,
  'not-delivered': words.recordNotDelivered,
  'send-again': words.recordSendAgain,
}

const resolutionHint = ({ kind }: Pick<Job, 'kind'>): string => {
  switch (kind) {
    case 'print':
      return words.checkPrinter
    case 'fax':
    case 'email':
      return words.callPractice
    case 'message':
      return words.askMember
    case 'cd':
    case 'usb':
      return words.checkMedium
  }
}

/** Asks the user for the result of an uncertain job. No answer is preselected. */
export function ResolveJobDialog({ job, isPending, onClose, onSettle }: Props) {
  const [chosen, setChosen] = useState<JobResolution | null>(null)
  const jobID = job?.jobID
  // When the dialog shows another job, no answer is chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the job changes
  useEffect(() => setChosen(null), [jobID])
  if (job === null) return null
  const about = describeJob(job)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.title}
      width="narrow"
      isDismissable={!isPending}
      footer={
        <CommitBar who={about}>
          <Button onPress={onClose} isDisabled={isPending}>
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabledReason={chosen === null ? words.chooseFirst : null}
            aria-label={chosen === null ? words.recordName : queuesWords.actions.about(commits[chosen], about)}
            onPress={() => chosen !== null && onSettle(chosen)}
          >
            {chosen === null ? words.record : commits[chosen]}
          </Button>
        </CommitBar>
      }
    >
      <p>{words.subject(about, job.recipient)}</p>
      <p>{job.reason}</p>
      <p>
        {resolutionHint(job)} {words.notSentAgain} {words.final}
      </p>
      <RadioGroup label={words.choice} options={choices} value={chosen} onChange={setChosen} />
    </Dialog>
  )
}

import { useEffect, useState } from 'react'
import type { Job, JobResolution } from '#domain/queue/job.ts'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { RadioGroup } from '../kit/controls/radio-group.tsx'
import { describeJob } from './queue-words.ts'

type Props = {
  /** Null while the dialog is closed. */
  readonly job: Job | null
  readonly isPending: boolean
  readonly onClose: () => void
  readonly onSettle: (settlement: JobResolution) => void
}

const choices = [
  { value: 'delivered', label: 'It went out' },
  { value: 'not-delivered', label: 'It did not go out, and is not to be sent' },
  { value: 'send-again', label: 'It did not go out: send it again' },
] as const

const commits: Readonly<Record<JobResolution, string>> = {
  delivered: 'Record as sent',
  'not-delivered': 'Record as not sent',
  'send-again': 'Send again',
}

const howToFindOut = ({ kind }: Pick<Job, 'kind'>): string => {
  switch (kind) {
    case 'print':
      return 'Look at the printer whether it came out.'
    case 'fax':
    case 'email':
      return 'Call the practice and ask whether it has arrived.'
    case 'message':
      return 'Look at the activity log of the study, or ask the member whether it has arrived.'
    case 'cd':
    case 'usb':
      return 'Look whether the disc or stick holds all of it.'
  }
}

/** Asks the user for the result of an uncertain job. No answer is preselected. */
export function ResolveJobDialog({ job, isPending, onClose, onSettle }: Props) {
  const [chosen, setChosen] = useState<JobResolution | null>(null)
  const jobID = job?.jobID
  // Another job starts without a choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the job changes
  useEffect(() => setChosen(null), [jobID])
  if (job === null) return null
  const about = describeJob(job)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="What became of it?"
      width="narrow"
      isDismissable={!isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            Go back
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabledReason={chosen === null ? 'Say first what became of it.' : null}
            aria-label={chosen === null ? 'Record what became of it' : `${commits[chosen]}: ${about}`}
            onPress={() => chosen !== null && onSettle(chosen)}
          >
            {chosen === null ? 'Record' : commits[chosen]}
          </Button>
        </>
      }
    >
      <p>
        {about}, to {job.recipient}.
      </p>
      <p>{job.reason}</p>
      <p>{howToFindOut(job)} It is not sent again by itself.</p>
      <RadioGroup label="What you found out" options={choices} value={chosen} onChange={setChosen} />
    </Dialog>
  )
}

import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ConsultSteps } from '#domain/consult/consult-steps.ts'
import type { SchedulerPurpose } from '#domain/consult/scheduling-url.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { Spinner } from '../kit/controls/spinner.tsx'
import { ConsultIssue } from './consult-issue.tsx'
import { consultWords } from './consult-words.ts'
import { toEmbeddedAddress } from './embedded-address.ts'
import type { SchedulerFrame, SchedulerState } from './scheduler-store.ts'

const purposeTitles: { readonly [Purpose in SchedulerPurpose]: string } = {
  schedule: consultWords.schedule,
  reschedule: consultWords.reschedule,
  cancel: consultWords.cancel,
  preferred: consultWords.preferred,
}

type Props = {
  readonly frame: Extract<SchedulerFrame, { kind: 'open' }>
  readonly scheduler: SchedulerState
  /** The member and the state of the consult. */
  readonly subtitle: string
}

/**
 * Shows the scheduling service's page in a frame that sends no cookies and can reach this page only by messages. Only
 * messages from the frame's own window count.
 */
export function SchedulerDialog({ frame, scheduler, subtitle }: Props) {
  const element = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const { steps, receive, close } = scheduler
  useEffect(() => {
    const listen = (event: MessageEvent): void => {
      const own = element.current?.contentWindow
      if (own === null || own === undefined || event.source !== own) return
      receive(event.data, event.origin)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [receive])
  const isProcessing = steps.phase.kind === 'processing'
  const title = purposeTitles[frame.purpose]
  return (
    <Dialog
      isOpen
      onClose={close}
      title={title}
      subtitle={subtitle}
      isDismissable={!isProcessing}
      footer={
        <Button onPress={close} disabledReason={isProcessing ? consultWords.scheduler.saving : null}>
          {consultWords.scheduler.close}
        </Button>
      }
    >
      {steps.phase.kind === 'issue' ? <ConsultIssue scheduler={scheduler} /> : null}
      <div className="consult__frame">
        <iframe
          ref={element}
          // React's types lack this attribute. It gives the frame no access to our storage and sends no cookies.
          {...{ credentialless: true }}
          // `allow-popups` is omitted: Electron does not report which frame opens a window, so main cannot check it.
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerPolicy="no-referrer"
          className="consult__page"
          title={consultWords.scheduler.frame(title)}
          src={toEmbeddedAddress(frame.page, window.location.host)}
          inert={steps.isCovered}
          onLoad={() => setLoaded(true)}
        />
        {isLoaded || steps.isCovered ? null : (
          <div className="consult__overlay">
            <Spinner size="large" label={consultWords.scheduler.loading} />
          </div>
        )}
        <div role="status" className={steps.isCovered ? 'consult__overlay' : 'consult__quiet'}>
          {steps.isCovered ? <Overlay steps={steps} /> : null}
        </div>
      </div>
    </Dialog>
  )
}

function Overlay({ steps }: { readonly steps: ConsultSteps }) {
  const { phase } = steps
  switch (phase.kind) {
    case 'idle':
      return null
    case 'processing':
      return (
        <>
          <Spinner size="large" label={studyMessages.processing} />
          <p>{studyMessages.processing}</p>
        </>
      )
    case 'confirmed':
      return (
        <>
          <CircleCheck className="consult__done" aria-hidden="true" size={40} />
          <p>{phase.news.kind === 'cancelled' ? studyMessages.consultCancelled : studyMessages.bookingConfirmed}</p>
        </>
      )
    case 'issue':
      return (
        <>
          <CircleAlert className="consult__failed" aria-hidden="true" size={40} />
          <p>{studyMessages.bookingIssueTitle}</p>
        </>
      )
  }
}

import { Copy, MoreHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../kit/controls/button.tsx'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { IconButton } from '../kit/controls/icon-button.tsx'
import { LoadingDialog } from '../kit/controls/loading-dialog.tsx'
import { Menu } from '../kit/controls/menu.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Popover } from '../kit/controls/popover.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { ToastHistory, ToastRegion } from '../kit/controls/toast.tsx'
import { createToastQueue } from '../kit/controls/toast-queue.ts'

const toasts = createToastQueue()

function Windows() {
  const [open, setOpen] = useState<'dialog' | 'locked' | 'confirm' | 'loading' | 'failed' | null>(null)
  const [done, setDone] = useState('')
  const close = () => setOpen(null)
  return (
    <Panel title="Windows">
      <div className="gallery__row">
        <Button onPress={() => setOpen('dialog')}>Open dialog</Button>
        <Button onPress={() => setOpen('locked')}>Open locked dialog</Button>
        <Button onPress={() => setOpen('confirm')}>Ask</Button>
        <Button onPress={() => setOpen('loading')}>Load</Button>
        <Button onPress={() => setOpen('failed')}>Load and fail</Button>
      </div>
      <div className="gallery__row">
        <Menu
          label="Booking"
          trigger={<IconButton label="More" icon={<MoreHorizontal aria-hidden="true" />} variant="outline" />}
          onAction={setDone}
          entries={[
            { id: 'copy', label: 'Copy the time', icon: <Copy aria-hidden="true" />, shortcut: ['Ctrl', 'C'] },
            { id: 'move', label: 'Reschedule', disabledReason: 'The study is cancelled.' },
            {
              id: 'cancel',
              label: 'Cancel the booking',
              icon: <Trash2 aria-hidden="true" />,
              tone: 'danger',
              section: { id: 'end' },
            },
          ]}
        />
        <Popover label="Past errors" trigger={<Button>Past errors</Button>}>
          <ToastHistory queue={toasts} formatTime={(shownAt) => new Date(shownAt).toISOString().slice(11, 16)} />
        </Popover>
        <output data-testid="done">{done}</output>
      </div>
      <div className="gallery__row">
        <Button onPress={() => toasts.success('Temporary Hold has been updated')}>Succeed</Button>
        <Button
          onPress={() =>
            toasts.warning({
              title: 'Similar name on this day',
              description: 'Ana Silva and Anna Silva are both booked on 24 Nov.',
              action: { label: 'Compare', onPress: () => setDone('compared') },
            })
          }
        >
          Warn
        </Button>
        <Button onPress={() => toasts.error({ title: 'Document Fetch Failed', description: 'Document not found' })}>
          Fail
        </Button>
      </div>

      <Dialog
        isOpen={open === 'dialog'}
        onClose={close}
        title="Cancel appointment"
        subtitle="Ana Silva, 03 Feb 1980, Tue 24 Nov 2026 09:40am PST"
        footer={
          <>
            <Button onPress={close}>Keep it</Button>
            <Button variant="primary" onPress={close}>
              Save
            </Button>
          </>
        }
      >
        <div className="gallery__stack">
          <p>The member is told by email once this is saved.</p>
          <TextField label="Detail" defaultValue="" />
        </div>
      </Dialog>
      <Dialog
        isOpen={open === 'locked'}
        onClose={close}
        title="Safety questions"
        isDismissable={false}
        footer={<Button onPress={close}>Answer Questions</Button>}
      >
        This member has not completed their mandatory safety questions.
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        title="Cancel this scan?"
        tone="danger"
        who="Ana Silva · born 03 Feb 1980 · Tue 24 Nov 2026 09:40am PST"
        confirmLabel="Cancel scan"
        confirmName="Cancel scan of Ana Silva, 03 Feb 1980, on Tue 24 Nov"
        onConfirm={() => {
          setDone('confirmed')
          close()
        }}
        onClose={close}
        errorMessage="The clinic could not be reached. Try again."
      >
        <p>The time goes back to the calendar. Nothing has been paid.</p>
      </ConfirmDialog>
      <LoadingDialog isOpen={open === 'loading'} text="Booking the appointment" onClose={close} />
      <LoadingDialog isOpen={open === 'failed'} text="Booking failed: the time was taken" onClose={close} />
      <ToastRegion queue={toasts} />
    </Panel>
  )
}

/** Shows overlays, panels in their three views, and toasts. */
export function GalleryOverlays() {
  return (
    <>
      <Windows />
      <Panel title="Member" views={['hide', 'show', 'edit']} defaultView="hide">
        {(view) =>
          view === 'edit' ? <TextField label="Full name" defaultValue="Ana Silva" /> : <p>Ana Silva, born 1980-02-03</p>
        }
      </Panel>
    </>
  )
}

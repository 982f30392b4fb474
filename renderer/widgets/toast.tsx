import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Text,
} from 'react-aria-components'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { EmptyState } from './empty-state.tsx'
import { IconButton } from './icon-button.tsx'
import type { Toast, ToastQueue, ToastRecord, ToastTone } from './toast-queue.ts'
import './toast.css'

const icons: Record<ToastTone, typeof CircleCheck> = {
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
}

export type ToastRegionProps = {
  queue: ToastQueue
  /** Default "Notices". */
  label?: string | undefined
}

type ToastCardProps = { queue: ToastQueue; toast: { key: string; content: Toast } }

function ToastCard({ queue, toast }: ToastCardProps) {
  const isLeaving = useSyncExternalStore(queue.subscribe, () => queue.isLeaving(toast.key))
  const { tone, title, description, action } = toast.content
  const Icon = icons[tone]
  return (
    <AriaToast toast={toast} className={classNames('w-toast', `w-toast--${tone}`, isLeaving && 'w-toast--leaving')}>
      <Icon className="w-toast__icon" aria-hidden="true" size={18} />
      <AriaToastContent className="w-toast__words">
        <Text slot="title" className="w-toast__title">
          <span className="w-visually-hidden">{tone}: </span>
          {title}
        </Text>
        {description ? (
          <Text slot="description" className="w-toast__description">
            {description}
          </Text>
        ) : null}
        {action ? (
          <Button
            size="xsmall"
            className="w-toast__action"
            slot={null}
            onPress={() => {
              action.onPress()
              queue.close(toast.key)
            }}
          >
            {action.label}
          </Button>
        ) : null}
      </AriaToastContent>
      <IconButton
        label="Dismiss"
        icon={<X aria-hidden="true" />}
        size="xsmall"
        slot="close"
        onPress={() => queue.close(toast.key)}
      />
    </AriaToast>
  )
}

/**
 * Draws the toasts of a queue at the bottom right, 396 px wide. Put one at the root of the page. Each is announced;
 * F6 moves focus to them; hovering or focusing one stops their clocks.
 */
export function ToastRegion({ queue, label = 'Notices' }: ToastRegionProps) {
  const isEmpty = useSyncExternalStore(
    (listener) => queue.visible.subscribe(listener),
    () => queue.visible.visibleToasts.length === 0,
  )
  // React Aria makes the region reachable with F6 when it mounts, and only if it is drawn by then.
  if (isEmpty) return null
  return (
    <AriaToastRegion queue={queue.visible} className="w-toast-region" aria-label={label}>
      {({ toast }) => <ToastCard queue={queue} toast={toast} />}
    </AriaToastRegion>
  )
}

/** The errors a queue has shown, newest first; renders again when there is a new one. */
export function useToastHistory(queue: ToastQueue): readonly ToastRecord[] {
  return useSyncExternalStore(queue.subscribe, () => queue.history)
}

export type ToastHistoryProps = {
  queue: ToastQueue
  /** How a time (milliseconds since 1970) is written. */
  formatTime: (shownAt: number) => string
}

/** The list of past errors, for a popover or a dialog. */
export function ToastHistory({ queue, formatTime }: ToastHistoryProps) {
  const history = useToastHistory(queue)
  if (history.length === 0) {
    return (
      <EmptyState size="small" title="No errors">
        Errors that were shown are kept here until you clear them.
      </EmptyState>
    )
  }
  return (
    <div className="w-toast-history">
      <ol className="w-toast-history__list">
        {history.map((record) => (
          <li key={record.key} className="w-toast-history__item">
            <CircleAlert className="w-toast-history__icon" aria-hidden="true" size={16} />
            <div className="w-toast__words">
              <div className="w-toast__title">{record.title}</div>
              {record.description ? <div className="w-toast__description">{record.description}</div> : null}
            </div>
            <time className="w-toast-history__time" dateTime={new Date(record.shownAt).toISOString()}>
              {formatTime(record.shownAt)}
            </time>
          </li>
        ))}
      </ol>
      <Button size="xsmall" onPress={queue.clearHistory}>
        Clear the list
      </Button>
    </div>
  )
}

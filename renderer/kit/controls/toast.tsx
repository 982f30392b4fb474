import { CircleAlert, CircleCheck, Clock, TriangleAlert, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Text,
} from 'react-aria-components'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { controlWords } from './control-words.ts'
import { EmptyState } from './empty-state.tsx'
import { IconButton } from './icon-button.tsx'
import type { Toast, ToastQueue, ToastRecord, ToastTone } from './toast-queue.ts'
import './toast.css'

const words = controlWords.toasts

const icons: Record<ToastTone, typeof CircleCheck> = {
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
}

type ToastRegionProps = {
  queue: ToastQueue
  /** Default "Notices". */
  label?: string | undefined
}

type ToastCardProps = { queue: ToastQueue; toast: { key: string; content: Toast } }

function ToastCard({ queue, toast }: ToastCardProps) {
  const isLeaving = useSyncExternalStore(queue.subscribe, () => queue.isLeaving(toast.key))
  const { tone, title, description, action, countdown } = toast.content
  // A toast with a countdown announces work that starts only when the countdown ends.
  const Icon = countdown ? Clock : icons[tone]
  return (
    <AriaToast
      toast={toast}
      className={classNames('w-toast', `w-toast--${countdown ? 'waiting' : tone}`, isLeaving && 'w-toast--leaving')}
    >
      <Icon className="w-toast__icon" aria-hidden="true" size={18} />
      <AriaToastContent className="w-toast__words">
        <Text slot="title" className="w-toast__title">
          <span className="w-visually-hidden">{words[countdown ? 'waiting' : tone]}: </span>
          {title}
        </Text>
        {description ? (
          <Text slot="description" className="w-toast__description">
            {description}
          </Text>
        ) : null}
        {countdown || action ? (
          <div className="w-toast__foot">
            {countdown ? <Countdown {...countdown} onEnd={() => queue.close(toast.key)} /> : null}
            {action ? (
              <Button
                size="xsmall"
                slot={null}
                aria-keyshortcuts={action.isUndo === true ? 'Control+Z Meta+Z' : undefined}
                onPress={() => {
                  action.onPress()
                  queue.close(toast.key)
                }}
              >
                {action.label}
              </Button>
            ) : null}
          </div>
        ) : null}
      </AriaToastContent>
      <IconButton
        label={controlWords.dismiss}
        icon={<X aria-hidden="true" />}
        size="xsmall"
        slot="close"
        onPress={() => queue.close(toast.key)}
      />
    </AriaToast>
  )
}

type CountdownProps = {
  readonly ms: number
  readonly label: (seconds: number) => string
  readonly onEnd: () => void
}

/** Shows the remaining seconds. Screen readers do not announce the changes, which come each second. */
function Countdown({ ms, label, onEnd }: CountdownProps) {
  const [left, setLeft] = useState(ms)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const endsAt = performance.now() + ms
    const timer = setInterval(() => {
      const now = endsAt - performance.now()
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      end()
    }, 200)
    return () => clearInterval(timer)
  }, [ms])
  return (
    <span className="w-toast__countdown" role="timer" aria-live="off">
      {label(Math.max(0, Math.ceil(left / 1000)))}
    </span>
  )
}

/**
 * Draws the toasts of a queue at the bottom right, 396 px wide; the page's root has one region. Screen readers announce
 * each toast. F6 moves the focus to the toasts. Hover or focus on any toast pauses the timeouts of all toasts, but no
 * countdown.
 */
export function ToastRegion({ queue, label = words.label }: ToastRegionProps) {
  const isEmpty = useSyncExternalStore(
    (listener) => queue.visible.subscribe(listener),
    () => queue.visible.visibleToasts.length === 0,
  )
  // React Aria registers the region for F6 when the region mounts. So the region mounts only when there is a toast to
  // draw.
  if (isEmpty) return null
  return <DrawnRegion queue={queue} label={label} />
}

/** Free space above and below the toasts, in pixels. */
const edge = 16

/** Writes the height of the toasts to `--toast-space`, so that a page can leave that space free. */
function DrawnRegion({ queue, label }: Required<Pick<ToastRegionProps, 'queue'>> & { readonly label: string }) {
  const region = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = region.current
    if (element === null) return
    const { style } = document.documentElement
    const measure = (): void => style.setProperty('--toast-space', `${element.offsetHeight + edge}px`)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => {
      observer.disconnect()
      style.removeProperty('--toast-space')
    }
  }, [])
  return (
    <AriaToastRegion ref={region} queue={queue.visible} className="w-toast-region" aria-label={label}>
      {({ toast }) => <ToastCard queue={queue} toast={toast} />}
    </AriaToastRegion>
  )
}

/** Returns the errors that a queue has shown, newest first. Rerenders the component after a new error. */
export function useToastHistory(queue: ToastQueue): readonly ToastRecord[] {
  return useSyncExternalStore(queue.subscribe, () => queue.history)
}

type ToastHistoryProps = {
  queue: ToastQueue
  /** Formats a time in milliseconds since 1970. */
  formatTime: (shownAt: number) => string
}

/** Shows the list of past errors, for a popover or a dialog. */
export function ToastHistory({ queue, formatTime }: ToastHistoryProps) {
  const history = useToastHistory(queue)
  if (history.length === 0) {
    return (
      <EmptyState size="small" title={words.noErrors}>
        {words.noErrorsText}
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
        {words.clear}
      </Button>
    </div>
  )
}

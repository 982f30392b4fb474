import type { ToastMessage } from './controls/toast-queue.ts'

/** The content of a toast at the bottom right. Not a safety notice. */
export type NoticeToast = ToastMessage

/** Shows toasts; the toast queue implements it. Each call that shows a toast returns the key that closes it. */
export type Notices = {
  success: (notice: NoticeToast | string) => string
  warning: (notice: NoticeToast | string) => string
  error: (notice: NoticeToast | string) => string
  close: (key: string) => void
}

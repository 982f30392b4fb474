/** One button. `isUndo`: it puts an act back, so that Ctrl+Z presses it too. */
type NoticeAction = { label: string; onPress: () => void; isUndo?: boolean | undefined }

/** The content of a toast at the bottom right. Not a safety notice. */
export type NoticeToast = {
  title: string
  description?: string | undefined
  action?: NoticeAction | undefined
  /** Milliseconds until it closes, default 10 seconds with an undo; null: it stays. */
  timeoutMs?: number | null | undefined
  /**
   * Counts down beside the action; after the countdown the notice closes together with its action. Hovering does not
   * pause the countdown.
   */
  countdown?: { ms: number; label: (seconds: number) => string } | undefined
}

/** Shows toasts; the toast queue implements it. Each call that shows a toast returns the key that closes it. */
export type Notices = {
  success: (notice: NoticeToast | string) => string
  warning: (notice: NoticeToast | string) => string
  error: (notice: NoticeToast | string) => string
  close: (key: string) => void
}

/** What a notice at the bottom right says. */
export type NoticeToast = {
  title: string
  description?: string | undefined
  action?: { label: string; onPress: () => void } | undefined
  /** Milliseconds until it leaves; null: it stays. */
  timeoutMs?: number | null | undefined
  /** Counts down beside the action; the notice leaves at its end, with the action. Hovering does not stop it. */
  countdown?: { ms: number; label: (seconds: number) => string } | undefined
}

/** Shows notices; the toast queue of the widgets fits. Each call gives the key that closes it. */
export type Notices = {
  success: (notice: NoticeToast | string) => string
  warning: (notice: NoticeToast | string) => string
  error: (notice: NoticeToast | string) => string
  close: (key: string) => void
}

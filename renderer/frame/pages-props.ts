import type { Bridge } from '#contract/bridge.ts'
import type { ToastQueue } from '../kit/controls/toast-queue.ts'
import type { ReportError } from '../support/report-window-errors.ts'
import type { AppStores } from './app-stores.ts'

/** The props of the app's pages: those of the staff, and the member's own. */
export type PagesProps = {
  readonly bridge: Bridge
  readonly stores: AppStores
  readonly report: ReportError
  readonly toasts: ToastQueue
}

import { createRoot } from 'react-dom/client'
import type { BridgeTransport } from '#contract/bridge-names.ts'
import { createErrorReports, reportWindowErrors } from '../support/report-window-errors.ts'
import { App, loadPageAt } from './app.tsx'
import { createAppStores } from './app-stores.ts'
import { buildBridge } from './build-bridge.ts'

/** Renders the app in an element. The app calls main over `transport`. Returns the function that unmounts the app. */
export const mountApp = (place: Element, transport: BridgeTransport): (() => void) => {
  loadPageAt(window.location.pathname)
  const bridge = buildBridge(transport)
  const stores = createAppStores({ bridge, onTransport: transport.onTransport, now: Date.now })
  const report = createErrorReports(bridge)
  const stopReports = reportWindowErrors(report)
  const root = createRoot(place)
  root.render(<App bridge={bridge} stores={stores} report={report} />)
  return () => {
    stopReports()
    root.unmount()
  }
}

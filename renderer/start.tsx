// Before the screens: their own style sheets build on this one.
import './kit/styles/styles.css'

import { createRoot } from 'react-dom/client'
import { type BridgeGlobal, bridgeGlobalName } from '#contract/bridge-global.ts'
import { App } from './frame/app.tsx'
import { createAppStores } from './frame/app-stores.ts'

declare global {
  interface Window {
    readonly [bridgeGlobalName]?: BridgeGlobal
  }
}

// The only place that reads the window's global; from here the bridge is handed downward.
const bridge = window[bridgeGlobalName]
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id root.')
if (bridge === undefined) {
  root.textContent = 'Atrium could not start: this page was opened outside of it. Please start Atrium again.'
} else {
  const stores = createAppStores({ bridge, onTransport: bridge.onTransport, now: Date.now })
  createRoot(root).render(<App bridge={bridge} stores={stores} />)
}

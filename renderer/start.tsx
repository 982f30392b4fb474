// Before the screens: their style sheets build on this one.
import './kit/styles/styles.css'

import { createRoot } from 'react-dom/client'
import { type BridgeTransport, bridgeGlobalName } from '#contract/bridge-names.ts'
import { App } from './frame/app.tsx'
import { createAppStores } from './frame/app-stores.ts'
import { buildBridge } from './frame/build-bridge.ts'
import { frameWords } from './frame/frame-words.ts'

declare global {
  interface Window {
    readonly [bridgeGlobalName]?: BridgeTransport
  }
}

// The only place that reads the window's global. From here the bridge is passed down.
const transport = window[bridgeGlobalName]
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id root.')
if (transport === undefined) {
  root.textContent = frameWords.openedOutside
} else {
  const bridge = buildBridge(transport)
  const stores = createAppStores({ bridge, onTransport: transport.onTransport, now: Date.now })
  createRoot(root).render(<App bridge={bridge} stores={stores} />)
}

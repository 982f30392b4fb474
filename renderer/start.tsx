// Imported before the screens, because their style sheets build on this one.
import './kit/styles/styles.css'

import { type BridgeTransport, bridgeGlobalName } from '#contract/bridge-names.ts'
import { frameWords } from './frame/frame-words.ts'
import { mountApp } from './frame/mount-app.tsx'

declare global {
  interface Window {
    readonly [bridgeGlobalName]?: BridgeTransport
  }
}

// This is the only place that reads the window's global. From here the bridge is passed down.
const transport = window[bridgeGlobalName]
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id root.')
if (transport === undefined) root.textContent = frameWords.openedOutside
else mountApp(root, transport)

import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '#renderer/kit/styles/styles.css'
import './viewer-page.css'
import { PdfViewer, type PdfViewerProps } from '#renderer/pdf-viewer/pdf-viewer.tsx'

export type Shown = Omit<PdfViewerProps, 'onRetry' | 'actions'>

declare global {
  interface Window {
    showFile?: (shown: Shown) => void
    retries?: number
  }
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')

function Page() {
  const [shown, setShown] = useState<Shown>({ title: 'Nothing yet', file: null })
  window.showFile = setShown
  return (
    <main className="viewer-page">
      <h1>Viewer</h1>
      <PdfViewer
        {...shown}
        onRetry={() => {
          window.retries = (window.retries ?? 0) + 1
        }}
      />
    </main>
  )
}

createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#renderer/kit/styles/styles.css'
import './gallery.css'
import { showForEachTest } from '../../harness/page-under-test.ts'
import { GalleryChoices } from './gallery-choices.tsx'
import { GalleryFields } from './gallery-fields.tsx'
import { GalleryNotices } from './gallery-notices.tsx'
import { GalleryOverlays } from './gallery-overlays.tsx'

const parts = {
  choices: GalleryChoices,
  fields: GalleryFields,
  overlays: GalleryOverlays,
  notices: GalleryNotices,
}

/** Shows all parts, or only the part that `only` in the address names. */
showForEachTest((place) => {
  const only = new URLSearchParams(location.search).get('only')
  const root = createRoot(place)
  root.render(
    <StrictMode>
      <main className="gallery">
        <header className="gallery__head">
          <h1>Widgets</h1>
        </header>
        {Object.entries(parts).map(([name, Part]) => (only === null || only === name ? <Part key={name} /> : null))}
      </main>
    </StrictMode>,
  )
  return () => root.unmount()
})

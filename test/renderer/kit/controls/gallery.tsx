import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#renderer/kit/styles/styles.css'
import '#renderer/gallery/gallery.css'
import { GalleryChoices } from '#renderer/gallery/gallery-choices.tsx'
import { GalleryFields } from '#renderer/gallery/gallery-fields.tsx'
import { GalleryMeasures } from '#renderer/gallery/gallery-measures.tsx'
import { GalleryNotices } from '#renderer/gallery/gallery-notices.tsx'
import { GalleryOverlays } from '#renderer/gallery/gallery-overlays.tsx'
import { GalleryTokens } from '#renderer/gallery/gallery-tokens.tsx'
import { showForEachTest } from '../../harness/page-under-test.ts'

const parts = {
  tokens: GalleryTokens,
  measures: GalleryMeasures,
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

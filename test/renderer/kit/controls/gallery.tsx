import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import '#renderer/kit/styles/styles.css'
import './gallery.css'
import { emptyPage } from '../../harness/empty-page.ts'
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

const place = document.getElementById('root')
if (!place) throw new Error('The gallery page has no root element')

/** The address gives the theme, and with `only` the one part to show. */
const show = (): Root => {
  const asked = new URLSearchParams(location.search)
  const [theme, only] = [asked.get('theme'), asked.get('only')]
  if (theme === null) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
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
  return root
}

let root = show()
window.beginAgain = (address) => {
  root.unmount()
  emptyPage(address)
  root = show()
}

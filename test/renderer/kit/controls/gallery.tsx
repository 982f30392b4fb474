import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#renderer/kit/styles/styles.css'
import './gallery.css'
import { GalleryChoices } from './gallery-choices.tsx'
import { GalleryFields } from './gallery-fields.tsx'
import { GalleryNotices } from './gallery-notices.tsx'
import { GalleryOverlays } from './gallery-overlays.tsx'

const theme = new URLSearchParams(location.search).get('theme')
if (theme) document.documentElement.dataset.theme = theme

const parts = {
  choices: GalleryChoices,
  fields: GalleryFields,
  overlays: GalleryOverlays,
  notices: GalleryNotices,
}
const only = new URLSearchParams(location.search).get('only')
const shown = Object.entries(parts).filter(([name]) => only === null || only === name)

const root = document.getElementById('root')
if (!root) throw new Error('The gallery page has no root element')

createRoot(root).render(
  <StrictMode>
    <main className="gallery">
      <header className="gallery__head">
        <h1>Widgets</h1>
      </header>
      {shown.map(([name, Part]) => (
        <Part key={name} />
      ))}
    </main>
  </StrictMode>,
)

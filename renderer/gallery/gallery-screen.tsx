import { GalleryChoices } from './gallery-choices.tsx'
import { GalleryFields } from './gallery-fields.tsx'
import { GalleryMeasures } from './gallery-measures.tsx'
import { GalleryNotices } from './gallery-notices.tsx'
import { GalleryOverlays } from './gallery-overlays.tsx'
import { GalleryTokens } from './gallery-tokens.tsx'
import './gallery.css'

/** Shows `/gallery`, only in demos and tests: the design language, and every shared control in every state. */
export function GalleryScreen() {
  return (
    <div className="gallery">
      <header className="gallery__head">
        <h1>Design</h1>
      </header>
      <GalleryTokens />
      <GalleryMeasures />
      <GalleryChoices />
      <GalleryFields />
      <GalleryOverlays />
      <GalleryNotices />
    </div>
  )
}

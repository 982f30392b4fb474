import { Star } from 'lucide-react'
import { VisuallyHidden } from '../../kit/controls/visually-hidden.tsx'
import { starsWords } from '../../study/panel-words.ts'

const places = [1, 2, 3, 4, 5] as const

/** Shows a rating as stars, with the same rating in words for screen readers. */
export function Stars({ stars }: { readonly stars: number }) {
  return (
    <span className="stp-stars">
      {places.map((place) => (
        <Star
          key={place}
          size={16}
          aria-hidden="true"
          className={place <= stars ? 'stp-stars__full' : 'stp-stars__empty'}
        />
      ))}
      <VisuallyHidden>{starsWords(stars)}</VisuallyHidden>
    </span>
  )
}

import { Button } from '../../kit/controls/button.tsx'
import { releaseWords } from './release-words.ts'

/** Scrolls to the study's list of practitioners, further down the page. */
export function GoToPractitioners() {
  return (
    <Button
      size="small"
      onPress={() => {
        const place = document.getElementById('study-practitioners')
        place?.scrollIntoView({ block: 'start' })
        place?.focus({ preventScroll: true })
      }}
    >
      {releaseWords.goToPractitioners}
    </Button>
  )
}

import { useEffect, useRef } from 'react'
import { Button } from '../kit/controls/button.tsx'

type ConflictSidesProps = {
  /** What was changed twice: "The reason for scan". */
  readonly what: string
  readonly mine: string
  readonly theirs: string
  /** What an empty side is. Default "Nothing". */
  readonly emptyWords?: string
  /** Whether one's own save met it; what only came as news moves nothing under the hands of whoever is typing. */
  readonly isMetBySave: boolean
  readonly onSettle: (whose: 'mine' | 'theirs') => void
}

/** What two desks changed differently, each side in words; a person decides. */
export function ConflictSides({
  what,
  mine,
  theirs,
  emptyWords = 'Nothing',
  isMetBySave,
  onSettle,
}: ConflictSidesProps) {
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isMetBySave) title.current?.scrollIntoView({ block: 'nearest' })
  }, [isMetBySave])
  return (
    <div role="alert" className="stp">
      <p ref={title} className="stp__subtitle">
        {what} was changed at two desks
      </p>
      <div className="stp__sides">
        <Side whose="Yours" deed="Keep mine" text={mine || emptyWords} onPress={() => onSettle('mine')} />
        <Side
          whose="Saved by another desk"
          deed="Take theirs"
          text={theirs || emptyWords}
          onPress={() => onSettle('theirs')}
        />
      </div>
    </div>
  )
}

type SideProps = {
  readonly whose: string
  readonly deed: string
  readonly text: string
  readonly onPress: () => void
}

function Side({ whose, deed, text, onPress }: SideProps) {
  return (
    <div className="stp__side">
      <p className="stp__whose">{whose}</p>
      <p className="stp__text">{text}</p>
      <Button size="small" onPress={onPress} aria-label={`${deed}: ${text}`}>
        {deed}
      </Button>
    </div>
  )
}

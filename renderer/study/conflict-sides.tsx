import { useEffect, useRef } from 'react'
import { Button } from '../kit/controls/button.tsx'
import { studyPartWords } from './study-words.ts'

const words = studyPartWords.conflict

type ConflictSidesProps = {
  /** The value in conflict: "The reason for scan". */
  readonly what: string
  readonly mine: string
  readonly theirs: string
  /** The words for an empty side. Default "Nothing". */
  readonly emptyWords?: string
  /**
   * Whether a save on this workstation found the conflict. Only such a conflict scrolls into view: a conflict that
   * another workstation causes while the user types must not move the page.
   */
  readonly isFoundBySave: boolean
  readonly onSettle: (whose: 'mine' | 'theirs') => void
}

/** Shows the text of both sides of a conflict between two workstations. The user decides which side to keep. */
export function ConflictSides({
  what,
  mine,
  theirs,
  emptyWords = words.nothing,
  isFoundBySave,
  onSettle,
}: ConflictSidesProps) {
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isFoundBySave) title.current?.scrollIntoView({ block: 'nearest' })
  }, [isFoundBySave])
  return (
    <div role="alert" className="stp">
      <p ref={title} className="stp__subtitle">
        {words.title(what)}
      </p>
      <div className="stp__sides">
        <Side whose={words.yours} action={words.keepMine} text={mine || emptyWords} onPress={() => onSettle('mine')} />
        <Side
          whose={words.theirs}
          action={words.takeTheirs}
          text={theirs || emptyWords}
          onPress={() => onSettle('theirs')}
        />
      </div>
    </div>
  )
}

type SideProps = {
  readonly whose: string
  readonly action: string
  readonly text: string
  readonly onPress: () => void
}

function Side({ whose, action, text, onPress }: SideProps) {
  return (
    <div className="stp__side">
      <p className="stp__whose">{whose}</p>
      <p className="stp__text">{text}</p>
      <Button size="small" onPress={onPress} aria-label={`${action}: ${text}`}>
        {action}
      </Button>
    </div>
  )
}

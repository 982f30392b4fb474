import { Printer } from 'lucide-react'
import { Fragment } from 'react'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { KeyHint } from '../kit/controls/key-hint.tsx'
import type { Place } from '../routes.ts'
import { frameWords } from './frame-words.ts'
import { shortcutSheetOf } from './shortcuts.ts'
import './shortcut-sheet.css'

type Props = {
  isOpen: boolean
  onClose: () => void
  /** The places that `g` and a letter open for the user. */
  places: readonly Place[]
}

/** Shows all shortcuts on one sheet (`?`). */
export function ShortcutSheet({ isOpen, onClose, places }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={frameWords.sheet.title}
      footer={
        <Button icon={<Printer aria-hidden="true" />} onPress={() => window.print()}>
          {frameWords.sheet.print}
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a short screen, it must be scrollable with the keyboard */}
      <section className="s-shortcut-sheet" aria-label={frameWords.sheet.all} tabIndex={0}>
        {shortcutSheetOf(places).map(({ title, lines }) => (
          <section key={title} className="s-shortcut-sheet__group">
            <h3 className="s-shortcut-sheet__title">{title}</h3>
            <dl className="s-shortcut-sheet__lines">
              {lines.map(({ what, keys }) => (
                <div key={what} className="s-shortcut-sheet__line">
                  <dt>{what}</dt>
                  <dd className="s-shortcut-sheet__keys">
                    {keys.map((combination, index) => (
                      <Fragment key={combination.join('+')}>
                        {index > 0 ? <span className="s-shortcut-sheet__or">{frameWords.sheet.or}</span> : null}
                        <KeyHint keys={combination} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  )
}

import { CalendarDays, CornerDownLeft, Search, SquareMousePointer, UserRound, Zap } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Location } from '#domain/locations/location.ts'
import { classNames } from '../kit/controls/class-names.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { describeNoMembers, inCopy, type SearchedIn, searchHint } from '../members/member-search-words.ts'
import { findPageControls } from './page-controls.ts'
import { buildSearchEntries, type SearchCommand, type SearchEntry } from './search-entries.ts'
import type { SearchFactories } from './search-factories.ts'
import { resultLimit } from './search-store.ts'
import { searchWords } from './search-words.ts'
import './search-palette.css'

type Props = {
  isOpen: boolean
  onClose: () => void
  newSearch: SearchFactories['newSearch']
  locations: readonly Location[]
  onCommand: (command: SearchCommand) => void
}

/** Shows the global search (Ctrl or Cmd and K): members, studies and actions, chosen with the arrow keys and Enter. */
export function SearchPalette({ isOpen, onClose, ...rest }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={searchWords.title}>
      {isOpen ? <SearchBox onClose={onClose} {...rest} /> : null}
    </Dialog>
  )
}

const icons = { studies: CalendarDays, members: UserRound, page: SquareMousePointer, actions: Zap }

function SearchBox({ onClose, newSearch, locations, onCommand }: Omit<Props, 'isOpen'>) {
  const store = useMemo(() => newSearch(), [newSearch])
  const { text, results, searched } = useStore(store)
  const [at, setAt] = useState(0)
  const [controls] = useState(() => findPageControls(document.getElementById('main')))
  const id = useId()
  const entries = buildSearchEntries(text, results.kind === 'ready' ? results.value : [], locations, controls)
  const current = entries[Math.min(at, entries.length - 1)]
  const lineId = (entry: SearchEntry): string => `${id}-${entry.id}`

  const currentId = current === undefined ? undefined : lineId(current)
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function choose(entry: SearchEntry | undefined) {
    if (entry === undefined) return
    onClose()
    onCommand(entry.command)
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = entries.length - 1
    const shown = Math.min(at, last)
    const next: Record<string, number> = {
      ArrowDown: shown >= last ? 0 : shown + 1,
      ArrowUp: shown <= 0 ? last : shown - 1,
      PageDown: Math.min(last, shown + 5),
      PageUp: Math.max(0, shown - 5),
    }
    const target = next[event.key]
    if (target !== undefined) {
      event.preventDefault()
      setAt(target)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(current)
    }
  }

  const found = entries.filter(({ section }) => section === 'studies' || section === 'members').length
  return (
    <div className="s-search">
      <label className="s-search__box">
        <Search aria-hidden="true" size={18} />
        <input
          className="s-search__input"
          // biome-ignore lint/a11y/noAutofocus: users open the palette to type
          autoFocus
          role="combobox"
          aria-label={searchWords.label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={currentId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={searchWords.placeholder}
          value={text}
          maxLength={200}
          onChange={(event) => {
            setAt(0)
            void store.getState().search(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div className="s-search__news" role="status">
        {text.trim() === '' ? null : describe(text.trim(), results.kind, found, searched)}
      </div>
      <div id={`${id}-list`} className="s-search__list" role="listbox" aria-label={searchWords.results}>
        {entries.map((entry, index) => {
          const Icon = icons[entry.section]
          const isFirst = entries[index - 1]?.section !== entry.section
          return (
            <div key={entry.id} role="presentation">
              {isFirst ? (
                <div className="s-search__section" aria-hidden="true">
                  {searchWords[entry.section]}
                </div>
              ) : null}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys */}
              <div
                id={lineId(entry)}
                role="option"
                tabIndex={-1}
                aria-selected={entry === current}
                className={classNames('s-search__line', entry === current && 's-search__line--current')}
                onPointerMove={() => setAt(index)}
                onClick={() => choose(entry)}
              >
                <Icon aria-hidden="true" size={16} />
                <span className="s-search__title">{entry.title}</span>
                {entry.reasons.map((reason) => (
                  <span key={reason} className="s-search__reason">
                    {reason}
                  </span>
                ))}
                <span className="s-search__detail tabular">{entry.detail}</span>
                {entry === current ? <CornerDownLeft aria-hidden="true" size={14} /> : null}
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}

const describe = (
  text: string,
  kind: 'idle' | 'loading' | 'ready' | 'failed',
  found: number,
  searched: SearchedIn | null,
): string => {
  if (kind === 'failed') return searchWords.failed
  if (kind !== 'ready') return searchWords.searching
  if (found === 0)
    return searched === null ? searchWords.searching : `${describeNoMembers(text, searched)} ${searchHint}`
  const where = searched === 'cache' ? inCopy : ''
  if (found >= resultLimit) return searchWords.tooMany(found, where)
  return searchWords.found(found, where)
}

import { CalendarDays, CornerDownLeft, History, Search, SquareMousePointer, UserRound, Zap } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Location } from '#domain/locations/location.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { classNames } from '../kit/controls/class-names.ts'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import { describeNoMembers, inCopy, type SearchedIn, searchHint } from '../members/member-search-words.ts'
import type { Place } from '../routes.ts'
import { type DialogBelow, findDialogBelow } from './dialog-below.ts'
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
  /** Whether this installation has the page of the design language. */
  hasGallery: boolean
  /** The main screens that the user may open. */
  places: readonly Place[]
  /** Returns the current day at the chosen location; null while no location is chosen. */
  readToday: () => PlainDate | null
  /** With `leavesDialog` the page has an open dialog, which the user agreed to leave. */
  onCommand: (command: SearchCommand, leavesDialog: boolean) => void
}

/**
 * Shows the global search (Ctrl or Cmd and K): members, studies and actions, chosen with the arrow keys and Enter. Over
 * a dialog it serves for looking something up. A choice that would leave the dialog is asked about first.
 */
export function SearchPalette({ isOpen, onClose, onCommand, ...rest }: Props) {
  const [asked, setAsked] = useState<{ readonly command: SearchCommand; readonly below: DialogBelow } | null>(null)
  const run = (command: SearchCommand, leavesDialog: boolean): void => {
    setAsked(null)
    onClose()
    onCommand(command, leavesDialog)
  }
  const choose = (command: SearchCommand, below: DialogBelow | null): void => {
    if (below?.hasFields && leavesPage(command)) setAsked({ command, below })
    else run(command, below !== null && leavesPage(command))
  }
  return (
    <>
      <Dialog isOpen={isOpen} onClose={onClose} title={searchWords.title}>
        {isOpen ? <SearchBox onChoose={choose} {...rest} /> : null}
      </Dialog>
      <ConfirmDialog
        isOpen={isOpen && asked !== null}
        tone="danger"
        title={searchWords.leave.title(asked?.below.title ?? '')}
        who={asked?.below.about}
        confirmLabel={searchWords.leave.confirm}
        confirmName={controlWords.commitOf(searchWords.leave.confirm, asked?.below.about ?? '')}
        cancelLabel={searchWords.leave.stay}
        onConfirm={() => {
          if (asked !== null) run(asked.command, true)
        }}
        onClose={() => setAsked(null)}
      >
        {searchWords.leave.text}
      </ConfirmDialog>
    </>
  )
}

/** Returns whether a command changes what is below an open dialog. Locking keeps the page for the same user. */
const leavesPage = ({ kind }: SearchEntry['command']): boolean => kind !== 'lock'

const icons = {
  recent: History,
  acts: Zap,
  studies: CalendarDays,
  members: UserRound,
  page: SquareMousePointer,
  actions: Zap,
}

type BoxProps = Pick<Props, 'newSearch' | 'locations' | 'hasGallery' | 'places' | 'readToday'> & {
  /** Called with the dialog that is below the palette, or null. */
  readonly onChoose: (command: SearchCommand, below: DialogBelow | null) => void
}

function SearchBox({ newSearch, locations, hasGallery, places, readToday, onChoose }: BoxProps) {
  const store = useMemo(() => newSearch(), [newSearch])
  const { text, results, searched, sentence, recentIds, recent } = useStore(store)
  const [at, setAt] = useState(0)
  // Behind a dialog, the controls of the page cannot be reached.
  const [controls] = useState(() =>
    findDialogBelow(null) === null ? findPageControls(document.getElementById('main')) : [],
  )
  const [refusal, setRefusal] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => void store.getState().readRecent(), [store])
  // Not `autoFocus`, which takes effect before the palette's dialog keeps the focus: a dialog below would take it back.
  useEffect(() => field.current?.focus(), [])
  const found = results.kind === 'ready' ? results.value : []
  // The recent choices are read from the cache at once; no line may move when they arrive.
  const isWaiting = text.trim() === '' && recent === null
  const entries = isWaiting
    ? []
    : buildSearchEntries(text, found, locations, {
        controls,
        sentence,
        recentIds,
        recent: recent ?? [],
        hasGallery,
        places,
        today: readToday(),
      })
  const current = entries[Math.min(at, entries.length - 1)]
  const lineId = (entry: SearchEntry): string => `${id}-${entry.id}`

  const currentId = current === undefined ? undefined : lineId(current)
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  async function choose(entry: SearchEntry | undefined): Promise<void> {
    if (entry === undefined) return
    const { command } = entry
    const below = findDialogBelow(box.current)
    if (below !== null && !below.canLeave && leavesPage(command)) {
      setRefusal(searchWords.leave.first(below.title))
      return
    }
    if (command.kind !== 'focus') store.getState().note(noteOf(entry))
    if (command.kind !== 'act') {
      onChoose(command, below)
      return
    }
    const path = await store.getState().findPath(command.act, command.memberID)
    // The user may have closed the palette while the studies were read.
    if (box.current !== null) onChoose({ kind: 'go', path }, findDialogBelow(box.current))
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
      void choose(current)
    }
  }

  const count = entries.filter(({ section }) => section === 'studies' || section === 'members').length
  return (
    <div className="s-search" ref={box}>
      <label className="s-search__box">
        <Search aria-hidden="true" size={18} />
        <input
          className="s-search__input"
          ref={field}
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
            setRefusal(null)
            void store.getState().search(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div className="s-search__news" role="status">
        {refusal ?? (text.trim() === '' ? null : describe(text.trim(), results.kind, count, searched))}
      </div>
      <div id={`${id}-list`} className="s-search__list" role="listbox" aria-label={searchWords.results}>
        <SearchLines
          entries={entries}
          current={current}
          lineId={lineId}
          onPoint={setAt}
          onChoose={(entry) => void choose(entry)}
        />
      </div>
    </div>
  )
}

type LinesProps = {
  readonly entries: readonly SearchEntry[]
  readonly current: SearchEntry | undefined
  readonly lineId: (entry: SearchEntry) => string
  readonly onPoint: (index: number) => void
  readonly onChoose: (entry: SearchEntry) => void
}

/** Shows the lines, each section below its title. */
function SearchLines({ entries, current, lineId, onPoint, onChoose }: LinesProps) {
  return entries.map((entry, index) => {
    const isFirst = entries[index - 1]?.section !== entry.section
    return (
      <div key={entry.id} role="presentation">
        {isFirst ? (
          <div className="s-search__section" aria-hidden="true">
            {searchWords[entry.section]}
          </div>
        ) : null}
        <SearchLine
          id={lineId(entry)}
          entry={entry}
          isCurrent={entry === current}
          onPoint={() => onPoint(index)}
          onChoose={() => onChoose(entry)}
        />
      </div>
    )
  })
}

type LineProps = {
  readonly id: string
  readonly entry: SearchEntry
  readonly isCurrent: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

function SearchLine({ id, entry, isCurrent, onPoint, onChoose }: LineProps) {
  const Icon = icons[entry.section]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className={classNames('s-search__line', isCurrent && 's-search__line--current')}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Icon aria-hidden="true" size={16} />
      <span className="s-search__title">{entry.title}</span>
      {entry.reasons.map((reason) => (
        <span key={reason} className="s-search__reason">
          {reason}
        </span>
      ))}
      <span className="s-search__detail tabular">{entry.detail}</span>
      {isCurrent ? <CornerDownLeft aria-hidden="true" size={14} /> : null}
    </div>
  )
}

/** Returns the id under which a choice is recent: an act is remembered as its member. */
const noteOf = ({ id, command }: SearchEntry): string => (command.kind === 'act' ? `member-${command.memberID}` : id)

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

import { ChevronDown } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { classNames } from '../kit/controls/class-names.ts'
import { isTextTarget, letterKeys } from '../kit/letter-keys.ts'
import { studyPageWords } from './study-page-words.ts'
import { indexedSections } from './study-sections.ts'

const words = studyPageWords.index

/** Returns the element ID of a section. */
export const sectionID = (id: string): string => `study-${id}`

/** Scrolls a section to the top and moves the focus to it. */
const goToSection = (id: string): void => {
  const place = document.getElementById(sectionID(id))
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}

/** Milliseconds in which the sections of a study load. */
const loadMs = 10_000

/** What a user does to the page, after which it must not scroll by itself. */
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Keeps a section at the top while the sections above it load and grow, until the user acts. Returns a function that
 * ends this.
 */
const holdSection = (id: string): (() => void) => {
  const place = document.getElementById(sectionID(id))
  const observer = new ResizeObserver(() => place?.scrollIntoView({ block: 'start' }))
  for (const section of place?.parentElement?.children ?? []) observer.observe(section)
  const end = (): void => {
    observer.disconnect()
    clearTimeout(timer)
    for (const name of userEvents) window.removeEventListener(name, end, true)
  }
  const timer = setTimeout(end, loadMs)
  for (const name of userEvents) window.addEventListener(name, end, { capture: true, passive: true })
  return end
}

/**
 * Goes once to the section that the address names, such as `#study-medical-history`, as soon as the page has loaded.
 */
export const useSectionOfAddress = (isStanding: boolean): void => {
  useEffect(() => {
    const section = indexedSections.find(({ id }) => window.location.hash === `#${sectionID(id)}`)
    if (!isStanding || section === undefined) return undefined
    goToSection(section.id)
    return holdSection(section.id)
  }, [isStanding])
}

/** Pixels below the top of the page's scroller. The section at this line counts as the current one. */
const readingLine = 80

/**
 * Returns the position of the reading line. Over the last screenful it moves down to the foot of the scroller, because
 * the last sections cannot scroll to the top.
 */
const lineOf = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement, top: number): number => {
  const range = scrollHeight - clientHeight
  const lastScreen = Math.min(clientHeight, range)
  const reach = lastScreen < 1 ? 0 : Math.max(0, 1 - (range - scrollTop) / lastScreen)
  return top + readingLine + reach * (clientHeight - readingLine)
}

const hasFocus = ({ id }: { readonly id: string }): boolean =>
  document.getElementById(sectionID(id))?.contains(document.activeElement) === true

/**
 * Returns the section at the reading line. A section between the top and the line takes precedence if it has the focus.
 */
const sectionAt = (scroller: HTMLElement): string => {
  const { top: scrollerTop } = scroller.getBoundingClientRect()
  const line = lineOf(scroller, scrollerTop)
  const tops = indexedSections.flatMap(({ id }) => {
    const top = document.getElementById(sectionID(id))?.getBoundingClientRect().top
    return top === undefined ? [] : [{ id, top }]
  })
  const inView = tops.find((place) => place.top >= scrollerTop - 4 && place.top <= line && hasFocus(place))
  const last = tops.filter(({ top }) => top <= line).at(-1)
  if (last === undefined) return 'details'
  // Of two sections side by side, the one with the focus is current, else the first.
  const row = tops.filter(({ top }) => Math.abs(top - last.top) < 2)
  return (inView ?? row.find(hasFocus) ?? row[0] ?? last).id
}

type Props = { readonly scroller: RefObject<HTMLElement | null> }

/**
 * Lists the sections of the page as links and marks the current one. J and K go to the next and the previous section.
 * A narrow window shows only the current section, on a button that opens and closes the list.
 */
export function StudyIndex({ scroller }: Props) {
  const [current, setCurrent] = useState('details')
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const box = scroller.current
    if (box === null) return
    const look = (): void => setCurrent(sectionAt(box))
    const observer = new ResizeObserver(look)
    observer.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase()
      if ((key !== 'j' && key !== 'k') || event.ctrlKey || event.metaKey || event.altKey) return
      letterKeys.notePress(event)
      if (isTextTarget(event.target) || !letterKeys.isFirst(event)) return
      // A dialog, a menu or a list handles the keyboard itself.
      const overlay = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
      if (event.target instanceof Element && event.target.closest(overlay) !== null) return
      const focused = indexedSections.findIndex(({ id }) => document.getElementById(sectionID(id)) === event.target)
      const from = focused >= 0 ? focused : indexedSections.findIndex(({ id }) => id === current)
      const next = indexedSections[from + (key === 'j' ? 1 : -1)]
      if (next === undefined) return
      event.preventDefault()
      letterKeys.noteAct()
      goToSection(next.id)
      setCurrent(next.id)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [current])
  const title = indexedSections.find(({ id }) => id === current)?.title ?? ''
  return (
    <nav className={classNames('sx', isOpen && 'sx--open')} aria-label={words.title}>
      <button type="button" className="sx__toggle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span>
          {words.current} <strong>{title}</strong>
        </span>
        <ChevronDown aria-hidden="true" size={16} />
      </button>
      <ul className="sx__list">
        {indexedSections.map((section) => (
          <li key={section.id}>
            <a
              className="sx__link"
              href={`#${sectionID(section.id)}`}
              aria-current={section.id === current ? 'location' : undefined}
              onClick={(event) => {
                event.preventDefault()
                setIsOpen(false)
                goToSection(section.id)
                setCurrent(section.id)
              }}
            >
              {section.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { ChevronDown } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import type { StudyPanel } from '#domain/study/study-panels.ts'
import { classNames } from '../kit/controls/class-names.ts'
import { isTextTarget, letterKeys } from '../kit/letter-keys.ts'
import { type GoToSection, useGoToSection } from '../study/sections.ts'
import { passToSection, placeOf, sectionID } from './go-to-section.ts'
import { studyPageWords } from './study-page-words.ts'

const words = studyPageWords.index
const titles: Readonly<Record<StudyPanel, string>> = studyPageWords.sections

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

const hasFocus = ({ panel }: { readonly panel: StudyPanel }): boolean =>
  placeOf(panel)?.contains(document.activeElement) === true

/** Returns whether the focus is on the section itself, or on the button that opens or folds it. */
const isOnSection = (panel: StudyPanel, target: EventTarget | null): boolean => {
  const place = placeOf(panel)
  if (place === null || !(target instanceof Element)) return false
  return place === target || (target.matches('.w-panel__toggle') && place.contains(target))
}

/**
 * Returns the section at the reading line. A section between the top and the line takes precedence if it has the focus.
 */
const sectionAt = (scroller: HTMLElement, panels: readonly StudyPanel[]): StudyPanel => {
  const { top: scrollerTop } = scroller.getBoundingClientRect()
  const line = lineOf(scroller, scrollerTop)
  const tops = panels.flatMap((panel) => {
    const top = placeOf(panel)?.getBoundingClientRect().top
    return top === undefined ? [] : [{ panel, top }]
  })
  const inView = tops.find((place) => place.top >= scrollerTop - 4 && place.top <= line && hasFocus(place))
  const last = tops.filter(({ top }) => top <= line).at(-1)
  if (last === undefined) return 'details'
  // Of two sections side by side, the one with the focus is current, otherwise the first.
  const row = tops.filter(({ top }) => Math.abs(top - last.top) < 2)
  return (inView ?? row.find(hasFocus) ?? row[0] ?? last).panel
}

type Props = {
  readonly scroller: RefObject<HTMLElement | null>
  /** In the order of the page. */
  readonly panels: readonly StudyPanel[]
}

/**
 * Lists the sections of the page as links and marks the current one; a link opens a folded section. J and K go to the
 * next and the previous section without opening or folding it. A narrow window shows only the current section, on a
 * button that opens and closes the list.
 */
export function StudyIndex({ scroller, panels }: Props) {
  const [current, setCurrent] = useState<StudyPanel>('details')
  const [isOpen, setIsOpen] = useState(false)
  const goTo = useGoToSection()
  useEffect(() => {
    const box = scroller.current
    if (box === null) return
    const look = (): void => setCurrent(sectionAt(box, panels))
    const observer = new ResizeObserver(look)
    observer.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller, panels])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase()
      if ((key !== 'j' && key !== 'k') || event.ctrlKey || event.metaKey || event.altKey) return
      letterKeys.notePress(event)
      if (isTextTarget(event.target) || !letterKeys.isFirst(event)) return
      // A dialog, a menu or a list handles the keyboard itself.
      const overlay = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
      if (event.target instanceof Element && event.target.closest(overlay) !== null) return
      const focused = panels.findIndex((panel) => isOnSection(panel, event.target))
      const from = focused >= 0 ? focused : panels.indexOf(current)
      const next = panels[from + (key === 'j' ? 1 : -1)]
      if (next === undefined) return
      event.preventDefault()
      letterKeys.noteAct()
      passToSection(next)
      setCurrent(next)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [current, panels])
  const press = (panel: StudyPanel): void => {
    setIsOpen(false)
    goTo(panel)
    setCurrent(panel)
  }
  return (
    <nav className={classNames('sx', isOpen && 'sx--open')} aria-label={words.title}>
      <button type="button" className="sx__toggle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span>
          {words.current} <strong>{titles[current]}</strong>
        </span>
        <ChevronDown aria-hidden="true" size={16} />
      </button>
      <SectionLinks panels={panels} current={current} onPress={press} />
    </nav>
  )
}

type LinksProps = Pick<Props, 'panels'> & { readonly current: StudyPanel; readonly onPress: GoToSection }

function SectionLinks({ panels, current, onPress }: LinksProps) {
  return (
    <ul className="sx__list">
      {panels.map((panel) => (
        <li key={panel}>
          <a
            className="sx__link"
            href={`#${sectionID(panel)}`}
            aria-current={panel === current ? 'location' : undefined}
            onClick={(event) => {
              event.preventDefault()
              onPress(panel)
            }}
          >
            {titles[panel]}
          </a>
        </li>
      ))}
    </ul>
  )
}

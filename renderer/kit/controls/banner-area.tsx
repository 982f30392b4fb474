import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { controlWords } from './control-words.ts'
import './banner-area.css'

/** A lower rank is more urgent. A success, such as that of a card payment, has a next step; information can wait. */
const ranks = { error: 0, warning: 1, success: 2, info: 3 } as const
type Tone = keyof typeof ranks
type Registered = { readonly id: string; readonly rank: number }

type Area = {
  readonly isOpen: boolean
  readonly topID: string | null
  readonly register: (banner: Registered) => () => void
}

const AreaContext = createContext<Area | null>(null)

/** Returns the id of the banner that a closed area shows: the oldest of the most urgent banners; null for none. */
const topOf = (banners: readonly Registered[]): string | null =>
  banners.toSorted((one, other) => one.rank - other.rank)[0]?.id ?? null

/**
 * Returns whether a banner is hidden now, because the closed area around it shows another one. False without an area.
 */
export const useIsAside = (tone: Tone): boolean => {
  const area = useContext(AreaContext)
  const id = useId()
  const register = area?.register
  useLayoutEffect(() => register?.({ id, rank: ranks[tone] }), [register, id, tone])
  return area !== null && !area.isOpen && area.topID !== null && area.topID !== id
}

/**
 * Returns whether the text of a shown banner is wider than its line. Measures again when the area's width, its top
 * banner or a text in it changes.
 */
const useIsCut = (list: { readonly current: HTMLElement | null }, topID: string | null): boolean => {
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = list.current
    if (element === null || topID === null) return setCut(false)
    const measure = (): void => {
      const lines = [...element.querySelectorAll('.w-banner:not(.w-banner--aside) .w-banner__words')]
      setCut(lines.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
    }
    const widths = new ResizeObserver(measure)
    widths.observe(element)
    const texts = new MutationObserver(measure)
    texts.observe(element, { childList: true, characterData: true, subtree: true })
    return () => {
      widths.disconnect()
      texts.disconnect()
    }
  }, [list, topID])
  return isCut
}

/**
 * Shows the banners inside it on one line of 36 px: the most urgent one, and a button that shows all of them in full
 * over the page. Nothing on the page moves when it opens.
 */
export function BannerArea({ children }: { readonly children: ReactNode }) {
  const [banners, setBanners] = useState<readonly Registered[]>([])
  const [isWanted, setWanted] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const listID = useId()
  const register = useCallback((banner: Registered) => {
    setBanners((before) => [...before, banner])
    return () => setBanners((before) => before.filter((each) => each !== banner))
  }, [])
  const count = banners.length
  // A banner that appears later does not open the area by itself.
  if (isWanted && count === 0) setWanted(false)
  const isOpen = isWanted && count > 0
  const topID = topOf(banners)
  const isCut = useIsCut(list, topID)
  const hasMore = count > 1 || isCut || isOpen
  const area = useMemo(() => ({ isOpen, topID, register }), [isOpen, topID, register])
  return (
    <AreaContext value={area}>
      <div className={classNames('w-banner-area', count > 0 && 'w-banner-area--filled')}>
        <div
          ref={list}
          id={listID}
          className={classNames(
            'w-banner-area__list',
            hasMore && 'w-banner-area__list--roomy',
            isOpen && 'w-banner-area__list--open',
          )}
        >
          {children}
        </div>
        {hasMore ? (
          <Button
            size="xsmall"
            className="w-banner-area__more"
            aria-expanded={isOpen}
            aria-controls={listID}
            onPress={() => setWanted(!isOpen)}
          >
            {isOpen ? controlWords.banners.less : controlWords.banners.more(count)}
          </Button>
        ) : null}
      </div>
    </AreaContext>
  )
}

import { ChevronRight, Eye, EyeOff, Pencil, PencilOff } from 'lucide-react'
import { type ReactNode, useContext, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { controlWords } from './control-words.ts'
import { IconButton } from './icon-button.tsx'
import { PanelFoldContext } from './panel-fold.ts'
import './panel.css'

const words = controlWords.panel

/**
 * `hide` draws a notice of confidentiality in place of the body, `show` is for reading, `edit` for changes (booking
 * spec, "Shared widgets").
 */
export type PanelView = 'hide' | 'show' | 'edit'

type PanelProps = {
  title: string
  /** The body, or a function of the view; the function is not called while the body is hidden. */
  children: ReactNode | ((view: 'show' | 'edit') => ReactNode)
  /** The views that the icons at the top right offer. Default: only `show`, which needs no icons. */
  views?: readonly PanelView[] | undefined
  /** The view, if the caller controls it; requires `onViewChange`. */
  view?: PanelView | undefined
  /** The first view, if the caller does not control it. Default: the first of `views`. */
  defaultView?: PanelView | undefined
  onViewChange?: ((view: PanelView) => void) | undefined
  /** Whether the title collapses the body. Default true. A collapsed body keeps its typed text. */
  isCollapsible?: boolean | undefined
  /** Default true. */
  defaultExpanded?: boolean | undefined
  /** Whether the body is expanded, if the caller controls it; requires `onExpandedChange`. */
  isExpanded?: boolean | undefined
  onExpandedChange?: ((isExpanded: boolean) => void) | undefined
  /** Beside the title: a badge, a count. */
  badge?: ReactNode
  /** Buttons at the top right, before the view icons. */
  actions?: ReactNode
  /** No padding around the body, for tables. */
  isFlush?: boolean | undefined
  /** Heading level of the title. Default 2. */
  level?: 2 | 3 | 4 | undefined
  id?: string | undefined
  className?: string | undefined
}

function ViewIcons({
  title,
  view,
  views,
  onChange,
}: {
  title: string
  view: PanelView
  views: readonly PanelView[]
  onChange: (view: PanelView) => void
}) {
  return (
    <>
      {views.includes('edit') && view !== 'hide' ? (
        <IconButton
          label={view === 'edit' ? words.stopEditing(title) : words.edit(title)}
          icon={view === 'edit' ? <PencilOff aria-hidden="true" /> : <Pencil aria-hidden="true" />}
          size="small"
          aria-pressed={view === 'edit'}
          onPress={() => onChange(view === 'edit' ? 'show' : 'edit')}
        />
      ) : null}
      {views.includes('hide') ? (
        <IconButton
          label={view === 'hide' ? words.show(title) : words.hide(title)}
          icon={view === 'hide' ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
          size="small"
          onPress={() => onChange(view === 'hide' ? (views.find((choice) => choice !== 'hide') ?? 'show') : 'hide')}
        />
      ) : null}
    </>
  )
}

/**
 * Shows a section with a title. Its body can be collapsed, and hidden, shown or edited. Within a `PanelFoldContext` the
 * page stores whether the body is collapsed; panels inside the body keep their own state.
 */
export function Panel(props: PanelProps) {
  const { title, children, views = ['show'], isCollapsible = true, level = 2 } = props
  const ownId = useId()
  const titleId = `${ownId}-title`
  const bodyId = `${ownId}-body`
  const [ownView, setOwnView] = useState<PanelView>(props.defaultView ?? views[0] ?? 'show')
  const [ownExpanded, setOwnExpanded] = useState(props.defaultExpanded ?? true)
  const view = props.view ?? ownView
  const fold = useContext(PanelFoldContext)
  const isExpanded = !isCollapsible || (props.isExpanded ?? fold?.isExpanded ?? ownExpanded)
  const Heading = `h${level}` as const

  function changeView(next: PanelView) {
    setOwnView(next)
    props.onViewChange?.(next)
  }

  function changeExpanded() {
    setOwnExpanded(!isExpanded)
    props.onExpandedChange?.(!isExpanded)
    fold?.onExpandedChange(!isExpanded)
  }

  return (
    <section id={props.id} className={classNames('w-panel', props.className)} aria-labelledby={titleId}>
      <div className="w-panel__head">
        <Heading className="w-panel__title">
          {isCollapsible ? (
            <button
              type="button"
              className="w-panel__toggle"
              aria-expanded={isExpanded}
              aria-controls={bodyId}
              onClick={changeExpanded}
            >
              <ChevronRight className="w-panel__chevron" aria-hidden="true" size={16} />
              <span id={titleId}>{title}</span>
            </button>
          ) : (
            <span id={titleId}>{title}</span>
          )}
        </Heading>
        {props.badge ? <div className="w-panel__badge">{props.badge}</div> : null}
        <div className="w-panel__actions">
          {props.actions}
          <ViewIcons title={title} view={view} views={views} onChange={changeView} />
        </div>
      </div>
      <div
        id={bodyId}
        hidden={!isExpanded}
        className={classNames('w-panel__body', props.isFlush && 'w-panel__body--flush')}
      >
        <PanelFoldContext value={null}>
          {view === 'hide' ? (
            <div className="w-panel__hidden">
              <EyeOff aria-hidden="true" size={18} />
              <div>
                <p className="w-panel__hidden-title">{words.hidden}</p>
                <p>{words.hiddenText}</p>
              </div>
            </div>
          ) : typeof children === 'function' ? (
            children(view)
          ) : (
            children
          )}
        </PanelFoldContext>
      </div>
    </section>
  )
}

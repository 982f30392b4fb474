import type { ReactNode } from 'react'
import { Menu as AriaMenu, Header, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { withoutUndefinedProps } from './defined.ts'
import { KeyHint } from './key-hint.tsx'
import './menu.css'
import './focused-item.css'

/** One thing a menu offers. */
type MenuEntry = {
  id: string
  label: string
  /** What a screen reader says in its place where more has to be heard; it begins with the label. */
  accessibleName?: string | undefined
  /** A lucide icon element; decorative. */
  icon?: ReactNode
  description?: string | undefined
  /** The keys that do the same, for example `['Ctrl', 'K']`. */
  shortcut?: readonly string[] | undefined
  /** Makes it a link. */
  href?: string | undefined
  isDisabled?: boolean | undefined
  /** It cannot be chosen, and says why in its second line. */
  disabledReason?: string | null | undefined
  tone?: 'neutral' | 'danger' | undefined
  /** Entries of the same section stand together, with a line between sections; a name shows above them. */
  section?: { id: string; name?: string | undefined } | undefined
}

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactNode
  /** The accessible name of the menu. */
  label: string
  entries: readonly MenuEntry[]
  onAction: (id: string) => void
  /** Default `bottom start`. */
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top' | undefined
}

type Section = { id: string; name: string | undefined; entries: MenuEntry[] }

function toSections(entries: readonly MenuEntry[]): Section[] {
  const sections: Section[] = []
  for (const entry of entries) {
    const id = entry.section?.id ?? ''
    const section = sections.find((candidate) => candidate.id === id)
    if (section) section.entries.push(entry)
    else sections.push({ id, name: entry.section?.name, entries: [entry] })
  }
  return sections
}

// The name of an entry is all of its words, second line and shortcut too, unless it is given one.
function Entry({ entry }: { entry: MenuEntry }) {
  const secondLine = entry.disabledReason ?? entry.description
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      isDisabled={entry.isDisabled === true || Boolean(entry.disabledReason)}
      {...withoutUndefinedProps({ href: entry.href, 'aria-label': entry.accessibleName })}
      className={classNames('w-menu__item', entry.tone === 'danger' && 'w-menu__item--danger')}
    >
      {entry.icon ? <span className="w-menu__icon">{entry.icon}</span> : null}
      <span className="w-menu__words">
        <span>{entry.label}</span>
        {secondLine ? <span className="w-menu__description">{secondLine}</span> : null}
      </span>
      {entry.shortcut ? <KeyHint keys={entry.shortcut} /> : null}
    </MenuItem>
  )
}

/** A list of things to do or places to go, opened by a button. Arrow keys and letters move in it. */
export function Menu({ trigger, label, entries, onAction, placement = 'bottom start' }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="w-popover w-menu-popover" placement={placement} offset={4}>
        <AriaMenu aria-label={label} className="w-menu" onAction={(key) => onAction(String(key))}>
          {toSections(entries).flatMap((section, index) => [
            index > 0 ? <Separator key={`line before ${section.id}`} className="w-menu__line" /> : null,
            <MenuSection
              key={`section ${section.id}`}
              id={`section ${section.id}`}
              {...(section.name ? {} : { 'aria-label': label })}
            >
              {section.name ? <Header className="w-menu__header">{section.name}</Header> : null}
              {section.entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </MenuSection>,
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

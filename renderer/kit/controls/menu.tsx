import type { ReactNode } from 'react'
import { Menu as AriaMenu, Header, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { withoutUndefinedProps } from './defined.ts'
import { KeyHint } from './key-hint.tsx'
import './menu.css'
import './focused-item.css'

/** One item of a menu. */
type MenuEntry = {
  id: string
  label: string
  /** Replaces the label for screen readers if more words are needed. It must start with the label. */
  accessibleName?: string | undefined
  /** A lucide icon element; decorative. */
  icon?: ReactNode
  description?: string | undefined
  /** The keys with the same effect, for example `['Ctrl', 'K']`. */
  shortcut?: readonly string[] | undefined
  /** Makes the entry a link. */
  href?: string | undefined
  /** Opens the link outside the app, for example a phone number. */
  isExternal?: boolean | undefined
  isDisabled?: boolean | undefined
  /** Disables the entry and shows the reason as its second line. */
  disabledReason?: string | null | undefined
  tone?: 'neutral' | 'danger' | undefined
  /** Entries of one section are adjacent, with a line between sections; a section's name is above its entries. */
  section?: { id: string; name?: string | undefined } | undefined
}

type MenuProps = {
  /** The button that opens the menu. */
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

// By default an entry's accessible name has all its words, including the second line and the shortcut.
function Entry({ entry }: { entry: MenuEntry }) {
  const secondLine = entry.disabledReason ?? entry.description
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      isDisabled={entry.isDisabled === true || Boolean(entry.disabledReason)}
      {...withoutUndefinedProps({ href: entry.href, 'aria-label': entry.accessibleName })}
      {...(entry.isExternal ? { target: '_blank' } : {})}
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

/** Shows a menu of actions or links, opened by a button. Arrow keys and letters move the focus. */
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

import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { classNames } from './class-names.ts'
import './tabs.css'

/** One tab. */
type TabItem = {
  id: string
  label: ReactNode
  /** What it shows; leave it out where `children` of the tabs serve all of them. */
  content?: ReactNode
  /** Beside the label: a count, a dot. */
  badge?: ReactNode
  isDisabled?: boolean | undefined
}

type TabsProps = {
  /** The accessible name of the row. */
  label: string
  tabs: readonly TabItem[]
  selected: string
  onChange: (id: string) => void
  /** What the chosen tab shows, where its own `content` is not given. */
  children?: ReactNode
  /** `line` underlined, `pill` for a row inside a panel. Default `line`. */
  variant?: 'line' | 'pill' | undefined
  /** Before and after the row, such as Previous Weeks and Next Weeks. */
  before?: ReactNode
  after?: ReactNode
  className?: string | undefined
}

/**
 * A row of tabs and what the chosen one shows. Arrow keys move along the row.
 * @internal No screen uses it yet; booking spec §2 wants tabs ("Shared widgets") and a row of week tabs.
 */
export function Tabs(props: TabsProps) {
  const { label, tabs, selected, onChange, variant = 'line' } = props
  return (
    <AriaTabs
      className={classNames('w-tabs', `w-tabs--${variant}`, props.className)}
      selectedKey={selected}
      onSelectionChange={(key) => onChange(String(key))}
    >
      <div className="w-tabs__row">
        {props.before}
        <TabList aria-label={label} className="w-tabs__list">
          {tabs.map((tab) => (
            <Tab key={tab.id} id={tab.id} isDisabled={tab.isDisabled === true} className="w-tabs__tab">
              {tab.label}
              {tab.badge}
            </Tab>
          ))}
        </TabList>
        {props.after}
      </div>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="w-tabs__panel">
          {tab.content ?? props.children}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}

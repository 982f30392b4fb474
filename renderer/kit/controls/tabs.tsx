import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { classNames } from './class-names.ts'
import './tabs.css'

/** One tab. */
type TabItem = {
  id: string
  label: ReactNode
  /** The content of the tab. If it is absent, the tab shows the `children` of `Tabs`. */
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
  /** Shown if the chosen tab has no `content` of its own. */
  children?: ReactNode
  /** `line` underlined, `pill` for a row inside a panel. Default `line`. */
  variant?: 'line' | 'pill' | undefined
  /** Shown before and after the row, such as Previous Weeks and Next Weeks. */
  before?: ReactNode
  after?: ReactNode
  className?: string | undefined
}

/** Shows a row of tabs and the content of the chosen one (booking spec §2). Arrow keys move along the row. */
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

import { Check } from 'lucide-react'
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components'
import { useControlWords } from './control-words-context.ts'
import './options.css'
import './focused-item.css'

/** One choice of a select or a combo box. */
export type SelectOption = {
  /** The stored value; unique in its list. */
  value: string
  /** The text shown and searched. */
  label: string
  /** A second, quieter line. */
  description?: string | undefined
  /** Options of one group are listed together under its name, in the order given. */
  group?: string | undefined
  isDisabled?: boolean | undefined
}

type OptionGroup = { name: string | undefined; options: SelectOption[] }

function toGroups(options: readonly SelectOption[]): OptionGroup[] {
  const groups: OptionGroup[] = []
  for (const option of options) {
    const group = groups.find(({ name }) => name === option.group)
    if (group) group.options.push(option)
    else groups.push({ name: option.group, options: [option] })
  }
  return groups
}

function OptionItem({ option }: { option: SelectOption }) {
  return (
    <ListBoxItem
      id={option.value}
      textValue={option.label}
      isDisabled={option.isDisabled === true}
      className="w-option"
    >
      {({ isSelected }) => (
        <>
          <span className="w-option__words">
            <span>{option.label}</span>
            {option.description ? <span className="w-option__description">{option.description}</span> : null}
          </span>
          {isSelected ? <Check aria-hidden="true" size={16} className="w-option__check" /> : null}
        </>
      )}
    </ListBoxItem>
  )
}

type OptionListProps = { options: readonly SelectOption[]; emptyText?: string | undefined }

/** Shows the list inside the popover of a select or a combo box, with the state from React Aria's context. */
export function OptionList({ options, emptyText }: OptionListProps) {
  const words = useControlWords()
  return (
    <ListBox
      className="w-options"
      renderEmptyState={() => <div className="w-options__empty">{emptyText ?? words.nothingFound}</div>}
    >
      {toGroups(options).map((group) =>
        group.name === undefined ? (
          group.options.map((option) => <OptionItem key={option.value} option={option} />)
        ) : (
          <ListBoxSection key={`group ${group.name}`} id={`group ${group.name}`} className="w-options__group">
            <Header className="w-options__group-name">{group.name}</Header>
            {group.options.map((option) => (
              <OptionItem key={option.value} option={option} />
            ))}
          </ListBoxSection>
        ),
      )}
    </ListBox>
  )
}

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ToggleButton } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { controlWords } from './control-words.ts'
import { IconButton } from './icon-button.tsx'
import './chip.css'

type ChipProps = {
  /** The visible words, which are also the chip's accessible name. */
  label: string
  icon?: ReactNode
  /** With `onChange` the chip is a toggle, such as a filter. */
  isSelected?: boolean | undefined
  onChange?: ((isSelected: boolean) => void) | undefined
  /** Shows a button that removes the chip. */
  onRemove?: (() => void) | undefined
}

/**
 * Shows a chosen item that can be removed, or a filter that is on or off.
 * @internal No screen uses it yet; the widget gallery tests it.
 */
export function Chip({ label, icon, isSelected = false, onChange, onRemove }: ChipProps) {
  if (onChange) {
    return (
      <ToggleButton className="w-chip w-chip--toggle" isSelected={isSelected} onChange={onChange}>
        {icon}
        {label}
      </ToggleButton>
    )
  }
  return (
    <span className={classNames('w-chip', onRemove && 'w-chip--removable')}>
      {icon}
      {label}
      {onRemove ? (
        <IconButton
          label={controlWords.remove(label)}
          icon={<X aria-hidden="true" />}
          size="micro"
          onPress={onRemove}
        />
      ) : null}
    </span>
  )
}

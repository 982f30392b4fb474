import './key-hint.css'

type KeyHintProps = {
  /** The keys pressed together, for example `['Ctrl', 'K']`. */
  keys: readonly string[]
}

/** Shows a keyboard shortcut as keys. */
export function KeyHint({ keys }: KeyHintProps) {
  return (
    <span className="w-key-hint">
      {keys.map((key) => (
        <kbd key={key} className="w-key-hint__key">
          {key}
        </kbd>
      ))}
    </span>
  )
}

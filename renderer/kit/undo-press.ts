type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Returns whether a press is Ctrl+Z, or Command+Z on macOS. In a text field it belongs to the browser, so the caller
 * also checks the target.
 */
export const isUndoPress = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): boolean =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !altKey && !shiftKey

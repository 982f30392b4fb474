import { safetyFormWords } from './safety-words.ts'

const { shortcuts: words } = safetyFormWords

/** The keys of the safety questions, in the shape of a group of the shortcut sheet. */
export const safetyShortcuts: {
  readonly title: string
  readonly lines: readonly { readonly what: string; readonly keys: readonly (readonly string[])[] }[]
} = {
  title: words.title,
  lines: [
    { what: words.yes, keys: [['Y']] },
    { what: words.no, keys: [['N']] },
    { what: words.option, keys: [['1 – 9']] },
    { what: words.next, keys: [['F8'], ['Enter']] },
    { what: words.undo, keys: [['Ctrl', 'Z']] },
    { what: words.save, keys: [['Ctrl', 'Enter']] },
  ],
}

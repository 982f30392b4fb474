import { safetyFormWords } from './safety-words.ts'

const { shortcuts: words } = safetyFormWords

/** The keys of the safety questions, for the printed shortcut sheet; the same shape as the sheet's own groups. */
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
    { what: words.save, keys: [['Ctrl', 'Enter']] },
  ],
}

import { studyPageWords } from './study-page-words.ts'

const words = studyPageWords.shortcuts

/** The keys of a study's page, as one group of the shortcut sheet. */
export const studyShortcuts: {
  readonly title: string
  readonly lines: readonly { readonly what: string; readonly keys: readonly (readonly string[])[] }[]
} = {
  title: words.title,
  lines: [
    { what: words.sections, keys: [['J'], ['K']] },
    { what: words.save, keys: [['Ctrl', 'Enter']] },
  ],
}

import { createContext, useContext } from 'react'
import { controlWords } from './control-words.ts'

const { dismiss, close, cancel, working, select, nothingFound, didNotWork, date } = controlWords
const { year, month, day, calendar, yearHint, monthHint, dayHint } = date

/**
 * The English texts of the controls that another language can replace. `date` has the boxes of a date and its calendar.
 */
export const replaceableControlWords = {
  ...{ dismiss, close, cancel, working, select, nothingFound, didNotWork },
  date: { year, month, day, calendar, yearHint, monthHint, dayHint },
}

/** The texts of the controls inside: in the member's language on the member's own pages, in English everywhere else. */
export const ControlWordsContext = createContext(replaceableControlWords)

/** Returns the texts of the controls of the surrounding page. */
export const useControlWords = () => useContext(ControlWordsContext)

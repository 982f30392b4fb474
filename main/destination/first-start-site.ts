import type { StandalonePage, StandaloneSite } from '../bridge/standalone-page.ts'
import { askServer } from './ask-server.ts'
import { destinationWords } from './destination-words.ts'
import { drawFirstStartPage } from './first-start-page.ts'
import { parseServerAddress } from './server-address.ts'
import type { StoredDestination } from './stored-destination.ts'

/** Draws the form again, with a problem. */
export type Redraw = (problem: string | null) => StandalonePage
/** Stores a choice and opens it; `redraw` draws the form again if the choice cannot be opened. */
export type Choose = (choice: StoredDestination, redraw: Redraw) => Promise<StandalonePage>

const askMs = 5000

/**
 * Creates the pages on which a person names the clinic's server or chooses the demo. A server is stored only after it
 * has answered a request sent through `send`.
 */
export const createFirstStartSite = (choose: Choose, send: typeof globalThis.fetch): StandaloneSite => ({
  answer: async (form) => {
    const typed = form?.get('address') ?? ''
    const redraw: Redraw = (problem) => drawFirstStartPage({ typed, problem })
    const action = form?.get('action')
    if (action === 'demo') return choose({ kind: 'demo' }, redraw)
    if (action !== 'connect') return redraw(null)
    const address = parseServerAddress(typed)
    if (!address.ok) return redraw(destinationWords.address[address.problem])
    const answer = await askServer(address.url, askMs, send)
    if (answer.kind !== 'atrium') return redraw(destinationWords.answer[answer.kind])
    return choose({ kind: 'server', url: address.url }, redraw)
  },
})

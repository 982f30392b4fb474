import type { StandalonePage, StandaloneSite } from '../bridge/standalone-page.ts'
import { destinationWords } from './destination-words.ts'
import { drawFirstStartPage } from './first-start-page.ts'
import type { Choose, Redraw } from './first-start-site.ts'
import { drawOtherServerPage } from './other-server-page.ts'
import type { OtherServerError } from './server-binding.ts'

/** Creates the pages of a workstation whose work belongs to another server: staff finish the work or set it aside. */
export const createOtherServerSite = (parts: {
  readonly error: OtherServerError
  /** The wanted server; null for the demo. */
  readonly wantedUrl: string | null
  /** Whether policy or a flag sets the server, so that the person cannot choose it. */
  readonly isManaged: boolean
  readonly choose: Choose
  readonly retry: (redraw: Redraw) => Promise<StandalonePage>
  /** Forgets the choice and shows the first-start page. */
  readonly askAgain: () => Promise<void>
  /** Throws the system's error when the files cannot be moved. */
  readonly setAside: () => void
}): StandaloneSite => {
  const { error, wantedUrl, isManaged, choose, retry, askAgain, setAside } = parts
  const words = destinationWords.otherServer
  const { boundTo } = error
  const redraw: Redraw = (problem) =>
    drawOtherServerPage({
      wanted: wantedUrl ?? words.demo,
      bound: boundTo ?? (wantedUrl === null ? words.unknown : words.demo),
      unsent: error.unsent,
      canGoBack: !isManaged && boundTo !== null,
      canChoose: !isManaged,
      problem,
    })
  return {
    answer: async (form) => {
      const action = form?.get('action')
      if (action === 'retry') return retry(redraw)
      if (action === 'back' && boundTo !== null && !isManaged) return choose({ kind: 'server', url: boundTo }, redraw)
      if (action === 'choose' && !isManaged) {
        await askAgain()
        return drawFirstStartPage({ typed: '', problem: null })
      }
      if (action !== 'aside') return redraw(null)
      if (form?.get('confirm') !== 'yes') return redraw(words.confirmFirst)
      try {
        setAside()
      } catch (thrown) {
        return redraw(destinationWords.notStarted(thrown instanceof Error ? thrown.message : String(thrown)))
      }
      return retry(redraw)
    },
  }
}

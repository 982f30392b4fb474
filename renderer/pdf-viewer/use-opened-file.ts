import { useEffect, useState } from 'react'
import { openFile } from './open-file.ts'
import type { OpenedFile, OpeningProblem } from './opened-file.ts'
import type { ViewerFile } from './viewer-file.ts'

type OpenedState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'opened'; readonly file: OpenedFile; readonly first: { width: number; height: number } }
  | { readonly kind: 'failed'; readonly problem: OpeningProblem }

/** Opens a file. Closes it, which frees its memory, when another file replaces it or the viewer closes. */
export const useOpenedFile = (file: ViewerFile | null, password: string | null): OpenedState => {
  const [state, setState] = useState<OpenedState>({ kind: 'opening' })
  const base64 = file?.base64 ?? null
  const contentType = file?.contentType
  useEffect(() => {
    let opened: OpenedFile | null = null
    let isGone = false
    const opening = new AbortController()
    const close = (): void => {
      isGone = true
      opening.abort()
      opened?.close()
    }
    setState({ kind: 'opening' })
    if (base64 === null) return close
    const open = async (): Promise<void> => {
      const result = await openFile({ base64, contentType }, password, opening.signal)
      if (result.kind === 'failed') {
        if (!isGone) setState(result)
        return
      }
      if (isGone) return result.file.close()
      opened = result.file
      try {
        const first = await opened.readSize(1)
        if (!isGone) setState({ kind: 'opened', file: opened, first })
      } catch {
        if (!isGone) setState({ kind: 'failed', problem: 'damaged' })
      }
    }
    void open()
    return close
  }, [base64, contentType, password])
  return state
}

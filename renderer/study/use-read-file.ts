import { useEffect, useState } from 'react'
import type { Reply } from '#contract/reply.ts'
import type { Loadable } from '../kit/loadable.ts'

/** Reads a file when a dialog opens, and again when `retry` is called, but not when only `read` changes. */
export const useReadFile = <File>(
  read: () => Promise<Reply<File>>,
): { readonly file: Loadable<File>; readonly retry: () => void } => {
  const [file, setFile] = useState<Loadable<File>>({ kind: 'loading' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads once for each try, not when the page changes
  useEffect(() => {
    let isGone = false
    setFile({ kind: 'loading' })
    void read().then((reply) => {
      if (isGone) return
      setFile(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
    })
    return () => {
      isGone = true
    }
  }, [tries])
  return { file, retry: () => setTries((count) => count + 1) }
}

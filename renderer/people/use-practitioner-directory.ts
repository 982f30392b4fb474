import { useEffect, useState } from 'react'
import type { Bridge } from '#contract/bridge.ts'
import type { Practitioner } from '#domain/people/practitioner.ts'
import type { Loadable } from '../kit/loadable.ts'

/** Reads the directory of practitioners when a component mounts. The returned function reads it again. */
export const usePractitionerDirectory = (
  bridge: Pick<Bridge, 'study'>,
): [Loadable<readonly Practitioner[]>, () => void] => {
  const [directory, setDirectory] = useState<Loadable<readonly Practitioner[]>>({ kind: 'loading' })
  const [reading, setReading] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try reads again
  useEffect(() => {
    let isGone = false
    void bridge.study.searchPractitioners({ text: '' }).then((reply) => {
      if (isGone) return
      setDirectory(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
    })
    return () => {
      isGone = true
    }
  }, [bridge, reading])
  const again = (): void => {
    setDirectory({ kind: 'loading' })
    setReading(reading + 1)
  }
  return [directory, again]
}

import { useEffect, useState } from 'react'
import type { PharmaciesBridge } from '#contract/people/bridge.ts'
import type { DirectoryPharmacy } from '#domain/people/pharmacy.ts'
import type { Loadable } from '../kit/loadable.ts'

/** What the search for a pharmacy needs of the bridge. */
export type PharmacyReader = { readonly pharmacies: Pick<PharmaciesBridge, 'list'> }

/** Reads the pharmacies in use when a component opens, from the workstation's copy. */
export const usePharmacies = (bridge: PharmacyReader): Loadable<readonly DirectoryPharmacy[]> => {
  const [directory, setDirectory] = useState<Loadable<readonly DirectoryPharmacy[]>>({ kind: 'loading' })
  useEffect(() => {
    let isGone = false
    void bridge.pharmacies.list({}).then((reply) => {
      if (isGone) return
      setDirectory(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
    })
    return () => {
      isGone = true
    }
  }, [bridge])
  return directory
}

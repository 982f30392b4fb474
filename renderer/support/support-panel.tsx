import { useMemo } from 'react'
import { useStore } from 'zustand'
import { Button } from '../kit/controls/button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import type { Notices } from '../kit/notices.ts'
import { SupportDialog } from './support-dialog.tsx'
import type { SupportFactories } from './support-factories.ts'
import { supportWords } from './support-words.ts'

type Props = { readonly stores: SupportFactories; readonly notices: Notices }

/** Offers the support bundle of this workstation. */
export function SupportPanel({ stores, notices }: Props) {
  const store = useMemo(() => stores.newSupport(), [stores])
  const isOpen = useStore(store, ({ bundle }) => bundle.kind !== 'idle')
  return (
    <Panel title={supportWords.title} isCollapsible={false}>
      <p>{supportWords.text}</p>
      <div>
        <Button onPress={() => void store.getState().make()}>{supportWords.make}</Button>
      </div>
      {isOpen ? <SupportDialog store={store} notices={notices} /> : null}
    </Panel>
  )
}

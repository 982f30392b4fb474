import { useStore } from 'zustand'
import { DirectoryScreen } from '../people/directory-screen.tsx'
import { HistoryDialog } from '../release/history-dialog.tsx'
import { isOnlineNow } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { ScreenStores } from './screen-stores.ts'

/** Shows the directory of practitioners, with a dialog that lists the sends to each practitioner. */
export function DirectoryPlace(props: ScreenProps<ScreenStores>) {
  const { bridge, stores } = props
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  return (
    <DirectoryScreen
      {...props}
      drawHistory={(practitioner, onClose) => <HistoryDialog {...{ bridge, isOnline, onClose }} {...practitioner} />}
    />
  )
}

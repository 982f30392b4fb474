import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import type { AppStores } from './app-stores.ts'

type Props = { readonly stores: Pick<AppStores, 'drafts'>; readonly onReload: () => void }

/**
 * Asks the user which of two drafts counts when the earlier one could not be read as its page opened. Until the answer,
 * neither overwrites the other.
 */
export function UnseenDraftNotices({ stores, onReload }: Props) {
  const unseen = useStore(stores.drafts.unseen)
  const [draftID] = unseen
  if (draftID === undefined) return null
  const openEarlier = async (): Promise<void> => {
    stores.drafts.decideUnseen(draftID, 'earlier')
    // The page shows what it read when it opened, so it must open again, after all other drafts are saved.
    await stores.drafts.flush()
    onReload()
  }
  return (
    <section className="s-frame__banners" aria-label="Earlier drafts">
      <Banner
        tone="warning"
        title={`${formOf(draftID)} has an earlier draft that could not be read when it was opened`}
        action={
          <>
            <Button size="xsmall" onPress={() => void openEarlier()}>
              Open the earlier draft
            </Button>
            <Button size="xsmall" onPress={() => stores.drafts.decideUnseen(draftID, 'entered')}>
              Keep what was entered since
            </Button>
          </>
        }
      >
        What was entered since is held in this window only. Opening the earlier draft discards it.
      </Banner>
    </section>
  )
}

const forms: Readonly<Record<string, string>> = {
  booking: 'The booking form',
  cancel: 'The cancellation',
  payment: 'The payment form',
  'follow-up': 'The report follow-up',
  finance: 'The cash count',
  consult: 'The consult',
  'study-details': 'Study Details',
  'study-note': 'The note',
  sales: 'The sale',
  'study-documents': 'The upload form',
  safety: 'The safety form',
}

/** Returns the form of a draft by the first part of its id; notices never show the study's id. */
const formOf = (draftID: string): string => forms[draftID.split(':')[0] ?? ''] ?? 'A form'

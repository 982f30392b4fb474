import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import type { AppStores } from './app-stores.ts'
import { frameNoticeWords } from './frame-notice-words.ts'

const words = frameNoticeWords.drafts

type Props = { readonly stores: Pick<AppStores, 'drafts'>; readonly onReload: () => void }

/**
 * Asks the user which of two drafts to keep, if the earlier draft could not be read when its page opened. Neither
 * overwrites the other before the user answers.
 */
export function UnseenDraftNotices({ stores, onReload }: Props) {
  const unseen = useStore(stores.drafts.unseen)
  const [draftID] = unseen
  if (draftID === undefined) return null
  const openEarlier = async (): Promise<void> => {
    stores.drafts.decideUnseen(draftID, 'earlier')
    // A page reads its draft only when it opens, so the window reloads, but first saves all other drafts.
    await stores.drafts.flush()
    onReload()
  }
  return (
    <section aria-label={words.label}>
      <Banner
        tone="warning"
        title={words.title(formOf(draftID))}
        action={
          <>
            <Button size="xsmall" onPress={() => void openEarlier()}>
              {words.openEarlier}
            </Button>
            <Button size="xsmall" onPress={() => stores.drafts.decideUnseen(draftID, 'entered')}>
              {words.keepEntered}
            </Button>
          </>
        }
      >
        {words.text}
      </Banner>
    </section>
  )
}

/** Returns the name of a draft's form, by the first part of the draft's id. The notice does not show the study's id. */
const formOf = (draftID: string): string => words.forms[draftID.split(':')[0] ?? ''] ?? words.otherForm

import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { paths } from '../routes.ts'
import type { AppStores } from './app-stores.ts'
import { frameNoticeWords } from './frame-notice-words.ts'

const words = frameNoticeWords.sends

/**
 * Shows the sends to several recipients that an earlier session of the user did not finish, each with a link to its
 * study.
 */
export function UnfinishedSendNotices({ stores }: { readonly stores: Pick<AppStores, 'sendBatches'> }) {
  const batches = useStore(stores.sendBatches, (state) => state.batches)
  const [location, navigate] = useLocation()
  const earlier = batches.filter(({ isEarlier }) => isEarlier)
  if (earlier.length === 0) return null
  return (
    <section aria-label={words.label}>
      {earlier.map(({ studyID, who, parts }) => {
        const path = paths.study(studyID)
        const open = parts.filter((part) => part.state !== 'sent').length
        return (
          <Banner
            key={studyID}
            tone="warning"
            title={words.title(who, open, parts.length)}
            action={
              location === path ? undefined : (
                <Button size="xsmall" aria-label={words.openOf(who)} onPress={() => navigate(path)}>
                  {words.open}
                </Button>
              )
            }
          >
            {words.text}
          </Banner>
        )
      })}
    </section>
  )
}

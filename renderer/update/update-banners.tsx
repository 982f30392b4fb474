import { useStore } from 'zustand'
import { formatInstant } from '#domain/format/format-time.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { describeUpdate, hoursText } from './describe-update.ts'
import type { WithUpdate } from './update-store.ts'
import { updateWords as words } from './update-words.ts'

/** Shows that an update is ready, with Restart now and Later; after an update, what is new. */
export function UpdateBanners({ stores, zone }: { readonly stores: WithUpdate; readonly zone: ZoneId | undefined }) {
  const { update, later, underWay, install, closeNews, waitWith } = useStore(stores.update)
  if (update.kind !== 'ready') return null
  const { state, news, hours } = update.value
  if (state.kind === 'ready' && (state.isOverdue || later !== state.version)) {
    const { version, isOverdue, dueAt, obstacles } = state
    // The signed-in user is the one who reads this, and can restart anyway.
    const others = obstacles.filter((one) => one !== 'signed-in')
    const when = hours === null ? words.whileFree : words.whileFreeOrHours(...hoursText(hours))
    const asks = zone === undefined ? '' : ` ${words.asksFrom(formatInstant(dueAt, zone))}`
    const text = isOverdue ? words.overdueText : `${when}${asks}`
    return (
      <Banner
        tone={isOverdue ? 'warning' : 'info'}
        title={isOverdue ? words.overdueTitle(version) : words.bannerTitle(version)}
        action={
          <>
            <Button size="small" isPending={underWay === 'install'} onPress={() => void install()}>
              {words.install}
            </Button>
            {isOverdue ? null : (
              <Button size="small" variant="plain" onPress={() => waitWith(version)}>
                {words.later}
              </Button>
            )}
          </>
        }
      >
        {others.length === 0 ? text : describeUpdate({ ...state, obstacles: others })}
      </Banner>
    )
  }
  if (news === null) return null
  return (
    <Banner title={words.newsTitle(news.version)} onDismiss={() => void closeNews()}>
      {news.notes.join(' ')}
    </Banner>
  )
}

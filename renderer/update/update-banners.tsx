import { useStore } from 'zustand'
import { formatInstant } from '#domain/format/format-time.ts'
import { formatTimeLeft } from '#domain/format/format-time-left.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { WithClock } from '../kit/clock-store.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import { describeUpdate, hoursText, withoutReader } from './describe-update.ts'
import type { WithUpdate } from './update-store.ts'
import { updateWords as words } from './update-words.ts'

type Props = { readonly stores: WithUpdate & WithClock & WithConnectivity; readonly zone: ZoneId | undefined }

/**
 * Shows that an update is ready and when Atrium asks for the restart, with the buttons "Restart now" and "Later". After
 * an update, shows what is new.
 */
export function UpdateBanners({ stores, zone }: Props) {
  const minute = useStore(stores.clock, (state) => state.minute)
  const { update, later, underWay, install, closeNews, waitWith } = useStore(stores.update)
  const isTooOld = useStore(stores.connectivity, ({ connectivity }) => connectivity?.versionGap === 'program-too-old')
  // If the program is too old for the server, the version-gap banner shows the update instead.
  if (update.kind !== 'ready' || isTooOld) return null
  const { state, news, hours } = update.value
  if (state.kind === 'ready' && (state.isOverdue || later !== state.version)) {
    const { version, isOverdue, dueAt, obstacles } = state
    const others = withoutReader(obstacles)
    const when = hours === null ? words.whileFree : words.whileFreeOrHours(...hoursText(hours))
    const forcedAt = hours?.isForced === true ? hoursText(hours)[0] : null
    const due = zone === undefined ? null : formatInstant(dueAt, zone)
    const asks = due === null ? [] : [words.asksIn(formatTimeLeft(minute, dueAt), due)]
    const forces = due === null || forcedAt === null ? [] : [words.forcedFrom(due, forcedAt)]
    const overdue = forcedAt === null ? words.overdueText : words.overdueForced(forcedAt)
    const text = isOverdue ? overdue : [when, ...asks, ...forces].join(' ')
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

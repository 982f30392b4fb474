import { Inbox } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { useStore } from 'zustand'
import { formatInstant } from '#domain/format/format-time.ts'
import type { WaitingResult } from '#domain/results/incoming-result.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { classNames } from '../kit/controls/class-names.ts'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import type { Loadable } from '../kit/loadable.ts'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import type { MemberFactories } from '../members/member-factories.ts'
import { paths } from '../routes.ts'
import { isOnlineNow } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { StoreParts } from '../session/store-parts.ts'
import { ArrowList } from './arrow-list.tsx'
import { RefusedList } from './refused-list.tsx'
import { RefusedPanel } from './refused-panel.tsx'
import { senderOfRefused } from './refused-words.ts'
import type { WithResultCount } from './result-count-store.ts'
import { ResultPanel } from './result-panel.tsx'
import type { ResultsFactories } from './results-factories.ts'
import type { ResultsStore } from './results-store.ts'
import { describeKind, describeResultFailure, whoInResult, resultsWords as words } from './results-words.ts'
import './results.css'

type Stores = StoreParts['stores'] & MemberFactories & ResultsFactories & WithLocations & WithResultCount
type Props = ScreenProps<Stores> & {
  /** The id of the result or refused message that the page's address names; null to show only the lists. */
  readonly resultID: string | null
}

const utc = 'UTC' as ZoneId

/**
 * Shows `/admin/results`: the results and refused messages that wait for a decision, and the chosen entry (decisions
 * 281, 311). Both come from other systems.
 */
export function ResultsScreen({ resultID, bridge, stores, notices }: Props) {
  const store = useMemo(() => stores.newResults(), [stores])
  const { results, refused } = useStore(store)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const location = useStore(stores.locations, chosenLocation)
  const [, navigate] = useLocation()
  const zone = location?.timezone ?? utc

  useEffect(() => store.getState().start(), [store])
  // Reads when the screen opens, and after a reconnection.
  useEffect(() => {
    if (isOnline || store.getState().results.kind !== 'ready') void store.getState().load()
  }, [isOnline, store])

  const chosen = listOf(results).find((one) => one.resultID === resultID) ?? null
  const chosenRefused = listOf(refused).find(({ refusalID }) => refusalID === resultID) ?? null
  const isRead = results.kind === 'ready' && refused.kind !== 'loading'
  const refresh = (): void => {
    void store.getState().load()
    void stores.resultCount.getState().refresh()
    navigate(paths.results())
  }
  return (
    <div className={classNames('res', resultID !== null && 'res--open')}>
      <div className="res__side">
        <header>
          <h1>{words.title}</h1>
          <p className="res__quiet">{words.about}</p>
        </header>
        <OutdatedNotice store={store} isOnline={isOnline} zone={zone} />
        {results.kind === 'ready' ? (
          <ResultList results={results.value} resultID={resultID} zone={zone} />
        ) : (
          <NotReady store={store} />
        )}
        {results.kind === 'failed' ? null : (
          <RefusedList refused={refused} chosenID={resultID} zone={zone} onRetry={() => void store.getState().load()} />
        )}
      </div>
      {chosen !== null ? (
        <section className="res__main" aria-label={whoInResult(chosen)}>
          <ResultPanel
            key={chosen.resultID}
            {...{ bridge, stores, notices, zone, isOnline }}
            result={chosen}
            onDecided={refresh}
          />
        </section>
      ) : chosenRefused !== null ? (
        <section className="res__main" aria-label={senderOfRefused(chosenRefused)}>
          <RefusedPanel
            key={chosenRefused.refusalID}
            {...{ bridge, notices, zone, isOnline }}
            refused={chosenRefused}
            onClosed={refresh}
          />
        </section>
      ) : resultID !== null && isRead ? (
        <section className="res__main" aria-label={words.gone}>
          <EmptyState title={words.gone}>{words.goneText}</EmptyState>
        </section>
      ) : null}
    </div>
  )
}

const listOf = <Item,>(list: Loadable<readonly Item[]>): readonly Item[] => (list.kind === 'ready' ? list.value : [])

/** Warns that the list may be out of date. */
function OutdatedNotice({
  store,
  isOnline,
  zone,
}: {
  readonly store: ResultsStore
  readonly isOnline: boolean
  readonly zone: ZoneId
}) {
  const { behind, readAt, load } = useStore(store)
  if (readAt === null || (isOnline && behind === null)) return null
  const time = formatInstant(readAt, zone)
  return (
    <Banner
      tone="warning"
      title={isOnline ? words.staleOnline(time) : words.staleOffline(time)}
      action={isOnline ? <Button onPress={() => void load()}>{words.tryAgain}</Button> : null}
    >
      {behind !== null && isOnline ? describeResultFailure(behind) : words.staleText}
    </Banner>
  )
}

/** Shows the skeleton of the list, or why it was not loaded. */
function NotReady({ store }: { readonly store: ResultsStore }) {
  const { results, load } = useStore(store)
  if (results.kind !== 'failed') {
    return (
      <SkeletonGroup label={words.loading} className="res__choice">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} shape="block" height="72px" />
        ))}
      </SkeletonGroup>
    )
  }
  const isOffline = results.failure.code === 'offline'
  return (
    <EmptyState
      title={isOffline ? words.offline : words.failed}
      action={<Button onPress={() => void load()}>{words.tryAgain}</Button>}
    >
      {isOffline ? words.offlineText : describeResultFailure(results.failure)}
    </EmptyState>
  )
}

type ListProps = {
  readonly results: readonly WaitingResult[]
  readonly resultID: string | null
  readonly zone: ZoneId
}

/** Shows the waiting results. */
function ResultList({ results, resultID, zone }: ListProps) {
  if (results.length === 0) {
    return (
      <EmptyState size="small" icon={<Inbox aria-hidden="true" />} title={words.empty}>
        {words.emptyText}
      </EmptyState>
    )
  }
  return (
    <>
      <p className="res__quiet" role="status">
        {words.summary(results.length)}
      </p>
      <ArrowList label={words.list}>
        {results.map((result) => (
          <li key={result.resultID}>
            <Link
              href={paths.results(result.resultID)}
              className="res__row"
              aria-current={result.resultID === resultID ? 'true' : undefined}
            >
              <strong className="res__value">{whoInResult(result)}</strong>
              <span>
                <Badge tone={result.reason === 'mismatch' ? 'danger' : 'warning'}>
                  {words.reasons[result.reason].title}
                </Badge>
              </span>
              <span className="res__quiet tabular">
                {describeKind(result)}. {words.sender(result)}. {formatInstant(result.receivedAt, zone)}
              </span>
            </Link>
          </li>
        ))}
      </ArrowList>
    </>
  )
}

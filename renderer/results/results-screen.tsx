import { Inbox } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
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
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import type { MemberFactories } from '../members/member-factories.ts'
import { paths } from '../routes.ts'
import { isOnlineNow } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { StoreParts } from '../session/store-parts.ts'
import type { WithResultCount } from './result-count-store.ts'
import { ResultPanel } from './result-panel.tsx'
import type { ResultsFactories } from './results-factories.ts'
import type { ResultsStore } from './results-store.ts'
import { describeKind, describeResultFailure, whoInResult, resultsWords as words } from './results-words.ts'
import './results.css'

type Stores = StoreParts['stores'] & MemberFactories & ResultsFactories & WithLocations & WithResultCount
type Props = ScreenProps<Stores> & {
  /** The result of the address; null for the list alone. */
  readonly resultID: string | null
}

const utc = 'UTC' as ZoneId

/** Shows `/admin/results`: results of other systems that wait for a person, and the chosen one (decision 281). */
export function ResultsScreen({ resultID, bridge, stores, notices }: Props) {
  const store = useMemo(() => stores.newResults(), [stores])
  const { results } = useStore(store)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const location = useStore(stores.locations, chosenLocation)
  const [, navigate] = useLocation()
  const zone = location?.timezone ?? utc

  useEffect(() => store.getState().start(), [store])
  // Reads when the screen opens, and after a reconnection.
  useEffect(() => {
    if (isOnline || store.getState().results.kind !== 'ready') void store.getState().load()
  }, [isOnline, store])

  const shown = results.kind === 'ready' ? results.value : []
  const chosen = shown.find((one) => one.resultID === resultID) ?? null
  return (
    <div className={classNames('res', resultID !== null && 'res--open')}>
      <div className="res__side">
        <header>
          <h1>{words.title}</h1>
          <p className="res__quiet">{words.about}</p>
        </header>
        <Behind store={store} isOnline={isOnline} zone={zone} />
        {results.kind === 'ready' ? (
          <ResultList results={results.value} resultID={resultID} zone={zone} />
        ) : (
          <NotReady store={store} />
        )}
      </div>
      {resultID === null || results.kind !== 'ready' ? null : (
        <section className="res__main" aria-label={chosen === null ? words.gone : whoInResult(chosen)}>
          {chosen === null ? (
            <EmptyState title={words.gone}>{words.goneText}</EmptyState>
          ) : (
            <ResultPanel
              key={chosen.resultID}
              {...{ bridge, stores, notices, zone, isOnline }}
              result={chosen}
              onDecided={() => {
                void store.getState().load()
                void stores.resultCount.getState().refresh()
                navigate(paths.results())
              }}
            />
          )}
        </section>
      )}
    </div>
  )
}

/** Warns that the list may be out of date. */
function Behind({
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

/** Shows the results that wait. The arrow keys move between them, Enter opens one. */
function ResultList({ results, resultID, zone }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  if (results.length === 0) {
    return (
      <EmptyState icon={<Inbox aria-hidden="true" />} title={words.empty}>
        {words.emptyText}
      </EmptyState>
    )
  }
  const moveFocus = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    event.preventDefault()
    links[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  }
  return (
    <>
      <p className="res__quiet" role="status">
        {words.summary(results.length)}
      </p>
      <ul ref={list} className="res__list" aria-label={words.list} onKeyDown={moveFocus}>
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
      </ul>
    </>
  )
}

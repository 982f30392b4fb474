import { CheckCheck } from 'lucide-react'
import { Link } from 'wouter'
import { formatInstant } from '#domain/format/format-time.ts'
import type { RefusedDelivery } from '#domain/results/refused-delivery.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import type { Loadable } from '../kit/loadable.ts'
import { paths } from '../routes.ts'
import { ArrowList } from './arrow-list.tsx'
import { senderOfRefused, refusedWords as words } from './refused-words.ts'
import { describeResultFailure, resultsWords } from './results-words.ts'

type Props = {
  readonly refused: Loadable<readonly RefusedDelivery[]>
  /** The id of the entry that the page's address names. */
  readonly chosenID: string | null
  readonly zone: ZoneId
  readonly onRetry: () => void
}

/** Shows the refused messages, below the waiting results. */
export function RefusedList({ refused, chosenID, zone, onRetry }: Props) {
  return (
    <section className="res__choice" aria-labelledby="refused-messages">
      <h2 id="refused-messages" className="res__title">
        {words.title}
      </h2>
      {refused.kind === 'ready' ? (
        <Entries entries={refused.value} chosenID={chosenID} zone={zone} />
      ) : refused.kind === 'failed' ? (
        <Banner tone="error" title={words.failed} action={<Button onPress={onRetry}>{resultsWords.tryAgain}</Button>}>
          {refused.failure.code === 'offline' ? resultsWords.offlineText : describeResultFailure(refused.failure)}
        </Banner>
      ) : (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="72px" />
        </SkeletonGroup>
      )}
    </section>
  )
}

type EntriesProps = Pick<Props, 'chosenID' | 'zone'> & { readonly entries: readonly RefusedDelivery[] }

function Entries({ entries, chosenID, zone }: EntriesProps) {
  if (entries.length === 0) {
    return (
      <EmptyState size="compact" icon={<CheckCheck aria-hidden="true" />} title={words.empty}>
        {words.emptyText}
      </EmptyState>
    )
  }
  return (
    <>
      <p className="res__quiet" role="status">
        {words.summary(entries.length)}
      </p>
      <ArrowList label={words.list}>
        {entries.map((entry) => (
          <li key={entry.refusalID}>
            <Link
              href={paths.results(entry.refusalID)}
              className="res__row"
              aria-current={entry.refusalID === chosenID ? 'true' : undefined}
            >
              <strong className="res__value">{senderOfRefused(entry)}</strong>
              <span>
                <Badge tone="warning">{words.reasons[entry.reason].title}</Badge>
              </span>
              <span className="res__quiet tabular">
                {words.ways[entry.channel]}, {words.times(entry.copies)}. {formatInstant(entry.lastAt, zone)}
              </span>
            </Link>
          </li>
        ))}
      </ArrowList>
    </>
  )
}

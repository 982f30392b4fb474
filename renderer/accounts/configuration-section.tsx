import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { formatTimeLeft } from '#domain/format/format-time-left.ts'
import type { ConfigurationItem } from '#domain/settings/configuration.ts'
import { configurationWords } from '#domain/settings/configuration-words.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { WithClock } from '../kit/clock-store.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table } from '../kit/controls/table.tsx'
import type { Loadable } from '../kit/loadable.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { accountsWords } from './accounts-words.ts'
import './accounts.css'

const words = accountsWords.configuration

/** Returns when a backup or drill last succeeded, and why the last one failed; empty for other items. */
const describeRun = (run: ConfigurationItem['lastRun'], now: Instant): string => {
  if (run === undefined || run === null) return ''
  const { problem, succeededAt } = run
  const success = succeededAt === null ? words.neverSucceeded : words.succeeded(formatTimeLeft(succeededAt, now))
  return problem === null ? success : `${words.failed(problem)} ${success}`
}

/**
 * Shows the settings that the clinic needs, which of them are missing, and where each is set.
 */
export function ConfigurationSection({ bridge, stores }: ScreenProps<WithClock & WithConnectivity>) {
  const now = useStore(stores.clock, (state) => state.minute)
  const [items, setItems] = useState<Loadable<readonly ConfigurationItem[]>>({ kind: 'loading' })
  const isReached = useStore(stores.connectivity, isOnlineNow)
  const load = useCallback(async (): Promise<void> => {
    const reply = await bridge.accounts.readConfiguration({})
    setItems((before) => {
      if (reply.ok) return { kind: 'ready', value: reply.value }
      return before.kind === 'ready' ? before : { kind: 'failed', failure: reply.failure }
    })
  }, [bridge])
  useEffect(() => void load(), [load])

  if (items.kind === 'failed') {
    return (
      <EmptyState
        title={words.failedTitle}
        action={<Button onPress={() => void load()}>{accountsWords.tryAgain}</Button>}
      >
        {items.failure.message}
      </EmptyState>
    )
  }
  if (items.kind !== 'ready') {
    return (
      <SkeletonGroup label={words.loading}>
        <Skeleton shape="block" height="240px" />
      </SkeletonGroup>
    )
  }
  const missing = items.value.filter(({ isMissing }) => isMissing).length
  return (
    <div className="s-accounts">
      <p className="s-accounts__quiet">{words.intro}</p>
      {isReached ? null : (
        <Banner tone="warning" title={accountsWords.offlineTitle}>
          {accountsWords.offline}
        </Banner>
      )}
      <div className="s-accounts__tools">
        <p>{missing === 0 ? words.allSet : words.missingCount(missing)}</p>
        <Button disabledReason={isReached ? null : accountsWords.needsConnection} onPress={() => void load()}>
          {words.check}
        </Button>
      </div>
      <Table
        caption={words.table}
        columns={[
          {
            id: 'name',
            header: words.columns.name,
            isRowHeader: true,
            cell: ({ key }) => configurationWords[key].name,
          },
          {
            id: 'state',
            header: words.columns.state,
            cell: ({ isMissing, key, lastRun }) =>
              isMissing ? (
                <>
                  <Badge tone="warning">{words.missing}</Badge> {configurationWords[key].without}{' '}
                  {describeRun(lastRun, now)}
                </>
              ) : (
                <>
                  <Badge tone="success">{words.ready}</Badge> {describeRun(lastRun, now)}
                </>
              ),
          },
          { id: 'where', header: words.columns.where, cell: ({ key }) => configurationWords[key].where },
        ]}
        rows={items.value}
        rowKey={({ key }) => key}
      />
    </div>
  )
}

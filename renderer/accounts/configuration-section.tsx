import { useCallback } from 'react'
import { useStore } from 'zustand'
import { formatTimeLeft } from '#domain/format/format-time-left.ts'
import type { ConfigurationItem } from '#domain/settings/configuration.ts'
import { configurationWords } from '#domain/settings/configuration-words.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { WithClock } from '../kit/clock-store.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Table } from '../kit/controls/table.tsx'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { accountsWords } from './accounts-words.ts'
import { ReadSection } from './read-section.tsx'

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
  const read = useCallback(() => bridge.accounts.readConfiguration({}), [bridge])
  const summary = (items: readonly ConfigurationItem[]): string => {
    const missing = items.filter(({ isMissing }) => isMissing).length
    return missing === 0 ? words.allSet : words.missingCount(missing)
  }
  return (
    <ReadSection stores={stores} read={read} words={words} summary={summary}>
      {(items) => (
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
          rows={items}
          rowKey={({ key }) => key}
        />
      )}
    </ReadSection>
  )
}

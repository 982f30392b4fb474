import { useState } from 'react'
import type { CheckedHead } from '#contract/audit/fields.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import type { AuditStore, AuditTask } from './audit-store.ts'
import { auditWords } from './audit-words.ts'
import { headsHeadingID, KeptHeadsList } from './kept-heads.tsx'

const words = auditWords.heads

type Props = {
  readonly store: AuditStore
  readonly zone: ZoneId
  readonly running: AuditTask | null
  readonly offlineReason: string | null
}

type Result =
  | { readonly kind: 'checked'; readonly heads: readonly CheckedHead[] }
  | { readonly kind: 'saved'; readonly count: number }

/**
 * Asks the server to compare its log with the heads that this workstation keeps. Saves the heads for `verify-audit`.
 */
export function HeadsPanel({ store, zone, running, offlineReason }: Props) {
  const [result, setResult] = useState<Result | null>(null)
  const check = async (): Promise<void> => {
    setResult(null)
    const heads = await store.getState().checkHeads()
    if (heads !== null) setResult({ kind: 'checked', heads })
  }
  const save = async (): Promise<void> => {
    setResult(null)
    const count = await store.getState().saveHeads()
    if (count !== null) setResult({ kind: 'saved', count })
  }
  return (
    <section className="s-audit__heads">
      <h2 id={headsHeadingID} tabIndex={-1}>
        {words.title}
      </h2>
      <p className="s-audit__quiet">{words.text}</p>
      <KeptHeadsList {...{ store, zone, running, offlineReason }} />
      <div className="s-audit__tools">
        <Button isPending={running === 'check'} disabledReason={offlineReason} onPress={() => void check()}>
          {words.check}
        </Button>
        <Button isPending={running === 'heads'} onPress={() => void save()}>
          {words.save}
        </Button>
      </div>
      <div role="status">{result === null ? null : <HeadsResult result={result} zone={zone} />}</div>
    </section>
  )
}

function HeadsResult({ result, zone }: { readonly result: Result; readonly zone: ZoneId }) {
  if (result.kind === 'saved') return <p>{result.count === 0 ? words.none : words.saved(result.count)}</p>
  const other = result.heads.filter(({ state }) => state !== 'same')
  const [first] = other
  if (result.heads.length === 0) return <p>{words.none}</p>
  if (first === undefined) return <Banner tone="success" title={words.allSame(result.heads.length)} />
  return (
    <Banner tone="error" title={words.different(other.length)}>
      {words.differentText(`${formatInstant(toInstant(first.at * 1000), zone)} (${words.states[first.state]})`)}
    </Banner>
  )
}

import { useStore } from 'zustand'
import { type SedativeStatus, sedativeStatuses, wantsSedative } from '#domain/study/sedative.ts'
import { sedativeWords } from '#domain/study/sedative-words.ts'
import { Badge } from '../../widgets/badge.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { Button } from '../../widgets/button.tsx'
import { Menu } from '../../widgets/menu.tsx'
import type { SafetyPartProps } from './safety-part-props.ts'

/** How far the prescription of a sedative is (study spec §4), where it goes, and the next step. */
export function SedativeLine({ safety, view, isOnline }: SafetyPartProps) {
  const attempt = useStore(safety, (state) => state.settingSedative)
  const { study, record } = view
  const { status, preferredPharmacy } = study.sedative
  const isWanted = wantsSedative(record.SafetyQuestions)
  const pharmacy = preferredPharmacy === null ? '' : Object.values(preferredPharmacy).filter(Boolean).join(', ')
  return (
    <section className="sds" aria-labelledby="sds-title">
      <h3 id="sds-title" className="sdr__title">
        Sedative
      </h3>
      <div className="sds__line">
        <Badge tone={status === 'pending' ? 'warning' : status === 'not requested' ? 'neutral' : 'info'}>
          {sedativeWords[status]}
        </Badge>
        {isWanted || status !== 'not requested' ? (
          <Menu
            label="Status of the sedative"
            trigger={
              <Button
                size="xsmall"
                isPending={attempt.kind === 'pending'}
                disabledReason={
                  study.status.cancelled
                    ? 'This appointment is cancelled.'
                    : isOnline
                      ? null
                      : 'The back office cannot be reached.'
                }
              >
                Change status
              </Button>
            }
            entries={sedativeStatuses
              .filter((each) => each !== status)
              .map((each) => ({ id: each, label: sedativeWords[each] }))}
            onAction={(id) => void safety.getState().setSedativeStatus(id as SedativeStatus)}
          />
        ) : null}
      </div>
      {pharmacy === '' ? null : <p className="sdr__quiet">Pharmacy: {pharmacy}</p>}
      {attempt.kind === 'failed' ? (
        <Banner tone="error" title="Sedative update failed.">
          {attempt.failure.code === 'stale'
            ? 'Somebody changed this study meanwhile. What is shown is now up to date: please try again.'
            : 'Please report this issue if it persists.'}
        </Banner>
      ) : null}
    </section>
  )
}

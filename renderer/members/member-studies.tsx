import { formatInstant } from '#domain/format/format-time.ts'
import { appointmentState, sortForMemberCard } from '#domain/study/member-appointments.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table } from '../kit/controls/table.tsx'
import type { Loadable } from '../kit/loadable.ts'
import type { LoadedCatalogue } from '../locations/locations-store.ts'
import { paths } from '../routes.ts'
import { SafetyChips } from '../safety/safety-chips.tsx'
import { AppointmentActs } from '../study/appointment-acts.tsx'
import { AppointmentBadge } from '../study/state-badge.tsx'
import { membersScreenWords } from './members-screen-words.ts'

const { studies: words } = membersScreenWords

type Props = {
  studies: Loadable<readonly Study[]>
  catalogue: Loadable<LoadedCatalogue>
  now: Instant
  onRetry: () => void
}

/**
 * Shows a member's appointments: the coming ones first, the soonest on top, then the past ones, the latest on top. Each
 * has a link to its study page, and each coming one has links that move and cancel it.
 */
export function MemberStudies({ studies, catalogue, now, onRetry }: Props) {
  const known = catalogue.kind === 'ready' ? catalogue.value : { locations: [], skus: [] }
  const locationName = ({ locationID }: Study): string =>
    known.locations.find((location) => location.locationID === locationID)?.address.name ?? locationID
  const scanName = ({ skuID }: Study): string => known.skus.find((sku) => sku.skuID === skuID)?.name ?? String(skuID)
  return (
    <Panel title={words.title} level={3} isFlush={studies.kind === 'ready' && studies.value.length > 0}>
      {studies.kind === 'failed' ? (
        <Banner
          tone="error"
          title={words.failedTitle}
          action={
            <Button size="small" onPress={onRetry}>
              {words.tryAgain}
            </Button>
          }
        >
          {studies.failure.message}
        </Banner>
      ) : studies.kind !== 'ready' ? (
        <SkeletonGroup label={words.loading}>
          <Skeleton height="2rem" />
          <Skeleton height="2rem" />
        </SkeletonGroup>
      ) : studies.value.length === 0 ? (
        <EmptyState size="compact" title={words.none}>
          {words.noneHint}
        </EmptyState>
      ) : (
        <Table
          caption={words.caption}
          density="small"
          columns={[
            { id: 'time', header: words.time, isRowHeader: true, cell: describeTime },
            { id: 'location', header: words.location, cell: locationName },
            { id: 'scan', header: words.scanType, cell: scanName },
            {
              id: 'status',
              header: words.status,
              cell: (study) => (
                <span className="s-members__states">
                  <AppointmentBadge state={appointmentState(study, now)} />
                  {study.status.cancelled || study.status.scanned ? null : <SafetyChips summary={study.safety} />}
                </span>
              ),
            },
            {
              id: 'acts',
              header: <span className="w-visually-hidden">{words.acts}</span>,
              cell: (study) => (
                <span className="s-members__acts">
                  <LinkButton
                    variant="text"
                    href={paths.study(study.studyID)}
                    aria-label={words.openLabel(study.studyID)}
                  >
                    {words.open}
                  </LinkButton>
                  <AppointmentActs study={study} now={now} />
                </span>
              ),
            },
          ]}
          rows={sortForMemberCard(studies.value, now)}
          rowKey={(study) => study.studyID}
        />
      )}
    </Panel>
  )
}

const describeTime = ({ booking }: Study) =>
  booking === null ? words.noTime : <span className="tabular">{formatInstant(booking.utcStart, booking.timezone)}</span>

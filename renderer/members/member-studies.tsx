import type { Study } from '#domain/study/study.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { Badge } from '../kit/controls/badge.tsx'
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

type Props = { studies: Loadable<readonly Study[]>; catalogue: Loadable<LoadedCatalogue>; onRetry: () => void }

/** Shows a member's appointments, the latest first, each with a link to its booking. */
export function MemberStudies({ studies, catalogue, onRetry }: Props) {
  const known = catalogue.kind === 'ready' ? catalogue.value : { locations: [], skus: [] }
  const locationName = ({ locationID }: Study): string =>
    known.locations.find((location) => location.locationID === locationID)?.address.name ?? locationID
  const scanName = ({ skuID }: Study): string => known.skus.find((sku) => sku.skuID === skuID)?.name ?? String(skuID)
  return (
    <Panel title="Appointments" level={3} isFlush={studies.kind === 'ready' && studies.value.length > 0}>
      {studies.kind === 'failed' ? (
        <Banner
          tone="error"
          title="The appointments could not be read"
          action={
            <Button size="small" onPress={onRetry}>
              Try again
            </Button>
          }
        >
          {studies.failure.message}
        </Banner>
      ) : studies.kind !== 'ready' ? (
        <SkeletonGroup label="Loading the appointments">
          <Skeleton height="2rem" />
          <Skeleton height="2rem" />
        </SkeletonGroup>
      ) : studies.value.length === 0 ? (
        <EmptyState size="small" title="No appointments">
          Press Book above to make the first one.
        </EmptyState>
      ) : (
        <Table
          caption="Appointments of this member"
          density="small"
          columns={[
            { id: 'time', header: 'Time', isRowHeader: true, cell: describeTime },
            { id: 'location', header: 'Location', cell: locationName },
            { id: 'scan', header: 'Scan type', cell: scanName },
            { id: 'status', header: 'Status', cell: (study) => <StudyState study={study} /> },
            {
              id: 'safety',
              header: 'Safety',
              cell: (study) =>
                study.status.cancelled || study.status.scanned ? null : <SafetyChips summary={study.safety} />,
            },
            {
              id: 'open',
              header: <span className="w-visually-hidden">Open</span>,
              cell: (study) => (
                <LinkButton variant="text" href={paths.study(study.studyID)} aria-label={`Open study ${study.studyID}`}>
                  Open
                </LinkButton>
              ),
            },
          ]}
          rows={studies.value}
          rowKey={(study) => study.studyID}
        />
      )}
    </Panel>
  )
}

const describeTime = ({ booking }: Study) =>
  booking === null ? 'No time' : <span className="tabular">{formatInstant(booking.utcStart, booking.timezone)}</span>

function StudyState({ study }: { study: Study }) {
  if (study.status.cancelled) return <Badge tone="danger">Cancelled</Badge>
  if (study.status.scanned) return <Badge tone="success">Scanned</Badge>
  if (study.temporaryHold) return <Badge tone="warning">Temporary hold</Badge>
  return study.status.booked ? <Badge tone="primary">Booked</Badge> : <Badge>Not booked</Badge>
}

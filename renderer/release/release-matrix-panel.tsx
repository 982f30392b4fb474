import type { Recipient, ReleasableItem, ReleaseView } from '#contract/release/bridge.ts'
import { hasOpenProblem, type ReleaseMatrix, toReleaseMatrix } from '#domain/release/release-matrix.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table } from '../kit/controls/table.tsx'
import { paths } from '../routes.ts'
import { useGoToSection, useUnfoldFor } from '../study/sections.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { LastSendStatus } from './inside/last-send.tsx'
import { ReleaseProblem } from './inside/release-problem.tsx'
import { releaseWords } from './inside/release-words.ts'
import { useRelease } from './inside/use-release.ts'
import type { ReleaseFactories } from './release-factories.ts'
import '../study/panels.css'
import './release.css'

const words = releaseWords.matrix

type Matrix = ReleaseMatrix<ReleasableItem, Recipient>
type Row = Matrix['rows'][number]

/**
 * Shows every document of the study with its last sends. A button leads to Provider follow-up, which lists the
 * practitioners with their channels (decision 361).
 */
export function ReleaseMatrixPanel({ page }: StudyPartProps<ReleaseFactories>) {
  const release = useRelease(page)
  const goTo = useGoToSection()
  const { studyID } = page.view.study
  const { read } = release
  return (
    <Panel
      title={words.title}
      actions={
        <>
          <LinkButton size="small" href={paths.medicalReports(studyID)} aria-label={words.medicalReportsOf(page.who)}>
            {words.medicalReports}
          </LinkButton>
          <LinkButton size="small" href={paths.sharing(studyID)} aria-label={words.sharingOf(page.who)}>
            {words.sharing}
          </LinkButton>
        </>
      }
    >
      <div className="stp">
        <ReleaseProblem page={page} release={release} />
        {read.kind === 'ready' ? (
          <Ready view={read.value} />
        ) : read.kind === 'failed' ? null : (
          <SkeletonGroup label={words.loading}>
            <Skeleton shape="block" height="128px" />
          </SkeletonGroup>
        )}
        <div className="stp__actions">
          <Button size="small" onPress={() => goTo('provider-follow-up')}>
            {words.goToProvider}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

function Ready({ view }: { readonly view: ReleaseView }) {
  const matrix = toReleaseMatrix(view)
  const zone = view.location.timezone
  // Opens the panel on such a problem, because Provider follow-up has no row for practitioners whom the study no longer
  // names.
  useUnfoldFor(hasOpenProblem(matrix.others))
  if (matrix.rows.length === 0 && matrix.others.length === 0) {
    return (
      <EmptyState size="compact" title={words.empty}>
        {words.emptyHint}
      </EmptyState>
    )
  }
  return (
    <>
      {matrix.columns.length === 0 ? <p className="stp__quiet">{words.noPractitioner}</p> : null}
      <Table<Row>
        caption={words.caption}
        density="small"
        className="rel-table"
        rows={matrix.rows}
        rowKey={({ key }) => key}
        columns={[
          { id: 'item', header: words.document, isRowHeader: true, cell: ({ item }) => <Item item={item} /> },
          {
            id: 'last',
            header: releaseWords.table.lastSend,
            width: '65%',
            cell: (row) => <Sends row={row} zone={zone} />,
          },
        ]}
      />
      <Others matrix={matrix} zone={zone} />
    </>
  )
}

function Item({ item }: { readonly item: ReleasableItem }) {
  return (
    <span className="rel-matrix__item">
      {item.title}
      {item.isPublished ? <Badge tone="success">{words.published}</Badge> : <Badge tone="warning">{words.draft}</Badge>}
    </span>
  )
}

/** Shows the last send of the document to each recipient by each channel, the newest first. */
function Sends({ row, zone }: { readonly row: Row; readonly zone: ZoneId }) {
  const sends = row.cells
    .flatMap(({ lasts, sentAs }) => lasts.map((last, place) => ({ last, sentAs: place === 0 ? sentAs : null })))
    .toSorted((a, b) => (a.last.latest.at < b.last.latest.at ? 1 : -1))
  if (sends.length === 0) return <LastSendStatus last={null} zone={zone} />
  return sends.map(({ last, sentAs }) => (
    <LastSendStatus key={last.latest.deliveryID} last={last} sentAs={sentAs} zone={zone} isShort isNamed />
  ))
}

/** Shows the sends that have no cell in the matrix, so that every send is visible. */
function Others({ matrix, zone }: { readonly matrix: Matrix; readonly zone: ZoneId }) {
  if (matrix.others.length === 0) return null
  return (
    <div className="stp__part">
      <h3 className="stp__subtitle">{words.others}</h3>
      <ul className="rel-matrix__list">
        {matrix.others.map((delivery) => (
          <li key={delivery.deliveryID}>
            <LastSendStatus last={{ latest: delivery, reached: null }} zone={zone} isNamed />
          </li>
        ))}
      </ul>
    </div>
  )
}

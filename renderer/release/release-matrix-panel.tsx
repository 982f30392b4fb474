import type { Recipient, ReleasableItem, ReleaseView } from '#contract/release/bridge.ts'
import {
  type ReleaseCell,
  type ReleaseColumn,
  type ReleaseMatrix,
  toReleaseMatrix,
} from '#domain/release/release-matrix.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Table } from '../kit/controls/table.tsx'
import { paths } from '../routes.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { LastSendStatus, LastSends } from './inside/last-send.tsx'
import { ReleaseProblem } from './inside/release-problem.tsx'
import { recipientNameOf, recipientPractice, releaseWords, roleLabels } from './inside/release-words.ts'
import { useNarrow } from './inside/use-narrow.ts'
import { useRelease } from './inside/use-release.ts'
import type { ReleaseFactories } from './release-factories.ts'
import '../study/panels.css'
import './release.css'

const words = releaseWords.matrix

type Matrix = ReleaseMatrix<ReleasableItem, Recipient>
type Row = Matrix['rows'][number]

/** Shows every document of the study against every recipient, with the last send of each. */
export function ReleaseMatrixPanel({ page }: StudyPartProps<ReleaseFactories>) {
  const release = useRelease(page)
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
      </div>
    </Panel>
  )
}

function Ready({ view }: { readonly view: ReleaseView }) {
  const matrix = toReleaseMatrix(view)
  const isNarrow = useNarrow()
  const zone = view.location.timezone
  if (matrix.rows.length === 0 && matrix.others.length === 0) {
    return (
      <EmptyState size="small" title={words.empty}>
        {words.emptyHint}
      </EmptyState>
    )
  }
  return (
    <>
      {matrix.columns.length === 0 ? <p className="stp__quiet">{words.noPractitioner}</p> : null}
      {isNarrow ? <MatrixList matrix={matrix} zone={zone} /> : <MatrixTable matrix={matrix} zone={zone} />}
      <Others matrix={matrix} zone={zone} />
    </>
  )
}

type MatrixProps = { readonly matrix: Matrix; readonly zone: ZoneId }

function MatrixTable({ matrix, zone }: MatrixProps) {
  return (
    <Table<Row>
      caption={words.caption}
      density="small"
      className="rel-table"
      rows={matrix.rows}
      rowKey={({ key }) => key}
      columns={[
        { id: 'item', header: words.document, isRowHeader: true, cell: ({ item }) => <Item item={item} /> },
        ...matrix.columns.map((column, index) => ({
          id: column.key,
          header: <Who column={column} />,
          cell: ({ cells }: Row) => <Cell cell={cells[index]} zone={zone} />,
        })),
      ]}
    />
  )
}

/** Shows the matrix in a narrow window, one document below the other. */
function MatrixList({ matrix, zone }: MatrixProps) {
  return (
    <ul className="rel-matrix__list" aria-label={words.caption}>
      {matrix.rows.map(({ key, item, cells }) => (
        <li key={key}>
          <Item item={item} />
          <dl className="rel-matrix__pairs">
            {matrix.columns.map((column, index) => (
              <div key={column.key}>
                <dt className="stp__quiet">{whoWords(column)}</dt>
                <dd>
                  <Cell cell={cells[index]} zone={zone} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
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

const rolesWords = ({ roles }: ReleaseColumn<Recipient>): string => roles.map((role) => roleLabels[role]).join(', ')
const whoWords = (column: ReleaseColumn<Recipient>): string =>
  [recipientNameOf(column.recipient), recipientPractice(column.recipient), rolesWords(column)]
    .filter(Boolean)
    .join(', ')

function Who({ column }: { readonly column: ReleaseColumn<Recipient> }) {
  const { recipient } = column
  return (
    <>
      {recipientNameOf(recipient)}
      <span className="stp__below">
        {[recipientPractice(recipient), rolesWords(column)].filter(Boolean).join(', ')}
      </span>
    </>
  )
}

function Cell({ cell, zone }: { readonly cell: ReleaseCell | undefined; readonly zone: ZoneId }) {
  return <LastSends lasts={cell?.lasts ?? []} sentAs={cell?.sentAs} zone={zone} isShort />
}

/** Shows sends that have no cell in the matrix, so that every send is in view. */
function Others({ matrix, zone }: MatrixProps) {
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

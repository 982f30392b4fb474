import { CalendarX, Check } from 'lucide-react'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { KeyHint } from '../kit/controls/key-hint.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { Spinner } from '../kit/controls/spinner.tsx'
import { StatusDot } from '../kit/controls/status-dot.tsx'
import { Table } from '../kit/controls/table.tsx'
import { VisuallyHidden } from '../kit/controls/visually-hidden.tsx'

type Line = { id: string; kind: string; when: string; amount: string; state: string }

const lines: readonly Line[] = [
  { id: 't1', kind: 'Charge', when: '21 Nov 2026 09:40am PST', amount: '2,499.00', state: 'Complete' },
  { id: 't2', kind: 'Discount', when: '21 Nov 2026 09:41am PST', amount: '−250.00', state: 'Applied' },
  { id: 't3', kind: 'Refund', when: '22 Nov 2026 10:05am PST', amount: '−1,111.10', state: 'Pending' },
]

const columns = [
  { id: 'kind', header: 'Type', cell: (line: Line) => line.kind, isRowHeader: true },
  { id: 'when', header: 'Time', cell: (line: Line) => <span className="tabular">{line.when}</span> },
  {
    id: 'state',
    header: 'State',
    cell: (line: Line) => <Badge tone={line.state === 'Pending' ? 'warning' : 'success'}>{line.state}</Badge>,
  },
  { id: 'amount', header: 'CA$', cell: (line: Line) => line.amount, isNumeric: true },
]

/** Shows banners, badges, status dots, tables, and the loading and empty states. */
export function GalleryNotices() {
  return (
    <>
      <Panel title="Notices">
        <div className="gallery__stack">
          <Banner title="This computer's clock is in another zone">Times here are Vancouver's, PST.</Banner>
          <Banner tone="success" title="Booked" onDismiss={() => {}} />
          <Banner tone="warning" title="Offline: data as of 02:02pm" action={<Button size="small">Try again</Button>}>
            You can still read the week and book provisionally.
          </Banner>
          <Banner tone="error" title="The booking was not saved" action={<Button size="small">Try again</Button>}>
            What you typed is kept.
          </Banner>
          <div className="gallery__row">
            <Badge>Draft</Badge>
            <Badge tone="info">Booked</Badge>
            <Badge tone="success" icon={<Check aria-hidden="true" />}>
              Paid
            </Badge>
            <Badge tone="warning">Review</Badge>
            <Badge tone="danger">Failed</Badge>
            <Badge>Cancelled</Badge>
          </div>
          <div className="gallery__row">
            <StatusDot tone="success" label="Online" />
            <StatusDot tone="neutral" label="No reader" />
            <StatusDot tone="info" label="2 jobs" />
            <StatusDot tone="warning" label="Stale" />
            <StatusDot tone="danger" label="Offline" />
            <span>
              Search <KeyHint keys={['Ctrl', 'K']} />
            </span>
            <VisuallyHidden>For screen readers only</VisuallyHidden>
          </div>
        </div>
      </Panel>
      <Panel title="Commit">
        <CommitBar who="Ana Silva · born 03 Feb 1980 · Wed 25 Nov 2026 08:00am PST">
          <Button>Hold without payment</Button>
          <Button variant="primary" aria-label="Book appointment of Ana Silva, 03 Feb 1980">
            Book appointment
          </Button>
        </CommitBar>
      </Panel>
      <Panel title="Transactions" isFlush badge={<Badge>3</Badge>} actions={<Button size="small">Export</Button>}>
        <Table
          caption="Transactions of this study"
          columns={columns}
          rows={lines}
          rowKey={(line) => line.id}
          currentKey="t2"
          footer={{ kind: 'Balance', amount: '1,137.90' }}
        />
      </Panel>
      <Panel title="Nothing here" isFlush>
        <Table
          caption="Bookings"
          columns={columns}
          rows={[]}
          rowKey={(line) => line.id}
          empty={
            <EmptyState
              icon={<CalendarX aria-hidden="true" />}
              title="No bookings on this day"
              action={<Button variant="primary">Book a scan</Button>}
            >
              The clinic is open 07:00am to 07:00pm; every machine is free.
            </EmptyState>
          }
        />
      </Panel>
      <Panel title="Nothing to do" isFlush>
        <EmptyState size="compact" icon={<CalendarX aria-hidden="true" />} title="No bookings on this day">
          The clinic is open 07:00am to 07:00pm.
        </EmptyState>
      </Panel>
      <Panel title="Loading">
        <div className="gallery__stack">
          <div className="gallery__row">
            <Spinner size="small" />
            <Spinner />
            <Spinner size="large" label="Loading the study" />
          </div>
          <SkeletonGroup label="Loading the member">
            <div className="gallery__row">
              <Skeleton shape="circle" />
              <Skeleton width={180} />
            </div>
            <Skeleton />
            <Skeleton width="70%" />
            <Skeleton shape="block" width={140} />
          </SkeletonGroup>
        </div>
      </Panel>
    </>
  )
}

import { useState } from 'react'
import { formatCount } from '#domain/format/format-count.ts'
import {
  type ImportReport,
  isReportClean,
  type KindCounts,
  maxReportLines,
  type ReportLine,
} from '#domain/import/import-report.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { Table } from '../kit/controls/table.tsx'
import { importWords } from './import-words.ts'

const words = importWords.result

/** The number of problems on one page of the table. */
const pageLines = 50

/** Shows the result for a file: rows by kind, and the refused rows with their reasons. */
export function ImportResult({ report }: { readonly report: ImportReport }) {
  const added = report.counts.reduce((sum, counts) => sum + counts.added, 0)
  const isClean = isReportClean(report)
  const done = report.isStored ? words.stored(added) : words.checked
  return (
    <Panel title={words.title}>
      <div className="s-import__result">
        <div role="status">
          <Banner tone={isClean ? 'success' : 'error'} title={isClean ? done : words.refused(report.refused)} />
        </div>
        <Table<KindCounts>
          caption={words.counts}
          rows={report.counts}
          rowKey={({ kind }) => kind}
          columns={[
            { id: 'kind', header: words.kind, cell: ({ kind }) => importWords.kinds[kind], isRowHeader: true },
            { id: 'rows', header: words.rows, cell: ({ rows }) => formatCount(rows), isNumeric: true },
            { id: 'added', header: words.added, cell: (counts) => formatCount(counts.added), isNumeric: true },
            { id: 'known', header: words.known, cell: ({ known }) => formatCount(known), isNumeric: true },
            { id: 'rejected', header: words.rejected, cell: ({ rejected }) => formatCount(rejected), isNumeric: true },
          ]}
        />
        {isClean ? null : <Problems key={JSON.stringify(report.counts)} report={report} />}
      </div>
    </Panel>
  )
}

type Numbered = ReportLine & { readonly place: number }

function Problems({ report }: { readonly report: ImportReport }) {
  const [page, setPage] = useState(0)
  const all = report.report.map((line, place): Numbered => ({ ...line, place }))
  const last = Math.max(0, Math.ceil(all.length / pageLines) - 1)
  const shown = all.slice(page * pageLines, (page + 1) * pageLines)
  const range = words.shown(page * pageLines + 1, page * pageLines + shown.length, report.refused)
  return (
    <>
      <Table<Numbered>
        caption={words.problems}
        isCaptionHidden={false}
        density="small"
        rows={shown}
        rowKey={({ place }) => String(place)}
        columns={[
          { id: 'kind', header: words.kind, cell: ({ kind }) => importWords.kinds[kind] },
          { id: 'line', header: words.line[report.unit], cell: ({ line }) => line, isNumeric: true, isRowHeader: true },
          { id: 'field', header: words.field, cell: ({ field }) => field },
          {
            id: 'problem',
            header: words.problem,
            cell: ({ problem }) => <span className="s-import__problem">{problem}</span>,
          },
        ]}
      />
      <div className="s-import__buttons">
        <Button
          size="small"
          disabledReason={page === 0 ? words.firstPage : null}
          onPress={() => setPage((current) => current - 1)}
        >
          {words.previous}
        </Button>
        <Button
          size="small"
          disabledReason={page === last ? words.lastPage : null}
          onPress={() => setPage((current) => current + 1)}
        >
          {words.next}
        </Button>
        <p role="status" className="s-import__quiet tabular">
          {range}
        </p>
      </div>
      {report.refused > maxReportLines ? <p className="s-import__quiet">{words.more(maxReportLines)}</p> : null}
    </>
  )
}

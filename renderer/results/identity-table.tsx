import { Check, CircleHelp, TriangleAlert } from 'lucide-react'
import type { Member } from '#domain/members/member.ts'
import type { WaitingResult } from '#domain/results/incoming-result.ts'
import { differingFields, type IdentityField, identityFields } from '#domain/results/match-result.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Table } from '../kit/controls/table.tsx'
import { inRecord, inResult, resultsWords } from './results-words.ts'

const words = resultsWords.compare

type Props = {
  readonly result: WaitingResult
  /** The study to compare with, and its member; null if none is chosen. */
  readonly study: { readonly studyID: StudyID; readonly member: Member } | null
}

type Finding = 'same' | 'different' | 'missing' | 'partial' | 'no-study'
type Row = {
  readonly id: string
  readonly label: string
  readonly ours: string
  readonly theirs: string
  readonly check: Finding
}

/** Compares the person of a result with the member of a study, field by field, and marks the differences. */
export function IdentityTable({ result, study }: Props) {
  const { identity, studyRef } = result
  const different: readonly IdentityField[] = study === null ? [] : differingFields(identity, study.member)
  const check = (isDifferent: boolean, theirs: string, isPartial = false): Finding => {
    if (study === null) return 'no-study'
    if (theirs === '') return 'missing'
    if (isDifferent) return 'different'
    return isPartial ? 'partial' : 'same'
  }
  const rows: readonly Row[] = [
    ...identityFields.map((field): Row => {
      const theirs = inResult[field](identity)
      const isPartial = field === 'birthDate' && identity.partialBirthDate !== ''
      const ours = study === null ? '' : inRecord[field](study.member)
      return {
        id: field,
        label: words.fields[field],
        theirs,
        ours,
        check: check(different.includes(field), theirs, isPartial),
      }
    }),
    {
      id: 'study',
      label: words.study,
      theirs: studyRef,
      ours: study?.studyID ?? '',
      check: check(studyRef !== study?.studyID, studyRef),
    },
  ]
  return (
    <Table<Row>
      caption={words.caption}
      density="small"
      className="res__compare"
      columns={[
        { id: 'field', header: words.field, isRowHeader: true, cell: ({ label }) => label, width: '18%' },
        { id: 'theirs', header: words.result, cell: ({ theirs }) => <Value text={theirs} />, width: '30%' },
        { id: 'ours', header: words.record, cell: ({ ours }) => <Value text={ours} />, width: '30%' },
        { id: 'check', header: words.check, cell: (row) => <Mark check={row.check} />, width: '22%' },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}

function Value({ text }: { readonly text: string }) {
  return text === '' ? (
    <span className="res__quiet">{words.none}</span>
  ) : (
    <strong className="res__value tabular">{text}</strong>
  )
}

function Mark({ check }: { readonly check: Finding }) {
  switch (check) {
    case 'same':
      return (
        <Badge tone="success" icon={<Check aria-hidden="true" />}>
          {words.same}
        </Badge>
      )
    case 'different':
      return (
        <Badge tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
          {words.different}
        </Badge>
      )
    case 'missing':
    case 'partial':
      return (
        <Badge tone="warning" icon={<CircleHelp aria-hidden="true" />}>
          {words[check]}
        </Badge>
      )
    case 'no-study':
      return <span className="res__quiet">{words.noStudy}</span>
  }
}

import { practiceName } from '#domain/people/practitioner.ts'
import type { TableColumn } from '../kit/controls/table.tsx'
import { practiceOf } from '../study/panel-words.ts'
import type { PractitionerRow } from './practitioner-rows.ts'

/** Who it is; names the row. */
export const nameColumn: TableColumn<PractitionerRow> = {
  id: 'name',
  header: 'Practitioner',
  isRowHeader: true,
  cell: ({ name, practitioner }) => (
    <>
      {name}
      {practitioner === null || practitioner.profession === '' ? null : (
        <span className="stp__below">{practitioner.profession}</span>
      )}
    </>
  ),
}

/** At which of their practices the study names them. */
export const practiceColumn: TableColumn<PractitionerRow> = {
  id: 'practice',
  header: 'Practice',
  cell: ({ practitioner, ref }) => {
    const practice = practitioner === null ? null : practiceOf(practitioner, ref)
    return practice === null ? <span className="stp__quiet">Not named</span> : practiceName(practice)
  },
}

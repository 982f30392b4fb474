import { practiceName } from '#domain/people/practitioner.ts'
import type { TableColumn } from '../kit/controls/table.tsx'
import { practiceOf } from '../study/panel-words.ts'
import type { PractitionerRow } from './practitioner-rows.ts'

/** The practitioner's name, which is the row's header. */
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

/** The practice at which the study names the practitioner. */
export const practiceColumn: TableColumn<PractitionerRow> = {
  id: 'practice',
  header: 'Practice',
  cell: ({ practitioner, ref }) => {
    const practice = practitioner === null ? null : practiceOf(practitioner, ref)
    return practice === null ? <span className="stp__quiet">Not named</span> : practiceName(practice)
  },
}

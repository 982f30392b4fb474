import type { Worklist } from '#domain/worklists/worklist.ts'
import type { WorklistRow } from '#domain/worklists/worklist-row.ts'
import type { WorklistTask } from '#domain/worklists/worklist-task.ts'
import { paths } from '../routes.ts'

/** Where the user left a list: the row, its position, how many rows were shown, and the scroll position. */
type WorklistPlace = {
  readonly rowKey: string
  readonly index: number
  readonly rows: number
  readonly scrollTop: number
}

/** The stored places, one for each list; each is used once, on return. */
const storedPlaces = new Map<Worklist, WorklistPlace>()

export const storeWorklistPlace = (list: Worklist, place: WorklistPlace | null): void => {
  if (place === null) storedPlaces.delete(list)
  else storedPlaces.set(list, place)
}

/** Returns the place at which the user left a list; null for none. */
export const readWorklistPlace = (list: Worklist): WorklistPlace | null => storedPlaces.get(list) ?? null

/** Forgets the stored places of the user who has signed out. */
export const clearWorklistPlaces = (): void => storedPlaces.clear()

export const keyOfRow = (row: Pick<WorklistRow, 'studyID' | 'task'>): string => `${row.studyID} ${row.task}`

/** The section of the study's page in which each task is done. */
const sections: { readonly [Task in WorklistTask]: string } = {
  read: 'radiology',
  'complete-qa': 'radiology',
  'confirm-body-composition': 'body-composition',
  publish: 'report',
  'publish-draft': 'report',
  'release-to-member': 'patient-follow-up',
  'notify-practitioner': 'provider-follow-up',
  'burn-disc': 'provider-follow-up',
  'check-send': 'provider-follow-up',
  'receive-history': 'medical-history',
  'review-history': 'medical-history',
  'book-consult': 'consult',
  'hold-consult': 'consult',
  'resolve-stop': 'safety',
  'convert-hold': 'booking',
  'collect-payment': 'booking',
  'obtain-referral': 'details',
}

/** Returns the address of the section in which the work is done, with the list to return to. */
export const placeOfWork = (row: Pick<WorklistRow, 'studyID' | 'task'>, list: Worklist): string =>
  `${paths.study(row.studyID, { from: list })}#study-${sections[row.task]}`

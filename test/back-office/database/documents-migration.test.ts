import { expect, it } from 'vitest'
import {
  addDocument,
  findActiveDocuments,
  nextDocumentVersion,
} from '#back-office/repositories/documents-repository.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { openBefore } from './older-database.ts'

const aDocument = (uuid: string, typeID: string, createdAt: number, file: string, more: object = {}) => ({
  ...{ uuid, study_id: 's-1', patient_id: 'm-000001', type_id: typeID, name: typeID, status: 'PUBLISHED', active: 1 },
  ...{ file_type: 'application/pdf', base64_file: Buffer.from(file).toString('base64'), created_at: createdAt },
  ...more,
})

describeOnEachDatabase('documents from before they had versions', (databases) => {
  it('get their size and a version, counted from 1 by age per study and type, and accept more versions', async () => {
    const { db, add, migrate } = await openBefore('010-documents', databases)
    for (const uuid of ['blood', 'body']) {
      await db.insertInto('document_type').values({ uuid, name: uuid, description: uuid }).execute()
    }
    const old = [
      aDocument('d-3', 'blood', 30, 'xyz', { active: 0 }),
      aDocument('d-2', 'blood', 20, 'xy'),
      aDocument('d-1', 'blood', 20, 'x'),
      aDocument('d-4', 'body', 10, 'wxyz'),
      aDocument('d-5', 'blood', 5, 'vwxyz', { study_id: 's-2' }),
    ]
    for (const row of old) await add('document', row)
    await migrate()
    const rows = await db.selectFrom('document').selectAll().orderBy('uuid').execute()
    expect(rows.map((row) => [row.uuid, row.version, row.byte_size, row.pages])).toEqual([
      ['d-1', 1, 1, 1],
      ['d-2', 2, 2, 1],
      ['d-3', 3, 3, 1],
      ['d-4', 1, 4, 1],
      ['d-5', 1, 5, 1],
    ])
    const [newest] = await findActiveDocuments(db, 's-1')
    expect(newest).toMatchObject({ uuid: 'd-2', createdBy: null, statusAt: null, statusBy: null })
    expect(await nextDocumentVersion(db, 's-1', 'blood')).toBe(4)
    const [row] = rows
    if (row === undefined) throw new Error('there are no rows')
    // Two uploads with the same number cannot both be stored.
    await expect(addDocument(db, { ...row, uuid: 'd-6', version: 3 })).rejects.toThrow()
    await addDocument(db, { ...row, uuid: 'd-6', version: 4 })
    expect(await nextDocumentVersion(db, 's-1', 'blood')).toBe(5)
  })
})

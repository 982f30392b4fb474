import type { RouteAnswer } from '#contract/back-office.ts'
import type { AdministeredDocumentType } from '#domain/catalogue/administered-catalogue.ts'
import { foldText } from '#domain/values/plain-text.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import {
  addDocumentType,
  changeDocumentTypeRow,
  readAdministeredDocumentTypes,
} from '../repositories/administered-catalogue-repository.ts'
import { recordNotFound, refusedField, staleAgainst } from './administration-refusals.ts'
import { catalogueAdministrationWords as words } from './catalogue-administration-words.ts'

const checkName = (name: string, others: readonly AdministeredDocumentType[]): void => {
  const isUsed = others.some((other) => other.active && foldText(other.name) === foldText(name))
  if (isUsed) throw refusedField('name', words.nameUsed)
}

/** Creates a type of uploaded documents. Throws 400 with field `name` if an active document type has the name. */
export const createDocumentType = async (
  body: HandlerInput<'createDocumentType'>['body'],
  context: Pick<HandlerContext, 'db' | 'newId' | 'setAuditSubject'>,
): Promise<RouteAnswer<'createDocumentType'>> =>
  inTransaction(context.db, async (db) => {
    checkName(body.name, await readAdministeredDocumentTypes(db))
    const after = { uuid: context.newId(), ...body, version: 1, active: true }
    await addDocumentType(db, after)
    context.setAuditSubject({ what: `document type ${after.uuid}`, change: { before: null, after } })
    return after
  })

/**
 * Changes a document type, deactivates it, or activates it again. Existing documents keep a deactivated type; new ones
 * cannot have it. Throws as {@link createDocumentType} does; 409 `stale` with the current record; 404.
 */
export const changeDocumentType = async (
  uuid: string,
  { version, active, ...fields }: HandlerInput<'changeDocumentType'>['body'],
  context: Pick<HandlerContext, 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'changeDocumentType'>> =>
  inTransaction(context.db, async (db) => {
    const all = await readAdministeredDocumentTypes(db)
    const before = all.find((type) => type.uuid === uuid)
    if (before === undefined) throw recordNotFound()
    if (before.version !== version) throw staleAgainst(before)
    if (active) {
      checkName(
        fields.name,
        all.filter((type) => type.uuid !== uuid),
      )
    }
    const changed = { ...before, ...fields, active }
    if (!(await changeDocumentTypeRow(db, changed))) throw staleAgainst(before)
    const after = { ...changed, version: version + 1 }
    context.setAuditSubject({ what: `document type ${uuid}`, change: { before, after } })
    return after
  })

import type { Kysely, Transaction } from 'kysely'
import { toInstant } from '#domain/time/instant.ts'
import { toMemberRow } from '../repositories/members-repository.ts'
import type { BackOfficeTables, NewStudyLogRow, StudyLogTable } from '../repositories/tables.ts'
import { createDemoPromoCodes, createDemoSkus } from './demo-catalogue.ts'
import { createDemoDetails } from './demo-details.ts'
import { createDemoDocuments, createDemoShares, demoDocumentTypes, drawDemoFiles } from './demo-documents.ts'
import { createDemoLocations } from './demo-locations.ts'
import { createDemoMembers } from './demo-members.ts'
import { createDemoMoney } from './demo-money.ts'
import { linkOpportunities } from './demo-opportunities.ts'
import { createDemoCrm, demoAccounts, demoPassword } from './demo-people.ts'
import { createDemoPractitioners } from './demo-practitioners.ts'
import { createDemoSafety } from './demo-safety.ts'
import { createDemoStudies } from './demo-studies.ts'
import { setScenes } from './demo-today.ts'
import { createSeededRandom } from './seeded-random.ts'

export type DemoOptions = {
  /** Epoch seconds; data is the same for every moment of one UTC day. */
  readonly now: number
  /** Gives the stored form of a password; the salt is the account's own, so that the data repeats. */
  readonly hashPassword: (password: string, salt: string) => Promise<string>
}

/** Bound parameters one statement may carry on either engine. */
const parametersPerStatement = 30_000

/**
 * Fills an empty database with the demo of decisions §1: 27 locations, the catalogue, 2,000 members, studies over minus 90
 * to plus 60 days in every state, safety answers, readings, consults, feedback, documents, shares, transactions of every payment type, the CRM and the ten accounts. The same
 * every time for the same calendar day (UTC). Does nothing when there are users already.
 */
export const fillDemoData = async (database: Kysely<BackOfficeTables>, options: DemoOptions): Promise<void> => {
  const existing = await database.selectFrom('user').select('user_id').limit(1).executeTakeFirst()
  if (existing !== undefined) return
  // Noon of the day: what the generator makes must not depend on the hour it is run at.
  const noon = Math.floor(options.now / 86_400) * 86_400 + 43_200
  const day = toInstant(noon * 1000).slice(0, 10)
  const random = createSeededRandom(`atrium ${day}`)
  const locations = createDemoLocations()
  const members = createDemoMembers(random, locations)
  const booked = setScenes(
    createSeededRandom(`scenes ${day}`),
    createDemoStudies(random, locations, members, noon),
    locations,
    noon,
  )
  const money = createDemoMoney(createSeededRandom(`money ${day}`), booked, locations, noon)
  const { studies } = money
  // From a source of its own, so that what else is made does not hang on how many questions there are.
  const safety = createDemoSafety(createSeededRandom(`safety ${day}`), studies, members, noon)
  const scenes = studies.flatMap((demo) => (demo.scene === undefined ? [] : demo.study))
  const scenesInTurn = scenes.toSorted((a, b) => (a.starts_at ?? 0) - (b.starts_at ?? 0)).map((study) => study.study_id)
  const details = createDemoDetails(
    createSeededRandom(`details ${day}`),
    safety.studies,
    new Set(scenesInTurn),
    { locations, members },
    noon,
  )
  const crm = linkOpportunities(
    createSeededRandom(`opportunities ${day}`),
    details.studies,
    scenesInTurn,
    members,
    createDemoCrm(random, members, noon),
  )
  const files = await drawDemoFiles()
  const hashes = await Promise.all(
    demoAccounts.map((account) => options.hashPassword(demoPassword, `demo-salt-${account.userID}`)),
  )
  await database.transaction().execute(async (transaction) => {
    await insertAll(
      transaction,
      'user',
      demoAccounts.map((account, index) => ({
        user_id: account.userID,
        email: account.email,
        email_key: account.email,
        password_hash: hashes[index] ?? null,
        failed_sign_ins: 0,
        locked_until: null,
        firstname: account.firstname,
        lastname: account.lastname,
        roles: JSON.stringify(account.roles),
        allowed_locations: account.allowedLocations === null ? null : JSON.stringify(account.allowedLocations),
      })),
    )
    const documents = locations.map((location) => ({
      location_id: location.locationID,
      document: JSON.stringify(location),
    }))
    await insertAll(transaction, 'location', documents)
    await insertAll(
      transaction,
      'sku',
      createDemoSkus().map((sku) => ({ sku_id: sku.skuID, document: JSON.stringify(sku) })),
    )
    await insertAll(
      transaction,
      'promo_code',
      createDemoPromoCodes(noon).map((promo) => ({ promo_id: promo.promoID, document: JSON.stringify(promo) })),
    )
    await insertAll(transaction, 'practitioner', createDemoPractitioners())
    await insertAll(
      transaction,
      'member',
      members.map((member) => toMemberRow(member, noon)),
    )
    await insertAll(transaction, 'study', crm.studies)
    await insertAll(transaction, 'scheduler_event', details.schedulerEvents)
    await insertAll(transaction, 'safety_record', safety.records)
    await insertAll(transaction, 'safety_revision', safety.revisions)
    await insertAll(transaction, 'safety_sign_off', safety.signOffs)
    await insertAll(
      transaction,
      'machine_time',
      studies.flatMap((demo) => demo.machineTime ?? []),
    )
    const log = [...studies.flatMap((demo) => demo.log), ...safety.log, ...money.log, ...details.log]
    await insertAll(transaction, 'study_log', inTheirPlaces(log))
    await insertAll(transaction, 'transaction', money.transactions)
    await insertAll(transaction, 'transaction_step', money.steps)
    await insertAll(transaction, 'member_credit', money.credits)
    await insertAll(transaction, 'gift_card', money.giftCards)
    await insertAll(transaction, 'gift_card_entry', money.giftCardEntries)
    await insertAll(transaction, 'document_type', demoDocumentTypes)
    await insertAll(transaction, 'document', createDemoDocuments(studies, files, noon))
    await insertAll(transaction, 'share', createDemoShares(studies, noon))
    await insertAll(
      transaction,
      'crm_person',
      crm.persons.map((person) => ({
        person_id: person.personID,
        atrium_id: person.atriumID,
        document: JSON.stringify(person),
      })),
    )
    await insertAll(
      transaction,
      'crm_opportunity',
      crm.opportunities.map((opportunity) => ({
        opportunity_id: opportunity.opportunityID,
        person_id: opportunity.personID,
        study_id: opportunity.Study_ID__c,
        document: JSON.stringify(opportunity),
      })),
    )
  })
}

/** Lines of each study in the order of their times. */
const inTheirPlaces = (lines: readonly NewStudyLogRow[]): StudyLogTable[] =>
  [...Map.groupBy(lines, (line) => line.study_id).values()].flatMap((own) =>
    own.toSorted((a, b) => a.time - b.time).map((line, index) => ({ ...line, place: index + 1 })),
  )

const insertAll = async <Table extends keyof BackOfficeTables>(
  transaction: Transaction<BackOfficeTables>,
  table: Table,
  rows: readonly BackOfficeTables[Table][],
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).length
  if (columns === 0) return
  const perStatement = Math.max(1, Math.floor(parametersPerStatement / columns))
  for (let start = 0; start < rows.length; start += perStatement) {
    const chunk = rows.slice(start, start + perStatement)
    // The insert builder cannot follow a table that is a type parameter; the signature above has checked the rows.
    const anyTable = transaction as unknown as Transaction<Record<string, Record<string, unknown>>>
    await anyTable
      .insertInto(table as string)
      .values(chunk as Record<string, unknown>[])
      .execute()
  }
}

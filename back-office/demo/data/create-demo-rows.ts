import type { Location } from '#domain/locations/location.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { BackupRunTable } from '../../database/server-identity-table.ts'
import type { BackOfficeTables, NewStudyLogRow, StudyLogTable } from '../../database/tables.ts'
import { toMemberRow } from '../../repositories/members-repository.ts'
import { createDemoPromoCodes, createDemoSkus } from './demo-catalogue.ts'
import { createDemoDetails } from './demo-details.ts'
import { createDemoDocuments, createDemoShares, type DemoFiles, demoDocumentTypes } from './demo-documents.ts'
import { firstHome } from './demo-homes.ts'
import { createDemoLocations } from './demo-locations.ts'
import { createDemoMembers } from './demo-members.ts'
import { createDemoMessages } from './demo-messages.ts'
import { createDemoMoney } from './demo-money.ts'
import { linkOpportunities } from './demo-opportunities.ts'
import { createDemoCrm } from './demo-people.ts'
import { createDemoPharmacies } from './demo-pharmacies.ts'
import { createDemoPractitioners } from './demo-practitioners.ts'
import { createDemoRefusals, createDemoResults } from './demo-results.ts'
import { createDemoSafety } from './demo-safety.ts'
import { createDemoStudies } from './demo-studies.ts'
import { setScenes } from './demo-today.ts'
import { createSeededRandom } from './seeded-random.ts'

/** The demo's rows of each table, except the accounts. */
export type DemoRows = {
  readonly [Table in Exclude<keyof BackOfficeTables, 'user'>]?: readonly BackOfficeTables[Table][]
}

/** Creates a backup of this morning and a drill of this week, as an administrator sees them. */
const createDemoBackupRuns = (now: number): BackupRunTable[] => {
  const run = (kind: 'backup' | 'drill', hoursAgo: number): BackupRunTable => {
    const at = Math.floor(now / 3600 - hoursAgo) * 3600
    return { run_id: `demo-${kind}`, kind, at, problem: null, taken_at: at }
  }
  return [run('backup', 3), run('drill', 50)]
}

/**
 * Creates all demo rows except the accounts, for a time in epoch seconds. Every call within one hour returns the same
 * rows, and no completed step in these rows has a time later than the start of that hour. `locations` are the locations
 * to create; tests pass a few of them. `seed` selects other studies of the same members; the hour is the default.
 */
export const createDemoRows = (
  epochSeconds: number,
  files: DemoFiles,
  {
    locations = createDemoLocations(),
    seed,
  }: { readonly locations?: readonly Location[]; readonly seed?: string | undefined } = {},
) => {
  const now = Math.floor(epochSeconds / 3600) * 3600
  const chosen = seed ?? toInstant(now * 1000)
  const random = createSeededRandom(`atrium ${chosen}`)
  const members = createDemoMembers(createSeededRandom('atrium members'), locations)
  const booked = setScenes(
    createSeededRandom(`scenes ${chosen}`),
    createDemoStudies(random, locations, members, now),
    locations,
    now,
  )
  const money = createDemoMoney(createSeededRandom(`money ${chosen}`), booked, locations, now)
  const { studies } = money
  // The safety answers have their own random source, so that the number of questions does not change the rest of the
  // demo.
  const safety = createDemoSafety(createSeededRandom(`safety ${chosen}`), studies, members, now)
  const scenes = studies.flatMap((demo) => (demo.scene === undefined ? [] : demo.study))
  const scenesInTurn = scenes
    .filter((study) => study.location_id === firstHome)
    .toSorted((a, b) => (a.starts_at ?? 0) - (b.starts_at ?? 0))
    .map((study) => study.study_id)
  const details = createDemoDetails(
    createSeededRandom(`details ${chosen}`),
    safety.studies,
    new Set(scenes.map((study) => study.study_id)),
    { locations, members },
    now,
  )
  const crm = linkOpportunities(
    createSeededRandom(`opportunities ${chosen}`),
    details.studies,
    scenesInTurn,
    members,
    createDemoCrm(random, members, now),
  )
  const log = [...studies.flatMap((demo) => demo.log), ...safety.log, ...money.log, ...details.log]
  return {
    backup_run: createDemoBackupRuns(now),
    location: locations.map((location) => ({
      location_id: location.locationID,
      document: JSON.stringify(location),
      version: 1,
    })),
    sku: createDemoSkus().map((sku) => ({ sku_id: sku.skuID, document: JSON.stringify(sku) })),
    promo_code: createDemoPromoCodes(now).map((promo) => ({
      promo_id: promo.promoID,
      document: JSON.stringify(promo),
    })),
    practitioner: createDemoPractitioners(),
    pharmacy: createDemoPharmacies(),
    member: members.map((member) => toMemberRow(member, now)),
    study: crm.studies,
    scheduler_event: details.schedulerEvents,
    safety_record: safety.records,
    safety_revision: safety.revisions,
    safety_sign_off: safety.signOffs,
    machine_time: studies.flatMap((demo) => demo.machineTime ?? []),
    study_log: inTheirPlaces(log),
    transaction: money.transactions,
    transaction_step: money.steps,
    member_credit: money.credits,
    gift_card: money.giftCards,
    gift_card_entry: money.giftCardEntries,
    document_type: demoDocumentTypes,
    document: createDemoDocuments(studies, files, now),
    share: createDemoShares(studies, now),
    incoming_result: createDemoResults(details.studies, members, now),
    refused_delivery: createDemoRefusals(now),
    message: createDemoMessages(crm.studies, now),
    crm_person: crm.persons.map((person) => ({
      person_id: person.personID,
      atrium_id: person.atriumID,
      document: JSON.stringify(person),
    })),
    crm_opportunity: crm.opportunities.map((opportunity) => ({
      opportunity_id: opportunity.opportunityID,
      person_id: opportunity.personID,
      study_id: opportunity.Study_ID__c,
      document: JSON.stringify(opportunity),
    })),
  } satisfies DemoRows
}

/** Numbers the log lines of each study, in the order of their times. */
const inTheirPlaces = (lines: readonly NewStudyLogRow[]): StudyLogTable[] =>
  [...Map.groupBy(lines, (line) => line.study_id).values()].flatMap((own) =>
    own.toSorted((a, b) => a.time - b.time).map((line, index) => ({ ...line, place: index + 1 })),
  )

import { addMember } from '#back-office/repositories/members-repository.ts'
import { type AccountName, type Answer, aStudyRow, clinic, type RunningBackOffice } from '../builders/back-office.ts'
import { aLocation, aMember } from '../builders/records.ts'

/** The path of the home location's page on the simulated scheduling service. */
export const team = '/calendly/np-vancouver'

type Form = Readonly<Record<string, string>>
type Page = { readonly status: number; readonly html: string; readonly headers: Headers }

/** The messages that a page sends to the surrounding page. */
export const messagesOf = ({ html }: Page): { event: string; payload: Record<string, { uri: string }> }[] => {
  const raw = /data-messages="([^"]*)"/.exec(html)?.[1] ?? ''
  return JSON.parse(raw.replace(/&#(\d+);/g, (_match, code: string) => String.fromCodePoint(Number(code))))
}

/** The ids of the event and the invitee in a page's first message. */
export const idsOf = (page: Page): { eventID: string; inviteeID: string } => {
  const [message] = messagesOf(page)
  const lastPart = (what: string): string => message?.payload[what]?.uri.split('/').at(-1) ?? ''
  return { eventID: lastPart('event'), inviteeID: lastPart('invitee') }
}

/** The times that a page offers. */
export const timesOn = ({ html }: Page): string[] =>
  [...html.matchAll(/name="time" value="([^"]+)" aria-label/g)].map(([, time = '']) => time)

let times = 0
/** The columns of a study whose appointment starts in `days` days. */
export const aTime = (office: Pick<RunningBackOffice, 'now'>, days = 10) => {
  times += 1
  const startsAt = office.now() + days * 86_400
  return {
    starts_at: startsAt,
    ends_at: startsAt + 3600,
    wall_time: '2026-12-01T09:00',
    timezone: 'America/Vancouver',
    machine_id: 'ca-bc-1-m1',
    event_id: `e-time-${times}`,
  }
}

let studies = 0
let keys = 0

/** The actions of staff about consults, and those of a member's browser on the simulated scheduling pages. */
export const createConsultActs = (office: RunningBackOffice) => {
  const pageOf = async (response: Response): Promise<Page> => ({
    status: response.status,
    html: await response.text(),
    headers: response.headers,
  })
  const open = async (path: string, query: Form = {}): Promise<Page> =>
    pageOf(
      await fetch(`${office.url}${path}${Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`}`),
    )
  const submit = async (path: string, form: Form): Promise<Page> =>
    pageOf(await fetch(`${office.url}${path}`, { method: 'POST', body: new URLSearchParams({ ...form }) }))

  const ask = async (
    name: Parameters<RunningBackOffice['call']>[0],
    input: object,
    who: AccountName = 'frontdesk',
    key?: string,
  ): Promise<Answer> => {
    keys += 1
    const used = key ?? `consult-${keys}`
    return office.call(name, input, { token: await office.signIn(who), key: used })
  }
  const sync = (
    studyId: string,
    { eventID, inviteeID }: { eventID: string; inviteeID: string },
    more: { isPreferred?: boolean; who?: AccountName; key?: string } = {},
  ): Promise<Answer> =>
    ask(
      'syncConsult',
      { params: { studyId }, body: { eventID, inviteeID, isPreferred: more.isPreferred ?? false } },
      more.who,
      more.key,
    )

  /** Gives the home location its path at the scheduling service. */
  const openTeam = async (): Promise<void> => {
    const document = JSON.stringify(aLocation({ calendlyUrl: team }))
    await office.db.updateTable('location').set({ document }).where('location_id', '=', clinic.home).execute()
  }
  /** The email address of the newest study's member, who is the invitee unless the form has another address. */
  let lastEmail = 'ana@mail.example'
  /** A study at the home location, with a new member. */
  const newStudy = async (columns: object = {}, member: object = {}): Promise<string> => {
    studies += 1
    const id = `s-consult-${studies}`
    const patientID = `m-consult-${studies}`
    const email = `${patientID}@mail.example`
    lastEmail = email
    const record = aMember({
      patientID,
      user_id: patientID,
      atriumID: patientID,
      firstname: 'Ana',
      lastname: 'Silva',
      email,
      ...member,
    })
    await addMember(office.db, record, office.now())
    await office.db
      .insertInto('study')
      .values({ ...aStudyRow(office.now()), study_id: id, patient_id: patientID, location_id: clinic.home, ...columns })
      .execute()
    return id
  }
  const rowOf = (studyId: string) =>
    office.db.selectFrom('study').selectAll().where('study_id', '=', studyId).executeTakeFirstOrThrow()
  const logOf = async (studyId: string): Promise<string[]> => {
    const log = office.db.selectFrom('study_log').select('content').where('study_id', '=', studyId)
    return (await log.orderBy('place').execute()).map(({ content }) => content)
  }
  /** Books a consult at the first free time of one week, or of a later week if that week is full. */
  const book = async (form: Form = {}): Promise<{ eventID: string; inviteeID: string; time: string }> => {
    const offered = timesOn(await open(team, { week: '2026-12-02' }))
    const [time = ''] = offered.length > 0 ? offered : timesOn(await open(team, { week: '2026-12-30' }))
    const page = await submit(team, { name: 'Ana Silva', email: lastEmail, time, ...form })
    if (page.status !== 200) throw new Error(page.html)
    return { ...idsOf(page), time }
  }
  return { open, submit, ask, sync, openTeam, newStudy, rowOf, logOf, book }
}

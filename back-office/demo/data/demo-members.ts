import type { Location } from '#domain/locations/location.ts'
import { type Member, memberSchema } from '#domain/members/member.ts'
import { foldText } from '#domain/values/plain-text.ts'
import { demoHomes, isDemoHome } from './demo-homes.ts'
import { drawName } from './demo-names.ts'
import type { SeededRandom } from './seeded-random.ts'

const streets = [
  'Cedar Lane',
  'Harbour Street',
  'Maple Avenue',
  'Orchard Road',
  'Lakeview Drive',
  'Hillside Crescent',
  'Mill Road',
]

const pad = (number: number, length: number): string => String(number).padStart(length, '0')

/** Assigns each member a clinic: six in ten to the locations of the demo's accounts, the rest to all others. */
const sendToClinics = (locations: readonly Location[]): ((index: number) => Location | undefined) => {
  const homes = demoHomes.map((home) => locations.find(({ locationID }) => locationID === home))
  const others = locations.filter(({ locationID }) => !isDemoHome(locationID))
  let next = -1
  return (index) => {
    const home = (index % 10) % 3
    if (home > 0) return homes[home - 1]
    next += 1
    return others[next % others.length]
  }
}

/**
 * Creates 2,000 fictional members, most of them in the cities of the busy clinics. About one in sixty has the previous
 * member's first name, and either the same last name or that name with its last two letters swapped, as in real lists.
 * The first member is Ana Silva, born 1980-02-03, of Vancouver.
 */
export const createDemoMembers = (random: SeededRandom, locations: readonly Location[], count = 2000): Member[] => {
  const members: Member[] = []
  const clinicOf = sendToClinics(locations)
  for (let index = 1; index <= count; index += 1) {
    const before = members.at(-1)
    const looksLikeBefore = before !== undefined && index > 2 && random.chance(1 / 60)
    const gender = looksLikeBefore ? before.gender : random.chance(0.55) ? 'female' : 'male'
    const drawn = drawName(random, gender)
    const firstname = looksLikeBefore ? before.firstname : drawn.firstname
    const lastname = looksLikeBefore ? toSimilarName(before.lastname) : drawn.lastname
    const home = clinicOf(index)?.address
    const [year, month, day] = [random.whole(1940, 2005), random.whole(1, 12), random.whole(1, 28)]
    const isFirst = index === 1
    const person = isFirst ? { firstname: 'Ana', lastname: 'Silva', gender: 'female' } : { firstname, lastname, gender }
    const id = `m-${pad(index, 6)}`
    const mailName = foldText(`${person.firstname} ${person.lastname}`).replaceAll(' ', '.')
    members.push(
      memberSchema.parse({
        ...person,
        patientID: id,
        user_id: id,
        atriumID: id,
        middlename: drawn.middlename,
        preferredName: '',
        email: `${mailName}.${index}@mail.example`,
        dob: isFirst ? '1980-02-03' : `${year}-${pad(month, 2)}-${pad(day, 2)}`,
        yob: isFirst ? 1980 : year,
        mob: isFirst ? 2 : month,
        phone_number: `+1 ${pad(random.whole(200, 989), 3)} 555 01${pad(index % 100, 2)}`,
        address: `${random.whole(1, 999)} ${random.pick(streets)}`,
        city: home?.city ?? 'Vancouver',
        state: home?.state ?? 'BC',
        postalCode: home?.postalCode ?? '',
        country: home?.country ?? 'Canada',
        phn: random.chance(0.3) ? `9${pad(random.whole(0, 999_999_999), 9)}` : '',
        roles: ['user'],
        salesforceAccountId: null,
        sfOpportunityID: null,
        leadSource: random.pick(['Web', 'Phone', 'Referral', 'Event']),
        leadSourceDetail: '',
        language: index % 20 === 7 && home?.country === 'Canada' ? 'fr-CA' : 'en',
        version: 1,
      }),
    )
  }
  return members
}

const toSimilarName = (name: string): string =>
  name.length > 5 ? `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}` : name

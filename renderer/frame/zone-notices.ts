import type { Connectivity } from '#contract/settings/bridge.ts'
import { formatTime } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Instant } from '#domain/values/instant.ts'
import { parseZoneId, toWallTime } from '#domain/values/location-clock.ts'
import { frameNoticeWords } from './frame-notice-words.ts'

/** A warning that keeps users from misreading times. */
type ZoneNotice = {
  readonly kind: 'workstation-elsewhere' | 'rules-differ'
  readonly title: string
  readonly text: string
}

/**
 * Returns a text that names this computer's zone and the location's zone. A dismissed notice stays dismissed for this
 * pair only, because a location in another zone has another time.
 */
export const pairOfZones = (hostZone: string, { timezone }: Pick<Location, 'timezone'>): string =>
  `${hostZone} ${timezone}`

const shown = ({ time, abbreviation }: ReturnType<typeof toWallTime>): string => `${formatTime(time)} ${abbreviation}`

/**
 * Returns the banners about time zones (decisions §5 Location clock): one if the UTC offsets of this computer and the
 * location differ now, and one if window, workstation and back office have different rules for the location's zone.
 * `knownZones`: the pairs, from {@link pairOfZones}, whose notice the user dismissed.
 */
export const decideZoneNotices = (
  connectivity: Pick<Connectivity, 'hostZone' | 'differingZones'> | null,
  location: Pick<Location, 'timezone' | 'address'> | undefined,
  now: Instant,
  knownZones: readonly string[] = [],
): readonly ZoneNotice[] => {
  if (connectivity === null || location === undefined) return []
  const notices: ZoneNotice[] = []
  const name = location.address.name
  const hostZone = parseZoneId(connectivity.hostZone)
  if (hostZone !== undefined) {
    const here = toWallTime(now, hostZone)
    const there = toWallTime(now, location.timezone)
    if (here.offset !== there.offset && !knownZones.includes(pairOfZones(hostZone, location))) {
      notices.push({
        kind: 'workstation-elsewhere',
        title: frameNoticeWords.zone.elsewhere({ here: shown(here), location: name, there: shown(there) }),
        text: frameNoticeWords.zone.elsewhereText,
      })
    }
  }
  if (connectivity.differingZones.includes(location.timezone)) {
    notices.push({
      kind: 'rules-differ',
      title: frameNoticeWords.zone.rulesDiffer(name),
      text: frameNoticeWords.zone.rulesDifferText,
    })
  }
  return notices
}

import { useStore } from 'zustand'
import { formatPhone } from '#domain/format/format-phone.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Notice } from '#domain/safety/notices.ts'
import { firstFittingDay } from '#domain/safety/settle-rule.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import type { SelfServiceProps } from '../../session/screen-props.ts'
import { useSelfLanguage } from './self-language.tsx'

type Props = Pick<SelfServiceProps, 'stores'> & {
  readonly title: string
  /** The settle notices, in the member's language; without any, nothing is shown. */
  readonly notices: readonly Notice[]
  readonly location: Location
}

/** Asks a member to call about what must be settled before the scan: they cannot settle it alone (decisions §6). */
export function SettleBanner({ title, notices, location, stores }: Props) {
  const supportPhone = useStore(stores.connectivity, (state) => state.connectivity?.supportPhone ?? null)
  const { words, format } = useSelfLanguage()
  if (notices.length === 0) return null
  const day = firstFittingDay(notices)
  return (
    <Banner tone="error" title={title}>
      <ul>
        {notices.map(({ key, text, reason }) => (
          <li key={key}>
            {text}
            {reason === null ? null : <span className="tabular"> {reason}</span>}
          </li>
        ))}
      </ul>
      <p className="tabular">
        {words.call.settle(
          formatPhone(supportPhone ?? location.contactInfo.phone),
          day === null ? null : format.date(day),
        )}
      </p>
    </Banner>
  )
}

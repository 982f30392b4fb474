import { useStore } from 'zustand'
import { formatPhone } from '#domain/format/format-phone.ts'
import type { Location } from '#domain/locations/location.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import type { SelfServiceProps } from '../../session/screen-props.ts'
import { useSelfLanguage } from './self-language.tsx'

type Props = Pick<SelfServiceProps, 'stores'> & {
  readonly title: string
  readonly text: string
  readonly location: Location
}

/** Shows a member that they cannot be scanned, in the notice's words, with the number to call. */
export function ProhibitionBanner({ title, text, location, stores }: Props) {
  const supportPhone = useStore(stores.connectivity, (state) => state.connectivity?.supportPhone ?? null)
  const { call: words } = useSelfLanguage().words
  return (
    <Banner tone="error" title={title}>
      <p>{text}</p>
      <p className="tabular">{words.prohibited(formatPhone(supportPhone ?? location.contactInfo.phone))}</p>
    </Banner>
  )
}

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { DeliveryChannel } from '#domain/release/delivery.ts'
import { Banner } from '../../../widgets/banner.tsx'
import { Button } from '../../../widgets/button.tsx'

const apartFrom: { readonly [Channel in DeliveryChannel]: string } = {
  fax: 'never by fax',
  email: 'never by e-mail',
  cd: 'never written on the disc',
  usb: 'never kept with the stick',
}

type Props = { readonly password: string; readonly channel: DeliveryChannel; readonly to: string }

/** The password of what was just sent. It is shown this once: nobody can ask for it again. */
export function SentPassword({ password, channel, to }: Props) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(password)
      setCopied('yes')
    } catch {
      setCopied('refused')
    }
  }
  return (
    <div className="rel-password">
      <Banner tone="warning" title={`Tell ${to} the password by phone, ${apartFrom[channel]}.`}>
        It is shown here once. Atrium cannot show it again: without it, the report has to be sent anew.
      </Banner>
      <div className="rel-password__line">
        <code className="rel-password__letters">{password}</code>
        <Button
          size="small"
          icon={copied === 'yes' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          onPress={() => void copy()}
        >
          Copy the password
        </Button>
      </div>
      <p role="status" className="stp__quiet">
        {copied === 'yes'
          ? 'Copied.'
          : copied === 'refused'
            ? 'It could not be copied: please write it down.'
            : 'Letters and digits that look alike are not used in it.'}
      </p>
    </div>
  )
}

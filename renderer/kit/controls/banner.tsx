import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsAside } from './banner-area.tsx'
import { classNames } from './class-names.ts'
import { useControlWords } from './control-words-context.ts'
import { IconButton } from './icon-button.tsx'
import './banner.css'

export type BannerTone = 'info' | 'success' | 'warning' | 'error'

type BannerProps = {
  tone?: BannerTone | undefined
  title: ReactNode
  /** The consequence, and what still works. */
  children?: ReactNode
  /** One or two buttons, such as "Try again". */
  action?: ReactNode
  /** Shows a close button. */
  onDismiss?: (() => void) | undefined
  className?: string | undefined
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert }

/** Shows a notice that stays in the page. An error interrupts a screen reader; other tones wait. */
export function Banner({ tone = 'info', title, children, action, onDismiss, className }: BannerProps) {
  const Icon = icons[tone]
  const isAside = useIsAside(tone)
  const words = useControlWords()
  return (
    <div
      className={classNames('w-banner', `w-banner--${tone}`, isAside && 'w-banner--aside', className)}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      <Icon className="w-banner__icon" aria-hidden="true" size={18} />
      <div className="w-banner__words">
        <div className="w-banner__title">{title}</div>
        {children ? <div className="w-banner__text">{children}</div> : null}
      </div>
      {action ? <div className="w-banner__action">{action}</div> : null}
      {onDismiss ? (
        <IconButton label={words.dismiss} icon={<X aria-hidden="true" />} size="xsmall" onPress={onDismiss} />
      ) : null}
    </div>
  )
}

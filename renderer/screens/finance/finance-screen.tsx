import type { ScreenProps } from '../../stores/screen-props.ts'

/** `/admin/finance`: a location's day as finance closes it. */
export function FinanceScreen({ session }: ScreenProps) {
  return <h1>Finance of {session.user.fullname}</h1>
}

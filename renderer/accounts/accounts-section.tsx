import type { ScreenProps } from '../session/screen-props.ts'
import { accountsWords as words } from './accounts-words.ts'

/** Shows the accounts of the clinic's staff (issue 17 People). */
export function AccountsSection(_props: ScreenProps<object>) {
  return <p>{words.intro}</p>
}

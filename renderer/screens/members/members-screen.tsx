import type { ScreenProps } from '../../stores/screen-props.ts'

export function MembersScreen(_props: ScreenProps) {
  return <h1>Members</h1>
}

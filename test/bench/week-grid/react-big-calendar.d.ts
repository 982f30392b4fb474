declare module 'react-big-calendar' {
  import type { ComponentType, CSSProperties } from 'react'

  export type Event = { id: number; title: string; start: Date; end: Date; resourceId: number; booked: boolean }
  export type Localizer = { readonly formats: Readonly<Record<string, unknown>> }
  export const dayjsLocalizer: (library: unknown) => Localizer
  export const Calendar: ComponentType<{
    localizer: Localizer
    events: readonly Event[]
    resources: readonly { id: number; title: string }[]
    resourceIdAccessor: string
    resourceTitleAccessor: string
    views: readonly string[]
    view: string
    date: Date
    min: Date
    max: Date
    step: number
    timeslots: number
    selected: Event | null
    onSelectEvent: (event: Event) => void
    eventPropGetter: (event: Event, start: Date, end: Date, isSelected: boolean) => { className: string }
    onNavigate: () => void
    onView: () => void
    toolbar: boolean
    style: CSSProperties
  }>
}

import type { ComponentType } from 'react'
import { loadLater } from '../kit/load-later.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'

/** Creates a screen whose code loads when the screen first opens. Shows a skeleton until then. */
export const loadScreen = <Props extends object>(read: () => Promise<ComponentType<Props>>) =>
  loadLater(read, ScreenSkeleton)

import { type ReactNode, Suspense } from 'react'
import { ScreenSkeleton } from './screen-skeleton.tsx'

/** Shows a skeleton until the code of a screen is loaded. */
export const withSkeleton = (children: ReactNode): ReactNode => (
  <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
)

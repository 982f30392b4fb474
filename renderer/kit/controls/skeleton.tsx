import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './skeleton.css'

type SkeletonProps = {
  /** `line` a line of text, `block` a box, `circle` a round mark. Default `line`. */
  shape?: 'line' | 'block' | 'circle' | undefined
  /** CSS lengths; numbers are pixels. Default: the full width, and the shape's own height. */
  width?: string | number | undefined
  height?: string | number | undefined
  className?: string | undefined
}

/** Shows a grey placeholder. Give it the size of the real content, so that nothing moves later. */
export function Skeleton({ shape = 'line', width, height, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames('w-skeleton', `w-skeleton--${shape}`, className)}
      style={{ width, height }}
    />
  )
}

type SkeletonGroupProps = {
  /** The loading text for screen readers, for example "Loading the week". */
  label: string
  children: ReactNode
  className?: string | undefined
}

/** Wraps the placeholders of one loading part and announces it once to screen readers. */
export function SkeletonGroup({ label, children, className }: SkeletonGroupProps) {
  return (
    <div className={classNames('w-skeleton-group', className)} role="status">
      <span className="w-visually-hidden">{label}</span>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { controlWords } from './control-words.ts'
import './fact-list.css'

type FactListProps = {
  /** {@link Fact}s. */
  children: ReactNode
  className?: string | undefined
}

/** Shows pairs of a label and its value in columns; each pair stays together. */
export function FactList({ children, className }: FactListProps) {
  return <dl className={classNames('w-facts', className)}>{children}</dl>
}

type FactProps = {
  label: string
  /** Null and empty text mean unknown. */
  children: ReactNode
  /** Shown instead of an unknown value. Default "Not recorded". */
  missing?: string | undefined
  /** Takes a whole row. */
  isWide?: boolean | undefined
}

/** Shows one pair of a {@link FactList}. A muted text replaces an unknown value, so that every row is always drawn. */
export function Fact({ label, children, missing = controlWords.notRecorded, isWide = false }: FactProps) {
  const isMissing = children === null || children === undefined || children === ''
  return (
    <div className={classNames(isWide && 'w-facts__wide')}>
      <dt>{label}</dt>
      <dd className="tabular">{isMissing ? <span className="w-facts__missing">{missing}</span> : children}</dd>
    </div>
  )
}

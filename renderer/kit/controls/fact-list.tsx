import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './fact-list.css'

type FactListProps = {
  /** {@link Fact}s. */
  children: ReactNode
  className?: string | undefined
}

/** Pairs of a word and its value in columns; each pair stays together. */
export function FactList({ children, className }: FactListProps) {
  return <dl className={classNames('w-facts', className)}>{children}</dl>
}

type FactProps = {
  label: string
  /** Null and empty text are not known. */
  children: ReactNode
  /** Said where there is no value. Default "Not recorded". */
  missing?: string | undefined
  /** Takes a row of its own. */
  isWide?: boolean | undefined
}

/** One pair of a {@link FactList}. What is missing is said quietly, so that no row comes and goes. */
export function Fact({ label, children, missing = 'Not recorded', isWide = false }: FactProps) {
  const isMissing = children === null || children === undefined || children === ''
  return (
    <div className={classNames(isWide && 'w-facts__wide')}>
      <dt>{label}</dt>
      <dd className="tabular">{isMissing ? <span className="w-facts__missing">{missing}</span> : children}</dd>
    </div>
  )
}

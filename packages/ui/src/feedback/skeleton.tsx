import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './skeleton.css'

export type SkeletonProps = {
  shape?: 'line' | 'title' | 'cover' | 'block' | 'circle' | 'button'
  /** The width is in percent of the available width. */
  width?: 20 | 40 | 60 | 80 | 100
  className?: string
}

export function Skeleton({ shape = 'line', width = 100, className }: SkeletonProps) {
  return (
    <span
      className={classNames('ap-skeleton', className)}
      data-shape={shape}
      data-width={width}
      aria-hidden="true"
    />
  )
}

export function SkeletonCard() {
  return (
    <div className="ap-skeleton-card">
      <Skeleton shape="cover" />
      <Skeleton width={40} />
      <Skeleton shape="title" />
      <Skeleton width={80} />
    </div>
  )
}

export function SkeletonCards({ count }: { count: number }) {
  return (
    <div className="ap-grid">
      {Array.from({ length: count }, (_, card) => (
        <SkeletonCard key={card} />
      ))}
    </div>
  )
}

export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <div className="ap-skeleton-rows">
      {Array.from({ length: count }, (_, row) => (
        <div key={row}>
          <Skeleton shape="circle" />
          <Skeleton width={40} />
          <Skeleton width={20} />
        </div>
      ))}
    </div>
  )
}

export type LoadingProps = {
  /** The label is announced once, for example 'Loading...'. */
  label: string
  /**
   * The skeletons have the shape of the final content. They appear only after 200 ms, so that they do not flash when the answer is
   * quick.
   */
  children?: ReactNode
  className?: string
}

export function Loading({ label, children, className }: LoadingProps) {
  return (
    <div className={classNames('ap-loading', className)} aria-busy="true">
      <p className="vh" role="status">
        {label}
      </p>
      {children}
    </div>
  )
}

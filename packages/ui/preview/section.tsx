import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="ap-gallery-section" aria-label={title}>
      <h2 className="ap-h3">{title}</h2>
      {children}
    </section>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="ap-gallery-row">{children}</div>
}

/** Stands for the link component of a router. */
export const GalleryLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to}>{children}</a>
)

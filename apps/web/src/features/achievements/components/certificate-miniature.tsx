import './certificate-miniature.css'
import type { ReactNode } from 'react'
import { CertificateArt } from './certificate-art.tsx'

/** Draws a small certificate on light paper in each theme. `children` appear below its lines. */
export function CertificateMiniature({
  heading,
  name,
  courseTitle,
  stations,
  colour,
  children,
}: {
  heading: string
  name: string
  courseTitle: string
  /** Counts the modules, which are drawn as stations. */
  stations?: number | undefined
  /** This is the seller's colour. */
  colour?: string | undefined
  children: ReactNode
}) {
  return (
    <div className="certificate-small" data-theme="daylight">
      <CertificateArt stations={stations} colour={colour} />
      <p>{heading}</p>
      <p className="certificate-small-name">{name}</p>
      <p>{courseTitle}</p>
      {children}
    </div>
  )
}

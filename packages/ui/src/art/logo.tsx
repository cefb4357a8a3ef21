import { classNames } from '../class-names.ts'
import './logo.css'

export type LogoProps = {
  /** The name is shown beside the mark. Omit it only where the name is visible nearby. */
  name?: string
  className?: string
}

/** Renders an orbit with a planet at its focus and the apogee marked. The logo belongs inside the home link. */
export function Logo({ name, className }: LogoProps) {
  return (
    <span className={classNames('ap-logo', className)}>
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <ellipse
          className="ap-logo-orbit"
          cx="16"
          cy="16"
          rx="13.5"
          ry="8.5"
          transform="rotate(-35 16 16)"
          strokeWidth="2"
        />
        <circle className="ap-logo-planet" cx="10.6" cy="19.8" r="3.6" />
        <circle className="ap-logo-gap" cx="27.06" cy="8.26" r="4.6" />
        <circle className="ap-logo-apogee" cx="27.06" cy="8.26" r="3" />
      </svg>
      {name}
    </span>
  )
}

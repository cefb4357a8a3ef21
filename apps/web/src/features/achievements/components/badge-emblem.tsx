import type { BadgeKey } from '@apogee/contracts/achievements/achievements.ts'
import type { ReactNode } from 'react'
import './achievements.css'

/** Places `count` marks at equal angles on a circle, starting at the top. */
const marksOnCircle = (count: number, radius: number, size: number): ReactNode =>
  Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2
    const tenth = (value: number) => Math.round(value * 10) / 10
    return (
      <circle
        key={index}
        className={index === count - 1 ? 'ach-mark' : 'ach-planet'}
        cx={tenth(32 + radius * Math.cos(angle))}
        cy={tenth(32 + radius * Math.sin(angle))}
        r={size}
      />
    )
  })

/** Each drawing has a viewBox of 64 × 64 units. */
const drawings: Record<BadgeKey, ReactNode> = {
  'first-light': (
    <>
      <circle cx="32" cy="32" r="24" />
      <circle cx="32" cy="32" r="15" />
      <path d="M32 22v5M32 37v5M22 32h5M37 32h5" />
      <circle className="ach-mark" cx="32" cy="32" r="3.5" />
    </>
  ),
  'parking-orbit': (
    <>
      <ellipse cx="32" cy="32" rx="27" ry="11" transform="rotate(-24 32 32)" />
      <circle className="ach-planet" cx="32" cy="32" r="11" />
      <circle className="ach-mark" cx="55" cy="18.5" r="4" />
    </>
  ),
  'long-burn': (
    <>
      <ellipse cx="36" cy="32" rx="23" ry="19" />
      <ellipse cx="31" cy="32" rx="16" ry="13" />
      <ellipse cx="26.5" cy="32" rx="9.5" ry="8" />
      <circle className="ach-planet" cx="23" cy="32" r="4.5" />
      <circle className="ach-mark" cx="59" cy="32" r="4" />
    </>
  ),
  touchdown: (
    <>
      <path className="ach-planet" d="M6 58a32 32 0 0 1 52 0z" />
      <path d="M32 8v24M24 24l8 9 8-9" />
      <circle className="ach-mark" cx="32" cy="41" r="4" />
    </>
  ),
  'grand-tour': (
    <>
      <path d="M6 50C18 16 46 10 58 26" />
      <circle className="ach-planet" cx="8.5" cy="44" r="3" />
      <circle className="ach-planet" cx="16" cy="32" r="5" />
      <circle className="ach-planet" cx="28" cy="21.5" r="4" />
      <circle className="ach-planet" cx="42.5" cy="18" r="6" />
      <circle className="ach-mark" cx="56" cy="23.5" r="4" />
    </>
  ),
  'true-bearing': (
    <>
      <circle cx="32" cy="32" r="24" />
      <path className="ach-planet" d="M32 14l6 18H26z" />
      <path d="M26 32l6 18 6-18" />
      <circle className="ach-mark" cx="32" cy="8" r="4" />
    </>
  ),
  navigator: (
    <>
      <circle cx="32" cy="32" r="24" />
      <path d="M32 8v6M32 50v6M8 32h6M50 32h6M15 15l4 4M45 45l4 4M15 49l4-4" />
      <path className="ach-planet" d="M45 19 35.5 35.5 19 45l9.5-16.5z" />
      <circle className="ach-mark" cx="49" cy="15" r="4" />
    </>
  ),
  'open-channel': (
    <>
      <path d="M40 24a12 12 0 0 1 0 16M46 18a20 20 0 0 1 0 28M52 12a29 29 0 0 1 0 40" />
      <path className="ach-planet" d="M14 20a17 17 0 0 0 0 24l22-12z" />
      <circle className="ach-mark" cx="36" cy="32" r="4" />
    </>
  ),
  'relay-station': (
    <>
      <path d="M20 22a16 16 0 0 1 24 0M14 15a26 26 0 0 1 36 0M20 42a16 16 0 0 0 24 0M14 49a26 26 0 0 0 36 0" />
      <path className="ach-planet" d="M8 27h12v10H8zM44 27h12v10H44z" />
      <path d="M20 32h24" />
      <circle className="ach-mark" cx="32" cy="32" r="4.5" />
    </>
  ),
  'steady-orbit': (
    <>
      <circle cx="32" cy="32" r="23" />
      <circle className="ach-planet" cx="32" cy="32" r="8" />
      {marksOnCircle(3, 23, 4)}
    </>
  ),
  'unbroken-orbit': (
    <>
      <circle cx="32" cy="32" r="23" />
      <circle className="ach-planet" cx="32" cy="32" r="8" />
      {marksOnCircle(7, 23, 3.5)}
    </>
  ),
  'long-transit': (
    <>
      <circle className="ach-planet" cx="32" cy="32" r="20" />
      <path d="M4 38 60 26" />
      <circle className="ach-mark" cx="41" cy="30" r="4" />
    </>
  ),
  'high-point': (
    <>
      <ellipse cx="32" cy="32" rx="28" ry="18" transform="rotate(-32 32 32)" />
      <circle className="ach-planet" cx="21" cy="39" r="7" />
      <path d="M51 27v18M46 45h10" />
      <circle className="ach-mark" cx="55.7" cy="17.2" r="4.5" />
    </>
  ),
}

/** Decorates the badge's name; an unearned badge has no colour. */
export function BadgeEmblem({ badge, isEarned }: { badge: BadgeKey; isEarned: boolean }) {
  return (
    <svg
      className="ach-emblem"
      data-earned={isEarned || undefined}
      viewBox="0 0 64 64"
      width="56"
      height="56"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[badge]}
    </svg>
  )
}

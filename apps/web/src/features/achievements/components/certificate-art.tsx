import './certificate-art.css'
import { pathAlong, stationsOn } from '@apogee/domain/orbit-path.ts'

const orbit = { x: 300, y: 160, across: 250, down: 150, turn: -18 }

/**
 * Draws three orbits around one planet. The modules of the course are stations on the way to the apogee of the widest orbit. The
 * seller's colour is a strip along the upper edge.
 */
export function CertificateArt({
  stations = 0,
  colour,
}: {
  stations?: number | undefined
  colour?: string | undefined
}) {
  return (
    <>
      {colour === undefined ? null : (
        <svg className="certificate-strip" width="100%" height="100%" aria-hidden="true" focusable="false">
          <rect width="100%" height="100%" fill={colour} />
        </svg>
      )}
      <Orbits stations={stations} />
    </>
  )
}

function Orbits({ stations }: { stations: number }) {
  return (
    <svg className="certificate-art" viewBox="20 0 560 330" aria-hidden="true" focusable="false">
      <g transform="rotate(-18 300 160)">
        <ellipse cx="300" cy="160" rx="250" ry="150" />
        <ellipse cx="236" cy="160" rx="170" ry="102" />
        <ellipse cx="186" cy="160" rx="108" ry="65" />
        <circle className="certificate-planet" cx="100" cy="160" r="24" />
      </g>
      {stations > 0 ? <path className="certificate-path" pathLength={1} d={pathAlong(orbit)} /> : null}
      {stationsOn(orbit, stations).map(([x, y], place) => (
        <circle
          key={`${place} ${x}`}
          className="certificate-station"
          cx={x}
          cy={y}
          r={stations > 12 ? 3.5 : 5}
        />
      ))}
      <circle className="certificate-mark" cx="537.8" cy="82.7" r="7" />
    </svg>
  )
}

import './certificate-art.css'

/** Draws three orbits around one planet, and the apogee of the widest. */
export function CertificateArt() {
  return (
    <svg className="certificate-art" viewBox="20 0 560 330" aria-hidden="true" focusable="false">
      <g transform="rotate(-18 300 160)">
        <ellipse cx="300" cy="160" rx="250" ry="150" />
        <ellipse cx="236" cy="160" rx="170" ry="102" />
        <ellipse cx="186" cy="160" rx="108" ry="65" />
        <circle className="certificate-planet" cx="100" cy="160" r="24" />
        <circle className="certificate-mark" cx="550" cy="160" r="7" />
      </g>
    </svg>
  )
}

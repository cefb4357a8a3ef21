import './gift-card.css'

const stars = [
  [18, 40, 1.2],
  [52, 12, 0.9],
  [96, 34, 1.6],
  [236, 20, 1.1],
  [284, 58, 1.5],
  [304, 132, 0.9],
  [22, 128, 1.4],
  [12, 232, 1],
  [58, 292, 1.5],
  [148, 308, 0.9],
  [262, 288, 1.2],
  [300, 226, 1.6],
] as const

/** Draws a planet that is wrapped like a present, on its orbit. The drawing is decoration. */
export function GiftArt() {
  return (
    <svg className="gift-art" viewBox="0 0 320 320" aria-hidden="true" focusable="false">
      <g className="gift-art-stars">
        {stars.map(([cx, cy, r]) => (
          <circle key={cx} cx={cx} cy={cy} r={r} />
        ))}
      </g>
      <g transform="rotate(-18 160 186)">
        <path className="gift-art-orbit" d="M8 186a152 46 0 0 1 304 0" />
      </g>
      <circle className="gift-art-planet" cx="160" cy="186" r="88" />
      <path className="gift-art-night" d="M232.1 135.5A88 88 0 0 1 87.9 236.5A110 110 0 0 0 232.1 135.5" />
      <path
        className="gift-art-ribbon"
        d="M146 99.5q-10 86.500 0 173.500h28q10-87 0-173.500a88 88 0 0 0-28 0"
      />
      <path
        className="gift-art-ribbon"
        d="M73.300 170q86.700 34 173.400 0a88 88 0 0 1 0 29q-86.700 36-173.400 0a88 88 0 0 1 0-29"
      />
      <path className="gift-art-fold" d="M146 186h28v22h-28z" />
      <Bow />
      <g transform="rotate(-18 160 186)">
        <path className="gift-art-orbit" data-near="" d="M8 186a152 46 0 0 0 304 0" />
        <circle className="gift-art-moon" cx="62" cy="221" r="8" />
      </g>
    </svg>
  )
}

function Bow() {
  return (
    <>
      <path className="gift-art-fold" d="m153 98-34 38 17 1 9 13 21-44zM167 98l34 38-17 1-9 13-21-44z" />
      <path className="gift-art-ribbon" d="M160 100C120 30 70 44 84 76c10 24 46 30 76 24" />
      <path className="gift-art-ribbon" d="M160 100c40-70 90-56 76-24-10 24-46 30-76 24" />
      <path
        className="gift-art-fold"
        d="M146 92c-14-22-40-26-38-12 2 11 18 15 38 12M174 92c14-22 40-26 38-12-2 11-18 15-38 12"
      />
      <rect className="gift-art-knot" x="146" y="84" width="28" height="28" rx="9" />
    </>
  )
}

import type { PaperLook } from '@apogee/contracts/businesses/paper-look.ts'
import { inkOn, lightInk } from '@apogee/domain/colour/contrast.ts'
import './brand-band.css'

/** Shows a seller's logo and name on the seller's colour. The logo stands on white, because a logo may have any colour. */
export function BrandBand({ look: { colour, logo }, name }: { look: PaperLook; name: string }) {
  return (
    <div className="brand-band" data-ink={colour && (inkOn(colour) === lightInk ? 'light' : 'dark')}>
      {colour === null ? null : (
        <svg className="brand-ground" width="100%" height="100%" aria-hidden="true" focusable="false">
          <rect width="100%" height="100%" fill={colour} />
        </svg>
      )}
      {logo === null ? null : <img src={logo} alt="" />}
      <b>{name}</b>
    </div>
  )
}

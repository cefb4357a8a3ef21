import type { BrandForm } from '@apogee/contracts/businesses/brand.forms.ts'
import type { OwnBrand } from '@apogee/contracts/businesses/brand.ts'
import type { PaperLook } from '@apogee/contracts/businesses/paper-look.ts'
import { shownSender } from '@apogee/contracts/businesses/sender-names.ts'
import { inkOn } from '@apogee/domain/colour/contrast.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { BrandBand } from '#web/shared/brand/brand-band.tsx'
import { brandQuery } from '../api/brand.ts'
import { brandMessages } from '../messages/brand.en.ts'
import './brand-section.css'

export const isColour = (typed: string): boolean => /^#[\da-f]{6}$/i.test(typed)

/** Shows the head of a receipt of this amount, in sen. */
export function ReceiptPreview({
  look,
  name,
  course,
  amount,
}: {
  look: PaperLook
  name: string
  course?: string
  amount: number
}) {
  const text = useText(brandMessages)
  const hasLook = look.colour !== null || look.logo !== null
  return (
    <div className="brand-paper" data-theme="daylight">
      {hasLook ? <BrandBand look={look} name={name} /> : null}
      <p className="brand-paper-title">{text.receipt}</p>
      <p>R-2026-0001</p>
      <p className="brand-paper-line">
        <span>{course ?? text.sampleCourse}</span>
        <span>{formatRinggit(amount)}</span>
      </p>
    </div>
  )
}

/** Shows the mail of a receipt as its receiver sees it. The server writes its subject and text. */
export function MailPreview({ brand, typed }: { brand: OwnBrand; typed: BrandForm }) {
  const text = useText(brandMessages)
  const { sample, contactEmail } = brand
  const name = typed.senderName.trim()
  const isColoured = isColour(typed.colour) && name !== ''
  const body = brand.footer === '' ? sample.body : sample.body.slice(0, sample.body.lastIndexOf('\n\n'))
  return (
    <div className="brand-mail-preview">
      <p className="text-xs text-secondary">
        {text.from}: {shownSender(name)}
        {typed.repliesToContact && contactEmail ? ` · ${text.answersTo}: ${contactEmail}` : null}
      </p>
      <p className="brand-subject">{sample.subject}</p>
      <div className="brand-mail">
        <svg width="100%" height="44" role="img" aria-label={name === '' ? 'Apogee' : name}>
          {isColoured ? <rect width="100%" height="44" rx="8" fill={typed.colour} /> : null}
          <text
            x={isColoured ? 16 : 0}
            y="28"
            fontSize="18"
            fontWeight="700"
            fill={isColoured ? inkOn(typed.colour) : 'currentColor'}
          >
            {name === '' ? 'Apogee' : name}
          </text>
        </svg>
        <p className="brand-body">{body}</p>
        {typed.footer === '' ? null : <p className="brand-foot">{typed.footer}</p>}
      </div>
    </div>
  )
}

/** Shows the receipt of one sale without a brand, to people who may not read the brand of its seller. `amount` is in sen. */
export function UnbrandedSale({
  course,
  amount,
  seller,
}: {
  course: string
  amount: number
  seller: string
}) {
  const text = useText(brandMessages)
  return (
    <>
      <p className="text-secondary">{text.brandOfSeller}</p>
      <ReceiptPreview look={{ colour: null, logo: null }} name={seller} course={course} amount={amount} />
    </>
  )
}

/** Shows the mail and the receipt of one sale with the saved brand of the viewer. `amount` is in sen. */
export function SalePreviews({ course, amount }: { course: string; amount: number }) {
  const text = useText(brandMessages)
  const found = useQuery(brandQuery())
  return (
    <LoadStates query={found} skeleton={<SkeletonRows count={5} />} failed={text.loadFailed}>
      {({ sample, ...brand }) => {
        const body = sample.body.replaceAll(formatRinggit(sample.amount), formatRinggit(amount))
        const look = { colour: brand.colour === '' ? null : brand.colour, logo: brand.paper.logo }
        return (
          <div className="brand-editor">
            <MailPreview brand={{ ...brand, sample: { ...sample, body } }} typed={brand} />
            <ReceiptPreview look={look} name={brand.paper.name} course={course} amount={amount} />
          </div>
        )
      }}
    </LoadStates>
  )
}

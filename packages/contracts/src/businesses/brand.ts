/** The brand of a seller: how the seller's mails and pages look. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, cents, doneAnswer, endpoint, idInUrl } from '../endpoint.ts'
import { brandForm } from './brand.forms.ts'
import { clearedBrandForm } from './seller-states.forms.ts'

const ownBrand = z.object({
  colour: z.string(),
  senderName: z.string(),
  footer: z.string(),
  repliesToContact: z.boolean(),
  /** Holds the contact address that was verified by a code. Null means that there is none, so that nobody can answer. */
  contactEmail: z.nullable(z.string()),
  /** Holds the name on papers and the address of the logo. Null means that the seller has no logo. */
  paper: z.object({ name: z.string(), logo: z.nullable(z.string()) }),
  /** Holds a receipt's mail as it is sent at present, about a purchase of this amount in sen. */
  sample: z.object({ from: z.string(), subject: z.string(), body: z.string(), amount: cents }),
  version: versionRead,
})
export type OwnBrand = z.infer<typeof ownBrand>

const ofSeller = { ...byRole('chip.connect'), sellersOnly: true } as const

export const brandEndpoints = {
  readOwnBrand: endpoint({
    call: 'GET /own-brand',
    access: ofSeller,
    summary: 'How the caller’s mails and pages look',
    answer: answerOf(ownBrand),
    refusals: ['LONE_SELLERS_ONLY'],
  }),
  updateOwnBrand: endpoint({
    call: 'PUT /own-brand',
    bound: 'ownRow',
    access: ofSeller,
    summary: 'Change it; an absent field stays as it is',
    body: z.object({ ...z.partial(brandForm).shape, version: versionSent }),
    answer: answerOf(ownBrand),
    refusals: ['LONE_SELLERS_ONLY', 'SELLER_SUSPENDED', 'EDIT_CONFLICT'],
  }),
  clearBrand: endpoint({
    call: 'POST /platform/sellers/:id/brand/clear',
    bound: 'platform',
    access: { ...byRole('platform.run'), fresh: true },
    summary: 'Clear a brand that misleads, also on papers that were issued; without a brand nothing changes',
    params: z.object({ id: idInUrl }),
    body: clearedBrandForm,
    answer: doneAnswer,
    refusals: ['SELLER_NOT_FOUND'],
  }),
} as const

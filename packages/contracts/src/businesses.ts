import * as z from 'zod/mini'
import { currentUser } from './accounts.ts'
import { businessRegistrationForm } from './accounts.forms.ts'
import { chipCredentialsForm } from './businesses.forms.ts'
import { answerOf, bareAnswer, endpoint } from './endpoint.ts'

const storedAccount = z.object({
  brandId: z.string(),
  /** Its last four characters; '' for a short one. */
  secretEndsWith: z.string().check(z.maxLength(4)),
  savedAt: z.string(),
  verifiedAt: z.nullable(z.string()),
})

/** The account that receives payments, and a pair saved later that CHIP has not accepted yet. */
const chipAccount = z.object({ connected: z.nullable(storedAccount), unverified: z.nullable(storedAccount) })
export type ChipAccount = z.infer<typeof chipAccount>

export const businessesEndpoints = {
  registerBusiness: endpoint({
    summary: 'Found a business and sign in as its admin',
    body: businessRegistrationForm,
    answer: answerOf(z.object({ token: z.string(), user: currentUser })),
    status: 201,
    refusals: ['EMAIL_EXISTS', 'TOO_MANY_ATTEMPTS'],
  }),
  readChipAccount: endpoint({
    summary: 'Which CHIP account of the caller’s own is connected, without its secret',
    answer: answerOf(chipAccount),
    refusals: ['LONE_SELLERS_ONLY'],
  }),
  updateChipCredentials: endpoint({
    summary: 'Connect the caller’s own CHIP account; write-only',
    body: chipCredentialsForm,
    answer: bareAnswer({ status: z.enum(['verified', 'unverified']), secretEndsWith: z.string() }),
    refusals: ['CHIP_CREDENTIALS_REJECTED', 'LONE_SELLERS_ONLY'],
  }),
} as const

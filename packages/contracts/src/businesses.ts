import * as z from 'zod/mini'
import { currentUser } from './accounts.ts'
import { businessRegistrationForm } from './accounts.forms.ts'
import { chipCredentialsForm } from './businesses.forms.ts'
import { answerOf, bareAnswer, endpoint } from './endpoint.ts'

export const businessesEndpoints = {
  registerBusiness: endpoint({
    summary: 'Found a business and sign in as its admin',
    body: businessRegistrationForm,
    answer: answerOf(z.object({ token: z.string(), user: currentUser })),
    status: 201,
    refusals: ['EMAIL_EXISTS', 'TOO_MANY_ATTEMPTS'],
  }),
  updateChipCredentials: endpoint({
    summary: 'Connect the caller’s own CHIP account; write-only',
    body: chipCredentialsForm,
    answer: bareAnswer({ status: z.enum(['verified', 'unverified']), secretEndsWith: z.string() }),
    refusals: ['CHIP_CREDENTIALS_REJECTED', 'LONE_SELLERS_ONLY'],
  }),
} as const

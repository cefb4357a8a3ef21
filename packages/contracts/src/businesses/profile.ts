/** A business's admins edit its profile. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, endpoint, idInUrl } from '../endpoint.ts'
import { businessProfileForm } from './profile.forms.ts'
import { limit } from '../texts.ts'

const businessProfile = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  description: z.string(),
  website: z.string(),
  showsContact: z.boolean(),
  /** '' means that the business has no logo. */
  logo: z.string(),
  version: versionRead,
})
export type BusinessProfile = z.infer<typeof businessProfile>

const params = z.object({ id: idInUrl })

export const businessProfileEndpoints = {
  readBusinessProfile: endpoint({
    call: 'GET /businesses/:id/profile',
    // The service answers 404 for another business.
    access: byRole('people.invite'),
    summary: 'The profile of the caller’s business, or of any for a superadmin',
    params,
    answer: answerOf(businessProfile),
    refusals: ['NOT_FOUND'],
  }),
  updateBusinessProfile: endpoint({
    call: 'PUT /businesses/:id/profile',
    bound: 'ownRow',
    // The service answers 404 for another business.
    access: byRole('people.invite'),
    summary: 'Change it; an absent field stays as it is',
    params,
    body: z.object({
      ...z.partial(businessProfileForm).shape,
      /** Holds the URL of an upload of purpose `avatar`, or '' for no logo. */
      logo: z.optional(z.string().check(limit(500))),
      version: versionSent,
    }),
    answer: answerOf(businessProfile),
    refusals: ['EDIT_CONFLICT', 'FILE_NOT_AN_UPLOAD', 'NOT_FOUND'],
  }),
} as const

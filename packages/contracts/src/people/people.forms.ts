import * as z from 'zod/mini'
import { emailField, nameField } from '../accounts/accounts.forms.ts'
import { idInBody } from '../endpoint.ts'
import { bioMaxLength } from '../limits.ts'
import { atMost } from '../text-length.ts'

/** As which one can be invited (docs/api.md#accounts-beyond-the-specification): those who teach, and those who look after a business or the platform. */
export const invitableRoles = ['instructor', 'admin', 'superadmin'] as const
export type InvitableRole = (typeof invitableRoles)[number]

export const invitationForm = z.object({
  email: emailField,
  role: z.enum(invitableRoles),
  /** Only a superadmin names a business; everybody else invites into their own. */
  businessId: z.optional(idInBody),
})

/** What people change of their own account. */
export const ownAccountForm = z.object({ name: nameField })

/** What somebody who teaches says about themselves on their sales pages; '' says nothing. */
export const bioField = z.string().check(z.trim(), atMost(bioMaxLength))
export const bioForm = z.object({ bio: bioField })

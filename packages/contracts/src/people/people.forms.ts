import * as z from 'zod/mini'
import { emailField, nameField } from '../accounts/accounts.forms.ts'
import { idInBody } from '../endpoint.ts'
import { bioMaxLength } from '../limits.ts'
import { text } from '../texts.ts'

/** The roles that an invitation can give (docs/api.md#accounts-beyond-the-specification). */
export const invitableRoles = ['instructor', 'admin', 'superadmin'] as const
export type InvitableRole = (typeof invitableRoles)[number]

export const invitationForm = z.object({
  email: emailField,
  role: z.enum(invitableRoles),
  /** Only a superadmin names a business; other callers invite into their own. */
  businessId: z.optional(idInBody),
})

/** The fields that people change of their own account. */
export const ownAccountForm = z.object({ name: nameField })

/** A teacher's biography on sales pages; '' for none. */
export const bioField = text(bioMaxLength)
export const bioForm = z.object({ bio: bioField })

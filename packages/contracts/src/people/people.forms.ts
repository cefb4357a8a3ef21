import * as z from 'zod/mini'
import { emailField, nameField } from '../accounts/accounts.forms.ts'
import { idInBody } from '../endpoint.ts'
import { bioMaxLength } from '../limits.ts'
import { text } from '../texts.ts'

/** An invitation can give these roles (docs/api.md#accounts-beyond-the-specification). */
export const invitableRoles = ['instructor', 'admin', 'superadmin'] as const
export type InvitableRole = (typeof invitableRoles)[number]

export const invitationForm = z.object({
  email: emailField,
  role: z.enum(invitableRoles),
  /** Superadmins alone may name a business. Other callers invite people into their own business. */
  businessId: z.optional(idInBody),
})

/** These are the fields that people may change in their own account. */
export const ownAccountForm = z.object({ name: nameField })

/** Holds the biography of a teacher, which sales pages show. '' means that there is none. */
export const bioField = text(bioMaxLength)
export const bioForm = z.object({ bio: bioField })

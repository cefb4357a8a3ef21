import * as z from 'zod/mini'
import { emailField, nameField } from '../accounts/accounts.forms.ts'
import { idInBody } from '../endpoint.ts'
import { bioMaxLength } from '../limits.ts'
import { text } from '../texts.ts'
import { invitableRoles } from './invitable-roles.ts'

export const invitationForm = z.object({
  email: emailField,
  role: z.enum(invitableRoles),
  /** The business may be named only by a superadmin. Other callers invite into their own. */
  businessId: z.optional(idInBody),
})

/** These are the fields that people may change in their own account. */
export const ownAccountForm = z.object({ name: nameField })

/** The biography of a teacher appears on sales pages. An empty text means that there is none. */
export const bioField = text(bioMaxLength)
export const bioForm = z.object({ bio: bioField })

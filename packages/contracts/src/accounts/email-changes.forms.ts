import * as z from 'zod/mini'
import { emailField } from './accounts.forms.ts'

export const emailChangeForm = z.object({ email: emailField })

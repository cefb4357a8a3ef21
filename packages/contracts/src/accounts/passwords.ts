import * as z from 'zod/mini'
import { anyone, signedIn } from '../access.ts'
import { doneAnswer, endpoint } from '../endpoint.ts'
import { changePasswordForm, forgotPasswordForm, newPasswordForm } from './passwords.forms.ts'
import { token } from '../texts.ts'

const mailedToken = token(200)

export const passwordsEndpoints = {
  forgotPassword: endpoint({
    call: 'POST /auth/password/forgot',
    bound: 'counted',
    access: anyone,
    summary: 'Mail a link that sets a new password; the same answer whether the address is known or not',
    body: forgotPasswordForm,
    answer: doneAnswer,
    refusals: ['TOO_MANY_ATTEMPTS'],
  }),
  resetPassword: endpoint({
    call: 'POST /auth/password/reset',
    bound: 'token',
    access: anyone,
    summary: 'Set a new password by the mailed link, once and within the hour; ends every session',
    body: z.object({ token: mailedToken, ...newPasswordForm.shape }),
    answer: doneAnswer,
    refusals: ['LINK_EXPIRED', 'PASSWORD_COMMON', 'PASSWORD_SHORT_FOR_STAFF'],
  }),
  changePassword: endpoint({
    call: 'POST /auth/password/change',
    bound: 'counted',
    access: { ...signedIn, fresh: 'by the service' },
    summary:
      'Replace one’s own password; ends the other sessions; a fresh proof where sign-ins have a second factor',
    body: changePasswordForm,
    answer: doneAnswer,
    refusals: [
      'WRONG_PASSWORD',
      'PUBLISHED_PASSWORD',
      'NO_PASSWORD',
      'PASSWORD_COMMON',
      'PASSWORD_SHORT_FOR_STAFF',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
} as const

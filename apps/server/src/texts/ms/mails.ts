import type { mails as english } from '../en/mails.ts'

export const mails: typeof english = {
  hello: 'Helo',
  open: 'Buka di Apogee',
}

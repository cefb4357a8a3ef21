import { dayText } from '@apogee/contracts/calendar-text.ts'
import { giftForm } from '@apogee/contracts/gifts/gifts.forms.ts'
import * as z from 'zod/mini'
import { firstGiftDay, lastGiftDay } from './gift-days.ts'
import { formOf } from './gift-form.ts'

/** Checks a typed gift by the contract, and its day by the calendar of Malaysia. */
export const giftRules = z.pipe(
  z.transform(formOf),
  z.extend(giftForm, {
    sendOn: z.nullable(
      dayText('Please choose a day').check(
        z.refine((day) => day >= firstGiftDay(), 'Please choose today or a later day'),
        z.refine((day) => day <= lastGiftDay(), 'Please choose a day within one year'),
      ),
    ),
  }),
)

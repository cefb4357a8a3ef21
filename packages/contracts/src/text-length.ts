import * as z from 'zod/mini'
import { tooLong } from './limits.ts'

/** A text's maximum length, with its own message: the field's message ('Title is required') would be wrong. */
export const atMost = (max: number) => z.maxLength(max, tooLong(max))

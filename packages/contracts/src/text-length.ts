import * as z from 'zod/mini'
import { tooLong } from './limits.ts'

/** A text's greatest length. It says so itself: the field's own sentence ('Title is required') would be wrong of it. */
export const atMost = (max: number) => z.maxLength(max, tooLong(max))

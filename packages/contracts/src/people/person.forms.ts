import * as z from 'zod/mini'
import { filledText } from '../texts.ts'

export const personNoteMaxLength = 2000

export const personNoteForm = z.object({ text: filledText('Write a note', personNoteMaxLength) })

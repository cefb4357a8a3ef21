import * as z from 'zod/mini'
import { filledText } from '../texts.ts'
import { personNoteMaxLength } from './person-events.ts'

export const personNoteForm = z.object({ text: filledText('Write a note', personNoteMaxLength) })

import * as z from 'zod/mini'
import { filledLine } from '../texts.ts'

const both = 'Both CHIP Secret Key and Brand ID are required'
const credential = filledLine(both, 500)

/** Both payment credentials are required (docs/specification.md#5-validation-rules). */
export const chipCredentialsForm = z.object({ chipSecret: credential, chipBrandId: credential })

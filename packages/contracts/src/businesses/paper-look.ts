import * as z from 'zod/mini'

/** Describes how a paper of a seller looks: the colour and the logo that the seller had at its issue. */
export const paperLook = z.object({
  /** Holds `#` and six hexadecimal digits. Null means that the seller had no colour. */
  colour: z.nullable(z.string()),
  /** Holds the address of a picture. Null means that the seller had no logo. */
  logo: z.nullable(z.string()),
})
export type PaperLook = z.infer<typeof paperLook>

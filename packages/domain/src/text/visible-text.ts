/**
 * Matches characters that show nothing: blanks, control and format characters, and letters that look like a blank, such as the
 * Braille blank and Hangul fillers.
 */
const blank = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Tells whether a text has a sign that readers see. */
export const isVisible = (text: string): boolean => text.replaceAll(blank, '') !== ''

/** Returns '' for a text in which readers see nothing. */
export const visibleOrEmpty = (text: string): string => (isVisible(text) ? text : '')

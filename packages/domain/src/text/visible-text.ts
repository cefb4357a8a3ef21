/** Signs without a shape of their own, and letters whose shape is a blank: Braille and Hangul fillers. */
const blank = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Tells whether a text has a sign that readers see. */
export const isVisible = (text: string): boolean => text.replaceAll(blank, '') !== ''

/** A text in which nobody sees a sign is empty. */
export const visibleOrEmpty = (text: string): string => (isVisible(text) ? text : '')

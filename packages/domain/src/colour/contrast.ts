/** Computes the contrast of colours by WCAG 2.2. A colour is six hexadecimal digits after `#`. */
export const darkInk = '#000000'
export const lightInk = '#ffffff'
/** WCAG 2.2 AA requires this contrast of text. */
const leastContrast = 4.5

/** Returns the relative luminance, from 0 for black to 1 for white. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns the colour of text on a ground: white where it is readable, else black. */
export const inkOn = (ground: string): string =>
  contrastOf(ground, lightInk) >= leastContrast ? lightInk : darkInk

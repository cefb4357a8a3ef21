/** Returns the dark modules of a QR code as an SVG path in which a module is one unit wide. `modules` are the rows of the code. */
export const qrPath = (modules: readonly (readonly boolean[])[]): string =>
  modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')

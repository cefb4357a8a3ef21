/** Returns the path of a Chromium: CHROMIUM when set, else the first found. `whole` excludes the headless shell. */
export function findChromium(need?: { whole?: boolean }): string | undefined

/** Returns the path of the executable that the variable names, else of the first name on the PATH. */
export function findProgram(variable: string, names: string[]): string | undefined

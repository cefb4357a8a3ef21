/** Path of a Chromium: CHROMIUM when set, else the first found. `whole`: not the headless shell. */
export function findChromium(need?: { whole?: boolean }): string | undefined

/** Returns the path of an ffmpeg: FFMPEG when set, else the first on the PATH. */
export function findFfmpeg(): string | undefined
